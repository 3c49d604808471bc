//! Reading what a command is given: a report file or an event, told apart by what is in it.

use super::Failure;
use pairing::swiss::{Pair, RoundInput, RoundPairing, System};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tournament::crosstable::CrossTable;
use tournament::event::Event;
use tournament::model::{ByeKind, State, SwissVariant, System as EventSystem};
use tournament::standings::{self, StageTable, Standings, TeamTable, TieBreak};
use tournament::trf::Trf;

/// An opened file.
pub enum Source {
    /// A FIDE report file.
    Report(Box<Trf>),
    /// An event of ours.
    Event(Box<Event>),
}

/// The bytes of a file.
///
/// # Errors
/// A failure that names the file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.is_dir() {
        return Err(Failure::input(format!("{} is a directory; name the file in it", path.display())));
    }
    std::fs::read(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// Reads the name of a file on the command line: that of an event may be given without its ending, or as it was given to `event new`.
pub fn file_name() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    use clap::builder::TypedValueParser;
    clap::builder::PathBufValueParser::new().map(|path| {
        let full = super::import::with_suffix(&path);
        if !path.exists() && full.is_file() { full } else { path }
    })
}

/// Whether the name is that of an event file.
pub fn is_event(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron"))
}

/// Opens a report file or an event.
///
/// # Errors
/// A failure that names file, line and remedy.
pub fn open(path: &Path) -> Result<Source, Failure> {
    if is_event(path) {
        let event = tournament::store::read(path).map_err(Failure::input)?;
        return Ok(Source::Event(Box::new(event)));
    }
    report(path).map(|trf| Source::Report(Box::new(trf)))
}

/// Opens a report file, or an event as if one of its stages were the only one: the stage named (from 1), else the last, where it stands alone.
///
/// # Errors
/// As [`open`]; and when there is no such stage, or several run side by side and none is named.
pub fn open_stage(path: &Path, stage: Option<usize>) -> Result<Source, Failure> {
    match open(path)? {
        Source::Event(event) => {
            let state = event.state();
            let index = stage_index(state, stage)?;
            // The index was just tested.
            let only = if state.stages.len() > 1 { state.only_stage(index) } else { None };
            Ok(Source::Event(only.map_or(event, |state| Box::new(Event::from_state(state)))))
        }
        _ if stage.is_some_and(|stage| stage != 1) => Err(Failure::usage("a report file has one stage only")),
        report => Ok(report),
    }
}

/// The stage named (from 1), else the last one, where it stands alone.
///
/// # Errors
/// When there is no such stage, or several run side by side and none is named.
pub fn stage_index(state: &State, stage: Option<usize>) -> Result<usize, Failure> {
    let names = || {
        let stages = state.stages.iter().enumerate();
        let names = stages.map(|(at, stage)| format!("{} {}", at + 1, tournament::stages::title(stage, at)));
        names.collect::<Vec<_>>().join(", ")
    };
    match stage {
        Some(number) if (1..=state.stages.len()).contains(&number) => Ok(number - 1),
        Some(number) => Err(Failure::usage(format!("there is no stage {number}; the event has {}", names()))),
        None => {
            let phase = state.phases().pop().unwrap_or(0..1);
            if phase.len() == 1 {
                return Ok(phase.start);
            }
            Err(Failure::usage(format!("several stages run side by side; say which with --stage: {}", names())))
        }
    }
}

/// Reads a report file.
///
/// # Errors
/// A failure that names file, line and remedy.
pub fn report(path: &Path) -> Result<Trf, Failure> {
    tournament::trf::read(&bytes(path)?).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// Reads a report file that may hold several events, one after the other.
///
/// # Errors
/// As [`report`].
pub fn reports(path: &Path) -> Result<Vec<Trf>, Failure> {
    let read = tournament::trf::read_all(&bytes(path)?, tournament::trf::ReadOptions::default());
    read.map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// All files named by the arguments; a folder stands for all files below it that end in one of the extensions.
///
/// # Errors
/// When a path does not exist or a folder cannot be listed.
pub fn expand(paths: &[PathBuf], extensions: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let metadata =
            std::fs::metadata(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        if metadata.is_dir() { walk(path, extensions, &mut files)? } else { files.push(path.clone()) }
    }
    Ok(files)
}

fn walk(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |error: std::io::Error| Failure::input(format!("{}: {error}", folder.display()));
    let mut entries = std::fs::read_dir(folder).map_err(fail)?.collect::<Result<Vec<_>, _>>().map_err(fail)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link is not followed into a folder, so that a circle of links ends.
        let kind = entry.file_type().map_err(fail)?;
        if kind.is_dir() {
            walk(&path, extensions, files)?;
        } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e.eq_ignore_ascii_case(x))) {
            files.push(path);
        }
    }
    Ok(())
}

