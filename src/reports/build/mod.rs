//! Documents from an event.

mod arbiter;
mod bracket;
mod cards;
mod data;
mod grid;
mod honours;
mod lists;
mod openings;
mod ranking;
mod rated;
mod rounds;
mod series;
mod sums;
mod tables;
mod teams;
mod titles;
mod tree;
pub(crate) mod words;

pub use ranking::build_stages;
pub use series::series;
pub use tree::bracket_blocks;

use crate::ReportError;
use crate::document::{ColumnKind, Document, Field, Row, Table};
use std::collections::BTreeMap;
use std::sync::Arc;
use tournament::Points;
use tournament::event::{Event, HistoryEntry};
use tournament::model::{Contest, Player, PlayerId, Round, RoundNumber, StageIndex, State, SwissVariant, System};
use tournament::standings::Order;

/// The reports that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// Pairings by board.
    Pairings,
    /// Pairings by name: who plays where.
    Names,
    /// Standings with tie-breaks.
    Standings,
    /// Player list.
    Players,
    /// Cross table.
    CrossTable,
    /// Result slips.
    Slips,
    /// Results of a round.
    Results,
    /// Openings drawn for a round.
    Openings,
    /// A card for each player with all rounds.
    Cards,
    /// The arbiter's report.
    Arbiter,
    /// The bracket of a knockout.
    Bracket,
    /// The final ranking of an event of several stages.
    Ranking,
    /// Teams ranked, where players are paired.
    TeamStandings,
    /// Teams with their members.
    Teams,
    /// A sheet for each match of teams: line-ups, results, signatures.
    Sheets,
    /// Members of teams by board.
    Boards,
    /// The cross table in order of number.
    CrossTableByNumber,
    /// Standings of each category.
    Categories,
    /// Who gets which prize.
    Prizes,
    /// Starting rank list.
    Starting,
    /// Rating changes of everybody.
    Ratings,
    /// Rating changes game by game.
    RatingGames,
    /// Title norms, with the data of the certificates.
    Norms,
    /// Where the values of the tie-breaks come from, a sheet for each player.
    TieBreaks,
    /// Data of the whole event.
    Tournament,
}

impl What {
    /// All of them, in the order in which they are offered.
    pub const ALL: [What; 25] = [
        What::Pairings,
        What::Names,
        What::Standings,
        What::Players,
        What::CrossTable,
        What::Slips,
        What::Results,
        What::Openings,
        What::Cards,
        What::Arbiter,
        What::Bracket,
        What::Ranking,
        What::TeamStandings,
        What::Teams,
        What::Sheets,
        What::Boards,
        What::CrossTableByNumber,
        What::Categories,
        What::Prizes,
        What::Starting,
        What::Ratings,
        What::RatingGames,
        What::Norms,
        What::TieBreaks,
        What::Tournament,
    ];

    /// Those that say something about a stage of the system, in the order in which they are offered. A knockout is ranked by its bracket, not
    /// by points.
    pub fn offered(system: &System) -> Vec<What> {
        let knockout = matches!(system, System::Knockout { .. });
        let fits = |what: &What| match what {
            What::Bracket => knockout,
            What::Standings
            | What::CrossTable
            | What::CrossTableByNumber
            | What::Categories
            | What::Prizes
            | What::TieBreaks => !knockout,
            What::Ranking => false,
            What::TeamStandings | What::Teams | What::Sheets | What::Boards => false,
            _ => true,
        };
        let mut offered: Vec<What> = What::ALL.into_iter().filter(fits).collect();
        // The bracket takes the place of the standings.
        offered.sort_by_key(|what| match what {
            What::Bracket => What::Standings,
            other => *other,
        });
        offered
    }

    /// As [`What::offered`], with the documents of teams where the event has some.
    pub fn offered_for(state: &State, stage: StageIndex) -> Vec<What> {
        let Some(header) = state.stages.get(stage) else { return Vec::new() };
        let mut offered = What::offered(&header.system);
        if state.pairs_teams(stage) {
            // The tie-breaks are those of the teams.
            offered.retain(|what| *what != What::Cards);
            let after = offered.iter().position(|what| *what == What::Pairings).map_or(0, |at| at + 1);
            offered.insert(after, What::Sheets);
            offered.extend([What::Teams, What::Boards]);
        } else if !state.teams.is_empty() && state.settings.contest != Contest::Individual {
            offered.extend([What::TeamStandings, What::Teams]);
        }
        offered
    }

