//! `event new`.

use super::*;
use tournament::model::NumbersDrawn;

/// How the numbers of a new event are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NumbersName {
    /// By lot.
    Lot,
    /// By restricted lot, Varma tables: those of one federation meet early.
    Varma,
    /// By rating, title and name.
    Rating,
    /// As the entry list has them.
    Hand,
}

pub(super) fn new(options: &New) -> Outcome {
    if options.name.trim().is_empty() {
        return Err(Failure::usage("--name is empty; an event needs a name"));
    }
    if options.as_unit && options.games.unwrap_or(1) < 2 {
        return Err(Failure::usage("--as-unit is for meetings of several games, see --games"));
    }
    if let Some(fault) = tournament::event::scoring_fault(&options.points) {
        return Err(Failure::usage(format!("--points: {fault}")));
    }
    let list = import::entry_list(&options.players)?;
    let seed = options.seed.unwrap_or_else(tournament::fresh_seed);
    let (color, lot) = match options.initial_color {
        Some(ColorName::White) => (Color::White, Lot::Typed),
        Some(ColorName::Black) => (Color::Black, Lot::Typed),
        None => (draw_color(seed), Lot::Drawn { seed }),
    };
    let settings = Settings {
        name: options.name.clone(),
        place: options.place.clone(),
        game: options.game.to_string(),
        scoring: options.points,
        meetings_as_unit: options.as_unit,
        initial_color: Some(color),
        initial_color_lot: Some(lot),
        ..Settings::default()
    };
    let mut settings = settings;
    settings.draw_numbers = match (options.numbers, options.system) {
        (None | Some(NumbersName::Lot), NewSystem::RoundRobin) => Some(NumbersDrawn::Lot { seed }),
        (Some(NumbersName::Varma), NewSystem::RoundRobin) => Some(NumbersDrawn::Varma { seed }),
        (Some(NumbersName::Lot | NumbersName::Varma), _) => {
            return Err(Failure::usage(
                "--numbers lot and varma are for a round-robin; the other systems seed by rating",
            ));
        }
        (None | Some(NumbersName::Rating | NumbersName::Hand), _) => None,
    };
    if options.teams.teams {
        teams::rules(&options.teams, &mut settings)?;
    } else if options.system == NewSystem::SwissTeam {
        return Err(Failure::usage("the Swiss Team System pairs teams; say --teams too"));
    }
    if let Some(best) = options.teams.best_members {
        settings.contest = tournament::model::Contest::IndividualTeam;
        settings.teams.best_members = best;
    }
    let entrants = if options.teams.teams { list.teams().len() } else { list.len() };
    if options.teams.teams && entrants < 2 {
        return Err(Failure::input("the entry list has fewer than two teams; name them in a column \"Team\""));
    }
    let mut stage = new_stage(options, entrants)?;
    if let System::Scheveningen { double, boards, .. } = &mut stage.system {
        let size = |team: &&str| list.entries.iter().filter(|entry| entry.team == **team).count() as u32;
        let sizes: Vec<u32> = list.teams().iter().map(size).collect();
        let larger = sizes.iter().copied().max().unwrap_or(0);
        let equal = sizes.iter().all(|size| *size == larger);
        *boards = options.scheveningen.seats.unwrap_or(if equal { 0 } else { larger });
        let seats = if *boards == 0 { larger } else { *boards };
        stage.rounds_planned = seats.max(1) * if *double { 2 } else { 1 };
    }
    let usual = match options.system {
        NewSystem::Scheveningen => ["SB", "WIN"].map(str::to_owned).to_vec(),
        _ if options.teams.teams => ["GPTS", "DE", "BC"].map(str::to_owned).to_vec(),
        _ => tournament::standings::usual(&stage.system),
    };
    let mut tiebreaks: Vec<String> = Vec::new();
    let list_of_codes = options.tiebreaks.clone().unwrap_or_else(|| usual.join(","));
    for code in TieBreak::parse_list(&list_of_codes).map_err(Failure::usage)? {
        let code = code.to_string();
        if code != "PTS" && !tiebreaks.contains(&code) {
            tiebreaks.push(code);
        }
    }
    let codes = TieBreak::parse_list(&tiebreaks.join(",")).map_err(Failure::usage)?;
    let teams = options.teams.teams && !matches!(stage.system, System::Scheveningen { .. });
    let kind = tournament::crosstable::PairingKind::of(&stage.system);
    // A new event is in FIDE mode.
    let forbidden: Vec<String> = (tournament::standings::objections(&codes, teams, kind, true).into_iter())
        .filter(|objection| objection.forbidden)
        .map(|objection| objection.text)
        .collect();
    if options.tiebreaks.is_some() && !forbidden.is_empty() {
        return Err(Failure::usage(format!("FIDE mode does not allow this list (C.07): {}", forbidden.join("; "))));
    }
    settings.tiebreaks = tiebreaks;
    let rounds = stage.rounds_planned;
    let mut event = Event::new(settings, stage);
    import::add(&mut event, &list)?;
    if options.numbers == Some(NumbersName::Hand) {
        // Identities follow the entry list.
        let state = event.state();
        let command = if state.pairs_teams(0) {
            Do::SetTeamNumbers { stage: 0, order: Some(state.teams.keys().copied().collect()) }
        } else {
            Do::SetNumbers { stage: 0, order: Some(state.players.keys().copied().collect()) }
        };
        event.apply(command).map_err(|refusal| Failure::new(super::super::Exit::No, refusal))?;
    }
    let path = import::with_suffix(&options.event);
    EventFile::create(&path, event).map_err(Failure::output)?;
    let players = match options.teams.teams {
        true => format!("{entrants} teams of {} players", list.len()),
        false => format!("{} players", list.len()),
    };
    say(&format!("{}: {players}, {} rounds, initial colour {color:?}", path.display(), rounds))
}

