//! `engine`: called like the pairing engines that tournament managers start, so that such a program switches engines by changing a path.
//!
//! ```text
//! engine --dutch IN.trf -p [OUT] [-l [CHECKLIST]]
//! engine --dutch IN.trf -c [-l [CHECKLIST]]
//! engine --dutch -g [CONFIG] -o OUT [-s SEED] [-l [CHECKLIST]]
//! ```
//!
//! Exit codes: 0 done, 1 no legal pairing, 2 unexpected, 3 invalid request or file, 4 too large, 5 file access.

use super::{Args, generate, output, pair};
use pairing::swiss::{
    self, Color, EntryKind, Field, GenerateOptions, PairingError, Preference, RoundInput, Scoring, System,
};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tournament::trf::{self, Trf};

/// Everything after `engine`, read by hand, since the order of the words matters.
#[derive(Args)]
pub struct Options {
    /// `--dutch IN.trf -p [OUT]`, `-c`, `-g [CONFIG] -o OUT [-s SEED]`, each with `-l [CHECKLIST]`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    words: Vec<String>,
}

/// Why the engine did not answer; the codes are those that the callers know.
enum Stop {
    NoPairing(String),
    Unexpected(String),
    Invalid(String),
    TooLarge(String),
    FileAccess(String),
}

impl Stop {
    fn code_and_words(&self) -> (u8, &str) {
        match self {
            Stop::NoPairing(words) => (1, words),
            Stop::Unexpected(words) => (2, words),
            Stop::Invalid(words) => (3, words),
            Stop::TooLarge(words) => (4, words),
            Stop::FileAccess(words) => (5, words),
        }
    }
}

enum Task {
    Pair(Option<PathBuf>),
    Check,
    Generate(Option<PathBuf>),
}

struct Request {
    system: System,
    input: Option<PathBuf>,
    task: Task,
    output: Option<PathBuf>,
    seed: Option<u64>,
    /// `Some(None)`: beside the input file.
    checklist: Option<Option<PathBuf>>,
}

const USAGE: &str = "use: engine --dutch IN.trf -p [OUT] | -c, or engine --dutch -g [CONFIG] -o OUT [-s SEED]; -l [CHECKLIST] with each";

/// Answers a request.
pub fn run(options: &Options) -> ExitCode {
    if options.words.iter().any(|word| word == "-h" || word == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match read(&options.words).and_then(|request| answer(&request)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            let (code, words) = stop.code_and_words();
            eprintln!("pairwright engine: {words}");
            ExitCode::from(code)
        }
    }
}

fn read(words: &[String]) -> Result<Request, Stop> {
    let mut system = None;
    let (mut input, mut task, mut output, mut seed, mut checklist) = (None, None, None, None, None);
    let mut rest = words.iter().map(String::as_str).peekable();
    let invalid = |what: String| Stop::Invalid(format!("{what}; {USAGE}"));
    while let Some(word) = rest.next() {
        // A value follows unless the next word is an option.
        let mut value = || rest.next_if(|next| !next.starts_with('-')).map(PathBuf::from);
        match word {
            "--dutch" => system = Some(System::Dutch),
            "--burstein" => system = Some(System::Burstein),
            "--dubov" => system = Some(System::Dubov),
            "-r" => {}
            "-p" => task = Some(Task::Pair(value())),
            "-c" => task = Some(Task::Check),
            "-g" => task = Some(Task::Generate(value())),
            "-o" => output = Some(value().ok_or_else(|| invalid("-o needs a file".to_owned()))?),
            "-s" => {
                let text = value().ok_or_else(|| invalid("-s needs a seed".to_owned()))?;
                let number = text.to_string_lossy().parse();
                seed = Some(number.map_err(|_| invalid(format!("{} is not a seed", text.display())))?);
            }
            "-l" => checklist = Some(value()),
            option if option.starts_with('-') => return Err(invalid(format!("{option} is not known"))),
            file if input.is_none() => input = Some(PathBuf::from(file)),
            file => return Err(invalid(format!("{file} is one file too many"))),
        }
    }
    let system = system.ok_or_else(|| invalid("the system is missing".to_owned()))?;
    let task = task.ok_or_else(|| invalid("one of -p, -c, -g is missing".to_owned()))?;
    Ok(Request { system, input, task, output, seed, checklist })
}