    /// The word that names it on the command line.
    pub fn code(self) -> &'static str {
        match self {
            What::Pairings => "pairings",
            What::Names => "names",
            What::Standings => "standings",
            What::Players => "players",
            What::CrossTable => "crosstable",
            What::Slips => "slips",
            What::Results => "results",
            What::Openings => "openings",
            What::Cards => "cards",
            What::Arbiter => "arbiter",
            What::Bracket => "bracket",
            What::Ranking => "ranking",
            What::TeamStandings => "team-standings",
            What::Teams => "teams",
            What::Sheets => "sheets",
            What::Boards => "boards",
            What::CrossTableByNumber => "crosstable-number",
            What::Categories => "categories",
            What::Prizes => "prizes",
            What::Starting => "starting",
            What::Ratings => "ratings",
            What::RatingGames => "rating-games",
            What::Norms => "norms",
            What::TieBreaks => "tiebreaks",
            What::Tournament => "tournament",
        }
    }

    /// The words that name it on the screen.
    pub fn title(self) -> &'static str {
        match self {
            What::Pairings => "Pairings by board",
            What::Names => "Pairings by name",
            What::Standings => "Standings",
            What::Players => "Player list",
            What::CrossTable => "Cross table",
            What::Slips => "Result slips",
            What::Results => "Results of the round",
            What::Openings => "Drawn openings",
            What::Cards => "Player cards",
            What::Arbiter => "Arbiter's report",
            What::Bracket => "Bracket",
            What::Ranking => "Final ranking",
            What::TeamStandings => "Team standings",
            What::Teams => "Teams and members",
            What::Sheets => "Match sheets",
            What::Boards => "Board list",
            What::CrossTableByNumber => "Cross table by number",
            What::Categories => "Standings by category",
            What::Prizes => "Prizes",
            What::Starting => "Starting rank list",
            What::Ratings => "Rating changes",
            What::RatingGames => "Rating changes by game",
            What::Norms => "Title norms",
            What::TieBreaks => "Tie-breaks explained",
            What::Tournament => "Tournament report",
        }
    }

    /// It has a sheet for each player, so that it can be made for one alone.
    pub fn has_sheets(self) -> bool {
        matches!(self, What::Cards | What::RatingGames | What::Norms | What::TieBreaks)
    }

    /// It is about one round, which must be paired.
    pub fn needs_round(self) -> bool {
        matches!(self, What::Pairings | What::Names | What::Slips | What::Results | What::Openings | What::Sheets)
    }
}

impl std::str::FromStr for What {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        What::ALL.into_iter().find(|what| what.code().eq_ignore_ascii_case(text.trim())).ok_or_else(|| {
            let codes: Vec<&str> = What::ALL.iter().map(|what| what.code()).collect();
            format!("\"{text}\" is not a report; there are {}", codes.join(", "))
        })
    }
}

impl std::fmt::Display for What {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

/// What a report is made from: an event at one moment, one of its stages, and its history.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The event.
    pub state: &'a State,
    /// The stage, from 0.
    pub stage: StageIndex,
    /// The audit trail, oldest first; only the arbiter's report shows it.
    pub history: Vec<HistoryEntry>,
    /// Only this player, in documents with a sheet for each one.
    pub only: Option<PlayerId>,
}

impl<'a> From<&'a State> for View<'a> {
    /// The first stage, without history.
    fn from(state: &'a State) -> Self {
        View { state, stage: 0, history: Vec::new(), only: None }
    }
}

impl<'a> From<&'a Event> for View<'a> {
    /// The first stage, with the event's history.
    fn from(event: &'a Event) -> Self {
        View { history: event.history(), ..View::from(event.state()) }
    }
}

