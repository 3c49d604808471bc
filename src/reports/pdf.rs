//! PDF, with embedded fonts cut down to the glyphs used and text that can be searched and copied.

use crate::document::Document;
use crate::fonts::{FaceId, Fonts, Run};
use crate::layout::{Ink, Item, Layout, layout};
use crate::{Options, ReportError};
use printpdf::{
    Codepoint, Color, DictItem, FontId, Greyscale, Line, LineDashPattern, LinePoint, Op, PaintMode, ParsedFont,
    PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Point, Pt, Rect, TextItem, TextMatrix,
};
use std::collections::{BTreeMap, HashMap};
use subsetter::GlyphRemapper;

/// A PDF with what the reader of the screen should know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
    /// Titles of columns that were left out because the paper is too narrow.
    pub left_out: Vec<String>,
    /// Characters that no font has; they are drawn as boxes.
    pub missing: Vec<char>,
}

/// Writes a document as PDF.
///
/// # Errors
/// [`ReportError::Font`], [`ReportError::Pdf`].
pub fn write(document: &Document, options: &Options) -> Result<Vec<u8>, ReportError> {
    Ok(write_with_notes(document, options)?.bytes)
}

/// Writes a document as PDF and says what could not be shown.
///
/// # Errors
/// [`ReportError::Font`], [`ReportError::Pdf`].
pub fn write_with_notes(document: &Document, options: &Options) -> Result<Pdf, ReportError> {
    let layout = layout(document, options, &Fonts::new());
    let bytes = encode(&layout, document, options)?;
    Ok(Pdf { bytes, pages: layout.pages.len(), left_out: layout.left_out, missing: layout.missing })
}

fn encode(layout: &Layout, document: &Document, options: &Options) -> Result<Vec<u8>, ReportError> {
    let mut pdf = PdfDocument::new(&document.title);
    let mut faces: BTreeMap<FaceId, UsedFace> = BTreeMap::new();
    for page in &layout.pages {
        let mut pen = Pen { ops: Vec::new(), height: layout.height, in_text: false, state: State::default() };
        for item in &page.items {
            pen.item(item, &mut faces);
        }
        pen.leave_text();
        let mut sheet = PdfPage::new(Pt(layout.width).into(), Pt(layout.height).into(), pen.ops);
        // Written in points: millimetres and back would lose the last figure.
        let paper = Rect {
            x: Pt(0.0),
            y: Pt(0.0),
            width: Pt(layout.width),
            height: Pt(layout.height),
            mode: None,
            winding_order: None,
        };
        sheet.media_box = paper.clone();
        sheet.trim_box = paper.clone();
        sheet.crop_box = paper;
        pdf.pages.push(sheet);
    }
    for (id, used) in faces {
        let font = used.embed(id)?;
        pdf.resources.fonts.map.insert(FontId(id.resource()), PdfFont::new(font));
    }
    let info = &mut pdf.metadata.info;
    info.document_title = match document.event.as_str() {
        "" => document.title.clone(),
        event => format!("{event}: {}", document.title),
    };
    info.creator = "Pairwright".to_owned();
    info.producer = "Pairwright".to_owned();
    if let Some(date) = pdf_date(&options.printed_at) {
        info.creation_date = date;
        info.modification_date = date;
        info.metadata_date = date;
    }
    let save = PdfSaveOptions { subset_fonts: false, ..PdfSaveOptions::default() };
    let mut file = pdf.to_lopdf_document(&save, &mut Vec::new());
    file.version = "1.7".to_owned();
    if let Ok(catalog) = file.catalog_mut() {
        catalog.set("Lang", lopdf::Object::string_literal("en"));
        // Viewers show the title in place of the file name.
        let preferences = lopdf::Dictionary::from_iter([("DisplayDocTitle", lopdf::Object::Boolean(true))]);
        catalog.set("ViewerPreferences", preferences);
    }
    // The library draws the identity by lot; here it follows from the content, so that the same document gives the same file.
    file.trailer.remove(b"ID");
    file.compress();
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).map_err(|error| ReportError::Pdf(error.to_string()))?;
    let identity = lopdf::Object::String(fingerprint(&bytes).to_vec(), lopdf::StringFormat::Hexadecimal);
    file.trailer.set("ID", lopdf::Object::Array(vec![identity.clone(), identity]));
    let mut bytes = Vec::with_capacity(bytes.len() + 100);
    file.save_to(&mut bytes).map_err(|error| ReportError::Pdf(error.to_string()))?;
    Ok(bytes)
}

