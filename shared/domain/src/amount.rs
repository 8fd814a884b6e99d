//! Reads amounts in cells of tables, lines of lists, and recipes. `shared/data/amounts.json` has the test cases, which the
//! site and the Home Assistant integration share.

use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

static UNITS_DATA: &str = include_str!("../../data/units.json");

#[derive(Deserialize)]
struct Units {
    /// The words for each unit of the shopping list.
    #[serde(rename = "units", borrow)]
    words: HashMap<&'static str, &'static str>,
    /// Factor and unit into which other units are converted.
    #[serde(borrow)]
    converted: HashMap<&'static str, (f64, &'static str)>,
    /// The words for one, two and so on.
    #[serde(borrow)]
    numbers: Vec<&'static str>,
}

static UNITS: LazyLock<Units> =
    LazyLock::new(|| serde_json::from_str(UNITS_DATA).expect("the built-in units are well-formed, a test reads them"));
static UNIT_BY_WORD: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| UNITS.words.iter().flat_map(|(unit, words)| words.split(' ').map(|word| (word, *unit))).collect());

/// Units of recipes, which are not converted.
const COOKING_UNITS: &str = "tbsp tbsps tablespoon tablespoons tsp tsps teaspoon teaspoons cup cups pinch pinches clove cloves slice \
    slices sprig sprigs stalk stalks stick sticks handful handfuls dash dashes fl pint pints quart quarts el tl \
    esslöffel teelöffel tasse tassen prise prisen msp zehe zehen scheibe scheiben zweig zweige stange stangen handvoll \
    spritzer becher cs cc càs càc tasses pincée pincées gousse gousses tranche tranches brin brins branche branches \
    feuille feuilles poignée poignées verre verres";
/// Units of two words.
const TWO_WORD_UNITS: [&str; 3] = ["fl oz", "c. à soupe", "c. à café"];
/// Words between a unit and the name.
const LINKING_WORDS: [&str; 17] = [
    "x ", "× ", "of ", "de la ", "de l'", "de l’", "de ", "des ", "du ", "d'", "d’", "von ", "vom ", "di ", "del ",
    "do ", "da ",
];
/// Words before an approximate amount.
const APPROXIMATION_WORDS: [&str; 9] = ["~", "≈", "ca.", "ca ", "approx.", "about ", "etwa ", "env.", "environ "];
const MULTIPLICATION_SIGNS: [char; 4] = ['x', 'X', '×', '*'];
/// The maximum number of words of an amount at the end of a line.
const MAX_TRAILING_WORDS: usize = 4;

/// The decimal sign of a text, for numbers such as 1.500, which may mean thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecimalSign {
    sign: Option<char>,
    /// True if other numbers of the text prove it.
    is_proven: bool,
}

impl DecimalSign {
    /// For a text of unknown language.
    pub const UNKNOWN: Self = Self { sign: None, is_proven: false };

