//! Earlier versions of an event file: the last 20, and of older ones the last of each day.

use std::io;
use std::path::{Path, PathBuf};

/// How many of the latest versions are kept.
const LATEST: usize = 20;

/// A kept version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Where it is.
    pub path: PathBuf,
    /// When it was replaced, UTC, `2026-03-01T10:15:00`.
    pub replaced_at: String,
}

/// The folder of an event file's backups and lock.
pub(super) fn folder(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.strip_suffix(super::SUFFIX).unwrap_or(&name);
    path.with_file_name(format!("{stem}.pairwright-backups"))
}

/// The time to a nanosecond, in a form that sorts and can stand in a file name.
pub(super) fn stamp() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H%M%S.%9fZ").to_string()
}

/// The kept versions, the latest first.
pub fn backups(path: &Path) -> Vec<Backup> {
    let Ok(entries) = std::fs::read_dir(folder(path)) else { return Vec::new() };
    let mut found: Vec<Backup> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let stamp = name.strip_suffix(super::SUFFIX)?;
            // 2026-03-01T101500.123456789Z
            let (date, time) = stamp.split_at_checked(10)?;
            let fits = date.bytes().all(|b| b.is_ascii_digit() || b == b'-') && time.starts_with('T') && time.len() > 7;
            let (h, m, s) = (time.get(1..3)?, time.get(3..5)?, time.get(5..7)?);
            fits.then(|| Backup { path: entry.path(), replaced_at: format!("{date}T{h}:{m}:{s}") })
        })
        .collect();
    found.sort_by(|a, b| b.path.file_name().cmp(&a.path.file_name()));
    found
}

/// Keeps the version that is about to be replaced: a second name for the same data where the file system can do that, else a copy.
pub(super) fn keep(path: &Path) -> io::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let folder = folder(path);
    let kept = folder.join(format!("{}{}", stamp(), super::SUFFIX));
    match std::fs::hard_link(path, &kept) {
        Ok(()) => {}
        Err(_) => {
            std::fs::create_dir_all(&folder)?;
            std::fs::copy(path, &kept)?;
        }
    }
    prune(path);
    Ok(())
}

/// Removes what need not be kept. What cannot be removed stays.
fn prune(path: &Path) {
    let all = backups(path);
    let mut day = String::new();
    for backup in all.iter().skip(LATEST) {
        let this = backup.replaced_at.get(..10).unwrap_or_default();
        // The latest first: the first of a day is its last version.
        if this == day {
            let _ = std::fs::remove_file(&backup.path);
        } else {
            this.clone_into(&mut day);
        }
    }
}

/// The latest version that can be read.
pub(super) fn latest_good(path: &Path) -> Option<PathBuf> {
    let readable =
        |backup: &Backup| std::fs::read_to_string(&backup.path).is_ok_and(|text| super::read_text(&text).is_ok());
    backups(path).into_iter().find(readable).map(|backup| backup.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_twenty_and_one_a_day_are_kept() {
        let place = tempfile::tempdir().unwrap();
        let event = place.path().join("open.pairwright.ron");
        let folder = folder(&event);
        assert!(folder.ends_with("open.pairwright-backups"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("lock"), "").unwrap();
        for day in 1..=4 {
            for hour in 0..12 {
                std::fs::write(folder.join(format!("2026-03-0{day}T{hour:02}0000.000000000Z.pairwright.ron")), "")
                    .unwrap();
            }
        }
        prune(&event);
        let left: Vec<String> = backups(&event).into_iter().map(|b| b.replaced_at).collect();
        // Day 4 (12) and 8 of day 3 are the last twenty; one more of day 3, one of day 2, one of day 1.
        assert_eq!(left.len(), 23);
        assert_eq!(
            left[19..],
            ["2026-03-03T04:00:00", "2026-03-03T03:00:00", "2026-03-02T11:00:00", "2026-03-01T11:00:00"]
        );
        assert!(folder.join("lock").exists());
    }
}
