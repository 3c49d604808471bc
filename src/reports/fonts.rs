//! The embedded fonts: which one a character comes from, how text is shaped, how wide it is.
//!
//! Noto Sans (Latin, Cyrillic, Greek), Noto Sans Georgian and Noto Sans Sinhala, regular and bold, are part of the program, so that a
//! document looks the same on every machine. A character that none of them has is drawn as the visible "missing" box.

use harfrust::{Direction, FontRef, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use unicode_bidi::{BidiInfo, Level};

/// A typeface of the family, by script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Script {
    /// Latin, Cyrillic, Greek, figures, signs.
    General,
    Georgian,
    Sinhala,
}

const SCRIPTS: [Script; 3] = [Script::General, Script::Georgian, Script::Sinhala];

/// One font file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId {
    script: Script,
    bold: bool,
}

impl FaceId {
    /// The font file.
    pub fn data(self) -> &'static [u8] {
        match (self.script, self.bold) {
            (Script::General, false) => include_bytes!("../../data/fonts/NotoSans-Regular.ttf"),
            (Script::General, true) => include_bytes!("../../data/fonts/NotoSans-Bold.ttf"),
            (Script::Georgian, false) => include_bytes!("../../data/fonts/NotoSansGeorgian-Regular.ttf"),
            (Script::Georgian, true) => include_bytes!("../../data/fonts/NotoSansGeorgian-Bold.ttf"),
            (Script::Sinhala, false) => include_bytes!("../../data/fonts/NotoSansSinhala-Regular.ttf"),
            (Script::Sinhala, true) => include_bytes!("../../data/fonts/NotoSansSinhala-Bold.ttf"),
        }
    }

    /// The PostScript name.
    pub fn name(self) -> &'static str {
        match (self.script, self.bold) {
            (Script::General, false) => "NotoSans-Regular",
            (Script::General, true) => "NotoSans-Bold",
            (Script::Georgian, false) => "NotoSansGeorgian-Regular",
            (Script::Georgian, true) => "NotoSansGeorgian-Bold",
            (Script::Sinhala, false) => "NotoSansSinhala-Regular",
            (Script::Sinhala, true) => "NotoSansSinhala-Bold",
        }
    }

    /// A short name that is unique in a document and stable.
    pub fn resource(self) -> String {
        let script = match self.script {
            Script::General => "N",
            Script::Georgian => "G",
            Script::Sinhala => "S",
        };
        format!("{script}{}", if self.bold { "B" } else { "R" })
    }
}

/// A glyph of shaped text. Lengths are in thousandths of an em.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The glyph in its font file; 0 is the "missing" box.
    pub id: u16,
    /// How far the pen moves.
    pub advance: f32,
    /// The glyph's own width, by which a reader of the file moves the pen.
    pub width: f32,
    /// Moves the glyph without moving the pen.
    pub dx: f32,
    /// The same, upwards.
    pub dy: f32,
    /// The characters that the glyph stands for; empty when an earlier glyph of the cluster has them.
    pub text: String,
}

/// Glyphs from one font file.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The font file.
    pub face: FaceId,
    /// From left to right.
    pub glyphs: Vec<Glyph>,
    /// The characters.
    pub text: String,
    /// Glyphs and characters do not stand one to one, so that the characters must be written beside the glyphs.
    pub complex: bool,
}

/// A line of text, shaped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shaped {
    /// From left to right.
    pub runs: Vec<Run>,
    /// Width in thousandths of an em.
    pub width: f32,
    /// Characters that no font has.
    pub missing: Vec<char>,
}

impl Shaped {
    /// Width in points at a type size in points.
    pub fn width_at(&self, size: f32) -> f32 {
        self.width * size / 1000.0
    }
}

struct Face {
    font: FontRef<'static>,
    shaper: ShaperData,
    glyph_of: HashMap<u32, u16>,
    widths: Vec<f32>,
    scale: f32,
    /// By script and whether it runs from right to left.
    plans: RefCell<HashMap<(harfrust::Script, bool), Rc<ShapePlan>>>,
}

