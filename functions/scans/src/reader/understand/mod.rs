//! From a receipt's line to a product as a person would call it: "KITHL UNSWEET ALMD YGRT" is "Kite Hill unsweetened almond yogurt", a
//! dairy product that keeps a week in the fridge.
//!
//! A line is cut into words and sizes ([`tokens`]), read as a sequence of known phrases ([`parse`], against the [`lexicon`]), and then
//! named here. What the line is about is its head: the word whose kind has the highest rank, the last one on a tie, and nothing that
//! stands behind a preposition. All knowledge about words is data: see `data/` and `shared/data`.

mod fuzzy;
mod language;
mod lexicon;
mod parse;
mod tokens;

use domain::{
    category::Category,
    shelf_life::{self, Kind, Storage},
};

pub use language::{Language, detect_language};
use lexicon::{LEXICON, Naming, Sense};
use parse::{Reading, Segment};

/// What is known about the receipt that a line stands on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'a> {
    /// The language of the receipt ([`detect_language`]); English if unknown.
    pub language: Option<Language>,
    /// The name of the shop: some letters are one shop's own brand ("GG" is Target's).
    pub store: Option<&'a str>,
}

/// A line understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Product {
    /// What an English-speaking person would call it.
    pub name: String,
    /// The same for a German-speaking person.
    pub name_de: String,
    pub category: Category,
    /// Days from the purchase; 0 never occurs.
    pub shelf_life_days: u16,
    pub storage: Storage,
    /// Why so many days, for a person to read.
    pub reason: &'static str,
    /// Whether it is something to eat or drink.
    pub food: bool,
    /// The unit that one usually counts such a thing in.
    pub unit: Option<String>,
    /// 0 to 1: how much of the line was understood, and how surely.
    pub confidence: f32,
}

impl Product {
    /// The name in the language of the person who reads it.
    pub fn name_in(&self, language: Language) -> &str {
        if language == Language::GERMAN { &self.name_de } else { &self.name }
    }
}

/// Kinds of staples that a made product may taste of.
const FLAVOURS: [&str; 4] = ["spice", "sugar", "honey", "extract"];
/// A name is at most this long, however much a line says.
const MAX_NAME_CHARS: usize = 100;

/// Understands one line. Never fails: a line that means nothing keeps its words as its name and the default shelf life.
pub fn understand(raw_text: &str, context: &Context) -> Product {
    let language = context.language.unwrap_or_default();
    let store = context.store.map(str::to_lowercase);
    let line = without_food_mark(raw_text, store.as_deref());
    let reading = parse::read(tokens::tokenise(line), language, store.as_deref());
    let line = Line::new(&reading, language);
    let kind = line.kind();
    let name = line.english_name();
    let name = if name.is_empty() { tidy(raw_text) } else { name };
    let name_de = line.german_name();
    let name_de = if name_de.is_empty() { name.clone() } else { name_de };
    let life = kind.map_or(shelf_life::UNKNOWN, shelf_life::ShelfLife::from);
    Product {
        name,
        name_de,
        category: life.category,
        shelf_life_days: life.days,
        storage: life.storage,
        reason: life.reason,
        food: life.category.is_food(),
        unit: kind.map(|kind| kind.unit.to_owned()),
        confidence: line.confidence(),
    }
}

/// The line without the F that Sam's Club prints onto the end of food's names, which it cuts off at twelve letters: `MM BABY SPINF`.
fn without_food_mark<'a>(line: &'a str, store: Option<&str>) -> &'a str {
    let marked = store.is_some_and(|store| store.starts_with("sam's")) && line.chars().count() >= 10;
    let last = line.rsplit(' ').next().unwrap_or(line);
    match line.strip_suffix('F') {
        Some(bare) if marked && LEXICON.word(&shelf_life::words::fold(last)).is_none() => bare,
        _ => line,
    }
}

/// A reading with its parts in their roles.
struct Line<'a> {
    reading: &'a Reading,
    language: Language,
    /// Segments before the first preposition that follows a product; the rest does not decide.
    decisive: usize,
    /// The segment that the line is about.
    head: Option<usize>,
    brand: Option<usize>,
}

