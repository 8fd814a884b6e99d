//! From the tags of rows to line items and sums: a product begins on one row, and the rows beside it continue its name
//! or tell its price, its count and its weight.

use super::features::RowFacts;
use super::solve::solve;
use super::tag::RowTag;
use crate::parse::measure::{Measure, Quantity};
use crate::parse::quantity;
use crate::parse::row::{Line, is_set_in};
use crate::text::money::Cents;
use crate::text::vocabulary::{self, Topic};
use std::collections::{HashMap, HashSet};

/// A label with fewer letters is like another by chance.
const MIN_LABEL: usize = 4;
/// So many rows with the same words lower the sum, where they are those of a reduction and not of a thing.
const MIN_REDUCTIONS: usize = 2;

/// On which side of a product the rows with its count or price stand, on the whole receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Below,
    Above,
}

/// A product and the rows that tell of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    /// The rows of its name, from top to bottom.
    pub name: Vec<usize>,
    pub price: Option<Cents>,
    /// By how much the reductions below it lower the price.
    pub discount: Option<Cents>,
    pub quantity: Option<Quantity>,
    /// The rows with its count, weight or price.
    details: Vec<usize>,
}

/// What a labeling makes of a receipt.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parsed {
    pub drafts: Vec<Draft>,
    /// What lowers the sum: each is negative.
    pub discounts: Vec<Cents>,
    pub deposits: Vec<Cents>,
    pub taxes: Vec<Cents>,
    pub subtotals: Vec<Cents>,
    pub totals: Vec<Cents>,
    pub payments: Vec<Cents>,
    /// Amounts of the rows below the last product that are none of these.
    pub others: Vec<Cents>,
    /// Counts that give the price beside them, less those that give another.
    pub explained: f32,
    /// Products whose counts give another price.
    pub contradicted: usize,
    /// Rows with a count or price that belong to no product.
    pub lone: f32,
}

