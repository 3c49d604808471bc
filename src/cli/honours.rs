//! `event tie`, `event category`, `event prizes`, `event tiebreaks`, `event seeding`: what ranks, categories, prizes and norms hang on.

use super::event::{Only, once, player, stage_of};
use super::{Args, Failure, Outcome, ValueEnum};
use tournament::command::{Command as Do, TieDecidedBy};
use tournament::model::{Adjustment, Category, PlayerId, Settings, Sex, StartRating, State, TieGame};
use tournament::prizes::{PrizeFund, PrizeList, Sharing, SpecialPrize, parse_amounts};
use tournament::standings::{CategoryRule, Edition, StageTable, TieBreak};

/// Options of `event tie`.
#[derive(Args)]
pub struct Tie {
    #[command(flatten)]
    on: Only,
    /// Pairing numbers or names of players, or of teams where teams are ranked, the best first. For a lot of the program everybody who is level with the first one when nobody else is named.
    #[arg(required_unless_present = "games")]
    players: Vec<String>,
    /// How the tie is decided; `none` takes the decision back that ranks the player.
    #[arg(long, value_enum, required_unless_present = "games")]
    how: Option<TieHow>,
    /// A game of the play-off, White first: `"Koch; Bold; 1-0"`, of teams with their game points `"Riga; Cork; 2.5-1.5"`. Once for each game;
    /// they give the order.
    #[arg(long = "game", conflicts_with_all = ["players", "how"])]
    games: Vec<String>,
    /// The seed of the lot; without it the clock's. A lot that was drawn before keeps its first seed.
    #[arg(long)]
    seed: Option<u64>,
    /// The standings after this round; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

/// What decides a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TieHow {
    /// By games played for the place.
    PlayOff,
    /// By lot, drawn by the program.
    Lot,
    /// By lot, drawn by people.
    LotDrawn,
    /// By the arbiter; needs --reason and --confirm.
    ByHand,
    /// Takes the decision back.
    None,
}

/// A player, or the team where teams are ranked.
fn ranked(on: &Only, state: &State, text: &str) -> Result<PlayerId, Failure> {
    let stage = stage_of(on, state)?;
    if state.pairs_teams(stage) {
        return Ok(PlayerId(super::teams::team(state, stage, text)?.0));
    }
    player(on, state, text)
}

/// Reads a game of a play-off: `White; Black; 1-0`.
pub fn play_off_game(text: &str, who: impl Fn(&str) -> Result<PlayerId, Failure>) -> Result<TieGame, Failure> {
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    let wrong = || Failure::usage(format!("\"{text}\" is no game of a play-off; write White; Black; 1-0"));
    let [white, black, result] = parts[..] else { return Err(wrong()) };
    let points = tournament::place_games::read_result(result).ok_or_else(wrong)?;
    Ok(TieGame { white: who(white)?, black: who(black)?, points })
}

/// Decides a tie, or takes the decision back.
pub fn tie(options: &Tie) -> Outcome {
    once(&options.on, |state| {
        let stage = stage_of(&options.on, state)?;
        let round = options.round.unwrap_or(state.rounds_paired(stage));
        let mut order: Vec<PlayerId> =
            options.players.iter().map(|text| ranked(&options.on, state, text)).collect::<Result<_, Failure>>()?;
        if !options.games.is_empty() {
            let read = |text: &String| play_off_game(text, |name| ranked(&options.on, state, name));
            let games = options.games.iter().map(read).collect::<Result<_, Failure>>()?;
            return Ok(Do::DecideTieByGames { stage, round, games });
        }
        let Some(how) = options.how else { return Err(Failure::usage("say with --how what decides the tie")) };
        let how = match how {
            TieHow::PlayOff => TieDecidedBy::PlayOff,
            TieHow::LotDrawn => TieDecidedBy::LotDrawn,
            TieHow::ByHand => TieDecidedBy::ByHand,
            TieHow::Lot => {
                if let [one] = order.as_slice() {
                    let level = if state.pairs_teams(stage) {
                        tournament::teams::level(state, stage, round)
                    } else {
                        StageTable::of(state, stage, round).level()
                    };
                    order = level.into_iter().find(|tied| tied.contains(one)).unwrap_or_else(|| vec![*one]);
                }
                TieDecidedBy::Lot { seed: options.seed.unwrap_or_else(tournament::fresh_seed) }
            }
            TieHow::None => {
                let player = order.first().copied().ok_or_else(|| Failure::usage("name a player of the tie"))?;
                return Ok(Do::ClearTie { stage, round, player });
            }
        };
        Ok(Do::DecideTie { stage, round, how, order })
    })
}

