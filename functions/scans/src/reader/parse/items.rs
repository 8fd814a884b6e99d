//! From lines to line items, checked by the receipt's own arithmetic.
//!
//! Tills agree on little: a quantity stands before its product in some shops and behind it in others, a price beside the name or on the
//! next line. Which it is, the receipt itself tells: count times price has to give the amount of the product it belongs to.

use super::line::Line;
use super::money::Cents;
use super::quantity::{Measure, Quantity};
use super::vocabulary::{Topic, is_department, is_group};

/// A product line of a receipt.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub text: String,
    pub price: Option<Cents>,
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

    /// Compares the lines with the printed sums. Some tills print sums before discounts, some after; a tax may be in the prices or on top.
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

    /// How much of the receipt agrees with the rest of it: the lines with a printed sum, the printed sums with each other.
    pub fn agreements(&self) -> usize {
        let sums_agree = self
            .subtotal
            .zip(self.total)
            .is_some_and(|(subtotal, total)| total == subtotal || total == subtotal + self.tax);
        usize::from(self.check() == Check::Balanced) + usize::from(sums_agree)
    }
}

/// A stretch of the receipt that may become an item.
#[derive(Debug, Clone)]
enum Part {
    /// A product with its amount.
    Product { line: usize, quantity: Option<Quantity>, amount: Cents },
    /// A name without an amount: the first line of a long name, a product whose price comes next, or a heading.
    Name { line: usize, quantity: Option<Quantity> },
    /// A quantity without a name, with or without an amount.
    Quantity { quantity: Quantity, amount: Option<Cents> },
    /// An amount alone.
    Amount { cents: Cents },
    /// A price change; a product of the same name may be taken back by it.
    Change { line: usize, cents: Cents, is_void: bool },
}

/// Builds the ledger of a receipt.
pub fn ledger(lines: &[Line]) -> Ledger {
    let mut ledger = Ledger::default();
    let end = sums(lines, &mut ledger);
    let parts = parts(&lines[..end], &mut ledger);
    let parts = attach_prices(parts);
    let parts = attach_quantities(parts);
    finish(&parts, lines, &mut ledger);
    ledger
}

