//! A function on Lambda: settings, clients and priming first, then one request after the other.

use crate::clock::SystemClock;
use crate::config::{Config, Environment, ProcessEnvironment};
use crate::deps::Deps;
use crate::http::app;
use crate::identity::Verifier;
use crate::ids::{IdSource, SystemIds};
use crate::metrics::{self, EmbeddedMetrics};
use crate::push::{MobilePush, Push, Pusher, VapidKeys, WebPush};
use crate::receipts::Receipts;
use crate::store::Store;
use std::sync::Arc;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use utoipa_axum::router::OpenApiRouter;

/// Log lines are JSON objects, one an event; `LARDER_LOG` filters them as `RUST_LOG` would. Metrics are lines of their own, whatever is filtered.
pub fn start_logging() {
    let filter = std::env::var("LARDER_LOG").ok().and_then(|text| text.parse().ok());
    let filter = filter.unwrap_or_else(|| EnvFilter::new("info"));
    let is_metric = |metadata: &tracing::Metadata<'_>| metadata.target() == metrics::TARGET;
    let lines = tracing_subscriber::fmt::layer().json().with_current_span(true).without_time().with_filter(filter);
    let lines = lines.with_filter(filter_fn(move |metadata| !is_metric(metadata)));
    let function = ProcessEnvironment.text("AWS_LAMBDA_FUNCTION_NAME", "local");
    let metrics = EmbeddedMetrics::of(function).with_filter(filter_fn(is_metric));
    tracing_subscriber::registry().with(lines).with(metrics).init();
}

/// What the functions of a deployment run with.
pub async fn deps() -> Result<Deps, lambda_http::Error> {
    let config = Config::from_environment(&ProcessEnvironment, "https://localhost")?;
    let aws = crate::aws::from_environment().await;
    let ids: Arc<dyn IdSource> = Arc::new(SystemIds);
    let store = Store::new(crate::aws::table_client((&aws).into()), &config.table, ids.clone());
    let receipts = Receipts::new(aws_sdk_s3::Client::new(&aws), &config.bucket);
    let identity = &config.identity;
    let verifier = Arc::new(Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url));
    let push = push(&config, &aws)?;
    store.prime().await?;
    Ok(Deps { store, receipts, push, verifier, clock: Arc::new(SystemClock::default()), ids, config: Arc::new(config) })
}

/// The way to push services: keys out of `LARDER_PUSH_KEYS`, phones where `LARDER_PUSH_APPLICATION_ARN` names an SNS platform application. None without
/// keys: most functions tell nobody anything.
fn push(config: &Config, aws: &aws_config::SdkConfig) -> Result<Option<Arc<dyn Pusher>>, lambda_http::Error> {
    let env = ProcessEnvironment;
    let Some(keys) = env.get("LARDER_PUSH_KEYS").filter(|keys| !keys.is_empty()) else { return Ok(None) };
    let keys = VapidKeys::from_json(&keys, &env.text("LARDER_PUSH_CONTACT", &config.site_url))?;
    let application = env.text("LARDER_PUSH_APPLICATION_ARN", "");
    let mobile = (!application.is_empty()).then(|| MobilePush::new(aws_sdk_sns::Client::new(aws), &application));
    Ok(Some(Arc::new(Push { web: WebPush::new(keys, vec![], Arc::new(SystemClock::default())), mobile })))
}

/// Serve a function's routes until Lambda stops the process.
pub async fn serve(routes: OpenApiRouter<Deps>, largest_body: usize) -> Result<(), lambda_http::Error> {
    start_logging();
    let deps = deps().await.inspect_err(|error| tracing::error!(%error, "the function cannot start"))?;
    lambda_http::run(app(routes, deps, largest_body)).await
}
