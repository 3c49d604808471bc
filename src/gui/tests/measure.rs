//! Times of frames. Nothing is asserted: machines differ. Where the system tells it, the processor time of the thread is taken, so that other
//! work of the machine does not count. Besides what the window does in a frame it holds what the test harness does to look at it.
//!
//! `cargo test --release -p pairwright frame_times -- --ignored --nocapture`

use super::{demo, window};
use crate::gui::action::Page;
use eframe::egui::{Event, Key, vec2};
use std::time::{Duration, Instant};

/// Processor time of this thread, or else the time of day.
struct Clock(Instant, Option<u64>);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now(), Clock::nanoseconds())
    }

    fn elapsed(&self) -> Duration {
        match (self.1, Clock::nanoseconds()) {
            (Some(before), Some(now)) => Duration::from_nanos(now.saturating_sub(before)),
            _ => self.0.elapsed(),
        }
    }

    /// Linux tells it in its table of processes.
    fn nanoseconds() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }
}

/// Draws the pages with many players, standing still, scrolling and typing, and prints what a frame takes: screen, tessellation, all but the GPU.
#[test]
#[ignore = "measures only"]
fn frame_times() {
    for players in [500, 2000] {
        for page in [Page::Players, Page::Rounds, Page::Standings] {
            let mut harness = window(Some(demo::in_round_three(players)), page, [1440.0, 900.0]);
            let mut measure = |what: &str, event: &dyn Fn(usize) -> Option<Event>| {
                let mut times: Vec<Duration> = (0..60)
                    .map(|frame| {
                        if let Some(event) = event(frame) {
                            harness.event(event);
                        }
                        let start = Clock::start();
                        harness.run_steps(1);
                        let output = harness.output();
                        let shapes = output.shapes.clone();
                        std::hint::black_box(harness.ctx.tessellate(shapes, output.pixels_per_point));
                        start.elapsed()
                    })
                    .collect();
                times.sort();
                let ms = |time: Duration| time.as_secs_f64() * 1e3;
                println!(
                    "{players} players, {page:?}, {what}: median {:.2} ms, 95 % {:.2} ms, slowest {:.2} ms",
                    ms(times[30]),
                    ms(times[57]),
                    ms(times[59])
                );
            };
            measure("still", &|_| None);
            measure("cursor", &|_| {
                let (key, modifiers) = (Key::ArrowDown, Default::default());
                Some(Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers })
            });
            measure("pointer", &|frame| Some(Event::PointerMoved(eframe::egui::pos2(700.0, 300.0 + frame as f32))));
            measure("wheel", &|_| {
                Some(Event::MouseWheel {
                    unit: eframe::egui::MouseWheelUnit::Line,
                    delta: vec2(0.0, -3.0),
                    phase: eframe::egui::TouchPhase::Move,
                    source: eframe::egui::MouseWheelSource::Unknown,
                    modifiers: Default::default(),
                })
            });
        }
    }
}

/// Types names into the card of a new player with a large list in use (its index in `RATING_INDEX`) and prints what a key takes: search and frame.
#[test]
#[ignore = "measures only"]
fn key_times() {
    let Some(path) = std::env::var_os("RATING_INDEX") else { return println!("RATING_INDEX names no index") };
    let mut harness = window(Some(demo::in_round_three(24)), Page::Players, [1280.0, 860.0]);
    harness.state_mut().prefs().rating_index = Some(path.into());
    super::ctrl(&mut harness, Key::Enter);
    let mut all: Vec<(Duration, String)> = Vec::new();
    for name in
        ["carberov, magnus", "magnus carberov", "mohamed steviska", "m s k", "al", "a b c", "1275432", "zzz rajesh"]
    {
        let mut typed = String::new();
        for letter in name.chars() {
            typed.push(letter);
            harness.event(Event::Text(letter.to_string()));
            let start = Clock::start();
            harness.run_steps(1);
            let output = harness.output();
            std::hint::black_box(harness.ctx.tessellate(output.shapes.clone(), output.pixels_per_point));
            all.push((start.elapsed(), typed.clone()));
        }
        super::ctrl(&mut harness, Key::A);
        super::key(&mut harness, Key::Delete);
    }
    all.sort();
    let ms = |at: usize| all[at].0.as_secs_f64() * 1e3;
    let last = all.len() - 1;
    println!("{} keys: median {:.2} ms, 95 % {:.2} ms", all.len(), ms(last / 2), ms(last * 95 / 100));
    println!("slowest {:.2} ms (\"{}\")", ms(last), all[last].1);
}
