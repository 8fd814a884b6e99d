//! Items of the larder.

pub(crate) mod capacity;

use crate::table::entity::{Entity, from_entity_row, to_entity_row};
use crate::table::error::StoreError;
use crate::table::keys::{self, ACTIVE_END, ACTIVE_PREFIX, INACTIVE_PREFIX, LSI1SK};
use crate::table::{Attributes, Guard, Range, Store, Write, text};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::serde::{ts_milliseconds, ts_milliseconds_option};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::ending::ItemEnding;
use domain::food_state::FoodState;
use domain::id::{ItemId, SessionId, UserId};
use domain::item::{Details, Item, ItemStatus, Outcome, ReceiptLine};
use domain::price::Price;
use domain::shelf_life;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const HOUR_MS: i64 = 3_600_000;

/// The body of an item's row.
#[derive(Serialize, Deserialize)]
struct ItemBody {
    #[serde(flatten)]
    details: Details,
    #[serde(rename = "a", with = "ts_milliseconds")]
    created_at: DateTime<Utc>,
    #[serde(rename = "s")]
    status: ItemStatus,
    #[serde(rename = "h", with = "ts_milliseconds")]
    changed_at: DateTime<Utc>,
    #[serde(rename = "g", with = "ts_milliseconds_option", default, skip_serializing_if = "Option::is_none")]
    grace_until: Option<DateTime<Utc>>,
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(rename = "pd", default, skip_serializing_if = "Option::is_none")]
    purchased_on: Option<NaiveDate>,
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    scan_session_id: Option<SessionId>,
    #[serde(flatten)]
    receipt_line: Option<ReceiptLine>,
    #[serde(rename = "k", default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(flatten)]
    price: Option<Price>,
    #[serde(rename = "w", default, skip_serializing_if = "FoodState::is_default")]
    state: FoodState,
    #[serde(rename = "b", default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<ItemEnding>,
}

fn row(item: &Item) -> Attributes {
    let state_key = match item.stored_status {
        ItemStatus::Active if item.is_best_before() => keys::unswept_index(item.reminders_end_at()),
        ItemStatus::Active => keys::active_index(item.reminders_end_at()),
        ItemStatus::Archived | ItemStatus::Deleted => keys::inactive_index(item.changed_at),
    };
    let Item { details, price, state, past, receipt_line, .. } = item.clone();
    let body = ItemBody {
        details,
        created_at: item.created_at,
        status: item.stored_status,
        changed_at: item.changed_at,
        grace_until: item.grace_until,
        outcome: item.outcome,
        purchased_on: item.purchased_on,
        scan_session_id: item.scan_session_id,
        receipt_line,
        kind: item.kind.map(|kind| kind.id.to_owned()),
        price,
        state,
        past,
    };
    let mut row = to_entity_row(keys::item(&item.user, item.id), item.version, &body, &item.stored);
    row.insert(LSI1SK.to_owned(), text(state_key));
    row
}

pub(crate) fn item_from_row(mut row: Attributes) -> Result<Item, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("item row: {what}"));
    let key = row.remove(LSI1SK);
    let has_sweepable_key = matches!(&key, Some(AttributeValue::S(key)) if keys::is_sweepable_key(key));
    let Entity { pk, sk, version, body, stored } = from_entity_row::<ItemBody>(row)?;
    let id = sk.strip_prefix(keys::ITEM_PREFIX).and_then(ItemId::parse).ok_or_else(|| corrupt("SK"))?;
    let user = keys::user_of_pk(&pk).ok_or_else(|| corrupt("PK"))?;
    let item = Item {
        id,
        user,
        scan_session_id: body.scan_session_id,
        details: body.details,
        // A kind that was removed from the data is determined again when the row is written.
        kind: body.kind.as_deref().and_then(shelf_life::kind),
        state: body.state,
        price: body.price,
        created_at: body.created_at,
        purchased_on: body.purchased_on,
        stored_status: body.status,
        changed_at: body.changed_at,
        grace_until: body.grace_until,
        is_exempt_from_sweep: true,
        outcome: body.outcome,
        past: body.past,
        receipt_line: body.receipt_line,
        version,
        stored,
    };
    Ok(Item { is_exempt_from_sweep: !(has_sweepable_key && item.is_best_before()), ..item })
}

impl Write {
    /// Creates an item; refused if the id exists.
    pub fn item_create(item: &Item) -> Self {
        Self::Put { row: row(item), guard: Guard::New }
    }

