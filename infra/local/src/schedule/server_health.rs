//! Problems that the operator must fix: a full disk, and failing backups.

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

const REPORT_INTERVAL: TimeDelta = TimeDelta::days(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    DiskFull,
    DiskNearlyFull,
    BackupsFail,
}

impl Problem {
    pub fn message(self) -> &'static str {
        match self {
            Self::DiskFull => "The disk is full: nothing can be saved. Free some space on the server.",
            Self::DiskNearlyFull => {
                "The disk is nearly full: no more photos are accepted. Free some space on the server."
            }
            Self::BackupsFail => "There was no backup for two nights. The server's log says why.",
        }
    }
}

fn disk_problem(free_bytes: u64) -> Option<Problem> {
    match free_bytes {
        ..MIN_FREE_FOR_WRITES => Some(Problem::DiskFull),
        MIN_FREE_FOR_WRITES..MIN_FREE_FOR_UPLOADS => Some(Problem::DiskNearlyFull),
        _ => None,
    }
}

/// Returns true on the second night without a backup.
fn is_second_night(missing_since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - missing_since >= TimeDelta::days(1)
}

/// Returns the problems that another process than the server can detect.
pub fn folder_problems(data: &Path, backups: &Path, now: DateTime<Utc>) -> Vec<Problem> {
    let disk = disk::free_bytes(data).ok().and_then(disk_problem);
    let is_missing = is_second_night(nightly::missing_since(backups, now), now);
    disk.into_iter().chain(is_missing.then_some(Problem::BackupsFail)).collect()
}

/// The problems of a running server.
#[derive(Clone)]
pub struct ServerHealth {
    free_bytes: Arc<dyn Fn() -> io::Result<u64> + Send + Sync>,
    state: Arc<Mutex<HealthState>>,
}

#[derive(Default)]
struct HealthState {
    backups_fail_since: Option<DateTime<Utc>>,
    reported: Vec<(Problem, DateTime<Utc>)>,
}

impl ServerHealth {
    pub fn new(free_bytes: impl Fn() -> io::Result<u64> + Send + Sync + 'static) -> Self {
        Self { free_bytes: Arc::new(free_bytes), state: Arc::default() }
    }

    /// Stores that the last backup succeeded, or since when backups fail.
    pub fn set_backup_failure(&self, fails_since: Option<DateTime<Utc>>) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).backups_fail_since = fails_since;
    }

    pub fn problems(&self, now: DateTime<Utc>) -> Vec<Problem> {
        let disk = (self.free_bytes)().ok().and_then(disk_problem);
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let backups = state.backups_fail_since.filter(|since| is_second_night(*since, now));
        disk.into_iter().chain(backups.map(|_| Problem::BackupsFail)).collect()
    }

    /// Returns the problems that were not reported within a day, and stores them as reported.
    pub fn take_unreported(&self, now: DateTime<Utc>) -> Vec<Problem> {
        let problems = self.problems(now);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.reported.retain(|(problem, at)| problems.contains(problem) && now - *at < REPORT_INTERVAL);
        let new: Vec<Problem> = problems
            .into_iter()
            .filter(|problem| state.reported.iter().all(|(reported, _)| reported != problem))
            .collect();
        state.reported.extend(new.iter().map(|problem| (*problem, now)));
        new
    }
}

/// Answers the health check with 503 if the disk is full.
pub async fn layer(State(health): State<ServerHealth>, request: Request, next: Next) -> Response {
    let is_health = request.uri().path() == "/api/health";
    let is_full = || (health.free_bytes)().ok().and_then(disk_problem) == Some(Problem::DiskFull);
    if is_health && is_full() {
        let message = Problem::DiskFull.message();
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
        let health = ServerHealth::new(|| Ok(u64::MAX));
        health.set_backup_failure(Some(at("2026-11-21T02:00:00Z")));
        assert!(health.take_unreported(at("2026-11-22T01:00:00Z")).is_empty());
        let second = at("2026-11-22T02:00:00Z");
        assert_eq!(health.take_unreported(second), [Problem::BackupsFail]);
        assert!(health.take_unreported(at("2026-11-23T01:00:00Z")).is_empty(), "once a day");
        assert_eq!(health.take_unreported(at("2026-11-23T02:00:00Z")), [Problem::BackupsFail]);
        health.set_backup_failure(None);
        assert!(health.problems(at("2026-11-23T03:00:00Z")).is_empty());
    }

    #[tokio::test]
    async fn answers_health_checks_with_503_if_the_disk_is_full() {
        for (free, status) in [(1 << 20, 503), (1 << 29, 200)] {
            let health = ServerHealth::new(move || Ok(free));
            let router =
                Router::new().route("/api/health", get(|| async { "ok" })).route("/", get(|| async { "page" }));
            let router = router.layer(from_fn_with_state(health, layer));
            let get = async |path: &str| {
                let request = Request::get(path).body(Body::empty()).unwrap();
                router.clone().oneshot(request).await.unwrap().status().as_u16()
            };
            assert_eq!((get("/api/health").await, get("/").await), (status, 200));
        }
    }

    #[test]
    fn reports_a_full_disk_each_time_it_fills() {
        let free = Arc::new(AtomicU64::new(2 << 30));
        let health = ServerHealth::new({
            let free = free.clone();
            move || Ok(free.load(Ordering::Relaxed))
        });
        let now = at("2026-11-21T08:00:00Z");
        assert!(health.take_unreported(now).is_empty());
        free.store(1 << 29, Ordering::Relaxed);
        assert_eq!(health.take_unreported(now), [Problem::DiskNearlyFull]);
        free.store(1 << 20, Ordering::Relaxed);
        assert_eq!(health.take_unreported(now), [Problem::DiskFull]);
        assert!(health.take_unreported(now).is_empty());
        free.store(2 << 30, Ordering::Relaxed);
        assert!(health.take_unreported(now).is_empty());
        free.store(1 << 20, Ordering::Relaxed);
        assert_eq!(health.take_unreported(now), [Problem::DiskFull], "it had space in between");
    }
}
