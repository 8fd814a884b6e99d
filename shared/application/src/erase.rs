//! Deletes all data of a user, as a job.

use crate::jobs::{JobError, JobRun};
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use push::{DeliveryResult, Phones};
use std::sync::Arc;
use std::time::Duration;
use store::receipts::Receipts;
use store::{CommitError, Job, JobKind, PendingPictures, Store, StoreError, Write, keys};
use system::Boxed;
use system::clock::Clock;
use tokio::time::Instant;
use uuid::Uuid;

/// Less than the ten seconds that a request has in all.
const FORGET_PHONE_TIMEOUT: Duration = Duration::from_secs(4);
/// The minimum age of a scan that counts as interrupted: longer than any scan takes.
pub const PENDING_SCAN_AGE: TimeDelta = TimeDelta::minutes(10);
/// The maximum number of attempts to replace a job in progress.
const MAX_ATTEMPTS: usize = 20;
/// The maximum number of keys of earlier requests that a deletion keeps: a repetition of one gets the same result.
const MAX_JOINED: usize = 20;

/// The state of a requested deletion.
#[derive(Debug)]
pub enum Deletion {
    /// The caller runs it.
    Begun(Box<Job>),
    /// Another process runs it.
    Running,
    /// It was requested before with the same key, and has finished.
    Finished,
}

/// Deletes users with all their data.
#[derive(Clone, Debug)]
pub struct Eraser {
    pub store: Store,
    pub receipts: Receipts,
    /// `None` if phones are not supported.
    pub phones: Option<Arc<dyn Phones>>,
}

/// Returns the deletion after the user's earlier job. A job that begins has not been written yet.
fn next_deletion(
    user: &UserId,
    earlier: Option<Job>,
    kind: JobKind,
    key: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Deletion, CommitError> {
    // Without a key the request is one for any deletion in progress.
    let is_same_request =
        |job: &&Job| job.state.kind == kind && (job.is_for(key) || key.is_none() && !job.state.finished);
    if let Some(same) = earlier.as_ref().filter(is_same_request) {
        return Ok(if same.state.finished {
            Deletion::Finished
        } else if same.is_stalled(now) {
            Deletion::Begun(Box::new(same.next(0, now)))
        } else {
            Deletion::Running
        });
    }
    let mut job = Job::begin(user, earlier.as_ref(), key.unwrap_or_default(), kind, now);
    if let Some(running) = earlier.filter(|job| !job.state.finished) {
        if running.state.kind == JobKind::DeleteAccount {
            return Err(CommitError::AccountDeleted);
        }
        if running.state.kind == kind {
            job.state.joined = running.state.joined;
            job.state.joined.push(running.state.id);
            let excess = job.state.joined.len().saturating_sub(MAX_JOINED);
            job.state.joined.drain(..excess);
        }
    }
    Ok(Deletion::Begun(Box::new(job)))
}

impl Eraser {
    /// Begins the job that deletes a user's data, replacing any other job but the deletion of the account. `before` are
    /// written in the same transaction. A repeated request does not disturb its job, and a new one ends those before
    /// it.
    pub async fn begin_deletion(
        &self,
        user: &UserId,
        kind: JobKind,
        key: Option<Uuid>,
        before: Vec<Write>,
        now: DateTime<Utc>,
    ) -> Result<Deletion, CommitError> {
        let mut attempts = 0;
        loop {
            let job = match next_deletion(user, self.store.job_get(user).await?, kind, key, now)? {
                Deletion::Begun(job) => job,
                deletion => return Ok(deletion),
            };
            match self.store.job_step(vec![], before.clone(), &job).await {
                Ok(()) => return Ok(Deletion::Begun(job)),
                // The replaced job made a step meanwhile.
                Err(CommitError::Refused(key)) if key == keys::job(user) && attempts < MAX_ATTEMPTS => attempts += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Deletes a user's data. An account is deleted with its devices, and the account row last, so that an interrupted
    /// deletion can continue.
    #[inline(never)]
    pub fn delete_data<'a>(
        &'a self,
        job: Job,
        clock: &'a dyn Clock,
        until: Option<Instant>,
    ) -> Boxed<'a, Result<(), JobError>> {
        Box::pin(async move {
            let (store, user, is_account) = (&self.store, job.user.clone(), job.state.kind == JobKind::DeleteAccount);
            let mut run = JobRun::new(store, clock, job, until);
            // What gives access comes first, so that nothing adds a row meanwhile.
            if is_account {
                run.delete(store.account_credential_keys(&user).await?).await?;
            }
            run.delete(store.user_access_keys(&user).await?).await?;
            // A process that was taken over must not delete newer pictures.
            run.step(vec![], 0).await?;
            self.receipts.delete_all_of(&user).await?;
            // The row with the phone's token is last. A cleared account keeps its upload count: clearing does not reset
            // the limit.
            let is_kept = |sk: &str| sk == keys::META || (!is_account && sk.starts_with(keys::QUOTA_PREFIX));
            let mut after = None;
            loop {
                let (mut rows, next) = store.row_key_page(&user, None, after).await?;
                rows.retain(|key| !is_kept(&key.sk));
                run.delete(rows).await?;
                after = next;
                if after.is_none() {
                    break;
                }
            }
            self.forget_phone(&user).await;
            let meta = Write::row_delete(keys::meta(&user));
            if is_account {
                run.end_job(vec![meta, Write::row_delete(keys::account(&user))]).await
            } else {
                run.finish(vec![], 0, vec![meta]).await
            }
        })
    }

    /// Deletes the pictures of scans that were interrupted before this time. Stored scans keep their pictures.
    pub async fn delete_pending_pictures(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        for pending in self.store.pending_pictures_list(before).await? {
            if let Err(error) = self.delete_pictures_of(&pending).await {
                tracing::warn!(%error, "pictures of an interrupted scan could not be deleted; trying again later");
            }
        }
        Ok(())
    }

    async fn delete_pictures_of(&self, pending: &PendingPictures) -> Result<(), JobError> {
        let PendingPictures { user, session, photos } = pending;
        if self.store.session_get(user, *session).await?.is_none() {
            for photo in 0..*photos {
                self.receipts.delete(&Receipts::picture_key(user, *session, photo)).await?;
            }
        }
        Ok(self.store.pending_pictures_forget(user, *session).await?)
    }

    /// Deletes the phone at its push service. Trouble there must not stop the deletion: without its row nothing is sent
    /// to the phone any more.
    async fn forget_phone(&self, user: &UserId) {
        let Some(phones) = &self.phones else { return };
        let token = match self.store.preferences_get(user).await {
            Ok(preferences) => preferences.fcm_token,
            Err(error) => return tracing::warn!(%error, "the token of a deleted phone cannot be read"),
        };
        let Some(token) = token else { return };
        match tokio::time::timeout(FORGET_PHONE_TIMEOUT, phones.forget(&token)).await {
            Ok(DeliveryResult::Gone | DeliveryResult::Accepted) => {}
            Ok(DeliveryResult::Failed(reason) | DeliveryResult::Refused(reason)) => {
                tracing::warn!(reason, "a phone could not be deleted at its push service");
            }
            Err(_) => tracing::warn!("a phone could not be deleted at its push service in time"),
        }
    }
}
