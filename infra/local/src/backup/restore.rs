//! Replaces a data folder by a backup. The old data is saved in a backup of its own.

use super::archive;
use super::error::BackupError;
use super::replacement::{self, Replacement};
use crate::data_folder::{DATABASE, FORMAT, FolderLock, PICTURES, companion, damage};
use crate::{data_format, private_file};
use chrono::{DateTime, Utc};
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Restored {
    pub heading: archive::Heading,
    /// The backup of the old data; `None` if the folder was empty.
    pub before: Option<PathBuf>,
}

/// Nothing is touched before the backup was read to its end and its database found whole.
pub fn restore(folder: &Path, backups: &Path, file: &Path, now: DateTime<Utc>) -> Result<Restored, BackupError> {
    let unwritable = |error: std::io::Error| BackupError::write(folder, &error);
    let had_data = folder.join(DATABASE).exists();
    let Some(_lock) = FolderLock::take(folder).map_err(unwritable)? else {
        return Err(BackupError::InUse { folder: folder.to_owned() });
    };
    let outcome = replace(folder, backups, file, now, had_data);
    if outcome.is_err() && !had_data {
        // The lock made an empty one.
        let _ = std::fs::remove_file(folder.join(DATABASE));
    }
    outcome
}

fn replace(
    folder: &Path,
    backups: &Path,
    file: &Path,
    now: DateTime<Utc>,
    had_data: bool,
) -> Result<Restored, BackupError> {
    let unwritable = |error: std::io::Error| BackupError::write(folder, &error);
    replacement::finish(folder).map_err(unwritable)?;
    let new = Replacement::prepare(folder).map_err(unwritable)?;
    let heading = archive::read(file, |name, bytes| keep(new.path(), name, bytes, file))?;
    std::fs::create_dir_all(new.path().join(PICTURES)).map_err(unwritable)?;
    private_file::write(new.path(), FORMAT, &data_format::text(heading.format)).map_err(unwritable)?;
    match damage(&new.path().join(DATABASE)) {
        Ok(Ok(())) => {}
        Ok(Err(found)) => return Err(BackupError::damaged(file, &found)),
        Err(error) => return Err(BackupError::damaged(file, &error)),
    }
    let before = if had_data { Some(save(folder, backups, now)?) } else { None };
    new.decide().map_err(unwritable)?;
    Ok(Restored { heading, before })
}

fn keep(folder: &Path, name: &str, bytes: &mut dyn Read, file: &Path) -> Result<(), BackupError> {
    let place = folder.join(name);
    if let Some(parent) = place.parent() {
        std::fs::create_dir_all(parent).map_err(|error| BackupError::write(&place, &error))?;
    }
    let mut out = std::fs::File::create(&place).map_err(|error| BackupError::write(&place, &error))?;
    std::io::copy(bytes, &mut out).map(|_| ()).map_err(|error| match error.kind() {
        std::io::ErrorKind::StorageFull => BackupError::write(&place, &error),
        _ => BackupError::damaged(file, &error),
    })
}

/// Backs up the present data; if it is damaged, copies its files.
fn save(folder: &Path, backups: &Path, now: DateTime<Utc>) -> Result<PathBuf, BackupError> {
    std::fs::create_dir_all(backups).map_err(|error| BackupError::write(backups, &error))?;
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
            Ok(copies)
        }
        Err(error) => Err(error),
    }
}
