//! Shared lists. A share is two rows: the snapshot, by the token's hash, and the owner's entry.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, Key, SHARE_PREFIX};
use crate::table::{Guard, Range, Store, Write};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use domain::id::{DeviceId, ListItemId, UserId};
use domain::quantity::Quantity;
use domain::sharing::{Share, ShareType, SharedItem};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use uuid::Uuid;

/// DynamoDB limits a row to 400 kB. The rest is for the heading, which has its own limits.
pub const MAX_SNAPSHOT_BYTES: usize = 390_000;

/// The owner's entry, and the heading of the snapshot.
#[derive(Serialize, Deserialize)]
struct ShareRow {
    #[serde(rename = "SK")]
    sk: String,
    owner: UserId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<DeviceId>,
    owner_name: String,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    share_type: ShareType,
    is_active: bool,
    #[serde(with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    #[serde(with = "ts_milliseconds")]
    expires_at: DateTime<Utc>,
    item_count: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request_hash: Option<String>,
    ttl: i64,
}

#[derive(Serialize, Deserialize)]
struct SnapshotRow {
    #[serde(flatten)]
    share: ShareRow,
    /// The list's rows as JSON, whose size is known before it is written; `None` after the share was revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list_items: Option<String>,
}

/// The names are short because a snapshot is one row.
#[derive(Serialize, Deserialize)]
struct SnapshotItem<'a> {
    i: Uuid,
    o: ListItemId,
    n: Cow<'a, str>,
    c: Cow<'a, str>,
    q: u32,
    u: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    t: Option<Cow<'a, str>>,
    #[serde(with = "ts_milliseconds")]
    a: DateTime<Utc>,
}

/// A share and its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub share: Share,
    pub items: Vec<SharedItem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the snapshot has {0} bytes")]
pub struct TooLarge(pub usize);

impl ShareRow {
    fn of(share: &Share, key: &Key) -> Self {
        let share = share.clone();
        Self {
            sk: key.sk.clone(),
            owner: share.owner,
            device: share.device,
            owner_name: share.owner_name,
            title: share.title,
            description: share.description,
            share_type: share.share_type,
            is_active: share.is_active,
            created_at: share.created_at,
            expires_at: share.expires_at,
            item_count: share.item_count,
            request_hash: share.request_hash,
            ttl: share.expires_at.timestamp(),
        }
    }

    fn into_share(self, token_hash: &str) -> Share {
        Share {
            token_hash: token_hash.to_owned(),
            owner: self.owner,
            device: self.device,
            owner_name: self.owner_name,
            title: self.title,
            description: self.description,
            share_type: self.share_type,
            is_active: self.is_active,
            created_at: self.created_at,
            expires_at: self.expires_at,
            item_count: self.item_count,
            request_hash: self.request_hash,
        }
    }
}

fn items_text(items: &[SharedItem]) -> String {
    let short = |item: &SharedItem| SnapshotItem {
        i: item.id,
        o: item.original_item_id,
        n: item.name.clone().into(),
        c: item.category.clone().into(),
        q: item.quantity.millis(),
        u: item.unit.clone().into(),
        t: item.notes.clone().map(Into::into),
        a: item.added_at,
    };
    serde_json::to_string(&items.iter().map(short).collect::<Vec<_>>()).expect("texts and numbers always serialise")
}

fn items_from(text: &str) -> Result<Vec<SharedItem>, StoreError> {
    let corrupt = |what: &dyn std::fmt::Display| StoreError::Corrupt(format!("snapshot: {what}"));
    let items: Vec<SnapshotItem> = serde_json::from_str(text).map_err(|e| corrupt(&e))?;
    let long = |item: SnapshotItem| {
        Ok(SharedItem {
            id: item.i,
            original_item_id: item.o,
            name: item.n.into_owned(),
            category: item.c.into_owned(),
            quantity: Quantity::from_millis(item.q).ok_or_else(|| corrupt(&"quantity"))?,
            unit: item.u.into_owned(),
            notes: item.t.map(Cow::into_owned),
            added_at: item.a,
        })
    };
    items.into_iter().map(long).collect()
}

impl Write {
    /// Creates both rows of a share; refused if the token's hash exists. Fails if the snapshot is too large for a row.
    pub fn share_create(snapshot: &Snapshot) -> Result<[Self; 2], TooLarge> {
        let Snapshot { share, items } = snapshot;
        let items = items_text(items);
        if items.len() > MAX_SNAPSHOT_BYTES {
            return Err(TooLarge(items.len()));
        }
        let (public, own) = (keys::shared_list(&share.token_hash), keys::share(&share.owner, &share.token_hash));
        let snapshot = SnapshotRow { share: ShareRow::of(share, &public), list_items: Some(items) };
        let entry = ShareRow::of(share, &own);
        Ok([Self::put_row(public, &snapshot, Guard::New), Self::put_row(own, &entry, Guard::Always)])
    }

