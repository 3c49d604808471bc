//! Who is who over several events.

use super::Series;
use crate::model::{PartialDate, Player, State, Team};
use serde::{Deserialize, Serialize};

/// A player as a series knows one, or a team, which has a name and perhaps a federation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Person {
    /// Name.
    pub name: String,
    /// FIDE number or another identity number.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Birth date or year.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth: Option<PartialDate>,
    /// Federation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// Team, else club.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
}

impl Person {
    pub(super) fn of(state: &State, player: &Player) -> Person {
        let team = player.team.and_then(|team| state.teams.get(&team));
        Person {
            name: player.name.clone(),
            id: player.id.trim().to_owned(),
            birth: player.birth,
            federation: player.federation.clone(),
            team: team.map_or_else(|| player.club.clone(), |team| team.name.clone()),
        }
    }

    /// A team; its federation is that of its members where all who have one have the same.
    pub(super) fn of_team(state: &State, team: &Team) -> Person {
        let members = team.members.iter().filter_map(|id| state.players.get(id));
        let mut federations: Vec<&str> =
            members.map(|player| player.federation.trim()).filter(|federation| !federation.is_empty()).collect();
        federations.sort_unstable();
        federations.dedup();
        let federation = if let [one] = federations[..] { one.to_owned() } else { String::new() };
        Person { name: team.name.clone(), federation, ..Person::default() }
    }
}

/// A name without case, accents of letters and marks.
fn key(name: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    let plain = name.nfd().filter(|c| !unicode_normalization::char::is_combining_mark(*c));
    let lower: String = plain.flat_map(char::to_lowercase).map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Dates that can be of one person: equal as far as both are known.
fn births_fit(a: Option<PartialDate>, b: Option<PartialDate>) -> Option<bool> {
    let (a, b) = (a?, b?);
    let part = |x: u8, y: u8| x == 0 || y == 0 || x == y;
    Some(a.year == b.year && part(a.month, b.month) && part(a.day, b.day))
}

/// The people found so far.
pub(super) struct People {
    pub people: Vec<Person>,
    keys: Vec<String>,
    called: Vec<(String, String)>,
    teams: bool,
    /// What a person should look at.
    pub doubts: Vec<String>,
}

impl People {
    pub fn new(series: &Series) -> People {
        let called = series.settings.also_called.iter().map(|(other, name)| (key(other), key(name))).collect();
        People { people: Vec::new(), keys: Vec::new(), called, teams: series.of_teams(), doubts: Vec::new() }
    }

    /// The team that is meant, if known: by name, and by federation where both are known.
    fn find_team(&mut self, who: &Person) -> Option<usize> {
        let name = self.key_of(&who.name);
        let fits = |index: &usize| {
            let known = &self.people[*index].federation;
            let federations_fit =
                known.is_empty() || who.federation.is_empty() || known.eq_ignore_ascii_case(&who.federation);
            self.keys[*index] == name && federations_fit
        };
        let found: Vec<usize> = (0..self.people.len()).filter(fits).collect();
        let same = |index: &&usize| self.people[**index].federation.eq_ignore_ascii_case(&who.federation);
        match found[..] {
            [] => None,
            [one] => Some(one),
            // Several of this name: only the one that has as much of a federation as this one.
            _ if found.iter().filter(same).count() == 1 => found.iter().find(same).copied(),
            _ => {
                self.doubts.push(format!(
                    "{}: teams of several federations have this name; kept apart. Give the members their federation.",
                    who.name
                ));
                None
            }
        }
    }

    /// The person who is meant, if known: by identity number, else by name and birth.
    pub fn find(&mut self, who: &Person) -> Option<usize> {
        if self.teams {
            return self.find_team(who);
        }
        if !who.id.is_empty()
            && let Some(index) = self.people.iter().position(|known| known.id == who.id)
        {
            return Some(index);
        }
        let name = self.key_of(&who.name);
        let fits = |index: &usize| {
            let known = &self.people[*index];
            let ids_differ = !known.id.is_empty() && !who.id.is_empty();
            self.keys[*index] == name && !ids_differ && births_fit(known.birth, who.birth) != Some(false)
        };
        let found: Vec<usize> = (0..self.people.len()).filter(fits).collect();
        let sure = |index: usize| births_fit(self.people[index].birth, who.birth) == Some(true);
        match found[..] {
            [one] if sure(one) => Some(one),
            [one] => {
                let same_number = !who.id.is_empty() && self.people[one].id == who.id;
                let by_name = self.people[one].birth.is_some() || who.birth.is_some() || !who.id.is_empty();
                if by_name && !same_number {
                    self.doubts.push(format!(
                        "{}: taken for one person by name alone; birth date or identity number is missing in one event.",
                        who.name
                    ));
                }
                Some(one)
            }
            [] => None,
            _ => {
                self.doubts.push(format!(
                    "{}: several people have this name; kept apart. Give identity numbers or birth dates.",
                    who.name
                ));
                None
            }
        }
    }

    fn key_of(&self, name: &str) -> String {
        let name = key(name);
        self.called.iter().find(|(other, _)| *other == name).map_or(name, |(_, meant)| meant.clone())
    }

    /// The person's index; new people are added, and missing data filled in.
    pub fn enter(&mut self, who: &Person) -> usize {
        match self.find(who) {
            Some(index) => {
                let known = &mut self.people[index];
                if known.id.is_empty() {
                    known.id.clone_from(&who.id);
                }
                known.birth = known.birth.or(who.birth);
                if known.federation.is_empty() {
                    known.federation.clone_from(&who.federation);
                }
                // The team of the latest event.
                if !who.team.is_empty() {
                    known.team.clone_from(&who.team);
                }
                index
            }
            None => {
                self.keys.push(self.key_of(&who.name));
                self.people.push(who.clone());
                self.people.len() - 1
            }
        }
    }
}
