//! Builds a receipt from rows: joins the photos, parses the rows, and names each product.

use crate::layout::join_photos::{self, JoinedPhotos, RowRef};
use crate::layout::rows::Row;
use crate::parse;
use crate::parse::ledger::{Check, Item};
use crate::product::{self, Context, Language, detect_language};
use crate::structure::features::{self, RowFacts};
use crate::structure::score::Balance;
use crate::structure::tag::RowTag;
use crate::structure::{self, Structure, Tagger};
use crate::text::money::Cents;
use crate::text::{currency, normal_form, timestamps, vocabulary};
use chrono::NaiveDate;
use domain::scan::PhotoArea;
use domain::shelf_life::Storage;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashSet;

/// The content of a receipt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub store: Option<String>,
    /// ISO 639-1.
    pub language: String,
    /// The day of purchase as it is printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<NaiveDate>,
    /// ISO 4217, if the receipt names a currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    pub items: Vec<ReadItem>,
    pub subtotal: Option<f64>,
    pub total: Option<f64>,
    /// True if the items add up to a printed sum; none if no sum was printed, or if the count and price of a row
    /// contradict its amount.
    pub balanced: Option<bool>,
    /// The printed sum minus that of the items; none if no sum was printed.
    #[serde(default)]
    pub off_by: Option<f64>,
    /// The lines in normal form, by which duplicates are found.
    pub lines: Vec<String>,
    /// True if the budget or the time did not suffice for all text.
    #[serde(default)]
    pub cut_short: bool,
    /// True for the bill of a restaurant or another service. It has no items.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub service_bill: bool,
}

/// A line item with its product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadItem {
    pub raw_text: String,
    pub name: String,
    pub category: String,
    pub quantity: f64,
    pub unit: String,
    pub shelf_life_days: u32,
    pub storage: String,
    pub shelf_life_reason: String,
    pub price: Option<f64>,
    /// The reduction that is printed below the line; `price` is the amount on the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<f64>,
    pub food: bool,
    /// 0 to 1.
    pub confidence: f32,
    /// Its area on the photos, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "place")]
    pub area: Option<PhotoArea>,
}

/// Builds a receipt from the rows of each photo.
pub fn receipt_from_rows(photos: &[Vec<Row>]) -> Receipt {
    receipt_with_tagger(structure::embedded_tagger(), photos)
}

/// Builds a receipt by any tagger.
pub fn receipt_with_tagger(tagger: &Tagger, photos: &[Vec<Row>]) -> Receipt {
    receipt_and_item_rows(tagger, photos).0
}

/// Builds a receipt, and returns the row that each item begins on.
pub fn receipt_and_item_rows(tagger: &Tagger, photos: &[Vec<Row>]) -> (Receipt, Vec<RowRef>) {
    let photos = structure::repair::correct_digits(photos).map_or(Cow::Borrowed(photos), Cow::Owned);
    let (joined, structure) = join(tagger, &photos);
    let item_rows = structure.item_rows.iter().map(|row| joined.rows[*row]).collect();
    let ledger = structure.ledger;
    let rows: Vec<Row> = joined.rows.iter().map(|at| photos[at.page][at.row].clone()).collect();
    let rows = rows.as_slice();
    // A contradicted row means that a sum may be right by chance.
    let check = Some(ledger.check()).filter(|check| *check != Check::Balanced || !structure.is_contradicted);
    let check = check.unwrap_or(Check::Unknown);
    let texts: Vec<String> = rows.iter().map(Row::text).collect();
    let language = detect_language(&texts);
    let is_product = |at: usize| structure.tags.get(at).is_some_and(|tag| tag.is_product());
    let store = parse::store::find_store(rows, is_product);
    let is_metric = language != Language::ENGLISH || texts.iter().any(|text| is_metric(text));
    let items = ledger.items.iter().zip(&structure.item_rows).map(|(item, row)| {
        let heading = structure::heading_above(&structure.tags, *row).map(|at| texts[at].as_str());
        let context = Context { language: Some(language), store: store.as_deref(), heading };
        build_item(item, &context, check, is_metric)
    });
    let service_bill = is_service_bill(&texts, &structure.tags);
    let items = if service_bill { Vec::new() } else { items.collect() };
    let item_rows = if service_bill { Vec::new() } else { item_rows };
    let currency = currency::detect(&texts);
    let receipt = Receipt {
        store,
        language: language.code().to_owned(),
        date: purchase_date(&texts, language, currency),
        currency: currency.map(str::to_owned),
        items,
        subtotal: ledger.subtotal.map(units),
        total: ledger.total.map(units),
        balanced: balanced(check),
        off_by: ledger.off_by().map(units),
        lines: texts.iter().map(|text| normal_form(text)).filter(|line| !line.is_empty()).collect(),
        cut_short: false,
        service_bill,
    };
    (receipt, item_rows)
}

