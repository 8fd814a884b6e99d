//! The features of rows for the tagger: words by class, shape, position, amounts, and the relation of these to other
//! rows. The model weighs features; none decides alone. Feature names are hashed into the keys of `rows.weights`, so a
//! changed name needs new weights.

#![expect(clippy::cast_precision_loss, reason = "rows have some hundred letters, receipts some thousand rows")]

use super::crf::Feature;
use super::solve::{self, solve_quantity};
use crate::layout::rows::Row;
use crate::parse::measure::{Measure, Quantity};
use crate::parse::row::{ParsedRow, parse_rows};
use crate::product;
use crate::text::money::{self, Cents};
use crate::text::vocabulary::{self, Topic};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Sums of some of the amounts above a row are no longer added once there are this many; the last may double them.
const MAX_SUMS: usize = 400;

/// A row with its own features.
#[derive(Debug, Clone)]
pub struct RowFacts {
    pub parsed: ParsedRow,
    pub text: String,
    /// The text with runs of letters and digits as one character: `a 9.99 a`.
    shape: String,
    /// The distance to the row above, in heights of a row.
    gap: f32,
    letters: usize,
    has_digits: bool,
    classes: u32,
    /// True for a row of a table whose count and unit price make another amount than its last one.
    is_contradicted: bool,
    own: Vec<Feature>,
}

/// Returns the feature with this name and value, hashed together.
fn feature(name: &str, value: impl Into<u64>) -> Feature {
    (hash(name, &value.into().to_le_bytes()), 1.0)
}

fn text_feature(name: &str, text: &str, value: f32) -> Feature {
    (hash(name, text.as_bytes()), value)
}

/// Returns the FNV-1a hash of a name and a value, mixed once more at its end.
fn hash(name: &str, value: &[u8]) -> u32 {
    let bytes = name.as_bytes().iter().chain(&[0]).chain(value);
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    let mixed = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    mixed ^ (mixed >> 13)
}

/// Returns the number of steps that a value is above.
fn bucket(value: f32, steps: &[f32]) -> u64 {
    steps.iter().map(|step| u64::from(value > *step)).sum()
}

fn count_bucket(value: usize, steps: &[usize]) -> u64 {
    steps.iter().map(|step| u64::from(value > *step)).sum()
}

/// The dimensions of a page, relative to which rows are described.
struct PageMetrics {
    height: f32,
    left: f32,
    right: f32,
    width: f32,
    /// The right edge of the column of prices.
    column: f32,
}

impl PageMetrics {
    fn new(rows: &[Row], parsed: &[ParsedRow]) -> Self {
        let sorted = |mut values: Vec<f32>| {
            values.retain(|value| value.is_finite());
            values.sort_by(f32::total_cmp);
            values
        };
        let at = |values: &[f32], percent: usize| values.get(values.len() * percent / 100).copied();
        let height = at(&sorted(rows.iter().map(|row| row.height).collect()), 50).unwrap_or(1.0).max(1.0);
        let left = sorted(rows.iter().filter_map(|row| Some(row.cells.first()?.left)).collect());
        let right = sorted(rows.iter().filter_map(|row| Some(row.cells.last()?.right)).collect());
        let (left, right) = (at(&left, 8).unwrap_or(0.0), at(&right, 95).unwrap_or(1.0));
        let width = (right - left).max(1.0);
        let edges = sorted(parsed.iter().filter_map(|row| row.amount_right).collect());
        let column = at(&edges, 50).unwrap_or(right);
        Self { height, left, right, width, column }
    }
}

/// Extracts the facts of the rows of one photo.
pub fn extract_facts(rows: &[Row]) -> Vec<RowFacts> {
    let parsed = parse_rows(rows);
    let page = PageMetrics::new(rows, &parsed);
    let mut facts: Vec<RowFacts> = Vec::with_capacity(rows.len());
    for (at, (row, parsed)) in rows.iter().zip(parsed).enumerate() {
        let above = at.checked_sub(1).map(|above| &rows[above]);
        let gap = above.map_or(9.0, |above| (row.y - above.y) / page.height);
        facts.push(row_facts(row, parsed, &page, gap));
    }
    facts
}

