//! Groups and further stages of `event`.

use super::event::{self, Only, player_in, stage_of, title};
use super::{Args, Exit, Failure, Outcome, ValueEnum, output};
use std::fmt::Write;
use tournament::command::Command as Do;
use tournament::model::{NumbersDrawn, PlayerId, State, SwissVariant, System, TeamId, TeamScore, TieGame};
use tournament::stages::{
    Carry, Comparison, Format, Grouping, LevelOrder, Origin, Placing, Preview, Selection, Transition, final_ranking,
    name, of_teams, preview,
};
use tournament::standings::{DecisionKind, TieBreak};

/// What a stage is like.
#[derive(Args)]
pub struct Plan {
    /// The system of the new stages.
    #[arg(long, value_enum)]
    system: SystemName,
    /// Rounds of a Swiss.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: Option<u32>,
    /// How often each pair meets in a round-robin.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    cycles: u8,
    /// In a round-robin of two or more cycles, exchange the last two rounds of the first one.
    #[arg(long)]
    exchange_last_two: bool,
    /// In a Scheveningen match each pair meets twice.
    #[arg(long)]
    double: bool,
    #[command(flatten)]
    scheveningen: super::event::ScheveningenArgs,
    /// Baku acceleration of a Swiss.
    #[arg(long)]
    baku: bool,
    #[command(flatten)]
    knockout: super::cup::Knockout,
    /// Games of each meeting, colours by turns; a match of the Double-Swiss has two.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=20))]
    games: Option<u8>,
}

/// The system of a further stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SystemName {
    /// Everybody meets everybody.
    RoundRobin,
    /// Whoever loses a meeting is out.
    Knockout,
    /// Swiss, Dutch.
    Dutch,
    /// Swiss, Dubov.
    Dubov,
    /// Swiss, Burstein.
    Burstein,
    /// Swiss for teams (FIDE C.04.6).
    SwissTeam,
    /// Double-Swiss: matches of two games.
    DoubleSwiss,
    /// Swiss, Lim.
    Lim,
    /// Two teams, everybody against everybody.
    Scheveningen,
    /// Pairs set by hand.
    Manual,
}

impl Plan {
    /// The stage that is meant; `seed` is for lots whose own seed was not given.
    fn format(&self, name: &str, seed: u64) -> Result<Format, Failure> {
        let swiss = |variant| System::Swiss { variant, acceleration: self.baku };
        let system = match self.system {
            SystemName::RoundRobin => {
                System::RoundRobin { cycles: self.cycles, exchange_last_two: self.exchange_last_two }
            }
            SystemName::Knockout => self.knockout.system(seed)?,
            SystemName::Dutch => swiss(SwissVariant::Dutch),
            SystemName::Dubov => swiss(SwissVariant::Dubov),
            SystemName::Burstein => swiss(SwissVariant::Burstein),
            SystemName::SwissTeam => swiss(SwissVariant::Team),
            SystemName::DoubleSwiss => swiss(SwissVariant::DoubleSwiss),
            SystemName::Lim => swiss(SwissVariant::Lim),
            SystemName::Scheveningen => {
                System::Scheveningen { double: self.double, boards: 0, options: self.scheveningen.options() }
            }
            SystemName::Manual => System::Manual,
        };
        if self.knockout.given() && self.system != SystemName::Knockout {
            return Err(Failure::usage("--third-place, --format, --seeding, --ladder and the like are for a knockout"));
        }
        if self.baku && !matches!(system, System::Swiss { .. }) {
            return Err(Failure::usage("--baku is for a Swiss"));
        }
        let games = self.games.unwrap_or(if system.is_double_swiss() { 2 } else { 1 });
        if system.is_double_swiss() && games != 2 {
            return Err(Failure::usage("a match of the Double-Swiss has two games; leave --games out"));
        }
        Ok(Format { name: name.to_owned(), system, rounds_planned: self.rounds.unwrap_or(0), games_per_meeting: games })
    }
}

/// Options of `event groups`.
#[derive(Args)]
pub struct Groups {
    #[command(flatten)]
    on: Only,
    /// How many groups; 1 puts all players into one field again.
    groups: u32,
    /// How they are made.
    #[arg(long, value_enum, default_value_t)]
    how: How,
    /// The seed of the draw; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// A group by hand: names or numbers of its players, separated by semicolons; once for each group.
    #[arg(long = "group", value_name = "PLAYERS")]
    lists: Vec<String>,
    #[command(flatten)]
    plan: Plan,
}