impl<'a> Line<'a> {
    fn new(reading: &'a Reading, language: Language) -> Self {
        let segments = &reading.segments;
        let decisive = (0..segments.len())
            .find(|index| {
                matches!(segments[*index].sense, Some(Sense::Link { .. }))
                    && segments[..*index]
                        .iter()
                        .any(|segment| matches!(segment.sense, Some(Sense::Product { .. } | Sense::Brand { .. })))
            })
            .unwrap_or(segments.len());
        let mut head: Option<(usize, u8)> = None;
        for (index, segment) in segments[..decisive].iter().enumerate() {
            if let Some(Sense::Product { rank, product, .. }) = segment.sense {
                // A guess does not make food inedible: "MELTON" in "PORK PIE MELTON" is no melatonin.
                let is_guess = segment.doubt >= parse::GUESSED && !is_food(product);
                let rank = if is_guess { 0 } else { rank };
                if head.is_none_or(|(_, best)| rank >= best) {
                    head = Some((index, rank));
                }
            }
        }
        let brand = (0..segments.len())
            .filter(|index| matches!(segments[*index].sense, Some(Sense::Brand { .. })))
            .max_by_key(|index| {
                // The brand that says most about the product; the first one otherwise.
                let brand = brand_of(&segments[*index]);
                (
                    brand.is_some_and(|brand| brand.default.is_some() || brand.effect.is_some()),
                    std::cmp::Reverse(*index),
                )
            });
        Self { reading, language, decisive, head: head.map(|(index, _)| index), brand }
    }

    fn brand(&self) -> Option<&'static lexicon::Brand<'static>> {
        brand_of(&self.reading.segments[self.brand?])
    }

    /// What the brand alone stands for, where the line names nothing of its own, or nothing but a word like "bar" or "mix", or a flavour
    /// of what the brand makes: "LACROIX LIME" is water, "CHOBANI VANILLA" is yogurt.
    fn default(&self) -> Option<usize> {
        let brand = self.brand()?;
        let product = LEXICON.product(brand.default?)?;
        let kinds = |product: usize| LEXICON.kinds.get(shelf_life::products()[product].kind);
        let made = kinds(product)?.rank;
        let stands = match self.head.map(|head| &self.reading.segments[head].sense) {
            Some(Some(Sense::Product { rank, product: named, .. })) => {
                let named = kinds(*named)?;
                // Chicken is a taste of noodles and of a frozen meal, cheddar one of crackers.
                let meat = matches!(named.category, Category::Meat | Category::Seafood)
                    && !matches!(kinds(product)?.category, Category::Frozen | Category::Pantry | Category::Snacks);
                let cheese = named.category == Category::Dairy
                    && matches!(kinds(product)?.category, Category::Frozen | Category::Snacks);
                let taste = named.rank == 1 && !meat || cheese || FLAVOURS.contains(&named.id);
                *rank > 0 && !(taste && made > named.rank)
            }
            _ => false,
        };
        if stands { None } else { Some(product) }
    }

    /// What the line is about, after everything that changes it: "frozen", "canned", a maker of spices.
    fn kind(&self) -> Option<&'static Kind<'static>> {
        let product = self.default().or_else(|| match self.reading.segments[self.head?].sense {
            Some(Sense::Product { product, .. }) => Some(product),
            _ => None,
        });
        let brand = self.brand();
        let household = brand.is_some_and(|brand| brand.household);
        let mut effects = self.reading.segments[..self.decisive].iter().filter_map(|segment| match segment.sense {
            Some(Sense::Adjective { effect, .. }) => effect,
            _ => None,
        });
        let Some(product) = product else {
            // Whatever it is, it came out of the freezer.
            let frozen = effects.any(|effect| effect == "frozen");
            let id = if household {
                "household"
            } else if frozen {
                "frozenmeal"
            } else {
                return None;
            };
            return LEXICON.kinds.get(id).copied();
        };
        let mut kind = *LEXICON.kinds.get(shelf_life::products()[product].kind)?;
        // A brand that was only guessed does not make food inedible.
        let is_guess = self.brand.is_some_and(|index| self.reading.segments[index].doubt >= parse::GUESSED);
        // Flavours and scents are food, meat is none of them; only pet food is made of it.
        let is_meat = matches!(kind.category, Category::Meat | Category::Seafood);
        let feeds_pets = brand.and_then(|brand| brand.default).is_some_and(|default| default.ends_with("food"));
        if household && kind.food && !is_guess && (!is_meat || feeds_pets) {
            return LEXICON.kinds.get("household").copied();
        }
        for effect in effects.chain(brand.and_then(|brand| brand.effect)) {
            kind = LEXICON.effect(effect, kind);
        }
        // A maker of frozen meals sells its lasagne frozen, one of lunch meat its turkey cooked.
        let made =
            brand.and_then(|brand| LEXICON.kinds.get(shelf_life::products()[LEXICON.product(brand.default?)?].kind));
        if let Some(made) = made
            && (made.category == Category::Frozen && matches!(kind.category, Category::Other | Category::Bakery)
                || made.id == "lunchmeat" && kind.category == Category::Meat && kind.days < made.days)
        {
            kind = made;
        }
        Some(kind)
    }

