//! What a handler may use. Made once at the start of a process, cheap to clone.

use crate::clock::Clock;
use crate::config::Config;
use crate::identity::Verifier;
use crate::ids::IdSource;
use crate::push::Pusher;
use crate::receipts::Receipts;
use crate::store::Store;
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
