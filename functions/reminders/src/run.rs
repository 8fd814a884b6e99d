//! One run: the due index, shard by shard in pages, with so many users at a time and within so much time.

use crate::Report;
use crate::user::{self, UserReport};
use application::deps::Deps;
use push::Pusher;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use store::{DueUser, StoreError, keys};
use tokio::task::{JoinError, JoinSet};
use tokio::time::Instant;

/// Rows of the due index per page: a run's memory does not grow with the number of users.
const PAGE: usize = 200;

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// After this, no further user is checked.
    pub time: Duration,
    /// Users at a time. Most of the time is spent waiting for push services.
    pub concurrency: usize,
}

impl Default for Budget {
    fn default() -> Self {
        // At a seventh of a second each, 64 at a time move some 430 users a second: below the 500 whose rows one shard
        // of the due index takes.
        Self { time: Duration::from_mins(10), concurrency: 64 }
    }
}

/// Checks all due users. Fails only if the due index cannot be read; one user's failure stops no other.
pub async fn run(deps: &Deps, pusher: &Arc<dyn Pusher>, budget: Budget) -> Result<Report, StoreError> {
    let until = Instant::now() + budget.time;
    let now = deps.now();
    let mut report = Report::default();
    let mut checks = JoinSet::new();
    // A page of each shard in turn, so that a long shard does not block the others if the time is short.
    let mut shards: VecDeque<_> = (0..keys::DUE_SHARDS).map(|shard| (shard, None)).collect();
    'pages: while let Some((shard, after)) = shards.pop_front() {
        let page = deps.store.due_page(shard, now, PAGE, after).await?;
        report.unreadable += page.unreadable;
        if let Some(after) = page.after {
            shards.push_back((shard, Some(after)));
        }
        // The longest waiting come first.
        let waited = page.users.first().and_then(|due| due.waited(now));
        report.longest_wait = report.longest_wait.max(waited.unwrap_or_default());
        for due in page.users {
            if checks.len() >= budget.concurrency.max(1)
                && let Some(result) = checks.join_next().await
            {
                count(&mut report, result);
            }
            if Instant::now() >= until {
                report.out_of_time = true;
                break 'pages;
            }
            let (own, pusher) = (deps.clone(), pusher.clone());
            checks.spawn(async move { remind_user(&own, &pusher, due).await });
        }
    }
    while let Some(result) = checks.join_next().await {
        count(&mut report, result);
    }
    Ok(report)
}

async fn remind_user(deps: &Deps, pusher: &Arc<dyn Pusher>, due: DueUser) -> Result<UserReport, StoreError> {
    user::remind(deps, pusher, &due).await
}

fn count(report: &mut Report, result: Result<Result<UserReport, StoreError>, JoinError>) {
    match result {
        Ok(Ok(done)) => report.count(&done),
        Ok(Err(error)) => {
            report.checked += 1;
            report.failed += 1;
            tracing::warn!(%error, "a user could not be looked at; the next run will");
        }
        Err(error) => {
            report.checked += 1;
            report.failed += 1;
            tracing::error!(%error, "a look at a user broke off");
        }
    }
}
