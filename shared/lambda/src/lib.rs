//! Runs a function on Lambda: reads settings, creates clients, primes connections, and serves requests.

mod deadline;
mod embedded_metrics;
mod jobs;
pub mod mobile_push;
pub mod secrets;

use crate::embedded_metrics::EmbeddedMetrics;
use crate::jobs::{Invocation, JobsTopic, parse_invocation};
use crate::mobile_push::MobilePush;
use api::app;
use api::observe::RequestId;
use application::config::{Config, Environment, ProcessEnvironment};
use application::deps::Deps;
use application::erase::Eraser;
use application::identity::Verifier;
use application::jobs::{Background, Handover, JobError, hand_over};
use application::metrics;
use aws_types::SdkConfig;
use axum::Router;
use axum::extract::{ConnectInfo, FromRef, Request};
use axum::middleware::{from_fn, map_request};
use chrono::TimeDelta;
use domain::id::UserId;
use http::{HeaderMap, HeaderValue};
pub use lambda_http::Error;
use lambda_http::request::RequestContext;
use lambda_http::{Adapter, Context, LambdaEvent, Service, service_fn};
use push::{Phones, Push, Pusher, VapidKeys, WebPush};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use store::Store;
use store::receipts::{Receipts, S3Pictures};
use system::clock::SystemClock;
use system::ids::{IdSource, SystemIds};
use system::outbound::Outbound;
use tokio::time::Instant;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};
use tracing_subscriber::filter::{LevelFilter, Targets, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use utoipa_axum::router::OpenApiRouter;

/// Logs one JSON object per event, filtered by `LARDER_LOG`. Metrics are separate lines, which are not filtered.
pub fn start_logging() {
    let filter = std::env::var("LARDER_LOG").ok().and_then(|text| text.parse().ok());
    let filter: Targets = filter.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let is_metric = |metadata: &tracing::Metadata<'_>| metadata.target() == metrics::TARGET;
    let lines = tracing_subscriber::fmt::layer().json().with_current_span(true).without_time();
    let lines = lines.with_filter(filter).with_filter(filter_fn(move |metadata| !is_metric(metadata)));
    let function = ProcessEnvironment.text("AWS_LAMBDA_FUNCTION_NAME", "local");
    let metrics = EmbeddedMetrics::new(function, Arc::new(SystemClock::default())).with_filter(filter_fn(is_metric));
    tracing_subscriber::registry().with(lines).with(metrics).init();
}

/// The dependencies of all functions, and constructors for others: a function links only those that it uses.
#[derive(Debug)]
pub struct FunctionContext {
    pub aws: SdkConfig,
    pub deps: Deps,
}

impl FunctionContext {
    fn from_environment() -> Result<Self, Error> {
        let config = Config::from_environment(&ProcessEnvironment, "https://localhost")?;
        let aws = system::aws::from_environment();
        let ids: Arc<dyn IdSource> = Arc::new(SystemIds);
        let store =
            Store::new(store::table_client((&aws).into(), system::aws::table_timeouts()), &config.table, ids.clone())
                .with_paced_jobs(JOB_WRITE_UNITS_PER_SECOND);
        let identity = &config.identity;
        let verifier = Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url);
        let verifier = Arc::new(verifier.with_pinned(identity.pinned_keys.clone()));
        let clock = Arc::new(SystemClock::default());
        let deps = Deps { store, verifier, clock, ids, config: Arc::new(config) };
        Ok(Self { aws, deps })
    }

    pub fn receipts(&self) -> Receipts {
        Receipts::new(S3Pictures::new(&self.aws, system::aws::s3_endpoint(), &self.deps.config.bucket))
    }

    /// Returns the deletion of accounts in the table, the bucket, and SNS.
    pub fn eraser(&self) -> Eraser {
        let phones = self.phones().map(|phones| Arc::new(phones) as Arc<dyn Phones>);
        Eraser { store: self.deps.store.clone(), receipts: self.receipts(), phones }
    }

    /// Returns the topic that invokes the function that continues a job.
    pub fn handover(&self) -> Result<Arc<dyn Handover>, Error> {
        let arn = ProcessEnvironment.get("LARDER_JOBS_TOPIC").ok_or("LARDER_JOBS_TOPIC is not set")?;
        Ok(Arc::new(JobsTopic { client: aws_sdk_sns::Client::new(&self.aws), arn }))
    }

    pub fn background(&self) -> Result<Background, Error> {
        Ok(Background::with_handover(self.handover()?))
    }

    /// Returns the client of push services, with the keys of `LARDER_PUSH_KEYS`; `None` without keys.
    pub fn pusher(&self) -> Result<Option<Arc<dyn Pusher>>, Error> {
        let env = ProcessEnvironment;
        let Some(keys) = env.get("LARDER_PUSH_KEYS").filter(|keys| !keys.is_empty()) else { return Ok(None) };
        let keys = VapidKeys::from_json(&keys, &env.text("LARDER_PUSH_CONTACT", &self.deps.config.site_url))?;
        let mobile = self.phones().map(|phones| Box::new(phones) as Box<dyn Phones>);
        let web = WebPush::new(keys, self.deps.config.push_hosts.clone(), Arc::new(SystemClock::default()));
        Ok(Some(Arc::new(Push { web, mobile, receivers: Arc::default() })))
    }

    /// Returns the client of SNS mobile push, if `LARDER_PUSH_APPLICATION_ARN` is set.
    fn phones(&self) -> Option<MobilePush> {
        let application = ProcessEnvironment.text("LARDER_PUSH_APPLICATION_ARN", "");
        (!application.is_empty()).then(|| MobilePush::new(aws_sdk_sns::Client::new(&self.aws), &application))
    }
}

