//! Computes text similarity by the matching blocks of Ratcliff and Obershelp (1988), as Python's difflib does: for tests
//! and for the scorers of `lab/receipts`.

/// Returns the similarity of two printed lines, 0 to 1; spaces are ignored if that makes them more similar.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (plain(a), plain(b));
    let joined = |text: &str| text.replace(' ', "");
    ratio(&a, &b).max(ratio(&joined(&a), &joined(&b)))
}

/// Returns the similarity of two names, 0 to 1, in any order of their words.
pub fn name_similarity(a: &str, b: &str) -> f64 {
    let sorted = |text: &str| {
        let text = plain(text);
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.sort_unstable();
        words.join(" ")
    };
    similarity(a, b).max(ratio(&sorted(a), &sorted(b)))
}

/// Returns a text in lower case with single spaces, and nothing but ASCII letters, umlauts, digits and `%/&`.
fn plain(text: &str) -> String {
    let spaced = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let kept = spaced.chars().filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "äöüß%/& ".contains(*c));
    kept.collect::<String>().trim().to_owned()
}

#[expect(clippy::cast_precision_loss, reason = "a line has far fewer than 2^52 characters")]
fn ratio(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    2.0 * matching(&a, &b) as f64 / (a.len() + b.len()) as f64
}

/// Returns the number of characters in the longest common block, in the longest ones left and right of it, and so on.
fn matching(a: &[char], b: &[char]) -> usize {
    let (mut start_a, mut start_b, mut size) = (0, 0, 0);
    // The length of the block that ends at each place of b, for the row of a before.
    let mut ends = vec![0; b.len() + 1];
    for (at_a, first) in a.iter().enumerate() {
        let mut diagonal = 0;
        for (at_b, second) in b.iter().enumerate() {
            let above = ends[at_b + 1];
            ends[at_b + 1] = if first == second { diagonal + 1 } else { 0 };
            diagonal = above;
            if ends[at_b + 1] > size {
                size = ends[at_b + 1];
                (start_a, start_b) = (at_a + 1 - size, at_b + 1 - size);
            }
        }
    }
    if size == 0 {
        return 0;
    }
    size + matching(&a[..start_a], &b[..start_b]) + matching(&a[start_a + size..], &b[start_b + size..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    /// The numbers are those of Python's `difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()`.
    #[test]
    fn returns_the_ratio_of_difflib() {
        assert!(near(ratio("abcd", "bcde"), 0.75));
        assert!(near(ratio("tide", "diet"), 0.25));
        assert!(near(ratio("diet", "tide"), 0.5));
        assert!(near(ratio("private thread currentthread", "private volatile thread currentthread"), 0.861_538_46));
        assert!(near(ratio("", ""), 1.0));
        assert!(near(ratio("", "a"), 0.0));
    }

    #[test]
    fn ignores_spaces_case_and_order() {
        assert!(near(similarity("BIO FR.VOLLMILCH", "Bio Fr. Vollmilch"), 1.0));
        assert!(near(name_similarity("Bananas organic", "Organic bananas"), 1.0));
        assert!(similarity("Bananas organic", "Organic bananas") < 0.8);
        assert!(near(similarity("GEMÜSE", "gemüse"), 1.0));
    }
}
