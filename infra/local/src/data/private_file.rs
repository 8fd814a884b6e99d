//! Files that only their owner can read.

use crate::data::ownership;
use crate::data::start_error::StartError;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Reads a file, or writes it with this content at the first start.
pub fn read_or_create(
    folder: &Path,
    name: &str,
    content: impl FnOnce() -> Result<String, StartError>,
) -> Result<String, StartError> {
    let file = folder.join(name);
    match std::fs::read_to_string(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let text = content()?;
            let unwritable =
                |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
            write(folder, name, &text).map_err(unwritable).map(|()| text)
        }
        text => text.map_err(|error| StartError::Damaged { file, reason: error.to_string() }),
    }
}

/// Writes a file atomically: under a temporary name, which is then renamed.
pub fn write(folder: &Path, name: &str, text: &str) -> std::io::Result<()> {
    let temporary = folder.join(format!("{name}.new"));
    let mut out = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&temporary)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    ownership::match_owner(folder, &temporary)?;
    std::fs::rename(&temporary, folder.join(name))?;
    std::fs::File::open(folder)?.sync_all()
}
