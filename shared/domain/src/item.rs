//! The tracker item and its state changes.

use super::calendar_day::{day_of, end_of_day_after};
use super::ending::{EndedItem, Ending, MAX_REMEMBERED};
use super::food_state::{DateKind, Event, FoodState, StateError};
use super::freshness::{self, Freshness};
use super::id::{ItemId, PlaceId, SessionId, UserId};
use super::price::Price;
use super::quantity::Quantity;
use super::shelf_life::{self, Kind, Storage};
use super::storage_guide::{self, StorageGuide};
use super::stored::Stored;
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

pub const DEFAULT_SHELF_LIFE_DAYS: u32 = 7;
pub const DEFAULT_UNIT: &str = "item";
pub const DEFAULT_CATEGORY: &str = "Other";
/// Ten years: wine and salt keep that long, and a larger number is a slip of the finger.
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

/// How an item left the tracker, if the user said so. Input of the statistics of used and wasted food.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Used,
    Tossed,
    /// It was never there: the line of the receipt was misread, or is no food.
    Misread,
}

/// The receipt's data, stored beside the item's.
#[derive(Clone, Debug, PartialEq)]
pub struct ReceiptLine {
    /// The receipt's own line.
    pub raw_text: String,
    /// 0 to 1; 1 after an edit.
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
    /// The day of the receipt that its shelf life is counted from.
    pub purchased_on: Option<NaiveDate>,
    /// The stored status. Clients get [`Item::status_at`]: an item long expired reads as deleted.
    pub stored_status: ItemStatus,
    /// When it was last archived, deleted or restored.
    pub changed_at: DateTime<Utc>,
    pub grace_until: Option<DateTime<Utc>>,
    pub outcome: Option<Outcome>,
    /// Earlier endings, one for each time it was bought again.
    pub past: Vec<EndedItem>,
    pub receipt_line: Option<ReceiptLine>,
    /// Counts the writes; a write names the version it saw, so that no update is lost.
    pub version: u64,
    pub stored: Stored,
}

/// The editable fields of an item.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    pub name: String,
    pub category: String,
    pub quantity: Quantity,
    pub unit: String,
    pub shelf_life_days: u32,
    pub expires_at: DateTime<Utc>,
    pub notes: Option<String>,
}

