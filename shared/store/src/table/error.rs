//! Errors of the table, independent of HTTP: the request layer decides what clients see.

use super::keys::Key;
use aws_sdk_dynamodb::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The table did not answer or is overloaded: the same call may succeed later.
    #[error("the table is not available ({operation}): {detail}")]
    Unavailable { operation: &'static str, detail: String },
    /// A row that Larder cannot have written.
    #[error("a row cannot be read: {0}")]
    Corrupt(String),
    /// DynamoDB rejected the call: a bug of Larder, or a missing table or permission.
    #[error("the table refused the call ({operation}): {detail}")]
    Rejected { operation: &'static str, detail: String },
}

impl StoreError {
    pub fn from_sdk<E, R>(operation: &'static str, error: SdkError<E, R>) -> Self
    where
        E: std::error::Error + ProvideErrorMetadata + 'static,
        R: std::fmt::Debug,
    {
        let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
        let is_rejected =
            matches!(code, Some("ValidationException" | "AccessDeniedException" | "ResourceNotFoundException"));
        let detail = DisplayErrorContext(error).to_string();
        if is_rejected { Self::Rejected { operation, detail } } else { Self::Unavailable { operation, detail } }
    }
}

/// The error of a change. All but [`CommitError::Unknown`] mean that the change was not made, so that the caller may
/// delete what it prepared.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The condition of the write to this row failed: another writer was first, or the row exists. The message does not
    /// contain the key, because a key contains ids.
    #[error("the condition of a write did not hold")]
    Refused(Key),
    /// Another request recorded the idempotency key in the meantime: its reply is returned.
    #[error("another request with this idempotency key was faster")]
    AlreadyRecorded,
    /// The account was deleted in the meantime.
    #[error("the account was deleted")]
    AccountDeleted,
    /// The larder has the maximum number of active items.
    #[error("the larder has the maximum number of active items")]
    Full,
    /// Another transaction held the row at each attempt.
    #[error("another transaction holds the row")]
    Conflict,
    /// A read before the change failed, or the table rejected the request.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table did not answer clearly: it is unknown whether the change was made.
    #[error("it is not known whether the change was made: {0}")]
    Unknown(#[source] StoreError),
}

impl CommitError {
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

    /// Converts the error of a change whose refusals the caller has handled.
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
