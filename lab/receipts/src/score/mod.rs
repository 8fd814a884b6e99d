//! Scores what a reader found against what was printed.
//!
//! An item is found where the similarity of its printed line is at least 0.8 (a tie is broken by the price). All
//! measures but F1 are over the items found: price to the cent; quantity where it is not 1; name similar by at least
//! 0.8, whatever the order of its words; category; shelf life inside the range that is right; food or not.

mod calibration;

use receipt_reader::training::{name_similarity, similarity};
use serde::{Deserialize, Serialize};

use crate::truth::{Truth, TruthItem};

/// A line of `larder read --json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    pub file: String,
    #[serde(default)]
    pub items: Vec<OutputItem>,
    pub total: Option<f64>,
    pub seconds: Option<f64>,
    pub error: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutputItem {
    #[serde(default)]
    pub raw_text: String,
    #[serde(default)]
    pub name: String,
    pub category: Option<String>,
    pub quantity: Option<f64>,
    pub unit: Option<String>,
    pub price: Option<f64>,
    pub shelf_life_days: Option<f64>,
    pub food: Option<bool>,
    /// The reader's probability that the item is right.
    pub confidence: Option<f64>,
}

impl Output {
    /// The picture's name without folder and extension, which is the truth's id.
    pub fn id(&self) -> &str {
        let name = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub right: usize,
    pub of: usize,
}

impl Share {
    fn count(&mut self, right: bool) {
        self.of += 1;
        self.right += usize::from(right);
    }

    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.of += other.of;
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of items are far below 2^52")]
    pub fn ratio(self) -> f64 {
        self.right as f64 / self.of.max(1) as f64
    }
}

/// The counts of one receipt, or of many together.
#[derive(Clone, Debug, Default)]
pub struct Score {
    pub receipts: usize,
    pub errors: usize,
    pub found: usize,
    pub output: usize,
    pub printed: usize,
    pub price: Share,
    pub quantity: Share,
    pub name: Share,
    pub category: Share,
    pub days: Share,
    pub food: Share,
    /// Receipts whose total was read right, of those that print one.
    pub total: Share,
    pub seconds: Vec<f64>,
    /// The reader's confidence in each item, and whether line, price and category are right.
    pub sure: Vec<(f64, bool)>,
}

/// The content of the totals line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Totals {
    pub receipts: usize,
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
    pub price: f64,
    pub quantity_not_1: String,
    pub name: f64,
    pub category: f64,
    pub days: f64,
    pub food_or_not: f64,
    pub total: f64,
    /// The mean difference between confidence and accuracy (expected calibration error, ten bins).
    pub calibration_error: f64,
    pub seconds: f64,
    pub seconds_p95: f64,
    pub errors: usize,
    pub missing: usize,
}

impl Score {
    pub fn add(&mut self, other: &Self) {
        self.receipts += other.receipts;
        self.errors += other.errors;
        self.found += other.found;
        self.output += other.output;
        self.printed += other.printed;
        self.price.add(other.price);
        self.quantity.add(other.quantity);
        self.name.add(other.name);
        self.category.add(other.category);
        self.days.add(other.days);
        self.food.add(other.food);
        self.total.add(other.total);
        self.seconds.extend(&other.seconds);
        self.sure.extend(&other.sure);
    }

    pub fn f1(&self) -> f64 {
        let (precision, recall) = (self.precision(), self.recall());
        2.0 * precision * recall / (precision + recall).max(1e-9)
    }

    fn precision(&self) -> f64 {
        Share { right: self.found, of: self.output }.ratio()
    }

    fn recall(&self) -> f64 {
        Share { right: self.found, of: self.printed }.ratio()
    }

