//! Names of products as a till would print them.

/// Wider than a till's column of names.
const WIDEST: usize = 26;

/// A name as a till may print it, always in the same way: in capitals; as long as it is too wide, its longest word is
/// cut off or loses its vowels. A name that would still be too wide is none of a till's.
pub fn damaged(name: &str) -> Option<String> {
    let seed = name.bytes().fold(7_usize, |seed, letter| seed.wrapping_mul(31).wrapping_add(usize::from(letter)));
    let words = name.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')')).filter(|word| !word.is_empty());
    let mut words: Vec<Vec<char>> = words.map(|word| word.to_uppercase().chars().collect()).collect();
    let width = WIDEST - seed % 9;
    let wide = |words: &[Vec<char>]| words.iter().map(|word| word.len() + 1).sum::<usize>() > width + 1;
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(words[*at].len()));
    for (nth, at) in order.into_iter().enumerate() {
        if !wide(&words) {
            break;
        }
        let word = &mut words[at];
        let letters = word.len();
        match (seed >> (nth % 16)) % 3 {
            0 => word.truncate(4),
            _ if letters >= 4 => {
                let mut place = 0..;
                word.retain(|c| {
                    let at = place.next().unwrap_or(0);
                    at == 0 || at + 1 == letters || !"AEIOUÄÖÜÉÈ".contains(*c)
                });
            }
            _ => {}
        }
    }
    (!wide(&words)).then(|| words.iter().map(|word| word.iter().collect::<String>()).collect::<Vec<_>>().join(" "))
}
