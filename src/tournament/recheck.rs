//! Are the rounds of a stage those that its system gives? Swiss rounds are paired anew from what came before them, tables are compared with the table,
//! knockouts are paired again from the rounds before.

use crate::command::{Command, Order};
use crate::crosstable::CrossTable;
use crate::event::Event;
use crate::model::{RoundNumber, StageIndex, State, SwissVariant, System};
use pairing::round_robin::{Board, Plan};
use pairing::swiss::{self, EntryKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the comparison of one round found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rules give the same.
    Same,
    /// The rules give other pairs; what stands there and what should, as far as they differ.
    Different {
        /// As it stands.
        held: String,
        /// As the rules have it.
        rules: String,
    },
    /// The rules give no round at all, with the reason.
    Impossible(String),
    /// Nothing to compare with, with the reason.
    NotCompared(String),
}

/// How strictly tables are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// The Berger tables by pairing numbers.
    Berger,
    /// A table of the organiser's own: everybody meets everybody as often as there are cycles, at most once in a round.
    Own,
}

/// The pairs of one round by number, White first, and who is free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pairs {
    pairs: BTreeSet<(u32, u32)>,
    bye: Option<u32>,
}

impl Pairs {
    /// Equal, or what each side has that the other has not.
    fn compare(&self, rules: &Pairs) -> Outcome {
        if self == rules {
            return Outcome::Same;
        }
        let words = |own: &Pairs, other: &Pairs| {
            let mut words: Vec<String> =
                own.pairs.difference(&other.pairs).take(6).map(|(white, black)| format!("{white}-{black}")).collect();
            let more = own.pairs.difference(&other.pairs).count().saturating_sub(6);
            if more > 0 {
                words.push(format!("and {more} more"));
            }
            if own.bye != other.bye {
                words.push(own.bye.map_or_else(|| "no bye".to_owned(), |number| format!("bye {number}")));
            }
            if words.is_empty() { "no further pair".to_owned() } else { words.join(" ") }
        };
        Outcome::Different { held: words(self, rules), rules: words(rules, self) }
    }
}

/// All paired rounds of a stage, each with what the comparison found. Empty when there is no such stage.
pub fn rounds(state: &State, stage: StageIndex) -> Vec<(RoundNumber, Outcome)> {
    let strict = rounds_by(state, stage, Tables::Berger);
    let round_robin = matches!(state.stages.get(stage).map(|stage| &stage.system), Some(System::RoundRobin { .. }));
    let differing = strict.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Different { .. })).count();
    // A report file may hold a table of another kind, such as that of a Scheveningen match.
    if round_robin && imported(state) && 2 * differing > strict.len() {
        let own = rounds_by(state, stage, Tables::Own);
        if own.iter().all(|(_, outcome)| *outcome == Outcome::Same) {
            let reason = "this is no Berger table by pairing numbers; nobody meets anybody too often";
            return own.into_iter().map(|(round, _)| (round, Outcome::NotCompared(reason.to_owned()))).collect();
        }
    }
    strict
}

/// As [`rounds`], with tables taken more or less strictly.
pub fn rounds_by(state: &State, stage: StageIndex, tables: Tables) -> Vec<(RoundNumber, Outcome)> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let found = match header.system {
        System::Swiss { variant, .. } => swiss_rounds(state, stage, variant),
        System::RoundRobin { cycles, exchange_last_two } => {
            round_robin(state, stage, u32::from(cycles.max(1)), exchange_last_two, tables)
        }
        System::Knockout { .. } if imported(state) => {
            all(header.rounds.len(), "a report file does not hold the bracket of a knockout")
        }
        System::Knockout { .. } | System::Scheveningen { .. } => again(state, stage),
        System::Manual => all(header.rounds.len(), "the pairs were set by hand"),
    };
    let carried =
        |round: RoundNumber| header.rounds.get(round as usize - 1).is_some_and(|round| !round.carried_from.is_empty());
    (1..)
        .zip(found)
        .map(|(round, outcome)| {
            if carried(round) {
                (round, Outcome::NotCompared("played in an earlier stage".to_owned()))
            } else {
                (round, outcome)
            }
        })
        .collect()
}

