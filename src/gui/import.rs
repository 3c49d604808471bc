//! A report file that is to become an event: what was repaired, and which of its rounds the rules give otherwise, is read before it is done (level 3 of the
//! warnings of FIDE mode).

use super::doc::Doc;
use super::message;
use super::prefs::documents_folder;
use super::remarks;
use super::theme::Palette;
use super::widgets;
use eframe::egui::{self, Key, Modifiers, RichText};
use std::path::{Path, PathBuf};
use tournament::event::Event;
use tournament::model::State;
use tournament::store::{EventFile, OpenError, SUFFIX};
use tournament::trf;

/// A report file that was read.
pub struct Import {
    path: PathBuf,
    state: State,
    /// The pairing program that the file names.
    program: String,
    remarks: Vec<String>,
}

impl Import {
    /// Reads a report file and checks its rounds.
    ///
    /// # Errors
    /// A sentence with the place and the remedy.
    pub fn read(path: &Path) -> Result<Import, String> {
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}."))?;
        let trf = trf::read(&bytes).map_err(|error| format!("{name}: {error}"))?;
        let (state, remarks) = trf::import(&trf).map_err(|error| format!("{name}: {error}"))?;
        let program = trf.header.program.clone();
        let checked = trf::replay_of(&state, 0, &program);
        let remarks = remarks.iter().chain(&checked).map(|remark| remark.to_string()).collect();
        Ok(Import { path: path.to_owned(), state, program, remarks })
    }

    /// Rounds that somebody else has paired: then the import is asked about.
    pub fn rounds(&self) -> u32 {
        self.state.rounds_paired(0)
    }

    /// Makes the event file, beside the report file or in the folder for documents.
    ///
    /// # Errors
    /// When neither place can be written.
    pub fn create(self) -> Result<Doc, String> {
        let name = self.path.file_stem();
        let stem = name.map_or_else(|| "Event".to_owned(), |stem| stem.to_string_lossy().into_owned());
        let folder = self.path.parent().map(Path::to_owned).unwrap_or_default();
        for folder in [folder, documents_folder()] {
            for number in 1..100 {
                let number = if number == 1 { String::new() } else { format!(" {number}") };
                let target = folder.join(format!("{stem}{number}{SUFFIX}"));
                match EventFile::create(&target, Event::from_state(self.state.clone())) {
                    Ok(file) => return Ok(Doc::imported(file, self.remarks)),
                    Err(OpenError::Exists { .. }) => {}
                    Err(_) => break,
                }
            }
        }
        let name = self.path.display();
        Err(format!("{name}: no event file can be written beside it or in the folder for documents."))
    }

    /// Draws the question; `Some` is the answer.
    pub fn show(&self, ctx: &egui::Context) -> Option<bool> {
        let mut answer = None;
        let modal = egui::Modal::new(egui::Id::unique("import")).frame(message::frame(ctx)).show(ctx, |ui| {
            let room = ctx.content_rect();
            ui.set_width(620.0_f32.min(room.width() - 64.0));
            let p = Palette::of(ui);
            ui.label(RichText::new("Import this report file?").heading());
            ui.add_space(4.0);
            let settings = &self.state.settings;
            let rounds = self.rounds();
            let players = self.state.players.len();
            let word = if rounds == 1 { "round" } else { "rounds" };
            ui.label(RichText::new(&settings.name).strong());
            let different = self.remarks.iter().filter(|text| text.contains("the rules give")).count();
            if trf::is_own(&self.program) && different == 0 {
                ui.label(format!("{players} players, {rounds} {word} paired by {}.", self.program));
            } else {
                ui.label(format!("{players} players, {rounds} {word} that this program did not pair."));
            }
            ui.label(format!("The event and its report file will say \"Import @ Round {rounds}\"."));
            ui.add_space(8.0);
            let summary = match different {
                0 => "Every round that could be compared is as the rules give it.".to_owned(),
                1 => "1 round differs from what the rules give.".to_owned(),
                n => format!("{n} rounds differ from what the rules give."),
            };
            ui.label(RichText::new(summary).color(if different > 0 { p.amber } else { p.text }));
            ui.add_space(4.0);
            remarks::list(ui, &self.remarks, (room.height() - 320.0).clamp(80.0, 320.0));
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let enter = ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
                if widgets::primary(ui, true, "Import").clicked() || enter {
                    answer = Some(true);
                }
                if ui.add(egui::Button::new("Cancel").min_size(egui::vec2(0.0, 32.0))).clicked() {
                    answer = Some(false);
                }
            });
        });
        if answer.is_none() && modal.should_close() {
            answer = Some(false);
        }
        answer
    }
}
