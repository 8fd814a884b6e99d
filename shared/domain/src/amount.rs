//! The grammar of amounts in cells of tables, lines of lists, and recipes, in eight languages. `shared/data/units.json`
//! has its words, `amounts.json` and `amount_lines.tsv` the test cases, which the site shares.

mod number;
mod words;

pub use number::DecimalSign;
use number::{fraction, leading_number, normalize_signs, normalized};
use words::{TABLE, phrase};

const MULTIPLICATION_SIGNS: [char; 4] = ['x', 'X', '×', '*'];
/// The maximum number of words of an amount at the end of a line, and of a unit.
const MAX_TRAILING_WORDS: usize = 4;
const MAX_UNIT_WORDS: usize = 4;
/// The maximum of a bare number behind a name ("Bread 2").
const MAX_TRAILING_COUNT: f64 = 20.0;

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

/// A line: what is wanted of which food.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<'a> {
    pub amount: Option<Amount>,
    /// The line without the amount.
    pub name: &'a str,
    /// The part of the text that is no amount: "2-3", "14 oz", "to taste".
    pub note: Option<String>,
}

impl Amount {
    /// Converts units that the shopping list does not have, and fractions of a kilo or a litre.
    fn of((quantity, max): (f64, f64), unit: &str, note: Option<String>) -> Self {
        let (factor, unit) = TABLE.data.converted.get(unit).copied().unwrap_or((1.0, unit));
        let (mut quantity, mut max, mut unit) = (quantity * factor, max * factor, unit);
        if let Some((factor, smaller)) =
            TABLE.data.smaller.get(unit).filter(|_| max.fract() != 0.0 || quantity.fract() != 0.0)
        {
            let times = |number: f64| (number * factor * 1_000.0).round() / 1_000.0;
            (quantity, max, unit) = (times(quantity), times(max), smaller);
        }
        Self { quantity, max, unit: unit.to_owned(), note }
    }
}

/// Parses a text that consists of an amount only: `1.500 g`, `1 1/2`, `2x`, `6 x 1,5 l`, `a dozen`, `2-3`. The unit is
/// any text, as it is written.
pub fn parse(text: &str, decimal: DecimalSign) -> Option<Amount> {
    let text = text.trim();
    let normalized = normalized(text);
    let inner = in_brackets(&normalized).unwrap_or(&normalized);
    if let Some(count) = dozens(inner) {
        return Some(Amount { quantity: count, max: count, unit: String::new(), note: None });
    }
    let counted = without_approximation(inner);
    let is_approximate = counted.len() < inner.len();
    let counted = counted.strip_prefix(MULTIPLICATION_SIGNS).map_or(counted, str::trim_start);
    let ((quantity, max), rest) = leading_numbers(counted, decimal)?;
    let rest = rest.trim();
    let unit = rest.strip_prefix('+').unwrap_or(rest).trim();
    let is_unit = !unit.starts_with(|c: char| c.is_numeric() || "/'.,-–+*:=<>\\%".contains(c));
    let is_exact = !is_approximate && max <= quantity && !rest.starts_with('+');
    let note = (!is_exact).then(|| text.to_owned());
    (is_unit && max.is_finite()).then(|| Amount { quantity, max, unit: unit.to_owned(), note })
}

/// Splits a line into an amount, before or after a name, and the name; without an amount the name is the whole line.
pub fn split(line: &str, decimal: DecimalSign) -> Entry<'_> {
    let line = line.trim();
    let normalized = normalize_signs(line);
    let (text, vague) = without_vague(&normalized);
    let found = if begins_with_name(text) {
        None
    } else {
        split_leading(text, decimal).or_else(|| split_trailing(text, decimal)).or_else(|| split_count(text))
    };
    let (amount, name, note) = match found {
        Some((amount, name)) => {
            let note = amount.note.clone();
            (Some(Amount { note: None, ..amount }), name, note)
        }
        None => (None, text, None),
    };
    // The same characters of the line as it was written.
    let start = normalized[..name.as_ptr().addr() - normalized.as_ptr().addr()].chars().count();
    let at = |nth: usize| line.char_indices().nth(nth).map_or(line.len(), |(at, _)| at);
    let notes: Vec<String> = note.into_iter().chain(vague.map(str::to_owned)).collect();
    let name = &line[at(start)..at(start + name.chars().count())];
    Entry { amount, name, note: (!notes.is_empty()).then(|| notes.join(", ")) }
}

