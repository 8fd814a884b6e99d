//! Replaces files of a data folder atomically: prepares them in a subfolder, commits by renaming it, and moves the
//! files. After an interruption, the next start completes a committed replacement.

use super::error::BackupError;
use crate::data::folder::{DATABASE, companion};
use crate::data::ownership;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a replacement that is not committed yet.
const PREPARED: &str = ".replacement-prepared";
/// The folder of a committed replacement.
const COMMITTED: &str = ".replacement-decided";

#[derive(Debug)]
pub struct Replacement {
    folder: PathBuf,
    prepared: PathBuf,
}

impl Replacement {
    /// Creates an empty folder for the files that replace those of the same name in the data folder.
    pub fn prepare(folder: &Path) -> io::Result<Self> {
        let prepared = folder.join(PREPARED);
        remove(&prepared)?;
        std::fs::create_dir_all(&prepared)?;
        ownership::match_owner(folder, &prepared)?;
        Ok(Self { folder: folder.to_owned(), prepared })
    }

    pub fn path(&self) -> &Path {
        &self.prepared
    }

    /// Commits and completes the replacement.
    pub fn commit(self) -> io::Result<()> {
        ownership::match_owner_recursively(&self.folder, &self.prepared)?;
        sync_all(&self.prepared)?;
        std::fs::rename(&self.prepared, self.folder.join(COMMITTED))?;
        File::open(&self.folder)?.sync_all()?;
        complete(&self.folder).map(|_| ())
    }
}

impl Drop for Replacement {
    /// Deletes a replacement that was not committed, because it contains a copy of the database.
    fn drop(&mut self) {
        if let Err(error) = remove(&self.prepared) {
            tracing::warn!(%error, folder = %self.prepared.display(), "cannot be removed");
        }
    }
}

pub fn is_committed(folder: &Path) -> bool {
    folder.join(COMMITTED).exists()
}

/// Fails if a committed replacement is not completed: the folder may have the new keys and the old database, and what is
/// written to that is lost.
pub fn check_completed(folder: &Path) -> Result<(), BackupError> {
    if is_committed(folder) { Err(BackupError::Interrupted { folder: folder.to_owned() }) } else { Ok(()) }
}

/// Moves the files of a committed replacement. Returns false if no replacement is committed.
pub fn complete(folder: &Path) -> io::Result<bool> {
    let committed = folder.join(COMMITTED);
    // The process that prepared it was killed.
    remove(&folder.join(PREPARED))?;
    if !is_committed(folder) {
        return Ok(false);
    }
    let mut names: Vec<_> = std::fs::read_dir(&committed)?.collect::<io::Result<Vec<_>>>()?;
    // The database last: its lock keeps other processes out until all other files are moved.
    names.sort_by_key(|entry| (entry.file_name() == DATABASE, entry.file_name()));
    for entry in names {
        let target = folder.join(entry.file_name());
        if entry.file_name() == DATABASE {
            // SQLite would apply the old database's log to this one.
            for ending in ["-wal", "-shm"] {
                remove(&companion(&target, ending))?;
            }
            File::open(folder)?.sync_all()?;
        } else if entry.file_type()?.is_dir() {
            remove(&target)?;
        }
        std::fs::rename(entry.path(), &target)?;
    }
    File::open(folder)?.sync_all()?;
    remove(&committed)?;
    File::open(folder)?.sync_all()?;
    Ok(true)
}

fn remove(path: &Path) -> io::Result<()> {
    let result = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn sync_all(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            sync_all(&entry?.path())?;
        }
    }
    File::open(path)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::backup::archive;
    use chrono::DateTime;

    fn old_and_new() -> (tempfile::TempDir, Replacement) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("dynamodb.sqlite", "old"), ("dynamodb.sqlite-wal", "log"), ("keys", "old"), ("mine", "x")]
        {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        std::fs::create_dir(folder.path().join("pictures")).unwrap();
        std::fs::write(folder.path().join("pictures/old.jpg"), "old").unwrap();
        let new = Replacement::prepare(folder.path()).unwrap();
        for name in ["dynamodb.sqlite", "keys"] {
            std::fs::write(new.path().join(name), "new").unwrap();
        }
        std::fs::create_dir(new.path().join("pictures")).unwrap();
        std::fs::write(new.path().join("pictures/new.jpg"), "new").unwrap();
        (folder, new)
    }

    fn content(folder: &Path) -> Vec<(String, String)> {
        let mut files = Vec::new();
        let mut open = vec![folder.to_owned()];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                files.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
        files.sort();
        files
    }

    fn expected_content() -> Vec<(String, String)> {
        let files = [("dynamodb.sqlite", "new"), ("keys", "new"), ("mine", "x"), ("pictures/new.jpg", "new")];
        files.map(|(name, text)| (name.to_owned(), text.to_owned())).into()
    }

    #[test]
    fn replaces_files_on_commit() {
        let (folder, new) = old_and_new();
        new.commit().unwrap();
        assert_eq!(content(folder.path()), expected_content());
        assert!(!complete(folder.path()).unwrap(), "it is completed already");
    }

    #[test]
    fn completes_a_commit_that_was_interrupted_at_any_step() {
        // The steps of `complete`.
        for steps in 0..6 {
            let (folder, new) = old_and_new();
            let at = folder.path();
            std::fs::rename(new.path(), at.join(COMMITTED)).unwrap();
            let all: [&dyn Fn(); 6] = [
                &|| std::fs::rename(at.join(COMMITTED).join("keys"), at.join("keys")).unwrap(),
                &|| std::fs::remove_file(at.join("pictures/old.jpg")).unwrap(),
                &|| std::fs::remove_dir(at.join("pictures")).unwrap(),
                &|| std::fs::rename(at.join(COMMITTED).join("pictures"), at.join("pictures")).unwrap(),
                &|| std::fs::remove_file(at.join("dynamodb.sqlite-wal")).unwrap(),
                &|| std::fs::rename(at.join(COMMITTED).join(DATABASE), at.join(DATABASE)).unwrap(),
            ];
            all.iter().take(steps).for_each(|step| step());
            assert!(complete(at).unwrap());
            assert_eq!(content(at), expected_content(), "after {steps} steps");
        }
    }

    #[test]
    fn refuses_a_backup_until_an_interrupted_commit_is_completed() {
        let (folder, new) = old_and_new();
        std::fs::rename(new.path(), folder.path().join(COMMITTED)).unwrap();
        let backup = archive::write(folder.path(), &folder.path().join("backup"), DateTime::UNIX_EPOCH);
        assert!(matches!(backup, Err(BackupError::Interrupted { .. })), "{backup:?}");
    }

    #[test]
    fn changes_nothing_before_the_commit() {
        let (folder, new) = old_and_new();
        drop(new);
        assert!(!folder.path().join(PREPARED).exists(), "the copy of the database is deleted");
        assert!(!complete(folder.path()).unwrap());
        assert_eq!(std::fs::read_to_string(folder.path().join("keys")).unwrap(), "old");
    }

    #[test]
    fn deletes_the_replacement_that_a_killed_process_prepared() {
        let (folder, new) = old_and_new();
        std::mem::forget(new);
        assert!(folder.path().join(PREPARED).join(DATABASE).exists());
        assert!(!complete(folder.path()).unwrap());
        assert!(!folder.path().join(PREPARED).exists());
    }
}
