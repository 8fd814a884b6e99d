//! Maintains a folder's data, also while a server uses it: damage, devices, exports.

use crate::commands::result::{CommandError, CommandResult, exit_code};
use crate::data::backup::archive;
use crate::data::embedded;
use crate::data::folder::{DATABASE, PICTURES, PUSH_KEYS, SIGNING_KEYS, find_damage};
use crate::data::format;
use crate::data::push_keys;
use crate::data::start_error::StartError;
use crate::data::users;
use crate::settings::{Settings, read_config};
use application::config::Environment;
use application::deps::Deps;
use application::household::{LinksToRevoke, RemovedBy, add_recovery_code, remove_devices};
use application::identity::Verifier;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::crockford;
use domain::household::{Device, recovery_code};
use domain::id::{DeviceId, UserId};
use dynoxide::Database;
use identity::signer::Signer;
use push::VapidKeys;
use serde::Deserialize;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::receipts::Receipts;
use store::{CommitError, JobKind, Range, Write, keys};
use system::ids::SystemIds;

/// A folder's data, and the dependencies to read it.
pub struct AdminContext {
    folder: PathBuf,
    deps: Deps,
}

/// The number of characters of a device's hash that identify it.
const SHORT_HASH: usize = 12;
/// The maximum number of attempts if the server changes the larder at the same time.
const MAX_ATTEMPTS: usize = 5;

fn data_error(message: impl Into<String>) -> CommandError {
    CommandError::new(exit_code::DATA_ERROR, message)
}

impl AdminContext {
    /// Opens the data with the settings of its server. Takes no lock of the folder: `SQLite` isolates readers and
    /// writers.
    pub async fn open(settings: &Settings, env: &impl Environment) -> Result<Self, StartError> {
        let folder = &settings.data;
        let internal = |e: &dyn std::fmt::Display| StartError::Internal(e.to_string());
        let file = folder.join(DATABASE);
        let path = file.to_str().ok_or_else(|| internal(&"the folder's path is no valid text"))?;
        let database = Database::new(path).map_err(|e| internal(&e))?;
        let config = read_config(env, &settings.site_address(settings.port))?;
        let store = embedded::open_store(&database, &config.table, Arc::new(SystemIds)).await?;
        let identity = &config.identity;
        let deps = Deps {
            store,
            verifier: Arc::new(Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url)),
            clock: Arc::new(settings.clock()),
            ids: Arc::new(SystemIds),
            config: Arc::new(config),
        };
        Ok(Self { folder: folder.to_owned(), deps })
    }

    pub fn users(&self) -> Result<Vec<UserId>, CommandError> {
        let users = users::list_users(&self.folder, &self.deps.config.table);
        users.map_err(|error| data_error(format!("the database cannot be read: {error}")))
    }

    /// Returns the larder of this name. Fails if there is none.
    pub fn find_larder(&self, name: &str) -> Result<UserId, CommandError> {
        let found = self.users()?.into_iter().find(|user| user.as_str() == name);
        found.ok_or_else(|| {
            let text = format!("no larder {name:?}; list the larders with `larder devices`.");
            CommandError::new(exit_code::NO_INPUT, text)
        })
    }

    pub fn deps(&self) -> &Deps {
        &self.deps
    }
}

/// Fails if the database is damaged. Is called before anything else opens it.
pub fn check_integrity(folder: &Path) -> Result<(), CommandError> {
    let file = folder.join(DATABASE);
    let found = find_damage(&file).unwrap_or_else(|error| Some(error.to_string()));
    found.map_or(Ok(()), |found| {
        Err(data_error(format!("{} is damaged: {found}. Restore a backup with `larder restore`.", file.display())))
    })
}

/// What a check found: problems, and the number of everything that can be read.
#[derive(Default)]
struct Findings {
    problems: Vec<String>,
    /// Items and list rows.
    entries: usize,
    pictures: usize,
    backups: usize,
}

