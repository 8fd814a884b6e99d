//! Finds quantities by patterns of lexemes: `2 @ 3.00`, `2 x 1,49`, `1.17 lb @ 0.79/lb`, `4,99 x 2`.

use super::lexeme::{Lexeme, LexemeCursor, LexemeKind, split_lexemes};
use super::measure::{Measure, Quantity};
use super::tokens::Token;
use crate::text::money::{self, Cents};

/// The maximum count, …
const MAX_COUNT: f64 = 99.0;
/// … that in front of a sign and its unit price, which prove it, …
const MAX_COUNT_BEFORE_PRICE: f64 = 999.0;
/// … and that which follows from a unit price alone: an amount of more pieces is a multiple of it by chance.
pub const MAX_INFERRED_COUNT: Cents = 24;
/// The limit of a weight, in any unit, …
const WEIGHT_LIMIT: f64 = 1_000.0;
/// … and of one that a row begins with: larger numbers are amounts.
const LEADING_WEIGHT_LIMIT: f64 = 100.0;

/// Finds the first quantity in a row.
pub fn find_quantity(tokens: &[Token]) -> Option<Quantity> {
    let lexemes: Vec<Lexeme> =
        tokens.iter().enumerate().flat_map(|(at, token)| split_lexemes(&token.text, at)).collect();
    let is_bare = !lexemes.iter().any(|lexeme| matches!(lexeme.kind, LexemeKind::Word { letters } if letters > 2));
    // A dot before a quantity belongs to the name: `Rostbratwürst. 1,79 x 3`.
    (0..lexemes.len()).filter(|first| lexemes[*first].kind != LexemeKind::Mark).find_map(|first| {
        let rest = &lexemes[first..];
        let (quantity, length) = parse_weight(rest, is_bare)
            .or_else(|| parse_count(rest, is_bare))
            .or_else(|| parse_price_times_count(rest))
            .or_else(|| parse_bare_count(rest, first == 0, is_bare))?;
        Some(Quantity { first: rest[0].token, last: rest[length - 1].token, ..quantity })
    })
}

/// Parses the count or weight that a row of a table begins with: `2 …`, `1.17 lb …`. Returns its number of tokens, too.
pub fn parse_leading(tokens: &[Token]) -> Option<(f64, Measure, usize)> {
    let lexemes: Vec<Lexeme> =
        tokens.iter().take(3).enumerate().flat_map(|(at, token)| split_lexemes(&token.text, at)).collect();
    let mut cursor = LexemeCursor { lexemes: &lexemes, at: 0 };
    let Some(LexemeKind::Number { value, decimals, has_currency: false }) = cursor.peek() else { return None };
    cursor.at = 1;
    let measure = cursor.take_unit();
    if measure.is_none() {
        cursor.take_kind(LexemeKind::Times);
    }
    let is_possible = if measure.is_some() || decimals >= 2 {
        decimals > 0 && value < LEADING_WEIGHT_LIMIT
    } else {
        decimals == 0 && (1.0..=MAX_COUNT).contains(&value)
    };
    let words = lexemes[cursor.at - 1].token + 1;
    // A number that is only a part of its word is in a name: `7UP`, `2%`.
    let ends_with_word = lexemes.get(cursor.at).is_none_or(|next| next.token >= words);
    (is_possible && ends_with_word).then_some((value, measure.unwrap_or(Measure::Piece), words))
}

/// Parses the count or weight and the unit price in the columns of a table before the amount: `2 1,99`, `1,99 2`,
/// `0.424 29.50`; a column of reduced prices may follow. Their product has to be the amount. Returns their number of
/// tokens, too.
pub fn parse_trailing(tokens: &[Token], amount: Cents) -> Option<(Quantity, usize)> {
    let price = |back: usize| {
        let token = tokens.get(tokens.len().checked_sub(back)?)?;
        money::parse_amount(&token.text).map(|amount| amount.cents).filter(|cents| *cents > 0)
    };
    let number = |back: usize| parse_plain_number(&tokens.get(tokens.len().checked_sub(back)?)?.text);
    let candidates = [
        (number(2), price(1), amount, 2),
        (number(1), price(2), amount, 2),
        // The price without the reduction is between the count and the reduced price.
        (price(2).and_then(|_| number(3)), price(1), amount, 3),
        // The reduction is between the price and the amount.
        (price(1).and_then(|_| number(3)), price(2), amount + price(1).unwrap_or(0), 3),
    ];
    candidates.into_iter().find_map(|(number, price, product, words)| {
        let ((count, measure), price) = (number?, price?);
        let quantity = Quantity::new(count, measure, Some(price));
        quantity.explains(product).then_some((quantity, words))
    })
}

