//! From a report file to an event.

use super::meetings::{self, Layout};
use super::player::{Cell, Code, PlayerRecord};
use super::records::AbnormalKind;
use super::{Remark, Trf, TrfError, rating_lists, time, told};
use crate::crosstable::{CrossTable, PairingKind};
use crate::event::system_clock;
use crate::model::*;
use crate::standings::TieBreak;
use pairing::Points;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Makes the event that a report file tells of: players with their numbers, rounds, results as they stand, byes asked for, settings.
///
/// [`crate::event::Event::from_state`] makes an event of it that can go on. The import itself is noted in [`State::notes`]. The remarks are those of
/// reading, and what an event holds otherwise than the file.
///
/// # Errors
/// [`TrfError`] when the file has more rounds than an event can hold.
pub fn import(trf: &Trf) -> Result<(State, Vec<Remark>), TrfError> {
    let table = trf.cross_table(None)?;
    let mut importer = Importer::new(trf, table);
    importer.comments();
    importer.players();
    importer.teams();
    let rounds = importer.rounds();
    let settings = importer.settings();
    let mut stage = importer.stage();
    stage.rounds = rounds;
    let foreign = importer.foreign_lines();
    let now = system_clock();
    importer.notes.iter_mut().for_each(|note| note.at.clone_from(&now));
    importer.notes.push(LogNote {
        at: now,
        round: importer.played,
        text: format!("Import @ Round {}", importer.played),
    });
    let mut state = State {
        settings: Arc::new(settings),
        players: importer.players.into_iter().map(|(id, player)| (id, Arc::new(player))).collect(),
        teams: importer.teams,
        stages: vec![stage],
        adjustments: importer.adjustments,
        tie_decisions: Vec::new(),
        team_adjustments: Vec::new(),
        records: BTreeMap::new(),
        fide_mode: true,
        notes: importer.notes,
        foreign_lines: Arc::new(foreign),
    };
    if trf.is_team_event() {
        super::teams_in::take(trf, &importer.ids, &mut state)?;
    }
    adjourned_games(&mut state);
    let mut remarks = importer.remarks;
    count_withdrawn(trf, &mut state, &mut remarks)?;
    told::decide_ties(&mut state);
    // A report file does not say whether rounds of the table were exchanged; its pairs do.
    if crate::recheck::is_exchanged(&state, 0)
        && let Some(System::RoundRobin { exchange_last_two, .. }) =
            state.stages.first_mut().map(|stage| &mut stage.system)
    {
        *exchange_last_two = true;
    }
    Ok((state, remarks))
}

/// Whether those who have played fewer than half of the games of a round-robin count (FIDE C.05 art. 6.6): as the file says, else as its ranks show.
fn count_withdrawn(trf: &Trf, state: &mut State, remarks: &mut Vec<Remark>) -> Result<(), TrfError> {
    let counts = match trf.told_left_out() {
        Some(left_out) => left_out.is_empty(),
        None => {
            let few = crate::standings::few_games(trf)?;
            let counts = !few.is_empty() && crate::standings::left_out_of_file(trf)?.is_empty();
            if counts {
                let numbers: Vec<String> = few.iter().map(u32::to_string).collect();
                let text = format!(
                    "no. {} played fewer than half of the games; the ranks of the file count all games, and so does the event",
                    numbers.join(", ")
                );
                remarks.push(Remark::new(0, 0, text));
            }
            counts
        }
    };
    if counts && matches!(state.stages.first().map(|stage| &stage.system), Some(System::RoundRobin { .. })) {
        Arc::make_mut(&mut state.settings).count_withdrawn = true;
    }
    Ok(())
}

struct Importer<'a> {
    trf: &'a Trf,
    table: CrossTable,
    /// Records in order of number; the identity is the place, from 1.
    order: Vec<&'a PlayerRecord>,
    ids: HashMap<u32, PlayerId>,
    /// How the rounds of the file hold meetings.
    layout: Layout,
    /// Rounds of the event that are paired; its columns in the file are [`Importer::column`] and the following ones.
    played: u32,
    /// The games of meetings that are scored as one unit.
    games: HashMap<(u32, PlayerId, PlayerId), Vec<Game>>,
    players: BTreeMap<PlayerId, Player>,
    teams: BTreeMap<TeamId, Arc<Team>>,
    adjustments: Vec<Adjustment>,
    notes: Vec<LogNote>,
    /// List and date of the ratings.
    source: String,
    /// Comments that are neither notes nor about players.
    comments: Vec<String>,
    /// First round of late entries and the round from which players have withdrawn, by number.
    enters: HashMap<u32, u32>,
    withdrawn: HashMap<u32, u32>,
    remarks: Vec<Remark>,
}

