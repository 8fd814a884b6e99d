//! Runs the reminders every 15 minutes, as EventBridge does on AWS, and ends interrupted jobs and scans.

use crate::schedule::receivers;
use crate::schedule::steady_clock::{OBSERVATION_TIME, SteadyClock};
use crate::settings::receivers::ReceiverSettings;
use application::deps::Deps;
use application::erase::PENDING_SCAN_AGE;
use chrono::{DateTime, Utc};
use push::{Pusher, Receivers};
use reminders::Budget;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::JOB_LEASE;
use tokio::task::JoinSet;
use transfer::TransferState;

const REMINDERS_INTERVAL: Duration = Duration::from_mins(15);
const JOBS_INTERVAL: Duration = Duration::from_mins(1);

/// What the scheduler needs to assign ntfy and Gotify to their larder.
pub struct ReceiverAssignment {
    pub receivers: Arc<Receivers>,
    pub settings: ReceiverSettings,
    /// The data folder.
    pub folder: PathBuf,
}

/// Runs the reminders for ever, but not after a jump of the clock.
pub async fn run_reminders(deps: Deps, pusher: Arc<dyn Pusher>, assignment: ReceiverAssignment) {
    let mut clock = SteadyClock::new(deps.clock.clone());
    clock.sleep(OBSERVATION_TIME).await;
    loop {
        assign(&assignment, &deps).await;
        match reminders::run(&deps, &pusher, Budget::default()).await {
            Ok(report) => report.log(),
            Err(error) => tracing::warn!(%error, "the reminders could not run; trying again in a quarter of an hour"),
        }
        clock.sleep(time_until_next_run(deps.now().timestamp())).await;
    }
}

/// Assigns the receivers to their larder: each time, because it may be chosen late, or be deleted.
async fn assign(ReceiverAssignment { receivers, settings, folder }: &ReceiverAssignment, deps: &Deps) {
    if receivers.all.is_empty() {
        return;
    }
    match receivers::choose_larder(deps, folder, settings).await {
        Ok(choice) => {
            if let Some(problem) = choice.problem() {
                tracing::warn!("ntfy and Gotify: {problem}");
            }
            receivers.assign(choice.larder());
        }
        Err(error) => {
            tracing::warn!(%error, "the larder of ntfy and Gotify cannot be read; trying again in a quarter of an hour");
        }
    }
}

/// Resumes interrupted jobs and deletes the pictures of interrupted scans, for ever. The first time, all unfinished ones
/// count as interrupted: the process that began them has ended.
pub async fn end_interrupted_work(state: TransferState) {
    // At the start, no lease is valid: no other process works on jobs and scans.
    let (started, mut is_start) = (state.deps.now(), true);
    loop {
        let now = if is_start { started + JOB_LEASE } else { state.deps.now() };
        resume_jobs(&state, now).await;
        let before = if is_start { started } else { state.deps.now() - PENDING_SCAN_AGE };
        if let Err(error) = state.eraser.delete_pending_pictures(before).await {
            tracing::warn!(%error, "pictures of interrupted scans could not be deleted; trying again in a minute");
        }
        is_start = false;
        tokio::time::sleep(JOBS_INTERVAL).await;
    }
}

/// Resumes the jobs whose lease has expired at `now`.
async fn resume_jobs(state: &TransferState, now: DateTime<Utc>) {
    let jobs = match state.deps.store.job_list_stalled(now).await {
        Ok(jobs) => jobs,
        Err(error) => return tracing::warn!(%error, "jobs cannot be read; trying again in a minute"),
    };
    for job in jobs {
        let own = state.clone();
        // A task of its own, so that a panic ends no other larder's job. It ends with this one.
        let mut resumed = JoinSet::new();
        resumed.spawn(async move { transfer::run_job(&own, &job.user, now, None).await });
        match resumed.join_next().await {
            Some(Ok(Ok(()))) | None => {}
            Some(Ok(Err(error))) => tracing::warn!(%error, "a job was not resumed; trying again in a minute"),
            Some(Err(error)) => tracing::error!(%error, "the resuming of a job panicked"),
        }
    }
}

/// Returns the time until a second after the next quarter of an hour, when local hours begin in nearly all time zones.
fn time_until_next_run(now: i64) -> Duration {
    let interval = i64::try_from(REMINDERS_INTERVAL.as_secs()).expect("a quarter of an hour is a small number");
    Duration::from_secs(u64::try_from(interval - now.rem_euclid(interval)).unwrap_or(0) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_the_next_run_just_after_the_quarter() {
        assert_eq!(time_until_next_run(0), Duration::from_secs(901));
        assert_eq!(time_until_next_run(899), Duration::from_secs(2));
        assert_eq!(time_until_next_run(901), Duration::from_mins(15));
    }
}
