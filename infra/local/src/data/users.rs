//! Lists the larders in this folder. The table itself cannot be listed without a scan, its file can.

use crate::data::folder::DATABASE;
use domain::id::UserId;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// Returns every user who has an account or any other row in the table of this name.
pub fn list_users(folder: &Path, table: &str) -> rusqlite::Result<Vec<UserId>> {
    let connection = Connection::open_with_flags(folder.join(DATABASE), OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let table = table.replace('"', "\"\"");
    let mut statement = connection.prepare(&format!(
        "SELECT DISTINCT substr(pk, instr(pk, '#') + 1) FROM \"{table}\" WHERE pk LIKE 'S:U#%' OR pk LIKE 'S:ACC#%' ORDER BY 1"
    ))?;
    let names = statement.query_map([], |row| row.get::<_, String>(0))?;
    let names = names.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(names.iter().filter_map(|name| UserId::parse(name)).collect())
}
