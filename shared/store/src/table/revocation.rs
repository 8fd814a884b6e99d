//! Remembers which accounts and devices were not revoked a moment ago, so that not every request reads the table.

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The lifetime of a result for an account, and so the time that another function may go on writing for a deleted one.
const ACCOUNT_TTL: TimeDelta = TimeDelta::seconds(30);
/// The same for a device that was ended. With what a read may lag behind a write, it stays below the promised 30 s.
const DEVICE_TTL: TimeDelta = TimeDelta::seconds(28);
/// Some 100 bytes each.
const MAX_ENTRIES: usize = 10_000;

/// An account, by a token that names no device, or a device.
pub type TokenHolder = (UserId, Option<DeviceId>);

#[derive(Clone, Debug, Default)]
pub struct RevocationCache(Arc<Mutex<HashMap<TokenHolder, DateTime<Utc>>>>);

impl RevocationCache {
    pub fn contains(&self, who: &TokenHolder, now: DateTime<Utc>) -> bool {
        let good_for = if who.1.is_some() { DEVICE_TTL } else { ACCOUNT_TTL };
        let seen = self.0.lock().expect("no code panics while it holds the lock");
        seen.get(who).is_some_and(|at| (now - at).abs() < good_for)
    }

    pub fn insert(&self, who: TokenHolder, now: DateTime<Utc>) {
        let mut seen = self.0.lock().expect("no code panics while it holds the lock");
        if seen.len() >= MAX_ENTRIES {
            seen.clear();
        }
        seen.insert(who, now);
    }

    pub fn remove(&self, who: &TokenHolder) {
        self.0.lock().expect("no code panics while it holds the lock").remove(who);
    }
}
