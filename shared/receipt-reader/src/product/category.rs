//! Which category a line is of, and how probable that is: a linear model over what the vocabulary found, the letters of
//! the line, its brand, and the heading above it. `learn` of `lab/receipts` trains it.

use super::Context;
use super::letters::{CATEGORIES, LetterModel, log_softmax};
use super::line::Line;
use super::reading::{EXACT, GUESSED};
use domain::category::Category;
use domain::shelf_life::words::fold;
use domain::shelf_life::{ShelfLife, Storage};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

static LETTERS: LazyLock<LetterModel<'static>> = LazyLock::new(|| {
    LetterModel::from_bytes(include_bytes!("data/categories.bin"))
        .expect("the built-in model is whole, a test reads it")
});

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    serde_json::from_str(include_str!("data/category_weights.json"))
        .expect("the built-in weights are well-formed, a test reads them")
});

/// With a lower probability, it is not known what the thing is.
const MIN_PROBABILITY: f32 = 0.35;
/// With a lower probability of all that keeps for longer than [`MAX_GUESSED_DAYS`], nothing is said to keep so long
/// that the vocabulary does not know: milk in a carton would go bad unnoticed. Which of them it is does not matter.
const MIN_LONG_LIVED: f32 = 0.9;
/// With a lower probability, nothing that the vocabulary does not know is no food, which is not watched at all.
const MIN_NO_FOOD: f32 = 0.8;
/// With a lower probability, not even a guess is shown.
const MIN_GUESS: f32 = 0.2;
/// What is certain is never less probable than this.
const MIN_CERTAIN: f32 = 0.9;
/// A guess is never more probable than this, so that clients ask to check it.
const MAX_GUESS: f32 = 0.45;
const MAX_GUESSED_DAYS: u16 = 14;

/// How near the print is to the words of the vocabulary that tell the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    /// As the vocabulary has them.
    Exact,
    Abbreviated,
    /// Found by likeness.
    Similar,
}

impl Match {
    fn of(doubt: f32) -> Self {
        match doubt {
            doubt if doubt < EXACT => Self::Exact,
            doubt if doubt < GUESSED => Self::Abbreviated,
            _ => Self::Similar,
        }
    }
}

/// The words by which the vocabulary knows a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchSource {
    /// The brand, where no word names a product.
    Brand,
    /// A word that many things have in their names ("bar", "mix").
    WeakWord,
    Word,
    /// Several words together ("coconut milk").
    Phrase,
}

/// What the vocabulary says.
#[derive(Debug, Clone, Copy, PartialEq)]
struct VocabularyMatch {
    category: Category,
    nearness: Match,
    source: MatchSource,
    /// A word or the brand changed what it is ("canned", "frozen").
    is_changed: bool,
}

/// What is known of a line that tells its category.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The logarithm of the probability of each category, by the letters alone.
    letters: [f32; CATEGORIES],
    vocabulary_match: Option<VocabularyMatch>,
    /// What the line is beyond doubt.
    certain: Option<Category>,
    /// Other products that the line names.
    named: Vec<Category>,
    /// What the brand makes, where the line is about something else.
    brand: Option<Category>,
    /// A part of the line's words is in no vocabulary.
    has_unknown_word: bool,
    /// What the heading says: a department's categories, or a product of the vocabulary.
    departments: Vec<Category>,
    headed: Option<Category>,
}

impl Evidence {
    pub(super) fn of(raw_text: &str, line: &Line, heading: Option<&Heading>) -> Self {
        Self::by(&LETTERS, raw_text, line, heading)
    }

