//! `check`: compares the rounds of report files and events with what their systems give, and lists what the rules would have otherwise.

use super::hints;
use super::input::{self, FiledRound, Source};
use super::{Args, Exit, Outcome, SystemName, output};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pairing::swiss::{self, RoundPairing, System};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tournament::event::Event;
use tournament::recheck::{self, Tables};
use tournament::{standings, trf};

/// Options of `check`.
#[derive(Args)]
pub struct Options {
    /// Report files or events; a folder stands for all `.trf` files below it.
    #[arg(required = true, value_parser = super::input::file_name())]
    paths: Vec<PathBuf>,
    /// The Swiss system; without it each event's own, of report files the one that record 192 names, else Dutch.
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    /// Print the program's own pairing beside the file's for every round.
    #[arg(long)]
    verbose: bool,
    /// Check the points and ranks of the files as well, by their own tie-break lists (records 202 and 212), and what the tables of teams say of every
    /// round (801 and 802); of events after every round.
    #[arg(long)]
    standings: bool,
}

/// What the replay of one file found.
#[derive(Default)]
struct Report {
    rounds: usize,
    differences: usize,
    text: String,
    unreadable: bool,
    /// What was compared, and what could not be.
    compared: Vec<String>,
    open: Vec<String>,
}

impl Report {
    fn line(&mut self, file: &Path, text: impl std::fmt::Display) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{}: {text}", file.display());
    }

    /// A round whose pairs are others than the rules give today. One that was right when it was paired is named, but it is no difference.
    fn round(&mut self, source: &Source, file: &Path, (label, round): (&str, u32), text: &str) {
        let hint = hints::of_round(source, round);
        if let Some(hint) = hint.as_ref().filter(|hint| hint.was_right) {
            self.line(file, format!("{label}round {round}: in order: {}", hint.text));
            self.line(file, format!("{label}round {round}: by the results of today: {text}"));
            return;
        }
        self.differences += 1;
        self.line(file, format!("{label}round {round}: {text}"));
        if let Some(hint) = hint {
            self.line(file, format!("{label}round {round}: hint: {}", hint.text));
        }
    }

    fn fail(&mut self, text: impl std::fmt::Display) {
        self.unreadable = true;
        let _ = writeln!(self.text, "{text}");
    }
}

/// Checks all files and prints `checked F files, R rounds, D differences`.
pub fn run(options: &Options) -> Outcome {
    let files = input::expand(&options.paths, &["trf"])?;
    if files.is_empty() {
        return Err(super::Failure::input("there is no .trf file in these folders"));
    }
    let reports = on_all_cores(&files, |file| check(file, options));
    let mut text = String::new();
    let (mut rounds, mut differences, mut unreadable) = (0, 0, 0);
    let in_full = options.verbose || files.len() == 1;
    for (file, report) in files.iter().zip(&reports) {
        rounds += report.rounds;
        differences += report.differences;
        unreadable += usize::from(report.unreadable);
        text.push_str(&report.text);
        if in_full {
            for line in &report.compared {
                let _ = writeln!(text, "{}: compared: {line}", file.display());
            }
        }
        // Of many files only what is missing among the rounds is worth a line.
        for line in report.open.iter().filter(|line| in_full || !line.starts_with("standings")) {
            let _ = writeln!(text, "{}: not compared: {line}", file.display());
        }
    }
    // Writing to a String cannot fail.
    if unreadable > 0 {
        let files = if unreadable == 1 { "file" } else { "files" };
        let _ = writeln!(text, "{unreadable} {files} could not be read");
    }
    let _ = writeln!(text, "checked {} files, {rounds} rounds, {differences} differences", files.len());
    output::print(text.as_bytes())?;
    Ok(match (unreadable, differences) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::No,
        _ => Exit::BadInput,
    })
}

/// Does the work for every file, on as many threads as there are cores; the answers stand in the order of the files. Runs of more
/// than a second show a progress bar on standard error.
fn on_all_cores(files: &[PathBuf], work: impl Fn(&Path) -> Report + Sync) -> Vec<Report> {
    let bar = ProgressBar::with_draw_target(Some(files.len() as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} files, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(files.len()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(files.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(index) else { break };
                    let report = work(file);
                    bar.inc(1);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, report));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, report)| report).collect()
}

