//! Detects the currency of a receipt, if it shows one, and how many decimals its amounts have.

/// Codes (ISO 4217) and signs of a single currency. Several countries have a dollar, a krona or a yen sign.
const SIGNS: [(&str, &str); 37] = [
    ("EUR", "EUR"),
    ("€", "EUR"),
    ("GBP", "GBP"),
    ("£", "GBP"),
    ("USD", "USD"),
    ("CAD", "CAD"),
    ("AUD", "AUD"),
    ("NZD", "NZD"),
    ("CHF", "CHF"),
    ("SEK", "SEK"),
    ("NOK", "NOK"),
    ("DKK", "DKK"),
    ("PLN", "PLN"),
    ("ZŁ", "PLN"),
    ("CZK", "CZK"),
    ("KČ", "CZK"),
    ("HUF", "HUF"),
    ("RON", "RON"),
    ("BGN", "BGN"),
    ("TRY", "TRY"),
    ("₺", "TRY"),
    ("INR", "INR"),
    ("₹", "INR"),
    ("JPY", "JPY"),
    ("KRW", "KRW"),
    ("₩", "KRW"),
    ("ISK", "ISK"),
    ("CLP", "CLP"),
    ("SGD", "SGD"),
    ("ZAR", "ZAR"),
    ("AED", "AED"),
    ("KWD", "KWD"),
    ("BHD", "BHD"),
    ("OMR", "OMR"),
    ("JOD", "JOD"),
    ("TND", "TND"),
    ("IQD", "IQD"),
];

/// Currencies with thousandths.
const THOUSANDTHS: [&str; 6] = ["KWD", "BHD", "OMR", "JOD", "TND", "IQD"];

/// Returns the number of decimals of stored amounts: two, or three for currencies with thousandths. Currencies without
/// decimals are stored in hundredths as well.
pub fn decimals(code: &str) -> u32 {
    if THOUSANDTHS.contains(&code) { 3 } else { 2 }
}

/// Returns the currency that most rows name, as its code (ISO 4217); none where two are named equally often, as in a
/// shop that takes both. The rows are given as they were recognised: their normal form has no signs.
pub fn detect<T: AsRef<str>>(lines: &[T]) -> Option<&'static str> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for line in lines {
        let line = line.as_ref().to_uppercase();
        let words: Vec<&str> = line.split(|c: char| !c.is_alphabetic() && !"€£₺₹₩".contains(c)).collect();
        // A sign may be attached to an amount ("1,99€"); a code is a separate word.
        let named = SIGNS.iter().find(|(sign, _)| {
            words.iter().any(|word| word == sign) || (sign.chars().count() == 1 && line.contains(sign))
        });
        let Some((_, code)) = named else { continue };
        match counts.iter_mut().find(|(known, _)| known == code) {
            Some((_, count)) => *count += 1,
            None => counts.push((code, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    let mut winners = counts.iter().filter(|(_, count)| *count == most);
    let winner = winners.next().map(|(code, _)| *code);
    winner.filter(|_| winners.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_one_currency_or_none() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(detect(&lines("REWE\nEUR\nBrot 2,49 B\nSUMME EUR 2,49")), Some("EUR"));
        assert_eq!(detect(&lines("Pain 1,99€\nTOTAL 1,99€")), Some("EUR"));
        assert_eq!(detect(&lines("SUMA PLN 12,40\nKurs EUR\nRazem 12,40 zł")), Some("PLN"));
        assert_eq!(detect(&lines("MILK $2.49\nTOTAL $2.49")), None, "several countries have dollars");
        assert_eq!(detect(&lines("EUROSPAR\nNEUROTH\nMilch 1,19")), None, "a code is a word");
        assert_eq!(detect(&lines("CHF 2.00\nEUR 2.10")), None);
        assert_eq!(detect::<&str>(&[]), None);
        assert_eq!(detect(&["Bread 1.250", "TOTAL KWD 1.250"]).map(decimals), Some(3));
    }
}
