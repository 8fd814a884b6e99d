//! From lines to line items, checked by the receipt's own arithmetic.
//!
//! Tills agree on little: a quantity stands before its product in some shops and behind it in others, a price beside
//! the name or on the next line. Which it is, the receipt itself tells: count times price has to give the amount of the
//! product it belongs to.

use super::line::{Line, is_set_in};
use super::measure::{Measure, Quantity};
use super::name_lines::{begin_above, could_begin_a_name, full_name, hang_below, names_above};
use super::parts::{Part, attach_prices, attach_quantities, parts};
use crate::text::money::Cents;
use crate::text::vocabulary::{self, Topic};

/// A product line of a receipt.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub text: String,
    pub price: Option<Cents>,
    /// By how much a reduction below it lowers the price.
    pub discount: Option<Cents>,
    pub quantity: f64,
    pub measure: Measure,
    /// How sure the recogniser was, 0 to 1, before arithmetic.
    pub confidence: f32,
}

/// What the rows of a receipt say together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ledger {
    pub items: Vec<Item>,
    /// Discounts, coupons, deposits: what changes the sum without being a product.
    pub adjustments: Cents,
    pub tax: Cents,
    pub subtotal: Option<Cents>,
    pub total: Option<Cents>,
}

/// Whether the lines add up to what is printed below them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// There is no printed sum to compare with.
    Unknown,
    Balanced,
    Off,
}

impl Ledger {
    pub fn sum(&self) -> Cents {
        self.items.iter().filter_map(|item| item.price).sum()
    }

    /// Compares the lines with the printed sums. Some tills print sums before discounts, some after; a tax may be in
    /// the prices or on top.
    pub fn check(&self) -> Check {
        let products = self.sum();
        let adjusted = products + self.adjustments;
        let sums = [self.subtotal, self.total];
        if sums.iter().all(Option::is_none) {
            return Check::Unknown;
        }
        let candidates = [products, adjusted, adjusted + self.tax];
        if sums.iter().flatten().any(|printed| candidates.contains(printed)) { Check::Balanced } else { Check::Off }
    }

    /// By how much the printed sum is more than what the lines come to; less, if negative. Nothing where no sum was
    /// printed.
    pub fn off_by(&self) -> Option<Cents> {
        if self.check() == Check::Balanced {
            return Some(0);
        }
        let printed = self.total.or(self.subtotal)?;
        let (products, adjusted) = (self.sum(), self.sum() + self.adjustments);
        let gaps = [products, adjusted, adjusted + self.tax].map(|lines| printed - lines);
        gaps.into_iter().min_by_key(|gap| gap.abs())
    }

    /// How much of the receipt agrees with the rest of it: the lines with a printed sum, the printed sums with each
    /// other.
    pub fn agreements(&self) -> usize {
        let sums_agree = self
            .subtotal
            .zip(self.total)
            .is_some_and(|(subtotal, total)| total == subtotal || total == subtotal + self.tax);
        usize::from(self.check() == Check::Balanced) + usize::from(sums_agree)
    }
}

/// The sum in coins stands at most so many lines below the exact one, and differs by so much where the smallest coin is
/// a crown.
const ROUNDED_WITHIN: usize = 4;
const MAX_ROUNDED: Cents = 50;
/// How much less sure a thing is whose price was not read.
const WITHOUT_PRICE: f32 = 0.5;

/// Builds the ledger of a receipt.
pub fn ledger(lines: &[Line]) -> Ledger {
    let mut ledger = Ledger::default();
    let end = sums(lines, &mut ledger);
    let parts = parts(&lines[..end], &mut ledger.adjustments);
    let parts = attach_prices(parts);
    let parts = attach_quantities(parts);
    finish(&parts, lines, &mut ledger);
    ledger
}