/// Checks rows, keys, pictures and backups for damage.
pub async fn check_data(context: AdminContext, backups: &Path) -> CommandResult {
    let mut findings = Findings { problems: find_damaged_keys(&context.folder), ..Findings::default() };
    let users = context.users()?;
    for user in &users {
        check_larder(&context, user, &mut findings).await;
    }
    check_backups(backups, &mut findings);
    let Findings { problems, entries, pictures, backups } = findings;
    if !problems.is_empty() {
        return Err(data_error(problems.join("\nlarder: ")));
    }
    let (format, larders) = (format::read(&context.folder), users.len());
    Ok(format!(
        "No damage found: data format {format}, {larders} larders, {entries} items and list rows, {pictures} pictures, {backups} backups."
    ))
}

fn find_damaged_keys(folder: &Path) -> Vec<String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let signing = read(SIGNING_KEYS).and_then(|text| Signer::from_json(&text).map(drop).map_err(|e| e.to_string()));
    let vapid = |text: String| VapidKeys::from_json(&text, push_keys::DEFAULT_CONTACT);
    let push = read(PUSH_KEYS).and_then(|text| vapid(text).map(drop).map_err(|e| e.to_string()));
    let checked = [(SIGNING_KEYS, signing), (PUSH_KEYS, push)].into_iter();
    checked.filter_map(|(name, result)| Some(format!("{name} cannot be read: {}", result.err()?))).collect()
}

async fn check_larder(context: &AdminContext, user: &UserId, findings: &mut Findings) {
    let store = &context.deps.store;
    let problems = &mut findings.problems;
    match transfer::export_of(&context.deps, user).await {
        Ok(export) => findings.entries += export.items.len() + export.shopping_list.len(),
        Err(error) => problems.push(format!("the rows of {user} cannot be read: {error}")),
    }
    match store.job_get(user).await {
        Ok(Some(job)) if job.state.kind == JobKind::Unknown && !job.state.finished => problems
            .push(format!("the job of {user} cannot be read: another version of Larder began it, and continues it")),
        Ok(_) => {}
        Err(error) => problems.push(format!("the job of {user} cannot be read: {error}")),
    }
    let sessions = store.session_list(user, usize::MAX).await.unwrap_or_else(|error| {
        problems.push(format!("the receipts of {user} cannot be read: {error}"));
        vec![]
    });
    let keys = sessions
        .iter()
        .flat_map(|session| (0..session.photos).map(|photo| Receipts::picture_key(&session.user, session.id, photo)));
    // A missing picture is no damage: pictures are deleted after 90 days, and their sessions stay.
    findings.pictures += keys.filter(|key| context.folder.join(PICTURES).join(key).exists()).count();
}

fn check_backups(folder: &Path, findings: &mut Findings) {
    let entries = match std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return,
        Err(error) => return findings.problems.push(format!("{} cannot be read: {error}", folder.display())),
    };
    for entry in entries {
        if entry.file_name().to_string_lossy().ends_with(".tar.gz") {
            match archive::read(&entry.path(), |_| Ok(())) {
                Ok(_) => findings.backups += 1,
                Err(error) => findings.problems.push(error.to_string()),
            }
        }
    }
}

/// The refresh token family of a signed-in device.
#[derive(Deserialize)]
struct DeviceRow {
    #[serde(rename = "SK")]
    sk: String,
    #[serde(with = "ts_milliseconds")]
    signed_in_at: DateTime<Utc>,
    #[serde(with = "ts_milliseconds")]
    refreshed_at: DateTime<Utc>,
    /// The device of a shared larder.
    #[serde(default)]
    device: Option<DeviceId>,
}

impl DeviceRow {
    fn hash(&self) -> &str {
        self.sk.strip_prefix(keys::REFRESH_PREFIX).unwrap_or_default()
    }
}

/// Returns all devices with their larders, the most recently seen first.
async fn load_devices(context: &AdminContext) -> Result<Vec<(UserId, DeviceRow)>, CommandError> {
    let mut all = Vec::new();
    for user in context.users()? {
        let range = Range::prefix(keys::account_pk(&user), keys::REFRESH_PREFIX);
        let rows: Vec<DeviceRow> = context.deps.store.row_list(range).await.map_err(|e| data_error(e.to_string()))?;
        all.extend(rows.into_iter().map(|row| (user.clone(), row)));
    }
    all.sort_by_key(|(_, row)| std::cmp::Reverse(row.refreshed_at));
    Ok(all)
}