    pub fn totals(&self, missing: usize) -> Totals {
        Totals {
            receipts: self.receipts,
            precision: thousandths(self.precision()),
            recall: thousandths(self.recall()),
            f1: thousandths(self.f1()),
            price: thousandths(Share { of: self.found, ..self.price }.ratio()),
            quantity_not_1: format!("{}/{}", self.quantity.right, self.quantity.of),
            name: thousandths(Share { of: self.found, ..self.name }.ratio()),
            category: thousandths(self.category.ratio()),
            days: thousandths(self.days.ratio()),
            food_or_not: thousandths(self.food.ratio()),
            total: thousandths(self.total.ratio()),
            calibration_error: thousandths(self.calibration_error()),
            seconds: thousandths(mean(&self.seconds)),
            seconds_p95: thousandths(percentile(&self.seconds, 0.95)),
            errors: self.errors,
            missing,
        }
    }
}

/// The score of one receipt, and what went wrong in words.
pub fn score(truth: &Truth, output: &Output) -> (Score, Vec<String>) {
    let pairs = pair(&output.items, &truth.items);
    let mut score = Score {
        receipts: 1,
        errors: usize::from(output.error.is_some()),
        found: pairs.len(),
        output: output.items.len(),
        printed: truth.items.len(),
        seconds: vec![output.seconds.unwrap_or(0.0)],
        ..Score::default()
    };
    let mut misses = Vec::new();
    if let Some(total) = truth.total {
        let right = output.total.is_some_and(|read| cents_agree(read, total));
        score.total.count(right);
        if !right {
            misses.push(format!("total {total} read as {:?}", output.total));
        }
    }
    for (index, item) in truth.items.iter().enumerate() {
        if !pairs.iter().any(|(_, found)| *found == index) {
            misses.push(format!("lost {:?} {:?}", item.raw_text, item.price.unwrap_or_default()));
        }
    }
    for (index, item) in output.items.iter().enumerate() {
        if !pairs.iter().any(|(made, _)| *made == index) {
            misses.push(format!("made up {:?} {:?}", item.raw_text, item.price.unwrap_or_default()));
            score.sure.extend(item.confidence.map(|sure| (sure, false)));
        }
    }
    for (index, found) in pairs {
        let (read, item) = (&output.items[index], &truth.items[found]);
        score.sure.extend(read.confidence.map(|sure| (sure, is_right(read, item))));
        compare(read, item, &mut score, &mut misses);
    }
    (score, misses)
}

/// Returns true if price, food and category are right.
fn is_right(read: &OutputItem, item: &TruthItem) -> bool {
    let price = item.price.is_none_or(|price| read.price.is_some_and(|read| cents_agree(read, price)));
    let food = read.food.is_none_or(|food| food == item.food);
    let category = item.category.as_ref().filter(|_| item.food);
    let category = category.is_none_or(|right| {
        read.category.as_ref().is_some_and(|read| read == right || item.category_ok.contains(read))
    });
    price && food && category
}

fn compare(read: &OutputItem, item: &TruthItem, score: &mut Score, misses: &mut Vec<String>) {
    let line = &item.raw_text;
    if let Some(price) = item.price {
        let right = read.price.is_some_and(|read| cents_agree(read, price));
        score.price.count(right);
        if !right {
            misses.push(format!("price of {line:?}: {price} read as {:?}", read.price));
        }
    }
    if let Some(quantity) = item.quantity.filter(|quantity| (quantity - 1.0).abs() > 1e-9) {
        // A quantity of 0 is none, and none is 1.
        let got = read.quantity.filter(|quantity| *quantity != 0.0).unwrap_or(1.0);
        let right = (got - quantity).abs() < 0.006;
        score.quantity.count(right);
        if !right {
            misses.push(format!("quantity of {line:?}: {quantity} {} read as {got}", item.unit));
        }
    }
    let names = std::iter::once(&item.name).chain(&item.name_ok);
    let named = names.map(|name| name_similarity(&read.name, name)).fold(0.0, f64::max) >= 0.8;
    score.name.count(named);
    if !named {
        misses.push(format!("name of {line:?}: {:?} and not {:?}", read.name, item.name));
    }
    if let Some(food) = read.food {
        score.food.count(food == item.food);
        if food != item.food {
            misses.push(format!("{line:?} is {}food", if item.food { "" } else { "no " }));
        }
    }
    if !item.food {
        return;
    }
    if let Some(category) = &item.category {
        let right = read.category.as_ref().is_some_and(|read| read == category || item.category_ok.contains(read));
        score.category.count(right);
        if !right {
            misses.push(format!("category of {line:?}: {:?} and not {category}", read.category.as_deref()));
        }
    }
    if let Some((from, to)) = item.days {
        let right = read.shelf_life_days.is_some_and(|days| f64::from(from) <= days && days <= f64::from(to));
        score.days.count(right);
        if !right {
            misses.push(format!("days of {line:?}: {:?} and not {from} to {to}", read.shelf_life_days));
        }
    }
}

