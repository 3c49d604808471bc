//! Documents of one round: pairings by board and by name, results, slips.

use super::{View, decimals, words};
use crate::document::{Block, Column, Document, Field, Slip, SlipPlayer, Table};
use tournament::Points;
use tournament::event::NotPaired;
use tournament::model::{Meeting, PlayerId, RoundNumber};

/// Pairings by board, with room for results that are not in yet.
pub(super) fn pairings(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: format!("Pairings, round {round}"), ..Document::default() };
    document.blocks.push(Block::Table(boards(view, round, true)));
    document
}

/// The same table as a record of what happened.
pub(super) fn results(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: format!("Results, round {round}"), ..Document::default() };
    let progress = view.state.progress(view.stage, round);
    if progress.entered < progress.total {
        let open = progress.total - progress.entered;
        document.fields.push(Field::new("Still playing", format!("{open} of {}", progress.total)));
    }
    document.blocks.push(Block::Table(boards(view, round, false)));
    document
}

/// The boards; `boxes`: with room to write results into.
fn boards(view: &View<'_>, round: RoundNumber, boxes: bool) -> Table {
    let scores = view.state.counted_scores(view.stage, round - 1);
    let places = decimals(scores.values().copied());
    let numbers = view.numbers();
    let score = |id| {
        let points: Option<&Points> = scores.get(&id).filter(|_| round > 1);
        points.map_or_else(String::new, |points| format!("{points:.places$}"))
    };
    let number = |id| numbers.get(&id).map(usize::to_string).unwrap_or_default();
    let mut columns = vec![
        Column::number("Board").strong(),
        Column::number("No.").long("White's number").optional(3),
        Column::name("White"),
        Column::text("Team").at_least(7).long("White's team").optional(1),
        Column::number("Rtg").long("White's rating").optional(2),
        Column::number("Pts").long("White's points"),
        if boxes { Column::mark("Result").at_least(4).blank() } else { Column::mark("Result") },
        Column::number("No.").long("Black's number").optional(3),
        Column::name("Black"),
        Column::text("Team").at_least(7).long("Black's team").optional(1),
        Column::number("Rtg").long("Black's rating").optional(2),
        Column::number("Pts").long("Black's points"),
    ];
    let hide_points = round == 1;
    let teams = tournament::teams::beside_names(view.state, view.stage);
    let shown = |title: &str| !(hide_points && title == "Pts" || !teams && title == "Team");
    let kept: Vec<bool> = columns.iter().map(|column| shown(&column.title)).collect();
    columns.retain(|column| shown(&column.title));
    let mut table = Table { for_the_wall: true, ..Table::new(columns) };
    let mut push = |cells: Vec<String>| {
        table.push(cells.into_iter().zip(&kept).filter_map(|(cell, kept)| kept.then_some(cell)).collect());
    };
    let Some(paired) = view.round(round) else { return table };
    for (meeting, board) in paired.meetings.iter().zip(1..) {
        let Some(game) = meeting.games.first() else { continue };
        let (white, black) = (game.white, game.black);
        push(vec![
            board.to_string(),
            number(white),
            view.titled_name(white),
            view.team(white),
            view.rating(white),
            score(white),
            words::meeting_result(meeting, &view.state.settings.scoring),
            number(black),
            view.titled_name(black),
            view.team(black),
            view.rating(black),
            score(black),
        ]);
    }
    for (id, result, why) in without_game(view, round) {
        push(vec![
            String::new(),
            number(id),
            view.titled_name(id),
            view.team(id),
            view.rating(id),
            score(id),
            result,
            String::new(),
            why.to_owned(),
            String::new(),
            String::new(),
            String::new(),
        ]);
    }
    table
}

/// Whoever has no game although in the event: the points of the round, and why. Players who are not in the event are left out.
fn without_game(view: &View<'_>, round: RoundNumber) -> Vec<(PlayerId, String, &'static str)> {
    let scoring = &view.state.meeting_scoring(view.stage);
    view.state
        .not_paired(view.stage, round)
        .into_iter()
        .filter_map(|(id, why)| match why {
            NotPaired::Bye(kind) => Some((id, words::bye_points(kind, scoring), words::bye(kind))),
            NotPaired::Waiting => Some((id, "\u{2013}".to_owned(), "waits for an opponent")),
            NotPaired::NotYetEntered | NotPaired::Withdrawn => None,
        })
        .collect()
}

