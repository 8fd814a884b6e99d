//! The free space of the disk that holds the data.

use std::io;
use std::path::Path;

/// With less free space, no photo is accepted: the rest is for the database and a backup.
pub const MIN_FREE_BYTES_FOR_UPLOADS: u64 = 1 << 30;
/// With less free space, writes of the database fail or will fail soon.
pub const MIN_FREE_BYTES_FOR_WRITES: u64 = 32 << 20;

/// Returns the free bytes of a folder's disk that an ordinary user can use.
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}
