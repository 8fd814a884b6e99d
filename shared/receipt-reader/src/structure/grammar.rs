//! Parses tagged rows into line items and sums: a product begins on one row, and the rows around it continue its name
//! or have its price, count and weight.

use super::features::RowFacts;
use super::name_rows::{MIN_LABEL_LETTERS, NameRows, begins_product, has_size, is_name_with_size, is_open, letters};
use super::solve::solve_quantity;
use super::tag::RowTag;
use crate::parse::measure::{Measure, Quantity};
use crate::parse::quantity;
use crate::parse::row::ParsedRow;
use crate::text::money::Cents;
use crate::text::vocabulary::{self, Topic};
use std::collections::{HashMap, HashSet};

/// The minimum number of rows with the label of a reduction, so that it is not a product's.
const MIN_REDUCTIONS: usize = 2;

/// The maximum words of a label that only names a deposit.
const MAX_DEPOSIT_WORDS: usize = 2;
/// The evidence of a count below or above a product that makes another price, relative to one that makes its price, …
const CONTRADICTION_PENALTY: f32 = 0.7;
/// … and of a count on the product's own row, for or against its price.
const NAME_EVIDENCE: f32 = 0.3;
/// The limit of a price that a count and a unit price make, in cents: larger ones are misread.
const MULTIPLIED_PRICE_LIMIT: f64 = 1e6;
/// The part of an orphan that a surplus row of a product is.
const SURPLUS_ROW_WEIGHT: f32 = 0.5;

/// The side of a product on which the rows with its count or price are, on the whole receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetailSide {
    Below,
    Above,
}

/// A product and its rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ItemDraft {
    /// The rows of its name, from top to bottom.
    pub name: Vec<usize>,
    pub price: Option<Cents>,
    /// The sum of the reductions below it.
    pub discount: Option<Cents>,
    pub quantity: Option<Quantity>,
    /// The rows with its count, weight or price.
    details: Vec<usize>,
}

/// The items and sums of a labeling.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedReceipt {
    pub drafts: Vec<ItemDraft>,
    /// The reductions of the sum; each is negative.
    pub discounts: Vec<Cents>,
    pub deposits: Vec<Cents>,
    pub taxes: Vec<Cents>,
    pub subtotals: Vec<Cents>,
    pub totals: Vec<Cents>,
    pub payments: Vec<Cents>,
    /// The amounts, all positive, of rows below the last product that have another tag than those above.
    pub other_amounts: Vec<Cents>,
    /// The evidence of counts for the prices: each that makes its price adds, each that makes another subtracts.
    pub count_evidence: f32,
    /// The number of products whose counts make another price.
    pub contradicted_products: usize,
    /// The number of rows with a count or price that belong to no product; a surplus row of a product is half of one.
    pub orphans: f32,
}

/// Parses the tagged rows of a receipt.
pub fn parse_tags(facts: &[RowFacts], tags: &[RowTag], side: DetailSide) -> ParsedReceipt {
    let reductions = reduction_labels(facts, tags);
    let last = tags.iter().rposition(|tag| tag.begins_item()).unwrap_or(0);
    let mut parser = TagParser { facts, tags, side, parsed: ParsedReceipt::default(), unassigned_details: Vec::new() };
    for (at, row) in facts.iter().enumerate() {
        let mut tag = parser.tag_below_others(corrected_tag(tags[at], row, &reductions), row);
        if let Some(reduction) = row.parsed.reduction {
            parser.parsed.discounts.push(reduction);
            add_discount(parser.parsed.drafts.last_mut(), -reduction);
            // A name may follow on the same row.
            if row.parsed.amount.is_some_and(|amount| amount < 0) || !row.parsed.has_name() {
                continue;
            }
            tag = if tag.begins_item() { tag } else { RowTag::ItemName };
        }
        parser.add_row(at, tag, at > last);
    }
    parser.finish()
}

/// Returns the tag of a row, which its words or the other rows may correct.
fn corrected_tag(tag: RowTag, row: &RowFacts, reductions: &HashSet<String>) -> RowTag {
    let label = &row.parsed.label;
    match tag {
        RowTag::Item if !reductions.is_empty() && reductions.contains(&letters(label)) => RowTag::Discount,
        RowTag::Deposit if row.amount() > Some(0) && vocabulary::has_bag_word(label) => RowTag::Item,
        RowTag::Item if names_deposit(&row.parsed) => RowTag::Deposit,
        // Only a reduction has a minus.
        RowTag::PriceOnly if row.amount().is_some_and(|amount| amount < 0) => RowTag::Discount,
        tag if tag.begins_item() && row.parsed.is_never_product => RowTag::Other,
        RowTag::Item if row.amount() > Some(0) => tag_of_topic(row.parsed.topic).unwrap_or(tag),
        tag => tag,
    }
}

