//! Logs one line per request: route, result, duration, capacity units and ids.
//!
//! The route is logged instead of the path, which contains ids and tokens.

use application::deps::Deps;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderMap;
use std::time::Instant;
use tracing::Instrument;

/// The target of these lines, for `LARDER_LOG`.
pub const TARGET: &str = "request";

/// The id of a request, as an extension of it.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

pub(crate) async fn layer(State(deps): State<Deps>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("-", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let request_id = request.extensions().get::<RequestId>().map(|RequestId(id)| id.clone());
    let span = tracing::info_span!("request", request_id, trace_id = trace_id(request.headers()));
    let (began, before) = (Instant::now(), deps.store.meter.spent());
    let response = next.run(request).instrument(span.clone()).await;
    // On Lambda a process has one request at a time, so that all units belong to it. On one machine, requests at the same
    // time count each other's.
    let spent = deps.store.meter.spent() - before;
    span.in_scope(|| {
        tracing::info!(
            target: TARGET,
            %method,
            route,
            status = response.status().as_u16(),
            milliseconds = began.elapsed().as_secs_f64() * 1_000.0,
            read_units = spent.read_units,
            write_units = spent.write_units,
        );
    });
    response
}

/// Returns the trace id of W3C Trace Context, or else of X-Ray, as 32 hexadecimal digits.
fn trace_id(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    text("traceparent").and_then(parse_traceparent).or_else(|| text("x-amzn-trace-id").and_then(parse_x_ray))
}

/// Parses `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`; later versions may append parts.
fn parse_traceparent(header: &str) -> Option<String> {
    let mut parts = header.split('-');
    let (version, trace, parent, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_well_formed = is_hex(version, 2) && version != "ff" && is_hex(parent, 16) && is_hex(flags, 2);
    let is_complete = version != "00" || parts.next().is_none();
    let is_set = trace.bytes().any(|digit| digit != b'0');
    (is_well_formed && is_complete && is_hex(trace, 32) && is_set).then(|| trace.to_owned())
}

/// Parses `Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1`.
fn parse_x_ray(header: &str) -> Option<String> {
    let root = header.split(';').find_map(|part| part.trim().strip_prefix("Root=1-"))?;
    let (seconds, rest) = root.split_once('-')?;
    (is_hex(seconds, 8) && is_hex(rest, 24)).then(|| format!("{seconds}{rest}"))
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    fn id(name: &'static str, value: &str) -> Option<String> {
        trace_id(&HeaderMap::from_iter([(http::HeaderName::from_static(name), value.parse().unwrap())]))
    }

    #[test]
    fn recognises_a_trace_by_w3c_or_x_ray() {
        assert_eq!(id("traceparent", &format!("00-{TRACE}-00f067aa0ba902b7-01")).as_deref(), Some(TRACE));
        assert_eq!(id("traceparent", &format!("01-{TRACE}-00f067aa0ba902b7-01-more")).as_deref(), Some(TRACE));
        let x_ray = "Self=1-67891234-12456789abcdef012345678;Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1";
        assert_eq!(id("x-amzn-trace-id", x_ray).as_deref(), Some("5759e988bd862e3fe1be46a994272793"));
        assert_eq!(trace_id(&HeaderMap::new()), None);
    }

    #[test]
    fn ignores_invalid_trace_ids() {
        for text in [
            "",
            "00",
            &format!("ff-{TRACE}-00f067aa0ba902b7-01"),
            &format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
            &format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            &format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()),
            "00-user@example.org-00f067aa0ba902b7-01",
        ] {
            assert_eq!(id("traceparent", text), None, "{text}");
        }
        for text in ["Root=1-5759e988", "Root=1-5759e988-bd86", "Root=2-5759e988-bd862e3fe1be46a994272793"] {
            assert_eq!(id("x-amzn-trace-id", text), None, "{text}");
        }
    }
}