fn answer(request: &Request) -> Result<(), Stop> {
    match &request.task {
        Task::Generate(config) => random_event(request, config.as_deref()),
        Task::Pair(out) => {
            let (path, trf) = open(request)?;
            let position = trf.round_input(trf.round_to_pair()).map_err(|error| bad(path, error))?;
            checklist(request, path, &position)?;
            let pairing = swiss::pair(request.system, &position).map_err(refused)?;
            write(out.as_deref(), pair::reply(&pairing).as_bytes())
        }
        Task::Check => {
            let (path, trf) = open(request)?;
            let position = trf.round_input(trf.round_to_pair()).map_err(|error| bad(path, error))?;
            checklist(request, path, &position)?;
            write(None, check(request, path, &trf)?.as_bytes())
        }
    }
}

fn open(request: &Request) -> Result<(&Path, Trf), Stop> {
    let path = request.input.as_deref().ok_or_else(|| Stop::Invalid(format!("the input file is missing; {USAGE}")))?;
    let bytes = std::fs::read(path).map_err(|error| Stop::FileAccess(format!("{}: {error}", path.display())))?;
    let trf = trf::read(&bytes).map_err(|error| bad(path, error))?;
    if trf.players.len() > swiss::MAX_ENTRANTS {
        return Err(Stop::TooLarge(format!("{}: more than {} players", path.display(), swiss::MAX_ENTRANTS)));
    }
    if trf.header.rounds.is_none() {
        return Err(Stop::Invalid(format!(
            "{}: the number of rounds is missing; add a line 142 or XXR with it",
            path.display()
        )));
    }
    Ok((path, trf))
}

fn bad(path: &Path, error: impl std::fmt::Display) -> Stop {
    Stop::Invalid(format!("{}: {error}", path.display()))
}

fn refused(error: PairingError) -> Stop {
    match error {
        PairingError::NoLegalPairing { .. } => Stop::NoPairing(error.to_string()),
        PairingError::BadInput(_) => Stop::Invalid(error.to_string()),
    }
}

fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), Stop> {
    output::write(path, bytes).map(drop).map_err(|failure| Stop::FileAccess(failure.message))
}

/// Every round that the rules would pair otherwise: a line with the round, then the pairs of the rules and those of the file.
fn check(request: &Request, path: &Path, trf: &Trf) -> Result<String, Stop> {
    let mut text = String::new();
    for round in 1..trf.round_to_pair() {
        let position = trf.round_input(round).map_err(|error| bad(path, error))?;
        let Some(filed) = trf.expected(round) else { continue };
        let ours = match swiss::pair(request.system, &position) {
            Ok(ours) => ours,
            Err(error @ PairingError::NoLegalPairing { .. }) => {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{}: Round #{round}: {error}", path.display());
                continue;
            }
            Err(error) => return Err(Stop::Unexpected(format!("round {round}: {error}"))),
        };
        let pairs = |pairing: &swiss::RoundPairing| {
            let mut pairs: Vec<_> = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
            pairs.extend(pairing.bye.map(|player| (player, 0)));
            pairs.sort_unstable();
            pairs
        };
        let (ours, theirs) = (pairs(&ours), pairs(&filed.pairing));
        if ours != theirs {
            let _ = writeln!(text, "{}: Round #{round}", path.display());
            let only = |a: &[(u32, u32)], b: &[(u32, u32)]| {
                let list: Vec<String> =
                    a.iter().filter(|x| !b.contains(x)).map(|(w, k)| format!("{w} - {k}")).collect();
                list.join(", ")
            };
            let _ = writeln!(text, "  checker pairings: {}", only(&ours, &theirs));
            let _ = writeln!(text, "  file pairings:    {}", only(&theirs, &ours));
        }
    }
    if text.is_empty() {
        text = format!("{}: all rounds agree\n", path.display());
    }
    Ok(text)
}

fn random_event(request: &Request, config: Option<&Path>) -> Result<(), Stop> {
    let out = request.output.as_deref().ok_or_else(|| Stop::Invalid(format!("-o OUT is missing; {USAGE}")))?;
    let mut settings = GenerateOptions {
        system: request.system,
        seed: request.seed.unwrap_or_else(tournament::fresh_seed),
        forfeits: 2,
        withdrawals: 2,
        half_byes: 2,
        ..GenerateOptions::default()
    };
    if let Some(path) = config {
        let text =
            std::fs::read_to_string(path).map_err(|error| Stop::FileAccess(format!("{}: {error}", path.display())))?;
        configure(&mut settings, &text).map_err(|error| bad(path, error))?;
    }
    generate::write(&settings, &[], out).map(drop).map_err(|failure| Stop::FileAccess(failure.message))
}

