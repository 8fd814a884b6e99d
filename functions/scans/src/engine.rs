//! What reads a receipt: the embedded reader, or another behind the same small interface.

use crate::reader::{ReadError, Reader, Receipt};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a photo may wait for its turn and be read, before the client is asked to come back.
const PATIENCE: Duration = Duration::from_secs(25);

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The picture is at fault.
    #[error(transparent)]
    Picture(#[from] ReadError),
    /// The engine is: the same picture may be read later.
    #[error("{0}")]
    Engine(String),
}

pub type Reading<'a> = Pin<Box<dyn Future<Output = Result<Receipt, EngineError>> + Send + 'a>>;

pub trait Engine: Send + Sync {
    /// Read one receipt from the photos of it, from its top to its bottom.
    fn read(&self, pages: Vec<Vec<u8>>) -> Reading<'_>;
}

/// The reader that is part of this program. One receipt at a time: it uses all cores, and its memory once.
#[derive(Debug)]
pub struct Embedded {
    turn: Arc<Semaphore>,
}

impl Default for Embedded {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(1)) }
    }
}

impl Engine for Embedded {
    fn read(&self, pages: Vec<Vec<u8>>) -> Reading<'_> {
        Box::pin(async move {
            let read = async {
                let turn = self.turn.clone().acquire_owned().await.expect("the semaphore is never closed");
                let work = tokio::task::spawn_blocking(move || {
                    // Held by the work and not by the request: a client that leaves must not let the next one in beside it.
                    let _turn = turn;
                    let reader = Reader::load().map_err(|e| EngineError::Engine(e.to_string()))?;
                    let pages: Vec<&[u8]> = pages.iter().map(Vec::as_slice).collect();
                    Ok(reader.read(&pages)?)
                });
                work.await.unwrap_or_else(|e| Err(EngineError::Engine(e.to_string())))
            };
            tokio::time::timeout(PATIENCE, read).await.unwrap_or_else(|_| Err(EngineError::Engine("the reader is busy".into())))
        })
    }
}