/// Who plays where, in alphabetical order.
pub(super) fn names(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: format!("Who plays where, round {round}"), ..Document::default() };
    let columns = vec![
        Column::name("Name").strong(),
        Column::number("Rtg").long("Rating").optional(2),
        Column::number("Board").strong(),
        Column::mark("Colour"),
        Column::name("Opponent"),
        Column::number("Rtg").long("Opponent's rating").optional(3),
    ];
    let mut table = Table { for_the_wall: true, ..Table::new(columns) };
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let mut add = |id: PlayerId, board: String, color: &str, opponent: String, rating: String| {
        let name = view.titled_name(id);
        rows.push((
            sort_key(&view.state.name(id)),
            vec![name, view.rating(id), board, color.to_owned(), opponent, rating],
        ));
    };
    let meetings = view.round(round).map(|paired| paired.meetings.as_slice()).unwrap_or_default();
    for (meeting, board) in meetings.iter().zip(1..) {
        let Some(game) = meeting.games.first() else { continue };
        let place = board_label(view, round, board);
        for (me, you, color) in [(game.white, game.black, "White"), (game.black, game.white, "Black")] {
            if me == PlayerId::NOBODY {
                continue;
            }
            add(me, place.clone(), color, view.titled_name(you), view.rating(you));
        }
    }
    for (id, _, why) in without_game(view, round) {
        add(id, String::new(), "", why.to_owned(), String::new());
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    for (_, cells) in rows {
        table.push(cells);
    }
    document.blocks.push(Block::Table(table));
    document
}

/// The board as it is called; in a match of teams `2.3`, board 3 of match 2.
fn board_label(view: &View<'_>, round: RoundNumber, board: usize) -> String {
    let found = view.round(round).and_then(|paired| tournament::teams::match_of_board(paired, board as u32));
    found.map_or_else(|| board.to_string(), |m| format!("{}.{}", m.number, board - m.first))
}

/// Sorts names as people look for them: without regard to case, accents of Latin letters, or marks.
pub(super) fn sort_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len() * 2);
    for c in name.chars().flat_map(char::to_lowercase) {
        match plain_letters(c) {
            Some(plain) => key.push_str(plain),
            None if c.is_alphanumeric() => key.push(c),
            None if c.is_whitespace() || c == ',' => key.push(' '),
            None => {}
        }
    }
    // Names that differ in accents only keep a fixed order.
    key.push('\u{1}');
    key.push_str(name);
    key
}

fn plain_letters(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ð' | 'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ё' => "е",
        _ => return None,
    })
}

/// A slip for each game.
pub(super) fn slips(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: format!("Result slips, round {round}"), ..Document::default() };
    let numbers = view.numbers();
    let date = view.state.settings.round_dates.get(round as usize - 1).copied().flatten();
    let round_words = match date {
        Some(date) => format!("Round {round} \u{b7} {date}"),
        None => format!("Round {round}"),
    };
    let side = |id: PlayerId, color: &str| {
        let player = view.player(id);
        let details = [
            player.and_then(|p| p.title).map(|title| title.to_string()).unwrap_or_default(),
            view.rating(id),
            player.map(|p| p.federation.clone()).unwrap_or_default(),
            player.map(|p| p.club.clone()).unwrap_or_default(),
        ];
        let details: Vec<String> = details.into_iter().filter(|text| !text.is_empty()).collect();
        SlipPlayer {
            color: color.to_owned(),
            number: numbers.get(&id).map(|number| format!("No. {number}")).unwrap_or_default(),
            name: view.state.name(id),
            details: details.join(" \u{b7} "),
        }
    };
    let drawn = view.round(round).and_then(|paired| paired.openings.as_deref());
    let opening = |board: usize| {
        let words = drawn.and_then(|drawn| drawn.of_board(board as u32)).map(|opening| opening.words());
        words.map_or_else(String::new, |words| format!("Opening {words}"))
    };
    let slip = |meeting: &Meeting, board: usize| -> Vec<Slip> {
        let several = meeting.games.len() > 1;
        let games = meeting.games.iter().zip(1..);
        games
            .map(|(game, number)| Slip {
                event: view.state.settings.name.clone(),
                round: round_words.clone(),
                board: match (board_label(view, round, board), several) {
                    (label, true) => format!("Board {label}, game {number}"),
                    (label, false) => format!("Board {label}"),
                },
                players: [side(game.white, "White"), side(game.black, "Black")],
                opening: opening(board),
                choices: ["1 \u{2013} 0", "\u{bd} \u{2013} \u{bd}", "0 \u{2013} 1"].map(str::to_owned).to_vec(),
            })
            .collect()
    };
    let meetings = view.round(round).map(|paired| paired.meetings.as_slice()).unwrap_or_default();
    let vacant = |meeting: &Meeting| {
        meeting.games.first().is_some_and(|game| [game.white, game.black].contains(&PlayerId::NOBODY))
    };
    let played = meetings.iter().zip(1..).filter(|(meeting, _)| !vacant(meeting));
    let all: Vec<Slip> = played.flat_map(|(meeting, board)| slip(meeting, board)).collect();
    if all.is_empty() {
        document.blocks.push(Block::Paragraph("No games in this round.".to_owned()));
    } else {
        document.blocks.push(Block::Slips(all));
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_do_not_disturb_the_alphabet() {
        let mut names =
            ["Zander, A", "Öberg, L", "Łukasz, B", "olsen, K", "Oberg, K", "van Dam, C", "Баев, А", "ёлкин", "Ерёмин"];
        names.sort_by_key(|name| sort_key(name));
        assert_eq!(
            names,
            ["Łukasz, B", "Oberg, K", "Öberg, L", "olsen, K", "van Dam, C", "Zander, A", "Баев, А", "ёлкин", "Ерёмин"]
        );
    }
}
