//! Makes the graph of a bracket.

use super::{Feed, Format, Match, Part, Seed, Side, Source};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeMap;

/// A match before it has its number; sources name matches by their place in the list.
struct Draft {
    part: Part,
    sides: [Entry; 2],
    winner_places: Option<(u32, u32)>,
    loser_places: Option<(u32, u32)>,
}

/// A source before numbers are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Seed(Seed),
    Bye,
    Winner(usize),
    Loser(usize),
}

#[derive(Default)]
struct Builder {
    matches: Vec<Draft>,
}

impl Builder {
    fn add(&mut self, part: Part, sides: [Entry; 2]) -> usize {
        self.matches.push(Draft { part, sides, winner_places: None, loser_places: None });
        self.matches.len() - 1
    }

    /// The winner of a match, or what is known of it from the start.
    fn winner(&self, of: usize) -> Entry {
        if self.matches[of].sides == [Entry::Bye, Entry::Bye] { Entry::Bye } else { Entry::Winner(of) }
    }

    /// The loser of a match: nobody, where a side is a bye.
    fn loser(&self, of: usize) -> Entry {
        if self.matches[of].sides.contains(&Entry::Bye) { Entry::Bye } else { Entry::Loser(of) }
    }

    /// One round: neighbours meet.
    fn round(&mut self, entries: &[Entry], part: impl Fn() -> Part) -> Vec<usize> {
        entries.chunks_exact(2).map(|pair| self.add(part(), [pair[0], pair[1]])).collect()
    }

    /// How many participants a round sends out: the matches with two sides.
    fn losers_count(&self, matches: &[usize]) -> u32 {
        matches.iter().filter(|&&m| self.loser(m) != Entry::Bye).count() as u32
    }

    /// A tree for the places from `first` on among `entries` (a power of two of them, byes included), of which those down to place
    /// `places` are played for.
    fn tree(&mut self, entries: Vec<Entry>, first: u32, places: u32) {
        let mut entries = entries;
        let mut round = 0;
        while entries.len() > 1 {
            round += 1;
            let size = entries.len() as u32;
            let last = first + entries.iter().filter(|&&entry| entry != Entry::Bye).count() as u32 - 1;
            let part = || {
                if first == 1 { Part::Main { round, size } } else { Part::Places { from: first, to: last } }
            };
            let matches = self.round(&entries, part);
            if size == 2 {
                self.matches[matches[0]].winner_places = Some((first, first));
            }
            let out = self.losers_count(&matches);
            let best_out = last + 1 - out;
            if out > 1 && last <= places {
                let losers = matches.iter().map(|&m| self.loser(m)).collect();
                self.tree(losers, best_out, places);
            } else {
                for &m in &matches {
                    self.matches[m].loser_places = Some((best_out, last));
                }
            }
            entries = matches.iter().map(|&m| self.winner(m)).collect();
        }
    }

    /// Winners' and losers' brackets and the grand final.
    fn double(&mut self, entries: Vec<Entry>, reset: bool) {
        let mut winners_rounds: Vec<Vec<usize>> = Vec::new();
        let mut entries = entries;
        while entries.len() > 1 {
            let (round, size) = (winners_rounds.len() as u32 + 1, entries.len() as u32);
            let matches = self.round(&entries, || Part::Main { round, size });
            entries = matches.iter().map(|&m| self.winner(m)).collect();
            winners_rounds.push(matches);
        }
        let Some((first_round, later_rounds)) = winners_rounds.split_first() else { return };
        let mut losers_rounds: Vec<Vec<usize>> = Vec::new();
        let mut standing: Vec<Entry> = first_round.iter().map(|&m| self.loser(m)).collect();
        for (index, matches) in later_rounds.iter().enumerate() {
            // Survivors among themselves ...
            let part = Part::Losers { round: losers_rounds.len() as u32 + 1 };
            let among = self.round(&standing, || part);
            standing = among.iter().map(|&m| self.winner(m)).collect();
            losers_rounds.push(among);
            // ... then against those who come down, in an order that delays rematches: back to front and with
            // halves exchanged by turns.
            let mut coming: Vec<Entry> = matches.iter().map(|&m| self.loser(m)).collect();
            if index % 2 == 0 {
                coming.reverse();
            } else {
                let half = coming.len() / 2;
                coming.rotate_left(half);
            }
            let part = Part::Losers { round: losers_rounds.len() as u32 + 1 };
            let pairs: Vec<Entry> = standing.iter().zip(coming).flat_map(|(&up, down)| [up, down]).collect();
            let against = self.round(&pairs, || part);
            standing = against.iter().map(|&m| self.winner(m)).collect();
            losers_rounds.push(against);
        }
        // With two participants the loser of the only match comes back at once.
        let challenger = standing.first().copied().unwrap_or(Entry::Bye);
        let mut place = 3;
        for matches in losers_rounds.iter().rev() {
            let out = self.losers_count(matches);
            for &m in matches {
                self.matches[m].loser_places = Some((place, place + out.max(1) - 1));
            }
            place += out;
        }
        let top = entries.first().copied().unwrap_or(Entry::Bye);
        let final_match = self.add(Part::GrandFinal, [top, challenger]);
        self.matches[final_match].winner_places = Some((1, 1));
        self.matches[final_match].loser_places = Some((2, 2));
        if reset {
            let again = self.add(Part::Reset, [Entry::Winner(final_match), Entry::Loser(final_match)]);
            self.matches[again].winner_places = Some((1, 1));
            self.matches[again].loser_places = Some((2, 2));
        }
    }
}

