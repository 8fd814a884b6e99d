//! Problems that the operator must fix: a full disk, and missing backups. The health check, the log, ntfy and Gotify,
//! and the metrics report the same ones.

use crate::data::backup::nightly;
use crate::data::disk::{self, MIN_FREE_BYTES_FOR_UPLOADS, MIN_FREE_BYTES_FOR_WRITES};
use api::ApiError;
use axum::Json;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use http::StatusCode;
use serde_json::json;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use system::clock::Clock;

const REPORT_INTERVAL: TimeDelta = TimeDelta::days(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    DiskFull,
    DiskNearlyFull,
    BackupsMissing,
}

impl Problem {
    const ALL: [Self; 3] = [Self::DiskFull, Self::DiskNearlyFull, Self::BackupsMissing];

    /// Returns the stable code for machines.
    pub fn code(self) -> &'static str {
        match self {
            Self::DiskFull => "disk_full",
            Self::DiskNearlyFull => "disk_nearly_full",
            Self::BackupsMissing => "backups_missing",
        }
    }

    pub fn message(self) -> &'static str {
        match self {
            Self::DiskFull => "The disk is full: nothing can be saved. Free some space on the server.",
            Self::DiskNearlyFull => {
                "The disk is nearly full: no more photos are accepted. Free some space on the server."
            }
            Self::BackupsMissing => "There was no backup for two nights. The server's log says why.",
        }
    }
}

/// The measurements from which problems are derived.
#[derive(Clone, Copy, Debug)]
struct Measured {
    free_bytes: Option<u64>,
    backup_missing_since: DateTime<Utc>,
    now: DateTime<Utc>,
}

impl Measured {
    fn problems(self) -> Vec<Problem> {
        let disk = self.free_bytes.and_then(|free| match free {
            ..MIN_FREE_BYTES_FOR_WRITES => Some(Problem::DiskFull),
            MIN_FREE_BYTES_FOR_WRITES..MIN_FREE_BYTES_FOR_UPLOADS => Some(Problem::DiskNearlyFull),
            _ => None,
        });
        let is_second_night = self.now - self.backup_missing_since >= TimeDelta::days(1);
        disk.into_iter().chain(is_second_night.then_some(Problem::BackupsMissing)).collect()
    }
}

/// A problem, and when it was reported.
type Reported = (Problem, DateTime<Utc>);

/// The problems of a running server.
#[derive(Clone)]
pub struct ServerHealth {
    free_bytes: Arc<dyn Fn() -> io::Result<u64> + Send + Sync>,
    missing_since: Arc<dyn Fn(DateTime<Utc>) -> DateTime<Utc> + Send + Sync>,
    clock: Arc<dyn Clock>,
    reported: Arc<Mutex<Vec<Reported>>>,
}

impl ServerHealth {
    pub fn new(data: PathBuf, backups: PathBuf, clock: Arc<dyn Clock>) -> Self {
        let folder = data.clone();
        Self {
            free_bytes: Arc::new(move || disk::free_bytes(&folder)),
            missing_since: Arc::new(move |now| nightly::missing_since(&data, &backups, now)),
            clock,
            reported: Arc::default(),
        }
    }

    fn measure(&self) -> Measured {
        let now = self.clock.now();
        Measured { free_bytes: (self.free_bytes)().ok(), backup_missing_since: (self.missing_since)(now), now }
    }

    /// Returns the problems that were not reported within a day, and stores them as reported.
    pub fn take_unreported(&self) -> Vec<Problem> {
        let measured = self.measure();
        let (problems, now) = (measured.problems(), measured.now);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        reported.retain(|(problem, at)| problems.contains(problem) && (now - *at).abs() < REPORT_INTERVAL);
        let is_new = |problem: &Problem| reported.iter().all(|(reported, _)| reported != problem);
        let new: Vec<Problem> = problems.into_iter().filter(is_new).collect();
        reported.extend(new.iter().map(|problem| (*problem, now)));
        new
    }

    /// Returns the state in Prometheus' text format.
    pub fn metrics(&self) -> String {
        let measured = self.measure();
        let (problems, mut text) = (measured.problems(), String::new());
        let mut gauge = |name: &str, help: &str, samples: &[(String, i64)]| {
            let _ = writeln!(text, "# HELP larder_{name} {help}\n# TYPE larder_{name} gauge");
            for (labels, value) in samples {
                let _ = writeln!(text, "larder_{name}{labels} {value}");
            }
        };
        if let Some(free) = measured.free_bytes.and_then(|free| i64::try_from(free).ok()) {
            gauge("disk_free_bytes", "Free space of the disk with the data.", &[(String::new(), free)]);
        }
        let since = measured.backup_missing_since.timestamp();
        gauge("backup_due_timestamp_seconds", "When the next backup is or was due.", &[(String::new(), since)]);
        let sample = |one: Problem| (format!("{{code=\"{}\"}}", one.code()), i64::from(problems.contains(&one)));
        gauge("problem", "1 for a problem that the operator must fix.", &Problem::ALL.map(sample));
        text
    }
}