    /// "Kite Hill unsweetened almond yogurt": brand, what describes it, what it is made of, what it is, its shape, with what, how much.
    fn english_name(&self) -> String {
        let mut name = Name::default();
        let segments = &self.reading.segments;
        let brand = self.brand();
        for (index, segment) in segments.iter().enumerate() {
            if let Some(shown) = brand_of(segment) {
                // Two letters that may be a brand are no name unless the shop is known for them.
                let doubtful =
                    matches!(segment.sense, Some(Sense::Brand { short: true, .. })) && Some(index) != self.brand;
                if !shown.name.is_empty() && !doubtful {
                    name.brand(shown.name);
                }
                name.first.extend(shown.adjective);
            }
        }
        let default = self.default().and(brand).and_then(|brand| brand.default);
        let percent = self.language == Language::ENGLISH;
        let (before, after): (Vec<&String>, Vec<&String>) =
            self.reading.sizes.iter().partition(|size| percent && size.ends_with('%'));
        name.middle.extend(before.into_iter().cloned());
        for (index, segment) in segments.iter().enumerate() {
            let behind = index > self.decisive;
            let text = match &segment.sense {
                _ if index == self.decisive => {
                    if let Some(Sense::Link { english, .. }) = segment.sense {
                        name.behind.push(english.to_owned());
                    }
                    continue;
                }
                Some(Sense::Brand { .. } | Sense::Drop | Sense::Link { .. }) => continue,
                Some(Sense::Product { .. }) if Some(index) == self.head && !behind => {
                    let own = Self::product_name(segment);
                    if let Some(default) = default {
                        // What the line says beside its brand is a flavour then, unless it is the product itself.
                        default.clone_into(&mut name.head);
                        singular(own.strip_suffix(" extract").unwrap_or(&own))
                    } else {
                        name.head = own;
                        continue;
                    }
                }
                Some(Sense::Product { rank: 0, .. })
                    if default.is_none() && self.head.is_some_and(|head| index > head) =>
                {
                    // "Carrots bag": a weak word behind the head is its shape.
                    name.shape.push(Self::product_name(segment));
                    continue;
                }
                Some(Sense::Product { term, language, .. }) => {
                    modifier(term, *language).unwrap_or_else(|| singular(&Self::product_name(segment)))
                }
                Some(Sense::Adjective { english, .. }) => {
                    if *english == "organic" {
                        name.first.push(english);
                        continue;
                    }
                    (*english).to_owned()
                }
                Some(Sense::Form { english, .. }) if self.head.is_some_and(|head| index < head) && !behind => {
                    singular(english)
                }
                Some(Sense::Form { english, .. }) => {
                    if behind {
                        name.behind.push((*english).to_owned());
                    } else {
                        name.shape.push((*english).to_owned());
                    }
                    continue;
                }
                None => match self.unknown(segment) {
                    Some(text) => text,
                    None => continue,
                },
            };
            if behind { name.behind.push(text) } else { name.middle.push(text) }
        }
        if name.head.is_empty()
            && let Some(default) = default
        {
            default.clone_into(&mut name.head);
        }
        name.sizes = after.into_iter().cloned().collect();
        name.render()
    }

    /// A word that nobody knows: kept where it may be a name, left out where it is a scrap, or where a German line is clear without it.
    fn unknown(&self, segment: &Segment) -> Option<String> {
        let letters = segment.printed.chars().filter(|c| c.is_alphabetic()).count();
        let clear = self
            .head
            .is_some_and(|head| matches!(self.reading.segments[head].sense, Some(Sense::Product { rank: 1.., .. })));
        if letters < 3 || (clear && (letters < 4 || self.language != Language::ENGLISH)) {
            return None;
        }
        Some(capitalised(&segment.printed))
    }