/// Returns true for the heading of a part of a recipe or list.
pub fn is_heading(line: &str) -> bool {
    let lower = normalized(line).to_lowercase();
    lower.ends_with(':') || TABLE.data.headings.iter().any(|begins| lower.starts_with(begins))
}

/// Returns the foods of a line without an amount that names several, such as "salt and pepper"; a part counts as a food
/// if recipes often name it so, or if `is_food` says so.
pub fn foods(line: &str, is_food: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    let mut parts: Vec<&str> = line.split([',', ';', '&', '+']).collect();
    let last = parts.pop()?;
    let is_and = |word: &str| TABLE.data.ands.split(' ').any(|and| and == word.to_lowercase());
    let and = last.split(' ').find(|word| is_and(word)).and_then(|word| last.split_once(&format!(" {word} ")));
    parts.extend(and.map_or(vec![last], |(one, other)| vec![one, other]));
    let parts: Vec<&str> = parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
    let is_known = |part: &&str| TABLE.pairs.contains(part.to_lowercase().as_str()) || is_food(part);
    (parts.len() > 1 && parts.iter().all(is_known)).then_some(parts)
}

/// Leaves out a word such as "about" at the beginning of a text.
fn without_approximation(text: &str) -> &str {
    let lower = text.to_lowercase();
    let length = TABLE.data.approximate.iter().find(|word| lower.starts_with(**word)).map_or(0, |word| word.len());
    text.get(length..).unwrap_or(text).trim_start()
}

/// Returns true for a name that begins like an amount, such as "Half and half".
fn begins_with_name(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_whole = |name: &str| {
        lower.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric) || name.ends_with(' '))
    };
    TABLE.data.names.iter().any(|name| is_whole(name))
}

/// Leaves out words that stand for an amount, and returns them.
fn without_vague(text: &str) -> (&str, Option<&str>) {
    let lower = text.to_lowercase();
    // A letter of another length in lower case would shift those behind it.
    let is_same = text.chars().all(|c| c.to_lowercase().map(char::len_utf8).sum::<usize>() == c.len_utf8());
    if let Some(word) = TABLE.data.vague_before.iter().find(|word| is_same && lower.starts_with(**word)) {
        let (word, rest) = text.split_at(word.len());
        let rest = rest.trim_start();
        return if rest.contains(char::is_alphabetic) { (rest, Some(word.trim())) } else { (text, None) };
    }
    let end = text.trim_end_matches([')', ']', ' ']).len();
    for word in &TABLE.data.vague_after {
        let begins = end.checked_sub(word.len()).filter(|_| is_same && lower[..end].ends_with(word));
        let Some(begins) = begins else { continue };
        let name = text[..begins].trim_end_matches(|c: char| c.is_whitespace() || "(,;-–[".contains(c));
        if name.len() < begins && name.contains(char::is_alphabetic) {
            return (name, Some(&text[begins..end]));
        }
    }
    (text, None)
}