/// Returns the shape of a text: runs of letters as `a`, runs of digits as `9`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for c in text.chars() {
        let kind = match c {
            c if c.is_alphabetic() => 'a',
            c if c.is_ascii_digit() => '9',
            ' ' | '-' | '&' | '\'' | '/' if shape.ends_with(['a', ' ']) => ' ',
            c => c,
        };
        let is_run = matches!(kind, 'a' | '9' | ' ') && shape.ends_with(kind);
        // Several words count as one run.
        if kind == 'a' && shape.ends_with("a ") {
            continue;
        }
        if !is_run {
            shape.push(kind);
        }
        if shape.len() > 30 {
            break;
        }
    }
    shape
}

/// The numbers of characters of a row, by kind.
struct Glyphs {
    letters: usize,
    digits: usize,
    capitals: usize,
    all: usize,
    letters_of_label: usize,
}

impl Glyphs {
    fn count(text: &str, label: &str) -> Self {
        let count = |is_kind: fn(char) -> bool| text.chars().filter(|c| is_kind(*c)).count();
        Self {
            letters: count(char::is_alphabetic),
            digits: count(|c| c.is_ascii_digit()),
            capitals: count(char::is_uppercase),
            all: count(|c| !c.is_whitespace()),
            letters_of_label: label.chars().filter(|c| c.is_alphabetic()).count(),
        }
    }
}

fn row_facts(row: &Row, parsed: ParsedRow, page: &PageMetrics, gap: f32) -> RowFacts {
    let text = row.text();
    let glyphs = Glyphs::count(&text, &parsed.label);
    let classes = vocabulary::word_classes(&text);
    let shape = shape(&text);
    let mut own = vec![feature("bias", 0_u8)];
    own.extend(text_features(&parsed, &text, &glyphs));
    own.extend(position_features(row, page, gap));
    own.extend(topic_features(&parsed, &glyphs));
    own.extend(number_features(&parsed, &text, &glyphs));
    own.extend(vocabulary_features(&parsed));
    own.extend(amount_features(&parsed, &text, page));
    own.extend(class_features(classes, &parsed));
    own.extend(spelling_features(&text, &shape));
    let is_contradicted = parsed.amount.is_some_and(|amount| solve::is_contradicted(&text, amount));
    let (letters, has_digits) = (glyphs.letters, glyphs.digits > 0);
    RowFacts { parsed, text, shape, gap, letters, has_digits, classes, is_contradicted, own }
}

fn text_features(parsed: &ParsedRow, text: &str, glyphs: &Glyphs) -> [Feature; 12] {
    let all = glyphs.all.max(1) as f32;
    let capitals = glyphs.capitals as f32 / glyphs.letters.max(1) as f32;
    [
        feature("amounts", parsed.amounts.len().min(3) as u64),
        feature("has amount", parsed.amount.is_some()),
        feature("letters", count_bucket(glyphs.letters, &[0, 2, 5, 12, 25])),
        feature("label letters", count_bucket(glyphs.letters_of_label, &[0, 1, 4, 10])),
        feature("letter share", bucket(glyphs.letters as f32 / all, &[0.05, 0.3, 0.6, 0.85])),
        feature("digit share", bucket(glyphs.digits as f32 / all, &[0.05, 0.3, 0.6, 0.9])),
        feature("capitals", bucket(capitals, &[0.2, 0.8])),
        feature("marks", u64::from(text.contains('%')) | u64::from(text.contains('*')) << 1),
        feature("colon", text.contains(':')),
        feature("has code", parsed.has_code),
        feature("has mark", parsed.has_mark),
        feature("has front", parsed.has_front),
    ]
}

fn position_features(row: &Row, page: &PageMetrics, gap: f32) -> [Feature; 7] {
    let left = row.cells.first().map_or(0.0, |cell| cell.left);
    let right = row.cells.last().map_or(0.0, |cell| cell.right);
    let is_centred = (f32::midpoint(left, right) - f32::midpoint(page.left, page.right)).abs() < 0.05 * page.width
        && left > page.left + 0.08 * page.width;
    [
        feature("indent", bucket((left - page.left) / page.width, &[-0.03, 0.03, 0.08, 0.2, 0.4, 0.6])),
        feature("end", bucket((right - page.column) / page.width, &[-0.5, -0.25, -0.08, 0.08])),
        feature("width", bucket((right - left) / page.width, &[0.25, 0.5, 0.75])),
        feature("pieces", row.cells.len().min(4) as u64),
        feature("height", bucket(row.height / page.height, &[0.75, 1.2, 1.6])),
        feature("gap", bucket(gap, &[0.8, 1.3, 2.0, 3.5])),
        feature("centred", is_centred),
    ]
}

