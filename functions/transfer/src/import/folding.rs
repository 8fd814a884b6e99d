//! Folds names of columns, places and months, so that spellings compare equal.

use unicode_normalization::UnicodeNormalization;

/// Letters and digits, without accents and case: `Mindesthaltbarkeits-Datum` and `mindesthaltbarkeitsdatum` are one.
pub fn fold(header: &str) -> String {
    let lower = header.to_lowercase().replace('ł', "l").replace('ø', "o");
    lower.nfd().filter(|c| c.is_alphanumeric()).collect()
}
