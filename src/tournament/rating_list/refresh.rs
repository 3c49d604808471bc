//! What a list would change in an event, and entering players from it.

use super::player::{Kind, ListedPlayer};
use super::{ListError, ListInfo, RatingList, entries, fold};
use crate::command::{Command, Order};
use crate::csv::UNNAMED_LIST;
use crate::model::{Discipline, Player, PlayerId, Rating, Settings, Sex, State};
use std::fmt;

/// How a player of the event was found in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// By identity number, and the names agree.
    ById,
    /// By the whole name, and nothing that both know speaks against it; the event has no number yet.
    ByName,
    /// The user said who it is.
    Chosen,
    /// The number belongs to another name in the list; nothing is proposed.
    OtherName(Box<ListedPlayer>),
    /// Several players of the list could be meant; the user chooses.
    Several(Vec<ListedPlayer>),
    /// Not in the list.
    Missing,
}

/// What of a player changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The rating of this list, `FIDE` or `FIDE rapid`.
    Rating(String),
    /// The coefficient of this list.
    K(String),
    /// The title.
    Title,
    /// The federation.
    Federation,
    /// The name; only where names follow the list.
    Name,
    /// Sex.
    Sex,
    /// Year or date of birth.
    Birth,
    /// The identity number.
    Id,
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Changed::Rating(list) => f.write_str(list),
            Changed::K(list) => write!(f, "K ({list})"),
            Changed::Title => f.write_str("title"),
            Changed::Federation => f.write_str("federation"),
            Changed::Name => f.write_str("name"),
            Changed::Sex => f.write_str("sex"),
            Changed::Birth => f.write_str("birth"),
            Changed::Id => f.write_str("id"),
        }
    }
}

/// One value that would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// What.
    pub field: Changed,
    /// The event's value; empty when there is none.
    pub old: String,
    /// The list's value; empty when there is none any more.
    pub new: String,
}

/// Whether a refresh also changes names. An event may write them in the players' own script, the list does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// The event's names stay.
    #[default]
    Keep,
    /// Names follow the list.
    Follow,
}

/// What the list says of one player of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who.
    pub player: PlayerId,
    /// The event's name of the player.
    pub name: String,
    /// How the player was found.
    pub found: Found,
    /// What would change; empty when all agrees or the player was not found for sure.
    pub changes: Vec<FieldChange>,
    /// The player's data with the changes.
    pub updated: Option<Box<Player>>,
    /// Name and date of the list, for the audit trail.
    pub list: String,
}

impl Proposal {
    /// The user says that the player is this one of the list: number and everything else come from there.
    pub fn choose(&mut self, state: &State, listed: &ListedPlayer, info: &ListInfo, names: Names) {
        let Some(player) = state.players.get(&self.player) else { return };
        let mut new = updated(state, player, listed, info, names);
        if !listed.id.is_empty() {
            new.id.clone_from(&listed.id);
        }
        self.changes = changes(player, &new);
        self.updated = Some(Box::new(new));
        self.found = Found::Chosen;
    }

    /// Whoever is in the list for sure.
    pub fn is_sure(&self) -> bool {
        matches!(self.found, Found::ById | Found::ByName | Found::Chosen)
    }
}

/// The one order that does all of these proposals and keeps the list's name and date with the event; `None` when nothing would change.
/// Applying it may ask for confirmation.
pub fn order<'a>(state: &State, proposals: impl IntoIterator<Item = &'a Proposal>) -> Option<Order> {
    let mut source = String::new();
    let mut players = Vec::new();
    for proposal in proposals.into_iter().filter(|proposal| proposal.is_sure()) {
        source.clone_from(&proposal.list);
        if let Some(updated) = proposal.updated.as_ref().filter(|_| !proposal.changes.is_empty()) {
            players.push((proposal.player, (**updated).clone()));
        }
    }
    let changes = !players.is_empty() || (!source.is_empty() && source != state.settings.rating_source);
    let command = Command::TakeRatings { players, source };
    changes.then_some(Order { command, reason: String::new(), confirmed: false })
}

/// Compares every player of an event with the list, in the order of their identities. Nothing is changed: show the proposals, then apply
/// the [`order`] of those that the user wants.
///
/// The list decides on ratings, coefficients and titles of the kinds that it gives; federation, sex and birth follow it where it has them.
///
/// # Errors
/// When the index is damaged.
pub fn refresh(state: &State, list: &RatingList, names: Names) -> Result<Vec<Proposal>, ListError> {
    let info = list.info();
    let label = info.label();
    let propose = |(id, player): (&PlayerId, &std::sync::Arc<Player>)| {
        let (found, listed) = find(player, list)?;
        let (changes, updated) = match listed {
            Some(listed) => {
                let updated = updated(state, player, &listed, info, names);
                (changes(player, &updated), Some(Box::new(updated)))
            }
            None => (Vec::new(), None),
        };
        Ok(Proposal { player: *id, name: player.name.clone(), found, changes, updated, list: label.clone() })
    };
    state.players.iter().map(propose).collect()
}