/// Which output is which printed item: the most similar first, each used once.
fn pair(output: &[OutputItem], printed: &[TruthItem]) -> Vec<(usize, usize)> {
    let mut candidates = Vec::new();
    for (index, read) in output.iter().enumerate() {
        for (truth, item) in printed.iter().enumerate() {
            let alike = similarity(&read.raw_text, &item.raw_text);
            if alike >= 0.8 {
                let same = matches!((read.price, item.price), (Some(a), Some(b)) if cents_agree(a, b));
                candidates.push((alike + if same { 0.05 } else { 0.0 }, index, truth));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(b.2.cmp(&a.2)));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, index, truth) in candidates {
        if pairs.iter().all(|&(used, found)| used != index && found != truth) {
            pairs.push((index, truth));
        }
    }
    pairs
}

fn cents_agree(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.005
}

fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[expect(clippy::cast_precision_loss, reason = "a count of receipts")]
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The smallest value that so many are not above; 0 of nothing.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a short list"
)]
fn percentile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len() as f64 * part).ceil() as usize;
    sorted.get(place.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shops;

    fn read_rightly(truth: &Truth) -> Output {
        let items = truth.items.iter().map(|item| OutputItem {
            raw_text: item.raw_text.clone(),
            name: item.name.clone(),
            category: item.category.clone(),
            quantity: item.quantity,
            unit: Some(item.unit.clone()),
            price: item.price,
            shelf_life_days: item.days.map(|days| f64::from(days.0)),
            food: Some(item.food),
            confidence: Some(0.95),
        });
        Output {
            file: format!("some/folder/{}.jpg", truth.id),
            items: items.collect(),
            total: truth.total,
            seconds: Some(1.5),
            error: None,
        }
    }

    #[test]
    fn scores_a_perfect_reading_as_one() {
        for seed in 0..20 {
            let truth = shops::text(seed).1;
            let output = read_rightly(&truth);
            assert_eq!(output.id(), truth.id);
            let (score, misses) = score(&truth, &output);
            let totals = score.totals(0);
            assert!(misses.is_empty(), "{misses:?}");
            let all = [totals.f1, totals.price, totals.name, totals.food_or_not, totals.total];
            assert!(all.iter().all(|measure| (measure - 1.0).abs() < 1e-9), "{seed}: {totals:?}");
        }
    }

    #[test]
    fn lowers_the_measure_of_each_kind_of_mistake() {
        let truth = shops::text(11).1;
        let mut output = read_rightly(&truth);
        output.items[0].price = Some(999.0);
        output.items[1].name = "Nothing of the kind".to_owned();
        output.items[2].food = Some(!truth.items[2].food);
        output.items.push(OutputItem { raw_text: "THANK YOU FOR SHOPPING".to_owned(), ..output.items[0].clone() });
        let removed = output.items.remove(3);
        let (score, misses) = score(&truth, &output);
        assert_eq!(score.found, truth.items.len() - 1);
        assert_eq!(score.output, truth.items.len());
        assert_eq!(score.price.of - score.price.right, 1);
        assert_eq!(score.name.of - score.name.right, 1);
        assert_eq!(score.food.of - score.food.right, 1);
        assert!(misses.iter().any(|miss| miss.contains("lost") && miss.contains(&removed.raw_text)), "{misses:?}");
        assert!(misses.iter().any(|miss| miss.contains("made up") && miss.contains("THANK YOU")), "{misses:?}");
    }

    #[test]
    fn returns_the_95th_percentile() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert!((percentile(&values, 0.95) - 95.0).abs() < 1e-9);
        assert!(percentile(&[], 0.95).abs() < 1e-9);
    }
}
