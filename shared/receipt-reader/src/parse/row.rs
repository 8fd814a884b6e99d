//! Parses rows: label, amount, quantity.

use super::codes::{is_mark, strip_codes};
use super::glued_marks::strip_glued_marks;
use super::leading_numbers::{
    begins_with_weight, count_leading_codes, count_product_rows, have_leading_counts, strip_line_numbers,
};
use super::lexeme::{is_counting_word, is_sign};
use super::measure::{Measure, Quantity};
use super::name_marks::{NameMarks, is_tax_rate, strip_front_marks, strip_tax_rate, strip_weight_mark};
use super::price_column::{PriceColumn, digits_right};
use super::quantity;
use super::reductions::take_reductions;
use super::tokens::{Token, join_tokens, split_tokens};
use super::whole_amounts;
use crate::layout::rows::Row;
use crate::text::money::{self, Cents};
use crate::text::vocabulary::{self, Topic};
use std::collections::{HashMap, HashSet};

/// The parts of a row.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "marks that a row has or has not, each by itself")]
pub struct ParsedRow {
    /// The printed name, without codes, tax marks, quantity and amount.
    pub label: String,
    pub amount: Option<Cents>,
    /// All amounts of the row, from left to right.
    pub amounts: Vec<Cents>,
    /// The right edge of the amount's digits.
    pub amount_right: Option<f32>,
    pub quantity: Option<Quantity>,
    pub topic: Topic,
    /// True if its words are those of no product.
    pub is_never_product: bool,
    /// The reduction of the row above, if the row holds one with the price after it.
    pub reduction: Option<Cents>,
    /// True if a tax mark was behind the amount: products have one, sums seldom do.
    pub has_mark: bool,
    /// True if there was an article number beside the name.
    pub has_code: bool,
    /// True if there was a number, a mark or a count in front of the name: the further rows of a name have none.
    pub has_front: bool,
    pub left: f32,
    pub height: f32,
    pub confidence: f32,
}

impl ParsedRow {
    /// Returns true if the label may be a name: it has two letters in sequence.
    pub fn has_name(&self) -> bool {
        let mut run = 0;
        self.label.chars().any(|c| {
            run = if c.is_alphabetic() { run + 1 } else { 0 };
            run >= 2
        })
    }
}

/// Returns true if the second row is indented against the first, as the further rows of a name are.
fn is_indented(first: &ParsedRow, second: &ParsedRow) -> bool {
    let step = second.left - first.left;
    // The further rows of a name begin where it does, without the columns in front of it.
    let is_behind_columns = first.has_front && !second.has_front && step.abs() <= MIN_INDENT * first.height;
    is_behind_columns || step > MIN_INDENT * first.height && step < MAX_INDENT * first.height
}

/// The range of the indent of a name's further rows, in row heights: less is the same edge, more is a centred heading.
const MIN_INDENT: f32 = 0.35;
const MAX_INDENT: f32 = 4.0;
/// The minimum width of a column in front of a name, in row heights.
const MIN_FRONT_WIDTH: f32 = 0.8;
/// The maximum number of words behind an amount.
const MAX_MARKS: usize = 4;
/// The minimum number in front of a sign that may be a size.
const MIN_SIZE: f64 = 10.0;
/// The minimum number of rows that prove a habit of the receipt, such as a column of unit prices.
const MIN_ROWS: usize = 3;
/// The minimum number of rows with a numbered department, since a single one may be a product.
const MIN_DEPARTMENTS: usize = 2;
/// The maximum gap between the whole and the decimals of an amount without a point, …
const MAX_DECIMALS_GAP: f32 = 0.8;
/// … and the minimum gap in front of it, in row heights.
const MIN_AMOUNT_GAP: f32 = 0.6;
/// Signs between a count and a price.
const SIGNS: [char; 4] = ['x', 'X', '×', '*'];

