//! Rows of the shopping list and their changes.

use super::amount::{self, Amount, DecimalSign};
use super::category::aisle;
use super::food_name::same_food_key;
use super::id::{DeviceId, ListItemId, UserId};
use super::invalid::Invalid;
use super::quantity::Quantity;
use super::stored::Stored;
use super::text;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

pub const DEFAULT_CATEGORY: &str = "Pantry Staples";
pub const DEFAULT_UNIT: &str = "item";
/// The maximum number of list rows, completed ones included.
pub const MAX_ROWS: usize = 500;
/// The maximum number of rows of one import.
const MAX_IMPORTED: usize = 200;

const NAME_MISSING: &str = "Please enter an item name.";

#[derive(Clone, Debug, PartialEq)]
pub struct ListItem {
    pub id: ListItemId,
    pub user: UserId,
    pub details: Details,
    pub added_at: DateTime<Utc>,
    /// Set while the row is completed.
    pub completed_at: Option<DateTime<Utc>>,
    /// The device of a shared larder that changed it last.
    pub changed_by: Option<DeviceId>,
    /// Counts the writes, for optimistic concurrency.
    pub version: u64,
    pub stored: Stored,
}

/// The user's input for a row. It is stored as it is; the names are short because reads are billed by bytes.
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
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// A row as a client sends it, unvalidated.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ImportedRow))]
pub struct UncheckedListItem {
    /// 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub name: Option<String>,
    /// At most 50 characters; "Pantry Staples" where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 50))]
    pub category: Option<String>,
    /// More than 0, at most 100,000, at most three decimal places; 1 where it is left out.
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0, maximum = 100_000))]
    pub quantity: Option<f64>,
    /// At most 30 characters; "item" where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 30))]
    pub unit: Option<String>,
    /// At most 500 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 500))]
    pub notes: Option<String>,
}

impl UncheckedListItem {
    /// Validates a row: only the name is required. The form's minimum of 1 (§5) does not apply: receipt lines, undo and
    /// import allow any valid quantity.
    pub fn checked(self) -> Result<Details, Invalid> {
        let name = text::required("name", self.name.as_deref().unwrap_or(""), text::MAX_NAME, NAME_MISSING)?;
        let category = text::optional("category", self.category.as_deref(), text::MAX_CATEGORY)?;
        let category = category.as_deref().map_or(DEFAULT_CATEGORY, aisle).to_owned();
        let quantity = self.quantity.map_or(Ok(Quantity::ONE), |q| Quantity::from_number("quantity", q))?;
        let unit = text::optional("unit", self.unit.as_deref(), text::MAX_UNIT)?.unwrap_or_else(|| DEFAULT_UNIT.into());
        let notes = text::paragraph("notes", self.notes.as_deref(), text::MAX_NOTES)?;
        Ok(Details { name, category, quantity, unit, notes })
    }

    /// Sets amount and notes from the description that a to-do list shows: the amount in the first line, the notes
    /// below. The current row's own amount is not read as notes, nor its notes as an amount; an empty text clears both.
    #[must_use]
    pub fn described(self, text: &str, current: Option<&Details>) -> Self {
        let own = current.map(Details::amount_text).unwrap_or_default();
        let own_notes = current.and_then(|current| current.notes.as_deref()).unwrap_or_default();
        let mut lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
        let notes = |lines: &[&str]| Some(lines.join("\n"));
        let Some(first) = lines.first().copied() else {
            return Self { quantity: Some(1.0), unit: Some(DEFAULT_UNIT.into()), notes: Some(String::new()), ..self };
        };
        if let Some(at) = lines.iter().position(|line| !own.is_empty() && *line == own) {
            lines.remove(at);
            return Self { notes: notes(&lines), ..self };
        }
        // A barcode or a telephone number is a note.
        let is_quantity = |number: f64| number > 0.0 && number <= f64::from(Quantity::MAX_MILLIS) / 1_000.0;
        let is_unit = |unit: &str| {
            !unit.contains(' ') || amount::is_unit(unit) || current.is_some_and(|current| current.unit == unit)
        };
        let amount = amount::parse(first, DecimalSign::UNKNOWN)
            .filter(|amount| is_quantity(amount.max) && is_unit(&amount.unit));
        match amount.filter(|_| !own.is_empty() || !own_notes.lines().any(|line| line == first)) {
            Some(Amount { max, unit, note, .. }) => {
                let rest: Vec<&str> = note.as_deref().into_iter().chain(lines[1..].iter().copied()).collect();
                let unit = if unit.is_empty() { DEFAULT_UNIT.into() } else { amount::normalize_unit(&unit) };
                let quantity = Some(Quantity::nearest(max).as_number());
                Self { quantity, unit: Some(unit), notes: notes(&rest), ..self }
            }
            None => Self { notes: notes(&lines), ..self },
        }
    }

