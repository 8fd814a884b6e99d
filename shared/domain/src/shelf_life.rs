//! Shelf lives of food, from two tables (`shared/data`, with sources in its README): the kinds of food with storage
//! times, and the product vocabulary that maps names to kinds.

use std::{collections::HashMap, sync::LazyLock};

use serde::{Deserialize, Serialize};

use super::category::Category;

pub mod words;

static KINDS_DATA: &str = include_str!("../../data/storage.json");
static PRODUCTS_DATA: &str = include_str!("../../data/products.json");

/// A storage place at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Storage {
    Fridge,
    Freezer,
    Pantry,
    Counter,
}

impl Storage {
    /// Parses the name on the wire.
    pub fn named(name: &str) -> Option<Self> {
        [("fridge", Self::Fridge), ("freezer", Self::Freezer), ("pantry", Self::Pantry), ("counter", Self::Counter)]
            .into_iter()
            .find_map(|(known, storage)| (known == name).then_some(storage))
    }
}

/// A kind of food: products that keep equally long in the same place.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind<'a> {
    pub id: &'a str,
    pub category: Category,
    /// Days from the purchase. May exceed a year, unlike in the catalogue.
    pub days: u16,
    pub storage: Storage,
    pub unit: &'a str,
    /// The priority of a kind's word among several in a name: an ingredient or flavour (1) yields to a staple (2), that
    /// to a made product (3), and all to non-food (4): "apple juice" is juice, "tomato soup" is soup, "coffee filters"
    /// are filters.
    pub rank: u8,
    /// The source of `days`: a row of the specification, a product of USDA FoodKeeper by number and name, or
    /// "estimate".
    pub source: &'a str,
    /// The same for display.
    pub reason: &'a str,
    pub food: bool,
}

/// One product of the vocabulary: its English name, its kind, and the further words for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    /// Overrides the kind's rank, for words that name something only when nothing else in the line does ("bag",
    /// "fruit", "mix").
    pub rank: Option<u8>,
    #[serde(borrow)]
    pub en: Vec<&'a str>,
    /// German terms, the usual one first. `Zeitung=Newspaper` gives a term its own English name.
    #[serde(borrow)]
    pub de: Vec<&'a str>,
}

/// A shelf life and its storage place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShelfLife {
    /// Days from the purchase.
    pub days: u16,
    pub unit: &'static str,
    pub category: Category,
    pub storage: Storage,
    pub reason: &'static str,
}

impl From<&'static Kind<'static>> for ShelfLife {
    fn from(kind: &'static Kind<'static>) -> Self {
        Self { days: kind.days, unit: kind.unit, category: kind.category, storage: kind.storage, reason: kind.reason }
    }
}

/// The shelf life of an unknown name (§9).
pub const UNKNOWN: ShelfLife = ShelfLife {
    days: 7,
    unit: "item",
    category: Category::Other,
    storage: Storage::Fridge,
    reason: "7 days, the default for what Larder does not know",
};

static KINDS: LazyLock<Vec<Kind<'static>>> =
    LazyLock::new(|| serde_json::from_str(KINDS_DATA).expect("the built-in kinds are well-formed, a test reads them"));
static PRODUCTS: LazyLock<Vec<Product<'static>>> = LazyLock::new(|| {
    serde_json::from_str(PRODUCTS_DATA).expect("the built-in vocabulary is well-formed, a test reads it")
});

/// Returns every kind of food.
pub fn kinds() -> &'static [Kind<'static>] {
    &KINDS
}

static BY_ID: LazyLock<HashMap<&'static str, &'static Kind<'static>>> =
    LazyLock::new(|| KINDS.iter().map(|kind| (kind.id, kind)).collect());

/// Returns the kind with an id.
pub fn kind(id: &str) -> Option<&'static Kind<'static>> {
    BY_ID.get(id).copied()
}

/// Returns the product vocabulary.
pub fn products() -> &'static [Product<'static>] {
    &PRODUCTS
}

/// The maximum number of words considered in a name, which limits the work for a hostile name.
const MAX_WORDS: usize = 24;
/// No term of the vocabulary has more words.
const MAX_TERM_WORDS: usize = 7;
/// The minimum number of letters of a German compound's last part, which decides its kind, and of the part before it.
const MIN_HEAD_LETTERS: usize = 4;
const MIN_MODIFIER_LETTERS: usize = 3;
/// A longer word is not searched for its last part.
const MAX_COMPOUND_LETTERS: usize = 60;