    /// The English name of what a product segment says.
    fn product_name(segment: &Segment) -> String {
        let Some(Sense::Product { product, term, name, language, .. }) = segment.sense else { return String::new() };
        let canonical = shelf_life::products()[product].name;
        match name {
            Naming::Own(name) => sentence(name),
            Naming::Product => sentence(canonical),
            Naming::Term if language == Language::ENGLISH => sentence(term),
            // "Erdbeerjoghurt" is listed as a yogurt, but its parts say which.
            Naming::Term => compound_name(term, product).unwrap_or_else(|| sentence(canonical)),
        }
    }

    /// The name as a German-speaking person would write it. A German line keeps its own words, written out; an English one is named
    /// after its head.
    fn german_name(&self) -> String {
        let segments = &self.reading.segments;
        let mut words: Vec<String> = Vec::new();
        if self.language == Language::GERMAN {
            for segment in segments {
                match &segment.sense {
                    Some(Sense::Brand { .. }) => words
                        .extend(brand_of(segment).map(|brand| brand.name.to_owned()).filter(|name| !name.is_empty())),
                    Some(Sense::Product { term, .. }) => words.push((*term).to_owned()),
                    Some(Sense::Adjective { word, english, .. }) if *english == "organic" => {
                        words.push(capitalised(word));
                    }
                    Some(Sense::Adjective { .. }) => words.push(segment.printed.clone()),
                    Some(Sense::Form { word, .. }) => words.push(capitalised(word)),
                    Some(Sense::Link { word, .. }) => words.push((*word).to_owned()),
                    Some(Sense::Drop) => {}
                    None => words.extend(Some(capitalised(&segment.printed)).filter(|word| word.chars().count() > 2)),
                }
            }
        } else {
            words.extend(self.brand().map(|brand| brand.name.to_owned()).filter(|name| !name.is_empty()));
            let organic = segments
                .iter()
                .any(|segment| matches!(segment.sense, Some(Sense::Adjective { english: "organic", .. })));
            let head = self.default().or_else(|| match segments[self.head?].sense {
                Some(Sense::Product { product, .. }) => Some(product),
                _ => None,
            });
            let Some(head) = head else { return String::new() };
            let german = |product: usize| {
                shelf_life::products()[product].de.first().map(|term| term.split('=').next().unwrap_or(term))
            };
            let Some(name) = german(head) else { return String::new() };
            words.push(if organic { format!("Bio-{name}") } else { name.to_owned() });
            let also: Vec<&str> = (0..self.decisive)
                .filter(|index| Some(*index) != self.head)
                .filter_map(|index| match segments[index].sense {
                    Some(Sense::Product { product, rank: 1.., .. }) if product != head => german(product),
                    _ => None,
                })
                .collect();
            if !also.is_empty() {
                words.push(format!("({})", also.join(", ")));
            }
        }
        words.extend(self.reading.sizes.iter().map(|size| size.replace('.', ",")));
        clamp(&upper_first(&words.join(" ")))
    }

    fn confidence(&self) -> f32 {
        let mut known = 0.0_f32;
        let mut all = 0.0_f32;
        for segment in &self.reading.segments {
            let weight = f32::from(u8::try_from(segment.printed.chars().count().min(40)).unwrap_or(40));
            all += weight;
            if segment.sense.is_some() {
                known += weight * (1.0 - segment.doubt.clamp(0.0, 1.0));
            }
        }
        let share = if all > 0.0 { known / all } else { 0.0 };
        let about = if self.default().is_some() || self.head.is_some() { 1.0 } else { 0.4 };
        (0.15 + 0.8 * share * about).clamp(0.0, 1.0)
    }
}

fn is_food(product: usize) -> bool {
    LEXICON.kinds.get(shelf_life::products()[product].kind).is_none_or(|kind| kind.food)
}

fn brand_of(segment: &Segment) -> Option<&'static lexicon::Brand<'static>> {
    match segment.sense {
        Some(Sense::Brand { brand, .. }) => LEXICON.brands.get(brand),
        _ => None,
    }
}

