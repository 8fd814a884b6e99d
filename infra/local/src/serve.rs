//! `larder serve`: opens the data, starts the scheduled tasks, and serves requests until a signal.

use crate::app;
use crate::data::database::{self, LockedDatabase};
use crate::data::derivation_key;
use crate::data::embedded;
use crate::data::ownership;
use crate::data::pictures::{self, Pictures};
use crate::data::push_keys;
use crate::data::signing_keys;
use crate::data::start_error::StartError;
use crate::data::users;
use crate::schedule::housekeeping;
use crate::schedule::scheduler;
use crate::schedule::server_health::{self, ServerHealth};
use crate::settings::{self, Settings};
use crate::web::announcement::Announcement;
use crate::web::http_server;
use crate::web::own_hosts::OwnHosts;
use crate::web::set_up_link;
use crate::web::sign_up::SignUp;
use crate::web::site_address::SiteAddress;
use crate::web::site_files::SiteFiles;
use application::config::{Config, ConfigError, Environment};
use application::deps::Deps;
use application::erase::Eraser;
use application::identity::Verifier;
use application::jobs::Background;
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use domain::id::UserId;
use http::header::STRICT_TRANSPORT_SECURITY;
use identity::IdentityState;
use identity::signer::Signer;
use preferences::PreferencesState;
use push::{Push, Pusher, Receivers, WebPush};
use rustix::fs::Access;
use scans::ScansState;
use scans::engine::ReaderProcess;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::Permissions;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use system::clock::Clock;
use system::ids::{IdSource, SystemIds};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use transfer::TransferState;

/// Is short because requests cost nothing on one machine.
const POLL_SECONDS: u32 = 2;
/// The time that requests in progress have after a signal.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

const WITHOUT_HTTPS: &str = "Without https, browsers on other devices block the camera, reminders, installation and offline \
    use; docs/SELF-HOSTING.md shows how to set it up.";

const READABLE_TOKENS: &str = "Everybody on the network between a device and this machine can read tokens and photos.";

const WITHOUT_CONTACT: &str =
    "Apple devices will get no reminders. Set LARDER_PUSH_CONTACT to your address, such as mailto:you@example.org.";

/// Serves until Ctrl-C or SIGTERM. Calls `ready` with the greeting when the server accepts requests.
pub async fn serve(env: &impl Environment, ready: impl FnOnce(&str)) -> Result<(), StartError> {
    let settings = Settings::from_environment(env)?;
    // The port first, so that a second start fails before it changes anything.
    let listener = listen(SocketAddr::new(settings.bind, settings.port)).await?;
    let listen_address =
        listener.local_addr().map_err(|e| StartError::Internal(format!("cannot determine the port: {e}")))?;
    let port = listen_address.port();
    let site = settings.site_address(port);
    let config = settings::read_config(env, &site)?;
    let files = SiteFiles::configured(settings.site_folder.as_deref())?;
    let data = OpenData::open(env, &settings, &site, config).await?;
    let states = data.states()?;
    let jobs = states.transfer.clone();
    let health = ServerHealth::new(settings.data.clone(), settings.backups.clone(), data.deps.clock.clone());
    let router = app::router(states, data.pictures.clone(), files, port);
    let router = with_policies(router, &settings, &site, port, &health);
    let notices = set_up_notice(&settings, &site, &data.deps).await? + &push_notice(&site, &data.contact);

    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let stopping = async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let (proxies, limits) = (settings.trusted_proxies.clone(), http_server::Limits::default());
    let server = tokio::spawn(http_server::serve(listener, router, proxies, limits, stopping, SHUTDOWN_TIMEOUT));
    let announcement = settings.announce.then(|| announce(&site, &data.deps.config)).flatten();
    let mut tasks = data.start_tasks(settings, jobs, health);
    // Before the greeting, because its reader may stop the server at once.
    let stop_signal = stop_signal();
    ready(&(greeting(&site, listen_address) + &notices));

    stop_signal.await;
    tracing::info!("stopping");
    tasks.shutdown().await;
    if let Some(announcement) = announcement {
        announcement.end().await;
    }
    let _ = stop.send(true);
    let _ = server.await;
    drop(data);
    Ok(())
}

/// The opened data folder, with the signer and the push clients that use its keys.
struct OpenData {
    deps: Deps,
    locked: LockedDatabase,
    pictures: Pictures,
    signer: Arc<Signer>,
    pusher: Arc<dyn Pusher>,
    receivers: Arc<Receivers>,
    /// The contact for push services.
    contact: String,
}

