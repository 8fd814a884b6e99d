//! Finds quantities by patterns of lexemes: `2 @ 3.00`, `2 x 1,49`, `1.17 lb @ 0.79/lb`, `4,99 x 2`.

use super::lexeme::{Lexeme, LexemeCursor, LexemeKind, split_lexemes};
use super::measure::{Measure, Quantity};
use super::tokens::Token;
use crate::text::money::{self, Cents};

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
    let Some(LexemeKind::Number { value, decimals, currency: false }) = cursor.peek() else { return None };
    cursor.at = 1;
    let measure = cursor.take(|kind| if let LexemeKind::Unit(unit) = kind { Some(unit) } else { None });
    if measure.is_none() {
        cursor.take_kind(LexemeKind::Times);
    }
    let is_possible = if measure.is_some() || decimals >= 2 {
        decimals > 0 && value < 100.0
    } else {
        decimals == 0 && (1.0..100.0).contains(&value)
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
        let quantity = quantity_of(count, measure, Some(price), 1.0);
        quantity.explains(product).then_some((quantity, words))
    })
}

/// Parses a count without decimals or a weight with three of them.
fn parse_plain_number(word: &str) -> Option<(f64, Measure)> {
    let is_number = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) && word.len() <= 7;
    let value: f64 = if is_number { word.replace(',', ".").parse().ok()? } else { return None };
    match word.split_once(['.', ',']) {
        None if (1.0..100.0).contains(&value) => Some((value, Measure::Piece)),
        Some((_, decimals)) if decimals.len() == 3 && value > 0.0 => Some((value, Measure::Kilogram)),
        _ => None,
    }
}

/// Infers the count from the unit price and the amount: a single digit between columns is easily missed.
pub fn infer_count(price: Cents, amount: Cents) -> Option<Quantity> {
    let count = (price > 0 && amount % price == 0).then(|| amount / price).filter(|count| (1..=24).contains(count))?;
    #[expect(clippy::cast_precision_loss, reason = "at most 24")]
    Some(quantity_of(count as f64, Measure::Piece, Some(price), 1.0))
}

fn quantity_of(count: f64, measure: Measure, price: Option<Cents>, per: f64) -> Quantity {
    Quantity { count, measure, price, per, first: 0, last: 0 }
}

/// Parses a weight with its unit price: `0.16 lb @ 1 lb / 3.99`, `1.17 lb @ $0.79 /lb`, `0,532 kg x 1,99 EUR/kg`, `0,532
/// x 1,99 €/kg`; in a row of its own also `0,532 kg`.
fn parse_weight(lexemes: &[Lexeme], is_bare: bool) -> Option<(Quantity, usize)> {
    let mut cursor = LexemeCursor { lexemes, at: 0 };
    let Some(LexemeKind::Number { value, decimals, currency: false }) = cursor.peek() else { return None };
    if !(value > 0.0 && value < 1_000.0) {
        return None;
    }
    cursor.at = 1;
    let measure = cursor.take(|kind| if let LexemeKind::Unit(unit) = kind { Some(unit) } else { None });
    let weight_length = cursor.at;
    // `0.842 kg NET @ $3.90/kg`
    while measure.is_some() && cursor.take_kind(LexemeKind::Piece) {}
    let mut has_sign = cursor.take_kind(LexemeKind::Times);
    while cursor.take_kind(LexemeKind::Times) {}
    // A size usually has no decimals: behind `500g` or `1,5L` in a name, a single digit is a column.
    if measure.is_some_and(Measure::is_weight) && !has_sign && cursor.peek().is_some() && decimals > 0 {
        has_sign = cursor.take_garbled_sign();
        cursor.take_kind(LexemeKind::Times);
    }
    // `1 lb / 3.99`: the price of one unit.
    let start = cursor.at;
    let has_unit_price = cursor.take_whole() == Some(1.0)
        && cursor.take(|kind| matches!(kind, LexemeKind::Unit(_)).then_some(())).is_some();
    if has_unit_price {
        if !cursor.take_kind(LexemeKind::Slash) {
            cursor.take_garbled_sign();
        }
    } else {
        cursor.at = start;
    }
    let price = cursor.take_price();
    let (has_per, price_unit) = if price.is_some() { cursor.take_per_unit() } else { (false, None) };
    match (measure, price_unit, price) {
        (Some(measure), _, Some(price)) if has_sign || has_unit_price || has_per => {
            Some((quantity_of(value, measure, Some(price), 1.0), cursor.at))
        }
        (None, Some(unit), Some(price)) if has_sign && has_per => {
            Some((quantity_of(value, unit, Some(price), 1.0), cursor.at))
        }
        (None, _, Some(price)) if has_sign && decimals > 0 && value.fract() != 0.0 && !is_before_count(&cursor) => {
            Some((quantity_of(value, Measure::Kilogram, Some(price), 1.0), cursor.at))
        }
        (Some(measure @ (Measure::Pound | Measure::Kilogram)), _, None) if is_bare && decimals >= 2 => {
            Some((quantity_of(value, measure, None, 1.0), weight_length))
        }
        _ => None,
    }
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
        LexemeKind::Number { value, decimals: 3, currency: false } if value >= 1.0 && value.fract() == 0.0 => {
            Some(value)
        }
        _ => None,
    };
    let count = cursor.take_whole().or_else(|| cursor.take(thousandths))?;
    let has_piece = cursor.take_kind(LexemeKind::Piece);
    let mut has_sign = cursor.take_kind(LexemeKind::Times);
    while cursor.take_kind(LexemeKind::Times) {}
    if !has_sign {
        let is_misread = is_sign_misread(cursor.clone(), has_piece, is_bare)?;
        has_sign = is_misread && cursor.take_garbled_sign();
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
    (!is_package_size).then(|| (quantity_of(count, Measure::Piece, Some(price), per.unwrap_or(1.0)), cursor.at))
}