/// Reads the printed sums and finds where the products end.
fn sums(lines: &[Line], ledger: &mut Ledger) -> usize {
    let first_product = (0..lines.len()).find(|&at| is_good(lines, at)).unwrap_or(0);
    let mut end = None;
    let told_by_amount = sum_by_its_amount(lines);
    for (at, line) in lines.iter().enumerate().skip(first_product) {
        if told_by_amount == Some(at) && end.is_none() {
            end = Some(at);
            if lines[at + 1..].iter().any(|line| line.topic == Topic::Total && line.amount.is_some()) {
                ledger.subtotal = line.amount;
                continue;
            }
            ledger.total = ledger.total.or(line.amount);
            break;
        }
        let amount = line.amount.or_else(|| {
            // A sum printed large may stand on a row of its own.
            let next = lines.get(at + 1)?;
            next.amount.filter(|_| next.label.chars().filter(|c| c.is_alphabetic()).count() <= 3)
        });
        match line.topic {
            // A running sum between the goods ends nothing: what counts is the last.
            Topic::Subtotal if ledger.subtotal.is_none() => {
                if let Some(cents) = amount.filter(|cents| *cents > 0 && !is_running(lines, at, *cents)) {
                    ledger.subtotal = Some(cents);
                    end.get_or_insert(at);
                }
            }
            Topic::Total => {
                if let Some(cents) = amount.filter(|cents| *cents > 0) {
                    let rounded = rounded(&lines[at + 1..], cents);
                    if rounded.is_some() {
                        ledger.subtotal.get_or_insert(cents);
                    }
                    ledger.total = ledger.total.or(rounded).or(Some(cents));
                    end.get_or_insert(at);
                    break;
                }
            }
            Topic::Payment if line.amount.is_some() && end.is_some() => break,
            Topic::Payment
                if line.amount.is_some_and(|cents| cents > 0 && cents >= largest_good(&lines[..at]))
                    && at > first_product
                    && !goods_follow(lines, at) =>
            {
                // Cut off above its total, or the total was not read: a payment of this size ends the list as well.
                ledger.total.get_or_insert(line.amount.unwrap_or(0));
                end.get_or_insert(at);
                break;
            }
            Topic::Tax => {
                ledger.tax += line.amount.unwrap_or(0);
                if line.amount.is_some() && !goods_follow(lines, at) {
                    end.get_or_insert(at);
                }
            }
            // Reductions may be printed between the subtotal and the total.
            _ if end.is_some() && line.amount.is_some_and(|cents| cents < 0) => {
                ledger.adjustments += line.amount.unwrap_or(0);
            }
            _ => {}
        }
    }
    end.unwrap_or(lines.len())
}

/// The row that is the sum, although its words do not say so in any language that is known: its amount is all that
/// stands above it. What follows is no goods, or the same amount again, when it is paid.
fn sum_by_its_amount(lines: &[Line]) -> Option<usize> {
    let (mut goods, mut changes, mut count) = (0, 0, 0);
    let mut found = None;
    for (at, line) in lines.iter().enumerate() {
        let Some(cents) = line.amount else { continue };
        let is_thing = line.topic == Topic::Product && cents > 0;
        if found.is_some() {
            return found;
        }
        if matches!(line.topic, Topic::Total | Topic::Subtotal) && cents > 0 && count > 0 {
            return None;
        }
        if is_thing && count >= 2 && (cents == goods || cents == goods + changes) {
            let below = &lines[at + 1..];
            let is_paid = below.iter().any(|line| line.amount == Some(cents));
            let goods_follow = (at + 1..lines.len()).any(|at| is_good(lines, at));
            if is_paid || !goods_follow {
                found = Some(at);
            }
        }
        if is_good(lines, at) {
            goods += cents;
            count += 1;
        } else if cents < 0 || line.topic == Topic::Deposit {
            changes += cents;
        }
    }
    found
}

/// What the dearest thing costs: no payment for all of them is less.
fn largest_good(lines: &[Line]) -> Cents {
    let goods = (0..lines.len()).filter(|&at| is_good(lines, at));
    goods.filter_map(|at| lines[at].amount).max().unwrap_or(0)
}