/// The user's statements about storage place and date.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StorageAndDate {
    pub storage: Option<Storage>,
    /// The own place, if it is one; its storage is then `storage`.
    pub own_place: Option<PlaceId>,
    pub date_kind: Option<DateKind>,
    /// The calendar day of which `expires_at` is the end.
    pub expires_on: Option<NaiveDate>,
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
            outcome: None,
            past: vec![],
            receipt_line: None,
            version: 1,
            stored: Stored::default(),
        }
    }

    #[must_use]
    pub fn kept(mut self, kept: StorageAndDate) -> Self {
        self.state.storage = kept.storage;
        self.state.own_place = kept.own_place;
        self.state.date_kind = kept.date_kind.unwrap_or_default();
        self.state.expires_on = kept.expires_on;
        self
    }

    /// The calendar day on which it expires: the one that was picked, or that of the moment in the given time zone.
    pub fn expiry_day(&self, zone: Tz) -> NaiveDate {
        self.state.expires_on.unwrap_or_else(|| day_of(self.details.expires_at, zone))
    }

    pub fn freshness(&self, now: DateTime<Utc>) -> Freshness {
        freshness::freshness(self.details.expires_at, now)
    }

    /// When an active item starts to read as deleted.
    pub fn sweep_at(&self) -> DateTime<Utc> {
        freshness::sweep_at(self.details.expires_at, self.grace_until)
    }

    pub fn status_at(&self, now: DateTime<Utc>) -> ItemStatus {
        match self.stored_status {
            ItemStatus::Active if now >= self.sweep_at() => ItemStatus::Deleted,
            status => status,
        }
    }

    pub fn archive(&self, outcome: Option<Outcome>, now: DateTime<Utc>) -> Result<Self, ItemError> {
        self.leave(ItemStatus::Archived, outcome, now)
    }

    pub fn delete(&self, outcome: Option<Outcome>, now: DateTime<Utc>) -> Result<Self, ItemError> {
        self.leave(ItemStatus::Deleted, outcome, now)
    }

    fn leave(&self, status: ItemStatus, outcome: Option<Outcome>, now: DateTime<Utc>) -> Result<Self, ItemError> {
        if self.status_at(now) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        Ok(Self { stored_status: status, outcome, changed_at: now, ..self.next() })
    }

    /// Returns the item after its sweep: deleted, as of that time. Clients see no difference.
    pub fn sweep(&self, now: DateTime<Utc>) -> Option<Self> {
        let past = self.stored_status == ItemStatus::Active && now >= self.sweep_at();
        past.then(|| Self { stored_status: ItemStatus::Deleted, changed_at: self.sweep_at(), ..self.next() })
    }

    /// Restores the item to active. A swept item gets a grace period; its `expires_at` does not change.
    pub fn restore(&self, now: DateTime<Utc>) -> Result<Self, ItemError> {
        if self.status_at(now) == ItemStatus::Active {
            return Err(ItemError::AlreadyActive);
        }
        let past = now >= freshness::sweep_at(self.details.expires_at, None);
        let grace_until = past.then(|| now + freshness::GRACE);
        Ok(Self { stored_status: ItemStatus::Active, outcome: None, changed_at: now, grace_until, ..self.next() })
    }

    pub fn edit(&self, details: Details, kept: StorageAndDate, now: DateTime<Utc>) -> Result<Self, ItemError> {
        if self.status_at(now) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        let renamed = details.name != self.details.name;
        let kind = if renamed { shelf_life::kind_of(&details.name) } else { self.kind };
        let mut state = self.state.clone();
        if details.expires_at != self.details.expires_at {
            // The day is this person's now.
            (state.reason, state.before, state.changed_at, state.expires_on) = (None, None, None, None);
        }
        state.expires_on = kept.expires_on.or(state.expires_on);
        if let Some(storage) = kept.storage {
            // A client that knows of no own places sends the storage that it got.
            if kept.own_place.is_some() || storage != self.storage() {
                state.own_place = kept.own_place;
            }
            state.storage = Some(storage);
        }
        state.date_kind = kept.date_kind.unwrap_or(state.date_kind);
        // An edit counts as a check: the reading needs no further confirmation.
        let receipt_line =
            self.receipt_line.clone().map(|receipt_line| ReceiptLine { confidence: 1.0, ..receipt_line });
        Ok(Self { details, kind, state, receipt_line, ..self.next() })
    }

    /// Returns the known shelf life data of the item.
    pub fn keeps(&self) -> StorageGuide {
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

    /// Opened, frozen, thawed, moved, used in part, or the last of these taken back. `None` where that changes nothing.
    pub fn happened(
        &self,
        event: Event,
        at: DateTime<Utc>,
        now: DateTime<Utc>,
        zone: Tz,
    ) -> Result<Option<Self>, ItemError> {
        if self.status_at(now) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        let reported_at = at;
        let at = at.max(self.created_at).min(now);
        let event = match event {
            Event::Used { left, opens } => Event::Used { left, opens: opens && self.is_one_package() },
            event => event,
        };
        let mut dated = self.state.after(event, self.details.expires_at, &self.keeps(), at, zone)?;
        if dated.state == self.state {
            return Ok(None);
        }
        if !matches!(event, Event::Undone { .. }) {
            dated.state.changed_at = Some(reported_at);
        }
        let details = Details { expires_at: dated.expires_at, ..self.details.clone() };
        Ok(Some(Self { details, state: dated.state, ..self.next() }))
    }

    /// Bought again: a later scan found an archived or deleted item, or a past session was re-added.
    pub fn renew(
        &self,
        session: Option<SessionId>,
        details: Details,
        receipt_line: Option<ReceiptLine>,
        now: DateTime<Utc>,
    ) -> Self {
        let mut past: Vec<EndedItem> = self.past.iter().cloned().chain(self.ending(now)).collect();
        past.drain(..past.len().saturating_sub(MAX_REMEMBERED));
        Self {
            scan_session_id: session,
            kind: shelf_life::kind_of(&details.name),
            state: FoodState::default(),
            price: None,
            purchased_on: None,
            details,
            receipt_line,
            stored_status: ItemStatus::Active,
            changed_at: now,
            grace_until: None,
            outcome: None,
            past,
            ..self.next()
        }
    }

    /// Returns how and when it ended; `None` for active items and for those archived in time without an outcome.
    pub fn ending(&self, now: DateTime<Utc>) -> Option<EndedItem> {
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
        Some(EndedItem { at, end, price: self.price.clone(), left: self.state.left })
    }

    /// Counts the shelf life from another day of purchase. `None` for an item with a date of its own (a printed or
    /// chosen one, or that of opening or freezing), and for an inactive one.
    pub fn bought(&self, later: i64, purchased_on: NaiveDate, now: DateTime<Utc>, zone: Tz) -> Option<Self> {
        let state = &self.state;
        let is_estimate = state.date_kind == DateKind::Estimate && state.expires_on.is_none() && state.reason.is_none();
        let is_untouched = state.opened_at.is_none() && state.frozen_at.is_none() && state.thawed_at.is_none();
        if self.status_at(now) != ItemStatus::Active || !is_estimate || !is_untouched {
            return None;
        }
        let expires_at = end_of_day_after(day_of(self.details.expires_at, zone), later, zone);
        let details = Details { expires_at, ..self.details.clone() };
        let item = Self { details, purchased_on: Some(purchased_on), ..self.next() };
        Some(item.with_grace_if_past(now))
    }

    /// An item that is long expired when it is added is shown for two days before it is swept.
    pub fn with_grace_if_past(self, now: DateTime<Utc>) -> Self {
        let is_past = now >= freshness::sweep_at(self.details.expires_at, None);
        Self { grace_until: is_past.then(|| now + freshness::GRACE), ..self }
    }

    fn next(&self) -> Self {
        Self { version: self.version + 1, ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