    /// Returns the sign that the cells of a column prove, or else the one of the language.
    pub fn of_column<'a>(cells: impl Iterator<Item = &'a str>, language: &str) -> Self {
        let mut proven = None;
        for cell in cells {
            let cell = normalized(cell);
            match (proven, decimal_sign_of(&cell[..number_end(&cell)])) {
                (None, sign @ Some(_)) => proven = sign,
                // A column that mixes both proves nothing.
                (Some(one), Some(other)) if one != other => return Self::of_language(language),
                _ => {}
            }
        }
        proven.map_or_else(|| Self::of_language(language), |sign| Self { sign: Some(sign), is_proven: true })
    }

    /// Returns the sign of a language, by its BCP 47 tag.
    pub fn of_language(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let is_point = tag.is_empty() || ["en", "ja", "ko", "zh", "he", "th"].iter().any(|own| tag.starts_with(own));
        Self { sign: Some(if is_point || tag == "de-ch" { '.' } else { ',' }), is_proven: false }
    }

    /// Returns true for a language that writes 0.5.
    pub fn is_point(self) -> bool {
        self.sign == Some('.')
    }

    /// Returns the decimal sign of a number such as 1.500, which has `present` before three digits.
    fn resolve(self, present: char, unit: &str) -> char {
        let other = if present == '.' { ',' } else { '.' };
        let is_in = |units: [&str; 2]| UNIT_BY_WORD.get(unit).is_some_and(|unit| units.contains(unit));
        match self.sign {
            Some(sign) if self.is_proven => sign,
            // Units that are never measured in thousandths.
            _ if is_in(["g", "ml"]) => other,
            Some(sign) => sign,
            None if is_in(["kg", "l"]) => present,
            None => other,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// The smaller number of a range.
    pub quantity: f64,
    /// The larger number of a range, otherwise the quantity.
    pub max: f64,
    /// Empty if the text has none.
    pub unit: String,
    /// The text itself, if the numbers do not express all of it ("2-3", "1+").
    pub note: Option<String>,
}

impl Amount {
    /// Converts the unit if the shopping list does not have it.
    fn of((quantity, max): (f64, f64), unit: &str, note: Option<String>) -> Self {
        let (factor, unit) = UNITS.converted.get(unit).copied().unwrap_or((1.0, unit));
        Self { quantity: quantity * factor, max: max * factor, unit: unit.to_owned(), note }
    }
}

/// Reads a text that consists of an amount only: `1.500 g`, `1 1/2`, `2x`, `6 x 1,5 l`, `a dozen`, `2-3`.
pub fn read(text: &str, decimal: DecimalSign) -> Option<Amount> {
    let text = text.trim();
    let normalized = normalized(text);
    let inner = in_brackets(&normalized).unwrap_or(&normalized);
    if let Some(count) = dozens(inner) {
        return Some(Amount::of((count, count), "", None));
    }
    let lower = inner.to_lowercase();
    let prefix = APPROXIMATION_WORDS.iter().find(|word| lower.starts_with(**word)).map_or(0, |word| word.len());
    let counted = inner.get(prefix..)?.trim_start();
    let counted = counted.strip_prefix(MULTIPLICATION_SIGNS).map_or(counted, str::trim_start);
    let ((quantity, max), rest) = leading_numbers(counted, decimal)?;
    let rest = rest.trim();
    let unit = rest.strip_prefix('+').unwrap_or(rest).trim();
    let is_unit = !unit.starts_with(|c: char| c.is_numeric() || "/'.,-–+*:=<>\\%".contains(c));
    let is_exact = prefix == 0 && max <= quantity && !rest.starts_with('+');
    let note = (!is_exact).then(|| text.to_owned());
    (is_unit && max.is_finite()).then(|| Amount { quantity, max, unit: unit.to_owned(), note })
}

/// Splits a line into an amount, before or after a name, and the name; without an amount the name is the whole line.
pub fn split(line: &str, decimal: DecimalSign) -> (Option<Amount>, &str) {
    let line = line.trim();
    let parts = split_leading(line, decimal).or_else(|| split_trailing(line, decimal));
    parts.map_or((None, line), |(amount, name)| (Some(amount), name))
}

/// Reads the amount at the beginning of a line, and returns the name after it. "7up" is a name, "500g" an amount.
pub fn split_leading(line: &str, decimal: DecimalSign) -> Option<(Amount, &str)> {
    let line = line.trim_start();
    let normalized = normalize_signs(line);
    let (amount, rest) = leading_amount(&normalized, decimal)?;
    let skipped = line.chars().count() - rest.chars().count();
    let name = line.char_indices().nth(skipped).map_or("", |(at, _)| &line[at..]).trim();
    name.starts_with(|c: char| c.is_alphabetic() || !c.is_ascii()).then_some((amount, name))
}

fn leading_amount(text: &str, decimal: DecimalSign) -> Option<(Amount, &str)> {
    if let Some((inside, rest)) = leading_brackets(text) {
        return Some((read_marked(inside, decimal, true)?, rest));
    }
    if let Some((number, rest)) = number_word(text) {
        let (unit, name) = leading_unit(rest)?;
        return Some((Amount::of((number, number), &unit, None), name));
    }
    let (values, rest) = leading_numbers(text, decimal)?;
    let amount_text = text[..text.len() - rest.len()].trim_end();
    // "1. Milk" is the first of a list, "1,Milk" is one.
    let is_separated =
        rest.starts_with(' ') || amount_text.ends_with(',') || amount_text.ends_with(MULTIPLICATION_SIGNS);
    let (unit, name) = match leading_unit(rest) {
        Some((unit, name)) => (unit, name),
        None if is_separated => (String::new(), rest.trim_start_matches([',', ' '])),
        None => return None,
    };
    let note = (values.1 > values.0).then(|| format!("{amount_text} {unit}").trim().to_owned());
    let is_amount = values.0 > 0.0 && values.1.is_finite() && !amount_text.ends_with('.');
    is_amount.then(|| (Amount::of(values, &unit, note), name))
}

/// Reads the amount at the end of a line: with a unit, an x or in brackets.
fn split_trailing(line: &str, decimal: DecimalSign) -> Option<(Amount, &str)> {
    let mut starts: Vec<usize> = line.match_indices(char::is_whitespace).map(|(at, space)| at + space.len()).collect();
    starts.drain(..starts.len().saturating_sub(MAX_TRAILING_WORDS));
    starts.into_iter().find_map(|at| {
        let name = line[..at].trim_end_matches(|c: char| c.is_whitespace() || ":;,-–".contains(c));
        let text = normalized(&line[at..]);
        let inside = in_brackets(&text);
        let amount = read_marked(inside.unwrap_or(&text), decimal, inside.is_some())?;
        name.chars().any(char::is_alphabetic).then_some((amount, name))
    })
}

/// Reads an amount next to a name, which needs a known unit, an x or brackets.
fn read_marked(text: &str, decimal: DecimalSign, allows_bare_number: bool) -> Option<Amount> {
    let allows_bare_number =
        allows_bare_number || text.starts_with(MULTIPLICATION_SIGNS) || text.ends_with(MULTIPLICATION_SIGNS);
    let amount = read(text, decimal).filter(|amount| text.contains(char::is_numeric) && amount.quantity > 0.0)?;
    let unit = known_unit(&amount.unit).or_else(|| (allows_bare_number && amount.unit.is_empty()).then(String::new))?;
    Some(Amount::of((amount.quantity, amount.max), &unit, amount.note))
}

/// Returns the text inside brackets or backticks that enclose the whole text.
fn in_brackets(text: &str) -> Option<&str> {
    leading_brackets(text).filter(|(_, rest)| rest.is_empty()).map(|(inside, _)| inside)
}

/// Returns the text inside the brackets at the beginning of a text, and the rest.
fn leading_brackets(text: &str) -> Option<(&str, &str)> {
    let end = match text.chars().next()? {
        '(' => ')',
        '[' => ']',
        '`' => '`',
        _ => return None,
    };
    let (inside, rest) = text[1..].split_once(end)?;
    Some((inside.trim(), rest.trim_start()))
}

fn dozens(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let (count, unit) = number_word(&lower).unwrap_or((1.0, &lower));
    (UNIT_BY_WORD.get(unit) == Some(&"dozen")).then_some(count * 12.0)
}

/// Returns a number word at the beginning of a text, and the rest.
fn number_word(text: &str) -> Option<(f64, &str)> {
    let (word, rest) = text.split_once(' ')?;
    let word = word.to_lowercase();
    let numbers = (1..).map(f64::from).zip(&UNITS.numbers);
    let mut matching = numbers.filter(|(_, words)| words.split(' ').any(|one| one == word));
    Some((matching.next()?.0, rest.trim_start()))
}

/// Returns one number or a range, times another, and the rest.
fn leading_numbers(text: &str, decimal: DecimalSign) -> Option<((f64, f64), &str)> {
    let (mut quantity, mut rest) = leading_number(text, decimal)?;
    let mut max = quantity;
    let range = rest.trim_start().strip_prefix(['-', '–', '—']).map(str::trim_start);
    if let Some((upper, behind)) = range.and_then(|text| leading_number(text, decimal)).filter(|(n, _)| *n > quantity) {
        (max, rest) = (upper, behind);
    }
    if let Some(behind) = rest.trim_start().strip_prefix(MULTIPLICATION_SIGNS)
        && !behind.starts_with(char::is_alphabetic)
    {
        rest = behind;
        // "2 x 7up" are two of a name.
        let each = leading_number(behind.trim_start(), decimal);
        if let Some((each, behind)) = each.filter(|(_, rest)| !rest.starts_with(char::is_alphabetic) || has_unit(rest))
        {
            (quantity, max, rest) = (quantity * each, max * each, behind);
        }
    }
    Some(((quantity, max), rest))
}

/// Returns a unit at the start of a text and the name after it, without the word that joins them ("of", "de").
fn leading_unit(rest: &str) -> Option<(String, &str)> {
    let rest = rest.trim_start();
    let lower = rest.to_lowercase();
    // A pack is "pak" in Dutch.
    if lower.starts_with("pak choi") {
        return None;
    }
    let two_words = TWO_WORD_UNITS.iter().find(|unit| lower.starts_with(**unit) && rest.is_char_boundary(unit.len()));
    let end =
        two_words.map_or_else(|| rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()), |unit| unit.len());
    let unit = known_unit(&rest[..end])?;
    let behind = rest[end..].trim_start_matches('.').trim_start();
    let name = LINKING_WORDS.into_iter().find_map(|word| behind.strip_prefix(word)).unwrap_or(behind);
    name.chars().any(char::is_alphabetic).then_some((unit, name))
}

