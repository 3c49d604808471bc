//! From an event to a report file.

use super::meetings::{self, Layout};
use super::player::{Cell, Code, PlayerRecord};
use super::records::{AbnormalKind, AbnormalPoints, Acceleration, ByeRecord, ForbiddenGroup, Header};
use super::teams::TeamRecord;
use super::{Dialect, LineEnd, Remark, ScoringTable, Trf, TrfError, rating_lists, time, told, write};
use crate::model::*;
use pairing::Points;
use std::collections::{BTreeMap, HashMap};

/// The beginning of the comment that names the list and date of the ratings.
pub(super) const RATINGS: &str = "Ratings taken from ";

/// A report file made from an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file: UTF-8, lines ended by CRLF.
    pub bytes: Vec<u8>,
    /// What the format could not hold.
    pub remarks: Vec<Remark>,
}

/// Writes a stage of an event. `ranks`: final ranks; without them players are ranked by points and number, as a first order.
///
/// # Errors
/// [`TrfError`] when there is no such stage, or when the written file does not read back: the event then holds something that contradicts
/// itself, and the place is that of the file.
pub fn export(
    state: &State,
    stage: StageIndex,
    dialect: Dialect,
    ranks: &BTreeMap<PlayerId, u32>,
) -> Result<Exported, TrfError> {
    let (mut trf, mut remarks) = to_trf(state, stage, ranks)?;
    let open = trf.players.iter_mut().flat_map(|player| &mut player.rounds).filter(|cell| cell.code == Code::Unknown);
    if dialect == Dialect::Trf16 && open.map(|cell| cell.code = Code::Draw).count() > 0 {
        // The older format has no sign for it; a draw is what it counts as (C.04.2 art. 3.1).
        remarks.push(Remark::new(
            0,
            0,
            "adjourned games are written as draws, which they count as until they are finished",
        ));
    }
    let bytes = write::write(&trf, dialect, LineEnd::CrLf);
    super::read(&bytes)?;
    Ok(Exported { bytes, remarks })
}

/// The records of a stage, not yet laid out.
///
/// # Errors
/// [`TrfError`] when there is no such stage.
pub fn to_trf(
    state: &State,
    stage: StageIndex,
    ranks: &BTreeMap<PlayerId, u32>,
) -> Result<(Trf, Vec<Remark>), TrfError> {
    let Some(header) = state.stages.get(stage) else {
        return Err(TrfError::new(0, 0, format!("the event has no stage {}", stage + 1), "choose one of its stages"));
    };
    if header.rounds.iter().any(|round| !round.carried_from.is_empty())
        && let Some(own) = state.without_carried_rounds(stage)
    {
        let (trf, mut remarks) = to_trf(&own, 0, ranks)?;
        remarks.push(Remark::new(
            0,
            0,
            "games taken over from earlier stages are left out; their points are extra points",
        ));
        return Ok((trf, remarks));
    }
    let mut maker = Maker::new(state, stage, header);
    let teams = state.pairs_teams(stage);
    maker.players(ranks);
    maker.coming_round();
    if !teams {
        maker.acceleration();
    }
    maker.settings();
    maker.comments();
    if teams {
        // Byes, bonus points and forbidden pairs are those of teams there.
        maker.trf.byes.clear();
        maker.trf.abnormal.clear();
        maker.trf.forbidden.clear();
        super::teams_out::put(state, stage, &maker.numbers, &mut maker.trf);
        if !state.adjustments.is_empty() {
            maker.say("bonus and penalty points of players have no place in a file of teams");
        }
        let told = crate::standings::team_lines::renew(&mut maker.trf)?;
        told.into_iter().for_each(|text| maker.say(text));
    }
    if let Some(text) = super::teams_out::old_records(&mut maker.trf) {
        maker.say(text);
    }
    // A last round in which nobody met anybody leaves no trace in the rows.
    let paired = (header.rounds.len() as u32).saturating_mul(maker.layout.columns());
    if maker.trf.round_to_pair() <= paired {
        maker.trf.comments.push((0, format!("{}{paired}", super::table::ROUNDS_PAIRED)));
    }
    Ok((maker.trf, maker.remarks))
}

