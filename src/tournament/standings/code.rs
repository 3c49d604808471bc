//! Codes of tie-breaks (FIDE C.07 art. 5 and 13; records 202 and 212 of report files).

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $title:literal;)*) => {
        /// What a tie-break measures, without its modifiers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Name { $($(#[$doc])* $name,)* }

        impl Name {
            /// Every name, in the order of the regulation.
            pub const ALL: &[Name] = &[$(Name::$name,)*];

            /// The code, such as `BH`.
            pub const fn code(self) -> &'static str {
                match self { $(Name::$name => $text,)* }
            }

            /// The name in words, such as `Buchholz`.
            pub const fn title(self) -> &'static str {
                match self { $(Name::$name => $title,)* }
            }
        }
    };
}

names! {
    /// Points of the event; for teams the primary score.
    Points = "PTS", "Points";
    /// Direct encounter, art. 6.
    DirectEncounter = "DE", "Direct encounter";
    /// Rounds with as many points as a win, art. 7.1.
    Wins = "WIN", "Rounds won";
    /// Games won over the board, art. 7.2.
    GamesWon = "WON", "Games won over the board";
    /// Games played over the board with Black, art. 7.3.
    BlackGames = "BPG", "Games played with Black";
    /// Games won over the board with Black, art. 7.4.
    BlackWins = "BWG", "Games won with Black";
    /// Sum of the scores after each round, art. 7.5.
    Progressive = "PS", "Progressive scores";
    /// Rounds that one elected to play, art. 7.6.
    RoundsElected = "REP", "Rounds elected to play";
    /// The name of `REP` until 2024.
    GamesElected = "GE", "Games elected to play";
    /// Standard points, art. 7.7.
    StandardPoints = "STD", "Standard points";
    /// Pairing number, art. 7.8; the lower the better.
    PairingNumber = "TPN", "Pairing number";
    /// Buchholz, art. 8.1.
    Buchholz = "BH", "Buchholz";
    /// Fore Buchholz, art. 8.3.
    ForeBuchholz = "FB", "Fore Buchholz";
    /// Average of opponents' Buchholz, art. 8.2.
    AverageBuchholz = "AOB", "Average of opponents' Buchholz";
    /// Sonneborn-Berger, art. 9.1.
    SonnebornBerger = "SB", "Sonneborn-Berger";
    /// Koya system, art. 9.2.
    Koya = "KS", "Koya";
    /// Average rating of opponents, art. 10.1.
    AverageRating = "ARO", "Average rating of opponents";
    /// Tournament performance rating, art. 10.2.
    Performance = "TPR", "Performance rating";
    /// Perfect tournament performance, art. 10.3.
    PerfectPerformance = "PTP", "Perfect tournament performance";
    /// Average performance of opponents, art. 10.4.
    AveragePerformance = "APRO", "Average performance of opponents";
    /// Average perfect performance of opponents, art. 10.5.
    AveragePerfect = "APPO", "Average perfect performance of opponents";
    /// Own rating, art. 10.6.
    Rating = "RTNG", "Rating";
    /// Match points.
    MatchPoints = "MPTS", "Match points";
    /// Game points.
    GamePoints = "GPTS", "Game points";
    /// The other one of match points and game points, art. 13.1.
    OtherScore = "MPVGP", "Match points against game points";
    /// Opponent's match points times own match points, art. 13.2.
    ExtendedMM = "EMMSB", "Sonneborn-Berger (MP, MP)";
    /// Opponent's match points times own game points, art. 13.2.
    ExtendedMG = "EMGSB", "Sonneborn-Berger (MP, GP)";
    /// Opponent's game points times own match points, art. 13.2.
    ExtendedGM = "EGMSB", "Sonneborn-Berger (GP, MP)";
    /// Opponent's game points times own game points, art. 13.2.
    ExtendedGG = "EGGSB", "Sonneborn-Berger (GP, GP)";
    /// Extended direct encounter, art. 13.3.
    ExtendedEncounter = "EDE", "Extended direct encounter";
    /// `EDE`, then board count for the last two, art. 13.3.2.
    EncounterCount = "EDEC", "Extended direct encounter, board count";
    /// `EDE`, then board count and top board results, art. 13.3.2.
    EncounterCountTop = "EDEBT", "Extended direct encounter, board count, top boards";
    /// `EDE`, then board count and bottom board elimination, art. 13.3.2.
    EncounterCountBottom = "EDEBB", "Extended direct encounter, board count, bottom board elimination";
    /// `EDE`, then top board results, art. 13.3.2.
    EncounterTop = "EDET", "Extended direct encounter, top boards";
    /// `EDE`, then bottom board elimination, art. 13.3.2.
    EncounterBottom = "EDEB", "Extended direct encounter, bottom board elimination";
    /// Board count, art. 12.1; the lower the better.
    BoardCount = "BC", "Board count";
    /// Top board results, art. 12.2.
    TopBoards = "TBR", "Top board results";
    /// Bottom board elimination, art. 12.3.
    BottomBoards = "BBE", "Bottom board elimination";
    /// Secondary score with strength of schedule, art. 13.4.
    ScheduleStrength = "SSSC", "Score and schedule strength combination";
    /// The score as it counts for the opponents, art. 16.3.
    AdjustedScore = "ABH", "Score as it counts for opponents";
    /// The same under the assumption of Fore Buchholz.
    AdjustedForeScore = "AFB", "Score for opponents, last round drawn";
    /// Number of voluntary unplayed rounds, art. 16.2.
    VoluntaryUnplayed = "VUR", "Voluntary unplayed rounds";
    /// Number of games played over the board.
    Games = "NUM", "Games played";
    /// Rounds with a scheduled opponent or a pairing-allocated bye.
    RoundsPaired = "RIP", "Rounds in which paired";
    /// Games with White minus games with Black.
    ColorDifference = "COD", "Colour difference";
    /// Sum of the expected scores by rating difference.
    ExpectedScore = "RSES", "Expected score";
}

