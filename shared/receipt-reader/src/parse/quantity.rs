//! How many, or how much, of a thing: `2 @ 3.00`, `2 x 1,49`, `1.17 lb @ 0.79/lb`, `4,99 x 2`, `3 for 5.00`: patterns
//! of lexemes.

use super::lexeme::{Kind, Lexeme, Walk, lex};
use super::measure::{Measure, Quantity};
use super::tokens::Token;
use crate::text::money::{self, Cents};

/// Finds the first quantity in the words of a row.
pub fn find(tokens: &[Token]) -> Option<Quantity> {
    let lexemes: Vec<Lexeme> = tokens.iter().enumerate().flat_map(|(at, token)| lex(&token.text, at)).collect();
    let is_bare = !lexemes.iter().any(|lexeme| matches!(lexeme.kind, Kind::Word { letters } if letters > 2));
    // A speck before a quantity belongs to the name: `Rostbratwürst. 1,79 x 3`.
    (0..lexemes.len()).filter(|first| lexemes[*first].kind != Kind::Mark).find_map(|first| {
        let rest = &lexemes[first..];
        let (quantity, length) = weight(rest, is_bare)
            .or_else(|| count(rest, is_bare))
            .or_else(|| several_for(rest))
            .or_else(|| price_times_weight(rest))
            .or_else(|| price_times_count(rest))
            .or_else(|| bare_count(rest, first == 0, is_bare))?;
        Some(Quantity { first: rest[0].token, last: rest[length - 1].token, ..quantity })
    })
}

/// The count or weight that a row of a table begins with, and how many words say it: `2 …`, `1.17 lb …`.
pub fn leading(tokens: &[Token]) -> Option<(f64, Measure, usize)> {
    let lexemes: Vec<Lexeme> = tokens.iter().take(3).enumerate().flat_map(|(at, token)| lex(&token.text, at)).collect();
    let mut walk = Walk { lexemes: &lexemes, at: 0 };
    let Some(Kind::Number { value, decimals, currency: false }) = walk.peek() else { return None };
    walk.at = 1;
    let measure = walk.take(|kind| if let Kind::Unit(unit) = kind { Some(unit) } else { None });
    if measure.is_none() {
        walk.take_kind(Kind::Times);
    }
    let is_possible = if measure.is_some() || decimals >= 2 {
        decimals > 0 && value < 100.0
    } else {
        decimals == 0 && (1.0..100.0).contains(&value)
    };
    let words = lexemes[walk.at - 1].token + 1;
    // A number that is only a part of its word belongs to a name: `7UP`, `2%`.
    let ends_with_word = lexemes.get(walk.at).is_none_or(|next| next.token >= words);
    (is_possible && ends_with_word).then_some((value, measure.unwrap_or(Measure::Piece), words))
}

/// The count or weight, and the price for one, in the columns of a table before the amount, and how many words they
/// are: `2 1,99`, `1,99 2`, `0.424 29.50`; a column of reduced prices may follow. Their arithmetic has to give the
/// amount.
pub fn trailing(tokens: &[Token], amount: Cents) -> Option<(Quantity, usize)> {
    let price = |back: usize| {
        let token = tokens.get(tokens.len().checked_sub(back)?)?;
        money::amount(&token.text).map(|amount| amount.cents).filter(|cents| *cents > 0)
    };
    let number = |back: usize| plain_number(&tokens.get(tokens.len().checked_sub(back)?)?.text);
    let candidates = [
        (number(2), price(1), 2),
        (number(1), price(2), 2),
        // What the thing costs without the reduction stands between its count and its price.
        (price(2).and_then(|_| number(3)), price(1), 3),
    ];
    candidates.into_iter().find_map(|(number, price, words)| {
        let ((count, measure), price) = (number?, price?);
        let quantity = found(count, measure, Some(price), 1.0);
        quantity.explains(amount).then_some((quantity, words))
    })
}

/// A count without decimals or a weight with three of them.
fn plain_number(word: &str) -> Option<(f64, Measure)> {
    let is_number = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) && word.len() <= 7;
    let value: f64 = if is_number { word.replace(',', ".").parse().ok()? } else { return None };
    match word.split_once(['.', ',']) {
        None if (1.0..100.0).contains(&value) => Some((value, Measure::Piece)),
        Some((_, decimals)) if decimals.len() == 3 && value > 0.0 => Some((value, Measure::Kilogram)),
        _ => None,
    }
}