impl Face {
    fn load(id: FaceId) -> Option<Face> {
        let font = FontRef::new(id.data()).ok()?;
        let shaper = ShaperData::new(&font);
        let parsed = printpdf::ParsedFont::from_bytes(id.data(), 0, &mut Vec::new())?;
        let scale = 1000.0 / f32::from(parsed.units_per_em.max(1));
        let last = parsed.glyph_widths.keys().next_back().copied().unwrap_or(0);
        let mut widths = vec![0.0; usize::from(last) + 1];
        for (&glyph, &width) in &parsed.glyph_widths {
            widths[usize::from(glyph)] = f32::from(width) * scale;
        }
        let glyph_of = parsed.codepoint_to_glyph.iter().map(|(&c, &g)| (c, g)).filter(|&(_, g)| g != 0).collect();
        Some(Face { font, shaper, glyph_of, widths, scale, plans: RefCell::default() })
    }

    fn has(&self, c: char) -> bool {
        self.glyph_of.contains_key(&u32::from(c))
    }

    fn shape(&self, id: FaceId, text: &str, backward: bool, shaped: &mut Shaped) {
        let shaper = self.shaper.shaper(&self.font).build();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(if backward { Direction::RightToLeft } else { Direction::LeftToRight });
        let plan = self
            .plans
            .borrow_mut()
            .entry((buffer.script(), backward))
            .or_insert_with(|| Rc::new(ShapePlan::new(&shaper, buffer.direction(), Some(buffer.script()), None, &[])))
            .clone();
        let options = ShapeOptions::new().plan(Some(&plan));
        let output = shaper.shape(buffer, options);
        let (infos, positions) = (output.glyph_infos(), output.glyph_positions());
        let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
        starts.sort_unstable();
        starts.dedup();
        // A file holds glyphs from left to right; what is read the other way needs its characters beside it.
        let mut complex = backward && infos.len() > 1;
        let mut glyphs = Vec::with_capacity(infos.len());
        let mut last_cluster = usize::MAX;
        for (info, position) in infos.iter().zip(positions) {
            let start = info.cluster as usize;
            let end = starts.get(starts.partition_point(|&s| s <= start)).copied().unwrap_or(text.len());
            let first = start != last_cluster;
            last_cluster = start;
            let cluster = if first { text.get(start..end).unwrap_or("") } else { "" };
            let id = u16::try_from(info.glyph_id).unwrap_or(0);
            let one_to_one = cluster.chars().count() == 1 && id != 0;
            complex |= !one_to_one;
            glyphs.push(Glyph {
                id,
                advance: position.x_advance as f32 * self.scale,
                width: self.widths.get(usize::from(id)).copied().unwrap_or(0.0),
                dx: position.x_offset as f32 * self.scale,
                dy: position.y_offset as f32 * self.scale,
                text: cluster.to_owned(),
            });
        }
        shaped.width += glyphs.iter().map(|g| g.advance).sum::<f32>();
        shaped.runs.push(Run { face: id, glyphs, text: text.to_owned(), complex });
    }
}

