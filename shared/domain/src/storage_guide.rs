//! Shelf lives after opening, freezing, thawing or moving, from `shared/data/states.json`.

use super::category::Category;
use super::shelf_life::{Kind, Storage};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::LazyLock;

static DATA: &str = include_str!("../../data/states.json");

/// A number of days and its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuideDays {
    pub days: u16,
    /// The storage place that the days require, if any.
    pub storage: Option<Storage>,
    #[serde(borrow)]
    pub source: &'static str,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GuideEntry {
    #[serde(borrow)]
    kind: Option<&'static str>,
    category: Option<Category>,
    opened: Option<GuideDays>,
    frozen: Option<GuideDays>,
    thawed: Option<GuideDays>,
    #[serde(default)]
    places: HashMap<Storage, u16>,
}

/// The source of a number, for display.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The specification's own table.
    Larder,
    /// USDA FoodKeeper.
    FoodKeeper,
    /// USDA's advice on thawing.
    Usda,
    Estimate,
}

impl Source {
    /// Parses a source of the data file.
    pub fn of(text: &str) -> Self {
        if text.starts_with("FoodKeeper") {
            Self::FoodKeeper
        } else if text.starts_with("USDA") {
            Self::Usda
        } else if text.starts_with("table") {
            Self::Larder
        } else {
            Self::Estimate
        }
    }
}

/// The source's range of a usual time, such as 3 to 5 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Range {
    pub from: u16,
    pub to: u16,
    pub unit: RangeUnit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RangeUnit {
    Days,
    Weeks,
    Months,
    Years,
}

impl Range {
    /// Returns the range at the beginning of a reason; `None` for a single number, which is the kind's `days`.
    fn of(reason: &str) -> Option<Self> {
        let mut words = reason.strip_prefix("About ").unwrap_or(reason).split(' ');
        let from = words.next()?.parse().ok()?;
        let to = words.next().filter(|word| *word == "to").and(words.next())?.parse().ok()?;
        let unit = match words.next()?.trim_end_matches('s') {
            "day" => RangeUnit::Days,
            "week" => RangeUnit::Weeks,
            "month" => RangeUnit::Months,
            "year" => RangeUnit::Years,
            _ => return None,
        };
        Some(Self { from, to, unit })
    }
}

/// The default time in the freezer is three months, and one month for food that freezes badly.
const DEFAULT_FROZEN: GuideDays = GuideDays { days: 90, storage: None, source: "estimate" };
const FREEZES_BADLY_DAYS: u16 = 30;
/// USDA gives leftovers three to four days once they are thawed.
const DEFAULT_THAWED: GuideDays = GuideDays { days: 3, storage: None, source: "estimate" };

/// The shelf life data of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageGuide {
    /// The usual storage place, and its days from purchase.
    pub storage: Storage,
    /// `None` where only its category is known.
    pub days: Option<u16>,
    pub range: Option<Range>,
    pub source: Source,
    /// Days after opening, where `storage` says; `None` if opening does not shorten it.
    pub opened: Option<GuideDays>,
    pub frozen: GuideDays,
    /// Freezing is not recommended: it spoils the food's quality, not its safety.
    pub freezes_badly: bool,
    pub thawed: GuideDays,
    /// A second storage place, and the days there.
    pub elsewhere: Option<(Storage, u16)>,
}

static ENTRIES: LazyLock<Vec<GuideEntry>> =
    LazyLock::new(|| serde_json::from_str(DATA).expect("the built-in states are well-formed, a test reads them"));
static BY_KIND: LazyLock<HashMap<&'static str, &'static GuideEntry>> =
    LazyLock::new(|| ENTRIES.iter().filter_map(|entry| Some((entry.kind?, entry))).collect());

fn of_category(category: Category) -> Option<&'static GuideEntry> {
    ENTRIES.iter().find(|entry| entry.category == Some(category))
}