/// Which score of a team a tie-break is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Match points, `:MP`.
    Match,
    /// Game points, `:GP`.
    Game,
}

/// A tie-break with its modifiers. Read from text with [`str::parse`]; written in the form of report files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TieBreak {
    /// What is measured.
    pub name: Name,
    /// `:MP` or `:GP`; `None` is the primary score.
    pub unit: Option<Unit>,
    /// How many least significant values are left out (`/Cn`, `/Mn`).
    pub cut_low: u8,
    /// How many most significant values are left out (`/Mn`).
    pub cut_high: u8,
    /// How many half points the Koya line is moved (`/Ln`).
    pub line: i8,
    /// The divisor of `SSSC` (`/Kx`).
    pub divisor: Option<u16>,
    /// Forfeits count as games against the scheduled opponent (`/P`).
    pub forfeits: bool,
    /// Built on Fore Buchholz (`/F`).
    pub fore: bool,
    /// The order is reversed (`/R`).
    pub reverse: bool,
    /// The rating that unrated opponents count with (`/U1400`); without it they are left out.
    pub unrated: Option<u16>,
}

/// A code that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CodeError {
    /// No such name.
    #[error("\"{code}\" is no known tie-break; {hint}")]
    Unknown {
        /// As written.
        code: String,
        /// What to do.
        hint: String,
    },
    /// The modifier cannot be read or does not belong to this tie-break.
    #[error("tie-break \"{code}\": {reason}")]
    Modifier {
        /// As written.
        code: String,
        /// What is wrong with the modifier.
        reason: String,
    },
}

impl Name {
    /// Only for teams.
    pub const fn is_team(self) -> bool {
        use Name::*;
        matches!(
            self,
            MatchPoints
                | GamePoints
                | OtherScore
                | ExtendedMM
                | ExtendedMG
                | ExtendedGM
                | ExtendedGG
                | ExtendedEncounter
        ) || matches!(
            self,
            EncounterCount | EncounterCountTop | EncounterCountBottom | EncounterTop | EncounterBottom | BoardCount
        ) || matches!(self, TopBoards | BottomBoards | ScheduleStrength)
    }

    /// Only for individual players: by ratings or by colours of games (C.07 art. 10, 7.3, 7.4).
    pub const fn is_individual(self) -> bool {
        matches!(self, Name::BlackGames | Name::BlackWins) || self.is_rating()
    }