fn topic_features(parsed: &ParsedRow, glyphs: &Glyphs) -> [Feature; 2] {
    let topic = parsed.topic as u8;
    let with_amount = [topic, u8::from(parsed.amount.is_some()), u8::from(glyphs.letters_of_label > 0)];
    [(hash("topic", &[topic]), 1.6), (hash("topic & amount", &with_amount), 1.0)]
}

/// Returns the features of numbers: of codes, counts, amounts and quantities.
fn number_features(parsed: &ParsedRow, text: &str, glyphs: &Glyphs) -> Vec<Feature> {
    let longest_number = text.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0);
    let begins_with_number = text.split(|c: char| !c.is_ascii_digit()).next().is_some_and(|number| number.len() > 4);
    let first_word = text.split(' ').next().unwrap_or_default();
    let begins_with_count = first_word.len() <= 2 && first_word.chars().all(|c| c.is_ascii_digit());
    let mut features = vec![
        feature("number", count_bucket(longest_number, &[4, 6, 9]) * 2 + u64::from(begins_with_number)),
        feature("begins with count", begins_with_count),
    ];
    if let Some(last) = parsed.amount.or(parsed.amounts.last().copied()) {
        features.push(feature("sign", u64::from(last < 0) | u64::from(last == 0) << 1));
        features.push(feature("currency", text.contains(['$', '€', '£'])));
    }
    let quantity = parsed.quantity.as_ref().map_or(0, |quantity| {
        1 + u64::from(quantity.measure != Measure::Piece)
            + 2 * u64::from(quantity.price.is_some())
            + 4 * u64::from(quantity.per > 1.0)
            + 8 * u64::from(glyphs.letters_of_label == 0)
    });
    features.push(feature("quantity", quantity));
    features.push(feature("numbers with a sign", has_sign_between_numbers(text)));
    features
}

/// Returns the features of words that the product vocabulary knows or does not know.
fn vocabulary_features(parsed: &ParsedRow) -> [Feature; 2] {
    let known = product::known_words(&parsed.label);
    let unknown = known.words - known.known;
    let has_amount = parsed.amount.is_some();
    let products = [u8::try_from(known.products.min(2)).unwrap_or(0), u8::from(has_amount)];
    let words = 4 * known.described.min(2) as u64 + 16 * unknown.min(3) as u64 + 64 * u64::from(has_amount);
    [(hash("known products", &products), VOCABULARY_VALUE), feature("known words", words)]
}

/// Returns the features of the row's amount: its place, and how the other numbers explain it.
fn amount_features(parsed: &ParsedRow, text: &str, page: &PageMetrics) -> Vec<Feature> {
    let off_column = parsed
        .amount_right
        .map(|right| feature("off column", bucket((right - page.column) / page.width, &[-0.3, -0.1, -0.03, 0.03])));
    let tail = text_behind_amount(text).map(|tail| text_feature("tail", &tail, 1.0));
    let product = parsed
        .amounts
        .split_last()
        .map(|(last, others)| feature("product of numbers", is_product_of_numbers(text, others, *last)));
    let explained = parsed
        .quantity
        .as_ref()
        .zip(parsed.amount)
        .map(|(quantity, amount)| feature("quantity explains", quantity.explains(amount)));
    [off_column, tail, product, explained].into_iter().flatten().collect()
}

fn class_features(classes: u32, parsed: &ParsedRow) -> Vec<Feature> {
    let has_amount = u8::from(parsed.amount.is_some());
    let present = (0..24_u8).filter(|class| classes & 1 << class != 0);
    present
        .flat_map(|class| [(hash("class", &[class]), 1.6), (hash("class & amount", &[class, has_amount]), 1.6)])
        .collect()
}

