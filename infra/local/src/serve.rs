//! `larder serve`

use crate::parts;
use crate::reader_process::ReaderProcess;
use crate::settings::Settings;
use crate::start_error::StartError;
use crate::{app, database, housekeeping, http_server, push_keys, scheduler, signing_keys};
use platform::clock::{Clock, SystemClock};
use platform::ids::{IdSource, SystemIds};
use push::{Push, Pusher, WebPush};
use service::config::{Config, Environment};
use service::deps::Deps;
use service::identity::Verifier;
use std::fs::Permissions;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
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
    make_private(&settings.data)?;

    let ids: Arc<dyn IdSource> = Arc::new(SystemIds);
    let clock = SystemClock { offset: settings.clock_offset };
    let locked = database::open(&settings.data, signing_keys::exist(&settings.data))?;
    let signer = Arc::new(signing_keys::open(&settings.data, &*ids, clock.now())?);
    let objects = settings.data.join("s3");
    let database = locked.database.clone();
    let parts = parts::start(database, &objects, &config.table, &config.bucket, &config.site_url, ids.clone()).await?;
    let push = push_keys::open(&settings.data, &*ids, &env.text("LARDER_PUSH_CONTACT", push_keys::CONTACT))?;
    config.push_key = Some(push.public().to_owned());
    let web = WebPush::new(push, config.push_hosts.clone(), Arc::new(clock));
    let push: Arc<dyn Pusher> = Arc::new(Push { web, mobile: None });
    let identity = &config.identity;
    let mut known = identity.known_keys.clone();
    if config.is_own_identity_provider() {
        known = known.and(signer.key_set());
    }
    let mut verifier = Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url).with_known(known);
    if settings.development {
        verifier = verifier.with_development_token();
    }
    let engine = scans::engine::chosen(&config, Arc::new(ReaderProcess::default()));
    let deps = Deps {
        store: parts.store,
        receipts: parts.receipts,
        push: Some(push.clone()),
        verifier: Arc::new(verifier),
        clock: Arc::new(clock),
        ids,
        config: Arc::new(config),
    };

    let hosts = own_hosts(port, &deps.config.site_url);
    let whole = app::whole(&deps, signer, engine, parts.s3, &settings.site, port);
    let whole = http_server::own_hosts_only(whole, hosts);
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let stopping = async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let server = tokio::spawn(http_server::serve(listener, whole, stopping, LAST_ANSWERS));
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
    let _ = server.await;
    drop(locked);
    Ok(())
}

async fn listen(port: u16) -> Result<TcpListener, StartError> {
    TcpListener::bind(("127.0.0.1", port)).await.map_err(|e| match e.kind() {
        ErrorKind::AddrInUse => StartError::PortTaken { port },
        _ => StartError::Listen { port, reason: e.to_string() },
    })
}

/// What a browser may call this server by: the two names of this machine, and the name in the site's address.
fn own_hosts(port: u16, site_url: &str) -> Vec<String> {
    let mut hosts = vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    if port == 80 {
        hosts.extend(["127.0.0.1".to_owned(), "localhost".to_owned()]);
    }
    hosts.extend(site_url.split("://").nth(1).and_then(|rest| rest.split('/').next()).map(str::to_owned));
    hosts
}

/// The data folder is its owner's alone, and so is every file that is made from now on.
fn make_private(folder: &Path) -> Result<(), StartError> {
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    if let Err(error) = std::fs::set_permissions(folder, Permissions::from_mode(0o700)) {
        // A folder of another owner, such as a mounted volume: what is made in it is private all the same.
        tracing::warn!(%error, "the data folder stays readable for others");
    }
    Ok(())
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
