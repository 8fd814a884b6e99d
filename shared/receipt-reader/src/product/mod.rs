//! From a receipt's line to a product as a person would call it: "KITHL UNSWEET ALMD YGRT" is "Kite Hill unsweetened
//! almond yogurt", a dairy product that keeps a week in the fridge. The name stays in the receipt's own language and
//! never says less than the line.
//!
//! A line is cut into words and sizes ([`tokens`]), read as a sequence of known phrases ([`parse`], against the
//! [`lexicon`]), and its kind is found ([`line`], [`category`]), and it is named ([`name`]). All knowledge about
//! words is data: see `data/` and `shared/data`.

pub(crate) mod category;
mod fuzzy;
mod language;
pub(crate) mod letters;
mod lexicon;
mod line;
mod name;
mod parse;
mod reading;
mod segment;
mod splitting;
mod tokens;
mod wording;

use category::{Evidence, Heading};
use domain::category::Category;
use domain::shelf_life::{ShelfLife, Storage, UNKNOWN};
pub use language::{Language, detect_language};
use lexicon::LEXICON;
use line::Line;
use reading::{GUESSED, Reading};

/// What is known about the receipt that a line stands on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'a> {
    /// The language of the receipt ([`detect_language`]); English if unknown.
    pub language: Option<Language>,
    /// The name of the shop: some letters are one shop's own brand ("GG" is Target's).
    pub store: Option<&'a str>,
    /// The heading that the line stands below ("DAIRY").
    pub heading: Option<&'a str>,
}

/// A line understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Product {
    /// What a person of that country would write on a list, in the receipt's own language.
    pub name: String,
    pub category: Category,
    /// Days from the purchase; 0 never occurs.
    pub shelf_life_days: u16,
    pub storage: Storage,
    /// Why so many days, for a person to read.
    pub reason: &'static str,
    /// True if it is something to eat or drink.
    pub food: bool,
    /// The unit that one usually counts such a thing in.
    pub unit: Option<String>,
    /// How probable the category is, 0 to 1.
    pub confidence: f32,
}

/// Below this probability, the category is a guess.
const MIN_SURE: f32 = 0.5;

impl Product {
    /// Returns the factor of the item's confidence, 0.6 to 1: a line that was read for certain still names its product.
    /// A guess counts as unknown, so that clients ask to check it.
    pub fn confidence_factor(&self) -> f32 {
        let known = if self.confidence < MIN_SURE { 0.0 } else { self.confidence };
        0.6 + 0.4 * known
    }
}

/// Understands one line. Never fails: a line that means nothing keeps its words as its name and the default shelf life.
pub fn understand(raw_text: &str, context: &Context) -> Product {
    let language = context.language.unwrap_or_default();
    let raw_text = &*tokens::split_at_capitals(raw_text);
    let reading = read(raw_text, context);
    let line = Line::new(&reading, language);
    let kind = line.kind();
    let only_brand = line.head.is_none() && line.product_of_brand().is_some() && language == Language::ENGLISH;
    let made = line.brand().filter(|brand| only_brand && !brand.quiet).and_then(|brand| brand.default);
    let name = name::compose(raw_text, &reading, language, made);
    let name = if name.is_empty() { wording::tidy(raw_text) } else { name };
    let heading = context.heading.and_then(|heading| read_heading(heading, language));
    let verdict = category::classify(&Evidence::of(raw_text, &line, heading.as_ref()));
    let kind = kind.filter(|kind| kind.category == verdict.category).or_else(|| line.kind_of(verdict.category));
    let life = kind.map_or_else(|| category::shelf_life(verdict.category), ShelfLife::from);
    let life = if verdict.is_guess && life.days > UNKNOWN.days {
        ShelfLife { days: UNKNOWN.days, reason: UNKNOWN.reason, ..life }
    } else {
        life
    };
    Product {
        name,
        category: life.category,
        shelf_life_days: life.days,
        storage: life.storage,
        reason: life.reason,
        food: life.category.is_food(),
        unit: kind.map(|kind| kind.unit.to_owned()),
        confidence: verdict.probability,
    }
}

fn read(raw_text: &str, context: &Context) -> Reading {
    let language = context.language.unwrap_or_default();
    let store = context.store.map(str::to_lowercase);
    let line = without_marks(raw_text, store.as_deref());
    parse::read(tokens::tokenise(line, language), language, store.as_deref())
}

fn read_heading(text: &str, language: Language) -> Option<Heading> {
    let reading = parse::read(tokens::tokenise(text, language), language, None);
    let line = Line::new(&reading, language);
    let product = line.kind().filter(|_| line.doubt() < GUESSED).map(|kind| kind.category);
    Heading::read(text, product)
}

/// The number of words of a line that the vocabulary knows, in any language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct KnownWords {
    /// Words of three letters or more.
    pub words: usize,
    pub known: usize,
    /// Words that name a product by themselves.
    pub products: usize,
    /// Words that describe one, and brands.
    pub described: usize,
}

/// Looks each word of a line up by itself, without regard to abbreviations and misread letters.
pub(crate) fn known_words(line: &str) -> KnownWords {
    let mut found = KnownWords::default();
    for word in line.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= 3).take(MAX_WORDS) {
        found.words += 1;
        let Some(id) = LEXICON.word(&domain::shelf_life::words::fold(&word.to_lowercase())) else { continue };
        found.known += 1;
        let senses = || LEXICON.step(lexicon::ROOT, id).map(|node| LEXICON.entries(node)).into_iter().flatten();
        if senses().any(|entry| matches!(entry.sense, lexicon::Sense::Product { rank: 1.., .. })) {
            found.products += 1;
        } else if senses().next().is_some() {
            found.described += 1;
        }
    }
    found
}

/// Returns true if these two or three letters are the own brand of some shop.
pub(crate) fn is_own_brand(letters: &str) -> bool {
    if letters.len() < 2 {
        return false;
    }
    let entries =
        LEXICON.word(&domain::shelf_life::words::fold(letters)).and_then(|id| LEXICON.step(lexicon::ROOT, id));
    entries.is_some_and(|node| {
        LEXICON.entries(node).iter().any(|entry| match entry.sense {
            lexicon::Sense::Brand { brand, .. } => LEXICON.brands[brand].store.is_some(),
            _ => false,
        })
    })
}

/// Of a line with more words than these, the others are not looked up.
const MAX_WORDS: usize = 12;

/// Returns the line without what a chain marks its goods with: Sam's Club prints an F onto the end of food's names,
/// which it cuts off at twelve letters (`MM BABY SPINF`), Trader Joe's a letter in front of what is fresh (`R-BROCCOLI
/// FLORETS`).
fn without_marks<'a>(line: &'a str, store: Option<&str>) -> &'a str {
    let is_of = |shop: &str| store.is_some_and(|store| store.starts_with(shop));
    let last = line.rsplit(' ').next().unwrap_or(line);
    match line.strip_suffix('F') {
        Some(bare)
            if is_of("sam's")
                && line.chars().count() >= 10
                && LEXICON.word(&domain::shelf_life::words::fold(last)).is_none() =>
        {
            return bare;
        }
        _ => {}
    }
    match line.split_once('-') {
        Some(("R" | "A", bare)) if is_of("trader joe") && bare.starts_with(char::is_alphabetic) => bare,
        _ => line,
    }
}