/// Options of `event category`.
#[derive(Args)]
pub struct CategoryOptions {
    #[command(flatten)]
    on: Only,
    /// Its name; a category of this name is replaced.
    name: String,
    /// Least age in the year of the event.
    #[arg(long)]
    min_age: Option<u8>,
    /// Greatest age in the year of the event.
    #[arg(long)]
    max_age: Option<u8>,
    /// Only women and girls (w) or men and boys (m).
    #[arg(long)]
    sex: Option<String>,
    /// Least rating.
    #[arg(long)]
    min_rating: Option<u16>,
    /// Greatest rating.
    #[arg(long)]
    max_rating: Option<u16>,
    /// A rule, as `rating < 1800 and not title = CM`; fields are age, sex, rating, title, club, fed.
    #[arg(long, default_value = "")]
    rule: String,
    /// Removes the category.
    #[arg(long)]
    remove: bool,
}

/// Adds, replaces or removes a category.
pub fn category(options: &CategoryOptions) -> Outcome {
    once(&options.on, |state| {
        let sex = match options.sex.as_deref() {
            None => None,
            Some("w" | "W" | "f" | "F") => Some(Sex::Female),
            Some("m" | "M") => Some(Sex::Male),
            Some(other) => return Err(Failure::usage(format!("\"{other}\" is no sex; write m or w"))),
        };
        if !options.rule.trim().is_empty() {
            options.rule.parse::<CategoryRule>().map_err(Failure::usage)?;
        }
        if let (Some(least), Some(most)) = (options.min_age, options.max_age)
            && least > most
        {
            return Err(Failure::usage(format!("--min-age {least} is greater than --max-age {most}")));
        }
        let mut settings = (*state.settings).clone();
        let known = settings.categories.iter().position(|category| category.name == options.name);
        let new = Category {
            name: options.name.clone(),
            min_age: options.min_age,
            max_age: options.max_age,
            sex,
            min_rating: options.min_rating,
            max_rating: options.max_rating,
            rule: options.rule.trim().to_owned(),
        };
        if let Some(note) = state.ages_unknown(&new).filter(|_| !options.remove) {
            eprintln!("Note: {note}");
        }
        match (known, options.remove) {
            (None, true) => return Err(Failure::usage(format!("there is no category \"{}\"", options.name))),
            (Some(at), true) => drop(settings.categories.remove(at)),
            (Some(at), false) => settings.categories[at] = new,
            (None, false) => settings.categories.push(new),
        }
        Ok(edit(settings))
    })
}

fn edit(settings: Settings) -> Do {
    Do::EditSettings(Box::new(settings))
}

/// Options of `event prizes`.
#[derive(Args)]
pub struct Prizes {
    #[command(flatten)]
    on: Only,
    /// A list of prizes, `NAME:300 200 100`, for a category `NAME@CATEGORY:50 30`. Repeat it for further lists, the most important first.
    #[arg(long = "list")]
    lists: Vec<String>,
    /// A special prize, `NAME:50`, or with its winner (number or name) `NAME:50:17`.
    #[arg(long = "special")]
    special: Vec<String>,
    /// How prizes are shared.
    #[arg(long, value_enum, default_value_t)]
    sharing: SharingName,
    /// Each player gets only the highest of the prizes that would be due.
    #[arg(long)]
    one_per_player: bool,
    /// Currency, in print.
    #[arg(long, default_value = "")]
    currency: String,
}

