//! Problems that the operator must fix: a full disk, and backups that fail.

use crate::data::backup::nightly;
use crate::data::disk::{self, MIN_FREE_FOR_UPLOADS, MIN_FREE_FOR_WRITES};
use api::ApiError;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use http::StatusCode;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A problem is reported once a day.
const REPORT_EVERY: TimeDelta = TimeDelta::days(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    DiskFull,
    DiskNearlyFull,
    BackupsFail,
}

impl Problem {
    /// Returns a sentence for the operator.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::DiskFull => "The disk is full: nothing can be saved. Free some space on the server.",
            Self::DiskNearlyFull => {
                "The disk is nearly full: no more photos are accepted. Free some space on the server."
            }
            Self::BackupsFail => "There was no backup for two nights. The server's log says why.",
        }
    }
}

/// Returns the problem with so much free space.
pub fn of_disk(free: u64) -> Option<Problem> {
    match free {
        ..MIN_FREE_FOR_WRITES => Some(Problem::DiskFull),
        MIN_FREE_FOR_WRITES..MIN_FREE_FOR_UPLOADS => Some(Problem::DiskNearlyFull),
        _ => None,
    }
}

/// Returns true on the second night without a backup.
fn is_second_night(missing_since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - missing_since >= TimeDelta::days(1)
}

/// Returns the problems that can be seen from outside of a running server.
pub fn of_folders(data: &Path, backups: &Path, now: DateTime<Utc>) -> Vec<Problem> {
    let disk = disk::free_bytes(data).ok().and_then(of_disk);
    let is_missing = is_second_night(nightly::missing_since(backups, now), now);
    disk.into_iter().chain(is_missing.then_some(Problem::BackupsFail)).collect()
}

/// The condition of a running server.
#[derive(Clone)]
pub struct ServerHealth {
    free: Arc<dyn Fn() -> io::Result<u64> + Send + Sync>,
    state: Arc<Mutex<HealthState>>,
}

#[derive(Default)]
struct HealthState {
    backups_fail_since: Option<DateTime<Utc>>,
    reported: Vec<(Problem, DateTime<Utc>)>,
}

impl ServerHealth {
    /// `free` returns the free bytes of the disk.
    pub fn new(free: impl Fn() -> io::Result<u64> + Send + Sync + 'static) -> Self {
        Self { free: Arc::new(free), state: Arc::default() }
    }

    /// Notes that a backup was made, or has failed since that time.
    pub fn note_backup(&self, fails_since: Option<DateTime<Utc>>) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).backups_fail_since = fails_since;
    }

    pub fn problems(&self, now: DateTime<Utc>) -> Vec<Problem> {
        let disk = (self.free)().ok().and_then(of_disk);
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let backups = state.backups_fail_since.filter(|since| is_second_night(*since, now));
        disk.into_iter().chain(backups.map(|_| Problem::BackupsFail)).collect()
    }

    /// Returns the problems that were not reported within a day, which counts as a report.
    pub fn to_report(&self, now: DateTime<Utc>) -> Vec<Problem> {
        let problems = self.problems(now);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.reported.retain(|(problem, at)| problems.contains(problem) && now - *at < REPORT_EVERY);
        let new: Vec<Problem> = problems
            .into_iter()
            .filter(|problem| state.reported.iter().all(|(reported, _)| reported != problem))
            .collect();
        state.reported.extend(new.iter().map(|problem| (*problem, now)));
        new
    }
}

/// Answers the health check of a server that can save nothing.
pub async fn layer(State(condition): State<ServerHealth>, request: Request, next: Next) -> Response {
    let is_health = request.uri().path() == "/api/health";
    let is_full = || (condition.free)().ok().and_then(of_disk) == Some(Problem::DiskFull);
    if is_health && is_full() {
        let message = Problem::DiskFull.sentence();
        return ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "disk_full", message).into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use std::sync::atomic::{AtomicU64, Ordering};
    use tower::ServiceExt;

    fn at(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().to_utc()
    }

    #[test]
    fn reports_failing_backups_on_the_second_night_and_daily() {
        let condition = ServerHealth::new(|| Ok(u64::MAX));
        condition.note_backup(Some(at("2026-11-21T02:00:00Z")));
        assert!(condition.to_report(at("2026-11-22T01:00:00Z")).is_empty());
        let second = at("2026-11-22T02:00:00Z");
        assert_eq!(condition.to_report(second), [Problem::BackupsFail]);
        assert!(condition.to_report(at("2026-11-23T01:00:00Z")).is_empty(), "once a day");
        assert_eq!(condition.to_report(at("2026-11-23T02:00:00Z")), [Problem::BackupsFail]);
        condition.note_backup(None);
        assert!(condition.problems(at("2026-11-23T03:00:00Z")).is_empty());
    }

    #[tokio::test]
    async fn returns_503_with_full_disk() {
        for (free, status) in [(1 << 20, 503), (1 << 29, 200)] {
            let condition = ServerHealth::new(move || Ok(free));
            let router =
                Router::new().route("/api/health", get(|| async { "ok" })).route("/", get(|| async { "page" }));
            let router = router.layer(from_fn_with_state(condition, layer));
            let ask = async |path: &str| {
                let request = Request::get(path).body(Body::empty()).unwrap();
                router.clone().oneshot(request).await.unwrap().status().as_u16()
            };
            assert_eq!((ask("/api/health").await, ask("/").await), (status, 200));
        }
    }

    #[test]
    fn reports_a_full_disk_when_it_fills() {
        let free = Arc::new(AtomicU64::new(2 << 30));
        let condition = ServerHealth::new({
            let free = free.clone();
            move || Ok(free.load(Ordering::Relaxed))
        });
        let now = at("2026-11-21T08:00:00Z");
        assert!(condition.to_report(now).is_empty());
        free.store(1 << 29, Ordering::Relaxed);
        assert_eq!(condition.to_report(now), [Problem::DiskNearlyFull]);
        free.store(1 << 20, Ordering::Relaxed);
        assert_eq!(condition.to_report(now), [Problem::DiskFull]);
        assert!(condition.to_report(now).is_empty());
        free.store(2 << 30, Ordering::Relaxed);
        assert!(condition.to_report(now).is_empty());
        free.store(1 << 20, Ordering::Relaxed);
        assert_eq!(condition.to_report(now), [Problem::DiskFull], "it was free meanwhile");
    }
}