/// Reads the amount at the beginning of a line, and returns the name after it. "7up" is a name, "500g" an amount.
fn split_leading(text: &str, decimal: DecimalSign) -> Option<(Amount, &str)> {
    if let Some((inside, rest)) = leading_brackets(text) {
        return with_name(parse_marked(inside, decimal, true)?, rest);
    }
    let counted = without_approximation(text);
    let word = leading_word(counted).or_else(|| begins_with_bare_unit(counted).then_some((1.0, counted)));
    let (values, rest) = match word {
        Some((number, rest)) => ((number, number), rest),
        None => leading_numbers(counted, decimal)?,
    };
    let amount_text = counted[..counted.len() - rest.len()].trim_end();
    // "1. Milk" is the first of a list, "1,Milk" is one.
    let is_separated =
        rest.starts_with(' ') || amount_text.ends_with(',') || amount_text.ends_with(MULTIPLICATION_SIGNS);
    let (size, rest) = size_in_brackets(rest);
    // "Un cuarto de kilo"
    let measured = leading_unit(rest, decimal).or_else(|| leading_unit(without_joining(rest.trim_start()), decimal));
    let Measure { unit, notes, more, name } = match measured {
        Some(measure) => measure,
        // "A bar" is a name, "two eggs" and "half a lemon" are amounts.
        None if word.is_some_and(|(number, _)| is_one(number)) || !is_separated => return None,
        None => Measure { unit: "", notes: vec![], more: 0.0, name: rest.trim_start_matches([',', ' ']) },
    };
    if values.0 <= 0.0 || !values.1.is_finite() || amount_text.ends_with('.') {
        return None;
    }
    let is_exact = counted.len() == text.len() && values.1 <= values.0;
    let range = (!is_exact).then(|| format!("{} {unit}", text[..text.len() - rest.len()].trim()).trim().to_owned());
    let notes: Vec<String> = range.into_iter().chain(size.map(str::to_owned)).chain(notes).collect();
    let note = (!notes.is_empty()).then(|| notes.join(", "));
    with_name(Amount::of((values.0 + more, values.1 + more), unit, note), name)
}

/// Returns true for a unit that means one of it without a number, as in Polish "szczypta soli" (a pinch of salt).
fn begins_with_bare_unit(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default().to_lowercase();
    TABLE.data.bare.split(' ').any(|unit| unit == first)
}

/// Returns the amount with its name; `None` if the rest of the line is no name.
fn with_name(amount: Amount, name: &str) -> Option<(Amount, &str)> {
    let name = name.trim();
    name.starts_with(|c: char| c.is_alphabetic() || !c.is_ascii()).then_some((amount, name))
}

/// Returns the number of the words at the beginning of a line: "two", "half a", "drei Viertel", "one and a half".
fn leading_word(text: &str) -> Option<(f64, &str)> {
    let (first, mut rest) = number_word(text)?;
    let mut number = first;
    if let Some((next, behind)) = number_word(rest) {
        match (number < 1.0, next < 1.0) {
            (true, false) if is_one(next) => rest = behind,
            (false, true) => (number, rest) = (number * next, behind),
            _ => {}
        }
    }
    Some(match fraction_behind(rest) {
        Some((part, behind)) if number >= 1.0 => (number + part, behind),
        _ => (number, rest),
    })
}

fn is_one(number: f64) -> bool {
    (number - 1.0).abs() < f64::EPSILON
}

/// Returns the fraction of "and a half", "y medio" or "e 1/2" at the beginning of a text, and the rest.
fn fraction_behind(text: &str) -> Option<(f64, &str)> {
    let (and, rest) = text.trim_start().split_once(' ')?;
    if !TABLE.data.ands.split(' ').any(|word| word == and.to_lowercase()) {
        return None;
    }
    let rest = rest.trim_start();
    if let Some(found) = fraction(rest).filter(|(part, _)| *part < 1.0) {
        return Some(found);
    }
    let behind_article = number_word(rest).filter(|(number, _)| is_one(*number)).map_or(rest, |(_, rest)| rest);
    number_word(behind_article).filter(|(number, _)| *number < 1.0)
}

/// Returns a bracket with a number at the beginning of a text, and the rest: "(14 oz) can tomatoes".
fn size_in_brackets(rest: &str) -> (Option<&str>, &str) {
    match leading_brackets(rest.trim_start()).filter(|(inside, _)| inside.contains(|c: char| c.is_numeric())) {
        Some((inside, behind)) => (Some(inside), behind),
        None => (None, rest),
    }
}