/// The parts of an English name, in the order in which they are said.
#[derive(Default)]
struct Name {
    brands: Vec<String>,
    first: Vec<&'static str>,
    middle: Vec<String>,
    head: String,
    shape: Vec<String>,
    behind: Vec<String>,
    sizes: Vec<String>,
}

impl Name {
    fn brand(&mut self, brand: &str) {
        if !self.brands.iter().any(|known| known == brand) {
            self.brands.push(brand.to_owned());
        }
    }

    fn render(self) -> String {
        let mut words: Vec<String> = Vec::new();
        // Nothing is said twice: "whole" before "whole milk", "apple" before "apple juice", a brand that names its product.
        let head = self.head.to_lowercase();
        let says = |text: &str, word: &str| text.split(' ').any(|known| same_word(known, word));
        for brand in &self.brands {
            words.push(brand.clone());
        }
        let mut parts: Vec<String> = Vec::new();
        for part in self.first.iter().map(|word| (*word).to_owned()).chain(self.middle) {
            let lower = part.to_lowercase();
            let said = lower
                .split(' ')
                .all(|word| says(&head, word) || parts.iter().any(|known| says(&known.to_lowercase(), word)));
            if !said {
                parts.extend(before(&part, &head));
            }
        }
        words.extend(parts);
        let brands = self.brands.join(" ").to_lowercase();
        let head_words: Vec<&str> = self.head.split(' ').filter(|word| !says(&brands, word)).collect();
        if !head_words.is_empty() {
            words.push(head_words.join(" "));
        }
        for shape in self.shape {
            if !shape.is_empty() && !shape.split(' ').all(|word| says(&head, &word.to_lowercase())) {
                words.push(shape);
            }
        }
        // A preposition without anything behind it is cut off.
        if self.behind.len() > 1 {
            words.extend(self.behind);
        }
        words.extend(self.sizes);
        let text = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        clamp(&upper_first(&text))
    }
}

/// What stands before a head, without the end that the head says once more: "milk chocolate" before "chocolate", "energy drink" before "drink".
fn before(text: &str, head: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let said = |word: &&&str| head.split(' ').any(|known| same_word(known, &word.to_lowercase()));
    let told = words.iter().rev().take_while(said).count();
    let rest = words[..words.len() - told].join(" ");
    Some(rest).filter(|rest| !rest.is_empty())
}

/// Whether two words differ at most in number.
fn same_word(a: &str, b: &str) -> bool {
    a == b || shelf_life::words::key(a) == shelf_life::words::key(b)
}

/// What a word of another language is called in front of a noun, where that is not its own name: "Paprika" chips.
fn modifier(term: &str, language: Language) -> Option<String> {
    if language == Language::ENGLISH || term.contains(' ') {
        return None;
    }
    let node = LEXICON.step(lexicon::ROOT, LEXICON.word(&shelf_life::words::fold(term))?)?;
    LEXICON.entries(node).iter().find_map(|entry| match entry.sense {
        Sense::Adjective { english, language: other, .. } if other == language && !english.is_empty() => {
            Some(english.to_owned())
        }
        _ => None,
    })
}

