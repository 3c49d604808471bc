//! What screens ask for. Screens change nothing themselves: they hand actions back, and [`super::App`] does them.

use super::remarks::Remarks;
use std::path::PathBuf;
use tournament::command::{Command, Order};
use tournament::csv::EntryList;
use tournament::model::PlayerId;

/// A page of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Page {
    #[default]
    Events,
    Assistant,
    Event,
    Players,
    Rounds,
    Standings,
    Bracket,
    Ranking,
    Series,
    Reports,
    History,
}

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// An event or a report file to open.
    OpenEvent,
    /// An entry list for the assistant.
    AssistantCsv,
    /// Where the new event is kept.
    AssistantFolder,
    /// An entry list for the open event.
    PlayersCsv,
    /// Game records for the round shown.
    Records,
    /// Where a copy of the event is written.
    SaveCopy,
    /// A list of results for the round shown.
    ResultsList,
    /// The organiser's own list of openings.
    OpeningList,
    /// Where the game records of the round shown are written.
    RecordsFolder,
    /// Where documents are written.
    ReportsFolder,
    /// A series to open.
    OpenSeries,
    /// Where a new series is kept.
    NewSeries,
    /// Events that go into the series.
    SeriesEvents,
    /// A rating list to index.
    RatingList,
    /// An index of a rating list.
    RatingIndex,
}

/// A change or a move that a screen asks for.
#[derive(Clone, Debug)]
pub enum Action {
    /// A change to the event.
    Do(Box<Order>),
    /// Changes that belong together, and what is said of them.
    Batch(Vec<Command>, String),
    /// Adds the players of an entry list, with their categories and teams.
    AddList(Box<EntryList>),
    /// Takes the last change back.
    Undo,
    /// Does the last undone change again.
    Redo,
    /// Undoes or redoes until this many entries of the history stand.
    UndoTo(usize),
    /// Shows a page.
    Go(Page),
    /// Shows the reports, with this document chosen.
    Print(reports::What),
    /// Shows a player on the players' page.
    ShowPlayer(PlayerId),
    /// Opens an event file.
    Open(PathBuf),
    /// Opens a copy of a sample in the folder for documents.
    OpenSample(PathBuf),
    /// Goes on with a backup in the place of a damaged file.
    Restore {
        /// The damaged file.
        path: PathBuf,
        /// The backup.
        backup: PathBuf,
    },
    /// Tries to save again.
    Save,
    /// Opens a copy of a sample series in the folder for documents.
    OpenSampleSeries(PathBuf),
    /// Brings a stage into view.
    Stage(tournament::model::StageIndex),
    /// Opens the dialog that makes groups.
    MakeGroups,
    /// Opens the dialog that makes the next stage.
    NextStage,
    /// Starts the assistant, with an entry list where one is given.
    NewEvent(Option<PathBuf>),
    /// Creates the event that the assistant describes.
    CreateEvent,
    /// Closes the event.
    Close,
    /// Lets the user choose a file or folder.
    Pick(Purpose),
    /// A quiet message.
    Say(String),
    /// A quiet message with remarks that can be opened.
    Remark(String, Remarks),
    /// Opens the list of remarks.
    ShowRemarks(Remarks),
    /// A quiet message about something that went wrong.
    Complain(String),
    /// That complaint is settled; it need not be shown any longer.
    Settled(String),
    /// Opens or closes the window for the projector.
    ToggleDisplay,
    /// Shows or hides the overview of keys.
    ToggleHelp,
    /// Opens or closes the dialog of the rating list.
    ToggleLists,
    /// Shows a folder in the system's file manager.
    ShowFolder(PathBuf),
    /// Preferences were changed.
    SavePrefs,
}

impl From<Command> for Action {
    fn from(command: Command) -> Action {
        Action::Do(Box::new(command.into()))
    }
}

impl From<Order> for Action {
    fn from(order: Order) -> Action {
        Action::Do(Box::new(order))
    }
}
