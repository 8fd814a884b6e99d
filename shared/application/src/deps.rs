//! Dependencies that all functions share. Created once per process, cheap to clone. Functions with more dependencies
//! (pictures, push services) have a state of their own.

use crate::config::Config;
use crate::identity::Verifier;
use chrono::{DateTime, Utc};
use domain::calendar_day::LocalTime;
use domain::id::UserId;
use std::sync::Arc;
use store::{Store, StoreError};
use system::clock::Clock;
use system::ids::IdSource;

#[derive(Clone, Debug)]
pub struct Deps {
    pub store: Store,
    pub verifier: Arc<Verifier>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub config: Arc<Config>,
}

impl Deps {
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Returns a new user's id, of as many characters as Firebase's.
    pub fn new_user_id(&self) -> UserId {
        UserId::parse(&self.ids.token(28)).expect("base62 is allowed in a user id")
    }

    /// Returns the current time in a larder's time zone, in which its days are counted.
    pub async fn local_time(&self, user: &UserId) -> Result<LocalTime, StoreError> {
        let zone = self.store.preferences_get(user).await?.zone();
        Ok(LocalTime { at: self.now(), zone })
    }
}
