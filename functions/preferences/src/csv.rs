//! A table as CSV (RFC 4180), for spreadsheets.

/// What a spreadsheet would take for the beginning of a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// One line, its end included.
pub fn line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let mut line = fields.into_iter().map(field).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

fn field(text: &str) -> String {
    // A name such as `=HYPERLINK(…)` came from a receipt or from somebody else's list: an apostrophe makes it a text again.
    let guarded = if text.starts_with(FORMULA) { format!("'{text}") } else { text.to_owned() };
    if guarded.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", guarded.replace('"', "\"\"")) } else { guarded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_quotes_has_them() {
        assert_eq!(line(["milk", "1.5", ""]), "milk,1.5,\r\n");
        assert_eq!(
            line(["bread, sliced", "the \"good\" one", "two\nlines"]),
            "\"bread, sliced\",\"the \"\"good\"\" one\",\"two\nlines\"\r\n"
        );
    }

    #[test]
    fn no_field_is_a_formula() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(field(formula).trim_start_matches('"').starts_with('\''), "{formula:?}");
        }
        assert_eq!(
            field("=HYPERLINK(\"http://evil.example\",\"milk\")"),
            "\"'=HYPERLINK(\"\"http://evil.example\"\",\"\"milk\"\")\""
        );
    }
}
