//! Jobs that import a file or undo an import.
//!
//! The rows of a file have a fixed order, and each step of a job stores the number of rows that are done. A row that
//! exists already is not changed.

use super::file::{ImportFile, read_file};
use super::plan::Plan;
use crate::TransferState;
use api::{ApiError, Idempotency, MAX_ATTEMPTS, Reply};
use application::deps::Deps;
use application::jobs::{JobError, JobRun};
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::item::{ItemStatus, MAX_ACTIVE};
use domain::own_place;
use domain::preferences::Preferences;
use domain::product_code::MAX_CODES;
use domain::reminder::{FirstDue, first_due};
use domain::shopping::MAX_ROWS;
use domain::usage::Usage;
use serde_json::{Value, json};
use std::collections::HashSet;
use store::receipts::Receipts;
use store::{CommitError, Job, JobKind, JobState, MAX_STEP_WRITES, StoreError, Write, keys};
use system::Boxed;
use tokio::time::Instant;
use uuid::Uuid;

/// Continues a user's job until it is done, if no other process works on it.
pub fn run_job<'a>(
    state: &'a TransferState,
    user: &'a UserId,
    now: DateTime<Utc>,
    until: Option<Instant>,
) -> Boxed<'a, Result<(), JobError>> {
    Box::pin(async move {
        let TransferState { deps, eraser, .. } = state;
        let job = deps.store.job_get(user).await?.filter(|job| job.is_stalled(now));
        let Some(job) = job else { return Ok(()) };
        let run = JobRun::take(&deps.store, &*deps.clock, &job, until).await?;
        match run.job.state.kind {
            JobKind::Import => Box::pin(resume(state, run.job, until)).await,
            JobKind::UndoImport => undo(deps, run.job, until).await,
            JobKind::ClearData | JobKind::DeleteAccount => eraser.delete_data(run.job, &*deps.clock, until).await,
            JobKind::Unknown => Ok(()),
        }
    })
}

/// The rows of a plan that do not exist yet.
pub struct Remaining {
    pub plan: Plan,
    /// The number of items and rows that already exist.
    pub existing: usize,
}

/// The sort keys of a user's rows.
struct ExistingRows(HashSet<String>);

impl ExistingRows {
    async fn of(deps: &Deps, user: &UserId) -> Result<Self, StoreError> {
        Ok(Self(deps.store.row_keys(user).await?.into_iter().collect()))
    }

    fn count(&self, prefix: &str) -> usize {
        self.0.iter().filter(|sort_key| sort_key.starts_with(prefix)).count()
    }

    /// Adds these rows and returns true, unless one of them exists or is a code beyond the limit.
    fn add_if_new(&mut self, unit: &[Write]) -> bool {
        let sort_keys: Vec<String> = unit.iter().map(Write::sort_key).collect();
        let is_code = sort_keys.iter().any(|sort_key| sort_key.starts_with(keys::CODE_PREFIX));
        let is_full = is_code && self.count(keys::CODE_PREFIX) >= MAX_CODES;
        let is_new = !is_full && !sort_keys.iter().any(|sort_key| self.0.contains(sort_key));
        if is_new {
            self.0.extend(sort_keys);
        }
        is_new
    }
}

/// Removes existing rows from the plan, and refuses a plan over the limits.
pub async fn remaining(deps: &Deps, user: &UserId, mut plan: Plan, now: DateTime<Utc>) -> Result<Remaining, ApiError> {
    let (mut existing_rows, active) =
        tokio::try_join!(ExistingRows::of(deps, user), deps.store.item_count_active(user, now))?;
    let (items, rows) = (plan.items.len(), plan.list.len());
    let list = existing_rows.count(keys::LIST_PREFIX);
    let are_new: Vec<bool> = plan.units(user).iter().map(|unit| existing_rows.add_if_new(unit)).collect();
    let mut are_new = are_new.into_iter();
    let mut is_new = || are_new.next() == Some(true);
    plan.items.retain(|_| is_new());
    plan.list.retain(|_| is_new());
    plan.sessions.retain(|_| is_new());
    plan.corrections.retain(|_| is_new());
    plan.codes.retain(|_| is_new());
    plan.usage.retain(|_| is_new());
    let existing = items - plan.items.len() + rows - plan.list.len();
    let more = plan.items.iter().filter(|item| item.status_at(now) == ItemStatus::Active).count();
    if more > 0 && active + more > MAX_ACTIVE {
        let message = format!(
            "You can have {MAX_ACTIVE} items: you have {active}, and this would add {more}. Archive some first."
        );
        return Err(ApiError::conflict("item_limit_reached", message));
    }
    if !plan.list.is_empty() && list + plan.list.len() > MAX_ROWS {
        let message = format!(
            "A shopping list can have {MAX_ROWS} rows: yours has {list}, and this would add {}. Remove some first.",
            plan.list.len()
        );
        return Err(ApiError::conflict("list_limit_reached", message));
    }
    Ok(Remaining { plan, existing })
}

