//! What the lines above the sums are, each by itself and beside its neighbours: products, names, quantities, amounts,
//! price changes.

use super::line::{Line, is_set_in};
use super::measure::{Measure, Quantity};
use crate::text::money::Cents;
use crate::text::vocabulary::{Topic, is_department, names_more_than_payment, words_of_group};

/// How many lines beside its first a product's name may run over.
pub const MAX_FURTHER_NAME_LINES: usize = 3;

/// A stretch of the receipt that may become an item.
#[derive(Debug, Clone)]
pub enum Part {
    /// A product with its amount.
    Product { line: usize, quantity: Option<Quantity>, amount: Cents },
    /// A name without an amount: the first line of a long name, a product whose price comes next, or a heading.
    Name { line: usize, quantity: Option<Quantity> },
    /// A quantity without a name, with or without an amount.
    Quantity { quantity: Quantity, amount: Option<Cents> },
    /// An amount alone.
    Amount { cents: Cents },
    /// What a bottle is lent or taken back for. It has a count of its own, which belongs to no product beside it.
    Deposit { amount: Cents },
    /// A price change; a product of the same name may be taken back by it.
    Change { line: usize, cents: Cents, is_void: bool },
}

/// Sorts the lines above the sums into parts.
pub fn parts(lines: &[Line], adjustments: &mut Cents) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut voiding = false;
    for (at, line) in lines.iter().enumerate() {
        let names = line.names_something();
        let negative = line.amount.is_some_and(|cents| cents < 0);
        let part = match line.topic {
            // What a thing costs now may stand on the row of what it cost before, below a name without an amount.
            Topic::FormerPrice if line.amount.is_some_and(|cents| cents > 0) && waits_for_price(&parts) => {
                let amount = line.amount.unwrap_or(0);
                match parts.last_mut() {
                    Some(Part::Quantity { amount: own, .. }) => {
                        *own = Some(amount);
                        None
                    }
                    _ => Some(Part::Amount { cents: amount }),
                }
            }
            // The last word of a name may be that of a department: `GARDEN PEAS`, `FROZEN  2.49`.
            Topic::Heading
                if names
                    && line.amount.is_some_and(|cents| cents > 0)
                    && matches!(parts.last(), Some(Part::Name { line: above, .. }) if above + 1 == at) =>
            {
                let (quantity, amount) = (line.quantity.clone(), line.amount.unwrap_or(0));
                Some(Part::Product { line: at, quantity, amount })
            }
            Topic::Deposit => {
                let amount = line.amount.unwrap_or(0);
                *adjustments += amount;
                Some(Part::Deposit { amount })
            }
            Topic::Void => {
                voiding = line.amount.is_none();
                line.amount.map(|cents| Part::Change { line: at, cents: -cents.abs(), is_void: true })
            }
            Topic::Discount
            | Topic::FormerPrice
            | Topic::Remark
            | Topic::Heading
            | Topic::Payment
            | Topic::Tax
            | Topic::Subtotal
            | Topic::Total
                if !(line.topic == Topic::Remark && line.amount.is_some() && !negative && has_own_word(line))
                    && !(line.topic == Topic::Payment
                        && line.amount.is_some_and(|cents| cents > 0)
                        && names_more_than_payment(&line.label))
                    && !(line.topic == Topic::Heading && line.has_mark && !negative && is_department(&line.label)) =>
            {
                // Only an amount below zero changes the sum; `You saved 1.00` and `Regular price 4.99` just tell.
                line.amount.filter(|_| negative).map(|cents| Part::Change { line: at, cents, is_void: false })
            }
            _ if negative => {
                let is_void = voiding;
                voiding = false;
                line.amount.map(|cents| Part::Change { line: at, cents, is_void })
            }
            _ => match (names, line.amount, &line.quantity) {
                // What costs nothing tells of a gift or a rule of the tax.
                (true, Some(0), _) | (false, None, None) => None,
                (true, Some(amount), quantity) => Some(Part::Product { line: at, quantity: quantity.clone(), amount }),
                (true, None, None) if is_heading(lines, at) => None,
                (true, None, quantity) => Some(Part::Name { line: at, quantity: quantity.clone() }),
                (false, amount, Some(quantity)) => Some(Part::Quantity { quantity: quantity.clone(), amount }),
                (false, Some(cents), None) => Some(Part::Amount { cents }),
            },
        };
        parts.extend(part);
    }
    parts
}

/// Whether a row without an amount is the name of a group of goods; of a single word, where the next row is a thing by
/// itself.
fn is_heading(lines: &[Line], at: usize) -> bool {
    let is_number = |below: &Line| below.has_code && below.label.is_empty() && below.amount.is_none();
    let is_thing = |below: &Line| {
        is_number(below) || below.names_something() && (below.amount.is_some() || below.quantity.is_some())
    };
    // Its price may stand on the row below it.
    let is_named_for_its_price = |at: usize| {
        let row = |at: usize| lines.get(at).map(|line| (line.names_something(), line.amount.is_some()));
        row(at) == Some((true, false)) && row(at + 1) == Some((false, true))
    };
    match words_of_group(&lines[at].label) {
        0 => false,
        1 => lines
            .get(at + 1)
            .is_some_and(|below| (is_thing(below) || is_named_for_its_price(at + 1)) && !is_set_in(&lines[at], below)),
        _ => true,
    }
}

/// Whether the last thing is named and has no amount yet; a count may stand below its name.
fn waits_for_price(parts: &[Part]) -> bool {
    matches!(parts, [.., Part::Name { .. }] | [.., Part::Name { .. }, Part::Quantity { amount: None, .. }])
}

