//! Imported rounds against the rules (`fide-mode`, Import).

use super::Remark;
use crate::crosstable::CrossTable;
use crate::model::{StageIndex, State, SwissVariant, System};
use pairing::swiss::{self, EntryKind};
use std::collections::BTreeSet;

/// Pairs every round of a Swiss anew from what came before it and says where the rules give other pairs. The first remark says that the rounds were
/// imported. Other systems give none.
pub fn replay(state: &State, stage: StageIndex) -> Vec<Remark> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let System::Swiss { variant, .. } = &header.system else { return Vec::new() };
    let paired = header.rounds.len() as u32;
    if paired == 0 {
        return Vec::new();
    }
    let (system, _) = crate::event::engine_of(*variant);
    let mut remarks = vec![Remark::new(
        0,
        0,
        format!("its rounds were not paired by this program; the report file will say \"Import @ Round {paired}\""),
    )];
    // Teams are paired as players of the projection.
    let teams = state.pairs_teams(stage).then(|| crate::teams::team_view(state, stage));
    let whole = CrossTable::of_state(teams.as_ref().map_or(state, |view| &view.state), stage, paired);
    let pair = |mut input: swiss::RoundInput| match &teams {
        None => swiss::pair(system, &input),
        Some(view) => {
            let rules = &state.settings.teams;
            let numbers = view.state.numbering(stage);
            let secondary = crate::event::take_scores(&mut input, rules, &numbers, &view.points);
            match variant {
                SwissVariant::Team => swiss::pair_matches(crate::event::match_system(rules), &input, &secondary),
                _ => swiss::pair(system, &input),
            }
        }
    };
    for round in 1..=paired {
        let Some(before) = whole.before_round(round) else { continue };
        let mut filed: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut filed_bye = None;
        for row in &whole.rows {
            let Some(entry) = row.entrant.rounds.get(round as usize - 1) else { continue };
            match (entry.opponent, entry.color) {
                (Some(opponent), Some(swiss::Color::White)) => drop(filed.insert((row.entrant.tpn, opponent))),
                (None, _) if entry.kind == EntryKind::PairingBye => filed_bye = Some(row.entrant.tpn),
                _ => {}
            }
        }
        let ours = match pair(before.round_input()) {
            Ok(ours) => ours,
            Err(error) => {
                remarks.push(Remark::new(0, 0, format!("round {round}: {error}")));
                continue;
            }
        };
        let rules: BTreeSet<(u32, u32)> = ours.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
        let words = |pairs: Vec<&(u32, u32)>, bye: Option<u32>| {
            let mut words: Vec<String> =
                pairs.iter().take(6).map(|(white, black)| format!("{white}-{black}")).collect();
            if pairs.len() > 6 {
                words.push(format!("and {} more", pairs.len() - 6));
            }
            if ours.bye != filed_bye {
                words.push(bye.map_or_else(|| "no bye".to_owned(), |number| format!("bye {number}")));
            }
            words.join(" ")
        };
        if rules != filed || ours.bye != filed_bye {
            let (there, here) = (filed.difference(&rules).collect(), rules.difference(&filed).collect());
            remarks.push(Remark::new(
                0,
                0,
                format!(
                    "round {round}: the file has {}, the rules give {}",
                    words(there, filed_bye),
                    words(here, ours.bye)
                ),
            ));
        }
    }
    remarks
}