    /// Uses ratings (art. 10).
    pub const fn is_rating(self) -> bool {
        use Name::*;
        matches!(
            self,
            AverageRating
                | Performance
                | PerfectPerformance
                | AveragePerformance
                | AveragePerfect
                | Rating
                | ExpectedScore
        )
    }

    /// Not allowed in round-robins (note to art. 8).
    pub const fn is_buchholz(self) -> bool {
        matches!(self, Name::Buchholz | Name::ForeBuchholz | Name::AverageBuchholz)
    }

    /// Decided inside the group of those who are tied; the value is a place in the group.
    pub const fn is_place(self) -> bool {
        use Name::*;
        self.is_encounter() || matches!(self, TopBoards | BottomBoards)
    }

    /// Direct encounter in any form.
    pub(crate) const fn is_encounter(self) -> bool {
        use Name::*;
        matches!(self, DirectEncounter | ExtendedEncounter | EncounterCount)
            || matches!(self, EncounterCountTop | EncounterCountBottom | EncounterTop | EncounterBottom)
    }

    const fn is_extended_sb(self) -> bool {
        matches!(self, Name::ExtendedMM | Name::ExtendedMG | Name::ExtendedGM | Name::ExtendedGG)
    }

    const fn takes_cut(self) -> bool {
        self.takes_median() || matches!(self, Name::Progressive)
    }

    const fn takes_median(self) -> bool {
        matches!(self, Name::Buchholz | Name::ForeBuchholz | Name::SonnebornBerger | Name::AverageRating)
            || self.is_extended_sb()
    }

    const fn takes_forfeits(self) -> bool {
        use Name::*;
        self.is_encounter()
            || self.is_extended_sb()
            || matches!(self, Buchholz | ForeBuchholz | AverageBuchholz | SonnebornBerger | Koya | ScheduleStrength)
    }
}

impl TieBreak {
    /// The tie-break without modifiers.
    pub const fn new(name: Name) -> TieBreak {
        TieBreak {
            name,
            unit: None,
            cut_low: 0,
            cut_high: 0,
            line: 0,
            divisor: None,
            forfeits: false,
            fore: false,
            reverse: false,
            unrated: None,
        }
    }

    /// The smaller value ranks first.
    pub const fn lower_is_better(&self) -> bool {
        let natural = matches!(self.name, Name::PairingNumber | Name::BoardCount) || self.name.is_place();
        natural != self.reverse
    }

    /// Reads a list of codes separated by commas, semicolons or blanks.
    ///
    /// # Errors
    /// The first [`CodeError`].
    pub fn parse_list(text: &str) -> Result<Vec<TieBreak>, CodeError> {
        text.split([',', ';', ' ', '\t']).map(str::trim).filter(|code| !code.is_empty()).map(str::parse).collect()
    }

    /// The name in words with its modifiers: `Buchholz, cut 1`.
    pub fn title(&self) -> String {
        let mut text = self.name.title().to_owned();
        match self.unit {
            Some(Unit::Match) => text += ", match points",
            Some(Unit::Game) => text += ", game points",
            None => {}
        }
        match (self.cut_low, self.cut_high) {
            (0, 0) => {}
            (low, 0) => text += &format!(", cut {low}"),
            (low, _) => text += &format!(", median {low}"),
        }
        if self.line != 0 {
            text += &format!(", line {:+} half points", self.line);
        }
        if self.forfeits {
            text += ", forfeits as games";
        }
        if self.fore {
            text += ", fore";
        }
        if self.reverse {
            text += ", reversed";
        }
        text
    }

    /// The name as draughts players know it: `Solkoff`, `Truncated Solkoff`; otherwise the [title](TieBreak::title).
    pub fn draughts_title(&self) -> String {
        if self.name != Name::Buchholz || self.unit.is_some() || self.forfeits || self.fore || self.reverse {
            return self.title();
        }
        match (self.cut_low, self.cut_high) {
            (0, 0) => "Solkoff".to_owned(),
            (1, 0) => "Truncated Solkoff (without the lowest)".to_owned(),
            (1, 1) => "Truncated Solkoff (without the lowest and the highest)".to_owned(),
            (low, 0) => format!("Truncated Solkoff (without the {low} lowest)"),
            (low, _) => format!("Truncated Solkoff (without the {low} lowest and highest)"),
        }
    }