    /// Writes an item unconditionally.
    pub fn item_put(item: &Item) -> Self {
        Self::Put { row: row(item), guard: Guard::Always }
    }

    /// Writes the next version of an item; refused if another writer was first.
    pub fn item_replace(item: &Item) -> Self {
        Self::Put { row: row(item), guard: Guard::Version(item.version - 1) }
    }
}

impl Store {
    pub async fn item_get(&self, user: &UserId, id: ItemId) -> Result<Option<Item>, StoreError> {
        self.attributes_get(keys::item(user, id), true).await?.map(item_from_row).transpose()
    }

    fn active_range(user: &UserId, now: DateTime<Utc>) -> Range {
        // An item is swept at its sweep time; keys have milliseconds, so the range starts one millisecond later.
        let from = keys::active_index(now + TimeDelta::milliseconds(1));
        Range::between(keys::user_pk(user), from, ACTIVE_END.into()).by_state()
    }

    /// Returns the active items by expiry, the earliest first.
    pub async fn item_list_active(&self, user: &UserId, now: DateTime<Utc>) -> Result<Arc<Vec<Item>>, StoreError> {
        // The range starts at the full hour, so that the cache can reuse it.
        let hour = now - TimeDelta::milliseconds(now.timestamp_millis().rem_euclid(HOUR_MS));
        let sort = |items: &mut [Item]| items.sort_by_key(|item| (item.details.expires_at, item.id));
        let items = self.entity_list(Self::active_range(user, hour), item_from_row, sort).await?;
        let is_active = |item: &Item| item.status_at(now) == ItemStatus::Active;
        if items.iter().all(is_active) {
            return Ok(items);
        }
        Ok(Arc::new(items.iter().filter(|item| is_active(item)).cloned().collect()))
    }

    /// Returns the number of active items, eventually consistent, for a preview. [`Store::commit_active`] enforces the
    /// limit.
    pub async fn item_count_active(&self, user: &UserId, now: DateTime<Utc>) -> Result<usize, StoreError> {
        self.row_count(&Self::active_range(user, now).eventually()).await
    }

    /// Returns the items that were archived, deleted or swept since then.
    pub async fn item_list_since(
        &self,
        user: &UserId,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Item>, StoreError> {
        let swept = Range::between(keys::user_pk(user), keys::active_index(since), keys::active_index(now)).by_state();
        let inactive =
            Range::between(keys::user_pk(user), keys::inactive_index(since), keys::inactive_index(now)).by_state();
        let (swept, inactive) = tokio::try_join!(self.attributes_list(swept), self.attributes_list(inactive))?;
        swept.into_iter().chain(inactive).map(item_from_row).collect()
    }

    /// Returns up to `limit` archived, deleted and swept items, the latest change first.
    pub async fn item_list_inactive(
        &self,
        user: &UserId,
        now: DateTime<Utc>,
        limit: usize,
    ) -> Result<Vec<Item>, StoreError> {
        let latest = |range: Range| range.by_state().newest_first().at_most(limit);
        let swept = latest(Range::between(keys::user_pk(user), ACTIVE_PREFIX.into(), keys::active_index(now)));
        let inactive = latest(Range::prefix(keys::user_pk(user), INACTIVE_PREFIX));
        let (swept, inactive) = tokio::try_join!(self.attributes_list(swept), self.attributes_list(inactive))?;
        let mut items = swept.into_iter().chain(inactive).map(item_from_row).collect::<Result<Vec<_>, _>>()?;
        items.sort_by_key(|item| {
            let swept_at = item.sweep_at().filter(|_| item.stored_status == ItemStatus::Active);
            let ended_at = swept_at.unwrap_or(item.changed_at);
            std::cmp::Reverse((ended_at, item.id))
        });
        items.truncate(limit);
        Ok(items)
    }

    /// Returns the items with these ids that exist, in the same order.
    pub async fn item_batch_get(&self, user: &UserId, ids: &[ItemId]) -> Result<Vec<Item>, StoreError> {
        let keys = ids.iter().map(|id| keys::item(user, *id)).collect();
        let rows = self.attributes_batch_get(keys).await?;
        let mut items = rows.into_iter().map(item_from_row).collect::<Result<Vec<_>, _>>()?;
        items.sort_by_key(|item| ids.iter().position(|id| *id == item.id));
        Ok(items)
    }
}
