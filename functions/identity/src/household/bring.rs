//! `POST /api/household/bring`: copies another larder

use crate::TOOLKIT_MAX_BODY_BYTES;
use api::{ApiError, Caller, Idempotency, JsonBody, RateLimit, Reply, device_role, rate_limit};
use application::deps::Deps;
use application::identity::VerifyError;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::correction::Correction;
use domain::household::Role;
use domain::id::{ItemId, ListItemId, UserId};
use domain::item::{Item, MAX_ACTIVE};
use domain::product_code::{LearntCode, MAX_CODES};
use domain::reminder::first_due;
use domain::shopping::{ListItem, MAX_ROWS, rows_to_add};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;
use store::{CommitError, MAX_WRITES, Store, Write};
use uuid::Uuid;

/// A larder is copied as a whole, which is rarely needed.
const PER_USER: RateLimit = RateLimit { scope: "bring", max: 30, seconds: 3_600 };

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"idToken": "…", "dryRun": true}))]
pub struct BringRequest {
    /// An id token of the larder to copy from.
    #[serde(default)]
    pub id_token: String,
    /// Only count.
    #[serde(default)]
    pub dry_run: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BringResult {
    pub items: usize,
    pub list_items: usize,
    pub corrections: usize,
    /// Learnt barcodes.
    pub codes: usize,
}

/// The rows to write to the caller's larder, without those already there.
#[derive(Default)]
struct CopyPlan {
    items: Vec<Item>,
    rows: Vec<ListItem>,
    corrections: Vec<Correction>,
    codes: Vec<LearntCode>,
}

/// Copies the active items, the shopping list and what was learned (corrections and barcodes) of another larder into
/// the caller's. Ids derive from the originals, so that a repeat doubles nothing.
#[utoipa::path(post, path = "/api/household/bring", tag = "household",
    security(("bearer" = [])), request_body = BringRequest,
    responses((status = 200, body = BringResult), (status = 404), (status = 409)))]
pub async fn bring_along(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<BringRequest, TOOLKIT_MAX_BODY_BYTES>,
) -> Result<Reply, ApiError> {
    let from = verify_source(&deps, &request.id_token).await?;
    rate_limit(&deps, PER_USER, caller.user.as_str()).await?;
    let now = deps.now();
    let plan = Box::pin(plan_copy(&deps, &from, &caller, now)).await?;
    let CopyPlan { items, rows, corrections, codes } = &plan;
    let (items, list_items, corrections, codes) = (items.len(), rows.len(), corrections.len(), codes.len());
    let reply = Reply::ok(&BringResult { items, list_items, corrections, codes });
    if request.dry_run {
        return Ok(reply);
    }
    write_target(&deps, &caller.user, plan, now).await?;
    deps.store.commit(vec![], idempotency.record(&reply)).await?;
    Ok(reply)
}

/// Returns the larder of an id token. An invalid token gets the response for a missing larder.
async fn verify_source(deps: &Deps, token: &str) -> Result<UserId, ApiError> {
    let verified = match deps.verifier.verify(token, deps.now()).await {
        Ok(verified) => verified,
        Err(VerifyError::Expired | VerifyError::Refused(_)) => return Err(ApiError::not_found()),
        Err(error @ VerifyError::NoKeys(_)) => return Err(error.into()),
    };
    match device_role(deps, &verified, true).await? {
        Some(Role::Member) => Ok(verified.user),
        // A copy shows as much as an export, which a looker may not have either.
        Some(Role::Looker) => Err(ApiError::device_restricted()),
        None => Err(ApiError::not_found()),
    }
}

/// Reads both larders and returns the rows to copy.
async fn plan_copy(deps: &Deps, from: &UserId, caller: &Caller, now: DateTime<Utc>) -> Result<CopyPlan, ApiError> {
    let (store, to) = (&deps.store, &caller.user);
    if from == to {
        return Ok(CopyPlan::default());
    }
    let (items, rows, corrections, codes) = tokio::try_join!(
        items_to_copy(store, from, to, now),
        rows_to_copy(store, from, caller),
        corrections_to_copy(store, from, to, now),
        codes_to_copy(store, from, to),
    )?;
    Ok(CopyPlan { items, rows, corrections, codes })
}

