//! User text: stored as typed, in one Unicode form (NFC), with a maximum length.

use super::invalid::Invalid;
use unicode_normalization::UnicodeNormalization;

/// Lengths in characters (Unicode scalar values).
pub const NAME: usize = 200;
pub const CATEGORY: usize = 50;
pub const UNIT: usize = 30;
pub const NOTES: usize = 500;
pub const TITLE: usize = 100;
pub const DESCRIPTION: usize = 500;
pub const OWNER_NAME: usize = 60;
pub const PLACE: usize = 40;

/// A text that must say something. `missing` is the sentence for when it does not.
pub fn required(field: &str, value: &str, longest: usize, missing: &str) -> Result<String, Invalid> {
    optional(field, Some(value), longest)?.ok_or_else(|| Invalid::new(field, missing))
}

/// A text of one line that may be left out; blank counts as left out. A line break or a tab in it is a space.
pub fn optional(field: &str, value: Option<&str>, longest: usize) -> Result<Option<String>, Invalid> {
    let one_line = value.map(|value| value.replace(['\n', '\r', '\t'], " "));
    paragraph(field, one_line.as_deref(), longest)
}

/// A text of any number of lines that may be left out; blank counts as left out.
pub fn paragraph(field: &str, value: Option<&str>, longest: usize) -> Result<Option<String>, Invalid> {
    let Some(value) = value else { return Ok(None) };
    // Checked on the bytes first, so that a text of megabytes is not normalised only to be refused.
    if value.len() > longest * 16 {
        return Err(too_long(field, longest));
    }
    // Windows and old Macs end lines otherwise.
    let value = value.trim().replace("\r\n", "\n").replace('\r', "\n");
    let text: String = value.nfc().collect();
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Invalid::new(field, "This text has characters that cannot be displayed."));
    }
    if text.chars().all(is_invisible) {
        return Ok(None);
    }
    if text.chars().count() > longest {
        return Err(too_long(field, longest));
    }
    Ok(Some(text))
}

/// The beginning of a text, with an ellipsis where it was cut.
pub fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some(_) => text.chars().take(longest - 1).chain(['…']).collect(),
    }
}

/// Returns the key under which different spellings of a name are equal: ignores case, spaces and invisible characters.
pub fn same_thing_key(name: &str) -> String {
    let folded: String = name.nfkc().filter(|c| !is_zero_width(*c)).flat_map(char::to_lowercase).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn too_long(field: &str, longest: usize) -> Invalid {
    Invalid::new(field, format!("This text is too long: up to {longest} characters are allowed."))
}

fn is_invisible(c: char) -> bool {
    c.is_whitespace() || is_zero_width(c)
}

/// Characters that take no room: a name of nothing else would be an empty row on the screen.
fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treats_composed_and_decomposed_as_one_name() {
        let (nfc, nfd) = ("Crème brûlée", "Cre\u{300}me bru\u{302}le\u{301}e");
        assert_eq!(required("name", nfd, NAME, "").unwrap(), nfc);
    }

    #[test]
    fn keeps_emoji_and_right_to_left() {
        for name in ["👩‍🍳 soup", "حليب", "חלב 3%"] {
            assert_eq!(required("name", name, NAME, "").unwrap(), name);
        }
    }

    #[test]
    fn counts_invisible_as_missing() {
        for blank in ["", "   ", "\u{200B}\u{200D}", "\u{FEFF} \u{2060}"] {
            assert_eq!(required("name", blank, NAME, "Say something.").unwrap_err().message, "Say something.");
        }
    }

    #[test]
    fn counts_characters_not_bytes() {
        assert!(required("name", &"ä".repeat(NAME), NAME, "").is_ok());
        assert_eq!(required("name", &"ä".repeat(NAME + 1), NAME, "").unwrap_err().field, "name");
        assert_eq!(required("name", &"x".repeat(10_000), NAME, "").unwrap_err().field, "name");
    }

    #[test]
    fn refuses_control_characters() {
        assert!(required("name", "milk\u{0}", NAME, "").is_err());
        assert!(required("name", "milk\u{1b}[31m", NAME, "").is_err());
    }

    #[test]
    fn keeps_one_line_of_a_name_and_all_lines_of_a_note() {
        assert_eq!(required("name", "milk\r\n=1+1\tx", NAME, "").unwrap(), "milk  =1+1 x");
        assert_eq!(paragraph("notes", Some("one\ntwo"), NOTES).unwrap().unwrap(), "one\ntwo");
    }

    #[test]
    fn treats_spellings_as_one_food() {
        assert_eq!(same_thing_key("  Whole   MILK "), same_thing_key("whole milk"));
    }

    #[test]
    fn converts_line_ends_to_line_feeds() {
        assert_eq!(paragraph("notes", Some("for\r\nSunday\rlunch"), NOTES).unwrap().unwrap(), "for\nSunday\nlunch");
    }
}
