//! A table as CSV (RFC 4180), for spreadsheets.

/// Signs that begin a formula. Some spreadsheets treat full-width signs like the plain ones.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{FF1D}', '\u{FF0B}', '\u{FF0D}', '\u{FF20}'];
/// Signs that may begin a new cell, even in quotes: the separator depends on the country.
const SEPARATORS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// Returns a table of these lines.
pub fn table<'a>(lines: impl IntoIterator<Item = Vec<&'a str>>) -> String {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    for line in lines {
        table.write_record(line.into_iter().map(guard)).expect("memory takes every line of equal length");
    }
    String::from_utf8(table.into_inner().expect("memory takes all")).expect("a table of texts is text")
}

/// Prefixes text such as `=HYPERLINK(…)` (from a receipt or a shared list) with an apostrophe, which makes it plain
/// text.
fn guard(text: &str) -> String {
    let mut guarded = String::with_capacity(text.len() + 1);
    for (begins_cell, at, c) in cell_starts(text) {
        if begins_cell && is_formula(&text[at..]) {
            guarded.push('\'');
        }
        guarded.push(c);
    }
    guarded
}

/// Returns the text that [`guard`] made plain.
pub fn unguard(text: &str) -> String {
    let is_guard =
        |(begins_cell, at, c): &(bool, usize, char)| *begins_cell && *c == '\'' && is_formula(&text[at + 1..]);
    cell_starts(text).filter(|sign| !is_guard(sign)).map(|(_, _, c)| c).collect()
}

/// Returns true also after apostrophes: a text's own is guarded too, so that it is not taken for a guard.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// Returns each character with its position, and whether a spreadsheet may take it for the first one of a cell.
fn cell_starts(text: &str) -> impl Iterator<Item = (bool, usize, char)> {
    text.char_indices().scan(true, |begins_cell, (at, c)| {
        let begins = *begins_cell;
        *begins_cell = SEPARATORS.contains(&c) || (begins && (c.is_whitespace() || c == '"'));
        Some((begins, at, c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_wrote() {
        const SIGNS: [&str; 9] = ["", "x", "'", "=", "-", ", ", "\"", "\n", "\u{FF0B}"];
        for n in 0..9_usize.pow(5) {
            let text: String = (0..5).map(|place| SIGNS[n / 9_usize.pow(place) % 9]).collect();
            assert_eq!(unguard(&guard(&text)), text);
        }
    }

    #[test]
    fn writes_no_field_as_a_formula() {
        for formula in
            ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "milk;=1+1", "milk\n=1", "a, =1", "\u{FF1D}1+1", "x;\"=1"]
        {
            let text = guard(formula);
            let sign = text.find(FORMULA).unwrap();
            assert!(text[..sign].ends_with('\''), "{formula:?} became {text:?}");
        }
        assert_eq!(guard("half-fat milk 1+1"), "half-fat milk 1+1");
        assert_eq!(table([vec!["=LINK(\"x\")", "1.5"]]), "\"'=LINK(\"\"x\"\")\",1.5\r\n");
    }
}
