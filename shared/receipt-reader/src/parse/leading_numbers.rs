//! Small numbers that rows begin with: some number the goods from 1 on, others count pieces. The other rows tell which.

use super::codes::is_mark;
use super::lexeme::is_counting_word;
use super::quantity;
use super::tokens::{self, Token};
use crate::text::money;
use crate::text::vocabulary::{self, Topic};

/// A number that was not read leaves a gap in the numbering; more of them at once leave doubt.
const WIDEST_GAP: u32 = 3;

/// How many rows stand above the first sum that follows a price.
pub fn rows_of_goods(split: &[Vec<Token>]) -> usize {
    let is_amount = |token: &Token| money::amount(&token.text).is_some();
    let is_sum = |tokens: &[Token]| {
        let label: Vec<Token> = tokens.iter().filter(|token| !is_amount(token)).cloned().collect();
        matches!(vocabulary::topic(&tokens::text(&label)), Topic::Subtotal | Topic::Total)
    };
    let priced = |tokens: &Vec<Token>| tokens.iter().any(is_amount);
    let first = split.iter().position(|tokens| priced(tokens) && !is_sum(tokens)).unwrap_or(0);
    let sum = split[first..].iter().position(|tokens| priced(tokens) && is_sum(tokens));
    sum.map_or(split.len(), |sum| first + sum)
}

/// Takes the numbers of lines off the rows where the goods are numbered. Counts hardly ever rise one by one.
pub fn strip_numbers(split: &mut [Vec<Token>], end: usize) {
    let numbers: Vec<(usize, u32)> = (0..end).filter_map(|row| Some((row, first_number(&split[row])?))).collect();
    let is_step = |pair: &[(usize, u32)]| pair[1].1 == pair[0].1 + 1;
    let steps = numbers.windows(2).filter(|pair| is_step(pair)).count();
    let counts_all = numbers.len() == 3 && steps == 2 && numbers[0].1 == 1;
    let is_numbered = steps >= 3 && (steps + 1) * 5 >= numbers.len() * 3 || counts_all;
    let Some(first) = numbers.windows(2).position(is_step).filter(|_| is_numbered) else { return };
    let mut last = numbers[first].1 - 1;
    for &(row, number) in &numbers[first..] {
        if number > last && number <= last + WIDEST_GAP {
            split[row].remove(0);
            last = number;
        }
    }
}

/// The small number that a row begins with, before something else than its unit: `6 Ea. @ 0.20` is a count.
fn first_number(tokens: &[Token]) -> Option<u32> {
    let number =
        tokens.first()?.text.trim_end_matches(['.', ')']).parse().ok().filter(|number| (1..200).contains(number))?;
    let follows = |word: &str| word.starts_with(char::is_alphanumeric) && !is_counting_word(word);
    tokens.get(1).filter(|token| follows(&token.text)).map(|_| number)
}

/// Whether rows with an amount begin with a small number as a rule, article numbers in front left out. A single `7 UP`
/// or `12 EGGS` is a name.
pub fn begin_with_counts(split: &[Vec<Token>], end: usize, shortest_code: usize) -> bool {
    // A mark may stand behind it.
    let is_behind = |word: &str| is_mark(word) || word.len() <= 3 && word.chars().all(char::is_uppercase);
    let last_amount = |tokens: &[Token]| {
        let amount = |token: &Token| money::amount(&token.text);
        let last = tokens.iter().rev().take_while(|token| amount(token).is_some() || is_behind(&token.text));
        last.take(2).find_map(amount)
    };
    let is_long_word = |token: &Token| token.text.chars().filter(|c| c.is_alphabetic()).count() > 3;
    // The amount may stand on the next row.
    let waits = |at: usize| {
        let next = split.get(at + 1).filter(|next| last_amount(next).is_some());
        next.is_some_and(|next| !next.iter().any(is_long_word))
    };
    let (mut counted, mut all) = (0, 0);
    for at in 0..end {
        let tokens = &split[at][codes_in_front(&split[at], shortest_code)..];
        let amount = last_amount(tokens);
        if amount.is_some_and(|amount| amount.cents < 0) {
            continue;
        }
        // Where the name has a row of its own, the count stands before an article number or the amount.
        let is_named_above = at.checked_sub(1).is_some_and(|above| {
            let has_amount = split[above].iter().any(|token| money::amount(&token.text).is_some());
            split[above].iter().any(is_long_word) && !has_amount
        });
        let follows = |token: &Token| {
            token.text.starts_with(char::is_alphabetic)
                || token.is_code(5)
                || is_named_above && (token.is_code(4) || money::amount(&token.text).is_some())
        };
        let small = quantity::leading(tokens).filter(|(count, ..)| (0.0..100.0).contains(count));
        let is_counted = small.is_some_and(|(.., words)| tokens.get(words).is_some_and(follows));
        let ends = tokens.last().is_some_and(|token| amount.is_some() || is_behind(&token.text));
        let names = tokens.iter().any(is_long_word);
        if is_counted && tokens.len() > 1 && (waits(at) || amount.is_some()) {
            counted += 1;
            all += 1;
        } else if names && (tokens.len() > 1 && waits(at) || tokens.len() > 2 && ends) {
            all += 1;
        }
    }
    counted >= 3 && counted * 2 >= all
}

/// Returns the number of article numbers that a row begins with, before something else.
pub fn codes_in_front(tokens: &[Token], shortest: usize) -> usize {
    let codes = tokens.iter().take_while(|token| token.is_code(shortest)).count();
    if codes < tokens.len() { codes } else { 0 }
}

/// Returns true if a row begins with what only scales print: a weight with three decimals and its unit, `1,543kg`.
pub fn begins_with_weight(tokens: &[Token]) -> bool {
    let decimals = |word: &str| {
        word.split_once(['.', ',']).map_or(0, |(_, behind)| behind.chars().take_while(char::is_ascii_digit).count())
    };
    quantity::leading(tokens).is_some_and(|(_, measure, _)| measure.is_weight() && decimals(&tokens[0].text) == 3)
}
