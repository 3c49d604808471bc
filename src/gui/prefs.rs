//! What the window remembers between two starts: looks, key profile, recent files.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Which theme is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What the digits mean when results are entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeyProfile {
    /// As on the score sheet: `1` White wins, `0` Black wins, `5` or `=` draw.
    #[default]
    ScoreSheet,
    /// As in a list: `1` White, `2` Black, `3` draw, `0` clears.
    List,
}

/// Preferences of this machine's user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// Theme.
    pub theme: ThemeChoice,
    /// Scale in per cent, 100 to 200.
    pub scale: u16,
    /// Narrow rows.
    pub dense: bool,
    /// Key profile.
    pub keys: KeyProfile,
    /// Event files opened before, newest first.
    pub recent: Vec<PathBuf>,
    /// The folder that the file dialog shows first.
    pub folder: Option<PathBuf>,
    /// The index of the rating list in use; `None`: that of FIDE's list in the user's data folder, if there is one.
    pub rating_index: Option<PathBuf>,
    /// Hidden columns of the players' table.
    pub hidden_columns: Vec<String>,
    /// Where this is kept; `None` keeps nothing (tests).
    #[serde(skip)]
    file: Option<PathBuf>,
}

impl Default for Prefs {
    fn default() -> Self {
        Prefs {
            theme: ThemeChoice::System,
            scale: 100,
            dense: false,
            keys: KeyProfile::ScoreSheet,
            recent: Vec::new(),
            folder: None,
            rating_index: None,
            hidden_columns: ["Id", "Birth", "Club", "Board"].map(str::to_owned).to_vec(),
            file: None,
        }
    }
}

impl Prefs {
    /// Reads the preferences; whatever cannot be read is as on the first day.
    pub fn load() -> Prefs {
        let file = config_folder().map(|folder| folder.join("window.ron"));
        let text = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        let mut prefs: Prefs = text.and_then(|text| ron::from_str(&text).ok()).unwrap_or_default();
        prefs.scale = prefs.scale.clamp(100, 200);
        prefs.file = file;
        prefs
    }

    /// Writes the preferences. A failure is silent: nothing of the event hangs on it.
    pub fn save(&self) {
        let Some(file) = &self.file else { return };
        if let (Some(folder), Ok(text)) = (file.parent(), ron::ser::to_string_pretty(self, Default::default())) {
            let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(file, text));
        }
    }

    /// Puts a file at the head of the list of recent ones.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|other| *other != path);
        self.folder = path.parent().map(Path::to_owned);
        self.recent.insert(0, path);
        self.recent.truncate(12);
        self.save();
    }

    /// The index of the rating list in use.
    pub fn list_index(&self) -> Option<PathBuf> {
        // Tests keep no preferences and see nothing of the machine that they run on.
        let usual = || self.file.is_some().then(|| tournament::rating_list::default_path("FIDE")).flatten();
        self.rating_index.clone().or_else(|| usual().filter(|path| path.is_file()))
    }

    /// Height of a row of a table in points.
    pub fn row_height(&self) -> f32 {
        if self.dense { 22.0 } else { 28.0 }
    }
}

/// The folder for preferences, as each system wants it.
fn config_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(target_os = "windows") {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_CONFIG_HOME").or_else(|| from("HOME").map(|home| home.join(".config")))
    };
    base.map(|base| base.join("pairwright"))
}

/// The user's folder for documents, or the home folder.
pub fn documents_folder() -> PathBuf {
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).map(PathBuf::from);
    let documents = home.as_ref().map(|home| home.join("Documents")).filter(|folder| folder.is_dir());
    documents.or(home).unwrap_or_else(|| PathBuf::from("."))
}