struct Maker<'a> {
    state: &'a State,
    stage_index: StageIndex,
    stage: &'a Stage,
    /// Players in order of number; whoever has no number yet at the end.
    order: Vec<PlayerId>,
    numbers: HashMap<PlayerId, u32>,
    /// How the rounds of the file hold meetings.
    layout: Layout,
    trf: Trf,
    remarks: Vec<Remark>,
}

impl<'a> Maker<'a> {
    fn new(state: &'a State, stage_index: StageIndex, stage: &'a Stage) -> Maker<'a> {
        let mut order: Vec<PlayerId> = state.numbering(stage_index).to_vec();
        let known: HashMap<PlayerId, ()> = order.iter().map(|id| (*id, ())).collect();
        if stage_index == 0 && !state.is_closed(0) {
            // Who withdrew before having a number never took part: neither the standings nor the file know such a player.
            let paired = stage.rounds.len() as u32;
            let came =
                |player: &Player| player.withdrawn_from.is_none_or(|from| from > player.entered_in.max(paired + 1));
            let others = state.players.iter().filter(|(id, player)| !known.contains_key(id) && came(player));
            order.extend(others.map(|(id, _)| *id));
        }
        let numbers = order.iter().copied().zip(1..).collect();
        let longest = |round: &Round| round.meetings.iter().map(|meeting| meeting.games.len()).max().unwrap_or(1);
        let games = stage.rounds.iter().map(|round| longest(round)).max().unwrap_or(1);
        let games = u8::try_from(games).unwrap_or(u8::MAX).max(stage.games_per_meeting).max(1);
        let unit = state.settings.meetings_as_unit && !stage.system.is_double_swiss() && games > 1;
        let layout = Layout { games, unit };
        let mut maker =
            Maker { state, stage_index, stage, order, numbers, layout, trf: Trf::default(), remarks: Vec::new() };
        if unit {
            maker.say("meetings scored as one unit are written as one result; their games stand in comments");
        } else if games > 1 {
            maker.say("meetings of several games take a round for each game in the file");
        }
        maker
    }

    fn say(&mut self, text: impl Into<String>) {
        self.remarks.push(Remark::new(0, 0, text));
    }

    /// The rounds of the file that a round takes.
    fn columns_of(&self, round: u32) -> std::ops::RangeInclusive<u32> {
        let wide = self.layout.columns();
        let first = round.saturating_sub(1).saturating_mul(wide).saturating_add(1);
        first..=first.saturating_add(wide - 1)
    }

    /// Rounds of the file that are paired.
    fn columns(&self) -> u32 {
        (self.stage.rounds.len() as u32).saturating_mul(self.layout.columns())
    }

    /// The planned rounds, counted as columns.
    fn rounds_total(&self) -> u32 {
        let rounds = self.stage.rounds_planned.max(self.stage.rounds.len() as u32);
        rounds.saturating_mul(self.layout.columns()).clamp(1, 400)
    }

    /// What a bye is in each round of the file that it takes. The pairing-allocated one of a Double-Swiss is worth one game as the settings say
    /// and one drawn (FIDE C.04.5 art. 1.4).
    fn bye_code(&self, kind: ByeKind, column: u32) -> Code {
        let second = !(column - 1).is_multiple_of(self.layout.columns());
        if second && kind == ByeKind::PairingAllocated && self.stage.system.is_double_swiss() {
            return Code::HalfBye;
        }
        bye_code(kind)
    }

    fn players(&mut self, ranks: &BTreeMap<PlayerId, u32>) {
        let rows = self.rounds();
        let scores = self.state.scores(self.stage_index, self.stage.rounds.len() as u32);
        let score = |id: &PlayerId| scores.get(id).copied().unwrap_or_default();
        let mut by_points: Vec<PlayerId> = self.order.clone();
        // Stable: equal points stay in the order of numbers.
        by_points.sort_by_key(|id| std::cmp::Reverse(score(id)));
        let provisional: HashMap<PlayerId, u32> = by_points.into_iter().zip(1..).collect();
        let mut lists = rating_lists::Written::default();
        // Who is not in the standings has no rank.
        let left_out = crate::standings::left_out(self.state, self.stage_index);
        for (id, rounds) in self.order.clone().into_iter().zip(rows) {
            let Some(player) = self.state.players.get(&id) else { continue };
            let number = self.numbers[&id];
            let name = clean(&player.name);
            if name.chars().count() > 33 {
                self.say(format!("the name \"{name}\" is cut at 33 characters"));
            }
            let official = rating_lists::official(player, &self.state.settings);
            lists.player(number, player, official);
            self.trf.players.push(PlayerRecord {
                line: 0,
                number,
                sex: player.sex,
                title: player.title,
                title_text: String::new(),
                name,
                rating: official.map_or(0, |rating| u32::from(rating.value)),
                federation: clean(&player.federation),
                id: clean(&player.id),
                birth: player.birth,
                birth_text: String::new(),
                points: Some(score(&id)),
                rank: ranks.get(&id).or(provisional.get(&id)).copied().filter(|_| !left_out.contains(&id)),
                rounds,
                repaired: false,
            });
        }
        let (comments, remarks) = lists.comments(&self.state.settings);
        self.trf.national = lists.national;
        self.trf.comments.extend(comments.into_iter().map(|text| (0, text)));
        remarks.into_iter().for_each(|text| self.say(text));
    }

    /// The cells of all players, in order of number.
    fn rounds(&self) -> Vec<Vec<Cell>> {
        let teams = self.state.pairs_teams(self.stage_index);
        // A member without a game has a `-`, as long as that is worth what missing a round is.
        let scoring = &self.state.settings.scoring;
        let code = if teams && scoring.forfeit_loss == scoring.zero_bye { Code::ForfeitLoss } else { Code::ZeroBye };
        let absent = Cell { code, ..Cell::default() };
        let mut rows = vec![vec![absent; self.columns() as usize]; self.order.len()];
        let mut set = |id: PlayerId, column: u32, cell: Cell| {
            let place = self.numbers.get(&id).map(|number| *number as usize - 1);
            if let Some(slot) = place.and_then(|place| rows.get_mut(place)?.get_mut(column as usize - 1)) {
                *slot = cell;
            }
        };
        for (round, number) in self.stage.rounds.iter().zip(1..) {
            let columns = self.columns_of(number);
            for (id, kind) in &round.byes {
                for column in columns.clone() {
                    set(*id, column, Cell { code: self.bye_code(*kind, column), ..Cell::default() });
                }
            }
            for meeting in &round.meetings {
                for (game, column) in meeting.games.iter().zip(columns.clone()) {
                    let (white, black) = match self.layout.unit {
                        true => meetings::unit_codes(meeting, &self.state.settings.scoring),
                        false => result_codes(game.result),
                    };
                    let number = |id: &PlayerId| self.numbers.get(id).copied();
                    // A vacant seat of the other side leaves a win without an opponent.
                    let cell = |opponent: Option<u32>, color, code| Cell {
                        opponent,
                        color: (opponent.is_some() || !teams).then_some(color),
                        code,
                    };
                    set(game.white, column, cell(number(&game.black), pairing::swiss::Color::White, white));
                    set(game.black, column, cell(number(&game.white), pairing::swiss::Color::Black, black));
                }
            }
        }
        rows
    }

    /// Byes of the rounds that are not paired yet: 240.
    fn coming_round(&mut self) {
        let paired = self.stage.rounds.len() as u32;
        let mut found: BTreeMap<(u32, char), Vec<u32>> = BTreeMap::new();
        let (mut withdrawn, mut entering): (BTreeMap<u32, Vec<u32>>, BTreeMap<u32, Vec<u32>>) = Default::default();
        for id in &self.order {
            let Some(player) = self.state.players.get(id) else { continue };
            let number = self.numbers[id];
            let gone = player.withdrawn_from.filter(|from| *from <= paired + 1);
            let outside = gone.is_some() || player.entered_in > paired + 1;
            if let Some(round) = player.withdrawn_from {
                withdrawn.entry(round).or_default().push(number);
            }
            if player.entered_in > 1 {
                entering.entry(player.entered_in).or_default().push(number);
            }
            if outside && paired < self.stage.rounds_planned {
                found.entry((paired + 1, 'Z')).or_default().push(number);
            }
            for (round, kind) in player.requested_byes.range(paired + 1..) {
                if !(outside && *round == paired + 1) && player.withdrawn_from.is_none_or(|from| *round < from) {
                    found.entry((*round, bye_code(*kind).to_char())).or_default().push(number);
                }
            }
        }
        for ((round, letter), ids) in found {
            let code = Code::from_char(letter).unwrap_or(Code::ZeroBye);
            for round in self.columns_of(round) {
                self.trf.byes.push(ByeRecord { line: 0, code, round, ids: ids.clone() });
            }
        }
        let words = |ids: &[u32]| ids.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        for (round, ids) in entering {
            self.trf.comments.push((0, format!("Enter in round {round}: {}", words(&ids))));
        }
        for (round, ids) in withdrawn {
            self.trf.comments.push((0, format!("Withdrawn from round {round}: {}", words(&ids))));
        }
    }

    /// Virtual points: those that rounds were paired with, and what Baku gives the same group later.
    fn acceleration(&mut self) {
        let accelerated = matches!(self.stage.system, System::Swiss { acceleration: true, .. });
        let rounds = self.stage.rounds_planned;
        let group: Vec<u32> = match self.stage.rounds.first() {
            Some(first) => {
                let last = self.order.iter().rposition(|id| first.virtual_points.contains_key(id));
                (1..=last.map_or(0, |place| place as u32 + 1)).collect()
            }
            None => return,
        };
        let half = rounds.div_ceil(2);
        let full = half.div_ceil(2);
        let win = self.state.meeting_scoring(self.stage_index).win;
        let by_round = (1..=rounds).map(|round| match self.stage.rounds.get(round as usize - 1) {
            Some(paired) => {
                let number = |(id, points): (&PlayerId, &i32)| Some((*self.numbers.get(id)?, *points));
                paired.virtual_points.iter().filter_map(number).collect()
            }
            None if accelerated && round <= half => {
                let points = if round <= full { win } else { win / 2 };
                group.iter().map(|number| (*number, points)).collect()
            }
            None => BTreeMap::new(),
        });
        let mut records = accelerations(by_round);
        for record in &mut records {
            record.first_round = *self.columns_of(record.first_round).start();
            record.last_round = *self.columns_of(record.last_round).end();
        }
        self.trf.acceleration = records;
    }

    fn settings(&mut self) {
        let settings = &self.state.settings;
        if matches!(self.stage.system, System::Scheveningen { .. }) {
            self.remarks.push(Remark::new(
                0,
                0,
                "the format has no code for Scheveningen events; written as a round-robin of its own kind",
            ));
        }
        let (words, code) = system_words(&self.stage.system, settings.contest);
        self.trf.header = Header {
            name: clean(&settings.name),
            city: clean(&settings.place),
            federation: clean(&settings.federation),
            start: settings.start,
            end: settings.end,
            kind: words,
            chief_arbiter: clean(&settings.chief_arbiter),
            deputies: settings.deputies.iter().map(|deputy| clean(deputy)).collect(),
            times: clean(&settings.time_control.text),
            round_dates: (settings.round_dates.iter())
                .flat_map(|date| std::iter::repeat_n(*date, self.layout.columns() as usize))
                .collect(),
            rounds: Some(self.rounds_total()),
            initial_color: settings.initial_color.map(Into::into),
            program: format!("Pairwright {}", env!("CARGO_PKG_VERSION")),
            type_code: code,
            tiebreaks: settings.tiebreaks.iter().map(|code| clean(code)).filter(|code| !code.is_empty()).collect(),
            time_code: time::code(&settings.time_control).unwrap_or_default(),
            starting_rank_method: rating_lists::method(settings),
            ..Header::default()
        };
        self.trf.scoring = ScoringTable { declared: true, ..ScoringTable::of(settings.scoring.into()) };
        let numbers = |ids: &[PlayerId]| ids.iter().filter_map(|id| self.numbers.get(id).copied()).collect::<Vec<_>>();
        for pair in &settings.forbidden {
            let ids = numbers(&[pair.a, pair.b]);
            if ids.len() == 2 {
                let group = ForbiddenGroup {
                    line: 0,
                    first_round: *self.columns_of(pair.first_round).start(),
                    last_round: pair.last_round.map(|last| *self.columns_of(last).end()),
                    ids,
                };
                self.trf.forbidden.push(group);
            }
        }
        if !self.stage.carried_rest.is_empty() {
            self.remarks.push(Remark::new(
                0,
                0,
                "quarters of points from the earlier stage are rounded down: the format has tenths of a point",
            ));
        }
        for (id, points) in self.stage.carried.iter() {
            self.trf.abnormal.push(AbnormalPoints {
                kind: AbnormalKind::Extra,
                match_points: None,
                points: Some(Points(*points)),
                round: None,
                ids: numbers(&[*id]),
            });
        }
        for adjustment in self.state.adjustments.iter().filter(|a| a.stage == self.stage_index) {
            self.trf.abnormal.push(AbnormalPoints {
                kind: AbnormalKind::Extra,
                match_points: None,
                points: Some(Points(adjustment.points)),
                round: Some(adjustment.round).filter(|round| *round > 0).map(|round| *self.columns_of(round).start()),
                ids: numbers(&[adjustment.player]),
            });
        }
        self.trf.abnormal.retain(|record| !record.ids.is_empty());
        for (team, number) in self.state.teams.values().zip(1..) {
            self.trf.teams.push(TeamRecord {
                number,
                name: clean(&team.name),
                nickname: clean(&team.short),
                strength: Some(u32::from(team.strength)).filter(|strength| *strength > 0),
                members: numbers(&team.members),
                ..TeamRecord::default()
            });
        }
    }

    fn comments(&mut self) {
        let left_out = told::left_out_comment(self.state, self.stage_index, |id| self.numbers.get(&id).copied());
        self.trf.comments.extend(left_out.map(|text| (0, text)));
        self.trf.comments.extend(self.layout.comment().map(|text| (0, text)));
        let source = clean(&self.state.settings.rating_source);
        if !source.is_empty() {
            self.trf.comments.push((0, format!("{RATINGS}{source}")));
        }
        if self.layout.unit {
            let number = |id: PlayerId| self.numbers.get(&id).copied();
            for (round, at) in self.stage.rounds.iter().zip(1..) {
                let meetings = round.meetings.iter().map(|meeting| &**meeting);
                let games = meetings::games_comment(at, meetings, number, result_codes);
                self.trf.comments.extend(games.map(|text| (0, text)));
            }
        }
        self.trf.comments.extend(self.state.notes.iter().map(|note| (0, clean(&note.text))));
        for line in self.state.foreign_lines.iter() {
            let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            match line.strip_prefix("###") {
                Some(comment) => self.trf.comments.push((0, comment.trim().to_owned())),
                None => {
                    self.trf.lines.push(line);
                    self.trf.unknown_lines.push(self.trf.lines.len());
                }
            }
        }
    }
}