    /// Revokes a share and deletes its snapshot. The rows stay until their time to live, so that a late retry of the
    /// creation does not open the share again.
    pub fn share_revoke(share: &Share) -> [Self; 2] {
        let update = |key: Key, expression: &str| {
            let values = [(":false", AttributeValue::Bool(false)), (":true", AttributeValue::Bool(true))];
            Self::update_row(key, expression, Some("is_active = :true"), values)
        };
        [
            update(keys::shared_list(&share.token_hash), "SET is_active = :false REMOVE list_items"),
            update(keys::share(&share.owner, &share.token_hash), "SET is_active = :false"),
        ]
    }
}

impl Store {
    /// Returns a shared list by its token's hash, in any state.
    pub async fn snapshot_get(&self, token_hash: &str) -> Result<Option<Snapshot>, StoreError> {
        let Some(row) = self.row_get::<SnapshotRow>(keys::shared_list(token_hash), true).await? else {
            return Ok(None);
        };
        let items = row.list_items.as_deref().map_or(Ok(vec![]), items_from)?;
        Ok(Some(Snapshot { share: row.share.into_share(token_hash), items }))
    }

    /// Returns an owner's share, in any state.
    pub async fn share_get(&self, owner: &UserId, token_hash: &str) -> Result<Option<Share>, StoreError> {
        let row: Option<ShareRow> = self.row_get(keys::share(owner, token_hash), true).await?;
        Ok(row.map(|row| row.into_share(token_hash)))
    }

    /// Returns a user's open shares, the latest first.
    pub async fn share_list_open(&self, owner: &UserId, now: DateTime<Utc>) -> Result<Vec<Share>, StoreError> {
        let mut shares = self.share_list(owner).await?;
        shares.retain(|share| share.is_open(now));
        Ok(shares)
    }

    /// Returns a user's shares, the latest first, including revoked ones until their time to live.
    pub async fn share_list(&self, owner: &UserId) -> Result<Vec<Share>, StoreError> {
        let rows: Vec<ShareRow> = self.row_list(Range::prefix(keys::user_pk(owner), SHARE_PREFIX)).await?;
        let with_hash = |row: ShareRow| {
            let hash = row.sk.strip_prefix(SHARE_PREFIX).unwrap_or_default().to_owned();
            row.into_share(&hash)
        };
        let mut shares: Vec<Share> = rows.into_iter().map(with_hash).collect();
        shares.sort_by(|a, b| (b.created_at, &b.token_hash).cmp(&(a.created_at, &a.token_hash)));
        Ok(shares)
    }

    pub async fn share_revoke(&self, share: &Share, record: Option<Write>) -> Result<(), CommitError> {
        self.commit(Write::share_revoke(share).into(), record).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::sharing::ShareHeading;

    fn snapshot(notes: &str, rows: u128) -> Snapshot {
        let now = DateTime::from_timestamp_millis(1_800_000_000_000).unwrap();
        let heading = ShareHeading {
            share_type: ShareType::Full,
            title: "List".into(),
            description: None,
            owner_name: "Ada".into(),
        };
        let item = |n| SharedItem {
            id: Uuid::from_u128(n),
            original_item_id: ListItemId(Uuid::from_u128(n + 1)),
            name: "Bröt \"fresh\"".into(),
            category: "Bakery".into(),
            quantity: Quantity::ONE,
            unit: "loaf".into(),
            notes: Some(notes.into()),
            added_at: now,
        };
        let share = Share::new("hash".into(), UserId::parse("u").unwrap(), heading, 0, now);
        Snapshot { share, items: (0..rows).map(item).collect() }
    }

    #[test]
    fn reads_a_snapshot_as_written() {
        let items = snapshot("two, please", 3).items;
        assert_eq!(items_from(&items_text(&items)).unwrap(), items);
    }

    #[test]
    fn rejects_snapshots_larger_than_a_row() {
        assert!(Write::share_create(&snapshot("ripe ones", 500)).is_ok());
        assert!(
            matches!(Write::share_create(&snapshot(&"🍞".repeat(500), 500)), Err(TooLarge(bytes)) if bytes > MAX_SNAPSHOT_BYTES)
        );
    }
}
