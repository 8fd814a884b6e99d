//! Measures the capacity units of every call and compares them with `docs/CAPACITY.md`.

use crate::api::endpoints::{call, operation};
use crate::api::sample_call::SampleCall;
use crate::api::sample_calls::sample_calls;
use crate::api::world::World;
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use uuid::Uuid;

const HEADING: &str = "\
# Capacity

DynamoDB units of every call, for a user with 40 active items, 40 list rows, and one scan, share, calendar, learned
correction, device and program token. A test measures `ConsumedCapacity` and fails if this page differs; `make types`
writes it.

A read unit is 4 KB, strongly consistent. A write unit is 1 KB, for the table and each index that contains the row. A
transaction costs double. The columns *with a key* are calls with an `Idempotency-Key`: the lookup of the key, and the
change with its record in one transaction. A failed condition costs a write unit that no response reports, so creating,
editing or restoring an item can cost one more if a reminder moves to an earlier time.

A change that makes a permanent row (item, list row, share, calendar, token, subscription, scan, preferences, device)
checks the account's tombstone in the same transaction: 2 writes with a key; without one, the transaction's double price
as well. A row written after the account was deleted would never be erased.

| operation | reads | writes | requests | reads with a key | writes with a key |
|---|---:|---:|---:|---:|---:|
";

const ENDING: &str = "
## Additional costs

| when | units |
|---|---|
| first change of a user within half a minute, or first read that is closed to lookers: is the account deleted? | 0.5 read |
| rate limits: `create_receipt_upload` | 2 writes |
| rate limits: `check_notifications`, `get_shared_list`, `read_calendar`, `export_data` | 1 write each |
| rate limits: `sign_up`, `refresh_id_token`, `sign_in_with_custom_token`, `bring_along` | 1 write each |
| rate limits: creating or using a join credential | 1 write each |
| rate limits: `read_date_label` | 2 writes |
| rate limits of `extract_receipt` | 2 writes, one more on AWS and one with a cloud model |
| shared larder: the device's row, at most once in 28 s | 0.5 read |
| program token | 1 read per request, 1 write per day |
| visit of an account, once a week and device, program or calendar | 3 writes |
| deleting an account: the keys of its last 30 days | 2 writes each |

There is no Scan. A user who opens the app five times a day, adds three items, ticks five rows and scans two receipts a
week costs about a tenth of a cent a month on demand ($0.625 per million write units, $0.125 per million read units).
";

/// Returns the most read units, write units and requests that an operation may cost for forty items, however often
/// `make types` writes the page.
fn max_units(operation: &str) -> (f64, f64, u64) {
    match operation {
        "list_items" => (4.0, 0.0, 2),
        "create_item" => (1.0, 8.0, 3),
        "toggle_list_item" => (1.0, 1.0, 2),
        // Operations that read or write many rows.
        "delete_all_items_by_status" => (4.0, 160.0, 3),
        "clear_all_data" => (12.0, 253.0, 12),
        "clear_list" => (2.0, 80.0, 2),
        "create_share" => (4.0, 22.0, 4),
        "extract_receipt" => (8.0, 25.0, 13),
        "export_data" => (16.0, 2.0, 16),
        "import_data" => (18.0, 18.0, 14),
        "preview_import" => (9.0, 12.0, 6),
        "bring_along" | "delete_account" => (11.0, 22.0, 17),
        "end_other_devices" => (6.0, 14.0, 7),
        _ => (8.0, 12.0, 6),
    }
}

#[tokio::test]
async fn documents_the_measured_consumption() {
    let count = sample_calls(&World::new().await).len();
    let mut page = HEADING.to_owned();
    for n in 0..count {
        let mut spent = vec![];
        for key in [None, Some(Uuid::from_u128(7))] {
            let world = World::new().await;
            let sample = sample_calls(&world).swap_remove(n);
            if key.is_some() && (sample.method == http::Method::GET || !operation(sample.operation).1) {
                continue;
            }
            // As after an earlier change: the accounts were just looked up.
            for user in [sample.by, "carla", "hanna"] {
                world.server.post("/api/receipts").by(user).json(&json!({"length": 1})).send().await;
            }
            let meter = world.server.deps.store.meter.clone();
            let before = meter.spent();
            let response = call(&world.server, &sample, &sample.path).by(sample.by).keyed(key).send().await;
            assert_eq!(response.status.as_u16(), sample.status, "{}", sample.operation);
            spent.push((sample, meter.spent() - before));
        }
        let (SampleCall { operation, case, .. }, plain) = &spent[0];
        let by = if case.is_empty() { String::new() } else { format!(" by {case}") };
        let (reads, writes, calls) = (plain.read_units, plain.write_units, plain.calls);
        let keyed = spent.get(1).map_or(" | ".to_owned(), |(_, s)| format!("{} | {}", s.read_units, s.write_units));
        writeln!(page, "| `{operation}`{by} | {reads} | {writes} | {calls} | {keyed} |").unwrap();
        let (max_reads, max_writes, max_calls) = max_units(operation);
        assert!(reads <= max_reads && writes <= max_writes && calls <= max_calls, "{operation}: {plain:?}");
    }
    page.push_str(ENDING);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/CAPACITY.md");
    if std::env::var_os("LARDER_WRITE").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    for (documented, measured) in written.lines().zip(page.lines()) {
        assert_eq!(documented, measured, "docs/CAPACITY.md is stale: make types writes it");
    }
    assert_eq!(written, page, "docs/CAPACITY.md is stale: make types writes it");
}
