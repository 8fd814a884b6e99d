//! Maps the columns of a table by their headers, in common languages, and by their cells.

use super::endings;
use super::places;
use super::values::{self, OrderEvidence};
pub use super::words::Field;
use super::words::WORDS;
use chrono::{DateTime, Utc};
use domain::amount::{self, DecimalSign};
use domain::food_state::DateKind;
use domain::text::fold;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The column for the name of a list, which yields to the row's own place.
pub const LIST_NAME: &str = "list of the file";

/// Shorter stems are not searched for inside a header.
const MIN_STEM: usize = 6;
/// A longer word after a number is a name and no unit.
const MAX_UNIT_LENGTH: usize = 12;

/// Fields that several columns may have.
const SEVERAL: [Field; 9] = [
    Field::Notes,
    Field::Name,
    Field::Quantity,
    Field::Unit,
    Field::Expires,
    Field::Added,
    Field::Location,
    Field::Status,
    Field::Done,
];

/// Returns the spellings by which a header is looked up: whole, without brackets, and its last part (`name` of
/// `HB.name`).
fn spellings(header: &str) -> Vec<String> {
    let without = header.split(['(', '[']).next().unwrap_or(header);
    let last = header.rsplit(['.', ':', '/', '>']).next().unwrap_or(header);
    let measured = header_unit(header).and_then(|_| header.rsplit_once(['_', ' ', '('])).map_or("", |(name, _)| name);
    let mut spellings = vec![fold(header), fold(without), fold(last), fold(measured)];
    spellings.retain(|spelling| !spelling.is_empty());
    spellings.dedup();
    spellings
}

/// Returns the unit at the end of a header: `weight_g`, "Amount (ml)".
pub fn header_unit(header: &str) -> Option<&'static str> {
    let (_, unit) = header.trim_end_matches([')', ']']).rsplit_once(['_', ' ', '(', '['])?;
    ["g", "kg", "ml", "l", "oz", "lb"].into_iter().find(|own| unit.eq_ignore_ascii_case(own))
}

/// Returns true if a header is a synonym of any field.
pub fn is_known(header: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> =
        LazyLock::new(|| WORDS.columns.iter().flat_map(|(_, names)| names.split(' ')).collect());
    let spellings = spellings(header);
    spellings.iter().any(|own| KNOWN.contains(own.as_str()))
        || WORDS
            .expiry_stems
            .split(' ')
            .any(|stem| stem.len() >= MIN_STEM && spellings[..].iter().any(|own| own.contains(stem)))
}

/// Returns true if more than half of the filled cells satisfy a condition.
fn mostly(cells: &[&str], condition: impl Fn(&str) -> bool) -> bool {
    let filled = cells.iter().filter(|cell| !cell.trim().is_empty());
    let (matching, all) = filled.fold((0, 0), |(n, all), cell| (n + usize::from(condition(cell)), all + 1));
    matching * 2 > all
}

/// Returns the meaning of each column by its header. Where two columns have one meaning, a row's value is that of the
/// more specific header, if there is one ([`rank`]). `cells` are those of a column.
pub fn guess<'a>(headers: &[&str], cells: impl Fn(usize) -> Vec<&'a str>, now: DateTime<Utc>) -> Vec<Option<Field>> {
    let spelt: Vec<Vec<String>> = headers.iter().map(|header| spellings(header)).collect();
    // "Bought" can have days or flags.
    let has_flags = |at: usize| endings::named(headers[at]).is_some() && mostly(&cells(at), endings::is_flag);
    let flags = (0..headers.len()).map(|at| has_flags(at).then_some(Field::Done)).collect();
    let mut fields = assign_synonyms(flags, &spelt);
    let find_days = |fields: &[Option<Field>], is_meant: &dyn Fn(&str) -> bool| {
        let is_free = |at: &usize| fields[*at].is_none() && spelt[*at].iter().any(|own| is_meant(own));
        (0..headers.len()).find(|at| is_free(at) && mostly(&cells(*at), values::is_day))
    };
    for (field, stems) in [(Field::Expires, WORDS.expiry_stems), (Field::Added, WORDS.added_stems)] {
        let found = find_days(&fields, &|own| stems.split(' ').any(|stem| own.contains(stem)));
        if let Some(at) = found.filter(|_| !fields.contains(&Some(field))) {
            fields[at] = Some(field);
        }
    }
    if let Some(at) = find_days(&fields, &|own| WORDS.dates.split(' ').any(|date| own == date)) {
        // Days that are over are those of the purchase.
        let order = OrderEvidence::of(cells(at).into_iter(), now).order(None, None, None).order;
        let is_over = |cell| values::day(cell, order).is_none_or(|day| day <= now.date_naive());
        let field = if cells(at).into_iter().all(is_over) { Field::Added } else { Field::Expires };
        fields[at] = Some(field).filter(|field| !fields.contains(&Some(*field)));
    }
    // A variety is the name if nothing else is.
    if !fields.contains(&Some(Field::Name))
        && let Some(at) = spelt.iter().position(|own| own.iter().any(|own| own.ends_with("variety")))
    {
        fields[at] = Some(Field::Name);
    }
    fields
}

