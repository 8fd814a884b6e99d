//! The interface of receipt readers: the embedded one and others.

#[cfg(feature = "bedrock")]
mod bedrock;
mod fallback;
pub mod process;

use application::config::{Config, ConfigError, ReaderEngine};
use chrono::NaiveDate;
use domain::printed_date::{DayOrder, PrintedDate};
use receipt_reader::{ReadError, Receipt};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

#[cfg(feature = "bedrock")]
pub use bedrock::Bedrock;
pub use fallback::Fallback;
pub use process::ReaderProcess;

/// The maximum time for a photo to wait and be read, before the client is asked to retry.
pub const READ_TIMEOUT: Duration = Duration::from_secs(25);
/// The part of it that is reserved for the child process's answer and for preparing pictures for storage.
const RESERVED_TIME: Duration = Duration::from_secs(3);
/// The maximum reading time per photo: the most expensive picture takes ten seconds of two cores, and others wait.
const MAX_READING: Duration = Duration::from_secs(15);
/// An ordinary receipt takes a second or two.
const MIN_READING: Duration = Duration::from_secs(4);

/// Limits of a reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadLimits {
    /// The time at which the answer is due.
    pub until: Instant,
    /// True if a paid model may be used.
    pub allows_paid_model: bool,
}

impl ReadLimits {
    /// Returns the reading time of so many photos after waiting, or an error if too little is left.
    pub fn reading_time(self, photos: usize) -> Result<Duration, EngineError> {
        let max = MAX_READING.saturating_mul(u32::try_from(photos).unwrap_or(u32::MAX));
        let left = self.until.saturating_duration_since(Instant::now()).saturating_sub(RESERVED_TIME);
        if left < MIN_READING { Err(EngineError::Busy) } else { Ok(left.min(max)) }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The picture cannot be read.
    #[error(transparent)]
    Picture(#[from] ReadError),
    /// The engine failed: the same picture may be read later.
    #[error("{0}")]
    Engine(String),
    /// Other receipts are being read; the client retries later.
    #[error("the reader is busy")]
    Busy,
}

/// A receipt's content, and its photos as stored: upright pixels without metadata.
#[derive(Clone, Debug)]
pub struct ReadReceipt {
    pub receipt: Receipt,
    pub stored: Vec<Vec<u8>>,
}

pub type ReceiptFuture<'a> = Pin<Box<dyn Future<Output = Result<ReadReceipt, EngineError>> + Send + 'a>>;

pub trait Engine: Send + Sync {
    /// Reads one receipt from its photos, from top to bottom. One at a time: others wait. Parts that exceed the limits
    /// are omitted, and the receipt says so.
    fn read(&self, pages: Vec<Vec<u8>>, limits: ReadLimits) -> ReceiptFuture<'_>;
}

pub type LabelFuture<'a> = Pin<Box<dyn Future<Output = Result<Vec<PrintedDate>, EngineError>> + Send + 'a>>;

/// Reads the date that is printed on food.
pub trait LabelReader: Send + Sync {
    /// Returns the dates on a small picture, the likeliest first. One picture at a time, beside the receipts: others
    /// wait for a moment. Work is cancelled if its caller is gone.
    fn dates(&self, picture: Vec<u8>, today: NaiveDate, order: Option<DayOrder>) -> LabelFuture<'_>;
}

/// Returns the engine that the settings name. A model in the cloud always has `embedded`, the reader that is part of
/// this program, behind it. Fails where this program was built without the engine.
pub fn select_engine(config: &Config, embedded: Arc<dyn Engine>) -> Result<Arc<dyn Engine>, ConfigError> {
    match config.reader {
        ReaderEngine::Embedded => Ok(embedded),
        #[cfg(not(feature = "bedrock"))]
        ReaderEngine::Bedrock => Err(ConfigError {
            name: "LARDER_READER",
            value: "bedrock".into(),
            expected: "this program was built without Bedrock; build it with `cargo build --release --package larder \
                       --features bedrock`"
                .into(),
        }),
        #[cfg(feature = "bedrock")]
        ReaderEngine::Bedrock => {
            let aws = system::aws::from_environment();
            if aws.region().is_none() {
                tracing::warn!(
                    "LARDER_READER is bedrock, and no region is set (AWS_REGION): the embedded reader will read everything"
                );
            }
            Ok(Arc::new(Fallback::new(Arc::new(Bedrock::new(&aws, &config.bedrock_model)), embedded)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_each_photo_its_time_as_far_as_it_suffices() {
        let time = |left: u64, photos| {
            ReadLimits { until: Instant::now() + Duration::from_secs(left), allows_paid_model: false }
                .reading_time(photos)
        };
        assert_eq!(time(60, 1).unwrap(), MAX_READING);
        assert_eq!(time(60, 3).unwrap(), MAX_READING * 3);
        let rest = time(25, 3).unwrap();
        assert!(rest > MAX_READING && rest + RESERVED_TIME <= Duration::from_secs(25), "{rest:?}");
        assert!(matches!(time(6, 1), Err(EngineError::Busy)), "it waited for too long");
    }
}
