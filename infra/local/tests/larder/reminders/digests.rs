//! Tests who is notified of what, and when.

use super::world::{World, add, at, user};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::TimeDelta;
use domain::item::ItemStatus;
use domain::preferences::UncheckedPreferences;
use store::{Guard, Write};

#[tokio::test]
async fn sends_one_digest_a_day_at_the_users_hour() {
    let world = World::start().await;
    world.add_user("anna", "Europe/Berlin", "09:00").await;
    world.add("anna", "Milk", at("2026-11-22T12:00:00Z")).await;
    world.add("anna", "Rice", at("2027-11-22T12:00:00Z")).await;
    world.run_until("2026-12-01T00:00:00Z").await;
    let days: Vec<_> = world.digests_of("anna").into_iter().map(|(tag, _)| tag).collect();
    // Due from the 19th, swept on the 24th at 12:00 UTC.
    assert_eq!(days, ["due-2026-11-21", "due-2026-11-22", "due-2026-11-23", "due-2026-11-24"]);
    assert_eq!(world.digests_of("anna")[0].1, "1 item to use up soon: Milk (2 days left)");
    let first = &world.service.deliveries()[0];
    assert_eq!(first.at, at("2026-11-21T08:00:00Z"), "at the user's hour");
    assert_eq!(first.message.expires_at, at("2026-11-21T23:00:00Z"), "of no use after midnight");
    let preferences = world.deps.store.preferences_get(&user("anna")).await.unwrap();
    assert_eq!(preferences.last_delivered, Some(at("2026-11-24T08:00:00Z")), "later checks delivered nothing");
}

/// A newer version may have written a row before a rollback.
#[tokio::test]
async fn sends_one_digest_a_day_although_the_next_item_is_unreadable() {
    let world = World::start().await;
    world.add_user("anna", "UTC", "09:00").await;
    world.add("anna", "Bread", at("2026-11-19T20:00:00Z")).await;
    let rice = world.add("anna", "Rice", at("2027-11-22T12:00:00Z")).await;
    let Write::Put { mut row, .. } = Write::item_put(&rice) else { panic!("an item is put") };
    row.insert("b".into(), AttributeValue::S("no JSON".into()));
    world.write(Write::Put { row, guard: Guard::Always }).await;
    world.run_until("2026-11-21T12:00:00Z").await;
    assert_eq!(world.digests_of("anna").len(), 1);
}

#[tokio::test]
async fn skips_users_without_due_items() {
    let world = World::start().await;
    world.add_user("anna", "Europe/Berlin", "09:00").await;
    world.clock.advance(TimeDelta::minutes(2));
    world.run().await;
    world.add("anna", "Rice", at("2027-11-22T12:00:00Z")).await;
    world.clock.advance(TimeDelta::days(100));
    let before = world.deps.store.meter.spent();
    let report = world.run().await;
    let spent = world.deps.store.meter.spent() - before;
    assert_eq!((report.checked, spent.write_units), (0, 0.0));
}

#[tokio::test]
async fn keeps_a_check_scheduled_during_a_digest() {
    let world = World::start().await;
    world.add_user("anna", "UTC", "09:00").await;
    // Swept before the next hour: without the second item nothing would be due then, and the job would skip the user.
    world.add("anna", "Milk", at("2026-11-19T10:00:00Z")).await;
    world.clock.advance(TimeDelta::minutes(2));
    world.run().await;
    world.set_time("2026-11-21T09:00:00Z");
    let deps = world.deps.clone();
    world.service.during_next_send(async move {
        add(&deps, "anna", "Fish", at("2026-11-23T18:00:00Z")).await;
    });
    assert_eq!(world.run().await.sent, 1);
    world.clock.advance(TimeDelta::minutes(15));
    world.run_until("2026-11-22T12:00:00Z").await;
    let digests = world.digests_of("anna");
    assert_eq!(digests.len(), 2, "{digests:?}");
    assert_eq!(digests[1], ("due-2026-11-22".to_owned(), "1 item to use up soon: Fish (2 days left)".to_owned()));
}

#[tokio::test]
async fn skips_claimed_digests_on_a_second_run() {
    let world = World::start().await;
    world.add_user("anna", "UTC", "09:00").await;
    world.add("anna", "Milk", at("2026-11-22T12:00:00Z")).await;
    world.set_time("2026-11-21T09:00:00Z");
    let (deps, pusher) = (world.deps.clone(), world.service.clone() as std::sync::Arc<dyn push::Pusher>);
    let second = std::sync::Arc::new(std::sync::Mutex::new(None));
    let second_report = second.clone();
    world.service.during_next_send(async move {
        let report = reminders::run(&deps, &pusher, reminders::Budget::default()).await.unwrap();
        *second_report.lock().unwrap() = Some(report);
    });
    assert_eq!(world.run().await.sent, 1);
    let second = second.lock().unwrap().take().expect("the second run ran");
    assert_eq!((second.sent, second.busy), (0, 1));
    assert_eq!(world.digests_of("anna").len(), 1);
}

#[tokio::test]
async fn sweeping_changes_no_response() {
    let world = World::start().await;
    world.add_user("anna", "UTC", "09:00").await;
    let milk = world.add("anna", "Milk", at("2026-11-18T19:00:00Z")).await;
    world.add("anna", "Cheese", at("2026-11-22T12:00:00Z")).await;
    world.set_time("2026-11-21T09:00:00Z");
    let before = world.deps.store.item_list_inactive(&user("anna"), world.now(), 100).await.unwrap();
    let report = world.run().await;
    assert_eq!((report.sent, report.swept), (1, 1));
    let after = world.deps.store.item_list_inactive(&user("anna"), world.now(), 100).await.unwrap();
    assert_eq!((before.len(), after.len()), (1, 1));
    assert_eq!((after[0].id, after[0].stored_status), (milk.id, ItemStatus::Deleted));
    assert_eq!(after[0].status_at(world.now()), before[0].status_at(world.now()));
    assert_eq!(world.digests_of("anna")[0].1, "1 item to use up soon: Cheese (2 days left)");
}

#[tokio::test]
async fn sends_nothing_while_push_is_switched_off() {
    let world = World::start().await;
    let push = |on| UncheckedPreferences { push_notifications_enabled: Some(on), ..UncheckedPreferences::default() };
    world.add_user("anna", "UTC", "09:00").await;
    world.change_preferences("anna", push(false)).await;
    world.add("anna", "Milk", at("2026-11-23T10:00:00Z")).await;
    world.run_until("2026-11-21T12:00:00Z").await;
    assert!(world.digests_of("anna").is_empty());
    assert!(!world.is_in_index("anna").await, "the user is not in the index");
    world.add("anna", "Fish", at("2026-11-23T12:00:00Z")).await;
    assert!(!world.is_in_index("anna").await, "adding an item does not index the user");
    world.change_preferences("anna", push(true)).await;
    world.run_until("2026-11-22T12:00:00Z").await;
    // Turned on at noon: that day's hour has passed with the milk due, so it is sent at once.
    assert_eq!(world.digests_of("anna").len(), 2, "{:?}", world.digests_of("anna"));
}

#[tokio::test]
async fn defers_remaining_users_when_time_is_over() {
    let world = World::start().await;
    world.add_due_users(20, at("2026-11-22T12:00:00Z")).await;
    world.set_time("2026-11-21T09:00:00Z");
    let no_time = reminders::Budget { time: std::time::Duration::ZERO, concurrency: 4 };
    let report = world.run_within(no_time).await.unwrap();
    assert!(report.out_of_time && report.checked == 0);
    assert_eq!(world.run().await.sent, 20);
}
