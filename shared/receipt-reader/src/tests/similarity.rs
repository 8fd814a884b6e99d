//! Similarity of names.

/// Returns the similarity of two names, in any order of their words: the measure of the receipt collection's
/// `score.py`.
pub fn similarity(a: &str, b: &str) -> f64 {
    let norm = |text: &str| -> String {
        text.to_lowercase()
            .chars()
            .filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "äöüß%/& ".contains(*c))
            .collect()
    };
    let (a, b) = (norm(a), norm(b));
    let sorted = |text: &str| {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.sort_unstable();
        words.join(" ")
    };
    ratio(a.trim(), b.trim()).max(ratio(&a.replace(' ', ""), &b.replace(' ', ""))).max(ratio(&sorted(&a), &sorted(&b)))
}

/// Returns the similarity of Ratcliff and Obershelp: twice the matching characters over all, where matches are the
/// longest common run and, left and right of it, again the longest.
fn ratio(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    2.0 * f64::from(matching(&a, &b)) / f64::from(u32::try_from(a.len() + b.len()).unwrap_or(u32::MAX))
}

fn matching(a: &[char], b: &[char]) -> u32 {
    let (mut at_a, mut at_b, mut longest) = (0, 0, 0);
    let mut runs = vec![0_usize; b.len() + 1];
    for (i, x) in a.iter().enumerate() {
        let mut before = 0;
        for (j, y) in b.iter().enumerate() {
            let here = if x == y { before + 1 } else { 0 };
            before = runs[j + 1];
            runs[j + 1] = here;
            if here > longest {
                (at_a, at_b, longest) = (i + 1 - here, j + 1 - here, here);
            }
        }
    }
    if longest == 0 {
        return 0;
    }
    u32::try_from(longest).unwrap_or(u32::MAX)
        + matching(&a[..at_a], &b[..at_b])
        + matching(&a[at_a + longest..], &b[at_b + longest..])
}