/// Returns the features of a text's words, grams and shape.
fn spelling_features(text: &str, shape: &str) -> Vec<Feature> {
    let lower: String =
        text.chars().flat_map(char::to_lowercase).map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let words: BTreeSet<&str> =
        lower.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= 2).collect();
    let words = words.into_iter().map(|word| text_feature("word", word, 0.5));
    let grams = grams(&lower).into_iter().map(|gram| text_feature("gram", &gram, 0.35));
    let shape = text_feature("shape", &shape.chars().take(14).collect::<String>(), 0.7);
    words.chain(grams).chain([shape]).collect()
}

/// The value of a feature for words that the product vocabulary knows.
const VOCABULARY_VALUE: f32 = 1.6;

/// Returns true if a sign of multiplication is between two numbers, perhaps behind a unit: `2 x 1.99`, `0.5 kg @ 3.00`.
fn has_sign_between_numbers(text: &str) -> bool {
    let lower = text.to_lowercase();
    let ends_in_number = |before: &str| {
        let before = before.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, ' ' | '.'));
        before.ends_with(|c: char| c.is_ascii_digit())
    };
    let begins_with_number = |behind: &str| {
        let behind = behind.trim_start_matches(|c: char| c == ' ' || !c.is_alphanumeric());
        behind.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_between = |before: &str, behind: &str| ends_in_number(before) && begins_with_number(behind);
    let signs = lower.match_indices(['x', '×', '@', '*', 'à']);
    let has_sign = signs.into_iter().any(|(at, sign)| {
        let before = &lower[..at];
        // An `x` within a word is a letter.
        let is_separate = sign != "x" || !before.ends_with(char::is_alphabetic);
        is_separate && is_between(before, &lower[at + sign.len()..])
    });
    has_sign || lower.split_once(" for ").is_some_and(|(before, behind)| is_between(before, behind))
}

/// Returns the text behind the last amount of a row, with digits as `9`; none if the row has no amount.
fn text_behind_amount(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().rposition(|word| money::parse_amount(word).is_some())?;
    let tail: String = words[at + 1..].concat().chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    Some(if tail.chars().count() < 4 { tail } else { "long".to_owned() })
}

/// Returns true if a number of the row times another amount of it is its last amount.
fn is_product_of_numbers(text: &str, others: &[Cents], last: Cents) -> bool {
    let numbers = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let numbers = numbers.filter_map(|number| number.replace(',', ".").parse::<f64>().ok());
    numbers
        .filter(|number| *number > 0.0 && (*number - 1.0).abs() > 1e-9)
        .any(|number| others.iter().any(|other| (number * *other as f64 - last as f64).abs() <= 1.0))
}

/// Returns the 4-grams of a text, with numbers as `0` and the characters between words as `_`.
fn grams(lower: &str) -> Vec<String> {
    let mut glyphs: Vec<char> = Vec::new();
    for c in lower.chars() {
        let glyph = if c.is_alphanumeric() || matches!(c, '%' | '/') { c } else { '_' };
        let is_number = glyph == '0' || matches!(c, '.' | ',') && glyphs.last() == Some(&'0');
        let glyph = if is_number { '0' } else { glyph };
        if !(matches!(glyph, '_' | '0') && glyphs.last() == Some(&glyph)) {
            glyphs.push(glyph);
        }
    }
    let mut grams: Vec<String> = glyphs.windows(4).map(|gram| gram.iter().collect()).collect();
    grams.sort_unstable();
    grams.dedup();
    grams
}

impl RowFacts {
    /// Returns the amount in the column of prices, or else the last one of the row.
    pub fn amount(&self) -> Option<Cents> {
        self.parsed.amount.or(self.parsed.amounts.last().copied())
    }

    /// Returns true if a count or weight of the row makes this amount with a unit price of the row.
    pub fn explains(&self, amount: Cents) -> bool {
        let is_explained = self.parsed.quantity.as_ref().is_some_and(|quantity| quantity.explains(amount));
        is_explained || amount > 0 && solve_quantity(&self.text, amount).is_some()
    }

    /// Returns true if a count and a unit price of the row make another amount than this.
    pub fn contradicts(&self, amount: Cents) -> bool {
        let is_own = self.is_contradicted && self.parsed.amount == Some(amount);
        let has_other_product = |quantity: &Quantity| {
            let has_other_price = quantity.price.is_some_and(|price| price != amount);
            has_other_price && !quantity.is_one_piece() && !quantity.explains(amount)
        };
        is_own || self.parsed.quantity.as_ref().is_some_and(has_other_product)
    }

