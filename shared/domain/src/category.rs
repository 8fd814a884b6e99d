//! Categories of groceries. Three vocabularies meet here: the tracker's twelve categories, the catalogue's twelve names
//! and the shopping list's twelve names (specification §2 and §3), and free text. The tracker's carries the meaning
//! (icon, colour, shelf life), and all others map to it.

use std::{borrow::Cow, collections::HashMap, fmt, str::FromStr, sync::LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A category of the tracker, as the reader writes it and as the pickers offer it. On the wire it is its plain English
/// name.
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

/// The names under which a shared list is grouped, in the specification's fixed order (§2).
pub const LIST_NAMES: [&str; 12] = [
    "Fruits",
    "Vegetables",
    "Dairy & Eggs",
    "Meat & Poultry",
    "Seafood",
    "Bakery",
    "Pantry Staples",
    "Frozen Foods",
    "Beverages",
    "Snacks",
    "Health & Beauty",
    "Household",
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

    /// Returns the tracker category of any text: a tracker name, a catalogue or list name, or else [`Category::Other`].
    /// Ignores case and surrounding space, because users type these.
    pub fn of(text: &str) -> Self {
        named(text).map_or(Self::Other, |&(category, _)| category)
    }

    /// Returns true for food and drink; the reader does not track the rest by default.
    pub const fn is_food(self) -> bool {
        !matches!(self, Self::Household)
    }
}

/// The tracker category and the shopping list's aisle of each known name in lower case. The site reads the same file.
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

/// An item's category for users: the tracker's, or free text. At most [`CategoryName::MAX_CHARS`] characters, never
/// blank, no control characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CategoryName(Cow<'static, str>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CategoryNameError {
    #[error("A category needs a name.")]
    Blank,
    #[error("A category can have up to 50 characters.")]
    TooLong,
    #[error("A category cannot contain control characters.")]
    Control,
}

impl CategoryName {
    /// Counted in Unicode scalar values, as other texts of a user.
    pub const MAX_CHARS: usize = 50;

    /// The tracker category behind the name, which decides icon, colour and default shelf life.
    pub fn category(&self) -> Category {
        Category::of(&self.0)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CategoryName {
    type Err = CategoryNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.is_empty() {
            return Err(CategoryNameError::Blank);
        }
        if text.chars().nth(Self::MAX_CHARS).is_some() {
            return Err(CategoryNameError::TooLong);
        }
        if text.chars().any(char::is_control) {
            return Err(CategoryNameError::Control);
        }
        Ok(Self(Cow::Owned(text.to_owned())))
    }
}

impl From<Category> for CategoryName {
    fn from(category: Category) -> Self {
        Self(Cow::Borrowed(category.as_str()))
    }
}

impl fmt::Display for CategoryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for CategoryName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for CategoryName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
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
        for name in CATALOGUE_NAMES.into_iter().chain(LIST_NAMES) {
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
    fn takes_only_household_for_no_food() {
        assert_eq!(Category::ALL.into_iter().filter(|c| !c.is_food()).collect::<Vec<_>>(), [Category::Household]);
    }

    #[test]
    fn bounds_a_persons_own_words() {
        let own: CategoryName = " Omas Keller 🥒 ".parse().unwrap();
        assert_eq!(own.as_str(), "Omas Keller 🥒");
        assert_eq!(own.category(), Category::Other);
        assert_eq!("Dairy".parse::<CategoryName>().unwrap(), Category::Dairy.into());
        assert_eq!("é".repeat(50).parse::<CategoryName>().unwrap().as_str().chars().count(), 50);
        assert_eq!("é".repeat(51).parse::<CategoryName>(), Err(CategoryNameError::TooLong));
        assert_eq!(" \t ".parse::<CategoryName>(), Err(CategoryNameError::Blank));
        assert_eq!("a\u{0}b".parse::<CategoryName>(), Err(CategoryNameError::Control));
        assert!(serde_json::from_str::<CategoryName>("\"\"").is_err());
        assert_eq!(serde_json::to_string(&own).unwrap(), "\"Omas Keller 🥒\"");
    }
}
