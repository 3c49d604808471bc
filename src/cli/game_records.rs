//! `event records` and `event export-records`: game records into an event and out of it.

use super::event::{ExportRecords, FromFiles, apply, open, say, stage_of, tell};
use super::{Exit, Failure, Outcome, input, output};
use std::path::Path;
use tournament::records;

/// Matches records to boards and enters what is sure. All files are read before anything is entered.
pub(super) fn enter(options: &FromFiles) -> Outcome {
    let mut file = open(&options.on)?;
    let state = file.event().state().clone();
    let stage = stage_of(&options.on, &state)?;
    let round = options.round.unwrap_or(state.rounds_paired(stage));
    let paths = input::expand(&options.files, &["pgn", "pdn"])?;
    if paths.is_empty() {
        return Err(Failure::input("there is no .pgn or .pdn file in these folders"));
    }
    let mut matcher = records::Matcher::new(&state, stage, round);
    let mut files = Vec::new();
    for path in &paths {
        let found = matcher.read(&input::bytes(path)?);
        if found.is_empty() {
            return Err(Failure::input(format!("{}: no game in the file", path.display())));
        }
        files.push(found);
    }
    records::settle(&state, files.iter_mut().flatten());
    let mut left = 0;
    for (path, matches) in paths.iter().zip(&files) {
        for found in matches {
            let white = found.record.white().unwrap_or("?");
            let black = found.record.black().unwrap_or("?");
            let place = found.place().map(|at| format!("board {}", records::place_text(&state, at)));
            let place = place.unwrap_or_else(|| "no board".to_owned());
            let result = records::result_text(found.result);
            say(&format!("{}: {white} - {black}: {place}, {result}", path.display()))?;
            if found.known {
                say("    Result and record are in the event already.")?;
            }
            for doubt in found.doubts() {
                say(&format!("    {doubt}"))?;
            }
        }
        left += matches.iter().filter(|found| !found.is_sure()).count();
        // The name alone: the event may go to another machine, where the folder means nothing.
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if let Some(command) = records::orders(matches, &name, |_| false) {
            tell(&apply(&mut file, &options.on, command)?)?;
        }
    }
    if left > 0 {
        let what = if left == 1 { "1 record was".to_owned() } else { format!("{left} records were") };
        say(&format!("{what} not entered; look at them and enter their results by hand"))?;
        return Ok(Exit::No);
    }
    Ok(Exit::Done)
}

/// Writes the kept records of a round.
pub(super) fn export(options: &ExportRecords) -> Outcome {
    let event = tournament::store::read(&options.on.event).map_err(Failure::input)?;
    let stage = stage_of(&options.on, event.state())?;
    let round = options.round.unwrap_or(event.state().rounds_paired(stage));
    let files = records::export(event.state(), stage, round);
    if files.is_empty() {
        return Err(Failure::new(Exit::No, format!("no records are kept for round {round}")));
    }
    let Some(path) = &options.output else {
        for (_, text) in &files {
            output::print(text.as_bytes())?;
        }
        return Ok(Exit::Done);
    };
    let folder = path.is_dir();
    let to_write = files.iter().enumerate().map(|(index, (name, text))| {
        // Chess and draughts in one round go into two files.
        let path = match (folder, index) {
            (true, _) => path.join(name),
            (false, 0) => path.clone(),
            (false, _) => path.with_extension(name.rsplit('.').next().unwrap_or("txt")),
        };
        (path, text)
    });
    let to_write: Vec<_> = to_write.collect();
    for (path, _) in &to_write {
        may_replace(path)?;
    }
    for (path, text) in to_write {
        output::write(Some(&path), text.as_bytes())?;
        let count = match rules::read_records(text.as_bytes()).count() {
            1 => "1 game".to_owned(),
            count => format!("{count} games"),
        };
        say(&format!("{}: {count} of round {round} written", path.display()))?;
    }
    Ok(Exit::Done)
}

/// Only game records may be written over: an event file or another document is not lost by a slip in the name.
fn may_replace(path: &Path) -> Result<(), Failure> {
    if !path.exists() {
        return Ok(());
    }
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let records = ending.is_some_and(|ending| ending == "pgn" || ending == "pdn") && {
        let old = input::bytes(path)?;
        let begin = old.iter().find(|byte| !byte.is_ascii_whitespace() && byte.is_ascii());
        matches!(begin, None | Some(b'[' | b'%'))
    };
    if records {
        return Ok(());
    }
    let text = format!("{}: the file exists and holds no game records; choose another name", path.display());
    Err(Failure::output(text))
}
