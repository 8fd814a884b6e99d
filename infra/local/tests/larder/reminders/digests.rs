//! Tests who is notified of what, and when.

use super::world::{World, add, at, user};
use chrono::TimeDelta;
use domain::item::ItemStatus;
use domain::preferences::UncheckedPreferences;

#[tokio::test]
async fn sends_one_digest_a_day_at_the_hour() {
    let world = World::start().await;
    world.person("anna", "Europe/Berlin", "09:00").await;
    world.add("anna", "Milk", at("2026-11-22T12:00:00Z")).await;
    world.add("anna", "Rice", at("2027-11-22T12:00:00Z")).await;
    world.run_until("2026-12-01T00:00:00Z").await;
    let days: Vec<_> = world.told("anna").into_iter().map(|(tag, _)| tag).collect();
    // Due from the 19th, swept on the 24th at 12:00 UTC.
    assert_eq!(days, ["due-2026-11-21", "due-2026-11-22", "due-2026-11-23", "due-2026-11-24"]);
    assert_eq!(world.told("anna")[0].1, "1 item to use up soon: Milk (2 days left)");
    let first = &world.service.arrived()[0];
    assert_eq!(first.at, at("2026-11-21T08:00:00Z"), "nine o'clock in Berlin, and not a quarter of an hour later");
    assert_eq!(first.message.expires_at, at("2026-11-21T23:00:00Z"), "of no use after midnight");
    let preferences = world.deps.store.preferences_get(&user("anna")).await.unwrap();
    assert_eq!(preferences.last_delivered, Some(at("2026-11-24T08:00:00Z")), "the looks after it delivered nothing");
}

#[tokio::test]
async fn user_without_due_items_is_not_read() {
    let world = World::start().await;
    world.person("anna", "Europe/Berlin", "09:00").await;
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
async fn spends_four_write_units_and_half_a_read_unit_on_a_due_user() {
    let world = World::start().await;
    let people: Vec<String> = (0..60).map(|n| format!("person-{n}")).collect();
    for name in &people {
        world.person(name, "UTC", "09:00").await;
        for thing in ["Milk", "Spinach", "Chicken"] {
            world.add(name, thing, at("2026-11-23T00:00:00Z")).await;
        }
        world.add(name, "Rice", at("2027-11-22T12:00:00Z")).await;
    }
    world.clock.advance(TimeDelta::minutes(2));
    world.run().await;
    world.set("2026-11-21T09:00:00Z");
    let before = world.deps.store.meter.spent();
    let report = world.run().await;
    let spent = world.deps.store.meter.spent() - before;
    assert_eq!((report.checked, report.sent), (60, 60));
    assert!(spent.write_units <= 4.0 * 60.0, "{} write units for 60 users", spent.write_units);
    // Half a unit for their own query; the rest is the pages of the eight shards, which hold a dozen users for half a
    // unit.
    assert!(spent.read_units <= 0.5 * 60.0 + 8.0, "{} read units for 60 users", spent.read_units);
    world.clock.advance(TimeDelta::minutes(15));
    let before = world.deps.store.meter.spent();
    world.run().await;
    let spent = world.deps.store.meter.spent() - before;
    assert!(spent.write_units.abs() < f64::EPSILON, "nothing once they were told: {}", spent.write_units);
    assert!(spent.read_units <= 4.0, "{} read units for eight empty shards", spent.read_units);
}

#[tokio::test]
async fn items_bought_after_the_hour_are_sent_next_morning() {
    let world = World::start().await;
    world.person("anna", "UTC", "09:00").await;
    world.set("2026-11-21T15:00:00Z");
    world.add("anna", "Fish", at("2026-11-22T18:00:00Z")).await;
    world.run_until("2026-11-22T12:00:00Z").await;
    assert_eq!(
        world.told("anna"),
        [("due-2026-11-22".to_owned(), "1 item to use up soon: Fish (1 day left)".to_owned())]
    );
}

#[tokio::test]
async fn announcement_during_a_digest_is_kept() {
    let world = World::start().await;
    world.person("anna", "UTC", "09:00").await;
    // Swept before the next hour: without the second item nothing would be due then, and the job would leave the user
    // alone.
    world.add("anna", "Milk", at("2026-11-19T10:00:00Z")).await;
    world.clock.advance(TimeDelta::minutes(2));
    world.run().await;
    world.set("2026-11-21T09:00:00Z");
    let deps = world.deps.clone();
    world.service.meanwhile(async move {
        add(&deps, "anna", "Fish", at("2026-11-23T18:00:00Z")).await;
    });
    assert_eq!(world.run().await.sent, 1);
    world.clock.advance(TimeDelta::minutes(15));
    world.run_until("2026-11-22T12:00:00Z").await;
    let told = world.told("anna");
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[1], ("due-2026-11-22".to_owned(), "1 item to use up soon: Fish (2 days left)".to_owned()));
}

