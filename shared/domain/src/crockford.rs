//! Codes that users read aloud and type: Crockford's base32, without I, L, O and U.

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Encodes the five lower bits of each byte as a character: random bytes make a random code.
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
}

/// Normalizes a typed code: ignores case, spaces and dashes; O becomes 0, I and L become 1. `None` for another length
/// or another letter.
pub fn normalize(typed: &str, length: usize) -> Option<String> {
    // Checked first, so that a text of megabytes is not parsed.
    if typed.len() > 4 * length {
        return None;
    }
    let canonical = |c: char| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let code: String =
        typed.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{2010}'..='\u{2015}')).map(canonical).collect();
    (code.len() == length && code.bytes().all(|byte| ALPHABET.contains(&byte))).then_some(code)
}

/// Returns the check character to append to a `code` of up to 30 characters of the alphabet. It detects each single
/// wrong character and every two swapped ones: the code is a polynomial over GF(32) (x⁵ + x² + 1), and this is its value
/// at x, times x.
pub fn check_character(code: &str) -> char {
    let value = |byte: u8| ALPHABET.iter().position(|letter| *letter == byte).expect("a character of the alphabet");
    let sum = code.bytes().fold(0, |sum, byte| {
        let sum = sum ^ value(byte);
        ((sum << 1) ^ if sum & 16 == 0 { 0 } else { 0b10_0101 }) & 31
    });
    char::from(ALPHABET[sum])
}

/// Formats a code for display, in groups of `size` characters.
pub fn group(code: &str, size: usize) -> String {
    let characters: Vec<char> = code.chars().collect();
    characters.chunks(size).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_five_bits_of_each_byte() {
        assert_eq!(encode(&[0, 31, 32, 255, 10]), "0Z0ZA");
    }

    #[test]
    fn groups_characters_by_dashes() {
        assert_eq!(group("ABCDEFGHJ", 4), "ABCD-EFGH-J");
    }

    #[test]
    fn normalizes_typed_codes() {
        assert_eq!(normalize("abcd-ef0h", 8).as_deref(), Some("ABCDEF0H"));
        assert_eq!(normalize(" oO iI lL 7 z ", 8).as_deref(), Some("0011117Z"));
        assert_eq!(normalize("ABCD\u{2013}EFGH", 8).as_deref(), Some("ABCDEFGH"));
        for bad in ["", "ABCDEFG", "ABCDEFGHJ", "ABCDEFGU", "ABCDEFG\u{e4}", &"A".repeat(1_000)] {
            assert_eq!(normalize(bad, 8), None, "{bad}");
        }
    }

    #[test]
    fn detects_one_wrong_character_or_two_swapped_ones() {
        let code = encode(&std::array::from_fn::<u8, 24, _>(|n| u8::try_from(n * 7 + 3).unwrap()));
        let check = check_character(&code);
        assert_eq!(check, 'C', "the codes on paper stay valid");
        for at in 0..code.len() {
            for other in ALPHABET.iter().map(|byte| char::from(*byte)) {
                let mut letters: Vec<char> = code.chars().collect();
                let before = std::mem::replace(&mut letters[at], other);
                assert_eq!(check_character(&letters.iter().collect::<String>()) == check, other == before);
            }
            for with in 0..at {
                let mut letters: Vec<char> = code.chars().collect();
                letters.swap(at, with);
                let swapped: String = letters.iter().collect();
                assert_eq!(check_character(&swapped) == check, swapped == code);
            }
        }
    }
}
