//! Validates an item as a client sends it.

use super::calendar_day::{Tz, day_of, end_of_day_after};
use super::food_state::{DateKind, FoodState, FractionLeft};
use super::invalid::Invalid;
use super::item::{Details, MAX_SHELF_LIFE_DAYS, StorageAndDate};
use super::quantity::Quantity;
use super::shelf_life::Storage;
use super::{text, timestamp};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

/// An item to create, or the fields to change.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ItemDraft, example = json!({"name": "Whole milk", "category": "Dairy",
    "quantity": 1, "unit": "gallon", "shelfLifeDays": 5, "expiresAt": "2026-11-26T08:00:00.000Z",
    "scanSessionId": null})))]
#[serde(rename_all = "camelCase")]
pub struct UncheckedItem {
    /// A client-made id, so that a creation can be repeated safely. Ignored by an update.
    pub id: Option<Uuid>,
    /// The scan session to which the item belongs, if it is one of its skipped lines. Ignored by an update.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub scan_session_id: Option<Uuid>,
    /// 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub name: Option<String>,
    /// At most 50 characters. Default of a creation: "Other".
    #[cfg_attr(feature = "openapi", schema(max_length = 50))]
    pub category: Option<String>,
    /// More than 0, at most 100,000, at most three decimal places. Default of a creation: 1.
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0, maximum = 100_000))]
    pub quantity: Option<f64>,
    /// Is added to the quantity: two devices that each use one use two. An item of which nothing is left is archived as
    /// used up. Ignored by a creation.
    #[cfg_attr(feature = "openapi", schema(minimum = -100_000, maximum = 100_000))]
    pub quantity_delta: Option<f64>,
    /// At most 30 characters. Default of a creation: "item".
    #[cfg_attr(feature = "openapi", schema(max_length = 30))]
    pub unit: Option<String>,
    /// Days, 1 to 3650. Default of a creation: 7.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 3650))]
    pub shelf_life_days: Option<i64>,
    /// A time with an offset. Stored as sent, also in the past. Default of a creation: the end of the day on which the
    /// shelf life ends.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub expires_at: Option<String>,
    /// The calendar day on which it expires, which is the same on every device. `expiresAt`
    /// is then the end of that day in the time zone of the preferences, or else in the client's.
    #[cfg_attr(feature = "openapi", schema(format = Date))]
    pub expires_on: Option<String>,
    /// At most 500 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 500))]
    pub notes: Option<String>,
    /// The storage place; by default its kind's usual one.
    pub storage: Option<Storage>,
    /// The household's own place, by its id in `places` of the preferences. It decides the storage.
    pub place: Option<Uuid>,
    /// For an item that is added again: when it was opened. Ignored by an update, as are `frozenAt`, `thawedAt`, `left`
    /// and `expiresBeforeFreezing`.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub opened_at: Option<String>,
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub frozen_at: Option<String>,
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub thawed_at: Option<String>,
    /// The share left: 0.25, 0.5 or 0.75.
    pub left: Option<f64>,
    /// For a frozen item: its expiry date before freezing.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub expires_before_freezing: Option<String>,
    /// The kind of date in `expiresAt`. Without it, a new item has an estimate.
    pub date_kind: Option<DateKind>,
    /// The price of the receipt's skipped line: more than 0, less than 1,000,000, in whole cents. Ignored by an update.
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0, exclusive_maximum = 1_000_000))]
    pub price: Option<f64>,
    /// The price's currency, ISO 4217.
    #[cfg_attr(feature = "openapi", schema(min_length = 3, max_length = 3))]
    pub currency: Option<String>,
    /// The version that the client saw: an edit is refused where another one came since. Ignored by a creation.
    pub version: Option<u64>,
}

impl UncheckedItem {
    /// Validates a new item: only the name is required. The day ends in `zone`.
    pub fn for_new(self, now: DateTime<Utc>, zone: Tz) -> Result<Details, Invalid> {
        let is_dated = self.expires_at.is_some();
        let category = text::optional("category", self.category.as_deref(), text::MAX_CATEGORY)?;
        let details = Self { category, ..self }.checked(Details::new("", now), "Please fill in item name.")?;
        let last_day_end = || end_of_day_after(day_of(now, zone), i64::from(details.shelf_life_days), zone);
        let expires_at = if is_dated { details.expires_at } else { last_day_end() };
        Ok(Details { expires_at, ..details })
    }

    /// Validates an edit: name and category are required (§5), missing fields stay unchanged.
    pub fn for_edit(self, current: &Details) -> Result<Details, Invalid> {
        let (name, category) = (self.name.unwrap_or_default(), self.category.unwrap_or_default());
        Self { name: Some(name), category: Some(category), ..self }.for_change(current)
    }

    /// Validates a change of some fields: missing ones stay unchanged, name and category as well.
    pub fn for_change(self, current: &Details) -> Result<Details, Invalid> {
        self.checked(current.clone(), "Please fill in item name and category.")
    }

