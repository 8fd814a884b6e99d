//! Usage statistics.

use crate::table::error::StoreError;
use crate::table::keys::{self, USAGE_PREFIX};
use crate::table::{Guard, Range, Store, Write};
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::timestamp::parse;
use domain::usage::{USAGE_TTL, Usage};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(Serialize, Deserialize)]
struct UsageRow {
    /// Time and id.
    #[serde(rename = "SK")]
    sk: String,
    action: String,
    /// JSON as text.
    metadata: String,
    ttl: i64,
}

impl UsageRow {
    fn into_usage(self, user: &UserId) -> Result<Usage, StoreError> {
        let corrupt = |what: &str| StoreError::Corrupt(format!("usage row: {what}"));
        let (time, id) =
            self.sk.strip_prefix(USAGE_PREFIX).and_then(|sk| sk.split_once('#')).ok_or_else(|| corrupt("SK"))?;
        Ok(Usage {
            id: Uuid::try_parse(id).map_err(|_| corrupt("id"))?,
            user: user.clone(),
            timestamp: parse("timestamp", time).map_err(|_| corrupt("time"))?,
            metadata: serde_json::from_str(&self.metadata).map_err(|_| corrupt("metadata"))?,
            action: self.action,
        })
    }
}

impl Write {
    /// Returns the write of a usage row, for the transaction of its action.
    pub fn usage(usage: &Usage) -> Self {
        let key = keys::usage(&usage.user, usage.timestamp, usage.id);
        let ttl = (usage.timestamp + USAGE_TTL).timestamp();
        let (action, metadata) = (usage.action.clone(), usage.metadata.to_string());
        let row = UsageRow { sk: key.sk.clone(), action, metadata, ttl };
        Self::put_row(key, &row, Guard::Always)
    }
}

impl Store {
    /// Returns a user's usage from `since` on, the oldest first.
    pub async fn usage_list(&self, user: &UserId, since: DateTime<Utc>) -> Result<Vec<Usage>, StoreError> {
        let from = keys::usage(user, since, Uuid::nil()).sk;
        let range = Range::between(keys::user_pk(user), from, format!("{USAGE_PREFIX}\u{10FFFF}"));
        let rows: Vec<UsageRow> = self.row_list(range).await?;
        rows.into_iter().map(|row| row.into_usage(user)).collect()
    }
}
