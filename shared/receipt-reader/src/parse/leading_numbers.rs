//! Distinguishes the small numbers that rows begin with: line numbers from 1 on, or counts.

use super::codes::is_mark;
use super::lexeme::is_counting_word;
use super::quantity;
use super::tokens::{Token, join_tokens};
use crate::text::money::{self, Amount};
use crate::text::vocabulary::{self, Topic};

/// The maximum gap in line numbers, from numbers that were not read.
const MAX_GAP: u32 = 3;
/// The limit of a line number.
const LINE_NUMBER_LIMIT: u32 = 200;
/// The minimum number of steps from a line number to the next one, unless three rows are numbered from 1 on.
const MIN_STEPS: usize = 3;
/// The limit of a count or weight in front of a name.
const LEADING_COUNT_LIMIT: f64 = 100.0;
/// The minimum digits of an article number behind a count, and of one below its name.
const MIN_CODE_DIGITS: usize = 5;
const MIN_CODE_DIGITS_BELOW_NAME: usize = 4;
/// The minimum number of rows that begin with a count.
const MIN_COUNTED: usize = 3;

/// Returns the number of rows above the first sum that follows a price.
pub fn count_product_rows(row_tokens: &[Vec<Token>]) -> usize {
    let is_amount = |token: &Token| money::parse_amount(&token.text).is_some();
    let is_sum = |tokens: &[Token]| {
        let label: Vec<Token> = tokens.iter().filter(|token| !is_amount(token)).cloned().collect();
        matches!(vocabulary::classify_label(&join_tokens(&label)), Topic::Subtotal | Topic::Total)
    };
    let has_price = |tokens: &Vec<Token>| tokens.iter().any(is_amount);
    let first = row_tokens.iter().position(|tokens| has_price(tokens) && !is_sum(tokens)).unwrap_or(0);
    let sum = row_tokens[first..].iter().position(|tokens| has_price(tokens) && is_sum(tokens));
    sum.map_or(row_tokens.len(), |sum| first + sum)
}

/// Removes line numbers from the rows if the products are numbered. Counts hardly ever rise one by one.
pub fn strip_line_numbers(row_tokens: &mut [Vec<Token>], end: usize) {
    let numbers: Vec<(usize, u32)> = (0..end).filter_map(|row| Some((row, first_number(&row_tokens[row])?))).collect();
    let is_step = |pair: &[(usize, u32)]| pair[1].1 == pair[0].1 + 1;
    let steps = numbers.windows(2).filter(|pair| is_step(pair)).count();
    let counts_all = numbers.len() == 3 && steps == 2 && numbers[0].1 == 1;
    let is_numbered = steps >= MIN_STEPS && (steps + 1) * 5 >= numbers.len() * 3 || counts_all;
    let Some(first) = numbers.windows(2).position(is_step).filter(|_| is_numbered) else { return };
    let mut last = numbers[first].1 - 1;
    for &(row, number) in &numbers[first..] {
        if number > last && number <= last + MAX_GAP {
            row_tokens[row].remove(0);
            last = number;
        }
    }
}

/// Returns the small number that a row begins with, unless its unit follows: `6 Ea. @ 0.20` is a count.
fn first_number(tokens: &[Token]) -> Option<u32> {
    let number = tokens
        .first()?
        .text
        .trim_end_matches(['.', ')'])
        .parse()
        .ok()
        .filter(|number| (1..LINE_NUMBER_LIMIT).contains(number))?;
    let follows = |word: &str| word.starts_with(char::is_alphanumeric) && !is_counting_word(word);
    tokens.get(1).filter(|token| follows(&token.text)).map(|_| number)
}

/// Returns true if most rows with an amount begin with a count, perhaps behind an article number. A single `7 UP` or
/// `12 EGGS` is a name.
pub fn have_leading_counts(row_tokens: &[Vec<Token>], end: usize, min_code_digits: usize) -> bool {
    let (mut counted, mut all) = (0, 0);
    for at in 0..end {
        let tokens = &row_tokens[at][count_leading_codes(&row_tokens[at], min_code_digits)..];
        let amount = last_amount(tokens);
        if amount.is_some_and(|amount| amount.cents < 0) {
            continue;
        }
        let has_amount_below = has_amount_without_name(row_tokens.get(at + 1));
        let has_end = tokens.last().is_some_and(|token| amount.is_some() || is_behind_amount(&token.text));
        let has_name = tokens.iter().any(is_long_word);
        if begins_with_count(tokens, is_name_alone(row_tokens, at))
            && tokens.len() > 1
            && (has_amount_below || amount.is_some())
        {
            counted += 1;
            all += 1;
        } else if has_name && (tokens.len() > 1 && has_amount_below || tokens.len() > 2 && has_end) {
            all += 1;
        }
    }
    counted >= MIN_COUNTED && counted * 2 >= all
}

/// Returns the amount at the end of a row, perhaps with a mark behind it.
fn last_amount(tokens: &[Token]) -> Option<Amount> {
    let amount = |token: &Token| money::parse_amount(&token.text);
    let last = tokens.iter().rev().take_while(|token| amount(token).is_some() || is_behind_amount(&token.text));
    last.take(2).find_map(amount)
}

fn is_behind_amount(word: &str) -> bool {
    is_mark(word) || word.len() <= 3 && word.chars().all(char::is_uppercase)
}

fn is_long_word(token: &Token) -> bool {
    token.letters() > 3
}

fn has_amount_without_name(tokens: Option<&Vec<Token>>) -> bool {
    tokens.is_some_and(|tokens| last_amount(tokens).is_some() && !tokens.iter().any(is_long_word))
}

/// Returns true if the row above has a name and no amount: the count is then before an article number or the amount.
fn is_name_alone(row_tokens: &[Vec<Token>], at: usize) -> bool {
    let Some(above) = at.checked_sub(1).map(|above| &row_tokens[above]) else { return false };
    above.iter().any(is_long_word) && !above.iter().any(|token| money::parse_amount(&token.text).is_some())
}

fn begins_with_count(tokens: &[Token], is_named_above: bool) -> bool {
    let follows = |token: &Token| {
        token.text.starts_with(char::is_alphabetic)
            || token.is_code(MIN_CODE_DIGITS)
            || is_named_above
                && (token.is_code(MIN_CODE_DIGITS_BELOW_NAME) || money::parse_amount(&token.text).is_some())
    };
    let small = quantity::parse_leading(tokens).filter(|(count, ..)| (0.0..LEADING_COUNT_LIMIT).contains(count));
    small.is_some_and(|(.., words)| tokens.get(words).is_some_and(follows))
}

/// Returns the number of article numbers that a row begins with, unless it has nothing else.
pub fn count_leading_codes(tokens: &[Token], min_digits: usize) -> usize {
    let codes = tokens.iter().take_while(|token| token.is_code(min_digits)).count();
    if codes < tokens.len() { codes } else { 0 }
}

/// Returns true if a row begins with a weight as only scales print it, with three decimals and its unit: `1,543kg`.
pub fn begins_with_weight(tokens: &[Token]) -> bool {
    let decimals = |word: &str| {
        word.split_once(['.', ',']).map_or(0, |(_, behind)| behind.chars().take_while(char::is_ascii_digit).count())
    };
    quantity::parse_leading(tokens).is_some_and(|(_, measure, _)| measure.is_weight() && decimals(&tokens[0].text) == 3)
}