/// One line of text: no control characters, no blanks at the ends.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// Records 250 for the virtual points of each round from 1: neighbours with the same points, the same neighbours in following rounds joined. The points
/// stand as those of players.
pub(super) fn accelerations(by_round: impl Iterator<Item = BTreeMap<u32, i32>>) -> Vec<Acceleration> {
    let mut records: Vec<Acceleration> = Vec::new();
    for (given, round) in by_round.zip(1u32..) {
        for (first_id, last_id, points) in runs(&given) {
            let same = |old: &&mut Acceleration| {
                (old.first_id, old.last_id, old.points, old.last_round + 1) == (first_id, last_id, Some(points), round)
            };
            match records.iter_mut().find(same) {
                Some(old) => old.last_round = round,
                None => records.push(Acceleration {
                    match_points: None,
                    points: Some(points),
                    first_round: round,
                    last_round: round,
                    first_id,
                    last_id,
                }),
            }
        }
    }
    records
}

/// Neighbouring numbers with the same points.
fn runs(given: &BTreeMap<u32, i32>) -> Vec<(u32, u32, Points)> {
    let mut found: Vec<(u32, u32, Points)> = Vec::new();
    for (&number, &points) in given.iter().filter(|(_, points)| **points != 0) {
        match found.last_mut() {
            Some((_, last, same)) if *last + 1 == number && *same == Points(points) => *last = number,
            _ => found.push((number, number, Points(points))),
        }
    }
    found
}

