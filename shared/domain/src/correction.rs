//! Learned corrections of receipt lines, applied to the same line of later receipts.

use super::item::Details;
use super::text::{edit_distance, name_key};
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// A correction counts for two years: stores rename products, so that later a line may mean another one.
pub const CORRECTIONS_TTL: TimeDelta = TimeDelta::days(730);

/// It is stored as it is; the names are short because every scan reads them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// The receipt's line as [`line_key`] folds it.
    #[serde(rename = "l")]
    pub line: String,
    #[serde(flatten)]
    pub amended: CorrectedFields,
    #[serde(rename = "h", with = "ts_milliseconds")]
    pub corrected_at: DateTime<Utc>,
}

/// The corrected fields; all others are read again each time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CorrectedFields {
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(rename = "u", skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    pub shelf_life_days: Option<u32>,
}

/// Returns the letters and digits of a line, so that case, spaces and points do not matter.
fn line_key(raw_text: &str) -> String {
    let words: String = raw_text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    name_key(&words)
}

impl CorrectedFields {
    fn between(before: &Details, after: &Details) -> Self {
        let text = |before: &String, after: &String| (before != after).then(|| after.clone());
        Self {
            name: text(&before.name, &after.name),
            category: text(&before.category, &after.category),
            unit: text(&before.unit, &after.unit),
            shelf_life_days: (before.shelf_life_days != after.shelf_life_days).then_some(after.shelf_life_days),
        }
    }
}

impl Correction {
    /// Returns the correction that an edit teaches about the item's receipt line, if any.
    pub fn of_edit(raw_text: &str, before: &Details, after: &Details, now: DateTime<Utc>) -> Option<Self> {
        let (line, amended) = (line_key(raw_text), CorrectedFields::between(before, after));
        (!line.is_empty() && amended != CorrectedFields::default()).then_some(Self { line, amended, corrected_at: now })
    }

    pub fn is_valid_at(&self, now: DateTime<Utc>) -> bool {
        now < self.corrected_at + CORRECTIONS_TTL
    }

    /// Returns the correction for a line: of exactly this line, otherwise of the most similar one, if misread letters
    /// explain the difference.
    pub fn for_line<'a>(corrections: &'a [Self], raw_text: &str, now: DateTime<Utc>) -> Option<&'a Self> {
        let line = line_key(raw_text);
        corrections
            .iter()
            .filter(|correction| correction.is_valid_at(now))
            .filter_map(|correction| Some((misread_letters(&correction.line, &line)?, correction)))
            .min_by_key(|(letters, correction)| (*letters, std::cmp::Reverse(correction.corrected_at)))
            .map(|(_, correction)| correction)
    }
}

/// One letter in so many may be misread. Shorter lines must agree exactly.
const LETTERS_PER_MISREADING: usize = 8;

/// Returns the number of letters misread between two lines, or `None` if they are different lines. Digits must agree
/// always: 1 % and 2 % are two kinds of milk.
fn misread_letters(one: &str, other: &str) -> Option<usize> {
    if one == other {
        return Some(0);
    }
    let (length, other_length) = (one.chars().count(), other.chars().count());
    let allowed = length.min(other_length) / LETTERS_PER_MISREADING;
    let is_digit = |c: &char| c.is_numeric();
    let has_same_digits = || one.chars().filter(is_digit).eq(other.chars().filter(is_digit));
    if allowed == 0 || length.abs_diff(other_length) > allowed || !has_same_digits() {
        return None;
    }
    Some(edit_distance(one, other)).filter(|letters| *letters <= allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::now;
    use crate::unchecked_item::UncheckedItem;

    fn details(name: &str) -> Details {
        UncheckedItem { name: Some(name.into()), ..UncheckedItem::default() }
            .for_new(now(), crate::calendar_day::Tz::UTC)
            .unwrap()
    }

    fn correction(raw_text: &str, name: &str) -> Correction {
        Correction::of_edit(raw_text, &details("?"), &details(name), now()).unwrap()
    }

    #[test]
    fn learns_changed_fields_only() {
        let before = details("Panck mix");
        let after = Details { name: "Pancake mix".into(), shelf_life_days: 200, ..before.clone() };
        let learnt = Correction::of_edit("BB PANCK&WAFFLE MX", &before, &after, now()).unwrap();
        let amended = CorrectedFields {
            name: Some("Pancake mix".into()),
            shelf_life_days: Some(200),
            ..CorrectedFields::default()
        };
        assert_eq!((learnt.line.as_str(), &learnt.amended), ("bb panck waffle mx", &amended));
        let moved =
            Details { expires_at: before.expires_at + TimeDelta::days(1), notes: Some("n".into()), ..before.clone() };
        assert_eq!(
            Correction::of_edit("BB PANCK", &before, &moved, now()),
            None,
            "one pack's date tells nothing of the next"
        );
        assert_eq!(Correction::of_edit(" -- ", &before, &after, now()), None, "a line without letters is no line");
    }

    #[test]
    fn recognises_a_line_despite_misread_letters() {
        let known = [correction("ORG BNNAS LOOSE", "Bananas"), correction("FR.VOLLMILCH 3,8%", "Whole milk")];
        let name = |line: &str| Correction::for_line(&known, line, now()).map(|c| c.amended.name.clone().unwrap());
        assert_eq!(name("ORG  BNNAS LOOSE").as_deref(), Some("Bananas"));
        assert_eq!(name("ORG BNNAS L0OSE"), None, "a digit where there was a letter may be another article");
        assert_eq!(name("ORG BNMAS LOOSE").as_deref(), Some("Bananas"));
        assert_eq!(name("FR VOLLMILCH 3.8%").as_deref(), Some("Whole milk"));
        assert_eq!(name("FR.VOLLMILCH 1,5%"), None);
        assert_eq!(name("ORG PEARS LOOSE"), None);
        assert_eq!(name(""), None);
    }

    #[test]
    fn requires_equal_letters_in_short_lines() {
        let known = [correction("HAM", "Ham"), correction("PEARS", "Pears")];
        assert!(Correction::for_line(&known, "JAM", now()).is_none());
        assert!(Correction::for_line(&known, "PEAS", now()).is_none());
        assert!(Correction::for_line(&known, "pears", now()).is_some());
    }

    #[test]
    fn chooses_the_nearest_line_until_it_expires() {
        let known = [correction("GREEK YOGURT PLAIN", "Plain"), correction("GREEK YOGURT PLAIM", "Misread")];
        let name = |at| Correction::for_line(&known, "GREEK YOGURT PLAIM", at).map(|c| c.amended.name.clone().unwrap());
        assert_eq!(name(now()).as_deref(), Some("Misread"));
        assert_eq!(name(now() + CORRECTIONS_TTL), None);
    }
}