fn check(file: &Path, options: &Options) -> Report {
    let mut report = Report::default();
    let source = match input::open(file) {
        Ok(source) => source,
        Err(failure) => {
            report.fail(failure.message);
            return report;
        }
    };
    let stages = match &source {
        Source::Event(event) if event.state().stages.len() > 1 => event.state().stages.len(),
        _ => 1,
    };
    for stage in 0..stages {
        let label = match &source {
            Source::Event(event) if stages > 1 => {
                let title = event.state().stages.get(stage).map(|header| tournament::stages::title(header, stage));
                format!("{}: ", title.unwrap_or_default())
            }
            _ => String::new(),
        };
        // A report file that tells of adjourned games is compared as the event that it makes: the rounds between were paired with draws.
        let told =
            |trf: &trf::Trf| trf.comments.iter().any(|(_, text)| text.starts_with("Adjourned game finished @ Round "));
        // The first stage keeps its history, which explains differences; later ones are looked at as if each stood alone.
        let alone = match &source {
            Source::Event(event) if stage > 0 => {
                event.state().only_stage(stage).map(|state| Source::Event(Box::new(Event::from_state(state))))
            }
            Source::Report(trf) if is_replayed(&source) && told(trf) => {
                trf::import(trf).ok().map(|(state, _)| Source::Event(Box::new(Event::from_state(state))))
            }
            _ => None,
        };
        check_stage(alone.as_ref().unwrap_or(&source), file, options, &label, &mut report);
    }
    report
}

/// One stage: its rounds, and where asked for its standings.
fn check_stage(source: &Source, file: &Path, options: &Options, label: &str, report: &mut Report) {
    if is_replayed(source) || options.system.is_some() {
        let system = match options.system.map_or_else(|| source.system(), |named| Ok(named.into())) {
            Ok(system) => system,
            Err(failure) => return report.fail(format!("{}: {}", file.display(), failure.message)),
        };
        let rounds = source.rounds_of(system);
        // Rounds that were taken over are those of the earlier stage.
        let taken_over = |round: &u32| matches!(source, Source::Event(event) if event.state().is_carried(0, *round));
        let numbered: Vec<u32> = (1..=rounds).filter(|round| !taken_over(round)).collect();
        for &round in &numbered {
            report.rounds += 1;
            if let Some(text) = round_difference(source, round, (system, options.verbose), &mut report.text, file) {
                report.round(source, file, (label, round), &text);
            }
        }
        report.compared.extend(pairs_of(label, &numbered, system_words(system)));
    } else {
        check_rounds(source, file, label, report);
    }
    if options.standings {
        check_standings(source, file, label, report);
    }
}

/// `pairs of rounds 1 to 9 (Dutch Swiss)`.
fn pairs_of(label: &str, rounds: &[u32], by: &str) -> Option<String> {
    let word = if rounds.len() == 1 { "round" } else { "rounds" };
    (!rounds.is_empty()).then(|| format!("{label}pairs of {word} {} ({by})", recheck::round_list(rounds)))
}

fn system_words(system: System) -> &'static str {
    match system {
        System::Dutch => "Dutch system",
        System::Dubov => "Dubov system",
        System::Burstein => "Burstein system",
        System::DoubleSwiss => "Double-Swiss system",
        System::Lim => "Lim system",
    }
}

/// Swiss events of players are paired again round by round, as they stand in the file.
fn is_replayed(source: &Source) -> bool {
    if source.is_team_event() {
        return false;
    }
    match source {
        Source::Report(trf) => {
            let code = trf.header.type_code.to_ascii_uppercase();
            trf.pairing_kind() == tournament::crosstable::PairingKind::Swiss
                && !code.contains("KNOCKOUT")
                && code != "CUSTOM_SWISS"
        }
        Source::Event(_) => source.system().is_ok(),
    }
}

/// The rounds of every other system: tables, knockouts, teams.
fn check_rounds(source: &Source, file: &Path, label: &str, report: &mut Report) {
    let (found, by) = match source {
        Source::Event(event) => (recheck::rounds(event.state(), 0), recheck::rules_of(event.state(), 0)),
        Source::Report(trf) => match trf::import(trf) {
            Ok((state, _)) => {
                let own = trf.header.type_code.to_ascii_uppercase().starts_with("CUSTOM");
                let tables = if own { Tables::Own } else { Tables::Berger };
                let by = if own { "every pair as often as there are cycles" } else { recheck::rules_of(&state, 0) };
                (recheck::rounds_by(&state, 0, tables), by)
            }
            Err(error) => return report.fail(format!("{}: {error}", file.display())),
        },
    };
    let (mut same, mut open): (Vec<u32>, Vec<(String, Vec<u32>)>) = (Vec::new(), Vec::new());
    for (round, outcome) in found {
        let text = match outcome {
            recheck::Outcome::Same => None,
            recheck::Outcome::Different { held, rules } => Some(format!("the file has {held}, the rules give {rules}")),
            recheck::Outcome::Impossible(reason) => Some(reason),
            recheck::Outcome::NotCompared(reason) => {
                match open.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, rounds)) => rounds.push(round),
                    None => open.push((reason, vec![round])),
                }
                continue;
            }
        };
        report.rounds += 1;
        same.push(round);
        if let Some(text) = text {
            report.round(source, file, (label, round), &text);
        }
    }
    report.compared.extend(pairs_of(label, &same, by));
    for (reason, rounds) in open {
        let word = if rounds.len() == 1 { "round" } else { "rounds" };
        report.open.push(format!("{label}pairs of {word} {}: {reason}", recheck::round_list(&rounds)));
    }
}

