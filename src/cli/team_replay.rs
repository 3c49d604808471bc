//! Rounds of teams replayed and explained, of events and of report files whose record 192 names a Swiss system of teams.

use super::Failure;
use super::input::Source;
use std::collections::BTreeSet;
use tournament::model::{State, SwissVariant, System};
use tournament::teams::{self, TeamPosition};

/// The event of a source whose matches can be replayed; of a report file as it would be imported. `None` where players are paired.
///
/// # Errors
/// When the file cannot be taken over, or the teams are not paired by a Swiss system that is known.
pub fn state(source: &Source) -> Result<Option<State>, Failure> {
    if !source.is_team_event() {
        return Ok(None);
    }
    let state = match source {
        Source::Event(event) => event.state().clone(),
        Source::Report(trf) => {
            let code = trf.header.type_code.trim().to_ascii_uppercase();
            if !code.starts_with("FIDE_TEAM") || code.contains("ROUNDROBIN") {
                let named = if code.is_empty() {
                    "there is no record 192".to_owned()
                } else {
                    format!("record 192 says {code}")
                };
                return Err(Failure::usage(format!(
                    "these rounds of teams cannot be replayed: {named}, and only FIDE_TEAM, FIDE_TEAM_TYPEA_... and the like name the Swiss of FIDE C.04.6"
                )));
            }
            tournament::trf::import(trf).map_err(Failure::input)?.0
        }
    };
    match state.stages.first().map(|stage| &stage.system) {
        Some(System::Swiss { variant: SwissVariant::Team, .. }) => Ok(Some(state)),
        Some(System::Swiss { .. }) => Ok(Some(state)),
        _ => Err(Failure::usage(
            "these teams are not paired by a Swiss system; only Swiss rounds can be replayed and explained",
        )),
    }
}

/// What is different in a round: the file's pairs against those of the rules; with `verbose` both go to `text`.
pub fn difference(state: &State, round: u32, verbose: bool, place: &str, text: &mut String) -> Option<String> {
    use std::fmt::Write;
    let paired = state.round(0, round)?;
    let numbering = state.team_numbering(0);
    let number = |id| numbering.iter().position(|other| *other == id).map(|at| at as u32 + 1);
    let filed: BTreeSet<(u32, u32)> =
        teams::matches(paired).filter_map(|m| Some((number(m.game.white)?, number(m.game.black)?))).collect();
    let byes = paired.teams.iter().flat_map(|teams| &teams.byes);
    let bye =
        byes.filter(|(_, kind)| **kind == tournament::model::ByeKind::PairingAllocated).find_map(|(id, _)| number(*id));
    let ours = match TeamPosition::before(state, 0, round)?.pair() {
        Ok(ours) => ours,
        Err(error) => {
            return Some(format!("{error}; the file has {}", words(&filed.iter().collect::<Vec<_>>(), bye, None)));
        }
    };
    let rules: BTreeSet<(u32, u32)> = ours.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    if verbose {
        // Writing to a String cannot fail.
        let all = |set: &BTreeSet<(u32, u32)>, bye| words(&set.iter().collect::<Vec<_>>(), bye, None);
        let _ = writeln!(text, "{place}: round {round}: file {}", all(&filed, bye));
        let _ = writeln!(text, "{place}: round {round}: ours {}", all(&rules, ours.bye));
    }
    if rules == filed && ours.bye == bye {
        return None;
    }
    let (there, here): (Vec<_>, Vec<_>) = (filed.difference(&rules).collect(), rules.difference(&filed).collect());
    let (same, other) = (ours.bye == bye, Some(0));
    let (file_bye, our_bye) = if same { (None, None) } else { (bye.or(other), ours.bye.or(other)) };
    Some(format!("the file has {}, the rules give {}", words(&there, file_bye, other), words(&here, our_bye, other)))
}

/// `1-5 6-2 bye 7`; the number `nobody` stands for no bye.
fn words(pairs: &[&(u32, u32)], bye: Option<u32>, nobody: Option<u32>) -> String {
    let mut parts: Vec<String> = pairs.iter().map(|(white, black)| format!("{white}-{black}")).collect();
    match bye {
        Some(team) if Some(team) == nobody => parts.push("no bye".to_owned()),
        Some(team) => parts.push(format!("bye {team}")),
        None => {}
    }
    parts.join(" ")
}
