//! The free space of the disk that holds the data.

use std::io;
use std::path::Path;

/// Below this no photo is accepted: the remaining space is for the database and a backup.
pub const MIN_FREE_FOR_UPLOADS: u64 = 1 << 30;
/// With less, writes of the database fail, or are about to.
pub const MIN_FREE_FOR_WRITES: u64 = 32 << 20;

/// Returns the free bytes of a folder's disk, as its owner may use them.
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}