/// Points of a win, a draw and a loss in a scheme such as `2-1-0` or `1-0.5-0`; the pairing-allocated bye counts as a win.
pub(super) fn points(text: &str) -> Result<Scoring, String> {
    let tenths = |text: &str| -> Option<i32> {
        let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
        let digits = |text: &str| !text.is_empty() && text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
        (digits(whole) && digits(part) && part.len() == 1)
            .then(|| Some(whole.parse::<i32>().ok()? * 10 + part.parse::<i32>().ok()?))?
    };
    let parts: Vec<Option<i32>> = text.split('-').map(tenths).collect();
    match parts[..] {
        [Some(win), Some(draw), Some(loss)] if win > draw && draw >= loss => {
            Ok(Scoring { win, draw, loss, pairing_bye: win, ..Scoring::default() })
        }
        _ => {
            Err("write the points of a win, a draw and a loss, the greatest first, such as 2-1-0 or 1-0.5-0".to_owned())
        }
    }
}

/// The stage of a new event for so many players.
pub(super) fn new_stage(options: &New, players: usize) -> Result<Stage, Failure> {
    let swiss = |variant| System::Swiss { variant, acceleration: options.baku };
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    let (system, fixed) = match options.system {
        NewSystem::Dutch => (swiss(SwissVariant::Dutch), None),
        NewSystem::Dubov => (swiss(SwissVariant::Dubov), None),
        NewSystem::Burstein => (swiss(SwissVariant::Burstein), None),
        NewSystem::SwissTeam => (swiss(SwissVariant::Team), None),
        NewSystem::Scheveningen => {
            let double = options.double || options.cycles == 2;
            // The rounds follow from the size of the teams.
            let rounds = u32::from(options.teams.boards()) * if double { 2 } else { 1 };
            (System::Scheveningen { double, boards: 0, options: options.scheveningen.options() }, Some(rounds))
        }
        NewSystem::RoundRobin => {
            let cycle = if players % 2 == 1 { players } else { players.saturating_sub(1) };
            let system = System::RoundRobin { cycles: options.cycles, exchange_last_two: options.exchange_last_two };
            (system, Some(cycle.saturating_mul(options.cycles.into())))
        }
        NewSystem::DoubleSwiss => (swiss(SwissVariant::DoubleSwiss), None),
        NewSystem::Lim => (swiss(SwissVariant::Lim), None),
        NewSystem::Knockout => {
            let system = options.knockout.system(options.seed.unwrap_or_else(tournament::fresh_seed))?;
            let rounds = tournament::knockout::rounds(&system, players).map_err(Failure::usage)?;
            tournament::knockout::first_round_fault(&system, players).map_err(Failure::usage)?;
            (system, Some(rounds))
        }
    };
    let is_swiss = matches!(system, System::Swiss { .. });
    if options.baku && !is_swiss {
        return Err(Failure::usage("--baku is for a Swiss"));
    }
    if (options.double || options.scheveningen.given()) && options.system != NewSystem::Scheveningen {
        return Err(Failure::usage(
            "--double, --same-order, --seats and --by-match-points are for a Scheveningen match",
        ));
    }
    let games = options.games.unwrap_or(if system.is_double_swiss() { 2 } else { 1 });
    if system.is_double_swiss() && games != 2 {
        return Err(Failure::usage("a match of the Double-Swiss has two games; leave --games out"));
    }
    if options.rounds.is_some() && fixed.is_some() {
        return Err(Failure::usage("--rounds is for a Swiss; this system has its rounds from the number of players"));
    }
    if options.cycles > 1 && ![NewSystem::RoundRobin, NewSystem::Scheveningen].contains(&options.system) {
        return Err(Failure::usage("--cycles is for a round-robin or a Scheveningen match"));
    }
    if options.knockout.given() && options.system != NewSystem::Knockout {
        return Err(Failure::usage("--third-place, --format, --seeding, --ladder and the like are for a knockout"));
    }
    let rounds = fixed.or(options.rounds).unwrap_or(5);
    if rounds == 0 || rounds > 99 {
        return Err(Failure::usage(format!(
            "{players} players make {rounds} rounds in this system; an event has between 1 and 99"
        )));
    }
    Ok(Stage { system, games_per_meeting: games, ..import::swiss_stage(rounds) })
}