fn has_unit(rest: &str) -> bool {
    known_unit(rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()).is_some()
}

/// Returns the unit of a word: the list's, or the word itself if it is a cooking unit.
fn known_unit(word: &str) -> Option<String> {
    let lower = word.trim_end_matches('.').to_lowercase();
    let is_kept =
        TWO_WORD_UNITS.contains(&lower.as_str()) || COOKING_UNITS.split_whitespace().any(|unit| unit == lower);
    if is_kept { Some(word.to_owned()) } else { UNIT_BY_WORD.get(lower.as_str()).map(|unit| (*unit).to_owned()) }
}

/// Returns true for a unit of the list or of recipes.
pub fn is_unit(word: &str) -> bool {
    known_unit(word.trim()).is_some()
}

/// Returns the list's unit for another program's word ("grams" is g), or else the word itself.
pub fn normalize_unit(name: &str) -> String {
    let own = known_unit(name).filter(|unit| !UNITS.converted.contains_key(unit.as_str()));
    own.unwrap_or_else(|| name.to_owned())
}

/// Returns the decimal sign of a number if it is not ambiguous.
fn decimal_sign_of(number: &str) -> Option<char> {
    let (points, commas) = (number.matches('.').count(), number.matches(',').count());
    match (points, commas) {
        (0, 0) => None,
        (1.., 1..) => number.chars().rfind(|c| matches!(c, '.' | ',')),
        (2.., 0) => Some(','),
        (0, 2..) => Some('.'),
        _ => {
            let sign = if points == 1 { '.' } else { ',' };
            let (before, behind) = number.split_once(sign)?;
            let is_open = behind.len() == 3 && (1..=3).contains(&before.len()) && !before.starts_with('0');
            (!is_open).then_some(sign)
        }
    }
}