/// The minimum number of different service words on a bill. A single one may be on a grocer's receipt.
const MIN_SERVICE_WORDS: usize = 2;

/// Returns true if the rows without items have words of a restaurant or another service: a table, a server, a tip.
fn is_service_bill(texts: &[String], tags: &[RowTag]) -> bool {
    let has_no_item = |tag: &RowTag| !tag.begins_item() && *tag != RowTag::Continuation;
    let others = texts.iter().zip(tags).filter(|(_, tag)| has_no_item(tag));
    let words: HashSet<String> = others.flat_map(|(text, _)| vocabulary::service_words(text)).collect();
    words.len() >= MIN_SERVICE_WORDS
}

/// Joins the photos and reads them as one. If an overlap is uncertain, the variant that balances is taken.
fn join(tagger: &Tagger, photos: &[Vec<Row>]) -> (JoinedPhotos, Structure) {
    // Columns and margins differ from photo to photo, so facts are extracted for each photo.
    let facts: Vec<Vec<RowFacts>> = photos.iter().map(|rows| features::extract_facts(rows)).collect();
    let read = |inverted: Option<usize>| {
        let joined = join_photos::join(photos, inverted);
        let facts: Vec<RowFacts> = joined.rows.iter().map(|at| facts[at.page][at.row].clone()).collect();
        let structure = structure::read_structure(tagger, &facts);
        (joined, structure)
    };
    let first = read(None);
    if first.1.balance == Balance::Exact {
        return first;
    }
    let uncertain = first.0.uncertain_overlaps.iter();
    let balanced = uncertain.map(|page| read(Some(*page))).find(|(_, read)| read.balance == Balance::Exact);
    balanced.unwrap_or(first)
}

/// Converts cents to units of the currency.
pub fn units(cents: Cents) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    let cents = cents as f64;
    cents / 100.0
}

pub fn balanced(check: Check) -> Option<bool> {
    match check {
        Check::Unknown => None,
        Check::Balanced => Some(true),
        Check::Off => Some(false),
    }
}

/// Returns the factor of an item's confidence: items that add up are right; otherwise at least one is wrong.
pub fn certainty(check: Check) -> f32 {
    match check {
        Check::Balanced => 1.0,
        Check::Unknown => 0.9,
        Check::Off => 0.75,
    }
}

/// Returns true if a line shows that the shop weighs in kilograms: by pounds sterling, euros, or a metric unit.
fn is_metric(line: &str) -> bool {
    line.contains(['£', '€'])
        || line.to_lowercase().split_whitespace().any(|word| {
            ["kg", "ml"].iter().any(|unit| {
                word.strip_suffix(unit)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with(|c: char| c.is_ascii_digit() || c == '/'))
            })
        })
}

/// Returns the day of purchase that the lines of a receipt state.
pub fn purchase_date(lines: &[String], language: Language, currency: Option<&str>) -> Option<NaiveDate> {
    timestamps::purchase_date(lines.iter().map(String::as_str), is_month_first(lines, language, currency))
}

