//! One engine first, and another where the first cannot answer.

use super::{Engine, EngineError, ReadLimits, ReceiptFuture};
use std::sync::Arc;
use tokio::time::timeout_at;

/// Asks its first engine, which costs money, and its second where the first failed or may not be paid. A picture that
/// the first refuses is refused: the second would see the same one.
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
            if !limits.allows_paid_model {
                return timeout_at(limits.until, self.second.read(pages, limits))
                    .await
                    .unwrap_or(Err(EngineError::Busy));
            }
            // Both share the time that one has alone: the client waits for one answer.
            let late = |_| Err(EngineError::Busy);
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
