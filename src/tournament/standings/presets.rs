//! Lists of tie-breaks for kinds of events, and what speaks against a list.

use super::code::{Name, TieBreak};
use crate::crosstable::PairingKind;
use crate::model::System;

/// A ready-made list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// For what kind of event.
    pub name: &'static str,
    /// Teams or players.
    pub teams: bool,
    /// For predetermined pairings (round-robin, Scheveningen).
    pub predetermined: bool,
    /// The codes in order.
    pub codes: &'static str,
}

impl Preset {
    /// The list.
    pub fn list(&self) -> Vec<TieBreak> {
        // Every preset is read in a test.
        TieBreak::parse_list(self.codes).unwrap_or_default()
    }
}

const fn preset(name: &'static str, teams: bool, predetermined: bool, codes: &'static str) -> Preset {
    Preset { name, teams, predetermined, codes }
}

/// The usual lists. The first that fits a kind of event is its default.
pub const PRESETS: &[Preset] = &[
    preset("Swiss", false, false, "BH/C1,BH,SB,DE,WIN,BWG"),
    preset("Swiss, direct encounter first", false, false, "DE,BH/C1,BH,SB,WIN"),
    preset("Swiss, all players rated", false, false, "ARO/C1,BH/C1,BH,SB,DE"),
    preset("Swiss, youth", false, false, "BH/C1,BH,WIN,PS,DE"),
    preset("Draughts, Swiss (truncated Solkoff)", false, false, "BH/C1,BH,SB,WIN"),
    preset("Draughts, Swiss (median Solkoff)", false, false, "BH/M1,BH,SB,WIN"),
    preset("Round-robin", false, true, "DE,WIN,SB,KS"),
    preset("Round-robin, Sonneborn-Berger first", false, true, "SB,DE,WIN,KS"),
    preset("Draughts, round-robin", false, true, "WIN,DE,SB"),
    preset("Scheveningen, players of both teams", false, true, "WIN,SB,BPG"),
    preset("Team Swiss", true, false, "MPVGP,EDE,BH:MP/C1,EMGSB"),
    preset("Team Swiss, strength of schedule", true, false, "SSSC,EDE,EMMSB/C1"),
    preset("Team round-robin", true, true, "MPVGP,EDE,SB:MP,TBR"),
    preset("Team knockout", true, true, "BC,TBR,BBE"),
];

/// The codes that an event of players begins with: none in a knockout, whose bracket gives the places.
pub fn usual(system: &System) -> Vec<String> {
    let codes = match system {
        System::Knockout { .. } => return Vec::new(),
        System::RoundRobin { .. } => "DE,WIN,SB,KS",
        // Members of one team never meet: direct encounter says nothing (`scheveningen` 6).
        System::Scheveningen { .. } => "SB,WIN",
        System::Swiss { .. } | System::Manual => return crate::model::Settings::default().tiebreaks,
    };
    codes.split(',').map(str::to_owned).collect()
}

/// The presets for a kind of event.
pub fn presets(teams: bool, kind: PairingKind) -> impl Iterator<Item = &'static Preset> {
    let predetermined = kind != PairingKind::Swiss;
    PRESETS.iter().filter(move |preset| preset.teams == teams && preset.predetermined == predetermined)
}

/// Something against a tie-break in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The tie-break.
    pub code: TieBreak,
    /// What speaks against it.
    pub text: String,
    /// It must not be used in FIDE mode.
    pub forbidden: bool,
}

/// What speaks against the tie-breaks of a list in an event (C.07 note to art. 8, art. 10, art. 13; `fide-mode`).
pub fn objections(list: &[TieBreak], teams: bool, kind: PairingKind, all_rated: bool) -> Vec<Objection> {
    let mut found = Vec::new();
    let round_robin = kind != PairingKind::Swiss;
    for (at, code) in list.iter().enumerate() {
        let mut object = |text: String, forbidden| found.push(Objection { code: *code, text, forbidden });
        let name = code.name;
        if name.is_team() && !teams {
            object(format!("{code} is for teams"), true);
        }
        if name.is_individual() && teams {
            object(format!("{code} is for individual players"), true);
        }
        if name.is_buchholz() && round_robin {
            object(format!("{code} is not allowed when everybody meets everybody; take SB, WIN or KS"), true);
        }
        if name == Name::Koya && !round_robin {
            object(format!("{code} is meant for round-robins"), false);
        }
        if name.is_rating() && name != Name::Rating && !all_rated && code.unrated.is_none() {
            object(
                format!(
                    "{code} needs rules for unrated opponents, such as {code}/U1400; without them they are left out"
                ),
                false,
            );
        }
        if code.unit.is_some() && !teams {
            object(format!("{code}: players have one score only"), false);
        }
        if list[..at].contains(code) && !name.is_place() {
            object(format!("{code} stands in the list already"), false);
        }
    }
    found
}

