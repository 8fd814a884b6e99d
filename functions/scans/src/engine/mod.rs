//! What reads a receipt: the embedded reader, or another behind the same small interface.

mod bedrock;
mod embedded;
mod fallback;

use receipt_reader::{ReadError, Receipt};
use service::config::{Config, ReaderEngine};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use bedrock::Bedrock;
pub use embedded::Embedded;
pub use fallback::Fallback;

/// How long a photo may wait for its turn and be read, before the client is asked to come back.
pub const PATIENCE: Duration = Duration::from_secs(25);

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The picture is at fault.
    #[error(transparent)]
    Picture(#[from] ReadError),
    /// The engine is: the same picture may be read later.
    #[error("{0}")]
    Engine(String),
    /// Others are being read, and it is not this one's turn yet.
    #[error("the reader is busy")]
    Busy,
}

/// What a receipt says, and its photos as they are kept: upright pixels and nothing else.
#[derive(Clone, Debug)]
pub struct Read {
    pub receipt: Receipt,
    pub stored: Vec<Vec<u8>>,
}

pub type Reading<'a> = Pin<Box<dyn Future<Output = Result<Read, EngineError>> + Send + 'a>>;

pub trait Engine: Send + Sync {
    /// Read one receipt from the photos of it, from its top to its bottom. One at a time: whoever comes meanwhile waits.
    fn read(&self, pages: Vec<Vec<u8>>) -> Reading<'_>;
}

/// The engine that the settings name. A model in the cloud always has `embedded`, the reader that is part of this program, behind it.
pub fn chosen(config: &Config, embedded: Arc<dyn Engine>) -> Arc<dyn Engine> {
    match config.reader {
        ReaderEngine::Embedded => embedded,
        ReaderEngine::Bedrock => {
            let aws = platform::aws::from_environment();
            if aws.region().is_none() {
                tracing::warn!(
                    "LARDER_READER is bedrock, and no region is set (AWS_REGION): the embedded reader will read everything"
                );
            }
            Arc::new(Fallback::new(Arc::new(Bedrock::new(&aws, &config.bedrock_model)), embedded))
        }
    }
}
