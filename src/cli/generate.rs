//! `generate`: random, realistic events as report files.

use super::{Args, Exit, Failure, Outcome, SystemName, output};
use pairing::Points;
use pairing::swiss::{GenerateOptions, Scoring, generate};
use std::path::{Path, PathBuf};
use tournament::standings::TieBreak;
use tournament::trf::{self, Dialect, LineEnd};

/// Options of `generate`. Shares are in per cent.
#[derive(Args)]
pub struct Options {
    /// Number of players.
    #[arg(long)]
    players: usize,
    /// Number of rounds.
    #[arg(long)]
    rounds: u32,
    /// The same seed gives the same events on every machine; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// Draws among equally strong players.
    #[arg(long, default_value_t = 30)]
    draws: u32,
    /// Games decided by forfeit.
    #[arg(long, default_value_t = 0)]
    forfeits: u32,
    /// Players who leave for good.
    #[arg(long, default_value_t = 0)]
    withdrawals: u32,
    /// Players with a half-point bye, per round.
    #[arg(long, default_value_t = 0)]
    halfbyes: u32,
    /// Players who miss a round without points, per round.
    #[arg(long, default_value_t = 0)]
    zerobyes: u32,
    /// Players who come in after round 1.
    #[arg(long, default_value_t = 0)]
    late: u32,
    /// Played games with a result that is seldom seen: unrated ones, 0-0, 1/2-0.
    #[arg(long, default_value_t = 0)]
    unusual: u32,
    /// The tie-breaks of the file, by which its ranks are.
    #[arg(long, default_value = "BH/C1,BH,SB")]
    tiebreaks: String,
    /// Points of win, draw, loss and pairing-allocated bye.
    #[arg(long, default_value = "1,0.5,0,1")]
    points: String,
    /// The Swiss system.
    #[arg(long, value_enum, default_value_t)]
    system: SystemName,
    /// Baku acceleration.
    #[arg(long)]
    baku: bool,
    /// How many events; more than one go into a folder.
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// The file, or the folder for several events.
    #[arg(short, long)]
    output: PathBuf,
}

/// The most participants that a report file can hold.
const MOST_PLAYERS: usize = 9999;

/// Writes the events and prints the name of each file.
pub fn run(options: &Options) -> Outcome {
    for (name, share) in [
        ("draws", options.draws),
        ("forfeits", options.forfeits),
        ("withdrawals", options.withdrawals),
        ("halfbyes", options.halfbyes),
        ("zerobyes", options.zerobyes),
        ("late", options.late),
        ("unusual", options.unusual),
    ] {
        if share > 100 {
            return Err(Failure::usage(format!("--{name} is a share in per cent, 0 to 100, not {share}")));
        }
    }
    if !(2..=MOST_PLAYERS).contains(&options.players) {
        return Err(Failure::usage(format!("--players is 2 to {MOST_PLAYERS}, not {}", options.players)));
    }
    if !(1..=99).contains(&options.rounds) {
        return Err(Failure::usage(format!("--rounds is 1 to 99, not {}", options.rounds)));
    }
    if options.count == 0 {
        return Err(Failure::usage("--count is at least 1"));
    }
    let first = options.seed.unwrap_or_else(tournament::fresh_seed);
    let scoring = scoring(&options.points)?;
    let mut tiebreaks = TieBreak::parse_list(&options.tiebreaks).map_err(Failure::usage)?;
    tiebreaks.retain(|code| code.to_string() != "PTS");
    let mut short = 0;
    for index in 0..options.count {
        let seed = first.wrapping_add(index);
        let settings = GenerateOptions {
            players: options.players,
            rounds: options.rounds,
            seed,
            system: options.system.into(),
            scoring,
            draws: options.draws,
            forfeits: options.forfeits,
            withdrawals: options.withdrawals,
            half_byes: options.halfbyes,
            zero_byes: options.zerobyes,
            late: options.late,
            unusual: options.unusual,
            baku: options.baku,
        };
        let path = if options.count == 1 {
            options.output.clone()
        } else {
            options.output.join(format!("n{:03}_r{:02}_s{seed}.trf", options.players, options.rounds))
        };
        short += u64::from(write(&settings, &tiebreaks, &path)?);
        output::print(format!("{}\n", path.display()).as_bytes())?;
    }
    if short > 0 {
        eprintln!("{short} events have fewer rounds, because no legal pairing was left");
    }
    Ok(Exit::Done)
}

/// Writes one random event; true when it ended early.
///
/// # Errors
/// When the file cannot be written.
pub fn write(settings: &GenerateOptions, tiebreaks: &[TieBreak], path: &Path) -> Result<bool, Failure> {
    let event = generate(settings);
    let trf = trf::of_history(&event.history, settings.system, &format!("Random event {}", settings.seed), tiebreaks);
    output::write(Some(path), &trf::write(&trf, Dialect::Trf26, LineEnd::Lf))?;
    Ok(event.stopped.is_some())
}

fn scoring(text: &str) -> Result<Scoring, Failure> {
    let wrong = || Failure::usage(format!("--points {text}: write win, draw, loss and bye, as 3,1,0,3 or 1,0.5,0,0.5"));
    let values: Vec<Points> =
        text.split(',').map(|part| tenths(part.trim()).ok_or_else(wrong)).collect::<Result<_, _>>()?;
    let [win, draw, loss, pairing_bye] = values[..] else { return Err(wrong()) };
    if win <= draw || draw < loss {
        return Err(Failure::usage(format!(
            "--points {text}: a win must be worth more than a draw, a draw at least a loss"
        )));
    }
    Ok(Scoring { win, draw, loss, pairing_bye, zero_bye: Points::ZERO, forfeit_loss: Points::ZERO })
}

/// Reads `3`, `0.5`, `1.0` as tenths.
pub fn tenths(text: &str) -> Option<Points> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let part = part.trim_end_matches('0');
    let part: i32 = if part.is_empty() { 0 } else { part.parse().ok().filter(|p| (0..10).contains(p))? };
    let whole: i32 = whole.parse().ok().filter(|whole| (0..1000).contains(whole))?;
    Some(Points(whole * 10 + part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_tenths() {
        assert_eq!(tenths("0.5"), Some(Points(5)));
        assert_eq!(tenths("3"), Some(Points(30)));
        assert_eq!(tenths("1.0"), Some(Points(10)));
        assert_eq!(tenths("0.25"), None);
        assert_eq!(tenths("-1"), None);
        assert_eq!(tenths("x"), None);
    }
}
