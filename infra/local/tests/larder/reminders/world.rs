//! A test world: a table in memory, a fixed clock, and a scripted push service.

use crate::faults::{Fault, Faults};
use application::config::{Config, Environment};
use application::deps::Deps;
use application::identity::Verifier;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use chrono::{DateTime, TimeDelta, Utc};
use domain::calendar_day::{LocalTime, Tz};
use domain::id::{DeviceId, ItemId, UserId};
use domain::item::Item;
use domain::preferences;
use domain::reminder::first_due;
use domain::subscription::Subscription;
use domain::timestamp::{iso, parse};
use domain::unchecked_item::UncheckedItem;
use dynoxide::Database;
use larder::data::embedded;
use push::{DeliveryResult, Message, Pusher, Route, Sending};
use reminders::{Budget, Report};
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Store, StoreError, Write};
use system::clock::FixedClock;
use system::ids::{IdSource, SeededIds};

/// One user at a time, so that the n-th call is the same call each time.
pub const ONE_BY_ONE: Budget = Budget { time: Duration::from_mins(10), concurrency: 1 };

pub struct World {
    pub deps: Deps,
    pub clock: FixedClock,
    pub service: Arc<PushService>,
    pub faults: Faults,
}

/// A message that the push service accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    pub at: DateTime<Utc>,
    /// The endpoint's last part, or the phone's token.
    pub to: String,
    pub message: Message,
}

type DuringSend = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Accepts every message, unless a test has set other results for its endpoint.
pub struct PushService {
    clock: FixedClock,
    faults: Faults,
    deliveries: Mutex<Vec<Delivery>>,
    results: Mutex<HashMap<String, VecDeque<DeliveryResult>>>,
    during_next_send: Mutex<Option<DuringSend>>,
}

impl std::fmt::Debug for PushService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PushService").finish_non_exhaustive()
    }
}

impl PushService {
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.deliveries.lock().unwrap().clone()
    }

    pub fn set_results(&self, to: &str, results: &[DeliveryResult]) {
        self.results.lock().unwrap().insert(to.to_owned(), results.iter().cloned().collect());
    }

    /// Sets what another device or server does while the next message is sent.
    pub fn during_next_send(&self, what: impl Future<Output = ()> + Send + 'static) {
        *self.during_next_send.lock().unwrap() = Some(Box::pin(what));
    }
}

impl Pusher for PushService {
    fn has_phones(&self) -> bool {
        true
    }

    fn send<'a>(&'a self, route: Route<'a>, message: &'a Message) -> Sending<'a> {
        let to = match route {
            Route::Browser(subscription) => subscription.endpoint.rsplit('/').next().unwrap_or_default(),
            Route::Phone(token) => token,
            Route::Receiver(receiver) => receiver.name(),
        };
        Box::pin(async move {
            let during_next_send = self.during_next_send.lock().unwrap().take();
            if let Some(during_next_send) = during_next_send {
                during_next_send.await;
            }
            let deliver = async {
                let outcome = self.results.lock().unwrap().get_mut(to).and_then(VecDeque::pop_front);
                let outcome = outcome.unwrap_or(DeliveryResult::Accepted);
                if outcome == DeliveryResult::Accepted {
                    let at = system::clock::Clock::now(&self.clock);
                    let delivery = Delivery { at, to: to.to_owned(), message: message.clone() };
                    self.deliveries.lock().unwrap().push(delivery);
                }
                outcome
            };
            let sent = self.faults.carry_out(deliver).await;
            sent.unwrap_or_else(|fault| DeliveryResult::Failed(format!("{fault:?}")))
        })
    }
}

struct NoSettings;

impl Environment for NoSettings {
    fn get(&self, _: &str) -> Option<String> {
        None
    }
}

pub fn at(text: &str) -> DateTime<Utc> {
    parse("time", text).unwrap()
}

pub fn user(name: &str) -> UserId {
    UserId::parse(name).unwrap()
}

impl World {
    /// Starts at 18:00 UTC on 20 November 2026, the evening before most tests' day.
    pub async fn start() -> Self {
        Self::seeded(1).await
    }