    fn apply(&mut self, letter: char, rest: &str) -> Result<(), String> {
        let count = || match rest.parse::<u8>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("after /{letter} a number from 1 to 255 is expected, not \"{rest}\"")),
        };
        let wrong = |what: &str| Err(format!("/{letter} ({what}) does not belong to {}", self.name.code()));
        let bare = || {
            if rest.is_empty() { Ok(()) } else { Err(format!("nothing is expected after /{letter}, found \"{rest}\"")) }
        };
        match letter {
            'C' if self.cut_high > 0 => {
                return Err("/C and /M exclude each other; a median is a cut at both ends".to_owned());
            }
            'M' if self.cut_low > self.cut_high => {
                return Err("/C and /M exclude each other; a median is a cut at both ends".to_owned());
            }
            'C' if self.name.takes_cut() => self.cut_low = count()?,
            'M' if self.name.takes_median() => {
                self.cut_low = count()?;
                self.cut_high = self.cut_low;
            }
            'L' if self.name == Name::Koya => {
                self.line =
                    rest.parse().map_err(|_| format!("after /L half points such as +1 or -1, not \"{rest}\""))?;
            }
            'K' if self.name == Name::ScheduleStrength => match rest.parse::<u16>() {
                Ok(number) if number > 0 => self.divisor = Some(number),
                _ => return Err(format!("after /K a divisor from 1 on is expected, not \"{rest}\"")),
            },
            'P' if self.name.takes_forfeits() => bare().map(|()| self.forfeits = true)?,
            'F' if matches!(self.name, Name::Buchholz | Name::AverageBuchholz | Name::ScheduleStrength) => {
                bare().map(|()| self.fore = true)?;
            }
            'R' => bare().map(|()| self.reverse = true)?,
            'U' if self.name.is_rating() => match rest.parse::<u16>() {
                Ok(number) if (1..4000).contains(&number) => self.unrated = Some(number),
                _ => return Err(format!("after /U a rating is expected, not \"{rest}\"")),
            },
            'C' => return wrong("cut"),
            'M' => return wrong("median"),
            'L' => return wrong("line of Koya"),
            'K' => return wrong("divisor"),
            'P' => return wrong("forfeits as games"),
            'F' => return wrong("Fore Buchholz"),
            'U' => return wrong("rating of unrated opponents"),
            _ => return Err(format!("/{letter} is no known modifier; known are C M L K P F R U")),
        }
        Ok(())
    }
}

impl FromStr for TieBreak {
    type Err = CodeError;

    /// Reads `BH`, `bh/c1`, `BH-C1`, `BH:GP/C1`, `KS/L+1`, `KS/L1`, `SSSC/K3/F`, `TPN/R` and so on.
    fn from_str(text: &str) -> Result<TieBreak, CodeError> {
        let code = text.trim().to_ascii_uppercase();
        let modifier = |reason: String| CodeError::Modifier { code: text.trim().to_owned(), reason };
        let end = code.find([':', '/', '-']).unwrap_or(code.len());
        let (name, mut rest) = code.split_at(end);
        let known = Name::ALL.iter().find(|known| known.code() == name);
        let mut tiebreak = TieBreak::new(*known.ok_or_else(|| unknown(text.trim(), name))?);
        while let Some(separator) = rest.chars().next() {
            // The separator is one of three ASCII characters, so the next byte starts a character.
            let part = &rest[1..];
            // A minus or plus right after L belongs to the number.
            let signed = part.starts_with("L-") || part.starts_with("L+");
            let skip = if signed { 2 } else { 0 };
            let end = part[skip..].find([':', '/', '-']).map_or(part.len(), |at| at + skip);
            let (word, next) = part.split_at(end);
            rest = next;
            match (separator, word) {
                (':', "MP") => tiebreak.unit = Some(Unit::Match),
                (':', "GP") => tiebreak.unit = Some(Unit::Game),
                (':', _) => return Err(modifier(format!(":{word} is unknown; write :MP or :GP"))),
                _ => {
                    let mut letters = word.chars();
                    let letter =
                        letters.next().ok_or_else(|| modifier("a modifier is missing at the end".to_owned()))?;
                    tiebreak.apply(letter, letters.as_str()).map_err(modifier)?;
                }
            }
        }
        Ok(tiebreak)
    }
}

