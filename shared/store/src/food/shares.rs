//! Shared lists. A share is two rows: the snapshot, by the token's hash, and the owner's entry.

use crate::table::error::StoreError;
use crate::table::keys::{self, Key, SHARE_PREFIX};
use crate::table::{Guard, Range, Store, Write};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::sharing::{Share, SharedItem};
use serde::{Deserialize, Serialize};

/// DynamoDB limits a row to 400 kB. The rest is for the heading, which has its own limits.
pub const MAX_SNAPSHOT_BYTES: usize = 390_000;

/// The owner's entry, and the heading of the snapshot.
#[derive(Serialize, Deserialize)]
struct ShareRow {
    #[serde(rename = "SK")]
    sk: String,
    #[serde(flatten)]
    share: Share,
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
        Self { sk: key.sk.clone(), share: share.clone(), ttl: share.expires_at.timestamp() }
    }

    fn into_share(self, token_hash: &str) -> Share {
        Share { token_hash: token_hash.to_owned(), ..self.share }
    }
}

fn items_text(items: &[SharedItem]) -> String {
    serde_json::to_string(items).expect("texts and numbers always serialise")
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
        let items = row.list_items.as_deref().map_or(Ok(vec![]), serde_json::from_str);
        let items = items.map_err(|error| StoreError::Corrupt(format!("snapshot: {error}")))?;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::ListItemId;
    use domain::quantity::Quantity;
    use domain::sharing::{ShareHeading, ShareType};
    use domain::shopping::Details;
    use uuid::Uuid;

    fn snapshot(notes: &str, rows: u128) -> Snapshot {
        let now = DateTime::from_timestamp_millis(1_800_000_000_000).unwrap();
        let heading = ShareHeading {
            share_type: ShareType::Full,
            title: "List".into(),
            description: None,
            owner_name: "Ada".into(),
        };
        let details = Details {
            name: "Bröt \"fresh\"".into(),
            category: "Bakery".into(),
            quantity: Quantity::ONE,
            unit: "loaf".into(),
            notes: Some(notes.into()),
        };
        let item = |n| SharedItem {
            id: Uuid::from_u128(n),
            original_item_id: ListItemId(Uuid::from_u128(n + 1)),
            details: details.clone(),
            added_at: now,
        };
        let share = Share::new("hash".into(), UserId::parse("u").unwrap(), heading, 0, now);
        Snapshot { share, items: (0..rows).map(item).collect() }
    }

    #[test]
    fn rejects_snapshots_larger_than_a_row() {
        assert!(Write::share_create(&snapshot("ripe ones", 500)).is_ok());
        assert!(
            matches!(Write::share_create(&snapshot(&"🍞".repeat(500), 500)), Err(TooLarge(bytes)) if bytes > MAX_SNAPSHOT_BYTES)
        );
    }
}