/// How prizes are shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SharingName {
    /// By rank; only who is level after all tie-breaks shares.
    #[default]
    None,
    /// All with the same points get the same.
    Equal,
    /// Half by rank, half of an equal share.
    Hort,
}

/// Replaces the prize fund.
pub fn prizes(options: &Prizes) -> Outcome {
    once(&options.on, |state| {
        let mut settings = (*state.settings).clone();
        settings.prizes = fund(options, state)?;
        Ok(edit(settings))
    })
}

fn fund(options: &Prizes, state: &State) -> Result<PrizeFund, Failure> {
    let sharing = match options.sharing {
        SharingName::None => Sharing::None,
        SharingName::Equal => Sharing::Equal,
        SharingName::Hort => Sharing::Hort,
    };
    let mut fund = PrizeFund {
        currency: options.currency.clone(),
        one_per_player: options.one_per_player,
        ..PrizeFund::default()
    };
    for text in &options.lists {
        let (name, amounts) = text
            .rsplit_once(':')
            .ok_or_else(|| Failure::usage(format!("\"{text}\" is no list of prizes; write NAME:300 200 100")))?;
        let (name, category) = match name.split_once('@') {
            Some((name, category)) => (name, Some(category.to_owned())),
            None => (name, None),
        };
        let amounts = parse_amounts(amounts).map_err(Failure::usage)?;
        fund.lists.push(PrizeList { name: name.to_owned(), category, amounts, sharing });
    }
    for text in &options.special {
        let mut parts = text.splitn(3, ':');
        let name = parts.next().unwrap_or_default().to_owned();
        let amount = match parse_amounts(parts.next().unwrap_or_default()).map_err(Failure::usage)?.as_slice() {
            [amount] => *amount,
            _ => return Err(Failure::usage(format!("\"{text}\" is no special prize; write NAME:50 or NAME:50:17"))),
        };
        let winner = parts.next().map(|text| player(&options.on, state, text)).transpose()?;
        fund.special.push(SpecialPrize { name, amount, winner, besides: false });
    }
    Ok(fund)
}

/// Options of `event tiebreaks`.
#[derive(Args)]
pub struct TieBreaks {
    #[command(flatten)]
    on: Only,
    /// The codes in order, as `BH/C1,BH,SB,DE`.
    list: Option<String>,
    /// Which rules hold for unplayed rounds.
    #[arg(long, value_enum)]
    edition: Option<EditionName>,
}

/// An edition of the rules for unplayed rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EditionName {
    /// FIDE C.07 of March 2026.
    March2026,
    /// FIDE C.07 of August 2024.
    August2024,
    /// The virtual opponent of the rules until August 2023.
    VirtualOpponent,
    /// No adjustment, as draughts events have it.
    Plain,
}

impl From<EditionName> for Edition {
    fn from(name: EditionName) -> Edition {
        match name {
            EditionName::March2026 => Edition::March2026,
            EditionName::August2024 => Edition::August2024,
            EditionName::VirtualOpponent => Edition::VirtualOpponent,
            EditionName::Plain => Edition::Plain,
        }
    }
}

/// Replaces the list of tie-breaks or the edition of its rules.
pub fn tiebreaks(options: &TieBreaks) -> Outcome {
    once(&options.on, |state| {
        let mut settings = (*state.settings).clone();
        if let Some(list) = &options.list {
            let codes = TieBreak::parse_list(list).map_err(Failure::usage)?;
            settings.tiebreaks = codes.iter().map(ToString::to_string).filter(|code| code != "PTS").collect();
        }
        if let Some(edition) = options.edition {
            settings.edition = edition.into();
        }
        Ok(edit(settings))
    })
}

