//! Categories of groceries: the twelve of items (specification §2), which decide icon, colour and shelf life. The names
//! of the catalogue and of the shopping list (§3), and free text, map to them.

use std::{collections::HashMap, fmt, sync::LazyLock};

use serde::{Deserialize, Serialize};

/// An item's category. On the wire it is its plain English name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Category {
    Dairy,
    Meat,
    Seafood,
    Fruit,
    Vegetable,
    Bakery,
    Pantry,
    Frozen,
    Beverages,
    Snacks,
    Household,
    Other,
}

/// The names under which the common-products catalogue is grouped, in the specification's order (§3).
pub const CATALOGUE_NAMES: [&str; 12] = [
    "Dairy & Eggs",
    "Meat & Poultry",
    "Fruits",
    "Vegetables",
    "Bread & Bakery",
    "Pantry Staples",
    "Canned & Jarred",
    "Frozen Foods",
    "Beverages",
    "Snacks",
    "Health & Beauty",
    "Cleaning Supplies",
];

impl Category {
    /// Every category, in the order in which pickers and summaries show them.
    pub const ALL: [Self; 12] = [
        Self::Dairy,
        Self::Meat,
        Self::Seafood,
        Self::Fruit,
        Self::Vegetable,
        Self::Bakery,
        Self::Pantry,
        Self::Frozen,
        Self::Beverages,
        Self::Snacks,
        Self::Household,
        Self::Other,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dairy => "Dairy",
            Self::Meat => "Meat",
            Self::Seafood => "Seafood",
            Self::Fruit => "Fruit",
            Self::Vegetable => "Vegetable",
            Self::Bakery => "Bakery",
            Self::Pantry => "Pantry",
            Self::Frozen => "Frozen",
            Self::Beverages => "Beverages",
            Self::Snacks => "Snacks",
            Self::Household => "Household",
            Self::Other => "Other",
        }
    }

    /// Returns the category of any text: its own name, a catalogue or list name, or else [`Category::Other`].
    /// Ignores case and surrounding space, because users type these.
    pub fn of(text: &str) -> Self {
        named(text).map_or(Self::Other, |&(category, _)| category)
    }

    /// Returns true for food and drink; the reader does not track the rest by default.
    pub const fn is_food(self) -> bool {
        !matches!(self, Self::Household)
    }
}

/// The category and the shopping list's aisle of each known name in lower case. The site reads the same file.
static NAMES: LazyLock<HashMap<&'static str, (Category, &'static str)>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/categories.json")).expect("a test reads the built-in categories")
});

fn named(text: &str) -> Option<&'static (Category, &'static str)> {
    NAMES.get(text.trim().to_lowercase().as_str())
}

/// Returns the aisle of the shopping list for a category: one name for "Fruit" and "Fruits". Free text is an aisle of
/// its own.
pub fn aisle(category: &str) -> &str {
    named(category).map_or(category, |&(_, aisle)| aisle)
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_plain_name_on_the_wire() {
        for category in Category::ALL {
            let json = serde_json::to_string(&category).unwrap();
            assert_eq!(json, format!("\"{category}\""));
            assert_eq!(serde_json::from_str::<Category>(&json).unwrap(), category);
            assert_eq!(Category::of(category.as_str()), category);
        }
    }

    #[test]
    fn maps_every_catalogue_and_list_name_to_a_category() {
        for name in CATALOGUE_NAMES.into_iter().chain(["Seafood", "Bakery", "Household"]) {
            assert_ne!(Category::of(name), Category::Other, "{name}");
        }
        assert_eq!(Category::of("  dairy & EGGS "), Category::Dairy);
        assert_eq!(Category::of("Grandma's shelf"), Category::Other);
    }

    #[test]
    fn gives_names_of_one_kind_one_aisle() {
        for category in Category::ALL {
            assert_eq!(aisle(aisle(category.as_str())), aisle(category.as_str()));
        }
        for name in CATALOGUE_NAMES {
            assert_eq!(aisle(name), name, "the open category of Browse is kept");
        }
        assert_eq!(
            ["fruit", "Dairy", " PANTRY ", "Bakery"].map(aisle),
            ["Fruits", "Dairy & Eggs", "Pantry Staples", "Bread & Bakery"]
        );
        assert_eq!(aisle("Oma's Keller"), "Oma's Keller");
    }

    #[test]
    fn counts_all_categories_but_household_as_food() {
        assert_eq!(Category::ALL.into_iter().filter(|c| !c.is_food()).collect::<Vec<_>>(), [Category::Household]);
    }
}
