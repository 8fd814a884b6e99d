//! Nightly backups, of which the last seven are kept.

use super::archive;
use super::error::BackupError;
use crate::data::disk;
use crate::data::folder::DERIVATION_KEY;
use chrono::{DateTime, NaiveDate, Timelike, Utc};
use std::path::{Path, PathBuf};

const MAX_BACKUPS: usize = 7;
/// The number of backups that are never deleted for the space of the next one.
const MIN_BACKUPS: usize = 2;
/// The hour (UTC) of the backup. If the last backup is older than a day, one is made at once.
const HOUR: u32 = 2;
const NAME_PREFIX: &str = "larder-";
const NAME_SUFFIX: &str = ".tar.gz";

/// Makes today's backup if it is due, and deletes the oldest ones. Returns its path.
pub fn run(folder: &Path, backups: &Path, now: DateTime<Utc>) -> Result<Option<PathBuf>, BackupError> {
    let made = dates(backups, now);
    if !is_due(&made, now) {
        return Ok(None);
    }
    std::fs::create_dir_all(backups).map_err(|error| BackupError::write(backups, &error))?;
    delete_partial_backups(backups);
    let file = path(backups, now.date_naive());
    make_room(folder, backups, &made);
    archive::write(folder, &file, now)?;
    for old in surplus(dates(backups, now)) {
        let _ = std::fs::remove_file(path(backups, old));
    }
    Ok(Some(file))
}

/// Deletes old backups before the new one is written, if it needs their space: not the two newest, and none in vain.
fn make_room(folder: &Path, backups: &Path, made: &[NaiveDate]) {
    let Ok(free) = disk::free_bytes(backups) else { return };
    let lacking = archive::needed_bytes(folder).saturating_sub(free);
    let files: Vec<PathBuf> = made.iter().map(|date| path(backups, *date)).collect();
    let sizes: Vec<u64> = files.iter().map(|file| file.metadata().map_or(0, |metadata| metadata.len())).collect();
    for file in &files[..replaceable(&sizes, lacking)] {
        tracing::warn!("{} is deleted early, because the next backup needs its space", file.display());
        let _ = std::fs::remove_file(file);
    }
}

/// Returns how many of the oldest backups of these sizes give the lacking space.
fn replaceable(sizes: &[u64], lacking: u64) -> usize {
    let mut freed = 0;
    let old = &sizes[..sizes.len().saturating_sub(MIN_BACKUPS)];
    let enough = old.iter().position(|size| {
        freed += size;
        freed >= lacking
    });
    if lacking == 0 { 0 } else { enough.map_or(0, |last| last + 1) }
}

/// Returns the time since which a backup is missing: the night after the newest one or, if there is none, the time of
/// the key's file.
pub fn missing_since(folder: &Path, backups: &Path, now: DateTime<Utc>) -> DateTime<Utc> {
    let night = |day: &NaiveDate| day.succ_opt()?.and_hms_opt(HOUR, 0, 0);
    let today = now.date_naive();
    // The key is written at the first start, or by a restore with the time of its backup.
    let key_written_at = || folder.join(DERIVATION_KEY).metadata().and_then(|metadata| metadata.modified()).ok();
    match dates(backups, now).iter().rfind(|date| **date <= today).and_then(night) {
        Some(night) => night.and_utc(),
        None => key_written_at().map_or(now, |written_at| DateTime::from(written_at).min(now)),
    }
}

fn path(backups: &Path, date: NaiveDate) -> PathBuf {
    backups.join(format!("{NAME_PREFIX}{date}{NAME_SUFFIX}"))
}

/// Returns the day of a nightly backup by its file's name; `None` for other files.
fn date_of(name: &str) -> Option<NaiveDate> {
    name.strip_prefix(NAME_PREFIX)?.strip_suffix(NAME_SUFFIX)?.parse().ok()
}

/// Returns the days of the nightly backups, the oldest first. A later day than today comes first of all: that backup
/// was made while the clock was wrong, and must not outlast the next ones.
fn dates(backups: &Path, now: DateTime<Utc>) -> Vec<NaiveDate> {
    let names = std::fs::read_dir(backups).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut dates: Vec<NaiveDate> = names.filter_map(|name| date_of(name.to_str()?)).collect();
    dates.sort_unstable_by_key(|date| (*date <= now.date_naive(), *date));
    dates
}

fn is_due(made: &[NaiveDate], now: DateTime<Utc>) -> bool {
    let today = now.date_naive();
    // A backup with a later date was made while the clock was wrong.
    match made.iter().rfind(|date| **date <= today) {
        None => true,
        Some(last) if *last == today => false,
        Some(last) => now.hour() >= HOUR || (today - *last).num_days() > 1,
    }
}

fn surplus(mut dates: Vec<NaiveDate>) -> Vec<NaiveDate> {
    dates.truncate(dates.len().saturating_sub(MAX_BACKUPS));
    dates
}