impl Source {
    /// The Swiss system: an event's own; of a report file the one that record 192 names, else the Dutch.
    ///
    /// # Errors
    /// When the event is no Swiss.
    pub fn system(&self) -> Result<System, Failure> {
        match self {
            Source::Report(trf) => {
                let code = match trf.header.type_code.as_str() {
                    "" => trf.header.kind.to_ascii_uppercase(),
                    code => code.to_ascii_uppercase(),
                };
                Ok(if code.contains("DUBOV") {
                    System::Dubov
                } else if code.contains("BURSTEIN") {
                    System::Burstein
                } else if trf.names_double_swiss() {
                    System::DoubleSwiss
                } else if code.contains("_LIM") || code.contains("(LIM,") {
                    System::Lim
                } else {
                    System::Dutch
                })
            }
            Source::Event(event) => match event.state().stages.first().map(|stage| &stage.system) {
                Some(EventSystem::Swiss { variant: SwissVariant::Team, .. }) => Err(Failure::usage(
                    "rounds of the Swiss Team System are replayed from a report file only; export one first",
                )),
                Some(EventSystem::Swiss { variant, .. }) => Ok(match variant {
                    SwissVariant::Team => System::Dutch,
                    SwissVariant::Dutch => System::Dutch,
                    SwissVariant::Dubov => System::Dubov,
                    SwissVariant::Burstein => System::Burstein,
                    SwissVariant::DoubleSwiss => System::DoubleSwiss,
                    SwissVariant::Lim => System::Lim,
                }),
                _ => Err(Failure::usage("this event is no Swiss; only Swiss rounds can be replayed and explained")),
            },
        }
    }

    /// Names by number; of teams in a team event.
    ///
    /// # Errors
    /// When the file contradicts itself.
    pub fn names(&self) -> Result<BTreeMap<u32, String>, Failure> {
        if let Source::Report(trf) = self
            && trf.is_team_event()
        {
            return Ok(trf.teams.iter().map(|team| (team.number, team.name.clone())).collect());
        }
        if let Source::Event(event) = self
            && self.is_team_event()
        {
            let state = event.state();
            return Ok((1..).zip(state.team_numbering(0)).map(|(number, id)| (number, state.team_name(id))).collect());
        }
        Ok(self.cross_table(Some(0))?.rows.into_iter().map(|row| (row.entrant.tpn, row.name)).collect())
    }

    /// Whether teams are ranked, not players.
    pub fn is_team_event(&self) -> bool {
        match self {
            Source::Report(trf) => trf.is_team_event(),
            Source::Event(event) => event.state().pairs_teams(0),
        }
    }

    /// The source's own list of tie-breaks.
    pub fn tiebreaks(&self) -> Vec<String> {
        match self {
            Source::Report(trf) => trf.header.tiebreaks.clone(),
            Source::Event(event) => event.state().settings.tiebreaks.clone(),
        }
    }

    /// The standings by points and a list of tie-breaks, after a round or after all that are paired.
    ///
    /// # Errors
    /// When the file contradicts itself.
    pub fn standings(&self, codes: &[TieBreak], round: Option<u32>) -> Result<Standings, Failure> {
        if let Source::Report(trf) = self
            && trf.is_team_event()
        {
            let table = TeamTable::from_trf(trf, round).map_err(Failure::input)?;
            return Ok(standings::compute_teams(&table, codes));
        }
        if let Source::Event(event) = self
            && self.is_team_event()
        {
            let rounds = round.unwrap_or(event.state().rounds_paired(0));
            let table = tournament::teams::counted(event.state(), 0, rounds);
            return Ok(tournament::teams::ranked(event.state(), 0, &table, codes));
        }
        if let Source::Event(event) = self {
            let rounds = round.unwrap_or(event.state().rounds_paired(0));
            return Ok(StageTable::with_list(event.state(), 0, rounds, codes).standings);
        }
        let Source::Report(trf) = self else { return Ok(standings::compute(&self.cross_table(round)?, codes)) };
        let table = trf.meeting_table(round).map_err(Failure::input)?;
        let left_out = standings::left_out_of_file(trf).map_err(Failure::input)?;
        if left_out.is_empty() {
            return Ok(standings::compute(&table, codes));
        }
        Ok(standings::compute(&standings::without(&table, &left_out), codes))
    }

    /// The cross table after the given number of rounds; `None` counts all that are paired.
    ///
    /// # Errors
    /// When the file does not have so many rounds, or contradicts itself.
    pub fn cross_table(&self, rounds: Option<u32>) -> Result<CrossTable, Failure> {
        match self {
            Source::Report(trf) => trf.cross_table(rounds).map_err(Failure::input),
            Source::Event(event) => {
                Ok(CrossTable::of_state(event.state(), 0, rounds.unwrap_or(event.state().rounds_paired(0))))
            }
        }
    }

