//! User text: stored as typed, in one Unicode form (NFC), with a maximum length.

use super::invalid::Invalid;
use unicode_normalization::UnicodeNormalization;

/// Maximum lengths in characters (Unicode scalar values).
pub const MAX_NAME: usize = 200;
pub const MAX_CATEGORY: usize = 50;
pub const MAX_UNIT: usize = 30;
pub const MAX_NOTES: usize = 500;
pub const MAX_TITLE: usize = 100;
pub const MAX_DESCRIPTION: usize = 500;
pub const MAX_OWNER_NAME: usize = 60;
pub const MAX_PLACE: usize = 40;
/// The maximum length in bytes, for each allowed character, of a text that is not yet trimmed and normalized.
const MAX_BYTES_PER_CHARACTER: usize = 16;

/// Validates a required text of one line. `missing` is the message if it is blank.
pub fn required(field: &str, value: &str, max: usize, missing: &str) -> Result<String, Invalid> {
    optional(field, Some(value), max)?.ok_or_else(|| Invalid::new(field, missing))
}

/// Validates an optional text of one line; blank counts as missing. Line breaks and tabs become spaces.
pub fn optional(field: &str, value: Option<&str>, max: usize) -> Result<Option<String>, Invalid> {
    let one_line = value.map(|value| value.replace(['\n', '\r', '\t'], " "));
    paragraph(field, one_line.as_deref(), max)
}

/// Validates an optional text of several lines; blank counts as missing.
pub fn paragraph(field: &str, value: Option<&str>, max: usize) -> Result<Option<String>, Invalid> {
    let Some(value) = value else { return Ok(None) };
    // Checked first, so that a text of megabytes is not normalized.
    if value.len() > max * MAX_BYTES_PER_CHARACTER {
        return Err(too_long(field, max));
    }
    let value = value.trim().replace("\r\n", "\n").replace('\r', "\n");
    let text: String = value.nfc().collect();
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Invalid::new(field, "This text has characters that cannot be displayed."));
    }
    if text.chars().all(is_invisible) {
        return Ok(None);
    }
    if text.chars().count() > max {
        return Err(too_long(field, max));
    }
    Ok(Some(text))
}

/// Cuts a text to `max` characters, with an ellipsis.
pub fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        None => text.to_owned(),
        Some(_) => text.chars().take(max - 1).chain(['…']).collect(),
    }
}

/// Returns the Levenshtein distance: the number of characters to change, add or leave out.
pub fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, x) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in other.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

/// Returns the key under which different spellings of a name are equal: ignores case, spaces and invisible characters.
pub fn name_key(name: &str) -> String {
    let folded: String = name.nfkc().filter(|c| !is_zero_width(*c)).flat_map(char::to_lowercase).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Folds a word to its letters and digits without accents and case, so that spellings compare equal:
/// `Mindesthaltbarkeits-Datum` and `mindesthaltbarkeitsdatum` are one.
pub fn fold(word: &str) -> String {
    let lower = word.to_lowercase().replace('ł', "l").replace('ø', "o");
    lower.nfd().filter(|c| c.is_alphanumeric()).collect()
}

fn too_long(field: &str, max: usize) -> Invalid {
    Invalid::new(field, format!("This text is too long: up to {max} characters are allowed."))
}

fn is_invisible(c: char) -> bool {
    c.is_whitespace() || is_zero_width(c)
}

/// Returns true for characters that are not seen: those without width, marks of direction, tags and selectors. A name
/// of only these would be an empty row on the screen, and with them a name could look like another one.
pub fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_to_composed_characters() {
        let (nfc, nfd) = ("Crème brûlée", "Cre\u{300}me bru\u{302}le\u{301}e");
        assert_eq!(required("name", nfd, MAX_NAME, "").unwrap(), nfc);
    }

    #[test]
    fn keeps_emoji_and_right_to_left_text() {
        for name in ["👩‍🍳 soup", "حليب", "חלב 3%"] {
            assert_eq!(required("name", name, MAX_NAME, "").unwrap(), name);
        }
    }

    #[test]
    fn counts_invisible_text_as_missing() {
        for blank in ["", "   ", "\u{200B}\u{200D}", "\u{FEFF} \u{2060}"] {
            assert_eq!(required("name", blank, MAX_NAME, "missing").unwrap_err().message, "missing");
        }
    }

    #[test]
    fn counts_characters_not_bytes() {
        assert!(required("name", &"ä".repeat(MAX_NAME), MAX_NAME, "").is_ok());
        assert_eq!(required("name", &"ä".repeat(MAX_NAME + 1), MAX_NAME, "").unwrap_err().field, "name");
        assert_eq!(required("name", &"x".repeat(10_000), MAX_NAME, "").unwrap_err().field, "name");
    }

    #[test]
    fn rejects_control_characters() {
        assert!(required("name", "milk\u{1b}[31m", MAX_NAME, "").is_err());
    }

    #[test]
    fn joins_lines_of_a_name_and_keeps_lines_of_notes() {
        assert_eq!(required("name", "milk\r\n=1+1\tx", MAX_NAME, "").unwrap(), "milk  =1+1 x");
        let notes = paragraph("notes", Some("for\r\nSunday\rlunch\nand tea"), MAX_NOTES);
        assert_eq!(notes.unwrap().unwrap(), "for\nSunday\nlunch\nand tea");
    }

    #[test]
    fn gives_one_key_to_names_that_differ_in_case_and_spaces() {
        assert_eq!(name_key("  Whole   MILK "), name_key("whole milk"));
    }
}