impl Plan {
    /// Merges the own places of the file and the household, and moves the file's items to the merged ones.
    fn with_places_of(mut self, before: &Preferences) -> Self {
        let Some(change) = self.preferences.as_mut().and_then(|change| change.places.as_mut()) else { return self };
        let imported = std::mem::take(change);
        let (places, became) = own_place::merged(&before.places, imported.clone());
        for item in &mut self.items {
            let Some(id) = item.state.own_place else { continue };
            let now = became.get(&id).and_then(|id| places.iter().find(|place| place.id == *id));
            item.state.own_place = now.map(|place| place.id);
            // The household's place of this name may have another storage than the file's.
            let was = imported.iter().find(|place| place.id == id);
            if let Some(now) = now.filter(|now| was.is_some_and(|was| was.storage != now.storage)) {
                item.state.storage = Some(now.storage);
            }
        }
        *change = places;
        self
    }

    /// Returns the rows of a plan in their order; rows that need one transaction are a unit.
    fn units(&self, user: &UserId) -> Vec<Vec<Write>> {
        let one = |write: Write| vec![write];
        let units = self.items.iter().map(Write::item_create).chain(self.list.iter().map(Write::list_item_create));
        units
            .map(one)
            .chain(self.sessions.iter().map(Write::session_with_claims))
            .chain(self.corrections.iter().map(|correction| one(Write::correction_create(user, correction))))
            .chain(self.codes.iter().map(|learnt| one(Write::code_create(user, learnt))))
            .chain(self.usage.iter().map(|usage| one(Write::usage(usage))))
            .collect()
    }
}

/// Returns the error while another job of the larder runs.
pub fn under_way() -> ApiError {
    ApiError::conflict(
        "import_under_way",
        "Another import or deletion is running. Please try again in a minute or two.",
    )
}

/// The bucket in which an import stores its file, to continue after a crash, and the client's address, whose space it
/// takes.
#[derive(Clone, Copy)]
pub struct FileStore<'a> {
    pub receipts: &'a Receipts,
    pub address: &'a str,
}

/// Begins an import: writes its job and the preferences. Returns no job if the file has nothing new. A refused import
/// leaves no file but an upload, with which the client can try again.
pub async fn begin(
    deps: &Deps,
    files: Option<FileStore<'_>>,
    user: &UserId,
    file: &ImportFile,
    plan: Plan,
    reply: impl Fn(usize, usize) -> Reply,
    idempotency: &Idempotency,
) -> Result<(Reply, Option<(Job, Plan)>), ApiError> {
    let (store, now) = (&deps.store, deps.now());
    let new = remaining(deps, user, plan.clone(), now).await?.plan;
    let reply = reply(new.items.len(), new.list.len());
    // An uploaded file is stored under its upload's id.
    let uploaded = file.file_key.as_deref().and_then(|key| Uuid::try_parse(key).ok());
    let id = uploaded.unwrap_or_else(|| deps.ids.uuid(now));
    let key = Receipts::upload_key(user, id);
    if new.preferences.is_none() && new.units(user).is_empty() {
        store.commit(vec![], idempotency.record(&reply)).await?;
        if let Some(FileStore { receipts, .. }) = files.filter(|_| uploaded.is_some()) {
            delete_file(receipts, &key).await;
        }
        return Ok((reply, None));
    }
    let stored = files.zip(file.text.as_ref().filter(|_| uploaded.is_none()));
    if let Some((FileStore { receipts, address }, text)) = stored {
        receipts.reserve(&key, text.len(), address, now).await?;
        receipts.put(&key, text.clone().into_bytes()).await?;
    }
    let stored_file = ImportFile { text: None, file_key: Some(id.to_string()), ..file.clone() };
    let stored_file = files.is_some().then(|| json!(stored_file));
    let begun = write_job(deps, user, id, stored_file, plan, &new, idempotency.record(&reply)).await;
    if let (Err(error), Some((FileStore { receipts, .. }, _))) = (&begun, stored)
        && !error.is_outcome_unknown()
    {
        delete_file(receipts, &key).await;
    }
    Ok((reply, Some(begun?)))
}

