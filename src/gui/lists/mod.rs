//! The rating list in use: where its index is, searching it, and indexing a new one in a thread of its own.

mod dialog;

use super::action::Action;
use super::prefs::Prefs;
use dialog::Form;
use eframe::egui;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};
use tournament::rating_list::{
    self, IndexOptions, IndexReport, ListError, ListInfo, ListedPlayer, Phase, Progress, Query, RatingList,
};

/// Most players that a search while typing shows.
pub const MOST: usize = 8;

/// What is known of the list in use.
#[derive(Default)]
enum Slot {
    /// Nobody has asked yet.
    #[default]
    Unopened,
    /// No list is indexed.
    None,
    /// Open.
    Open(Box<RatingList>),
    /// It cannot be used; the text says what to do.
    Broken(String),
}

/// Indexing in the background.
struct Job {
    cancel: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
    answer: mpsc::Receiver<Result<IndexReport, ListError>>,
    thread: Option<std::thread::JoinHandle<()>>,
    target: PathBuf,
    started: Instant,
}

impl Drop for Job {
    /// Stops the work, so that no scratch file stays behind; it looks at the mark every few milliseconds.
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What came of the last indexing.
enum Outcome {
    Done(Box<IndexReport>, Duration),
    Failed(String),
}

/// The rating list and its dialog.
#[derive(Default)]
pub struct Lists {
    /// The dialog is open.
    pub open: bool,
    /// Where indexes are kept; `None`: in the user's data folder.
    pub folder: Option<PathBuf>,
    slot: Slot,
    job: Option<Job>,
    form: Option<Form>,
    outcome: Option<Outcome>,
}

impl Lists {
    /// The list in use, opened when it is first asked for.
    pub fn list(&mut self, prefs: &Prefs) -> Option<&RatingList> {
        if let Slot::Unopened = self.slot {
            self.slot = match prefs.list_index() {
                None => Slot::None,
                Some(path) => match RatingList::open(&path) {
                    Ok(list) => Slot::Open(Box::new(list)),
                    Err(error) => Slot::Broken(error.to_string()),
                },
            };
        }
        match &self.slot {
            Slot::Open(list) => Some(list),
            _ => None,
        }
    }

    /// Name and date of the list in use.
    pub fn info(&mut self, prefs: &Prefs) -> Option<ListInfo> {
        self.list(prefs).map(|list| list.info().clone())
    }

    /// Why the list cannot be used.
    pub fn trouble(&self) -> Option<&str> {
        match &self.slot {
            Slot::Broken(text) => Some(text),
            _ => None,
        }
    }

    /// Whoever fits what is typed, the best first.
    pub fn find(&mut self, prefs: &Prefs, text: &str) -> Vec<ListedPlayer> {
        let Some(list) = self.list(prefs) else { return Vec::new() };
        match list.search(&Query { text: text.to_owned(), federation: None, limit: MOST }) {
            Ok(found) => found,
            Err(error) => {
                self.slot = Slot::Broken(error.to_string());
                Vec::new()
            }
        }
    }

    /// Takes a list file; the dialog then asks what must be known to index it.
    pub fn choose(&mut self, path: &Path) {
        self.open = true;
        self.outcome = None;
        match Form::of(path) {
            Ok(form) => self.form = Some(form),
            Err(text) => self.outcome = Some(Outcome::Failed(text)),
        }
    }

    /// Uses an index that is there already.
    pub fn use_index(&mut self, path: &Path, prefs: &mut Prefs) {
        self.open = true;
        self.form = None;
        match RatingList::open(path) {
            Ok(list) => {
                self.outcome = None;
                self.slot = Slot::Open(Box::new(list));
                prefs.rating_index = Some(path.to_owned());
                prefs.save();
            }
            Err(error) => self.outcome = Some(Outcome::Failed(error.to_string())),
        }
    }

    /// A list is being indexed.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// How far indexing has come: what is done, and the share of it from 0 to 1.
    fn progress(&self) -> Option<(&'static str, f32)> {
        let job = self.job.as_ref()?;
        let progress = job.progress.lock().ok().and_then(|progress| *progress);
        Some(match progress {
            None => ("Opening the list", 0.0),
            Some(Progress { phase, done, total }) => {
                let share = if total == 0 { 0.0 } else { done as f32 / total as f32 };
                // Reading takes about three quarters of the time.
                match phase {
                    Phase::Reading => ("Reading the list", share * 0.75),
                    Phase::Writing => ("Writing the index", 0.75 + share * 0.25),
                }
            }
        })
    }

    /// Begins to index a list.
    fn start(&mut self, ctx: &egui::Context, file: PathBuf, target: PathBuf, options: IndexOptions) {
        self.outcome = None;
        if cfg!(windows) {
            // An open file cannot be replaced there.
            self.slot = Slot::Unopened;
        }
        let (cancel, progress) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(None)));
        let (send, answer) = mpsc::channel();
        let (stop, shown, path, ctx) = (cancel.clone(), progress.clone(), target.clone(), ctx.clone());
        let work = move || {
            let mut painted = Instant::now();
            let report = rating_list::index(&file, &path, &options, &mut |progress| {
                if let Ok(mut shown) = shown.lock() {
                    *shown = Some(progress);
                }
                if painted.elapsed() > Duration::from_millis(50) {
                    painted = Instant::now();
                    ctx.request_repaint();
                }
                if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // Nobody listens any more when the window was closed.
            let _ = send.send(report);
            ctx.request_repaint();
        };
        match std::thread::Builder::new().name("rating list".to_owned()).spawn(work) {
            Ok(thread) => {
                let thread = Some(thread);
                self.job = Some(Job { cancel, progress, answer, thread, target, started: Instant::now() });
            }
            Err(error) => self.outcome = Some(Outcome::Failed(format!("No thread could be started: {error}."))),
        }
    }

    /// Stops indexing; the index stays as it was.
    fn stop(&self) {
        if let Some(job) = &self.job {
            job.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Looks whether indexing has ended; called with every frame.
    pub fn poll(&mut self, prefs: &mut Prefs, out: &mut Vec<Action>) {
        let Some(job) = &self.job else { return };
        let answer = match job.answer.try_recv() {
            Ok(answer) => answer,
            Err(mpsc::TryRecvError::Empty) => return,
            Err(mpsc::TryRecvError::Disconnected) => {
                let message = "indexing ended unexpectedly; try again, or give another file".to_owned();
                Err(ListError::File { file: job.target.clone(), message })
            }
        };
        let (target, took) = (job.target.clone(), job.started.elapsed());
        self.job = None;
        match answer {
            Ok(report) => {
                prefs.rating_index = Some(target);
                prefs.save();
                self.slot = Slot::Unopened;
                self.form = None;
                let text = format!("Rating list {}: {} players.", report.info.label(), thousands(report.info.players));
                out.push(Action::Say(text));
                self.outcome = Some(Outcome::Done(Box::new(report), took));
            }
            Err(ListError::Stopped) => {
                self.outcome = Some(Outcome::Failed("Stopped. The list in use is as it was.".to_owned()));
            }
            Err(error) => {
                if !self.open {
                    out.push(Action::Complain(error.to_string()));
                }
                self.outcome = Some(Outcome::Failed(error.to_string()));
            }
        }
    }
}

/// "1 500 000", with narrow spaces.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202F}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([7, 1234, 1_500_000].map(super::thousands), ["7", "1\u{202F}234", "1\u{202F}500\u{202F}000"]);
    }
}
