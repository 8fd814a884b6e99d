//! A backup each night, and the last seven kept.

use super::archive;
use super::error::BackupError;
use chrono::{DateTime, NaiveDate, Timelike, Utc};
use std::path::{Path, PathBuf};

const KEPT: usize = 7;
/// Not before this hour (UTC), unless the last one is older than a day.
const HOUR: u32 = 2;
const BEFORE: &str = "larder-";
const BEHIND: &str = ".tar.gz";

/// Makes today's backup if it is due, and deletes the oldest ones. Returns its path.
pub fn run(folder: &Path, backups: &Path, now: DateTime<Utc>) -> Result<Option<PathBuf>, BackupError> {
    let made = dates(backups);
    if !is_due(&made, now) {
        return Ok(None);
    }
    std::fs::create_dir_all(backups).map_err(|error| BackupError::write(backups, &error))?;
    drop_leftovers(backups);
    let file = path(backups, now.date_naive());
    archive::write(folder, &file, now)?;
    for old in surplus(dates(backups)) {
        let _ = std::fs::remove_file(path(backups, old));
    }
    Ok(Some(file))
}

/// Returns the time since which a backup is missing: the night after the newest one, or now if there is none.
pub fn missing_since(backups: &Path, now: DateTime<Utc>) -> DateTime<Utc> {
    let night = |day: &NaiveDate| day.succ_opt()?.and_hms_opt(HOUR, 0, 0);
    let today = now.date_naive();
    dates(backups).iter().rfind(|date| **date <= today).and_then(night).map_or(now, |night| night.and_utc())
}

fn path(backups: &Path, date: NaiveDate) -> PathBuf {
    backups.join(format!("{BEFORE}{date}{BEHIND}"))
}

/// Returns the days of the backups made here, oldest first. Ignores other files.
fn dates(backups: &Path) -> Vec<NaiveDate> {
    let names = std::fs::read_dir(backups).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let date = |name: &str| name.strip_prefix(BEFORE)?.strip_suffix(BEHIND)?.parse().ok();
    let mut dates: Vec<NaiveDate> = names.filter_map(|name| date(name.to_str()?)).collect();
    dates.sort_unstable();
    dates
}

fn is_due(made: &[NaiveDate], now: DateTime<Utc>) -> bool {
    let today = now.date_naive();
    // One of tomorrow was made while the clock was wrong.
    match made.iter().rfind(|date| **date <= today) {
        None => true,
        Some(last) if *last == today => false,
        Some(last) => now.hour() >= HOUR || (today - *last).num_days() > 1,
    }
}

fn surplus(mut dates: Vec<NaiveDate>) -> Vec<NaiveDate> {
    dates.truncate(dates.len().saturating_sub(KEPT));
    dates
}

/// Deletes the remains of an interrupted backup.
fn drop_leftovers(backups: &Path) {
    for entry in std::fs::read_dir(backups).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let half =
            [".part", ".sqlite", ".sqlite-journal"].iter().any(|ending| name.ends_with(&format!("{BEHIND}{ending}")));
        if half && name.starts_with(BEFORE) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().to_utc()
    }

    fn days(texts: &[&str]) -> Vec<NaiveDate> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn makes_one_backup_a_night() {
        assert!(is_due(&[], at("2026-11-23T00:30:00Z")), "the first is made at once");
        let yesterday = days(&["2026-11-22"]);
        assert!(!is_due(&yesterday, at("2026-11-23T01:59:00Z")));
        assert!(is_due(&yesterday, at("2026-11-23T02:00:00Z")));
        assert!(is_due(&days(&["2026-11-21"]), at("2026-11-23T00:10:00Z")), "it was off last night");
        assert!(!is_due(&days(&["2026-11-22", "2026-11-23"]), at("2026-11-23T23:00:00Z")));
        assert!(is_due(&days(&["2026-11-22", "2031-01-01"]), at("2026-11-23T03:00:00Z")), "made by a wrong clock");
    }

    #[test]
    fn reports_a_missing_backup_from_the_night_after_the_newest() {
        let folder = tempfile::tempdir().unwrap();
        let now = at("2026-11-23T03:00:00Z");
        assert_eq!(missing_since(folder.path(), now), now);
        std::fs::write(folder.path().join("larder-2026-11-21.tar.gz"), "").unwrap();
        assert_eq!(missing_since(folder.path(), now), at("2026-11-22T02:00:00Z"));
    }

    #[test]
    fn keeps_seven_backups() {
        let dates: Vec<NaiveDate> = (1..=9).map(|day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap()).collect();
        assert_eq!(surplus(dates), days(&["2026-11-01", "2026-11-02"]));
        assert!(surplus(days(&["2026-11-01"])).is_empty());
    }

    #[test]
    fn leftovers_go_and_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["larder-2026-11-01.tar.gz", "larder-2026-11-01.tar.gz.part", "mine.tar.gz.part", "larder.txt"];
        for name in names {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        drop_leftovers(folder.path());
        let left = |name: &str| folder.path().join(name).exists();
        assert_eq!(names.map(left), [true, false, true, true]);
        assert_eq!(dates(folder.path()), days(&["2026-11-01"]));
    }
}
