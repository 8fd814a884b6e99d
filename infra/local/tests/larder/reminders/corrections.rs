//! Tests corrections: an item used up on one device leaves the reminder on the others.

use super::world::{World, at, user};
use chrono::TimeDelta;
use domain::item::Item;
use domain::reminder::FirstDue;
use store::Write;

/// A larder of two phones after the day's digest: fish, milk and ham.
async fn world_after_digest() -> (World, [Item; 3]) {
    let world = World::start().await;
    world.add_user("anna", "UTC", "09:00").await;
    world.subscribe_device("anna", "ben").await;
    let milk = world.add("anna", "Milk", at("2026-11-22T12:00:00Z")).await;
    let ham = world.add("anna", "Ham", at("2026-11-22T18:00:00Z")).await;
    let fish = world.add("anna", "Fish", at("2026-11-21T18:00:00Z")).await;
    world.set_time("2026-11-21T09:00:00Z");
    assert_eq!(world.run().await.sent, 1);
    (world, [milk, ham, fish])
}

/// Archives an item like the API of a larder with several devices: schedules the check, then writes the item.
async fn use_up(world: &World, item: &Item) {
    let now = world.now();
    world.deps.store.due_schedule_check(&item.user, FirstDue { at: now, now }).await.unwrap();
    world.write(Write::item_replace(&item.archive(None, now).unwrap())).await;
}

fn bodies(world: &World, device: &str) -> Vec<String> {
    world.digests_of(device).into_iter().map(|(_, body)| body).collect()
}

#[tokio::test]
async fn removes_used_items_on_every_device_in_one_message() {
    let (world, [milk, ham, fish]) = world_after_digest().await;
    let digest = "3 items to use up soon: Fish (1 day left), Milk (2 days left), Ham (2 days left)".to_owned();
    world.set_time("2026-11-21T12:00:00Z");
    use_up(&world, &milk).await;
    use_up(&world, &fish).await;
    assert_eq!(world.run().await.checked, 0, "a check that has not settled waits for the next run");
    world.run_until("2026-11-21T13:00:00Z").await;
    let corrected = "1 item to use up soon: Ham (2 days left)".to_owned();
    assert_eq!(bodies(&world, "anna"), [digest.clone(), corrected.clone()]);
    assert_eq!(bodies(&world, "ben"), [digest.clone(), corrected.clone()]);
    let deliveries = world.service.deliveries();
    let (first, last) = (&deliveries[0].message, &deliveries[deliveries.len() - 1].message);
    assert_eq!((&first.tag, first.expires_at), (&last.tag, last.expires_at), "it replaces the digest");
    assert!(last.payload.contains("\"correction\":true"));
    use_up(&world, &ham).await;
    world.run_until("2026-11-22T08:00:00Z").await;
    assert_eq!(bodies(&world, "ben"), [digest, corrected, "Nothing else needs using up.".to_owned()]);
    let notes = world.deps.store.notification_list(&user("anna")).await.unwrap();
    assert_eq!(notes[0].items.len(), 3, "the export still has the items of the digest");
    assert_eq!(notes[0].sent_at, Some(at("2026-11-21T09:00:00Z")));
}

#[tokio::test]
async fn sends_nothing_for_undone_or_unlisted_items() {
    let (world, [milk, ..]) = world_after_digest().await;
    use_up(&world, &milk).await;
    let gone = world.deps.store.item_get(&milk.user, milk.id).await.unwrap().unwrap();
    world.write(Write::item_replace(&gone.restore(world.now()).unwrap())).await;
    world.add("anna", "Cream", at("2026-11-22T18:00:00Z")).await;
    world.run_until("2026-11-21T20:00:00Z").await;
    assert_eq!(bodies(&world, "ben").len(), 1);
}

#[tokio::test]
async fn starts_a_new_digest_the_next_day() {
    let (world, [milk, ..]) = world_after_digest().await;
    use_up(&world, &milk).await;
    world.run_until("2026-11-22T09:00:00Z").await;
    let days: Vec<_> = world.digests_of("ben").into_iter().map(|(tag, _)| tag).collect();
    assert_eq!(days, ["due-2026-11-21", "due-2026-11-21", "due-2026-11-22"]);
    assert_eq!(bodies(&world, "ben")[2], "2 items to use up soon: Fish (expired), Ham (1 day left)");
}

#[tokio::test]
async fn drops_undeliverable_corrections_and_deletes_expired_subscriptions() {
    let (world, [milk, ..]) = world_after_digest().await;
    use_up(&world, &milk).await;
    world.service.set_results("anna", &[push::DeliveryResult::Failed("503".into())]);
    world.service.set_results("ben", &[push::DeliveryResult::Gone]);
    world.clock.advance(TimeDelta::minutes(15));
    let report = world.run().await;
    assert_eq!((report.checked, report.failed, report.dropped), (1, 0, 1));
    world.run_until("2026-11-21T20:00:00Z").await;
    assert_eq!((bodies(&world, "anna").len(), bodies(&world, "ben").len()), (1, 1));
    let left = world.deps.store.subscription_list(&user("anna")).await.unwrap();
    assert_eq!(left.iter().map(|one| one.endpoint.as_str()).collect::<Vec<_>>(), ["https://push.example/anna"]);
}

#[tokio::test]
async fn spends_at_most_four_write_and_two_read_units_on_a_correction() {
    let (world, [milk, ..]) = world_after_digest().await;
    world.clock.advance(TimeDelta::minutes(15));
    let before = world.deps.store.meter.spent();
    world.run().await;
    let empty = world.deps.store.meter.spent() - before;
    use_up(&world, &milk).await;
    world.clock.advance(TimeDelta::minutes(15));
    let before = world.deps.store.meter.spent();
    assert_eq!(world.run().await.checked, 1);
    let spent = world.deps.store.meter.spent() - before;
    // The row of the day, its change, and the user's way back to the next hour.
    assert!(spent.write_units <= 4.0, "{} write units", spent.write_units);
    assert!(spent.read_units - empty.read_units <= 2.0, "{} read units", spent.read_units - empty.read_units);
}
