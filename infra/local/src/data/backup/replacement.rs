//! Replaces a folder's data atomically: prepared beside it, then renamed as decided, then moved in. After the decision,
//! every start completes it.

use crate::data::folder::{DATABASE, companion};
use crate::data::ownership;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The replacement being prepared. Remains are worthless.
const PREPARED: &str = ".replacement-prepared";
/// The decided replacement.
const DECIDED: &str = ".replacement-decided";

#[derive(Debug)]
pub struct Replacement {
    folder: PathBuf,
    prepared: PathBuf,
}

impl Replacement {
    /// Creates an empty folder for files that are to replace those of the same name in the data folder. Other files
    /// stay.
    pub fn prepare(folder: &Path) -> io::Result<Self> {
        let prepared = folder.join(PREPARED);
        remove(&prepared)?;
        std::fs::create_dir_all(&prepared)?;
        ownership::keep_owner(folder, &prepared)?;
        Ok(Self { folder: folder.to_owned(), prepared })
    }

    pub fn path(&self) -> &Path {
        &self.prepared
    }

    /// From here on the replacement is final: after any interruption the next start completes it.
    pub fn decide(self) -> io::Result<()> {
        ownership::keep_owner_of_all(&self.folder, &self.prepared)?;
        sync_all(&self.prepared)?;
        std::fs::rename(&self.prepared, self.folder.join(DECIDED))?;
        File::open(&self.folder)?.sync_all()?;
        finish(&self.folder).map(|_| ())
    }
}

impl Drop for Replacement {
    /// Removes a prepared replacement that was not decided: it contains a copy of the database.
    fn drop(&mut self) {
        if let Err(error) = remove(&self.prepared) {
            tracing::warn!(%error, folder = %self.prepared.display(), "cannot be removed");
        }
    }
}

pub fn is_decided(folder: &Path) -> bool {
    folder.join(DECIDED).exists()
}

/// Moves in the decided replacement. Returns whether there was one.
pub fn finish(folder: &Path) -> io::Result<bool> {
    let decided = folder.join(DECIDED);
    // Left by a process that was killed before it decided.
    remove(&folder.join(PREPARED))?;
    if !is_decided(folder) {
        return Ok(false);
    }
    let mut names: Vec<_> = std::fs::read_dir(&decided)?.collect::<io::Result<Vec<_>>>()?;
    // The database last: its lock keeps others out until everything else is in place.
    names.sort_by_key(|entry| (entry.file_name() == DATABASE, entry.file_name()));
    for entry in names {
        let place = folder.join(entry.file_name());
        if entry.file_name() == DATABASE {
            // The log of another database would be applied to this one.
            for ending in ["-wal", "-shm"] {
                remove(&companion(&place, ending))?;
            }
            File::open(folder)?.sync_all()?;
        } else if entry.file_type()?.is_dir() {
            remove(&place)?;
        }
        std::fs::rename(entry.path(), &place)?;
    }
    File::open(folder)?.sync_all()?;
    remove(&decided)?;
    File::open(folder)?.sync_all()?;
    Ok(true)
}

fn remove(path: &Path) -> io::Result<()> {
    let outcome = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match outcome {
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

    fn look(folder: &Path) -> Vec<(String, String)> {
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

    fn replaced() -> Vec<(String, String)> {
        let files = [("dynamodb.sqlite", "new"), ("keys", "new"), ("mine", "x"), ("pictures/new.jpg", "new")];
        files.map(|(name, text)| (name.to_owned(), text.to_owned())).into()
    }

    #[test]
    fn replaces_files_once_decided() {
        let (folder, new) = old_and_new();
        new.decide().unwrap();
        assert_eq!(look(folder.path()), replaced());
        assert!(!finish(folder.path()).unwrap(), "there is nothing left to do");
    }

    #[test]
    fn recovers_from_an_end_at_any_step_after_the_decision() {
        // Each step that `finish` takes, as far as it could have come.
        for steps in 0..6 {
            let (folder, new) = old_and_new();
            let at = folder.path();
            std::fs::rename(new.path(), at.join(DECIDED)).unwrap();
            let undone: [&dyn Fn(); 6] = [
                &|| std::fs::rename(at.join(DECIDED).join("keys"), at.join("keys")).unwrap(),
                &|| std::fs::remove_file(at.join("pictures/old.jpg")).unwrap(),
                &|| std::fs::remove_dir(at.join("pictures")).unwrap(),
                &|| std::fs::rename(at.join(DECIDED).join("pictures"), at.join("pictures")).unwrap(),
                &|| std::fs::remove_file(at.join("dynamodb.sqlite-wal")).unwrap(),
                &|| std::fs::rename(at.join(DECIDED).join(DATABASE), at.join(DATABASE)).unwrap(),
            ];
            undone.iter().take(steps).for_each(|step| step());
            assert!(finish(at).unwrap());
            assert_eq!(look(at), replaced(), "after {steps} steps");
        }
    }

    #[test]
    fn changes_nothing_by_prepared_replacement() {
        let (folder, new) = old_and_new();
        drop(new);
        assert!(!folder.path().join(PREPARED).exists(), "a copy of the database is not left behind");
        assert!(!finish(folder.path()).unwrap());
        assert_eq!(std::fs::read_to_string(folder.path().join("keys")).unwrap(), "old");
        let again = Replacement::prepare(folder.path()).unwrap();
        assert_eq!(std::fs::read_dir(again.path()).unwrap().count(), 0, "nothing of the attempt before is left");
    }

    #[test]
    fn removes_what_a_killed_process_prepared_at_the_start() {
        let (folder, new) = old_and_new();
        std::mem::forget(new);
        assert!(folder.path().join(PREPARED).join(DATABASE).exists());
        assert!(!finish(folder.path()).unwrap());
        assert!(!folder.path().join(PREPARED).exists());
    }
}
