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
use store::{CommitError, MAX_WRITES, Write};
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
    let plan = read_source(&deps, &from, &caller, now).await?;
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
        // Takes everything along, as an export does.
        Some(Role::Looker) => Err(ApiError::device_restricted()),
        None => Err(ApiError::not_found()),
    }
}

/// Reads both larders and returns the rows to copy.
async fn read_source(deps: &Deps, from: &UserId, caller: &Caller, now: DateTime<Utc>) -> Result<CopyPlan, ApiError> {
    let (store, to) = (&deps.store, &caller.user);
    if from == to {
        return Ok(CopyPlan { items: vec![], rows: vec![], corrections: vec![], codes: vec![] });
    }
    let (items, rows, corrections) =
        tokio::try_join!(store.item_list_active(from, now), store.list_item_list(from), store.correction_list(from))?;
    let (own_items, own_rows, own_corrections) =
        tokio::try_join!(store.item_list_active(to, now), store.list_item_list(to), store.correction_list(to))?;
    let items = Arc::unwrap_or_clone(items).into_iter();
    let items: Vec<Item> = items.map(|item| copied_item(item, from, to)).collect();
    let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
    // Includes items that were copied before and used up since.
    let existing: HashSet<ItemId> = store.item_batch_get(to, &ids).await?.into_iter().map(|item| item.id).collect();
    let same_item =
        |own: &Item, item: &Item| own.created_at == item.created_at && own.details.name == item.details.name;
    let items: Vec<Item> = items
        .into_iter()
        .filter(|item| !existing.contains(&item.id) && !own_items.iter().any(|own| same_item(own, item)))
        .collect();
    let by = caller.device;
    let rows = Arc::unwrap_or_clone(rows).into_iter();
    let rows = rows.map(|row| ListItem { changed_by: by, ..copied_row(row, from, to) });
    let same_row = |own: &ListItem, row: &ListItem| {
        own.id == row.id || (own.added_at == row.added_at && own.details.name == row.details.name)
    };
    let rows = rows_to_add(&own_rows, rows.filter(|row| !own_rows.iter().any(|own| same_row(own, row))));
    let lines: HashSet<&str> = own_corrections.iter().map(|correction| correction.line.as_str()).collect();
    let valid = corrections.into_iter().filter(|correction| correction.is_valid_at(now));
    let corrections = valid.filter(|correction| !lines.contains(correction.line.as_str())).collect();
    let (codes, own_codes) = tokio::try_join!(store.code_list(from), store.code_list(to))?;
    let mut codes: Vec<_> = codes.into_iter().filter(|one| !own_codes.iter().any(|own| own.code == one.code)).collect();
    codes.truncate(MAX_CODES.saturating_sub(own_codes.len()));
    check_limit("items", own_items.len(), items.len(), MAX_ACTIVE)?;
    check_limit("rows on its list", own_rows.len(), rows.len(), MAX_ROWS)?;
    Ok(CopyPlan { items, rows, corrections, codes })
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
