//! Reads lines of written lists: with bullets, boxes, headings and struck words.

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
    if TICKS.iter().any(|tick| text.starts_with(tick)) {
        return Line::Done;
    }
    let text = BOXES.iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim();
    // Markdown's bold.
    let text = text.trim_matches('*').trim();
    let is_heading = text.starts_with('#') || text.ends_with(':') || !text.contains(char::is_alphanumeric);
    if is_heading { Line::Heading } else { Line::Entry(text) }
}

/// Returns true for a text in which most lines have the marks of a list.
pub fn is_list(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (marked, all) = lines.fold((0, 0), |(marked, all), line| (marked + usize::from(is_marked(line)), all + 1));
    marked * 2 > all
}

fn is_marked(line: &str) -> bool {
    let (rest, has_bullet) = without_mark(line);
    has_bullet
        || BOXES.iter().chain(&TICKS).any(|mark| rest.starts_with(mark))
        || line.trim_start_matches('#').len() < line.len() && !line.contains([',', ';', '\t'])
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
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }

    #[test]
    fn reads_no_list_from_a_table() {
        for list in
            ["- Milk\n- Eggs, brown\n", "# Shop\n- [ ] Milk\n~~Bread~~", "1. Milk\n2. Eggs", "[ ] 1,Milk\n[x] 2,Eggs"]
        {
            assert!(is_list(list), "{list}");
        }
        for other in
            ["", "Name,Expires\nMilk,-\n", "Milk\nEggs\n", "2 x Milk\n3 bananas\n", "#,Name\n1,Milk\n", "1.5\n2.5"]
        {
            assert!(!is_list(other), "{other}");
        }
    }
}
