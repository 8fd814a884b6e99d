//! An item and its state changes.

use super::calendar_day::{LocalTime, Tz, day_ending_at, end_of_day_after};
use super::ending::{Ending, ItemEnding, MAX_PAST_ENDINGS};
use super::food_state::{DateKind, Event, FoodState, StateError};
use super::freshness::{self, Expiry, Freshness};
use super::id::{ItemId, PlaceId, SessionId, UserId};
use super::price::Price;
use super::quantity::Quantity;
use super::shelf_life::{self, Kind, Storage};
use super::storage_guide::{self, StorageGuide};
use super::stored::Stored;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

pub const DEFAULT_SHELF_LIFE_DAYS: u32 = 7;
pub const DEFAULT_UNIT: &str = "item";
pub const DEFAULT_CATEGORY: &str = "Other";
/// Ten years: wine and salt keep that long, and a larger number is a typing error.
pub const MAX_SHELF_LIFE_DAYS: u32 = 3_650;
/// The maximum number of active items of a user.
pub const MAX_ACTIVE: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ItemStatus {
    Active,
    Archived,
    Deleted,
}

/// How an item left, if the user said so. Input of the statistics of used and wasted food.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Used,
    Tossed,
    /// The item never existed: the receipt line was misread, or is no food.
    Misread,
}

/// The receipt line of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReceiptLine {
    /// The text of the line.
    #[serde(rename = "r")]
    pub raw_text: String,
    /// 0 to 1; 1 after an edit.
    #[serde(rename = "f", default)]
    pub confidence: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub id: ItemId,
    pub user: UserId,
    pub scan_session_id: Option<SessionId>,
    pub details: Details,
    /// The vocabulary's kind for the name.
    pub kind: Option<&'static Kind<'static>>,
    pub state: FoodState,
    pub price: Option<Price>,
    pub created_at: DateTime<Utc>,
    /// The day of purchase on the receipt, from which the shelf life counts.
    pub purchased_on: Option<NaiveDate>,
    /// Clients get [`Item::status_at`], which differs for a swept item.
    pub stored_status: ItemStatus,
    /// When it was last archived, deleted or restored.
    pub changed_at: DateTime<Utc>,
    pub grace_until: Option<DateTime<Utc>>,
    /// False for a row from before best-before dates were exempt from sweeping, until it is written again: its index
    /// key sweeps it.
    pub is_exempt_from_sweep: bool,
    pub outcome: Option<Outcome>,
    /// Earlier endings, one for each time it was bought again.
    pub past: Vec<ItemEnding>,
    pub receipt_line: Option<ReceiptLine>,
    /// Counts the writes, for optimistic concurrency.
    pub version: u64,
    pub stored: Stored,
}

/// The editable fields of an item. They are stored as they are; the names are short because reads are billed by bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Details {
    #[serde(rename = "n")]
    pub name: String,
    #[serde(rename = "c")]
    pub category: String,
    #[serde(rename = "q")]
    pub quantity: Quantity,
    #[serde(rename = "u")]
    pub unit: String,
    #[serde(rename = "d")]
    pub shelf_life_days: u32,
    #[serde(rename = "x", with = "ts_milliseconds")]
    pub expires_at: DateTime<Utc>,
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

impl Details {
    /// Returns details with the defaults of all other fields.
    pub fn new(name: impl Into<String>, expires_at: DateTime<Utc>) -> Self {
        Self {
            name: name.into(),
            category: DEFAULT_CATEGORY.into(),
            quantity: Quantity::ONE,
            unit: DEFAULT_UNIT.into(),
            shelf_life_days: DEFAULT_SHELF_LIFE_DAYS,
            expires_at,
            notes: None,
        }
    }
}

/// The storage place and date that the user stated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StorageAndDate {
    pub storage: Option<Storage>,
    /// The own place, if any; `storage` is the place that it keeps food like.
    pub own_place: Option<PlaceId>,
    pub date_kind: Option<DateKind>,
    /// The calendar day; `expires_at` is its end.
    pub expires_on: Option<NaiveDate>,
}

