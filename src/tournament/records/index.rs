//! Where in a round a name or an identity number occurs, so that a record need not be compared with every board.

use super::names::letters;
use crate::model::*;
use rules::Record;
use std::collections::HashMap;

/// The meetings of a round by the names and numbers of their players.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Places of meetings, from 0.
    by_name: HashMap<String, Vec<usize>>,
    by_id: HashMap<String, Vec<usize>>,
}

impl Index {
    pub(super) fn new(state: &State, stage: StageIndex, round: RoundNumber) -> Index {
        let mut index = Index::default();
        let meetings = state.round(stage, round).map(|paired| paired.meetings.as_slice()).unwrap_or_default();
        for (place, meeting) in meetings.iter().enumerate() {
            for id in meeting.games.iter().flat_map(|game| [game.white, game.black]) {
                let Some(player) = state.players.get(&id) else { continue };
                for key in keys(&player.name) {
                    add(&mut index.by_name, key, place);
                }
                if !player.id.is_empty() {
                    add(&mut index.by_id, player.id.clone(), place);
                }
            }
        }
        index
    }

    /// The meetings with a player who has exactly a name or a number of the record, in order of boards: among them are all whose two players
    /// are exactly those of the record.
    pub(super) fn near(&self, record: &Record) -> Vec<usize> {
        let names = [record.white(), record.black()].into_iter().flatten().flat_map(keys);
        let ids = ["WhiteFideId", "WhiteID", "BlackFideId", "BlackID"].into_iter().filter_map(|tag| record.tag(tag));
        let by_name = names.filter_map(|key| self.by_name.get(&key));
        let by_id = ids.filter_map(|id| self.by_id.get(id.trim()));
        let mut near: Vec<usize> = by_name.chain(by_id).flatten().copied().collect();
        near.sort_unstable();
        near.dedup();
        near
    }
}

fn keys(name: &str) -> impl Iterator<Item = String> {
    [letters(name, false), letters(name, true)].into_iter().filter(|key| !key.is_empty())
}

fn add(map: &mut HashMap<String, Vec<usize>>, key: String, place: usize) {
    let places = map.entry(key).or_default();
    if places.last() != Some(&place) {
        places.push(place);
    }
}
