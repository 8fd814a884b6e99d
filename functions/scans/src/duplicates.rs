//! Is this receipt one that was read before? By its text to the letter, then by likeness.
//!
//! Two photos of one receipt differ in some letters; two receipts of one shop agree in everything but goods, sums and times. So likeness weighs what
//! is a receipt's own: the amounts in their order, its times and long numbers, and only then its words.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// How many word hashes are kept: the smallest, which for any two receipts are a fair sample of what they share.
const SKETCH: usize = 64;
const MOST_AMOUNTS: usize = 80;
const MOST_MARKS: usize = 12;

/// How many sessions back a receipt is compared with.
pub const LOOK_BACK: usize = 60;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Likeness {
    /// Hashes of words, the smallest ones, sorted.
    #[serde(rename = "w")]
    words: Vec<u32>,
    /// Amounts in cents, as they stand from top to bottom.
    #[serde(rename = "a")]
    amounts: Vec<u32>,
    /// Times of day, dates and long numbers: what hardly two receipts share.
    #[serde(rename = "m")]
    marks: Vec<String>,
}

/// The same lines, the same hash.
pub fn text_hash(lines: &[String]) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    shared::hex(&hash.finalize())
}

fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// `3,49`, `3.49`, `-0.30`: cents. Anything else is no amount.
fn amount(token: &str) -> Option<u32> {
    let digits = token.trim_matches(|c: char| !c.is_ascii_digit());
    let (whole, cents) = digits.rsplit_once(['.', ','])?;
    let plain = cents.len() == 2 && !whole.is_empty() && whole.len() <= 5 && whole.bytes().chain(cents.bytes()).all(|b| b.is_ascii_digit());
    plain.then(|| whole.parse::<u32>().ok().zip(cents.parse::<u32>().ok()).map(|(whole, cents)| whole * 100 + cents)).flatten()
}

/// A time, a date or a number of at least six digits, reduced to its digits.
fn mark(token: &str) -> Option<String> {
    let digits: String = token.chars().filter(char::is_ascii_digit).collect();
    let separators = token.chars().filter(|c| matches!(c, ':' | '/' | '-' | '.')).count();
    let stamp = token.contains(':') && (3..=6).contains(&digits.len()) || separators >= 2 && (5..=8).contains(&digits.len());
    let number = digits.len() >= 6 && digits.len() * 5 >= token.chars().count() * 4;
    (stamp || number).then_some(digits)
}

impl Likeness {
    pub fn of(lines: &[String]) -> Self {
        let mut words = BTreeSet::new();
        let (mut amounts, mut marks) = (Vec::new(), BTreeSet::new());
        for token in lines.iter().flat_map(|line| line.split_whitespace()) {
            if let Some(cents) = amount(token) {
                amounts.push(cents);
            } else if let Some(digits) = mark(token) {
                marks.insert(digits);
            } else if token.chars().filter(|c| c.is_alphabetic()).count() >= 3 {
                words.insert(fnv(&token.to_lowercase()));
            }
        }
        amounts.truncate(MOST_AMOUNTS);
        Self { words: words.into_iter().take(SKETCH).collect(), amounts, marks: marks.into_iter().take(MOST_MARKS).collect() }
    }

    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a likeness is plain data")
    }

    pub fn decode(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Whether both are photos of one receipt.
    pub fn same_receipt(&self, other: &Self) -> bool {
        let amounts = order_agreement(&self.amounts, &other.amounts);
        let words = overlap(&self.words, &other.words);
        let known = self.marks.len().min(other.marks.len());
        let marks = overlap(&self.marks, &other.marks);
        if self.amounts.len().min(other.amounts.len()) < 3 {
            // Too little to go by but the words and the time.
            return known > 0 && marks >= 0.7 && words >= 0.7 && amounts >= 0.9;
        }
        if known == 0 {
            return amounts >= 0.9 && words >= 0.5;
        }
        amounts >= 0.75 && words >= 0.3 && marks >= 0.5
    }
}

/// Shared elements over all elements of two sorted lists.
fn overlap<T: Ord>(a: &[T], b: &[T]) -> f64 {
    if a.is_empty() && b.is_empty() {
        return 0.0;
    }
    let shared = a.iter().filter(|x| b.binary_search(x).is_ok()).count();
    ratio(shared, a.len() + b.len() - shared)
}

/// The longest common subsequence over the longer list: a lost line costs one, a swapped basket all.
fn order_agreement(a: &[u32], b: &[u32]) -> f64 {
    let mut row = vec![0_usize; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    ratio(row[b.len()], a.len().max(b.len()))
}

#[expect(clippy::cast_precision_loss, reason = "both count the words of one receipt")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(|line| line.trim().to_lowercase()).filter(|line| !line.is_empty()).collect()
    }

    const RECEIPT: &str = "corner market\n12 main street\nwhole milk 3.49 f\nbananas 0.79 f\nsourdough bread 4.25\nsubtotal 8.53\ntax 0.00\ntotal 8.53\n11/20/2026 17:42 ref 00482913";

    #[test]
    fn some_misread_letters_are_the_same_receipt() {
        let again = RECEIPT.replace("bananas", "banamas").replace("market", "markat").replace("tax 0.00", "tx 0.00");
        assert!(Likeness::of(&lines(RECEIPT)).same_receipt(&Likeness::of(&lines(&again))));
    }

    #[test]
    fn another_day_at_the_same_shop_is_another_receipt() {
        let later = RECEIPT.replace("11/20/2026 17:42 ref 00482913", "11/21/2026 09:13 ref 00483377");
        assert!(!Likeness::of(&lines(RECEIPT)).same_receipt(&Likeness::of(&lines(&later))));
        let basket = RECEIPT.replace("3.49", "2.99").replace("8.53", "8.03").replace("17:42", "17:58").replace("00482913", "00482931");
        assert!(!Likeness::of(&lines(RECEIPT)).same_receipt(&Likeness::of(&lines(&basket))));
    }

    #[test]
    fn a_likeness_survives_its_row() {
        let likeness = Likeness::of(&lines(RECEIPT));
        assert_eq!(Likeness::decode(&likeness.encode()), Some(likeness));
    }

    #[test]
    fn an_amount_has_two_places() {
        assert_eq!(amount("3,49"), Some(349));
        assert_eq!(amount("$12.05"), Some(1_205));
        for none in ["3.5", "12", "1.234", "abc", "17:42"] {
            assert_eq!(amount(none), None, "{none}");
        }
    }
}