/// How groups are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum How {
    /// By strength: 1 to G in order, the next G back to front.
    #[default]
    Snake,
    /// One of each pot by lot, federations kept apart.
    Pots,
    /// One of each pot by lot.
    OpenPots,
    /// By hand, with --group.
    ByHand,
}

/// Options of `event move-to-group`.
#[derive(Args)]
pub struct MoveToGroup {
    #[command(flatten)]
    on: Only,
    /// The player's name.
    player: String,
    /// Into which stage, from 1.
    to: usize,
}

/// Options of `event replace-member`.
#[derive(Args)]
pub struct ReplaceMember {
    #[command(flatten)]
    on: Only,
    /// Who does not come.
    player: String,
}

/// Options of `event draw-numbers`.
#[derive(Args)]
pub struct DrawNumbers {
    #[command(flatten)]
    on: Only,
    /// By restricted lot, so that players of one federation meet early (Varma tables).
    #[arg(long)]
    varma: bool,
    /// The seed of the draw; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
}

/// Options of `event set-numbers`.
#[derive(Args)]
pub struct SetNumbers {
    #[command(flatten)]
    on: Only,
    /// All players of the stage, separated by semicolons, number 1 first; without it rating, title and name decide.
    order: Option<String>,
}

/// Options of `event next-stage`.
#[derive(Args)]
pub struct NextStage {
    #[command(flatten)]
    on: Only,
    /// Name of the new stage.
    #[arg(long, default_value = "Final")]
    name: String,
    /// The stages that players come from, from 1, as `1,2`; without it those of the last phase.
    #[arg(long, value_delimiter = ',')]
    from: Vec<usize>,
    /// How many of each group go on.
    #[arg(long)]
    first: Option<u32>,
    /// How many of the next places over all groups go on besides.
    #[arg(long, default_value_t = 0, requires = "first")]
    best_of_next: u32,
    /// All go on, by place: so many places to final A, so many to B, ...; 0 for all others.
    #[arg(long, value_delimiter = ',', conflicts_with = "first")]
    places: Vec<u32>,
    /// Whoever comes after so many places: a consolation stage.
    #[arg(long, conflicts_with_all = ["first", "places"])]
    rest_after: Option<u32>,
    /// Who goes on, by hand: names separated by semicolons, the first seed first; once for each final.
    #[arg(long, conflicts_with_all = ["first", "places", "rest_after"])]
    players: Vec<String>,
    /// Where they stand.
    #[arg(long, value_enum, default_value_t)]
    placing: PlacingName,
    /// Where they stand, by hand: all who go on, names separated by semicolons, the first seed first.
    #[arg(long, conflicts_with = "placing")]
    order: Option<String>,
    /// What they take along.
    #[arg(long, value_enum, default_value_t)]
    carry: CarryName,
    /// Points by place to take along, as `3,2,1`.
    #[arg(long, value_delimiter = ',')]
    place_points: Vec<String>,
    /// Groups of unequal size are compared without the results against the last of the bigger ones.
    #[arg(long)]
    without_last: bool,
    /// Who does not want to go on.
    #[arg(long)]
    declined: Vec<String>,
    /// The order of players who are level, the best first, by play-off: names separated by semicolons.
    #[arg(long)]
    play_off: Vec<String>,
    /// A game of such a play-off, White first: `"Koch; Bold; 1-0"`. Once for each game; the games give the order of all who are named in them.
    #[arg(long)]
    play_off_game: Vec<String>,
    /// The same, by the arbiter's decision.
    #[arg(long)]
    level_order: Vec<String>,
    /// Others who are level are divided by lot.
    #[arg(long)]
    lot: bool,
    /// The seed of all lots; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// Only show who would go on.
    #[arg(long)]
    preview: bool,
    #[command(flatten)]
    plan: Plan,
}

/// Where they stand in the new stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlacingName {
    /// By place, then by comparison across groups.
    #[default]
    Standard,
    /// A1-B2, ...
    Crossing,
    /// By lot.
    Lot,
    /// By rating.
    Rating,
}

/// What they take along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CarryName {
    /// Nothing.
    #[default]
    Nothing,
    /// All points.
    AllPoints,
    /// The games against others who go on.
    AgainstQualifiers,
    /// Everything: one Swiss with the stage before, no rematch, colours and floats go on.
    Continuation,
    /// Half of the points.
    Half,
    /// Points by place, with --place-points.
    ByPlace,
}

