//! Finds the structure of a receipt: a learned model tags each row, the tags become items, and of the likeliest
//! labelings the one is taken that explains the receipt best.

pub mod crf;
pub mod features;
pub mod grammar;
mod name_rows;
mod names;
pub mod repair;
pub mod score;
pub mod solve;
pub mod tag;
#[cfg(test)]
mod tests;

use crate::layout::rows::Row;
use crate::parse::ledger::{Item, Ledger};
use crate::parse::measure::{Measure, Quantity};
use crf::Crf;
use features::RowFacts;
use grammar::{DetailSide, ItemDraft, ParsedReceipt};
use names::NameFormat;
use score::{Balance, Reconciliation};
use std::sync::LazyLock;
use tag::RowTag;

/// The number of labelings of a page that are compared.
const MAX_LABELINGS: usize = 32;
/// The maximum count or weight of an item.
const MAX_QUANTITY: f64 = 1_000.0;
/// The factor of the confidence of an item whose price was not read, …
const UNPRICED_FACTOR: f32 = 0.5;
/// … and of one whose count times unit price is not the printed amount, even if the sum is right by chance.
const CONTRADICTED_FACTOR: f32 = 0.6;

/// The model that tags rows.
pub type Tagger = Crf<{ RowTag::COUNT }>;

/// Returns the embedded weights. Tests read the file instead, so that new weights need no compilation.
#[cfg(not(test))]
fn weights() -> &'static [u8] {
    include_bytes!("rows.weights")
}

#[cfg(test)]
fn weights() -> &'static [u8] {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/structure/rows.weights");
    Box::leak(std::fs::read(path).expect("the weights are there").into_boxed_slice())
}

/// Returns the tagger with the embedded weights.
pub fn embedded_tagger() -> &'static Tagger {
    static TAGGER: LazyLock<Tagger> =
        LazyLock::new(|| Tagger::from_bytes(weights()).expect("the built-in weights are whole"));
    &TAGGER
}

/// The tags, items and sums of a receipt.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Structure {
    pub tags: Vec<RowTag>,
    pub ledger: Ledger,
    /// The row that each item of the ledger begins on.
    pub item_rows: Vec<usize>,
    pub balance: Balance,
    /// True if it balances exactly and all rows are explained.
    pub is_certain: bool,
    /// True if the count and unit price of a row make another amount than is printed.
    pub is_contradicted: bool,
    pub score: f32,
}

impl Structure {
    /// Returns the number of products with a price.
    pub fn priced(&self) -> usize {
        self.ledger.items.iter().filter(|item| item.price.is_some()).count()
    }
}

/// Reads the rows of one page.
pub fn read_rows(rows: &[Row]) -> Structure {
    read_structure(embedded_tagger(), &features::extract_facts(rows))
}

/// Reads the rows of a receipt, of one page or joined from several.
pub fn read_structure(tagger: &Tagger, facts: &[RowFacts]) -> Structure {
    let mut best: Option<(f32, Vec<RowTag>, ParsedReceipt, Reconciliation)> = None;
    for labeling in tagger.best(&features::extract_features(facts), MAX_LABELINGS) {
        let tags: Vec<RowTag> = labeling.labels.iter().map(|label| RowTag::ALL[*label]).collect();
        let has_details = tags.iter().any(|tag| matches!(tag, RowTag::Quantity | RowTag::PriceOnly));
        let sides: &[DetailSide] =
            if has_details { &[DetailSide::Below, DetailSide::Above] } else { &[DetailSide::Below] };
        for side in sides {
            let parsed = grammar::parse_tags(facts, &tags, *side);
            let sums = score::reconcile(&parsed);
            let score = score::score_labeling(facts, &tags, &parsed, &sums, labeling.log_probability);
            if best.as_ref().is_none_or(|(best, ..)| score > *best) {
                best = Some((score, tags.clone(), parsed, sums));
            }
        }
    }
    // Without rows there is no labeling.
    let Some((score, tags, mut parsed, sums)) = best else { return Structure::default() };
    if sums.balance == Balance::Exact {
        parsed.join_unpriced(facts);
    }
    let is_complete = parsed.drafts.iter().all(|draft| draft.price.is_some()) && parsed.orphans == 0.0;
    let is_contradicted = parsed.contradicted_products > 0;
    let is_certain = sums.balance == Balance::Exact && is_complete && !is_contradicted;
    let format = NameFormat::detect(facts, &parsed.drafts);
    let found =
        parsed.drafts.iter().filter_map(|draft| Some((build_item(facts, draft, &format)?, *draft.name.first()?)));
    let (items, item_rows) = found.unzip();
    Structure {
        ledger: build_ledger(items, &sums),
        item_rows,
        tags,
        balance: sums.balance,
        is_certain,
        is_contradicted,
        score,
    }
}

/// Returns the texts of the items on one page, and the row of the heading above each.
pub fn item_lines(rows: &[Row]) -> Vec<(String, Option<usize>)> {
    let Structure { tags, ledger, item_rows, .. } = read_rows(rows);
    let lines = ledger.items.into_iter().zip(item_rows);
    lines.map(|(item, row)| (item.text, heading_above(&tags, row))).collect()
}

/// Returns the nearest row above that is a department's heading.
pub fn heading_above(tags: &[RowTag], row: usize) -> Option<usize> {
    tags.get(..row)?.iter().rposition(|tag| *tag == RowTag::Heading)
}

fn build_ledger(items: Vec<Item>, sums: &Reconciliation) -> Ledger {
    Ledger {
        items,
        adjustments: sums.adjustments,
        tax: sums.tax,
        subtotal: sums.subtotal.filter(|sum| *sum > 0),
        total: sums.total.filter(|sum| *sum > 0),
    }
}

fn build_item(facts: &[RowFacts], draft: &ItemDraft, format: &NameFormat) -> Option<Item> {
    let (text, count) = format.name(facts, draft);
    if !text.chars().any(char::is_alphanumeric) {
        return None;
    }
    let price = draft.price.filter(|price| *price >= 0);
    let confidence = facts[*draft.name.first()?].parsed.confidence;
    let is_valid = |quantity: &&Quantity| quantity.count > 0.0 && quantity.count <= MAX_QUANTITY;
    let printed = draft.quantity.as_ref().filter(is_valid);
    let quantity = printed.filter(|printed| !printed.is_one_piece()).or(count.as_ref()).or(printed);
    let is_contradicted = price
        .zip(printed)
        .is_some_and(|(price, printed)| printed.price.is_some() && !printed.is_one_piece() && !printed.explains(price));
    let confidence = if is_contradicted { confidence * CONTRADICTED_FACTOR } else { confidence };
    Some(Item {
        text,
        price,
        discount: draft.discount,
        quantity: quantity.map_or(1.0, |quantity| quantity.count),
        measure: quantity.map_or(Measure::Piece, |quantity| quantity.measure),
        confidence: if price.is_some() { confidence } else { confidence * UNPRICED_FACTOR },
    })
}
