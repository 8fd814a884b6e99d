//! Carrying an import out, and taking it back.
//!
//! A DynamoDB transaction has at most a hundred rows, so an import needs several. The journal makes it atomic: it is
//! written first and lists every row to be created. A failure half-way is undone at once, and a crash by the next
//! import or by "undo".

use super::plan::Plan;
use api::{ApiError, ChangeError, Idempotency, Reply};
use application::deps::Deps;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use domain::item::{ItemStatus, MAX_ACTIVE};
use domain::own_place;
use domain::preferences::Preferences;
use domain::product_code::MAX_CODES;
use domain::reminder::first_due;
use domain::scan::ScanSession;
use domain::shopping::MAX_ROWS;
use domain::usage::Usage;
use serde_json::json;
use std::collections::HashSet;
use store::{CommitError, ImportJournal, MAX_WRITES, StoreError, Write};

/// Rows of one import. Its journal is one row, which ends at 400 kB.
const MAX_IMPORTED: usize = 5_000;
/// What the sort keys of the rows may have in the journal, beside its other fields.
const MAX_JOURNAL_BYTES: usize = 350_000;
/// No import takes so long. One that was ended half-way is out of the way after it.
const LEASE: TimeDelta = TimeDelta::minutes(2);

/// The rows of a plan that do not exist yet.
pub struct Remaining {
    pub plan: Plan,
    /// The number of items and rows that already exist.
    pub known: usize,
}

/// Removes existing rows from the plan, and refuses a plan over the limits.
pub async fn remaining(deps: &Deps, user: &UserId, mut plan: Plan, now: DateTime<Utc>) -> Result<Remaining, ApiError> {
    let store = &deps.store;
    let (active, inactive, list, sessions) = tokio::try_join!(
        store.item_list_active(user, now),
        store.item_list_inactive(user, now, usize::MAX),
        store.list_item_list(user),
        store.session_list(user, usize::MAX),
    )?;
    let (items, rows) = (plan.items.len(), plan.list.len());
    let mut seen: HashSet<_> = active.iter().chain(&inactive).map(|item| item.id).collect();
    plan.items.retain(|item| seen.insert(item.id));
    let mut seen: HashSet<_> = list.iter().map(|row| row.id).collect();
    plan.list.retain(|row| seen.insert(row.id));
    // Another scan of the same receipt has its claims: the text's and the picture's.
    let mut seen: HashSet<_> = sessions.iter().map(|session| session.id).collect();
    let claims = |session: &ScanSession| [format!("H{}", session.text_hash), format!("X{}", session.image_hash)];
    let mut claimed: HashSet<_> = sessions.iter().flat_map(claims).collect();
    claimed.remove("X");
    plan.sessions.retain(|session| {
        let free = claims(session).iter().all(|claim| claim == "X" || !claimed.contains(claim));
        claimed.extend(claims(session));
        seen.insert(session.id) && free
    });
    if !plan.corrections.is_empty() {
        let mut lines: HashSet<_> = store.correction_list(user).await?.into_iter().map(|one| one.line).collect();
        plan.corrections.retain(|correction| lines.insert(correction.line.clone()));
    }
    if !plan.codes.is_empty() {
        let known: HashSet<_> = store.code_list(user).await?.into_iter().map(|one| one.code).collect();
        let mut seen = known.clone();
        plan.codes.retain(|learnt| seen.insert(learnt.code.clone()));
        plan.codes.truncate(MAX_CODES.saturating_sub(known.len()));
    }
    if !plan.usage.is_empty() {
        let told = store.usage_list(user, DateTime::UNIX_EPOCH).await?;
        let mut ids: HashSet<_> = told.into_iter().map(|usage| usage.id).collect();
        plan.usage.retain(|usage| ids.insert(usage.id));
    }
    let known = items - plan.items.len() + rows - plan.list.len();
    let more = plan.items.iter().filter(|item| item.status_at(now) == ItemStatus::Active).count();
    if more > 0 && active.len() + more > MAX_ACTIVE {
        let message = format!(
            "You can have {MAX_ACTIVE} items: you have {}, and this would add {more}. Archive some first.",
            active.len()
        );
        return Err(ApiError::conflict("item_limit_reached", message));
    }
    if !plan.list.is_empty() && list.len() + plan.list.len() > MAX_ROWS {
        let message = format!(
            "A shopping list can have {MAX_ROWS} rows: yours has {}, and this would add {}. Remove some first.",
            list.len(),
            plan.list.len()
        );
        return Err(ApiError::conflict("list_limit_reached", message));
    }
    let rows = writes(&plan, user);
    let journal: usize = rows.iter().filter_map(Write::created).map(|sort_key| sort_key.len() + 1).sum();
    if rows.len() > MAX_IMPORTED || journal > MAX_JOURNAL_BYTES {
        let message = format!("One import can have {MAX_IMPORTED} rows. Split the file.");
        return Err(ApiError::too_large(message));
    }
    Ok(Remaining { plan, known })
}

