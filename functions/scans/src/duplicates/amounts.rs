//! Amounts by which two receipts are compared.

/// Parses `3,49`, `3.49`, `-0.30`, and the price in `2x1.90` to cents. Returns `None` for anything else.
pub fn amount(token: &str) -> Option<u32> {
    let price = token.rsplit_once('x').map_or(token, |(_, price)| price);
    let digits = price.trim_matches(|c: char| !c.is_ascii_digit());
    let (whole, cents) = digits.rsplit_once(['.', ','])?;
    let plain = cents.len() == 2
        && !whole.is_empty()
        && whole.len() <= 5
        && whole.bytes().chain(cents.bytes()).all(|b| b.is_ascii_digit());
    plain
        .then(|| whole.parse::<u32>().ok().zip(cents.parse::<u32>().ok()).map(|(whole, cents)| whole * 100 + cents))
        .flatten()
}

/// Converts the reader's price to cents.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the amount is kept in 0 to 10,000,000")]
pub fn cents(price: f64) -> u32 {
    (price * 100.0).round().clamp(0.0, 1e9) as u32
}

/// Returns the length of the longest common subsequence: a lost line costs one, another basket all.
pub fn common_in_order(a: &[u32], b: &[u32]) -> usize {
    let mut row = vec![0_usize; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

#[expect(clippy::cast_precision_loss, reason = "both count the words of one receipt")]
pub fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_amounts_with_two_places() {
        assert_eq!(amount("3,49"), Some(349));
        assert_eq!(amount("$12.05"), Some(1_205));
        assert_eq!(amount("2x1.90"), Some(190), "what stands close together");
        for none in ["3.5", "12", "1.234", "abc", "17:42"] {
            assert_eq!(amount(none), None, "{none}");
        }
    }
}
