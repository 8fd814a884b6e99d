//! `POST /api/shopping-list/share`

use api::{ApiError, Caller, Idempotency, JsonBody, Reply};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::digest::hash;
use domain::id::UserId;
use domain::sharing::{MAX_SHARES, Share, SharedItem, TOKEN_LENGTH, UncheckedShare};
use domain::timestamp;
use domain::usage::Usage;
use serde::Serialize;
use serde_json::json;
use store::{CommitError, Snapshot, Write};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareCreated {
    pub message: String,
    /// 22 letters and digits. Returned once: only its hash is stored.
    pub token: String,
    /// The site's page that shows the list.
    pub url: String,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
    pub item_count: usize,
}

/// Shares the pending rows, or some of them, as they are now.
#[utoipa::path(post, path = "/api/shopping-list/share", tag = "sharing",
    security(("bearer" = [])), request_body = UncheckedShare,
    responses((status = 201, body = ShareCreated), (status = 409)))]
pub async fn create_share(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<UncheckedShare>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    // The response contains the token, which must not be stored, so it is not recorded: a retry derives the same token
    // and finds the share.
    let token = idempotency.secret(&deps, "share", TOKEN_LENGTH);
    let hash = hash(&token);
    if let Some(request_hash) = idempotency.request_hash()
        && let Some(earlier) = find_share(&deps, &caller.user, &hash, request_hash).await?
    {
        return Ok(reply(&deps, token, &earlier));
    }
    let household = caller.household(&deps).await?;
    let heading = draft.heading()?;
    let rows = draft.select_rows(&deps.store.list_item_list(&caller.user).await?)?;
    if deps.store.share_list_open(&caller.user, now).await?.len() >= MAX_SHARES {
        let message = format!("You can share {MAX_SHARES} lists. Stop sharing some first.");
        return Err(ApiError::conflict("share_limit_reached", message));
    }
    let items: Vec<_> = rows.into_iter().map(|item| SharedItem::of(item, deps.ids.uuid(now))).collect();
    let device = caller.device;
    let share = Share::new(hash, caller.user, heading, items.len(), now);
    let share = Share { device, request_hash: idempotency.request_hash().map(str::to_owned), ..share };
    let usage = Usage::new(
        deps.ids.uuid(now),
        &share.owner,
        "share",
        json!({"shareType": share.share_type, "itemCount": share.item_count}),
        now,
    );
    let snapshot = Snapshot { share, items };
    let share_writes = Write::share_create(&snapshot).map_err(|_| {
        ApiError::too_large("This list is too long to share. Please share fewer items or shorten their notes.")
    })?;
    // A device that is removed or restricted at the same moment must leave no link.
    let others = [Write::usage(&usage), Write::household_check(&household)];
    let writes = share_writes.into_iter().chain(others).collect();
    match deps.store.commit(writes, None).await {
        Ok(()) => Ok(reply(&deps, token, &snapshot.share)),
        // The same request arrived twice at once, or the household changed.
        Err(CommitError::Refused(_)) => {
            let share = &snapshot.share;
            let request_hash = share.request_hash.as_deref().unwrap_or_default();
            let other = find_share(&deps, &share.owner, &share.token_hash, request_hash).await?;
            Ok(reply(&deps, token, &other.ok_or_else(ApiError::lost_race)?))
        }
        Err(error) => Err(error.into()),
    }
}

fn reply(deps: &Deps, token: String, share: &Share) -> Reply {
    Reply::created(&ShareCreated {
        message: "Your list is shared.".into(),
        url: format!("{}/shared/{token}", deps.config.site_url),
        token,
        expires_at: share.expires_at,
        item_count: share.item_count,
    })
}

/// Returns the share that an earlier attempt created.
async fn find_share(deps: &Deps, owner: &UserId, hash: &str, request_hash: &str) -> Result<Option<Share>, ApiError> {
    let Some(share) = deps.store.share_get(owner, hash).await? else { return Ok(None) };
    if share.request_hash.as_deref() == Some(request_hash) { Ok(Some(share)) } else { Err(ApiError::key_reused()) }
}