/// Builds what a function needs. Reports a failure to Lambda. A function with routes calls [`serve`] instead.
pub async fn start<T>(build: impl AsyncFnOnce(FunctionContext) -> Result<T, Error>) -> Result<T, Error> {
    report_failure(async { build(FunctionContext::from_environment()?).await }).await
}

/// A partition accepts 1,000; the rest is for requests.
const JOB_WRITE_UNITS_PER_SECOND: f64 = 800.0;
/// The time that an invocation for jobs reserves for its last step.
const JOB_RESERVE: TimeDelta = TimeDelta::seconds(30);

/// Lambda accepts responses of up to 6 MB, which the export of some years would exceed without compression. The CDN
/// compresses smaller responses.
const MIN_COMPRESSED_BYTES: u16 = u16::MAX;

/// Serves a function's routes until Lambda stops the process. `build` creates their state while the table is primed.
pub async fn serve<S>(
    routes: OpenApiRouter<S>,
    build: impl AsyncFnOnce(FunctionContext) -> Result<S, Error>,
) -> Result<(), Error>
where
    S: Clone + Send + Sync + 'static,
    Deps: FromRef<S>,
{
    let state = build_and_prime(build).await?;
    lambda_http::run(with_lambda_layers(routes, state)).await
}

/// Serves a function's routes, and continues the jobs of the topic. `work` gets a deadline.
pub async fn serve_with_jobs<S, F>(
    routes: OpenApiRouter<S>,
    build: impl AsyncFnOnce(FunctionContext) -> Result<S, Error>,
    work: impl Fn(S, UserId, Option<Instant>) -> F,
) -> Result<(), Error>
where
    S: Clone + Send + Sync + 'static,
    Deps: FromRef<S>,
    F: Future<Output = Result<(), JobError>>,
{
    let (state, handover) = build_and_prime(async |context: FunctionContext| {
        let handover = context.handover()?;
        Ok((build(context).await?, handover))
    })
    .await?;
    let app = with_lambda_layers(routes, state.clone());
    let (work, handover) = (&work, handover.as_ref());
    let answer = |event: LambdaEvent<Box<RawValue>>| {
        let (app, state) = (app.clone(), state.clone());
        async move {
            let until = deadline::time_left(&event.context, JOB_RESERVE).map(|left| Instant::now() + left);
            let users = match parse_invocation(event)? {
                Invocation::Request(request) => {
                    return Ok(serde_json::to_value(Adapter::from(app).call(*request).await?)?);
                }
                Invocation::Jobs(users) => users,
            };
            for user in users {
                match work(state.clone(), user.clone(), until).await {
                    // A message can arrive twice: another invocation may have taken the job over.
                    Ok(()) | Err(JobError::TakenOver) => {}
                    Err(JobError::OutOfTime) => hand_over(handover, &user).await,
                    Err(error) => return Err(error.into()),
                }
            }
            Ok::<_, Error>(Value::Null)
        }
    };
    lambda_http::lambda_runtime::run(service_fn(answer)).await
}

