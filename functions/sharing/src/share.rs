//! `POST /api/shopping-list/share`

use api::{ApiError, Caller, Idempotency, JsonBody, Reply, SecretKind};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::{ListItemId, UserId};
use domain::sharing::{MAX_SHARES, Share, ShareType, SharedItem, TOKEN_LENGTH, UncheckedShare, token_hash};
use domain::timestamp;
use domain::usage::Usage;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{CommitError, Snapshot, Write};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"shareType": "full", "title": "Saturday", "description": "For the barbecue",
    "ownerName": "Ada"}))]
pub struct ShareRequest {
    /// `full` where it is left out.
    pub share_type: Option<ShareType>,
    /// At most 100 characters; "My Shopping List" where it is left out.
    #[schema(max_length = 100)]
    pub title: Option<String>,
    /// At most 500 characters.
    #[schema(max_length = 500)]
    pub description: Option<String>,
    /// 1 to 60 characters.
    #[schema(max_length = 60)]
    pub owner_name: Option<String>,
    /// The ids of the rows, for `selected`. Completed or missing ones are skipped.
    pub selected_item_ids: Option<Vec<ListItemId>>,
}

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
#[utoipa::path(post, path = "/api/shopping-list/share", tag = "sharing", request_body = ShareRequest,
    responses((status = 201, body = ShareCreated), (status = 409)))]
pub async fn create_share(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<ShareRequest>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    // The answer holds the token, which the table must not know, so it is not recorded. Instead a retry makes the same
    // token again and finds the share.
    let token = idempotency.secret(&deps, SecretKind::Share, TOKEN_LENGTH);
    let hash = token_hash(&token);
    if let Some(hash_of_request) = idempotency.request_hash()
        && let Some(earlier) = earlier(&deps, &caller.user, &hash, hash_of_request).await?
    {
        return Ok(reply(&deps, token, &earlier));
    }
    let draft = UncheckedShare {
        share_type: request.share_type.unwrap_or_default(),
        title: request.title,
        description: request.description,
        owner_name: request.owner_name,
        selected: request.selected_item_ids.unwrap_or_default(),
    };
    let heading = draft.heading()?;
    let chosen = draft.choose(&deps.store.list_item_list(&caller.user).await?)?;
    if deps.store.share_list_open(&caller.user, now).await?.len() >= MAX_SHARES {
        let message = format!("You can share {MAX_SHARES} lists. Stop sharing some first.");
        return Err(ApiError::conflict("share_limit_reached", message));
    }
    let items: Vec<_> = chosen.into_iter().map(|item| SharedItem::of(item, deps.ids.uuid(now))).collect();
    let share = Share::new(hash, caller.user, heading, items.len(), now);
    let share = Share { request_hash: idempotency.request_hash().map(str::to_owned), ..share };
    let usage = Usage::new(
        deps.ids.uuid(now),
        &share.owner,
        "share",
        json!({"shareType": share.share_type, "itemCount": share.item_count}),
        now,
    );
    let snapshot = Snapshot { share, items };
    let rows = Write::share_create(&snapshot).map_err(|_| {
        ApiError::too_large("This list is too long to share. Please share fewer items or shorten their notes.")
    })?;
    let writes = rows.into_iter().chain([Write::usage(&usage)]).collect();
    match deps.store.commit(writes, None).await {
        Ok(()) => Ok(reply(&deps, token, &snapshot.share)),
        // The same request arrived twice at once, and the other one was first.
        Err(CommitError::Refused(_)) => {
            let share = &snapshot.share;
            let faster =
                earlier(&deps, &share.owner, &share.token_hash, share.request_hash.as_deref().unwrap_or_default())
                    .await?;
            Ok(reply(&deps, token, &faster.ok_or_else(ApiError::lost_race)?))
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

/// The share that an earlier attempt made.
async fn earlier(deps: &Deps, owner: &UserId, hash: &str, hash_of_request: &str) -> Result<Option<Share>, ApiError> {
    let Some(share) = deps.store.share_get(owner, hash).await? else { return Ok(None) };
    if share.request_hash.as_deref() == Some(hash_of_request) { Ok(Some(share)) } else { Err(ApiError::key_reused()) }
}
