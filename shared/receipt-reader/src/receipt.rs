//! From rows to a receipt: the photos joined, the lines parsed, each product named.

use crate::layout::join_photos::{self, Joined};
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

/// What stands on a receipt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub store: Option<String>,
    /// ISO 639-1.
    pub language: String,
    /// The day of purchase as it is printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<NaiveDate>,
    /// ISO 4217, where the receipt names a currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    pub items: Vec<ReadItem>,
    pub subtotal: Option<f64>,
    pub total: Option<f64>,
    /// True if the lines add up to a printed sum; nothing where none was printed, or where the count and price of a row
    /// contradict its amount.
    pub balanced: Option<bool>,
    /// By how much the printed sum is more than what the lines come to; less, if negative. Nothing where none was
    /// printed.
    #[serde(default)]
    pub off_by: Option<f64>,
    /// The lines as they were read, in a normal form: what duplicates are found by.
    pub lines: Vec<String>,
    /// There is more text than was read: the page holds more than a scan may cost, or the time was over.
    #[serde(default)]
    pub cut_short: bool,
    /// It is a bill of a restaurant or another service. Then nothing of it is an item.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub service_bill: bool,
}

/// A line item as it was read and understood.
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
    /// By how much a reduction printed below the line lowers its price; `price` is what is printed on the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount: Option<f64>,
    pub food: bool,
    /// 0 to 1.
    pub confidence: f32,
    /// Where it stands on the photos, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<PhotoArea>,
}

/// What the rows of a receipt say, given photo by photo.
pub fn receipt(photos: &[Vec<Row>]) -> Receipt {
    receipt_by(structure::embedded(), photos)
}

/// The same by any tagger.
pub fn receipt_by(tagger: &Tagger, photos: &[Vec<Row>]) -> Receipt {
    receipt_with_rows(tagger, photos).0
}

/// The same, and the row of a photo that each item begins on.
pub fn receipt_with_rows(tagger: &Tagger, photos: &[Vec<Row>]) -> (Receipt, Vec<join_photos::PageRow>) {
    let photos = structure::repair::fit_products(photos).map_or(Cow::Borrowed(photos), Cow::Owned);
    let (joined, structure) = join(tagger, &photos);
    let places = structure.item_rows.iter().map(|row| joined.rows[*row]).collect();
    let ledger = structure.ledger;
    let rows: Vec<Row> = joined.rows.iter().map(|at| photos[at.page][at.row].clone()).collect();
    let rows = rows.as_slice();
    // A sum may be right by chance.
    let check = Some(ledger.check()).filter(|check| *check != Check::Balanced || !structure.is_contradicted);
    let check = check.unwrap_or(Check::Unknown);
    let texts: Vec<String> = rows.iter().map(Row::text).collect();
    let language = detect_language(&texts);
    let is_goods = |at: usize| structure.tags.get(at).is_some_and(|tag| tag.is_of_goods());
    let store = parse::store::store(rows, is_goods);
    let is_metric = language != Language::ENGLISH || texts.iter().any(|text| is_metric(text));
    let items = ledger.items.iter().zip(&structure.item_rows).map(|(item, row)| {
        let heading = structure::heading_above(&structure.tags, *row).map(|at| texts[at].as_str());
        let context = Context { language: Some(language), store: store.as_deref(), heading };
        read_item(item, &context, check, is_metric)
    });
    let service_bill = is_service_bill(&texts, &structure.tags);
    let items = if service_bill { Vec::new() } else { items.collect() };
    let places = if service_bill { Vec::new() } else { places };
    let currency = currency::of(&texts);
    let receipt = Receipt {
        store,
        language: language.code().to_owned(),
        date: timestamps::purchase_date(texts.iter().map(String::as_str), is_month_first(&texts, language, currency)),
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
    (receipt, places)
}

/// How many different words of a service there are on its bill. A single one may stand on a grocer's receipt.
const MIN_SERVICE_WORDS: usize = 2;

/// Returns true if the rows beside the items tell of a restaurant or another service: a table, a server, a tip.
fn is_service_bill(texts: &[String], tags: &[RowTag]) -> bool {
    let is_beside = |tag: &RowTag| !tag.begins_item() && *tag != RowTag::Continuation;
    let beside = texts.iter().zip(tags).filter(|(_, tag)| is_beside(tag));
    let words: HashSet<String> = beside.flat_map(|(text, _)| vocabulary::service_words(text)).collect();
    words.len() >= MIN_SERVICE_WORDS
}

/// Puts the photos together and reads them as one. Where it is in doubt whether two of them overlap, the reading that
/// adds up is the right one.
fn join(tagger: &Tagger, photos: &[Vec<Row>]) -> (Joined, Structure) {
    // Columns and margins are a photo's own, so each is taken apart by itself.
    let facts: Vec<Vec<RowFacts>> = photos.iter().map(|rows| features::facts(rows)).collect();
    let read = |against: Option<usize>| {
        let joined = join_photos::join(photos, against);
        let facts: Vec<RowFacts> = joined.rows.iter().map(|at| facts[at.page][at.row].clone()).collect();
        let structure = structure::read(tagger, &facts);
        (joined, structure)
    };
    let first = read(None);
    if first.1.balance == Balance::Closes {
        return first;
    }
    let turned =
        first.0.doubtful.iter().map(|page| read(Some(*page))).find(|(_, read)| read.balance == Balance::Closes);
    turned.unwrap_or(first)
}

/// Cents as the amount that is shown.
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

/// Lines that add up were read right; where they do not, at least one of them was not.
pub fn certainty(check: Check) -> f32 {
    match check {
        Check::Balanced => 1.0,
        Check::Unknown => 0.9,
        Check::Off => 0.75,
    }
}

/// Whether a line is of a shop that weighs in kilograms: it is paid in pounds sterling or euros, or says so itself.
fn is_metric(line: &str) -> bool {
    line.contains(['£', '€'])
        || line.to_lowercase().split_whitespace().any(|word| {
            ["kg", "ml"].iter().any(|unit| {
                word.strip_suffix(unit)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with(|c: char| c.is_ascii_digit() || c == '/'))
            })
        })
}

