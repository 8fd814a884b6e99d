//! Tests that cached lists are never older than the table (decision 034).

use crate::api::shopping_list::{LIST, add, names, toggle};
use crate::server::TestServer;
use chrono::TimeDelta;
use domain::id::UserId;
use larder::data::embedded;
use serde_json::json;
use std::sync::Arc;

const ITEMS: &str = "/api/items";

async fn add_item(server: &TestServer, name: &str) {
    server.create(ITEMS, "anna", &json!({"name": name, "category": "Dairy", "shelfLifeDays": 7})).await;
}

#[tokio::test]
async fn reads_an_unchanged_list_once() {
    let server = TestServer::start().await;
    add_item(&server, "Milk").await;
    add(&server, "anna", "Oats").await;
    // Days are counted in the larder's time zone, which is read each time.
    for (path, reads) in [(ITEMS, 1), (LIST, 0)] {
        let calls = || server.deps.store.meter.spent().calls;
        let first = server.get(path).by("anna").send().await;
        let before = calls();
        let second = server.get(path).by("anna").send().await;
        assert_eq!((calls(), &second.bytes), (before + reads, &first.bytes), "{path}");
        assert_ne!(server.get(path).by("ben").send().await.bytes, first.bytes, "{path}: another's is another list");
    }
}

#[tokio::test]
async fn sees_writes_of_another_process() {
    let server = TestServer::start().await;
    let other = server.elsewhere().await;
    for n in 0..3 {
        let [milk, oats] = ["Milk", "Oats"].map(|name| format!("{name} {n}"));
        // Both keep their lists before the other changes them.
        for (writer, reader) in [(&server, &other), (&other, &server)] {
            assert_eq!(reader.names("anna", ITEMS).await, writer.names("anna", ITEMS).await);
            assert_eq!(names(reader, "anna").await, names(writer, "anna").await);
            add_item(writer, &milk).await;
            add(writer, "anna", &oats).await;
            assert!(reader.names("anna", ITEMS).await.contains(&milk));
            assert!(names(reader, "anna").await.contains(&oats));
            writer.delete("/api/shopping-list/all").by("anna").expect(200).await;
            writer.delete("/api/items/delete-all-by-status?status=all").by("anna").expect(200).await;
            assert!(reader.names("anna", ITEMS).await.is_empty() && names(reader, "anna").await.is_empty());
        }
    }
}

#[tokio::test]
async fn removes_expired_items_from_a_cached_list() {
    let server = TestServer::start().await;
    for (n, minutes) in [0, 7, 30, 13, 61].into_iter().enumerate() {
        server.advance(TimeDelta::minutes(minutes));
        let until = domain::timestamp::iso(server.deps.now() + TimeDelta::days(1));
        server.create("/api/items", "anna", &json!({"name": format!("Milk {n}"), "expiresAt": until})).await;
    }
    let table = store::table_client(embedded::table_config(server.database()), system::aws::timeouts());
    let uncached = store::Store::new(table, &server.deps.config.table, server.deps.ids.clone());
    let anna = UserId::parse("anna").unwrap();
    server.advance(TimeDelta::hours(70));
    let mut sizes = vec![];
    for _ in 0..60 {
        let now = server.deps.now();
        let kept = server.deps.store.item_list_active(&anna, now).await.unwrap();
        assert_eq!(kept, uncached.item_list_active(&anna, now).await.unwrap(), "{now}");
        sizes.push(kept.len());
        server.advance(TimeDelta::seconds(157));
    }
    sizes.dedup();
    assert_eq!(sizes, [5, 4, 3, 2, 1, 0]);
}

/// Each writer owns a row, so that it knows what every list must say about it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn reads_own_writes_next_to_other_writers() {
    let server = Arc::new(TestServer::start().await);
    let other = Arc::new(server.elsewhere().await);
    let mut writers = tokio::task::JoinSet::new();
    for n in 0..4 {
        let id = add(&server, "anna", &format!("Oats {n}")).await;
        let processes = [server.clone(), other.clone()];
        writers.spawn(async move {
            for turn in 0..50 {
                let (writer, reader) = (&processes[turn % 2], &processes[turn / 2 % 2]);
                let written = writer.patch(&toggle(&id)).by("anna").expect(200).await;
                let list = reader.get(LIST).by("anna").expect(200).await;
                let row = list.as_array().unwrap().iter().find(|row| row["id"] == id.as_str()).unwrap();
                assert_eq!(row["version"], written["version"], "turn {turn}");
            }
        });
    }
    writers.join_all().await;
}