pub(super) fn bye_code(kind: ByeKind) -> Code {
    match kind {
        ByeKind::PairingAllocated => Code::PairingBye,
        ByeKind::Full => Code::FullBye,
        ByeKind::Half => Code::HalfBye,
        ByeKind::Zero => Code::ZeroBye,
    }
}

/// White's and Black's code.
fn result_codes(result: Option<GameResult>) -> (Code, Code) {
    match result {
        None => (Code::Blank, Code::Blank),
        Some(GameResult::WhiteWins) => (Code::Win, Code::Loss),
        Some(GameResult::BlackWins) => (Code::Loss, Code::Win),
        Some(GameResult::Draw) => (Code::Draw, Code::Draw),
        Some(GameResult::BothLose) => (Code::Loss, Code::Loss),
        Some(GameResult::HalfToWhite) => (Code::Draw, Code::Loss),
        Some(GameResult::HalfToBlack) => (Code::Loss, Code::Draw),
        Some(GameResult::WhiteWinsUnrated) => (Code::WinUnrated, Code::LossUnrated),
        Some(GameResult::BlackWinsUnrated) => (Code::LossUnrated, Code::WinUnrated),
        Some(GameResult::DrawUnrated) => (Code::DrawUnrated, Code::DrawUnrated),
        Some(GameResult::ForfeitToWhite) => (Code::ForfeitWin, Code::ForfeitLoss),
        Some(GameResult::ForfeitToBlack) => (Code::ForfeitLoss, Code::ForfeitWin),
        Some(GameResult::BothForfeit) => (Code::ForfeitLoss, Code::ForfeitLoss),
        Some(GameResult::Adjourned) => (Code::Unknown, Code::Unknown),
    }
}