#[derive(Clone, Copy)]
struct RankedKind {
    kind: &'static Kind<'static>,
    rank: u8,
}

/// Maps the key of every term to its meaning.
static TERMS: LazyLock<HashMap<String, RankedKind>> = LazyLock::new(|| {
    let without_rank = products().iter().filter(|product| product.rank.is_none());
    let names = without_rank.map(|product| (product.name, product));
    let synonyms = products().iter().flat_map(|product| {
        let terms = product.en.iter().chain(&product.de);
        terms.map(move |term| (term.split('=').next().unwrap_or(term), product))
    });
    let mut terms = HashMap::new();
    // The names first: a synonym never takes a name away from its product.
    for (term, product) in names.chain(synonyms) {
        let kind = BY_ID[product.kind];
        let meaning = RankedKind { kind, rank: product.rank.unwrap_or(kind.rank) };
        terms.entry(words::key(term)).or_insert(meaning);
    }
    terms
});

/// Returns the shelf life by the whole words of a name. A longer term wins over a shorter one inside it ("banana bread"
/// over "banana"), and of several terms the one with the highest rank, on a tie the last, where English and German have
/// the product. No match gives [`UNKNOWN`].
pub fn for_name(name: &str) -> ShelfLife {
    kind_of(name).map_or(UNKNOWN, ShelfLife::from)
}

/// Returns the vocabulary's kind for a name; see [`for_name`].
pub fn kind_of(name: &str) -> Option<&'static Kind<'static>> {
    let words: Vec<String> = words::words(name).take(MAX_WORDS).collect();
    let mut best: Option<RankedKind> = None;
    let mut at = 0;
    while at < words.len() {
        let longest = (1..=MAX_TERM_WORDS.min(words.len() - at))
            .rev()
            .find_map(|length| TERMS.get(words[at..at + length].join(" ").as_str()).map(|meaning| (*meaning, length)))
            .or_else(|| head_of_compound(&words[at]).map(|meaning| (meaning, 1)));
        if let Some((meaning, length)) = longest {
            if best.is_none_or(|best| meaning.rank >= best.rank) {
                best = Some(meaning);
            }
            at += length;
        } else {
            at += 1;
        }
        // The words before "with" decide: "eggs with cheese", "Brot mit Käse".
        if best.is_some()
            && words
                .get(at)
                .is_some_and(|word| matches!(word.as_str(), "with" | "in" | "mit" | "ohne" | "without" | "fur" | "for"))
        {
            break;
        }
    }
    best.map(|meaning| meaning.kind)
}

