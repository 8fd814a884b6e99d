//! A table as CSV (RFC 4180), for spreadsheets.

/// Signs that begin a formula. Some spreadsheets treat full-width signs like the plain ones.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{FF1D}', '\u{FF0B}', '\u{FF0D}', '\u{FF20}'];
/// Signs that may begin a new cell, even in quotes: the separator depends on the country.
const SEPARATORS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// Returns a line with its line end.
pub fn line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let mut line = fields.into_iter().map(field).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

fn field(text: &str) -> String {
    let guarded = guard(text);
    if guarded.contains(['"', ',', ';', '\t', '\n', '\r']) {
        format!("\"{}\"", guarded.replace('"', "\"\""))
    } else {
        guarded
    }
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
    fn quotes_only_where_needed() {
        assert_eq!(line(["milk", "1.5", ""]), "milk,1.5,\r\n");
        assert_eq!(
            line(["bread, sliced", "the \"good\" one", "two\nlines"]),
            "\"bread, sliced\",\"the \"\"good\"\" one\",\"two\nlines\"\r\n"
        );
    }

    #[test]
    fn writes_no_field_as_a_formula() {
        for formula in
            ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "milk;=1+1", "milk\n=1", "a, =1", "\u{FF1D}1+1", "x;\"=1"]
        {
            let text = field(formula);
            let sign = text.find(FORMULA).unwrap();
            assert!(text[..sign].ends_with('\''), "{formula:?} became {text:?}");
        }
        assert_eq!(field("half-fat milk 1+1"), "half-fat milk 1+1");
        assert_eq!(
            field("=HYPERLINK(\"http://evil.example\",\"milk\")"),
            "\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"milk\"\")\""
        );
    }
}
