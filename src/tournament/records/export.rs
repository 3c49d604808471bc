//! The records of a round as files, with full headers.

use crate::model::*;
use rules::export::{Headers, pdn_export, pgn_export};
use rules::{GameKind, Outcome, Side, read_records};
use std::collections::BTreeMap;

/// All records of a round, in order of boards, as PGN and PDN: a file's name and its text for each of the two that occurs. Empty without records.
///
/// The headers come from the event: Event, Site, Date, Round, Board, White, Black, Result as entered, identity numbers, ratings and titles, the
/// drawn opening, and for draughts GameType. A record's further tags follow. In a micro-match the round is written `round.board.game`.
pub fn export(state: &State, stage: StageIndex, round: RoundNumber) -> Vec<(String, String)> {
    let Some(paired) = state.round(stage, round) else { return Vec::new() };
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    for (meeting, board) in paired.meetings.iter().zip(1..) {
        for (game, number) in meeting.games.iter().zip(1..) {
            let Some(stored) = game.record.and_then(|id| state.records.get(&id)) else { continue };
            let kind = stored.game.parse::<GameKind>().or_else(|_| state.settings.game.parse());
            let kind = kind.unwrap_or(GameKind::Chess);
            let several = meeting.games.len() > 1;
            let at = Place { stage, round, board, game: several.then_some(number) };
            let headers = headers(state, paired, at, game, kind);
            for record in read_records(stored.text.as_bytes()).take(1) {
                let (ending, text) = if kind.is_draughts() {
                    ("pdn", pdn_export(&record, kind, &headers))
                } else {
                    ("pgn", pgn_export(&record, &headers))
                };
                files.entry(ending).or_default().push_str(&text);
            }
        }
    }
    let name = file_name(state, stage, round);
    files.into_iter().map(|(ending, text)| (format!("{name}.{ending}"), text)).collect()
}

#[derive(Clone, Copy)]
struct Place {
    stage: StageIndex,
    round: RoundNumber,
    board: u32,
    /// Of a micro-match, from 1.
    game: Option<u32>,
}

fn headers(state: &State, round: &Round, at: Place, game: &Game, kind: GameKind) -> Headers {
    let settings = &state.settings;
    let date = settings.round_dates.get(at.round as usize - 1).copied().flatten().or(settings.start);
    let event = match state.stages.get(at.stage).map(|stage| stage.name.as_str()) {
        None | Some("") => settings.name.clone(),
        Some(stage) => format!("{}, {stage}", settings.name),
    };
    let mut more = vec![("Board".to_owned(), at.board.to_string())];
    let mut add = |name: String, value: String| {
        if !value.is_empty() {
            more.push((name, value));
        }
    };
    for (color, id) in [("White", game.white), ("Black", game.black)] {
        let Some(player) = state.players.get(&id) else { continue };
        let title = player.title.map(|title| title.to_string()).unwrap_or_default();
        add(format!("{color}Title"), title);
        let rating = state.rating(player);
        add(format!("{color}Elo"), if rating == 0 { String::new() } else { rating.to_string() });
        let name = if kind.is_draughts() { "ID" } else { "FideId" };
        add(format!("{color}{name}"), player.id.clone());
    }
    if let Some(opening) = round.openings.as_ref().and_then(|openings| openings.of_board(at.board)) {
        add("Opening".to_owned(), opening.words());
    }
    if let Some(remark) = game.result.and_then(unusual) {
        add("Termination".to_owned(), remark.to_owned());
    }
    Headers {
        event,
        site: settings.place.clone(),
        date: date.map(dotted).unwrap_or_default(),
        round: match at.game {
            None => at.round.to_string(),
            Some(game) => format!("{}.{}.{game}", at.round, at.board),
        },
        white: state.name(game.white),
        black: state.name(game.black),
        result: game.result.and_then(outcome),
        more,
    }
}

/// `2026.05.17`, with `??` for what is not known.
fn dotted(date: PartialDate) -> String {
    let part = |value: u8| if value == 0 { "??".to_owned() } else { format!("{value:02}") };
    format!("{:04}.{}.{}", date.year, part(date.month), part(date.day))
}

pub(super) fn outcome(result: GameResult) -> Option<Outcome> {
    match result {
        GameResult::WhiteWins | GameResult::WhiteWinsUnrated | GameResult::ForfeitToWhite => {
            Some(Outcome::Won(Side::White))
        }
        GameResult::BlackWins | GameResult::BlackWinsUnrated | GameResult::ForfeitToBlack => {
            Some(Outcome::Won(Side::Black))
        }
        GameResult::Draw | GameResult::DrawUnrated => Some(Outcome::Draw),
        GameResult::BothLose | GameResult::BothForfeit => Some(Outcome::BothLost),
        // The formats have no sign for a half against nothing.
        GameResult::HalfToWhite | GameResult::HalfToBlack | GameResult::Adjourned => None,
    }
}

/// What the tag Result does not tell.
fn unusual(result: GameResult) -> Option<&'static str> {
    match result {
        GameResult::ForfeitToWhite | GameResult::ForfeitToBlack | GameResult::BothForfeit => Some("forfeit"),
        GameResult::HalfToWhite => Some("adjudication: half a point to White, none to Black"),
        GameResult::HalfToBlack => Some("adjudication: half a point to Black, none to White"),
        GameResult::Adjourned => Some("unterminated"),
        _ => None,
    }
}

/// The name of an event as file names begin with it: `club-open-2026`. At most 60 characters, only letters, numbers and hyphens; `event` where
/// nothing is left.
pub fn file_stem(event: &str) -> String {
    let mut name = String::new();
    for c in event.chars().take(60) {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(name.trim_end_matches('-').len());
    if name.is_empty() { "event".to_owned() } else { name }
}

/// `club-open-2026_r3`; a later stage also has its number.
fn file_name(state: &State, stage: StageIndex, round: RoundNumber) -> String {
    let name = file_stem(&state.settings.name);
    if stage == 0 { format!("{name}_r{round}") } else { format!("{name}_s{}_r{round}", stage + 1) }
}