async fn write_job(
    deps: &Deps,
    user: &UserId,
    id: Uuid,
    file: Option<Value>,
    plan: Plan,
    new: &Plan,
    record: Option<Write>,
) -> Result<(Job, Plan), ApiError> {
    let (store, now) = (&deps.store, deps.now());
    let more = new.items.iter().filter(|item| item.status_at(now) == ItemStatus::Active).count();
    for _ in 0..MAX_ATTEMPTS {
        let earlier = store.job_get(user).await?;
        if earlier.as_ref().is_some_and(|job| !job.state.finished) {
            return Err(under_way());
        }
        let plan = plan.clone().with_places_of(&store.preferences_get(user).await?);
        let mut job = Job::begin(user, earlier.as_ref(), id, JobKind::Import, now);
        job.state.items = new.items.len();
        job.state.list_items = new.list.len();
        job.state.owed = more;
        job.state.total = plan.units(user).len();
        job.state.file = file.clone();
        let mut writes = vec![];
        if let Some(change) = &plan.preferences {
            let written = store.preferences_written(user, change).await?;
            writes.push(Write::preferences_import(user, change, &written, now));
            job.preferences = Some(written);
        }
        writes.push(Write::job_put(&job));
        match store.commit_active(user, more, None, writes, record.clone(), now).await {
            Ok(()) => return Ok((job, plan)),
            Err(CommitError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::lost_race())
}

async fn delete_file(receipts: &Receipts, key: &str) {
    if let Err(error) = receipts.delete(key).await {
        tracing::warn!(%error, "the file of an import stays until its lifecycle ends");
    }
}

/// Continues an import with its stored file. Without a file that can be read, undoes it.
async fn resume(state: &TransferState, job: Job, until: Option<Instant>) -> Result<(), JobError> {
    let (deps, user) = (&state.deps, job.user.clone());
    let file: Option<ImportFile> = job.state.file.clone().and_then(|file| serde_json::from_value(file).ok());
    let plan = match &file {
        Some(file) => plan_of_file(state, &user, file, job.state.made_at).await?,
        None => None,
    };
    if let Some(plan) = plan {
        return run(deps, Some(&state.eraser.receipts), job, plan, until).await;
    }
    tracing::warn!("an interrupted import is undone, because its file is missing or cannot be read");
    undo(deps, begin_undo(deps, &job, None).await?, until).await
}

/// Reads the plan again. Returns `None` if the file was deleted or cannot be read.
async fn plan_of_file(
    state: &TransferState,
    user: &UserId,
    file: &ImportFile,
    made_at: DateTime<Utc>,
) -> Result<Option<Plan>, JobError> {
    let is_temporary = |error: &ApiError| error.status().is_server_error();
    match read_file(state, user, file, made_at).await {
        Ok(plan) => Ok(Some(plan.with_places_of(&state.deps.store.preferences_get(user).await?))),
        Err(error) if is_temporary(&error) => {
            let detail = error.message().to_owned();
            Err(StoreError::Unavailable { operation: "import", detail }.into())
        }
        Err(_) => Ok(None),
    }
}

/// Writes the rows of a plan that do not exist yet.
pub fn run<'a>(
    deps: &'a Deps,
    receipts: Option<&'a Receipts>,
    job: Job,
    plan: Plan,
    until: Option<Instant>,
) -> Boxed<'a, Result<(), JobError>> {
    Box::pin(async move {
        let (store, user, id, made_at) = (&deps.store, job.user.clone(), job.state.id, job.state.made_at);
        let mut existing_rows = ExistingRows::of(deps, &user).await?;
        let active = plan.items.iter().filter(|item| item.status_at(made_at) == ItemStatus::Active);
        let first_due = first_due(active, deps.local_time(&user).await?);
        // Of the items, which are the first units.
        let is_active: Vec<bool> =
            plan.items.iter().map(|item| item.status_at(made_at) == ItemStatus::Active).collect();
        let mut left = plan.units(&user).into_iter().enumerate().skip(job.state.done).peekable();
        let mut run = JobRun::new(store, &*deps.clock, job, until);
        loop {
            let (mut units, mut writes, mut rows, mut owed) = (vec![], 0, 0, run.job.state.owed);
            while let Some((nth, unit)) = left.next_if(|(_, unit)| writes + unit.len() <= MAX_STEP_WRITES) {
                rows += 1;
                if existing_rows.add_if_new(&unit) {
                    owed = owed.saturating_sub(usize::from(is_active.get(nth) == Some(&true)));
                    writes += unit.len();
                    units.push(unit.into_iter().map(|write| write.made_by(id)).collect());
                }
            }
            let now = deps.now();
            // Before each step: a check in between knows only the items that exist.
            if let Some(due) = first_due.filter(|_| !units.is_empty()) {
                store.due_schedule_check(&user, FirstDue { now, ..due }).await?;
            }
            if left.peek().is_none() {
                let JobState { items, list_items, .. } = run.job.state;
                let metadata = json!({"items": items, "listItems": list_items, "file": plan.kind});
                let usage = Write::usage(&Usage::new(deps.ids.uuid(now), &user, "import-file", metadata, now));
                run.finish(units, rows, vec![usage]).await?;
                break;
            }
            let mut next = run.job.next(rows, now);
            next.state.owed = owed;
            run.step_to(units, next).await?;
        }
        if let Some(receipts) = receipts {
            delete_file(receipts, &Receipts::upload_key(&user, id)).await;
        }
        Ok(())
    })
}