/// Makes groups.
pub fn groups(options: &Groups) -> Outcome {
    event::once(&options.on, |state| {
        let seed = options.seed.unwrap_or_else(tournament::fresh_seed);
        let how = match options.how {
            _ if !options.lists.is_empty() || options.how == How::ByHand => {
                let lists = options.lists.iter().map(|list| people(state, list)).collect::<Result<_, _>>()?;
                Grouping::ByHand(lists)
            }
            How::Snake | How::ByHand => Grouping::Snake,
            How::Pots => Grouping::Pots { seed, separate: true },
            How::OpenPots => Grouping::Pots { seed, separate: false },
        };
        Ok(Do::MakeGroups { groups: options.groups, how, format: options.plan.format("", seed)? })
    })?;
    let event = tournament::store::read(&options.on.event).map_err(Failure::input)?;
    show(event.state())
}

/// Moves a player.
pub fn move_to_group(options: &MoveToGroup) -> Outcome {
    event::once(&options.on, |state| {
        let to = super::input::stage_index(state, Some(options.to))?;
        Ok(Do::MoveToGroup { player: somebody(state, &options.player)?, to })
    })
}

/// Replaces somebody who does not come.
pub fn replace_member(options: &ReplaceMember) -> Outcome {
    event::once(&options.on, |state| {
        let stage = stage_of(&options.on, state)?;
        Ok(Do::ReplaceMember { stage, player: player_in(state, stage, &options.player)? })
    })
}

/// Draws numbers.
pub fn draw_numbers(options: &DrawNumbers) -> Outcome {
    event::once(&options.on, |state| {
        let seed = options.seed.unwrap_or_else(tournament::fresh_seed);
        let how = if options.varma { NumbersDrawn::Varma { seed } } else { NumbersDrawn::Lot { seed } };
        Ok(Do::DrawNumbers { stage: stage_of(&options.on, state)?, how })
    })
}

/// Sets the numbers.
pub fn set_numbers(options: &SetNumbers) -> Outcome {
    event::once(&options.on, |state| {
        let order = options.order.as_deref().map(|text| people(state, text)).transpose()?;
        let stage = stage_of(&options.on, state)?;
        if state.pairs_teams(stage) {
            let order = order.map(|order| order.into_iter().map(|id| TeamId(id.0)).collect());
            return Ok(Do::SetTeamNumbers { stage, order });
        }
        Ok(Do::SetNumbers { stage, order })
    })
}

/// Shows who goes on and makes the next stage.
pub fn next_stage(options: &NextStage) -> Outcome {
    let event = tournament::store::read(&options.on.event).map_err(Failure::input)?;
    let state = event.state();
    let transition = transition(options, state)?;
    let format = options.plan.format(&options.name, options.seed.unwrap_or_else(tournament::fresh_seed))?;
    let found = preview(state, &transition, &format, "").map_err(|why| Failure::new(Exit::No, why))?;
    output::print(words(state, &found).as_bytes())?;
    if options.preview {
        return Ok(Exit::Done);
    }
    event::once(&options.on, |_| {
        Ok(Do::NextStage { transition: Box::new(transition.clone()), format: Box::new(format.clone()) })
    })
}

