//! Which code keeps which article: a page for readers of the regulations. It holds no code.
//!
//! # What the Swiss systems share
//!
//! | Regulation | Article | Code |
//! |---|---|---|
//! | C.04.1 | 2 nobody meets twice | [`Player::has_met`](super::Player::has_met) |
//! | | 3, 4 the bye and who is barred from it | [`Player::bye_barred`](super::Player::bye_barred), [`broken_rules_of_bye`](super::broken_rules_of_bye) |
//! | | 6, 7, 8 colours | [`Preference`](super::Preference), [`BrokenRule`](super::BrokenRule) |
//! | | 9 explanation | [`explain`](super::explain()), [`explain_dutch`](super::explain_dutch) |
//! | C.04.2 | 2 order and numbers | [`Entrant::tpn`](super::Entrant::tpn), given by the caller; parity: [`Player::parity`](super::Player::parity) |
//! | | 3.1 adjourned games | [`EntryKind::Adjourned`](super::EntryKind::Adjourned) |
//! | | 3.4 compressed colour history | [`Player::history`](super::Player::history) |
//! | | 3.5 a forfeit is no meeting | [`EntryKind::is_played`](super::EntryKind::is_played) |
//! | | 3.6 order of boards | [`in_board_order`](super::in_board_order) |
//! | C.04.7 | 1 Baku acceleration | [`baku_group_size`](super::baku_group_size), [`baku_virtual_points`](super::baku_virtual_points), [`baku_allowed`](super::baku_allowed) |
//!
//! # FIDE (Dutch) System, C.04.3, edition of February 2026
//!
//! | Article | Code (`swiss/dutch`) |
//! |---|---|
//! | 1.2 order, 1.3 score groups | `ground`: ranks and ranges of ranks |
//! | 1.4 floats | [`Float`](super::Float), [`Player::floats`](super::Player::floats) |
//! | 1.7 colour preference | [`Preference::of`](super::Preference::of) |
//! | 1.8 topscorers | [`Field::is_topscorer`](super::Field::is_topscorer) |
//! | 1.9 the round, bracket by bracket; no pairing | `mod::pair`, `no_pairing` |
//! | 2 \[C1\]-\[C3\] | `ground`: the matrix of legal pairs |
//! | 2 \[C4\], \[C5\] | `ground`: `Suffix`, `settle_bye` |
//! | 2 \[C6\]-\[C9\], \[C14\]-\[C21\] | `instance`: fields of edge weights |
//! | 2 \[C10\]-\[C13\] | `quality` |
//! | 3.1-3.3 bracket, MaxPairs, M1 | `bracket`, `instance` |
//! | 3.4, 3.8 perfect and best candidates | `optimum`, `duals` |
//! | 3.6, 3.7, 4 order of candidates | `order` |
//! | 5.2 colours | [`colors::dutch_color`](super::colors::dutch_color), one function for each step |
//!
//! # How the Dutch engine finds the best candidate
//!
//! The rules describe a search: generate candidates in a fixed order, judge each by all criteria, take the first of the
//! best. The engine never enumerates. A bracket becomes a graph whose perfect matchings are the candidates; the criteria become one whole number for each
//! edge, most important criterion in the highest bits; the least sum is the best vector of criteria.
//!
//! 1. Edges fall into few classes (same wishes, same floats), and a small transport problem between classes gives dual numbers that are
//!    feasible for the whole graph. An edge without slack is *tight*. If the tight edges have a perfect matching, then
//!    the perfect matchings of the tight edges are exactly the best candidates, and the weights can be forgotten.
//! 2. Otherwise the weighted matching solver goes on from there; a few augmentations suffice.
//! 3. Among the best candidates the order of generation decides. It is a key of numbers, fixed from its most important part
//!    on; each decision takes edges away, and one search for an alternating path, on rows of bits, tells whether a best candidate is left.
//! 4. Players below the bracket matter only for completion \[C4\] and for the next bracket \[C8\]. Where these can be
//!    judged floater by floater they become a cost of floating; where not, the players below join the graph.
//!
//! The tests hold the engine against a literal enumeration, against other programs' pairings, and its short cuts against the whole problem.
