//! Deletes all data of a user, as a job.

use crate::jobs::is_past;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use push::{DeliveryResult, Phones};
use std::sync::Arc;
use std::time::Duration;
use store::receipts::{Receipts, ReceiptsError};
use store::{CommitError, Job, JobKind, PendingPictures, Store, StoreError, Write, keys};
use system::Boxed;
use system::clock::Clock;
use tokio::time::Instant;
use uuid::Uuid;

/// Less than the ten seconds that a function has in all.
const FORGET_PHONE_TIMEOUT: Duration = Duration::from_secs(4);
/// The minimum age of a scan that counts as interrupted: longer than any scan takes.
pub const PENDING_SCAN_AGE: TimeDelta = TimeDelta::minutes(10);
const MAX_PENDING_SCANS: usize = 100;
/// The maximum number of attempts to replace a job in progress.
const MAX_ATTEMPTS: usize = 20;

/// The reason why a deletion is incomplete.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Receipts(#[from] ReceiptsError),
    #[error(transparent)]
    Job(#[from] CommitError),
    #[error("the phone could not be deleted at its push service: {0}")]
    Phone(String),
}

/// Deletes users with all their data.
#[derive(Clone, Debug)]
pub struct Eraser {
    pub store: Store,
    pub receipts: Receipts,
    /// `None` if phones are not supported.
    pub phones: Option<Arc<dyn Phones>>,
}

impl Eraser {
    /// Begins the job that deletes a user's data, replacing any other job. `before` are written in the same transaction. A
    /// deletion of this kind that is in progress continues.
    pub async fn begin_deletion(
        &self,
        user: &UserId,
        kind: JobKind,
        key: Option<Uuid>,
        before: Vec<Write>,
        now: DateTime<Utc>,
    ) -> Result<Job, CommitError> {
        let mut attempts = 0;
        loop {
            let job = match self.store.job_get(user).await? {
                Some(earlier) if earlier.state.kind == kind && !earlier.state.finished => earlier.next(0, now),
                earlier => Job::begin(user, earlier.as_ref(), key.unwrap_or_default(), kind, now),
            };
            match self.store.job_step(vec![], before.clone(), &job).await {
                Ok(()) => return Ok(job),
                // The replaced job made a step meanwhile.
                Err(CommitError::Refused(key)) if key == keys::job(user) && attempts < MAX_ATTEMPTS => attempts += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Deletes a user's data until it is done or `until` is past; returns true if it is done. An account is deleted with its
    /// devices, and the account row last, so that an interrupted deletion can continue.
    #[inline(never)]
    pub fn delete_data<'a>(
        &'a self,
        mut job: Job,
        clock: &'a dyn Clock,
        until: Option<Instant>,
    ) -> Boxed<'a, Result<bool, EraseError>> {
        Box::pin(async move {
            let (store, user, is_account) = (&self.store, job.user.clone(), job.state.kind == JobKind::DeleteAccount);
            if is_account {
                store.account_delete_credentials(&user).await?;
            }
            self.forget_phone(&user).await?;
            self.receipts.delete_all_of(&user).await?;
            store.user_revoke_access(&user).await?;
            // A cleared account keeps its upload count: clearing does not reset the limit.
            let kept_prefix = (!is_account).then_some(keys::QUOTA_PREFIX);
            let mut after = None;
            loop {
                let (deleted, next) = store.user_erase_page(&user, kept_prefix, after).await?;
                after = next;
                if after.is_none() {
                    break;
                }
                job = job.next(deleted, clock.now());
                store.job_step(vec![], vec![], &job).await?;
                if is_past(until) {
                    return Ok(false);
                }
            }
            if is_account {
                store.account_delete(&user).await?;
            } else {
                store.job_step(vec![], vec![], &job.finished(clock.now())).await?;
            }
            Ok(true)
        })
    }

    /// Deletes the pictures of scans that were interrupted before this time. Stored scans keep their pictures.
    pub async fn delete_pending_pictures(&self, before: DateTime<Utc>) -> Result<(), EraseError> {
        for PendingPictures { user, session, photos } in
            self.store.pending_pictures_list(before, MAX_PENDING_SCANS).await?
        {
            if self.store.session_get(&user, session).await?.is_none() {
                for photo in 0..photos {
                    self.receipts.delete(&Receipts::picture_key(&user, session, photo)).await?;
                }
            }
            self.store.pending_pictures_forget(&user, session).await?;
        }
        Ok(())
    }

    /// Deletes the phone at its push service. Called before the preferences, which have its token, are deleted.
    async fn forget_phone(&self, user: &UserId) -> Result<(), EraseError> {
        let Some(phones) = &self.phones else { return Ok(()) };
        let Some(token) = self.store.preferences_get(user).await?.fcm_token else { return Ok(()) };
        match tokio::time::timeout(FORGET_PHONE_TIMEOUT, phones.forget(&token)).await {
            Ok(DeliveryResult::Gone | DeliveryResult::Accepted) => Ok(()),
            Ok(DeliveryResult::Failed(reason) | DeliveryResult::Refused(reason)) => Err(EraseError::Phone(reason)),
            Err(_) => Err(EraseError::Phone("no answer in time".to_owned())),
        }
    }
}
