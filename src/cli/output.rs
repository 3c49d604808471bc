//! Writing answers: to standard output or to a file.

use super::{Exit, Failure, Outcome};
use std::io::Write;
use std::path::Path;

/// Writes the bytes to `path`, or to standard output when there is none.
///
/// # Errors
/// A failure with [`Exit::CannotWrite`] that names the file.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Outcome {
    match path {
        Some(path) => {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)
                    .map_err(|error| Failure::output(format!("{}: {error}", folder.display())))?;
            }
            std::fs::write(path, bytes).map_err(|error| Failure::output(format!("{}: {error}", path.display())))?;
        }
        None => print(bytes)?,
    }
    Ok(Exit::Done)
}

/// "1 file", "2 files".
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Writes the bytes to standard output. A reader that closed the pipe early is not an error.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::output(error)),
        _ => Ok(()),
    }
}

/// A table as text with aligned columns, two spaces between them; numbers to the right.
pub fn text_table(header: &[String], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..header.len())
        .map(|c| rows.iter().map(|r| r[c].chars().count()).chain([header[c].chars().count()]).max().unwrap_or(0))
        .collect();
    let numeric: Vec<bool> = (0..header.len())
        .map(|c| rows.iter().all(|r| r[c].chars().all(|ch| ch.is_ascii_digit() || ".-+½".contains(ch))))
        .collect();
    let mut text = String::new();
    for row in std::iter::once(header).chain(rows.iter().map(Vec::as_slice)) {
        let mut line = String::new();
        for (c, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[c] - cell.chars().count());
            let (before, after) = if numeric[c] { (pad.as_str(), "") } else { ("", pad.as_str()) };
            line.push_str(&format!("{}{before}{cell}{after}", if c > 0 { "  " } else { "" }));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
