//! Tests delivery to devices that are added, removed or unreachable.

use super::world::{World, at, subscribe, user};
use chrono::TimeDelta;
use domain::preferences::UncheckedPreferences;
use push::DeliveryResult;

async fn anna_with_milk() -> World {
    let world = World::start().await;
    world.add_user("anna", "UTC", "09:00").await;
    world.add("anna", "Milk", at("2026-11-26T12:00:00Z")).await;
    world.set_time("2026-11-24T09:00:00Z");
    world
}

#[tokio::test]
async fn notifies_every_device_and_deletes_expired_subscriptions() {
    let world = anna_with_milk().await;
    world.subscribe_device("anna", "tablet").await;
    world
        .change_preferences(
            "anna",
            UncheckedPreferences { fcm_token: Some("phone".into()), ..UncheckedPreferences::default() },
        )
        .await;
    world.service.set_results("anna", &[DeliveryResult::Gone]);
    world.service.set_results("phone", &[DeliveryResult::Gone]);
    world.clock.advance(TimeDelta::minutes(15));
    let report = world.run().await;
    assert_eq!((report.sent, report.dropped), (1, 2));
    assert_eq!(world.digests_of("tablet").len(), 1);
    let left = world.deps.store.subscription_list(&user("anna")).await.unwrap();
    assert_eq!(left.iter().map(|s| s.endpoint.as_str()).collect::<Vec<_>>(), ["https://push.example/tablet"]);
    assert_eq!(world.deps.store.preferences_get(&user("anna")).await.unwrap().fcm_token, None);
}

#[tokio::test]
async fn does_not_check_a_user_without_device_until_one_subscribes() {
    let world = anna_with_milk().await;
    world.service.set_results("anna", &[DeliveryResult::Gone]);
    assert_eq!(world.run().await.unreachable, 1);
    assert!(!world.is_in_index("anna").await);
    world.add("anna", "Fish", at("2026-11-25T12:00:00Z")).await;
    assert!(!world.is_in_index("anna").await);
    world.set_time("2026-11-25T07:00:00Z");
    world.subscribe_device("anna", "new").await;
    assert!(world.is_in_index("anna").await);
    world.run_until("2026-11-25T12:00:00Z").await;
    assert_eq!(
        world.digests_of("new"),
        [("due-2026-11-25".to_owned(), "2 items to use up soon: Fish (1 day left), Milk (2 days left)".to_owned())]
    );
}

#[tokio::test]
async fn retries_a_failing_push_service_until_the_day_is_over() {
    let world = anna_with_milk().await;
    world.service.set_results("anna", &vec![DeliveryResult::Failed("503".into()); 5]);
    for _ in 0..5 {
        assert_eq!(world.run().await.failed, 1);
        let claims = world.deps.store.notification_list(&user("anna")).await.unwrap();
        assert_eq!(claims[0].sent_at, None, "nobody's export says that it was sent");
        world.clock.advance(TimeDelta::minutes(15));
    }
    world.run_until("2026-11-24T12:00:00Z").await;
    assert_eq!(world.digests_of("anna").len(), 1);
    assert!(world.deps.store.notification_list(&user("anna")).await.unwrap()[0].sent_at.is_some());
}

/// 400, 401, 403 or 413: the same message would be refused again in a quarter of an hour.
#[tokio::test]
async fn retries_permanent_refusals_the_next_day() {
    let world = anna_with_milk().await;
    world.service.set_results("anna", &[DeliveryResult::Refused("403".into())]);
    assert_eq!(world.run().await.failed, 1);
    assert!(world.is_in_index("anna").await, "the browser may still exist, so checks go on");
    world.clock.advance(TimeDelta::minutes(15));
    let report = world.run().await;
    assert_eq!((report.checked, world.digests_of("anna").len()), (0, 0), "not before the next day");
    world.run_until("2026-11-25T12:00:00Z").await;
    assert_eq!(world.digests_of("anna").len(), 1, "the next day's is sent");
}

#[tokio::test]
async fn notifies_others_despite_an_unreachable_user() {
    let world = anna_with_milk().await;
    world.add_due_users(10, at("2026-11-25T12:00:00Z")).await;
    world.service.set_results("anna", &vec![DeliveryResult::Failed("503".into()); 50]);
    world.set_time("2026-11-25T09:00:00Z");
    let report = world.run().await;
    assert_eq!((report.sent, report.failed), (10, 1));
}

#[tokio::test]
async fn notifies_only_devices_that_were_not_removed() {
    use domain::household::{Device, DeviceDescription, JoinedBy};
    let world = anna_with_milk().await;
    let device = |n: u32| domain::id::DeviceId::parse(&format!("00000000-0000-4000-8000-{n:012}")).unwrap();
    let phone = Device::new(device(1), DeviceDescription::default(), JoinedBy::Link, world.now());
    let store = &world.deps.store;
    store.commit(vec![store::Write::device_create(&user("anna"), &phone)], None).await.unwrap();
    for (n, endpoint) in [(1, "phone"), (2, "removed")] {
        subscribe(&world.deps, "anna", endpoint, Some(device(n))).await;
    }
    world.set_time("2026-11-25T09:00:00Z");
    let report = world.run().await;
    assert_eq!((report.sent, report.dropped), (1, 1));
    let left = store.subscription_list(&user("anna")).await.unwrap();
    assert!(left.len() == 2 && left.iter().all(|subscription| subscription.device != Some(device(2))), "{left:?}");
}

#[tokio::test]
async fn notifies_a_device_that_subscribes_while_its_user_is_marked_unreachable() {
    let world = anna_with_milk().await;
    world.service.set_results("anna", &[DeliveryResult::Gone]);
    let deps = world.deps.clone();
    world.service.during_next_send(async move {
        subscribe(&deps, "anna", "new", None).await;
    });
    world.run().await;
    world.clock.advance(TimeDelta::minutes(15));
    world.run().await;
    assert_eq!(world.digests_of("new").len(), 1);
}
