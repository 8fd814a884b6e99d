//! Detects writes to the embedded table by one read of shared memory.

use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;
use store::Revision;

/// A connection that writes nothing. `SQLite` counts the commits of all other connections for it, of this process and
/// of others (`larder import`).
#[derive(Debug)]
pub struct TableRevision(Connection);

impl TableRevision {
    pub fn open(database: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        // If the file is locked, a request reads the table instead of waiting.
        connection.busy_timeout(Duration::ZERO)?;
        Ok(Self(connection))
    }
}

impl Revision for TableRevision {
    fn current(&mut self) -> Option<i64> {
        let mut statement = self.0.prepare_cached("PRAGMA data_version").ok()?;
        statement.query_row([], |row| row.get(0)).ok()
    }
}
