//! One row taken apart: its label, its amount, its quantity.

use super::codes::{is_mark, strip_codes};
use super::glued_marks::strip_marks;
use super::leading_numbers::{begin_with_counts, begins_with_weight, codes_in_front, rows_of_goods, strip_numbers};
use super::lexeme::{is_counting_word, is_sign};
use super::measure::{Measure, Quantity};
use super::name_marks::{Flags, is_rate, strip_front};
use super::price_column::{PriceColumn, digits_end};
use super::quantity;
use super::tokens::{self, Token};
use super::whole_amounts;
use crate::layout::rows::Row;
use crate::text::money::{self, Cents};
use crate::text::vocabulary::{self, Topic};
use std::collections::{HashMap, HashSet};

/// A row taken apart.
#[derive(Debug, Clone)]
pub struct Line {
    /// The printed name, without codes, tax marks, quantity and amount.
    pub label: String,
    pub amount: Option<Cents>,
    /// All amounts of the row, from left to right.
    pub amounts: Vec<Cents>,
    /// Where the digits of the amount end across the page.
    pub amount_right: Option<f32>,
    pub quantity: Option<Quantity>,
    pub topic: Topic,
    /// True if a tax mark stood behind the amount: products have one, sums seldom do.
    pub has_mark: bool,
    /// True if an article number stood beside the name.
    pub has_code: bool,
    /// True if a number, a mark or a count stood in front of the name: the further lines of a name have none.
    pub has_front: bool,
    pub left: f32,
    pub height: f32,
    pub confidence: f32,
}

impl Line {
    /// Returns true if the label could name a product: at least two letters in a row of letters.
    pub fn names_something(&self) -> bool {
        let mut run = 0;
        self.label.chars().any(|c| {
            run = if c.is_alphabetic() { run + 1 } else { 0 };
            run >= 2
        })
    }
}

/// Returns true if the second of two lines begins further right than the first, as the further lines of a name do.
pub fn is_set_in(first: &Line, second: &Line) -> bool {
    let step = second.left - first.left;
    // Where columns stand in front of names, their further lines begin where they do, without the columns.
    let is_behind_columns = first.has_front && !second.has_front && step.abs() <= 0.35 * first.height;
    // What stands much further right is centred: a heading.
    is_behind_columns || step > 0.35 * first.height && step < FURTHEST_SET_IN * first.height
}

/// How far a name's further lines are set in at most, in heights of its line.
pub const FURTHEST_SET_IN: f32 = 4.0;
/// What stands in front of a name takes at least so many heights of its line.
const FRONT: f32 = 0.8;
/// So many words may stand behind an amount.
const MAX_MARKS: usize = 4;
/// A number this high in front of a sign may be a size.
const MIN_SIZE: f64 = 10.0;
/// What tills print between a count and a price.
const SIGNS: [char; 4] = ['x', 'X', '×', '*'];

/// Takes all rows of a receipt apart.
pub fn lines(rows: &[Row]) -> Vec<Line> {
    let whole = whole_amounts::with_decimals(rows);
    let rows = whole.as_deref().unwrap_or(rows);
    let mut split: Vec<Vec<Token>> = rows.iter().map(tokens::tokens).collect();
    let amounts: Vec<Vec<(Cents, f32)>> = split.iter().map(|tokens| amounts(tokens)).collect();
    let end = rows_of_goods(&split);
    strip_marks(&mut split, rows, end);
    strip_front(&mut split, rows, end);
    strip_numbers(&mut split, end);
    let column = PriceColumn::find(rows, &split);
    // Codes of only four digits begin a name often enough (`1000 ISLAND`); they are article numbers where several rows
    // begin with one.
    let coded = split.iter().filter(|tokens| tokens.first().is_some_and(|token| token.is_code(4))).count();
    let shortest_code = if coded >= 3 { 4 } else { 5 };
    let habits = Habits {
        column,
        shortest_code,
        counted: begin_with_counts(&split, end, shortest_code),
        has_unit_prices: has_unit_prices(&split),
        flags: Flags::find(&split, rows),
    };
    let mut lines: Vec<Line> = rows.iter().zip(split).map(|(row, tokens)| line(row, tokens, &habits)).collect();
    for (line, amounts) in lines.iter_mut().zip(amounts) {
        line.amount_right =
            amounts.iter().rev().find(|(cents, _)| Some(*cents) == line.amount).map(|(_, right)| *right);
        line.amounts = amounts.into_iter().map(|(cents, _)| cents).collect();
    }
    if whole.is_none() && !whole_amounts::are_usual(lines.iter().filter_map(|line| line.amount)) {
        for line in &mut lines {
            line.amount = line.amount.filter(|cents| cents.abs() <= money::MAX_AMOUNT);
            line.amounts.retain(|cents| cents.abs() <= money::MAX_AMOUNT);
        }
    }
    tell_by_repetition(&mut lines);
    lines
}

