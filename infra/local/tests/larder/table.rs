//! The rows of an embedded table, read and written past the store.

use crate::server::TestServer;
use dynoxide::Database;
use dynoxide::actions::put_item::PutItemRequest;
use dynoxide::actions::scan::ScanRequest;
use dynoxide::types::AttributeValue;
use std::collections::HashMap;

pub const TABLE: &str = "larder";

pub type TableRow = HashMap<String, AttributeValue>;

/// Starts a server on an empty table in memory.
pub async fn start_in_memory() -> TestServer {
    TestServer::start_on(Database::memory().unwrap(), &[]).await
}

pub fn all_rows(database: &Database) -> Vec<TableRow> {
    let all = database.scan(ScanRequest { table_name: TABLE.into(), ..ScanRequest::default() }).unwrap();
    assert!(all.last_evaluated_key.is_none(), "one response has all rows");
    all.items.unwrap_or_default()
}

pub fn put_row(database: &Database, item: TableRow) {
    database.put_item(PutItemRequest { table_name: TABLE.into(), item, ..PutItemRequest::default() }).unwrap();
}

/// Returns the kind of a row by the beginnings of its keys: `U I` for an item.
pub fn kind(row: &TableRow) -> String {
    let part = |name: &str| match &row[name] {
        AttributeValue::S(key) => key.split('#').next().unwrap_or_default().to_owned(),
        _ => panic!("{name} is no text"),
    };
    format!("{} {}", part("PK"), part("SK"))
}
