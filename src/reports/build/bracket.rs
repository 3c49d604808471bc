//! The bracket of a knockout stage.

use super::{View, tree};
use crate::ReportError;
use crate::document::{Block, Document};
use pairing::knockout::MatchNumber;
use tournament::knockout;
use tournament::model::{DecidedBy, KnockoutSeeding, LadderStep, RoundNumber, State, System};

/// The bracket after a round, with the decisions that the points do not show, and the places.
pub(super) fn bracket(view: &View<'_>, round: RoundNumber) -> Result<Document, ReportError> {
    let mut earlier: Option<State> = None;
    if round < view.state.rounds_paired(view.stage) {
        let mut state = view.state.clone();
        state.stages[view.stage].rounds.truncate((round as usize).max(1));
        earlier = Some(state);
    }
    let state = earlier.as_ref().unwrap_or(view.state);
    let real = state;
    let turned = tournament::teams::view(real, view.stage);
    let state = &*turned;
    let course = knockout::bracket(state, view.stage).map_err(ReportError::NothingToShow)?;
    let name = |seed| course.name(state, seed);
    let score = |number: MatchNumber| {
        let points = match tournament::teams::bracket_points(real, view.stage, &course, number) {
            None => course.points(state, number),
            found => found,
        };
        points.map(|points| points.map(|points| points.to_string()))
    };
    let mut blocks = tree::bracket_blocks(&course.bracket, &name, &score);
    let mut words = Vec::new();
    let options = match &state.stages[view.stage].system {
        System::Knockout { options, .. } => options.clone(),
        _ => Box::default(),
    };
    for (number, meeting) in &course.meetings {
        let further = knockout::playoff_lines(state, &options, meeting).into_iter();
        words.extend(further.map(|line| format!("Match {number}, {line}.")));
        if let Some(decided) = meeting.decided {
            let how = match decided.by {
                DecidedBy::TieBreak => "by tie-break",
                DecidedBy::PlayOff => "after a play-off",
                DecidedBy::Armageddon => "after an Armageddon game",
                DecidedBy::Lot => "by lot",
                DecidedBy::ByHand => "by the arbiter's decision",
            };
            let seed = decided.seed.map(|seed| format!(" (seed {seed})")).unwrap_or_default();
            words.push(format!("Match {number}: {} goes on {how}{seed}.", state.name(decided.winner)));
        }
    }
    if !words.is_empty() {
        blocks.push(Block::Heading("Decisions".to_owned()));
        blocks.push(Block::Paragraph(words.join("\n")));
    }
    if options.seeding != KnockoutSeeding::Standard || options.reseed || !options.ladder.is_empty() {
        let mut rules = vec![format!("First round: {}.", options.seeding.words())];
        if options.reseed {
            rules.push("After each round the highest remaining seed meets the lowest.".to_owned());
        }
        if !options.ladder.is_empty() {
            let steps: Vec<String> = options.ladder.iter().map(LadderStep::words).collect();
            rules.push(format!("After equal games: {}.", steps.join("; then ")));
        }
        blocks.push(Block::Heading("Rules".to_owned()));
        blocks.push(Block::Paragraph(rules.join("\n")));
    }
    let title = match round {
        0 => "Bracket".to_owned(),
        _ if course.is_over() => "Final bracket".to_owned(),
        round => format!("Bracket after round {round}"),
    };
    Ok(Document { title, blocks, ..Document::default() })
}