fn find(player: &Player, list: &RatingList) -> Result<(Found, Option<ListedPlayer>), ListError> {
    let mut candidates = list.by_id(&player.id)?;
    if !candidates.is_empty() {
        let likely = candidates.iter().position(|listed| shares_a_word(&player.name, &listed.name));
        return Ok(match (likely, candidates.len()) {
            (Some(place), _) => (Found::ById, Some(candidates.swap_remove(place))),
            (None, 1) => (Found::OtherName(Box::new(candidates.swap_remove(0))), None),
            (None, _) => (Found::Several(candidates), None),
        });
    }
    let mut candidates = list.by_name(&player.name)?;
    candidates.retain(|listed| same_person(player, listed));
    let (same, moved): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|listed| same_federation(player, listed));
    let mut candidates = same;
    Ok(match candidates.len() {
        0 if moved.is_empty() => (Found::Missing, None),
        // People change their federation; the name alone does not say that it was this one.
        0 => (Found::Several(moved), None),
        1 if player.id.is_empty() => (Found::ByName, candidates.pop()),
        // The event's number is not in the list: the name alone does not decide against it.
        _ => (Found::Several(candidates), None),
    })
}

/// Two spellings of a name share a word of more than one letter, in either reading of umlauts.
fn shares_a_word(a: &str, b: &str) -> bool {
    let words = |name: &str| fold::readings(name).concat();
    let other = words(b);
    words(a).iter().any(|word| word.chars().count() > 1 && other.contains(word))
}

/// Sex and year of birth do not differ where both are known.
fn same_person(player: &Player, listed: &ListedPlayer) -> bool {
    let sex = player.sex.is_none() || listed.sex.is_none() || player.sex == listed.sex;
    let birth = match (player.birth, listed.birth) {
        (Some(a), Some(b)) => a.year == b.year,
        _ => true,
    };
    sex && birth
}

/// The federations do not differ where both are known.
fn same_federation(player: &Player, listed: &ListedPlayer) -> bool {
    let (a, b) = (entries::code(&player.federation), entries::code(&listed.federation));
    a.is_empty() || b.is_empty() || a == b
}

/// The player with the list's values.
fn updated(state: &State, player: &Player, listed: &ListedPlayer, info: &ListInfo, names: Names) -> Player {
    let mut new = player.clone();
    if player.ratings.is_empty() {
        new.ratings = ratings_for(listed, info, state.settings.discipline);
    } else {
        name_unnamed(&mut new.ratings, listed, info, state);
        follow(&mut new.ratings, listed, info);
    }
    new.title = listed.title.or(player.title);
    new.sex = listed.sex.or(player.sex);
    if !listed.federation.is_empty() {
        new.federation.clone_from(&listed.federation);
    }
    // A year does not replace a date of that year.
    if let Some(birth) = listed.birth
        && player.birth.is_none_or(|known| known.year != birth.year)
    {
        new.birth = Some(birth);
    }
    if new.id.is_empty() {
        new.id.clone_from(&listed.id);
    }
    if names == Names::Follow {
        new.name.clone_from(&listed.name);
    }
    new
}

/// A rating that the entry list gave no name is the list's own of the event's discipline, if the player has none of that name yet. Where the
/// list has none that counts in the event, it stays as it is: a rapid rating does not replace what was typed for a classical event.
fn name_unnamed(ratings: &mut [Rating], listed: &ListedPlayer, info: &ListInfo, state: &State) {
    let named = |name: &str| ratings.iter().position(|rating| rating.list.eq_ignore_ascii_case(name));
    let mut own = ratings_for(listed, info, state.settings.discipline);
    let settings = Settings { discipline: state.settings.discipline, ..Settings::default() };
    let Some(first) = settings.rating_place(&own).map(|place| own.swap_remove(place)) else { return };
    if named(&first.list).is_some() || state.settings.rating_list.eq_ignore_ascii_case(UNNAMED_LIST) {
        return;
    }
    if let Some(place) = named(UNNAMED_LIST) {
        ratings[place].list = first.list;
    }
}

/// Ratings of the list's kinds follow the list; their order and those of other lists stay.
fn follow(ratings: &mut Vec<Rating>, listed: &ListedPlayer, info: &ListInfo) {
    for kind in info.kinds.iter().copied() {
        let name = kind.list_name(&info.list);
        let place = ratings.iter().position(|rating| rating.list.eq_ignore_ascii_case(&name));
        match (listed.rating(kind), place) {
            (Some(rating), Some(place)) => {
                ratings[place].value = rating.value;
                // A list without coefficients leaves them.
                ratings[place].k = rating.k.or(ratings[place].k);
            }
            (Some(rating), None) => ratings.push(Rating { list: name, value: rating.value, k: rating.k }),
            (None, Some(place)) => drop(ratings.remove(place)),
            (None, None) => {}
        }
    }
}