/// The count that the price for one and the amount leave open: a table's count is one digit on white, and is easily
/// missed.
pub fn implied(price: Cents, amount: Cents) -> Option<Quantity> {
    let count = (price > 0 && amount % price == 0).then(|| amount / price).filter(|count| (1..=24).contains(count))?;
    #[expect(clippy::cast_precision_loss, reason = "at most 24")]
    Some(found(count as f64, Measure::Piece, Some(price), 1.0))
}

fn found(count: f64, measure: Measure, price: Option<Cents>, per: f64) -> Quantity {
    Quantity { count, measure, price, per, first: 0, last: 0 }
}

/// `0.16 lb @ 1 lb / 3.99`, `1.17 lb @ $0.79 /lb`, `0,532 kg x 1,99 EUR/kg`, `0,532 x 1,99 €/kg`; in a row of its own
/// also `0,532 kg`.
fn weight(lexemes: &[Lexeme], is_bare: bool) -> Option<(Quantity, usize)> {
    let mut walk = Walk { lexemes, at: 0 };
    let Some(Kind::Number { value, decimals, currency: false }) = walk.peek() else { return None };
    if !(value > 0.0 && value < 1_000.0) {
        return None;
    }
    walk.at = 1;
    let measure = walk.take(|kind| if let Kind::Unit(unit) = kind { Some(unit) } else { None });
    let weight_length = walk.at;
    // `0.842 kg NET @ $3.90/kg`
    while measure.is_some() && walk.take_kind(Kind::Piece) {}
    let mut has_sign = walk.take_kind(Kind::Times);
    while walk.take_kind(Kind::Times) {}
    // A size has no decimals as a rule: behind `500g` or `1,5L` in a name, a lone digit is a column of its own.
    if measure.is_some_and(Measure::is_weight) && !has_sign && walk.peek().is_some() && decimals > 0 {
        has_sign = walk.garbled_sign();
        walk.take_kind(Kind::Times);
    }
    // `1 lb / 3.99`: the price of one unit, spelt out.
    let start = walk.at;
    let spelt = walk.whole() == Some(1.0) && walk.take(|kind| matches!(kind, Kind::Unit(_)).then_some(())).is_some();
    if spelt {
        if !walk.take_kind(Kind::Slash) {
            walk.garbled_sign();
        }
    } else {
        walk.at = start;
    }
    let price = walk.price();
    let (said_per, price_unit) = if price.is_some() { walk.per_unit() } else { (false, None) };
    match (measure, price) {
        (Some(measure), Some(price)) if has_sign || spelt || said_per => {
            Some((found(value, measure, Some(price), 1.0), walk.at))
        }
        (None, Some(price)) if has_sign && said_per && price_unit.is_some() => {
            Some((found(value, price_unit.unwrap_or(Measure::Kilogram), Some(price), 1.0), walk.at))
        }
        (None, Some(price))
            if has_sign && decimals > 0 && value.fract() != 0.0 && !is_an_amount_times_a_count(&walk) =>
        {
            Some((found(value, Measure::Kilogram, Some(price), 1.0), walk.at))
        }
        (Some(measure @ (Measure::Pound | Measure::Kilogram)), None) if is_bare && decimals >= 2 => {
            Some((found(value, measure, None, 1.0), weight_length))
        }
        _ => None,
    }
}

/// `2,49 x 2`: what stands behind the sign is a count after all.
fn is_an_amount_times_a_count(walk: &Walk) -> bool {
    matches!(walk.peek(), Some(Kind::Number { decimals: 0, .. }))
}