/// Parses all rows of a receipt.
pub fn parse_rows(rows: &[Row]) -> Vec<ParsedRow> {
    let whole = whole_amounts::with_decimals(rows);
    let rows = whole.as_deref().unwrap_or(rows);
    let mut tokens: Vec<Vec<Token>> = rows.iter().map(split_tokens).collect();
    let reductions = take_reductions(&mut tokens);
    let amounts: Vec<Vec<(Cents, f32)>> = tokens.iter().map(|tokens| amounts(tokens)).collect();
    let end = count_product_rows(&tokens);
    strip_glued_marks(&mut tokens, rows, end);
    strip_front_marks(&mut tokens, rows, end);
    strip_line_numbers(&mut tokens, end);
    let column = PriceColumn::find(rows, &tokens);
    // Names may begin with four digits (`1000 ISLAND`); such a number is an article number only if several rows begin
    // with one.
    let coded = tokens.iter().filter(|tokens| tokens.first().is_some_and(|token| token.is_code(4))).count();
    let min_code_digits = if coded >= MIN_ROWS { 4 } else { 5 };
    let format = RowFormat {
        column,
        min_code_digits,
        has_counts: have_leading_counts(&tokens, end, min_code_digits),
        has_unit_prices: has_unit_prices(&tokens),
        marks: NameMarks::find(&tokens, rows),
    };
    let parts = tokens.into_iter().zip(amounts).zip(reductions);
    let parse = |(row, ((tokens, amounts), reduction))| parse_row(row, tokens, amounts, reduction, &format);
    let mut parsed: Vec<ParsedRow> = rows.iter().zip(parts).map(parse).collect();
    if whole.is_none() && !whole_amounts::are_usual(parsed.iter().filter_map(|row| row.amount)) {
        for row in &mut parsed {
            row.amount = row.amount.filter(|cents| cents.abs() <= money::MAX_AMOUNT);
            row.amounts.retain(|cents| cents.abs() <= money::MAX_AMOUNT);
        }
    }
    mark_headings(&mut parsed);
    parsed
}

/// Returns the amounts among tokens, and the right edges of their digits.
fn amounts(tokens: &[Token]) -> Vec<(Cents, f32)> {
    let amount = |token: &Token| Some((money::parse_amount(&token.text)?.cents, digits_right(token)));
    let last = tokens.iter().rposition(|token| amount(token).is_some());
    // `COCA-COLA 1.75L 2.05`: a size is before the amount.
    let may_be_amount = |(at, token): &(usize, &Token)| Some(*at) == last || Measure::of_size(&token.text).is_none();
    tokens.iter().enumerate().filter(may_be_amount).filter_map(|(_, token)| amount(token)).collect()
}

/// Marks rows as headings that are none by their words, but by the rest of the receipt.
fn mark_headings(rows: &mut [ParsedRow]) {
    // Some shops number their departments: `21-GROCERY`, `27-PRODUCE`.
    let is_department = |row: &ParsedRow| row.amount.is_none() && is_numbered_heading(&row.label);
    if rows.iter().filter(|row| is_department(row)).count() >= MIN_DEPARTMENTS {
        rows.iter_mut().filter(|row| is_department(row)).for_each(|row| row.topic = Topic::Heading);
    }
    // A department with an unknown name is repeated without an amount, each time above another row that is not
    // indented.
    let mut candidates: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let is_only_name = row.topic == Topic::Product && row.amount.is_none() && row.quantity.is_none();
        if is_only_name && !row.has_code && row.has_name() {
            candidates.entry(&row.label).or_default().push(at);
        }
    }
    // A row below a product that is indented, or is repeated below the same product, continues its name.
    let continues_name = |indices: &Vec<usize>| {
        let above: Vec<&ParsedRow> = indices.iter().filter_map(|at| rows.get(at.checked_sub(1)?)).collect();
        let names: HashSet<&str> = above.iter().map(|row| row.label.as_str()).collect();
        above.iter().all(|row| row.amount.is_some() && row.has_name())
            && (names.len() < indices.len() || above.iter().zip(indices).any(|(row, at)| is_indented(row, &rows[*at])))
    };
    let is_heading = |indices: &Vec<usize>| {
        let below: Vec<&ParsedRow> = indices.iter().filter_map(|at| rows.get(at + 1)).collect();
        let different: HashSet<&str> = below.iter().map(|row| row.label.as_str()).collect();
        let are_numbers = indices.len() >= 2 && below.iter().all(|row| row.label.is_empty() && row.amount.is_none());
        (different.len() >= 2 || are_numbers)
            && indices.iter().zip(&below).all(|(at, below)| begins_product(&rows[*at], below))
    };
    let candidates = candidates.into_values();
    let headings: Vec<usize> =
        candidates.filter(|indices| is_heading(indices) && !continues_name(indices)).flatten().collect();
    for at in headings {
        rows[at].topic = Topic::Heading;
    }
}