/// Characters of scripts written from right to left (Hebrew, Arabic and their neighbours), and marks that turn the direction.
fn may_turn(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// The fonts, with what has been shaped so far.
pub struct Fonts {
    faces: [OnceCell<Option<Face>>; 6],
    cache: RefCell<[HashMap<String, Rc<Shaped>>; 2]>,
}

impl Default for Fonts {
    fn default() -> Self {
        Fonts::new()
    }
}

impl Fonts {
    /// The fonts of the program. A font file is read when its first character is asked for.
    pub fn new() -> Fonts {
        Fonts { faces: Default::default(), cache: RefCell::default() }
    }

    fn face(&self, id: FaceId) -> Option<&Face> {
        self.faces[id.script as usize * 2 + usize::from(id.bold)].get_or_init(|| Face::load(id)).as_ref()
    }

    /// Shapes a line of text. Control characters and line ends count as spaces.
    pub fn shape(&self, text: &str, bold: bool) -> Rc<Shaped> {
        let known = self.cache.borrow()[usize::from(bold)].get(text).cloned();
        if let Some(shaped) = known {
            return shaped;
        }
        let clean: String =
            text.chars().map(|c| if c.is_control() || c == '\u{a0}' || c == '\u{2028}' { ' ' } else { c }).collect();
        let shaped = Rc::new(self.shape_clean(&clean, bold));
        self.cache.borrow_mut()[usize::from(bold)].insert(text.to_owned(), shaped.clone());
        shaped
    }

    fn shape_clean(&self, text: &str, bold: bool) -> Shaped {
        let mut shaped = Shaped::default();
        if !text.contains(may_turn) {
            self.shape_one_way(text, bold, false, &mut shaped);
            return shaped;
        }
        // Facts set side by side ("1700 \u{b7} club \u{b7} 2 points") keep their order whatever the script of each.
        for fact in text.split_inclusive('\u{b7}') {
            let (fact, dot) = fact.strip_suffix('\u{b7}').map_or((fact, ""), |fact| (fact, "\u{b7}"));
            // The tables run from left to right, and so does a line in which some words run the other way.
            let directions = BidiInfo::new(fact, Some(Level::ltr()));
            for paragraph in &directions.paragraphs {
                let (levels, runs) = directions.visual_runs(paragraph, paragraph.range.clone());
                for run in runs {
                    let backward = levels.get(run.start).is_some_and(|level| level.is_rtl());
                    self.shape_one_way(&fact[run], bold, backward, &mut shaped);
                }
            }
            self.shape_one_way(dot, bold, false, &mut shaped);
        }
        shaped
    }

    /// Shapes text of one direction, font by font.
    fn shape_one_way(&self, text: &str, bold: bool, backward: bool, shaped: &mut Shaped) {
        let mut parts: Vec<(Script, usize)> = Vec::new();
        for (at, c) in text.char_indices() {
            let current = parts.last().map(|&(script, _)| script);
            let script = self.script_for(c, current, bold, &mut shaped.missing);
            if current != Some(script) {
                parts.push((script, at));
            }
        }
        let ends = parts.iter().skip(1).map(|&(_, start)| start).chain([text.len()]);
        let mut runs: Vec<(Script, &str)> =
            parts.iter().zip(ends).map(|(&(script, start), end)| (script, &text[start..end])).collect();
        if backward {
            runs.reverse();
        }
        for (script, text) in runs {
            if let Some(face) = self.face(FaceId { script, bold }) {
                face.shape(FaceId { script, bold }, text, backward, shaped);
            }
        }
    }

    /// The font for a character. Spaces, joiners and combining marks stay with the text before them.
    fn script_for(&self, c: char, current: Option<Script>, bold: bool, missing: &mut Vec<char>) -> Script {
        let has = |script| self.face(FaceId { script, bold }).is_some_and(|face| face.has(c));
        let stays = matches!(c, ' ' | '\u{200c}' | '\u{200d}' | '\u{300}'..='\u{36f}');
        if let Some(script) = current
            && stays
            && has(script)
        {
            return script;
        }
        match SCRIPTS.into_iter().find(|&script| has(script)) {
            Some(script) => script,
            None => {
                // Joiners and direction marks are never drawn; every other one shows the box.
                if !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
                {
                    missing.push(c);
                }
                current.unwrap_or(Script::General)
            }
        }
    }

    /// Width in points at a type size in points.
    pub fn width(&self, text: &str, bold: bool, size: f32) -> f32 {
        self.shape(text, bold).width_at(size)
    }

    /// Text that is at most `width` points wide at `size` points: as it is, or shrunk to as little as `least` of the size, or cut with an
    /// ellipsis at that size. Returns the size and the text.
    pub fn fit(&self, text: &str, bold: bool, size: f32, width: f32, least: f32) -> (f32, Rc<Shaped>) {
        let whole = self.shape(text, bold);
        // A hundredth of a point is no overflow but rounding.
        if whole.width_at(size) <= width + 0.01 {
            return (size, whole);
        }
        let needed = width / whole.width_at(1.0).max(f32::EPSILON);
        if needed >= size * least {
            return (needed, whole);
        }
        let size = size * least;
        let mut ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        // The widest beginning that fits: widths grow with length, so halving finds it.
        let (mut low, mut high) = (0, ends.len());
        ends.push(text.len());
        while low < high {
            let middle = (low + high).div_ceil(2);
            let candidate = format!("{}\u{2026}", text[..ends[middle]].trim_end());
            if self.shape(&candidate, bold).width_at(size) <= width {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        let cut = if low == 0 && self.shape("\u{2026}", bold).width_at(size) > width {
            String::new()
        } else {
            format!("{}\u{2026}", text[..ends[low]].trim_end())
        };
        (size, self.shape(&cut, bold))
    }

    /// Breaks text into lines of at most `width` points. A word that is too long stands alone (and is shrunk when drawn).
    pub fn wrap(&self, text: &str, bold: bool, size: f32, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if line.is_empty() || self.width(&longer, bold, size) <= width + 0.01 {
                    line = longer;
                } else {
                    lines.push(std::mem::replace(&mut line, word.to_owned()));
                }
            }
            lines.push(line);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_one_width() {
        let fonts = Fonts::new();
        for bold in [false, true] {
            let width = fonts.width("0", bold, 10.0);
            assert!((1..10).all(|d| fonts.width(&d.to_string(), bold, 10.0) == width));
        }
    }

    #[test]
    fn each_script_finds_its_font() {
        let fonts = Fonts::new();
        for text in ["Müller, Łukasz Žižka", "Баатаржав, Өлзий", "Παπαδόπουλος", "ხარაზი, ნანა", "පෙරේරා, ශ්‍රී"]
        {
            let shaped = fonts.shape(text, false);
            assert!(shaped.missing.is_empty(), "{text}: {:?}", shaped.missing);
            assert!(shaped.runs.iter().flat_map(|r| &r.glyphs).all(|g| g.id != 0), "{text}");
            let back: String = shaped.runs.iter().map(|r| r.text.as_str()).collect();
            assert_eq!(back, text);
        }
        assert_eq!(fonts.shape("棋 a", false).missing, ['棋']);
    }

    #[test]
    fn sinhala_is_shaped() {
        let fonts = Fonts::new();
        // SHA + virama + ZWJ + RA + II forms one conjunct: fewer glyphs than characters.
        let shaped = fonts.shape("ශ්‍රී", false);
        assert_eq!(shaped.runs.len(), 1);
        assert!(shaped.runs[0].glyphs.len() < 5, "{shaped:?}");
        assert!(shaped.runs[0].complex);
    }

    #[test]
    fn fitting_shrinks_then_cuts() {
        let fonts = Fonts::new();
        let name = "Wolfeschlegelsteinhausen, Hubert Blaine";
        let natural = fonts.width(name, false, 10.0);
        assert_eq!(fonts.fit(name, false, 10.0, natural, 0.8).0, 10.0);
        let (size, shaped) = fonts.fit(name, false, 10.0, natural * 0.9, 0.8);
        assert!((8.0..10.0).contains(&size) && shaped.width_at(size) <= natural * 0.9 + 0.01);
        let (size, shaped) = fonts.fit(name, false, 10.0, natural * 0.5, 0.8);
        assert_eq!(size, 8.0);
        assert!(shaped.width_at(size) <= natural * 0.5);
        assert!(shaped.runs.last().unwrap().text.ends_with('…'));
        assert_eq!(fonts.fit(name, false, 10.0, 0.5, 0.8).1.width, 0.0);
    }

    /// The characters of a line as they stand on the page, from left to right; what no font has as a box.
    fn seen(text: &str) -> String {
        let shaped = Fonts::new().shape(text, false);
        let glyphs = shaped.runs.iter().flat_map(|run| &run.glyphs);
        glyphs.map(|glyph| if glyph.id == 0 { "\u{25a1}" } else { glyph.text.as_str() }).collect()
    }

    #[test]
    fn figures_and_latin_beside_hebrew_and_arabic_run_from_left_to_right() {
        assert_eq!(
            seen("1700 \u{b7} ISR \u{b7} אבג דה \u{b7} 2 points"),
            "1700 \u{b7} ISR \u{b7} □□ □□□ \u{b7} 2 points"
        );
        assert_eq!(seen("12  كاف, نو"), "12  □□ ,□□□");
        assert_eq!(seen("GM כהן, Dan 1700"), "GM □□□, Dan 1700");
        // A number inside a name stands where the script puts it, its figures in their order.
        assert_eq!(seen("אב 1700"), "1700 □□");
        // A box for every character, and the characters come back in the order of reading.
        let shaped = Fonts::new().shape("אבג", false);
        assert_eq!(shaped.runs.iter().map(|run| run.text.as_str()).collect::<String>(), "אבג");
        assert!(shaped.runs[0].complex && shaped.runs[0].glyphs.len() == 3);
        assert_eq!(shaped.missing, ['א', 'ב', 'ג']);
    }

    #[test]
    fn a_line_that_just_fits_is_not_broken() {
        let fonts = Fonts::new();
        let width = fonts.width("from a list", false, 9.5);
        assert_eq!(fonts.wrap("from a list", false, 9.5, width - 0.001), ["from a list"]);
        assert_eq!(fonts.wrap("from a list", false, 9.5, width - 1.0), ["from a", "list"]);
    }
}