/// Sixteen bytes that follow from the content (FNV-1a, twice with different beginnings).
fn fingerprint(bytes: &[u8]) -> [u8; 16] {
    let hash = |start: u64| bytes.iter().fold(start, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    let mut out = [0; 16];
    out[..8].copy_from_slice(&hash(0xcbf2_9ce4_8422_2325).to_be_bytes());
    out[8..].copy_from_slice(&hash(0x6c62_272e_07bb_0142).to_be_bytes());
    out
}

/// The creation date from `YYYY-MM-DD HH:MM`; `None` when the text does not begin so.
fn pdf_date(text: &str) -> Option<printpdf::OffsetDateTime> {
    let bytes = text.as_bytes();
    let number = |at: usize, len: usize| text.get(at..at + len)?.parse::<u16>().ok();
    let separated = bytes.get(4) == Some(&b'-') && bytes.get(7) == Some(&b'-') && bytes.get(13) == Some(&b':');
    let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
    let (hour, minute) = (number(11, 2)?, number(14, 2)?);
    if !separated || !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 {
        return None;
    }
    printpdf::parse_pdf_date(&format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}00Z")).ok()
}

/// The glyphs used of a font file.
#[derive(Default)]
struct UsedFace {
    glyphs: GlyphRemapper,
    /// New glyph of a character that stands alone in its cluster.
    of_char: HashMap<char, u16>,
    /// The character that a new glyph stands for, where there is one.
    char_of: HashMap<u16, char>,
}

impl UsedFace {
    fn embed(&self, id: FaceId) -> Result<ParsedFont, ReportError> {
        let problem = |message: String| ReportError::Font { font: id.name().to_owned(), message };
        let bytes = subsetter::subset(id.data(), 0, &self.glyphs).map_err(|error| problem(error.to_string()))?;
        let mut font = ParsedFont::from_bytes(&bytes, 0, &mut Vec::new())
            .ok_or_else(|| problem("its subset cannot be read".to_owned()))?;
        font.codepoint_to_glyph = self.of_char.iter().map(|(&c, &glyph)| (u32::from(c), glyph)).collect();
        font.font_name = Some(format!("{}+{}", tag(&self.glyphs), id.name()));
        Ok(font)
    }

    /// The new glyph for a glyph that stands for one character, when writing the character gives just that glyph.
    fn plain(&mut self, glyph: u16, c: char) -> Option<u16> {
        let new = self.glyphs.remap(glyph);
        let known_glyph = *self.of_char.entry(c).or_insert(new);
        let known_char = *self.char_of.entry(new).or_insert(c);
        (known_glyph == new && known_char == c).then_some(new)
    }
}

/// The six letters before the name of a subset; they follow from its glyphs.
fn tag(glyphs: &GlyphRemapper) -> String {
    let bytes: Vec<u8> = glyphs.remapped_gids().flat_map(u16::to_be_bytes).collect();
    fingerprint(&bytes)[..6].iter().map(|b| char::from(b'A' + b % 26)).collect()
}

/// What the page's drawing state is, to say only what changes.
#[derive(Default)]
struct State {
    fill: Option<Ink>,
    stroke: Option<Ink>,
    width: Option<f32>,
    dashed: bool,
    font: Option<(FaceId, f32)>,
}

struct Pen {
    ops: Vec<Op>,
    height: f32,
    in_text: bool,
    state: State,
}

impl Pen {
    fn item(&mut self, item: &Item, faces: &mut BTreeMap<FaceId, UsedFace>) {
        match item {
            Item::Text { x, y, size, ink, text, .. } => {
                self.fill(*ink);
                if !self.in_text {
                    self.ops.push(Op::StartTextSection);
                    self.in_text = true;
                    self.state.font = None;
                }
                let mut x = *x;
                for run in &text.runs {
                    self.run(run, x, self.height - y, round(*size), faces.entry(run.face).or_default());
                    x += run.glyphs.iter().map(|g| g.advance).sum::<f32>() * size / 1000.0;
                }
            }
            Item::Line { from, to, width, ink, dashed } => {
                self.leave_text();
                self.stroke(*ink, *width, *dashed);
                let point = |(x, y): (f32, f32)| LinePoint {
                    p: Point { x: Pt(round(x)), y: Pt(round(self.height - y)) },
                    bezier: false,
                };
                let line = Line { points: vec![point(*from), point(*to)], is_closed: false };
                self.ops.push(Op::DrawLine { line });
            }
            Item::Fill { area, ink } => {
                self.leave_text();
                self.fill(*ink);
                self.ops.push(Op::DrawRectangle {
                    rectangle: Rect {
                        x: Pt(round(area.left)),
                        y: Pt(round(self.height - area.bottom)),
                        width: Pt(round(area.width())),
                        height: Pt(round(area.height())),
                        mode: Some(PaintMode::Fill),
                        winding_order: None,
                    },
                });
            }
        }
    }

    /// Glyphs of one font. Where glyphs and characters do not stand one to one, the characters are written beside them.
    fn run(&mut self, run: &Run, x: f32, y: f32, size: f32, face: &mut UsedFace) {
        if self.state.font != Some((run.face, size)) {
            self.state.font = Some((run.face, size));
            let font = PdfFontHandle::External(FontId(run.face.resource()));
            self.ops.push(Op::SetFont { font, size: Pt(size) });
        }
        if run.complex {
            let mut data = vec![0xfe, 0xff];
            data.extend(run.text.encode_utf16().flat_map(u16::to_be_bytes));
            let map = BTreeMap::from([("ActualText".to_owned(), DictItem::String { data, literal: false })]);
            let properties = DictItem::Dict { map };
            self.ops.push(Op::BeginMarkedContentWithProperties { tag: "Span".to_owned(), properties });
        }
        let mut line = ShownLine::new(x, y, size);
        for glyph in &run.glyphs {
            line.glyph(glyph, face, &mut self.ops);
        }
        line.finish(&mut self.ops);
        if run.complex {
            self.ops.push(Op::EndMarkedContent);
        }
    }

    fn leave_text(&mut self) {
        if self.in_text {
            self.ops.push(Op::EndTextSection);
            self.in_text = false;
        }
    }

    fn fill(&mut self, ink: Ink) {
        if self.state.fill != Some(ink) {
            self.state.fill = Some(ink);
            self.ops.push(Op::SetFillColor { col: color(ink) });
        }
    }

    fn stroke(&mut self, ink: Ink, width: f32, dashed: bool) {
        if self.state.stroke != Some(ink) {
            self.state.stroke = Some(ink);
            self.ops.push(Op::SetOutlineColor { col: color(ink) });
        }
        if self.state.width != Some(width) {
            self.state.width = Some(width);
            self.ops.push(Op::SetOutlineThickness { pt: Pt(width) });
        }
        if self.state.dashed != dashed {
            self.state.dashed = dashed;
            let pattern: &[f32] = if dashed { &[4.0, 3.0] } else { &[] };
            self.ops.push(Op::SetLineDashPattern { dash: LineDashPattern { pattern: pattern.into(), offset: 0.0 } });
        }
    }
}

/// Glyphs on one baseline, shown at once. Positions inside are in thousandths of an em from the start.
struct ShownLine {
    x: f32,
    y: f32,
    size: f32,
    items: Vec<TextItem>,
    /// Where the next glyph should stand.
    pen: f32,
    /// Where the reader of the file is.
    shown: f32,
    /// Height of the baseline above `y`.
    raised: f32,
}

impl ShownLine {
    fn new(x: f32, y: f32, size: f32) -> ShownLine {
        ShownLine { x, y, size, items: Vec::new(), pen: 0.0, shown: 0.0, raised: 0.0 }
    }

    fn glyph(&mut self, glyph: &crate::fonts::Glyph, face: &mut UsedFace, ops: &mut Vec<Op>) {
        if glyph.dy != self.raised {
            self.finish(ops);
            self.raised = glyph.dy;
        }
        let target = self.pen + glyph.dx;
        if self.items.is_empty() {
            self.x += target * self.size / 1000.0;
            self.pen -= target;
            self.shown = 0.0;
        } else if (target - self.shown).abs() >= 0.5 {
            self.items.push(TextItem::Offset((self.shown - target).round()));
            self.shown -= (self.shown - target).round();
        }
        let mut chars = glyph.text.chars();
        let single = match (chars.next(), chars.next()) {
            (Some(c), None) if glyph.id != 0 => Some(c),
            _ => None,
        };
        let plain = single.filter(|&c| face.plain(glyph.id, c).is_some());
        match (plain, self.items.last_mut()) {
            (Some(c), Some(TextItem::Text(text))) => text.push(c),
            (Some(c), _) => self.items.push(TextItem::Text(c.to_string())),
            (None, _) => {
                let code = Codepoint::with_cid(face.glyphs.remap(glyph.id), 0.0, glyph.text.clone());
                self.items.push(TextItem::GlyphIds(vec![code]));
            }
        }
        // The width table of the file holds whole numbers.
        self.shown += glyph.width.trunc();
        self.pen += glyph.advance;
    }

    fn finish(&mut self, ops: &mut Vec<Op>) {
        if self.items.is_empty() {
            return;
        }
        let y = self.y + self.raised * self.size / 1000.0;
        ops.push(Op::SetTextMatrix { matrix: TextMatrix::Raw([1.0, 0.0, 0.0, 1.0, round(self.x), round(y)]) });
        ops.push(Op::ShowText { items: std::mem::take(&mut self.items) });
    }
}

/// A hundredth of a point is finer than any printer.
fn round(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

fn color(ink: Ink) -> Color {
    let percent = match ink {
        Ink::Black => 0.0,
        Ink::Grey => 0.35,
        Ink::Hairline => 0.72,
        Ink::Tint => 0.92,
    };
    Color::Greyscale(Greyscale { percent, icc_profile: None })
}