    /// Applies the changed fields to a row. Missing fields keep their value: another device may have changed them.
    pub fn apply_to(self, current: &Details) -> Result<Details, Invalid> {
        Self {
            name: self.name.or_else(|| Some(current.name.clone())),
            category: self.category.or_else(|| Some(current.category.clone())),
            quantity: self.quantity.or_else(|| Some(current.quantity.as_number())),
            unit: self.unit.or_else(|| Some(current.unit.clone())),
            notes: self.notes.or_else(|| current.notes.clone()),
        }
        .checked()
    }
}

impl Details {
    /// Returns the amount as a to-do list shows it: "2", "1.5 kg", nothing for one item.
    fn amount_text(&self) -> String {
        let (quantity, unit) = (self.quantity.as_number(), self.unit.as_str());
        match unit {
            DEFAULT_UNIT if self.quantity == Quantity::ONE => String::new(),
            DEFAULT_UNIT => quantity.to_string(),
            unit => format!("{quantity} {unit}"),
        }
    }
}

/// Validates the rows of an import; an error names the row, such as `items[3].name`.
pub fn checked_rows(drafts: Vec<UncheckedListItem>) -> Result<Vec<Details>, Invalid> {
    if drafts.is_empty() || drafts.len() > MAX_IMPORTED {
        return Err(Invalid::new("items", format!("An import can have 1 to {MAX_IMPORTED} items.")));
    }
    let checked = drafts.into_iter().enumerate().map(|(n, draft)| {
        draft.checked().map_err(|invalid| Invalid::new(format!("items[{n}].{}", invalid.field), invalid.message))
    });
    checked.collect()
}

impl ListItem {
    /// Returns a pending row that this device of a shared larder adds.
    pub fn new(id: ListItemId, user: UserId, details: Details, by: Option<DeviceId>, now: DateTime<Utc>) -> Self {
        let (completed_at, stored) = (None, Stored::default());
        Self { id, user, details, added_at: now, completed_at, changed_by: by, version: 1, stored }
    }

    pub fn is_completed(&self) -> bool {
        self.completed_at.is_some()
    }

    /// Returns the row with other details; `None` if it has them already.
    pub fn edit(&self, details: Details) -> Option<Self> {
        (details != self.details).then(|| Self { details, version: self.version + 1, ..self.clone() })
    }

    /// Returns true if `other` is the same food in the same unit, so that one row can hold both.
    pub fn is_same_food(&self, other: &Details) -> bool {
        self.is_food_in_unit(&same_food_key(&other.name), &other.unit)
    }

    fn is_food_in_unit(&self, food_key: &str, unit: &str) -> bool {
        self.details.unit == unit && same_food_key(&self.details.name) == food_key
    }

    /// Returns true if `other` may be a copy of this row: all but the amounts are equal.
    fn can_be_copy(&self, other: &Self) -> bool {
        let (own, other) = (&self.details, &other.details);
        own.unit == other.unit && own.notes == other.notes && text::name_key(&own.name) == text::name_key(&other.name)
    }

