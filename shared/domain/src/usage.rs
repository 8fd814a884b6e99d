//! Usage statistics: a user's actions, for their own overview and export.

use super::id::UserId;
use super::timestamp::wire;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

/// More than a year, so that a year can be compared with the previous one.
pub const USAGE_TTL: TimeDelta = TimeDelta::days(400);

// Plain comments, because the API's document needs no description of these fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = UsageView))]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    pub id: Uuid,
    #[serde(rename = "userId")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub user: UserId,
    // The kind of action, such as `share` or `import`.
    pub action: String,
    // Details of the action: a JSON object of a few numbers and words.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub metadata: Value,
    #[serde(with = "wire")]
    pub timestamp: DateTime<Utc>,
}

impl Usage {
    pub fn new(id: Uuid, user: &UserId, action: &str, metadata: Value, now: DateTime<Utc>) -> Self {
        Self { id, user: user.clone(), action: action.to_owned(), metadata, timestamp: now }
    }
}
