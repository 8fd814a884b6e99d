//! Records the last activity of accounts, and finds abandoned accounts.

use crate::people::accounts::RevokedTokens;
use crate::table::error::StoreError;
use crate::table::keys::{self, GSI1PK, GSI1SK, PK};
use crate::table::read::{IndexPage, from_row};
use crate::table::{Attributes, Range, Store, Write, text};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use domain::timestamp::iso;
use serde::Deserialize;

/// The interval at which activity is written, since each write costs three units. The last activity can be this much
/// later than the account's row says.
pub const ACTIVITY_WRITE_INTERVAL: TimeDelta = TimeDelta::days(7);

/// An account without activity for too long, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbandonedAccount {
    pub user: UserId,
    last_active_at: String,
}

#[derive(Deserialize)]
struct ActivityRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "GSI1SK")]
    last_active_at: String,
}

impl Store {
    /// Records an activity now. The caller calls this at most once in [`ACTIVITY_WRITE_INTERVAL`].
    pub async fn account_record_activity(&self, user: &UserId, now: DateTime<Utc>) -> Result<(), StoreError> {
        // A deleted account is not written again, and a clock that is behind does not move the time back.
        let condition = format!("attribute_exists({PK}) AND (attribute_not_exists({GSI1SK}) OR {GSI1SK} < :now)");
        let write = Write::update_row(
            keys::account(user),
            format!("SET {GSI1PK} = :shard, {GSI1SK} = :now"),
            Some(&condition),
            [(":shard", text(keys::activity_shard(user))), (":now", text(iso(now)))],
        );
        self.write_if_allowed(vec![write]).await.map(|_| ())
    }

    /// Returns a page of one shard's accounts without activity since `before`, the longest inactive first.
    pub async fn account_page_abandoned(
        &self,
        shard: u8,
        before: DateTime<Utc>,
        rows: usize,
        after: Option<Attributes>,
    ) -> Result<IndexPage<AbandonedAccount>, StoreError> {
        let range = Range::between(keys::activity_shard_pk(shard), "0".into(), iso(before)).by_due().at_most(rows);
        let account = |row| {
            let row: ActivityRow = from_row(row)?;
            let user = keys::user_of_account_pk(&row.pk);
            let user = user.ok_or_else(|| StoreError::Corrupt("account row: PK".into()))?;
            Ok(AbandonedAccount { user, last_active_at: row.last_active_at })
        };
        self.index_page(&range, after, account).await
    }
}

impl AbandonedAccount {
    /// Revokes the account's tokens until the last has expired. Refused if the account was active meanwhile.
    pub fn revoke(&self, until: DateTime<Utc>) -> Vec<Write> {
        let mark_inactive = Write::update_row(
            keys::account(&self.user),
            "SET given_up = :true",
            Some(&format!("{GSI1SK} = :seen")),
            [(":true", AttributeValue::Bool(true)), (":seen", text(&self.last_active_at))],
        );
        vec![mark_inactive, Write::tokens_revoke(&self.user, RevokedTokens::All, Some(until))]
    }
}