/// Adds the problems to the response of the health check: 503 if the disk is full, "degraded" for others.
pub async fn report_problems(State(health): State<ServerHealth>, request: Request, next: Next) -> Response {
    let is_health = request.uri().path() == "/api/health";
    let answer = next.run(request).await;
    if !is_health || !answer.status().is_success() {
        return answer;
    }
    let problems = health.measure().problems();
    if problems.is_empty() {
        return answer;
    }
    if problems.contains(&Problem::DiskFull) {
        let full = Problem::DiskFull;
        return ApiError::new(StatusCode::SERVICE_UNAVAILABLE, full.code(), full.message()).into_response();
    }
    let named = |problem: &Problem| json!({"code": problem.code(), "message": problem.message()});
    let problems: Vec<_> = problems.iter().map(named).collect();
    let body = json!({"status": "degraded", "version": env!("CARGO_PKG_VERSION"), "problems": problems});
    (answer.into_parts().0.headers, Json(body)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use std::sync::atomic::{AtomicU64, Ordering};
    use system::clock::FixedClock;
    use tower::ServiceExt;

    fn at(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().to_utc()
    }

    /// A server whose disk has this many free bytes, and whose backup is due since its start.
    fn server(free: u64) -> (ServerHealth, FixedClock, Arc<AtomicU64>) {
        let (clock, free) = (FixedClock::at(at("2026-11-21T02:00:00Z")), Arc::new(AtomicU64::new(free)));
        let disk = free.clone();
        let health = ServerHealth {
            free_bytes: Arc::new(move || Ok(disk.load(Ordering::Relaxed))),
            missing_since: Arc::new(|_| at("2026-11-21T02:00:00Z")),
            clock: Arc::new(clock.clone()),
            reported: Arc::default(),
        };
        (health, clock, free)
    }

    #[test]
    fn reports_missing_backups_on_the_second_night_and_daily() {
        let (health, clock, _) = server(u64::MAX);
        clock.advance(TimeDelta::hours(23));
        assert!(health.take_unreported().is_empty());
        clock.advance(TimeDelta::hours(1));
        assert_eq!(health.take_unreported(), [Problem::BackupsMissing]);
        clock.advance(TimeDelta::hours(23));
        assert!(health.take_unreported().is_empty(), "once a day");
        clock.advance(TimeDelta::hours(1));
        assert_eq!(health.take_unreported(), [Problem::BackupsMissing]);
    }

    #[test]
    fn reports_again_after_a_wrong_clock_was_corrected() {
        let (health, clock, _) = server(1 << 20);
        clock.advance(TimeDelta::days(2_000));
        assert!(health.take_unreported().contains(&Problem::DiskFull));
        clock.advance(-TimeDelta::days(2_000));
        assert_eq!(health.take_unreported(), [Problem::DiskFull]);
    }

    #[tokio::test]
    async fn names_problems_in_the_health_check() {
        let get = async |free: u64, hours: i64, path: &str| {
            let (health, clock, _) = server(free);
            clock.advance(TimeDelta::hours(hours));
            let router =
                Router::new().route("/api/health", get(|| async { "ok" })).route("/", get(|| async { "page" }));
            let router = router.layer(from_fn_with_state(health, report_problems));
            let answer = router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
            let (status, body) = (answer.status().as_u16(), answer.into_body().collect().await.unwrap().to_bytes());
            (status, String::from_utf8(body.to_vec()).unwrap())
        };
        assert_eq!(get(2 << 30, 1, "/api/health").await, (200, "ok".into()));
        assert_eq!(get(1 << 20, 1, "/").await, (200, "page".into()));
        let (status, full) = get(1 << 20, 1, "/api/health").await;
        assert!(status == 503 && full.contains("disk_full"), "{full}");
        let (status, degraded) = get(1 << 29, 24, "/api/health").await;
        assert_eq!(status, 200);
        for text in [r#""status":"degraded""#, "disk_nearly_full", "backups_missing", "no backup for two nights"] {
            assert!(degraded.contains(text), "{degraded}");
        }
    }

    #[test]
    fn reports_a_full_disk_each_time_it_fills() {
        let (health, _, free) = server(2 << 30);
        assert!(health.take_unreported().is_empty());
        free.store(1 << 29, Ordering::Relaxed);
        assert_eq!(health.take_unreported(), [Problem::DiskNearlyFull]);
        free.store(1 << 20, Ordering::Relaxed);
        assert_eq!(health.take_unreported(), [Problem::DiskFull]);
        assert!(health.take_unreported().is_empty());
        free.store(2 << 30, Ordering::Relaxed);
        assert!(health.take_unreported().is_empty());
        free.store(1 << 20, Ordering::Relaxed);
        assert_eq!(health.take_unreported(), [Problem::DiskFull], "it had space in between");
    }

    #[test]
    fn writes_metrics_for_prometheus() {
        let (health, clock, _) = server(1 << 29);
        clock.advance(TimeDelta::hours(1));
        let text = health.metrics();
        for line in [
            "# TYPE larder_disk_free_bytes gauge",
            "larder_disk_free_bytes 536870912",
            "larder_backup_due_timestamp_seconds 1795226400",
            "larder_problem{code=\"disk_nearly_full\"} 1",
            "larder_problem{code=\"backups_missing\"} 0",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}: {text}");
        }
    }
}
