//! Upgrades data of an older format, at the start.

use crate::data::backup::replacement::Replacement;
use crate::data::backup::{BackupError, archive};
use crate::data::folder::{DATABASE, FORMAT, find_damage};
use crate::data::format::{self, Step};
use crate::data::private_file;
use crate::data::start_error::StartError;
use chrono::{DateTime, Utc};
use std::path::Path;

pub fn write_current_format(folder: &Path) -> std::io::Result<()> {
    private_file::write(folder, FORMAT, &format::text(format::CURRENT))
}

/// Returns true if an upgraded database has replaced the old one.
pub fn upgrade_data(folder: &Path, backups: &Path, now: DateTime<Utc>, steps: &[Step]) -> Result<bool, StartError> {
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    let (theirs, ours) = (format::read(folder), format::after(steps));
    if theirs > ours {
        return Err(StartError::Newer { folder: folder.to_owned(), theirs, ours });
    }
    if theirs == ours {
        return Ok(false);
    }
    let failed = |reason: String| StartError::Upgrade { folder: folder.to_owned(), theirs, ours, reason };
    let Some(first) = theirs.checked_sub(format::FIRST).and_then(|first| usize::try_from(first).ok()) else {
        return Err(failed("no released Larder wrote this format".into()));
    };
    std::fs::create_dir_all(backups).map_err(unwritable)?;
    let backup = backups.join(format!("before-format-{ours}-{}.tar.gz", now.format("%Y-%m-%dT%H-%M-%SZ")));
    let is_new = match archive::write(folder, &backup, now) {
        Ok(_) => true,
        // A process that was killed in the same second has written it already.
        Err(BackupError::Exists { .. }) => false,
        Err(error) => return Err(failed(error.to_string())),
    };
    let new = prepare_upgraded(folder, &steps[first..], ours).map_err(|reason| {
        // Nothing was changed. A service that is started again and again would fill the disk with backups.
        if is_new {
            let _ = std::fs::remove_file(&backup);
        }
        failed(reason)
    })?;
    new.commit().map_err(unwritable)?;
    tracing::info!(from = theirs, to = ours, "the data was upgraded; the old data is in {}", backup.display());
    Ok(true)
}

/// Prepares a copy of the database that has taken these steps.
fn prepare_upgraded(folder: &Path, steps: &[Step], format: u32) -> Result<Replacement, String> {
    let new = Replacement::prepare(folder).map_err(|e| e.to_string())?;
    let database = new.path().join(DATABASE);
    archive::copy_database(&folder.join(DATABASE), &database).map_err(|e| e.to_string())?;
    for step in steps {
        step(new.path())?;
    }
    if let Some(found) = find_damage(&database).map_err(|e| e.to_string())? {
        return Err(found);
    }
    private_file::write(new.path(), FORMAT, &format::text(format)).map_err(|e| e.to_string())?;
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::format::FIRST;
    use rusqlite::Connection;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let database = Connection::open(folder.path().join(DATABASE)).unwrap();
        database.execute_batch("CREATE TABLE larder (n INTEGER); INSERT INTO larder VALUES (1)").unwrap();
        std::fs::write(folder.path().join(FORMAT), format::text(FIRST)).unwrap();
        folder
    }

    fn read_number(folder: &Path) -> i64 {
        let database = Connection::open(folder.join(DATABASE)).unwrap();
        database.query_row("SELECT n FROM larder", [], |row| row.get(0)).unwrap()
    }

    fn double_number(folder: &Path) -> Result<(), String> {
        let database = Connection::open(folder.join(DATABASE)).unwrap();
        database.execute("UPDATE larder SET n = n * 2", []).map(|_| ()).map_err(|e| e.to_string())
    }

    fn double_and_fail(folder: &Path) -> Result<(), String> {
        double_number(folder)?;
        Err("no luck".into())
    }

    fn run(folder: &Path, steps: &[Step]) -> Result<bool, StartError> {
        upgrade_data(folder, &folder.join("backups"), DateTime::UNIX_EPOCH, steps)
    }

    #[test]
    fn runs_each_step_once_after_a_backup() {
        let folder = folder();
        assert!(run(folder.path(), &[double_number, double_number]).unwrap());
        assert_eq!((read_number(folder.path()), format::read(folder.path())), (4, FIRST + 2));
        assert!(!run(folder.path(), &[double_number, double_number]).unwrap());
        assert!(run(folder.path(), &[double_number, double_number, double_number]).unwrap(), "only the new step runs");
        assert_eq!((read_number(folder.path()), format::read(folder.path())), (8, FIRST + 3));
        let mut names = Vec::new();
        for entry in std::fs::read_dir(folder.path().join("backups")).unwrap() {
            names.push(entry.unwrap().file_name().into_string().unwrap());
        }
        names.sort();
        assert_eq!(
            names,
            ["before-format-6-1970-01-01T00-00-00Z.tar.gz", "before-format-7-1970-01-01T00-00-00Z.tar.gz"]
        );
    }

    #[test]
    fn changes_nothing_if_a_step_fails() {
        let folder = folder();
        let error = run(folder.path(), &[double_number, double_and_fail]).unwrap_err();
        assert!(error.to_string().contains("no luck"), "{error}");
        assert_eq!(std::fs::read_dir(folder.path().join("backups")).unwrap().count(), 0, "no backup of each attempt");
        assert_eq!((read_number(folder.path()), format::read(folder.path())), (1, FIRST));
        assert!(run(folder.path(), &[double_number]).unwrap(), "a later attempt succeeds");
        assert_eq!(read_number(folder.path()), 2);
    }

    #[test]
    fn rejects_newer_data_without_changing_it() {
        let folder = folder();
        std::fs::write(folder.path().join(FORMAT), "9").unwrap();
        let error = run(folder.path(), &[double_number]).unwrap_err();
        assert!(matches!(error, StartError::Newer { theirs: 9, ours: 5, .. }), "{error}");
        assert_eq!((read_number(folder.path()), format::read(folder.path())), (1, 9));
    }

    #[test]
    fn rejects_data_of_an_unreleased_or_unknown_format() {
        let folder = folder();
        for text in [Some("3"), None] {
            match text {
                Some(text) => std::fs::write(folder.path().join(FORMAT), text).unwrap(),
                None => std::fs::remove_file(folder.path().join(FORMAT)).unwrap(),
            }
            assert!(matches!(run(folder.path(), &[double_number]), Err(StartError::Upgrade { .. })), "{text:?}");
            assert_eq!((read_number(folder.path()), folder.path().join("backups").exists()), (1, false));
        }
    }
}