async fn items_to_copy(store: &Store, from: &UserId, to: &UserId, now: DateTime<Utc>) -> Result<Vec<Item>, ApiError> {
    let (theirs, own) = tokio::try_join!(store.item_list_active(from, now), store.item_list_active(to, now))?;
    let theirs = Arc::unwrap_or_clone(theirs).into_iter();
    let mut items: Vec<Item> = theirs.map(|item| copied_item(item, from, to)).collect();
    let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
    // Includes items that were copied before and used up since.
    let existing: HashSet<ItemId> = store.item_batch_get(to, &ids).await?.into_iter().map(|item| item.id).collect();
    let is_same = |own: &Item, item: &Item| own.created_at == item.created_at && own.details.name == item.details.name;
    items.retain(|item| !existing.contains(&item.id) && !own.iter().any(|own| is_same(own, item)));
    check_limit("items", own.len(), items.len(), MAX_ACTIVE)?;
    Ok(items)
}

async fn rows_to_copy(store: &Store, from: &UserId, caller: &Caller) -> Result<Vec<ListItem>, ApiError> {
    let to = &caller.user;
    let (theirs, own) = tokio::try_join!(store.list_item_list(from), store.list_item_list(to))?;
    let theirs = Arc::unwrap_or_clone(theirs).into_iter();
    let rows = theirs.map(|row| ListItem { changed_by: caller.device, ..copied_row(row, from, to) });
    let is_same = |own: &ListItem, row: &ListItem| {
        own.id == row.id || (own.added_at == row.added_at && own.details.name == row.details.name)
    };
    let rows = rows_to_add(&own, rows.filter(|row| !own.iter().any(|own| is_same(own, row))));
    check_limit("rows on its list", own.len(), rows.len(), MAX_ROWS)?;
    Ok(rows)
}

async fn corrections_to_copy(
    store: &Store,
    from: &UserId,
    to: &UserId,
    now: DateTime<Utc>,
) -> Result<Vec<Correction>, ApiError> {
    let (mut theirs, own) = tokio::try_join!(store.correction_list(from), store.correction_list(to))?;
    let lines: HashSet<&str> = own.iter().map(|correction| correction.line.as_str()).collect();
    theirs.retain(|correction| correction.is_valid_at(now) && !lines.contains(correction.line.as_str()));
    Ok(theirs)
}

async fn codes_to_copy(store: &Store, from: &UserId, to: &UserId) -> Result<Vec<LearntCode>, ApiError> {
    let (mut theirs, own) = tokio::try_join!(store.code_list(from), store.code_list(to))?;
    theirs.retain(|one| !own.iter().any(|own| own.code == one.code));
    theirs.truncate(MAX_CODES.saturating_sub(own.len()));
    Ok(theirs)
}

/// Refuses more rows than a larder can have.
fn check_limit(name: &str, own: usize, more: usize, max: usize) -> Result<(), ApiError> {
    let together = own + more;
    if more == 0 || together <= max {
        return Ok(());
    }
    let message = format!("A larder can have {max} {name}; together these would be {together}.");
    Err(ApiError::conflict("too_many_items", message).with("most", max).with("together", together))
}

fn copied_item(item: Item, from: &UserId, to: &UserId) -> Item {
    let id = ItemId(Uuid::new_v5(&item.id.0, from.as_str().as_bytes()));
    Item { id, user: to.clone(), scan_session_id: None, version: 1, ..item }
}

fn copied_row(row: ListItem, from: &UserId, to: &UserId) -> ListItem {
    let id = ListItemId(Uuid::new_v5(&row.id.0, from.as_str().as_bytes()));
    ListItem { id, user: to.clone(), version: 1, ..row }
}

/// Writes the rows in batches.
async fn write_target(deps: &Deps, user: &UserId, plan: CopyPlan, now: DateTime<Utc>) -> Result<(), ApiError> {
    let CopyPlan { items, rows, corrections, codes } = plan;
    let due = first_due(&items, deps.local_time(user).await?);
    deps.store.commit_active(user, items.len(), due, vec![], None, now).await?;
    let writes = items.iter().map(Write::item_create);
    let writes = writes.chain(rows.iter().map(Write::list_item_create));
    let writes = writes.chain(corrections.iter().map(|correction| Write::correction_learn(user, correction)));
    let writes: Vec<Write> = writes.chain(codes.iter().map(|learnt| Write::code_create(user, learnt))).collect();
    for part in writes.chunks(MAX_WRITES) {
        match deps.store.commit(part.to_vec(), None).await {
            Ok(()) => {}
            Err(CommitError::Refused(_)) => write_each(deps, part).await?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Writes each row separately. An existing row comes from an earlier or simultaneous attempt.
async fn write_each(deps: &Deps, writes: &[Write]) -> Result<(), ApiError> {
    for write in writes {
        match deps.store.commit(vec![write.clone()], None).await {
            Ok(()) | Err(CommitError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
