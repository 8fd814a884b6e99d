//! One food under its different names: singular and plural, spellings, accents.

use super::text::name_key;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// `shared/data/food_names.json`, which the site reads too: "Eier=ei" replaces a word or its ending.
#[derive(Deserialize)]
struct Table {
    words: &'static str,
    endings: &'static str,
    spellings: &'static str,
}

struct Rules {
    /// Words with an irregular plural, and those ("pâté") that no rule changes.
    words: HashMap<&'static str, &'static str>,
    /// Ends of words; the longest one counts.
    endings: HashMap<&'static str, &'static str>,
    /// Letters anywhere in a word without accents.
    spellings: Vec<(&'static str, &'static str)>,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let table: Table = serde_json::from_str(include_str!("../../data/food_names.json"))
        .expect("the built-in table is valid, a test reads it");
    let pairs = |text: &'static str| text.split(' ').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let word = |(from, to): (&'static str, &'static str)| (from, if to.is_empty() { from } else { to });
    Rules {
        words: pairs(table.words).map(word).collect(),
        endings: pairs(table.endings).collect(),
        spellings: pairs(table.spellings).collect(),
    }
});

/// Returns a key that is equal for one food in singular and plural, in other spellings and without accents: "banana"
/// and "Bananas", "Ei" and "Eier", "Müsli" and "Muesli". The rules of all languages apply, because the language of a
/// name is unknown. The site's `sameFoodKey` has the same rules; `same_foods.json` tests both.
pub fn same_food_key(name: &str) -> String {
    name_key(name).split(' ').map(word_key).collect::<Vec<_>>().join(" ")
}

/// The minimum number of letters of a word with an ending.
const MIN_LETTERS: usize = 4;
/// The minimum number of letters without the ending.
const MIN_STEM: usize = 2;

fn word_key(word: &str) -> String {
    let rules = &*RULES;
    let word = rules.words.get(word).copied().unwrap_or(word);
    if rules.words.get(word) == Some(&word) {
        return word.to_owned();
    }
    let end = |(at, _)| rules.endings.get(&word[at..]).map(|other| format!("{}{other}", &word[..at]));
    let ending = word.char_indices().find_map(end).filter(|_| has_letters(word, MIN_LETTERS));
    let whole = ending.as_deref().unwrap_or(word).replace('ł', "l");
    let mut spelled: String = whole.nfd().filter(|c| !is_combining_mark(*c)).collect();
    for (from, to) in &rules.spellings {
        if spelled.contains(from) {
            spelled = spelled.replace(from, to);
        }
    }
    let mut stem = without_vowel(&without_umlaut_letters(without_consonant(&spelled))).to_owned();
    if stem.ends_with('i') {
        stem.replace_range(stem.len() - 1.., "o");
    }
    for double in ["aa", "ee", "oo", "uu"] {
        stem = stem.replace(double, &double[1..]);
    }
    stem
}

fn has_letters(word: &str, min: usize) -> bool {
    word.chars().nth(min - 1).is_some()
}

/// Leaves out the s or n of a plural: "bananas", "Tomaten", "Zwiebeln".
fn without_consonant(word: &str) -> &str {
    if !has_letters(word, MIN_LETTERS) {
        return word;
    }
    let ends = |all: &[&str]| all.iter().any(|end| word.ends_with(end));
    let is_short = !has_letters(word, MIN_LETTERS + 1);
    let word = if ends(&["ss", "us", "eis"]) || is_short && ends(&["is"]) {
        word
    } else {
        word.strip_suffix('s').unwrap_or(word)
    };
    let in_n = has_letters(word, MIN_LETTERS) && ["en", "eln", "ern"].iter().any(|end| word.ends_with(end));
    if in_n && !word.ends_with("oen") { &word[..word.len() - 1] } else { word }
}

/// Leaves out the last vowel, which differs in "mela" and "mele", "Brot" and "Brote", "cytryna" and "cytryny".
fn without_vowel(word: &str) -> &str {
    let ends: &[&str] = if has_letters(word, MIN_LETTERS) { &["ie", "ia", "e", "a", "y"] } else { &["e", "a"] };
    let stems = ends.iter().filter_map(|end| word.strip_suffix(end));
    stems.into_iter().find(|stem| has_letters(stem, MIN_STEM)).unwrap_or(word)
}

/// Writes "ae", "oe", "ue" for umlauts as the vowel: "Muesli" as "musli".
fn without_umlaut_letters(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let is_umlaut = |at: usize| match letters[..at] {
        [.., 'a' | 'o'] => true,
        [.., 'a' | 'e' | 'o' | 'q', 'u'] => false,
        [.., 'u'] => at + 1 < letters.len(),
        _ => false,
    };
    let kept = (0..letters.len()).filter(|at| letters[*at] != 'e' || !is_umlaut(*at));
    kept.map(|at| letters[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    struct Cases {
        same: BTreeMap<String, Vec<String>>,
        different: BTreeMap<String, Vec<String>>,
    }

    #[test]
    fn gives_one_key_to_singular_and_plural_of_a_food() {
        let cases: Cases = serde_json::from_str(include_str!("../../data/same_foods.json")).unwrap();
        let wrong = |cases: &BTreeMap<String, Vec<String>>, is_same: bool| -> Vec<String> {
            let pairs = cases.values().flatten().map(|pair| pair.split_once('/').unwrap());
            let wrong = pairs.map(|(one, other)| (same_food_key(one), same_food_key(other)));
            wrong.filter(|(one, other)| (one == other) != is_same).map(|keys| format!("{keys:?}")).collect()
        };
        assert_eq!(wrong(&cases.same, true), [""; 0]);
        assert_eq!(wrong(&cases.different, false), [""; 0]);
    }

    #[test]
    fn gives_every_name_a_key() {
        for name in ["a", "s", "e", "ies", "en", "ue", "👩‍🍳", "حليب", "牛乳", "'s", "1"] {
            assert!(!same_food_key(name).is_empty(), "{name}");
        }
    }
}
