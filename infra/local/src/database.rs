//! The embedded table's file: one process at a time, never a damaged one, and never an empty one in the place of a lost one.

use crate::start_error::StartError;
use dynoxide::Database;
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::path::Path;

pub const FILE: &str = "dynamodb.sqlite";

/// The open database, and the lock on its file that lasts as long as the process.
pub struct Locked {
    pub database: Database,
    _lock: File,
}

/// Open the database of a data folder. A folder that was used before, but has no database any more, is refused.
pub fn open(folder: &Path, used_before: bool) -> Result<Locked, StartError> {
    let file = folder.join(FILE);
    let damaged = |reason: String| StartError::Damaged { file: file.clone(), reason };
    let size = |file: &Path| std::fs::metadata(file).map_or(0, |metadata| metadata.len());
    // Until its first checkpoint a new database is all in the write-ahead log.
    let length = size(&file) + size(&folder.join(format!("{FILE}-wal")));
    if length == 0 && used_before {
        return Err(StartError::Lost { file });
    }
    // The lock is on the database itself, so a copy or a removed lock file cannot let a second process in. SQLite's own locks
    // are of another kind and end with each transaction.
    let options = File::options().create(true).truncate(false).read(true).write(true).open(&file);
    let lock = options.map_err(|e| damaged(e.to_string()))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(std::fs::TryLockError::WouldBlock) => return Err(StartError::InUse { folder: folder.to_owned() }),
        Err(std::fs::TryLockError::Error(e)) => return Err(damaged(e.to_string())),
    }
    if length > 0 {
        check(&file).map_err(|e| damaged(e.to_string()))?.map_err(damaged)?;
    }
    let path = file.to_str().ok_or_else(|| damaged("its path is no valid text".into()))?;
    let database = Database::new(path).map_err(|e| damaged(e.to_string()))?;
    Ok(Locked { database, _lock: lock })
}

/// `Err` inside: what the own check of `SQLite` of pages and rows found first.
fn check(file: &Path) -> rusqlite::Result<Result<(), String>> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(if found == "ok" { Ok(()) } else { Err(found) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::FileExt;

    #[test]
    fn a_lost_database_is_not_replaced_by_an_empty_one() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(open(folder.path(), true).err().unwrap(), StartError::Lost { .. }));
        assert!(!folder.path().join(FILE).exists(), "nothing was made");
        drop(open(folder.path(), false).unwrap());
        open(folder.path(), true).unwrap();
    }

    #[test]
    fn a_second_process_is_refused_whatever_became_of_the_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path(), false).unwrap();
        assert!(matches!(open(folder.path(), false).err().unwrap(), StartError::InUse { .. }));
        drop(first);
        open(folder.path(), false).unwrap();
    }

    #[test]
    fn flipped_bytes_are_told_at_the_start() {
        let folder = tempfile::tempdir().unwrap();
        drop(open(folder.path(), false).unwrap());
        let file = File::options().write(true).open(folder.path().join(FILE)).unwrap();
        let length = file.metadata().unwrap().len();
        for page in 1..length / 4_096 {
            file.write_all_at(&[0x5a; 200], page * 4_096).unwrap();
        }
        assert!(matches!(open(folder.path(), true).err().unwrap(), StartError::Damaged { .. }));
    }
}
