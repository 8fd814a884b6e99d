//! An item of another program's stock.

use super::plan::Problem;
use super::reading::Reading;
use super::values::noon_of;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::{day_of, end_of_day_after, last_moment_of};
use domain::category::Category;
use domain::food_state::{DateKind, FoodState};
use domain::freshness::GRACE;
use domain::id::ItemId;
use domain::item::{Item, ItemStatus, MAX_SHELF_LIFE_DAYS};
use domain::own_place::OwnPlace;
use domain::shelf_life::{self, ShelfLife, Storage, UNKNOWN};
use domain::storage_guide::{self, StorageGuide};
use domain::timestamp::iso;
use domain::unchecked_item::UncheckedItem;

/// A row of a stock, in any format.
pub struct StockRow<'a> {
    /// All fields but the expiry date and the shelf life; the category is the file's.
    pub draft: UncheckedItem,
    /// Category, place and days of the food that its name means.
    pub shelf_life: ShelfLife,
    pub added: Option<NaiveDate>,
    pub expires_on: Option<NaiveDate>,
    pub never_expires: bool,
    /// The shelf life that the file states.
    pub shelf_life_days: Option<i64>,
    pub date_kind: DateKind,
    /// The place, or a state that needs one ("frozen").
    pub storage: Option<Storage>,
    pub own_place: Option<&'a OwnPlace>,
    pub opened_at: Option<DateTime<Utc>>,
}

impl StockRow<'_> {
    /// Returns category, place and days of a row without a date. Where they disagree, the place leads, then the name;
    /// the category of another program, even one that is called like ours, counts only for an unknown name.
    fn usual(&self) -> (String, Storage, i64) {
        let own = self.draft.category.clone().unwrap_or_else(|| self.shelf_life.category.as_str().to_owned());
        let is_known = self.shelf_life != UNKNOWN;
        let is_contradicted = |category: Category| {
            is_known && category != self.shelf_life.category
                || category == Category::Frozen && self.storage.is_some_and(|place| place != Storage::Freezer)
        };
        let meant = Some(Category::of(&own)).filter(|category| !is_contradicted(*category));
        let meant = meant.unwrap_or(self.shelf_life.category);
        // Free text is kept: it says nothing about how long food keeps.
        let category = if Category::of(&own) == Category::Other { own } else { meant.as_str().to_owned() };
        let kind = shelf_life::kind_of(self.draft.name.as_deref().unwrap_or_default());
        let guide = StorageGuide::of(kind, meant.as_str());
        let usual = if is_known { self.shelf_life.storage } else { storage_guide::usual_place(None, meant.as_str()) };
        let place = self.storage.unwrap_or(usual);
        let days = match place {
            place if is_known && place == self.shelf_life.storage => self.shelf_life.days,
            Storage::Freezer => guide.frozen.days,
            place => guide.days_in(place).unwrap_or(self.shelf_life.days),
        };
        let days = if self.never_expires { i64::from(MAX_SHELF_LIFE_DAYS) } else { i64::from(days) };
        (category, place, days)
    }

    pub fn into_item(self, id: ItemId, reading: &Reading) -> Result<Item, Problem> {
        let Reading { zone, now, .. } = *reading;
        let added = self.added.and_then(|day| noon_of(day, zone)).unwrap_or(now).min(now);
        let expires = self.expires_on.and_then(|day| last_moment_of(day, zone));
        let days = self.shelf_life_days.or_else(|| expires.map(|at| (at - added).num_days()));
        let (category, place, usual_days) = self.usual();
        let days = days.unwrap_or(usual_days).clamp(1, i64::from(MAX_SHELF_LIFE_DAYS));
        let expires_at = expires.unwrap_or_else(|| end_of_day_after(day_of(added, zone), days, zone));
        let (category, expires_at) = (Some(category), Some(iso(expires_at)));
        let draft = UncheckedItem { category, shelf_life_days: Some(days), expires_at, ..self.draft };
        let item = Item::new(id, reading.user.clone(), None, draft.for_new(now, zone)?, now);
        let item = Item { created_at: added, ..item };
        let storage = Some(place).filter(|place| *place != item.storage());
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
