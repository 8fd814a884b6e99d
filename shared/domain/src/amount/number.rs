//! Numbers as people of any country write them: groups of thousands, decimals, fractions.

use super::words::TABLE;

/// The decimal sign of a text, for numbers such as 1.500, which may mean thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecimalSign {
    sign: Option<char>,
    /// True if other numbers of the text prove it.
    is_proven: bool,
}

impl DecimalSign {
    /// For a text of unknown language.
    pub const UNKNOWN: Self = Self { sign: None, is_proven: false };

    /// Returns the sign that the cells of a column prove, or else the one of the language.
    pub fn of_column<'a>(cells: impl Iterator<Item = &'a str>, language: &str) -> Self {
        let mut proven = None;
        for cell in cells {
            let cell = normalized(cell);
            match (proven, decimal_sign_of(&cell[..number_end(&cell)])) {
                (None, sign @ Some(_)) => proven = sign,
                // A column that mixes both proves nothing.
                (Some(one), Some(other)) if one != other => return Self::of_language(language),
                _ => {}
            }
        }
        proven.map_or_else(|| Self::of_language(language), |sign| Self { sign: Some(sign), is_proven: true })
    }

    /// Returns the sign of a language, by its BCP 47 tag.
    pub fn of_language(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let is_point = tag.is_empty() || ["en", "ja", "ko", "zh", "he", "th"].iter().any(|own| tag.starts_with(own));
        Self { sign: Some(if is_point || tag == "de-ch" { '.' } else { ',' }), is_proven: false }
    }

    /// Returns true for a language that writes 0.5.
    pub fn is_point(self) -> bool {
        self.sign == Some('.')
    }

    /// Returns the decimal sign of a number such as 1.500, which has `present` before three digits.
    fn resolve(self, present: char, unit: &str) -> char {
        let other = if present == '.' { ',' } else { '.' };
        let is_in = |units: [&str; 2]| TABLE.units.get(unit).is_some_and(|unit| units.contains(unit));
        match self.sign {
            Some(sign) if self.is_proven => sign,
            // Units that are never measured in thousandths.
            _ if is_in(["g", "ml"]) => other,
            Some(sign) => sign,
            None if is_in(["kg", "l"]) => present,
            None => other,
        }
    }
}

/// Returns the decimal sign of a number if it is not ambiguous.
fn decimal_sign_of(number: &str) -> Option<char> {
    let (points, commas) = (number.matches('.').count(), number.matches(',').count());
    match (points, commas) {
        (0, 0) => None,
        (1.., 1..) => number.chars().rfind(|c| matches!(c, '.' | ',')),
        (2.., 0) => Some(','),
        (0, 2..) => Some('.'),
        _ => {
            let sign = if points == 1 { '.' } else { ',' };
            let (before, behind) = number.split_once(sign)?;
            let is_ambiguous = behind.len() == 3 && (1..=3).contains(&before.len()) && !before.starts_with('0');
            (!is_ambiguous).then_some(sign)
        }
    }
}

/// Unifies spaces, apostrophes and slashes; the number of characters stays.
pub fn normalize_signs(text: &str) -> String {
    let unify = |c: char| match c {
        '\u{A0}' | '\u{2007}' | '\u{2009}' | '\u{202F}' | '\t' => ' ',
        '’' | '‘' | 'ʼ' | '´' | '′' => '\'',
        '⁄' | '∕' => '/',
        other => other,
    };
    text.chars().map(unify).collect()
}

pub fn normalized(text: &str) -> String {
    normalize_signs(text.trim()).trim().to_owned()
}

/// Returns the position at which the digits of a number end, with its groups and decimals.
fn number_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    loop {
        match bytes.get(at) {
            Some(b) if b.is_ascii_digit() => at += 1,
            Some(b'.' | b',') if is_digit(at + 1) || at > 0 && is_digit(at - 1) => at += 1,
            // A space or an apostrophe separates groups only before three digits.
            Some(b' ' | b'\'')
                if at > 0
                    && is_digit(at - 1)
                    && (1..=3).all(|n| is_digit(at + n))
                    && !is_digit(at + 4)
                    && !text[..at].contains(['.', ',']) =>
            {
                at += 4;
            }
            _ => return at,
        }
    }
}

/// Returns the value of a number with groups and decimals; `None` if a group does not have three digits.
fn number_value(text: &str, decimal: DecimalSign, unit: &str) -> Option<f64> {
    let groups: Vec<&str> = text.split([' ', '\'']).collect();
    let is_grouped = groups.len() > 1;
    let joined = groups.concat();
    let present = joined.chars().find(|c| matches!(c, '.' | ',')).unwrap_or('.');
    let sign = match decimal_sign_of(&joined) {
        Some(sign) => sign,
        // Spaces separate the groups.
        None if is_grouped => present,
        None => decimal.resolve(present, unit),
    };
    let (whole, decimals) = joined.rsplit_once(sign).unwrap_or((&joined, ""));
    let other = if sign == '.' { ',' } else { '.' };
    if whole.contains(sign) || decimals.contains(other) {
        return None;
    }
    if whole.contains(other) {
        let mut parts = whole.split(other);
        let first = parts.next()?;
        if !(1..=3).contains(&first.len()) || !parts.all(|part| part.len() == 3) {
            return None;
        }
    }
    let whole = whole.replace(other, "");
    if whole.is_empty() && decimals.is_empty() {
        return None;
    }
    format!("{whole}.{decimals}").parse().ok().or_else(|| whole.parse().ok())
}

const FRACTIONS: [(char, u8, u8); 11] = [
    ('½', 1, 2),
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('¼', 1, 4),
    ('¾', 3, 4),
    ('⅕', 1, 5),
    ('⅙', 1, 6),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
];

/// Returns a fraction at the beginning of a text (`1/2`, `½`) and the rest.
pub fn fraction(text: &str) -> Option<(f64, &str)> {
    let first = text.chars().next()?;
    if let Some((_, above, below)) = FRACTIONS.iter().find(|(sign, ..)| *sign == first) {
        return Some((f64::from(*above) / f64::from(*below), &text[first.len_utf8()..]));
    }
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (above, rest) = text.split_at(digits(text));
    let rest = rest.strip_prefix('/')?;
    let (below, rest) = rest.split_at(digits(rest));
    let value = |text: &str| text.parse::<u16>().ok().filter(|value| *value > 0 && text.len() <= 3);
    Some((f64::from(value(above)?) / f64::from(value(below)?), rest))
}

/// Returns a number at the beginning of a text, and the rest.
pub fn leading_number(text: &str, decimal: DecimalSign) -> Option<(f64, &str)> {
    if let Some(found) = fraction(text) {
        return Some(found);
    }
    let (digits, rest) = text.split_at(number_end(text));
    let word = rest.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let number = number_value(digits, decimal, &word.to_lowercase())?;
    // `1 1/2`, `1½`
    if digits.bytes().all(|b| b.is_ascii_digit())
        && let Some((part, behind)) = fraction(rest.trim_start())
        && part < 1.0
    {
        return Some((number + part, behind));
    }
    // `1,2E+3`, as spreadsheets write large numbers.
    if let Some(power) = rest.strip_prefix(['e', 'E']) {
        let sign = power.strip_prefix(['+', '-']).unwrap_or(power);
        let end = sign.find(|c: char| !c.is_ascii_digit()).unwrap_or(sign.len());
        if end > 0 {
            let exponent: i32 = power[..power.len() - sign.len() + end].parse().ok()?;
            return Some((number * 10f64.powi(exponent.clamp(-300, 300)), &sign[end..]));
        }
    }
    Some((number, rest))
}