/// Returns true if the sign behind a count was misread, false if there is none. Without a sign it is a count only with a
/// unit price, and beside a word for pieces or in a row that has nothing else: `3 8 0.99`, `2 0 2/5.00`.
fn is_sign_misread(mut behind: LexemeCursor, has_piece: bool, is_bare: bool) -> Option<bool> {
    let is_misread = behind.take_garbled_sign();
    let _ = take_pieces_of_price(&mut behind, false);
    behind.take_price()?;
    let is_counted = behind.take_kind(LexemeKind::Piece) || has_piece;
    let is_all = is_bare && is_misread && behind.peek().is_none();
    (is_counted || is_all).then_some(is_misread)
}

/// Takes the number of pieces that have a price together: `2 / 5.00`, `2 FOR 3.00`.
fn take_pieces_of_price(cursor: &mut LexemeCursor, has_sign: bool) -> Option<f64> {
    let mut ahead = cursor.clone();
    let pieces = ahead.take_whole()?;
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
    let count = cursor.take_whole().filter(|count| *count <= 99.0)?;
    let length = cursor.at;
    cursor.take_kind(LexemeKind::Piece);
    let is_size = matches!(cursor.peek(), Some(LexemeKind::Unit(_)));
    (!is_size).then(|| (quantity_of(count, Measure::Piece, Some(price), 1.0), length))
}

/// Parses a count without a price: `QTY 3`, `2x Milch`, and in a row of its own `x 2` or `2 Stk`.
fn parse_bare_count(lexemes: &[Lexeme], is_first: bool, is_bare: bool) -> Option<(Quantity, usize)> {
    let mut cursor = LexemeCursor { lexemes, at: 0 };
    if let Some(LexemeKind::Number { .. }) = cursor.peek() {
        let count = cursor.take_whole().filter(|count| *count <= 99.0)?;
        let piece = cursor.take_kind(LexemeKind::Piece);
        let times = cursor.take_kind(LexemeKind::Times);
        let length = cursor.at;
        let is_before_name = is_first && (times || piece) && matches!(cursor.peek(), Some(LexemeKind::Word { .. }));
        return (is_before_name || (is_bare && (times || piece) && cursor.peek().is_none()))
            .then(|| (quantity_of(count, Measure::Piece, None, 1.0), length));
    }
    let has_word = cursor.take_kind(LexemeKind::Piece) || (is_bare && cursor.take_kind(LexemeKind::Times));
    let count = if has_word { cursor.take_whole().filter(|count| *count <= 99.0)? } else { return None };
    cursor.peek().is_none().then(|| (quantity_of(count, Measure::Piece, None, 1.0), cursor.at))
}

#[cfg(test)]
mod tests;