/// Returns the tag of a row with an amount whose words name no product. The words of a deposit or a cancellation may be
/// parts of a name: `HAM LMT CRV`.
fn tag_of_topic(topic: Topic) -> Option<RowTag> {
    match topic {
        Topic::Subtotal => Some(RowTag::Subtotal),
        Topic::Total => Some(RowTag::Total),
        Topic::Tax => Some(RowTag::Tax),
        Topic::Payment => Some(RowTag::Payment),
        Topic::Discount => Some(RowTag::Discount),
        Topic::FormerPrice | Topic::Remark => Some(RowTag::Other),
        Topic::Deposit | Topic::Void | Topic::Heading | Topic::Product => None,
    }
}

/// Collects the products and sums of tagged rows, from top to bottom.
struct TagParser<'a> {
    facts: &'a [RowFacts],
    tags: &'a [RowTag],
    side: DetailSide,
    parsed: ParsedReceipt,
    /// The rows with a count or price of a product below.
    unassigned_details: Vec<usize>,
}

impl TagParser<'_> {
    /// Returns the tag of a row, which the rows above may correct.
    fn tag_below_others(&mut self, tag: RowTag, row: &RowFacts) -> RowTag {
        let parsed = &mut self.parsed;
        let is_paid = !parsed.totals.is_empty() && !parsed.payments.is_empty();
        if tag.begins_item() && is_paid {
            return RowTag::Other;
        }
        // A heading of several groups that was taken for a name: `Coffee / Tea / Spreads` above `Green Tea 3.75`.
        let is_heading = |above: &mut ItemDraft| {
            above.price.is_none()
                && matches!(above.name.as_slice(), [at] if self.facts[*at].parsed.label.contains(" / "))
        };
        if tag == RowTag::PriceOnly && row.parsed.has_name() && parsed.drafts.pop_if(is_heading).is_some() {
            return RowTag::Item;
        }
        tag
    }

    fn add_row(&mut self, at: usize, tag: RowTag, is_below_products: bool) {
        let row = &self.facts[at];
        let parsed = &mut self.parsed;
        match tag {
            // A negative amount cancels a product or lowers the sum.
            RowTag::Item if row.amount().is_some_and(|amount| amount < 0) => cancel_product(parsed, row),
            RowTag::Item => self.begin_product(at, row.amount()),
            RowTag::ItemName => self.begin_product(at, None),
            RowTag::Continuation => self.continue_name(at),
            // A count below a deposit is the number of bottles.
            RowTag::Quantity if self.side == DetailSide::Below && is_count_of_deposit(self.facts, self.tags, at) => {}
            RowTag::Quantity | RowTag::PriceOnly => self.add_detail(at, tag),
            RowTag::Void => cancel_product(parsed, row),
            RowTag::Discount if is_cancellation(parsed, self.facts, row) => cancel_product(parsed, row),
            // Savings above the first product are not part of the sums.
            RowTag::Discount if parsed.drafts.is_empty() => {}
            RowTag::Discount => {
                if let Some(amount) = row.amount().map(|amount| amount.abs()) {
                    parsed.discounts.push(-amount);
                    add_discount(parsed.drafts.last_mut(), amount);
                }
            }
            RowTag::Deposit => parsed.deposits.extend(row.amount()),
            RowTag::Tax => parsed.taxes.extend(row.amount().map(|amount| amount.abs())),
            RowTag::Payment => parsed.payments.extend(row.amount().map(|amount| amount.abs())),
            RowTag::Subtotal => parsed.subtotals.extend(row.amount()),
            RowTag::Total => parsed.totals.extend(row.amount()),
            RowTag::Header | RowTag::Heading | RowTag::Other if is_below_products => {
                parsed.other_amounts.extend(row.parsed.amounts.iter().map(|amount| amount.abs()));
            }
            RowTag::Header | RowTag::Heading | RowTag::Other => {}
        }
    }

    fn begin_product(&mut self, at: usize, price: Option<Cents>) {
        let mut details = std::mem::take(&mut self.unassigned_details);
        if self.side == DetailSide::Below {
            // Above the first product are only counts that make its price.
            details.retain(|row| price.is_some_and(|price| self.facts[*row].explains(price)));
        }
        let first = NameRows::new(self.facts, self.tags, at).first();
        // A row that only names a deposit may be above its own row: `Deposit - one-way`, `plastic bottle 0.10`.
        if first < at && self.facts[first].parsed.topic == Topic::Deposit {
            self.parsed.deposits.extend(price);
            return;
        }
        while let Some(before) = self.parsed.drafts.last_mut() {
            before.name.retain(|row| *row < first);
            if !before.name.is_empty() {
                break;
            }
            self.parsed.drafts.pop();
        }
        self.parsed.drafts.push(ItemDraft { name: (first..=at).collect(), price, details, ..ItemDraft::default() });
    }

    fn continue_name(&mut self, at: usize) {
        let row = &self.facts[at].parsed;
        let has_size = |draft: &ItemDraft| draft.name.iter().any(|row| has_size(&self.facts[*row].parsed.label));
        // A name has one size: the price of the product above was not read.
        if is_name_with_size(&row.label) && self.parsed.drafts.last().is_some_and(has_size) {
            self.parsed.drafts.push(ItemDraft { name: vec![at], price: row.amount, ..ItemDraft::default() });
        } else if let Some(draft) = self.parsed.drafts.last_mut() {
            draft.name.push(at);
            draft.price = draft.price.or(row.amount);
        }
    }

    fn add_detail(&mut self, at: usize, tag: RowTag) {
        match (self.side, self.parsed.drafts.last_mut()) {
            (DetailSide::Below, Some(draft)) => {
                let row = &self.facts[at].parsed;
                let is_above_open = || draft.name.last().is_some_and(|above| is_open(&self.facts[*above].text));
                let continues_name = || has_size(&row.label) || row.has_name() && is_above_open();
                if tag == RowTag::PriceOnly && draft.price.is_none() && continues_name() {
                    draft.name.push(at);
                }
                draft.details.push(at);
            }
            // A separate price belongs to the name above that has none.
            (DetailSide::Above, Some(draft))
                if tag == RowTag::PriceOnly
                    && draft.price.is_none()
                    && draft.details.iter().all(|detail| self.tags[*detail] == RowTag::Quantity) =>
            {
                draft.details.push(at);
            }
            (DetailSide::Below, None) => {
                self.parsed.orphans += 1.0;
                self.unassigned_details.push(at);
            }
            (DetailSide::Above, _) => self.unassigned_details.push(at),
        }
    }

    /// Finds the price and quantity of each product.
    fn finish(mut self) -> ParsedReceipt {
        let parsed = &mut self.parsed;
        if self.side == DetailSide::Above {
            #[expect(clippy::cast_precision_loss, reason = "a receipt has some thousand rows at most")]
            let unassigned = self.unassigned_details.len() as f32;
            parsed.orphans += unassigned;
        }
        move_details(self.facts, &mut parsed.drafts);
        for draft in &mut parsed.drafts {
            draft.resolve_price(self.facts);
            let evidence = draft.resolve_quantity(self.facts);
            parsed.count_evidence += evidence;
            parsed.contradicted_products += usize::from(evidence < 0.0);
            parsed.orphans += draft.surplus_rows();
            parsed.deposits.extend(draft.deposits(self.facts));
        }
        self.parsed
    }
}

