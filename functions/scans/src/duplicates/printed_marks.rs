//! Extracts features that differ between receipts: times of day, dates, numbers.
//!
//! Two photos of one receipt may each lack some of them, and a digit may be misread. So a mark on only one photo
//! decides nothing: two receipts differ if each has a mark of one kind that the other lacks.

use super::amounts::amount;
use receipt_reader::text::timestamps;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Shorter numbers are those of tills, lanes and the last digits of cards, half of them hidden behind stars.
const MIN_NUMBER_LENGTH: usize = 5;
const MAX_NUMBERS: usize = 16;
/// The maximum number of stored times, of dates, and of the purchase's own numbers.
const MAX_MARKS: usize = 6;

/// The result of comparing two receipts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkMatch {
    /// Both show it, and it is the same.
    Equal,
    /// At least one of them does not show it.
    Unknown,
    /// Both show it, and it differs.
    Different,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintedMarks {
    /// Times as hours and minutes, `1742`, except opening hours. Sorted.
    #[serde(rename = "h", default)]
    times: Vec<u16>,
    /// The digits of dates as they are printed. Sorted.
    #[serde(rename = "d", default)]
    dates: Vec<String>,
    /// Numbers of receipts, payments, shops. Sorted.
    #[serde(rename = "n", default)]
    numbers: Vec<String>,
    /// Those labelled as the purchase's own. Sorted.
    #[serde(rename = "o", default)]
    own: Vec<String>,
}

/// Labels, or their beginnings, of a receipt's or payment's number.
const OWN_NUMBER_LABELS: [&str; 22] = [
    "auth",
    "appr",
    "ref",
    "trans",
    "trx",
    "tran",
    "seq",
    "receipt",
    "invoice",
    "order",
    "ticket",
    "bon",
    "beleg",
    "rechnung",
    "quittung",
    "transaktion",
    "ta-nr",
    "tanr",
    "signatur",
    "facture",
    "scontrino",
    "kvitto",
];

/// Beginnings of words beside a card or account number. It is on every receipt of that customer, and the stars that
/// hide most of it are read as digits.
const CARD_LABELS: [&str; 7] = ["card", "acct", "account", "karte", "konto", "carte", "tarjeta"];
/// The minimum number of common reference numbers (such as authorisation and reference) that identify one payment.
pub(super) const MIN_PAYMENT_NUMBERS: usize = 2;

