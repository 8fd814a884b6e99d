//! The structure of a receipt: each row gets a tag from a learned model, tags become items, and of the likeliest
//! labelings the one is chosen that explains the receipt best.

pub mod crf;
pub mod features;
pub mod grammar;
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
use grammar::{Draft, Parsed, Side};
use names::Habits;
use score::{Account, Balance};
use std::sync::LazyLock;
use tag::RowTag;

/// How many labelings of a page are compared.
const LABELINGS: usize = 32;
/// How much less sure an item is whose price was not read.
const WITHOUT_PRICE: f32 = 0.5;
/// … and one whose count times its price gives another amount than is printed, even where the sum is right by chance.
const CONTRADICTED: f32 = 0.6;

/// The model that tags rows.
pub type Tagger = Crf<{ RowTag::COUNT }>;

/// The weights that are part of the program. Tests read the file, so that new weights need no compiler.
#[cfg(not(test))]
fn weights() -> &'static [u8] {
    include_bytes!("rows.weights")
}

#[cfg(test)]
fn weights() -> &'static [u8] {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/structure/rows.weights");
    Box::leak(std::fs::read(path).expect("the weights are there").into_boxed_slice())
}

/// The model that is part of the program.
pub fn embedded() -> &'static Tagger {
    static TAGGER: LazyLock<Tagger> =
        LazyLock::new(|| Tagger::from_bytes(weights()).expect("the built-in weights are whole"));
    &TAGGER
}

/// The best reading of the rows of a receipt.
#[derive(Debug, Clone, PartialEq)]
pub struct Structure {
    pub tags: Vec<RowTag>,
    pub ledger: Ledger,
    /// The row that each item of the ledger begins on.
    pub item_rows: Vec<usize>,
    pub balance: Balance,
    /// True if it closes and nothing speaks against it.
    pub is_certain: bool,
    /// True if the count and price of a row make another amount than is printed.
    pub is_contradicted: bool,
    pub score: f32,
}

/// Reads the rows of one page.
pub fn read_rows(rows: &[Row]) -> Structure {
    read(embedded(), &features::facts(rows))
}

/// Reads the rows of a receipt, of one page or joined from several.
pub fn read(tagger: &Tagger, facts: &[RowFacts]) -> Structure {
    let mut best: Option<(f32, Vec<RowTag>, Parsed, Account)> = None;
    for labeling in tagger.best(&features::features(facts), LABELINGS) {
        let tags: Vec<RowTag> = labeling.labels.iter().map(|label| RowTag::ALL[*label]).collect();
        let has_details = tags.iter().any(|tag| matches!(tag, RowTag::Quantity | RowTag::PriceOnly));
        let sides: &[Side] = if has_details { &[Side::Below, Side::Above] } else { &[Side::Below] };
        for side in sides {
            let parsed = grammar::parse(facts, &tags, *side);
            let account = score::account(&parsed);
            let score = score::score(facts, &tags, &parsed, &account, labeling.log_probability);
            if best.as_ref().is_none_or(|(best, ..)| score > *best) {
                best = Some((score, tags.clone(), parsed, account));
            }
        }
    }
    let Some((score, tags, mut parsed, account)) = best else {
        let (tags, item_rows) = (Vec::new(), Vec::new());
        return Structure {
            tags,
            ledger: Ledger::default(),
            item_rows,
            balance: Balance::Unknown,
            is_certain: false,
            is_contradicted: false,
            score: 0.0,
        };
    };
    if account.balance == Balance::Closes {
        parsed.join_unpriced(facts);
    }
    let is_whole = parsed.drafts.iter().all(|draft| draft.price.is_some()) && parsed.lone == 0.0;
    let is_contradicted = parsed.contradicted > 0;
    let is_certain = account.balance == Balance::Closes && is_whole && !is_contradicted;
    let habits = Habits::of(facts, &parsed.drafts);
    let found = parsed.drafts.iter().filter_map(|draft| Some((item(facts, draft, &habits)?, *draft.name.first()?)));
    let (items, item_rows) = found.unzip();
    Structure {
        ledger: ledger(items, &account),
        item_rows,
        tags,
        balance: account.balance,
        is_certain,
        is_contradicted,
        score,
    }
}

/// The texts of the items on one page, and the row of the heading above each.
pub fn lines(rows: &[Row]) -> Vec<(String, Option<usize>)> {
    let Structure { tags, ledger, item_rows, .. } = read_rows(rows);
    let lines = ledger.items.into_iter().zip(item_rows);
    lines.map(|(item, row)| (item.text, heading_above(&tags, row))).collect()
}

/// The row of the department's heading that a row stands below.
pub fn heading_above(tags: &[RowTag], row: usize) -> Option<usize> {
    tags.get(..row)?.iter().rposition(|tag| *tag == RowTag::Heading)
}

fn ledger(items: Vec<Item>, account: &Account) -> Ledger {
    Ledger {
        items,
        adjustments: account.adjustments,
        tax: account.tax,
        subtotal: account.subtotal.filter(|sum| *sum > 0),
        total: account.total.filter(|sum| *sum > 0),
    }
}

fn item(facts: &[RowFacts], draft: &Draft, habits: &Habits) -> Option<Item> {
    let (text, count) = habits.name(facts, draft);
    if !text.chars().any(char::is_alphanumeric) {
        return None;
    }
    let price = draft.price.filter(|price| *price >= 0);
    let confidence = facts[*draft.name.first()?].line.confidence;
    let is_valid = |quantity: &&Quantity| quantity.count > 0.0 && quantity.count <= 1_000.0;
    let is_one = |quantity: &&Quantity| quantity.measure == Measure::Piece && quantity.count <= 1.0;
    let printed = draft.quantity.as_ref().filter(is_valid);
    let quantity = printed.filter(|printed| !is_one(printed)).or(count.as_ref()).or(printed);
    let is_contradicted = price
        .zip(printed)
        .is_some_and(|(price, printed)| printed.price.is_some() && !is_one(&printed) && !printed.explains(price));
    let confidence = if is_contradicted { confidence * CONTRADICTED } else { confidence };
    Some(Item {
        text,
        price,
        discount: draft.discount,
        quantity: quantity.map_or(1.0, |quantity| quantity.count),
        measure: quantity.map_or(Measure::Piece, |quantity| quantity.measure),
        confidence: if price.is_some() { confidence } else { confidence * WITHOUT_PRICE },
    })
}
