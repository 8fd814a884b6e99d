//! Accounts that were seen alive a moment ago, so that not every change looks for a tombstone.

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// How long a look is good for: how long another function may go on writing for a deleted account.
const GOOD_FOR: TimeDelta = TimeDelta::seconds(30);
/// Some 100 bytes each.
const MAX_REMEMBERED: usize = 10_000;

#[derive(Clone, Debug, Default)]
pub struct LivingAccounts(Arc<Mutex<HashMap<UserId, DateTime<Utc>>>>);

impl LivingAccounts {
    pub fn was_seen(&self, user: &UserId, now: DateTime<Utc>) -> bool {
        let seen = self.0.lock().expect("nobody panics with the map");
        seen.get(user).is_some_and(|at| (now - at).abs() < GOOD_FOR)
    }

    pub fn saw(&self, user: &UserId, now: DateTime<Utc>) {
        let mut seen = self.0.lock().expect("nobody panics with the map");
        if seen.len() >= MAX_REMEMBERED {
            seen.clear();
        }
        seen.insert(user.clone(), now);
    }

    pub fn forget(&self, user: &UserId) {
        self.0.lock().expect("nobody panics with the map").remove(user);
    }
}
