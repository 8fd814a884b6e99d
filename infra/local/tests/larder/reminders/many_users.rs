//! Tests runs with many due users: the cost of each, and that a failed call affects no other user.

use super::world::{World, at};
use crate::faults::Fault;

/// Creates users who are all due at nine.
async fn many_due_users(count: usize) -> World {
    let world = World::start().await;
    world.add_due_users(count, at("2026-11-22T12:00:00Z")).await;
    world.set_time("2026-11-21T09:00:00Z");
    world
}

#[tokio::test]
async fn spends_four_calls_and_four_write_units_on_each_of_many_due_users() {
    let world = many_due_users(50).await;
    let before = world.deps.store.meter.spent();
    let report = world.run_within(reminders::Budget::default()).await.unwrap();
    let spent = world.deps.store.meter.spent() - before;
    assert_eq!((report.sent, report.failed), (50, 0));
    // A query for each of the eight shards; for each user two queries, the claim of the day and the move to the next.
    assert_eq!(spent.calls, 8 + 50 * 4, "{spent:?}");
    assert!((spent.write_units - 50.0 * 4.0).abs() < f64::EPSILON, "{spent:?}");
    for n in 0..50 {
        assert_eq!(world.digests_of(&format!("person-{n}")).len(), 1);
    }
    // Half a unit for each of a user's two queries; the rest is the pages of the eight shards, which hold a dozen users
    // for half a unit.
    assert!(spent.read_units <= 2.0 * 0.5 * 50.0 + 8.0, "{spent:?}");
    world.clock.advance(chrono::TimeDelta::minutes(15));
    let before = world.deps.store.meter.spent();
    assert_eq!(world.run().await.checked, 0, "no user is due any more");
    let spent = world.deps.store.meter.spent() - before;
    assert!(spent.write_units == 0.0 && spent.read_units <= 4.0, "eight empty shards: {spent:?}");
}

/// Injects a fault into one of several concurrent calls. Each user gets the day's digest; a repeat has the same tag
/// and replaces it on the device.
#[tokio::test]
async fn notifies_other_users_after_a_failing_call() {
    for call in (8..50).step_by(3) {
        for fault in [Fault::LateBefore, Fault::Lost, Fault::KilledAfter] {
            let world = many_due_users(12).await;
            world.faults.arm(Some((call, fault)));
            let _ = world.run_within(reminders::Budget::default()).await;
            world.faults.arm(None);
            for time in ["2026-11-21T09:15:00Z", "2026-11-21T09:30:00Z"] {
                world.set_time(time);
                world.run().await;
            }
            for n in 0..12 {
                let digests = world.digests_of(&format!("person-{n}"));
                let mut tags: Vec<_> = digests.iter().map(|(tag, _)| tag).collect();
                assert!(tags.len() <= 2, "call {call}, {fault:?}: person-{n} {digests:?}");
                tags.dedup();
                assert_eq!(tags, ["due-2026-11-21"], "call {call}, {fault:?}: person-{n} {digests:?}");
            }
        }
    }
}
