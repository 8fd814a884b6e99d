//! The owner of the data. A service has a user of its own, and root restores its backups: files that root writes must
//! belong to that user, and a file that the user may not access is reported as such.

use crate::data::folder;
use rustix::fs::Access;
use std::io;
use std::os::unix::fs::{MetadataExt, lchown};
use std::path::{Path, PathBuf};

/// Gives a file or folder that root made to the owner of the folder that it belongs to.
pub fn keep_owner(folder: &Path, made: &Path) -> io::Result<()> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let (owner, maker) = (folder.metadata()?, made.symlink_metadata()?);
    if (owner.uid(), owner.gid()) == (maker.uid(), maker.gid()) {
        // Also where a file system gives every file one owner, and cannot change it.
        return Ok(());
    }
    lchown(made, Some(owner.uid()), Some(owner.gid()))
}

/// Does the same with all that is in it.
pub fn keep_owner_of_all(folder: &Path, made: &Path) -> io::Result<()> {
    keep_owner(folder, made)?;
    if made.symlink_metadata()?.is_dir() {
        for entry in std::fs::read_dir(made)? {
            keep_owner_of_all(folder, &entry?.path())?;
        }
    }
    Ok(())
}

/// A part of the data that this process may not read and write.
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

/// Fails if a data folder, or a part of it, exists and may not be read and written.
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
