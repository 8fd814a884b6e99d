//! Reads lines of written lists: with bullets, boxes, headings and struck words, also those of Org mode and todo.txt.

use chrono::NaiveDate;
use domain::amount;

/// Marks that begin a line.
const BULLETS: [&str; 7] = ["- ", "* ", "+ ", "• ", "– ", "· ", "— "];
const BOXES: [&str; 7] = ["[ ]", "[]", "[/]", "☐", "□", "◯", "▢"];
const TICKS: [&str; 10] = ["[x]", "[X]", "[-]", "☑", "☒", "✓", "✔️", "✔", "✅", "~~"];
/// "10. Milk" is the tenth line; longer numbers are amounts.
const MAX_ORDINAL_DIGITS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// An item, with its amount.
    Entry(&'a str),
    /// An item that is checked or struck through.
    Done,
    /// A heading or a rule.
    Heading,
}

pub fn read(line: &str) -> Line<'_> {
    let (text, _) = without_mark(line.trim());
    let starred = text.trim_start_matches('*').trim_start();
    let is_task_done = text.strip_prefix("x ").is_some_and(begins_with_day);
    if is_task_done || starred.starts_with("DONE ") || TICKS.iter().any(|tick| text.starts_with(tick)) {
        return Line::Done;
    }
    let text = BOXES.iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim();
    // Markdown's bold, and Org mode's stars.
    let text = text.trim_matches('*').trim();
    let text = without_tags(text.strip_prefix("TODO ").unwrap_or(text));
    let is_heading = text.starts_with('#') || amount::is_heading(text) || !text.contains(char::is_alphanumeric);
    if is_heading { Line::Heading } else { Line::Entry(text) }
}

/// Leaves out what todo.txt puts beside a task: priority, day, projects, places and fields.
fn without_tags(text: &str) -> &str {
    let has_priority = text.starts_with('(') && text[1..].starts_with(|c: char| c.is_ascii_uppercase());
    let text = text.get(4..).filter(|_| has_priority && text[2..].starts_with(") ")).unwrap_or(text);
    let mut text = if begins_with_day(text) { text[10..].trim() } else { text };
    let is_tag = |word: &str| {
        let is_named = word.strip_prefix(['+', '@']).is_some_and(|name| name.starts_with(char::is_alphabetic));
        let is_field = word.split_once(':').is_some_and(|(name, value)| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()) && value.starts_with(char::is_alphanumeric)
        });
        is_named || is_field
    };
    while let Some((rest, _)) = text.rsplit_once(' ').filter(|(_, word)| is_tag(word)) {
        text = rest.trim_end();
    }
    text
}

/// Returns true for a text that begins with a day such as 2026-11-22 and goes on.
fn begins_with_day(text: &str) -> bool {
    let is_day = |day: &str| NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok();
    text.get(..10).is_some_and(is_day) && text[10..].starts_with(' ')
}

/// Returns true for a text in which most lines have the marks of a list.
pub fn is_list(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let (marked, all) = lines.fold((0, 0), |(marked, all), line| (marked + usize::from(is_marked(line)), all + 1));
    marked * 2 > all
}

/// Returns true if the next line is indented below one without a bullet.
pub fn is_heading_of(line: &str, next: &str) -> bool {
    indent(next) > indent(line) && !without_mark(line.trim()).1
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn is_marked(line: &str) -> bool {
    let is_indented = indent(line) > 0;
    let line = line.trim();
    let (rest, has_bullet) = without_mark(line);
    let is_plain = !line.contains([',', ';', '\t']);
    has_bullet
        || is_plain && (is_indented || begins_with_day(rest) || without_tags(rest).len() < rest.len())
        || matches!(read(line), Line::Done)
        || BOXES.iter().chain(&TICKS).any(|mark| rest.starts_with(mark))
        || line.trim_start_matches('#').len() < line.len() && is_plain
}

/// Returns the line without its bullet or ordinal, and whether it had one.
fn without_mark(line: &str) -> (&str, bool) {
    if let Some(rest) = BULLETS.iter().find_map(|bullet| line.strip_prefix(bullet)) {
        return (rest.trim_start(), true);
    }
    let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let rest = line[digits..].strip_prefix(['.', ')']).and_then(|rest| rest.strip_prefix(' '));
    match rest.filter(|_| (1..=MAX_ORDINAL_DIGITS).contains(&digits)) {
        Some(rest) => (rest.trim_start(), true),
        None => (line, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_lines_by_their_marks() {
        for (line, expected) in [
            ("Milk", Line::Entry("Milk")),
            ("- Milk", Line::Entry("Milk")),
            ("* [ ] 2 l Milk", Line::Entry("2 l Milk")),
            ("[ ]1,Milk", Line::Entry("1,Milk")),
            ("3. Milk", Line::Entry("Milk")),
            ("1) **Milk**", Line::Entry("Milk")),
            ("☐ Milk", Line::Entry("Milk")),
            ("[ 1 ] Milk", Line::Entry("[ 1 ] Milk")),
            ("[x] Milk", Line::Done),
            ("- [X] Milk", Line::Done),
            ("✔️ Milk", Line::Done),
            ("- ~~Milk~~", Line::Done),
            ("# Shop", Line::Heading),
            ("Dairy:", Line::Heading),
            ("---", Line::Heading),
            ("x 2026-11-21 Bread +groceries", Line::Done),
            ("(A) Milk @shop", Line::Entry("Milk")),
            ("2026-11-22 Eggs due:2026-11-30", Line::Entry("Eggs")),
            ("** DONE Eggs", Line::Done),
            ("** TODO Milk", Line::Entry("Milk")),
            ("Für den Teig:", Line::Heading),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }

    #[test]
    fn reads_no_list_from_a_table() {
        for list in [
            "- Milk\n- Eggs, brown\n",
            "# Shop\n- [ ] Milk\n~~Bread~~",
            "1. Milk\n2. Eggs",
            "[ ] 1,Milk\n[x] 2,Eggs",
            "Dairy\n  Milk\n  Eggs",
            "x 2026-11-21 Bread\n(A) Milk @shop",
        ] {
            assert!(is_list(list), "{list}");
        }
        for other in
            ["", "Name,Expires\nMilk,-\n", "Milk\nEggs\n", "2 x Milk\n3 bananas\n", "#,Name\n1,Milk\n", "1.5\n2.5"]
        {
            assert!(!is_list(other), "{other}");
        }
    }
}
