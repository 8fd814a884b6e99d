//! Trains the model of letters: multinomial logistic regression over the groups of letters in the names of products.

use domain::category::Category;
use domain::shelf_life;
use receipt_reader::training::letters;
use receipts::products::tables::{self, TABLES, Table};
use serde::Deserialize;
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;

const CATEGORIES: usize = letters::CATEGORIES;
const ROUNDS: u16 = 8;
/// A weight is kept as a byte; what is beyond this is as good as certain.
const MAX_WEIGHT: f32 = 8.0;

/// A name whose category is known.
pub struct Example {
    category: usize,
    worth: f32,
    words: Vec<String>,
}

/// Which rows of the tables are learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    All,
    /// Without one in eight of the shops and brands, whose rows are for scoring.
    WithoutHeldOut,
}

/// The vocabulary and the tables as examples.
pub fn examples(folder: &Path, rows: Rows) -> Result<Vec<Example>, Box<dyn Error>> {
    let mut examples = vocabulary()?;
    for table in TABLES {
        read(folder, &table, rows, &mut examples)?;
    }
    Ok(examples)
}

/// Trains, and returns the file of the model.
pub fn train(examples: &[Example]) -> Vec<u8> {
    Model::train(examples).bytes()
}

/// Every word of the vocabulary, with the category of the kind that it stands for.
fn vocabulary() -> Result<Vec<Example>, Box<dyn Error>> {
    #[derive(Deserialize)]
    struct Words {
        #[serde(default)]
        products: HashMap<String, String>,
    }
    #[derive(Deserialize)]
    struct Brand {
        name: String,
        #[serde(default)]
        aliases: Vec<String>,
        default: Option<String>,
        #[serde(default)]
        household: bool,
    }
    let mut categories: HashMap<String, Category> = HashMap::new();
    let mut texts: Vec<(String, Category)> = Vec::new();
    for product in shelf_life::products() {
        let category = shelf_life::kind(product.kind).map_or(Category::Other, |kind| kind.category);
        for text in std::iter::once(&product.name).chain(&product.en).chain(&product.de) {
            let text = text.split('=').next().unwrap_or(text);
            categories.entry(text.to_lowercase()).or_insert(category);
            texts.push((text.to_owned(), category));
        }
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/receipt-reader/src/product/data");
    let mut files: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.sort();
    for file in files.iter().filter(|file| file.file_name().is_some_and(|name| name.len() == "xx.json".len())) {
        let words: Words = serde_json::from_str(&fs::read_to_string(file)?)?;
        let mut words: Vec<_> = words.products.into_iter().collect();
        words.sort();
        for (word, product) in words {
            texts.extend(categories.get(&product.to_lowercase()).map(|category| (word, *category)));
        }
    }
    let brands: Vec<Brand> = serde_json::from_str(&fs::read_to_string(format!("{folder}/brands.json"))?)?;
    for brand in brands {
        let made = brand.default.and_then(|product| categories.get(&product.to_lowercase()).copied());
        let category = if brand.household { Some(Category::Household) } else { made };
        let names = brand.aliases.into_iter().chain([brand.name]).filter(|name| name.len() > 3);
        texts.extend(names.filter_map(|name| Some((name, category?))));
    }
    let example = |(text, category): (String, Category)| example(&text, category, 2.0);
    Ok(texts.into_iter().filter_map(example).collect())
}

/// A name as an example that counts so much.
pub fn example(text: &str, category: Category, worth: f32) -> Option<Example> {
    let words = letters::words(text);
    let category = Category::ALL.iter().position(|other| *other == category)?;
    (!words.is_empty()).then_some(Example { category, worth, words })
}

/// The rows of a table that are learnt.
fn read(folder: &Path, table: &Table, rows: Rows, examples: &mut Vec<Example>) -> Result<(), Box<dyn Error>> {
    let holds_out = rows == Rows::WithoutHeldOut;
    tables::rows(folder, table.file, |fields| {
        let Some(category) = fields.category().filter(|_| !(holds_out && fields.is_held_out(table))) else { return };
        // Dishes are most of the table of foods, and none of a till.
        let worth = if fields.get("group").starts_with("Gerichte") { table.worth / 2.0 } else { table.worth };
        for column in table.columns {
            let text = column.split('+').map(|column| fields.get(column)).collect::<Vec<_>>().join(" ");
            examples.extend(example(&text, category, worth));
        }
    })
}

/// Which number comes next: xorshift, so that training gives the same model every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most.max(1) as u64).unwrap_or(0)
    }

    fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }
}