/// `Name=value` lines as the random generators of the field use; rates are "one in so many", 0 is never.
fn configure(settings: &mut GenerateOptions, text: &str) -> Result<(), String> {
    for (line, number) in text.split(['\r', '\n']).zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| format!("line {number}: {what}");
        let (name, value) = line.split_once('=').ok_or_else(|| wrong("write Name=value"))?;
        let (name, value) = (name.trim(), value.trim());
        let whole = || value.parse::<u32>().map_err(|_| wrong(&format!("{value} is not a whole number")));
        let share = || whole().map(|rate| if rate == 0 { 0 } else { 100_u32.div_ceil(rate).min(100) });
        let points = || generate::tenths(value).ok_or_else(|| wrong(&format!("{value} is not a number of points")));
        let scoring: &mut Scoring = &mut settings.scoring;
        match name.to_ascii_lowercase().as_str() {
            "playersnumber" => {
                let players = whole()?;
                if !(2..=9999).contains(&players) {
                    return Err(wrong("PlayersNumber is 2 to 9999"));
                }
                settings.players = players as usize;
            }
            "roundsnumber" => {
                settings.rounds = whole()?;
                if !(1..=99).contains(&settings.rounds) {
                    return Err(wrong("RoundsNumber is 1 to 99"));
                }
            }
            "drawpercentage" => settings.draws = whole()?.min(100),
            "forfeitrate" => settings.forfeits = share()?,
            "retiredrate" => settings.withdrawals = share()?,
            "halfpointbyerate" => settings.half_byes = share()?,
            "pointsforwin" => scoring.win = points()?,
            "pointsfordraw" => scoring.draw = points()?,
            "pointsforloss" => scoring.loss = points()?,
            "pointsforzpb" => scoring.zero_bye = points()?,
            "pointsforforfeitloss" => scoring.forfeit_loss = points()?,
            "pointsforpab" => scoring.pairing_bye = points()?,
            // Ratings are drawn by the generator's own rule.
            "highestrating" | "lowestrating" => {}
            other => return Err(wrong(&format!("{other} is not known"))),
        }
    }
    Ok(())
}

/// The position before the round, a line a player in the order of the scoregroups.
fn checklist(request: &Request, path: &Path, position: &RoundInput) -> Result<(), Stop> {
    let Some(wanted) = &request.checklist else { return Ok(()) };
    let target = wanted.clone().unwrap_or_else(|| path.with_extension("list"));
    let field = Field::new(position).map_err(refused)?;
    let mut text = format!("Round {}\n  ID  Pts  Pref   Rounds\n", position.round);
    let mut order: Vec<_> = position.entrants.iter().collect();
    order.sort_by_key(|entrant| (std::cmp::Reverse(entrant.score()), entrant.tpn));
    for entrant in order {
        let preference = field
            .players
            .iter()
            .find(|player| player.tpn == entrant.tpn)
            .map_or("-".to_owned(), |player| preference_mark(player.preference));
        let rounds: Vec<String> = entrant
            .rounds
            .iter()
            .map(|entry| match (entry.opponent, entry.color) {
                (Some(opponent), color) => {
                    let color = match color {
                        Some(Color::White) => "W",
                        Some(Color::Black) => "B",
                        None => "-",
                    };
                    format!("{opponent}{color}{}", if entry.kind.is_played() { "" } else { "*" })
                }
                (None, _) if entry.kind == EntryKind::PairingBye => "bye".to_owned(),
                (None, _) => "-".to_owned(),
            })
            .collect();
        let _ = writeln!(text, "{:>4} {:>4.1}  {preference:<5}  {}", entrant.tpn, entrant.score(), rounds.join(" "));
    }
    write(Some(&target), text.as_bytes())
}

/// The colour preference as check lists write it: `W` absolute, `(W)` strong, `w` mild, `A` none.
fn preference_mark(preference: Preference) -> String {
    let letter = |color: Color| if color == Color::White { 'W' } else { 'B' };
    match preference {
        Preference::None => "A".to_owned(),
        Preference::Mild(color) => letter(color).to_ascii_lowercase().to_string(),
        Preference::Strong(color) => format!("({})", letter(color)),
        Preference::Absolute(color) => letter(color).to_string(),
    }
}