/// Returns true if the row below a heading begins a product: with a name, count or number that is not indented.
fn begins_product(heading: &ParsedRow, below: &ParsedRow) -> bool {
    let begins = below.amount.is_none() || below.has_name();
    begins && (below.quantity.is_some() || below.left - heading.left <= MIN_INDENT * heading.height)
}

/// Returns true for a small number, a hyphen and a word: `21-GROCERY`.
fn is_numbered_heading(label: &str) -> bool {
    label.split_once('-').is_some_and(|(number, name)| {
        (1..=2).contains(&number.len())
            && number.chars().all(|c| c.is_ascii_digit())
            && name.trim_start().chars().take_while(|c| c.is_alphabetic()).count() >= 3
    })
}

/// The common format of a receipt's rows.
struct RowFormat {
    column: Option<PriceColumn>,
    min_code_digits: usize,
    /// True if most rows begin with a count: `1 BREAD 2.99`.
    has_counts: bool,
    /// True if there is a column of unit prices before the amounts.
    has_unit_prices: bool,
    /// The marks behind the names.
    marks: Option<NameMarks>,
}

/// Returns true if several rows have two amounts side by side, of which the second is a multiple of the first.
fn has_unit_prices(rows: &[Vec<Token>]) -> bool {
    let multiples = rows.iter().filter(|tokens| {
        let amounts = tokens.iter().map(|token| money::parse_amount(&token.text).map(|amount| amount.cents));
        let mut last_two = amounts.rev().skip_while(Option::is_none);
        let (Some(Some(amount)), Some(Some(price))) = (last_two.next(), last_two.next()) else { return false };
        tokens.len() > 2 && quantity::infer_count(price, amount).is_some()
    });
    multiples.count() >= MIN_ROWS
}

/// Parses a row by the format of its receipt. `amounts` are all amounts with their right edges.
fn parse_row(
    row: &Row,
    mut tokens: Vec<Token>,
    amounts: Vec<(Cents, f32)>,
    reduction: Option<Cents>,
    format: &RowFormat,
) -> ParsedRow {
    let first_left = tokens.first().map_or(0.0, |token| token.left);
    #[expect(clippy::cast_precision_loss, reason = "a row has few words")]
    let confidence = tokens.iter().map(|token| token.confidence).sum::<f32>() / tokens.len().max(1) as f32;
    let (mut amount, has_mark) = take_amount(row, &mut tokens, format.column);
    strip_weight_mark(&mut tokens);
    strip_tax_rate(&mut tokens);
    strip_name_marks(&mut tokens, format.marks.as_ref());
    let found = find_quantity(&tokens, amount);
    let has_code_before_count = found.is_none() && format.has_counts && strip_codes_before_count(&mut tokens, format);
    let quantity = match (found, amount) {
        (Some(found), _) => Some(take_quantity(row, &mut tokens, found, &mut amount, format.marks.as_ref())),
        (None, Some(amount)) => take_columns(&mut tokens, amount, format.has_counts)
            .or_else(|| take_last_columns(&mut tokens, amount, format.has_unit_prices)),
        (None, None) if format.has_counts || begins_with_weight(&tokens) => take_count(&mut tokens),
        (None, None) => None,
    };
    let has_code = strip_codes(&mut tokens, format.min_code_digits, row.height) || has_code_before_count;
    let label = clean_label(&tokens);
    let has_price = amount.is_some_and(|cents| cents > 0);
    let topic = if has_price { vocabulary::classify_priced_label(&label) } else { vocabulary::classify_label(&label) };
    let left = tokens.first().map_or(first_left, |token| token.left);
    let row_left = row.cells.first().map_or(left, |cell| cell.left);
    ParsedRow {
        is_never_product: vocabulary::is_never_product(&label) || vocabulary::is_never_product(&row.text()),
        label,
        amount,
        amount_right: amounts.iter().rev().find(|(cents, _)| Some(*cents) == amount).map(|(_, right)| *right),
        amounts: amounts.into_iter().map(|(cents, _)| cents).collect(),
        quantity,
        topic,
        reduction,
        has_mark,
        has_code,
        has_front: left - row_left > MIN_FRONT_WIDTH * row.height,
        left,
        height: row.height,
        confidence,
    }
}