/// Marks of the tax in English-speaking countries that write the day first.
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

fn read_item(item: &Item, context: &Context<'_>, check: Check, is_metric: bool) -> ReadItem {
    let product = product::understand(&item.text, context);
    let understood = product.understood();
    // A weight keeps the unit that is printed; pieces are counted in what one usually counts such a thing in, where
    // that is known in the country.
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
        confidence: (item.confidence * certainty(check) * understood).clamp(0.0, 1.0),
        place: None,
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
        let two = receipt(&[upper.clone(), photo("WHOLE MILK 3.49, EGGS 3.99, TOTAL 13.96")]);
        assert_eq!((two.items.len(), two.balanced), (4, Some(true)), "two of milk");
        let one = receipt(&[upper.clone(), photo("WHOLE MILK 3.49, EGGS 3.99, TOTAL 10.47")]);
        assert_eq!((one.items.len(), one.balanced), (3, Some(true)), "one, seen twice");
        let open = receipt(&[upper, photo("WHOLE MILK 3.49, EGGS 3.99")]);
        assert_eq!((open.items.len(), open.balanced), (4, None), "without a sum nothing is dropped");
    }

    #[test]
    fn reads_no_items_from_a_restaurants_bill() {
        let goods = "SALAD 6.50, ROAST CHICKEN 12.00, SUBTOTAL 18.50, TOTAL 18.50";
        let bill = receipt(&[photo(&format!("TABLE 12, SERVER ANNA 3, {goods}, SUGGESTED GRATUITY 3.70"))]);
        assert_eq!((bill.service_bill, bill.items.len()), (true, 0));
        let post = receipt(&[photo("POST OFFICE 12, SPECIAL DELIVERY BY 1 8.75, STAMPS 6.60, TOTAL 15.35")]);
        assert!(post.items.iter().all(|item| !item.food), "{post:?}");
        // One such word says nothing, none counts in the name of a thing, and grocers have stamps, towns and donations.
        for grocery in [
            format!("TABLE 3, {goods}"),
            format!("TABLE CRACKERS 2.00, RESTAURANT STYLE SALSA 3.00, {goods}"),
            format!("HOTEL STREET 4, {goods}, YOU EARNED STAMPS 5"),
            format!("PORTO 12, {goods}, DONATION TAFEL 0.50"),
        ] {
            let receipt = receipt(&[photo(&grocery)]);
            assert!(!receipt.service_bill && receipt.items.len() >= 2, "{receipt:?}");
        }
    }

    #[test]
    fn day_and_currency_are_read_from_the_print() {
        let rows = receipt(&[photo("Milch 1,19, Brot 2,49, SUMME 3,68€, 20.11.2026 17:42")]);
        assert_eq!(rows.date, NaiveDate::from_ymd_opt(2026, 11, 20));
        assert_eq!(rows.currency.as_deref(), Some("EUR"), "known from the sign, which the normal form drops");
        let american = receipt(&[photo("WHOLE MILK $3.49, BREAD $2.49, TOTAL $5.98, 03/04/26 17:42")]);
        assert_eq!((american.date, american.currency), (NaiveDate::from_ymd_opt(2026, 3, 4), None));
        let british = receipt(&[photo("WHOLE MILK £1.49, BREAD £1.29, TOTAL £2.78, 03/04/26 17:42")]);
        assert_eq!(british.date, NaiveDate::from_ymd_opt(2026, 4, 3));
    }

    #[test]
    fn notes_a_reduction_beside_the_line_above() {
        let read = receipt(&[photo("WHOLE MILK 3.49, BREAD 2.49, COUPON -0.50, EGGS 3.99, TOTAL 9.47")]);
        let discounts: Vec<Option<f64>> = read.items.iter().map(|item| item.discount).collect();
        assert_eq!((discounts, read.balanced), (vec![None, Some(0.5), None], Some(true)));
        let dearer = receipt(&[photo("WHOLE MILK 3.49, BREAD 2.49, COUPON -3.00, TOTAL 2.98")]);
        assert!(dearer.items.iter().all(|item| item.discount.is_none()), "a reduction of the whole receipt");
    }

    #[test]
    fn doubts_a_sum_that_a_row_contradicts() {
        let read = |count: &str| receipt(&[photo(&format!("MILK 3.49, BREAD {count} 4.98, EGGS 3.99, TOTAL 12.46"))]);
        assert_eq!(read("2 x 2.49").balanced, Some(true));
        assert_eq!(read("3 x 2.49").balanced, None);
    }

    #[test]
    fn gallons_and_pounds_are_for_shops_that_know_them() {
        let units = |text: &str| receipt(&[photo(text)]).items.into_iter().map(|item| item.unit).collect::<Vec<_>>();
        assert_eq!(units("WHOLE MILK 3.49, CHICKEN BREAST 7.20, TOTAL 10.69"), ["gallon", "lb"]);
        assert_eq!(units("WHOLE MILK £1.55, CHICKEN BREAST £5.20, TOTAL £6.75"), ["item", "item"]);
        assert_eq!(units("VOLLMILCH 1,15, HÄHNCHENBRUST 5,99, SUMME EUR 7,14"), ["item", "item"]);
    }
}