impl View<'_> {
    /// The same event, another stage.
    #[must_use]
    pub fn at_stage(self, stage: StageIndex) -> Self {
        View { stage, ..self }
    }

    /// The same event, one player only.
    #[must_use]
    pub fn only(self, player: PlayerId) -> Self {
        View { only: Some(player), ..self }
    }

    fn round(&self, round: RoundNumber) -> Option<&Arc<Round>> {
        self.state.round(self.stage, round)
    }

    fn player(&self, id: PlayerId) -> Option<&Player> {
        self.state.players.get(&id).map(Arc::as_ref)
    }

    /// The name with the title before it.
    fn titled_name(&self, id: PlayerId) -> String {
        match self.player(id).and_then(|player| player.title) {
            Some(title) => format!("{title} {}", self.state.name(id)),
            None => self.state.name(id),
        }
    }

    /// The rating, empty when there is none.
    fn rating(&self, id: PlayerId) -> String {
        match self.player(id).map_or(0, |player| self.state.rating(player)) {
            0 => String::new(),
            rating => rating.to_string(),
        }
    }

    /// The name of the team of a player, empty without one.
    fn team(&self, id: PlayerId) -> String {
        let team = self.player(id).and_then(|player| player.team);
        team.map_or_else(String::new, |team| self.state.team_name(team))
    }

    /// Pairing numbers of everybody.
    fn numbers(&self) -> BTreeMap<PlayerId, usize> {
        self.state.numbering(self.stage).iter().zip(1..).map(|(&id, number)| (id, number)).collect()
    }

    fn rounds_planned(&self) -> RoundNumber {
        self.state.stages.get(self.stage).map_or(0, |stage| stage.rounds_planned)
    }
}

/// Makes a report.
///
/// `round`: the round of pairings, names, slips and results (without it the last one paired), and the last round that counts in standings,
/// cross table, cards and the arbiter's report (without it all rounds).
///
/// # Errors
/// [`ReportError::NothingToShow`] when the event has no such round or no players.
pub fn build<'a>(view: impl Into<View<'a>>, what: What, round: Option<RoundNumber>) -> Result<Document, ReportError> {
    let view = view.into();
    let paired = view.state.rounds_paired(view.stage);
    if view.stage >= view.state.stages.len() {
        return Err(ReportError::NothingToShow(format!(
            "the event has no stage {}; it has {}",
            view.stage + 1,
            view.state.stages.len()
        )));
    }
    if view.state.players.is_empty() {
        return Err(ReportError::NothingToShow("the event has no players yet; add players first".to_owned()));
    }
    let round = match round {
        None => paired,
        Some(round) if round <= paired && (round > 0 || !what.needs_round()) => round,
        Some(round) => {
            return Err(ReportError::NothingToShow(format!(
                "round {round} is not paired; {}",
                match paired {
                    0 => "no round is paired yet".to_owned(),
                    1 => "only round 1 is paired".to_owned(),
                    last => format!("rounds 1 to {last} are"),
                }
            )));
        }
    };
    if what.needs_round() && round == 0 {
        return Err(ReportError::NothingToShow("no round is paired yet; pair round 1 first".to_owned()));
    }
    let only = view.only.filter(|_| what.has_sheets());
    let number = only.and_then(|id| view.state.tpn(view.stage, id));
    if let (Some(id), None) = (only, number) {
        let name = view.state.name(id);
        return Err(ReportError::NothingToShow(format!("{name} has no number in this stage, and no sheet")));
    }
    let of_teams = view.state.pairs_teams(view.stage);
    if matches!(what, What::Teams | What::TeamStandings | What::Sheets | What::Boards) && view.state.teams.is_empty() {
        return Err(ReportError::NothingToShow("the event has no teams; add teams first".to_owned()));
    }
    if what == What::Sheets && !of_teams {
        return Err(ReportError::NothingToShow(
            "players are paired in this stage, not teams; print result slips".to_owned(),
        ));
    }
    let mut document = match what {
        What::Pairings | What::Results if of_teams => teams::pairings(&view, round, what == What::Pairings),
        What::Standings | What::TeamStandings if of_teams => teams::standings(&view, round),
        What::CrossTable if of_teams => teams::cross_table(&view, round, false),
        What::CrossTableByNumber if of_teams => teams::cross_table(&view, round, true),
        What::TeamStandings if matches!(view.state.stages[view.stage].system, System::Scheveningen { .. }) => {
            teams::standings(&view, round)
        }
        What::TeamStandings => teams::sums(&view, round),
        What::Teams => teams::list(&view),
        What::Sheets => teams::sheets(&view, round),
        What::Boards => teams::boards(&view, round),
        What::Pairings => rounds::pairings(&view, round),
        What::Names => rounds::names(&view, round),
        What::Results => rounds::results(&view, round),
        What::Slips => rounds::slips(&view, round),
        What::Openings => openings::openings(&view, round),
        What::Players => lists::players(&view),
        What::Standings => tables::standings(&view, round),
        What::CrossTable => tables::cross_table(&view, round, Order::Rank),
        What::CrossTableByNumber => tables::cross_table(&view, round, Order::Number),
        What::Categories => honours::categories(&view, round)?,
        What::Prizes => honours::prizes(&view, round)?,
        What::Starting => lists::starting(&view),
        What::Ratings => rated::totals(&view, round),
        What::RatingGames => rated::by_game(&view, round),
        What::Norms => titles::norm_sheets(&view, round),
        What::TieBreaks => sums::sheets(&view, round),
        What::Tournament => data::event(&view, round),
        What::Cards => cards::cards(&view, round),
        What::Arbiter => arbiter::report(&view, round),
        What::Bracket => bracket::bracket(&view, round)?,
        What::Ranking => ranking::ranking(&view)?,
    };
    let settings = &view.state.settings;
    document.event = match view.state.stages[view.stage].name.as_str() {
        _ if what == What::Ranking => settings.name.clone(),
        "" => settings.name.clone(),
        stage => format!("{} \u{b7} {stage}", settings.name),
    };
    let mut fields = words::place_and_time(settings);
    if what.needs_round() {
        let date = settings.round_dates.get(round as usize - 1).copied().flatten();
        fields.push(Field::new("Round", words::round_of(round, view.rounds_planned(), date)));
    }
    fields.extend(words::arbiters(settings));
    if let System::Swiss { variant: SwissVariant::Lim, .. } = view.state.stages[view.stage].system {
        let caveat = "built from an incomplete text of the rules; the pairings are not verified";
        fields.push(Field::new("Lim System", caveat.to_owned()));
    }
    fields.append(&mut document.fields);
    document.fields = fields;
    if matches!(
        what,
        What::Pairings
            | What::Results
            | What::Standings
            | What::CrossTable
            | What::CrossTableByNumber
            | What::Categories
            | What::Starting
            | What::Players
            | What::Arbiter
            | What::Bracket
            | What::Ranking
            | What::TeamStandings
            | What::Teams
    ) {
        document.regulations = words::regulations(&view);
    }
    document.file_stem = file_stem(&settings.name, what, round);
    document.sheets = what.has_sheets();
    if let (Some(id), Some(number)) = (only, number) {
        // One player's sheet leaves the document of all players alone.
        document.file_stem += &format!("_{number}-{}", tournament::records::file_stem(&view.state.name(id)));
    }
    Ok(document)
}

