//! Usage statistics: a user's actions, for their own overview and export.

use super::id::UserId;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use uuid::Uuid;

/// More than a year, so that a year can be compared with the previous one.
pub const USAGE_KEPT_FOR: TimeDelta = TimeDelta::days(400);

#[derive(Clone, Debug, PartialEq)]
pub struct Usage {
    pub id: Uuid,
    pub user: UserId,
    /// The kind of action, such as `share` or `import`.
    pub action: String,
    /// Details of the action: a JSON object of a few numbers and words.
    pub metadata: Value,
    pub timestamp: DateTime<Utc>,
}

impl Usage {
    pub fn new(id: Uuid, user: &UserId, action: &str, metadata: Value, now: DateTime<Utc>) -> Self {
        Self { id, user: user.clone(), action: action.to_owned(), metadata, timestamp: now }
    }
}
