//! The owner of the data folder. A service runs as its own user, but root restores backups: files that root creates
//! must belong to the service's user, and inaccessible files are reported.

use crate::data::folder;
use rustix::fs::Access;
use std::io;
use std::os::unix::fs::{MetadataExt, lchown};
use std::path::{Path, PathBuf};

/// If this process is root's, gives a created file or folder to the owner of the data folder.
pub fn match_owner(folder: &Path, created: &Path) -> io::Result<()> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let (wanted, actual) = (folder.metadata()?, created.symlink_metadata()?);
    if (wanted.uid(), wanted.gid()) == (actual.uid(), actual.gid()) {
        // Some file systems have one owner for all files, which cannot be changed.
        return Ok(());
    }
    lchown(created, Some(wanted.uid()), Some(wanted.gid()))
}

/// Does the same for a folder with all its content.
pub fn match_owner_recursively(folder: &Path, created: &Path) -> io::Result<()> {
    match_owner(folder, created)?;
    if created.symlink_metadata()?.is_dir() {
        for entry in std::fs::read_dir(created)? {
            match_owner_recursively(folder, &entry?.path())?;
        }
    }
    Ok(())
}

/// A file or folder of the data that this process cannot read and write.
#[derive(Debug, thiserror::Error)]
#[error("Larder runs as user {user} and cannot read and write {} ({reason}), which belongs to user {owner} (mode {mode:o}). Give it to that user (`chown -R {user} {}`), or set LARDER_DATA to another folder. Nothing was changed.", path.display(), folder.display())]
pub struct AccessDenied {
    folder: PathBuf,
    path: PathBuf,
    reason: rustix::io::Errno,
    user: u32,
    owner: u32,
    mode: u32,
}

/// Fails if this process cannot read and write a part of an existing data folder.
pub fn check(folder: &Path) -> Result<(), AccessDenied> {
    let parts = folder::names().into_iter().map(|name| folder.join(name));
    for path in std::iter::once(folder.to_owned()).chain(parts) {
        let Ok(metadata) = path.metadata() else { continue };
        let needed = if metadata.is_dir() {
            Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK
        } else {
            Access::READ_OK | Access::WRITE_OK
        };
        if let Err(reason) = rustix::fs::access(&path, needed) {
            let user = rustix::process::getuid().as_raw();
            let (owner, mode) = (metadata.uid(), metadata.mode() & 0o777);
            return Err(AccessDenied { folder: folder.to_owned(), path, reason, user, owner, mode });
        }
    }
    Ok(())
}