impl PrintedMarks {
    pub fn of(lines: &[String]) -> Self {
        let (mut times, mut dates, mut own) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut numbers: Vec<String> = Vec::new();
        for line in lines {
            let (read_times, days) = timestamps::find(line);
            times.extend(read_times);
            dates.extend(days);
            // The numbers beside an amount are article numbers, which occur on every receipt with that article.
            if line.split_whitespace().any(|word| amount(word).is_some()) {
                continue;
            }
            let names = |beginnings: &[&str]| {
                line.split_whitespace().any(|word| beginnings.iter().any(|beginning| word.starts_with(beginning)))
            };
            let is_named = names(&OWN_NUMBER_LABELS);
            if !is_named && names(&CARD_LABELS) {
                continue;
            }
            for number in line.split_whitespace().filter_map(number) {
                if is_named {
                    own.insert(number.clone());
                }
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
        // The last ones: a receipt's own numbers are printed below its items, the shop's above them.
        let mut numbers = numbers.split_off(numbers.len().saturating_sub(MAX_NUMBERS));
        numbers.sort_unstable();
        Self {
            times: times.into_iter().take(MAX_MARKS).collect(),
            dates: dates.into_iter().take(MAX_MARKS).collect(),
            numbers,
            own: own.into_iter().take(MAX_MARKS).collect(),
        }
    }

    /// Compares the times of day. Where the numbers of the payment agree, a single other digit was misread.
    pub fn compare_times(&self, other: &Self) -> MarkMatch {
        let alone = |of: &[u16], beside: &[u16]| -> Vec<u16> {
            of.iter().filter(|a| !beside.iter().any(|b| is_one_time(**a, *b))).copied().collect()
        };
        let (only_own, only_other) = (alone(&self.times, &other.times), alone(&other.times, &self.times));
        if !only_own.is_empty() && !only_other.is_empty() {
            let digits = |time: &u16| format!("{time:04}");
            let misread = |a: &u16| only_other.iter().any(|b| differing(&digits(a), &digits(b)).count() == 1);
            let is_one_payment = self.count_common_own_numbers(other) >= MIN_PAYMENT_NUMBERS;
            if is_one_payment && only_own.iter().all(misread) { MarkMatch::Unknown } else { MarkMatch::Different }
        } else if only_own.len() == self.times.len() {
            MarkMatch::Unknown
        } else {
            MarkMatch::Equal
        }
    }

    /// Returns true if either has a time.
    pub fn either_has_time(&self, other: &Self) -> bool {
        !self.times.is_empty() || !other.times.is_empty()
    }

    /// Returns how many of the purchase's own numbers both have.
    pub fn count_common_own_numbers(&self, other: &Self) -> usize {
        split(&self.own, &other.own).0.len()
    }

    /// Compares days. A single misread digit may be no difference, which only the time can decide.
    pub fn compare_dates(&self, other: &Self, times: MarkMatch) -> MarkMatch {
        let (shared, only_own, only_other) = split(&self.dates, &other.dates);
        if only_own.is_empty() || only_other.is_empty() {
            return if shared.is_empty() { MarkMatch::Unknown } else { MarkMatch::Equal };
        }
        let misread = |a: &String| only_other.iter().any(|b| a.len() == b.len() && differing(a, b).count() == 1);
        if times == MarkMatch::Equal && only_own.iter().all(|a| misread(a)) {
            MarkMatch::Unknown
        } else {
            MarkMatch::Different
        }
    }

    /// Compares the numbers of receipts and payments, which belong to one purchase, and of the shop, which do not. They
    /// cannot be told apart, so agreement proves little, and one differing pair decides. A single differing digit does
    /// not, if the time and another number of the payment agree.
    pub fn compare_numbers(&self, other: &Self, times: MarkMatch) -> MarkMatch {
        let (shared, only_own, only_other) = split(&self.numbers, &other.numbers);
        let is_one_payment = times == MarkMatch::Equal && self.count_common_own_numbers(other) > 0;
        let is_misread =
            |a: &str, b: &str| is_misread(a, b, shared.len()) || is_one_payment && differing(a, b).count() == 1;
        let differs = |a: &String, b: &String| a.len() == b.len() && !is_misread(a, b);
        if only_own.iter().any(|a| only_other.iter().any(|b| differs(a, b))) {
            MarkMatch::Different
        } else if shared.is_empty() {
            MarkMatch::Unknown
        } else {
            MarkMatch::Equal
        }
    }
}

/// Returns true if two times are equal, or the first digit of one was lost: `2:02` of `12:02`.
fn is_one_time(a: u16, b: u16) -> bool {
    a == b || a.min(b) < 1000 && a % 1000 == b % 1000
}

/// Returns true if two different numbers are a misreading of one: beside other equal numbers, a single digit, and none
/// of the last two. A counter changes in its last digits.
fn is_misread(a: &str, b: &str, others_agree: usize) -> bool {
    let mut positions = differing(a, b);
    let first = positions.next();
    others_agree >= 2 && positions.next().is_none() && first.is_some_and(|at| at + 2 < a.len())
}

fn differing(a: &str, b: &str) -> impl Iterator<Item = usize> {
    a.bytes().zip(b.bytes()).enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at)
}

/// Returns the elements of both sorted lists, of the first only, and of the second only.
fn split<'a, T: Ord>(a: &'a [T], b: &'a [T]) -> (Vec<&'a T>, Vec<&'a T>, Vec<&'a T>) {
    let (shared, only_own): (Vec<&T>, Vec<&T>) = a.iter().partition(|x| b.binary_search(x).is_ok());
    (shared, only_own, b.iter().filter(|x| a.binary_search(x).is_err()).collect())
}