impl OpenData {
    async fn open(
        env: &impl Environment,
        settings: &Settings,
        site: &SiteAddress,
        mut config: Config,
    ) -> Result<Self, StartError> {
        let folder = &settings.data;
        make_private(folder)?;
        ownership::check(folder)?;
        check_backups(&settings.backups)?;
        let ids: Arc<dyn IdSource> = Arc::new(SystemIds);
        let clock = settings.clock();
        let used_before = signing_keys::exist(folder);
        let locked = database::open(folder, &settings.backups, used_before, clock.now())?;
        let signer = signing_keys::open(folder, &*ids, clock.now())?;
        let signer = Arc::new(signer.with_service_account(signing_keys::service_account(env)?));
        let store = embedded::open_store(&locked.database, &config.table, ids.clone()).await?;
        let pictures = pictures::open(env, folder, &config.site_url, ids.clone(), clock.now()).await?;
        config.derivation_key = Some(derivation_key::open(folder, &*ids)?);
        let contact = push_keys::contact(env, site.as_str());
        let push_keys = push_keys::open(folder, &*ids, &contact)?;
        config.push_key = Some(push_keys.public().to_owned());
        config.poll_seconds = POLL_SECONDS;
        let web = WebPush::new(push_keys, config.push_hosts.clone(), Arc::new(clock));
        let receivers = Arc::new(Receivers::new(settings.receivers.all.clone(), site.as_str()));
        let pusher = Arc::new(Push { web, mobile: None, receivers: receivers.clone() });
        let verifier = Arc::new(verifier(&config, &signer, settings.development));
        let deps = Deps { store, verifier, clock: Arc::new(clock), ids, config: Arc::new(config) };
        Ok(Self { deps, locked, pictures, signer, pusher, receivers, contact })
    }

    fn eraser(&self) -> Eraser {
        Eraser { store: self.deps.store.clone(), receipts: self.pictures.receipts.clone(), phones: None }
    }

    fn states(&self) -> Result<app::States, StartError> {
        let (deps, eraser, background) = (self.deps.clone(), self.eraser(), Background::default());
        let embedded = Arc::new(ReaderProcess::default());
        let engine = scans::engine::select_engine(&deps.config, embedded.clone())?;
        Ok(app::States {
            scans: ScansState::new(deps.clone(), self.pictures.receipts.clone(), engine, embedded),
            preferences: PreferencesState { deps: deps.clone(), pusher: Some(self.pusher.clone()) },
            transfer: TransferState::new(deps.clone(), eraser.clone(), background.clone()),
            identity: IdentityState { deps: deps.clone(), eraser, background, signer: self.signer.clone() },
            deps,
        })
    }

    fn start_tasks(&self, settings: Settings, jobs: TransferState, health: ServerHealth) -> JoinSet<()> {
        let (deps, receivers) = (self.deps.clone(), self.receivers.clone());
        let mut tasks = JoinSet::new();
        let assignment = scheduler::ReceiverAssignment {
            receivers: receivers.clone(),
            settings: settings.receivers,
            folder: settings.data.clone(),
        };
        tasks.spawn(scheduler::run_reminders(deps.clone(), self.pusher.clone(), assignment));
        tasks.spawn(scheduler::end_interrupted_work(jobs));
        let folders = housekeeping::Folders { data: settings.data, backups: settings.backups };
        let database = self.locked.database.clone();
        tasks.spawn(housekeeping::run(deps, self.eraser(), database, folders, health, receivers));
        tasks
    }
}

/// Returns the verifier of tokens, which knows this server's own keys.
fn verifier(config: &Config, signer: &Signer, is_development: bool) -> Verifier {
    let identity = &config.identity;
    let mut keys = identity.pinned_keys.clone();
    if config.is_own_identity_provider() {
        keys = keys.with_set(signer.key_set());
    }
    let verifier = Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url).with_pinned(keys);
    if is_development { with_development_token(verifier) } else { verifier }
}

/// Adds metrics, the health check's problems, and the policies of the settings.
fn with_policies(
    mut router: Router,
    settings: &Settings,
    site: &SiteAddress,
    port: u16,
    health: &ServerHealth,
) -> Router {
    if settings.metrics {
        router = router.route("/metrics", metrics(health));
    }
    let router = router.layer(from_fn_with_state(health.clone(), server_health::report_problems));
    let router = settings.sign_up.guard(with_strict_transport(router, site));
    OwnHosts::new(settings.bind, port, site).guard(router)
}

#[cfg(debug_assertions)]
fn with_development_token(verifier: Verifier) -> Verifier {
    verifier.with_development_token()
}