/// Records 092 and 192.
fn system_words(system: &System, contest: Contest) -> (String, String) {
    let who = if contest == Contest::Team { "Team" } else { "Individual" };
    let (words, code) = match system {
        System::Swiss { variant, acceleration } => {
            let (name, code) = match variant {
                SwissVariant::Dutch => ("Dutch", "FIDE_DUTCH_2026"),
                SwissVariant::Dubov => ("Dubov", "FIDE_DUBOV"),
                SwissVariant::Burstein => ("Burstein", "FIDE_BURSTEIN"),
                SwissVariant::DoubleSwiss => ("Double-Swiss", "FIDE_DOUBLESWISS"),
                // The regulation of report files has no code for it.
                SwissVariant::Lim => ("Lim, incomplete text", "CUSTOM_SWISS_LIM"),
                SwissVariant::Team => ("Team", "FIDE_TEAM"),
            };
            let baku = if *acceleration { "_BAKU" } else { "" };
            (format!("Swiss-System ({name})"), format!("{code}{baku}"))
        }
        System::RoundRobin { cycles: 1, .. } => ("Round-Robin".to_owned(), "BERGER_ROUNDROBIN".to_owned()),
        System::RoundRobin { cycles: 2, .. } => ("Double Round-Robin".to_owned(), "BERGER_DOUBLEROUNDROBIN".to_owned()),
        System::RoundRobin { .. } => ("Round-Robin".to_owned(), "CUSTOM_ROUNDROBIN".to_owned()),
        System::Knockout { .. } => ("Knock-out".to_owned(), "CUSTOM_KNOCKOUT".to_owned()),
        System::Scheveningen { .. } => ("Scheveningen".to_owned(), "CUSTOM_ROUNDROBIN".to_owned()),
        System::Manual => ("Swiss-System (by hand)".to_owned(), "CUSTOM_SWISS".to_owned()),
    };
    (format!("{who}: {words}"), code)
}
