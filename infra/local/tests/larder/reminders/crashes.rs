//! Tests runs that are killed at any of their calls, before or after its effect.

use super::world::{ONE_BY_ONE, World, at};
use crate::faults::Fault;

async fn two_due_users() -> World {
    let world = World::start().await;
    for name in ["anna", "ben"] {
        world.add_user(name, "UTC", "09:00").await;
        world.add(name, "Milk", at("2026-11-23T12:00:00Z")).await;
        world.add(name, "Old bread", at("2026-11-19T08:00:00Z")).await;
    }
    world.set_time("2026-11-21T09:00:00Z");
    world
}

async fn check_digests_after(call: usize, fault: Fault) {
    let world = two_due_users().await;
    let _ = world.try_run(Some((call, fault))).await;
    for time in ["2026-11-21T09:15:00Z", "2026-11-21T09:30:00Z", "2026-11-22T09:00:00Z", "2026-11-22T09:15:00Z"] {
        world.set_time(time);
        world.run().await;
    }
    for name in ["anna", "ben"] {
        let digests = world.digests_of(name);
        let mut days: Vec<_> = digests.iter().map(|(tag, _)| tag.as_str()).collect();
        // A message sent twice has one tag, so that the second replaces the first on screen.
        assert!(days.len() <= 3, "call {call}, {fault:?}: {name} {digests:?}");
        days.dedup();
        assert_eq!(days, ["due-2026-11-21", "due-2026-11-22"], "call {call}, {fault:?}: {name}");
    }
}

#[tokio::test]
async fn loses_no_day_by_a_crash_at_any_call() {
    let world = two_due_users().await;
    world.faults.arm(None);
    world.run_within(ONE_BY_ONE).await.unwrap();
    let calls = world.faults.calls();
    assert!(
        calls >= 8 + 2 * 5,
        "eight shards, and for each user a query, a claim, a message, an advance and a sweep: {calls}"
    );
    for call in 0..calls {
        for fault in [Fault::KilledBefore, Fault::KilledAfter, Fault::LateBefore, Fault::Lost] {
            check_digests_after(call, fault).await;
        }
    }
}
