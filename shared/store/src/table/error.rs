//! Errors between Larder and its table, independent of HTTP: the request layer decides what clients see.

use super::keys::Key;
use aws_sdk_dynamodb::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The table did not answer, or refused for load: the same call may succeed later.
    #[error("the table is not available ({operation}): {detail}")]
    Unavailable { operation: &'static str, detail: String },
    /// A row that cannot be what we wrote.
    #[error("a row cannot be read: {0}")]
    Corrupt(String),
    /// A call that DynamoDB rejects as invalid: a bug of Larder.
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

/// The error of a change that is not confirmed. All but [`CommitError::Unknown`] mean that it was not made: only then
/// may a caller remove what it prepared for the change.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The condition of the write to this row failed: another writer was first, or the row exists. Not part of the text,
    /// because a key contains ids.
    #[error("the condition of a write did not hold")]
    Refused(Key),
    /// Another request recorded the idempotency key in the meantime: its reply is returned.
    #[error("another request with this idempotency key was faster")]
    AlreadyRecorded,
    /// The account was deleted in the meantime: nothing more is written for it.
    #[error("the account was deleted")]
    AccountDeleted,
    /// The larder has as many active items as it may.
    #[error("there is no room for more active items")]
    Full,
    /// A transaction holds the row, and did so at each attempt.
    #[error("another transaction holds the row")]
    Conflict,
    /// A read before it failed, or the table called the request wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No answer came, or an unclear one: the change may have been made or not, and may still be.
    #[error("whether the change was made is not known: {0}")]
    Unknown(#[source] StoreError),
}

impl CommitError {
    /// Returns what a write's error says about the change.
    pub(crate) fn from_sdk<E, R>(operation: &'static str, error: SdkError<E, R>) -> Self
    where
        E: std::error::Error + ProvideErrorMetadata + 'static,
        R: std::fmt::Debug,
    {
        let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
        if code == Some("TransactionConflictException") {
            return Self::Conflict;
        }
        match StoreError::from_sdk(operation, error) {
            error @ StoreError::Unavailable { .. } => Self::Unknown(error),
            error => Self::Store(error),
        }
    }

    /// The error of a change whose refusals the caller has handled.
    pub fn into_store_error(self) -> StoreError {
        match self {
            Self::Store(error) | Self::Unknown(error) => error,
            Self::Conflict => StoreError::Unavailable { operation: "commit", detail: self.to_string() },
            Self::Refused(_) | Self::AlreadyRecorded | Self::AccountDeleted | Self::Full => {
                StoreError::Rejected { operation: "commit", detail: self.to_string() }
            }
        }
    }
}
