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
    let mut begins_cell = true;
    for c in text.chars() {
        if begins_cell && FORMULA.contains(&c) {
            guarded.push('\'');
        }
        guarded.push(c);
        begins_cell = SEPARATORS.contains(&c) || (begins_cell && (c.is_whitespace() || c == '"'));
    }
    guarded
}

#[cfg(test)]
mod tests {
    use super::*;

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