#[tokio::test]
async fn second_run_skips_claimed_digests() {
    let world = World::start().await;
    world.person("anna", "UTC", "09:00").await;
    world.add("anna", "Milk", at("2026-11-22T12:00:00Z")).await;
    world.set("2026-11-21T09:00:00Z");
    let (deps, pusher) = (world.deps.clone(), world.service.clone() as std::sync::Arc<dyn push::Pusher>);
    let second = std::sync::Arc::new(std::sync::Mutex::new(None));
    let seen = second.clone();
    world.service.meanwhile(async move {
        let report = reminders::run(&deps, &pusher, reminders::Budget::default()).await.unwrap();
        *seen.lock().unwrap() = Some(report);
    });
    assert_eq!(world.run().await.sent, 1);
    let second = second.lock().unwrap().take().expect("the second run ran");
    assert_eq!((second.sent, second.busy), (0, 1));
    assert_eq!(world.told("anna").len(), 1);
}

#[tokio::test]
async fn tells_numbered_goods_from_counted_ones() {
    let world = World::start().await;
    for name in ["anna", "ben", "cleo"] {
        world.person(name, "UTC", "09:00").await;
        world.add(name, "Milk", at("2026-11-22T12:00:00Z")).await;
    }
    world.set("2026-11-21T09:00:00Z");
    let pusher: std::sync::Arc<dyn push::Pusher> = world.service.clone();
    let run = || reminders::run(&world.deps, &pusher, reminders::Budget::default());
    let (a, b, c) = tokio::join!(run(), run(), run());
    assert_eq!(a.unwrap().sent + b.unwrap().sent + c.unwrap().sent, 3);
    assert_eq!(world.service.arrived().len(), 3);
}

#[tokio::test]
async fn week_without_scheduler_loses_no_later_day() {
    let world = World::start().await;
    world.person("anna", "UTC", "09:00").await;
    world.add("anna", "Milk", at("2026-11-22T12:00:00Z")).await;
    world.add("anna", "Cheese", at("2026-11-30T12:00:00Z")).await;
    for (time, active) in [("2026-11-24T11:59:59.999Z", 2), ("2026-11-24T12:00:00Z", 1), ("2026-11-27T13:00:00Z", 1)] {
        world.set(time);
        assert_eq!(
            world.deps.store.item_list_active(&user("anna"), world.now()).await.unwrap().len(),
            active,
            "{time}"
        );
    }
    world.set("2026-11-28T14:00:00Z");
    assert_eq!(world.run().await.sent, 1, "late, but still that day");
    assert_eq!(
        world.told("anna"),
        [("due-2026-11-28".to_owned(), "1 item to use up soon: Cheese (2 days left)".to_owned())]
    );
}

