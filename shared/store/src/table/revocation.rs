//! Caches which accounts and devices were recently not revoked, so that not every request reads the table.

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The lifetime of an entry for an account: for so long another function may still write for a deleted account.
const ACCOUNT_TTL: TimeDelta = TimeDelta::seconds(30);
/// The lifetime of an entry for a device. Together with the replication lag of a read it is below the promised 30 s.
const DEVICE_TTL: TimeDelta = TimeDelta::seconds(28);
/// Some 100 bytes each.
const MAX_ENTRIES: usize = 10_000;

/// A device, or an account for tokens that name no device.
pub type TokenHolder = (UserId, Option<DeviceId>);

#[derive(Clone, Debug, Default)]
pub struct RevocationCache(Arc<Mutex<HashMap<TokenHolder, DateTime<Utc>>>>);

impl RevocationCache {
    pub fn contains(&self, holder: &TokenHolder, now: DateTime<Utc>) -> bool {
        let ttl = if holder.1.is_some() { DEVICE_TTL } else { ACCOUNT_TTL };
        let entries = self.0.lock().expect("no code panics while it holds the lock");
        entries.get(holder).is_some_and(|at| (now - at).abs() < ttl)
    }

    pub fn insert(&self, holder: TokenHolder, now: DateTime<Utc>) {
        let mut entries = self.0.lock().expect("no code panics while it holds the lock");
        if entries.len() >= MAX_ENTRIES {
            entries.clear();
        }
        entries.insert(holder, now);
    }

    pub fn remove(&self, holder: &TokenHolder) {
        self.0.lock().expect("no code panics while it holds the lock").remove(holder);
    }
}