    /// Validates the given fields, and takes the others from `current`. `missing` is the message for a blank name.
    fn checked(self, current: Details, missing: &str) -> Result<Details, Invalid> {
        let (name, category) = (self.name.unwrap_or(current.name), self.category.unwrap_or(current.category));
        Ok(Details {
            name: text::required("name", &name, text::MAX_NAME, missing)?,
            category: text::required("category", &category, text::MAX_CATEGORY, missing)?,
            quantity: self.quantity.map_or(Ok(current.quantity), |q| Quantity::from_number("quantity", q))?,
            unit: text::optional("unit", self.unit.as_deref(), text::MAX_UNIT)?.unwrap_or(current.unit),
            shelf_life_days: self.shelf_life_days.map_or(Ok(current.shelf_life_days), shelf_life)?,
            expires_at: self.expires_at.map_or(Ok(current.expires_at), |time| timestamp::parse("expiresAt", &time))?,
            notes: self.notes.map_or(Ok(current.notes), |n| text::paragraph("notes", Some(&n), text::MAX_NOTES))?,
        })
    }

    /// Validates the state of an item that may be added again. What lies in the future counts as now.
    pub fn state(&self, stated: StorageAndDate, now: DateTime<Utc>) -> Result<FoodState, Invalid> {
        let time =
            |field: &str, text: &Option<String>| text.as_deref().map(|text| timestamp::parse(field, text)).transpose();
        let past = |field: &str, text: &Option<String>| Ok(time(field, text)?.map(|time| time.min(now)));
        Ok(FoodState {
            opened_at: past("openedAt", &self.opened_at)?,
            frozen_at: past("frozenAt", &self.frozen_at)?,
            thawed_at: past("thawedAt", &self.thawed_at)?,
            left: self.left.map_or(Ok(None), FractionLeft::checked)?,
            expires_before_freezing: time("expiresBeforeFreezing", &self.expires_before_freezing)?,
            ..FoodState::from(stated)
        })
    }
}

fn shelf_life(days: i64) -> Result<u32, Invalid> {
    u32::try_from(days)
        .ok()
        .filter(|days| (1..=MAX_SHELF_LIFE_DAYS).contains(days))
        .ok_or_else(|| Invalid::new("shelfLifeDays", "The shelf life must be between 1 and 3650 days."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::now;

    #[test]
    fn creates_an_item_from_a_name_alone() {
        let details =
            UncheckedItem { name: Some(" Milk ".into()), ..UncheckedItem::default() }.for_new(now(), Tz::UTC).unwrap();
        assert_eq!(
            (details.name.as_str(), details.category.as_str(), details.unit.as_str()),
            ("Milk", "Other", "item")
        );
        assert_eq!(timestamp::iso(details.expires_at), "2027-01-22T23:59:59.999Z", "the end of the day");
        assert_eq!(
            UncheckedItem::default().for_new(now(), Tz::UTC).unwrap_err(),
            Invalid::new("name", "Please fill in item name.")
        );
    }

    #[test]
    fn keeps_missing_fields_on_edit() {
        let milk =
            UncheckedItem { name: Some("Milk".into()), ..UncheckedItem::default() }.for_new(now(), Tz::UTC).unwrap();
        let draft = UncheckedItem {
            name: Some("Oat milk".into()),
            category: Some("Beverages".into()),
            ..UncheckedItem::default()
        };
        let edited = draft.for_edit(&milk).unwrap();
        assert_eq!((edited.expires_at, edited.quantity), (milk.expires_at, milk.quantity));
        let missing =
            UncheckedItem { name: Some("Milk".into()), ..UncheckedItem::default() }.for_edit(&milk).unwrap_err();
        assert_eq!(missing, Invalid::new("category", "Please fill in item name and category."));
    }

    #[test]
    fn accepts_only_quarters_as_share_left() {
        let left = |share| {
            let draft = UncheckedItem { left: share, ..UncheckedItem::default() };
            draft.state(StorageAndDate::default(), now()).map(|state| state.left).map_err(|invalid| invalid.field)
        };
        assert_eq!(left(Some(0.75)), Ok(FractionLeft::of_quarters(3)));
        assert_eq!([None, Some(1.0)].map(left), [Ok(None), Ok(None)]);
        for bad in [0.0, 0.3, -0.5, 2.0] {
            assert_eq!(left(Some(bad)), Err("left".into()), "{bad}");
        }
    }

    #[test]
    fn limits_shelf_life_to_ten_years() {
        let salt = |days| {
            let draft =
                UncheckedItem { name: Some("Salt".into()), shelf_life_days: Some(days), ..UncheckedItem::default() };
            draft.for_new(now(), Tz::UTC).map(|details| details.shelf_life_days).map_err(|invalid| invalid.field)
        };
        assert_eq!([1, 3_650].map(salt), [Ok(1), Ok(3_650)]);
        for bad in [0, -1, 3_651, i64::MAX, i64::MIN] {
            assert_eq!(salt(bad), Err("shelfLifeDays".into()), "{bad}");
        }
    }
}
