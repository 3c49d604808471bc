//! Lists of results as text: a board and a result on each line.

use crate::command::{Command, GameRef};
use crate::model::{GameResult, RoundNumber, StageIndex, State};
use thiserror::Error;

/// A line that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}, line {line}: {what}")]
pub struct ListError {
    /// The file's name as given.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// A result as it is written on paper and in lists: `1-0`, `1/2`, `+-`, `adj`; empty for an open game.
pub fn result_text(result: Option<GameResult>) -> &'static str {
    match result {
        None => "",
        Some(GameResult::WhiteWins) => "1-0",
        Some(GameResult::BlackWins) => "0-1",
        Some(GameResult::Draw) => "1/2-1/2",
        Some(GameResult::BothLose) => "0-0",
        Some(GameResult::HalfToWhite) => "1/2-0",
        Some(GameResult::HalfToBlack) => "0-1/2",
        Some(GameResult::WhiteWinsUnrated) => "1-0u",
        Some(GameResult::BlackWinsUnrated) => "0-1u",
        Some(GameResult::DrawUnrated) => "1/2-1/2u",
        Some(GameResult::ForfeitToWhite) => "+-",
        Some(GameResult::ForfeitToBlack) => "-+",
        Some(GameResult::BothForfeit) => "--",
        Some(GameResult::Adjourned) => "adj",
    }
}

/// Reads a result; spaces do not count. White's points first.
///
/// `1-0 0-1 1/2 1/2-1/2 0.5-0.5 = 1 0`, forfeits `+- -+ --` (also `+:-`), unusual `0-0 1/2-0 0-1/2`, not rated `1-0u`, adjourned `adj`, and the draughts
/// forms `2-0 1-1 0-2`.
pub fn read_result(text: &str) -> Option<GameResult> {
    let plain: String = text.trim().chars().filter(|c| !c.is_whitespace()).collect();
    let plain = plain.to_lowercase().replace(['–', '—', '−'], "-").replace('½', "1/2").replace(',', ".");
    Some(match plain.replace(':', "-").as_str() {
        "1-0" | "1" | "2-0" => GameResult::WhiteWins,
        "0-1" | "0" | "0-2" => GameResult::BlackWins,
        "1/2" | "1/2-1/2" | "0.5" | "0.5-0.5" | ".5-.5" | "=" | "=-=" | "1-1" | "r" | "remis" | "draw" => {
            GameResult::Draw
        }
        "0-0" => GameResult::BothLose,
        "1/2-0" | "0.5-0" => GameResult::HalfToWhite,
        "0-1/2" | "0-0.5" => GameResult::HalfToBlack,
        "1-0u" => GameResult::WhiteWinsUnrated,
        "0-1u" => GameResult::BlackWinsUnrated,
        "1/2u" | "1/2-1/2u" | "0.5-0.5u" => GameResult::DrawUnrated,
        "+-" | "+--" | "+" | "1-0f" => GameResult::ForfeitToWhite,
        "-+" | "--+" | "-" | "0-1f" => GameResult::ForfeitToBlack,
        "--" | "---" | "0-0f" => GameResult::BothForfeit,
        "adj" | "adjourned" | "x" | "*" => GameResult::Adjourned,
        _ => return None,
    })
}

/// Reads a list for a round: `3 1-0` on each line, `3.2 1-0` for the second game of a meeting; `#` begins a remark, empty lines do not count.
///
/// # Errors
/// Every line that cannot be read, names a board that is not there, or one that stood before.
pub fn read_results(
    file: &str,
    text: &str,
    state: &State,
    stage: StageIndex,
    round: RoundNumber,
) -> Result<Command, Vec<ListError>> {
    let error = |line, what: String| ListError { file: file.to_owned(), line, what };
    let Some(paired) = state.round(stage, round) else {
        return Err(vec![error(1, format!("round {round} is not paired; pair it before entering results"))]);
    };
    let mut results: Vec<(GameRef, GameResult, Option<crate::model::Reason>)> = Vec::new();
    let mut errors = Vec::new();
    for (raw, line) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        let content = raw.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let (place, result) = content.split_once([' ', '\t', ';', '=']).unwrap_or((content, ""));
        // "7=" has no space and means a draw.
        let result = if content[place.len()..].starts_with('=') { &content[place.len()..] } else { result };
        let (board, game) = place.trim_end_matches([':', '.', ')']).split_once('.').unwrap_or((place, "1"));
        let numbers = (board.trim_end_matches([':', '.', ')']).parse::<u32>(), game.parse::<usize>());
        let (Ok(board), Ok(game @ 1..)) = numbers else {
            errors.push(error(
                line,
                format!("\"{place}\" is not a board; write the board and the result, such as 1 1-0"),
            ));
            continue;
        };
        let games = (board as usize).checked_sub(1).and_then(|i| paired.meetings.get(i)).map(|m| m.games.len());
        let Some(games) = games else {
            let last = paired.meetings.len();
            errors.push(error(line, format!("there is no board {board} in round {round}; boards go from 1 to {last}")));
            continue;
        };
        if game > games {
            errors.push(error(line, format!("board {board} has no game {game}; games go from 1 to {games}")));
            continue;
        }
        let Some(result) = read_result(result) else {
            errors.push(error(
                line,
                format!("\"{}\" is not a result; write 1-0, 0-1, 1/2, +-, -+, -- or adj", result.trim()),
            ));
            continue;
        };
        let at = GameRef { stage, round, board, game: game - 1 };
        if results.iter().any(|(other, ..)| *other == at) {
            errors.push(error(line, format!("board {board} stood in the list before; remove one of the lines")));
            continue;
        }
        results.push((at, result, None));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    if results.is_empty() {
        return Err(vec![error(1, "there is no result in the list; write lines such as 1 1-0".to_owned())]);
    }
    Ok(Command::SetResults(results))
}