/// Words of tax and currency in English-speaking countries that write the day first.
const DAY_FIRST: [&str; 6] = ["vat", "abn", "gst", "ggst", "sgd", "nzd"];

/// Returns true if `03/04` is the fourth of March: in the United States and mostly in Canada.
fn is_month_first(texts: &[String], language: Language, currency: Option<&str>) -> bool {
    let writes_day_first = |text: &String| {
        let text = text.to_lowercase();
        text.contains(['£', '€', '₹']) || text.split(|c: char| !c.is_alphabetic()).any(|word| DAY_FIRST.contains(&word))
    };
    let is_american = matches!(currency, Some("USD" | "CAD"));
    language == Language::ENGLISH && (is_american || currency.is_none() && !texts.iter().any(writes_day_first))
}

fn build_item(item: &Item, context: &Context<'_>, check: Check, is_metric: bool) -> ReadItem {
    let product = product::understand(&item.text, context);
    let confidence_factor = product.confidence_factor();
    // A weight keeps its printed unit; pieces get the usual unit of the product, if that is known in the country.
    let usual = product.unit.filter(|unit| !(is_metric && matches!(unit.as_str(), "lb" | "gallon")));
    let unit = item.measure.unit().map(str::to_owned).or(usual).unwrap_or_else(|| "item".to_owned());
    ReadItem {
        raw_text: item.text.clone(),
        name: product.name,
        category: product.category.to_string(),
        quantity: item.quantity,
        unit,
        shelf_life_days: u32::from(product.shelf_life_days),
        storage: storage_name(product.storage).to_owned(),
        shelf_life_reason: product.reason.to_owned(),
        price: item.price.map(units),
        discount: item.discount.map(units),
        food: product.food,
        confidence: (item.confidence * certainty(check) * confidence_factor).clamp(0.0, 1.0),
        area: None,
    }
}