impl ParsedReceipt {
    /// Joins names without a price to the product below them: if the sum is right without them, they are the first rows
    /// of its name. A department's name is removed.
    pub fn join_unpriced(&mut self, facts: &[RowFacts]) {
        for at in (0..self.drafts.len()).rev() {
            let draft = &self.drafts[at];
            let (Some(first), Some(last)) = (draft.name.first().copied(), draft.name.last().copied()) else { continue };
            if draft.price.is_some() || !draft.details.is_empty() || facts[first].parsed.has_code {
                continue;
            }
            // A name has one size: with two, these are two products, and the price of one was not read.
            let has_size =
                |draft: &ItemDraft| draft.name.iter().any(|row| is_name_with_size(&facts[*row].parsed.label));
            let is_below = |row: &usize| *row == last + 1 && !begins_product(&facts[*row].parsed);
            let is_rest =
                |next: &ItemDraft| next.name.first().is_some_and(is_below) && !(has_size(draft) && has_size(next));
            if facts[first].parsed.topic == Topic::Heading {
                self.drafts.remove(at);
            } else if self.drafts.get(at + 1).is_some_and(is_rest) {
                let above = self.drafts.remove(at).name;
                self.drafts[at].name.splice(..0, above);
            }
        }
    }
}

/// Moves counts between two products to the one whose price they make: a till may print weights below the names, and
/// counts above them.
fn move_details(facts: &[RowFacts], drafts: &mut [ItemDraft]) {
    for at in 1..drafts.len() {
        let [.., above, below] = &mut drafts[..=at] else { return };
        let (Some(own), Some(other)) = (above.price, below.price) else { continue };
        let is_between = |row: usize| above.name.last() < Some(&row) && Some(&row) < below.name.first();
        let explains = |row: usize, price: Cents, not: Cents| {
            let quantity = facts[row].parsed.quantity.as_ref();
            quantity.is_some_and(|quantity| quantity.explains(price) && !quantity.explains(not))
        };
        if let Some(row) = above.details.pop_if(|row| is_between(*row) && explains(*row, other, own)) {
            below.details.insert(0, row);
        } else if let Some(first) = below.details.iter().position(|row| is_between(*row) && explains(*row, own, other))
        {
            above.details.push(below.details.remove(first));
        }
    }
}