impl Plan {
    /// Adds the file's own places to those that the household has, and puts the file's items into the resulting ones.
    fn with_places_of(mut self, before: &Preferences) -> Self {
        let Some(change) = self.preferences.as_mut().and_then(|change| change.places.as_mut()) else { return self };
        let imported = std::mem::take(change);
        let (places, became) = own_place::merged(&before.places, imported.clone());
        for item in &mut self.items {
            let Some(id) = item.state.own_place else { continue };
            let now = became.get(&id).and_then(|id| places.iter().find(|place| place.id == *id));
            item.state.own_place = now.map(|place| place.id);
            // The household's place of this name may keep food like another storage place than the file's does.
            let was = imported.iter().find(|place| place.id == id);
            if let Some(now) = now.filter(|now| was.is_some_and(|was| was.storage != now.storage)) {
                item.state.storage = Some(now.storage);
            }
        }
        *change = places;
        self
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty()
            && self.list.is_empty()
            && self.sessions.is_empty()
            && self.corrections.is_empty()
            && self.codes.is_empty()
            && self.usage.is_empty()
            && self.preferences.is_none()
    }
}

/// Every row of a plan once, each on the condition that it is not there. The table refuses a change that names a row
/// twice.
fn writes(plan: &Plan, user: &UserId) -> Vec<Write> {
    let sessions = plan.sessions.iter().flat_map(|session| {
        let image = (!session.image_hash.is_empty()).then(|| Write::image_claim(session));
        [Write::session_create(session), Write::text_claim(session)].into_iter().chain(image)
    });
    let mut seen = HashSet::new();
    plan.items
        .iter()
        .map(Write::item_create)
        .chain(plan.list.iter().map(Write::list_item_create))
        .chain(sessions)
        .chain(plan.corrections.iter().map(|correction| Write::correction_create(user, correction)))
        .chain(plan.codes.iter().map(|learnt| Write::code_create(user, learnt)))
        .chain(plan.usage.iter().map(Write::usage))
        .filter(|write| write.created().is_none_or(|sort_key| seen.insert(sort_key)))
        .collect()
}