/// The graph of a bracket from the places of the first round.
pub(super) fn graph(slots: &[Option<Seed>], format: Format) -> DiGraph<Match, Feed> {
    let entries: Vec<Entry> = slots.iter().map(|slot| slot.map_or(Entry::Bye, Entry::Seed)).collect();
    let mut builder = Builder::default();
    match format {
        Format::Single { places } => builder.tree(entries, 1, places),
        Format::Double { reset } => builder.double(entries, reset),
    }
    number(builder.matches)
}

/// Gives the rounds and numbers, and draws the edges.
fn number(drafts: Vec<Draft>) -> DiGraph<Match, Feed> {
    // A match can be played one round after the latest of those that it waits for.
    let mut rounds = vec![0u32; drafts.len()];
    let mut pending = true;
    while pending {
        pending = false;
        for (index, draft) in drafts.iter().enumerate() {
            let before = draft.sides.iter().map(|side| match side {
                Entry::Winner(m) | Entry::Loser(m) => rounds[*m],
                Entry::Seed(_) | Entry::Bye => 0,
            });
            let round = before.max().unwrap_or(0) + 1;
            if rounds[index] != round {
                rounds[index] = round;
                pending = true;
            }
        }
    }
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|&index| (rounds[index], drafts[index].part, index));
    let mut number_of = vec![0u32; drafts.len()];
    for (number, &index) in (1..).zip(&order) {
        number_of[index] = number;
    }
    let mut graph = DiGraph::with_capacity(drafts.len(), 2 * drafts.len());
    for &index in &order {
        let draft = &drafts[index];
        let source = |from: Entry| match from {
            Entry::Seed(seed) => Source::Seed(seed),
            Entry::Bye => Source::Bye,
            Entry::Winner(m) => Source::Winner(number_of[m]),
            Entry::Loser(m) => Source::Loser(number_of[m]),
        };
        graph.add_node(Match {
            number: number_of[index],
            round: rounds[index],
            part: draft.part,
            sides: draft.sides.map(source),
            winner_places: draft.winner_places,
            loser_places: draft.loser_places,
        });
    }
    for &index in &order {
        for (from, side) in drafts[index].sides.into_iter().zip([Side::First, Side::Second]) {
            if let Entry::Winner(m) | Entry::Loser(m) = from {
                let edge = Feed { loser: matches!(from, Entry::Loser(_)), side };
                graph.add_edge(
                    NodeIndex::new(number_of[m] as usize - 1),
                    NodeIndex::new(number_of[index] as usize - 1),
                    edge,
                );
            }
        }
    }
    graph
}

/// Cuts the lines of the winners in the main tree: from round 2 on its matches are between ranks of those who are left.
pub(super) fn reseed(graph: &mut DiGraph<Match, Feed>) {
    graph.retain_edges(|graph, edge| {
        let main = |end: NodeIndex| matches!(graph[end].part, Part::Main { .. });
        !graph.edge_endpoints(edge).is_some_and(|(from, to)| main(from) && main(to))
    });
    let mut above: BTreeMap<u32, u32> = BTreeMap::new();
    for game in graph.node_weights_mut() {
        if let Part::Main { round: 2.., size } = game.part {
            let place = above.entry(size).or_insert(0);
            *place += 1;
            game.sides = [Source::Remaining(*place), Source::Remaining(size + 1 - *place)];
        }
    }
}
