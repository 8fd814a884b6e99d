//! `GET /api/shared-list/{token}`

use api::{ApiError, ClientAddress, PathText, RateLimit, rate_limit_read};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::digest::hash;
use domain::sharing::{SharedItem, is_token};
use domain::shopping::Details;
use domain::timestamp;
use serde::Serialize;
use store::{Snapshot, StoreError};
use uuid::Uuid;

/// More than readers need. Counted by list, because messengers fetch previews of many lists from one address.
const PER_LIST: RateLimit = RateLimit { scope: "shared-list", max: 120, seconds: 60 };
/// 130 bits cannot be guessed at this rate.
const UNKNOWN_PER_ADDRESS: RateLimit = RateLimit { scope: "shared-list-unknown", max: 120, seconds: 60 };

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedList {
    pub list: SharedListHeading,
    pub items: Vec<SharedListItem>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedListHeading {
    pub title: String,
    pub description: Option<String>,
    pub owner_name: String,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharedListItem {
    pub id: Uuid,
    pub name: String,
    pub category: String,
    /// More than 0, at most 100,000, at most three decimal places.
    pub quantity: f64,
    pub unit: String,
    pub notes: Option<String>,
}

/// Returns the list of a token; `None` if it is no longer shared or never was.
pub(crate) async fn open_snapshot(deps: &Deps, token: &str) -> Result<Option<Snapshot>, StoreError> {
    let snapshot = if is_token(token) { deps.store.snapshot_get(&hash(token)).await? } else { None };
    Ok(snapshot.filter(|snapshot| snapshot.share.is_open(deps.now())))
}

/// Returns a shared list, by its token. Unknown, deleted and malformed tokens get the same answer.
#[utoipa::path(get, path = "/api/shared-list/{token}", tag = "sharing",
    security(), params(("token" = String, Path)),
    responses((status = 200, body = SharedList), (status = 429)))]
pub async fn get_shared_list(
    address: ClientAddress,
    State(deps): State<Deps>,
    PathText(token): PathText,
) -> Result<Json<SharedList>, ApiError> {
    let Some(Snapshot { share, items }) = open_snapshot(&deps, &token).await? else {
        rate_limit_read(&deps, UNKNOWN_PER_ADDRESS, &address.0).await?;
        return Err(ApiError::not_found());
    };
    rate_limit_read(&deps, PER_LIST, &share.token_hash).await?;
    let list = SharedListHeading {
        title: share.title,
        description: share.description,
        owner_name: share.owner_name,
        created_at: share.created_at,
    };
    Ok(Json(SharedList { list, items: items.into_iter().map(SharedListItem::from).collect() }))
}

impl From<SharedItem> for SharedListItem {
    fn from(item: SharedItem) -> Self {
        let SharedItem { id, details: Details { name, category, quantity, unit, notes }, .. } = item;
        Self { id, name, category, quantity: quantity.as_number(), unit, notes }
    }
}
