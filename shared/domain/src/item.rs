//! The tracker item: what it holds and which changes it allows.

use super::food_state::{DateKind, Event, FoodState, StateError};
use super::freshness::{self, Freshness};
use super::id::{ItemId, SessionId, UserId};
use super::invalid::Invalid;
use super::keeping::{self, Keeps};
use super::quantity::Quantity;
use super::shelf_life::{self, Kind, Storage};
use super::{text, timestamp};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

pub const DEFAULT_SHELF_LIFE_DAYS: u32 = 7;
pub const DEFAULT_UNIT: &str = "item";
pub const DEFAULT_CATEGORY: &str = "Other";
/// Ten years: wine and salt keep that long, and a larger number is a slip of the finger.
pub const LONGEST_SHELF_LIFE_DAYS: u32 = 3_650;
/// How many active items a user can have.
pub const MOST_ACTIVE: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemStatus {
    Active,
    Archived,
    Deleted,
}

/// How an item left the tracker, where somebody said so. Feeds the statistics of what was eaten and what was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Used,
    Tossed,
}

/// What the receipt said, kept beside what was made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The receipt's own line.
    pub raw_text: String,
    /// 0 to 1.
    pub confidence: f32,
}

/// What a receipt's line cost, in the smallest part of the currency that prices are printed in: cents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    pub cents: i64,
    /// ISO 4217, where the receipt tells it.
    pub currency: Option<String>,
}

impl Price {
    /// The same as a number of whole units: 2.49.
    pub fn units(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "no receipt's price has 2^53 cents")]
        let cents = self.cents as f64;
        cents / 100.0
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub id: ItemId,
    pub user: UserId,
    pub scan_session_id: Option<SessionId>,
    pub details: Details,
    /// What the vocabulary takes it for, by its name.
    pub kind: Option<&'static Kind<'static>>,
    pub state: FoodState,
    pub price: Option<Price>,
    pub created_at: DateTime<Utc>,
    /// As stored. What a reader should be told is [`Item::status_at`]: an item long expired reads as deleted.
    pub stored_status: ItemStatus,
    /// When it was last archived, deleted or restored.
    pub changed_at: DateTime<Utc>,
    pub grace_until: Option<DateTime<Utc>>,
    pub outcome: Option<Outcome>,
    pub reading: Option<Reading>,
    /// Counts the writes; a write names the version it saw, so that no update is lost.
    pub version: u64,
}

/// What a person can edit.
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

/// What a person says of where it is and of its day.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kept {
    pub storage: Option<Storage>,
    pub date_kind: Option<DateKind>,
}

