//! The words of amounts, from `shared/data/units.json`.

use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The table as it is stored. Words are separated by spaces; those of a phrase are joined by `_`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Data {
    /// The words for each unit of the shopping list.
    #[serde(borrow)]
    pub units: HashMap<&'static str, &'static str>,
    /// The words for each unit of recipes, which keeps its language.
    #[serde(borrow)]
    pub kitchen: HashMap<&'static str, &'static str>,
    /// Factor and unit into which other units are converted.
    #[serde(borrow)]
    pub converted: HashMap<&'static str, (f64, &'static str)>,
    /// Factor and unit for fractions of a unit.
    #[serde(borrow)]
    pub smaller: HashMap<&'static str, (f64, &'static str)>,
    /// The words for each number.
    #[serde(borrow)]
    pub numbers: HashMap<&'static str, &'static str>,
    /// Words between a unit and the name.
    #[serde(borrow)]
    pub joining: Vec<&'static str>,
    /// Words before an approximate amount.
    #[serde(borrow)]
    pub approximate: Vec<&'static str>,
    /// Words that stand for an amount, before and behind a name.
    #[serde(borrow)]
    pub vague_before: Vec<&'static str>,
    #[serde(borrow)]
    pub vague_after: Vec<&'static str>,
    /// Words between a number and its unit.
    pub adjectives: &'static str,
    /// Units that mean one of them without a number.
    pub bare: &'static str,
    /// Words between the numbers of a range, and between a number and its fraction.
    pub ranges: &'static str,
    pub ands: &'static str,
    /// Beginnings of names that begin like an amount.
    #[serde(borrow)]
    pub names: Vec<&'static str>,
    /// Words whose number belongs to the name ("Type 405").
    pub numbered: &'static str,
    /// Beginnings of the headings of recipes.
    #[serde(borrow)]
    pub headings: Vec<&'static str>,
    /// Foods of which recipes name two on a line.
    pub pairs: &'static str,
}

pub struct Table {
    pub data: Data,
    /// Units by their phrases, with spaces.
    pub units: HashMap<String, &'static str>,
    pub numbers: HashMap<&'static str, f64>,
    pub pairs: HashSet<&'static str>,
}

pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let data: Data = serde_json::from_str(include_str!("../../../data/units.json"))
        .expect("the built-in table is well-formed, a test reads it");
    let mut units = HashMap::new();
    for (unit, words) in data.units.iter().chain(&data.kitchen) {
        units.extend(words.split_whitespace().map(|word| (word.replace('_', " "), *unit)));
    }
    units.extend(data.kitchen.keys().map(|unit| (phrase(unit), *unit)));
    let numbers = data.numbers.iter().flat_map(|(number, words)| {
        let number = number.parse::<f64>().expect("the built-in numbers are well-formed, a test reads them");
        words.split(' ').map(move |word| (word, number))
    });
    Table { units, numbers: numbers.collect(), pairs: data.pairs.split(' ').collect(), data }
});

/// Returns a unit's words as they are looked up.
pub fn phrase(unit: &str) -> String {
    let words = unit.to_lowercase().replace(['.', '(', ')'], " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