/// Removes article numbers in front of a count: `211468490158 2 BUTTER`. Returns true if there were some.
fn strip_codes_before_count(tokens: &mut Vec<Token>, format: &RowFormat) -> bool {
    let codes = count_leading_codes(tokens, format.min_code_digits);
    let is_before_count = codes > 0 && quantity::parse_leading(&tokens[codes..]).is_some();
    if is_before_count {
        tokens.drain(..codes);
    }
    is_before_count
}

/// Returns the name that tokens make, without marks around it and with misread zeros corrected.
fn clean_label(tokens: &[Token]) -> String {
    let label = join_tokens(tokens);
    let label = label
        .trim_matches(|c: char| matches!(c, '|' | '_' | '~' | ';' | ':' | '=' | '-' | '.' | ',' | '\'' | '`' | ' '));
    super::spelling::correct_zeros(label.trim_start_matches(['*', '#', '%', '^', '+', ' ']))
}

/// Removes the marks behind a name: a letter and a tax rate may be side by side; a second rate is that of the fat.
fn strip_name_marks(tokens: &mut Vec<Token>, marks: Option<&NameMarks>) {
    let mut rates = 0;
    for _ in 0..2 {
        let is_name_mark = |last: &&Token| marks.is_some_and(|marks| marks.contains(last));
        let Some(last) = tokens.last().filter(|_| tokens.len() > 1).filter(is_name_mark) else { break };
        rates += usize::from(is_tax_rate(&last.text));
        if rates > 1 {
            break;
        }
        tokens.pop();
    }
}

/// Finds the quantity in a row by its signs and words.
fn find_quantity(tokens: &[Token], amount: Option<Cents>) -> Option<Quantity> {
    let found = quantity::find_quantity(tokens).or_else(|| quantity_without_point(tokens, amount?))?;
    Some(match amount {
        Some(amount) => without_size(tokens, found, amount),
        None => found,
    })
}

/// Removes the words of a quantity from a row. If they are all of it, the amount behind their sign is the unit price,
/// even in the column of amounts: `2 Stk x 0,55`.
fn take_quantity(
    row: &Row,
    tokens: &mut Vec<Token>,
    mut quantity: Quantity,
    amount: &mut Option<Cents>,
    marks: Option<&NameMarks>,
) -> Quantity {
    let taken: Vec<Token> = tokens.drain(quantity.first..=quantity.last).collect();
    strip_class_before_quantity(row, tokens, marks);
    if tokens.iter().all(|token| is_counting_word(&token.text)) {
        tokens.clear();
        if quantity.price.is_none() && taken.last().is_some_and(|token| is_sign(&token.text)) {
            quantity.price = amount.take();
        }
    }
    quantity
}

/// Removes the tax class between a name and its quantity, where it is printed behind the amount, too, or is a rate:
/// `BANAN C 0,845 x5,99 5,06C`, `BANAN 15% 0,845kg x 24,90 21,04`.
fn strip_class_before_quantity(row: &Row, tokens: &mut Vec<Token>, marks: Option<&NameMarks>) {
    let [_, .., last] = tokens.as_slice() else { return };
    let class_behind = row.cells.last().and_then(|cell| cell.text.chars().next_back()).filter(char::is_ascii_uppercase);
    let is_class = class_behind.is_some_and(|class| last.text.chars().eq([class]));
    let is_rate = is_tax_rate(&last.text) && !last.text.contains([',', '.']);
    if is_class || is_rate && marks.is_some_and(|marks| marks.contains(last)) {
        tokens.pop();
    }
}

