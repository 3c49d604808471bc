//! The written file: readable, small, the same for the same input, with fonts embedded and text that comes back.

mod common;

use common::{state, swiss};
use lopdf::{Document as File, Object};
use reports::{Options, Paper, What, build, pdf};
use std::collections::BTreeMap;

fn options() -> Options {
    Options { printed_at: "2026-05-17 14:30".to_owned(), ..Options::default() }
}

fn written(players: usize, what: What) -> Vec<u8> {
    let state = state(players, 3, swiss(), false);
    pdf::write(&build(&state, what, None).unwrap(), &options()).unwrap()
}

/// The text of a page in the order of the file, read as a viewer does: through `ToUnicode`, or `ActualText` where it is given.
fn text_of(file: &File, page: lopdf::ObjectId) -> String {
    let mut maps: BTreeMap<Vec<u8>, BTreeMap<u16, String>> = BTreeMap::new();
    for (name, font) in file.get_page_fonts(page).unwrap() {
        let id = font.get(b"ToUnicode").unwrap().as_reference().unwrap();
        let stream = file.get_object(id).unwrap().as_stream().unwrap();
        let cmap = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        maps.insert(name, to_unicode(&String::from_utf8(cmap).unwrap()));
    }
    let content = lopdf::content::Content::decode(&file.get_page_content(page)).unwrap();
    let mut out = String::new();
    let (mut font, mut actual) = (Vec::new(), None::<String>);
    for operation in content.operations {
        match (operation.operator.as_str(), operation.operands.as_slice()) {
            ("Tf", [Object::Name(name), _]) => font = name.clone(),
            ("Tm", _) => out.push('\n'),
            ("BDC", [_, Object::Dictionary(properties)]) => {
                let Ok(Object::String(bytes, _)) = properties.get(b"ActualText") else { continue };
                let units: Vec<u16> = bytes[2..].chunks(2).map(|two| u16::from_be_bytes([two[0], two[1]])).collect();
                actual = Some(String::from_utf16(&units).unwrap());
                out.push('\n');
                out.push_str(actual.as_deref().unwrap());
            }
            ("EMC", _) => actual = None,
            ("Tj" | "TJ", [shown]) if actual.is_none() => {
                let parts = match shown {
                    Object::Array(parts) => parts.clone(),
                    other => vec![other.clone()],
                };
                for part in parts {
                    if let Object::String(bytes, _) = part {
                        for code in bytes.chunks(2) {
                            let code = u16::from_be_bytes([code[0], code[1]]);
                            out.push_str(maps[&font].get(&code).map_or("\u{fffd}", String::as_str));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    out
}

fn to_unicode(cmap: &str) -> BTreeMap<u16, String> {
    let hex = |text: &str| text.trim().trim_start_matches('<').trim_end_matches('>').to_owned();
    let mut map = BTreeMap::new();
    for line in cmap.lines() {
        let Some((code, text)) = line.split_once("> <") else { continue };
        let (code, text) = (hex(code), hex(text));
        if line.starts_with("<0000> <FFFF>") && !cmap.contains("beginbfrange") && map.is_empty() {
            continue;
        }
        let units: Vec<u16> =
            (0..text.len()).step_by(4).map(|at| u16::from_str_radix(&text[at..at + 4], 16).unwrap()).collect();
        map.insert(u16::from_str_radix(&code, 16).unwrap(), String::from_utf16(&units).unwrap());
    }
    map
}

#[test]
fn all_names_come_back_from_the_file() {
    let state = state(48, 3, swiss(), false);
    for what in
        [What::Standings, What::Pairings, What::Players, What::Names, What::CrossTable, What::Slips, What::Cards]
    {
        let file = File::load_mem(&pdf::write(&build(&state, what, None).unwrap(), &options()).unwrap()).unwrap();
        let text: String = file.get_pages().values().map(|&page| text_of(&file, page)).collect();
        // A name in two scripts is two runs.
        let joined = text.replace('\n', "");
        for player in state.players.values() {
            let long = player.name.chars().count() > 40;
            assert!(long || joined.contains(&player.name), "{what}: {} in {joined}", player.name);
        }
    }
}

#[test]
fn the_same_time_gives_the_same_bytes() {
    for what in What::offered(&swiss()) {
        assert!(written(24, what) == written(24, what), "{what}");
    }
    let state = state(24, 3, swiss(), false);
    let document = build(&state, What::Standings, None).unwrap();
    let later = Options { printed_at: "2026-05-17 14:31".to_owned(), ..options() };
    assert!(pdf::write(&document, &options()).unwrap() != pdf::write(&document, &later).unwrap());
}

#[test]
fn fonts_are_embedded_and_cut_down() {
    let bytes = written(24, What::Standings);
    assert!(bytes.len() < 80_000, "{} bytes", bytes.len());
    let file = File::load_mem(&bytes).unwrap();
    let fonts = file.get_page_fonts(*file.get_pages().values().next().unwrap()).unwrap();
    assert!(fonts.len() >= 4);
    for (name, font) in fonts {
        let base = String::from_utf8(font.get(b"BaseFont").unwrap().as_name().unwrap().to_vec()).unwrap();
        assert!(base.as_bytes()[6] == b'+' && base[..6].chars().all(|c| c.is_ascii_uppercase()), "{base}");
        let descendants = font.get(b"DescendantFonts").unwrap().as_array().unwrap();
        let descriptor = descendants[0].as_dict().unwrap().get(b"FontDescriptor").unwrap().as_reference().unwrap();
        let descriptor = file.get_object(descriptor).unwrap().as_dict().unwrap();
        let program = file.get_object(descriptor.get(b"FontFile2").unwrap().as_reference().unwrap()).unwrap();
        let program = program.as_stream().unwrap();
        assert!(program.content.len() < 40_000, "{name:?}: {} bytes", program.content.len());
    }
}

#[test]
fn paper_and_page_count_are_right() {
    let state = state(500, 9, swiss(), false);
    let document = build(&state, What::CrossTable, None).unwrap();
    let pdf = pdf::write_with_notes(&document, &options()).unwrap();
    let file = File::load_mem(&pdf.bytes).unwrap();
    assert_eq!(file.get_pages().len(), pdf.pages);
    assert!(pdf.pages > 5);
    let document = build(&state, What::Pairings, Some(1)).unwrap();
    for (paper, width, height) in [(Paper::A4, 595.276, 841.89), (Paper::Letter, 612.0, 792.0)] {
        let bytes = pdf::write(&document, &Options { paper, ..options() }).unwrap();
        let file = File::load_mem(&bytes).unwrap();
        for page in file.get_pages().values() {
            let size = file.get_object(*page).unwrap().as_dict().unwrap().get(b"MediaBox").unwrap().as_array().unwrap();
            let numbers: Vec<f32> = size.iter().map(|n| n.as_float().unwrap()).collect();
            assert!((numbers[2] - width).abs() < 0.01 && (numbers[3] - height).abs() < 0.01, "{numbers:?}");
        }
    }
}

#[test]
fn characters_without_a_font_are_reported() {
    let mut state = state(4, 1, swiss(), false);
    let first = state.players.values_mut().next().unwrap();
    std::sync::Arc::make_mut(first).name = "王, 小明".to_owned();
    let pdf = pdf::write_with_notes(&build(&state, What::Players, None).unwrap(), &options()).unwrap();
    assert_eq!(pdf.missing, ['小', '明', '王']);
    let file = File::load_mem(&pdf.bytes).unwrap();
    let text: String = file.get_pages().values().map(|&page| text_of(&file, page)).collect();
    assert!(text.contains("王, 小明"), "the characters can still be copied: {text}");
}
