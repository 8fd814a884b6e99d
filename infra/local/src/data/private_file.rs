//! A file that only its owner can read.

use crate::data::ownership;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Whole or not at all: written beside, made durable, then moved into place.
pub fn write(folder: &Path, name: &str, text: &str) -> std::io::Result<()> {
    let beside = folder.join(format!("{name}.new"));
    let mut out = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    ownership::keep_owner(folder, &beside)?;
    std::fs::rename(&beside, folder.join(name))?;
    std::fs::File::open(folder)?.sync_all()
}
