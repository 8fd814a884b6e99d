//! Converts the model's output to a receipt without trusting it.
//!
//! A picture may contain any text, and so may the output: text is cut and cleaned, numbers are clamped, and missing or
//! implausible values come from our tables. Shelf life, storage and their reason always do. The receipt's arithmetic
//! decides how far the lines are trusted, as with the embedded reader.

use domain::category::Category;
use domain::text::is_zero_width;
use receipt_reader::product::{self, Context, Language, Product, detect_language};
use receipt_reader::text::money::{Cents, MAX_AMOUNT};
use receipt_reader::text::{currency, normal_form};
use receipt_reader::{
    Item, Ledger, Measure, ReadItem, Receipt, balanced, certainty, purchase_date, storage_name, units,
};
use serde_json::Value;

/// No receipt has as many lines.
const MAX_ITEMS: usize = 500;
/// A receipt has a date, a time and some numbers.
const MAX_MARKS: usize = 8;
pub const MAX_RAW_TEXT_LENGTH: usize = 200;
pub const MAX_NAME_LENGTH: usize = 100;
pub const MAX_MARK_LENGTH: usize = 60;
const MAX_QUANTITY: f64 = 100_000.0;
/// Models report no confidence per line; this is the embedded reader's for well-read lines.
const DEFAULT_CONFIDENCE: f32 = 0.95;

/// Converts an output to a receipt; `None` if it has no list of items.
pub fn receipt(output: &Value) -> Option<Receipt> {
    let lines: Vec<OutputLine> =
        output.get("items")?.as_array()?.iter().take(MAX_ITEMS).filter_map(OutputLine::of).collect();
    let store = text(output, "store", MAX_NAME_LENGTH);
    let named = text(output, "language", 16).and_then(|code| Language::from_code(&code));
    let language = named.unwrap_or_else(|| detect_language(lines.iter().map(|line| line.raw_text.as_str())));
    // Some models list discounts among the items, against the instructions.
    let (reductions, products): (Vec<OutputLine>, Vec<OutputLine>) =
        lines.into_iter().partition(|line| line.price.is_some_and(|cents| cents < 0));
    let ledger = Ledger {
        items: products.iter().map(OutputLine::item).collect(),
        adjustments: cents(output, "adjustments").unwrap_or(0)
            + reductions.iter().filter_map(|line| line.price).sum::<Cents>(),
        tax: cents(output, "tax").unwrap_or(0),
        subtotal: cents(output, "subtotal").filter(|cents| *cents > 0),
        total: cents(output, "total").filter(|cents| *cents > 0),
    };
    let check = ledger.check();
    let lines = printed(output, store.as_deref(), &products, &ledger);
    let context = Context { language: Some(language), store: store.as_deref(), heading: None };
    let currency = currency::detect(&lines);
    Some(Receipt {
        language: language.code().to_owned(),
        date: purchase_date(&lines, language, currency),
        currency: currency.map(str::to_owned),
        subtotal: ledger.subtotal.map(units),
        total: ledger.total.map(units),
        balanced: balanced(check),
        off_by: ledger.off_by().map(units),
        lines,
        items: products.into_iter().map(|line| line.read(&context, certainty(check))).collect(),
        store,
        cut_short: false,
        service_bill: false,
    })
}

/// A line item as the model gave it, cleaned and in its bounds.
struct OutputLine {
    raw_text: String,
    name: Option<String>,
    category: Option<Category>,
    quantity: f64,
    measure: Measure,
    price: Option<Cents>,
    food: Option<bool>,
}

impl OutputLine {
    fn of(value: &Value) -> Option<Self> {
        let (raw_text, name) = (text(value, "rawText", MAX_RAW_TEXT_LENGTH), text(value, "name", MAX_NAME_LENGTH));
        let category = text(value, "category", MAX_NAME_LENGTH).map(|name| Category::of(&name));
        let quantity = number(value, "quantity").filter(|quantity| *quantity > 0.0 && *quantity <= MAX_QUANTITY);
        Some(Self {
            raw_text: raw_text.or_else(|| name.clone())?,
            name,
            // "Other" and unknown categories give no information.
            category: category.filter(|category| *category != Category::Other),
            // To three decimals, as items store it.
            quantity: quantity
                .map(|quantity| (quantity * 1_000.0).round() / 1_000.0)
                .filter(|q| *q > 0.0)
                .unwrap_or(1.0),
            measure: text(value, "unit", MAX_NAME_LENGTH)
                .and_then(|unit| Measure::from_word(&unit.to_lowercase()))
                .unwrap_or(Measure::Piece),
            price: cents(value, "price"),
            food: value.get("food").and_then(Value::as_bool),
        })
    }

    fn item(&self) -> Item {
        let Self { raw_text, quantity, measure, price, .. } = self;
        Item {
            text: raw_text.clone(),
            price: *price,
            discount: None,
            quantity: *quantity,
            measure: *measure,
            confidence: DEFAULT_CONFIDENCE,
        }
    }