/// The tie-breaks to choose from for a kind of event, in the order of the regulation.
pub fn offered(teams: bool, kind: PairingKind) -> Vec<TieBreak> {
    const PLAYERS: &str = "DE,DE/P,WIN,WON,BPG,BWG,PS,PS/C1,PS/C2,REP,STD,TPN,TPN/R,BH,BH/C1,BH/C2,BH/M1,BH/M2,BH/P,BH/C1/P,FB,\
        FB/C1,FB/C2,FB/M1,FB/M2,AOB,AOB/F,SB,SB/C1,SB/C2,SB/P,SB/C1/P,KS,KS/L+1,KS/L-1,ARO,ARO/C1,ARO/C2,ARO/M1,ARO/M2,TPR,PTP,\
        APRO,APPO,RTNG,RTNG/R";
    const TEAMS: &str = "MPVGP,GPTS,MPTS,EDE,EDEBT,EDEBB,EDET,EDEB,DE:MP,DE:GP,WIN,WON,PS:MP,PS:GP,PS:MP/C1,REP,STD,TPN,BH:MP,\
        BH:MP/C1,BH:MP/C2,BH:MP/M1,BH:GP,BH:GP/C1,FB:MP,FB:MP/C1,FB:GP,AOB:MP,AOB:MP/F,AOB:GP,SB:MP,SB:GP,EMMSB,EMGSB,EGMSB,EGGSB,\
        EMMSB/C1,EMGSB/C1,EGMSB/C1,EGGSB/C1,KS:MP,KS:GP,BC,TBR,BBE,SSSC,SSSC/F";
    let all = TieBreak::parse_list(if teams { TEAMS } else { PLAYERS }).unwrap_or_default();
    let fits = |code: &TieBreak| objections(&[*code], teams, kind, true).is_empty();
    all.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUND_ROBIN: PairingKind = PairingKind::Predetermined { cycles: 1 };

    #[test]
    fn presets_can_be_read_and_are_allowed() {
        for preset in PRESETS {
            let list = TieBreak::parse_list(preset.codes).unwrap();
            let kind = if preset.predetermined { ROUND_ROBIN } else { PairingKind::Swiss };
            assert_eq!(objections(&list, preset.teams, kind, true), [], "{}", preset.name);
        }
        for (teams, kind) in
            [(false, PairingKind::Swiss), (false, ROUND_ROBIN), (true, PairingKind::Swiss), (true, ROUND_ROBIN)]
        {
            assert!(presets(teams, kind).next().is_some());
        }
    }

    #[test]
    fn round_robins_offer_no_buchholz() {
        let offer = offered(false, ROUND_ROBIN);
        assert!(offer.iter().all(|code| !code.name.is_buchholz()));
        for code in ["DE", "BPG", "BWG", "REP", "STD", "SB", "SB/C1", "SB/C2", "RTNG", "WIN", "TPN", "KS", "KS/L+1"] {
            assert!(offer.contains(&code.parse().unwrap()), "{code}");
        }
        assert!(offered(false, PairingKind::Swiss).contains(&"FB/M1".parse().unwrap()));
        assert!(offered(true, PairingKind::Swiss).contains(&"SSSC/F".parse().unwrap()));
        assert!(TieBreak::parse_list("BH").is_ok_and(|list| objections(&list, false, ROUND_ROBIN, true)[0].forbidden));
    }

    #[test]
    fn other_objections() {
        let text = |list: &str, teams, all_rated| {
            let list = TieBreak::parse_list(list).unwrap();
            objections(&list, teams, PairingKind::Swiss, all_rated)
                .into_iter()
                .map(|o| o.text)
                .collect::<Vec<_>>()
                .join("; ")
        };
        assert!(text("ARO", false, false).contains("unrated"));
        assert_eq!(text("ARO/U1400", false, false), "");
        assert!(text("EDE", false, true).contains("for teams"));
        assert!(text("BWG", true, true).contains("individual"));
        assert!(text("BH,BH", false, true).contains("already"));
        assert_eq!(text("DE,BH,DE", false, true), "");
    }
}
