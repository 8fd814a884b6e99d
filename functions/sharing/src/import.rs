//! `POST /api/shopping-list/import-shared`

use crate::MAX_BODY_BYTES;
use crate::read::open_snapshot;
use api::{Admission, Admitted, ApiError, Caller, Idempotency, JsonBody, RateLimit, Reply, change_rows};
use application::deps::Deps;
use axum::extract::State;
use domain::id::ListItemId;
use domain::shopping::{self, ListItem, MAX_ROWS, UncheckedListItem};
use domain::text;
use domain::usage::Usage;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashSet;
use store::Write;

/// The maximum length of `sharedAt`, a date in the format of any locale, stored for the statistics only.
const MAX_DATE_LENGTH: usize = 60;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"items": [{"name": "Rolled oats", "category": "Pantry Staples", "quantity": 1,
    "unit": "bag"}], "sharedBy": "Ada", "sharedAt": "11/21/2026"}))]
pub struct ImportSharedRequest {
    /// 1 to 200 rows.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 200)]
    pub items: Vec<UncheckedListItem>,
    /// The list's token. With it the rows are only added while the list is shared: a client that was offline may be
    /// late.
    pub token: Option<String>,
    /// The owner's name; at most 60 characters.
    #[schema(max_length = 60)]
    pub shared_by: Option<String>,
    /// When, as the client shows it; at most 60 characters.
    #[schema(max_length = 60)]
    pub shared_at: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ImportSharedResult {
    pub message: String,
    /// The number of added rows.
    pub imported: usize,
}

/// Counts no requests: a list of 200 rows is large, and not costly.
pub struct ListImport;

impl Admission for ListImport {
    const PER_USER: Option<RateLimit> = None;
}

/// Adds the rows of another user's list to the caller's.
#[utoipa::path(post, path = "/api/shopping-list/import-shared", tag = "sharing",
    security(("bearer" = [])), request_body = ImportSharedRequest,
    responses((status = 200, body = ImportSharedResult), (status = 409)))]
pub async fn import_shared_items(
    caller: Caller,
    State(deps): State<Deps>,
    _admitted: Admitted<ListImport>,
    idempotency: Idempotency,
    JsonBody(import): JsonBody<ImportSharedRequest, MAX_BODY_BYTES>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    let (user, device) = (caller.user, caller.device);
    let shared_by = text::optional("sharedBy", import.shared_by.as_deref(), text::MAX_OWNER_NAME)?;
    let shared_at = text::optional("sharedAt", import.shared_at.as_deref(), MAX_DATE_LENGTH)?;
    if let Some(token) = import.token
        && open_snapshot(&deps, &token).await?.is_none()
    {
        return Err(ApiError::conflict("share_ended", "This list is no longer shared. Nothing was added."));
    }
    let rows = shopping::checked_rows(import.items)?;
    // A retry creates the same ids, so that no row is added twice.
    let row =
        |(nth, details)| ListItem::new(ListItemId(idempotency.id(&deps, nth)), user.clone(), details, device, now);
    let items: Vec<ListItem> = rows.into_iter().enumerate().map(row).collect();
    let existing: HashSet<_> = deps.store.list_item_list(&user).await?.iter().map(|item| item.id).collect();
    let more = items.iter().filter(|item| !existing.contains(&item.id)).count();
    if existing.len() + more > MAX_ROWS {
        return Err(ApiError::list_full());
    }
    let imported = items.len();
    let message = if imported == 1 {
        "Added 1 item to your shopping list.".into()
    } else {
        format!("Added {imported} items to your shopping list.")
    };
    let metadata = json!({"imported": imported, "sharedBy": shared_by, "sharedAt": shared_at});
    let usage = Write::usage(&Usage::new(deps.ids.uuid(now), &user, "import", metadata, now));
    let rows = items.iter().map(|item| ((), Write::list_item_create(item))).collect();
    let reply = |_: &[()]| Reply::ok(&ImportSharedResult { message: message.clone(), imported });
    change_rows(&deps, &idempotency, vec![], rows, vec![usage], reply).await
}
