//! The tags of a real receipt's rows, from the items that a person wrote down: items are aligned with rows in order,
//! and the rows between get their tags from where they stand and what they say. What stays unclear is not learned from.

use receipt_reader::training::{RowFacts, RowTag, solve_quantity};
use receipts::truth::Truth;

/// The tags of the rows, and how well the items were found among them.
pub struct Gold {
    pub tags: Vec<Option<RowTag>>,
    pub score: f64,
}

fn cents(amount: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "amounts of receipts")]
    let cents = (amount * 100.0).round() as i64;
    cents
}

/// The letters and digits of a text, in small letters.
pub fn glyphs(text: &str) -> Vec<char> {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '%').collect()
}

/// Returns the number of glyphs of one text that are in the other in the same order, in runs of two or more. Calls
/// `found` with each run of the other.
pub fn common(one: &[char], other: &[char], found: &mut dyn FnMut(usize, usize)) -> usize {
    let (mut best, mut at_one, mut at_other) = (0, 0, 0);
    let mut lengths = vec![0_usize; other.len() + 1];
    for (i, c) in one.iter().enumerate() {
        let mut diagonal = 0;
        for (j, d) in other.iter().enumerate() {
            let length = if c == d { diagonal + 1 } else { 0 };
            diagonal = std::mem::replace(&mut lengths[j + 1], length);
            if length > best {
                (best, at_one, at_other) = (length, i + 1 - length, j + 1 - length);
            }
        }
    }
    if best < 2 {
        return 0;
    }
    found(at_other, best);
    let mut behind = |from: usize, length: usize| found(at_other + best + from, length);
    let after = common(&one[at_one + best..], &other[at_other + best..], &mut behind);
    let before = common(&one[..at_one], &other[..at_other], found);
    best + before + after
}

/// The share of a text that a row shows.
fn cover(text: &[char], row: &[char]) -> f64 {
    if text.is_empty() || row.is_empty() {
        return 0.0;
    }
    share(common(text, row, &mut |_, _| {}), text.len())
}

#[expect(clippy::cast_precision_loss, reason = "short texts")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// A row as the alignment sees it.
struct Seen<'a> {
    facts: &'a RowFacts,
    glyphs: Vec<char>,
    amounts: Vec<i64>,
}

impl Seen<'_> {
    fn has(&self, cents: i64) -> bool {
        self.amounts.contains(&cents)
    }

    fn letters(&self) -> usize {
        self.facts.text.chars().filter(|c| c.is_alphabetic()).count()
    }

    fn any_class(&self, classes: &[u32]) -> bool {
        classes.iter().any(|class| self.facts.has_class(*class))
    }

    fn counts(&self) -> bool {
        self.facts.parsed.quantity.is_some()
            && self.facts.parsed.label.chars().filter(|c| c.is_alphabetic()).count() < 8
            && !self.any_class(&[SUBTOTAL, TOTAL, PAYMENT, DEPOSIT])
    }
}

const SUBTOTAL: u32 = 0;
const TOTAL: u32 = 1;
const TAX: u32 = 2;
const PAYMENT: u32 = 6;
const DISCOUNT: u32 = 8;
const DEPOSIT: u32 = 10;
const VOID: u32 = 11;
const REMARK: u32 = 12;
const MADE_OF_DEPOSIT: u32 = 18;
const MADE_OF_DISCOUNT: u32 = 19;
const MADE_OF_TOTAL: u32 = 20;
const MADE_OF_VOID: u32 = 21;

/// Tags the rows of a real receipt.
pub fn tag(facts: &[RowFacts], truth: &Truth) -> Gold {
    let rows: Vec<Seen<'_>> = facts
        .iter()
        .map(|facts| {
            let amounts = facts.parsed.amounts.iter().chain(&facts.parsed.amount).map(|amount| amount.abs()).collect();
            Seen { facts, glyphs: glyphs(&facts.text), amounts }
        })
        .collect();
    let texts: Vec<Vec<char>> = truth.items.iter().map(|item| glyphs(&item.raw_text)).collect();
    let (row_of, score) = align(&rows, truth, &texts);
    let mut tags: Vec<Option<RowTag>> = vec![None; rows.len()];
    let mut items: Vec<Option<usize>> = vec![None; rows.len()];
    for (item, row) in row_of.iter().enumerate() {
        if let Some(row) = row {
            tags[*row] = Some(RowTag::Item);
            items[*row] = Some(item);
        }
    }
    let found: Vec<usize> = row_of.iter().flatten().copied().collect();
    let (first, last) =
        (found.first().copied().unwrap_or(0), found.last().copied().unwrap_or(rows.len().saturating_sub(1)));
    for (item, row) in row_of.iter().enumerate() {
        let Some(row) = *row else { continue };
        let next = found.iter().copied().find(|other| *other > row).unwrap_or(rows.len());
        continue_name(&rows, &texts[item], (item, row, next), &mut tags, &mut items);
        if let Some(price) = truth.items[item].price.map(cents) {
            find_price(&rows, price, (item, row, next), &mut tags, &mut items);
        }
    }
    let mut unclear = vec![false; rows.len()];
    quantities(&rows, truth, (first, last), &mut tags, &mut items, &mut unclear);
    let sums: Vec<i64> = [truth.total, truth.subtotal].into_iter().flatten().map(cents).collect();
    let total = truth.total.map(cents);
    for at in 0..rows.len() {
        if tags[at].is_none() && !unclear[at] {
            tags[at] = other_tag(&rows, at, (first, last), &sums, total);
        }
    }
    // Rows beside an item that was not found may be it.
    for item in (0..row_of.len()).filter(|item| row_of[*item].is_none()) {
        let from = row_of[..item].iter().flatten().max().map_or(first.saturating_sub(3), |row| row + 1);
        let to = row_of[item..].iter().flatten().min().copied().unwrap_or((last + 3).min(rows.len()));
        for at in from..to {
            if items[at].is_none() {
                tags[at] = None;
            }
        }
    }
    Gold { tags, score }
}

