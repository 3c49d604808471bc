//! `games`: reads and checks game records.

use super::input;
use super::{Args, Exit, Failure, Outcome, Subcommand, ValueEnum, output};
use rules::{CheckOptions, ChessNotation, GameKind, Record, Verdict};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What to do with records.
#[derive(Subcommand)]
pub enum Command {
    /// Check every move of every record.
    Check(Check),
    /// Count the move sequences from a position.
    Perft(Perft),
}

/// Options of `games check`.
#[derive(Args)]
pub struct Check {
    /// PGN and PDN files; a folder stands for all of them below it.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The game; without it the record's own tags and moves tell. A record whose tags name another draughts game is held to that one.
    #[arg(long)]
    game: Option<GameKind>,
    /// How chess moves are written.
    #[arg(long, value_enum, default_value_t)]
    notation: Notation,
    /// How to write the verdicts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How chess moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Notation {
    /// The notation of PGN, read leniently.
    #[default]
    Standard,
    /// Long algebraic: Qh2-h8, e4xd5, e7-e8Q.
    Long,
    /// As standard, and pawn captures by files only (de).
    Short,
    /// Russian letters (Кр Ф Л С К).
    Russian,
}

impl From<Notation> for ChessNotation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Standard => ChessNotation::Standard,
            Notation::Long => ChessNotation::Long,
            Notation::Short => ChessNotation::Short,
            Notation::Russian => ChessNotation::Russian,
        }
    }
}

/// How verdicts are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line a game that has something to say, and a summary.
    #[default]
    Text,
    /// A header row, then a row a game.
    Tsv,
}

/// Options of `games perft`.
#[derive(Args)]
pub struct Perft {
    /// The game.
    #[arg(long)]
    game: GameKind,
    /// The position; without it the starting one.
    #[arg(long)]
    fen: Option<String>,
    /// Half-moves.
    #[arg(long)]
    depth: u32,
}

const COLUMNS: [&str; 11] = [
    "file",
    "game",
    "plies",
    "result_tag",
    "result_board",
    "termination",
    "claimable",
    "automatic",
    "defect_ply",
    "reason",
    "final_fen",
];

/// Runs `games check` or `games perft`.
pub fn run(command: &Command) -> Outcome {
    match command {
        Command::Check(options) => check(options),
        Command::Perft(options) => {
            let count = rules::perft(options.game, options.fen.as_deref(), options.depth).map_err(|error| {
                let place = if options.fen.is_some() { "--fen: " } else { "" };
                Failure::input(format!("{place}{}", error.0))
            })?;
            output::print(format!("{count}\n").as_bytes())?;
            Ok(Exit::Done)
        }
    }
}

fn check(options: &Check) -> Outcome {
    let files = input::expand(&options.paths, &["pgn", "pdn"])?;
    if files.is_empty() {
        return Err(Failure::input("there is no .pgn or .pdn file in these folders"));
    }
    let mut text = String::new();
    if options.format == Format::Tsv {
        text = COLUMNS.join("\t") + "\n";
    }
    let (mut games, mut faulty) = (0, 0);
    for file in &files {
        let bytes = input::bytes(file)?;
        let before = games;
        let common = if options.game.is_some() { None } else { common_kind(file, &bytes) };
        for record in rules::read_records(&bytes) {
            let named = rules::named_kind(&record);
            let kind = options.game.or(named).or(common);
            let told = CheckOptions { kind, notation: options.notation.into(), ..CheckOptions::default() };
            let verdict = rules::check_with(&record, &told);
            let other = options.game.filter(|asked| named.is_some() && asked.draughts() != verdict.kind.draughts());
            games += 1;
            faulty += usize::from(!verdict.is_clean());
            match options.format {
                Format::Tsv => text += &row(file, &record, &verdict),
                Format::Text => text += &sentence(file, &record, &verdict, other),
            }
        }
        if games == before && options.format == Format::Text {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{}: no game in this file", file.display());
        }
    }
    if options.format == Format::Text {
        let _ = writeln!(
            text,
            "checked {} in {}, {faulty} with a defect",
            output::count(games, "game"),
            output::count(files.len(), "file")
        );
    }
    output::print(text.as_bytes())?;
    Ok(if faulty == 0 { Exit::Done } else { Exit::No })
}

/// The game that a whole PDN file is of, for records in it that do not say. PGN records are chess unless their tags say otherwise.
fn common_kind(file: &Path, bytes: &[u8]) -> Option<GameKind> {
    let is_pdn = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
    is_pdn.then(|| rules::guess_common_kind(&rules::read_records(bytes).collect::<Vec<_>>()))
}

/// Place and reason of what is wrong: a bad move or tag, moves after the end, a result that the board contradicts.
fn fault(verdict: &Verdict) -> Option<(String, String)> {
    if let Some(defect) = &verdict.defect {
        let moved = if defect.text.is_empty() { String::new() } else { format!("{}: ", defect.text) };
        return Some((defect.place.to_string(), format!("{moved}{}", defect.reason)));
    }
    if let Some(after) = verdict.after_end {
        let reason = format!("the game had ended at half-move {}, but {} more follow", after.ended_at, after.moves);
        return Some(((after.ended_at + 1).to_string(), reason));
    }
    verdict.contradiction.as_ref().map(|reason| ("end".to_owned(), reason.clone()))
}

fn row(file: &Path, record: &Record, verdict: &Verdict) -> String {
    let draws = |list: &[rules::Draw]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let (place, reason) = fault(verdict).unwrap_or_default();
    let cells = [
        file.file_name().map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned()),
        record.index.to_string(),
        verdict.plies.to_string(),
        verdict.result_text.clone().unwrap_or_default(),
        verdict.result_board.map_or("", |outcome| outcome.text(verdict.kind, verdict.first)).to_owned(),
        ended(verdict).unwrap_or_default(),
        draws(&verdict.claimable),
        draws(&verdict.automatic),
        place,
        reason,
        verdict.final_fen.clone(),
    ];
    let clean: Vec<String> = cells.iter().map(|cell| cell.replace(['\t', '\n', '\r'], " ")).collect();
    clean.join("\t") + "\n"
}

/// How the game ended: on the board, or by a fallen flag that the result agrees with.
fn ended(verdict: &Verdict) -> Option<String> {
    let lost = |flag: rules::Side| verdict.result_tag == Some(rules::Outcome::Won(flag.other()));
    let on_time = || verdict.is_clean() && verdict.time_forfeit.is_some_and(lost);
    verdict.termination.map(|ended| ended.to_string()).or_else(|| on_time().then(|| "time forfeit".to_owned()))
}

fn sentence(file: &Path, record: &Record, verdict: &Verdict, other: Option<GameKind>) -> String {
    let who = format!("{} - {}", record.white().unwrap_or("?"), record.black().unwrap_or("?"));
    let place = format!("{}: game {} ({who}), {}", file.display(), record.index, verdict.kind.label());
    let result = verdict.result_text.as_deref().unwrap_or("no result");
    let mut text = match (&verdict.defect, fault(verdict)) {
        (Some(defect), _) => format!("{place}: {defect}"),
        (None, Some((_, reason))) => format!("{place}: {reason}"),
        (None, None) => format!("{place}: legal, {} half-moves, {result}", verdict.plies),
    };
    if let Some(ended) = ended(verdict) {
        text += &format!(", {ended}");
    }
    if let Some(asked) = other {
        text += &format!(", by its tags, though {} was asked for", asked.label());
    }
    for draw in verdict.claimable.iter().filter(|draw| draw.at_end) {
        text += &format!(", draw could be claimed: {}", draw.rule);
    }
    text + "\n"
}
