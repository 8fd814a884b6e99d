//! What a handler may use. Made once at the start of a process, cheap to clone.

use platform::clock::Clock;
use crate::config::Config;
use crate::identity::Verifier;
use platform::ids::IdSource;
use push::Pusher;
use store::receipts::Receipts;
use store::Store;
use chrono::{DateTime, Utc};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Deps {
    pub store: Store,
    pub receipts: Receipts,
    /// The way to people's devices; none where no push keys are set.
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
