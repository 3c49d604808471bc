//! The three letters of federations, and national rating lists named by them.

use super::Rating;

/// Codes of FIDE's federations, as report files and rating lists use them.
const CODES: &str = "AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BEN BER BHU BIH BIZ BLR BOL BOT BRA BRN BRU BUL BUR CAF \
CAM CAN CAY CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESA ESP EST ETH FAI FIJ FIN FRA GAB GAM GCI GEO \
GEQ GER GHA GRE GRL GRN GUA GUI GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ ISL ISR ISV ITA IVB JAM JCI JOR JPN KAZ KEN KGZ KOR KOS KSA KUW LAO \
LAT LBA LBN LBR LCA LES LIE LTU LUX MAC MAD MAR MAS MAW MDA MDV MEX MGL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NCL NED NEP NGR NIG NOR NRU NZL \
OMA PAK PAN PAR PER PHI PLE PLW PNG POL POR PUR QAT ROU RSA RUS RWA SCO SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE SWZ \
SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR TUV UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM ZIM";

/// National lists that are better known by a name of their own.
const NAMED: [(&str, &str); 7] =
    [("DWZ", "GER"), ("ECF", "ENG"), ("USCF", "USA"), ("CFC", "CAN"), ("FQE", "CAN"), ("KNSB", "NED"), ("FFE", "FRA")];

/// Whether three letters, in either case, are the code of a federation.
pub fn is_federation(code: &str) -> bool {
    code.len() == 3 && CODES.split(' ').any(|known| known.eq_ignore_ascii_case(code))
}

/// The federation whose national list a rating list is by its name: `GER`, `Rating GER`, `GER rating`, `national (GER)`, `DWZ`. Rapid and blitz lists
/// have none: national records of report files hold one rating.
pub fn national_code(list: &str) -> Option<String> {
    let filler = ["rating", "ratings", "rtg", "rat", "elo", "national", "nat", "list", "standard", "classical"];
    let words = list.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = words.filter(|word| !filler.iter().any(|known| known.eq_ignore_ascii_case(word)));
    let (Some(word), None) = (words.next(), words.next()) else { return None };
    if let Some((_, code)) = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) {
        return Some((*code).to_owned());
    }
    is_federation(word).then(|| word.to_ascii_uppercase())
}

/// The place of a list among ratings: by its name in either case; a national list also by another name for it.
pub fn place_of(ratings: &[Rating], list: &str) -> Option<usize> {
    let plain = ratings.iter().position(|rating| rating.list.eq_ignore_ascii_case(list));
    plain.or_else(|| {
        let code = national_code(list)?;
        ratings.iter().position(|rating| national_code(&rating.list).as_deref() == Some(code.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_federations_by_their_names() {
        for name in ["GER", "Rating GER", "GER rating", "ger", "national (GER)", "GER-Rtg", "DWZ"] {
            assert_eq!(national_code(name).as_deref(), Some("GER"), "{name}");
        }
        for name in ["rating", "FIDE", "Club", "GER rapid", "Rating old", "national", "", "FIDE GER", "ELO"] {
            assert_eq!(national_code(name), None, "{name}");
        }
        assert!(is_federation("GEO") && !is_federation("FID") && !is_federation("A B"));
    }
}
