//! Parses amounts of money as tills print them and as a recogniser misreads them.

/// An amount in hundredths of the currency.
pub type Cents = i64;

/// An amount in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    pub cents: Cents,
    /// True if there was a currency sign before or behind it.
    pub has_currency: bool,
    /// True if a tax letter or mark was attached to it (`2,42*B`).
    pub has_flag: bool,
}

/// Names of currencies on tills, in lower case.
const CURRENCIES: &[&str] = &[
    "$", "€", "£", "eur", "euro", "usd", "chf", "sfr", "gbp", "czk", "kč", "kc", "pln", "zł", "zl", "sek", "nok",
    "dkk", "kr", "huf", "ft", "ron", "lei", "cad", "aud", "nzd", "myr", "rm", "sgd", "jpy", "¥", "krw", "₩", "clp",
    "cop", "isk", "idr", "rp", "r$", "brl", "s/", "mxn", "mxp", "ars", "uyu", "zar", "inr", "rs", "₹", "try", "tl",
    "₺", "rsd", "din", "hrk", "kn", "km", "bam", "bgn", "php", "thb", "hkd", "hk$", "s$", "twd", "nt$", "mad", "dh",
    "dhs", "aed",
];

/// Prefixes of an amount.
const PREFIXES: [&str; 28] = [
    "$", "€", "£", "EUR", "USD", "US", "CHF", "Fr.", "C$", "A$", "RM", "PLN", "CZK", "SEK", "NOK", "DKK", "+", "R$",
    "S/.", "S/", "S$", "HK$", "NT$", "₹", "Rs.", "Rs", "¥", "₺",
];

/// Returns true if a word is nothing but a currency.
pub fn is_currency(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    CURRENCIES.contains(&word.as_str())
}

/// The largest amount with decimals whose thousands are not grouped; larger numbers are misread codes.
pub const MAX_AMOUNT: Cents = 1_000_000;
/// The largest amount with decimals whose thousands are grouped: a million.
pub const MAX_GROUPED_AMOUNT: Cents = 100_000_000;
/// The largest amount of whole units; currencies without decimals have large amounts. Other amounts of the receipt tell
/// whether it has such a currency.
pub const MAX_WHOLE_AMOUNT: Cents = 200 * MAX_AMOUNT;

/// Parses a word as an amount: two decimals behind a point or comma, a sign before or behind, a currency, a tax mark.
/// `(1.50)` and `1.50CR` are negative, as in accounting.
pub fn parse_amount(word: &str) -> Option<Amount> {
    let is_in_brackets = word.starts_with('(') && word.trim_end_matches(['*', ':', ';']).ends_with(')');
    let mut is_negative = is_in_brackets;
    let mut rest = word.trim_matches(|c: char| {
        matches!(c, '*' | '×' | '|' | '\'' | '"' | ':' | ';' | '_' | '=' | '(' | ')' | '[' | ']' | '{' | '}')
    });
    let has_currency = ["$", "€", "£", "EUR", "USD", "CHF"].iter().any(|sign| rest.contains(sign));
    loop {
        if let Some(after) = rest.strip_prefix(['-', '–', '—', '−', '~']) {
            is_negative = true;
            rest = after;
        } else if let Some(after) = PREFIXES.iter().find_map(|sign| rest.strip_prefix(sign)) {
            rest = after;
        } else if let Some(after) =
            rest.strip_prefix(['f', 'E', 'F', 'R']).filter(|after| after.starts_with(|c: char| c.is_ascii_digit()))
        {
            // A misread pound sign, or the R of rands.
            rest = after;
        } else {
            break;
        }
    }
    let (whole, decimals, behind) = split(rest)?;
    let behind = behind.trim_start_matches(['€', '$', '£']);
    let (has_minus_behind, behind) = match behind.strip_prefix(['-', '–', '—', '−', '~']) {
        Some(after) => (true, after),
        None => behind.strip_prefix("CR").map_or((false, behind), |after| (true, after)),
    };
    let flag = behind.trim_matches(|c: char| matches!(c, '*' | '×' | '#' | '.' | '€'));
    let is_flag = flag.chars().count() <= 2 && flag.chars().all(char::is_alphabetic);
    if !is_flag && !is_currency(flag) {
        return None;
    }
    let digits: String = whole.chars().filter(|c| !matches!(c, '.' | ',' | '\'')).map(digit).collect::<Option<_>>()?;
    let cents: String = decimals.chars().map(digit).collect::<Option<_>>()?;
    let units: Cents = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let cents = units.checked_mul(100)?.checked_add(cents.parse().ok()?)?;
    let is_grouped = whole.contains(['.', ',', '\'']);
    let largest = match (cents % 100, is_grouped) {
        (0, _) => MAX_WHOLE_AMOUNT,
        (_, true) => MAX_GROUPED_AMOUNT,
        (_, false) => MAX_AMOUNT,
    };
    if cents > largest {
        return None;
    }
    let cents = if is_negative || has_minus_behind { -cents } else { cents };
    Some(Amount { cents, has_currency, has_flag: !behind.is_empty() })
}

/// `1.000.000` has nine characters.
const MAX_WHOLE_LENGTH: usize = 9;