/// The table without columns of which every cell is empty; names stay.
fn without_empty(table: Table) -> Table {
    let used = |column: usize| {
        table.rows.iter().any(|row| match row {
            Row::Cells(cells) => cells.get(column).is_some_and(|cell| !cell.is_empty()),
            Row::Group(_) => false,
        })
    };
    let kept: Vec<usize> = (0..table.columns.len())
        .filter(|column| table.columns[*column].kind == ColumnKind::Name || used(*column))
        .collect();
    let rows = table.rows.iter().map(|row| match row {
        Row::Cells(cells) => {
            Row::Cells(kept.iter().map(|column| cells.get(*column).cloned().unwrap_or_default()).collect())
        }
        Row::Group(words) => Row::Group(words.clone()),
    });
    Table {
        columns: kept.iter().map(|column| table.columns[*column].clone()).collect(),
        rows: rows.collect(),
        for_the_wall: table.for_the_wall,
    }
}

/// `club-open-2026_pairings_r3`.
fn file_stem(event: &str, what: What, round: RoundNumber) -> String {
    let name = tournament::records::file_stem(event);
    match what {
        What::Players | What::Starting | What::Ranking | What::Teams => format!("{name}_{what}"),
        _ if round == 0 => format!("{name}_{what}"),
        _ => format!("{name}_{what}_r{round}"),
    }
}

/// How many decimals points need so that all of them stand in line: 0 to 2.
fn decimals(points: impl IntoIterator<Item = Points>) -> usize {
    let places = |points: Points| match points.hundredths() {
        whole if whole % 100 == 0 => 0,
        tenths if tenths % 10 == 0 => 1,
        _ => 2,
    };
    points.into_iter().map(places).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for what in What::ALL {
            assert_eq!(what.code().parse(), Ok(what));
        }
        assert!("pairing".parse::<What>().unwrap_err().contains("pairings, names"));
    }

    #[test]
    fn file_names_are_safe() {
        assert_eq!(file_stem("Club Open / 2026!", What::Pairings, 3), "club-open-2026_pairings_r3");
        assert_eq!(file_stem("../..", What::Players, 3), "event_players");
        assert_eq!(file_stem("Улаанбаатар Open", What::Standings, 0), "улаанбаатар-open_standings");
    }
}
