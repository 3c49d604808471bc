//! The openings that were drawn for a round (`source-requirements` T9).

use super::View;
use crate::document::{Block, Column, Document, Field, Table};
use tournament::model::{Color, DrawnOpening, RoundNumber};
use tournament::openings::{black_begins, pieces};

/// One opening for the round in words, or the openings board by board.
pub(super) fn openings(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: format!("Drawn openings, round {round}"), ..Document::default() };
    let Some(paired) = view.round(round) else { return document };
    let Some(drawn) = paired.openings.as_deref() else {
        document.blocks.push(Block::Paragraph("No opening is drawn for this round.".to_owned()));
        return document;
    };
    document.fields.push(Field::new("Draw", drawn.origin()));
    if black_begins(&view.state.settings) {
        document.fields.push(Field::new("First move", "Black (dark) begins"));
    }
    let several = paired.meetings.iter().any(|meeting| meeting.games.len() > 1);
    if several {
        document.fields.push(Field::new("Holds for", "all games of a meeting"));
    }
    if !drawn.per_meeting {
        if let Some(opening) = drawn.of_board(1) {
            document.blocks.push(Block::Heading(opening.words()));
            document.blocks.extend(position(view, opening).into_iter().map(Block::Paragraph));
        }
        return document;
    }
    let columns = vec![
        Column::number("Board").strong(),
        Column::name("White"),
        Column::name("Black"),
        Column::text("Opening").wrapped(),
        Column::mark("To move"),
    ];
    let mut table = Table::new(columns);
    for (meeting, board) in paired.meetings.iter().zip(1..) {
        let Some(game) = meeting.games.first() else { continue };
        let opening = drawn.of_board(board);
        table.push(vec![
            board.to_string(),
            view.titled_name(game.white),
            view.titled_name(game.black),
            opening.map_or_else(|| "not drawn".to_owned(), DrawnOpening::words),
            opening.and_then(DrawnOpening::to_move).map_or("", color).to_owned(),
        ]);
    }
    document.blocks.push(Block::Table(table));
    document
}

/// The position after the opening, in words.
fn position(view: &View<'_>, opening: &DrawnOpening) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some([white, black]) = pieces(&view.state.settings, &opening.fen) {
        lines.push(format!("White: {white}"));
        lines.push(format!("Black: {black}"));
    }
    lines.extend(opening.to_move().map(|side| format!("{} to move.", color(side))));
    lines
}

fn color(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
