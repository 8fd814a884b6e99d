//! `larder serve`

use crate::parts::{self, Rows};
use crate::settings::Settings;
use crate::start_error::StartError;
use crate::{app, housekeeping, push_keys, scheduler, signing_keys};
use platform::clock::{Clock, SystemClock};
use platform::ids::{IdSource, SystemIds};
use push::{Push, Pusher, WebPush};
use service::config::{Config, Environment};
use service::deps::Deps;
use service::identity::Verifier;
use std::fs::File;
use std::future::IntoFuture;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

/// What is still being answered when Larder is stopped has this long.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Serve until Ctrl-C or SIGTERM. `ready` is called with the address once everything answers.
pub async fn serve(env: &impl Environment, ready: impl FnOnce(&str)) -> Result<(), StartError> {
    let settings = Settings::from_environment(env)?;
    // The port first: a second start by mistake shall say so, and touch nothing.
    let listener = listen(settings.port).await?;
    let port =
        listener.local_addr().map_err(|e| StartError::Listen { port: settings.port, reason: e.to_string() })?.port();
    let site_url = format!("http://127.0.0.1:{port}");
    let mut config = Config::from_environment(env, &site_url)?;
    let _lock = lock(&settings.data)?;

    let ids: Arc<dyn IdSource> = Arc::new(SystemIds);
    let clock = SystemClock { offset: settings.clock_offset };
    let signer = Arc::new(signing_keys::open(&settings.data, &*ids, clock.now())?);
    let rows = Rows::File(settings.data.join("dynamodb.sqlite"));
    let parts =
        parts::start(&rows, &settings.data.join("s3"), &config.table, &config.bucket, &site_url, ids.clone()).await?;
    tracing::debug!(address = %parts.dynamodb_address, "the embedded table listens");
    let push = push_keys::open(&settings.data, &*ids, &env.text("LARDER_PUSH_CONTACT", push_keys::CONTACT))?;
    config.push_key = Some(push.public().to_owned());
    let web = WebPush::new(push, config.push_hosts.clone(), Arc::new(clock));
    let push: Arc<dyn Pusher> = Arc::new(Push { web, mobile: None });
    let identity = &config.identity;
    let mut verifier =
        Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url).with_known(identity.known_keys.clone());
    if settings.development {
        verifier = verifier.with_development_token();
    }
    let engine = scans::engine::chosen(&config);
    let deps = Deps {
        store: parts.store,
        receipts: parts.receipts,
        push: Some(push.clone()),
        verifier: Arc::new(verifier),
        clock: Arc::new(clock),
        ids,
        config: Arc::new(config),
    };

    let whole = app::whole(&deps, signer, engine, parts.s3, &settings.site, port);
    let service = whole.into_make_service_with_connect_info::<SocketAddr>();
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let server = axum::serve(listener, service).with_graceful_shutdown(async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    });
    let server = tokio::spawn(server.into_future());
    let reminding = tokio::spawn(scheduler::run(deps.clone(), push));
    let tidying = tokio::spawn(housekeeping::run(deps, parts.database));
    // Whoever hears that it is ready may stop it at once.
    let stop_signal = stop_signal();
    ready(&site_url);

    stop_signal.await;
    tracing::info!("stopping");
    tidying.abort();
    reminding.abort();
    let _ = stop.send(true);
    let _ = tokio::time::timeout(LAST_ANSWERS, server).await;
    Ok(())
}

async fn listen(port: u16) -> Result<TcpListener, StartError> {
    TcpListener::bind(("127.0.0.1", port)).await.map_err(|e| match e.kind() {
        ErrorKind::AddrInUse => StartError::PortTaken { port },
        _ => StartError::Listen { port, reason: e.to_string() },
    })
}

/// One process a folder. The lock goes with the process, however it ends.
fn lock(folder: &Path) -> Result<File, StartError> {
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let file =
        File::options().create(true).truncate(false).write(true).open(folder.join("lock")).map_err(unwritable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StartError::InUse { folder: folder.to_owned() }),
        Err(std::fs::TryLockError::Error(e)) => Err(unwritable(e)),
    }
}

/// Ctrl-C or SIGTERM. It listens from the call on, and not only once it is awaited.
fn stop_signal() -> impl Future<Output = ()> {
    let [mut interrupt, mut terminate] = [SignalKind::interrupt(), SignalKind::terminate()]
        .map(|kind| signal(kind).expect("a process may listen to signals"));
    async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}