    /// Returns the row with `more` of its food added. A completed row becomes pending with only the new amount, because
    /// the old one was bought.
    #[must_use]
    pub fn add(&self, more: &Details) -> Self {
        let millis = if self.is_completed() { 0 } else { self.details.quantity.millis() };
        let sum = millis.saturating_add(more.quantity.millis()).min(Quantity::MAX_MILLIS);
        let notes = match (&self.details.notes, &more.notes) {
            (Some(own), Some(new)) if !own.contains(new.as_str()) => {
                Some(text::cut(&format!("{own}\n{new}"), text::MAX_NOTES))
            }
            (own, new) => own.clone().or_else(|| new.clone()),
        };
        let quantity = Quantity::from_millis(sum).unwrap_or(more.quantity);
        let details = Details { quantity, notes, ..self.details.clone() };
        Self { details, completed_at: None, version: self.version + 1, ..self.clone() }
    }

    /// Completes the row or makes it pending; toggles without `is_completed`. Returns `None` if nothing changes.
    pub fn toggle(&self, is_completed: Option<bool>, now: DateTime<Utc>) -> Option<Self> {
        let is_completed = is_completed.unwrap_or(!self.is_completed());
        (is_completed != self.is_completed()).then(|| Self {
            completed_at: is_completed.then_some(now),
            version: self.version + 1,
            ..self.clone()
        })
    }
}

/// Returns the index of the row that more of a food is added to: a pending one, or else the last completed one.
pub fn row_for_food(list: &[ListItem], food: &Details) -> Option<usize> {
    let key = same_food_key(&food.name);
    let of_food = || list.iter().enumerate().filter(|(_, row)| row.is_food_in_unit(&key, &food.unit)).map(|(at, _)| at);
    of_food().find(|at| !list[*at].is_completed()).or_else(|| of_food().next_back())
}

/// Returns the index of the last completed row of a food, in any unit: what a name without an amount asks for again.
pub fn completed_row_for_food(list: &[ListItem], name: &str) -> Option<usize> {
    let key = same_food_key(name);
    list.iter().rposition(|row| row.is_completed() && same_food_key(&row.details.name) == key)
}

/// Returns the rows of another list that `list` lacks. For a name on both lists the larger amount counts, not the sum:
/// one list may have been imported from the other.
pub fn rows_to_add(list: &[ListItem], other: impl IntoIterator<Item = ListItem>) -> Vec<ListItem> {
    let mut other: Vec<ListItem> = other.into_iter().collect();
    sort(&mut other);
    let mut listed: Vec<(&ListItem, u32)> =
        list.iter().filter(|row| !row.is_completed()).map(|row| (row, row.details.quantity.millis())).collect();
    let more = |mut row: ListItem| {
        if row.is_completed() {
            return Some(row);
        }
        let mut wanted = row.details.quantity.millis();
        for (own, left) in &mut listed {
            if own.can_be_copy(&row) {
                let both = wanted.min(*left);
                *left -= both;
                wanted -= both;
            }
        }
        row.details.quantity = Quantity::from_millis(wanted)?;
        Some(row)
    };
    other.into_iter().filter_map(more).collect()
}

/// Sorts the list: pending rows first, oldest first.
pub fn sort(items: &mut [ListItem]) {
    items.sort_by_key(|item| (item.is_completed(), item.added_at, item.id));
}