/// Gives columns whose headers are synonyms of a field that field. First each field gets one column, so that a second
/// name does not take the column of the notes.
fn assign_synonyms(mut fields: Vec<Option<Field>>, spelt: &[Vec<String>]) -> Vec<Option<Field>> {
    for is_second in [false, true] {
        for (field, names) in WORDS.columns.iter().filter(|(field, _)| !is_second || SEVERAL.contains(field)) {
            for name in names.split_whitespace() {
                let named = |at: &usize| fields[*at].is_none() && spelt[*at].iter().any(|own| own == name);
                if let Some(at) = (0..spelt.len()).find(named)
                    && (is_second || !fields.contains(&Some(*field)))
                {
                    fields[at] = Some(*field);
                }
            }
        }
    }
    fields
}

/// Returns the rank of a header among the synonyms of its field; 0 is the most specific.
pub fn rank(header: &str, field: Field) -> usize {
    let names = WORDS.columns.iter().find(|(one, _)| *one == field).map_or("", |(_, names)| *names);
    let spelt = spellings(header);
    names.split_whitespace().position(|name| spelt.iter().any(|own| own == name)).unwrap_or(usize::MAX)
}

/// Returns the meaning of each column by its cells alone, for a table without headers.
pub fn guess_by_cells<'a>(columns: usize, cells: impl Fn(usize) -> Vec<&'a str>) -> Vec<Option<Field>> {
    let is_amount = |cell: &str| {
        amount::parse(cell, DecimalSign::UNKNOWN).is_some_and(|amount| amount.unit.chars().count() <= MAX_UNIT_LENGTH)
    };
    let meaning = |at: usize| {
        let cells = cells(at);
        let are = |condition: &dyn Fn(&str) -> bool| mostly(&cells, condition);
        match () {
            () if columns == 1 => Some(Field::Name),
            () if are(&values::is_day) => Some(Field::Expires),
            () if are(&amount::is_unit) => Some(Field::Unit),
            () if are(&is_amount) => Some(Field::Quantity),
            () if are(&|cell| places::storage_named(cell).is_some()) => Some(Field::Location),
            () if are(&|cell| cell.chars().any(char::is_alphabetic)) => Some(Field::Name),
            () => None,
        }
    };
    let mut fields: Vec<Option<Field>> = (0..columns).map(meaning).collect();
    // The first text is the name, and the last day the expiry date.
    for at in 0..columns {
        let competing = if fields[at] == Some(Field::Expires) { at + 1..columns } else { 0..at };
        if fields[competing].contains(&fields[at]) {
            fields[at] = None;
        }
    }
    fields
}

/// Returns the kind of date that a header names.
pub fn date_kind(header: &str) -> DateKind {
    let says = |words: &str| spellings(header).iter().any(|own| words.split(' ').any(|word| own.contains(word)));
    // "Verbrauch" occurs in both: best-before is the milder one.
    if says(WORDS.best_before) {
        DateKind::BestBefore
    } else if says(WORDS.use_by) {
        DateKind::UseBy
    } else {
        DateKind::Estimate
    }
}

#[cfg(test)]
mod tests;