/// Returns true for a row that only names a deposit.
fn names_deposit(row: &ParsedRow) -> bool {
    let words = vocabulary::words(&row.label);
    let begins_so = words.first().is_some_and(|word| vocabulary::classify_label(word) == Topic::Deposit);
    let named = words.iter().filter(|word| word.contains(char::is_alphabetic)).count();
    row.topic == Topic::Deposit && begins_so && named <= MAX_DEPOSIT_WORDS
}

/// Adds a reduction to the product above it, unless that costs less.
fn add_discount(draft: Option<&mut ItemDraft>, amount: Cents) {
    let Some(draft) = draft else { return };
    let discount = draft.discount.unwrap_or(0).saturating_add(amount);
    if draft.price.is_some_and(|price| price >= discount) {
        draft.discount = Some(discount);
    }
}

/// Returns true if a count makes the amount of the deposit or discount above it.
fn is_count_of_deposit(facts: &[RowFacts], tags: &[RowTag], at: usize) -> bool {
    let above = at.checked_sub(1).filter(|above| matches!(tags[*above], RowTag::Deposit | RowTag::Discount));
    above.and_then(|above| facts[above].amount()).is_some_and(|amount| facts[at].explains(amount.abs()))
}

/// Returns the labels of reductions that have a minus on several rows. On a further row with such a label, the minus
/// was not read.
fn reduction_labels(facts: &[RowFacts], tags: &[RowTag]) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (row, _) in facts.iter().zip(tags).filter(|(_, tag)| **tag == RowTag::Discount) {
        if row.amount().is_some_and(|amount| amount < 0) {
            *counts.entry(letters(&row.parsed.label)).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .filter(|(label, count)| label.chars().count() >= MIN_LABEL_LETTERS && *count >= MIN_REDUCTIONS)
        .map(|(label, _)| label)
        .collect()
}

/// Returns true if a row lowers the sum by the price of a product with the same name, which was cancelled. The name may
/// follow a word for that: `STORNO: BROT`.
fn is_cancellation(parsed: &ParsedReceipt, facts: &[RowFacts], row: &RowFacts) -> bool {
    let amount = row.amount().map(|amount| amount.abs());
    let label = letters(&row.parsed.label);
    let is_void = row.parsed.topic == Topic::Void;
    let is_same = |draft: &ItemDraft| {
        let name = draft.name.first().map(|at| letters(&facts[*at].parsed.label)).unwrap_or_default();
        name == label || is_void && name.chars().count() >= MIN_LABEL_LETTERS && label.ends_with(&name)
    };
    amount.is_some() && !label.is_empty() && parsed.drafts.iter().any(|draft| draft.price == amount && is_same(draft))
}

/// Removes the product that a row cancels: the last one with its price. Without one, the sum is lowered.
fn cancel_product(parsed: &mut ParsedReceipt, row: &RowFacts) {
    let Some(amount) = row.amount().map(|amount| amount.abs()) else { return };
    match parsed.drafts.iter().rposition(|draft| draft.price == Some(amount)) {
        Some(at) => {
            parsed.drafts.remove(at);
        }
        None => parsed.discounts.push(-amount),
    }
}

impl ItemDraft {
    /// Returns the amounts of rows that count something else than the product: a deposit whose name was not read. A
    /// weight is that of a product.
    fn deposits(&self, facts: &[RowFacts]) -> Vec<Cents> {
        let Some(price) = self.price else { return Vec::new() };
        let is_weight = |row: &RowFacts| row.parsed.quantity.as_ref().is_some_and(|own| own.measure != Measure::Piece);
        let counted = self.details.iter().map(|at| &facts[*at]).filter(|row| !is_weight(row));
        let amounts = counted.filter_map(|row| row.parsed.amount.filter(|amount| row.explains(*amount)));
        amounts.filter(|amount| *amount != price).collect()
    }

    /// Finds the price among the rows of the product, unless it is on that of its name.
    fn resolve_price(&mut self, facts: &[RowFacts]) {
        let details = || self.details.iter().map(|at| &facts[*at].parsed);
        let alone = || details().find(|row| row.amount.is_some() && row.quantity.is_none()).and_then(|row| row.amount);
        let beside_count = || details().find_map(|row| row.amount);
        let by_count = || {
            details().find_map(|row| {
                let total = row.quantity.as_ref()?.total()?;
                #[expect(clippy::cast_possible_truncation, reason = "bounded just before")]
                (total > 0.0 && total < MULTIPLIED_PRICE_LIMIT).then(|| total.round() as Cents)
            })
        };
        self.price = self.price.or_else(alone).or_else(beside_count).or_else(by_count);
    }

    /// Finds the quantity among the rows of the product. Returns the evidence of its counts for the price.
    fn resolve_quantity(&mut self, facts: &[RowFacts]) -> f32 {
        let price = self.price.filter(|price| *price > 0);
        let fitting = price.and_then(|price| self.quantity_of_price(facts, price));
        let own = self.name.iter().find_map(|at| facts[*at].parsed.quantity.clone());
        let own_fits = own.as_ref().zip(price).is_some_and(|(own, price)| own.explains(price));
        let candidates: Vec<Quantity> =
            self.details.iter().filter_map(|at| facts[*at].parsed.quantity.clone()).collect();
        let has_other_product = price.is_some() && candidates.iter().any(|quantity| quantity.price.is_some());
        let of_details = if has_other_product { -CONTRADICTION_PENALTY } else { 0.0 };
        let is_contradicted = price.is_some_and(|price| self.name.iter().any(|at| facts[*at].contradicts(price)));
        let of_name = match (own_fits, is_contradicted) {
            (true, _) => NAME_EVIDENCE,
            (false, true) => -NAME_EVIDENCE,
            (false, false) => 0.0,
        };
        let evidence = if fitting.is_some() { 1.0 } else { of_details + of_name };
        self.quantity = match (fitting, own) {
            (Some(fitting), Some(own)) if fitting.is_one_piece() => Some(own),
            (Some(fitting), _) => Some(fitting),
            (None, Some(own)) if own_fits || candidates.is_empty() => Some(own),
            (None, own) => candidates.into_iter().next().or(own),
        };
        evidence
    }

    /// Returns the quantity that makes the price by a count, or by the numbers, of the rows beside the name.
    fn quantity_of_price(&self, facts: &[RowFacts], price: Cents) -> Option<Quantity> {
        let details = || self.details.iter().map(|at| &facts[*at]);
        let fit = |quantity: &Quantity| {
            quantity.explains(price).then(|| quantity.clone()).or_else(|| quantity.with_decimal_point(price))
        };
        let printed = details().filter_map(|row| row.parsed.quantity.as_ref()).find_map(fit);
        let solved = || details().find_map(|row| solve_quantity(&row.text, price));
        let inferred = || {
            let amounts = details().filter(|row| row.parsed.quantity.is_none()).flat_map(|row| &row.parsed.amounts);
            amounts.filter_map(|amount| quantity::infer_count(*amount, price)).find(|quantity| quantity.count > 1.0)
        };
        printed.or_else(solved).or_else(inferred)
    }

    /// Returns the number of rows with a count or price beside one, each as a part of an orphan.
    fn surplus_rows(&self) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "a product has few rows")]
        let surplus = self.details.len().saturating_sub(1) as f32;
        SURPLUS_ROW_WEIGHT * surplus
    }
}
