//! Dependencies of handlers. Created once at the start of a process, cheap to clone.

use crate::config::Config;
use crate::identity::Verifier;
use chrono::{DateTime, Utc};
use platform::clock::Clock;
use platform::ids::IdSource;
use push::Pusher;
use std::sync::Arc;
use store::Store;
use store::receipts::Receipts;

#[derive(Clone, Debug)]
pub struct Deps {
    pub store: Store,
    pub receipts: Receipts,
    /// Sends notifications; `None` without push keys.
    pub push: Option<Arc<dyn Pusher>>,
    pub verifier: Arc<Verifier>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub config: Arc<Config>,
}

impl Deps {
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
