//! One run of the job: checks the users of the due index, within limits of time and concurrency.

use crate::Report;
use crate::user::{self, UserReport};
use application::deps::Deps;
use push::Pusher;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use store::{StoreError, keys};
use tokio::task::{JoinError, JoinSet};
use tokio::time::Instant;

/// The number of rows of the due index per page, which limits the memory of a run.
const PAGE_SIZE: usize = 200;

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// No further user is checked after this time.
    pub time: Duration,
    /// The number of users at a time, because checks mostly wait for push services.
    pub concurrency: usize,
}

impl Default for Budget {
    fn default() -> Self {
        // At a seventh of a second each these are some 450 users a second; one shard of the due index can write 500.
        Self { time: Duration::from_mins(10), concurrency: 64 }
    }
}

/// Checks all due users. Fails only if the due index cannot be read, after the checks that have begun, so that no user
/// is reminded again. One user's failure stops no other.
pub async fn run(deps: &Deps, pusher: &Arc<dyn Pusher>, budget: Budget) -> Result<Report, StoreError> {
    let until = Instant::now() + budget.time;
    let now = deps.now();
    let mut report = Report::default();
    let mut checks = JoinSet::new();
    let mut unread = None;
    // Reads the shards page by page in turn, so that a long shard does not block the others.
    let mut shards: VecDeque<_> = (0..keys::DUE_SHARDS).map(|shard| (shard, None)).collect();
    'pages: while let Some((shard, after)) = shards.pop_front() {
        let page = match deps.store.due_page(shard, now, PAGE_SIZE, after).await {
            Ok(page) => page,
            Err(error) => {
                unread = Some(error);
                break;
            }
        };
        report.unreadable += page.unreadable;
        if let Some(after) = page.after {
            shards.push_back((shard, Some(after)));
        }
        // The users who have waited longest come first.
        let waited = page.rows.first().and_then(|due| due.waited(now));
        report.longest_wait = report.longest_wait.max(waited.unwrap_or_default());
        for due in page.rows {
            if checks.len() >= budget.concurrency.max(1)
                && let Some(result) = checks.join_next().await
            {
                count(&mut report, result);
            }
            if Instant::now() >= until {
                report.out_of_time = true;
                break 'pages;
            }
            let (deps, pusher) = (deps.clone(), pusher.clone());
            checks.spawn(async move { user::remind(&deps, &pusher, &due).await });
        }
    }
    while let Some(result) = checks.join_next().await {
        count(&mut report, result);
    }
    match unread {
        None => Ok(report),
        Some(error) => {
            // What was checked is not in the error.
            report.log();
            Err(error)
        }
    }
}

fn count(report: &mut Report, result: Result<Result<UserReport, StoreError>, JoinError>) {
    match result {
        Ok(Ok(done)) => report.count(&done),
        Ok(Err(error)) => {
            report.checked += 1;
            report.failed += 1;
            tracing::warn!(%error, "a user could not be checked; the next run retries");
        }
        Err(error) => {
            report.checked += 1;
            report.failed += 1;
            tracing::error!(%error, "the check of a user panicked");
        }
    }
}