/// Whether the exchange of the last two rounds of the first cycle explains the rounds of a round-robin better than the plain table.
pub(crate) fn is_exchanged(state: &State, stage: StageIndex) -> bool {
    let Some(System::RoundRobin { cycles, .. }) = state.stages.get(stage).map(|stage| &stage.system) else {
        return false;
    };
    let wrong = |exchange: bool| {
        let found = round_robin(state, stage, u32::from((*cycles).max(1)), exchange, Tables::Berger);
        found.iter().filter(|outcome| **outcome != Outcome::Same).count()
    };
    *cycles > 1 && wrong(true) < wrong(false)
}

/// What the rounds of a stage are compared with, in words.
pub fn rules_of(state: &State, stage: StageIndex) -> &'static str {
    let teams = state.pairs_teams(stage);
    match state.stages.get(stage).map(|stage| &stage.system) {
        Some(System::Swiss { variant: SwissVariant::Team, .. }) => "Swiss Team System",
        Some(System::Swiss { .. }) if teams => "Swiss system, teams as players",
        Some(System::Swiss { .. }) => "Swiss system",
        Some(System::RoundRobin { exchange_last_two: true, .. }) => {
            "Berger table, the last two rounds of the first cycle exchanged"
        }
        Some(System::RoundRobin { .. }) => "Berger table",
        Some(System::Knockout { .. }) => "who goes on by the bracket, without colours",
        Some(System::Scheveningen { .. }) => "Scheveningen table",
        Some(System::Manual) | None => "nothing",
    }
}

