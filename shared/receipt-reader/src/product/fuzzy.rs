//! How far a printed word is from a word that we know. Receipts drop vowels ("BNNAS"), cut ends off ("WAT"), and what
//! reads them mistakes letters of alike shapes ("0" and "O", "1" and "I"), so those cost less than other differences
//! do.

/// Words are compared to this length.
const MAX_LENGTH: usize = 24;

/// Returns the cost of taking `printed` for `word`, or `None` if that is further than `limit`. Both are folded. 0 is
/// the same word, and a whole wrong letter costs about 1.
pub(super) fn distance(printed: &[u8], word: &[u8], limit: f32) -> Option<f32> {
    let (n, m) = (printed.len().min(MAX_LENGTH), word.len().min(MAX_LENGTH));
    let mut before = [0.0_f32; MAX_LENGTH + 1];
    let mut row = [0.0_f32; MAX_LENGTH + 1];
    // Abbreviations keep the first letter: without it the word is hardly the same.
    for j in 1..=m {
        before[j] = before[j - 1] + if j == 1 { 1.3 } else { missing(word, j - 1) };
    }
    for i in 1..=n {
        row[0] = before[0] + 1.2;
        let mut least = row[0];
        for j in 1..=m {
            let first = if i == 1 && j == 1 { 1.3 } else { 1.0 };
            let mut cost = before[j - 1] + substitution(printed[i - 1], word[j - 1]) * first;
            cost = cost.min(row[j - 1] + if i == n { cut_off(word, j - 1) } else { missing(word, j - 1) });
            cost = cost.min(before[j] + superfluous(printed, i - 1));
            row[j] = cost;
            least = least.min(cost);
        }
        if least > limit {
            return None;
        }
        before = row;
    }
    (before[m] <= limit).then_some(before[m])
}

/// Returns the letters and digits of a word, a bit each.
pub(super) fn letters(word: &[u8]) -> u64 {
    word.iter().take(MAX_LENGTH).fold(0, |set, letter| {
        set | match letter {
            b'a'..=b'z' => 1 << (letter - b'a'),
            b'0'..=b'9' => 1 << (26 + letter - b'0'),
            _ => 0,
        }
    })
}

/// Returns the distance that two words with such letters have at least: a letter that only the print has is mistaken
/// for another one at least, one that only the word has is left out. It spares looking at most words.
pub(super) fn least_distance(printed: u64, word: u64) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "at most 36 bits are set")]
    let count = |set: u64| set.count_ones() as f32;
    let vowels = letters(b"aeiouy");
    let (extra, lost) = (printed & !word, word & !printed);
    (0.4 * count(extra)).max(0.22 * count(lost & vowels) + 0.3 * count(lost & !vowels))
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// Returns the cost of a letter of the word that print leaves out: vowels and one of a double letter are cheapest.
fn missing(word: &[u8], at: usize) -> f32 {
    let letter = word[at];
    if is_vowel(letter) {
        0.22
    } else if at > 0 && word[at - 1] == letter {
        0.12
    } else if matches!(letter, b'n' | b'h' | b'r' | b'l' | b't' | b'c') {
        0.5
    } else {
        0.6
    }
}

/// Returns the cost of a letter of the word after the last one printed: lines are cut off at the edge.
fn cut_off(word: &[u8], at: usize) -> f32 {
    missing(word, at).min(0.3)
}

/// Returns the cost of a printed letter that the word does not have; a repeated one is the cheaper slip.
fn superfluous(printed: &[u8], at: usize) -> f32 {
    if at > 0 && printed[at - 1] == printed[at] { 0.6 } else { 1.0 }
}

fn substitution(printed: u8, letter: u8) -> f32 {
    if printed == letter {
        return 0.0;
    }
    let alike = |a: &[u8]| a.contains(&printed) && a.contains(&letter);
    if alike(b"o0qd")
        || alike(b"il1jt")
        || alike(b"s5")
        || alike(b"b8")
        || alike(b"z2")
        || alike(b"g69q")
        || alike(b"uv")
        || alike(b"ce")
    {
        0.4
    } else if is_vowel(printed) && is_vowel(letter) {
        0.7
    } else {
        1.1
    }
}

/// Returns how much may differ before two words are no longer taken for the same: short words must agree but for
/// vowels.
pub(super) fn limit(length: usize) -> f32 {
    match length {
        0..=2 => 0.0,
        3 => 0.55,
        4 => 0.85,
        5 => 1.1,
        6 | 7 => 1.3,
        8 | 9 => 1.7,
        _ => 2.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(printed: &str, word: &str) -> Option<f32> {
        distance(printed.as_bytes(), word.as_bytes(), limit(printed.len()))
    }

    #[test]
    fn matches_dropped_vowels_cut_ends_and_alike_shapes() {
        for (printed, word) in [
            ("bnnas", "bananas"),
            ("avocdo", "avocado"),
            ("peppr", "pepper"),
            ("seasng", "seasoning"),
            ("t0mato", "tomato"),
            ("m1lk", "milk"),
            ("brocoli", "broccoli"),
            ("smthfld", "smithfield"),
            ("yghurt", "yoghurt"),
            ("vollm1lch", "vollmilch"),
            ("wat", "water"),
        ] {
            assert!(cost(printed, word).is_some(), "{printed} is {word}");
        }
    }

    #[test]
    fn keeps_words_as_far_apart_as_their_letters_allow() {
        let words = [
            "milk", "mlk", "bananas", "bnnas", "t0mato", "tomato", "yoghurt", "yghrt", "pepper", "wat", "water", "oo",
            "cheese",
        ];
        for printed in words {
            for word in words {
                let least = least_distance(letters(printed.as_bytes()), letters(word.as_bytes()));
                let exact = distance(printed.as_bytes(), word.as_bytes(), f32::INFINITY).unwrap();
                assert!(least <= exact + 1e-4, "{printed} {word}: {least} {exact}");
            }
        }
        assert!(least_distance(letters(b"milk"), letters(b"water")) > limit(4));
    }

    #[test]
    fn keeps_other_words_far() {
        for (printed, word) in
            [("milk", "mild"), ("beer", "bean"), ("house", "cheese"), ("xyz", "oxygen"), ("salt", "malt"), ("", "milk")]
        {
            assert!(cost(printed, word).is_none(), "{printed} is not {word}");
        }
    }
}