/// Points and ranks of a report file against its own tie-break list; of an event round by round against its own report file.
fn check_standings(source: &Source, file: &Path, label: &str, report: &mut Report) {
    let checked = match source {
        Source::Report(trf) => standings::check_file(trf),
        Source::Event(event) => standings::check_event(event.state(), 0),
    };
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) => return report.fail(format!("{}: {error}", file.display())),
    };
    report.differences += checked.found.len();
    for (round, difference) in checked.found {
        report.line(file, format!("{label}standings: round {round}: {difference}"));
    }
    if let Some(hint) = checked.hint {
        report.line(file, format!("{label}standings: hint: {hint}"));
    }
    report.compared.extend(checked.compared.iter().map(|text| format!("{label}{text}")));
    report.open.extend(checked.open);
}

/// What is different in a round, if anything; with `--verbose` both pairings go to `text`.
fn round_difference(
    source: &Source,
    round: u32,
    (system, verbose): (System, bool),
    text: &mut String,
    file: &Path,
) -> Option<String> {
    let filed = source.pairs_of(system, round)?;
    let position = match source.position(system, round) {
        Ok(position) => position,
        Err(failure) => return Some(failure.message),
    };
    let ours = match swiss::pair(system, &position) {
        Ok(ours) => ours,
        Err(error) => return Some(format!("{error}; the file has {}", listing(&filed.pairing))),
    };
    if verbose {
        let _ = writeln!(text, "{}: round {round}: file {}", file.display(), listing(&filed.pairing));
        let _ = writeln!(text, "{}: round {round}: ours {}", file.display(), listing(&ours));
    }
    compare(&ours, &filed)
}

/// Compares as sets; pairs without colours in the file are compared without them.
fn compare(ours: &RoundPairing, filed: &FiledRound) -> Option<String> {
    let key = |white: u32, black: u32| (white, black);
    let loose = |a: u32, b: u32| (a.min(b), a.max(b));
    let without: BTreeSet<_> = filed.without_color.iter().map(|&(a, b)| loose(a, b)).collect();
    let ours_all: BTreeSet<_> = ours
        .pairs
        .iter()
        .filter(|pair| !without.contains(&loose(pair.white, pair.black)))
        .map(|pair| key(pair.white, pair.black))
        .collect();
    let mut filed_all: BTreeSet<_> = filed.pairing.pairs.iter().map(|pair| key(pair.white, pair.black)).collect();
    let met: BTreeSet<_> = ours.pairs.iter().map(|pair| loose(pair.white, pair.black)).collect();
    filed_all.extend(without.difference(&met));
    if ours_all == filed_all && ours.bye == filed.pairing.bye {
        return None;
    }
    let words = |set: Vec<&(u32, u32)>, bye: Option<u32>, other: Option<u32>| {
        let mut parts: Vec<String> = set.iter().map(|(white, black)| format!("{white}-{black}")).collect();
        if bye != other {
            parts.push(bye.map_or("no bye".to_owned(), |player| format!("bye {player}")));
        }
        parts.join(" ")
    };
    Some(format!(
        "the file has {}, the rules give {}",
        words(filed_all.difference(&ours_all).collect(), filed.pairing.bye, ours.bye),
        words(ours_all.difference(&filed_all).collect(), ours.bye, filed.pairing.bye),
    ))
}

fn listing(pairing: &RoundPairing) -> String {
    let mut pairs: Vec<_> = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    pairs.sort_unstable();
    let mut parts: Vec<String> = pairs.iter().map(|(white, black)| format!("{white}-{black}")).collect();
    parts.extend(pairing.bye.map(|player| format!("bye {player}")));
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairing::swiss::Pair;

    fn round(pairs: &[(u32, u32)], bye: Option<u32>) -> RoundPairing {
        RoundPairing { pairs: pairs.iter().map(|&(white, black)| Pair { white, black }).collect(), bye }
    }

    #[test]
    fn colours_and_byes_count_but_not_the_order() {
        let ours = round(&[(1, 3), (4, 2)], Some(5));
        let same = FiledRound { pairing: round(&[(4, 2), (1, 3)], Some(5)), without_color: Vec::new() };
        assert_eq!(compare(&ours, &same), None);
        let turned = FiledRound { pairing: round(&[(4, 2), (3, 1)], Some(5)), without_color: Vec::new() };
        assert_eq!(compare(&ours, &turned).as_deref(), Some("the file has 3-1, the rules give 1-3"));
        let bye = FiledRound { pairing: round(&[(4, 2), (1, 3)], None), without_color: Vec::new() };
        assert_eq!(compare(&ours, &bye).as_deref(), Some("the file has no bye, the rules give bye 5"));
        let colorless = FiledRound { pairing: round(&[(4, 2)], Some(5)), without_color: vec![(3, 1)] };
        assert_eq!(compare(&ours, &colorless), None);
    }
}