/// Unifies spaces, apostrophes and slashes; the number of characters stays.
fn normalize_signs(text: &str) -> String {
    let unify = |c: char| match c {
        '\u{A0}' | '\u{2007}' | '\u{2009}' | '\u{202F}' | '\t' => ' ',
        '’' | '‘' | 'ʼ' | '´' | '′' => '\'',
        '⁄' | '∕' => '/',
        other => other,
    };
    text.chars().map(unify).collect()
}

fn normalized(text: &str) -> String {
    normalize_signs(text.trim()).trim().to_owned()
}

/// Returns the position at which the digits of a number end, with its groups and decimals.
fn number_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    loop {
        match bytes.get(at) {
            Some(b) if b.is_ascii_digit() => at += 1,
            Some(b'.' | b',') if is_digit(at + 1) || at > 0 && is_digit(at - 1) => at += 1,
            // A space or an apostrophe separates groups only before three digits.
            Some(b' ' | b'\'')
                if at > 0
                    && is_digit(at - 1)
                    && (1..=3).all(|n| is_digit(at + n))
                    && !is_digit(at + 4)
                    && !text[..at].contains(['.', ',']) =>
            {
                at += 4;
            }
            _ => return at,
        }
    }
}

/// Returns the value of a number with groups and decimals; `None` if a group does not have three digits.
fn number_value(text: &str, decimal: DecimalSign, unit: &str) -> Option<f64> {
    let groups: Vec<&str> = text.split([' ', '\'']).collect();
    let is_grouped = groups.len() > 1;
    let joined = groups.concat();
    let present = joined.chars().find(|c| matches!(c, '.' | ',')).unwrap_or('.');
    let sign = match decimal_sign_of(&joined) {
        Some(sign) => sign,
        // Spaces separate the groups.
        None if is_grouped => present,
        None => decimal.resolve(present, unit),
    };
    let (whole, decimals) = joined.rsplit_once(sign).unwrap_or((&joined, ""));
    let other = if sign == '.' { ',' } else { '.' };
    if whole.contains(sign) || decimals.contains(other) {
        return None;
    }
    if whole.contains(other) {
        let mut parts = whole.split(other);
        let first = parts.next()?;
        if !(1..=3).contains(&first.len()) || !parts.all(|part| part.len() == 3) {
            return None;
        }
    }
    let whole = whole.replace(other, "");
    if whole.is_empty() && decimals.is_empty() {
        return None;
    }
    format!("{whole}.{decimals}").parse().ok().or_else(|| whole.parse().ok())
}

