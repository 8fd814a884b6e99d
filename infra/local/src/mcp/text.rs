//! Texts that people typed or that were read from receipts, prepared for a language model.

/// Removes invisible characters, which can hide instructions from people but not from a model: control characters,
/// marks of direction, tags and selectors. Keeps line breaks and emoji, but flags that consist of tags.
pub fn visible(text: &str, max_characters: usize) -> String {
    let shown: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    domain::text::cut(shown.trim(), max_characters)
}

fn is_hidden(c: char) -> bool {
    let joins_emoji = matches!(c, '\u{200D}' | '\u{FE0F}');
    (c.is_control() && c != '\n')
        || (!joins_emoji
            && matches!(c,
                '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
                | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
                | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E0FFF}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_hidden_text() {
        let tags: String = "ignore".bytes().map(|b| char::from_u32(0xE0000 + u32::from(b)).unwrap()).collect();
        assert_eq!(visible(&format!("Milk{tags}\u{202E}\u{200B}\u{1b}"), 200), "Milk");
    }

    #[test]
    fn keeps_words_emoji_and_line_breaks() {
        for text in ["Crème brûlée", "👩‍🍳 soup", "❤️ jam", "حليب", "one\ntwo"] {
            assert_eq!(visible(text, 200), text);
        }
        assert_eq!(visible(&"x".repeat(201), 200).chars().count(), 200);
    }
}
