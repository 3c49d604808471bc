//! The bracket of a knockout stage.

use super::{View, tree, words};
use crate::ReportError;
use crate::document::{Block, Document};
use pairing::knockout::MatchNumber;
use tournament::knockout;
use tournament::model::{DecidedBy, KnockoutSeeding, LadderStep, RoundNumber, State, System};
use tournament::teams::BoardTieBreaks;

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
        if let Some(points) = tournament::teams::bracket_points(real, view.stage, &course, number) {
            return Some(points.map(|points| words::half(points.tenths())));
        }
        course.points(state, number).map(|points| points.map(|points| points.to_string()))
    };
    let mut blocks = tree::trees(&course.bracket, &name, &score);
    blocks.extend(tree::places_blocks(course.places().into_iter().map(|(from, to, id)| (from, to, state.name(id)))));
    let mut lines = Vec::new();
    let options = match &state.stages[view.stage].system {
        System::Knockout { options, .. } => options.clone(),
        _ => Box::default(),
    };
    for (number, meeting) in &course.meetings {
        let game = meeting.games.first();
        let names = game.map(|game| format!(", {} – {}", state.name(game.white), state.name(game.black)));
        let which = format!("{}{}", course.bracket.round_name(*number), names.unwrap_or_default());
        let further = knockout::playoff_lines(state, &options, meeting).into_iter();
        lines.extend(further.map(|line| format!("{which}, {line}.")));
        if let Some(decided) = meeting.decided {
            let how = match decided.by {
                DecidedBy::TieBreak => "by tie-break",
                DecidedBy::PlayOff => "after a play-off",
                DecidedBy::Armageddon => "after an Armageddon game",
                DecidedBy::Lot => "by lot",
                DecidedBy::ByHand => "by the arbiter's decision",
            };
            let seed = decided.seed.map(|seed| format!(" (seed {seed})")).unwrap_or_default();
            // Of teams: the tie-break of the boards that divides them.
            let by_boards = tournament::teams::bracket_match(real, view.stage, &course, *number)
                .filter(|_| decided.by == DecidedBy::TieBreak)
                .and_then(|m| {
                    let (rule, white) = BoardTieBreaks::of(real, &m).first()?;
                    let ahead = if white { m.game.white } else { m.game.black };
                    (ahead.0 == decided.winner.0).then(|| format!(" ({})", rule.words()))
                });
            let by_boards = by_boards.unwrap_or_default();
            lines.push(format!("{which}: {} goes on {how}{by_boards}{seed}.", state.name(decided.winner)));
        }
    }
    if !lines.is_empty() {
        blocks.push(Block::Heading("Decisions".to_owned()));
        blocks.push(Block::Paragraph(lines.join("\n")));
    }
    if options.seeding != KnockoutSeeding::Standard
        || options.reseed
        || options.rank_losers
        || !options.ladder.is_empty()
        || options.days.is_some()
    {
        let mut rules = vec![format!("First round: {}.", options.seeding.words())];
        if options.reseed {
            rules.push("After each round the highest remaining seed meets the lowest.".to_owned());
        }
        if options.rank_losers {
            rules.push(
                "Who lost in the same round is ranked by the score in the lost match, then in the earlier ones, then by seed."
                    .to_owned(),
            );
        }
        if let Some(days) = &options.days {
            rules.push(format!("Meetings by days: {}.", days.words()));
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