/// The sum as it is paid in coins, where it is told below the exact one.
fn rounded(below: &[Line], exact: Cents) -> Option<Cents> {
    // A tax of nearly the same amount is no sum.
    let is_sum = |line: &&Line| {
        line.topic == Topic::Total || line.topic == Topic::Tax && vocabulary::names_rounding(&line.label)
    };
    let sums = below.iter().take(ROUNDED_WITHIN).filter(is_sum);
    sums.filter_map(|line| line.amount)
        .find(|cents| *cents != exact && (cents - exact).abs() <= MAX_ROUNDED && cents % 5 == 0)
}

/// Whether a line has the amount of a thing that is named on it, or above it on a line without one.
fn is_good(lines: &[Line], at: usize) -> bool {
    let line = &lines[at];
    let costs = line.topic == Topic::Product && line.amount.is_some_and(|cents| cents > 0);
    let is_named_above = || {
        let above = lines[..at].iter().rev().take(2).find(|line| line.names_something() || line.amount.is_some());
        above.is_some_and(|line| line.topic == Topic::Product && line.amount.is_none() && line.names_something())
    };
    costs && (line.names_something() || is_named_above())
}

/// Whether goods follow below a subtotal, and another subtotal that counts them: all so far, or these alone.
fn is_running(lines: &[Line], at: usize, own: Cents) -> bool {
    let below = &lines[at + 1..];
    let end = below.iter().position(|line| {
        matches!(line.topic, Topic::Total | Topic::Payment) && line.amount.is_some_and(|cents| cents > 0)
    });
    let below = &below[..end.unwrap_or(below.len())];
    let Some(next) = below.iter().position(|line| line.topic == Topic::Subtotal && line.amount.is_some()) else {
        return false;
    };
    let is_thing = |line: &&Line| {
        line.topic == Topic::Product && line.names_something() && line.amount.is_some_and(|cents| cents > 0)
    };
    let goods: Vec<Cents> = below[..next].iter().filter(is_thing).filter_map(|line| line.amount).collect();
    let sum = below[next].amount.unwrap_or(0);
    !goods.is_empty() && (sum > own || sum == goods.iter().sum::<Cents>())
}

/// Whether more products, and then their sum, stand below a line that looks like a tax or a payment: a levy on drinks
/// is printed among them.
fn goods_follow(lines: &[Line], at: usize) -> bool {
    let own = lines[at].amount.unwrap_or(0);
    let below = &lines[at + 1..];
    let sum = below.iter().position(|line| {
        matches!(line.topic, Topic::Subtotal | Topic::Total) && line.amount.is_some_and(|cents| cents > own)
    });
    sum.is_some_and(|sum| (at + 1..at + 1 + sum).any(|at| is_good(lines, at)))
}

/// Whether two labels have a word of three letters or more in common: a till shortens and a recogniser misreads the
/// others.
fn is_alike(one: &str, other: &str) -> bool {
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    one.split_whitespace().filter(|word| is_word(word)).any(|word| other.split_whitespace().any(|other| other == word))
}

/// Whether a name begins where the other goods do, and goes on set in: a shop's name is set otherwise.
fn begins_at_the_margin(above: &[usize], line: usize, products: &[(usize, usize)], lines: &[Line]) -> bool {
    let Some(first) = above.first().map(|first| &lines[*first]) else { return false };
    let is_level = |other: &Line| (other.left - first.left).abs() <= 0.35 * first.height;
    let others = products.iter().filter(|(_, other)| *other != line && is_level(&lines[*other]));
    could_begin_a_name(first) && is_set_in(first, &lines[line]) && others.count() >= 2
}

/// The count in front of a name that goes on below.
fn quantity_of_name(parts: &[Part], first: usize) -> Option<Quantity> {
    parts.iter().find_map(|part| match part {
        Part::Name { line, quantity } if *line == first => quantity.clone(),
        _ => None,
    })
}

/// Whether a line without an amount has an article number, and so has the next one, or there the goods end.
fn is_unpriced_thing(lines: &[Line], at: usize) -> bool {
    let is_next =
        |next: &Line| next.has_code && next.names_something() || matches!(next.topic, Topic::Subtotal | Topic::Total);
    lines[at].has_code && lines.get(at + 1).is_some_and(is_next)
}

