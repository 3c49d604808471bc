//! Scheveningen matches in report files: record 192 has no code for them (`scheveningen` 6), so record 092 names the system and a comment what else is
//! fixed.

use super::Trf;
use crate::model::{ScheveningenOptions, System};

/// The comment of our own files.
pub(super) const COMMENT: &str = "Scheveningen: ";

const DOUBLE: &str = "every pair meets twice";
const SAME_ORDER: &str = "second half in the same order";
const MATCH_POINTS: &str = "decided by match points";

/// What the file must tell besides the name of the system; `None` for a single match that the sum of all games decides.
pub(super) fn comment(system: &System) -> Option<String> {
    let System::Scheveningen { double, options, .. } = system else { return None };
    let words = [(*double, DOUBLE), (options.same_order, SAME_ORDER), (options.match_points, MATCH_POINTS)];
    let told: Vec<&str> = words.iter().filter(|(holds, _)| *holds).map(|(_, words)| *words).collect();
    (!told.is_empty()).then(|| format!("{COMMENT}{}", told.join(", ")))
}

/// The match that a file tells of; `None` when it names another system or has not two teams. `rounds` are the planned ones.
pub(super) fn read(trf: &Trf, rounds: u32) -> Option<System> {
    let named = trf.header.kind.to_lowercase().contains("scheveningen");
    let two = trf.teams.len() == 2 && trf.teams.iter().all(|team| !team.members.is_empty());
    if !named || !two {
        return None;
    }
    let told = trf.comments.iter().find_map(|(_, text)| text.strip_prefix(COMMENT)).unwrap_or_default();
    let larger = trf.teams.iter().map(|team| team.members.len() as u32).max().unwrap_or(0);
    // A single match has as many rounds as boards, which no team has more members than.
    let double = told.contains(DOUBLE) || (rounds > larger && rounds.is_multiple_of(2));
    let boards = if double { rounds / 2 } else { rounds };
    let options =
        ScheveningenOptions { same_order: told.contains(SAME_ORDER), match_points: told.contains(MATCH_POINTS) };
    (1..=larger).contains(&boards).then_some(System::Scheveningen { double, boards, options })
}
