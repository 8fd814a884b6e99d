//! Answers 503 before Lambda's timeout ends the request without an answer.

use api::limit_time;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use lambda_http::Context;
use std::time::Duration;
use system::clock::{Clock, SystemClock};

/// The time reserved for sending the answer.
const RESPONSE_RESERVE: TimeDelta = TimeDelta::milliseconds(500);

/// API Gateway's timeout is 30 seconds, even if the function's is longer.
const MAX_REQUEST_TIME: Duration = Duration::from_millis(28_500);

/// Ends a request before the deadline of its invocation.
pub async fn layer(request: Request, next: Next) -> Response {
    let Some(left) = request.extensions().get::<Context>().and_then(|context| time_left(context, RESPONSE_RESERVE))
    else {
        return next.run(request).await;
    };
    limit_time(left.min(MAX_REQUEST_TIME), request, next).await
}

/// Returns the remaining time of an invocation, minus the reserve; `None` without a deadline.
pub fn time_left(context: &Context, reserve: TimeDelta) -> Option<Duration> {
    Some((deadline(context)? - reserve - SystemClock::default().now()).to_std().unwrap_or_default())
}

fn deadline(context: &Context) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(i64::try_from(context.deadline).ok()?).filter(|_| context.deadline > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use tower::ServiceExt;

    async fn send(path: &str, context: Option<Context>) -> Response {
        let mut request = Request::get(path).body(Body::empty()).unwrap();
        context.map(|context| request.extensions_mut().insert(context));
        let router = Router::new()
            .route("/endless", get(std::future::pending::<&str>))
            .route("/", get(|| async { "done" }))
            .layer(from_fn(layer));
        router.oneshot(request).await.unwrap()
    }

    fn context_with_deadline_in(milliseconds: i64) -> Context {
        let deadline = SystemClock::default().now() + TimeDelta::milliseconds(milliseconds);
        let mut context = Context::default();
        context.deadline = u64::try_from(deadline.timestamp_millis()).unwrap();
        context
    }

    #[tokio::test]
    async fn returns_503_before_the_deadline() {
        let answer = send("/endless", Some(context_with_deadline_in(600))).await;
        assert_eq!(answer.status(), http::StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()[http::header::RETRY_AFTER], "5");
        assert_eq!(send("/", Some(context_with_deadline_in(60_000))).await.status(), http::StatusCode::OK);
        assert_eq!(send("/", None).await.status(), http::StatusCode::OK, "no deadline without a context");
    }
}
