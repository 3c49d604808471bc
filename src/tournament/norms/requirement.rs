//! What each norm asks for (B.01 art. 1.4.5 to 1.4.8).

use crate::model::Title;
use crate::ratings::difference_for;
use crate::standings::rounded_mean;
use std::fmt;

/// A title that norms are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum NormTitle {
    GM,
    IM,
    WGM,
    WIM,
}

impl NormTitle {
    /// All four, the highest first.
    pub const ALL: &[NormTitle] = &[NormTitle::GM, NormTitle::IM, NormTitle::WGM, NormTitle::WIM];

    /// The least performance.
    pub const fn performance(self) -> i64 {
        match self {
            NormTitle::GM => 2600,
            NormTitle::IM => 2450,
            NormTitle::WGM => 2400,
            NormTitle::WIM => 2250,
        }
    }

    /// The least average rating of the opponents.
    pub const fn average(self) -> i64 {
        self.performance() - 220
    }

    /// To what the lowest opponent may be raised.
    pub const fn floor(self) -> u32 {
        match self {
            NormTitle::GM => 2200,
            NormTitle::IM => 2050,
            NormTitle::WGM => 2000,
            NormTitle::WIM => 1850,
        }
    }

    /// The rating that the title needs once.
    pub const fn rating(self) -> u32 {
        match self {
            NormTitle::GM => 2500,
            NormTitle::IM => 2400,
            NormTitle::WGM => 2300,
            NormTitle::WIM => 2200,
        }
    }

    /// Titles of which a third of the opponents must have one.
    pub const fn holders(self) -> &'static [Title] {
        match self {
            NormTitle::GM => &[Title::GM],
            NormTitle::IM => &[Title::GM, Title::IM],
            NormTitle::WGM => &[Title::GM, Title::IM, Title::WGM],
            NormTitle::WIM => &[Title::GM, Title::IM, Title::WGM, Title::WIM],
        }
    }

    pub(super) const fn holder_words(self) -> &'static str {
        match self {
            NormTitle::GM => "GM",
            NormTitle::IM => "GM or IM",
            NormTitle::WGM => "GM, IM or WGM",
            NormTitle::WIM => "GM, IM, WGM or WIM",
        }
    }

    /// For women.
    pub const fn is_women_only(self) -> bool {
        matches!(self, NormTitle::WGM | NormTitle::WIM)
    }

    /// Whoever has this title needs no such norm.
    pub const fn is_covered_by(self, title: Title) -> bool {
        match self {
            NormTitle::GM => matches!(title, Title::GM),
            NormTitle::IM => matches!(title, Title::GM | Title::IM),
            NormTitle::WGM => matches!(title, Title::GM | Title::IM | Title::WGM),
            NormTitle::WIM => matches!(title, Title::GM | Title::IM | Title::WGM | Title::WIM),
        }
    }
}

impl fmt::Display for NormTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            NormTitle::GM => "GM",
            NormTitle::IM => "IM",
            NormTitle::WGM => "WGM",
            NormTitle::WIM => "WIM",
        })
    }
}

/// Titled opponents that so many games need: half, rounded up.
pub const fn titled_needed(games: u32) -> u32 {
    games.div_ceil(2)
}

/// Opponents with the titles of the norm that so many games need: a third, rounded up, at least three.
pub const fn holders_needed(games: u32) -> u32 {
    let third = games.div_ceil(3);
    if third < 3 { 3 } else { third }
}

/// The least score in half points for a norm in so many games against opponents of this (rounded) average; `None` when even a full score is
/// not enough or the average is too low.
pub fn points_needed(games: u32, average: i64, title: NormTitle) -> Option<u32> {
    if average < title.average() || games == 0 || games > 1000 {
        return None;
    }
    (0..=2 * games).find(|half_points| {
        // Half points over games, in per cent.
        let enough = u64::from(*half_points) * 50 >= 35 * u64::from(games);
        let percent = rounded_mean(50 * i64::from(*half_points), games.into()).unwrap_or(0);
        enough && average + difference_for(percent) >= title.performance()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of nine games: points (in half points) and, for a GM norm, the averages for which they are needed.
    #[test]
    fn points_of_nine_games() {
        let table = [
            (14, 2380, 2433),
            (13, 2434, 2474),
            (12, 2475, 2519),
            (11, 2520, 2556),
            (10, 2557, 2599),
            (9, 2600, 2642),
            (8, 2643, 2679),
            (7, 2680, 2800),
        ];
        for (half_points, from, to) in table {
            for average in [from, to] {
                for title in NormTitle::ALL {
                    let average = average - 2600 + title.performance();
                    assert_eq!(points_needed(9, average, *title), Some(half_points), "{title} {average}");
                }
            }
        }
        assert_eq!(points_needed(9, 2379, NormTitle::GM), None);
    }

    #[test]
    fn titles_by_number_of_games() {
        let table = [(7, 4, 3), (8, 4, 3), (9, 5, 3), (10, 5, 4), (11, 6, 4), (12, 6, 4), (13, 7, 5)];
        for (games, titled, holders) in table {
            assert_eq!((titled_needed(games), holders_needed(games)), (titled, holders), "{games}");
        }
    }
}
