//! Caches which accounts and devices were recently not revoked, and the role of these devices, so that not every
//! request reads the table.

use chrono::{DateTime, TimeDelta, Utc};
use domain::household::Role;
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

/// The role, and when it was read.
type Entry = (Role, DateTime<Utc>);

#[derive(Clone, Debug, Default)]
pub struct RevocationCache(Arc<Mutex<HashMap<TokenHolder, Entry>>>);

impl RevocationCache {
    /// Returns the holder's role if it was recently not revoked.
    pub fn get(&self, holder: &TokenHolder, now: DateTime<Utc>) -> Option<Role> {
        let ttl = if holder.1.is_some() { DEVICE_TTL } else { ACCOUNT_TTL };
        let entries = self.0.lock().expect("no code panics while it holds the lock");
        entries.get(holder).filter(|(_, at)| (now - at).abs() < ttl).map(|(role, _)| *role)
    }

    pub fn insert(&self, holder: TokenHolder, role: Role, now: DateTime<Utc>) {
        let mut entries = self.0.lock().expect("no code panics while it holds the lock");
        if entries.len() >= MAX_ENTRIES {
            entries.clear();
        }
        entries.insert(holder, (role, now));
    }

    pub fn remove(&self, holder: &TokenHolder) {
        self.0.lock().expect("no code panics while it holds the lock").remove(holder);
    }
}