const FRACTIONS: [(char, u8, u8); 11] = [
    ('½', 1, 2),
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('¼', 1, 4),
    ('¾', 3, 4),
    ('⅕', 1, 5),
    ('⅙', 1, 6),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
];

/// Returns a fraction at the beginning of a text (`1/2`, `½`) and the rest.
fn fraction(text: &str) -> Option<(f64, &str)> {
    let first = text.chars().next()?;
    if let Some((_, above, below)) = FRACTIONS.iter().find(|(sign, ..)| *sign == first) {
        return Some((f64::from(*above) / f64::from(*below), &text[first.len_utf8()..]));
    }
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (above, rest) = text.split_at(digits(text));
    let rest = rest.strip_prefix('/')?;
    let (below, rest) = rest.split_at(digits(rest));
    let value = |text: &str| text.parse::<u16>().ok().filter(|value| *value > 0 && text.len() <= 3);
    Some((f64::from(value(above)?) / f64::from(value(below)?), rest))
}

/// Returns a number at the beginning of a text, and the rest.
fn leading_number(text: &str, decimal: DecimalSign) -> Option<(f64, &str)> {
    if let Some(found) = fraction(text) {
        return Some(found);
    }
    let (digits, rest) = text.split_at(number_end(text));
    let word = rest.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let number = number_value(digits, decimal, &word.to_lowercase())?;
    // `1 1/2`, `1½`
    if digits.bytes().all(|b| b.is_ascii_digit())
        && let Some((part, behind)) = fraction(rest.trim_start())
        && part < 1.0
    {
        return Some((number + part, behind));
    }
    // `1,2E+3`, as spreadsheets write large numbers.
    if let Some(power) = rest.strip_prefix(['e', 'E']) {
        let sign = power.strip_prefix(['+', '-']).unwrap_or(power);
        let end = sign.find(|c: char| !c.is_ascii_digit()).unwrap_or(sign.len());
        if end > 0 {
            let exponent: i32 = power[..power.len() - sign.len() + end].parse().ok()?;
            return Some((number * 10f64.powi(exponent.clamp(-300, 300)), &sign[end..]));
        }
    }
    Some((number, rest))
}

#[cfg(test)]
#[path = "amount_tests.rs"]
mod tests;
