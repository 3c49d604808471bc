//! What the event itself must fulfil for norms (B.01 art. 1.1), as far as its settings tell it.

use crate::model::{Discipline, Extra, Period, StageIndex, State, System, TimeControl};
use std::collections::BTreeMap;

/// Seconds that each player has for 60 moves at least; `None` when the periods are not entered.
pub fn seconds_for_sixty_moves(time: &TimeControl) -> Option<u32> {
    let side = |periods: &[Period]| {
        let mut moves_left: u32 = 60;
        let mut seconds: u32 = 0;
        for period in periods {
            if moves_left == 0 {
                break;
            }
            let played = period.moves.unwrap_or(moves_left).min(moves_left);
            let each = match period.extra {
                Extra::None => 0,
                Extra::Increment(each) | Extra::Delay(each) => each,
            };
            seconds = seconds.saturating_add(period.seconds).saturating_add(each.saturating_mul(played));
            moves_left -= played;
        }
        seconds
    };
    let white = (!time.periods.is_empty()).then(|| side(&time.periods))?;
    Some(time.black.as_deref().map_or(white, |black| white.min(side(black))))
}

/// The discipline that a time control makes (time for 60 moves: less than an hour is rapid, ten minutes or less blitz).
pub fn discipline_of(time: &TimeControl) -> Option<Discipline> {
    Some(match seconds_for_sixty_moves(time)? {
        0..=600 => Discipline::Blitz,
        601..3600 => Discipline::Rapid,
        _ => Discipline::Classical,
    })
}

/// Conditions that the event does not fulfil, or that its settings leave open: a sentence for each, the failed ones first.
pub fn event_conditions(state: &State, stage: StageIndex) -> (Vec<String>, Vec<String>) {
    let settings = &state.settings;
    let (mut failed, mut open) = (Vec::new(), Vec::new());
    if settings.game.parse::<rules::GameKind>().is_ok_and(|game| game != rules::GameKind::Chess) {
        failed.push("Norms are for chess events only.".to_owned());
    }
    let fide = |player: &std::sync::Arc<crate::model::Player>| {
        player.ratings.iter().any(|rating| crate::model::is_fide_list(&rating.list))
    };
    let by_list = settings.seeding.method == crate::model::StartRating::List;
    if by_list && !settings.rating_list.is_empty() && !crate::model::is_fide_list(&settings.rating_list) {
        failed.push(format!("Norms count FIDE ratings; this event is rated by the list \"{}\".", settings.rating_list));
    } else if !state.players.is_empty() && !state.players.values().any(fide) {
        failed.push("Norms count FIDE ratings, and nobody in this event has one.".to_owned());
    }
    match settings.discipline {
        Discipline::Classical => {}
        Discipline::Rapid | Discipline::Blitz => {
            failed.push("Rapid and blitz events give no norms (B.01 art. 1.1).".to_owned());
        }
        Discipline::Correspondence | Discipline::Composition => {
            failed.push("Only games over the board count for norms.".to_owned());
        }
    }
    match seconds_for_sixty_moves(&settings.time_control) {
        Some(seconds) if seconds < 7200 => failed
            .push(format!("Each player has {} minutes for 60 moves; norms need 120 (B.01 art. 1.1).", seconds / 60)),
        Some(_) => {}
        None => {
            open.push("The time control is not entered in figures; norms need 120 minutes for 60 moves.".to_owned())
        }
    }
    if settings.time_control.black.as_ref().is_some_and(|black| *black != settings.time_control.periods) {
        failed.push("Both sides need the same time control.".to_owned());
    }
    let rounds = state.stages.get(stage).map_or(0, |header| header.rounds_planned);
    let mut by_day: BTreeMap<String, u32> = BTreeMap::new();
    for date in settings.round_dates.iter().take(rounds as usize).flatten() {
        *by_day.entry(date.to_string()).or_default() += 1;
    }
    if let Some((day, count)) = by_day.iter().find(|(_, count)| **count > 2) {
        failed.push(format!("On {day} {count} rounds are played; at most two a day are allowed."));
    } else if by_day.is_empty()
        && let Some(days) = days_between(settings.start.as_ref(), settings.end.as_ref())
        && rounds > 2 * days
    {
        failed.push(format!("{rounds} rounds in {days} days are more than two a day."));
    } else if by_day.is_empty() {
        open.push("The dates of the rounds are not entered; at most two rounds a day are allowed.".to_owned());
    }
    if let Some(System::Scheveningen { .. }) = state.stages.get(stage).map(|header| &header.system) {
        failed.push("Scheveningen events need a permission of their own.".to_owned());
    }
    if settings.chief_arbiter.is_empty() {
        open.push("The chief arbiter is not entered.".to_owned());
    }
    open.push("The chief arbiter must be an IA or FA, and the event registered 30 days before it begins.".to_owned());
    (failed, open)
}

/// Days from the first to the last, both counted, of dates with days in one month or in neighbouring ones; `None` when not known.
fn days_between(start: Option<&crate::model::PartialDate>, end: Option<&crate::model::PartialDate>) -> Option<u32> {
    let (start, end) = (start?, end?);
    if start.day == 0 || end.day == 0 || start.month == 0 || end.month == 0 {
        return None;
    }
    let number = |date: &crate::model::PartialDate| {
        // Days since the beginning of the year 0, by the Gregorian calendar.
        let (y, m) = if date.month <= 2 {
            (i64::from(date.year) - 1, date.month + 9)
        } else {
            (date.year.into(), date.month - 3)
        };
        365 * y + y.div_euclid(4) - y.div_euclid(100)
            + y.div_euclid(400)
            + (153 * i64::from(m) + 2) / 5
            + i64::from(date.day)
    };
    u32::try_from(number(end) - number(start) + 1).ok().filter(|days| *days > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PartialDate;

    #[test]
    fn time_for_sixty_moves() {
        let period = |moves, seconds, extra| Period { moves, seconds, extra };
        let control = |periods| TimeControl { periods, ..TimeControl::default() };
        let long =
            control(vec![period(Some(40), 5400, Extra::Increment(30)), period(None, 1800, Extra::Increment(30))]);
        assert_eq!(seconds_for_sixty_moves(&long), Some(9000));
        let blitz = control(vec![period(None, 180, Extra::Increment(2))]);
        assert_eq!((seconds_for_sixty_moves(&blitz), discipline_of(&blitz)), (Some(300), Some(Discipline::Blitz)));
        let rapid = control(vec![period(None, 900, Extra::Increment(10))]);
        assert_eq!(discipline_of(&rapid), Some(Discipline::Rapid));
        assert_eq!(seconds_for_sixty_moves(&TimeControl::default()), None);
    }

    #[test]
    fn days_of_an_event() {
        let date = |text: &str| text.parse::<PartialDate>().unwrap();
        assert_eq!(days_between(Some(&date("2026-02-27")), Some(&date("2026-03-01"))), Some(3));
        assert_eq!(days_between(Some(&date("2026-05-05")), Some(&date("2026-05-05"))), Some(1));
        assert_eq!(days_between(Some(&date("2026-05")), Some(&date("2026-05-05"))), None);
    }
}
