//! Scores how well a labeling explains a receipt: the probability of its tags, its arithmetic, and what it leaves open.

use super::features::RowFacts;
use super::grammar::ParsedReceipt;
use super::tag::RowTag;
use crate::text::money::Cents;

/// The weights of the parts of a score, in logarithms of probabilities.
const BALANCE_WEIGHT: f32 = 3.0;
const COUNT_EVIDENCE_WEIGHT: f32 = 0.7;
const UNPRICED_WEIGHT: f32 = 1.5;
const ORPHAN_WEIGHT: f32 = 0.7;
const UNEXPLAINED_WEIGHT: f32 = 0.6;

/// The parts of the balance's weight: if the items do not add up, …
const OFF_PART: f32 = -0.3;
/// … if they make a subtotal, but not the total, …
const SUBTOTAL_PART: f32 = 0.9;
/// … if no total was read, which could contradict, …
const NO_TOTAL_PART: f32 = 0.8;
/// … and if an item has no price.
const INCOMPLETE_PART: f32 = 0.5;
/// The number of items from which a balance has its whole weight: a few amounts add up by chance.
const MIN_BALANCED_ITEMS: usize = 3;
/// The number of unexplained rows of a labeling without items.
const UNEXPLAINED_WITHOUT_ITEMS: usize = 3;
/// The maximum number of discounts, taxes or sums that are tried separately.
const MAX_TRIED: usize = 20;

/// How the items agree with the printed sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Balance {
    /// No sum is printed.
    #[default]
    Unknown,
    Off,
    /// A subtotal is exact, the total is not.
    SubtotalOnly,
    /// The total, the only subtotal or the payment is exact.
    Exact,
}

/// The printed sums, and the adjustments and tax between the items and the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reconciliation {
    pub balance: Balance,
    pub subtotal: Option<Cents>,
    pub total: Option<Cents>,
    pub adjustments: Cents,
    pub tax: Cents,
}

/// Reconciles the items with the sums. Discounts and taxes may be included in the prices, so each is tried with and
/// without.
pub fn reconcile(parsed: &ParsedReceipt) -> Reconciliation {
    let products = parsed.drafts.iter().filter_map(|draft| draft.price).fold(0, Cents::saturating_add);
    let add = |values: &[Cents]| values.iter().copied().fold(0, Cents::saturating_add);
    let (discounts, deposits, taxes) = (add(&parsed.discounts), add(&parsed.deposits), add(&parsed.taxes));
    let mut adjustments = vec![discounts.saturating_add(deposits), 0, deposits, discounts];
    // Some tills print further reductions below the sum, which are not part of it.
    let mut running: Cents = 0;
    for discount in parsed.discounts.iter().take(MAX_TRIED) {
        running = running.saturating_add(*discount);
        adjustments.push(running.saturating_add(deposits));
        adjustments.push(running);
    }
    let mut taxed: Vec<Cents> = vec![0, taxes];
    taxed.extend(parsed.taxes.iter().take(MAX_TRIED));
    let explain = |sum: Cents| {
        adjustments
            .iter()
            .flat_map(|adjustment| taxed.iter().map(move |tax| (*adjustment, *tax)))
            .find(|(adjustment, tax)| products.saturating_add(*adjustment).saturating_add(*tax) == sum)
    };
    let find_exact = |sums: &[Cents]| sums.iter().take(MAX_TRIED).find_map(|sum| explain(*sum).map(|how| (*sum, how)));
    let first = |sums: &[Cents]| sums.first().copied();
    let (subtotal, total) = (first(&parsed.subtotals), first(&parsed.totals));
    let unbalanced = Reconciliation {
        balance: Balance::Off,
        subtotal,
        total,
        adjustments: discounts.saturating_add(deposits),
        tax: taxes,
    };
    // If no sum was read, the payment may be the sum.
    if parsed.totals.is_empty()
        && let Some((sum, (adjustments, tax))) = find_exact(&parsed.payments)
    {
        return Reconciliation { balance: Balance::Exact, total: Some(sum), adjustments, tax, ..unbalanced };
    }
    if parsed.totals.is_empty() && parsed.subtotals.is_empty() {
        return Reconciliation { balance: Balance::Unknown, ..unbalanced };
    }
    if let Some((sum, (adjustments, tax))) = find_exact(&parsed.totals) {
        // Of several subtotals, the one that makes the total with the tax is taken.
        let before_tax = parsed.subtotals.iter().copied().find(|subtotal| subtotal.saturating_add(tax) == sum);
        let subtotal = before_tax.or(subtotal);
        return Reconciliation { balance: Balance::Exact, subtotal, total: Some(sum), adjustments, tax };
    }
    if let Some((sum, (adjustments, tax))) = find_exact(&parsed.subtotals) {
        // Between an exact subtotal and the total are taxes and deposits, in rows that may have other tags.
        let printed =
            || parsed.taxes.iter().chain(&parsed.other_amounts).chain(&parsed.deposits).chain(&parsed.discounts);
        let between = |total: &Cents| {
            let rest = total - sum;
            let is_printed = rest == 0 || printed().any(|amount| amount.abs() == rest.abs()) || rest == taxes;
            is_printed.then_some((*total, rest))
        };
        if let Some((total, rest)) = parsed.totals.iter().find_map(between) {
            let (subtotal, total, tax) = (Some(sum), Some(total), tax.saturating_add(rest));
            return Reconciliation { balance: Balance::Exact, subtotal, total, adjustments, tax };
        }
        let balance = if parsed.totals.is_empty() { Balance::Exact } else { Balance::SubtotalOnly };
        return Reconciliation { balance, subtotal: Some(sum), adjustments, tax, ..unbalanced };
    }
    unbalanced
}

