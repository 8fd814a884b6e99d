//! One row taken apart: its label, its amount, its quantity.

use super::super::rows::Row;
use super::money::{self, Cents};
use super::quantity::{self, Quantity};
use super::tokens::{self, Token};
use super::vocabulary::{self, Topic};

/// A row taken apart.
#[derive(Debug, Clone)]
pub struct Line {
    /// The printed name, without codes, tax marks, quantity and amount.
    pub label: String,
    pub amount: Option<Cents>,
    pub quantity: Option<Quantity>,
    pub topic: Topic,
    /// Whether a tax mark stood behind the amount: products have one, sums seldom do.
    pub has_mark: bool,
    /// An article number in the row.
    pub code: Option<String>,
    pub left: f32,
    pub height: f32,
    pub confidence: f32,
}

impl Line {
    /// Whether the label could name a product: at least two letters in a row of letters.
    pub fn names_something(&self) -> bool {
        let mut run = 0;
        self.label.chars().any(|c| {
            run = if c.is_alphabetic() { run + 1 } else { 0 };
            run >= 2
        })
    }
}

/// Where the prices stand: the right edge of the column of amounts, as a straight line down the page.
#[derive(Debug, Clone, Copy)]
pub struct PriceColumn {
    right: f32,
    drift: f32,
    tolerance: f32,
}

impl PriceColumn {
    /// Finds the edge that most amounts agree on, the column being allowed to lean.
    pub fn find(rows: &[Row], split: &[Vec<Token>]) -> Option<Self> {
        let mut edges: Vec<(f32, f32, f32)> = Vec::new();
        for (row, tokens) in rows.iter().zip(split) {
            let Some((_, token)) =
                tokens.iter().enumerate().rev().find(|(_, token)| money::amount(&token.text).is_some())
            else {
                continue;
            };
            edges.push((row.y, digits_end(token), row.height));
        }
        let height = median(edges.iter().map(|edge| edge.2).collect())?;
        // Hypotheses from pairs of amounts that are some rows apart, and vertical columns through each amount.
        let mut best: Option<(usize, Self)> = None;
        let step = (edges.len() / 40).max(1);
        for (at, &(y, right, _)) in edges.iter().enumerate().step_by(step) {
            let drifts = edges[at + 1..]
                .iter()
                .step_by(step)
                .filter(|other| other.0 - y > 6.0 * height)
                .map(|other| (other.1 - right) / (other.0 - y));
            for drift in drifts.filter(|drift| drift.abs() < 0.12).chain([0.0]) {
                let column = Self { right: right - drift * y, drift, tolerance: 1.1 * height };
                let agreeing = edges.iter().filter(|edge| column.holds(edge.0, edge.1)).count();
                // Of equal columns the one further right is that of the amounts; unit prices stand to its left.
                let better = best.as_ref().is_none_or(|(most, best)| {
                    agreeing > *most || (agreeing == *most && column.at(y) > best.at(y) + height)
                });
                if better {
                    best = Some((agreeing, column));
                }
            }
        }
        best.map(|(_, column)| column)
    }

    fn at(&self, y: f32) -> f32 {
        self.right + self.drift * y
    }

    fn holds(&self, y: f32, right: f32) -> bool {
        (self.at(y) - right).abs() <= self.tolerance
    }

    /// Whether an amount belongs to the column: it may stand a little off, but hardly to its left.
    fn accepts(&self, y: f32, right: f32) -> bool {
        right >= self.at(y) - 2.6 * self.tolerance
    }
}