/// Notes a reduction at the item that it stands below, if it costs more than that.
fn lower_last(items: &mut [Item], cents: Cents) {
    if let Some(item) = items.last_mut().filter(|_| cents < 0) {
        let discount = item.discount.unwrap_or(0) - cents;
        if item.price.is_some_and(|price| price >= discount) {
            item.discount = Some(discount);
        }
    }
}

/// Turns products into items and takes back what was voided.
fn finish(parts: &[Part], lines: &[Line], ledger: &mut Ledger) {
    let named = parts.iter().filter_map(|part| match part {
        Part::Product { line, .. } | Part::Name { line, .. } => Some(lines[*line].label.chars().count()),
        _ => None,
    });
    let widest = named.max().unwrap_or(0);
    let products: Vec<(usize, usize)> = (0..)
        .zip(parts)
        .filter_map(|(at, part)| if let Part::Product { line, .. } = part { Some((at, *line)) } else { None })
        .collect();
    // Above the first product stand the shop's name and address. They are its name only where names run over lines
    // elsewhere, too.
    let begins_above = begin_above(parts, lines);
    let above_of = |at, line| names_above(parts, lines, at, line, widest, begins_above);
    let wraps = products.iter().skip(1).any(|(at, line)| !above_of(*at, *line).is_empty());
    let first_product = products.first().map(|(at, _)| *at);
    let hanging = hang_below(parts, lines, widest);
    let coded = products.iter().filter(|(_, line)| lines[*line].has_code).count();
    let is_coded = coded >= 3 && coded * 4 >= products.len() * 3;
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Product { line, quantity, amount } => {
                let quantity = quantity.clone().map(|read| read.pointed(*amount).unwrap_or(read));
                let mut above = above_of(at, *line);
                if first_product == Some(at) && begins_above && above.len() > 1 {
                    above.drain(..above.len() - 1);
                }
                let is_header = first_product == Some(at)
                    && !(wraps && above.iter().all(|line| could_begin_a_name(&lines[*line])))
                    && !begins_at_the_margin(&above, *line, &products, lines);
                let above = if is_header { &[] } else { above.as_slice() };
                let quantity = quantity.or_else(|| above.first().and_then(|first| quantity_of_name(parts, *first)));
                let text = full_name(parts, lines, at, *line, widest, above, hanging);
                ledger.items.push(Item {
                    text,
                    price: Some(*amount),
                    discount: None,
                    quantity: quantity.as_ref().map_or(1.0, |quantity| quantity.count),
                    measure: quantity.map_or(Measure::Piece, |quantity| quantity.measure),
                    confidence: lines[*line].confidence,
                });
            }
            // A thing whose price was not read is there all the same, where article numbers tell things.
            Part::Name { line, .. } if is_coded && first_product < Some(at) && is_unpriced_thing(lines, *line) => {
                let Line { label, confidence, .. } = &lines[*line];
                ledger.items.push(Item {
                    text: label.clone(),
                    price: None,
                    discount: None,
                    quantity: 1.0,
                    measure: Measure::Piece,
                    confidence: confidence * WITHOUT_PRICE,
                });
            }
            Part::Change { line, cents, is_void } => {
                let line = &lines[*line];
                let taken_back = (0..ledger.items.len()).rev().find(|&index| {
                    let item = &ledger.items[index];
                    let same_name = !line.label.is_empty() && line.label == item.text;
                    // A line that names what came back takes back only that: another thing may have cost the same.
                    let names_another =
                        line.topic == Topic::Product && line.names_something() && !is_alike(&line.label, &item.text);
                    item.price == Some(-cents) && (*is_void && !names_another || same_name)
                });
                if let Some(index) = taken_back {
                    ledger.items.remove(index);
                } else {
                    ledger.adjustments += cents;
                    lower_last(&mut ledger.items, *cents);
                }
            }
            _ => {}
        }
    }
    // Where the others add up, nothing is missing.
    if ledger.check() == Check::Balanced {
        ledger.items.retain(|item| item.price.is_some());
    }
}
