//! An engine with a second one for its failures.

use super::{Engine, EngineError, ReadLimits, ReceiptFuture};
use std::sync::Arc;
use tokio::time::timeout_at;

/// Uses the second engine if the first, a paid one, fails or exceeds its budget. A picture that the first refuses is
/// refused, because the second would see the same one.
pub struct Fallback {
    first: Arc<dyn Engine>,
    second: Arc<dyn Engine>,
}

impl Fallback {
    pub fn new(first: Arc<dyn Engine>, second: Arc<dyn Engine>) -> Self {
        Self { first, second }
    }
}

impl Engine for Fallback {
    fn read(&self, pages: Vec<Vec<u8>>, limits: ReadLimits) -> ReceiptFuture<'_> {
        Box::pin(async move {
            // Both share the time limit of one: the client waits for one answer.
            let late = |_| Err(EngineError::Busy);
            if !limits.allows_paid_model {
                return timeout_at(limits.until, self.second.read(pages, limits)).await.unwrap_or_else(late);
            }
            match timeout_at(limits.until, self.first.read(pages.clone(), limits)).await.unwrap_or_else(late) {
                Err(EngineError::Engine(reason)) => {
                    tracing::warn!(reason, "the chosen reader failed, and the other one reads");
                    timeout_at(limits.until, self.second.read(pages, limits)).await.unwrap_or_else(late)
                }
                outcome => outcome,
            }
        })
    }
}
