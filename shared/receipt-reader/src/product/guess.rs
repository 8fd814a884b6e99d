//! The category that the letters of a line speak for: a linear model over groups of letters, trained by
//! `examples/learn.rs` on product names and till lines of several languages. It judges what the vocabulary found, and
//! guesses where that knows nothing. It tells how probable its answer is.

use super::letters::{self, PLACES};
use super::parse::GUESSED;
use domain::category::Category;
use domain::shelf_life::{ShelfLife, Storage};

/// How far one step of a weight is, the bias of each category, then a byte for each place and category.
static MODEL: &[u8] = include_bytes!("data/categories.bin");

/// What a kind that the vocabulary knows counts against the letters, as a logarithm of odds: where the words are
/// printed as the vocabulary has them, where they are shortened, where they are guessed from words that are like them.
/// On till lines and names of shops and brands that nothing was made from (`examples/unseen.rs`) these are better than
/// 4, 3.5 and 3, and on 70 real receipts as good.
const KNOWN: [(f32, f32); 3] = [(0.1, 3.0), (GUESSED, 2.5), (f32::INFINITY, 2.0)];
/// Of the names that the model was made from, more are of no food than of what people carry home: it needs so much more
/// evidence, as a logarithm of odds.
const NO_FOOD: f32 = 1.0;
/// With less, it is not known what the thing is.
const MIN_PROBABILITY: f32 = 0.3;

/// With less, what only the letters speak for is no food that keeps for longer than [`MAX_GUESSED_DAYS`].
const MIN_LONG_LIVED: f32 = 0.5;
/// The same where a word is guessed from words that are like it: `Teriy` may be teriyaki sauce or fresh rolls.
const MIN_LONG_LIVED_GUESSED: f32 = 0.8;
const MAX_GUESSED_DAYS: u16 = 14;

const CATEGORIES: usize = Category::ALL.len();

/// What a line is, by its letters and by what is known of its words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Verdict {
    pub category: Category,
    /// How probable that is, 0 to 1.
    pub probability: f32,
}

/// Weighs the category that the vocabulary knows, and how far its words are from the print, against the letters.
pub(super) fn judge(line: &str, known: Option<(Category, f32)>) -> Verdict {
    let mut scores = scores(line);
    for (category, score) in Category::ALL.iter().zip(&mut scores) {
        *score -= if category.is_food() { 0.0 } else { NO_FOOD };
    }
    if let Some((known, doubt)) = known {
        let weight = KNOWN.iter().find(|(below, _)| doubt < *below).map_or(0.0, |(_, weight)| *weight);
        for (category, score) in Category::ALL.iter().zip(&mut scores) {
            *score += if *category == known { weight } else { 0.0 };
        }
    }
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = scores.iter().map(|score| (score - most).exp()).sum();
    let verdicts = Category::ALL
        .iter()
        .zip(scores)
        .map(|(category, score)| Verdict { category: *category, probability: (score - most).exp() / total });
    let is_known = |verdict: &Verdict| verdict.category == Category::Other || verdict.probability >= MIN_PROBABILITY;
    let best = verdicts.filter(is_known).max_by(|a, b| a.probability.total_cmp(&b.probability));
    let unknown = Verdict { category: Category::Other, probability: 0.0 };
    // A mere guess must not keep food for months: milk in a carton would go bad unnoticed.
    let enough = match known {
        Some((_, doubt)) if doubt < GUESSED => 0.0,
        Some(_) => MIN_LONG_LIVED_GUESSED,
        None => MIN_LONG_LIVED,
    };
    let is_bold = |verdict: &Verdict| {
        verdict.category.is_food()
            && verdict.probability < enough
            && shelf_life(verdict.category).days > MAX_GUESSED_DAYS
    };
    best.filter(|verdict| !is_bold(verdict)).unwrap_or(unknown)
}

fn scores(line: &str) -> [f32; CATEGORIES] {
    let places = letters::places(&letters::words(line));
    let number = |at: usize| {
        MODEL.get(4 * at..4 * at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0.0, f32::from_le_bytes)
    };
    let weights = &MODEL[4 * (1 + CATEGORIES)..];
    #[expect(clippy::cast_precision_loss, reason = "a line has some hundred groups of letters")]
    let step = number(0) / (places.len().max(1) as f32).sqrt();
    let mut sums = [0_i32; CATEGORIES];
    for place in places.into_iter().filter(|place| *place < PLACES) {
        for (sum, weight) in sums.iter_mut().zip(&weights[place * CATEGORIES..]) {
            *sum += i32::from(weight.cast_signed());
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some hundred bytes add up to less than 2^24")]
    std::array::from_fn(|at| number(1 + at) + step * sums[at] as f32)
}

/// What is said of a thing of which no more than its category is known.
pub(super) fn shelf_life(category: Category) -> ShelfLife {
    let (days, storage) = match category {
        Category::Dairy => (14, Storage::Fridge),
        Category::Meat => (3, Storage::Fridge),
        Category::Seafood => (2, Storage::Fridge),
        Category::Fruit | Category::Vegetable => (7, Storage::Fridge),
        Category::Bakery => (5, Storage::Counter),
        Category::Frozen => (300, Storage::Freezer),
        Category::Snacks => (180, Storage::Pantry),
        Category::Pantry | Category::Beverages | Category::Household => (365, Storage::Pantry),
        Category::Other => return domain::shelf_life::UNKNOWN,
    };
    let reason = "what most things of its category keep, since Larder does not know this one";
    ShelfLife { days, storage, category, reason, source: "estimate", ..domain::shelf_life::UNKNOWN }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::{Context, Language, understand};

    #[test]
    fn the_model_has_a_weight_for_each_place_and_category() {
        assert_eq!(MODEL.len(), 4 * (1 + CATEGORIES) + PLACES * CATEGORIES);
    }

    #[test]
    fn letters_of_words_that_are_in_no_list_tell_the_category() {
        for (line, category) in [
            ("YAOURTIERE NATUR YAOURT BRASS", Category::Dairy),
            ("FRAMBOISE PASS", Category::Fruit),
            ("KNUSPERBROETCHEN", Category::Bakery),
            ("DETERGENTE PIATTINI", Category::Household),
            ("HONEYCRSP APPLS", Category::Fruit),
        ] {
            assert_eq!(judge(line, None).category, category, "{line}");
        }
    }

    #[test]
    fn what_says_nothing_is_not_known() {
        for line in ["", "12345", "QXZ", "§§§", "ZWQ KXV"] {
            let verdict = judge(line, None);
            assert!(verdict.category == Category::Other && verdict.probability < 0.5, "{line}: {verdict:?}");
        }
    }

    #[test]
    fn unknown_food_never_keeps_for_a_year() {
        for (language, line) in [
            ("de", "HERBSTBOX"),
            ("de", "Herbstbox X01"),
            ("de", "California Teriy X01"),
            ("en", "California Teriy X01"),
            ("fi", "TÄYTTÖPUSSI KULTA PS"),
        ] {
            let context = Context { language: Language::from_code(language), store: None };
            let product = understand(line, &context);
            assert_eq!((product.category, product.shelf_life_days, product.food), (Category::Other, 7, true), "{line}");
            assert!(product.confidence < 0.5, "{line}");
        }
    }

    #[test]
    fn what_is_known_counts_more_than_a_vague_guess() {
        assert_eq!(judge("QXZ", Some((Category::Snacks, 0.0))).category, Category::Snacks);
        assert!(judge("WHOLE MILK", Some((Category::Dairy, 0.0))).probability > 0.95);
    }
}
