//! FIDE's list in XML: a `<player>` for each player, an element for each cell.

use super::ListError;
use super::columns::{self, Field};
use super::player::Row;
use super::source::{Context, Sink, text};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::io::BufRead;

/// Reads the players.
pub(super) fn read(reader: impl BufRead, context: &mut Context, sink: &mut Sink) -> Result<(), ListError> {
    let mut xml = Reader::from_reader(reader);
    let mut buffer = Vec::new();
    let mut player: Option<(u64, Row)> = None;
    let mut field: Option<Field> = None;
    let mut cell = String::new();
    let file = context.file;
    loop {
        let event = xml.read_event_into(&mut buffer);
        let line = context.position.lines.get() + 1;
        match event {
            Ok(Event::Start(tag)) => {
                let name = tag.local_name();
                if name.as_ref() == b"player" {
                    player = Some((line, Row::default()));
                } else if player.is_some() {
                    field = columns::field(&text(name.as_ref()));
                }
                cell.clear();
            }
            Ok(Event::Text(part)) => cell.push_str(&text(&part)),
            Ok(Event::CData(part)) => cell.push_str(&text(&part)),
            Ok(Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(character)) => cell.push(character),
                _ => cell.push_str(quick_xml::escape::resolve_predefined_entity(&text(&name)).unwrap_or(" ")),
            },
            Ok(Event::End(tag)) => {
                if tag.local_name().as_ref() == b"player" {
                    if let Some((line, row)) = player.take() {
                        sink(context, line, row)?;
                    }
                } else if let (Some(found), Some((_, row))) = (field.take(), &mut player) {
                    if !context.fields.contains(&found) {
                        context.fields.push(found);
                    }
                    row.set(found, &cell);
                }
            }
            Ok(Event::Eof) if player.is_some() => {
                return Err(ListError::line(file, line, "the file ends inside a player; fetch the list again"));
            }
            Ok(Event::Eof) => return Ok(()),
            Ok(_) => {}
            Err(error) => {
                let message = format!("this is no well-formed XML ({error}); fetch the list again");
                return Err(ListError::line(file, line, message));
            }
        }
        buffer.clear();
    }
}