/// Parses a count without decimals or a weight with three of them.
fn parse_plain_number(word: &str) -> Option<(f64, Measure)> {
    let is_number = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) && word.len() <= 7;
    let value: f64 = if is_number { word.replace(',', ".").parse().ok()? } else { return None };
    match word.split_once(['.', ',']) {
        None if (1.0..=MAX_COUNT).contains(&value) => Some((value, Measure::Piece)),
        Some((_, decimals)) if decimals.len() == 3 && value > 0.0 => Some((value, Measure::Kilogram)),
        _ => None,
    }
}

/// Infers the count from the unit price and the amount: a single digit between columns is easily missed.
pub fn infer_count(price: Cents, amount: Cents) -> Option<Quantity> {
    let count = (price > 0 && amount % price == 0).then(|| amount / price)?;
    #[expect(clippy::cast_precision_loss, reason = "at most MAX_INFERRED_COUNT")]
    (1..=MAX_INFERRED_COUNT).contains(&count).then(|| Quantity::new(count as f64, Measure::Piece, Some(price)))
}

/// Parses a weight with its unit price: `0.16 lb @ 1 lb / 3.99`, `1.17 lb @ $0.79 /lb`, `0,532 kg x 1,99 EUR/kg`, `0,532
/// x 1,99 €/kg`; in a row of its own also `0,532 kg`.
fn parse_weight(lexemes: &[Lexeme], is_bare: bool) -> Option<(Quantity, usize)> {
    let mut cursor = LexemeCursor { lexemes, at: 0 };
    let Some(LexemeKind::Number { value, decimals, has_currency: false }) = cursor.peek() else { return None };
    if !(value > 0.0 && value < WEIGHT_LIMIT) {
        return None;
    }
    cursor.at = 1;
    let measure = cursor.take_unit();
    let weight_length = cursor.at;
    // `0.842 kg NET @ $3.90/kg`
    while measure.is_some() && cursor.take_kind(LexemeKind::Piece) {}
    let mut has_sign = cursor.take_sign();
    // A size usually has no decimals: behind `500g` or `1,5L` in a name, a single digit is a column.
    if measure.is_some_and(Measure::is_weight) && !has_sign && cursor.peek().is_some() && decimals > 0 {
        has_sign = cursor.take_garbled_sign();
        cursor.take_kind(LexemeKind::Times);
    }
    // `1 lb / 3.99`: the price of one unit.
    let start = cursor.at;
    let has_unit_price = cursor.take_whole(1.0).is_some() && cursor.take_unit().is_some();
    if has_unit_price {
        if !cursor.take_kind(LexemeKind::Slash) {
            cursor.take_garbled_sign();
        }
    } else {
        cursor.at = start;
    }
    let price = cursor.take_price();
    let (has_per, price_unit) = if price.is_some() { cursor.take_per_unit() } else { (false, None) };
    let is_fraction = decimals > 0 && value.fract() != 0.0;
    let measure = match (measure, price_unit, price) {
        (Some(measure), _, Some(_)) if has_sign || has_unit_price || has_per => measure,
        (None, Some(unit), Some(_)) if has_sign && has_per => unit,
        (None, _, Some(_)) if has_sign && is_fraction && !is_before_count(&cursor) => Measure::Kilogram,
        (Some(measure), _, None) if is_bare && measure.is_weight() && decimals >= 2 => {
            return Some((Quantity::new(value, measure, None), weight_length));
        }
        _ => return None,
    };
    Some((Quantity::new(value, measure, price), cursor.at))
}

/// Returns true for `2,49 x 2`: a count follows the sign.
fn is_before_count(cursor: &LexemeCursor) -> bool {
    matches!(cursor.peek(), Some(LexemeKind::Number { decimals: 0, .. }))
}

