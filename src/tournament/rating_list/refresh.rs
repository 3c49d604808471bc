//! What a list would change in an event, and entering players from it.

use super::player::{Kind, ListedPlayer, title_text};
use super::{ListError, ListInfo, RatingList, entries, fold};
use crate::command::{Command, Order};
use crate::model::{Discipline, Player, PlayerId, Rating, Sex, State};

/// How a player of the event was found in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// By identity number, and the names agree.
    ById,
    /// By the whole name, and nothing that both know speaks against it; the event has no number yet.
    ByName,
    /// The number belongs to another name in the list; nothing is proposed.
    OtherName(Box<ListedPlayer>),
    /// Several players of the list could be meant; the user chooses.
    Several(Vec<ListedPlayer>),
    /// Not in the list.
    Missing,
}

/// One value that would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// What: `FIDE`, `FIDE rapid`, `K (FIDE)`, `title`, `federation`, `sex`, `birth`, `id`.
    pub field: String,
    /// The event's value; empty when there is none.
    pub old: String,
    /// The list's value; empty when there is none any more.
    pub new: String,
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
    /// The order that does it; `None` when nothing would change. Applying it may still ask for confirmation.
    pub fn order(&self) -> Option<Order> {
        let updated = self.updated.clone().filter(|_| !self.changes.is_empty())?;
        let reason = format!("Rating list {}", self.list);
        Some(Order { command: Command::EditPlayer(self.player, updated), reason, confirmed: false })
    }
}

/// Compares every player of an event with the list, in the order of their identities. Nothing is changed: show the proposals, then apply
/// the [`Proposal::order`]s that the user wants.
///
/// The list decides on ratings, coefficients and titles of the kinds that it gives; federation, sex and birth follow it where it has them. The
/// name is the event's own.
///
/// # Errors
/// When the index is damaged.
pub fn refresh(state: &State, list: &RatingList) -> Result<Vec<Proposal>, ListError> {
    let info = list.info();
    let date = info.date.map(|date| format!(" of {date}")).unwrap_or_default();
    let label = format!("{}{date}", info.list);
    let propose = |(id, player): (&PlayerId, &std::sync::Arc<Player>)| {
        let (found, listed) = find(player, list)?;
        let (changes, updated) = match listed {
            Some(listed) => {
                let updated = updated(player, &listed, info);
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
    candidates.retain(|listed| agrees(player, listed));
    Ok(match candidates.len() {
        0 => (Found::Missing, None),
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

/// Nothing that both know differs.
fn agrees(player: &Player, listed: &ListedPlayer) -> bool {
    let sex = player.sex.is_none() || listed.sex.is_none() || player.sex == listed.sex;
    let birth = match (player.birth, listed.birth) {
        (Some(a), Some(b)) => a.year == b.year,
        _ => true,
    };
    let (a, b) = (entries::code(&player.federation), entries::code(&listed.federation));
    sex && birth && (a.is_empty() || b.is_empty() || a == b)
}

/// The player with the list's values.
fn updated(player: &Player, listed: &ListedPlayer, info: &ListInfo) -> Player {
    let mut new = player.clone();
    for kind in info.kinds.iter().copied() {
        let name = kind.list_name(&info.list);
        let place = new.ratings.iter().position(|rating| rating.list.eq_ignore_ascii_case(&name));
        match (listed.rating(kind), place) {
            (Some(rating), Some(place)) => {
                new.ratings[place].value = rating.value;
                // A list without coefficients leaves them.
                new.ratings[place].k = rating.k.or(new.ratings[place].k);
            }
            (Some(rating), None) => new.ratings.push(Rating { list: name, value: rating.value, k: rating.k }),
            (None, Some(place)) => drop(new.ratings.remove(place)),
            (None, None) => {}
        }
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
    new
}

fn changes(old: &Player, new: &Player) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let mut compare = |field: String, old: String, new: String| {
        if old != new {
            changes.push(FieldChange { field, old, new });
        }
    };
    let rating = |player: &Player, list: &str| {
        player.ratings.iter().find(|rating| rating.list.eq_ignore_ascii_case(list)).cloned()
    };
    let mut lists: Vec<&str> = new.ratings.iter().map(|rating| rating.list.as_str()).collect();
    for rating in &old.ratings {
        if !lists.iter().any(|list| list.eq_ignore_ascii_case(&rating.list)) {
            lists.push(&rating.list);
        }
    }
    let text = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
    for list in lists {
        let (before, after) = (rating(old, list), rating(new, list));
        let value = |rating: &Option<Rating>| text(rating.as_ref().map(|rating| rating.value.into()));
        let k = |rating: &Option<Rating>| text(rating.as_ref().and_then(|rating| rating.k).map(u32::from));
        compare(list.to_owned(), value(&before), value(&after));
        compare(format!("K ({list})"), k(&before), k(&after));
    }
    let title = |player: &Player| player.title.map(title_text).unwrap_or_default().to_owned();
    let sex = |player: &Player| {
        let word = player.sex.map(|sex| if sex == Sex::Male { "m" } else { "w" });
        word.unwrap_or_default().to_owned()
    };
    let birth = |player: &Player| player.birth.map(|date| date.to_string()).unwrap_or_default();
    compare("title".to_owned(), title(old), title(new));
    compare("federation".to_owned(), old.federation.clone(), new.federation.clone());
    compare("sex".to_owned(), sex(old), sex(new));
    compare("birth".to_owned(), birth(old), birth(new));
    compare("id".to_owned(), old.id.clone(), new.id.clone());
    changes
}

impl ListedPlayer {
    /// The player as one enters it into an event. In rapid and blitz events the rating of that kind stands first where there is one, so that
    /// it orders the list; without one the standard rating does.
    pub fn to_player(&self, info: &ListInfo, discipline: Discipline) -> Player {
        let mut ratings = self.ratings_of(&info.list);
        let first = match discipline {
            Discipline::Rapid => Kind::Rapid.list_name(&info.list),
            Discipline::Blitz => Kind::Blitz.list_name(&info.list),
            _ => info.list.clone(),
        };
        ratings.sort_by_key(|rating| rating.list != first);
        Player {
            name: self.name.clone(),
            sex: self.sex,
            birth: self.birth,
            title: self.title,
            ratings,
            federation: self.federation.clone(),
            id: self.id.clone(),
            entered_in: 1,
            ..Player::default()
        }
    }
}