/// Returns the [`same_food_key`] of each pending row.
pub fn pending_food_keys(items: &[ListItem]) -> HashSet<String> {
    items.iter().filter(|item| !item.is_completed()).map(|item| same_food_key(&item.details.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::now;
    use chrono::TimeDelta;
    use uuid::Uuid;

    fn draft(name: &str) -> UncheckedListItem {
        UncheckedListItem { name: Some(name.into()), ..UncheckedListItem::default() }
    }

    fn row(n: u128, name: &str) -> ListItem {
        ListItem::new(
            ListItemId(Uuid::from_u128(n)),
            UserId::parse("u").unwrap(),
            draft(name).checked().unwrap(),
            None,
            now(),
        )
    }

    #[test]
    fn creates_a_row_from_a_name_alone() {
        let details = draft(" Oats ").checked().unwrap();
        assert_eq!(
            (details.name.as_str(), details.category.as_str(), details.unit.as_str()),
            ("Oats", "Pantry Staples", "item")
        );
        assert_eq!((details.quantity, details.notes), (Quantity::ONE, None));
        assert_eq!(draft("  ").checked().unwrap_err(), Invalid::new("name", "Please enter an item name."));
    }

    #[test]
    fn toggles_or_sets_completion() {
        let pending = row(1, "Oats");
        let done = pending.toggle(None, now()).unwrap();
        assert_eq!((done.completed_at, done.version), (Some(now()), 2));
        assert_eq!(done.toggle(Some(true), now() + TimeDelta::hours(1)), None, "a completed row keeps its time");
        assert_eq!(done.toggle(None, now()).unwrap().completed_at, None);
        assert_eq!(pending.toggle(Some(false), now()), None);
    }

    #[test]
    fn sorts_pending_rows_first_by_age() {
        let mut rows = [
            row(1, "a").toggle(None, now()).unwrap(),
            row(2, "b"),
            ListItem { added_at: now() - TimeDelta::days(1), ..row(3, "c") },
        ];
        sort(&mut rows);
        assert_eq!(rows.map(|r| r.details.name), ["c", "b", "a"]);
    }

    #[test]
    fn reads_amount_and_notes_of_a_description() {
        let row = |quantity: f64, unit: &str, notes: &str| {
            let draft = UncheckedListItem {
                quantity: Some(quantity),
                unit: Some(unit.into()),
                notes: Some(notes.into()),
                ..draft("Flour")
            };
            draft.checked().unwrap()
        };
        let flour = row(1.5, "kg", "rye");
        for (current, text, expected) in [
            (&flour, "1,5 kg\nwheat", (1.5, "kg", Some("wheat"))),
            (&flour, "1.5 kg\nrye\nfrom the mill", (1.5, "kg", Some("rye\nfrom the mill"))),
            (&flour, "from the mill\n1.5 kg\nrye", (1.5, "kg", Some("from the mill\nrye"))),
            (&flour, "from the mill", (1.5, "kg", Some("from the mill"))),
            (&flour, "3 EL", (3.0, "EL", None)),
            (&flour, "2 fl oz", (2.0, "fl oz", None)),
            (&flour, "3 large bottles", (1.5, "kg", Some("3 large bottles"))),
            (&flour, "0 kg", (1.5, "kg", Some("0 kg"))),
            (&flour, "1/3 l", (0.333, "l", None)),
            (&flour, "4006381333931", (1.5, "kg", Some("4006381333931"))),
            (&flour, "2-3 bags\nrye", (3.0, "bag", Some("2-3 bags\nrye"))),
            (&flour, "1", (1.0, "item", None)),
            (&flour, " ", (1.0, "item", None)),
            (&row(2.0, "large cans", "peeled"), "3 large cans\npeeled", (3.0, "large cans", Some("peeled"))),
            (&row(1.0, "item", "6 pieces"), "6 pieces\nfrom the mill", (1.0, "item", Some("6 pieces\nfrom the mill"))),
            (&row(1.0, "item", "2%"), "2%\nfresh", (1.0, "item", Some("2%\nfresh"))),
            (&row(2.0, "fl oz", ""), "2 fl oz\nfresh", (2.0, "fl oz", Some("fresh"))),
        ] {
            let draft = UncheckedListItem::default().described(text, Some(current));
            let Details { quantity, unit, notes, .. } = draft.apply_to(current).unwrap();
            assert_eq!((quantity.as_number(), unit.as_str(), notes.as_deref()), expected, "{text}");
        }
    }

    #[test]
    fn names_invalid_row_of_import() {
        assert_eq!(checked_rows(vec![]).unwrap_err().field, "items");
        assert_eq!(checked_rows(vec![draft("a"); MAX_IMPORTED + 1]).unwrap_err().field, "items");
        assert_eq!(checked_rows(vec![draft("a"); MAX_IMPORTED]).unwrap().len(), MAX_IMPORTED);
        let wrong = UncheckedListItem { quantity: Some(-1.0), ..draft("b") };
        assert_eq!(checked_rows(vec![draft("a"), wrong]).unwrap_err().field, "items[1].quantity");
    }

    #[test]
    fn adds_more_of_a_food_to_a_pending_row_first() {
        let done = |n, name| row(n, name).toggle(None, now()).unwrap();
        let milk = draft("Milk").checked().unwrap();
        assert_eq!(row_for_food(&[done(1, "milk"), row(2, "Eggs"), row(3, "milks")], &milk), Some(2));
        assert_eq!(row_for_food(&[done(1, "milk"), done(2, "milk"), row(3, "Eggs")], &milk), Some(1));
        assert_eq!(row_for_food(&[row(1, "Eggs")], &milk), None);
    }

    #[test]
    fn adds_only_missing_rows_of_another_list() {
        let of = |n, name: &str, quantity: f64| {
            let details = UncheckedListItem { quantity: Some(quantity), ..draft(name) }.checked().unwrap();
            ListItem { details, ..row(n, name) }
        };
        let list = [of(1, "Milk", 1.0), of(2, "Milk", 1.0), of(3, "Tea", 1.0).toggle(None, now()).unwrap()];
        let noted =
            ListItem { details: Details { notes: Some("oat".into()), ..of(6, "Milk", 1.0).details }, ..row(6, "Milk") };
        let other = [of(4, "milk", 1.5), of(5, "Milks", 2.0), noted, of(7, "Tea", 1.0)];
        let more = rows_to_add(&list, other);
        let rows: Vec<_> = more.iter().map(|row| (row.id.0.as_u128(), row.details.quantity.as_number())).collect();
        assert_eq!(rows, [(5, 2.0), (6, 1.0), (7, 1.0)], "another spelling may be another food");
        let both: Vec<_> = list.iter().chain(&more).cloned().collect();
        assert_eq!(rows_to_add(&both, more), [], "a repeated import adds nothing");
    }

    #[test]
    fn counts_only_pending_rows_as_listed() {
        let keys = pending_food_keys(&[row(1, "Whole  MILK"), row(2, "Eggs").toggle(None, now()).unwrap()]);
        assert_eq!(keys, HashSet::from([same_food_key("whole milk")]));
    }

    #[test]
    fn adds_the_amounts_of_one_food_and_makes_a_completed_row_pending() {
        let milk = row(1, "milk");
        let more =
            UncheckedListItem { quantity: Some(2.0), notes: Some("fresh".into()), ..draft("Milks") }.checked().unwrap();
        assert!(milk.is_same_food(&more));
        assert!(!milk.is_same_food(&UncheckedListItem { unit: Some("l".into()), ..draft("milk") }.checked().unwrap()));
        let both = milk.add(&more);
        assert_eq!((both.details.quantity.as_number(), both.details.name.as_str()), (3.0, "milk"));
        assert_eq!((both.details.notes.as_deref(), both.version), (Some("fresh"), 2));
        let again = both.toggle(Some(true), now()).unwrap().add(&more);
        assert_eq!((again.details.quantity.as_number(), again.is_completed()), (2.0, false));
        let max = UncheckedListItem { quantity: Some(100_000.0), ..draft("milk") }.checked().unwrap();
        assert_eq!(milk.add(&max).details.quantity, max.quantity);
    }
}
