//! The data folder: its files, its lock, and the check of its database.

use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The embedded table.
pub const DATABASE: &str = "dynamodb.sqlite";
/// Receipts' pictures.
pub const PICTURES: &str = "pictures";
pub const SIGNING_KEYS: &str = "identity-keys.json";
pub const PUSH_KEYS: &str = "push-keys.json";
/// The key that tokens are derived from.
pub const DERIVATION_KEY: &str = "derivation-key";
/// The files of keys, which are part of a backup.
pub const KEYS: [&str; 3] = [SIGNING_KEYS, PUSH_KEYS, DERIVATION_KEY];
/// A file of earlier versions: the day of the last message to ntfy and Gotify.
const DIGESTS: &str = "digests.json";
/// The hash of the set-up link, while it is valid.
pub const SET_UP_LINK: &str = "set-up-link";
/// The number of the data's format.
pub const FORMAT: &str = "format";

/// Returns the names of all files and folders of a data folder except backups.
pub fn names() -> Vec<PathBuf> {
    let database = Path::new(DATABASE);
    let rest = [PICTURES, SIGNING_KEYS, PUSH_KEYS, DERIVATION_KEY, DIGESTS, SET_UP_LINK, FORMAT];
    let companions = ["-wal", "-shm"].map(|ending| companion(database, ending));
    companions.into_iter().chain([DATABASE].into_iter().chain(rest).map(PathBuf::from)).collect()
}

/// Returns true if a folder's database has data, which its write-ahead log may have alone. A lock creates an empty file.
pub fn has_data(folder: &Path) -> bool {
    let database = folder.join(DATABASE);
    let has_bytes = |file: &Path| std::fs::metadata(file).is_ok_and(|metadata| metadata.len() > 0);
    has_bytes(&database) || has_bytes(&companion(&database, "-wal"))
}

/// Returns true if a folder has keys or pictures, also without a database.
pub fn has_keys_or_pictures(folder: &Path) -> bool {
    KEYS.iter().chain(&[PICTURES]).any(|name| folder.join(name).exists())
}

/// Returns the path of a file that `SQLite` keeps beside an open database, such as its write-ahead log.
pub fn companion(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    database.with_file_name(name)
}

/// The lock of a process that serves or replaces a data folder. Commands that change rows beside a server do not take
/// it: `SQLite` isolates them, by locks that end with each transaction. It is on the database's file, so that it cannot
/// be removed separately.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Returns `Ok(None)` if another process has the lock. Creates a missing database file.
    pub fn take(folder: &Path) -> std::io::Result<Option<Self>> {
        let path = folder.join(DATABASE);
        let file = File::options().create(true).truncate(false).read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(std::fs::TryLockError::WouldBlock) => Ok(None),
            Err(std::fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Checks the database's pages and rows. Returns the first damage found.
pub fn find_damage(database: &Path) -> rusqlite::Result<Option<String>> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((found != "ok").then_some(found))
}