/// The English for a German term that the vocabulary only counts among others of its kind, from its words and their parts:
/// "Erdbeerjoghurt" is listed as a yogurt and said "strawberry yogurt". `None` where a part is unknown or the head is of another kind.
fn compound_name(term: &str, product: usize) -> Option<String> {
    let products = shelf_life::products();
    let mut parts: Vec<String> = Vec::new();
    for word in term.split([' ', '-']) {
        let folded = shelf_life::words::fold(word);
        let split = if LEXICON.word(&folded).is_some() && term.contains([' ', '-']) {
            None
        } else {
            LEXICON.split(Language::GERMAN, &folded)
        };
        parts.extend(split.unwrap_or_else(|| vec![folded]));
    }
    if parts.len() < 2 {
        return None;
    }
    let mut adjectives: Vec<String> = Vec::new();
    let mut modifiers: Vec<String> = Vec::new();
    let mut head: Option<(u8, String)> = None;
    let mut shape: Vec<String> = Vec::new();
    for part in &parts {
        let node = LEXICON.step(lexicon::ROOT, LEXICON.word(part)?)?;
        let entries = LEXICON.entries(node);
        let german = |language: Language| language == Language::GERMAN;
        let named = entries.iter().find_map(|entry| match entry.sense {
            Sense::Product { product: other, rank, name, language, .. } if german(language) => {
                Some((other, rank, name))
            }
            _ => None,
        });
        let described = entries.iter().find_map(|entry| match entry.sense {
            Sense::Adjective { english, language, .. } if german(language) => Some(english),
            _ => None,
        });
        let formed = entries.iter().find_map(|entry| match entry.sense {
            Sense::Form { english, language, .. } if german(language) => Some(english),
            _ => None,
        });
        match (named, described, formed) {
            (Some((other, rank, name)), ..)
                if products[other].kind == products[product].kind
                    && head.as_ref().is_none_or(|(best, _)| rank >= *best) =>
            {
                let english = match name {
                    Naming::Own(name) => sentence(name),
                    _ => sentence(products[other].name),
                };
                if let Some((_, before)) = head.replace((rank, english)) {
                    modifiers.push(singular(&before));
                }
            }
            (_, Some(english), _) => adjectives.push(english.to_owned()),
            (Some((other, _, name)), ..) => modifiers.push(match name {
                Naming::Own(name) => singular(&sentence(name)),
                _ => singular(&sentence(products[other].name)),
            }),
            (None, None, Some(english)) => shape.push(english.to_owned()),
            (None, None, None) => return None,
        }
    }
    let (_, head) = head?;
    let said = head.to_lowercase();
    let words = adjectives.into_iter().chain(modifiers).filter_map(|text| before(&text, &said));
    let name: Vec<String> =
        words.chain([head.clone()]).chain(shape.into_iter().filter(|word| !word.is_empty())).collect();
    Some(name.join(" "))
}

/// A name inside a sentence: its first letter small, unless it is somebody's name.
fn sentence(name: &str) -> String {
    const NAMES: [&str; 34] = [
        "Brussels",
        "Greek",
        "Swiss",
        "Granny",
        "Gala",
        "Fuji",
        "Pink",
        "Honeycrisp",
        "Yukon",
        "Gouda",
        "Emmental",
        "Monterey",
        "Brie",
        "Camembert",
        "Parmesan",
        "Edam",
        "Havarti",
        "Manchego",
        "Muenster",
        "Irish",
        "Canadian",
        "Italian",
        "Worcestershire",
        "Braeburn",
        "Elstar",
        "Alfredo",
        "Jerusalem",
        "Lamb's",
        "English",
        "French",
        "Christmas",
        "Ezekiel",
        "Danish",
        "Vienna",
    ];
    let first = name.split(' ').next().unwrap_or(name);
    if NAMES.contains(&first) || first.chars().skip(1).any(char::is_uppercase) {
        return name.to_owned();
    }
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// "apples" as it stands before another noun: "apple juice".
fn singular(name: &str) -> String {
    let (rest, last) = name.rsplit_once(' ').map_or(("", name), |(rest, last)| (rest, last));
    let single = if last.len() > 4 && last.ends_with("ies") && !last.ends_with("kies") {
        format!("{}y", &last[..last.len() - 3])
    } else if ["oes", "aches", "nches", "tches", "wiches", "shes", "xes"].iter().any(|ending| last.ends_with(ending)) {
        last[..last.len() - 2].to_owned()
    } else if last.len() > 3
        && last.ends_with('s')
        && !last.ends_with("ss")
        && !last.ends_with("us")
        && !last.ends_with("swiss")
    {
        last[..last.len() - 1].to_owned()
    } else {
        last.to_owned()
    };
    if rest.is_empty() { single } else { format!("{rest} {single}") }
}

fn upper_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// Every word with a capital.
fn capitalised(text: &str) -> String {
    text.split(' ').map(upper_first).collect::<Vec<_>>().join(" ")
}

fn clamp(text: &str) -> String {
    text.chars().take(MAX_NAME_CHARS).collect::<String>().trim().to_owned()
}

/// A line of which nothing is known, as it may stand in a list: in small letters and without what cannot be read.
fn tidy(raw_text: &str) -> String {
    let words: Vec<&str> = raw_text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .take(20)
        .collect();
    let text = clamp(&upper_first(&words.join(" ").to_lowercase()));
    if text.is_empty() { "Unknown item".to_owned() } else { text }
}
