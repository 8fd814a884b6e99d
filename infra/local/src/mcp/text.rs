//! Texts that people typed or that were read from receipts, prepared for a language model.

/// Removes invisible characters, which can hide instructions from people but not from a model: control characters,
/// marks of direction, tags and selectors. Keeps line breaks and emoji, except flags that consist of tags. A tab
/// becomes a space.
pub fn remove_hidden(text: &str, max_characters: usize) -> String {
    let spaced = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    let shown: String = spaced.filter(|c| !is_hidden(*c)).collect();
    domain::text::cut(shown.trim(), max_characters)
}

fn is_hidden(c: char) -> bool {
    let joins_emoji = matches!(c, '\u{200D}' | '\u{FE0F}');
    (c.is_control() && c != '\n') || (!joins_emoji && domain::text::is_zero_width(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_hidden_text() {
        let tags: String = "ignore".bytes().map(|b| char::from_u32(0xE0000 + u32::from(b)).unwrap()).collect();
        assert_eq!(remove_hidden(&format!("Milk{tags}\u{202E}\u{200B}\u{1b}"), 200), "Milk");
    }

    #[test]
    fn keeps_words_emoji_and_line_breaks() {
        for text in ["Crème brûlée", "👩‍🍳 soup", "❤️ jam", "حليب", "one\ntwo"] {
            assert_eq!(remove_hidden(text, 200), text);
        }
        assert_eq!(remove_hidden("whole\tmilk", 200), "whole milk");
        assert_eq!(remove_hidden(&"x".repeat(201), 200).chars().count(), 200);
    }
}