/// Reads the amount at the end of a line: with a unit, an x or in brackets.
fn split_trailing(line: &str, decimal: DecimalSign) -> Option<(Amount, &str)> {
    let mut starts: Vec<usize> = line.match_indices(' ').map(|(at, _)| at + 1).collect();
    starts.drain(..starts.len().saturating_sub(MAX_TRAILING_WORDS));
    starts.into_iter().find_map(|at| {
        let name = line[..at].trim_end_matches(|c: char| c.is_whitespace() || ":;,-–".contains(c));
        let text = line[at..].trim();
        let inside = in_brackets(text);
        let amount = parse_marked(inside.unwrap_or(text), decimal, inside.is_some())?;
        name.chars().any(char::is_alphabetic).then_some((amount, name))
    })
}

/// Reads a small number behind a word: "Bread 2", but not "Type 405", "Omega 3" or "vitamin B 12".
fn split_count(line: &str) -> Option<(Amount, &str)> {
    let (name, count) = line.rsplit_once(' ')?;
    let count = count.parse::<u8>().ok().map(f64::from).filter(|count| *count > 0.0 && *count <= MAX_TRAILING_COUNT)?;
    let name = name.trim_end();
    let word = name.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let has_word = word.chars().rev().take_while(|c| c.is_alphabetic()).count() >= 3;
    let is_numbered = TABLE.data.numbered.split(' ').any(|numbered| word.ends_with(numbered));
    (has_word && !is_numbered).then(|| (Amount::of((count, count), "", None), name))
}

/// Reads an amount next to a name, which needs a known unit, an x or brackets.
fn parse_marked(text: &str, decimal: DecimalSign, allows_bare_number: bool) -> Option<Amount> {
    let allows_bare_number =
        allows_bare_number || text.starts_with(MULTIPLICATION_SIGNS) || text.ends_with(MULTIPLICATION_SIGNS);
    let amount = parse(text, decimal).filter(|amount| text.contains(char::is_numeric) && amount.quantity > 0.0)?;
    let unit = known_unit(&amount.unit).or_else(|| (allows_bare_number && amount.unit.is_empty()).then_some(""))?;
    Some(Amount::of((amount.quantity, amount.max), unit, amount.note))
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

/// Returns the count of "a dozen" or "two dozen".
fn dozens(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let (count, unit) = leading_word(&lower).unwrap_or((1.0, &lower));
    (TABLE.units.get(unit.trim()) == Some(&"dozen")).then_some(count * 12.0)
}

/// Returns a number word at the beginning of a text, and the rest. A hyphen may follow ("demi-litre").
fn number_word(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphabetic())?;
    let (word, rest) = text.split_at(end);
    let number = *TABLE.numbers.get(word.to_lowercase().as_str())?;
    if let Some(behind) = rest.strip_prefix('-') {
        return leading_unit(behind, DecimalSign::UNKNOWN).map(|_| (number, behind));
    }
    rest.starts_with(' ').then_some((number, rest))
}

/// Returns one number or a range, times another, and the rest.
fn leading_numbers(text: &str, decimal: DecimalSign) -> Option<((f64, f64), &str)> {
    let (mut quantity, mut rest) = leading_number(text, decimal)?;
    let mut max = quantity;
    if let Some((part, behind)) = fraction_behind(rest) {
        (quantity, max, rest) = (quantity + part, max + part, behind);
    }
    let range = rest.trim_start().strip_prefix(['-', '–', '—']).or_else(|| {
        let (word, behind) = rest.trim_start().split_once(' ')?;
        TABLE.data.ranges.split(' ').any(|range| range == word.to_lowercase()).then_some(behind)
    });
    let range = range.map(str::trim_start);
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

/// A unit before a name.
struct Measure<'a> {
    unit: &'static str,
    /// Words and sizes that the unit does not express: "heaped", "400 g".
    notes: Vec<String>,
    /// A fraction behind the unit: "dos kilos y medio".
    more: f64,
    name: &'a str,
}