    fn read(self, context: &Context<'_>, trust: f32) -> ReadItem {
        let product = self.product(context);
        let category = self.category.unwrap_or(product.category);
        let confidence_factor = product.confidence_factor();
        ReadItem {
            name: self.name.unwrap_or(product.name),
            category: category.to_string(),
            quantity: self.quantity,
            unit: self.measure.unit().map(str::to_owned).or(product.unit).unwrap_or_else(|| "item".to_owned()),
            shelf_life_days: u32::from(product.shelf_life_days),
            storage: storage_name(product.storage).to_owned(),
            shelf_life_reason: product.reason.to_owned(),
            price: self.price.map(units),
            discount: None,
            food: category.is_food() && self.food.unwrap_or(product.food),
            confidence: (DEFAULT_CONFIDENCE * trust * confidence_factor).clamp(0.0, 1.0),
            raw_text: self.raw_text,
            // A model returns no positions.
            area: None,
        }
    }

    /// Returns our tables' data for this line, by the till's or the model's words, whichever match better.
    fn product(&self, context: &Context<'_>) -> Product {
        let printed = product::understand(&self.raw_text, context);
        let written = self.name.as_deref().map(|name| product::understand(name, context));
        written.filter(|written| written.confidence > printed.confidence).unwrap_or(printed)
    }
}

/// Returns the lines by which duplicates are found: store, products with prices, sums, date and numbers.
fn printed(output: &Value, store: Option<&str>, products: &[OutputLine], ledger: &Ledger) -> Vec<String> {
    let amount = |cents: Option<Cents>| cents.map_or(String::new(), |cents| format!("{:.2}", units(cents)));
    let items = products.iter().map(|line| format!("{} {}", line.raw_text, amount(line.price)));
    let sums = [("subtotal", ledger.subtotal), ("total", ledger.total)];
    let sums =
        sums.iter().filter(|(_, cents)| cents.is_some()).map(|(name, cents)| format!("{name} {}", amount(*cents)));
    let marks = output.get("marks").and_then(Value::as_array).into_iter().flatten().take(MAX_MARKS);
    let marks = marks.filter_map(|mark| clean(mark.as_str()?, MAX_MARK_LENGTH));
    let lines = store.map(str::to_owned).into_iter().chain(items).chain(sums).chain(marks);
    lines.map(|line| normal_form(&line)).filter(|line| !line.is_empty()).collect()
}

/// Returns a text field without invisible characters, cut to so many characters.
fn text(value: &Value, field: &str, max_length: usize) -> Option<String> {
    clean(value.get(field)?.as_str()?, max_length)
}

fn clean(text: &str, max_length: usize) -> Option<String> {
    // Cut first, so that a text of megabytes is not processed to keep a line of it.
    let start: String = text
        .chars()
        .take(max_length * 4)
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_zero_width(*c))
        .collect();
    let words: Vec<&str> = start.split_whitespace().collect();
    let text: String = words.join(" ").chars().take(max_length).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns a finite number. Some models write them as texts.
fn number(value: &Value, field: &str) -> Option<f64> {
    let value = value.get(field)?;
    let number = value.as_f64().or_else(|| value.as_str()?.trim().replace(',', ".").parse().ok())?;
    number.is_finite().then_some(number)
}

