//! Imported rounds against the rules (`fide-mode`, Import).

use super::Remark;
use crate::model::{StageIndex, State};
use crate::recheck::{self, Outcome};

/// Compares every round of an imported event with what its system gives and says where the two differ, and what could not be compared. The first remark says
/// that the rounds were imported; without rounds there is none.
pub fn replay(state: &State, stage: StageIndex) -> Vec<Remark> {
    replay_of(state, stage, "")
}

/// As [`replay`]; `program` is what the file names as its pairing program (record 182). Rounds that this program paired, and that its systems give again, are
/// not called anybody else's.
pub fn replay_of(state: &State, stage: StageIndex, program: &str) -> Vec<Remark> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let paired = header.rounds.len() as u32;
    if paired == 0 {
        return Vec::new();
    }
    let say = |text: String| Remark::new(0, 0, text);
    let mut remarks = Vec::new();
    let mut open: Vec<(String, Vec<u32>)> = Vec::new();
    for (round, outcome) in recheck::rounds(state, stage) {
        match outcome {
            Outcome::Same => {}
            Outcome::Different { held, rules } => {
                remarks.push(say(format!("round {round}: the file has {held}, the rules give {rules}")));
            }
            Outcome::Impossible(reason) => remarks.push(say(format!("round {round}: {reason}"))),
            Outcome::NotCompared(reason) => match open.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, rounds)) => rounds.push(round),
                None => open.push((reason, vec![round])),
            },
        }
    }
    let told = format!("the report file will say \"Import @ Round {paired}\"");
    let first = match (is_own(program), remarks.len()) {
        (true, 0) => format!("its rounds were paired by {program} and stand as they were paired; {told}"),
        (true, _) => format!("the file names {program} as its pairing program, but its pairs are others; {told}"),
        (false, _) => format!("its rounds were not paired by this program; {told}"),
    };
    remarks.insert(0, say(first));
    for (reason, rounds) in open {
        let word = if rounds.len() == 1 { "round" } else { "rounds" };
        remarks.push(say(format!("{word} {} not compared with the rules: {reason}", recheck::round_list(&rounds))));
    }
    remarks
}

/// Whether record 182 names this program.
pub fn is_own(program: &str) -> bool {
    program.split_whitespace().next().is_some_and(|name| name == "Pairwright")
}
