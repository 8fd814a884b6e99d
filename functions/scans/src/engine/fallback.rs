//! One engine first, and another where the first cannot answer.

use super::{Engine, EngineError, PATIENCE, Reading};
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};

/// Asks its first engine, and its second where the first failed. A picture that the first refuses is refused: the second would see the same one.
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
    fn read(&self, pages: Vec<Vec<u8>>) -> Reading<'_> {
        Box::pin(async move {
            // Both share the time that one has alone: the client waits for one answer.
            let deadline = Instant::now() + PATIENCE;
            let late = |_| Err(EngineError::Busy);
            match timeout_at(deadline, self.first.read(pages.clone())).await.unwrap_or_else(late) {
                Err(EngineError::Engine(reason)) => {
                    tracing::warn!(reason, "the chosen reader failed, and the other one reads");
                    timeout_at(deadline, self.second.read(pages)).await.unwrap_or_else(late)
                }
                outcome => outcome,
            }
        })
    }
}
