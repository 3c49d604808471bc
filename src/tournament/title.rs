//! Short names of titles, and reading them.

use crate::model::Title;

impl Title {
    /// All titles, strongest first in the order of GHR 2.2.2.
    pub const ALL: [Title; 8] =
        [Title::GM, Title::IM, Title::WGM, Title::FM, Title::WIM, Title::CM, Title::WFM, Title::WCM];

    /// The short name as lists and reports write it: `GM`, `WFM`.
    pub const fn short(self) -> &'static str {
        match self {
            Title::GM => "GM",
            Title::IM => "IM",
            Title::WGM => "WGM",
            Title::FM => "FM",
            Title::WIM => "WIM",
            Title::CM => "CM",
            Title::WFM => "WFM",
            Title::WCM => "WCM",
        }
    }

    /// Reads a short name in any case, also the one- and two-letter forms of old report files and rating lists (`g`, `m`, `wg`);
    /// `None` for everything else.
    pub fn read(text: &str) -> Option<Title> {
        let text = text.trim();
        let old = |title: Title| match title {
            Title::GM => "G",
            Title::IM => "M",
            Title::WGM => "WG",
            Title::FM => "F",
            Title::WIM => "WM",
            Title::CM => "C",
            Title::WFM => "WF",
            Title::WCM => "WC",
        };
        Title::ALL
            .into_iter()
            .find(|title| text.eq_ignore_ascii_case(title.short()) || text.eq_ignore_ascii_case(old(*title)))
    }
}

impl std::fmt::Display for Title {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.short())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_and_old_letters() {
        for title in Title::ALL {
            assert_eq!(Title::read(title.short()), Some(title));
            assert_eq!(Title::read(&format!(" {} ", title.to_string().to_lowercase())), Some(title));
        }
        assert_eq!(["m", "WM", "f", "wg"].map(Title::read), [Title::IM, Title::WIM, Title::FM, Title::WGM].map(Some));
        assert_eq!(["", "h", "-", "IA", "GMM"].map(Title::read), [None; 5]);
        assert_eq!(format!("{:>3}|{:<4}|", Title::GM, Title::WCM), " GM|WCM |");
    }
}