impl StorageGuide {
    /// Returns the shelf life data by kind, unless the user chose another category, and otherwise by category.
    pub fn of(kind: Option<&'static Kind<'static>>, category: &str) -> Self {
        let category = Category::of(category);
        let kind = kind.filter(|kind| kind.category == category);
        let own = kind.and_then(|kind| BY_KIND.get(kind.id).copied());
        let general = of_category(category);
        // For a known kind, the category only gives the days when frozen or thawed.
        let opened = if kind.is_some() { own } else { general }.and_then(|entry| entry.opened);
        let frozen = [own, general].into_iter().flatten().find_map(|entry| entry.frozen).unwrap_or(DEFAULT_FROZEN);
        // The data has 0 days for such food.
        let freezes_badly = frozen.days == 0;
        Self {
            storage: kind.map_or_else(|| usual_place_of_category(category), |kind| kind.storage),
            days: kind.map(|kind| kind.days),
            range: kind.and_then(|kind| Range::of(kind.reason)),
            source: kind.map_or(Source::Estimate, |kind| Source::of(kind.source)),
            opened,
            frozen: if freezes_badly { GuideDays { days: FREEZES_BADLY_DAYS, ..frozen } } else { frozen },
            freezes_badly,
            thawed: [own, general].into_iter().flatten().find_map(|entry| entry.thawed).unwrap_or(DEFAULT_THAWED),
            elsewhere: own.and_then(|entry| entry.places.iter().next().map(|(place, days)| (*place, *days))),
        }
    }

    /// Returns the days from the purchase in a place, if known.
    pub fn days_in(&self, place: Storage) -> Option<u16> {
        if place == self.storage {
            self.days
        } else {
            self.elsewhere.filter(|(other, _)| *other == place).map(|(_, days)| days)
        }
    }
}

/// Returns the usual storage place: [`StorageGuide::storage`] only.
pub fn usual_place(kind: Option<&'static Kind<'static>>, category: &str) -> Storage {
    let category = Category::of(category);
    kind.filter(|kind| kind.category == category).map_or_else(|| usual_place_of_category(category), |kind| kind.storage)
}

/// Returns the default storage place of a category.
fn usual_place_of_category(category: Category) -> Storage {
    match category {
        Category::Frozen => Storage::Freezer,
        Category::Bakery => Storage::Counter,
        Category::Pantry | Category::Snacks | Category::Beverages | Category::Household => Storage::Pantry,
        _ => Storage::Fridge,
    }
}

#[cfg(test)]
mod tests {
    use super::super::shelf_life;
    use super::*;

    #[test]
    fn gives_every_entry_one_kind_or_category_and_its_sources() {
        let mut seen = std::collections::HashSet::new();
        for entry in ENTRIES.iter() {
            assert!(entry.kind.is_some() != entry.category.is_some(), "{entry:?}");
            assert!(entry.kind.is_none_or(|id| shelf_life::kind(id).is_some_and(|kind| kind.food)), "{entry:?}");
            assert!(seen.insert((entry.kind, entry.category)), "{entry:?} appears twice");
            assert!(entry.places.len() <= 1, "{entry:?}");
            for span in [entry.opened, entry.frozen, entry.thawed].into_iter().flatten() {
                assert!(span.days <= 1_825, "{entry:?}");
                assert!(span.source == "estimate" || Source::of(span.source) != Source::Estimate, "{entry:?}");
            }
            assert!(entry.opened.is_none_or(|span| span.storage.is_some() && span.days > 0), "{entry:?}");
        }
    }

    #[test]
    fn reads_the_range_in_a_kinds_reason() {
        let range = |kind| StorageGuide::of(shelf_life::kind(kind), "Dairy").range;
        assert_eq!(range("milk"), None);
        assert_eq!(range("plantmilk"), Some(Range { from: 7, to: 10, unit: RangeUnit::Days }));
    }

    #[test]
    fn gives_a_month_to_food_that_freezes_badly() {
        let eggs = StorageGuide::of(shelf_life::kind("eggs"), "Dairy");
        assert!(eggs.freezes_badly && eggs.frozen.days == FREEZES_BADLY_DAYS);
    }

    #[test]
    fn prefers_kind_to_category_and_category_to_default() {
        let milk = StorageGuide::of(shelf_life::kind("milk"), "Dairy");
        assert_eq!((milk.storage, milk.days, milk.opened.unwrap().days), (Storage::Fridge, Some(5), 7));
        assert_eq!(milk.source, Source::Larder);
        let recategorized = StorageGuide::of(shelf_life::kind("milk"), "Household");
        assert_eq!((recategorized.storage, recategorized.days, recategorized.opened), (Storage::Pantry, None, None));
        let some_meat = StorageGuide::of(None, "Meat & Poultry");
        assert_eq!((some_meat.thawed.days, some_meat.frozen.days), (2, 105));
        assert_eq!((recategorized.frozen, recategorized.thawed), (DEFAULT_FROZEN, DEFAULT_THAWED));
    }
}