    pub fn has_class(&self, class: u32) -> bool {
        self.classes & 1 << class != 0
    }

    fn has_column_amount(&self) -> bool {
        self.parsed.amount.is_some()
    }

    fn is_sum(&self) -> bool {
        matches!(self.parsed.topic, Topic::Total | Topic::Subtotal)
    }

    /// Returns the features of a row that its neighbours get, too: few, since there are not enough training data for
    /// more.
    fn summary(&self) -> [u64; 4] {
        let label = self.parsed.label.chars().filter(|c| c.is_alphabetic()).count();
        [
            self.parsed.amounts.len().min(2) as u64 * 2 + u64::from(self.has_column_amount()),
            count_bucket(label, &[0, 2, 12]) * 2 + u64::from(self.parsed.quantity.is_some()),
            self.parsed.topic as u64,
            bucket(self.gap, &[0.8, 1.3, 2.0]),
        ]
    }

    /// Returns the kind of row by its columns alone.
    fn kind(&self) -> u64 {
        self.parsed.amounts.len().min(2) as u64
            + 3 * u64::from(self.has_column_amount())
            + 6 * u64::from(self.parsed.quantity.is_some())
            + 12 * u64::from(self.parsed.has_name())
    }
}

/// Extracts the features of all rows of a receipt.
pub fn extract_features(facts: &[RowFacts]) -> Vec<Vec<Feature>> {
    let mut features: Vec<Vec<Feature>> = facts.iter().map(|row| row.own.clone()).collect();
    let count = facts.len();
    let mut shapes: HashMap<&str, usize> = HashMap::new();
    let mut amounts: HashMap<Cents, usize> = HashMap::new();
    let mut labels: HashMap<&str, usize> = HashMap::new();
    for row in facts {
        *labels.entry(&row.parsed.label).or_default() += 1;
        *shapes.entry(&row.shape).or_default() += 1;
        if let Some(amount) = row.amount() {
            *amounts.entry(amount).or_default() += 1;
        }
    }
    let largest = facts.iter().filter_map(|row| row.parsed.amount).max();
    add_arithmetic_features(facts, &amounts, largest, &mut features);
    let first_price = facts.iter().position(RowFacts::has_column_amount);
    let sum = first_sum(facts, first_price);
    let votes = add_votes(facts, &mut features);
    let label = |row: &RowFacts| row.parsed.label.chars().count();
    let widest = facts.iter().filter(|row| row.has_column_amount()).map(label).max().unwrap_or(1).max(1) as f32;
    let products = &facts[..sum.min(count)];
    let unpriced = products.iter().filter(|row| row.parsed.amounts.is_empty() && row.letters > 0).count();
    let priced = products.iter().filter(|row| !row.parsed.amounts.is_empty()).count().max(1);
    let two_rows = bucket(unpriced as f32 / priced as f32, &[0.3, 0.7, 1.3]);
    for (at, row) in facts.iter().enumerate() {
        let own = &mut features[at];
        own.push(feature(
            "shape share",
            bucket(shapes[row.shape.as_str()] as f32 / count as f32, &[0.02, 0.06, 0.15, 0.3]),
        ));
        if row.letters > 0 {
            let again = labels[row.parsed.label.as_str()].min(3) as u64;
            own.push(feature("label again", 2 * again + u64::from(row.has_column_amount())));
        }
        let is_before = first_price.is_none_or(|first| at < first);
        let section = if at < sum { 0 } else { 1 + count_bucket(at - sum, &[0, 1, 3, 6]) };
        own.push(feature("before first price", is_before));
        own.push(feature("place", (10 * at / count) as u64));
        own.push(feature("sum", section));
        own.push(feature("kind & place", row.kind() * 16 + section * 2 + u64::from(is_before)));
        own.push(feature("two rows", two_rows * 4 + row.parsed.amounts.len().min(2) as u64));
        if row.parsed.quantity.is_some() {
            own.push(feature("votes", votes));
        }
        if row.parsed.amount.is_some_and(|amount| row.has_digits && row.letters < 10 && row.explains(amount)) {
            own.push(feature("explains itself", 1_u8));
        }
        // A name continues with an indent, or below a full row.
        if let Some(above) = at.checked_sub(1).and_then(|above| facts.get(above)) {
            let step =
                bucket((row.parsed.left - above.parsed.left) / above.parsed.height.max(1.0), &[-1.0, -0.35, 0.35, 4.0]);
            let full = bucket(label(above) as f32 / widest, &[0.6, 0.8, 0.95]);
            own.push(feature("below", (step * 4 + full) * 2 + u64::from(row.has_column_amount())));
            own.push(feature("step", step));
        }
        for (side, other) in [(0, at.checked_sub(1)), (1, at.checked_add(1))] {
            match other.and_then(|other| facts.get(other)) {
                Some(other) => {
                    for (index, value) in (0_u64..).zip(other.summary()) {
                        own.push(feature("neighbour", value * 16 + index * 2 + side));
                    }
                    own.push(feature("pair", (other.kind() * 32 + row.kind()) * 2 + side));
                }
                None => own.push(feature("edge", side)),
            }
        }
    }
    features
}