/// Words as a till may print them: cut off, without some of their vowels, fewer of them.
fn shortened(words: &[String], dice: &mut Dice) -> Vec<String> {
    if dice.percent(40) {
        return words.to_vec();
    }
    let mut short: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let way = if word.len() > 4 { dice.below(100) } else { 100 };
        short.push(match way {
            0..25 => word[..3 + dice.below(word.len() - 3)].to_owned(),
            25..40 => {
                let kept = dice.below(60);
                let mut is_kept = |at: usize, c: char| at == 0 || !"aeiouy".contains(c) || dice.percent(kept);
                word.char_indices().filter(|(at, c)| is_kept(*at, *c)).map(|(_, c)| c).collect()
            }
            _ => word.clone(),
        });
    }
    if short.len() > 2 && dice.percent(20) {
        short.pop();
    }
    if short.len() > 1 && dice.percent(15) {
        short.remove(dice.below(short.len()));
    }
    if dice.percent(35) {
        cut(&mut short, 10 + dice.below(15));
    }
    short
}

/// A line ends where its till has no more room.
fn cut(words: &mut Vec<String>, width: usize) {
    let mut left = width;
    for word in words.iter_mut() {
        word.truncate(left);
        left = left.saturating_sub(word.len() + 1);
    }
    words.retain(|word| word.len() >= 2);
}

struct Model {
    weights: Vec<f32>,
    bias: [f32; CATEGORIES],
}

impl Model {
    /// Multinomial logistic regression by stochastic gradient descent, each weight with a step of its own (`AdaGrad`).
    fn train(examples: &[Example]) -> Self {
        let mut model = Self { weights: vec![0.0; letters::PLACES * CATEGORIES], bias: [0.0; CATEGORIES] };
        let mut seen = vec![1e-3_f32; model.weights.len()];
        let mut seen_bias = [1e-3_f32; CATEGORIES];
        let mut dice = Dice(88_172_645_463_325_252);
        let mut order: Vec<usize> = (0..examples.len()).collect();
        for round in 0..ROUNDS {
            for at in (1..order.len()).rev() {
                order.swap(at, dice.below(at + 1));
            }
            let rate = 0.12 * (1.0 - f32::from(round) / f32::from(ROUNDS)) + 0.01;
            for at in &order {
                let Example { category, worth, words } = &examples[*at];
                let places = letters::places(&shortened(words, &mut dice));
                let part = part(&places);
                let likely = model.probabilities(&places);
                for (other, likely) in likely.into_iter().enumerate() {
                    let slope = (likely - f32::from(u8::from(other == *category))) * worth;
                    if slope.abs() < 1e-3 {
                        continue;
                    }
                    seen_bias[other] += slope * slope;
                    model.bias[other] -= rate * slope / seen_bias[other].sqrt();
                    for place in &places {
                        let at = place * CATEGORIES + other;
                        seen[at] += (slope * part) * (slope * part);
                        model.weights[at] -= rate * slope * part / seen[at].sqrt();
                    }
                }
            }
        }
        model
    }

    fn probabilities(&self, places: &[usize]) -> [f32; CATEGORIES] {
        let part = part(places);
        let mut scores = self.bias;
        for place in places {
            for (score, weight) in scores.iter_mut().zip(&self.weights[place * CATEGORIES..]) {
                *score += part * weight;
            }
        }
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let scores = scores.map(|score| (score - most).exp());
        let total: f32 = scores.iter().sum();
        scores.map(|score| score / total)
    }

    fn step(&self) -> f32 {
        self.weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs())).min(MAX_WEIGHT) / 127.0
    }

    fn bytes(&self) -> Vec<u8> {
        let step = self.step();
        let numbers = std::iter::once(step).chain(self.bias).flat_map(f32::to_le_bytes);
        #[expect(clippy::cast_possible_truncation, reason = "weights are rounded to bytes")]
        let weights = self.weights.iter().map(|weight| ((weight / step).round() as i8).cast_unsigned());
        numbers.chain(weights).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a line has some hundred groups of letters")]
fn part(places: &[usize]) -> f32 {
    1.0 / (places.len().max(1) as f32).sqrt()
}