    /// Collects the same by another model of letters.
    pub(super) fn by(letters: &LetterModel, raw_text: &str, line: &Line, heading: Option<&Heading>) -> Self {
        let source = match (line.product_of_brand().is_some(), line.head_rank(), line.head_words()) {
            (true, ..) => MatchSource::Brand,
            (_, Some(0), _) => MatchSource::WeakWord,
            (.., 2..) => MatchSource::Phrase,
            _ => MatchSource::Word,
        };
        let vocabulary_match = line.kind().map(|kind| VocabularyMatch {
            category: kind.category,
            nearness: Match::of(line.doubt()),
            source,
            is_changed: source != MatchSource::Brand && line.head_category().is_some_and(|own| own != kind.category),
        });
        let is_other = |category: &Category| vocabulary_match.is_none_or(|found| found.category != *category);
        // What a thing for the household smells of or is used for says nothing: "GARLIC PRESS".
        let is_certain = vocabulary_match.is_some_and(|found| found.nearness == Match::Exact);
        let is_of_food_brand = line.brand_category().is_some_and(Category::is_food);
        let household = line.household_term().filter(|_| is_certain && !is_of_food_brand);
        let mut named: Vec<Category> = line.named().filter(is_other).filter(|_| household.is_none()).collect();
        named.sort_unstable();
        named.dedup();
        let decisive = household.map(str::to_owned).or_else(|| line.decisive_text());
        let text = decisive.unwrap_or_else(|| raw_text.to_owned());
        Self {
            letters: letters.log_probabilities(&text),
            vocabulary_match,
            certain: line.certain(),
            named,
            brand: line.brand_category().filter(is_other),
            has_unknown_word: line.has_unknown_word(),
            departments: heading.map_or_else(Vec::new, |heading| heading.departments.clone()),
            headed: heading.and_then(|heading| heading.product),
        }
    }

    /// Returns the values that the weights are multiplied by: of each the index of its weight, the category that it
    /// speaks for, and the value.
    pub fn features(&self) -> Vec<(usize, usize, f32)> {
        let mut features: Vec<(usize, usize, f32)> = (0..CATEGORIES).map(|at| (BIAS + at, at, 1.0)).collect();
        let level = match self.vocabulary_match.map(|found| found.nearness) {
            None => 0,
            Some(Match::Exact) => 1,
            Some(Match::Abbreviated) => 2,
            Some(Match::Similar) => 3,
        };
        features.extend(self.letters.iter().enumerate().map(|(at, letters)| (LETTERS_AT + level, at, *letters)));
        if let Some(found) = self.vocabulary_match {
            let at = found.category as usize;
            let by_brand = usize::from(found.source == MatchSource::Brand);
            features.push((KNOWN + 3 * by_brand + level - 1, at, 1.0));
            features.extend((0..CATEGORIES).map(|other| (CONFUSED + at * CATEGORIES + other, other, 1.0)));
            match found.source {
                MatchSource::WeakWord => features.push((WEAK, at, 1.0)),
                MatchSource::Phrase => features.push((PHRASE, at, 1.0)),
                MatchSource::Brand | MatchSource::Word => {}
            }
            if found.is_changed {
                features.push((CHANGED, at, 1.0));
            }
            if self.has_unknown_word {
                features.push((BESIDE_UNKNOWN, at, 1.0));
            }
        }
        features.extend(self.named.iter().map(|category| (NAMED, *category as usize, 1.0)));
        features.extend(self.brand.iter().map(|category| (BRAND, *category as usize, 1.0)));
        features.extend(self.departments.iter().map(|category| (DEPARTMENT, *category as usize, 1.0)));
        features.extend(self.headed.iter().map(|category| (HEADED, *category as usize, 1.0)));
        features
    }
}

// Where the weights of each kind begin.
const BIAS: usize = 0;
const LETTERS_AT: usize = BIAS + CATEGORIES;
const KNOWN: usize = LETTERS_AT + 4;
const WEAK: usize = KNOWN + 6;
const PHRASE: usize = WEAK + 1;
const CHANGED: usize = PHRASE + 1;
const BESIDE_UNKNOWN: usize = CHANGED + 1;
const NAMED: usize = BESIDE_UNKNOWN + 1;
const BRAND: usize = NAMED + 1;
const DEPARTMENT: usize = BRAND + 1;
const HEADED: usize = DEPARTMENT + 1;
/// One weight for each pair of what the vocabulary says and what it is.
const CONFUSED: usize = HEADED + 1;

/// The weights of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weights(Vec<f32>);

