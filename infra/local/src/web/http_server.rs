//! The HTTP server, with limits for slow, silent and too many connections.

use crate::web::trusted_proxies::TrustedProxies;
use api::ClientAddress;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::collections::HashMap;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The pause after a failed accept, such as for lack of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The timeout for receiving a request's head, which also ends idle connections.
    pub head_timeout: Duration,
    /// The timeout between two parts of a request's body.
    pub body_timeout: Duration,
    /// The timeout for sending the next part of a response.
    pub write_timeout: Duration,
    /// The maximum number of open connections.
    pub max_connections: usize,
    /// The maximum number of open connections of one client that is not a trusted proxy.
    pub max_connections_per_address: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(20),
            write_timeout: Duration::from_secs(30),
            // Half of the 1,024 files that a process can open by default; the rest is for the database and pictures.
            max_connections: 512,
            // For twelve devices behind one address, or a proxy that is not trusted.
            max_connections_per_address: 128,
        }
    }
}

/// Serves until `stop`; requests in progress then have `shutdown_timeout`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    proxies: TrustedProxies,
    limits: Limits,
    stop: impl Future<Output = ()>,
    shutdown_timeout: Duration,
) {
    let router = router.layer(RequestBodyTimeoutLayer::new(limits.body_timeout));
    let proxies = Arc::new(proxies);
    let connections = Arc::new(Semaphore::new(limits.max_connections));
    let addresses = ConnectionCounts::default();
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (permit, stream, peer) = tokio::select! {
            accepted = accept(&listener, &connections) => accepted,
            () = &mut stop => break,
        };
        let max = if proxies.has(peer.ip()) { limits.max_connections } else { limits.max_connections_per_address };
        let Some(counted) = addresses.count(ClientAddress::of(peer.ip()), max) else { continue };
        // Responses are written at once, so Nagle's algorithm would only delay them.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.write_timeout));
        let (router, proxies) = (router.clone(), proxies.clone());
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let client = proxies.client(peer, request.headers());
            request.extensions_mut().insert(ConnectInfo(client));
            router.clone().oneshot(request.map(Body::new))
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_timeout)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _permits = (permit, counted);
            // A client that disconnects is no error.
            let _: Result<(), _> = connection.await;
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(shutdown_timeout, graceful.shutdown()).await;
}

/// Accepts a connection. One over the limit waits in the listener's queue until another one ends.
async fn accept(listener: &TcpListener, connections: &Arc<Semaphore>) -> (OwnedSemaphorePermit, TcpStream, SocketAddr) {
    let permit = connections.clone().acquire_owned().await.expect("the semaphore is never closed");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (permit, stream, peer),
            Err(error) => {
                tracing::debug!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// The number of open connections of each address.
#[derive(Clone, Default)]
struct ConnectionCounts(Arc<Mutex<HashMap<ClientAddress, usize>>>);

impl ConnectionCounts {
    /// Counts a connection until the result is dropped; `None` if the address has `max` connections.
    fn count(&self, address: ClientAddress, max: usize) -> Option<OpenConnection> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address.clone()).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(OpenConnection { addresses: self.clone(), address })
    }
}

struct OpenConnection {
    addresses: ConnectionCounts,
    address: ClientAddress,
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