/// Returns the digits of a word that has hardly anything else.
fn number(word: &str) -> Option<String> {
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    let is_stamp = word.contains([':', '/', '.']);
    (digits.len() >= MIN_NUMBER_LENGTH && digits.len() * 5 >= word.chars().count() * 4 && !is_stamp).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed_marks(text: &str) -> PrintedMarks {
        PrintedMarks::of(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn ignores_opening_hours_as_time_of_a_purchase() {
        assert_eq!(printed_marks("mo sa 7:30 21:00 uhr").times, [0_u16; 0]);
        assert_eq!(printed_marks("12.04.2025 20:30\nmo sa 7:30 21:00").times, [2030]);
        let (a, b) = (printed_marks("20.11.26 17:42\n7:30 21:00"), printed_marks("7:30 21:00"));
        assert_eq!(a.compare_times(&b), MarkMatch::Unknown);
    }

    #[test]
    fn recognises_labelled_numbers_as_those_of_the_purchase() {
        let a = printed_marks("terminal-id 59394434\nauth code 619131");
        assert_eq!(a.count_common_own_numbers(&printed_marks("authcode 619131")), 1);
        assert_eq!(a.count_common_own_numbers(&printed_marks("terminal-id 59394434")), 0);
    }

    #[test]
    fn distinguishes_different_times_and_ignores_a_missing_one() {
        let at = |time: &str| printed_marks(&format!("11/20/26 {time}"));
        assert_eq!(at("17:42").compare_times(&at("17:42")), MarkMatch::Equal);
        assert_eq!(at("17:42").compare_times(&at("17:45")), MarkMatch::Different, "minutes apart");
        assert_eq!(at("17:42").compare_times(&printed_marks("total 3.49")), MarkMatch::Unknown);
        assert_eq!(at("12:42").compare_times(&at("2:42")), MarkMatch::Equal, "its first digit was lost");
        assert_eq!(at("12:42").compare_times(&at("22:42")), MarkMatch::Different);
        let twice = printed_marks("11/20/26 17:42\n20.11.2026 17:43");
        assert_eq!(at("17:42").compare_times(&twice), MarkMatch::Equal, "the card's slip was read in one of them only");
    }

    #[test]
    fn forgives_one_payment_a_misread_digit_of_the_time() {
        let at = |time: &str, payment: &str| printed_marks(&format!("11/20/26 {time}\n{payment}"));
        let payment = "auth code 619131 ref 80664";
        assert_eq!(at("17:46", payment).compare_times(&at("17:48", payment)), MarkMatch::Unknown);
        assert_eq!(at("17:46", payment).compare_times(&at("18:48", payment)), MarkMatch::Different, "two digits");
        assert_eq!(
            at("17:46", "ref 80664").compare_times(&at("17:48", "ref 80664")),
            MarkMatch::Different,
            "one number"
        );
    }

    #[test]
    fn reads_a_card_number_as_the_customers() {
        let paid = |card: &str| printed_marks(&format!("card no {card}\nauth code 082063"));
        assert_eq!(paid("92272").compare_numbers(&paid("92277"), MarkMatch::Unknown), MarkMatch::Equal);
        assert_eq!(printed_marks("konto 59394434").numbers, [""; 0]);
    }

    #[test]
    fn forgives_a_misread_digit_of_a_date_if_the_time_agrees() {
        let (a, b) = (printed_marks("16.05.2026 16:26"), printed_marks("10.05.2026 16:26"));
        assert_eq!(a.compare_dates(&b, MarkMatch::Equal), MarkMatch::Unknown);
        assert_eq!(a.compare_dates(&b, MarkMatch::Unknown), MarkMatch::Different);
        assert_eq!(a.compare_dates(&printed_marks("23.06.2026 16:26"), MarkMatch::Equal), MarkMatch::Different);
    }

    #[test]
    fn does_not_take_article_numbers_for_the_receipts() {
        let a = printed_marks("263350107 baby carrots 1.69\nauth code 619131 ref 80664\nacct 5592");
        assert_eq!(a.numbers, ["619131", "80664"]);
        assert_eq!(
            a.compare_numbers(
                &printed_marks("263350107 baby carrots 1.69\nauth code 701750 ref 56664"),
                MarkMatch::Unknown
            ),
            MarkMatch::Different
        );
        assert_eq!(a.compare_numbers(&printed_marks("auth code 619131"), MarkMatch::Unknown), MarkMatch::Equal);
        assert_eq!(a.compare_numbers(&printed_marks("ref 8066"), MarkMatch::Unknown), MarkMatch::Unknown);
    }

    #[test]
    fn tells_a_counter_from_a_misread_digit() {
        let a = printed_marks("member 111000222333\nref 80664\nno 00482913");
        let misread = printed_marks("member 111000222333\nref 80664\nno 06482913");
        let next = printed_marks("member 111000222333\nref 80664\nno 00482914");
        assert_eq!(a.compare_numbers(&misread, MarkMatch::Unknown), MarkMatch::Equal);
        assert_eq!(a.compare_numbers(&next, MarkMatch::Unknown), MarkMatch::Different);
        assert_eq!(
            a.compare_numbers(&next, MarkMatch::Equal),
            MarkMatch::Equal,
            "at the same minute, with the same reference"
        );
    }
}