/// Parses a count with its unit price: `2 @ 3.00`, `2 x 1,49`, `2 Stk x 1,09`, `1 qty @ 2 / 5.00`, `4 @ 2 FOR 3.00`, `3 @
/// $1.99 ea`.
fn parse_count(lexemes: &[Lexeme], is_bare: bool) -> Option<(Quantity, usize)> {
    let mut cursor = LexemeCursor { lexemes, at: 0 };
    // `2,000 DB x 599,00`
    let thousandths = |kind| match kind {
        LexemeKind::Number { value, decimals: 3, has_currency: false } if value >= 1.0 && value.fract() == 0.0 => {
            Some(value)
        }
        _ => None,
    };
    let count = cursor.take_whole(MAX_COUNT_BEFORE_PRICE).or_else(|| cursor.take(thousandths))?;
    let has_piece = cursor.take_kind(LexemeKind::Piece);
    let mut has_sign = cursor.take_sign();
    if !has_sign {
        if !is_count_without_sign(cursor.clone(), has_piece, is_bare) {
            return None;
        }
        has_sign = cursor.take_garbled_sign();
    }
    let per = take_pieces_of_price(&mut cursor, has_sign);
    // `2 @ $1.99`: a bracket or digit may have been read for a badly printed sign.
    if per.is_none() && cursor.clone().take_price().is_none() {
        cursor.take_garbled_sign();
    }
    let price = cursor.take_price()?;
    let (has_per, unit) = cursor.take_per_unit();
    // `6 x 0,33 L`
    let is_package_size = unit.is_some() && !has_per;
    let per = per.unwrap_or(1.0);
    (!is_package_size).then(|| (Quantity { per, ..Quantity::new(count, Measure::Piece, Some(price)) }, cursor.at))
}

/// Returns true if a number is a count although no sign is behind it: a unit price is there, and beside it a word for
/// pieces, or in the whole row only a misread sign: `2 KPL 3,00`, `3 8 0.99`, `2 0 2/5.00`.
fn is_count_without_sign(mut behind: LexemeCursor, has_piece: bool, is_bare: bool) -> bool {
    let has_garbled_sign = behind.take_garbled_sign();
    take_pieces_of_price(&mut behind, false);
    let has_price = behind.take_price().is_some();
    let has_piece = has_piece || behind.take_kind(LexemeKind::Piece);
    let is_all = is_bare && has_garbled_sign && behind.peek().is_none();
    has_price && (has_piece || is_all)
}

/// Takes the number of pieces that have a price together: `2 / 5.00`, `2 FOR 3.00`.
fn take_pieces_of_price(cursor: &mut LexemeCursor, has_sign: bool) -> Option<f64> {
    let mut ahead = cursor.clone();
    let pieces = ahead.take_whole(MAX_COUNT_BEFORE_PRICE)?;
    // `2 @ 2 i 4.00`: the slash was misread.
    let is_misread = |ahead: &mut LexemeCursor| {
        has_sign
            && pieces >= 2.0
            && ahead.take_garbled_sign()
            && matches!(ahead.peek(), Some(LexemeKind::Number { decimals: 2, .. }))
    };
    let has_slash = ahead.take_kind(LexemeKind::Slash) || ahead.take_kind(LexemeKind::For) || is_misread(&mut ahead);
    has_slash.then(|| {
        *cursor = ahead;
        pieces
    })
}

/// Parses a unit price with a count behind it: `4,99 x 2`.
fn parse_price_times_count(lexemes: &[Lexeme]) -> Option<(Quantity, usize)> {
    let mut cursor = LexemeCursor { lexemes, at: 0 };
    let price = cursor.take_price()?;
    cursor.take_kind(LexemeKind::Per);
    if !cursor.take_kind(LexemeKind::Times) {
        return None;
    }
    let count = cursor.take_whole(MAX_COUNT)?;
    let length = cursor.at;
    cursor.take_kind(LexemeKind::Piece);
    let is_size = matches!(cursor.peek(), Some(LexemeKind::Unit(_)));
    (!is_size).then(|| (Quantity::new(count, Measure::Piece, Some(price)), length))
}

/// Parses a count without a price: `QTY 3`, `2x Milch`, and in a row of its own `x 2` or `2 Stk`.
fn parse_bare_count(lexemes: &[Lexeme], is_first: bool, is_bare: bool) -> Option<(Quantity, usize)> {
    let mut cursor = LexemeCursor { lexemes, at: 0 };
    if let Some(LexemeKind::Number { .. }) = cursor.peek() {
        let count = cursor.take_whole(MAX_COUNT)?;
        let has_piece = cursor.take_kind(LexemeKind::Piece);
        let has_word = cursor.take_kind(LexemeKind::Times) || has_piece;
        let is_before_name = is_first && matches!(cursor.peek(), Some(LexemeKind::Word { .. }));
        let is_all = is_bare && cursor.peek().is_none();
        return (has_word && (is_before_name || is_all))
            .then(|| (Quantity::new(count, Measure::Piece, None), cursor.at));
    }
    let has_word = cursor.take_kind(LexemeKind::Piece) || (is_bare && cursor.take_kind(LexemeKind::Times));
    let count = if has_word { cursor.take_whole(MAX_COUNT)? } else { return None };
    cursor.peek().is_none().then(|| (Quantity::new(count, Measure::Piece, None), cursor.at))
}

#[cfg(test)]
mod tests;
