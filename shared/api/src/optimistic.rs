//! Optimistic concurrency: reads a row, decides, and writes it on condition that no other request wrote it meanwhile.

use crate::error::ApiError;
use domain::invalid::Invalid;
use store::{CommitError, StoreError};

/// The maximum number of attempts. Each race has a winner, so that five devices can change a row at the same time.
pub const MAX_ATTEMPTS: usize = 5;

/// The error of one attempt at a change.
#[derive(Debug)]
pub enum AttemptError {
    /// Another writer was faster: the rows that were read have changed.
    LostRace,
    /// Another attempt would fail too.
    Failed(ApiError),
}

impl From<CommitError> for AttemptError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Refused(_) => Self::LostRace,
            error => Self::Failed(error.into()),
        }
    }
}

impl From<StoreError> for AttemptError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Invalid> for AttemptError {
    fn from(error: Invalid) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ApiError> for AttemptError {
    fn from(error: ApiError) -> Self {
        Self::Failed(error)
    }
}

/// Repeats `attempt`, which reads, decides and writes, for as long as another writer is faster. After five lost races
/// it returns 409 `conflict`.
pub async fn retry_lost_race<T, F: Future<Output = Result<T, AttemptError>>>(
    mut attempt: impl FnMut() -> F,
) -> Result<T, ApiError> {
    for _ in 0..MAX_ATTEMPTS {
        match attempt().await {
            Ok(done) => return Ok(done),
            Err(AttemptError::LostRace) => {}
            Err(AttemptError::Failed(error)) => return Err(error),
        }
    }
    Err(ApiError::lost_race())
}

#[cfg(test)]
mod tests {
    use super::{AttemptError, retry_lost_race};
    use crate::error::ApiError;
    use std::future::ready;

    #[tokio::test]
    async fn retries_after_lost_races() {
        let mut attempts = 0;
        let won = retry_lost_race(|| {
            attempts += 1;
            ready(if attempts < 3 { Err(AttemptError::LostRace) } else { Ok(attempts) })
        });
        assert_eq!(won.await.expect("the third attempt succeeds"), 3);
    }

    #[tokio::test]
    async fn stops_at_other_errors() {
        let mut attempts = 0;
        let missing = retry_lost_race(|| {
            attempts += 1;
            ready(Err::<(), _>(ApiError::not_found().into()))
        });
        assert_eq!(missing.await.expect_err("it failed").code(), "not_found");
        assert_eq!(attempts, 1);
    }

    #[tokio::test]
    async fn returns_a_conflict_after_five_lost_races() {
        let mut attempts = 0;
        let lost = retry_lost_race(|| {
            attempts += 1;
            ready(Err::<(), _>(AttemptError::LostRace))
        });
        assert_eq!(lost.await.expect_err("every race was lost").code(), "conflict");
        assert_eq!(attempts, 5);
    }
}