/// Returns the kind of the longest known ending of an unknown word: "Himbeerjoghurt" is a yogurt.
fn head_of_compound(word: &str) -> Option<RankedKind> {
    if !word.is_ascii() || word.len() > MAX_COMPOUND_LETTERS {
        return None;
    }
    let starts = MIN_MODIFIER_LETTERS..(word.len() + 1).saturating_sub(MIN_HEAD_LETTERS);
    starts.into_iter().find_map(|start| TERMS.get(&word[start..])).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::test_support::shelf_life_rows;

    #[test]
    fn has_the_rows_of_the_specification() {
        let rows: Vec<_> =
            shelf_life_rows().iter().map(|row| (row.keyword, row.category, row.days, row.unit)).collect();
        assert_eq!(
            rows,
            [
                ("milk", Category::Dairy, 5, "gallon"),
                ("yogurt", Category::Dairy, 7, "container"),
                ("cheese", Category::Dairy, 14, "block"),
                ("eggs", Category::Dairy, 21, "dozen"),
                ("chicken", Category::Meat, 2, "lb"),
                ("beef", Category::Meat, 3, "lb"),
                ("pork", Category::Meat, 3, "lb"),
                ("bread", Category::Bakery, 3, "loaf"),
                ("banana", Category::Fruit, 4, "bunch"),
                ("apple", Category::Fruit, 14, "lb"),
                ("strawberry", Category::Fruit, 3, "container"),
                ("tomato", Category::Vegetable, 5, "lb"),
                ("lettuce", Category::Vegetable, 5, "head"),
                ("carrots", Category::Vegetable, 21, "bag"),
            ]
        );
    }

    #[test]
    fn prefers_specification_rows_for_their_keywords() {
        for row in shelf_life_rows() {
            for name in [row.keyword.to_owned(), row.keyword.to_uppercase(), format!("fresh {}", row.keyword)] {
                let life = for_name(&name);
                assert_eq!((life.category, life.days, life.unit), (row.category, row.days, row.unit), "{name}");
            }
        }
    }

    #[test]
    fn keeps_the_rules_of_every_kind() {
        let mut ids = HashSet::new();
        for kind in kinds() {
            assert!(ids.insert(kind.id), "{} appears twice", kind.id);
            assert!((1..=3650).contains(&kind.days), "{}", kind.id);
            assert!((1..=4).contains(&kind.rank), "{}", kind.id);
            assert_eq!(kind.food, kind.category.is_food(), "{}", kind.id);
            assert_eq!(kind.storage == Storage::Freezer, kind.category == Category::Frozen, "{}", kind.id);
            assert!(!kind.reason.is_empty() && kind.reason.len() <= 160, "{}", kind.id);
            let known = kind.source == "estimate"
                || kind.source.starts_with("table: ")
                || kind.source.starts_with("FoodKeeper ");
            assert!(known, "{}: {}", kind.id, kind.source);
        }
    }

    #[test]
    fn keeps_the_rules_for_every_product() {
        let ids: HashSet<_> = kinds().iter().map(|kind| kind.id).collect();
        let mut terms = 0;
        for product in products() {
            assert!(ids.contains(product.kind), "{}: kind {}", product.name, product.kind);
            assert!(product.rank.is_none_or(|rank| rank <= 4));
            for term in std::iter::once(&product.name).chain(&product.en).chain(&product.de) {
                terms += 1;
                let term = term.split('=').next().unwrap();
                let count = words::words(term).count();
                assert!((1..=MAX_TERM_WORDS).contains(&count), "{term:?} has {count} words");
            }
        }
        assert!(terms >= 8_000, "{terms} terms");
    }

    #[test]
    fn decides_by_the_longest_term_and_the_head_noun() {
        for (name, category, days) in [
            ("banana bread", Category::Bakery, 1..=7),
            ("milk chocolate", Category::Snacks, 90..=365),
            ("chocolate milk", Category::Dairy, 5..=5),
            ("apple juice", Category::Beverages, 7..=365),
            ("coconut milk", Category::Pantry, 365..=1825),
            ("chicken broth", Category::Pantry, 180..=730),
            ("chicken noodle soup", Category::Pantry, 180..=1825),
            ("peanut butter", Category::Pantry, 90..=730),
            ("strawberry yogurt", Category::Dairy, 7..=7),
            ("tomato soup", Category::Pantry, 180..=1825),
            ("coffee filters", Category::Household, 1..=3650),
            ("ice cream", Category::Frozen, 60..=365),
            ("cream cheese", Category::Dairy, 7..=30),
            ("frozen pizza", Category::Frozen, 90..=365),
            ("pineapple", Category::Fruit, 3..=7),
            ("eggplant", Category::Vegetable, 3..=7),
            ("Himbeerjoghurt", Category::Dairy, 7..=7),
            ("Bio Vollkornbrot", Category::Bakery, 3..=3),
            ("Apfelsaft", Category::Beverages, 7..=365),
            ("Hähnchenbrustfilet", Category::Meat, 1..=3),
            ("Kartoffelsalat", Category::Other, 3..=5),
            ("crackers with cheese", Category::Snacks, 90..=365),
        ] {
            let life = for_name(name);
            assert_eq!(life.category, category, "{name}: {}", life.reason);
            assert!(days.contains(&life.days), "{name}: {} days", life.days);
        }
    }

    #[test]
    fn gives_unknown_name_seven_days() {
        for name in ["", "   ", "zzgrblfx", "🦑🦑", "12345"] {
            assert_eq!(for_name(name), UNKNOWN, "{name:?}");
        }
        assert_eq!(UNKNOWN.days, 7);
    }

    proptest! {
        #[test]
        fn gives_every_text_a_shelf_life(text in "\\PC{0,300}") {
            let life = for_name(&text);
            prop_assert!((1..=3650).contains(&life.days));
        }
    }
}
