//! A list of a million and a half players: time to index it, and time of each key while names are typed.
//!
//! `cargo bench -p tournament --bench rating_list [-- PLAYERS]`

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use tournament::rating_list::{IndexOptions, Query, RatingList, index};

const FEDERATIONS: [&str; 12] = ["IND", "RUS", "GER", "ESP", "FRA", "USA", "POL", "ITA", "IRI", "ISL", "AND", "MAW"];
const STARTS: [&str; 40] = [
    "Al", "Ba", "Be", "Bor", "Car", "Che", "Da", "De", "Dra", "Fer", "Gar", "Gri", "Ha", "Iva", "Ja", "Ka", "Kra",
    "Ku", "La", "Le", "Ma", "Mi", "Mo", "Mu", "Na", "Ni", "No", "Pe", "Po", "Ra", "Ro", "Sa", "Se", "Shi", "Si", "So",
    "Ste", "Ta", "Va", "Wa",
];
const MIDDLES: [&str; 24] = [
    "ba", "ber", "chi", "da", "den", "do", "fa", "gen", "go", "hi", "ka", "ko", "la", "len", "man", "mi", "na", "no",
    "ra", "ri", "sa", "ta", "vi", "zo",
];
const ENDS: [&str; 16] =
    ["ov", "ova", "er", "ez", "sen", "son", "ski", "ska", "ini", "ian", "ar", "am", "esh", "ulu", "ic", "n"];
const FIRSTS: [&str; 24] = [
    "Aarav", "Anna", "Carlos", "Daniel", "Elena", "Fatima", "George", "Hans", "Ivan", "Jose", "Kumar", "Laura",
    "Magnus", "Maria", "Mohamed", "Nikolai", "Olga", "Pedro", "Rajesh", "Sofia", "Thomas", "Viktor", "Xin", "Yusuf",
];

/// A generator good enough for names.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    /// Small numbers more often, as names and federations are distributed.
    fn skewed(&mut self, n: usize) -> usize {
        self.below(n).min(self.below(n))
    }
}

fn write_list(path: &Path, players: usize) {
    let mut random = Random(2026);
    let mut out = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    writeln!(
        out,
        "{:<15}{:<61}{:<4}{:<4}{:<5}{:<5}{:<15}{:<4}{:<6}{:<4}{:<3}{:<6}{:<4}{:<3}{:<6}{:<4}{:<3}{:<6}Flag",
        "ID Number",
        "Name",
        "Fed",
        "Sex",
        "Tit",
        "WTit",
        "OTit",
        "FOA",
        "SRtng",
        "SGm",
        "SK",
        "RRtng",
        "RGm",
        "Rk",
        "BRtng",
        "BGm",
        "BK",
        "B-day"
    )
    .unwrap();
    let mut names: Vec<String> = (0..players)
        .map(|_| {
            let mut name = STARTS[random.skewed(40)].to_owned();
            (0..random.below(3)).for_each(|_| name.push_str(MIDDLES[random.below(24)]));
            name.push_str(ENDS[random.below(16)]);
            name.push_str(", ");
            name.push_str(FIRSTS[random.skewed(24)]);
            if random.below(3) == 0 {
                name.push(' ');
                name.push_str(FIRSTS[random.below(24)]);
            }
            name
        })
        .collect();
    names.sort();
    for (number, name) in names.iter().enumerate() {
        let federation = FEDERATIONS[random.skewed(12).min(random.below(12))];
        let (a, b, c, year) =
            (random.below(1400) + 1400, random.below(1400) + 1400, random.below(1400) + 1400, random.below(80) + 1940);
        writeln!(
            out,
            "{:<15}{name:<61}{federation:<4}{:<4}{:<5}{:<5}{:<15}{:<4}{a:<6}{:<4}{:<3}{b:<6}{:<4}{:<3}{c:<6}{:<4}{:<3}{year:<6}{}",
            number * 17 + 100_000, "M", "", "", "", "", 3, 20, 0, 20, 0, 20, if number % 3 == 0 { "i" } else { "" }
        )
        .unwrap();
    }
    out.flush().unwrap();
}

fn main() {
    let players = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(1_500_000);
    let folder = tempfile::tempdir().unwrap();
    let (text, path) = (folder.path().join("players.txt"), folder.path().join("list.redb"));
    write_list(&text, players);
    let size = |path: &Path| std::fs::metadata(path).unwrap().len() >> 20;
    let start = Instant::now();
    let report = index(&text, &path, &IndexOptions::default(), &mut |_| ControlFlow::Continue(())).unwrap();
    println!(
        "indexed {} players ({} MB of text) in {:.1} s; index {} MB",
        report.info.players,
        size(&text),
        start.elapsed().as_secs_f64(),
        size(&path)
    );
    let start = Instant::now();
    let list = RatingList::open(&path).unwrap();
    println!("opened in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let (mut all, mut first) = (Vec::new(), Vec::new());
    for (text, federation) in [
        ("carberov, magnus", None),
        ("magnus carberov", None),
        ("xin yusuf", None),
        ("mohamed steviska", None),
        ("m s k", None),
        ("magnus carberov", Some("MAW")),
        ("s", Some("AND")),
        ("steviska", Some("IND")),
        ("", Some("ISL")),
        ("rajesh zzz", None),
        ("1275432", None),
        ("ülu müller", None),
    ] {
        let mut worst = (Duration::ZERO, String::new());
        let lengths = text.char_indices().map(|(at, c)| at + c.len_utf8()).chain(text.is_empty().then_some(0));
        let mut found = 0;
        for end in lengths {
            let query = Query { federation: federation.map(str::to_owned), ..Query::text(&text[..end]) };
            // The best of three, so that other work of the machine does not count; the first one also tells the time without any cache.
            let mut times = [Duration::ZERO; 3];
            for time in &mut times {
                let start = Instant::now();
                found = list.search(&query).unwrap().len();
                *time = start.elapsed();
            }
            first.push(times[0]);
            let time = times[0].min(times[1]).min(times[2]);
            all.push(time);
            if time > worst.0 {
                worst = (time, text[..end].to_owned());
            }
        }
        println!(
            "{:<18} {:<3}  slowest key {:>8.3} ms (\"{}\"), {found} found at the end",
            text,
            federation.unwrap_or(""),
            worst.0.as_secs_f64() * 1e3,
            worst.1
        );
    }
    for (name, mut times) in [("best of three", all), ("first look", first)] {
        times.sort();
        let ms = |at: usize| times[at.min(times.len() - 1)].as_secs_f64() * 1e3;
        let (median, most, slowest) = (ms(times.len() / 2), ms(times.len() * 95 / 100), ms(times.len()));
        println!("{} keys, {name}: median {median:.3} ms, 95 % {most:.3} ms, slowest {slowest:.3} ms", times.len());
    }
}