/// Pairs items with rows in order, by the best sum of likenesses.
fn align(rows: &[Seen<'_>], truth: &Truth, texts: &[Vec<char>]) -> (Vec<Option<usize>>, f64) {
    let likeness = |item: usize, at: usize| -> Option<f64> {
        let (row, text) = (&rows[at], &texts[item]);
        let cover = cover(text, &row.glyphs);
        if cover < 0.4 {
            return None;
        }
        let letters = |glyphs: &[char]| glyphs.iter().filter(|c| !c.is_ascii_digit()).count();
        let (letters, own) = (letters(&row.glyphs), letters(text));
        let mut score = cover - 0.15 * share(letters.saturating_sub(own + 3), letters);
        if let Some(price) = truth.items[item].price.map(cents) {
            let below = || (at + 1..rows.len().min(at + 4)).any(|at| rows[at].has(price));
            score += if row.facts.amount().map(i64::abs) == Some(price) {
                0.5
            } else if row.has(price) {
                0.3
            } else if below() {
                0.25
            } else if at > 0 && rows[at - 1].has(price) {
                0.2
            } else {
                0.0
            };
        }
        (score >= 0.62).then_some(score)
    };
    let (items, count) = (texts.len(), rows.len());
    let mut best = vec![vec![0.0_f64; count + 1]; items + 1];
    let mut step = vec![vec![0_u8; count + 1]; items + 1];
    for item in 1..=items {
        for row in 1..=count {
            let mut choice = (best[item - 1][row], 0);
            if best[item][row - 1] > choice.0 {
                choice = (best[item][row - 1], 1);
            }
            if let Some(score) = likeness(item - 1, row - 1)
                && best[item - 1][row - 1] + score > choice.0
            {
                choice = (best[item - 1][row - 1] + score, 2);
            }
            (best[item][row], step[item][row]) = choice;
        }
    }
    let mut row_of = vec![None; items];
    let (mut item, mut row) = (items, count);
    while item > 0 && row > 0 {
        match step[item][row] {
            2 => {
                row_of[item - 1] = Some(row - 1);
                (item, row) = (item - 1, row - 1);
            }
            0 => item -= 1,
            _ => row -= 1,
        }
    }
    (row_of, best[items][count])
}

/// An item, its row, and the row of the next item.
type Place = (usize, usize, usize);

fn continue_name(
    rows: &[Seen<'_>],
    text: &[char],
    (item, row, next): Place,
    tags: &mut [Option<RowTag>],
    items: &mut [Option<usize>],
) {
    let mut shown = cover(text, &rows[row].glyphs);
    let mut all = rows[row].glyphs.clone();
    for at in row + 1..next.min(row + 3) {
        if shown >= 0.88 || tags[at].is_some() {
            break;
        }
        all.extend(&rows[at].glyphs);
        let more = cover(text, &all);
        let letters = rows[at].glyphs.iter().filter(|c| !c.is_ascii_digit()).count();
        if more > shown + 0.18 && share(letters, text.len()) < 1.2 {
            (tags[at], items[at]) = (Some(RowTag::Continuation), Some(item));
            shown = more;
        }
    }
}

fn find_price(
    rows: &[Seen<'_>],
    price: i64,
    (item, row, next): Place,
    tags: &mut [Option<RowTag>],
    items: &mut [Option<usize>],
) {
    if rows[row].has(price) {
        return;
    }
    let beside = (row + 1..next.min(row + 4)).chain(row.checked_sub(1));
    let is_open = |at: usize| matches!(tags[at], None | Some(RowTag::Continuation));
    match beside.into_iter().find(|at| rows[*at].has(price) && is_open(*at)) {
        Some(at) => {
            tags[row] = Some(RowTag::ItemName);
            if tags[at].is_none() {
                let counts =
                    rows[at].facts.parsed.quantity.is_some() || rows[at].amounts.len() > 2 && rows[at].letters() < 8;
                (tags[at], items[at]) = (Some(if counts { RowTag::Quantity } else { RowTag::PriceOnly }), Some(item));
            }
        }
        // The price was misread, or stands nowhere near.
        None if rows[row].facts.parsed.amount.is_none() => tags[row] = Some(RowTag::ItemName),
        None => {}
    }
}

fn quantities(
    rows: &[Seen<'_>],
    truth: &Truth,
    (first, last): (usize, usize),
    tags: &mut [Option<RowTag>],
    items: &mut [Option<usize>],
    unclear: &mut [bool],
) {
    for at in first.saturating_sub(2)..rows.len().min(last + 4) {
        let is_bare = rows[at].letters() < 8 && !rows[at].any_class(&[SUBTOTAL, TOTAL, PAYMENT, DEPOSIT]);
        if tags[at].is_some() || !rows[at].counts() && !is_bare {
            continue;
        }
        let quantity = rows[at].facts.parsed.quantity.as_ref();
        let fit = |other: usize| {
            let begins = tags[other].is_some_and(RowTag::begins_item);
            let item = items[other].filter(|_| begins).map(|item| &truth.items[item])?;
            let explains = item.price.zip(quantity).is_some_and(|(price, quantity)| quantity.explains(cents(price)));
            let count = item.quantity.filter(|count| (count - 1.0).abs() > 1e-9);
            let says = count.zip(quantity).is_some_and(|(count, quantity)| (count - quantity.count).abs() < 0.006);
            let solved = item.price.and_then(|price| solve_quantity(&rows[at].facts.text, cents(price)));
            let solves = solved.zip(item.quantity).is_some_and(|(solved, count)| (solved.count - count).abs() < 0.006);
            let explains = explains || quantity.is_none() && solves;
            Some((2 * u8::from(explains) + 2 * u8::from(says), items[other]))
        };
        let above =
            (at.saturating_sub(2)..at).rev().find(|at| tags[*at].is_some_and(RowTag::begins_item)).and_then(fit);
        let below = rows.get(at + 1).and_then(|_| fit(at + 1));
        let best = [above, below].into_iter().flatten().max_by_key(|(fit, _)| *fit);
        match best {
            Some((1.., item)) => (tags[at], items[at]) = (Some(RowTag::Quantity), item),
            _ if rows[at].counts() => unclear[at] = true,
            _ => {}
        }
    }
}

/// The tag of a row that tells of no item.
fn other_tag(
    rows: &[Seen<'_>],
    at: usize,
    (first, last): (usize, usize),
    sums: &[i64],
    total: Option<i64>,
) -> Option<RowTag> {
    let row = &rows[at];
    if at < first {
        return Some(RowTag::Header);
    }
    let is_inside = at <= last;
    let amount = row.facts.amount();
    let in_column = row.facts.parsed.amount.is_some();
    let names_sum = row.any_class(&[SUBTOTAL, TOTAL, MADE_OF_TOTAL]);
    let pays = row.any_class(&[PAYMENT]);
    let lowers = row.any_class(&[DISCOUNT, MADE_OF_DISCOUNT]);
    let Some(amount) = amount else {
        let is_name = row.letters() >= 3 && row.facts.text.chars().count() < 26 && row.facts.parsed.quantity.is_none();
        let says = row.any_class(&[DISCOUNT, TOTAL, SUBTOTAL, REMARK]) || row.facts.parsed.has_code;
        return Some(if is_inside && is_name && !says { RowTag::Heading } else { RowTag::Other });
    };
    let is_sum = sums.contains(&amount.abs());
    // A tax between the products, as on sweet drinks, is charged like a deposit; those on the sum stand below.
    let is_charge = is_inside && in_column && row.any_class(&[TAX]) && !names_sum && !pays && amount > 0;
    Some(if is_charge || row.any_class(&[DEPOSIT, MADE_OF_DEPOSIT]) && at <= last + 3 {
        RowTag::Deposit
    } else if amount < 0 && !is_sum {
        if row.any_class(&[VOID, MADE_OF_VOID]) { RowTag::Void } else { RowTag::Discount }
    } else if is_inside && lowers && !names_sum {
        if in_column { RowTag::Discount } else { RowTag::Other }
    } else if !is_inside && is_sum && !pays {
        let is_sub = row.any_class(&[SUBTOTAL]) || total.is_some_and(|total| amount.abs() != total);
        if is_sub { RowTag::Subtotal } else { RowTag::Total }
    } else if !is_inside && pays {
        RowTag::Payment
    } else if !is_inside && (row.any_class(&[TAX]) || row.facts.text.contains('%')) {
        RowTag::Tax
    } else if !is_inside && row.any_class(&[SUBTOTAL]) {
        RowTag::Subtotal
    } else if !is_inside && lowers && in_column {
        if at <= last + 6 { RowTag::Discount } else { RowTag::Other }
    } else if is_inside && in_column {
        // An item that the truth lacks, or one that was aligned elsewhere.
        return None;
    } else if is_inside
        && row.letters() >= 3
        && !row.facts.parsed.has_code
        && row.facts.text.chars().count() < 26
        && !in_column
        && row.amounts.is_empty()
    {
        RowTag::Heading
    } else {
        RowTag::Other
    })
}