impl<'a> Importer<'a> {
    fn new(trf: &'a Trf, table: CrossTable) -> Importer<'a> {
        let mut order: Vec<&PlayerRecord> = trf.players.iter().collect();
        order.sort_by_key(|player| player.number);
        let ids: HashMap<u32, PlayerId> =
            order.iter().zip(1..).map(|(player, id)| (player.number, PlayerId(id))).collect();
        let mut remarks = trf.remarks.clone();
        if order.iter().zip(1..).any(|(player, place)| player.number != place) {
            let text = "the starting ranks have gaps; the event numbers the players from 1 in the same order";
            remarks.push(Remark::new(0, 0, text));
        }
        let layout = Layout::of(trf, table.rounds, &mut remarks);
        let games = if layout.unit { meetings::games_told(trf, &ids) } else { HashMap::new() };
        Importer {
            trf,
            layout,
            games,
            played: table.rounds.div_ceil(layout.columns()),
            table,
            order,
            ids,
            players: BTreeMap::new(),
            teams: BTreeMap::new(),
            adjustments: Vec::new(),
            notes: Vec::new(),
            source: String::new(),
            comments: Vec::new(),
            enters: HashMap::new(),
            withdrawn: HashMap::new(),
            remarks,
        }
    }

    /// The first round of the file that a round takes.
    fn column(&self, round: u32) -> u32 {
        (round - 1) * self.layout.columns() + 1
    }

    /// The round to which a round of the file belongs.
    fn round_of(&self, column: u32) -> u32 {
        column.div_ceil(self.layout.columns())
    }

    fn say(&mut self, line: usize, text: impl Into<String>) {
        self.remarks.push(Remark::new(line, 0, text));
    }

    /// Comments that our own export writes mean something; the others are kept.
    fn comments(&mut self) {
        for (_, text) in &self.trf.comments {
            if let Some((round, numbers)) = list_comment(text, "Enter in round ") {
                self.enters.extend(numbers.into_iter().map(|number| (number, round)));
            } else if let Some((round, numbers)) = list_comment(text, "Withdrawn from round ") {
                self.withdrawn.extend(numbers.into_iter().map(|number| (number, round)));
            } else if text.starts_with(super::teams_in::ENTER) || text.starts_with(super::teams_in::WITHDRAWN) {
                // Read with the matches.
            } else if let Some(source) = text.strip_prefix(super::export::RATINGS) {
                self.source = source.to_owned();
            } else if Layout::is_comment(text)
                || rating_lists::is_comment(text)
                || told::is_comment(text)
                || text.starts_with(super::table::ROUNDS_PAIRED)
            {
                // Read with the rounds.
            } else if let Some((_, tail)) = text.split_once(" @ Round ") {
                let digits: String = tail.chars().take_while(char::is_ascii_digit).take(4).collect();
                let round = digits.parse().unwrap_or(0);
                self.notes.push(LogNote { at: String::new(), round, text: text.clone() });
            } else if !text.is_empty() {
                self.comments.push(format!("### {text}"));
            }
        }
    }

    fn players(&mut self) {
        let mut ratings = rating_lists::of_players(self.trf);
        let mut entries: HashMap<u32, BTreeMap<String, NationalEntry>> = HashMap::new();
        for (code, record) in &self.trf.national {
            // What the 001 record says as well is not kept twice.
            let own = self.trf.player(record.number);
            let name = own.filter(|own| own.name != record.name).map(|_| record.name.clone());
            let birth = record.birth.filter(|_| own.is_some_and(|own| own.birth != record.birth));
            let title_text = if record.title.is_none() { record.title_text.clone() } else { String::new() };
            let entry = NationalEntry {
                title: record.title,
                origin: record.federation.clone(),
                id: record.id.clone(),
                name: name.unwrap_or_default(),
                birth,
                title_text,
            };
            let same = own.is_some_and(|own| own.title == record.title);
            let plain = entry == NationalEntry { title: entry.title, ..NationalEntry::default() };
            if !(same && plain && record.rating > 0) {
                entries.entry(record.number).or_default().insert(code.clone(), entry);
            }
        }
        for record in self.order.clone() {
            let id = self.ids[&record.number];
            let ratings = ratings.remove(&record.number).unwrap_or_default();
            let national = entries.remove(&record.number).unwrap_or_default();
            let withdrawn_from = self.withdrawn.get(&record.number).copied();
            let entered_in = self.enters.get(&record.number).copied().unwrap_or(1).max(1);
            let player = Player {
                name: record.name.clone(),
                sex: record.sex,
                birth: record.birth,
                title: record.title,
                ratings,
                federation: record.federation.clone(),
                id: record.id.clone(),
                requested_byes: self.requested_byes(record, entered_in, withdrawn_from),
                entered_in,
                withdrawn_from,
                national,
                ..Player::default()
            };
            self.players.insert(id, player);
        }
        let mut strangers: BTreeSet<u32> = self.trf.national.iter().map(|(_, record)| record.number).collect();
        strangers.retain(|number| !self.ids.contains_key(number));
        for number in strangers {
            self.say(0, format!("a national rating names player {number}, who is not in the list"));
        }
    }

    /// Byes that were asked for. A zero-point bye of a past round may be an absence of any kind and is left to the round's own list.
    fn requested_byes(&self, record: &PlayerRecord, entered: u32, withdrawn: Option<u32>) -> BTreeMap<u32, ByeKind> {
        let kind = |code| match code {
            Code::HalfBye => Some(ByeKind::Half),
            Code::FullBye => Some(ByeKind::Full),
            Code::ZeroBye => Some(ByeKind::Zero),
            _ => None,
        };
        let columns = record.rounds.iter().zip(1..).step_by(self.layout.columns() as usize);
        let mut found: BTreeMap<u32, ByeKind> =
            columns.filter_map(|(cell, column)| Some((self.round_of(column), kind(cell.code)?))).collect();
        found.retain(|round, kind| *round > self.played || *kind != ByeKind::Zero);
        if !self.trf.is_team_event() {
            for bye in self.trf.byes.iter().filter(|bye| bye.ids.contains(&record.number)) {
                found.extend(kind(bye.code).map(|kind| (self.round_of(bye.round), kind)));
            }
        }
        if self.trf.absent.iter().any(|(_, id)| *id == record.number) {
            found.entry(self.played + 1).or_insert(ByeKind::Zero);
        }
        found.retain(|round, _| *round >= entered && withdrawn.is_none_or(|from| *round < from));
        found
    }

    fn teams(&mut self) {
        for (team, id) in self.trf.teams.iter().zip(1..) {
            let members: Vec<PlayerId> =
                team.members.iter().filter_map(|number| self.ids.get(number).copied()).collect();
            for member in &members {
                if let Some(player) = self.players.get_mut(member) {
                    player.team = Some(TeamId(id));
                }
            }
            let strength = team.strength.and_then(|strength| u16::try_from(strength).ok()).unwrap_or(0);
            let made =
                Team { name: team.name.clone(), short: team.nickname.clone(), members, strength, ..Team::default() };
            self.teams.insert(TeamId(id), Arc::new(made));
        }
    }

    fn rounds(&mut self) -> Vec<Arc<Round>> {
        (1..=self.played).map(|round| Arc::new(self.round(round))).collect()
    }

    fn round(&mut self, round: u32) -> Round {
        let mut meetings: Vec<(u32, u32, Meeting)> = Vec::new();
        let mut byes = BTreeMap::new();
        let column = self.column(round);
        for record in self.order.clone() {
            let cell = record.cell(column);
            match cell.opponent {
                Some(number) => {
                    let place = self.ids.get(&number).map_or(0, |id| id.0 as usize);
                    let other =
                        self.order.get(place.wrapping_sub(1)).map(|other| other.cell(column)).unwrap_or_default();
                    let first = match cell.color {
                        Some(color) => color == pairing::swiss::Color::White,
                        None => record.number < number,
                    };
                    if first {
                        let mut meeting = self.meeting(record, cell, other, column);
                        self.more_games(&mut meeting, number, round);
                        meetings.push((record.number, number, meeting));
                    }
                }
                None => {
                    if let Some(kind) = self.bye(record, column) {
                        byes.insert(self.ids[&record.number], kind);
                    }
                }
            }
        }
        let key = self.board_order(column);
        meetings.sort_by_key(|(white, black, _)| key(*white, *black));
        Round {
            meetings: meetings.into_iter().map(|(_, _, meeting)| Arc::new(meeting)).collect(),
            byes,
            paired_by: "imported".to_owned(),
            paired_at: String::new(),
            virtual_points: self.virtual_points(column),
            ..Round::default()
        }
    }

    /// The recommended order of boards (C.04.2 art. 3.6), since a report file has none.
    fn board_order(&self, round: u32) -> impl Fn(u32, u32) -> (Reverse<Points>, Reverse<Points>, u32) + use<> {
        let score = |row: &crate::crosstable::Row| {
            let entrant = &row.entrant;
            let before: Points = entrant.rounds.iter().take(round as usize - 1).map(|entry| entry.points).sum();
            let virtual_points = entrant.virtual_points.get(round as usize - 1).copied().unwrap_or_default();
            (entrant.tpn, before + virtual_points)
        };
        let scores: HashMap<u32, Points> = self.table.rows.iter().map(score).collect();
        move |white, black| {
            let of = |number: u32| scores.get(&number).copied().unwrap_or_default();
            let higher =
                [white, black].into_iter().min_by_key(|number| (Reverse(of(*number)), *number)).unwrap_or(white);
            (Reverse(of(higher)), Reverse(of(white) + of(black)), higher)
        }
    }

    fn virtual_points(&self, round: u32) -> BTreeMap<PlayerId, i32> {
        let of = |row: &crate::crosstable::Row| {
            let points = row.entrant.virtual_points.get(round as usize - 1)?.tenths();
            (points != 0).then(|| (self.ids[&row.entrant.tpn], points))
        };
        self.table.rows.iter().filter_map(of).collect()
    }

    fn meeting(&mut self, record: &PlayerRecord, white: Cell, black: Cell, round: u32) -> Meeting {
        // The opponent was found in the list when the file was checked.
        let other = white.opponent.and_then(|number| self.ids.get(&number).copied()).unwrap_or(PlayerId(0));
        let mut meeting = Meeting::single(self.ids[&record.number], other);
        if white.color.is_none() {
            let text = format!("round {round}: the file gives no colours; player {} is taken as White", record.number);
            self.say(record.line, text);
        }
        let (result, exact) = result(white.code, black.code);
        if !exact {
            let text = format!(
                "round {round}: the results \"{}\" of no. {} and \"{}\" of no. {} do not go together; taken as {}",
                white.code.to_char(),
                record.number,
                black.code.to_char(),
                white.opponent.unwrap_or(0),
                crate::event::result_name(result)
            );
            self.say(record.line, text);
        }
        meeting.games[0].result = result;
        meeting
    }

    /// The further games of a meeting: those of the next rounds of the file, or those that a comment tells of.
    fn more_games(&mut self, meeting: &mut Meeting, opponent: u32, round: u32) {
        let first = meeting.games[0];
        if self.layout.unit {
            let key = (round, first.white.min(first.black), first.white.max(first.black));
            match self.games.remove(&key) {
                Some(games) if games[0].white == first.white => meeting.games = games,
                _ => {
                    let open = |turn: u8| {
                        let (white, black) = if turn.is_multiple_of(2) {
                            (first.white, first.black)
                        } else {
                            (first.black, first.white)
                        };
                        Game::open(white, black)
                    };
                    meeting.games = (0..self.layout.games).map(open).collect();
                    if first.result.is_some() {
                        self.say(0, format!("round {round}: the games of the meeting with player {opponent} are not in the file; enter them again"));
                    }
                }
            }
            return;
        }
        let column = self.column(round);
        for later in column + 1..column + self.layout.columns() {
            let cell =
                |id: PlayerId| self.order.get(id.0 as usize - 1).map(|record| record.cell(later)).unwrap_or_default();
            let (mine, theirs) = (cell(first.white), cell(first.black));
            // A game that is not in the file yet has the other colours than the one before.
            let before = meeting.games.last().copied().unwrap_or(first);
            let first_is_white =
                mine.color.map_or(before.white != first.white, |color| color == pairing::swiss::Color::White);
            let (white, black) = if first_is_white { (first.white, first.black) } else { (first.black, first.white) };
            let codes = if first_is_white { (mine.code, theirs.code) } else { (theirs.code, mine.code) };
            let (result, _) = result(codes.0, codes.1);
            meeting.games.push(Game { result, ..Game::open(white, black) });
        }
    }

    /// What a round without an opponent was; `None` for those who were not there yet or no longer.
    fn bye(&self, record: &PlayerRecord, column: u32) -> Option<ByeKind> {
        let round = self.round_of(column);
        let outside = self.enters.get(&record.number).is_some_and(|first| round < *first)
            || self.withdrawn.get(&record.number).is_some_and(|from| round >= *from);
        let entry =
            self.table.rows.get(self.ids[&record.number].0 as usize - 1)?.entrant.rounds.get(column as usize - 1)?;
        use pairing::swiss::EntryKind;
        match entry.kind {
            EntryKind::PairingBye => Some(ByeKind::PairingAllocated),
            EntryKind::FullBye | EntryKind::ForfeitWin => Some(ByeKind::Full),
            EntryKind::HalfBye => Some(ByeKind::Half),
            _ if outside => None,
            _ => Some(ByeKind::Zero),
        }
    }

    fn settings(&mut self) -> Settings {
        let header = &self.trf.header;
        let table = self.trf.scoring;
        let simple = table.simple();
        let scoring = Scoring {
            win: simple.win.tenths(),
            draw: simple.draw.tenths(),
            loss: simple.loss.tenths(),
            zero_bye: simple.zero_bye.tenths(),
            forfeit_loss: simple.forfeit_loss.tenths(),
            pairing_bye: simple.pairing_bye.tenths(),
        };
        let finer = table.win[0] != table.win[1]
            || table.draw[0] != table.draw[1]
            || table.loss[0] != table.loss[1]
            || table.half_bye != table.draw[0]
            || [table.full_bye, table.forfeit_win].iter().any(|points| *points != table.win[0]);
        let forbidden = self.forbidden();
        let text = header.times.clone();
        let time_control = time::read(&header.time_code).map_or_else(
            || TimeControl { text: text.clone(), ..TimeControl::default() },
            |control| TimeControl { text: text.clone(), ..control },
        );
        let discipline = crate::norms::discipline_of(&time_control).unwrap_or_default();
        let initial_color = self.trf.initial_color();
        let (rating_list, seeding) = rating_lists::choice(self.trf);
        let contest = match (self.trf.is_team_event(), self.trf.teams.is_empty()) {
            (true, _) => Contest::Team,
            (false, false) => Contest::IndividualTeam,
            (false, true) => Contest::Individual,
        };
        let settings = Settings {
            name: header.name.clone(),
            place: header.city.clone(),
            federation: header.federation.clone(),
            start: header.start,
            end: header.end,
            round_dates: header.round_dates.iter().step_by(self.layout.columns() as usize).copied().collect(),
            chief_arbiter: header.chief_arbiter.clone(),
            deputies: header.deputies.clone(),
            contest,
            scoring,
            time_control,
            discipline,
            initial_color: initial_color.map(Color::from),
            initial_color_lot: header.initial_color.map(|_| Lot::Typed),
            tiebreaks: header.tiebreaks.clone(),
            meetings_as_unit: self.layout.unit,
            rating_source: self.source.clone(),
            forbidden,
            rating_list,
            seeding,
            ..Settings::default()
        };
        if finer {
            self.say(
                0,
                "the file gives some results points of their own; the event knows one value for each kind of result",
            );
        }
        if header.initial_color.is_none() && initial_color.is_some() {
            self.say(0, "the initial colour is not in the file; it was inferred from the first colours");
        }
        if header.rounds.is_none() {
            let rounds = self.round_of(self.table.rounds_total);
            let text = format!(
                "the file does not give the number of rounds (142); {rounds} are taken, as many as its rows have: change it in the settings if more are planned"
            );
            self.say(0, text);
        }
        if settings.tiebreaks.is_empty() {
            self.say(0, "the file names no tie-breaks; choose them in the settings");
        }
        for code in settings.tiebreaks.iter().filter(|code| code.parse::<TieBreak>().is_err()) {
            let text = format!(
                "the tie-break {code} is not known and not applied; decide ties that reach it by hand, or take it out of the list"
            );
            self.say(0, text);
        }
        if let Some(fault) = crate::event::scoring_fault(&settings.scoring) {
            self.say(0, format!("the scoring of the file would be refused for a new event: {fault}"));
        }
        self.adjustments();
        settings
    }

    fn adjustments(&mut self) {
        if self.trf.is_team_event() {
            return;
        }
        for record in &self.trf.abnormal {
            let Some(points) = record.points else { continue };
            match record.kind {
                AbnormalKind::Extra => {
                    let everybody = self.ids.keys().copied().collect::<BTreeSet<u32>>();
                    let named: BTreeSet<u32> = record.ids.iter().copied().collect();
                    let named = if named.is_empty() { everybody } else { named };
                    for id in named.iter().filter_map(|number| self.ids.get(number)) {
                        self.adjustments.push(Adjustment {
                            player: *id,
                            round: record.round.map_or(0, |column| self.round_of(column)),
                            points: points.tenths(),
                            reason: "record 299 of the imported file".to_owned(),
                            stage: 0,
                        });
                    }
                }
                AbnormalKind::Instead(code) => {
                    let text = format!(
                        "record 299 gives \"{}\" other points; taken over as bonus and penalty points of the players concerned",
                        code.to_char()
                    );
                    self.remarks.push(Remark::new(0, 0, text));
                    self.other_points(code);
                }
            }
        }
    }

    /// What results that are worth something else add or take, round by round.
    fn other_points(&mut self, code: Code) {
        let context = super::table::Context::new(self.trf);
        let mut found = Vec::new();
        for row in &self.table.rows {
            let number = row.entrant.tpn;
            let (Some(record), Some(id)) = (self.trf.player(number), self.ids.get(&number)) else { continue };
            for (entry, round) in row.entrant.rounds.iter().zip(1..) {
                let own = context.effective(record, round);
                let plain = self.trf.scoring.points(own, record.cell(round).color);
                let points = entry.points.tenths() - plain.tenths();
                if own.rated() == code.rated() && points != 0 {
                    let reason = format!("record 299 of the imported file for \"{}\"", code.to_char());
                    found.push(Adjustment { player: *id, round: self.round_of(round), points, reason, stage: 0 });
                }
            }
        }
        for adjustment in found {
            let same = |known: &&Adjustment| {
                known.player == adjustment.player
                    && known.round == adjustment.round
                    && known.reason == adjustment.reason
            };
            if !self.adjustments.iter().any(|known| same(&known)) {
                self.adjustments.push(adjustment);
            }
        }
    }

    fn forbidden(&self) -> Vec<ForbiddenPair> {
        let mut pairs = Vec::new();
        if self.trf.is_team_event() {
            return pairs;
        }
        for group in &self.trf.forbidden {
            let members: Vec<PlayerId> = group.ids.iter().filter_map(|number| self.ids.get(number).copied()).collect();
            for (place, a) in members.iter().enumerate() {
                pairs.extend(members[place + 1..].iter().filter(|b| *b != a).map(|b| ForbiddenPair {
                    a: *a,
                    b: *b,
                    first_round: self.round_of(group.first_round),
                    last_round:
                        group.last_round.filter(|last| *last < self.table.rounds_total).map(|last| self.round_of(last)),
                }));
            }
        }
        pairs
    }

    fn stage(&mut self) -> Stage {
        let system = self.system();
        let late = |record: &&&PlayerRecord| {
            let first = self.enters.get(&record.number).copied().unwrap_or(1);
            first <= self.played.max(1)
        };
        let numbers: Vec<PlayerId> = self.order.iter().filter(late).map(|record| self.ids[&record.number]).collect();
        Stage {
            name: String::new(),
            system,
            rounds_planned: self.round_of(self.table.rounds_total),
            games_per_meeting: self.layout.games,
            numbers: Arc::new(numbers),
            numbers_by_hand: true,
            teams: Default::default(),
            rounds: Vec::new(),
            ..Stage::default()
        }
    }

    /// Record 192, else the words of 092.
    fn system(&mut self) -> System {
        let code = self.trf.header.type_code.to_ascii_uppercase();
        let words = self.trf.header.kind.to_ascii_lowercase();
        if let PairingKind::Predetermined { cycles } = self.table.kind {
            // Each game of a meeting has a round of the file.
            let games = if self.layout.unit { 1 } else { self.layout.games };
            return System::RoundRobin { cycles: (cycles / games.max(1)).max(1), exchange_last_two: false };
        }
        let says = |upper: &str, lower: &str| code.contains(upper) || (code.is_empty() && words.contains(lower));
        if says("KNOCKOUT", "knock") {
            return System::knockout(false);
        }
        let acceleration = self.is_baku();
        let variant = if says("DUBOV", "dubov") {
            SwissVariant::Dubov
        } else if says("BURSTEIN", "burstein") {
            SwissVariant::Burstein
        } else if self.trf.names_double_swiss() && self.layout.games == crate::double_swiss::GAMES {
            SwissVariant::DoubleSwiss
        } else if says("_LIM", "lim,") {
            SwissVariant::Lim
        } else if code == "CUSTOM_SWISS" {
            return System::Manual;
        } else {
            if !says("DUTCH", "dutch") && !self.trf.is_team_event() {
                self.say(0, "the file does not name its pairing system; the Dutch system is set");
            }
            SwissVariant::Dutch
        };
        System::Swiss { variant, acceleration }
    }

    /// Baku acceleration by its name, or because the virtual points of all rounds, played and coming, are those that C.04.7 gives.
    fn is_baku(&mut self) -> bool {
        let named = self.trf.header.type_code.to_ascii_uppercase().ends_with("_BAKU");
        let total = self.round_of(self.table.rounds_total);
        let mut values =
            if self.trf.is_team_event() { self.virtual_of_teams(total) } else { self.virtual_of_players() };
        values.sort_by_key(|(number, _)| *number);
        if values.iter().all(|(_, points)| points.iter().all(|points| *points == Points::ZERO)) {
            return named;
        }
        let half = total.div_ceil(2);
        let full = half.div_ceil(2);
        let win = match self.trf.header.match_points {
            Some(scoring) if self.trf.is_team_event() => scoring.win.tenths(),
            _ if self.trf.is_team_event() => TeamRules::default().match_win,
            _ => self.trf.scoring.win[0].tenths() * self.layout.columns() as i32,
        };
        let group = match self.played {
            0 => 2 * values.len().div_ceil(4),
            _ => values.iter().rposition(|(_, points)| points[0] != Points::ZERO).map_or(0, |place| place + 1),
        };
        let expected = |place: usize, round: u32| match round {
            _ if place >= group || round > half => 0,
            _ if round <= full => win,
            _ => win / 2,
        };
        let mut given = values.iter().enumerate();
        let same = given.all(|(place, (_, points))| {
            points.iter().zip(1..).all(|(points, round)| points.tenths() == expected(place, round))
        });
        if !same {
            self.say(
                0,
                "the virtual points are not those of the Baku acceleration; those of coming rounds are not taken over",
            );
        }
        same || named
    }

    fn virtual_of_players(&self) -> Vec<(u32, Vec<Points>)> {
        let wide = self.layout.columns() as usize;
        let by_round = |points: Vec<Points>| points.into_iter().step_by(wide).collect();
        let table = self.trf.virtual_table(self.table.rounds_total).into_iter().map(by_round);
        self.trf.players.iter().map(|player| player.number).zip(table).collect()
    }

    fn virtual_of_teams(&self, rounds: u32) -> Vec<(u32, Vec<Points>)> {
        let of = |number: u32, round: u32| {
            let covers = |record: &&super::Acceleration| {
                (record.first_round..=record.last_round).contains(&round)
                    && (record.first_id..=record.last_id.max(record.first_id)).contains(&number)
            };
            let record = self.trf.acceleration.iter().rev().find(covers);
            record.and_then(|record| record.match_points.or(record.points)).unwrap_or_default()
        };
        let row = |number: u32| (number, (1..=rounds.max(1)).map(|round| of(number, round)).collect());
        self.trf.teams.iter().map(|team| row(team.number)).collect()
    }

    /// Lines that the event has no place for, kept for the next report file. Lines with players' numbers are not: numbers may change.
    fn foreign_lines(&mut self) -> Vec<String> {
        let teams = self.trf.is_team_event();
        let method = rating_lists::seeding(&self.trf.header.starting_rank_method).is_some();
        // The readable tables of teams are brought up to date when a file is written.
        let table = |code: &str| matches!(code, "013" | "801" | "802");
        let kept = |code: &str| {
            table(code) || (code == "172" && !method) || (!teams && matches!(code, "352" | "362" | "320" | "330"))
        };
        let unknown: BTreeSet<usize> = self.trf.unknown_lines.iter().copied().collect();
        let lines = self.trf.lines.iter().zip(1..);
        let mut found: Vec<String> = lines
            .filter(|(line, number)| unknown.contains(number) || line.get(..3).is_some_and(kept))
            .map(|(line, _)| line.trim_end().to_owned())
            .filter(|line| !line.is_empty())
            .collect();
        found.append(&mut self.comments);
        if !teams && found.iter().any(|line| line.starts_with("801") || line.starts_with("802")) {
            found.retain(|line| !(line.starts_with("801") || line.starts_with("802")));
            self.say(
                0,
                "records 801 and 802 are tables of matches between teams; no teams meet here, and they are not kept",
            );
        }
        found
    }
}

/// Notes of our own files tell which adjourned games were finished later, up to which round they were draws for the pairing, and which results were reported
/// too late for the standings.
fn adjourned_games(state: &mut State) {
    let mut found: Vec<(RoundNumber, String, Told)> = Vec::new();
    for note in &state.notes {
        let told = |start: &str| {
            let (round, rest) = note.text.strip_prefix(start)?.split_once(": ")?;
            Some((round.parse::<RoundNumber>().ok()?, rest.to_owned()))
        };
        if let Some((round, rest)) = told("Adjourned game finished @ Round ") {
            let until = rest.rsplit_once(crate::event::DRAWN_UNTIL).and_then(|(names, until)| {
                Some((round, names.to_owned(), Told::DrawnUntil(until.trim().parse().ok()?)))
            });
            found.extend(until);
        } else if let Some((round, rest)) = told("Late result @ Round ") {
            found.push((round, rest, Told::Late));
        }
    }
    // Names are cut in the file.
    let cut = |name: String| name.chars().take(33).collect::<String>();
    for (round, names, told) in found {
        let name = |id: PlayerId| state.players.get(&id).map(|player| player.name.clone()).unwrap_or_default();
        let (white, rest) = names.split_once(" - ").unwrap_or_default();
        let of_players = |game: &Game| {
            let black = cut(name(game.black));
            cut(white.to_owned()) == cut(name(game.white)) && rest.starts_with(black.trim_end())
        };
        let paired = state.stages.first().and_then(|stage| stage.rounds.get((round as usize).checked_sub(1)?));
        let at = paired.and_then(|paired| {
            paired.meetings.iter().position(|meeting| meeting.games.first().is_some_and(of_players))
        });
        let Some(at) = at else { continue };
        let Some(paired) = state.stages.first_mut().and_then(|stage| stage.rounds.get_mut(round as usize - 1)) else {
            continue;
        };
        for game in Arc::make_mut(&mut Arc::make_mut(paired).meetings[at]).games.iter_mut().take(1) {
            match told {
                Told::DrawnUntil(until) => game.drawn_until = until,
                Told::Late => {
                    let says = |result: &GameResult| {
                        let words = crate::event::result_name(Some(*result));
                        rest.contains(&format!(" {words} for the rating report only"))
                    };
                    game.late = RESULTS.into_iter().find(says).filter(|late| Some(*late) != game.result);
                }
            }
        }
    }
}

/// What a note tells of a game.
#[derive(Clone, Copy)]
enum Told {
    DrawnUntil(RoundNumber),
    Late,
}

/// Results that a game can have had.
const RESULTS: [GameResult; 12] = [
    GameResult::WhiteWins,
    GameResult::BlackWins,
    GameResult::Draw,
    GameResult::BothLose,
    GameResult::HalfToWhite,
    GameResult::HalfToBlack,
    GameResult::WhiteWinsUnrated,
    GameResult::BlackWinsUnrated,
    GameResult::DrawUnrated,
    GameResult::ForfeitToWhite,
    GameResult::ForfeitToBlack,
    GameResult::BothForfeit,
];

/// `Enter in round 3: 17 18` with its prefix.
pub(super) fn list_comment(text: &str, prefix: &str) -> Option<(u32, Vec<u32>)> {
    let (round, numbers) = text.strip_prefix(prefix)?.split_once(':')?;
    let numbers: Option<Vec<u32>> = numbers.split_whitespace().map(|word| word.parse().ok()).collect();
    Some((round.trim().parse().ok()?, numbers?))
}

/// The result of two cells that agree, and whether it says exactly the same.
pub(super) fn result(white: Code, black: Code) -> (Option<GameResult>, bool) {
    use Code::*;
    let exact = match (white, black) {
        (Blank, Blank) => return (None, true),
        (Win, Loss) => GameResult::WhiteWins,
        (Loss, Win) => GameResult::BlackWins,
        (Draw, Draw) => GameResult::Draw,
        (Loss, Loss) => GameResult::BothLose,
        (Draw, Loss) => GameResult::HalfToWhite,
        (Loss, Draw) => GameResult::HalfToBlack,
        (WinUnrated, LossUnrated) => GameResult::WhiteWinsUnrated,
        (LossUnrated, WinUnrated) => GameResult::BlackWinsUnrated,
        (DrawUnrated, DrawUnrated) => GameResult::DrawUnrated,
        (ForfeitWin, ForfeitLoss) => GameResult::ForfeitToWhite,
        (ForfeitLoss, ForfeitWin) => GameResult::ForfeitToBlack,
        (ForfeitLoss, ForfeitLoss) => GameResult::BothForfeit,
        (Unknown, Unknown) => GameResult::Adjourned,
        _ => {
            let (white, black) = (white.rated(), black.rated());
            // Anything else is two different codes that nobody writes: the game is left open.
            let known = [Win, Draw, Loss].contains(&white) && [Win, Draw, Loss].contains(&black);
            return (known.then(|| result(white, black).0).flatten(), false);
        }
    };
    (Some(exact), true)
}
