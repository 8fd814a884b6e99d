//! What every call costs, measured from what the table says it consumed, and written down in `docs/CAPACITY.md`.

use crate::api::endpoints::operation;
use crate::api::world::{World, rows};
use crate::server::on_another_engine;
use std::fmt::Write;
use std::path::Path;
use uuid::Uuid;

const HEADING: &str = "\
# Capacity

What every call consumes of the table, in DynamoDB's units, for a user with 40 active items, 40 rows on the shopping list, one scan, one share, one calendar, one learnt correction, one device and one token for a program.
A test measures it (`ConsumedCapacity` of every request) and fails when this page says something else; `LARDER_WRITE=1 make test-rust` writes it anew.

A read unit is 4 KB, strongly consistent; a write unit is 1 KB, for the table and for each index that the row is in; a transaction costs double. The columns
*with a key* are for a call with an `Idempotency-Key`: the look-up of the key, and the change together with its record in one transaction. A condition that
is refused costs a write unit that no answer reports: creating, editing or restoring an item can cost one more, where the user is looked at sooner anyway.

| operation | reads | writes | requests | reads with a key | writes with a key |
|---|---:|---:|---:|---:|---:|
";

const ENDING: &str = "
There is no Scan. The first change of a user within half a minute looks whether the account is gone: half a read unit more. Rate limits cost one write unit each (`extract_receipt` has two, and a third where a model reads, `create_receipt_upload`, `check_notifications`, `get_shared_list`, `read_calendar`, `sign_up`, `refresh_id_token`, `sign_in_with_custom_token`, `bring_along` and what opens or uses a link, a code or a pass). In a shared larder a request also reads its device's row: half a read unit, at most once in 28 s. A program's token is a read unit at each request, and a write unit a day. The visit of an account is noted once a week and device: three write units, as its row has a place in the index.
What a user pays a month on demand (0.625 $ per million write units, 0.125 $ per million read units): a person who opens the app five times a day, adds
three items, ticks off five rows and scans two receipts a week costs about a tenth of a cent.
";

#[tokio::test]
async fn the_page_about_capacity_says_what_is_consumed() {
    // Another engine counts by its own rules, which are not DynamoDB's.
    if on_another_engine() {
        return;
    }
    let count = rows(&World::new().await).len();
    let mut page = HEADING.to_owned();
    for n in 0..count {
        let mut spent = vec![];
        for key in [None, Some(Uuid::from_u128(7))] {
            let world = World::new().await;
            let row = rows(&world).swap_remove(n);
            let mut call = world.server.call(row.method.clone(), &row.path).by(row.by);
            if let Some(body) = &row.body {
                call = call.json(body);
            }
            let keyless = row.method == http::Method::GET || !operation(row.operation).1;
            match key {
                Some(_) if keyless => continue,
                Some(key) => call = call.key(key),
                None => {}
            }
            let meter = world.server.deps.store.meter.clone();
            let before = meter.spent();
            let answer = call.send().await;
            assert_eq!(answer.status.as_u16(), row.status, "{}", row.operation);
            spent.push((row.operation, meter.spent() - before));
        }
        let (operation, plain) = spent[0];
        let (reads, writes, calls) = (plain.read_units, plain.write_units, plain.calls);
        let keyed = spent.get(1).map_or(" | ".to_owned(), |(_, s)| format!("{} | {}", s.read_units, s.write_units));
        writeln!(page, "| `{operation}` | {reads} | {writes} | {calls} | {keyed} |").unwrap();
        // What the design promises for forty items.
        match operation {
            "list_items" => assert!(reads <= 3.0 && writes == 0.0, "{operation}: {plain:?}"),
            "create_item" => assert!(writes <= 4.0, "{operation}: {plain:?}"),
            "toggle_list_item" => assert!(reads + writes <= 2.0, "{operation}: {plain:?}"),
            _ => {}
        }
    }
    page.push_str(ENDING);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/CAPACITY.md");
    if std::env::var_os("LARDER_WRITE").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    for (says, is) in written.lines().zip(page.lines()) {
        assert_eq!(says, is, "docs/CAPACITY.md is stale: LARDER_WRITE=1 make test-rust writes it anew");
    }
    assert_eq!(written, page, "docs/CAPACITY.md is stale: LARDER_WRITE=1 make test-rust writes it anew");
}