/// Returns the quantity of a row whose unit price was read without its point, which the amount proves: `1,2 x1299
/// 15,59`.
fn quantity_without_point(tokens: &[Token], amount: Cents) -> Option<Quantity> {
    let is_price = |text: &str| (3..=5).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit());
    let at = tokens.iter().rposition(|token| is_price(token.text.trim_start_matches(SIGNS)))?;
    let text = &tokens[at].text;
    let has_sign = text.starts_with(SIGNS) || at > 0 && is_sign(&tokens[at - 1].text);
    let mut tokens = tokens.to_vec();
    tokens[at].text.insert(text.len() - 2, '.');
    quantity::find_quantity(&tokens)
        .filter(|quantity| has_sign && quantity.price.is_some() && quantity.explains(amount))
}

/// Keeps the size in front of a sign in the name if the count between them was not read: `GOUDA 400g x6,99 6,99`.
fn without_size(tokens: &[Token], quantity: Quantity, amount: Cents) -> Quantity {
    let sign = (quantity.first + 1..=quantity.last).find(|at| tokens[*at].text.starts_with(SIGNS));
    let is_size = quantity.measure != Measure::Piece || quantity.count >= MIN_SIZE;
    let price = quantity.price.filter(|_| is_size && !quantity.explains(amount));
    match (sign, price.and_then(|price| quantity::infer_count(price, amount))) {
        (Some(first), Some(inferred)) => Quantity { first, last: quantity.last, ..inferred },
        _ => quantity,
    }
}