/// Adds features of the relation between the amounts of a receipt.
fn add_arithmetic_features(
    facts: &[RowFacts],
    amounts: &HashMap<Cents, usize>,
    largest: Option<Cents>,
    features: &mut [Vec<Feature>],
) {
    let mut seen: HashMap<Cents, usize> = HashMap::new();
    let mut sums: HashSet<Cents> = HashSet::new();
    let (mut running, mut before): (Cents, Vec<Cents>) = (0, Vec::new());
    for (row, own) in facts.iter().zip(features) {
        let Some(amount) = row.amount() else { continue };
        own.push(feature("largest", Some(amount) == largest));
        own.push(feature("repeated", amounts[&amount].min(3) as u64));
        own.push(feature("seen", seen.get(&amount).copied().unwrap_or(0).min(2) as u64));
        if let [.., one, other] = row.parsed.amounts.as_slice() {
            own.push(feature("twice", one == other));
        }
        if amount > 0 && !before.is_empty() {
            own.push(feature("sum of some", sums.contains(&amount)));
            own.push(feature("above running sum", amount >= running));
        }
        *seen.entry(amount).or_default() += 1;
        if row.has_column_amount() {
            if before.len() >= 2 && amount > 0 {
                let is_sum = before.iter().take(3).any(|start| running - start == amount);
                own.push(feature("sum of all", is_sum));
            }
            before.push(running);
            running = running.saturating_add(amount);
            if sums.len() < MAX_SUMS {
                let more: Vec<Cents> = sums.iter().map(|sum| sum.saturating_add(amount)).collect();
                sums.extend(more);
                sums.insert(amount);
            }
            sums.insert(running);
        }
    }
}

/// Returns the first row below a price that has a word and an amount of a sum.
fn first_sum(facts: &[RowFacts], first_price: Option<usize>) -> usize {
    let Some(first) = first_price else { return facts.len() };
    let mut running: Cents = 0;
    for (at, row) in facts.iter().enumerate().skip(first) {
        if row.is_sum() && at > first {
            let is_large = row.amount().is_some_and(|amount| amount.saturating_mul(2) >= running);
            let is_on_next_row = row.amount().is_none()
                && facts.get(at + 1).is_some_and(|next| next.amount().is_some() && next.letters == 0);
            if is_large || is_on_next_row {
                return at;
            }
        }
        running = running.saturating_add(row.parsed.amount.unwrap_or(0).max(0));
    }
    facts.len()
}

/// Adds features of the neighbour whose price the count or weight of a row makes. Returns the side of most: 0 for none,
/// 1 for above, 2 for below.
fn add_votes(facts: &[RowFacts], features: &mut [Vec<Feature>]) -> u64 {
    let (mut above, mut below) = (0, 0);
    for (at, row) in facts.iter().enumerate() {
        if row.parsed.label.chars().filter(|c| c.is_alphabetic()).count() >= 10 || !row.has_digits {
            continue;
        }
        let explains = |other: Option<usize>| {
            let amount = other.and_then(|other| facts.get(other)?.parsed.amount);
            amount.is_some_and(|amount| row.explains(amount))
        };
        if explains(at.checked_sub(1)) {
            features[at].push(feature("explains above", 1_u8));
            above += 1;
        }
        if explains(at.checked_add(1)) {
            features[at].push(feature("explains below", 1_u8));
            below += 1;
        }
    }
    u64::from(above != below) + u64::from(above < below)
}