#[tokio::test]
async fn sweeping_does_not_change_reads() {
    let world = World::start().await;
    world.person("anna", "UTC", "09:00").await;
    let milk = world.add("anna", "Milk", at("2026-11-18T19:00:00Z")).await;
    world.add("anna", "Cheese", at("2026-11-22T12:00:00Z")).await;
    world.set("2026-11-21T09:00:00Z");
    let before = world.deps.store.item_list_inactive(&user("anna"), world.now(), 100).await.unwrap();
    let report = world.run().await;
    assert_eq!((report.sent, report.swept), (1, 1));
    let after = world.deps.store.item_list_inactive(&user("anna"), world.now(), 100).await.unwrap();
    assert_eq!((before.len(), after.len()), (1, 1));
    assert_eq!((after[0].id, after[0].stored_status), (milk.id, ItemStatus::Deleted));
    assert_eq!(after[0].status_at(world.now()), before[0].status_at(world.now()));
    assert_eq!(world.told("anna")[0].1, "1 item to use up soon: Cheese (2 days left)");
}

#[tokio::test]
async fn push_switched_off_is_silence_and_switched_on_is_not() {
    let world = World::start().await;
    let push = |on| UncheckedPreferences { push_notifications_enabled: Some(on), ..UncheckedPreferences::default() };
    world.person("anna", "UTC", "09:00").await;
    world.prefer("anna", push(false)).await;
    world.add("anna", "Milk", at("2026-11-23T10:00:00Z")).await;
    world.run_until("2026-11-21T12:00:00Z").await;
    assert!(world.told("anna").is_empty());
    assert!(!world.is_in_index("anna").await, "and costs nothing");
    world.add("anna", "Fish", at("2026-11-23T12:00:00Z")).await;
    assert!(!world.is_in_index("anna").await, "whatever is bought");
    world.prefer("anna", push(true)).await;
    world.run_until("2026-11-22T12:00:00Z").await;
    // Turned on at noon: that day's hour has passed with the milk due, so it is sent at once.
    assert_eq!(world.told("anna").len(), 2, "{:?}", world.told("anna"));
}

#[tokio::test]
async fn time_that_runs_out_leaves_the_rest_to_the_next_run() {
    let world = World::start().await;
    for n in 0..20 {
        let name = format!("person-{n}");
        world.person(&name, "UTC", "09:00").await;
        world.add(&name, "Milk", at("2026-11-22T12:00:00Z")).await;
    }
    world.set("2026-11-21T09:00:00Z");
    let pusher: std::sync::Arc<dyn push::Pusher> = world.service.clone();
    let no_time = reminders::Budget { time: std::time::Duration::ZERO, concurrency: 4 };
    let report = reminders::run(&world.deps, &pusher, no_time).await.unwrap();
    assert!(report.out_of_time && report.checked == 0);
    assert_eq!(world.run().await.sent, 20);
}

#[tokio::test]
async fn sends_at_the_local_hour_of_every_time_zone() {
    let world = World::start().await;
    let zones = [
        "Pacific/Kiritimati",
        "Asia/Kathmandu",
        "Australia/Eucla",
        "Europe/Berlin",
        "America/St_Johns",
        "Pacific/Niue",
    ];
    for zone in zones {
        let name = zone.replace('/', "-");
        world.person(&name, zone, "07:00").await;
        world.add(&name, "Milk", at("2026-11-24T12:00:00Z")).await;
    }
    world.clock.advance(TimeDelta::minutes(15));
    world.run_until("2026-11-22T17:45:00Z").await;
    for zone in zones {
        let zone_of: chrono_tz::Tz = zone.parse().unwrap();
        let name = zone.replace('/', "-");
        let hours: Vec<String> = world
            .service
            .arrived()
            .iter()
            .filter(|arrived| arrived.to == name)
            .map(|arrived| arrived.at.with_timezone(&zone_of).format("%H:%M").to_string())
            .collect();
        // A user past 07:00 when the item was added waits for the next day; nobody is notified at another hour.
        assert!((1..=3).contains(&hours.len()) && hours.iter().all(|hour| hour == "07:00"), "{zone}: {hours:?}");
    }
}
