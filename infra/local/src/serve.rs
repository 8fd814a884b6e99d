//! `larder serve`

use crate::app;
use crate::data::database;
use crate::data::derivation_key;
use crate::data::disk;
use crate::data::embedded;
use crate::data::ownership;
use crate::data::pictures;
use crate::data::push_keys;
use crate::data::signing_keys;
use crate::data::start_error::StartError;
use crate::data::users;
use crate::schedule::condition::{self, ServerHealth};
use crate::schedule::digests;
use crate::schedule::housekeeping;
use crate::schedule::scheduler;
use crate::settings::Settings;
use crate::web::announcement::Announcement;
use crate::web::http_server;
use crate::web::own_hosts::OwnHosts;
use crate::web::set_up_link;
use crate::web::sign_up::SignUp;
use crate::web::site_address::SiteAddress;
use crate::web::site_files::SiteFiles;
use application::config::{Config, Environment};
use application::deps::Deps;
use application::erase::Eraser;
use application::identity::Verifier;
use application::jobs::Background;
use axum::middleware::from_fn_with_state;
use identity::IdentityState;
use preferences::PreferencesState;
use push::{Push, Pusher, WebPush};
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
use system::clock::{Clock, SystemClock};
use system::ids::{IdSource, SystemIds};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use transfer::TransferState;

/// Requests are free here, so that a household sees changes at once.
const POLL_SECONDS: u32 = 2;
/// The time for requests in progress when Larder is stopped.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

const WITHOUT_HTTPS: &str = "Without https, browsers on other devices block the camera, reminders, installation and offline \
    use; docs/SELF-HOSTING.md shows how to set it up.";

const WITHOUT_CONTACT: &str =
    "Apple devices will get no reminders. Set LARDER_PUSH_CONTACT to your address, such as mailto:you@example.org.";

/// Serves until Ctrl-C or SIGTERM. `ready` is called with the greeting once everything answers.
pub async fn serve(env: &impl Environment, ready: impl FnOnce(&str)) -> Result<(), StartError> {
    let settings = Settings::from_environment(env)?;
    // The port first: a second start by mistake shall say so, and touch nothing.
    let listener = listen(SocketAddr::new(settings.bind, settings.port)).await?;
    let listening =
        listener.local_addr().map_err(|e| StartError::Internal(format!("cannot determine the port: {e}")))?;
    let port = listening.port();
    let site = settings.site_address(port);
    let mut config = Config::from_environment(env, site.as_str())?;
    site.as_str().clone_into(&mut config.site_url);
    let files = SiteFiles::chosen(settings.site_folder.as_deref())?;
    make_private(&settings.data)?;
    ownership::check(&settings.data)?;

    let ids: Arc<dyn IdSource> = Arc::new(SystemIds);
    let clock = SystemClock { offset: settings.clock_offset };
    let used_before = signing_keys::exist(&settings.data);
    let locked = database::open(&settings.data, &settings.backups, used_before, clock.now())?;
    let signer = signing_keys::open(&settings.data, &*ids, clock.now())?;
    let signer = Arc::new(signer.with_service_account(signing_keys::service_account(env)?));
    let database = locked.database.clone();
    let store = embedded::open_store(&database, &config.table, ids.clone()).await?;
    let pictures = pictures::open(env, &settings.data, &config.site_url, ids.clone(), clock.now()).await?;
    config.derivation_key = Some(derivation_key::open(&settings.data, &*ids)?);
    let contact = push_keys::contact(env, site.as_str());
    let push = push_keys::open(&settings.data, &*ids, &contact)?;
    config.push_key = Some(push.public().to_owned());
    let announced_id = announced_id(push.public());
    config.poll_seconds = POLL_SECONDS;
    let web = WebPush::new(push, config.push_hosts.clone(), Arc::new(clock));
    let push: Arc<dyn Pusher> = Arc::new(Push { web, mobile: None });
    let identity = &config.identity;
    let mut known = identity.known_keys.clone();
    if config.is_own_identity_provider() {
        known = known.with_set(signer.key_set());
    }
    let mut verifier = Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url).with_known(known);
    if settings.development {
        verifier = with_development_token(verifier);
    }
    let embedded = Arc::new(ReaderProcess::default());
    let engine = scans::engine::chosen(&config, embedded.clone())?;
    let deps = Deps { store, verifier: Arc::new(verifier), clock: Arc::new(clock), ids, config: Arc::new(config) };

    let receipts = pictures.receipts.clone();
    let eraser = Eraser { store: deps.store.clone(), receipts: receipts.clone(), phones: None };
    let background = Background::default();
    let transfer = TransferState { deps: deps.clone(), eraser: eraser.clone(), background: background.clone() };
    let states = app::States {
        deps: deps.clone(),
        scans: ScansState::new(deps.clone(), receipts, engine, embedded),
        preferences: PreferencesState { deps: deps.clone(), pusher: Some(push.clone()) },
        transfer: transfer.clone(),
        identity: IdentityState { deps: deps.clone(), eraser: eraser.clone(), background, signer },
    };

    let data = settings.data.clone();
    let condition = ServerHealth::new(move || disk::free_bytes(&data));
    let whole = app::whole(states, pictures, files, port);
    let whole = whole.layer(from_fn_with_state(condition.clone(), condition::layer));
    let set_up_notice = set_up_notice(&settings, &site, &deps)?;
    let whole = OwnHosts::new(settings.bind, port, &site).only(settings.sign_up.guard(whole, &settings.data));
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let stopping = async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let server = tokio::spawn(http_server::serve(
        listener,
        whole,
        settings.trusted_proxies,
        http_server::Limits::default(),
        stopping,
        LAST_ANSWERS,
    ));
    let reminding = tokio::spawn(scheduler::run(deps.clone(), push));
    let resuming = tokio::spawn(scheduler::resume_jobs(transfer));
    let digesting = tokio::spawn(digests::run(deps.clone(), settings.digests.clone(), settings.data.clone()));
    let folders = housekeeping::Folders { data: settings.data, backups: settings.backups };
    let tidying = tokio::spawn(housekeeping::run(deps, eraser, database, folders, condition, settings.digests));
    let announcement = settings.announce.then(|| announce(&site, &announced_id)).flatten();
    // A client that sees the greeting may stop the server at once.
    let stop_signal = stop_signal();
    ready(&(greeting(&site, listening) + &set_up_notice + &push_notice(&site, &contact)));

    stop_signal.await;
    tracing::info!("stopping");
    tidying.abort();
    reminding.abort();
    resuming.abort();
    digesting.abort();
    if let Some(announcement) = announcement {
        announcement.end().await;
    }
    let _ = stop.send(true);
    let _ = server.await;
    drop(locked);
    Ok(())
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
fn greeting(site: &SiteAddress, listening: SocketAddr) -> String {
    let here = format!("http://{listening}");
    let mut text = format!("Larder is ready at {}", site.as_str());
    if site.as_str() != here {
        let _ = write!(text, " (listening on {here})");
    }
    if !site.is_secure() {
        text.push('\n');
        text.push_str(WITHOUT_HTTPS);
    }
    text
}