fn transition(options: &NextStage, state: &State) -> Result<Transition, Failure> {
    let from = if options.from.is_empty() {
        state.phases().pop().unwrap_or(0..1).collect()
    } else {
        let index = |number: &usize| super::input::stage_index(state, Some(*number));
        options.from.iter().map(index).collect::<Result<_, _>>()?
    };
    let lists = |texts: &[String]| texts.iter().map(|text| people(state, text)).collect::<Result<Vec<_>, _>>();
    let selection = if !options.players.is_empty() {
        Selection::ByHand(lists(&options.players)?)
    } else if !options.places.is_empty() {
        Selection::Places(options.places.clone())
    } else if let Some(after) = options.rest_after {
        Selection::Rest { after }
    } else if let Some(each) = options.first {
        Selection::First { each, best_of_next: options.best_of_next }
    } else {
        return Err(Failure::usage("say who goes on: --first, --places, --rest-after or --players"));
    };
    let seed = options.seed.unwrap_or_else(tournament::fresh_seed);
    let by_place = || -> Result<Vec<i32>, Failure> {
        let tenths = |text: &String| {
            let wrong = || Failure::usage(format!("\"{text}\" is no number of points; write 3 or 2.5"));
            let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
            let digit = |text: &str, most: i32| text.parse::<i32>().ok().filter(|n| (0..=most).contains(n));
            match (digit(whole, 1000), digit(part, 9)) {
                (Some(whole), Some(tenth)) => Ok(whole * 10 + tenth),
                _ => Err(wrong()),
            }
        };
        options.place_points.iter().map(tenths).collect()
    };
    let mut level = Vec::new();
    for games in connected(options, state)? {
        let order =
            tournament::place_games::order(&games, |id| tournament::stages::name(state, id)).map_err(Failure::usage)?;
        level.push(LevelOrder { by: DecisionKind::PlayOff, order, games });
    }
    for (texts, by) in [(&options.play_off, DecisionKind::PlayOff), (&options.level_order, DecisionKind::ByHand)] {
        level.extend(lists(texts)?.into_iter().map(|order| LevelOrder::new(by, order)));
    }
    Ok(Transition {
        from,
        selection,
        placing: match options.placing {
            _ if options.order.is_some() => {
                Placing::ByHand(people(state, options.order.as_deref().unwrap_or_default())?)
            }
            PlacingName::Standard => Placing::Standard,
            PlacingName::Crossing => Placing::Crossing,
            PlacingName::Lot => Placing::Lot { seed },
            PlacingName::Rating => Placing::Rating,
        },
        carry: match options.carry {
            CarryName::Nothing => Carry::Nothing,
            CarryName::AllPoints => Carry::AllPoints,
            CarryName::AgainstQualifiers => Carry::AgainstQualifiers,
            CarryName::Continuation => Carry::Continuation,
            CarryName::Half => Carry::Half,
            CarryName::ByPlace => Carry::ByPlace(by_place()?),
        },
        comparison: if options.without_last { Comparison::WithoutLast } else { Comparison::PerGame },
        declined: lists(&options.declined)?.concat(),
        level,
        lot: options.lot.then_some(seed),
    })
}

/// The games of play-offs, those of different play-offs apart: nobody plays in two.
fn connected(options: &NextStage, state: &State) -> Result<Vec<Vec<TieGame>>, Failure> {
    let one = |text: &str| -> Result<PlayerId, Failure> {
        let found = people(state, text)?;
        found.first().copied().ok_or_else(|| Failure::usage("a game of a play-off names two"))
    };
    let mut parts: Vec<Vec<TieGame>> = Vec::new();
    for text in &options.play_off_game {
        let game = super::honours::play_off_game(text, one)?;
        let meets = |part: &Vec<TieGame>| {
            part.iter().any(|other| [other.white, other.black].iter().any(|id| [game.white, game.black].contains(id)))
        };
        let (mut joined, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(meets);
        let mut all: Vec<TieGame> = joined.drain(..).flatten().collect();
        all.push(game);
        parts = others;
        parts.push(all);
    }
    Ok(parts)
}

/// Names separated by semicolons.
fn people(state: &State, text: &str) -> Result<Vec<PlayerId>, Failure> {
    text.split(';').map(str::trim).filter(|name| !name.is_empty()).map(|name| somebody(state, name)).collect()
}

/// A player by name or number, or the team where teams go from stage to stage.
fn somebody(state: &State, text: &str) -> Result<PlayerId, Failure> {
    if of_teams(state) {
        return Ok(PlayerId(super::teams::team(state, 0, text)?.0));
    }
    player_in(state, 0, text)
}

/// "4 players", "4 teams".
fn count(state: &State, n: usize) -> String {
    format!("{n} {}", if of_teams(state) { "teams" } else { "players" })
}

/// Who goes on, a line for each.
fn words(state: &State, found: &Preview) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    for (stage, field) in found.stages.iter().zip(&found.field) {
        let _ = writeln!(text, "{}: {}, {} rounds", stage.name, count(state, field.len()), stage.rounds_planned);
        for (number, (from, place, id)) in (1..).zip(field) {
            let carried = stage.carried_points(*id).map_or_else(String::new, |points| format!(", brings {points}"));
            let _ = writeln!(
                text,
                "{number:>4}  {:<36} place {place} of {}{carried}",
                name(state, *id),
                title(state, *from)
            );
        }
    }
    for note in &found.notes {
        let _ = writeln!(text, "Note: {note}");
    }
    text
}

