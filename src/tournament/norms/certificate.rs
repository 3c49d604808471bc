//! What a norm certificate (form IT1) holds of a player's games.

use super::{NormEvent, NormStatus};
use crate::model::Title;
use pairing::swiss::Tpn;

/// A line of the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateLine {
    /// The round.
    pub round: u32,
    /// The opponent's number.
    pub opponent: Tpn,
    /// Its name.
    pub name: String,
    /// Its federation.
    pub federation: String,
    /// Its rating; 0: none.
    pub rating: u32,
    /// The rating as it counts: unrated 1400, one raised to the floor.
    pub counted_rating: u32,
    /// Its title.
    pub title: Option<Title>,
    /// 0, 1 or 2 half points.
    pub half_points: u8,
}

/// The data of a norm certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The player's number.
    pub number: Tpn,
    /// The player's name.
    pub name: String,
    /// The player's federation.
    pub federation: String,
    /// The player's rating; 0: none.
    pub rating: u32,
    /// Game by game.
    pub lines: Vec<CertificateLine>,
    /// Federations of the opponents other than the own one, FID not counted.
    pub other_federations: u32,
    /// Opponents of the own federation.
    pub own_federation: u32,
    /// The most opponents of one federation.
    pub most_of_one: u32,
    /// Opponents by title, the highest first.
    pub titles: Vec<(Title, u32)>,
    /// Unrated opponents.
    pub unrated: u32,
    /// Score that was needed, half points; `None` where no score would have been enough.
    pub needed: Option<u32>,
}

impl NormStatus {
    /// The data of the certificate of a norm that was made (or of an attempt).
    pub fn certificate(&self, event: &NormEvent<'_>) -> Certificate {
        let name = |number| event.row(number).map(|row| row.name.clone()).unwrap_or_default();
        let lines: Vec<CertificateLine> = self
            .games
            .iter()
            .zip(&self.adjusted)
            .map(|(game, counted)| CertificateLine {
                round: game.round,
                opponent: game.opponent,
                name: name(game.opponent),
                federation: game.federation.clone(),
                rating: game.rating,
                counted_rating: *counted,
                title: game.title,
                half_points: game.half_points,
            })
            .collect();
        let own = event.person(self.number).federation.clone();
        let known = self.federations.iter().filter(|(federation, _)| !federation.is_empty() && *federation != "FID");
        let mut titles: Vec<(Title, u32)> = Vec::new();
        let mut held: Vec<Title> = self.games.iter().filter_map(|game| game.title).collect();
        held.sort_unstable();
        for title in held {
            match titles.last_mut() {
                Some((last, count)) if *last == title => *count += 1,
                _ => titles.push((title, 1)),
            }
        }
        Certificate {
            number: self.number,
            name: name(self.number),
            rating: event.row(self.number).map_or(0, |row| row.entrant.rating),
            other_federations: known.clone().filter(|(federation, _)| **federation != own).count() as u32,
            own_federation: self.federations.get(&own).copied().unwrap_or(0),
            most_of_one: known.map(|(_, count)| *count).max().unwrap_or(0),
            federation: own,
            titles,
            unrated: self.games.iter().filter(|game| game.rating == 0).count() as u32,
            needed: super::points_needed(lines.len() as u32, self.average, self.title),
            lines,
        }
    }
}