    /// The rounds that are paired by a system: in a report file of a Double-Swiss a match takes two rounds.
    pub fn rounds_of(&self, system: System) -> u32 {
        let rounds = self.rounds_paired();
        if self.has_games_of(system) { rounds.div_ceil(2) } else { rounds }
    }

    /// The position before a round of a system, as [`Source::round_input`]; before a match of a Double-Swiss.
    ///
    /// # Errors
    /// When the round is not there or contradicts itself.
    pub fn position(&self, system: System, round: u32) -> Result<RoundInput, Failure> {
        if !self.has_games_of(system) {
            return self.round_input(round);
        }
        tournament::double_swiss::of_games(&self.round_input(2 * round.max(1) - 1)?).map_err(Failure::input)
    }

    /// The pairs that stand in the file for a round of a system, or for a match of a Double-Swiss.
    pub fn pairs_of(&self, system: System, round: u32) -> Option<FiledRound> {
        self.pairs_in_file(if self.has_games_of(system) { 2 * round.max(1) - 1 } else { round })
    }

    fn has_games_of(&self, system: System) -> bool {
        system == System::DoubleSwiss && matches!(self, Source::Report(_))
    }

    /// Rounds of standings that are paired: of a report file as its event counts them, where a meeting of several games takes several rounds of the file.
    pub fn meetings_paired(&self) -> u32 {
        match self {
            Source::Report(trf) if !trf.is_team_event() => trf.meetings_paired(),
            _ => self.rounds_paired(),
        }
    }

    /// Refuses a round of standings that is not there.
    ///
    /// # Errors
    /// When the round is not paired.
    pub fn check_meeting(&self, round: Option<u32>) -> Result<(), Failure> {
        refuse_missing(round, self.meetings_paired())
    }

    /// Refuses a round that is not there.
    ///
    /// # Errors
    /// When the round is not paired.
    pub fn check_round(&self, round: Option<u32>) -> Result<(), Failure> {
        refuse_missing(round, self.rounds_paired())
    }

    /// The rounds that are paired.
    pub fn rounds_paired(&self) -> u32 {
        match self {
            Source::Report(trf) => trf.round_to_pair() - 1,
            Source::Event(event) => event.state().rounds_paired(0),
        }
    }

    /// The position before a paired round, as it was then.
    ///
    /// # Errors
    /// When the round is not there or contradicts itself.
    pub fn round_input(&self, round: u32) -> Result<RoundInput, Failure> {
        match self {
            Source::Report(trf) => trf.round_input(round).map_err(Failure::input),
            Source::Event(event) => CrossTable::before_pairing(event.state(), 0, round)
                .map(|table| table.round_input())
                .ok_or_else(|| Failure::usage(format!("the event has no round {round}"))),
        }
    }

    /// The pairs that stand in the file for a round, in any order.
    pub fn pairs_in_file(&self, round: u32) -> Option<FiledRound> {
        // Players are not paired there; the games follow from the matches and the line-ups.
        if self.is_team_event() {
            return None;
        }
        match self {
            Source::Report(trf) => trf.expected(round).map(|found| FiledRound {
                pairing: found.pairing,
                without_color: found.without_color.iter().map(|pair| (pair.white, pair.black)).collect(),
            }),
            Source::Event(event) => {
                let state = event.state();
                let paired = state.round(0, round)?;
                let number = |id| state.tpn(0, id);
                let pairs = paired.meetings.iter().filter_map(|meeting| {
                    let game = meeting.games.first()?;
                    Some(Pair { white: number(game.white)?, black: number(game.black)? })
                });
                let bye = paired.byes.iter().find(|(_, kind)| **kind == ByeKind::PairingAllocated);
                let bye = bye.and_then(|(id, _)| number(*id));
                Some(FiledRound { pairing: RoundPairing { pairs: pairs.collect(), bye }, without_color: Vec::new() })
            }
        }
    }
}

fn refuse_missing(round: Option<u32>, paired: u32) -> Result<(), Failure> {
    match round {
        Some(round) if round == 0 || round > paired => {
            Err(Failure::usage(format!("round {round} is not paired; rounds 1 to {paired} are")))
        }
        _ => Ok(()),
    }
}

/// The pairs of a round as a file has them.
pub struct FiledRound {
    /// Pairs with colours, and the pairing-allocated bye.
    pub pairing: RoundPairing,
    /// Pairs of which the file does not tell the colours.
    pub without_color: Vec<(u32, u32)>,
}