/// Returns the score of a labeling.
pub fn score_labeling(
    facts: &[RowFacts],
    tags: &[RowTag],
    parsed: &ParsedReceipt,
    sums: &Reconciliation,
    log_probability: f32,
) -> f32 {
    let count = |value: usize| {
        #[expect(clippy::cast_precision_loss, reason = "a receipt has some thousand rows at most")]
        let count = value as f32;
        count
    };
    let is_complete = parsed.drafts.iter().all(|draft| draft.price.is_some()) && !parsed.drafts.is_empty();
    let unpriced = parsed.drafts.iter().filter(|draft| draft.price.is_none()).count();
    let balance = match sums.balance {
        Balance::Unknown => 0.0,
        Balance::Off => OFF_PART,
        Balance::SubtotalOnly => SUBTOTAL_PART * if is_complete { 1.0 } else { INCOMPLETE_PART },
        Balance::Exact if is_complete && sums.total.is_none() => NO_TOTAL_PART,
        Balance::Exact if is_complete => 1.0,
        Balance::Exact => INCOMPLETE_PART,
    };
    let items: Vec<usize> = (0..tags.len()).filter(|at| tags[*at].begins_item()).collect();
    let unexplained = match (items.first(), items.last()) {
        (Some(first), Some(last)) => (*first..=*last)
            .filter(|at| matches!(tags[*at], RowTag::Other | RowTag::Heading | RowTag::Header))
            .filter(|at| facts[*at].parsed.amount.is_some())
            .count(),
        _ => UNEXPLAINED_WITHOUT_ITEMS,
    };
    log_probability
        + BALANCE_WEIGHT * balance * (count(parsed.drafts.len() + 1) / count(MIN_BALANCED_ITEMS + 1)).min(1.0)
        + COUNT_EVIDENCE_WEIGHT * parsed.count_evidence
        - UNPRICED_WEIGHT * count(unpriced)
        - ORPHAN_WEIGHT * parsed.orphans
        - UNEXPLAINED_WEIGHT * count(unexplained)
}