/// Rounds are known by number: `1 to 3, 5`.
pub fn round_list(rounds: &[RoundNumber]) -> String {
    let runs = rounds.chunk_by(|a, b| a + 1 == *b);
    let words = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn imported(state: &State) -> bool {
    state.notes.iter().any(|note| note.text.starts_with("Import @ "))
}

fn all(rounds: usize, reason: &str) -> Vec<Outcome> {
    vec![Outcome::NotCompared(reason.to_owned()); rounds]
}

fn swiss_rounds(state: &State, stage: StageIndex, variant: SwissVariant) -> Vec<Outcome> {
    let paired = state.rounds_paired(stage);
    let (system, _) = crate::event::engine_of(variant);
    // Teams are paired as players of the projection.
    let teams = state.pairs_teams(stage).then(|| crate::teams::team_view(state, stage));
    let seen = teams.as_ref().map_or(state, |view| &view.state);
    let whole = CrossTable::of_state(seen, stage, paired);
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
    let one = |round: RoundNumber| {
        let Some(before) = CrossTable::before_pairing(seen, stage, round) else {
            return Outcome::NotCompared("the round has no pairs".to_owned());
        };
        let mut held = Pairs::default();
        for row in &whole.rows {
            let Some(entry) = row.entrant.rounds.get(round as usize - 1) else { continue };
            match (entry.opponent, entry.color) {
                (Some(opponent), Some(swiss::Color::White)) => drop(held.pairs.insert((row.entrant.tpn, opponent))),
                (None, _) if entry.kind == EntryKind::PairingBye => held.bye = Some(row.entrant.tpn),
                _ => {}
            }
        }
        match pair(before.round_input()) {
            Ok(ours) => {
                let pairs = ours.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
                held.compare(&Pairs { pairs, bye: ours.bye })
            }
            Err(error) => Outcome::Impossible(error.to_string()),
        }
    };
    (1..=paired).map(one).collect()
}

/// Numbers of players, or of teams where teams meet.
fn held_rounds(state: &State, stage: StageIndex) -> (u32, Vec<Pairs>) {
    let Some(header) = state.stages.get(stage) else { return (0, Vec::new()) };
    if state.pairs_teams(stage) {
        let numbers: BTreeMap<_, u32> = state.team_numbering(stage).into_iter().zip(1..).collect();
        let pairs = |round: &Arc<crate::model::Round>| Pairs {
            pairs: crate::teams::matches(round)
                .filter_map(|m| Some((*numbers.get(&m.game.white)?, *numbers.get(&m.game.black)?)))
                .collect(),
            bye: None,
        };
        return (numbers.len() as u32, header.rounds.iter().map(pairs).collect());
    }
    let numbers: BTreeMap<_, u32> = state.numbering(stage).iter().copied().zip(1..).collect();
    let pairs = |round: &Arc<crate::model::Round>| Pairs {
        pairs: (round.meetings.iter().filter_map(|meeting| meeting.games.first()))
            .filter_map(|game| Some((*numbers.get(&game.white)?, *numbers.get(&game.black)?)))
            .collect(),
        bye: None,
    };
    (numbers.len() as u32, header.rounds.iter().map(pairs).collect())
}

fn round_robin(state: &State, stage: StageIndex, cycles: u32, exchange_last_two: bool, tables: Tables) -> Vec<Outcome> {
    let (players, held) = held_rounds(state, stage);
    let carried = state.stages.get(stage).is_some_and(|s| s.rounds.iter().any(|round| !round.carried_from.is_empty()));
    if carried {
        return all(held.len(), "the rounds go around games taken over from an earlier stage");
    }
    if tables == Tables::Own {
        return own_table(&held, cycles);
    }
    let plan = Plan { players, cycles, exchange_last_two };
    // Who has left may be without pairs from then on.
    let last_seen = |number: u32| {
        held.iter()
            .rposition(|round| round.pairs.iter().any(|(a, b)| *a == number || *b == number))
            .map_or(0, |at| at + 1)
    };
    let gone: BTreeMap<u32, usize> = (1..=players).map(|number| (number, last_seen(number))).collect();
    (1..)
        .zip(&held)
        .map(|(number, held)| {
            let table = match plan.round(number) {
                Ok(table) => table,
                Err(error) => return Outcome::Impossible(error.to_string()),
            };
            let left = |player: &u32| gone.get(player).is_some_and(|last| *last < number as usize);
            let pairs = table.boards.iter().filter_map(|board| match board {
                Board::Game { white, black }
                    if !(left(white) || left(black)) || held.pairs.contains(&(*white, *black)) =>
                {
                    Some((*white, *black))
                }
                _ => None,
            });
            held.compare(&Pairs { pairs: pairs.collect(), bye: None })
        })
        .collect()
}

/// Nobody plays twice in a round, and nobody meets anybody more often than there are cycles.
fn own_table(held: &[Pairs], cycles: u32) -> Vec<Outcome> {
    let mut met: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut out = Vec::with_capacity(held.len());
    for round in held {
        let mut seen = BTreeSet::new();
        let mut faults = Vec::new();
        for (white, black) in &round.pairs {
            let count = met.entry((*white.min(black), *white.max(black))).or_default();
            *count += 1;
            if *count > cycles {
                faults.push(format!("{white}-{black} for the {count}. time"));
            }
            faults.extend([white, black].into_iter().filter(|n| !seen.insert(**n)).map(|n| format!("{n} twice")));
        }
        out.push(if faults.is_empty() {
            Outcome::Same
        } else {
            let rules = if cycles == 1 { "every pair once".to_owned() } else { format!("every pair {cycles} times") };
            Outcome::Different { held: faults.join(", "), rules }
        });
    }
    out
}

/// Pairs each round again from the event as it was after the round before.
fn again(state: &State, stage: StageIndex) -> Vec<Outcome> {
    let Some(only) = state.only_stage(stage) else { return Vec::new() };
    let (_, held) = held_rounds(&only, 0);
    let without_colors = |pairs: &Pairs| Pairs {
        pairs: pairs.pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect(),
        bye: pairs.bye,
    };
    (0..held.len())
        .map(|before| {
            let mut then = only.clone();
            if let Some(header) = then.stages.first_mut() {
                header.rounds.truncate(before);
            }
            let mut event = Event::from_state(then);
            let order = Order { command: Command::PairRound { stage: 0 }, reason: "check".to_owned(), confirmed: true };
            if let Err(refusal) = event.apply(order) {
                return Outcome::NotCompared(refusal.to_string());
            }
            // Colours of a knockout may be drawn by lot.
            let (_, rules) = held_rounds(event.state(), 0);
            match rules.get(before) {
                Some(rules) => without_colors(&held[before]).compare(&without_colors(rules)),
                None => Outcome::NotCompared("no round was paired".to_owned()),
            }
        })
        .collect()
}
