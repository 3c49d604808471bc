//! `list`: indexes a rating list and searches it.

use super::event::{self, Only};
use super::output;
use super::{Args, Exit, Failure, Outcome, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::path::PathBuf;
use tournament::model::PlayerId;
use tournament::model::{PartialDate, Sex};
use tournament::rating_list::{
    self, ColumnMap, FieldChange, Found, IndexOptions, Kind, ListError, ListedPlayer, Names, Phase, Proposal, Query,
    RatingList,
};

/// What to do with a rating list.
#[derive(Subcommand)]
pub enum Command {
    /// Index a list as distributed (text, XML, CSV, or a zip of one of them), so that it can be searched.
    Index(Index),
    /// Search an indexed list by name or identity number.
    Find(Find),
}

/// Which index.
#[derive(Args)]
struct Place {
    /// Name of the list, as ratings carry it.
    #[arg(long, default_value = "FIDE")]
    list: String,
    /// The index file; without it one in the user's data folder, named after the list.
    #[arg(long)]
    index: Option<PathBuf>,
}

impl Place {
    fn path(&self) -> Result<PathBuf, Failure> {
        let default = || rating_list::default_path(&self.list);
        self.index.clone().or_else(default).ok_or_else(|| {
            Failure::usage("the system names no data folder of the user; say where the index is with --index PATH")
        })
    }
}

/// Options of `list index`.
#[derive(Args)]
pub struct Index {
    /// The list.
    file: PathBuf,
    /// The list's date, for example 2026-12-01; without it the one that the list or its name tells.
    #[arg(long)]
    date: Option<String>,
    /// A column of a CSV list whose name does not say what it holds, for example rating=DWZ.
    #[arg(long, value_name = "FIELD=HEADER")]
    column: Vec<String>,
    #[command(flatten)]
    place: Place,
}

/// Options of `list find`.
#[derive(Args)]
pub struct Find {
    /// Words of the name or their beginnings, in any order; or the beginning of an identity number.
    #[arg(required = true)]
    text: Vec<String>,
    /// Only players of this federation.
    #[arg(long)]
    federation: Option<String>,
    /// Most players to print.
    #[arg(long, default_value_t = 20)]
    limit: usize,
    #[command(flatten)]
    place: Place,
}

/// Options of `event refresh`.
#[derive(Args)]
pub struct Refresh {
    #[command(flatten)]
    on: Only,
    /// The index of the list, as `list index` wrote it; without it that of FIDE's list in the user's data folder.
    #[arg(long, value_name = "INDEX")]
    list: Option<PathBuf>,
    /// Names too are written as in the list.
    #[arg(long)]
    names: bool,
    /// Print what would change and change nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Runs a command.
pub fn run(command: &Command) -> Outcome {
    match command {
        Command::Index(options) => index(options),
        Command::Find(options) => find(options),
    }
}

fn failure(error: ListError) -> Failure {
    match error {
        ListError::CannotWrite { .. } => Failure::output(error),
        _ => Failure::input(error),
    }
}

fn index(options: &Index) -> Outcome {
    let date: Option<PartialDate> = options.date.as_deref().map(str::parse).transpose().map_err(Failure::usage)?;
    let mut map = ColumnMap::default();
    options.column.iter().try_for_each(|column| map.add(column)).map_err(Failure::usage)?;
    let path = options.place.path()?;
    let wanted = IndexOptions { list: options.place.list.clone(), date, map, ..IndexOptions::default() };
    if let Ok(old) = rating_list::RatingList::open(&path) {
        let info = old.info();
        eprintln!(
            "Note: this replaces the index of {} with {} players; another list needs --list NAME",
            info.list, info.players
        );
    }
    let bar = ProgressBar::with_draw_target(Some(100), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{msg:16} {bar:40} {percent} %, {eta} left") {
        bar.set_style(style);
    }
    let mut phase = None;
    let report = rating_list::index(&options.file, &path, &wanted, &mut |progress| {
        if phase != Some(progress.phase) {
            phase = Some(progress.phase);
            bar.reset();
            bar.set_length(progress.total);
            bar.set_message(match progress.phase {
                Phase::Reading => "reading",
                Phase::Writing => "writing",
            });
        }
        bar.set_position(progress.done);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let report = report.map_err(failure)?;
    for remark in &report.remarks {
        eprintln!("{}: line {}: {}", options.file.display(), remark.line, remark.text);
    }
    let more = report.remark_count.saturating_sub(report.remarks.len() as u64);
    if more > 0 {
        eprintln!("{}: and {more} more like these", options.file.display());
    }
    if report.repeated_ids > 0 {
        let more = if report.repeated.len() < report.repeated_ids as usize { ", ..." } else { "" };
        eprintln!(
            "{}: {} identity numbers stand in the list again: {}{more}; all rows are kept",
            options.file.display(),
            report.repeated_ids,
            report.repeated.join(", ")
        );
    }
    let dated =
        report.info.date.map_or_else(|| "; no date: give one with --date".to_owned(), |date| format!(" of {date}"));
    let text = format!("indexed {} players, {}{dated}, in {}\n", report.info.players, report.info.list, path.display());
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}

/// Prints what the list changes in an event, and does it.
pub fn refresh(options: &Refresh) -> Outcome {
    let path = options.list.clone().or_else(|| rating_list::default_path("FIDE")).ok_or_else(|| {
        Failure::usage("the system names no data folder of the user; say where the index is with --list INDEX")
    })?;
    let list = RatingList::open(&path).map_err(failure)?;
    let names = if options.names { Names::Follow } else { Names::Keep };
    if options.dry_run {
        let event = tournament::store::read(&options.on.event).map_err(Failure::input)?;
        let proposals = rating_list::refresh(event.state(), &list, names).map_err(failure)?;
        print_changes(event.state().numbering(0).as_slice(), &proposals)?;
        return Ok(Exit::Done);
    }
    let mut file = event::open(&options.on)?;
    let proposals = rating_list::refresh(file.event().state(), &list, names).map_err(failure)?;
    print_changes(file.event().state().numbering(0).as_slice(), &proposals)?;
    let Some(order) = rating_list::order(file.event().state(), &proposals) else { return Ok(Exit::Done) };
    event::tell(&event::apply(&mut file, &options.on, order.command)?)
}

/// A line for each player that changes or is in doubt, in the order of the pairing numbers, and a line that counts.
fn print_changes(numbering: &[PlayerId], proposals: &[Proposal]) -> Outcome {
    let number = |player: PlayerId| numbering.iter().position(|id| *id == player).map(|place| place + 1);
    let mut sorted: Vec<(usize, &Proposal)> =
        proposals.iter().map(|proposal| (number(proposal.player).unwrap_or(usize::MAX), proposal)).collect();
    sorted.sort_by_key(|(number, _)| *number);
    let (mut changed, mut same, mut doubtful, mut missing) = (0, 0, 0, 0);
    let mut text = String::new();
    for (number, proposal) in sorted {
        let number = if number == usize::MAX { String::new() } else { number.to_string() };
        let what = match &proposal.found {
            Found::Missing => {
                missing += 1;
                "not in the list".to_owned()
            }
            Found::OtherName(listed) => {
                doubtful += 1;
                format!("in doubt: the number is {}", one(listed))
            }
            Found::Several(several) => {
                doubtful += 1;
                format!("in doubt: {}", several.iter().map(one).collect::<Vec<_>>().join("; "))
            }
            _ if proposal.changes.is_empty() => {
                same += 1;
                continue;
            }
            _ => {
                changed += 1;
                proposal.changes.iter().map(change).collect::<Vec<_>>().join(", ")
            }
        };
        text += &format!("{number:>4}  {:<36} {what}\n", proposal.name);
    }
    text += &format!("{changed} to change, {same} as in the list, {doubtful} in doubt, {missing} not in the list\n");
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}

/// "FIDE 2310 -> 2325"; `none` stands for nothing.
fn change(change: &FieldChange) -> String {
    let or = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
    format!("{} {} -> {}", change.field, or(&change.old), or(&change.new))
}

/// A player of the list in a few words.
fn one(listed: &ListedPlayer) -> String {
    let rating = listed.rating(Kind::Standard).map(|rating| format!(" {}", rating.value)).unwrap_or_default();
    format!("{} ({}{rating}, {})", listed.name, listed.federation, listed.id)
}

/// Prints a tab-separated table with a header row; [`Exit::No`] when nobody is found.
fn find(options: &Find) -> Outcome {
    let list = RatingList::open(&options.place.path()?).map_err(failure)?;
    let query = Query { text: options.text.join(" "), federation: options.federation.clone(), limit: options.limit };
    let players = list.search(&query).map_err(failure)?;
    let mut text =
        "id\tname\tfederation\tsex\ttitle\tbirth\tstandard\tk\trapid\trapid k\tblitz\tblitz k\tflags\n".to_owned();
    for player in &players {
        let sex = match player.sex {
            Some(Sex::Male) => "m",
            Some(Sex::Female) => "w",
            None => "",
        };
        let title = player.title.map(|title| title.to_string()).unwrap_or_default();
        let birth = player.birth.map(|date| date.to_string()).unwrap_or_default();
        text += &format!("{}\t{}\t{}\t{sex}\t{title}\t{birth}", player.id, player.name, player.federation);
        for rating in Kind::ALL.map(|kind| player.rating(kind)) {
            let value = rating.map(|rating| rating.value.to_string()).unwrap_or_default();
            let k = rating.and_then(|rating| rating.k).map(|k| k.to_string()).unwrap_or_default();
            text += &format!("\t{value}\t{k}");
        }
        text += &format!("\t{}\n", player.flags);
    }
    output::print(text.as_bytes())?;
    Ok(if players.is_empty() { Exit::No } else { Exit::Done })
}