/// The right end of a word's digits: a tax mark behind them does not move the column.
fn digits_end(token: &Token) -> f32 {
    let length = token.text.chars().count();
    let behind = token.text.chars().rev().take_while(|c| !c.is_ascii_digit()).count();
    #[expect(clippy::cast_precision_loss, reason = "words are short")]
    let part = behind as f32 / length.max(1) as f32;
    token.right - (token.right - token.left) * part
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Takes all rows of a receipt apart.
pub fn lines(rows: &[Row]) -> Vec<Line> {
    let split: Vec<Vec<Token>> = rows.iter().map(tokens::tokens).collect();
    let column = PriceColumn::find(rows, &split);
    let counted = begins_with_counts(&split);
    // Codes of only four digits begin a name often enough (`1000 ISLAND`); they are article numbers where several rows begin with one.
    let coded = split.iter().filter(|tokens| tokens.first().is_some_and(|token| token.is_code(4))).count();
    let shortest_code = if coded >= 3 { 4 } else { 5 };
    rows.iter()
        .zip(split)
        .map(|(row, tokens)| line(row, tokens, &Habits { column, shortest_code, coded: coded >= 3, counted }))
        .collect()
}

/// What all rows of a receipt have in common.
struct Habits {
    column: Option<PriceColumn>,
    shortest_code: usize,
    /// Whether several rows begin with an article number.
    coded: bool,
    /// Whether most products begin with their count: `1 BREAD 2.99`.
    counted: bool,
}

/// Whether rows with an amount begin with a small number as a rule. A single `7 UP` or `12 EGGS` is a name.
fn begins_with_counts(split: &[Vec<Token>]) -> bool {
    let priced = split.iter().filter(|tokens| {
        tokens.len() > 2
            && tokens.last().is_some_and(|token| money::amount(&token.text).is_some() || is_mark(&token.text))
    });
    let (mut counted, mut all) = (0, 0);
    for tokens in priced {
        all += 1;
        let small = tokens[0].text.parse::<u32>().is_ok_and(|count| (1..=99).contains(&count));
        counted += usize::from(small && tokens[1].text.starts_with(char::is_alphabetic));
    }
    counted >= 3 && counted * 2 >= all
}

fn line(row: &Row, mut tokens: Vec<Token>, habits: &Habits) -> Line {
    let left = tokens.first().map_or(0.0, |token| token.left);
    #[expect(clippy::cast_precision_loss, reason = "a row has few words")]
    let confidence = tokens.iter().map(|token| token.confidence).sum::<f32>() / tokens.len().max(1) as f32;
    let (amount, has_mark) = take_amount(row, &mut tokens, habits.column);
    let mut quantity = quantity::find(&tokens);
    if let Some(quantity) = &quantity {
        tokens.drain(quantity.first..=quantity.last);
    } else if let Some(amount) = amount {
        quantity = take_columns(&mut tokens, amount, habits.counted);
    }
    let code = strip_codes(&mut tokens, habits, row.height);
    let label = tokens::text(&tokens);
    let label = label
        .trim_matches(|c: char| matches!(c, '|' | '_' | '~' | ';' | ':' | '=' | '-' | '.' | ',' | '\'' | '`' | ' '));
    let label = super::spelling::letters_for_digits(label);
    let topic = vocabulary::topic(&label);
    Line { label, amount, quantity, topic, has_mark, code, left, height: row.height, confidence }
}

/// Takes the count or weight before a name and the unit price behind it off a table's row: `2 BREAD 2.99 5.98`, `1.17 lb ONIONS 0.79 0.92`.
fn take_columns(tokens: &mut Vec<Token>, amount: Cents, counted: bool) -> Option<Quantity> {
    let unit_price = tokens
        .last()
        .filter(|_| tokens.len() > 1)
        .and_then(|token| money::amount(&token.text))
        .map(|price| price.cents);
    let (count, measure, words) = quantity::leading(tokens)?;
    let quantity = Quantity { count, measure, price: unit_price, per: 1.0, first: 0, last: words - 1 };
    let is_confirmed = unit_price.is_some() && quantity.explains(amount);
    let names_follow = tokens.get(words).is_some_and(|token| token.text.chars().any(char::is_alphabetic));
    if !names_follow || !(is_confirmed || counted) {
        return None;
    }
    if is_confirmed {
        tokens.pop();
    }
    tokens.drain(..words);
    Some(quantity)
}

/// Takes the amount at the end of a row, and the tax marks behind it, off its words.
fn take_amount(row: &Row, tokens: &mut Vec<Token>, column: Option<PriceColumn>) -> (Option<Cents>, bool) {
    for at in (0..tokens.len()).rev().take(4) {
        if let Some(amount) = money::amount(&tokens[at].text) {
            let in_column = column.is_none_or(|column| column.accepts(row.y, digits_end(&tokens[at])));
            // `3 @ 1.99` ends in an amount that is not the row's; the column tells, or the sign before it where there is none.
            let is_unit_price = at > 0
                && matches!(tokens[at - 1].text.as_str(), "@" | "x" | "X" | "/")
                && column.is_none_or(|column| !column.holds(row.y, digits_end(&tokens[at])));
            if !in_column || is_unit_price {
                return (None, false);
            }
            let behind = tokens.split_off(at + 1);
            tokens.pop();
            let has_mark = amount.has_flag || behind.iter().any(|token| token.text.chars().any(char::is_alphabetic));
            let minus = behind.first().is_some_and(|token| matches!(token.text.as_str(), "-" | "–" | "—"));
            let cents = if minus { -amount.cents.abs() } else { amount.cents };
            return (Some(cents), has_mark);
        }
        if !is_mark(&tokens[at].text) {
            return (None, false);
        }
    }
    (None, false)
}

/// What tills print behind an amount: one or two letters, a star, a digit for the tax class, a currency.
fn is_mark(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
    letters <= 2 || matches!(word.to_uppercase().as_str(), "EUR" | "USD" | "TAX" | "EURO" | "T/F" | "CHF")
}

/// Takes article numbers, barcodes and lone marks off both ends of a label.
fn strip_codes(tokens: &mut Vec<Token>, habits: &Habits, height: f32) -> Option<String> {
    let shortest = habits.shortest_code;
    let mut code = None;
    // `E 190235 HBO W/ALMNDS`: a mark and a number before the name.
    let marks = tokens.iter().take_while(|token| is_single_mark(&token.text)).count();
    if let Some(token) = tokens.get(marks)
        && token.is_code(if marks > 0 { 4 } else { shortest })
    {
        code = Some(token.text.clone());
        tokens.drain(..=marks);
        // A code that a stroke or a crease broke in two.
        let is_rest = code.as_ref().is_some_and(|code| code.len() < 5)
            && habits.coded
            && tokens.len() > 1
            && tokens[0].text.chars().all(|c| c.is_ascii_digit());
        if is_rest {
            tokens.remove(0);
        }
    } else if let Some(pieces) = broken_code(&tokens[marks..]).filter(|_| habits.coded) {
        code = Some(tokens::text(&tokens[marks..marks + pieces]).replace(' ', ""));
        tokens.drain(..marks + pieces);
    } else if marks > 0 && tokens.get(marks).is_some_and(|token| token.left - tokens[marks - 1].right > 1.2 * height) {
        tokens.drain(..marks);
    }
    while let Some((last, rest)) = tokens.split_last() {
        let gap = rest.last().map_or(0.0, |before| last.left - before.right);
        let is_far = gap > 0.9 * height;
        let is_end_code = last.is_code(6) || (last.is_code(4) && is_far) || (code.is_some() && last.is_code(5));
        let is_end_mark = (is_far || code.is_some()) && !rest.is_empty() && is_tax_mark(&last.text);
        let is_speck =
            !rest.is_empty() && !last.text.chars().any(char::is_alphanumeric) && last.text != "&" && last.text != "%";
        if rest.is_empty() && !is_end_code || !(is_end_code || is_end_mark || is_speck) {
            break;
        }
        if is_end_code {
            code = Some(last.text.clone());
        }
        tokens.pop();
    }
    code
}

/// How many words at the start are the pieces of one number of at least five digits, with a name behind them.
fn broken_code(tokens: &[Token]) -> Option<usize> {
    let pieces = tokens.iter().take(3).take_while(|token| token.text.chars().all(|c| c.is_ascii_digit())).count();
    let digits: usize = tokens[..pieces].iter().map(|token| token.text.len()).sum();
    (digits >= 5 && pieces < tokens.len()).then_some(pieces)
}

fn is_single_mark(word: &str) -> bool {
    word.chars().count() == 1 && !word.chars().all(|c| c.is_ascii_digit())
}

fn is_tax_mark(word: &str) -> bool {
    matches!(
        word.to_uppercase().as_str(),
        "F" | "T"
            | "N"
            | "NF"
            | "FS"
            | "TF"
            | "X"
            | "A"
            | "B"
            | "E"
            | "R"
            | "O"
            | "S"
            | "*"
            | "TX"
            | "FT"
            | "H"
            | "W"
            | "J"
            | "KB"
            | "1"
            | "2"
            | "I"
            | "L"
            | "Z"
            | "RX"
            | "FW"
            | "D"
    )
}