/// Six digits that distinguish this Larder from others in one network, from its public key.
fn announced_id(public_key: &str) -> String {
    domain::digest::hex(&Sha256::digest(public_key.as_bytes())[..3])
}

/// Announces Larder on the local network. It serves without that as well, for example where a network forbids it.
fn announce(site: &SiteAddress, id: &str) -> Option<Announcement> {
    Announcement::start(site, id)
        .inspect_err(|error| tracing::warn!(%error, "Larder cannot be announced on the local network"))
        .ok()
}

/// Returns a notice if browsers can subscribe, but Apple's push service would refuse the contact.
fn push_notice(site: &SiteAddress, contact: &str) -> String {
    if site.is_secure() && !push_keys::is_real(contact) { format!("\n{WITHOUT_CONTACT}") } else { String::new() }
}

/// Returns the set-up link, if sign-up needs one and no device has joined yet.
fn set_up_notice(settings: &Settings, site: &SiteAddress, deps: &Deps) -> Result<String, StartError> {
    let internal = |e: &dyn std::fmt::Display| StartError::Internal(format!("cannot create the set-up link: {e}"));
    if settings.sign_up != SignUp::Link {
        return Ok(String::new());
    }
    let unused = set_up_link::unused(&settings.data);
    let users = users::list_users(&settings.data, &deps.config.table).map_err(|e| internal(&e))?;
    if users.iter().any(|user| !unused.contains(user)) {
        return Ok(String::new());
    }
    let link = set_up_link::make(&settings.data, site, &*deps.ids, &unused).map_err(|e| internal(&e))?;
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

/// The data folder is its owner's alone, and so is every file that is made from now on.
fn make_private(folder: &Path) -> Result<(), StartError> {
    let unwritable = |e: std::io::Error| StartError::Folder { folder: folder.to_owned(), reason: e.to_string() };
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    if let Err(error) = std::fs::set_permissions(folder, Permissions::from_mode(0o700)) {
        // The folder belongs to another owner, such as a mounted volume: files created in it are private anyway.
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
