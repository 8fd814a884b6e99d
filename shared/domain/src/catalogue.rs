//! The catalogue of common products (specification §3), for the shopping list's Browse view. The data is
//! `shared/data/catalogue.json`, which the site reads too.

use std::{collections::HashMap, sync::LazyLock};

use serde::{Deserialize, Serialize};

use super::{
    category::CATALOGUE_NAMES,
    shelf_life::{Storage, words},
};

/// The longest shelf life of a catalogue entry (§3), although sugar and tins keep longer.
pub const MAX_SHELF_LIFE_DAYS: u16 = 365;

static DATA: &str = include_str!("../../data/catalogue.json");

/// One common product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CatalogueEntry<'a> {
    /// The English name, unique in the catalogue.
    pub name: &'a str,
    pub name_de: &'a str,
    /// One of [`CATALOGUE_NAMES`].
    pub category: &'a str,
    pub unit: &'a str,
    /// Days from the purchase, 1 to [`MAX_SHELF_LIFE_DAYS`], if stored as `storage` says.
    pub shelf_life_days: u16,
    pub storage: Storage,
    /// The source of the number, for display.
    pub source: &'a str,
    /// Further English and German words under which a search should find it.
    #[serde(borrow)]
    pub en: Vec<&'a str>,
    #[serde(borrow)]
    pub de: Vec<&'a str>,
}

struct Catalogue {
    entries: Vec<CatalogueEntry<'static>>,
    /// The index of each entry by the stemmed words of its name and synonyms; names win over synonyms.
    by_name: HashMap<String, usize>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let entries: Vec<CatalogueEntry<'static>> =
        serde_json::from_str(DATA).expect("the built-in catalogue is well-formed, a test reads it");
    let mut by_name = HashMap::with_capacity(entries.len() * 8);
    for (index, entry) in entries.iter().enumerate() {
        by_name.insert(words::key(entry.name), index);
    }
    for (index, entry) in entries.iter().enumerate() {
        for synonym in std::iter::once(&entry.name_de).chain(&entry.en).chain(&entry.de) {
            by_name.entry(words::key(synonym)).or_insert(index);
        }
    }
    Catalogue { entries, by_name }
});

/// Returns every entry, grouped by category in the specification's order.
pub fn entries() -> &'static [CatalogueEntry<'static>] {
    &CATALOGUE.entries
}

/// Returns the entry of a name or synonym, in English or German, singular or plural, in any case.
pub fn find(name: &str) -> Option<&'static CatalogueEntry<'static>> {
    CATALOGUE.by_name.get(&words::key(name)).map(|&index| &CATALOGUE.entries[index])
}

/// Returns the catalogue as the Browse view shows it: the twelve categories in order, each with its entries.
pub fn by_category() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static CatalogueEntry<'static>>)> {
    CATALOGUE_NAMES.into_iter().map(|name| (name, entries().iter().filter(move |entry| entry.category == name)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{category::Category, shelf_life};
    use super::*;
    use crate::test_support;

    #[test]
    fn fills_every_category_in_order() {
        assert!(entries().len() >= 450, "{} entries", entries().len());
        let order: Vec<_> =
            entries().iter().map(|entry| CATALOGUE_NAMES.iter().position(|name| *name == entry.category)).collect();
        assert!(order.iter().all(Option::is_some), "only the specification's names");
        assert!(order.is_sorted(), "grouped in the specification's order");
        for (name, entries) in by_category() {
            assert!(entries.count() >= 15, "{name} has too few entries");
        }
    }

    #[test]
    fn keeps_the_rules_in_every_entry() {
        const UNITS: &str = "item lb kg oz g bunch bag box gallon container block dozen loaf head bottle can jar pack \
            carton tub tube bar stick";
        let mut names = HashSet::new();
        let mut german = HashSet::new();
        for entry in entries() {
            assert!(names.insert(words::key(entry.name)), "{} appears twice", entry.name);
            assert!(german.insert(entry.name_de), "{} appears twice", entry.name_de);
            assert!((1..=MAX_SHELF_LIFE_DAYS).contains(&entry.shelf_life_days), "{}", entry.name);
            assert!(UNITS.split(' ').any(|unit| unit == entry.unit), "{}: unit {}", entry.name, entry.unit);
            assert!(!entry.source.is_empty() && entry.source.len() <= 200, "{}", entry.name);
            for text in
                [entry.name, entry.name_de].into_iter().chain(entry.en.iter().copied()).chain(entry.de.iter().copied())
            {
                assert!(!text.trim().is_empty() && text.trim() == text && text.len() <= 60, "{text:?}");
            }
        }
    }

    #[test]
    fn keeps_the_file_small_enough_for_a_browser() {
        assert!(DATA.len() < 200_000, "{} bytes", DATA.len());
        assert_eq!(DATA.lines().count(), entries().len() + 2, "one entry a line");
    }

    #[test]
    fn agrees_with_the_shelf_lives_of_the_specification() {
        for row in test_support::shelf_life_rows() {
            let entry = find(row.keyword).expect("every row is in the catalogue");
            assert_eq!(entry.shelf_life_days, row.days, "{}", row.keyword);
            assert_eq!(entry.unit, row.unit, "{}", row.keyword);
            assert_eq!(Category::of(entry.category), row.category, "{}", row.keyword);
        }
    }

    #[test]
    fn agrees_with_shelf_lives_of_products() {
        for entry in entries() {
            let life = shelf_life::for_name(entry.name);
            assert_eq!(life.days.min(MAX_SHELF_LIFE_DAYS), entry.shelf_life_days, "{}: {}", entry.name, life.reason);
            assert_eq!(life.storage, entry.storage, "{}", entry.name);
        }
    }

    #[test]
    fn finds_entry_by_name_or_synonym_in_both_languages() {
        assert_eq!(find("whole MILK").unwrap().name, "Whole milk");
        assert_eq!(find("Vollmilch").unwrap().name, "Whole milk");
        assert_eq!(find("banana").unwrap().name, "Bananas");
        assert_eq!(find("Möhren").unwrap().name, "Carrots");
        assert_eq!(find("Moehren").unwrap().name, "Carrots");
        assert!(find("plutonium").is_none());
    }
}