async fn build_and_prime<S>(build: impl AsyncFnOnce(FunctionContext) -> Result<S, Error>) -> Result<S, Error> {
    Box::pin(start(async |context: FunctionContext| {
        let deps = context.deps.clone();
        let prime = async {
            deps.store.prime().await?;
            deps.verifier.prime(deps.clock.now()).await;
            Ok(())
        };
        let (state, ()) = tokio::try_join!(build(context), prime)?;
        Ok(state)
    }))
    .await
}

/// Adds the layers that only Lambda needs.
fn with_lambda_layers<S>(routes: OpenApiRouter<S>, state: S) -> Router
where
    S: Clone + Send + Sync + 'static,
    Deps: FromRef<S>,
{
    app(routes, state)
        .layer(from_fn(deadline::layer))
        .layer(map_request(with_client))
        .layer(CompressionLayer::new().no_br().compress_when(compression_predicate()))
}

/// Compresses large texts, such as exports, and no pictures, which gain nothing by it.
fn compression_predicate() -> impl Predicate {
    DefaultPredicate::new().and(SizeAbove::new(MIN_COMPRESSED_BYTES))
}

/// Passes the request's id and client address to [`api`], which is independent of Lambda.
async fn with_client(mut request: Request) -> Request {
    let id = request.extensions().get::<Context>().map(|context| RequestId(context.request_id.clone()));
    let address = match request.extensions().get::<RequestContext>() {
        Some(RequestContext::ApiGatewayV2(context)) => context.http.source_ip.as_deref().and_then(|ip| ip.parse().ok()),
        _ => None,
    };
    let address = address.map(|ip: IpAddr| ConnectInfo(SocketAddr::new(ip, 0)));
    if let Some(id) = id {
        request.extensions_mut().insert(id);
    }
    if let Some(address) = address {
        request.extensions_mut().insert(address);
    }
    request
}

/// Runs a function's start. Logs a failure and reports it to Lambda, which shows it to the operator.
async fn report_failure<T>(start: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let failure = match start.await {
        Ok(started) => return Ok(started),
        Err(error) => error,
    };
    tracing::error!(error = %failure, "the function cannot start");
    if let Ok(runtime) = std::env::var("AWS_LAMBDA_RUNTIME_API") {
        let error =
            json!({"errorMessage": failure.to_string(), "errorType": "StartError", "stackTrace": []}).to_string();
        let headers =
            [("lambda-runtime-function-error-type", "Function.StartError"), ("content-type", "application/json")];
        let headers: HeaderMap = headers
            .map(|(name, value)| (http::HeaderName::from_static(name), HeaderValue::from_static(value)))
            .into_iter()
            .collect();
        let url = format!("http://{runtime}/2018-06-01/runtime/init/error");
        // The process ends with the same error anyway.
        let _ = Outbound::default().post(&url, headers, error.into()).await;
    }
    Err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn compresses_large_texts_and_no_pictures() {
        let is_compressed = |kind: &str, length: usize| {
            let answer = http::Response::builder().header("content-type", kind).body(Body::from(vec![0; length]));
            compression_predicate().should_compress(&answer.unwrap())
        };
        assert!(is_compressed("application/json", 70_000) && is_compressed("text/csv; charset=utf-8", 70_000));
        assert!(!is_compressed("application/json", 60_000) && !is_compressed("image/jpeg", 70_000));
    }
}