fn changes(old: &Player, new: &Player) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let mut compare = |field: Changed, old: String, new: String| {
        if old != new {
            changes.push(FieldChange { field, old, new });
        }
    };
    let rating = |player: &Player, list: &str| {
        player.ratings.iter().find(|rating| rating.list.eq_ignore_ascii_case(list)).cloned()
    };
    // A rating without a name that has got one stands where it stood.
    let unnamed = |player: &Player| player.ratings.iter().position(|r| r.list.eq_ignore_ascii_case(UNNAMED_LIST));
    let renamed = unnamed(old).filter(|_| unnamed(new).is_none());
    let renamed = renamed.and_then(|place| new.ratings.get(place)).map(|rating| rating.list.as_str());
    let mut lists: Vec<&str> = new.ratings.iter().map(|rating| rating.list.as_str()).collect();
    for rating in &old.ratings {
        let gone = renamed.is_some() && rating.list.eq_ignore_ascii_case(UNNAMED_LIST);
        if !gone && !lists.iter().any(|list| list.eq_ignore_ascii_case(&rating.list)) {
            lists.push(&rating.list);
        }
    }
    let text = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
    for list in lists {
        let was = if renamed == Some(list) { UNNAMED_LIST } else { list };
        let (before, after) = (rating(old, was), rating(new, list));
        let value = |rating: &Option<Rating>| text(rating.as_ref().map(|rating| rating.value.into()));
        let k = |rating: &Option<Rating>| text(rating.as_ref().and_then(|rating| rating.k).map(u32::from));
        compare(Changed::Rating(list.to_owned()), value(&before), value(&after));
        compare(Changed::K(list.to_owned()), k(&before), k(&after));
    }
    let title = |player: &Player| player.title.map(|title| title.to_string()).unwrap_or_default();
    let sex = |player: &Player| {
        let word = player.sex.map(|sex| if sex == Sex::Male { "m" } else { "w" });
        word.unwrap_or_default().to_owned()
    };
    let birth = |player: &Player| player.birth.map(|date| date.to_string()).unwrap_or_default();
    compare(Changed::Title, title(old), title(new));
    compare(Changed::Federation, old.federation.clone(), new.federation.clone());
    compare(Changed::Name, old.name.clone(), new.name.clone());
    compare(Changed::Sex, sex(old), sex(new));
    compare(Changed::Birth, birth(old), birth(new));
    compare(Changed::Id, old.id.clone(), new.id.clone());
    changes
}

/// The ratings of a player who has none yet: that of the event's discipline stands first, so that it orders the list.
fn ratings_for(listed: &ListedPlayer, info: &ListInfo, discipline: Discipline) -> Vec<Rating> {
    let mut ratings = listed.ratings_of(&info.list);
    let first = match discipline {
        Discipline::Rapid => Kind::Rapid.list_name(&info.list),
        Discipline::Blitz => Kind::Blitz.list_name(&info.list),
        _ => info.list.clone(),
    };
    ratings.sort_by_key(|rating| rating.list != first);
    ratings
}

impl ListedPlayer {
    /// The player as one enters it into an event. In rapid and blitz events the rating of that kind stands first where there is one, so that
    /// it orders the list; without one the standard rating does.
    pub fn to_player(&self, info: &ListInfo, discipline: Discipline) -> Player {
        let blank = Player { entered_in: 1, ..Player::default() };
        self.fill(&blank, info, discipline)
    }

    /// A player being entered or edited with the list's values. Club, contact, byes and the like stay, as do ratings of other lists and what
    /// the list does not say.
    pub fn fill(&self, player: &Player, info: &ListInfo, discipline: Discipline) -> Player {
        let mut ratings = ratings_for(self, info, discipline);
        let of_list = |list: &str| {
            list.eq_ignore_ascii_case(UNNAMED_LIST)
                || Kind::ALL.into_iter().any(|kind| kind.list_name(&info.list).eq_ignore_ascii_case(list))
        };
        ratings.extend(player.ratings.iter().filter(|rating| !of_list(&rating.list)).cloned());
        let or = |new: &str, old: &str| if new.is_empty() { old.to_owned() } else { new.to_owned() };
        Player {
            name: self.name.clone(),
            sex: self.sex.or(player.sex),
            birth: match (self.birth, player.birth) {
                // A year does not replace a date of that year.
                (Some(new), Some(old)) if new.year == old.year => Some(old),
                (new, old) => new.or(old),
            },
            title: self.title,
            ratings,
            federation: or(&self.federation, &player.federation),
            id: or(&self.id, &player.id),
            ..player.clone()
        }
    }
}