impl Weights {
    pub const COUNT: usize = CONFUSED + CATEGORIES * CATEGORIES;
    /// From here on, a weight is for a single pair of categories, of which there are few examples.
    pub const RARE: usize = CONFUSED;

    /// Returns the model of exactly [`Self::COUNT`] weights; none for another number.
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        (weights.len() == Self::COUNT).then_some(Self(weights))
    }

    /// Returns the probability of each category.
    pub fn probabilities(&self, evidence: &Evidence) -> [f32; CATEGORIES] {
        let mut scores = [0.0; CATEGORIES];
        for (weight, category, value) in evidence.features() {
            scores[category] += self.0.get(weight).copied().unwrap_or(0.0) * value;
        }
        log_softmax(scores).map(f32::exp)
    }
}

/// Returns what tells the category of a line, by another model of letters than that of the program.
pub fn evidence(letters: &LetterModel, raw_text: &str, context: &Context) -> Evidence {
    let language = context.language.unwrap_or_default();
    let raw_text = &*super::tokens::split_at_capitals(raw_text);
    let reading = super::read(raw_text, context);
    let heading = context.heading.and_then(|heading| super::read_heading(heading, language));
    Evidence::by(letters, raw_text, &Line::new(&reading, language), heading.as_ref())
}

/// A category and how probable it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    pub category: Category,
    /// 0 to 1; 0 where it is not known what the thing is.
    pub probability: f32,
    /// Too improbable to say for how long such a thing keeps.
    pub is_guess: bool,
}

/// Returns the likeliest category. If none is likely enough, it is a guess among those of food, or Other.
pub(super) fn classify(evidence: &Evidence) -> Verdict {
    verdict(&WEIGHTS, evidence)
}

/// Returns the same as [`classify`] by other weights.
pub fn verdict(weights: &Weights, evidence: &Evidence) -> Verdict {
    let probabilities = weights.probabilities(evidence);
    if let Some(category) = evidence.certain {
        let probability = probabilities[category as usize].max(MIN_CERTAIN);
        return Verdict { category, probability, is_guess: false };
    }
    let likeliest = |is_candidate: fn(&Category) -> bool| {
        let candidates = Category::ALL.into_iter().filter(is_candidate);
        let verdict = |category| Verdict { category, probability: probabilities[category as usize], is_guess: false };
        candidates.map(verdict).max_by(|a, b| a.probability.total_cmp(&b.probability))
    };
    let is_long_lived = |category: &Category| shelf_life(*category).days > MAX_GUESSED_DAYS;
    let long_lived: f32 = Category::ALL.into_iter().filter(is_long_lived).map(|at| probabilities[at as usize]).sum();
    let is_enough = |verdict: &Verdict| {
        let is_known = evidence
            .vocabulary_match
            .is_some_and(|found| found.category == verdict.category && found.nearness != Match::Similar);
        let is_sure =
            if verdict.category.is_food() { long_lived >= MIN_LONG_LIVED } else { verdict.probability >= MIN_NO_FOOD };
        verdict.probability >= MIN_PROBABILITY && (is_known || is_sure || !is_long_lived(&verdict.category))
    };
    let guess = || {
        let food = likeliest(|category| category.is_food()).filter(|food| food.probability >= MIN_GUESS);
        let guess = food.map(|food| Verdict { probability: food.probability.min(MAX_GUESS), is_guess: true, ..food });
        guess.unwrap_or(Verdict { category: Category::Other, probability: 0.0, is_guess: true })
    };
    likeliest(|_| true).filter(is_enough).unwrap_or_else(guess)
}

/// Returns what is said of a thing of which no more than its category is known.
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
    ShelfLife { days, storage, category, reason, ..domain::shelf_life::UNKNOWN }
}

/// The heading of a department that a line stands below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    departments: Vec<Category>,
    product: Option<Category>,
}

