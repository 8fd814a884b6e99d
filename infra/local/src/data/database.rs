//! The embedded table's file: one process at a time, never a damaged one, never one of a newer Larder, and never an
//! empty one in the place of a lost one.

use crate::data::backup::replacement;
use crate::data::folder::{DATABASE, FolderLock, companion, damage};
use crate::data::start_error::StartError;
use crate::data::upgrade;
use chrono::{DateTime, Utc};
use dynoxide::Database;
use std::path::Path;

/// The open database, and the lock on its folder that lasts as long as the process.
pub struct LockedDatabase {
    pub database: Database,
    _lock: FolderLock,
}

/// Open the database of a data folder, and bring it up to date. A folder that was used before, but has no database any
/// more, is refused.
pub fn open(
    folder: &Path,
    backups: &Path,
    used_before: bool,
    now: DateTime<Utc>,
) -> Result<LockedDatabase, StartError> {
    let file = folder.join(DATABASE);
    let damaged = |reason: String| StartError::Damaged { file: file.clone(), reason };
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    if used_before && length(&file) == 0 && !replacement::is_decided(folder) {
        return Err(StartError::Lost { file });
    }
    let mut lock = take(folder)?;
    // An interrupted restore is finished first.
    if replacement::finish(folder).map_err(unwritable)? {
        lock = again(lock, folder)?;
    }
    if length(&file) == 0 {
        upgrade::begin(folder).map_err(unwritable)?;
    } else {
        damage(&file).map_err(|e| damaged(e.to_string()))?.map_err(damaged)?;
        if upgrade::bring_up_to_date(folder, backups, now, crate::data::format::STEPS)? {
            lock = again(lock, folder)?;
        }
    }
    let path = file.to_str().ok_or_else(|| damaged("its path is no valid text".into()))?;
    let database = Database::new(path).map_err(|e| damaged(e.to_string()))?;
    Ok(LockedDatabase { database, _lock: lock })
}

/// Until its first checkpoint a new database is all in the write-ahead log.
fn length(file: &Path) -> u64 {
    let size = |file: &Path| std::fs::metadata(file).map_or(0, |metadata| metadata.len());
    size(file) + size(&companion(file, "-wal"))
}

fn take(folder: &Path) -> Result<FolderLock, StartError> {
    let damaged = |e: std::io::Error| StartError::Damaged { file: folder.join(DATABASE), reason: e.to_string() };
    FolderLock::take(folder).map_err(damaged)?.ok_or_else(|| StartError::InUse { folder: folder.to_owned() })
}

/// Another file has replaced the database.
fn again(lock: FolderLock, folder: &Path) -> Result<FolderLock, StartError> {
    drop(lock);
    take(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::os::unix::fs::FileExt;

    fn open(folder: &Path, used_before: bool) -> Result<LockedDatabase, StartError> {
        super::open(folder, &folder.join("backups"), used_before, DateTime::UNIX_EPOCH)
    }

    #[test]
    fn does_not_replace_a_lost_database_by_an_empty_one() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(open(folder.path(), true).err().unwrap(), StartError::Lost { .. }));
        assert!(!folder.path().join(DATABASE).exists(), "nothing was made");
        drop(open(folder.path(), false).unwrap());
        open(folder.path(), true).unwrap();
    }

    #[test]
    fn refuses_a_second_process_whatever_became_of_the_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path(), false).unwrap();
        assert!(matches!(open(folder.path(), false).err().unwrap(), StartError::InUse { .. }));
        drop(first);
        open(folder.path(), false).unwrap();
    }

    #[test]
    fn reports_flipped_bytes_at_start() {
        let folder = tempfile::tempdir().unwrap();
        drop(open(folder.path(), false).unwrap());
        let file = File::options().write(true).open(folder.path().join(DATABASE)).unwrap();
        let length = file.metadata().unwrap().len();
        for page in 1..length / 4_096 {
            file.write_all_at(&[0x5a; 200], page * 4_096).unwrap();
        }
        assert!(matches!(open(folder.path(), true).err().unwrap(), StartError::Damaged { .. }));
    }
}
