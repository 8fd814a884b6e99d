//! The port. A connection that is slow, silent or one too many ends here, before it costs a request.

use crate::trusted_proxies::TrustedProxies;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// From the first byte that is waited for to the end of a request's head. An idle connection ends with it, too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// Between two pieces of a request's body.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);
/// Half of the 1,024 files that a process may have open by default; the rest is for the database and the pictures.
pub const MAX_CONNECTIONS: usize = 512;
/// Running out of files passes: others close theirs.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// Serves until `stop`; requests in progress then have `last_answers` to end.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    proxies: TrustedProxies,
    stop: impl Future<Output = ()>,
    last_answers: Duration,
) {
    let router = router.layer(RequestBodyTimeoutLayer::new(BODY_TIMEOUT));
    let proxies = Arc::new(proxies);
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        // A connection over the limit waits in the listener's queue until another one ends.
        let accepted = async {
            let place = connections.clone().acquire_owned().await.expect("the semaphore is never closed");
            listener.accept().await.map(|(stream, peer)| (place, stream, peer))
        };
        let (place, stream, peer) = tokio::select! {
            accepted = accepted => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::debug!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // An answer is written whole: waiting for more to send would only delay it.
        let _ = stream.set_nodelay(true);
        let (router, proxies) = (router.clone(), proxies.clone());
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let client = proxies.client(peer, request.headers());
            request.extensions_mut().insert(ConnectInfo(client));
            router.clone().oneshot(request.map(Body::new))
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            // A client that disconnects is no error.
            let _: Result<(), _> = connection.await;
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(last_answers, graceful.shutdown()).await;
}