/// Takes the count or weight before a name and the unit price behind it from a table's row: `2 BREAD 2.99 5.98`, `1.17
/// lb ONIONS 0.79 0.92`.
fn take_columns(tokens: &mut Vec<Token>, amount: Cents, has_counts: bool) -> Option<Quantity> {
    let unit_price = tokens
        .last()
        .filter(|_| tokens.len() > 1)
        .and_then(|token| money::parse_amount(&token.text))
        .map(|price| price.cents);
    let (count, measure, words) = quantity::parse_leading(tokens)?;
    let is_whole = measure != Measure::Piece || count.fract() == 0.0;
    let is_weight = begins_with_weight(tokens);
    // A weight in a separate column needs no unit.
    let measure = if is_whole { measure } else { Measure::Kilogram };
    let quantity = Quantity::new(count, measure, unit_price);
    let is_confirmed = unit_price.is_some() && quantity.explains(amount);
    let has_letters = |at: usize| tokens.get(at).is_some_and(|token| token.text.chars().any(char::is_alphabetic));
    // In a column of counts, a name may begin with a number: `1 6 CROQUETAS`.
    let is_number = |token: &Token| token.text.len() <= 2 && token.text.bytes().all(|c| c.is_ascii_digit());
    let begins_with_number = || has_counts && tokens.get(words).is_some_and(is_number) && has_letters(words + 1);
    let is_before_name = has_letters(words) || begins_with_number();
    // The name may be on the row above.
    let is_nameless = has_counts && is_whole && tokens[words..].iter().all(|token| token.is_code(4));
    if !(is_nameless || is_before_name && (is_confirmed || is_weight || has_counts && is_whole)) {
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

/// Takes the count or weight before a name from a row whose amount is on the next one.
fn take_count(tokens: &mut Vec<Token>) -> Option<Quantity> {
    let (count, measure, words) = quantity::parse_leading(tokens)?;
    let is_before_name = tokens.get(words).is_some_and(|token| token.text.starts_with(char::is_alphabetic));
    if !is_before_name || measure == Measure::Piece && count.fract() != 0.0 {
        return None;
    }
    tokens.drain(..words);
    Some(Quantity::new(count, measure, None))
}

/// Takes the columns between the name and the amount from a table's row: `BREAD 2 2.99 5.98`, or without a count `BREAD
/// 2.99 5.98`.
fn take_last_columns(tokens: &mut Vec<Token>, amount: Cents, has_unit_prices: bool) -> Option<Quantity> {
    if let Some((quantity, words)) = quantity::parse_trailing(tokens, amount) {
        let rest = tokens.len() - words;
        // Without a name, a count of one is not reliable: `1 2.99 2.99` may be anything.
        if rest == 0 && quantity.measure == Measure::Piece && quantity.count < 2.0 {
            return None;
        }
        tokens.truncate(rest);
        return Some(quantity);
    }
    // `0,39 € x 1,17`: the count between sign and amount was not read.
    let end = tokens.iter().rposition(|token| !(is_sign(&token.text) || matches!(token.text.as_str(), "€" | "EUR")))?;
    let has_sign = tokens.last().is_some_and(|token| is_sign(&token.text)) || tokens[end].text.starts_with(SIGNS);
    let price = money::parse_amount(tokens[end].text.trim_start_matches(SIGNS)).filter(|_| end > 0)?;
    // If the amount is a multiple of a price beside it, one row suffices.
    let quantity = quantity::infer_count(price.cents, amount)
        .filter(|quantity| has_unit_prices || has_sign || quantity.count > 1.0)?;
    tokens.truncate(end);
    Some(quantity)
}

/// Takes the amount at the end of a row and the tax marks behind it. Returns the amount, and whether there was a mark.
fn take_amount(row: &Row, tokens: &mut Vec<Token>, column: Option<PriceColumn>) -> (Option<Cents>, bool) {
    // A word to the right of the column of amounts is a mark, whatever its letters are: `7.98  SALE`.
    let is_behind = |token: &Token| column.is_some_and(|column| column.right_at(row.y) - column.tolerance < token.left);
    for at in (0..tokens.len()).rev().take(MAX_MARKS + 1) {
        if let Some(amount) = money::parse_amount(&tokens[at].text) {
            // A reduction may be indented; a negative number is always an amount.
            let in_column =
                amount.cents < 0 || column.is_none_or(|column| column.may_contain(row.y, digits_right(&tokens[at])));
            // `3 @ 1.99` ends in a unit price, which is recognised by the column, or without one by the sign before it.
            let is_unit_price = at > 0
                && matches!(tokens[at - 1].text.as_str(), "@" | "x" | "X" | "/")
                && column.is_none_or(|column| !column.is_at_edge(row.y, digits_right(&tokens[at])));
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
            let is_negative = behind.first().is_some_and(|token| is_minus(&token.text));
            let cents = if is_negative { -amount.cents.abs() } else { amount.cents };
            return (Some(cents), has_mark);
        }
        if let Some(cents) = amount_without_point(row, tokens, at, column) {
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

/// Returns an amount whose point was not read: `1 09 B` in the column of prices, apart from the name.
fn amount_without_point(row: &Row, tokens: &[Token], at: usize, column: Option<PriceColumn>) -> Option<Cents> {
    let is_number =
        |token: &Token, digits: usize| token.text.len() <= digits && token.text.chars().all(|c| c.is_ascii_digit());
    let (whole, decimals) = (tokens.get(at.checked_sub(1)?)?, tokens.get(at)?);
    let name = tokens.get(at.checked_sub(2)?)?;
    let is_amount = is_number(whole, 3) && is_number(decimals, 2) && decimals.text.len() == 2;
    let is_in_column = column.is_some_and(|column| column.is_at_edge(row.y, decimals.right));
    let is_together = decimals.left - whole.right < MAX_DECIMALS_GAP * row.height
        && whole.left - name.right > MIN_AMOUNT_GAP * row.height;
    if !(is_amount && is_in_column && is_together) {
        return None;
    }
    money::parse_amount(&format!("{}.{}", whole.text, decimals.text)).map(|amount| amount.cents)
}
