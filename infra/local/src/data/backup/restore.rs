//! Replaces a folder's data by a backup, after the old data was saved.

use super::archive::{self, BackedUpFile, BackupHeader};
use super::error::BackupError;
use super::replacement::{self, Replacement};
use crate::data::folder::{self, DATABASE, FORMAT, FolderLock, PICTURES, find_damage, has_data, has_keys_or_pictures};
use crate::data::format;
use crate::data::ownership;
use crate::data::private_file;
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Restored {
    pub header: BackupHeader,
    /// The backup of the old data; `None` if the folder was empty.
    pub saved: Option<PathBuf>,
}

/// Completes an interrupted restore first. Then changes nothing before the whole backup was read and verified and, if
/// it replaces data, the restore was confirmed.
pub fn restore(
    folder: &Path,
    backups: &Path,
    file: &Path,
    now: DateTime<Utc>,
    is_confirmed: impl FnOnce(&BackupHeader) -> bool,
) -> Result<Restored, BackupError> {
    let unwritable = |error: std::io::Error| BackupError::write(folder, &error);
    let in_use = || BackupError::InUse { folder: folder.to_owned() };
    let mut had_data = has_data(folder) || has_keys_or_pictures(folder);
    ownership::check(folder)?;
    let take_lock = || FolderLock::take(folder).map_err(unwritable)?.ok_or_else(in_use);
    let lock = take_lock()?;
    let _lock = if replacement::complete(folder).map_err(unwritable)? {
        // The lock is on the file that was replaced.
        drop(lock);
        had_data = true;
        take_lock()?
    } else {
        lock
    };
    ownership::match_owner(folder, &folder.join(DATABASE)).map_err(unwritable)?;
    let save_old = |header: &BackupHeader| {
        if !had_data {
            Ok(None)
        } else if is_confirmed(header) {
            save(folder, backups, now).map(Some)
        } else {
            Err(BackupError::NotConfirmed)
        }
    };
    let result = replace(folder, file, save_old);
    if result.is_err() && !has_data(folder) {
        // The lock created an empty file.
        let _ = std::fs::remove_file(folder.join(DATABASE));
    }
    result
}

fn replace(
    folder: &Path,
    file: &Path,
    save_old: impl FnOnce(&BackupHeader) -> Result<Option<PathBuf>, BackupError>,
) -> Result<Restored, BackupError> {
    let unwritable = |error: std::io::Error| BackupError::write(folder, &error);
    let new = Replacement::prepare(folder).map_err(unwritable)?;
    let header = archive::read(file, |backed_up| extract(new.path(), backed_up, file))?;
    std::fs::create_dir_all(new.path().join(PICTURES)).map_err(unwritable)?;
    private_file::write(new.path(), FORMAT, &format::text(header.format)).map_err(unwritable)?;
    let damage = find_damage(&new.path().join(DATABASE)).map_err(|error| BackupError::damaged(file, &error))?;
    if let Some(found) = damage {
        return Err(BackupError::damaged(file, &found));
    }
    let saved = save_old(&header)?;
    new.commit().map_err(unwritable)?;
    Ok(Restored { header, saved })
}

fn extract(folder: &Path, backed_up: BackedUpFile, file: &Path) -> Result<(), BackupError> {
    let BackedUpFile { name, written_at, bytes } = backed_up;
    let target = folder.join(name);
    let failed = |error: std::io::Error| BackupError::write(&target, &error);
    let parent = target.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent).map_err(failed)?;
    let mut out = std::fs::File::create(&target).map_err(failed)?;
    // Before the content is written, so that the owner can delete it after an interruption.
    for created in target.ancestors().take_while(|path| *path != folder) {
        ownership::match_owner(folder, created).map_err(failed)?;
    }
    std::io::copy(bytes, &mut out).map(|_| ()).map_err(|error| match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => failed(error),
        _ => BackupError::damaged(file, &error),
    })?;
    out.set_modified(written_at).map_err(failed)
}