/// The stages of an event and how far they are.
pub fn show(state: &State) -> Outcome {
    let seen = tournament::teams::view(state, 0);
    let mut text = format!("{}\nPlayers: {}\n", state.settings.name, state.players.len());
    if of_teams(state) {
        let _ = writeln!(text, "Teams: {}", state.teams.len());
    }
    for (index, stage) in state.stages.iter().enumerate() {
        let paired = state.rounds_paired(index);
        let how = if state.is_stage_over(index) {
            "over".to_owned()
        } else if paired == 0 {
            "not begun".to_owned()
        } else {
            let progress = state.progress(index, paired);
            format!("round {paired} of {}, {} of {} results in", stage.rounds_planned, progress.entered, progress.total)
        };
        let _ = writeln!(
            text,
            "\n{} {}: {}, {how}",
            index + 1,
            title(state, index),
            count(state, seen.numbering(index).len())
        );
        if let Some(made) = tournament::stages::made_of(state, index) {
            let _ = writeln!(text, "      {made}");
        }
        for (number, id) in (1..).zip(seen.numbering(index).iter()) {
            let _ = writeln!(text, "{number:>4}  {}", seen.name(*id));
        }
    }
    let unplaced: Vec<String> = seen
        .players
        .keys()
        .filter(|id| (0..seen.stages.len()).all(|stage| !seen.numbering(stage).contains(id)))
        .map(|id| seen.name(*id))
        .collect();
    if !unplaced.is_empty() {
        let _ = writeln!(text, "\nIn no group: {}", unplaced.join("; "));
    }
    let phase = state.phases().pop().unwrap_or(0..1);
    let groups = matches!(state.stages.get(phase.start).and_then(|s| s.origin.as_deref()), Some(Origin::Group(_)));
    let next = match state.stages_to_pair(phase.clone()).len() {
        0 if state.is_phase_over() && groups => "make the next stage (event next-stage)",
        0 if state.is_phase_over() => "the final ranking (event ranking), or a further stage",
        0 if phase.clone().all(|stage| {
            let progress = state.progress(stage, state.rounds_paired(stage));
            progress.entered == progress.total
        }) =>
        {
            "say who goes on from the equal meetings (event playoff, draw, decide)"
        }
        0 => "enter the results",
        _ => "pair the next round (event pair)",
    };
    let _ = writeln!(text, "\nNext: {next}");
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}

/// Prints the final ranking.
pub fn ranking(on: &Only) -> Outcome {
    let event = tournament::store::read(&on.event).map_err(Failure::input)?;
    let state = event.state();
    if let ([stage], true) = (state.stages.as_slice(), state.pairs_teams(0))
        && !matches!(stage.system, System::Knockout { .. })
    {
        let text = teams_ranked(state)?;
        output::print(text.as_bytes())?;
        if !state.is_phase_over() {
            eprintln!("Not final: the last stage is not over.");
        }
        return Ok(Exit::Done);
    }
    if let [stage] = state.stages.as_slice()
        && matches!(stage.system, System::Scheveningen { .. })
        && state.teams.len() == 2
    {
        // The teams first, then the players of both.
        output::print(format!("{}\n", teams_ranked(state)?).as_bytes())?;
    }
    let ranking = final_ranking(state).map_err(|why| Failure::new(Exit::No, why))?;
    let header = ["Place", "Name", "Stage", "There"].map(str::to_owned);
    let rows: Vec<Vec<String>> = ranking
        .iter()
        .map(|place| vec![place.words(), name(state, place.id), title(state, place.stage), place.words_in_stage()])
        .collect();
    output::print(output::text_table(&header, &rows).as_bytes())?;
    if !state.is_phase_over() {
        eprintln!("Not final: the last stage is not over.");
    } else if !state.is_event_over() {
        eprintln!("Not final: a further stage is planned.");
    }
    Ok(Exit::Done)
}

/// The ranking of the teams of the only stage.
fn teams_ranked(state: &State) -> Result<String, Failure> {
    let settings = &state.settings;
    let first = if tournament::teams::primary(state, 0) == TeamScore::GamePoints { "GPTS" } else { "MPTS" };
    let mut list = settings.tiebreaks.clone();
    if !list.iter().any(|code| code.eq_ignore_ascii_case("PTS") || code.eq_ignore_ascii_case(first)) {
        list.insert(0, first.to_owned());
    }
    let codes = TieBreak::parse_list(&list.join(",")).map_err(Failure::input)?;
    let table = tournament::teams::counted(state, 0, state.rounds_paired(0));
    let found = tournament::teams::ranked(state, 0, &table, &codes);
    let numbering = state.team_numbering(0);
    let name = |number: u32| {
        let id = (number as usize).checked_sub(1).and_then(|at| numbering.get(at));
        id.map_or_else(String::new, |id| state.team_name(*id))
    };
    let header = ["Place", "Team", "Points"].map(str::to_owned);
    let rows: Vec<Vec<String>> =
        found.rows.iter().map(|row| vec![row.rank.to_string(), name(row.number), row.points.to_string()]).collect();
    Ok(output::text_table(&header, &rows))
}
