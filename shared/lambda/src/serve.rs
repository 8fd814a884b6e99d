//! Serves the requests of API Gateway, and continues jobs.

use crate::context::FunctionContext;
use crate::jobs::{Invocation, parse_invocation};
use crate::start::build_and_prime;
use crate::{Error, deadline};
use api::app;
use api::observe::RequestId;
use application::deps::Deps;
use application::jobs::{Handover, JobError, hand_over};
use axum::Router;
use axum::extract::{ConnectInfo, FromRef, Request};
use axum::middleware::{from_fn, map_request};
use chrono::TimeDelta;
use domain::id::UserId;
use lambda_http::request::RequestContext;
use lambda_http::{Adapter, Context, LambdaEvent, Service, service_fn};
use serde_json::Value;
use serde_json::value::RawValue;
use std::net::{IpAddr, SocketAddr};
use tokio::time::Instant;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};
use utoipa_axum::router::OpenApiRouter;

/// The time that an invocation for jobs reserves for its last step.
const JOB_RESERVE: TimeDelta = TimeDelta::seconds(30);

/// Lambda accepts responses of up to 6 MB, which the export of some years would exceed without compression. The CDN
/// compresses smaller responses.
const MIN_COMPRESSED_BYTES: u16 = u16::MAX;

/// Serves a function's routes until Lambda stops the process. `build` creates their state.
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
    let handle = |event: LambdaEvent<Box<RawValue>>| {
        let (app, state) = (app.clone(), state.clone());
        async move {
            let until = deadline::time_left(&event.context, JOB_RESERVE).map(|left| Instant::now() + left);
            match parse_invocation(event)? {
                Invocation::Request(request) => {
                    Ok::<_, Error>(serde_json::to_value(Adapter::from(app).call(*request).await?)?)
                }
                Invocation::Jobs(users) => {
                    for user in users {
                        continue_job(handover, &user, work(state.clone(), user.clone(), until)).await?;
                    }
                    Ok(Value::Null)
                }
            }
        }
    };
    lambda_http::lambda_runtime::run(service_fn(handle)).await
}

/// Continues a user's job, and hands it over if it is not finished in time.
async fn continue_job(
    handover: &dyn Handover,
    user: &UserId,
    work: impl Future<Output = Result<(), JobError>>,
) -> Result<(), JobError> {
    match work.await {
        // A message can arrive twice: another invocation may have taken the job over.
        Ok(()) | Err(JobError::TakenOver) => Ok(()),
        Err(JobError::OutOfTime) => {
            hand_over(handover, user).await;
            Ok(())
        }
        Err(error) => Err(error),
    }
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
        .layer(CompressionLayer::new().compress_when(compression_predicate()))
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
