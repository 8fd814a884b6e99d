//! Detects by one read of shared memory whether the embedded table was written since an earlier check.

use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;
use store::Revision;

/// A connection that writes nothing. `SQLite` counts for it the commits of all other connections: those of this process
/// (requests, housekeeping) and of other processes (`larder import`, `larder devices end`).
#[derive(Debug)]
pub struct TableRevision(Connection);

impl TableRevision {
    pub fn open(database: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        // A request does not wait for a locked file: it reads the table.
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