/// Release builds have no fixed token, whatever the settings.
#[cfg(not(debug_assertions))]
fn with_development_token(verifier: Verifier) -> Verifier {
    tracing::warn!("LARDER_DEV: this program was built without the development token");
    verifier
}

/// Returns the site's address, the listen address for a proxy, and what does not work without HTTPS.
fn greeting(site: &SiteAddress, listen_address: SocketAddr) -> String {
    let here = format!("http://{listen_address}");
    let mut text = format!("Larder is ready at {}", site.as_str());
    if site.as_str() != here {
        let _ = write!(text, " (listening on {here})");
    }
    if !site.is_secure() {
        text.push('\n');
        text.push_str(WITHOUT_HTTPS);
        text.push('\n');
        text.push_str(READABLE_TOKENS);
    }
    text
}

/// Announces Larder on the local network, under six digits of the push key's hash, which distinguish the Larders in a
/// network. A failure is not fatal: some networks forbid announcements.
fn announce(site: &SiteAddress, config: &Config) -> Option<Announcement> {
    let key = config.push_key.as_deref().unwrap_or_default();
    let id = domain::digest::hex(&Sha256::digest(key.as_bytes())[..3]);
    Announcement::start(site, &id)
        .inspect_err(|error| tracing::warn!(%error, "Larder cannot be announced on the local network"))
        .ok()
}

/// Returns a notice if browsers can subscribe, but Apple's push service would refuse the contact.
fn push_notice(site: &SiteAddress, contact: &str) -> String {
    if site.is_secure() && !push_keys::is_public_contact(contact) {
        format!("\n{WITHOUT_CONTACT}")
    } else {
        String::new()
    }
}

/// Returns the set-up link, if sign-up needs one and no device has joined yet.
async fn set_up_notice(settings: &Settings, site: &SiteAddress, deps: &Deps) -> Result<String, StartError> {
    let internal = |e: &dyn std::fmt::Display| StartError::Internal(format!("cannot create the set-up link: {e}"));
    if settings.sign_up != SignUp::Link {
        return Ok(String::new());
    }
    let unused = set_up_link::find_unused(deps, &settings.data).await.map_err(|e| internal(&e))?;
    let users = users::list_users(&settings.data, &deps.config.table).map_err(|e| internal(&e))?;
    let is_of_unused_link = |user: &UserId| unused.as_ref().is_some_and(|(_, of_link)| of_link == user);
    if !users.iter().all(is_of_unused_link) {
        return Ok(String::new());
    }
    let link = set_up_link::create(deps, &settings.data, site).await.map_err(|e| internal(&e))?;
    Ok(format!(
        "\nNo larder exists yet. Open this link on the first device. It works until a larder is created with it:\n{link}"
    ))
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|e| match e.kind() {
        ErrorKind::AddrInUse => StartError::PortTaken { port: address.port() },
        _ => StartError::Listen { address, reason: e },
    })
}

/// Creates the data folder, and makes it and all files that are created later accessible to its owner only.
fn make_private(folder: &Path) -> Result<(), StartError> {
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    if let Err(error) = std::fs::set_permissions(folder, Permissions::from_mode(0o700)) {
        // The folder belongs to another user, such as a mounted volume. Files created in it are still private.
        tracing::warn!(%error, "other users can read the data folder");
    }
    Ok(())
}

/// Answers with the metrics, for Prometheus.
fn metrics(health: &ServerHealth) -> MethodRouter {
    let health = health.clone();
    get(move || std::future::ready(health.metrics())).layer(from_fn(api::headers))
}

/// Tells browsers to use only https for this host, if it has it.
fn with_strict_transport(router: Router, site: &SiteAddress) -> Router {
    let Some(value) = site.strict_transport() else { return router };
    router.layer(map_response(move |mut response: Response| {
        response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, value.clone());
        std::future::ready(response)
    }))
}

/// Fails if no backup can be written, which would otherwise show on the second night only.
fn check_backups(folder: &Path) -> Result<(), ConfigError> {
    let created = std::fs::create_dir_all(folder);
    let writable = created.and_then(|()| Ok(rustix::fs::access(folder, Access::WRITE_OK | Access::EXEC_OK)?));
    writable.map_err(|error| ConfigError {
        name: "LARDER_BACKUPS",
        value: folder.display().to_string(),
        expected: format!("it must be a folder that Larder can write to ({error})"),
    })
}

/// Returns a future that ends at Ctrl-C or SIGTERM. Signals are noticed from this call on, not only from the first
/// poll.
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