/// Imports the remaining rows of a plan. Returns the number of items and rows.
pub async fn carry_out(
    deps: &Deps,
    user: &UserId,
    plan: Plan,
    reply: impl Fn(usize, usize) -> Reply,
    idempotency: &Idempotency,
    now: DateTime<Utc>,
) -> Result<Reply, ApiError> {
    let store = &deps.store;
    let (earlier, left) = match store.import_get(user, now).await? {
        Some(earlier) if earlier.finished => (Some(earlier), None),
        left => (None, left),
    };
    // A refused import, or one without new rows, keeps the import before it and its undo.
    if earlier.is_some() && remaining(deps, user, plan.clone(), now).await?.plan.is_empty() {
        let reply = reply(0, 0);
        store.commit(vec![], idempotency.record(&reply)).await?;
        return Ok(reply);
    }
    // Until they are gone, the rows that a crash has left stay in a journal.
    let mut journal = ImportJournal {
        made_at: now,
        lease_until: now + LEASE,
        finished: false,
        items: 0,
        list_items: 0,
        rows: left.as_ref().map(|left| left.rows.clone()).unwrap_or_default(),
        before: left.as_ref().and_then(|left| left.before.clone()),
    };
    match store.import_begin(user, &journal, now).await {
        Ok(()) => {}
        Err(CommitError::Refused(_)) => return Err(under_way()),
        Err(error) => return Err(error.into()),
    }
    if let Some(left) = left {
        undo(deps, user, &left, now).await?;
    }
    let outcome: Result<Reply, ChangeError> = async {
        // From here on no other import can interfere.
        let Remaining { plan, .. } = remaining(deps, user, plan, now).await?;
        let before = store.preferences_get(user).await?;
        let plan = plan.with_places_of(&before);
        let rows = writes(&plan, user);
        journal = ImportJournal {
            items: plan.items.len(),
            list_items: plan.list.len(),
            rows: rows.iter().filter_map(Write::created).collect(),
            before: plan.preferences.as_ref().map(|_| before),
            ..journal.clone()
        };
        store.import_put(user, &journal, now).await?;
        let active = plan.items.iter().filter(|item| item.status_at(now) == ItemStatus::Active);
        if let Some(expires_at) = active.map(|item| item.details.expires_at).min() {
            store.due_bring_forward(user, first_due(expires_at, now)).await?;
        }
        let reply = reply(plan.items.len(), plan.list.len());
        make(deps, user, &plan, rows, &reply, idempotency, &journal, now).await?;
        Ok(reply)
    }
    .await;
    // If it is unknown whether the change was made, the import may be there: its rows and its journal stay. The next
    // import finishes or takes back the journal.
    if matches!(outcome, Err(ChangeError::NotMade(_))) {
        let taken_back = match &earlier {
            Some(earlier) => put_back(deps, user, &journal, earlier, now).await,
            None => take_back(deps, user, &journal, now, None).await,
        };
        if let Err(error) = taken_back {
            tracing::error!(%error, "an import that failed could not be taken back yet; the next one does");
        }
    }
    Ok(outcome?)
}

/// Removes what a failed import made, and lets the one before it be taken back as before.
async fn put_back(
    deps: &Deps,
    user: &UserId,
    failed: &ImportJournal,
    earlier: &ImportJournal,
    now: DateTime<Utc>,
) -> Result<(), CommitError> {
    undo(deps, user, failed, now).await?;
    deps.store.import_put(user, earlier, now).await
}

/// The error while another import is being written.
pub fn under_way() -> ApiError {
    ApiError::conflict("import_under_way", "Another import is running. Please try again in a minute or two.")
}

#[expect(clippy::too_many_arguments, reason = "the second half of the function above")]
async fn make(
    deps: &Deps,
    user: &UserId,
    plan: &Plan,
    mut rows: Vec<Write>,
    reply: &Reply,
    idempotency: &Idempotency,
    journal: &ImportJournal,
    now: DateTime<Utc>,
) -> Result<(), ChangeError> {
    let metadata = json!({"items": plan.items.len(), "listItems": plan.list.len(), "file": plan.kind});
    let usage = Usage::new(deps.ids.uuid(now), user, "import-file", metadata, now);
    let finished = ImportJournal { finished: true, lease_until: now, ..journal.clone() };
    let mut last = vec![Write::usage(&usage), Write::import_put(user, &finished, now)];
    last.extend(plan.preferences.as_ref().map(|change| Write::preferences_change(user, change, now)));
    let ending = last.len() + 1;
    while rows.len() + ending > MAX_WRITES {
        let rest = rows.split_off(rows.len().min(MAX_WRITES));
        deps.store.commit(std::mem::replace(&mut rows, rest), None).await?;
    }
    rows.extend(last);
    deps.store.commit(rows, idempotency.record(reply)).await?;
    Ok(())
}

/// Deletes everything that the import created, and restores the preferences.
pub async fn take_back(
    deps: &Deps,
    user: &UserId,
    journal: &ImportJournal,
    now: DateTime<Utc>,
    record: Option<Write>,
) -> Result<(), CommitError> {
    undo(deps, user, journal, now).await?;
    deps.store.commit(vec![Write::import_delete(user)], record).await
}

async fn undo(deps: &Deps, user: &UserId, journal: &ImportJournal, now: DateTime<Utc>) -> Result<(), StoreError> {
    deps.store.import_rows_delete(user, journal).await?;
    let Some(before) = &journal.before else { return Ok(()) };
    let restored = deps.store.commit(vec![Write::preferences_restore(user, before, now)], None).await;
    restored.map_err(CommitError::into_store_error)
}
