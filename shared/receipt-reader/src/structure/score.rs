//! How well a reading of a receipt explains it: the probability of its tags, its arithmetic, and what it leaves open.

use super::features::RowFacts;
use super::grammar::Parsed;
use super::tag::RowTag;
use crate::text::money::Cents;

/// What the parts of a score weigh, in logarithms of probabilities.
const CLOSES: f32 = 3.0;
const EXPLAINED: f32 = 0.7;
const UNPRICED: f32 = 1.5;
const LONE: f32 = 0.7;
const UNEXPLAINED: f32 = 0.6;
/// A sum that is off by no more than this is probably rounded for coins.
const MAX_ROUNDING: Cents = 5;

/// How the items agree with the printed sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    /// No sum is printed.
    Unknown,
    Off,
    /// Within a few of the smallest coins.
    Rounded,
    /// A subtotal closes, the total does not.
    Subtotal,
    Closes,
}

/// The printed sums, and what is between the items and the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    pub balance: Balance,
    pub subtotal: Option<Cents>,
    pub total: Option<Cents>,
    pub adjustments: Cents,
    pub tax: Cents,
}

/// Compares the items with the sums. Discounts may be in the prices already and taxes, too, so each is tried with and
/// without.
pub fn account(parsed: &Parsed) -> Account {
    let goods = parsed.drafts.iter().filter_map(|draft| draft.price).fold(0, Cents::saturating_add);
    let add = |values: &[Cents]| values.iter().copied().fold(0, Cents::saturating_add);
    let (discounts, deposits, taxes) = (add(&parsed.discounts), add(&parsed.deposits), add(&parsed.taxes));
    let mut adjustments = vec![discounts.saturating_add(deposits), 0, deposits, discounts];
    // Some tills print further reductions below the sum that they are not part of.
    let mut running: Cents = 0;
    for discount in parsed.discounts.iter().take(MAX_PREFIXES) {
        running = running.saturating_add(*discount);
        adjustments.push(running.saturating_add(deposits));
        adjustments.push(running);
    }
    let mut taxed: Vec<Cents> = vec![0, taxes];
    taxed.extend(parsed.taxes.iter().take(MAX_PREFIXES));
    let explain = |sum: Cents, slack: Cents| {
        adjustments.iter().flat_map(|adjustment| taxed.iter().map(move |tax| (*adjustment, *tax))).find(
            |(adjustment, tax)| {
                (goods.saturating_add(*adjustment).saturating_add(*tax).saturating_sub(sum)).abs() <= slack
            },
        )
    };
    let closing = |sums: &[Cents], slack| {
        sums.iter().take(MAX_PREFIXES).find_map(|sum| explain(*sum, slack).map(|how| (*sum, how)))
    };
    let first = |sums: &[Cents]| sums.first().copied();
    let (subtotal, total) = (first(&parsed.subtotals), first(&parsed.totals));
    let plain =
        Account { balance: Balance::Off, subtotal, total, adjustments: discounts.saturating_add(deposits), tax: taxes };
    // Where the sum was not read, what was paid may be it.
    if parsed.totals.is_empty()
        && let Some((sum, (adjustments, tax))) = closing(&parsed.payments, 0)
    {
        return Account { balance: Balance::Closes, total: Some(sum), adjustments, tax, ..plain };
    }
    if parsed.totals.is_empty() && parsed.subtotals.is_empty() {
        return Account { balance: Balance::Unknown, ..plain };
    }
    if let Some((sum, (adjustments, tax))) = closing(&parsed.totals, 0) {
        // Of running sums between the products, the one without the tax is the subtotal.
        let whole = parsed.subtotals.iter().copied().find(|subtotal| subtotal.saturating_add(tax) == sum);
        let subtotal = whole.or(subtotal);
        return Account { balance: Balance::Closes, subtotal, total: Some(sum), adjustments, tax };
    }
    if let Some((sum, (adjustments, tax))) = closing(&parsed.subtotals, 0) {
        // Between a subtotal that closes and the total are taxes and deposits, in rows that may be taken for others.
        let printed = || parsed.taxes.iter().chain(&parsed.others).chain(&parsed.deposits).chain(&parsed.discounts);
        let between = |total: &Cents| {
            let rest = total - sum;
            let is_printed = rest == 0 || printed().any(|amount| amount.abs() == rest.abs()) || rest == taxes;
            is_printed.then_some((*total, rest))
        };
        if let Some((total, rest)) = parsed.totals.iter().find_map(between) {
            let (subtotal, total, tax) = (Some(sum), Some(total), tax.saturating_add(rest));
            return Account { balance: Balance::Closes, subtotal, total, adjustments, tax };
        }
        let balance = if parsed.totals.is_empty() { Balance::Closes } else { Balance::Subtotal };
        return Account { balance, subtotal: Some(sum), adjustments, tax, ..plain };
    }
    if let Some((sum, (adjustments, tax))) = closing(&parsed.totals, MAX_ROUNDING) {
        return Account { balance: Balance::Rounded, total: Some(sum), adjustments, tax, ..plain };
    }
    plain
}

/// Of more discounts, taxes or sums than these, the others are not tried by themselves.
const MAX_PREFIXES: usize = 20;

/// The score of a reading without the shape of its page.
pub fn score(facts: &[RowFacts], tags: &[RowTag], parsed: &Parsed, account: &Account, log_probability: f32) -> f32 {
    let count = |value: usize| {
        #[expect(clippy::cast_precision_loss, reason = "a receipt has some thousand rows at most")]
        let count = value as f32;
        count
    };
    let is_whole = parsed.drafts.iter().all(|draft| draft.price.is_some()) && !parsed.drafts.is_empty();
    let unpriced = parsed.drafts.iter().filter(|draft| draft.price.is_none()).count();
    let closes = match account.balance {
        Balance::Unknown => 0.0,
        Balance::Off => -0.3,
        Balance::Subtotal => 0.9 * if is_whole { 1.0 } else { 0.5 },
        // A total that is left out cannot contradict.
        Balance::Closes if is_whole && account.total.is_none() => 0.8,
        Balance::Closes if is_whole => 1.0,
        Balance::Closes | Balance::Rounded => 0.5,
    };
    let items: Vec<usize> = (0..tags.len()).filter(|at| tags[*at].begins_item()).collect();
    let unexplained = match (items.first(), items.last()) {
        (Some(first), Some(last)) => (*first..=*last)
            .filter(|at| matches!(tags[*at], RowTag::Other | RowTag::Heading | RowTag::Header))
            .filter(|at| facts[*at].line.amount.is_some())
            .count(),
        _ => 3,
    };
    log_probability + CLOSES * closes * (count(parsed.drafts.len() + 1) / 4.0).min(1.0) + EXPLAINED * parsed.explained
        - UNPRICED * count(unpriced)
        - LONE * parsed.lone
        - UNEXPLAINED * count(unexplained)
}