impl Heading {
    /// Reads a heading; nothing where its words say nothing of food. `product` is what its words would be as a
    /// product's line.
    pub(super) fn read(text: &str, product: Option<Category>) -> Option<Self> {
        let words = text.split(|c: char| !c.is_alphabetic() && c != '-').filter(|word| !word.is_empty());
        let mut departments: Vec<Category> =
            words.filter_map(|word| DEPARTMENTS.get(&fold(&word.to_lowercase()))).flatten().copied().collect();
        departments.sort_unstable();
        departments.dedup();
        let product = product.filter(|_| departments.is_empty());
        (!departments.is_empty() || product.is_some()).then_some(Self { departments, product })
    }
}

/// Words of departments → the categories of what is sold there.
static DEPARTMENTS: LazyLock<HashMap<String, Vec<Category>>> = LazyLock::new(|| {
    let lists: BTreeMap<String, Vec<String>> = serde_json::from_str(include_str!("data/departments.json"))
        .expect("the built-in departments are well-formed, a test reads them");
    let mut departments: HashMap<String, Vec<Category>> = HashMap::new();
    for (name, words) in lists {
        let category = Category::ALL.into_iter().find(|category| category.as_str() == name);
        for word in words {
            departments.entry(fold(&word)).or_default().extend(category);
        }
    }
    departments
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::{Context, Language, understand};

    #[test]
    fn loads_the_whole_model() {
        assert_eq!(WEIGHTS.0.len(), Weights::COUNT);
        assert!(WEIGHTS.0.iter().all(|weight| weight.is_finite()));
        assert!(LETTERS.log_probabilities("MILK").iter().all(|value| value.is_finite()));
        assert!(DEPARTMENTS.values().all(|categories| !categories.is_empty()));
    }

    fn category(line: &str) -> Category {
        understand(line, &Context::default()).category
    }

    #[test]
    fn classifies_words_of_no_list_by_their_letters() {
        for (line, expected) in [
            ("YAOURTIERE NATUR YAOURT BRASS", Category::Dairy),
            ("FRAMBOISE PASS", Category::Fruit),
            ("KNUSPERBROETCHEN", Category::Bakery),
            ("DETERGENTE PIATTINI", Category::Household),
            ("HONEYCRSP APPLS", Category::Fruit),
        ] {
            assert_eq!(category(line), expected, "{line}");
        }
    }

    #[test]
    fn does_not_guess_from_words_that_say_nothing() {
        for line in ["", "12345", "§§§", "ZWQ KXV"] {
            let product = understand(line, &Context::default());
            assert!(product.category == Category::Other && product.confidence < 0.5, "{line}: {product:?}");
        }
    }

    #[test]
    fn gives_unknown_food_at_most_a_week() {
        for (language, line) in [
            ("de", "HERBSTBOX"),
            ("de", "Herbstbox X01"),
            ("de", "California Teriy X01"),
            ("en", "California Teriy X01"),
            ("fi", "TÄYTTÖPUSSI KULTA PS"),
        ] {
            let context = Context { language: Language::from_code(language), ..Context::default() };
            let product = understand(line, &context);
            assert!(product.food && product.shelf_life_days <= 7 && product.confidence < 0.5, "{line}: {product:?}");
        }
    }

    #[test]
    fn applies_a_heading_to_the_goods_of_its_department() {
        let probability = |heading, category: Category| {
            let context = Context { heading, ..Context::default() };
            WEIGHTS.probabilities(&evidence(&LETTERS, "SELECTION X", &context))[category as usize]
        };
        for (heading, category) in [
            ("27-PRODUCE", Category::Vegetable),
            ("DAIRY", Category::Dairy),
            ("Backshop", Category::Bakery),
            ("CRÈMERIE", Category::Dairy),
        ] {
            let (alone, headed) = (probability(None, category), probability(Some(heading), category));
            assert!(headed > 1.5 * alone, "{heading}: {alone} {headed}");
        }
        let other = probability(Some("THANK YOU"), Category::Dairy);
        assert!((other - probability(None, Category::Dairy)).abs() < 1e-6, "says nothing of food");
        // What is certain stays.
        let milk = understand("WHOLE MILK", &Context { heading: Some("PRODUCE"), ..Context::default() });
        assert_eq!(milk.category, Category::Dairy);
    }
}
