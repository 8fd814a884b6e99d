//! Replaces a data folder by a backup. The old data is saved in a backup of its own.

use super::archive::{self, BackupHeader};
use super::error::BackupError;
use super::replacement::{self, Replacement};
use crate::data::folder::{DATABASE, FORMAT, FolderLock, PICTURES, companion, damage};
use crate::data::format;
use crate::data::ownership;
use crate::data::private_file;
use chrono::{DateTime, Utc};
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Restored {
    pub heading: BackupHeader,
    /// The backup of the old data; `None` if the folder was empty.
    pub before: Option<PathBuf>,
}

/// Nothing is changed before the backup was read to its end, its database verified and, if there is data to replace,
/// the replacement confirmed.
pub fn restore(
    folder: &Path,
    backups: &Path,
    file: &Path,
    now: DateTime<Utc>,
    is_confirmed: impl FnOnce(&BackupHeader) -> bool,
) -> Result<Restored, BackupError> {
    let unwritable = |error: std::io::Error| BackupError::write(folder, &error);
    let had_data = folder.join(DATABASE).exists();
    ownership::check(folder)?;
    let Some(_lock) = FolderLock::take(folder).map_err(unwritable)? else {
        return Err(BackupError::InUse { folder: folder.to_owned() });
    };
    ownership::keep_owner(folder, &folder.join(DATABASE)).map_err(unwritable)?;
    let save_old = |heading: &BackupHeader| {
        if !had_data {
            Ok(None)
        } else if is_confirmed(heading) {
            save(folder, backups, now).map(Some)
        } else {
            Err(BackupError::NotConfirmed)
        }
    };
    let outcome = replace(folder, file, save_old);
    if outcome.is_err() && !had_data {
        // The lock made an empty one.
        let _ = std::fs::remove_file(folder.join(DATABASE));
    }
    outcome
}

fn replace(
    folder: &Path,
    file: &Path,
    save_old: impl FnOnce(&BackupHeader) -> Result<Option<PathBuf>, BackupError>,
) -> Result<Restored, BackupError> {
    let unwritable = |error: std::io::Error| BackupError::write(folder, &error);
    replacement::finish(folder).map_err(unwritable)?;
    let new = Replacement::prepare(folder).map_err(unwritable)?;
    let heading = archive::read(file, |name, bytes| keep(new.path(), name, bytes, file))?;
    std::fs::create_dir_all(new.path().join(PICTURES)).map_err(unwritable)?;
    private_file::write(new.path(), FORMAT, &format::text(heading.format)).map_err(unwritable)?;
    match damage(&new.path().join(DATABASE)) {
        Ok(Ok(())) => {}
        Ok(Err(found)) => return Err(BackupError::damaged(file, &found)),
        Err(error) => return Err(BackupError::damaged(file, &error)),
    }
    let before = save_old(&heading)?;
    new.decide().map_err(unwritable)?;
    Ok(Restored { heading, before })
}

fn keep(folder: &Path, name: &str, bytes: &mut dyn Read, file: &Path) -> Result<(), BackupError> {
    let place = folder.join(name);
    let failed = |error: std::io::Error| BackupError::write(&place, &error);
    let parent = place.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent).map_err(failed)?;
    let mut out = std::fs::File::create(&place).map_err(failed)?;
    // Now, so that the owner can remove it after an interruption.
    for made in place.ancestors().take_while(|made| *made != folder) {
        ownership::keep_owner(folder, made).map_err(failed)?;
    }
    std::io::copy(bytes, &mut out).map(|_| ()).map_err(|error| match error.kind() {
        std::io::ErrorKind::StorageFull => failed(error),
        _ => BackupError::damaged(file, &error),
    })
}

/// Backs up the present data; if it is damaged, copies its files.
fn save(folder: &Path, backups: &Path, now: DateTime<Utc>) -> Result<PathBuf, BackupError> {
    if !backups.exists() {
        let made = std::fs::create_dir_all(backups).and_then(|()| ownership::keep_owner(folder, backups));
        made.map_err(|error| BackupError::write(backups, &error))?;
    }
    let name = format!("before-restore-{}", now.format("%Y-%m-%dT%H-%M-%S-%3fZ"));
    let whole = backups.join(format!("{name}.tar.gz"));
    match archive::write(folder, &whole, now) {
        Ok(_) => Ok(whole),
        Err(BackupError::Read { .. }) => {
            let copies = backups.join(name);
            let failed = |error: std::io::Error| BackupError::write(&copies, &error);
            std::fs::create_dir_all(&copies).map_err(failed)?;
            let database = folder.join(DATABASE);
            for path in [companion(&database, "-wal"), database] {
                if let Some(name) = path.file_name().filter(|_| path.exists()) {
                    std::fs::copy(&path, copies.join(name)).map_err(failed)?;
                }
            }
            ownership::keep_owner_of_all(backups, &copies).map_err(failed)?;
            Ok(copies)
        }
        Err(error) => Err(error),
    }
}