/// Backs up the current data; if a part of it cannot be read or there is no database, copies its files.
fn save(folder: &Path, backups: &Path, now: DateTime<Utc>) -> Result<PathBuf, BackupError> {
    if !backups.exists() {
        let made = std::fs::create_dir_all(backups).and_then(|()| ownership::match_owner(folder, backups));
        made.map_err(|error| BackupError::write(backups, &error))?;
    }
    let name = format!("before-restore-{}", now.format("%Y-%m-%dT%H-%M-%S-%3fZ"));
    let file = backups.join(format!("{name}.tar.gz"));
    match archive::write(folder, &file, now) {
        Ok(_) => Ok(file),
        Err(BackupError::Read { .. } | BackupError::NoData { .. }) => {
            let copies = backups.join(name);
            let failed = |error: std::io::Error| BackupError::write(&copies, &error);
            std::fs::create_dir_all(&copies).map_err(failed)?;
            for name in folder::names() {
                let (path, copy) = (folder.join(&name), copies.join(&name));
                // Nothing is replaced before the database was copied whole.
                let is_database = name.to_string_lossy().starts_with(DATABASE);
                if is_database && path.exists() {
                    std::fs::copy(&path, &copy).map_err(failed)?;
                } else if path.exists() {
                    copy_readable(&path, &copy).map_err(failed)?;
                }
            }
            ownership::match_owner_recursively(backups, &copies).map_err(failed)?;
            Ok(copies)
        }
        Err(error) => Err(error),
    }
}

/// Copies a file or folder. Leaves out files that cannot be read: a failing disk is a reason for a restore.
fn copy_readable(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        std::fs::create_dir_all(to)?;
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            copy_readable(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    let read = std::fs::File::open(from).and_then(|mut file| std::io::copy(&mut file, &mut std::io::sink()));
    if let Err(error) = read {
        tracing::warn!(%error, file = %from.display(), "cannot be read, so it is not saved");
        return Ok(());
    }
    std::fs::copy(from, to).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::folder::{PUSH_KEYS, SIGNING_KEYS};
    use std::os::unix::net::UnixListener;

    /// Returns a backup of a folder with a database.
    fn backup(backups: &Path) -> PathBuf {
        let folder = tempfile::tempdir().unwrap();
        let database = rusqlite::Connection::open(folder.path().join(DATABASE)).unwrap();
        database.execute_batch("CREATE TABLE larder (n INTEGER)").unwrap();
        let file = backups.join("larder.tar.gz");
        archive::write(folder.path(), &file, DateTime::UNIX_EPOCH).unwrap();
        file
    }

    #[test]
    fn saves_all_readable_files_of_damaged_data() {
        let [damaged, backups] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let backup = backup(backups.path());
        let files = [(DATABASE, "no database"), (SIGNING_KEYS, "keys"), ("pictures/receipts/ab/1.jpg", "photo")];
        std::fs::create_dir_all(damaged.path().join("pictures/receipts/ab")).unwrap();
        for (name, text) in files {
            std::fs::write(damaged.path().join(name), text).unwrap();
        }
        // No file can be read from a socket.
        let unreadable = [PUSH_KEYS, "pictures/receipts/ab/2.jpg"];
        let _sockets = unreadable.map(|name| UnixListener::bind(damaged.path().join(name)).unwrap());
        let restored = restore(damaged.path(), backups.path(), &backup, DateTime::UNIX_EPOCH, |_| true).unwrap();
        let saved = restored.saved.unwrap();
        for (name, text) in files {
            assert_eq!(std::fs::read_to_string(saved.join(name)).unwrap(), text, "{name}");
        }
        assert_eq!(unreadable.map(|name| saved.join(name).exists()), [false; 2]);
    }

    /// A crash left an empty database.
    #[test]
    fn asks_before_it_replaces_files_without_a_database_and_saves_them() {
        let [folder, backups] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let backup = backup(backups.path());
        std::fs::write(folder.path().join(DATABASE), "").unwrap();
        let (picture, now) = ("pictures/1.jpg", DateTime::UNIX_EPOCH);
        std::fs::create_dir(folder.path().join(PICTURES)).unwrap();
        std::fs::write(folder.path().join(picture), "photo").unwrap();
        let refused = restore(folder.path(), backups.path(), &backup, now, |_| false).unwrap_err();
        assert!(matches!(refused, BackupError::NotConfirmed), "{refused}");
        assert_eq!(std::fs::read_to_string(folder.path().join(picture)).unwrap(), "photo");
        let restored = restore(folder.path(), backups.path(), &backup, now, |_| true).unwrap();
        assert_eq!(std::fs::read_to_string(restored.saved.unwrap().join(picture)).unwrap(), "photo");
    }
}