/// Whether a remark has a word of three letters or more that no remark is made of.
fn has_own_word(line: &Line) -> bool {
    line.has_mark
        && line.label.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 3).count()
            >= 2
}

/// Gives names without an amount the amount that is printed on the next line.
pub fn attach_prices(parts: Vec<Part>) -> Vec<Part> {
    let mut done: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match (done.last().cloned(), part) {
            (Some(Part::Name { line, quantity }), Part::Amount { cents }) => {
                done.pop();
                done.push(Part::Product { line, quantity, amount: cents });
            }
            (Some(Part::Name { line, .. }), Part::Quantity { quantity, amount: Some(amount) })
                if belongs(&quantity, amount) =>
            {
                done.pop();
                done.push(Part::Product { line, quantity: Some(quantity), amount });
            }
            (_, part) => done.push(part),
        }
    }
    done
}

/// A quantity with an amount that does not follow from it belongs to something else.
fn belongs(quantity: &Quantity, amount: Cents) -> bool {
    quantity.price.is_none() || quantity.explains(amount) || quantity.measure != Measure::Piece || quantity.per > 1.0
}

/// Gives quantities that stand on lines of their own to the products they belong to.
pub fn attach_quantities(mut parts: Vec<Part>) -> Vec<Part> {
    let lone: Vec<usize> = (0..parts.len()).filter(|&at| matches!(parts[at], Part::Quantity { .. })).collect();
    // First the receipt is asked on which side quantities stand: each one that fits exactly one of its neighbours is a
    // vote.
    let (mut before, mut behind) = (0, 0);
    for &at in &lone {
        let (fits_next, fits_last) =
            (fits(&parts, at, next_product(&parts, at)), fits(&parts, at, last_product(&parts, at)));
        before += usize::from(fits_next && !fits_last);
        behind += usize::from(fits_last && !fits_next);
    }
    let stands_before = before > behind;
    for &at in &lone {
        let (next, last) = (next_product(&parts, at), last_product(&parts, at));
        let (first_choice, second_choice) = if stands_before { (next, last) } else { (last, next) };
        let chosen = if fits(&parts, at, first_choice) {
            first_choice
        } else if fits(&parts, at, second_choice) {
            second_choice
        } else if fits(&parts, at, product_above(&parts, at)) {
            product_above(&parts, at)
        } else if lacks_quantity(&parts, first_choice) {
            first_choice
        } else {
            continue;
        };
        let Part::Quantity { quantity, amount } = parts[at].clone() else { continue };
        match chosen.and_then(|index| parts.get_mut(index)) {
            Some(Part::Product { quantity: own, .. }) if is_open(own.as_ref()) => *own = Some(quantity),
            Some(part @ Part::Name { .. }) => {
                if let (Part::Name { line, .. }, Some(amount)) = (part.clone(), amount) {
                    *part = Part::Product { line, quantity: Some(quantity), amount };
                }
            }
            _ => {}
        }
    }
    parts
}

fn last_product(parts: &[Part], at: usize) -> Option<usize> {
    // A reduction may stand between a product and its quantity, another product may not.
    (0..at).rev().take(3).find(|&index| is_counted(&parts[index]))
}

/// The product above a quantity whose name goes on between the two.
fn product_above(parts: &[Part], at: usize) -> Option<usize> {
    (0..at).rev().take(MAX_FURTHER_NAME_LINES + 1).find(|&index| matches!(parts[index], Part::Product { .. }))
}

fn next_product(parts: &[Part], at: usize) -> Option<usize> {
    let next = (at + 1..parts.len()).take(2).find(|&index| is_counted(&parts[index]))?;
    // A name may run over lines before its amount comes.
    let is_name = |index: &usize| matches!(parts[*index], Part::Name { quantity: None, .. });
    let names = (next..parts.len()).take(MAX_FURTHER_NAME_LINES).take_while(is_name).count();
    let product = (next + names).min(parts.len() - 1);
    let is_named = names > 0 && matches!(parts[product], Part::Product { .. }) && fits(parts, at, Some(product));
    Some(if is_named { product } else { next })
}

fn is_counted(part: &Part) -> bool {
    matches!(part, Part::Product { .. } | Part::Name { .. } | Part::Deposit { .. })
}

/// Whether a product may have another quantity than the one of its own row: a number without a price may be a mark, and
/// that an amount is the price for one says little.
fn is_open(own: Option<&Quantity>) -> bool {
    own.is_none_or(|own| own.measure == Measure::Piece && (own.count <= 1.0 || own.price.is_none()))
}

fn lacks_quantity(parts: &[Part], index: Option<usize>) -> bool {
    matches!(
        index.and_then(|index| parts.get(index)),
        Some(Part::Product { quantity: None, .. } | Part::Name { quantity: None, .. })
    )
}

/// Whether the quantity at a place is that of a product: their arithmetic agrees.
fn fits(parts: &[Part], at: usize, product: Option<usize>) -> bool {
    let (Some(Part::Quantity { quantity, amount }), Some(part)) =
        (parts.get(at), product.and_then(|index| parts.get(index)))
    else {
        return false;
    };
    match part {
        Part::Product { quantity: own, amount: price, .. } if is_open(own.as_ref()) => {
            amount.is_none_or(|amount| amount == *price) && quantity.explains(*price)
        }
        Part::Deposit { amount: paid } => amount.is_none_or(|amount| amount == *paid) && quantity.explains(*paid),
        Part::Name { quantity: None, .. } => amount.is_some_and(|amount| quantity.explains(amount)),
        _ => false,
    }
}
