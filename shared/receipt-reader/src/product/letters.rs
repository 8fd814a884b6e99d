//! What the letters of a line tell of its category: the groups of three to five letters in its words, hashed into a
//! fixed number of places. Short and cut-off words have most of their groups in common with the whole ones.

use domain::shelf_life::words::fold;

/// The places that groups of letters are hashed into.
pub const PLACES: usize = 1 << 16;
/// No line is about more words, and no word about more letters.
const MAX_WORDS: usize = 12;
const MAX_WORD_BYTES: usize = 24;

/// The words of a line that have letters enough to say something, in small ASCII letters.
pub fn words(line: &str) -> Vec<String> {
    let words = line.split(|c: char| !c.is_alphabetic() && c != '\'').map(fold);
    words.filter(|word| word.len() >= 2 && word.is_ascii()).take(MAX_WORDS).collect()
}

/// The places of all groups of letters in some words, as often as they occur.
pub fn places(words: &[String]) -> Vec<usize> {
    let mut places = Vec::new();
    for word in words {
        let word = format!("<{}>", &word[..word.len().min(MAX_WORD_BYTES)]);
        let word = word.as_bytes();
        places.push(place(word, 1));
        for size in 3..=5 {
            places.extend(word.windows(size).map(|letters| place(letters, 2)));
        }
    }
    places
}

/// FNV-1a: the same place on every machine.
fn place(letters: &[u8], seed: u64) -> usize {
    let mix = |hash: u64, letter: &u8| (hash ^ u64::from(*letter)).wrapping_mul(0x0100_0000_01b3);
    let hash = letters.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, mix);
    usize::try_from((hash ^ (hash >> 29)) % PLACES as u64).unwrap_or(0)
}
