//! The neutral document: what a report says, apart from how it is written.
//!
//! A [`Document`] is made once and then written as PDF, HTML or CSV. Nothing in it knows of pages or files.

/// A label with its value, as in a header line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// "Place", "Time control".
    pub label: String,
    /// What stands after it; never empty in a built document.
    pub value: String,
}

impl Field {
    /// A field.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Field {
        Field { label: label.into(), value: value.into() }
    }
}

/// A report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// "Standings after round 5".
    pub title: String,
    /// Name of the event.
    pub event: String,
    /// Place, dates, arbiters.
    pub fields: Vec<Field>,
    /// System, scoring, time control, tie-breaks (`source-requirements` T7).
    pub regulations: Vec<Field>,
    /// The content from top to bottom.
    pub blocks: Vec<Block>,
    /// A good name for the file, without folder and ending.
    pub file_stem: String,
    /// A sheet for each player: its heading tells whose it is, also where there is only one table.
    pub sheets: bool,
}

/// A piece of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading inside the document; never left alone at the foot of a page.
    Heading(String),
    /// Running text, broken into lines where needed.
    Paragraph(String),
    /// A table; its header row is repeated on every page.
    Table(Table),
    /// Blocks that stay together on a page when they fit on one.
    Together(Vec<Block>),
    /// A knockout tree.
    Tree(Tree),
    /// Result slips to cut apart. They fill pages of their own.
    Slips(Vec<Slip>),
}

/// What a column holds; decides how it is aligned and who gives way when space is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnKind {
    /// Numbers; right aligned, never shortened.
    Number,
    /// Short marks such as results, colours and federations; centred, never shortened.
    Mark,
    /// Names; shrunk to 80 % before an ellipsis.
    Name,
    /// Other text such as clubs; shortened down to the least width first.
    Text,
}

/// How cells stand in their column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The words in the header row.
    pub title: String,
    /// The full words, for HTML and CSV ("Buchholz cut 1" for `BH/C1`).
    pub long: String,
    /// What it holds.
    pub kind: ColumnKind,
    /// How its cells stand.
    pub align: Align,
    /// The least width, in ems of the table's type size.
    pub min_width: u16,
    /// 0: always shown. On paper, columns are left out from the greatest number down when space is short.
    pub priority: u8,
    /// Set in bold.
    pub strong: bool,
    /// Empty cells are to be filled in by hand: they are boxed.
    pub blank: bool,
    /// Long cells are broken into lines instead of being cut.
    pub wrap: bool,
}

impl Column {
    fn new(title: &str, kind: ColumnKind) -> Column {
        let align = match kind {
            ColumnKind::Number => Align::Right,
            ColumnKind::Mark => Align::Center,
            ColumnKind::Name | ColumnKind::Text => Align::Left,
        };
        let min_width = match kind {
            ColumnKind::Name => 8,
            ColumnKind::Text => 4,
            _ => 1,
        };
        Column {
            title: title.to_owned(),
            long: title.to_owned(),
            kind,
            align,
            min_width,
            priority: 0,
            strong: false,
            blank: false,
            wrap: false,
        }
    }

    /// A right-aligned column of numbers.
    pub fn number(title: &str) -> Column {
        Column::new(title, ColumnKind::Number)
    }

    /// A centred column of short marks.
    pub fn mark(title: &str) -> Column {
        Column::new(title, ColumnKind::Mark)
    }

    /// A column of names.
    pub fn name(title: &str) -> Column {
        Column::new(title, ColumnKind::Name)
    }

    /// A column of other text.
    pub fn text(title: &str) -> Column {
        Column::new(title, ColumnKind::Text)
    }

    /// With full words for HTML and CSV.
    #[must_use]
    pub fn long(mut self, long: impl Into<String>) -> Column {
        self.long = long.into();
        self
    }

    /// With a priority: columns of the greatest number are left out first.
    #[must_use]
    pub fn optional(mut self, priority: u8) -> Column {
        self.priority = priority;
        self
    }

    /// With another alignment.
    #[must_use]
    pub fn align(mut self, align: Align) -> Column {
        self.align = align;
        self
    }

    /// With a least width in ems.
    #[must_use]
    pub fn at_least(mut self, ems: u16) -> Column {
        self.min_width = ems;
        self
    }

    /// In bold.
    #[must_use]
    pub fn strong(mut self) -> Column {
        self.strong = true;
        self
    }

    /// With long cells broken into lines.
    #[must_use]
    pub fn wrapped(mut self) -> Column {
        self.wrap = true;
        self
    }

    /// To be filled in by hand where it is empty.
    #[must_use]
    pub fn blank(mut self) -> Column {
        self.blank = true;
        self
    }
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// One cell for each column. Missing cells are empty, further ones are not shown.
    Cells(Vec<String>),
    /// A line across the table that heads the rows below it.
    Group(String),
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Meant to be read at two metres when large print is chosen (pairings); other tables stay as they are.
    pub for_the_wall: bool,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns, rows: Vec::new(), for_the_wall: false }
    }

    /// Adds a row of cells.
    pub fn push(&mut self, cells: Vec<String>) {
        self.rows.push(Row::Cells(cells));
    }
}

/// A result slip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slip {
    /// Name of the event.
    pub event: String,
    /// "Round 3", with the date where known.
    pub round: String,
    /// "Board 12".
    pub board: String,
    /// White, and Black.
    pub players: [SlipPlayer; 2],
    /// The drawn opening; empty when none is drawn.
    pub opening: String,
    /// The results to tick: "1 – 0", "½ – ½", "0 – 1".
    pub choices: Vec<String>,
}

/// One side of a slip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlipPlayer {
    /// "White", "Black".
    pub color: String,
    /// The pairing number, or an empty text.
    pub number: String,
    /// Name.
    pub name: String,
    /// Title, rating, federation, club: whatever is known.
    pub details: String,
}

/// A knockout tree, drawn from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The rounds. Each has as many matches as the one before, or half as many: then match `i` follows from matches `2i` and `2i + 1`, both
    /// counted from 0.
    pub rounds: Vec<TreeRound>,
    /// No lines are drawn: the rounds are seeded anew, so that matches do not follow from their neighbours.
    pub unlinked: bool,
}

/// A round of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeRound {
    /// "Quarterfinals".
    pub title: String,
    /// From top to bottom.
    pub matches: Vec<TreeMatch>,
}

/// A match of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeMatch {
    /// "5": the number by which other matches refer to it.
    pub label: String,
    /// The upper and the lower side.
    pub sides: [TreeSide; 2],
    /// Nobody plays here (a bye on both sides, or one that has passed without a game); it is drawn as a line only.
    pub passed: bool,
}

impl TreeMatch {
    /// Nobody will play it or pass in it: a bye against a bye.
    pub fn is_void(&self) -> bool {
        self.passed && self.sides.iter().all(|side| side.name.is_empty())
    }
}

/// A side of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeSide {
    /// Name, or where the side comes from ("winner of 3").
    pub name: String,
    /// The side is a participant.
    pub known: bool,
    /// Points made in the match, where known.
    pub score: String,
    /// Goes on.
    pub winner: bool,
}