/// Turns an import, finished or not, into a job that undoes it.
pub async fn begin_undo(deps: &Deps, import: &Job, record: Option<Write>) -> Result<Job, CommitError> {
    let mut job = import.next(0, deps.now());
    job.state.kind = JobKind::UndoImport;
    job.state.finished = false;
    job.state.owed = 0;
    job.state.done = 0;
    deps.store.commit(vec![Write::job_put(&job)], record).await?;
    Ok(job)
}

/// Deletes the rows of an import that were not changed since. A changed receipt keeps its claims, which never change.
pub fn undo(deps: &Deps, job: Job, until: Option<Instant>) -> Boxed<'_, Result<(), JobError>> {
    Box::pin(async move {
        let (store, user, id) = (&deps.store, job.user.clone(), job.state.id);
        store.preferences_undo(&job, deps.now()).await?;
        let mut run = JobRun::new(store, &*deps.clock, job, until);
        let mut after = None;
        loop {
            let (sessions, next) = store.session_page_made_by(&user, id, after).await?;
            let units = sessions.iter().map(|session| Write::session_with_claims_delete(session, id)).collect();
            delete_units(&mut run, units).await?;
            after = next;
            if after.is_none() {
                break;
            }
        }
        loop {
            let (rows, next) = store.row_key_page(&user, Some(id), after).await?;
            let rows = rows.into_iter().filter(|key| !keys::is_claim(key));
            delete_units(&mut run, rows.map(|key| vec![Write::made_by_delete(key, id)]).collect()).await?;
            after = next;
            if after.is_none() {
                return run.end_job(vec![]).await;
            }
        }
    })
}

/// Makes deletions in as many steps as they need.
async fn delete_units(run: &mut JobRun<'_>, units: Vec<Vec<Write>>) -> Result<(), JobError> {
    let mut left = units.into_iter().peekable();
    while left.peek().is_some() {
        let (mut step, mut writes) = (vec![], 0);
        while let Some(unit) = left.next_if(|unit| writes + unit.len() <= MAX_STEP_WRITES) {
            writes += unit.len();
            step.push(unit);
        }
        let rows = step.len();
        run.step(step, rows).await?;
    }
    Ok(())
}