/// Deletes the files of interrupted nightly backups, but not those of `larder backup`, which may be running.
fn delete_partial_backups(backups: &Path) {
    for entry in std::fs::read_dir(backups).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let mut endings = [".part", ".sqlite", ".sqlite-journal"].into_iter();
        if endings.any(|ending| name.strip_suffix(ending).and_then(date_of).is_some()) {
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
    fn is_due_once_a_night() {
        assert!(is_due(&[], at("2026-11-23T00:30:00Z")), "the first backup");
        let yesterday = days(&["2026-11-22"]);
        assert!(!is_due(&yesterday, at("2026-11-23T01:59:00Z")));
        assert!(is_due(&yesterday, at("2026-11-23T02:00:00Z")));
        assert!(is_due(&days(&["2026-11-21"]), at("2026-11-23T00:10:00Z")), "no backup last night");
        assert!(!is_due(&days(&["2026-11-22", "2026-11-23"]), at("2026-11-23T23:00:00Z")));
        assert!(is_due(&days(&["2026-11-22", "2031-01-01"]), at("2026-11-23T03:00:00Z")), "one has a later date");
    }

    #[test]
    fn reports_a_missing_backup_from_the_night_after_the_newest() {
        let folder = tempfile::tempdir().unwrap();
        let now = at("2026-11-23T03:00:00Z");
        let missing = || missing_since(folder.path(), folder.path(), now);
        assert_eq!(missing(), now);
        let start = at("2026-11-20T12:00:00Z");
        let key = std::fs::File::create(folder.path().join(DERIVATION_KEY)).unwrap();
        key.set_modified(start.into()).unwrap();
        assert_eq!(missing(), start, "none ever succeeded, whenever the server was last started");
        std::fs::write(folder.path().join("larder-2026-11-21.tar.gz"), "").unwrap();
        assert_eq!(missing(), at("2026-11-22T02:00:00Z"));
    }

    #[test]
    fn keeps_seven_backups() {
        let dates: Vec<NaiveDate> = (1..=9).map(|day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap()).collect();
        assert_eq!(surplus(dates), days(&["2026-11-01", "2026-11-02"]));
        assert!(surplus(days(&["2026-11-01"])).is_empty());
    }

    #[test]
    fn deletes_old_backups_first_if_the_new_one_needs_their_space() {
        for (lacking, expected) in [(0, 0), (1, 1), (10, 1), (11, 2), (30, 2), (31, 0), (u64::MAX, 0)] {
            assert_eq!(replaceable(&[10, 20, 30, 40], lacking), expected, "{lacking}");
        }
        assert_eq!(replaceable(&[30, 40], 1), 0, "the newest two stay");
    }

    fn folder_with_database() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let database = rusqlite::Connection::open(folder.path().join("dynamodb.sqlite")).unwrap();
        database.execute_batch("CREATE TABLE larder (n INTEGER)").unwrap();
        folder
    }

    #[test]
    fn keeps_a_new_backup_beside_seven_of_a_wrong_clock() {
        let (folder, backups) = (folder_with_database(), tempfile::tempdir().unwrap());
        for day in 1..=7 {
            std::fs::write(backups.path().join(format!("larder-2031-01-0{day}.tar.gz")), "").unwrap();
        }
        let made = run(folder.path(), backups.path(), at("2026-11-23T03:00:00Z")).unwrap().unwrap();
        assert!(made.exists());
        assert_eq!(std::fs::read_dir(backups.path()).unwrap().count(), MAX_BACKUPS);
    }

    #[test]
    fn fails_if_pictures_cannot_be_listed() {
        let (folder, backups) = (folder_with_database(), tempfile::tempdir().unwrap());
        std::fs::create_dir(folder.path().join("pictures")).unwrap();
        std::fs::write(folder.path().join("pictures/receipts"), "no folder").unwrap();
        let error = run(folder.path(), backups.path(), at("2026-11-23T03:00:00Z")).unwrap_err();
        assert!(matches!(error, BackupError::Read { .. }), "{error}");
        assert_eq!(std::fs::read_dir(backups.path()).unwrap().count(), 0, "no backup without them");
    }

    #[test]
    fn fails_clearly_without_twice_the_size_of_the_data() {
        let (folder, now) = (folder_with_database(), at("2026-11-23T02:00:00Z"));
        let pictures = folder.path().join("pictures/receipts/ab");
        std::fs::create_dir_all(&pictures).unwrap();
        let size = disk::free_bytes(folder.path()).unwrap() * 2 / 3;
        std::fs::File::create(pictures.join("1.jpg")).unwrap().set_len(size).unwrap();
        let backups = folder.path().join("backups");
        let error = run(folder.path(), &backups, now).unwrap_err();
        assert!(matches!(error, BackupError::NoSpace { .. }), "{error}");
        assert!(error.to_string().contains("LARDER_BACKUPS"), "{error}");
        assert_eq!(std::fs::read_dir(&backups).unwrap().count(), 0, "no part of it is left");
    }

    #[test]
    fn deletes_partial_backups_and_no_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "larder-2026-11-01.tar.gz",
            "larder-2026-11-01.tar.gz.part",
            "larder-2026-11-01T10-00-00Z.tar.gz.part",
            "mine.tar.gz.part",
            "larder.txt",
        ];
        for name in names {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        delete_partial_backups(folder.path());
        let exists = |name: &str| folder.path().join(name).exists();
        assert_eq!(names.map(exists), [true, false, true, true, true]);
    }
}
