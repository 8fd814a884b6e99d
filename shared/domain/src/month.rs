//! The names of months, for dates in files, on receipts and on packages.

use super::text::fold;
use std::sync::LazyLock;

/// The minimum number of letters of a short name.
const MIN_LETTERS: usize = 3;

/// The names of each month in the languages of `shared/data/months.json`, January first, folded.
static MONTHS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let names: Vec<&str> = serde_json::from_str(include_str!("../../data/months.json"))
        .expect("the built-in months are well-formed, a test reads them");
    names.into_iter().map(|names| names.split(' ').map(fold).collect()).collect()
});

/// Returns the month of a whole or short name, in any case and with or without accents. A short name is the beginning
/// of a whole one, if it is that of one month only.
pub fn month_named(word: &str) -> Option<u32> {
    let word = fold(word);
    if word.chars().count() < MIN_LETTERS {
        return None;
    }
    let of = |is_name: &dyn Fn(&String) -> bool| {
        let mut months = (1..).zip(&*MONTHS).filter(|(_, names)| names.iter().any(is_name)).map(|(month, _)| month);
        months.next().filter(|_| months.next().is_none())
    };
    of(&|name| *name == word).or_else(|| of(&|name| name.starts_with(&word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_whole_and_short_names_of_one_month() {
        for (word, month) in [
            ("Jan", 1),
            ("février", 2),
            ("MRZ", 3),
            ("Mär", 3),
            ("mar", 3),
            ("Apr", 4),
            ("maj", 5),
            ("juin", 6),
            ("lip", 7),
            ("aou", 8),
            ("SEPT", 9),
            ("out", 10),
            ("paz", 10),
            ("listopada", 11),
            ("dic", 12),
            ("gru", 12),
        ] {
            assert_eq!(month_named(word), Some(month), "{word}");
        }
        for other in ["", "ma", "jui", "milk", "marketing", "decker"] {
            assert_eq!(month_named(other), None, "{other}");
        }
    }
}
