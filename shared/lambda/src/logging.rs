//! Writes the log: JSON lines, and metrics.

use crate::embedded_metrics::EmbeddedMetrics;
use application::config::{Environment, ProcessEnvironment};
use application::metrics;
use std::sync::Arc;
use system::clock::SystemClock;
use tracing_subscriber::filter::{LevelFilter, Targets, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Logs one JSON object per event, filtered by `LARDER_LOG`. Metrics are separate lines, which are not filtered.
pub fn start_logging() {
    let filter = ProcessEnvironment.text("LARDER_LOG", "info").parse::<Targets>();
    let is_valid = filter.is_ok();
    let filter = filter.unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    let is_metric = |metadata: &tracing::Metadata<'_>| metadata.target() == metrics::TARGET;
    let lines = tracing_subscriber::fmt::layer().json().with_current_span(true).without_time();
    let lines = lines.with_filter(filter).with_filter(filter_fn(move |metadata| !is_metric(metadata)));
    let function = ProcessEnvironment.text("AWS_LAMBDA_FUNCTION_NAME", "local");
    let metrics = EmbeddedMetrics::new(function, Arc::new(SystemClock::default())).with_filter(filter_fn(is_metric));
    tracing_subscriber::registry().with(lines).with(metrics).init();
    if !is_valid {
        tracing::warn!("LARDER_LOG is no filter such as info or request=debug; the level is info");
    }
}