/// The amounts among words, and where their digits end.
fn amounts(tokens: &[Token]) -> Vec<(Cents, f32)> {
    tokens.iter().filter_map(|token| Some((money::amount(&token.text)?.cents, digits_end(token)))).collect()
}

/// What a row is about where its words mislead and the rest of the receipt tells.
fn tell_by_repetition(lines: &mut [Line]) {
    // Departments are numbered in some shops: `21-GROCERY`, `27-PRODUCE`. One such row may be a thing's name.
    let is_department = |line: &Line| line.amount.is_none() && is_numbered_heading(&line.label);
    if lines.iter().filter(|line| is_department(line)).count() >= 2 {
        lines.iter_mut().filter(|line| is_department(line)).for_each(|line| line.topic = Topic::Heading);
    }
    // So are unknown departments: what comes again without an amount, each time above another row that is not set in.
    let mut alone: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        let names_only = line.topic == Topic::Product && line.amount.is_none() && line.quantity.is_none();
        if names_only && !line.has_code && line.names_something() {
            alone.entry(&line.label).or_default().push(at);
        }
    }
    // What hangs below a thing goes on with its name: it is set in, or comes again below the same thing.
    let hangs = |places: &Vec<usize>| {
        let above: Vec<&Line> = places.iter().filter_map(|at| lines.get(at.checked_sub(1)?)).collect();
        let names: HashSet<&str> = above.iter().map(|line| line.label.as_str()).collect();
        let is_below_a_thing = |line: &Line| line.amount.is_some() && line.names_something();
        above.iter().all(|line| is_below_a_thing(line))
            && (names.len() < places.len() || above.iter().zip(places).any(|(line, at)| is_set_in(line, &lines[*at])))
    };
    let is_heading = |places: &Vec<usize>| {
        let below: Vec<&Line> = places.iter().filter_map(|at| lines.get(at + 1)).collect();
        let different: HashSet<&str> = below.iter().map(|line| line.label.as_str()).collect();
        let are_numbers = places.len() >= 2 && below.iter().all(|line| line.label.is_empty() && line.amount.is_none());
        (different.len() >= 2 || are_numbers)
            && places.iter().zip(&below).all(|(at, below)| is_self_contained(&lines[*at], below))
    };
    let headings: Vec<usize> =
        alone.into_values().filter(|places| is_heading(places) && !hangs(places)).flatten().collect();
    for at in headings {
        lines[at].topic = Topic::Heading;
    }
}

/// Returns true if a row below a heading begins something of its own: its name, its count or its number, not set in.
fn is_self_contained(heading: &Line, below: &Line) -> bool {
    let begins = below.amount.is_none() || below.names_something();
    begins && (below.quantity.is_some() || below.left - heading.left <= 0.35 * heading.height)
}

/// A small number, a hyphen and a word: `21-GROCERY`.
fn is_numbered_heading(label: &str) -> bool {
    label.split_once('-').is_some_and(|(number, name)| {
        (1..=2).contains(&number.len())
            && number.chars().all(|c| c.is_ascii_digit())
            && name.trim_start().chars().take_while(|c| c.is_alphabetic()).count() >= 3
    })
}

/// What all rows of a receipt have in common.
struct Habits {
    column: Option<PriceColumn>,
    shortest_code: usize,
    /// True if most products begin with their count: `1 BREAD 2.99`.
    counted: bool,
    /// True if a column of prices for one stands before the amounts.
    has_unit_prices: bool,
    /// The marks that stand behind the names.
    flags: Option<Flags>,
}

/// Whether several rows have two amounts side by side, of which the second is the first one or some times as much.
fn has_unit_prices(split: &[Vec<Token>]) -> bool {
    let multiples = split.iter().filter(|tokens| {
        let amounts = tokens.iter().map(|token| money::amount(&token.text).map(|amount| amount.cents));
        let mut last_two = amounts.rev().skip_while(Option::is_none);
        let (Some(Some(amount)), Some(Some(price))) = (last_two.next(), last_two.next()) else { return false };
        tokens.len() > 2 && quantity::implied(price, amount).is_some()
    });
    multiples.count() >= 3
}

