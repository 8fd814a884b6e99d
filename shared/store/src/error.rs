//! Errors between Larder and its table, independent of HTTP: the request layer decides what clients see.

use aws_sdk_dynamodb::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The table did not answer, or refused for load: the same call may succeed later.
    #[error("the table is not available ({operation}): {detail}")]
    Unavailable { operation: &'static str, detail: String },
    /// A row that cannot be what we wrote.
    #[error("a row cannot be read: {0}")]
    Corrupt(String),
    /// A call that DynamoDB calls wrong: a mistake of ours.
    #[error("the table refused the call ({operation}): {detail}")]
    Rejected { operation: &'static str, detail: String },
}

impl StoreError {
    pub fn from_sdk<E, R>(operation: &'static str, error: SdkError<E, R>) -> Self
    where
        E: std::error::Error + ProvideErrorMetadata + 'static,
        R: std::fmt::Debug,
    {
        let rejected = matches!(&error, SdkError::ServiceError(e)
        if matches!(
            e.err().code(),
            Some("ValidationException" | "AccessDeniedException" | "ResourceNotFoundException")
        ));
        let detail = DisplayErrorContext(error).to_string();
        if rejected { Self::Rejected { operation, detail } } else { Self::Unavailable { operation, detail } }
    }
}

/// Why a change was not made.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The condition of the n-th write failed: another writer was first, or the row exists.
    #[error("the condition of write {0} did not hold")]
    Refused(usize),
    /// The idempotency key was recorded by another request in the meantime: its answer is the answer.
    #[error("another request with this idempotency key was faster")]
    AlreadyRecorded,
    #[error(transparent)]
    Store(#[from] StoreError),
}