/// The same as a client sends it, every field unchecked.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub name: Option<String>,
    pub category: Option<String>,
    pub quantity: Option<f64>,
    pub unit: Option<String>,
    pub shelf_life_days: Option<i64>,
    pub expires_at: Option<String>,
    pub notes: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ItemError {
    #[error("This item is no longer active. Restore it first.")]
    NotActive,
    #[error("This item is active already.")]
    AlreadyActive,
    #[error(transparent)]
    State(#[from] StateError),
}

impl Draft {
    /// A new item: only the name is needed, all else has its default.
    pub fn for_new(self, now: DateTime<Utc>) -> Result<Details, Invalid> {
        let name = text::required("name", self.name.as_deref().unwrap_or(""), text::NAME, "Please fill in item name.")?;
        let category = text::optional("category", self.category.as_deref(), text::CATEGORY)?
            .unwrap_or_else(|| DEFAULT_CATEGORY.into());
        let quantity = self.quantity.map_or(Ok(Quantity::ONE), |q| Quantity::from_number("quantity", q))?;
        let unit = text::optional("unit", self.unit.as_deref(), text::UNIT)?.unwrap_or_else(|| DEFAULT_UNIT.into());
        let shelf_life_days = self.shelf_life_days.map_or(Ok(DEFAULT_SHELF_LIFE_DAYS), shelf_life)?;
        let expires_at = match &self.expires_at {
            Some(time) => timestamp::parse("expiresAt", time)?,
            None => now + TimeDelta::days(i64::from(shelf_life_days)),
        };
        let notes = text::paragraph("notes", self.notes.as_deref(), text::NOTES)?;
        Ok(Details { name, category, quantity, unit, shelf_life_days, expires_at, notes })
    }

    /// An edit: name and category are needed (§5), what is left out stays as it was.
    pub fn for_edit(self, present: &Details) -> Result<Details, Invalid> {
        const MISSING: &str = "Please fill in item name and category.";
        let name = text::required("name", self.name.as_deref().unwrap_or(""), text::NAME, MISSING)?;
        let category = text::required("category", self.category.as_deref().unwrap_or(""), text::CATEGORY, MISSING)?;
        let quantity = self.quantity.map_or(Ok(present.quantity), |q| Quantity::from_number("quantity", q))?;
        let unit = text::optional("unit", self.unit.as_deref(), text::UNIT)?.unwrap_or_else(|| present.unit.clone());
        let shelf_life_days = self.shelf_life_days.map_or(Ok(present.shelf_life_days), shelf_life)?;
        let expires_at =
            self.expires_at.as_deref().map_or(Ok(present.expires_at), |time| timestamp::parse("expiresAt", time))?;
        let notes = match self.notes {
            Some(notes) => text::paragraph("notes", Some(&notes), text::NOTES)?,
            None => present.notes.clone(),
        };
        Ok(Details { name, category, quantity, unit, shelf_life_days, expires_at, notes })
    }
}

fn shelf_life(days: i64) -> Result<u32, Invalid> {
    u32::try_from(days)
        .ok()
        .filter(|days| (1..=LONGEST_SHELF_LIFE_DAYS).contains(days))
        .ok_or_else(|| Invalid::new("shelfLifeDays", "The shelf life must be between 1 and 3650 days."))
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
            stored_status: ItemStatus::Active,
            changed_at: now,
            grace_until: None,
            outcome: None,
            reading: None,
            version: 1,
        }
    }

    #[must_use]
    pub fn kept(mut self, kept: Kept) -> Self {
        self.state.storage = kept.storage;
        self.state.date_kind = kept.date_kind.unwrap_or_default();
        self
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

    /// What an item becomes once it is past its sweep: deleted, from that moment on. Nothing that a reader is told changes by it.
    pub fn sweep(&self, now: DateTime<Utc>) -> Option<Self> {
        let past = self.stored_status == ItemStatus::Active && now >= self.sweep_at();
        past.then(|| Self { stored_status: ItemStatus::Deleted, changed_at: self.sweep_at(), ..self.next() })
    }

    /// Back to active. What is past its sweep is given a grace; its `expires_at` stays true.
    pub fn restore(&self, now: DateTime<Utc>) -> Result<Self, ItemError> {
        if self.status_at(now) == ItemStatus::Active {
            return Err(ItemError::AlreadyActive);
        }
        let past = now >= freshness::sweep_at(self.details.expires_at, None);
        let grace_until = past.then(|| now + freshness::GRACE);
        Ok(Self { stored_status: ItemStatus::Active, outcome: None, changed_at: now, grace_until, ..self.next() })
    }

    pub fn edit(&self, details: Details, kept: Kept, now: DateTime<Utc>) -> Result<Self, ItemError> {
        if self.status_at(now) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        let renamed = details.name != self.details.name;
        let kind = if renamed { shelf_life::kind_of(&details.name) } else { self.kind };
        let mut state = self.state.clone();
        if details.expires_at != self.details.expires_at {
            // The day is this person's now.
            (state.reason, state.before) = (None, None);
        }
        state.storage = kept.storage.or(state.storage);
        state.date_kind = kept.date_kind.unwrap_or(state.date_kind);
        Ok(Self { details, kind, state, ..self.next() })
    }

    /// What is known of how long it keeps.
    pub fn keeps(&self) -> Keeps {
        Keeps::of(self.kind, &self.details.category)
    }

    pub fn storage(&self) -> Storage {
        self.state.storage.unwrap_or_else(|| keeping::usual_place(self.kind, &self.details.category))
    }

    /// Opened, frozen, thawed, moved, or the last of these taken back. `None` where that changes nothing.
    pub fn happened(&self, event: Event, at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Option<Self>, ItemError> {
        if self.status_at(now) != ItemStatus::Active {
            return Err(ItemError::NotActive);
        }
        let at = at.max(self.created_at).min(now);
        let dated = self.state.after(event, self.details.expires_at, &self.keeps(), at)?;
        if dated.state == self.state {
            return Ok(None);
        }
        let details = Details { expires_at: dated.expires_at, ..self.details.clone() };
        Ok(Some(Self { details, state: dated.state, ..self.next() }))
    }

    /// Bought again: a later scan found what was archived or deleted, or a past session is put into the tracker again.
    pub fn renew(
        &self,
        session: Option<SessionId>,
        details: Details,
        reading: Option<Reading>,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            scan_session_id: session,
            kind: shelf_life::kind_of(&details.name),
            state: FoodState::default(),
            price: None,
            details,
            reading,
            stored_status: ItemStatus::Active,
            changed_at: now,
            grace_until: None,
            outcome: None,
            ..self.next()
        }
    }

    fn next(&self) -> Self {
        Self { version: self.version + 1, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_800_000_000_000).unwrap()
    }

    fn item(expires_in: TimeDelta) -> Item {
        let draft = Draft {
            name: Some("Milk".into()),
            expires_at: Some(timestamp::iso(now() + expires_in)),
            ..Draft::default()
        };
        Item::new(ItemId(Uuid::nil()), UserId::parse("u").unwrap(), None, draft.for_new(now()).unwrap(), now())
    }

    #[test]
    fn a_new_item_needs_only_a_name() {
        let details = Draft { name: Some(" Milk ".into()), ..Draft::default() }.for_new(now()).unwrap();
        assert_eq!(
            (details.name.as_str(), details.category.as_str(), details.unit.as_str()),
            ("Milk", "Other", "item")
        );
        assert_eq!(details.expires_at, now() + TimeDelta::days(7));
        assert_eq!(Draft::default().for_new(now()).unwrap_err(), Invalid::new("name", "Please fill in item name."));
    }

    #[test]
    fn archiving_twice_is_refused() {
        let archived = item(TimeDelta::days(5)).archive(None, now()).unwrap();
        assert_eq!(archived.version, 2);
        assert_eq!(archived.archive(None, now()), Err(ItemError::NotActive));
        assert_eq!(archived.restore(now()).unwrap().status_at(now()), ItemStatus::Active);
    }

    #[test]
    fn two_days_after_expiry_it_reads_as_deleted() {
        let milk = item(TimeDelta::zero());
        assert_eq!(milk.status_at(now() + TimeDelta::days(2) - TimeDelta::milliseconds(1)), ItemStatus::Active);
        assert_eq!(milk.status_at(now() + TimeDelta::days(2)), ItemStatus::Deleted);
    }

    #[test]
    fn the_sweep_writes_down_what_is_read_anyway() {
        let milk = item(TimeDelta::zero());
        assert_eq!(milk.sweep(now() + TimeDelta::days(2) - TimeDelta::milliseconds(1)), None);
        let later = now() + TimeDelta::days(5);
        let swept = milk.sweep(later).unwrap();
        assert_eq!((swept.status_at(later), swept.changed_at), (ItemStatus::Deleted, now() + TimeDelta::days(2)));
        assert_eq!(swept.sweep(later), None);
        assert_eq!(swept.restore(later).unwrap().grace_until, milk.restore(later).unwrap().grace_until);
        assert_eq!(milk.archive(None, now()).unwrap().sweep(later), None, "what was archived stays archived");
    }

    #[test]
    fn a_late_restore_has_two_days_of_grace_and_keeps_its_date() {
        let later = now() + TimeDelta::days(10);
        let restored = item(TimeDelta::zero()).restore(later).unwrap();
        assert_eq!(restored.details.expires_at, now());
        assert_eq!(restored.status_at(later + TimeDelta::days(2) - TimeDelta::milliseconds(1)), ItemStatus::Active);
        assert_eq!(restored.status_at(later + TimeDelta::days(2)), ItemStatus::Deleted);
    }

    #[test]
    fn an_early_restore_needs_no_grace() {
        let archived = item(TimeDelta::days(5)).archive(None, now()).unwrap();
        assert_eq!(archived.restore(now()).unwrap().grace_until, None);
    }

    #[test]
    fn an_edit_keeps_what_is_left_out() {
        let milk = item(TimeDelta::days(5));
        let draft = Draft { name: Some("Oat milk".into()), category: Some("Beverages".into()), ..Draft::default() };
        let edited = draft.for_edit(&milk.details).unwrap();
        assert_eq!((edited.expires_at, edited.quantity), (milk.details.expires_at, milk.details.quantity));
        let missing = Draft { name: Some("Milk".into()), ..Draft::default() }.for_edit(&milk.details).unwrap_err();
        assert_eq!(missing, Invalid::new("category", "Please fill in item name and category."));
    }

    #[test]
    fn shelf_life_stays_within_ten_years() {
        for bad in [0, -1, 3_651, i64::MAX, i64::MIN] {
            let draft = Draft { name: Some("Salt".into()), shelf_life_days: Some(bad), ..Draft::default() };
            assert_eq!(draft.for_new(now()).unwrap_err().field, "shelfLifeDays", "{bad}");
        }
    }
}
