//! Data of an older format is brought up to date at the start.

use crate::data::backup::archive;
use crate::data::backup::replacement::Replacement;
use crate::data::folder::{DATABASE, FORMAT, damage};
use crate::data::format::{self, Step};
use crate::data::private_file;
use crate::data::start_error::StartError;
use chrono::{DateTime, Utc};
use std::path::Path;

/// A new folder's data is of the newest format.
pub fn begin(folder: &Path) -> std::io::Result<()> {
    private_file::write(folder, FORMAT, &format::text(format::CURRENT))
}

/// Returns true if the database was replaced by a newer one.
pub fn bring_up_to_date(folder: &Path, backups: &Path, now: DateTime<Utc>, steps: &[Step]) -> Result<bool, StartError> {
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    let (theirs, ours) = (format::of(folder), format::after(steps));
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
    let name = format!("before-format-{ours}-{}.tar.gz", now.format("%Y-%m-%dT%H-%M-%SZ"));
    match archive::write(folder, &backups.join(&name), now) {
        // One that was ended within the same second has made it already.
        Ok(_) | Err(crate::data::backup::BackupError::Exists { .. }) => {}
        Err(error) => return Err(failed(error.to_string())),
    }
    let new = Replacement::prepare(folder).map_err(unwritable)?;
    let database = new.path().join(DATABASE);
    archive::copy_database(&folder.join(DATABASE), &database).map_err(|e| failed(e.to_string()))?;
    for step in &steps[first..] {
        step(new.path()).map_err(failed)?;
    }
    damage(&database).map_err(|e| failed(e.to_string()))?.map_err(failed)?;
    private_file::write(new.path(), FORMAT, &format::text(ours)).map_err(unwritable)?;
    new.decide().map_err(unwritable)?;
    tracing::info!(from = theirs, to = ours, "the data was brought up to date; what was before is in {name}");
    Ok(true)
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

    fn number(folder: &Path) -> i64 {
        let database = Connection::open(folder.join(DATABASE)).unwrap();
        database.query_row("SELECT n FROM larder", [], |row| row.get(0)).unwrap()
    }

    fn double(folder: &Path) -> Result<(), String> {
        let database = Connection::open(folder.join(DATABASE)).unwrap();
        database.execute("UPDATE larder SET n = n * 2", []).map(|_| ()).map_err(|e| e.to_string())
    }

    fn fail(folder: &Path) -> Result<(), String> {
        double(folder)?;
        Err("no luck".into())
    }

    fn run(folder: &Path, steps: &[Step]) -> Result<bool, StartError> {
        bring_up_to_date(folder, &folder.join("backups"), DateTime::UNIX_EPOCH, steps)
    }

    #[test]
    fn runs_each_step_once_after_a_backup() {
        let folder = folder();
        assert!(run(folder.path(), &[double, double]).unwrap());
        assert_eq!((number(folder.path()), format::of(folder.path())), (4, FIRST + 2));
        assert!(!run(folder.path(), &[double, double]).unwrap());
        assert!(run(folder.path(), &[double, double, double]).unwrap(), "from a number on");
        assert_eq!((number(folder.path()), format::of(folder.path())), (8, FIRST + 3));
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
    fn changes_nothing_if_step_fails() {
        let folder = folder();
        let error = run(folder.path(), &[double, fail]).unwrap_err();
        assert!(error.to_string().contains("no luck"), "{error}");
        assert_eq!((number(folder.path()), format::of(folder.path())), (1, FIRST));
        assert!(run(folder.path(), &[double]).unwrap(), "another try finds what it needs");
        assert_eq!(number(folder.path()), 2);
    }

    #[test]
    fn refuses_newer_data_and_leaves_it_unchanged() {
        let folder = folder();
        std::fs::write(folder.path().join(FORMAT), "9").unwrap();
        let error = run(folder.path(), &[double]).unwrap_err();
        assert!(matches!(error, StartError::Newer { theirs: 9, ours: 5, .. }), "{error}");
        assert_eq!((number(folder.path()), format::of(folder.path())), (1, 9));
    }

    #[test]
    fn refuses_data_from_before_the_first_format_and_without_a_number() {
        let folder = folder();
        for text in [Some("3"), None] {
            match text {
                Some(text) => std::fs::write(folder.path().join(FORMAT), text).unwrap(),
                None => std::fs::remove_file(folder.path().join(FORMAT)).unwrap(),
            }
            assert!(matches!(run(folder.path(), &[double]), Err(StartError::Upgrade { .. })), "{text:?}");
            assert_eq!((number(folder.path()), folder.path().join("backups").exists()), (1, false));
        }
    }
}