fn line(row: &Row, mut tokens: Vec<Token>, habits: &Habits) -> Line {
    let left = tokens.first().map_or(0.0, |token| token.left);
    #[expect(clippy::cast_precision_loss, reason = "a row has few words")]
    let confidence = tokens.iter().map(|token| token.confidence).sum::<f32>() / tokens.len().max(1) as f32;
    let (mut amount, has_mark) = take_amount(row, &mut tokens, habits.column);
    // A letter and a share of tax may stand side by side; a second share is that of the fat.
    let mut rates = 0;
    for _ in 0..2 {
        let is_flag = |last: &&Token| habits.flags.as_ref().is_some_and(|flags| flags.has(last));
        let Some(last) = tokens.last().filter(|_| tokens.len() > 1).filter(is_flag) else { break };
        rates += usize::from(is_rate(&last.text));
        if rates > 1 {
            break;
        }
        tokens.pop();
    }
    if let Some(amount) = amount {
        unglue_count(&mut tokens, amount);
    }
    let mut quantity = quantity::find(&tokens)
        .or_else(|| amount.and_then(|amount| without_point_in_price(&tokens, amount)))
        .map(|found| amount.map_or(found.clone(), |amount| without_size(&tokens, found, amount)));
    // `211468490158 2 BUTTER`: an article number, the count, the name.
    let codes = codes_in_front(&tokens, habits.shortest_code);
    let has_code_before_count =
        habits.counted && quantity.is_none() && codes > 0 && quantity::leading(&tokens[codes..]).is_some();
    if has_code_before_count {
        tokens.drain(..codes);
    }
    if let Some(quantity) = &mut quantity {
        let taken: Vec<Token> = tokens.drain(quantity.first..=quantity.last).collect();
        if tokens.iter().all(|token| is_counting_word(&token.text)) {
            tokens.clear();
            // `2 Stk x 0,55`: what follows the sign is the price for one, wherever it stands.
            if quantity.price.is_none() && amount.is_some() && taken.last().is_some_and(|token| is_sign(&token.text)) {
                quantity.price = amount.take();
            }
        }
    } else if let Some(amount) = amount {
        quantity = take_columns(&mut tokens, amount, habits.counted)
            .or_else(|| take_last_columns(&mut tokens, amount, habits.has_unit_prices));
    } else if habits.counted || begins_with_weight(&tokens) {
        quantity = take_count(&mut tokens);
    }
    let has_code = has_code_before_count | strip_codes(&mut tokens, habits.shortest_code, row.height);
    let label = tokens::text(&tokens);
    let label = label
        .trim_matches(|c: char| matches!(c, '|' | '_' | '~' | ';' | ':' | '=' | '-' | '.' | ',' | '\'' | '`' | ' '));
    let label = super::spelling::letters_for_digits(label.trim_start_matches(['*', '#', '%', '^', ' ']));
    let has_price = amount.is_some_and(|cents| cents > 0);
    let topic = if has_price { vocabulary::priced_topic(&label) } else { vocabulary::topic(&label) };
    let left = tokens.first().map_or(left, |token| token.left);
    let begin = row.cells.first().map_or(left, |cell| cell.left);
    let has_front = left - begin > FRONT * row.height;
    let (amounts, amount_right) = (Vec::new(), None);
    Line {
        label,
        amount,
        amounts,
        amount_right,
        quantity,
        topic,
        has_mark,
        has_code,
        has_front,
        left,
        height: row.height,
        confidence,
    }
}

/// Parts a count and a price that make the amount from the name that they were read as one with: `BLOOM2x3,99 7,98`.
fn unglue_count(tokens: &mut Vec<Token>, amount: Cents) {
    let Some(last) = tokens.last() else { return };
    let Some((before, price)) = last.text.rsplit_once(SIGNS) else { return };
    let Some(price) = money::amount(price).map(|price| price.cents).filter(|price| *price > 0) else { return };
    let count = amount / price;
    let Some(name) = before.strip_suffix(&count.to_string()).map(|name| name.trim_end_matches(SIGNS)) else { return };
    if amount % price != 0 || !name.contains(char::is_alphabetic) {
        return;
    }
    let mut name = Token { text: name.to_owned(), ..last.clone() };
    let mut counted = Token { text: last.text[before.len() - count.to_string().len()..].to_owned(), ..last.clone() };
    #[expect(clippy::cast_precision_loss, reason = "words are short")]
    let part = name.text.chars().count() as f32 / last.text.chars().count() as f32;
    name.right = last.left + (last.right - last.left) * part;
    counted.left = name.right;
    tokens.pop();
    tokens.extend([name, counted]);
}

