//! What a recogniser confuses in names, put right where the rest of the word leaves no doubt.

/// Turns zeros among letters into the letter O: `SHAMP00`, `CHA0`, `T0RTILLA`, `120Z`. Numbers stay what they are.
pub fn letters_for_digits(label: &str) -> String {
    label.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &str) -> String {
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
        let open = |glyph: Option<char>| {
            glyph.is_none_or(|c| c.is_alphabetic() || !c.is_alphanumeric() && !matches!(c, '.' | ',' | '%'))
        };
        // Ounces are the one unit with a letter that looks like a digit: `120Z` are twelve.
        let is_ounces = end - at == 1
            && before.is_some_and(|c| c.is_ascii_digit())
            && matches!(after, Some('Z' | 'z'))
            && end + 1 == glyphs.len();
        if is_ounces
            || (open(before) && open(after) && (is_letter(before) || is_letter(after)) && letters(&glyphs, at) >= 2)
        {
            let lower = before.or(after).is_some_and(char::is_lowercase) && before.is_some();
            fixed[at..end].fill(if lower { 'o' } else { 'O' });
        }
        at = end;
    }
    fixed.into_iter().collect()
}

/// The letters in the run of letters and digits around a place.
fn letters(glyphs: &[char], at: usize) -> usize {
    let start = (0..at).rev().find(|&index| !glyphs[index].is_alphanumeric()).map_or(0, |index| index + 1);
    glyphs[start..].iter().take_while(|c| c.is_alphanumeric()).filter(|c| c.is_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_among_letters_are_the_letter() {
        for (read, meant) in [
            ("SHAMP00 120Z", "SHAMPOO 12OZ"),
            ("CHA0 SLICES", "CHAO SLICES"),
            ("SPANISH EV00", "SPANISH EVOO"),
            ("T0RTILLA", "TORTILLA"),
            ("0RG BELLAS", "ORG BELLAS"),
            ("0live 0il", "Olive Oil"),
            ("Kart0ffel", "Kartoffel"),
        ] {
            assert_eq!(letters_for_digits(read), meant);
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
            assert_eq!(letters_for_digits(name), name);
        }
    }
}
