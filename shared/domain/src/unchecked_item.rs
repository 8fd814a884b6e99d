//! Validates an item as a client sends it.

use super::calendar_day::{Tz, day_of, end_of_day_after};
use super::invalid::Invalid;
use super::item::{DEFAULT_CATEGORY, DEFAULT_SHELF_LIFE_DAYS, DEFAULT_UNIT, Details, MAX_SHELF_LIFE_DAYS};
use super::quantity::Quantity;
use super::{text, timestamp};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde::Deserialize;

/// An item's details as a client sends them, unvalidated.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UncheckedItem {
    pub name: Option<String>,
    pub category: Option<String>,
    pub quantity: Option<f64>,
    pub unit: Option<String>,
    pub shelf_life_days: Option<i64>,
    pub expires_at: Option<String>,
    pub notes: Option<String>,
}

impl UncheckedItem {
    /// Validates a new item: only the name is required. The day ends in `zone`.
    pub fn for_new(self, now: DateTime<Utc>, zone: Tz) -> Result<Details, Invalid> {
        let name =
            text::required("name", self.name.as_deref().unwrap_or(""), text::MAX_NAME, "Please fill in item name.")?;
        let category = text::optional("category", self.category.as_deref(), text::MAX_CATEGORY)?
            .unwrap_or_else(|| DEFAULT_CATEGORY.into());
        let quantity = self.quantity.map_or(Ok(Quantity::ONE), |q| Quantity::from_number("quantity", q))?;
        let unit = text::optional("unit", self.unit.as_deref(), text::MAX_UNIT)?.unwrap_or_else(|| DEFAULT_UNIT.into());
        let shelf_life_days = self.shelf_life_days.map_or(Ok(DEFAULT_SHELF_LIFE_DAYS), shelf_life)?;
        let expires_at = match &self.expires_at {
            Some(time) => timestamp::parse("expiresAt", time)?,
            None => end_of_day_after(day_of(now, zone), i64::from(shelf_life_days), zone),
        };
        let notes = text::paragraph("notes", self.notes.as_deref(), text::MAX_NOTES)?;
        Ok(Details { name, category, quantity, unit, shelf_life_days, expires_at, notes })
    }

    /// Validates a change of some fields: missing ones stay unchanged, name and category as well.
    pub fn for_change(self, present: &Details) -> Result<Details, Invalid> {
        let name = Some(self.name.unwrap_or_else(|| present.name.clone()));
        let category = Some(self.category.unwrap_or_else(|| present.category.clone()));
        Self { name, category, ..self }.for_edit(present)
    }

    /// Validates an edit: name and category are required (§5), missing fields stay unchanged.
    pub fn for_edit(self, present: &Details) -> Result<Details, Invalid> {
        const MISSING: &str = "Please fill in item name and category.";
        let name = text::required("name", self.name.as_deref().unwrap_or(""), text::MAX_NAME, MISSING)?;
        let category = text::required("category", self.category.as_deref().unwrap_or(""), text::MAX_CATEGORY, MISSING)?;
        let quantity = self.quantity.map_or(Ok(present.quantity), |q| Quantity::from_number("quantity", q))?;
        let unit =
            text::optional("unit", self.unit.as_deref(), text::MAX_UNIT)?.unwrap_or_else(|| present.unit.clone());
        let shelf_life_days = self.shelf_life_days.map_or(Ok(present.shelf_life_days), shelf_life)?;
        let expires_at =
            self.expires_at.as_deref().map_or(Ok(present.expires_at), |time| timestamp::parse("expiresAt", time))?;
        let notes = match self.notes {
            Some(notes) => text::paragraph("notes", Some(&notes), text::MAX_NOTES)?,
            None => present.notes.clone(),
        };
        Ok(Details { name, category, quantity, unit, shelf_life_days, expires_at, notes })
    }
}

/// Parses a calendar day.
pub fn calendar_day(field: &str, text: &str) -> Result<NaiveDate, Invalid> {
    let day = Some(text).filter(|text| text.len() == 10).and_then(|text| text.parse::<NaiveDate>().ok());
    day.filter(|day| (1970..=9998).contains(&day.year()))
        .ok_or_else(|| Invalid::new(field, "This must be a day such as 2026-11-21."))
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
    fn limits_shelf_life_to_ten_years() {
        for bad in [0, -1, 3_651, i64::MAX, i64::MIN] {
            let draft =
                UncheckedItem { name: Some("Salt".into()), shelf_life_days: Some(bad), ..UncheckedItem::default() };
            assert_eq!(draft.for_new(now(), Tz::UTC).unwrap_err().field, "shelfLifeDays", "{bad}");
        }
    }
}
