//! Corrects characters that a recogniser confuses, if the rest of the word is unambiguous.

/// Replaces zeros among letters by the letter O: `SHAMP00`, `CHA0`, `T0RTILLA`, `120Z`. Numbers are kept.
pub fn correct_zeros(label: &str) -> String {
    label.split(' ').map(correct_word).collect::<Vec<_>>().join(" ")
}

fn correct_word(word: &str) -> String {
    let glyphs: Vec<char> = word.chars().collect();
    let mut fixed = glyphs.clone();
    let mut at = 0;
    while at < glyphs.len() {
        if glyphs[at] != '0' {
            at += 1;
            continue;
        }
        let end = (at..glyphs.len()).find(|&index| glyphs[index] != '0').unwrap_or(glyphs.len());
        let before = at.checked_sub(1).map(|index| glyphs[index]);
        let after = glyphs.get(end).copied();
        let is_letter = |glyph: Option<char>| glyph.is_some_and(char::is_alphabetic);
        let is_open = |glyph: Option<char>| {
            glyph.is_none_or(|c| c.is_alphabetic() || !c.is_alphanumeric() && !matches!(c, '.' | ',' | '%'))
        };
        // `120Z` are twelve ounces: the only unit with a letter that looks like a digit.
        let is_ounces = end - at == 1
            && before.is_some_and(|c| c.is_ascii_digit())
            && matches!(after, Some('Z' | 'z'))
            && end + 1 == glyphs.len();
        if is_ounces
            || (is_open(before)
                && is_open(after)
                && (is_letter(before) || is_letter(after))
                && count_letters(&glyphs, at) >= 2)
        {
            let is_lower = before.or(after).is_some_and(char::is_lowercase) && before.is_some();
            fixed[at..end].fill(if is_lower { 'o' } else { 'O' });
        }
        at = end;
    }
    fixed.into_iter().collect()
}

/// Returns the number of letters in the run of letters and digits around a position.
fn count_letters(glyphs: &[char], at: usize) -> usize {
    let start = (0..at).rev().find(|&index| !glyphs[index].is_alphanumeric()).map_or(0, |index| index + 1);
    glyphs[start..].iter().take_while(|c| c.is_alphanumeric()).filter(|c| c.is_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_zeros_among_letters() {
        for (read, meant) in [
            ("SHAMP00 120Z", "SHAMPOO 12OZ"),
            ("CHA0 SLICES", "CHAO SLICES"),
            ("SPANISH EV00", "SPANISH EVOO"),
            ("T0RTILLA", "TORTILLA"),
            ("0RG BELLAS", "ORG BELLAS"),
            ("0live 0il", "Olive Oil"),
            ("Kart0ffel", "Kartoffel"),
        ] {
            assert_eq!(correct_zeros(read), meant);
        }
    }

    #[test]
    fn keeps_numbers() {
        for name in [
            "365 PLAIN YGRT",
            "FAT 0% MILK",
            "COLA 1.0L",
            "500G",
            "H20",
            "10OZ",
            "VITAMIN B12",
            "80/20",
            "100G",
            "0,2 L",
            "90C",
        ] {
            assert_eq!(correct_zeros(name), name);
        }
    }
}
