//! Maintains a folder's data, also while a server uses it: damage, devices, exports.

use crate::commands::result::{CommandError, CommandResult, exit_code};
use crate::data::backup::archive;
use crate::data::embedded;
use crate::data::folder::{DATABASE, PICTURES, PUSH_KEYS, SIGNING_KEYS, find_damage};
use crate::data::format;
use crate::data::push_keys;
use crate::data::start_error::StartError;
use crate::data::users;
use application::config::{Config, Environment};
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
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::receipts::Receipts;
use store::{CommitError, JobKind, Range, Write, keys};
use system::clock::SystemClock;
use system::ids::SystemIds;

/// A folder's data, and the dependencies to read it.
pub struct AdminContext {
    folder: PathBuf,
    deps: Deps,
}

/// An empty environment: the commands need no settings.
struct NoSettings;

impl Environment for NoSettings {
    fn get(&self, _: &str) -> Option<String> {
        None
    }
}

/// The number of characters of a device's hash that identify it.
const SHORT_HASH: usize = 12;
/// The maximum number of attempts if the server changes the larder at the same time.
const MAX_ATTEMPTS: usize = 5;

fn data_error(message: impl Into<String>) -> CommandError {
    CommandError::new(exit_code::DATA_ERROR, message)
}

impl AdminContext {
    /// Takes no lock of the folder: `SQLite` isolates readers and writers.
    pub async fn open(folder: &Path, clock: SystemClock) -> Result<Self, StartError> {
        let internal = |e: &dyn std::fmt::Display| StartError::Internal(e.to_string());
        let file = folder.join(DATABASE);
        let path = file.to_str().ok_or_else(|| internal(&"the folder's path is no valid text"))?;
        let database = Database::new(path).map_err(|e| internal(&e))?;
        let config = Config::from_environment(&NoSettings, "http://127.0.0.1")?;
        let store = embedded::open_store(&database, &config.table, Arc::new(SystemIds)).await?;
        let identity = &config.identity;
        let deps = Deps {
            store,
            verifier: Arc::new(Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url)),
            clock: Arc::new(clock),
            ids: Arc::new(SystemIds),
            config: Arc::new(config),
        };
        Ok(Self { folder: folder.to_owned(), deps })
    }

    pub fn users(&self) -> rusqlite::Result<Vec<UserId>> {
        users::list_users(&self.folder, &self.deps.config.table)
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

/// Checks rows, keys, pictures and backups for damage.
pub async fn check(context: AdminContext, backups: &Path) -> CommandResult {
    let mut problems = damaged_keys(&context.folder);
    let users = context.users().map_err(|error| data_error(format!("the database cannot be read: {error}")))?;
    let (mut entries, mut pictures) = (0, 0);
    for user in &users {
        let found = check_larder(&context, user, &mut problems).await;
        (entries, pictures) = (entries + found.0, pictures + found.1);
    }
    let readable_backups = check_backups(backups, &mut problems);
    if !problems.is_empty() {
        return Err(data_error(problems.join("\nlarder: ")));
    }
    let (format, larders) = (format::read(&context.folder), users.len());
    Ok(format!(
        "No damage found: data format {format}, {larders} larders, {entries} items and list rows, {pictures} pictures, {readable_backups} backups."
    ))
}

fn damaged_keys(folder: &Path) -> Vec<String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    let signing = read(SIGNING_KEYS).and_then(|text| Signer::from_json(&text).map(drop).map_err(|e| e.to_string()));
    let vapid = |text: String| VapidKeys::from_json(&text, push_keys::DEFAULT_CONTACT);
    let push = read(PUSH_KEYS).and_then(|text| vapid(text).map(drop).map_err(|e| e.to_string()));
    let checked = [(SIGNING_KEYS, signing), (PUSH_KEYS, push)].into_iter();
    checked.filter_map(|(name, result)| Some(format!("{name} cannot be read: {}", result.err()?))).collect()
}

/// Returns the number of a larder's items and list rows, and of its pictures. Adds what cannot be read to the problems.
async fn check_larder(context: &AdminContext, user: &UserId, problems: &mut Vec<String>) -> (usize, usize) {
    let store = &context.deps.store;
    let entries = match transfer::export_of(&context.deps, user).await {
        Ok(export) => export.items.len() + export.shopping_list.len(),
        Err(error) => {
            problems.push(format!("the rows of {user} cannot be read: {error}"));
            0
        }
    };
    match store.job_get(user).await {
        Ok(Some(job)) if job.state.kind == JobKind::Unknown && !job.state.finished => problems
            .push(format!("the job of {user} cannot be read: another version of Larder began it, and continues it")),
        Ok(_) => {}
        Err(error) => problems.push(format!("the job of {user} cannot be read: {error}")),
    }
    let sessions = store.session_list(user, usize::MAX).await.unwrap_or_default();
    let keys = sessions
        .iter()
        .flat_map(|session| (0..session.photos).map(|photo| Receipts::picture_key(&session.user, session.id, photo)));
    // Pictures are deleted after 90 days, and their sessions stay.
    (entries, keys.filter(|key| context.folder.join(PICTURES).join(key).exists()).count())
}

/// Returns the number of readable backups in a folder. Adds the others to the problems.
fn check_backups(backups: &Path, problems: &mut Vec<String>) -> usize {
    let mut readable = 0;
    for entry in std::fs::read_dir(backups).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(".tar.gz") {
            match archive::read(&entry.path(), |_| Ok(())) {
                Ok(_) => readable += 1,
                Err(error) => problems.push(error.to_string()),
            }
        }
    }
    readable
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

async fn all_devices(context: &AdminContext) -> Result<Vec<(UserId, DeviceRow)>, CommandError> {
    let mut all = Vec::new();
    for user in context.users().map_err(|e| data_error(e.to_string()))? {
        let range = Range::prefix(keys::account_pk(&user), keys::REFRESH_PREFIX);
        let rows: Vec<DeviceRow> = context.deps.store.row_list(range).await.map_err(|e| data_error(e.to_string()))?;
        all.extend(rows.into_iter().map(|row| (user.clone(), row)));
    }
    all.sort_by_key(|(_, row)| std::cmp::Reverse(row.refreshed_at));
    Ok(all)
}

/// Lists the signed-in devices, the most recently seen first.
pub async fn devices(context: AdminContext) -> CommandResult {
    let devices = all_devices(&context).await?;
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
    let devices = all_devices(&context).await?;
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
    let user = find_larder(&context, larder)?;
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
        crockford::grouped(&code, 5)
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

fn find_larder(context: &AdminContext, user: &str) -> Result<UserId, CommandError> {
    let is_known = |user: &UserId| context.users().is_ok_and(|users| users.contains(user));
    UserId::parse(user).filter(is_known).ok_or_else(|| {
        let text = format!("no larder {user:?}; list the larders with `larder devices`.");
        CommandError::new(exit_code::NO_INPUT, text)
    })
}

/// Prints all data of a user, as the settings' export does.
pub async fn export(context: AdminContext, user: &str) -> CommandResult {
    let user = find_larder(&context, user)?;
    let export = transfer::export_of(&context.deps, &user).await;
    let export = export.map_err(|error| data_error(format!("the rows cannot be read: {error}")))?;
    Ok(serde_json::to_string_pretty(&export).expect("an export is plain data"))
}