pub async fn list_devices(context: AdminContext) -> CommandResult {
    let devices = load_devices(&context).await?;
    let mut text = format!("{:<14}{:<30}{:<12}last seen", "device", "larder", "since");
    for (user, row) in &devices {
        let hash: String = row.hash().chars().take(SHORT_HASH).collect();
        let (since, seen) = (row.signed_in_at.format("%Y-%m-%d"), row.refreshed_at.format("%Y-%m-%d %H:%M"));
        let _ = write!(text, "\n{hash:<14}{:<30}{since:<12}{seen}", user.as_str());
    }
    Ok(text)
}

/// Removes a device with its program tokens, links, push subscriptions and join credentials.
pub async fn end_device(context: AdminContext, name: &str) -> CommandResult {
    let devices = load_devices(&context).await?;
    let is_named = |row: &DeviceRow| name.len() >= SHORT_HASH && row.hash().starts_with(name);
    let named: Vec<_> = devices.iter().filter(|(_, row)| is_named(row)).collect();
    let [(user, row)] = named.as_slice() else {
        let text = format!("no device {name:?}; list the devices with `larder devices`.");
        return Err(CommandError::new(exit_code::NO_INPUT, text));
    };
    remove_device(&context.deps, user, row).await?;
    Ok(format!(
        "Removed the device {name} with its program tokens, calendar, shared lists, reminders and codes. It can still read data for up to an hour."
    ))
}

async fn remove_device(deps: &Deps, user: &UserId, row: &DeviceRow) -> Result<(), CommandError> {
    let now = deps.now();
    commit_with_retries(deps, async || {
        let household = deps.store.household_get(user, now).await?;
        let mut next = household.next();
        let devices: Vec<Device> = row.device.and_then(|id| household.device(id)).cloned().into_iter().collect();
        let mut writes = vec![Write::refresh_family_delete(user, row.hash())];
        // A device that was removed before has only its own tokens left, which are revoked.
        if !devices.is_empty() || household.devices.is_empty() {
            writes.extend(
                remove_devices(deps, &mut next, &devices, RemovedBy::AnotherDevice, LinksToRevoke::Theirs, now).await?,
            );
            writes.push(Write::household_put(&next));
        }
        Ok(writes)
    })
    .await
}

/// Creates a recovery code for a device that the server no longer knows, such as one that joined after the backup.
pub async fn admit_device(context: AdminContext, larder: &str) -> CommandResult {
    let user = context.find_larder(larder)?;
    let (deps, now) = (&context.deps, context.deps.now());
    let code = recovery_code(|bytes| deps.ids.fill(bytes));
    commit_with_retries(deps, async || {
        let mut next = deps.store.household_get(&user, now).await?.next();
        let mut writes = add_recovery_code(&mut next, &code, None, now);
        writes.push(Write::household_put(&next));
        Ok(writes)
    })
    .await?;
    Ok(format!(
        "On the device choose \"I have a recovery code\" and type this code. It opens the larder once:\n{}",
        crockford::group(&code, 5)
    ))
}

/// Commits the writes that `plan` returns, and plans again if the server changed the larder at the same time.
async fn commit_with_retries(
    deps: &Deps,
    plan: impl AsyncFn() -> Result<Vec<Write>, CommitError>,
) -> Result<(), CommandError> {
    let failed = |error: &dyn std::fmt::Display| CommandError::new(exit_code::SOFTWARE, error.to_string());
    for _ in 0..MAX_ATTEMPTS {
        let committed = async { deps.store.commit(plan().await?, None).await };
        match committed.await {
            Ok(()) => return Ok(()),
            Err(CommitError::Refused(_)) => {}
            Err(error) => return Err(failed(&error)),
        }
    }
    Err(failed(&"Another device changed the larder at the same time. Please try again."))
}

/// Returns all data of a larder as JSON, as the settings' export does.
pub async fn export_larder(context: AdminContext, larder: &str) -> CommandResult {
    let user = context.find_larder(larder)?;
    let export = transfer::export_of(&context.deps, &user).await;
    let export = export.map_err(|error| data_error(format!("the rows cannot be read: {error}")))?;
    Ok(serde_json::to_string_pretty(&export).expect("an export is plain data"))
}