pub fn storage_name(storage: Storage) -> &'static str {
    match storage {
        Storage::Fridge => "fridge",
        Storage::Freezer => "freezer",
        Storage::Pantry => "pantry",
        Storage::Counter => "counter",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows::Cell;

    fn photo(text: &str) -> Vec<Row> {
        let cell = |text: &str, left: f32| Cell::new(text, left, left + 80.0, 0.98);
        let row = |(y, line): (u16, &str)| {
            let (name, amount) = line.rsplit_once(' ').expect("a name and an amount");
            Row { cells: vec![cell(name, 0.0), cell(amount, 300.0)], y: 24.0 * f32::from(y), height: 22.0 }
        };
        (0..).zip(text.split(", ")).map(row).collect()
    }

    #[test]
    fn decides_an_overlap_of_photos_by_the_sum() {
        let upper = photo("BREAD 2.99, WHOLE MILK 3.49");
        let two = receipt_from_rows(&[upper.clone(), photo("WHOLE MILK 3.49, EGGS 3.99, TOTAL 13.96")]);
        assert_eq!((two.items.len(), two.balanced), (4, Some(true)), "two of milk");
        let one = receipt_from_rows(&[upper.clone(), photo("WHOLE MILK 3.49, EGGS 3.99, TOTAL 10.47")]);
        assert_eq!((one.items.len(), one.balanced), (3, Some(true)), "one, seen twice");
        let open = receipt_from_rows(&[upper, photo("WHOLE MILK 3.49, EGGS 3.99")]);
        assert_eq!((open.items.len(), open.balanced), (4, None), "without a sum nothing is dropped");
    }

    #[test]
    fn reads_no_items_from_a_restaurants_bill() {
        let products = "SALAD 6.50, ROAST CHICKEN 12.00, SUBTOTAL 18.50, TOTAL 18.50";
        let bill =
            receipt_from_rows(&[photo(&format!("TABLE 12, SERVER ANNA 3, {products}, SUGGESTED GRATUITY 3.70"))]);
        assert_eq!((bill.service_bill, bill.items.len()), (true, 0));
        let post = receipt_from_rows(&[photo("POST OFFICE 12, SPECIAL DELIVERY BY 1 8.75, STAMPS 6.60, TOTAL 15.35")]);
        assert!(post.items.iter().all(|item| !item.food), "{post:?}");
        // One such word is not enough, none counts in a product's name, and grocers have stamps, towns and donations.
        for grocery in [
            format!("TABLE 3, {products}"),
            format!("TABLE CRACKERS 2.00, RESTAURANT STYLE SALSA 3.00, {products}"),
            format!("HOTEL STREET 4, {products}, YOU EARNED STAMPS 5"),
            format!("PORTO 12, {products}, DONATION TAFEL 0.50"),
        ] {
            let receipt = receipt_from_rows(&[photo(&grocery)]);
            assert!(!receipt.service_bill && receipt.items.len() >= 2, "{receipt:?}");
        }
    }

    #[test]
    fn reads_the_day_and_the_currency() {
        let rows = receipt_from_rows(&[photo("Milch 1,19, Brot 2,49, SUMME 3,68€, 20.11.2026 17:42")]);
        assert_eq!(rows.date, NaiveDate::from_ymd_opt(2026, 11, 20));
        assert_eq!(rows.currency.as_deref(), Some("EUR"), "by its sign, which the normal form drops");
        let american = receipt_from_rows(&[photo("WHOLE MILK $3.49, BREAD $2.49, TOTAL $5.98, 03/04/26 17:42")]);
        assert_eq!((american.date, american.currency), (NaiveDate::from_ymd_opt(2026, 3, 4), None));
        let british = receipt_from_rows(&[photo("WHOLE MILK £1.49, BREAD £1.29, TOTAL £2.78, 03/04/26 17:42")]);
        assert_eq!(british.date, NaiveDate::from_ymd_opt(2026, 4, 3));
    }

    #[test]
    fn assigns_a_reduction_to_the_line_above() {
        let read = receipt_from_rows(&[photo("WHOLE MILK 3.49, BREAD 2.49, COUPON -0.50, EGGS 3.99, TOTAL 9.47")]);
        let discounts: Vec<Option<f64>> = read.items.iter().map(|item| item.discount).collect();
        assert_eq!((discounts, read.balanced), (vec![None, Some(0.5), None], Some(true)));
        let dearer = receipt_from_rows(&[photo("WHOLE MILK 3.49, BREAD 2.49, COUPON -3.00, TOTAL 2.98")]);
        assert!(dearer.items.iter().all(|item| item.discount.is_none()), "a reduction of the whole receipt");
    }

    #[test]
    fn does_not_confirm_a_sum_that_a_row_contradicts() {
        let read = |count: &str| {
            receipt_from_rows(&[photo(&format!("MILK 3.49, BREAD {count} 4.98, EGGS 3.99, TOTAL 12.46"))])
        };
        assert_eq!(read("2 x 2.49").balanced, Some(true));
        assert_eq!(read("3 x 2.49").balanced, None);
    }

    #[test]
    fn counts_in_gallons_and_pounds_only_where_they_are_used() {
        let units =
            |text: &str| receipt_from_rows(&[photo(text)]).items.into_iter().map(|item| item.unit).collect::<Vec<_>>();
        assert_eq!(units("WHOLE MILK 3.49, CHICKEN BREAST 7.20, TOTAL 10.69"), ["gallon", "lb"]);
        assert_eq!(units("WHOLE MILK £1.55, CHICKEN BREAST £5.20, TOTAL £6.75"), ["item", "item"]);
        assert_eq!(units("VOLLMILCH 1,15, HÄHNCHENBRUST 5,99, SUMME EUR 7,14"), ["item", "item"]);
    }
}