/// The quantity of a row whose price for one was read without its point, which the amount tells: `1,2 x1299 15,59`.
fn without_point_in_price(tokens: &[Token], amount: Cents) -> Option<Quantity> {
    let is_price = |text: &str| (3..=5).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit());
    let at = tokens.iter().rposition(|token| is_price(token.text.trim_start_matches(SIGNS)))?;
    let text = &tokens[at].text;
    let has_sign = text.starts_with(SIGNS) || at > 0 && is_sign(&tokens[at - 1].text);
    let mut tokens = tokens.to_vec();
    tokens[at].text.insert(text.len() - 2, '.');
    quantity::find(&tokens).filter(|quantity| has_sign && quantity.price.is_some() && quantity.explains(amount))
}

/// Leaves the size in front of a sign with the name where the count between them was not read: `GOUDA 400g x6,99 6,99`.
fn without_size(tokens: &[Token], quantity: Quantity, amount: Cents) -> Quantity {
    let sign = (quantity.first + 1..=quantity.last).find(|at| tokens[*at].text.starts_with(SIGNS));
    let is_size = quantity.measure != Measure::Piece || quantity.count >= MIN_SIZE;
    let price = quantity.price.filter(|_| is_size && !quantity.explains(amount));
    match (sign, price.and_then(|price| quantity::implied(price, amount))) {
        (Some(first), Some(implied)) => Quantity { first, last: quantity.last, ..implied },
        _ => quantity,
    }
}

/// Takes the count or weight before a name and the unit price behind it off a table's row: `2 BREAD 2.99 5.98`, `1.17
/// lb ONIONS 0.79 0.92`.
fn take_columns(tokens: &mut Vec<Token>, amount: Cents, counted: bool) -> Option<Quantity> {
    let unit_price = tokens
        .last()
        .filter(|_| tokens.len() > 1)
        .and_then(|token| money::amount(&token.text))
        .map(|price| price.cents);
    let (count, measure, words) = quantity::leading(tokens)?;
    let is_whole = measure != Measure::Piece || count.fract() == 0.0;
    let is_weight = begins_with_weight(tokens);
    // A weight in a column of its own needs no unit.
    let measure = if is_whole { measure } else { Measure::Kilogram };
    let quantity = Quantity { count, measure, price: unit_price, per: 1.0, first: 0, last: words - 1 };
    let is_confirmed = unit_price.is_some() && quantity.explains(amount);
    let names_follow = tokens.get(words).is_some_and(|token| token.text.chars().any(char::is_alphabetic));
    // The name may stand on the row above.
    let is_all = counted && is_whole && tokens[words..].iter().all(|token| token.is_code(4));
    if !(is_all || names_follow && (is_confirmed || is_weight || counted && is_whole)) {
        return None;
    }
    if is_confirmed {
        tokens.pop();
        // `3 Laugenstange a 1,10`
        if tokens.last().is_some_and(|token| is_sign(&token.text) || token.text == "a") {
            tokens.pop();
        }
    }
    tokens.drain(..words);
    Some(quantity)
}

/// Takes the count or weight before a name off a row whose amount stands on the next one.
fn take_count(tokens: &mut Vec<Token>) -> Option<Quantity> {
    let (count, measure, words) = quantity::leading(tokens)?;
    let names_follow = tokens.get(words).is_some_and(|token| token.text.starts_with(char::is_alphabetic));
    if !names_follow || measure == Measure::Piece && count.fract() != 0.0 {
        return None;
    }
    tokens.drain(..words);
    Some(Quantity { count, measure, price: None, per: 1.0, first: 0, last: words - 1 })
}