fn unknown(code: &str, name: &str) -> CodeError {
    let hint = if name.starts_with("OTHER") {
        "a tie-break of the event's own rules has to be entered as places by hand".to_owned()
    } else {
        let near: Vec<_> = Name::ALL
            .iter()
            .map(|known| known.code())
            .filter(|known| !name.is_empty() && (known.starts_with(name) || name.starts_with(known)))
            .take(4)
            .collect();
        if near.is_empty() {
            "known are for example BH/C1, BH, SB, DE, WIN, PS, ARO".to_owned()
        } else {
            format!("did you mean {}?", near.join(", "))
        }
    };
    CodeError::Unknown { code: code.to_owned(), hint }
}

impl fmt::Display for TieBreak {
    /// In the form of report files: `BH:GP/C1`, `KS/L+1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.name.code().to_owned();
        match self.unit {
            Some(Unit::Match) => text += ":MP",
            Some(Unit::Game) => text += ":GP",
            None => {}
        }
        match (self.cut_low, self.cut_high) {
            (0, 0) => {}
            (low, 0) => text += &format!("/C{low}"),
            (low, _) => text += &format!("/M{low}"),
        }
        if self.line != 0 {
            text += &format!("/L{:+}", self.line);
        }
        if let Some(divisor) = self.divisor {
            text += &format!("/K{divisor}");
        }
        for (set, letter) in [(self.forfeits, "/P"), (self.fore, "/F"), (self.reverse, "/R")] {
            if set {
                text += letter;
            }
        }
        if let Some(rating) = self.unrated {
            text += &format!("/U{rating}");
        }
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> TieBreak {
        text.parse().unwrap()
    }

    #[test]
    fn every_code_reads_back() {
        for name in Name::ALL {
            assert_eq!(read(name.code()), TieBreak::new(*name));
        }
        for code in ["BH/C1", "BH:GP/M2", "KS/L+1", "KS/L-2", "SSSC/K3/F", "TPN/R", "DE/P", "BH/C1/P", "ARO/C1/U1400"] {
            assert_eq!(read(code).to_string(), code);
        }
    }

    #[test]
    fn other_ways_of_writing() {
        assert_eq!(read("bh-c1"), read("BH/C1"));
        assert_eq!(read(" BH:mp-C2 "), read("BH:MP/C2"));
        assert_eq!(read("KS/L1"), read("KS/L+1"));
        assert_eq!(read("KS-L-1"), read("KS/L-1"));
        assert_eq!(TieBreak::parse_list("PTS, BH/C1;SB").unwrap().len(), 3);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let message = |text: &str| text.parse::<TieBreak>().unwrap_err().to_string();
        assert!(message("XYZ").contains("no known tie-break"));
        assert!(message("BHC1").contains("did you mean BH"));
        assert!(message("OTHER_X").contains("by hand"));
        assert!(message("WIN/C1").contains("does not belong to WIN"));
        assert!(message("BH/C0").contains("from 1 to 255"));
        assert!(message("BH/").contains("missing"));
        assert!(message("BH:XP").contains(":MP or :GP"));
        assert!(message("BH/Ä1").contains("no known modifier"));
        assert!(message("DE/P7").contains("nothing is expected"));
    }

    #[test]
    fn names_in_words() {
        assert_eq!(read("BH:MP/M1").title(), "Buchholz, match points, median 1");
        assert_eq!(read("KS/L+1").title(), "Koya, line +1 half points");
        assert_eq!(read("BH").draughts_title(), "Solkoff");
        assert_eq!(read("BH/C1").draughts_title(), "Truncated Solkoff (without the lowest)");
        assert_eq!(read("SB/C1").draughts_title(), "Sonneborn-Berger, cut 1");
    }

    #[test]
    fn directions() {
        assert!(read("TPN").lower_is_better() && !read("TPN/R").lower_is_better());
        assert!(!read("RTNG").lower_is_better() && read("RTNG/R").lower_is_better());
        assert!(read("BC").lower_is_better() && read("DE").lower_is_better() && !read("BH").lower_is_better());
    }
}
