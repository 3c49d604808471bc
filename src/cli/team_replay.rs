//! Rounds of teams, of events and of report files whose record 192 names a Swiss system of teams.

use super::Failure;
use super::input::Source;
use tournament::model::{State, SwissVariant, System};

/// The event of a source whose matches can be explained; of a report file as it would be imported. `None` where players are paired.
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
                    "these rounds of teams cannot be explained: {named}, and only FIDE_TEAM, FIDE_TEAM_TYPEA_... and the like name the Swiss of FIDE C.04.6"
                )));
            }
            tournament::trf::import(trf).map_err(Failure::input)?.0
        }
    };
    match state.stages.first().map(|stage| &stage.system) {
        Some(System::Swiss { variant: SwissVariant::Team, .. }) => Ok(Some(state)),
        Some(System::Swiss { .. }) => Ok(Some(state)),
        _ => Err(Failure::usage("these teams are not paired by a Swiss system; only Swiss rounds can be explained")),
    }
}