/// `2 @ 3.00`, `2 x 1,49`, `2 Stk x 1,09`, `1 qty @ 2 / 5.00`, `4 @ 2 FOR 3.00`, `3 @ $1.99 ea`.
fn count(lexemes: &[Lexeme], is_bare: bool) -> Option<(Quantity, usize)> {
    let mut walk = Walk { lexemes, at: 0 };
    // `2,000 DB x 599,00`
    let thousandths = |kind| match kind {
        Kind::Number { value, decimals: 3, currency: false } if value >= 1.0 && value.fract() == 0.0 => Some(value),
        _ => None,
    };
    let count = walk.whole().or_else(|| walk.take(thousandths))?;
    let has_piece = walk.take_kind(Kind::Piece);
    let mut has_sign = walk.take_kind(Kind::Times);
    while walk.take_kind(Kind::Times) {}
    if !has_sign {
        // Without its sign, only a price for each says that this is a count, or a row that has nothing else: `3 8
        // 0.99`, `2 0 2/5.00`.
        let start = walk.at;
        let garbled = walk.garbled_sign();
        let several = walk.at;
        if walk.whole().is_none() || !walk.take_kind(Kind::Slash) {
            walk.at = several;
        }
        let price = walk.price();
        let behind = walk.take_kind(Kind::Piece);
        let is_all = is_bare && garbled && walk.peek().is_none();
        walk.at = start;
        if price.is_none() || !(behind || has_piece || is_all) {
            return None;
        }
        has_sign = garbled && walk.garbled_sign();
    }
    let start = walk.at;
    let per = walk.whole().filter(|_| walk.take_kind(Kind::Slash) || walk.take_kind(Kind::For)).or_else(|| {
        walk.at = start;
        None
    });
    // `2 @ 2 i 4.00`: the slash was read as something else.
    let per = per.or_else(|| {
        let several = walk.whole().filter(|several| has_sign && *several >= 2.0 && walk.garbled_sign());
        let is_price = several.is_some() && matches!(walk.peek(), Some(Kind::Number { decimals: 2, .. }));
        if !is_price {
            walk.at = start;
        }
        several.filter(|_| is_price)
    });
    if per.is_none() {
        // `2 @ $1.99`: a bracket or stray digit may stand where the sign was printed badly.
        if walk.price().is_none() {
            walk.garbled_sign();
        } else {
            walk.at = start;
        }
    }
    let price = walk.price()?;
    let before_unit = walk.at;
    let (said_per, unit) = walk.per_unit();
    // `6 x 0,33 L` is the size of a package.
    if unit.is_some() && !said_per {
        return None;
    }
    let length = if unit.is_some() && has_sign { walk.at } else { walk.at.max(before_unit) };
    Some((found(count, Measure::Piece, Some(price), per.unwrap_or(1.0)), length))
}

/// `3 for 5.00`, `2/5.00`
fn several_for(lexemes: &[Lexeme]) -> Option<(Quantity, usize)> {
    let mut walk = Walk { lexemes, at: 0 };
    let count = walk.whole().filter(|count| (2.0..=24.0).contains(count))?;
    if !walk.take_kind(Kind::For) {
        return None;
    }
    let price = walk.price()?;
    walk.per_unit();
    Some((found(count, Measure::Piece, Some(price), count), walk.at))
}

/// `13.30 CZK/kg x 0.662 kg`
fn price_times_weight(lexemes: &[Lexeme]) -> Option<(Quantity, usize)> {
    let mut walk = Walk { lexemes, at: 0 };
    let price = walk.price()?;
    let (said_per, price_unit) = walk.per_unit();
    if !walk.take_kind(Kind::Times) {
        return None;
    }
    let weight = walk.take(|kind| match kind {
        Kind::Number { value, decimals: 1.., currency: false } if value < 1_000.0 => Some(value),
        _ => None,
    })?;
    let unit = walk.take(|kind| if let Kind::Unit(unit) = kind { Some(unit) } else { None });
    let measure = unit.or(price_unit.filter(|_| said_per))?;
    Some((found(weight, measure, Some(price), 1.0), walk.at))
}

/// `4,99 x 2`
fn price_times_count(lexemes: &[Lexeme]) -> Option<(Quantity, usize)> {
    let mut walk = Walk { lexemes, at: 0 };
    let price = walk.price()?;
    walk.take_kind(Kind::Per);
    if !walk.take_kind(Kind::Times) {
        return None;
    }
    let count = walk.whole().filter(|count| *count <= 99.0)?;
    let length = walk.at;
    walk.take_kind(Kind::Piece);
    let is_size = matches!(walk.peek(), Some(Kind::Unit(_)));
    (!is_size).then(|| (found(count, Measure::Piece, Some(price), 1.0), length))
}

/// `QTY 3`, `2x Milch`, and in a row of its own `x 2` or `2 Stk`.
fn bare_count(lexemes: &[Lexeme], is_first: bool, is_bare: bool) -> Option<(Quantity, usize)> {
    let mut walk = Walk { lexemes, at: 0 };
    if let Some(Kind::Number { .. }) = walk.peek() {
        let count = walk.whole().filter(|count| *count <= 99.0)?;
        let piece = walk.take_kind(Kind::Piece);
        let times = walk.take_kind(Kind::Times);
        let length = walk.at;
        let leads_a_name = is_first && (times || piece) && matches!(walk.peek(), Some(Kind::Word { .. }));
        return (leads_a_name || (is_bare && (times || piece) && walk.peek().is_none()))
            .then(|| (found(count, Measure::Piece, None, 1.0), length));
    }
    let said = walk.take_kind(Kind::Piece) || (is_bare && walk.take_kind(Kind::Times));
    let count = if said { walk.whole().filter(|count| *count <= 99.0)? } else { return None };
    walk.peek().is_none().then(|| (found(count, Measure::Piece, None, 1.0), walk.at))
}

#[cfg(test)]
#[path = "quantity_tests.rs"]
mod tests;