/// Returns a plausible amount; `None` if it is too large.
fn cents(value: &Value, field: &str) -> Option<Cents> {
    let cents = (number(value, field)? * 100.0).round();
    #[expect(clippy::cast_precision_loss, reason = "the largest amount is far below 2^53")]
    let fits = cents.abs() <= MAX_AMOUNT as f64;
    #[expect(clippy::cast_possible_truncation, reason = "checked to be in the range")]
    fits.then_some(cents as Cents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn one(item: &Value) -> ReadItem {
        let receipt = receipt(&json!({"language": "en", "items": [item]})).unwrap();
        receipt.items.into_iter().next().unwrap()
    }

    #[test]
    fn accepts_output_only_if_it_adds_up() {
        let output = |milk: f64| {
            json!({
                "store": "Corner Market", "language": "en",
                "items": [
                    {"rawText": "WHL MLK", "name": "Whole milk", "category": "Dairy", "price": milk},
                    {"rawText": "ONIONS", "name": "Onions", "category": "Vegetable", "quantity": 1.17, "unit": "lb",
                        "price": 0.92},
                    {"rawText": "COUPON", "name": "Coupon", "category": "Other", "price": -0.50},
                ],
                "subtotal": 3.91, "tax": 0.09, "total": 4.00, "marks": ["11/20/2026 17:42"],
            })
        };
        let right = receipt(&output(3.49)).unwrap();
        assert_eq!((right.balanced, right.items.len(), right.total), (Some(true), 2, Some(4.0)));
        assert_eq!((right.items[1].quantity, right.items[1].unit.as_str()), (1.17, "lb"));
        assert_eq!(right.date, "2026-11-20".parse().ok());
        let wrong = receipt(&output(3.94)).unwrap();
        assert_eq!(wrong.balanced, Some(false));
        assert!(wrong.items[0].confidence < right.items[0].confidence);
        assert_eq!(
            right.lines,
            ["corner market", "whl mlk 3.49", "onions 0.92", "subtotal 3.91", "total 4.00", "11/20/2026 17:42"]
        );
        assert_eq!(receipt(&json!({"language": "en", "items": []})).unwrap().balanced, None);
    }

    #[test]
    fn computes_shelf_life_storage_and_reason_itself() {
        let milk = one(&json!({"rawText": "WHOLE MILK", "name": "Whole milk", "category": "Dairy", "price": 3.49,
            "shelfLifeDays": 4_000, "storage": "cellar", "shelfLifeReason": "because I say so"}));
        let ours = product::understand("WHOLE MILK", &Context::default());
        assert_eq!(milk.shelf_life_days, u32::from(ours.shelf_life_days));
        assert_eq!((milk.storage.as_str(), milk.shelf_life_reason.as_str()), (storage_name(ours.storage), ours.reason));
        // The till's letters mean nothing to our tables, the model's name does.
        let yogurt = one(&json!({"rawText": "ZQX 4471", "name": "Almond yogurt", "category": "Dairy", "price": 1.99}));
        let ours = product::understand("Almond yogurt", &Context::default());
        assert_eq!(yogurt.shelf_life_days, u32::from(ours.shelf_life_days));
    }

    #[test]
    fn clamps_absurd_numbers() {
        for quantity in
            [json!(0), json!(-3), json!(1e300), json!("NaN"), json!("inf"), json!(null), json!([2]), json!(0.0001)]
        {
            let item =
                one(&json!({"rawText": "MILK", "name": "Milk", "category": "Dairy", "quantity": quantity, "price": 1}));
            assert!((item.quantity - 1.0).abs() < f64::EPSILON, "{quantity}");
        }
        for price in [json!(1e12), json!(-1e300), json!("infinity"), json!({}), json!(10_000.01)] {
            let item = one(&json!({"rawText": "MILK", "name": "Milk", "category": "Dairy", "price": price}));
            assert_eq!(item.price, None, "{price}");
        }
        assert_eq!(one(&json!({"rawText": "MILK", "price": "3,49"})).price, Some(3.49));
    }

    #[test]
    fn removes_invisible_characters_and_cuts_long_text() {
        let item = one(
            &json!({"rawText": "MI\u{202e}LK\u{0}\n\u{200b} 2%", "name": "milk".repeat(100_000), "category": "Treasure",
                "price": 1}),
        );
        assert_eq!(item.raw_text, "MILK 2%");
        assert_eq!(item.name.chars().count(), MAX_NAME_LENGTH);
        let ours = product::understand("MILK 2%", &Context::default());
        assert_eq!(item.category, ours.category.as_str(), "an unknown category is ours");
    }

    #[test]
    fn marks_non_food() {
        let bags = json!({"rawText": "TRASH BAGS", "name": "Trash bags", "category": "Household", "price": 4.99,
            "food": true});
        assert!(!one(&bags).food);
        let soap = json!({"rawText": "XQZ", "name": "Xqz", "category": "Other", "price": 4.99, "food": false});
        assert!(!one(&soap).food);
    }

    #[test]
    fn limits_items_to_five_hundred() {
        let item = json!({"rawText": "MILK", "name": "Milk", "category": "Dairy", "price": 1.0});
        let many = receipt(&json!({"language": "xx", "items": vec![item; 2_000]})).unwrap();
        assert_eq!((many.items.len(), many.language.as_str()), (MAX_ITEMS, "en"));
    }

    #[test]
    fn rejects_output_without_items() {
        for output in [json!(null), json!("milk"), json!({"items": "milk"}), json!([{"rawText": "milk"}])] {
            assert_eq!(receipt(&output), None, "{output}");
        }
    }

    fn anything() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(|number| json!(number)),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::hash_map(field(), inner, 0..8)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    fn field() -> impl Strategy<Value = String> {
        prop::sample::select(vec![
            "items",
            "rawText",
            "name",
            "category",
            "quantity",
            "unit",
            "price",
            "food",
            "store",
            "language",
            "subtotal",
            "total",
            "tax",
            "adjustments",
            "marks",
        ])
        .prop_map(str::to_owned)
    }

    proptest! {
        #[test]
        fn keeps_every_output_within_bounds(items in prop::collection::vec(anything(), 0..5), rest in anything()) {
            let mut output = if rest.is_object() { rest } else { json!({}) };
            output["items"] = Value::from(items);
            let receipt = receipt(&output).expect("there is a list");
            for item in &receipt.items {
                prop_assert!(item.quantity.is_finite() && item.quantity > 0.0 && item.quantity <= MAX_QUANTITY);
                prop_assert!(item.price.is_none_or(|price| (0.0..=10_000.0).contains(&price)));
                prop_assert!((1..=MAX_NAME_LENGTH).contains(&item.name.chars().count()), "{:?}", item.name);
                prop_assert!((1..=MAX_RAW_TEXT_LENGTH).contains(&item.raw_text.chars().count()));
                prop_assert!(item.raw_text.chars().chain(item.name.chars()).all(|c| !c.is_control() && !is_zero_width(c)));
                prop_assert!(item.shelf_life_days > 0 && (0.0..=1.0).contains(&item.confidence));
            }
        }
    }
}