/// Options of `event seeding`.
#[derive(Args)]
pub struct SeedingOptions {
    #[command(flatten)]
    on: Only,
    /// Which rating orders the players: LIST (the event's rating list) or a method of record 172: FIDE, NRO, FIDON, NIDOF, HBFN, LBFN, OTHER.
    #[arg(long)]
    method: Option<String>,
    /// The name of the national list, usually a federation's code.
    #[arg(long)]
    national: Option<String>,
    /// Another method for a category or a federation, as `GER=NRO`; `none` takes it away.
    #[arg(long)]
    second: Option<String>,
    /// Games that a norm needs: 7, 8 or 9 (B.01 art. 1.4.1).
    #[arg(long, value_parser = clap::value_parser!(u8).range(7..=9))]
    norm_games: Option<u8>,
    /// Whether the federations of the opponents do not matter for norms (B.01 art. 1.4.3).
    #[arg(long)]
    federations_waived: Option<bool>,
}

/// Sets how players are ordered, and what is ruled about norms.
pub fn seeding(options: &SeedingOptions) -> Outcome {
    let method = |code: &str| {
        let known =
            if code.eq_ignore_ascii_case("LIST") { Some(StartRating::List) } else { StartRating::from_code(code) };
        let all = "LIST, FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER";
        known.ok_or_else(|| Failure::usage(format!("\"{code}\" is no method; write {all}")))
    };
    once(&options.on, |state| {
        let mut settings = (*state.settings).clone();
        if let Some(code) = &options.method {
            settings.seeding.method = method(code)?;
        }
        settings.seeding.national = options.national.clone().unwrap_or(settings.seeding.national);
        match options.second.as_deref() {
            None => {}
            Some("none") => settings.seeding.second = None,
            Some(text) => {
                let wrong = || Failure::usage(format!("\"{text}\": write a category or federation, = and a method"));
                let (group, code) = text.split_once('=').ok_or_else(wrong)?;
                settings.seeding.second = Some((group.trim().to_owned(), method(code.trim())?));
            }
        }
        if let Some(games) = options.norm_games {
            settings.norms.least_games = if games == 9 { 0 } else { games };
        }
        settings.norms.federations_waived = options.federations_waived.unwrap_or(settings.norms.federations_waived);
        Ok(Do::EditSettings(Box::new(settings)))
    })
}

/// Options of `event adjust`.
#[derive(Args)]
pub struct AdjustOptions {
    #[command(flatten)]
    on: Only,
    /// Pairing number or name.
    player: String,
    /// The points, as `--points=-0.5`; the opposite takes them back.
    #[arg(long, allow_hyphen_values = true)]
    points: String,
    /// The round from which they count; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

/// Gives bonus or penalty points; `--reason` is needed.
pub fn adjust(options: &AdjustOptions) -> Outcome {
    let wrong = || Failure::usage(format!("\"{}\" are no points; write 0.5 or -1", options.points));
    let text = options.points.trim();
    let (sign, digits) = text.strip_prefix('-').map_or((1, text.trim_start_matches('+')), |rest| (-1, rest));
    let (whole, tenth) = digits.split_once('.').unwrap_or((digits, "0"));
    let (whole, tenth): (i32, i32) = match (whole.parse(), tenth.parse()) {
        (Ok(whole), Ok(tenth)) if tenth < 10 && digits.len() <= 6 => (whole, tenth),
        _ => return Err(wrong()),
    };
    let points = sign * (10 * whole + tenth);
    once(&options.on, |state| {
        let stage = stage_of(&options.on, state)?;
        Ok(Do::Adjust(Adjustment {
            player: player(&options.on, state, &options.player)?,
            round: options.round.unwrap_or(state.rounds_paired(stage)),
            points,
            reason: options.on.reason.clone(),
            stage,
        }))
    })
}