/// Splits `1.234,56-A` into `1.234`, `56` and `-A` at the last separator that two digits follow.
fn split(word: &str) -> Option<(&str, &str, &str)> {
    let separators: Vec<usize> =
        word.char_indices().filter(|(_, c)| matches!(c, '.' | ',')).map(|(at, _)| at).collect();
    for &at in separators.iter().rev() {
        let whole = &word[..at];
        let after = &word[at + 1..];
        let mut ends = after.char_indices().map(|(index, c)| index + c.len_utf8());
        let (Some(_), Some(end)) = (ends.next(), ends.next()) else { continue };
        let (decimals, behind) = after.split_at(end);
        let are_digits = |text: &str| text.chars().all(|c| digit(c).is_some());
        let has_digit = |text: &str| text.chars().any(|c| c.is_ascii_digit());
        // A letter that may be a digit counts as one only beside a digit: `4.0C` is 4.00, `ST.CO` is no amount.
        let is_before_digit = behind.chars().next().is_some_and(|c| c.is_ascii_digit());
        let is_number = whole.split(['.', ',', '\'']).all(are_digits) && (whole.is_empty() || has_digit(whole));
        if are_digits(decimals)
            && has_digit(decimals)
            && !is_before_digit
            && is_number
            && whole.len() <= MAX_WHOLE_LENGTH
            && has_valid_groups(whole)
        {
            return Some((whole, decimals, behind));
        }
    }
    None
}

/// Returns true if the thousands of a number, if any, are groups of three.
fn has_valid_groups(whole: &str) -> bool {
    let mut groups = whole.split(['.', ',', '\'']);
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    rest.peek().is_none() || (!first.is_empty() && rest.all(|group| group.len() == 3))
}

/// Returns the digit that a character is, or often is misread for.
fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        'O' | 'o' | 'D' | 'Q' | 'C' | 'c' => Some('0'),
        'l' | 'I' | '|' | 'i' => Some('1'),
        'Z' | 'z' => Some('2'),
        'S' | 's' => Some('5'),
        'B' => Some('8'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(word: &str) -> Option<Cents> {
        parse_amount(word).map(|amount| amount.cents)
    }

    #[test]
    fn reads_every_form_of_a_negative_amount() {
        for (word, expected) in [
            ("(1.50)", -150),
            ("($1.50)", -150),
            ("(1,50)*", -150),
            ("1.50CR", -150),
            ("1,50€-", -150),
            ("1,50-€", -150),
            ("1.50~", -150),
            ("-1.50-", -150),
            ("(1.50", 150),
            ("1.50)", 150),
        ] {
            assert_eq!(cents(word), Some(expected), "{word}");
        }
    }

    #[test]
    fn reads_amounts_up_to_a_million_with_decimals() {
        for (word, expected) in [
            ("12.450,37", Some(1_245_037)),
            ("1.000.000,00", Some(100_000_000)),
            ("999,999.99", Some(99_999_999)),
            ("999'999.99", Some(99_999_999)),
            ("1.000.000,01", None),
            ("24850.37", None),
        ] {
            assert_eq!(cents(word), expected, "{word}");
        }
    }

    #[test]
    fn reads_points_commas_signs_and_currencies() {
        for (word, expected) in [
            ("5.99", 599),
            ("0,99", 99),
            (".64", 64),
            ("$7.49", 749),
            ("-$0.60", -60),
            ("$-0.60", -60),
            ("2.20-", -220),
            ("3.00-A", -300),
            ("1,79€", 179),
            ("€1,79", 179),
            ("f1.39", 139),
            ("EUR1,79", 179),
            ("1.234,56", 123_456),
            ("1,234.56", 123_456),
            ("−1,00", -100),
            ("CHF12.50", 1_250),
            ("Fr.3.20", 320),
            ("A$4.00", 400),
            ("12,50kr", 1_250),
        ] {
            assert_eq!(cents(word), Some(expected), "{word}");
        }
    }

    #[test]
    fn reads_amounts_with_attached_tax_marks() {
        for (word, expected) in
            [("0.25*C", 25), ("2.42×B", 242), ("2,30B", 230), ("13.99A", 1399), ("1,09*", 109), ("4.29NF", 429)]
        {
            assert_eq!(cents(word), Some(expected), "{word}");
            assert!(parse_amount(word).unwrap().has_flag || word.ends_with('*'), "{word}");
        }
    }

    #[test]
    fn reads_letters_among_digits_as_digits() {
        assert_eq!(cents("4.0C"), Some(400));
        assert_eq!(cents("2.5O"), Some(250));
        assert_eq!(cents("l.99"), None, "no digit before the point");
    }

    #[test]
    fn reads_no_amount_from_other_numbers() {
        for word in [
            "4011",
            "7.88%",
            "0.532",
            "11:26",
            "04.12.2014",
            "20.04.20",
            "3,8%",
            "0,7L",
            "1L",
            "SPANISH",
            "B.O",
            "12.345678",
            "",
            "$",
            "-",
            "1.5",
        ] {
            assert_eq!(cents(word), None, "{word}");
        }
    }
}
