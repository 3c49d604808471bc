//! What the desktop does for the window.

use std::path::Path;
use std::process::{Command, Stdio};

/// Shows a folder in the system's file manager.
///
/// # Errors
/// A sentence that names the folder, when there is no file manager that could be started.
pub fn show_folder(folder: &Path) -> Result<(), String> {
    let program = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Somebody must ask how it ended, or it stays in the system's table of processes.
            let waiter = std::thread::Builder::new().name("file manager".to_owned());
            let _ = waiter.spawn(move || child.wait());
            Ok(())
        }
        Err(error) => {
            Err(format!("{}: {program} cannot be started ({error}); open the folder yourself.", folder.display()))
        }
    }
}
