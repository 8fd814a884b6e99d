//! Files that only their owner can read.

use crate::data::ownership;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

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