/// Reads a receipt whose rows are tagged.
pub fn parse(facts: &[RowFacts], tags: &[RowTag], side: Side) -> Parsed {
    let mut parsed = Parsed::default();
    let mut waiting: Vec<usize> = Vec::new();
    let reductions = reductions(facts, tags);
    let last = tags.iter().rposition(|tag| tag.begins_item()).unwrap_or(0);
    for (at, (row, tag)) in facts.iter().zip(tags).enumerate() {
        let tag = match tag {
            RowTag::Item if !reductions.is_empty() && reductions.contains(&letters(&row.line.label)) => {
                &RowTag::Discount
            }
            RowTag::Deposit if row.amount() > Some(0) && vocabulary::names_bag(&row.line.label) => &RowTag::Item,
            tag => tag,
        };
        match tag {
            // What costs less than nothing is taken back, or lowers the sum.
            RowTag::Item if row.amount().is_some_and(|amount| amount < 0) => take_back(&mut parsed, row),
            RowTag::Item | RowTag::ItemName => {
                let price = row.amount().filter(|_| *tag == RowTag::Item);
                let details = std::mem::take(&mut waiting);
                let above = if parsed.drafts.is_empty() { at } else { begin_of_name(facts, tags, at) };
                // `Deposit - one-way` above `plastic bottle 0.10`
                if above < at && facts[above].line.topic == Topic::Deposit {
                    parsed.deposits.extend(price);
                    continue;
                }
                if let Some(before) = parsed.drafts.last_mut() {
                    before.name.retain(|row| *row < above);
                }
                parsed.drafts.push(Draft { name: (above..=at).collect(), price, details, ..Draft::default() });
            }
            RowTag::Continuation => {
                if let Some(draft) = parsed.drafts.last_mut() {
                    draft.name.push(at);
                    draft.price = draft.price.or(row.line.amount);
                }
            }
            // A count below a deposit tells how many bottles it is for.
            RowTag::Quantity if side == Side::Below && counts_charge(facts, tags, at) => {}
            RowTag::Quantity | RowTag::PriceOnly => match (side, parsed.drafts.last_mut()) {
                (Side::Below, Some(draft)) => {
                    if *tag == RowTag::PriceOnly && draft.price.is_none() && has_size(&row.line.label) {
                        draft.name.push(at);
                    }
                    draft.details.push(at);
                }
                // A price of its own belongs to the name above that has none.
                (Side::Above, Some(draft))
                    if *tag == RowTag::PriceOnly
                        && draft.price.is_none()
                        && draft.details.iter().all(|detail| tags[*detail] == RowTag::Quantity) =>
                {
                    draft.details.push(at);
                }
                (Side::Below, None) => parsed.lone += 1.0,
                (Side::Above, _) => waiting.push(at),
            },
            RowTag::Void => take_back(&mut parsed, row),
            RowTag::Discount if is_taken_back(&parsed, facts, row) => take_back(&mut parsed, row),
            // Savings above the first product are no part of its sums.
            RowTag::Discount if parsed.drafts.is_empty() => {}
            RowTag::Discount => {
                if let Some(amount) = row.amount().map(|amount| amount.abs()) {
                    parsed.discounts.push(-amount);
                    lower(parsed.drafts.last_mut(), amount);
                }
            }
            RowTag::Deposit => parsed.deposits.extend(row.amount()),
            RowTag::Tax => parsed.taxes.extend(row.amount().map(|amount| amount.abs())),
            RowTag::Payment => parsed.payments.extend(row.amount().map(|amount| amount.abs())),
            RowTag::Subtotal => parsed.subtotals.extend(sum_of(facts, at)),
            RowTag::Total => parsed.totals.extend(sum_of(facts, at)),
            RowTag::Header | RowTag::Heading | RowTag::Other if at > last => {
                parsed.others.extend(row.line.amounts.iter().map(|amount| amount.abs()));
            }
            RowTag::Header | RowTag::Heading | RowTag::Other => {}
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a receipt has some thousand rows at most")]
    let lone = waiting.len() as f32;
    parsed.lone += lone;
    for draft in &mut parsed.drafts {
        let (explained, lone) = draft.settle(facts);
        parsed.explained += explained;
        parsed.contradicted += usize::from(explained < 0.0);
        parsed.lone += lone;
        parsed.deposits.extend(draft.charges(facts));
    }
    parsed
}

impl Parsed {
    /// Joins names without a price to the product beside them: where the sum is right without them, they are further rows
    /// of its name. A department's name is none.
    pub fn join_unpriced(&mut self, facts: &[RowFacts]) {
        for at in (0..self.drafts.len()).rev() {
            let draft = &self.drafts[at];
            let (Some(first), Some(last)) = (draft.name.first().copied(), draft.name.last().copied()) else { continue };
            if draft.price.is_some() || !draft.details.is_empty() || facts[first].line.has_code {
                continue;
            }
            let is_next =
                |next: &Draft| next.name.first().is_some_and(|row| *row == last + 1 && !has_front(&facts[*row].line));
            let goes_on = |before: &Draft| {
                before
                    .name
                    .last()
                    .is_some_and(|row| row + 1 == first && is_set_in(&facts[*row].line, &facts[first].line))
            };
            if facts[first].line.topic == Topic::Heading {
                self.drafts.remove(at);
            } else if self.drafts.get(at + 1).is_some_and(is_next) {
                let above = self.drafts.remove(at).name;
                self.drafts[at].name.splice(..0, above);
            } else if at > 0 && goes_on(&self.drafts[at - 1]) {
                let below = self.drafts.remove(at).name;
                self.drafts[at - 1].name.extend(below);
            }
        }
    }
}

/// Returns true if a number, mark or count in front of a name begins a product.
fn has_front(line: &Line) -> bool {
    line.has_front || line.has_code || line.quantity.is_some()
}

/// The amount of a sum: on its row, or alone on the next one.
fn sum_of(facts: &[RowFacts], at: usize) -> Option<Cents> {
    let is_alone = |row: &&RowFacts| !row.line.names_something();
    let below = || facts.get(at + 1).filter(is_alone).and_then(RowFacts::amount);
    let above = || facts.get(at.checked_sub(1)?).filter(is_alone).and_then(RowFacts::amount);
    facts[at].amount().or_else(below).or_else(above)
}

/// Notes a reduction at the product that it stands below, if that costs as much.
fn lower(draft: Option<&mut Draft>, amount: Cents) {
    let Some(draft) = draft else { return };
    let discount = draft.discount.unwrap_or(0).saturating_add(amount);
    if draft.price.is_some_and(|price| price >= discount) {
        draft.discount = Some(discount);
    }
}

/// Returns true if a count makes the amount of the deposit or discount above it.
fn counts_charge(facts: &[RowFacts], tags: &[RowTag], at: usize) -> bool {
    let above = at.checked_sub(1).filter(|above| matches!(tags[*above], RowTag::Deposit | RowTag::Discount));
    above.and_then(|above| facts[above].amount()).is_some_and(|amount| facts[at].explains(amount.abs()))
}

/// A name has at most so many rows above the one with its price.
const MAX_ROWS_ABOVE: usize = 2;

/// The row that a name begins on which ends on this one: the rows above go on with it if a sentence does, by a comma, a
/// small letter or a joining word.
fn begin_of_name(facts: &[RowFacts], tags: &[RowTag], at: usize) -> usize {
    let is_open = |row: usize| {
        let text = facts[row].text.trim_end();
        let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let before_mark = text.strip_suffix([',', '-', '&', '+']).map(str::trim_end);
        before_mark.is_some_and(|text| text.ends_with(char::is_alphabetic)) || JOINING.contains(&last.as_str())
    };
    let begins_small = |row: usize| facts[row].line.label.starts_with(char::is_lowercase);
    // Some tills print all names in small letters.
    let product = tags[..at].iter().position(|tag| tag.begins_item());
    let is_small = |row: usize| begins_small(row) && !product.is_some_and(begins_small);
    let is_bare = |row: usize| {
        let line = &facts[row].line;
        let is_other = match tags[row] {
            RowTag::Other | RowTag::Heading | RowTag::Deposit => true,
            // Further rows of the name above do not end like this.
            RowTag::Continuation => is_open(row),
            _ => false,
        };
        is_other
            && line.amounts.is_empty()
            && line.quantity.is_none()
            && letters(&line.label).len() >= MIN_LABEL
            && matches!(line.topic, Topic::Product | Topic::Deposit)
    };
    let goes_on = |row: usize| is_open(row - 1) || is_small(row);
    let mut begin = at;
    while begin > 0 && at - begin < MAX_ROWS_ABOVE && is_bare(begin - 1) && !has_front(&facts[begin].line) {
        // A row of small letters is the middle of a name that begins above it.
        let is_middle = begin > 1 && is_bare(begin - 2) && goes_on(begin - 1);
        if !goes_on(begin) && !is_middle {
            break;
        }
        begin -= 1;
    }
    begin
}

/// Words that no name ends on.
const JOINING: [&str; 28] = [
    "and", "with", "of", "in", "und", "mit", "für", "zum", "aus", "et", "de", "du", "aux", "con", "di", "e", "y",
    "met", "en", "och", "og", "med", "ja", "i", "z", "ir", "su", "un",
];

/// Returns true if a text has a size: `400g`, `1 L`, `3%`.
fn has_size(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &str| word.ends_with(|c: char| c.is_ascii_digit());
    let unit_of = |at: usize| {
        let unit = words[at].trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
        let is_measured = unit.len() < words[at].len() || at > 0 && is_number(words[at - 1]);
        is_measured && Measure::of(&unit.to_lowercase()).is_some()
    };
    text.chars().filter(|c| c.is_alphabetic()).count() > 3 && (0..words.len()).any(unit_of)
}

/// The words of reductions, each of which has its minus on several rows. On a further row with them it was not read.
fn reductions(facts: &[RowFacts], tags: &[RowTag]) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (row, _) in facts.iter().zip(tags).filter(|(_, tag)| **tag == RowTag::Discount) {
        if row.amount().is_some_and(|amount| amount < 0) {
            *counts.entry(letters(&row.line.label)).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .filter(|(label, count)| label.len() >= MIN_LABEL && *count >= MIN_REDUCTIONS)
        .map(|(label, _)| label)
        .collect()
}

/// The letters of a label, in capitals without accents.
fn letters(label: &str) -> String {
    vocabulary::plain(label).chars().filter(|c| c.is_alphabetic()).collect()
}

/// Returns true if a row lowers the sum by the price of a product with the same name: what was voided. Behind a word
/// for it, the name may follow: `STORNO: BROT`.
fn is_taken_back(parsed: &Parsed, facts: &[RowFacts], row: &RowFacts) -> bool {
    let amount = row.amount().map(|amount| amount.abs());
    let label = letters(&row.line.label);
    let is_void = row.line.topic == Topic::Void;
    let is_same = |draft: &Draft| {
        let name = draft.name.first().map(|at| letters(&facts[*at].line.label)).unwrap_or_default();
        name == label || is_void && name.len() >= MIN_LABEL && label.ends_with(&name)
    };
    amount.is_some() && !label.is_empty() && parsed.drafts.iter().any(|draft| draft.price == amount && is_same(draft))
}

/// Removes the product that a row takes back: the last one with its price. Without one, the sum is lowered.
fn take_back(parsed: &mut Parsed, row: &RowFacts) {
    let Some(amount) = row.amount().map(|amount| amount.abs()) else { return };
    match parsed.drafts.iter().rposition(|draft| draft.price == Some(amount)) {
        Some(at) => {
            parsed.drafts.remove(at);
        }
        None => parsed.discounts.push(-amount),
    }
}

impl Draft {
    /// The amounts of rows that count something else than the product: a bottle's deposit whose name was not read.
    fn charges(&self, facts: &[RowFacts]) -> Vec<Cents> {
        let Some(price) = self.price else { return Vec::new() };
        let own = self.details.iter().filter_map(|at| facts[*at].line.amount.filter(|own| facts[*at].explains(*own)));
        own.filter(|amount| *amount != price).collect()
    }

    /// Finds price and quantity among the rows of the product. Returns how many counts give the price, less those that
    /// give another, and how many rows are too many.
    fn settle(&mut self, facts: &[RowFacts]) -> (f32, f32) {
        let lines = || self.details.iter().map(|at| &facts[*at].line);
        let lines_text = || self.details.iter().map(|at| facts[*at].text.as_str());
        if self.price.is_none() {
            let beside = lines().find(|line| line.amount.is_some() && line.quantity.is_none());
            let counted = || lines().find_map(|line| line.amount);
            self.price = beside.and_then(|line| line.amount).or_else(counted).or_else(|| {
                lines().find_map(|line| {
                    let total = line.quantity.as_ref()?.total()?;
                    #[expect(clippy::cast_possible_truncation, reason = "bounded just before")]
                    (total > 0.0 && total < 1e6).then(|| total.round() as Cents)
                })
            });
        }
        let mut explained = 0.0;
        let price = self.price.filter(|price| *price > 0);
        let own = self.name.iter().find_map(|at| facts[*at].line.quantity.as_ref());
        let candidates: Vec<Quantity> = lines().filter_map(|line| line.quantity.clone()).collect();
        let fitting = price.and_then(|price| {
            let pointed = |quantity: &Quantity| {
                quantity.explains(price).then(|| quantity.clone()).or_else(|| quantity.pointed(price))
            };
            let implied = || {
                let amounts = lines().filter(|line| line.quantity.is_none()).flat_map(|line| &line.amounts);
                amounts.filter_map(|amount| quantity::implied(*amount, price)).find(|quantity| quantity.count > 1.0)
            };
            let solved = || lines_text().find_map(|text| solve(text, price));
            candidates.iter().find_map(pointed).or_else(solved).or_else(implied)
        });
        if fitting.is_some() {
            explained += 1.0;
        } else if candidates.iter().any(|quantity| quantity.price.is_some()) && price.is_some() {
            explained -= 0.7;
        }
        let own_fits = own.zip(price).is_some_and(|(own, price)| own.explains(price));
        let contradicts = |price: Cents| self.name.iter().any(|at| facts[*at].contradicts(price));
        if fitting.is_none() && own_fits {
            explained += 0.3;
        } else if fitting.is_none() && price.is_some_and(contradicts) {
            explained -= 0.3;
        }
        let is_one = |quantity: &Quantity| quantity.measure == Measure::Piece && quantity.count <= 1.0;
        let own = own.cloned();
        self.quantity = match (fitting, own) {
            (Some(fitting), Some(own)) if is_one(&fitting) => Some(own),
            (Some(fitting), _) => Some(fitting),
            (None, Some(own)) if own_fits || candidates.is_empty() => Some(own),
            (None, own) => candidates.into_iter().next().or(own),
        };
        #[expect(clippy::cast_precision_loss, reason = "a product has few rows")]
        let lone = 0.5 * self.details.len().saturating_sub(1) as f32;
        (explained, lone)
    }
}
