//! Records visits of accounts, and finds accounts without visits.

use crate::people::accounts::RefusedTokens;
use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, GSI1PK, GSI1SK, PK};
use crate::table::{Range, Store, Write};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use domain::timestamp::iso;
use serde::Deserialize;

/// The interval at which visits are written: daily writes would cost three write units a day. The last visit can
/// therefore be this much later than the account's row says.
pub const VISIT_NOTED_EVERY: TimeDelta = TimeDelta::days(7);

/// An account that was not visited for too long, as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbandonedAccount {
    pub user: UserId,
    visited_at: String,
}

#[derive(Deserialize)]
struct VisitRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "GSI1SK")]
    visited_at: String,
}

impl Store {
    /// Records a visit, at most once a week, so that it costs next to nothing.
    pub async fn account_visited(&self, user: &UserId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let write = Write::Update {
            key: keys::account(user),
            expression: format!("SET {GSI1PK} = :shard, {GSI1SK} = :now"),
            // A deleted account is not written again, and a clock that is behind does not move the visit back.
            condition: Some(format!("attribute_exists({PK}) AND (attribute_not_exists({GSI1SK}) OR {GSI1SK} < :now)")),
            names: vec![],
            values: vec![
                (":shard".into(), AttributeValue::S(keys::visits_shard(user))),
                (":now".into(), AttributeValue::S(iso(now))),
            ],
        };
        match self.commit(vec![write], None).await {
            Ok(()) | Err(CommitError::Refused(_) | CommitError::AlreadyRecorded) => Ok(()),
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// Accounts of one shard that were last visited before then, the longest ago first.
    pub async fn accounts_abandoned(
        &self,
        shard: u8,
        before: DateTime<Utc>,
        max: usize,
    ) -> Result<Vec<AbandonedAccount>, StoreError> {
        let range = Range::between(keys::visits_shard_pk(shard), "0".into(), iso(before)).by_due().at_most(max);
        let rows: Vec<VisitRow> = self.row_list(range).await?;
        let account = |row: VisitRow| {
            let user = row.pk.strip_prefix("ACC#").and_then(UserId::parse)?;
            Some(AbandonedAccount { user, visited_at: row.visited_at })
        };
        Ok(rows.into_iter().filter_map(account).collect())
    }
}

impl AbandonedAccount {
    /// Revokes the account's tokens until the last has expired. Refused if it was visited meanwhile.
    pub fn revoke(&self, until: DateTime<Utc>) -> Vec<Write> {
        let unvisited = Write::Update {
            key: keys::account(&self.user),
            expression: "SET given_up = :true".into(),
            condition: Some(format!("{GSI1SK} = :seen")),
            names: vec![],
            values: vec![
                (":true".into(), AttributeValue::Bool(true)),
                (":seen".into(), AttributeValue::S(self.visited_at.clone())),
            ],
        };
        vec![unvisited, Write::tokens_refuse(&self.user, RefusedTokens::All, Some(until))]
    }
}