    pub async fn seeded(seed: u64) -> Self {
        let ids: Arc<dyn IdSource> = Arc::new(SeededIds::new(seed));
        let clock = FixedClock::at(at("2026-11-20T18:00:00Z"));
        let faults = Faults::default();
        let database = Database::memory().unwrap();
        // A retry of the SDK would repair one failing call.
        let config = embedded::table_config(&database)
            .http_client(faults.on(embedded::dynamodb(database)))
            .retry_config(RetryConfig::disabled())
            .build();
        let store = Store::new(aws_sdk_dynamodb::Client::from_conf(config), "larder", ids.clone());
        store.table_create().await.unwrap();
        let config = Config::from_environment(&NoSettings, "http://127.0.0.1:8080").unwrap();
        let identity = &config.identity;
        let verifier = Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url);
        let deps =
            Deps { store, verifier: Arc::new(verifier), clock: Arc::new(clock.clone()), ids, config: Arc::new(config) };
        let service = Arc::new(PushService {
            clock: clock.clone(),
            faults: faults.clone(),
            deliveries: Mutex::default(),
            results: Mutex::default(),
            during_next_send: Mutex::default(),
        });
        Self { deps, clock, service, faults }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.deps.now()
    }

    pub fn set_time(&self, time: &str) {
        self.clock.set(at(time));
    }

    /// Runs the job once, as its schedule does every quarter of an hour.
    pub async fn run(&self) -> Report {
        self.try_run(None).await.unwrap()
    }

    pub async fn try_run(&self, fault: Option<(usize, Fault)>) -> Result<Report, StoreError> {
        self.faults.arm(fault);
        let report = self.run_within(ONE_BY_ONE).await;
        self.faults.arm(None);
        report
    }

    pub async fn run_within(&self, budget: Budget) -> Result<Report, StoreError> {
        let pusher: Arc<dyn Pusher> = self.service.clone();
        reminders::run(&self.deps, &pusher, budget).await
    }

    /// Runs the job every quarter of an hour until a time, that time included.
    pub async fn run_until(&self, time: &str) {
        while self.now() <= at(time) {
            self.run().await;
            self.clock.advance(TimeDelta::minutes(15));
        }
    }

    /// Adds an item like the API: schedules the check, then writes the item.
    pub async fn add(&self, name: &str, item_name: &str, expires_at: DateTime<Utc>) -> Item {
        add(&self.deps, name, item_name, expires_at).await
    }

    pub async fn subscribe(&self, name: &str) {
        self.subscribe_device(name, name).await;
    }

    pub async fn subscribe_device(&self, name: &str, device: &str) {
        subscribe(&self.deps, name, device, None).await;
    }

    pub async fn change_preferences(&self, name: &str, draft: preferences::UncheckedPreferences) {
        self.write(Write::preferences_change(&user(name), &draft.checked().unwrap(), self.now())).await;
    }

    pub async fn write(&self, write: Write) {
        self.deps.store.commit(vec![write], None).await.unwrap();
    }

    /// Creates a user with a device, a time zone and an hour.
    pub async fn add_user(&self, name: &str, zone: &str, hour: &str) {
        self.subscribe(name).await;
        let draft = preferences::UncheckedPreferences {
            time_zone: Some(zone.into()),
            notification_time: Some(hour.into()),
            ..preferences::UncheckedPreferences::default()
        };
        self.change_preferences(name, draft).await;
    }

    /// Creates users `person-0` and so on with nine o'clock as their hour and an item that expires at this time.
    pub async fn add_due_users(&self, count: usize, expires_at: DateTime<Utc>) {
        for n in 0..count {
            let name = format!("person-{n}");
            self.add_user(&name, "UTC", "09:00").await;
            self.add(&name, "Milk", expires_at).await;
        }
    }

    /// Returns the digests of a device: the tag and text of each message.
    pub fn digests_of(&self, device: &str) -> Vec<(String, String)> {
        let deliveries = self.service.deliveries().into_iter().filter(|delivery| delivery.to == device);
        deliveries.map(|delivery| (delivery.message.tag, delivery.message.body)).collect()
    }

    pub async fn is_in_index(&self, name: &str) -> bool {
        let due = self.deps.store.due_user(&user(name)).await.unwrap();
        due.is_some_and(|due| due.is_indexed())
    }
}

/// Stores a subscription like the API: resumes checks, then writes the subscription.
pub async fn subscribe(deps: &Deps, name: &str, endpoint: &str, device: Option<DeviceId>) {
    let now = deps.now();
    deps.store.due_resume_checks(&user(name), now).await.unwrap();
    let endpoint = format!("https://push.example/{endpoint}");
    let subscription = Subscription { endpoint, p256dh: [4; 65], auth: [7; 16], created_at: now, device };
    deps.store.commit(vec![Write::subscription_put(&user(name), &subscription)], None).await.unwrap();
}

pub async fn add(deps: &Deps, name: &str, item_name: &str, expires_at: DateTime<Utc>) -> Item {
    let now = deps.now();
    let draft =
        UncheckedItem { name: Some(item_name.into()), expires_at: Some(iso(expires_at)), ..UncheckedItem::default() };
    let item = Item::new(ItemId(deps.ids.uuid(now)), user(name), None, draft.for_new(now, Tz::UTC).unwrap(), now);
    let due = first_due([&item], LocalTime { at: now, zone: Tz::UTC }).unwrap();
    deps.store.due_schedule_check(&item.user, due).await.unwrap();
    deps.store.commit(vec![Write::item_create(&item)], None).await.unwrap();
    item
}