impl From<StorageAndDate> for FoodState {
    fn from(StorageAndDate { storage, own_place, date_kind, expires_on }: StorageAndDate) -> Self {
        Self { storage, own_place, date_kind: date_kind.unwrap_or_default(), expires_on, ..Self::default() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ItemError {
    #[error("This item is no longer active. Restore it first.")]
    NotActive,
    #[error("This item is already active.")]
    AlreadyActive,
    #[error(transparent)]
    State(#[from] StateError),
}

impl Item {
    pub fn new(id: ItemId, user: UserId, session: Option<SessionId>, details: Details, now: DateTime<Utc>) -> Self {
        Self {
            id,
            user,
            scan_session_id: session,
            kind: shelf_life::kind_of(&details.name),
            state: FoodState::default(),
            price: None,
            details,
            created_at: now,
            purchased_on: None,
            stored_status: ItemStatus::Active,
            changed_at: now,
            grace_until: None,
            is_exempt_from_sweep: true,
            outcome: None,
            past: vec![],
            receipt_line: None,
            version: 1,
            stored: Stored::default(),
        }
    }

    pub fn expiry(&self, zone: Tz) -> Expiry {
        Expiry::new(self.state.expires_on, self.details.expires_at, zone)
    }

    pub fn days_left(&self, now: LocalTime) -> i64 {
        self.expiry(now.zone).days_left(now)
    }

    pub fn freshness(&self, now: LocalTime) -> Freshness {
        self.expiry(now.zone).freshness(now)
    }

    /// Returns true if its date is a printed best-before date, and not the one after opening or freezing.
    pub fn is_best_before(&self) -> bool {
        self.state.date_kind == DateKind::BestBefore && self.state.reason.is_none()
    }

    /// Returns when an active item is swept; `None` for a best-before date, after which food is usually still good.
    pub fn sweep_at(&self) -> Option<DateTime<Utc>> {
        let is_exempt = self.is_exempt_from_sweep && self.is_best_before();
        (!is_exempt).then(|| self.reminders_end_at())
    }

    /// Returns when reminders stop to name it: when it is swept, or would be.
    pub fn reminders_end_at(&self) -> DateTime<Utc> {
        freshness::sweep_at(self.details.expires_at, self.grace_until)
    }

    /// Returns when it last got its status, date or grace period. A change of the state whose time is ahead, by a
    /// device's clock, does not count.
    pub fn last_changed_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let grace_began_at = self.grace_until.map(|until| until - freshness::GRACE);
        let keeps_date = self.state.before.as_ref().is_some_and(|before| before.expires_at == self.details.expires_at);
        let dated_at = self.state.changed_at.filter(|at| *at <= now && !keeps_date);
        dated_at.into_iter().chain(grace_began_at).fold(self.changed_at, DateTime::max)
    }

    fn is_swept(&self, now: DateTime<Utc>) -> bool {
        self.stored_status == ItemStatus::Active && self.sweep_at().is_some_and(|sweep_at| now >= sweep_at)
    }

    /// Returns true if it was removed because of its date, and not by a person.
    pub fn was_swept(&self, now: DateTime<Utc>) -> bool {
        let is_stored = self.stored_status == ItemStatus::Deleted && self.outcome.is_none();
        self.is_swept(now) || is_stored && self.sweep_at() == Some(self.changed_at)
    }

    pub fn status_at(&self, now: DateTime<Utc>) -> ItemStatus {
        if self.is_swept(now) { ItemStatus::Deleted } else { self.stored_status }
    }

    pub fn archive(&self, outcome: Option<Outcome>, now: DateTime<Utc>) -> Result<Self, ItemError> {
        self.deactivate(ItemStatus::Archived, outcome, now)
    }

    pub fn delete(&self, outcome: Option<Outcome>, now: DateTime<Utc>) -> Result<Self, ItemError> {
        self.deactivate(ItemStatus::Deleted, outcome, now)
    }

    fn deactivate(&self, status: ItemStatus, outcome: Option<Outcome>, now: DateTime<Utc>) -> Result<Self, ItemError> {
        if self.status_at(now) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        Ok(Self { stored_status: status, outcome, changed_at: now, ..self.next() })
    }

    /// Returns the swept item: deleted, as of its sweep time. Clients see no difference.
    pub fn sweep(&self, now: DateTime<Utc>) -> Option<Self> {
        let changed_at = self.sweep_at().filter(|_| self.is_swept(now))?;
        Some(Self { stored_status: ItemStatus::Deleted, changed_at, ..self.next() })
    }

    /// Returns the version of an active item that is not swept after its best-before date, if it was stored before that
    /// rule.
    pub fn exempt_from_sweep(&self, now: DateTime<Utc>) -> Option<Self> {
        (!self.is_exempt_from_sweep && self.is_best_before() && self.status_at(now) == ItemStatus::Active)
            .then(|| self.next())
    }

    /// Restores the item to active. A swept item gets a grace period; its `expires_at` does not change.
    pub fn restore(&self, now: DateTime<Utc>) -> Result<Self, ItemError> {
        if self.status_at(now) == ItemStatus::Active {
            return Err(ItemError::AlreadyActive);
        }
        let restored = Self { stored_status: ItemStatus::Active, outcome: None, changed_at: now, ..self.next() };
        Ok(restored.with_grace_if_past(now))
    }

    pub fn edit(&self, mut details: Details, mut stated: StorageAndDate, now: LocalTime) -> Result<Self, ItemError> {
        if self.status_at(now.at) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        let is_renamed = details.name != self.details.name;
        let kind = if is_renamed { shelf_life::kind_of(&details.name) } else { self.kind };
        let mut state = self.state.clone();
        let ending = |moment| day_ending_at(moment, now.zone);
        let day = ending(self.details.expires_at);
        if day.is_some() && day == ending(details.expires_at) {
            // A computed day that a client sends back as it got it is not a choice. If the larder moved meanwhile, the
            // day ends at another moment.
            details.expires_at = self.details.expires_at;
            stated.expires_on = None;
        } else if details.expires_at != self.details.expires_at {
            // The user chose the date.
            (state.reason, state.before, state.changed_at, state.expires_on) = (None, None, Some(now.at), None);
        }
        state.expires_on = stated.expires_on.or(state.expires_on);
        if let Some(storage) = stated.storage {
            // A client that does not support own places sends the storage that it received.
            if stated.own_place.is_some() || storage != self.storage() {
                state.own_place = stated.own_place;
            }
            state.storage = Some(storage);
        }
        state.date_kind = stated.date_kind.unwrap_or(state.date_kind);
        // The user has checked the receipt line by editing the item.
        let receipt_line =
            self.receipt_line.clone().map(|receipt_line| ReceiptLine { confidence: 1.0, ..receipt_line });
        let edited = Self { details, kind, state, receipt_line, ..self.next() };
        let loses_exemption = self.is_best_before() && !edited.is_best_before();
        Ok(if loses_exemption { edited.with_grace_if_past(now.at) } else { edited })
    }

    /// Returns the shelf life data of the item.
    pub fn storage_guide(&self) -> StorageGuide {
        StorageGuide::of(self.kind, &self.details.category)
    }

    pub fn storage(&self) -> Storage {
        self.state.storage.unwrap_or_else(|| storage_guide::usual_place(self.kind, &self.details.category))
    }

    /// Returns true for one package used bit by bit (a bottle, a kilogram of flour), and false for four tubs.
    pub fn is_one_package(&self) -> bool {
        const MEASURES: [&str; 7] = ["g", "kg", "ml", "cl", "l", "oz", "lb"];
        self.details.quantity <= Quantity::ONE || MEASURES.contains(&self.details.unit.as_str())
    }

    /// Applies a change of the food state that happened `at` a time; `None` if nothing changes.
    pub fn apply_event(&self, event: Event, at: DateTime<Utc>, now: LocalTime) -> Result<Option<Self>, ItemError> {
        if self.status_at(now.at) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        let clamped = LocalTime { at: at.max(self.created_at).min(now.at), ..now };
        let event = match event {
            Event::Used { left, opens } => Event::Used { left, opens: opens && self.is_one_package() },
            event => event,
        };
        let mut dated = self.state.apply(event, self.details.expires_at, &self.storage_guide(), clamped)?;
        if dated.state == self.state {
            return Ok(None);
        }
        if !matches!(event, Event::Undone { .. }) {
            dated.state.changed_at = Some(at);
        } else if dated.expires_at != self.details.expires_at {
            // An item that becomes due after the hour, also by an undo, causes no reminder.
            dated.state.changed_at = Some(now.at);
        }
        let details = Details { expires_at: dated.expires_at, ..self.details.clone() };
        Ok(Some(Self { details, state: dated.state, ..self.next() }))
    }

    /// Returns an archived or deleted item as bought again, by a later scan or because its scan is added once more.
    /// Leaves out price and receipt line, which are those of the earlier purchase.
    pub fn renew(&self, session: Option<SessionId>, details: Details, now: DateTime<Utc>) -> Self {
        let mut past: Vec<ItemEnding> = self.past.iter().cloned().chain(self.ending(now)).collect();
        past.drain(..past.len().saturating_sub(MAX_PAST_ENDINGS));
        Self {
            scan_session_id: session,
            kind: shelf_life::kind_of(&details.name),
            state: FoodState::default(),
            price: None,
            purchased_on: None,
            details,
            receipt_line: None,
            stored_status: ItemStatus::Active,
            changed_at: now,
            grace_until: None,
            outcome: None,
            past,
            ..self.next()
        }
    }

    /// Returns how and when it ended; `None` for active items and for those archived in time without an outcome.
    pub fn ending(&self, now: DateTime<Utc>) -> Option<ItemEnding> {
        if self.status_at(now) == ItemStatus::Active {
            return None;
        }
        let expires_at = self.details.expires_at;
        let (at, end) = match (self.outcome, self.stored_status) {
            (Some(Outcome::Used), _) => (self.changed_at, Ending::Used),
            (Some(Outcome::Tossed), _) => (self.changed_at, Ending::Tossed),
            (Some(Outcome::Misread), _) => return None,
            (None, ItemStatus::Active) => (expires_at, Ending::Expired),
            (None, _) => (self.changed_at >= expires_at).then_some((expires_at, Ending::Expired))?,
        };
        Some(ItemEnding { at, end, price: self.price.clone(), left: self.state.left })
    }

    /// Moves an estimated date by `days`, because the day of purchase changed. `None` for a printed or chosen date, a
    /// date after opening or freezing, and an inactive item.
    pub fn with_purchase_day(&self, days: i64, purchased_on: NaiveDate, now: DateTime<Utc>, zone: Tz) -> Option<Self> {
        let state = &self.state;
        let is_estimate = state.date_kind == DateKind::Estimate && state.expires_on.is_none() && state.reason.is_none();
        let is_untouched = state.opened_at.is_none() && state.frozen_at.is_none() && state.thawed_at.is_none();
        if self.status_at(now) != ItemStatus::Active || !is_estimate || !is_untouched {
            return None;
        }
        let expires_at = end_of_day_after(self.expiry(zone).day(zone), days, zone);
        let details = Details { expires_at, ..self.details.clone() };
        // An undo of an earlier change would take the date back.
        let state = FoodState { before: None, changed_at: Some(now), ..self.state.clone() };
        let item = Self { details, state, purchased_on: Some(purchased_on), ..self.next() };
        Some(item.with_grace_if_past(now))
    }

    /// Gives an item that would be swept now two more days; ends an earlier grace period of another one.
    pub fn with_grace_if_past(self, now: DateTime<Utc>) -> Self {
        let is_past = now >= freshness::sweep_at(self.details.expires_at, None);
        Self { grace_until: is_past.then(|| now + freshness::GRACE), ..self }
    }

    fn next(&self) -> Self {
        Self { version: self.version + 1, is_exempt_from_sweep: true, ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
