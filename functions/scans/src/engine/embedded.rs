//! The reader that is part of this program.

use super::{Engine, EngineError, Read, Reading, Terms};
use receipt_reader::{ReadError, Reader, picture};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// One receipt at a time: it uses all cores, and its memory once.
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
    fn read(&self, pages: Vec<Vec<u8>>, terms: Terms) -> Reading<'_> {
        Box::pin(async move {
            let turn = self.turn.clone().acquire_owned().await.expect("the semaphore is never closed");
            let work = tokio::task::spawn_blocking(move || {
                // Held by the work and not by the request: a client that leaves must not let the next one in beside it.
                let _turn = turn;
                let reader = Reader::load().map_err(|e| EngineError::Engine(e.to_string()))?;
                let pages: Vec<&[u8]> = pages.iter().map(Vec::as_slice).collect();
                let receipt = reader.read_within(&pages, terms.reading_time(pages.len())?)?;
                let stored =
                    pages.iter().map(|page| picture::stored(page)).collect::<Result<Vec<_>, ReadError>>()?.concat();
                Ok(Read { receipt, stored })
            });
            work.await.unwrap_or_else(|e| Err(EngineError::Engine(e.to_string())))
        })
    }
}
