//! An item of another program's stock.

use super::plan::Problem;
use super::reading::Reading;
use super::values::noon_of;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::{day_of, end_of_day_after, last_moment_of};
use domain::food_state::{DateKind, FoodState};
use domain::freshness::GRACE;
use domain::id::ItemId;
use domain::item::{Item, ItemStatus, MAX_SHELF_LIFE_DAYS};
use domain::own_place::OwnPlace;
use domain::shelf_life::Storage;
use domain::timestamp::iso;
use domain::unchecked_item::UncheckedItem;

/// A row of a stock, in any format.
pub struct StockRow<'a> {
    /// All fields but the expiry date and the shelf life.
    pub draft: UncheckedItem,
    pub added: Option<NaiveDate>,
    pub expires_on: Option<NaiveDate>,
    /// The shelf life that the file states.
    pub shelf_life_days: Option<i64>,
    /// The shelf life of a row without one and without an expiry date.
    pub default_days: i64,
    pub date_kind: DateKind,
    pub storage: Option<Storage>,
    pub own_place: Option<&'a OwnPlace>,
    pub opened_at: Option<DateTime<Utc>>,
}

impl StockRow<'_> {
    pub fn into_item(self, id: ItemId, reading: &Reading) -> Result<Item, Problem> {
        let Reading { zone, now, .. } = *reading;
        let added = self.added.and_then(|day| noon_of(day, zone)).unwrap_or(now).min(now);
        let expires = self.expires_on.and_then(|day| last_moment_of(day, zone));
        let days = self.shelf_life_days.or_else(|| expires.map(|at| (at - added).num_days()));
        let days = days.unwrap_or(self.default_days).clamp(1, i64::from(MAX_SHELF_LIFE_DAYS));
        let expires_at = expires.unwrap_or_else(|| end_of_day_after(day_of(added, zone), days, zone));
        let draft = UncheckedItem { shelf_life_days: Some(days), expires_at: Some(iso(expires_at)), ..self.draft };
        let item = Item::new(id, reading.user.clone(), None, draft.for_new(now, zone)?, now);
        let item = Item { created_at: added, ..item };
        let storage = self.storage.filter(|storage| *storage != item.storage());
        let state = FoodState {
            storage: self.own_place.map(|place| place.storage).or(storage),
            own_place: self.own_place.map(|place| place.id),
            date_kind: self.date_kind,
            expires_on: expires.and(self.expires_on),
            opened_at: self.opened_at.map(|at| at.clamp(added, now)),
            ..FoodState::default()
        };
        // Long expired items are shown instead of being swept unseen.
        let is_past = item.status_at(now) != ItemStatus::Active;
        Ok(Item { grace_until: is_past.then(|| now + GRACE), state, ..item })
    }
}