/// Takes the columns between the name and the amount off a table's row: `BREAD 2 2.99 5.98`, and where the count was
/// not read `BREAD 2.99 5.98`.
fn take_last_columns(tokens: &mut Vec<Token>, amount: Cents, has_unit_prices: bool) -> Option<Quantity> {
    if let Some((quantity, words)) = quantity::trailing(tokens, amount) {
        let rest = tokens.len() - words;
        // Without a name, a count of one says nothing: `1 2.99 2.99` may be anything.
        if rest == 0 && quantity.measure == Measure::Piece && quantity.count < 2.0 {
            return None;
        }
        tokens.truncate(rest);
        return Some(quantity);
    }
    // `0,39 € x 1,17`: the count between sign and amount was not read.
    let end = tokens.iter().rposition(|token| !(is_sign(&token.text) || matches!(token.text.as_str(), "€" | "EUR")))?;
    let has_sign = tokens.last().is_some_and(|token| is_sign(&token.text)) || tokens[end].text.starts_with(SIGNS);
    let price = money::amount(tokens[end].text.trim_start_matches(SIGNS)).filter(|_| end > 0)?;
    // Side by side, an amount and a price of which it is a multiple tell the count on one row, too.
    let quantity = quantity::implied(price.cents, amount)
        .filter(|quantity| has_unit_prices || has_sign || quantity.count > 1.0)?;
    tokens.truncate(end);
    Some(quantity)
}

/// Takes the amount at the end of a row, and the tax marks behind it, off its words.
fn take_amount(row: &Row, tokens: &mut Vec<Token>, column: Option<PriceColumn>) -> (Option<Cents>, bool) {
    // What stands to the right of the column of amounts is a mark, whatever its letters are: `7.98  SALE`.
    let is_behind = |token: &Token| column.is_some_and(|column| column.at(row.y) - column.tolerance < token.left);
    for at in (0..tokens.len()).rev().take(MAX_MARKS + 1) {
        if let Some(amount) = money::amount(&tokens[at].text) {
            // A reduction may be set in: nothing but an amount is below zero.
            let in_column =
                amount.cents < 0 || column.is_none_or(|column| column.accepts(row.y, digits_end(&tokens[at])));
            // `3 @ 1.99` ends in an amount that is not the row's; the column tells, or the sign before it where there
            // is none.
            let is_unit_price = at > 0
                && matches!(tokens[at - 1].text.as_str(), "@" | "x" | "X" | "/")
                && column.is_none_or(|column| !column.holds(row.y, digits_end(&tokens[at])));
            if !in_column || is_unit_price {
                return (None, false);
            }
            let behind = tokens.split_off(at + 1);
            tokens.pop();
            let has_mark = amount.has_flag || behind.iter().any(|token| token.text.chars().any(char::is_alphabetic));
            // `0,46 EUR-`
            let is_minus = |word: &str| {
                word.strip_suffix(['-', '–', '—']).is_some_and(|rest| rest.is_empty() || money::is_currency(rest))
            };
            let minus = behind.first().is_some_and(|token| is_minus(&token.text));
            let cents = if minus { -amount.cents.abs() } else { amount.cents };
            return (Some(cents), has_mark);
        }
        if let Some(cents) = without_point(row, tokens, at, column) {
            let has_mark = tokens[at + 1..].iter().any(|token| token.text.chars().any(char::is_alphabetic));
            tokens.truncate(at - 1);
            return (Some(cents), has_mark);
        }
        if !is_mark(&tokens[at].text) && !is_behind(&tokens[at]) {
            return (None, false);
        }
    }
    (None, false)
}

/// An amount whose point was not read: `1 09 B` in the column of prices, behind a name that stands apart from it.
fn without_point(row: &Row, tokens: &[Token], at: usize, column: Option<PriceColumn>) -> Option<Cents> {
    let is_number =
        |token: &Token, digits: usize| token.text.len() <= digits && token.text.chars().all(|c| c.is_ascii_digit());
    let (whole, decimals) = (tokens.get(at.checked_sub(1)?)?, tokens.get(at)?);
    let name = tokens.get(at.checked_sub(2)?)?;
    let is_amount = is_number(whole, 3) && is_number(decimals, 2) && decimals.text.len() == 2;
    let is_in_column = column.is_some_and(|column| column.holds(row.y, decimals.right));
    let is_together = decimals.left - whole.right < 0.8 * row.height && whole.left - name.right > 0.6 * row.height;
    if !(is_amount && is_in_column && is_together) {
        return None;
    }
    money::amount(&format!("{}.{}", whole.text, decimals.text)).map(|amount| amount.cents)
}