/// Returns a unit at the start of a text and the name after it, without the word that joins them ("of", "de").
fn leading_unit(rest: &str, decimal: DecimalSign) -> Option<Measure<'_>> {
    let rest = rest.trim_start();
    // A pack is "pak" in Dutch, but not in "pak choi".
    if begins_with_name(rest) {
        return None;
    }
    let (before, rest) = adjective(rest);
    let (mut unit, mut behind) = unit_of_words(rest)?;
    // "Boîtes de conserve" are cans.
    if let Some(("can", further)) = unit_of_words(without_joining(behind.trim_start())).filter(|_| unit == "box") {
        (unit, behind) = ("can", further);
    }
    let (after, behind) = adjective(behind.trim_start());
    let (more, behind) = fraction_behind(behind).unwrap_or((0.0, behind));
    let (size, behind) = size_in_brackets(behind);
    let mut notes: Vec<String> = [before, after, size].into_iter().flatten().map(str::to_owned).collect();
    let behind = behind.trim_start();
    let name = without_joining(behind);
    let each = name.strip_prefix("à ").or_else(|| name.strip_prefix("je ")).unwrap_or(name);
    // "2 cans of 400 g of tomatoes"
    let sized = leading_numbers(each, decimal).and_then(|(_, rest)| {
        let (_, behind) = unit_of_words(rest.trim_start())?;
        notes.push(each[..each.len() - behind.len()].trim().to_owned());
        Some(without_joining(behind.trim_start()))
    });
    let name = sized.unwrap_or(name);
    name.chars().any(char::is_alphabetic).then_some(Measure { unit, notes, more, name })
}

/// Returns a word such as "heaped" at the beginning of a text, and the rest.
fn adjective(text: &str) -> (Option<&str>, &str) {
    let found = text.split_once(' ').filter(|(word, _)| {
        let word = word.to_lowercase();
        TABLE.data.adjectives.split(' ').any(|adjective| adjective == word)
    });
    found.map_or((None, text), |(word, rest)| (Some(word), rest.trim_start()))
}

/// Leaves out a word between a unit and a name, such as "of", at the beginning of a text.
fn without_joining(text: &str) -> &str {
    let lower = text.to_lowercase();
    let joining = TABLE.data.joining.iter().find(|word| lower.starts_with(**word));
    joining.and_then(|word| text.get(word.len()..)).map_or(text, str::trim_start)
}

/// Returns the unit of the most words at the beginning of a text, and the rest.
fn unit_of_words(text: &str) -> Option<(&'static str, &str)> {
    let mut words = String::new();
    let (mut at, mut found) = (0, None);
    for _ in 0..MAX_UNIT_WORDS {
        let length = text[at..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - at);
        if length == 0 {
            break;
        }
        words.push_str(&text[at..at + length].to_lowercase());
        at += length;
        // "Dose(n)"
        if let Some((ending, _)) = text[at..].strip_prefix('(').and_then(|text| text.split_once(')'))
            && ending.chars().all(char::is_alphabetic)
            && (1..=3).contains(&ending.chars().count())
        {
            at += ending.len() + 2;
        }
        let ends = text[at..].trim_start_matches(['.', ')']);
        if let Some(unit) = TABLE.units.get(words.as_str()) {
            found = Some((*unit, ends));
        }
        at = text.len() - text[at..].trim_start_matches(['.', ' ', '(', ')']).len();
        words.push(' ');
    }
    found
}

fn has_unit(rest: &str) -> bool {
    unit_of_words(rest.trim_start()).is_some()
}

/// Returns the unit of the list or of recipes that a text names.
fn known_unit(text: &str) -> Option<&'static str> {
    TABLE.units.get(phrase(text).as_str()).copied()
}

/// Returns true for a unit of the list or of recipes.
pub fn is_unit(text: &str) -> bool {
    known_unit(text).is_some()
}

/// Returns the unit for another program's word ("grams" is g), or else the word itself.
pub fn normalize_unit(name: &str) -> String {
    let known = known_unit(name).filter(|unit| !TABLE.data.converted.contains_key(unit));
    known.unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests;