/// Reads the printed sums and finds where the products end.
fn sums(lines: &[Line], ledger: &mut Ledger) -> usize {
    let first_product = lines
        .iter()
        .position(|line| line.topic == Topic::Product && line.amount.is_some() && line.names_something())
        .unwrap_or(0);
    let mut end = None;
    for (at, line) in lines.iter().enumerate().skip(first_product) {
        let amount = line.amount.or_else(|| {
            // A sum printed large may stand on a row of its own.
            let next = lines.get(at + 1)?;
            next.amount.filter(|_| next.label.chars().filter(|c| c.is_alphabetic()).count() <= 3)
        });
        match line.topic {
            Topic::Subtotal if ledger.subtotal.is_none() => {
                if let Some(cents) = amount.filter(|cents| *cents > 0) {
                    ledger.subtotal = Some(cents);
                    end.get_or_insert(at);
                }
            }
            Topic::Total => {
                if let Some(cents) = amount.filter(|cents| *cents > 0) {
                    ledger.total.get_or_insert(cents);
                    end.get_or_insert(at);
                    break;
                }
            }
            Topic::Payment if line.amount.is_some() && end.is_some() => break,
            Topic::Payment
                if line.amount.is_some_and(|cents| cents > 0) && at > first_product && !goods_follow(lines, at) =>
            {
                // Cut off above its total, or the total was not read: a payment of this size ends the list as well.
                ledger.total.get_or_insert(line.amount.unwrap_or(0));
                end.get_or_insert(at);
                break;
            }
            Topic::Tax => {
                ledger.tax += line.amount.unwrap_or(0);
                if !goods_follow(lines, at) {
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

/// Whether more products, and then their sum, stand below a line that looks like a tax or a payment: a levy on drinks is printed among them.
fn goods_follow(lines: &[Line], at: usize) -> bool {
    let own = lines[at].amount.unwrap_or(0);
    let below = &lines[at + 1..];
    let sum = below.iter().position(|line| {
        matches!(line.topic, Topic::Subtotal | Topic::Total) && line.amount.is_some_and(|cents| cents > own)
    });
    sum.is_some_and(|sum| {
        below[..sum].iter().any(|line| {
            line.topic == Topic::Product && line.names_something() && line.amount.is_some_and(|cents| cents > 0)
        })
    })
}

/// Sorts the lines above the sums into parts.
fn parts(lines: &[Line], ledger: &mut Ledger) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut voiding = false;
    for (at, line) in lines.iter().enumerate() {
        let names = line.names_something();
        let negative = line.amount.is_some_and(|cents| cents < 0);
        let part = match line.topic {
            Topic::Deposit => {
                ledger.adjustments += line.amount.unwrap_or(0);
                continue;
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
                (true, Some(amount), quantity) => Some(Part::Product { line: at, quantity: quantity.clone(), amount }),
                (true, None, None) if is_group(&line.label) => None,
                (true, None, quantity) => Some(Part::Name { line: at, quantity: quantity.clone() }),
                (false, amount, Some(quantity)) => Some(Part::Quantity { quantity: quantity.clone(), amount }),
                (false, Some(cents), None) => Some(Part::Amount { cents }),
                (false, None, None) => None,
            },
        };
        parts.extend(part);
    }
    parts
}

/// Whether a remark has a word of three letters or more that no remark is made of.
fn has_own_word(line: &Line) -> bool {
    line.has_mark
        && line.label.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 3).count()
            >= 2
}

/// Gives names without an amount the amount that is printed on the next line.
fn attach_prices(parts: Vec<Part>) -> Vec<Part> {
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
fn attach_quantities(mut parts: Vec<Part>) -> Vec<Part> {
    let lone: Vec<usize> = (0..parts.len()).filter(|&at| matches!(parts[at], Part::Quantity { .. })).collect();
    // First the receipt is asked on which side quantities stand: each one that fits exactly one of its neighbours is a vote.
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
            Some(Part::Product { quantity: own @ None, .. }) => *own = Some(quantity),
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
    (0..at).rev().take(3).find(|&index| matches!(parts[index], Part::Product { .. } | Part::Name { .. }))
}

/// The product above a quantity whose name goes on between the two.
fn product_above(parts: &[Part], at: usize) -> Option<usize> {
    (0..at).rev().take(MOST_NAME_LINES + 1).find(|&index| matches!(parts[index], Part::Product { .. }))
}

fn next_product(parts: &[Part], at: usize) -> Option<usize> {
    (at + 1..parts.len()).take(2).find(|&index| matches!(parts[index], Part::Product { .. } | Part::Name { .. }))
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
        Part::Product { quantity: None, amount: price, .. } => {
            amount.is_none_or(|amount| amount == *price) && quantity.explains(*price)
        }
        Part::Name { quantity: None, .. } => amount.is_some_and(|amount| quantity.explains(amount)),
        _ => false,
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
    // Above the first product stand the shop's name and address. They are its name only where names run over lines elsewhere, too.
    let wraps = products.iter().skip(1).any(|(at, line)| !names_above(parts, lines, *at, *line, widest).is_empty());
    let first_product = products.first().map(|(at, _)| *at);
    let hanging = hang_below(parts, lines, widest);
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Product { line, quantity, amount } => {
                let quantity = quantity.clone();
                let above = names_above(parts, lines, at, *line, widest);
                let is_header =
                    first_product == Some(at) && !(wraps && above.iter().all(|line| could_begin_a_name(&lines[*line])));
                let text = full_name(parts, lines, at, *line, widest, if is_header { &[] } else { &above }, hanging);
                ledger.items.push(Item {
                    text,
                    price: Some(*amount),
                    quantity: quantity.as_ref().map_or(1.0, |quantity| quantity.count),
                    measure: quantity.map_or(Measure::Piece, |quantity| quantity.measure),
                    confidence: lines[*line].confidence,
                });
            }
            Part::Change { line, cents, is_void } => {
                let line = &lines[*line];
                let taken_back = (0..ledger.items.len()).rev().find(|&index| {
                    let item = &ledger.items[index];
                    let same_name = !line.label.is_empty() && line.label == item.text;
                    item.price == Some(-cents) && (*is_void || same_name)
                });
                match taken_back {
                    Some(index) => {
                        ledger.items.remove(index);
                    }
                    None => ledger.adjustments += cents,
                }
            }
            _ => {}
        }
    }
}

/// The lines above a product's that its name begins on, from the top.
fn names_above(parts: &[Part], lines: &[Line], at: usize, line: usize, widest: usize) -> Vec<usize> {
    let mut above = Vec::new();
    let mut first = line;
    for part in parts[..at].iter().rev().take(MOST_NAME_LINES) {
        let Part::Name { line: name, quantity: None } = part else { break };
        if *name + 1 != first || !is_wrapped(&lines[*name], &lines[first], widest) {
            break;
        }
        above.insert(0, *name);
        first = *name;
    }
    above
}

/// Whether a line has nothing of an address, a number or a slogan.
fn could_begin_a_name(line: &Line) -> bool {
    !line.label.contains(['#', ':', '!', '@']) && line.label.chars().filter(char::is_ascii_digit).count() < 3
}

/// The name of a product, with the lines before and behind it that a long name runs over.
fn full_name(
    parts: &[Part],
    lines: &[Line],
    at: usize,
    line: usize,
    widest: usize,
    above: &[usize],
    hanging: bool,
) -> String {
    let mut names: Vec<&str> = above.iter().map(|line| lines[*line].label.as_str()).collect();
    names.push(lines[line].label.as_str());
    let first = above.first().copied().unwrap_or(line);
    // Some tills print the price beside the first of the lines. Then what follows is set in, and no name begins above.
    if first == line && lines[line].amount.is_some() {
        let mut last = line;
        for part in parts[at + 1..].iter().take(MOST_NAME_LINES) {
            let Part::Name { line: below, quantity: None } = part else { break };
            let is_next = *below == last + 1
                && (is_wrapped(&lines[last], &lines[*below], widest)
                    || hanging && fills_its_line(&lines[last], &lines[*below], widest))
                && (hanging || is_set_in(&lines[line], &lines[*below]));
            if !is_next || is_promotion(&lines[*below].label) {
                break;
            }
            names.push(lines[*below].label.as_str());
            last = *below;
        }
    }
    names.join(" ")
}

/// A name of a product runs over three lines at most.
const MOST_NAME_LINES: usize = 2;

/// Whether names without an amount stand nowhere but right below products with one: there, they go on. A leaning photo hides that they are set in.
fn hang_below(parts: &[Part], lines: &[Line], widest: usize) -> bool {
    let (mut hanging, mut others) = (0, 0);
    // What stands above the first product is the shop's name.
    let goods = parts.iter().skip_while(|part| !matches!(part, Part::Product { .. }));
    let mut before: Option<&Part> = None;
    for part in goods {
        if let Part::Name { line, quantity: None } = part {
            match before {
                Some(Part::Product { line: above, .. })
                    if above + 1 == *line
                        && lines[*above].amount.is_some()
                        && !is_promotion(&lines[*line].label)
                        && fills_its_line(&lines[*above], &lines[*line], widest) =>
                {
                    hanging += 1;
                }
                // The third line of a name.
                Some(Part::Name { .. }) => {}
                _ => others += 1,
            }
        }
        before = Some(part);
    }
    hanging >= 3 && hanging >= 4 * others
}

fn is_set_in(first: &Line, second: &Line) -> bool {
    second.left > first.left + 0.35 * first.height
}

/// Whether a line goes on in the next one: the next word would not have fitted any more, as far as the receipt's widest name shows.
fn is_wrapped(first: &Line, second: &Line, widest: usize) -> bool {
    if is_set_in(first, second) {
        fills_its_line(first, second, widest)
    } else {
        // No name goes on further left than it began, and none begins in capitals only.
        !is_set_in(second, first)
            && (!is_in_capitals(&first.label) || is_in_capitals(&second.label))
            && width_with_next_word(first, second) > widest
            && first.label.chars().count() >= 14
    }
}

fn is_in_capitals(label: &str) -> bool {
    !label.chars().any(char::is_lowercase)
}

/// Whether a line with the next one's first word would be about as wide as names get.
fn fills_its_line(first: &Line, second: &Line, widest: usize) -> bool {
    width_with_next_word(first, second) * 10 >= widest * 6
}

fn width_with_next_word(first: &Line, second: &Line) -> usize {
    let next_word = second.label.split(' ').next().map_or(0, |word| word.chars().count());
    first.label.chars().count() + 1 + next_word
}

/// Remarks on a price that shops print below a product.
fn is_promotion(label: &str) -> bool {
    const WORDS: &[&str] = &[
        "SALE", "FREE", "SAVE", "PRICE", "DEAL", "OFFER", "SPECIAL", "CLUB", "BUY", "GET", "ITEM", "AKTION", "ANGEBOT",
        "MEMBER", "PRIME", "TARE", "WEIGHT", "REG", "LIMIT", "CARD",
    ];
    super::vocabulary::words(label).iter().any(|word| WORDS.contains(&word.as_str()))
}
