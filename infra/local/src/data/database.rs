//! Opens the embedded table's file, for one server at a time. Refuses damaged files, files of a newer Larder, and to
//! replace a lost file by an empty one.

use crate::data::backup::replacement;
use crate::data::folder::{DATABASE, FolderLock, find_damage, has_data};
use crate::data::start_error::StartError;
use crate::data::upgrade;
use chrono::{DateTime, Utc};
use dynoxide::Database;
use std::path::Path;

/// The open database, and the lock on its folder.
pub struct LockedDatabase {
    pub database: Database,
    _lock: FolderLock,
}

/// Opens and upgrades the database of a data folder. Fails if the folder was used before, but the database is missing.
pub fn open(
    folder: &Path,
    backups: &Path,
    used_before: bool,
    now: DateTime<Utc>,
) -> Result<LockedDatabase, StartError> {
    let file = folder.join(DATABASE);
    let damaged = |reason: String| StartError::Damaged { file: file.clone(), reason };
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    if used_before && !has_data(folder) && !replacement::is_committed(folder) {
        return Err(StartError::Lost { file });
    }
    let mut lock = take_lock(folder)?;
    // An interrupted restore is completed first.
    if replacement::complete(folder).map_err(unwritable)? {
        lock = retake_lock(lock, folder)?;
    }
    if has_data(folder) {
        if let Some(found) = find_damage(&file).map_err(|e| damaged(e.to_string()))? {
            return Err(damaged(found));
        }
        if upgrade::upgrade_data(folder, backups, now, crate::data::format::STEPS)? {
            lock = retake_lock(lock, folder)?;
        }
    } else {
        upgrade::write_current_format(folder).map_err(unwritable)?;
    }
    let path = file.to_str().ok_or_else(|| damaged("its path is no valid text".into()))?;
    let database = Database::new(path).map_err(|e| damaged(e.to_string()))?;
    Ok(LockedDatabase { database, _lock: lock })
}

fn take_lock(folder: &Path) -> Result<FolderLock, StartError> {
    let damaged = |e: std::io::Error| StartError::Damaged { file: folder.join(DATABASE), reason: e.to_string() };
    FolderLock::take(folder).map_err(damaged)?.ok_or_else(|| StartError::InUse { folder: folder.to_owned() })
}

/// Locks the file that has replaced the database.
fn retake_lock(lock: FolderLock, folder: &Path) -> Result<FolderLock, StartError> {
    drop(lock);
    take_lock(folder)
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
    fn rejects_a_lost_database() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(open(folder.path(), true).err().unwrap(), StartError::Lost { .. }));
        assert!(!folder.path().join(DATABASE).exists(), "no file was created");
        drop(open(folder.path(), false).unwrap());
        open(folder.path(), true).unwrap();
    }

    #[test]
    fn rejects_a_second_process() {
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
