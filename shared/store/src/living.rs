//! Accounts and devices that were seen alive a moment ago, so that not every request looks for them.

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// How long a result is cached, and so how long another function may go on writing for a deleted account.
const ACCOUNT_GOOD_FOR: TimeDelta = TimeDelta::seconds(30);
/// The same for a removed device. With replication delay it stays below the promised 30 s.
const DEVICE_GOOD_FOR: TimeDelta = TimeDelta::seconds(28);
/// Some 100 bytes each.
const MAX_REMEMBERED: usize = 10_000;

/// An account with a token that names no device, or a device.
pub type Living = (UserId, Option<DeviceId>);

#[derive(Clone, Debug, Default)]
pub struct SeenAlive(Arc<Mutex<HashMap<Living, DateTime<Utc>>>>);

impl SeenAlive {
    pub fn was_seen(&self, who: &Living, now: DateTime<Utc>) -> bool {
        let good_for = if who.1.is_some() { DEVICE_GOOD_FOR } else { ACCOUNT_GOOD_FOR };
        let seen = self.0.lock().expect("nobody panics with the map");
        seen.get(who).is_some_and(|at| (now - at).abs() < good_for)
    }

    pub fn saw(&self, who: Living, now: DateTime<Utc>) {
        let mut seen = self.0.lock().expect("nobody panics with the map");
        if seen.len() >= MAX_REMEMBERED {
            seen.clear();
        }
        seen.insert(who, now);
    }

    pub fn forget(&self, who: &Living) {
        self.0.lock().expect("nobody panics with the map").remove(who);
    }
}
