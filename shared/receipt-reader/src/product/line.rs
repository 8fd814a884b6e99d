//! What a line is about. Its head is the word whose kind has the highest rank, the last one on a tie (in some languages
//! the first one, unless another ranks far higher), and nothing that stands behind a preposition; a thing for the
//! household is no food, wherever its word stands; a brand may stand for a product, and adjectives such as "frozen"
//! change the kind.

use super::language::Language;
use super::lexicon::{Brand, LEXICON, Sense};
use super::reading::{EXACT, GUESSED, Reading, Role, Segment};
use domain::category::Category;
use domain::shelf_life::{self, Kind};

/// Kinds of staples that a made product may taste of.
const FLAVOURS: [&str; 4] = ["spice", "sugar", "honey", "extract"];

/// A reading with its parts in their roles.
pub(super) struct Line<'a> {
    pub reading: &'a Reading,
    language: Language,
    /// Segments before the first preposition that follows a product; the rest does not decide.
    pub decisive: usize,
    /// The segment that the line is about.
    pub head: Option<usize>,
    pub brand: Option<usize>,
}

impl<'a> Line<'a> {
    pub fn new(reading: &'a Reading, language: Language) -> Self {
        let segments = &reading.segments;
        let decisive = (0..segments.len())
            .find(|index| {
                matches!(segments[*index].sense, Some(Sense::Link))
                    && segments[..*index]
                        .iter()
                        .any(|segment| matches!(segment.sense, Some(Sense::Product { .. } | Sense::Brand { .. })))
            })
            .unwrap_or(segments.len());
        let mut head: Option<(usize, u8)> = None;
        for (index, segment) in segments[..decisive].iter().enumerate() {
            if let Some(Sense::Product { rank, product, .. }) = segment.sense {
                // A guess does not make food inedible: "MELTON" in "PORK PIE MELTON" is no melatonin.
                let is_guess = segment.doubt >= GUESSED && !is_food(product);
                // A flavour before a thing is its taste or a part of its name: "HONEY GOLD PINEAPPLE".
                let is_flavour = FLAVOURS.contains(&shelf_life::products()[product].kind);
                let rank = if is_guess { 0 } else { rank.min(if is_flavour { 1 } else { u8::MAX }) };
                // What a cleaner smells of and a brush is for may stand in front: "LIMON QUITAGRASAS".
                let step = u8::from(language.words().head_first && is_food(product));
                let is_higher = |best: u8| if best > 0 { rank >= best + 2 * step } else { rank >= best };
                if head.is_none_or(|(_, best)| is_higher(best)) {
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

    pub fn brand(&self) -> Option<&'static Brand<'static>> {
        brand_of(&self.reading.segments[self.brand?])
    }

    /// Returns what the brand alone stands for, where the line names nothing of its own, or nothing but a word like
    /// "bar" or "mix", or a flavour of what the brand makes: "LACROIX LIME" is water, "CHOBANI VANILLA" is yogurt.
    pub fn product_of_brand(&self) -> Option<usize> {
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

    /// Returns what the line is about, after everything that changes it: "frozen", "canned", a maker of spices.
    pub fn kind(&self) -> Option<&'static Kind<'static>> {
        let product = self.product_of_brand().or_else(|| match self.reading.segments[self.head?].sense {
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
        let is_guess = self.brand.is_some_and(|index| self.reading.segments[index].doubt >= GUESSED);
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

    /// Returns what the line is beyond doubt: what a word of its language for how it is kept makes of it ("frozen",
    /// "canned"), or what it is about where all of it is known as printed and nothing in it is of another category.
    pub fn certain(&self) -> Option<Category> {
        let kind = self.kind()?;
        let is_kept = self.reading.segments[..self.decisive].iter().any(|segment| match segment.sense {
            Some(Sense::Adjective { effect: Some("frozen" | "canned"), language }) => {
                language == self.language && segment.doubt < GUESSED
            }
            _ => false,
        });
        if is_kept && (kind.category == Category::Frozen || kind.id.starts_with("canned")) {
            return Some(kind.category);
        }
        let segments = &self.reading.segments;
        let is_own = match self.head.filter(|_| self.product_of_brand().is_none()).map(|head| segments[head].sense) {
            Some(Some(Sense::Product { language, rank, .. })) => language == self.language && rank > 0,
            _ => {
                self.product_of_brand().is_some()
                    && segments.iter().all(|one| matches!(one.sense, Some(Sense::Brand { .. })))
            }
        };
        let tells = |segment: &Segment| !matches!(segment.sense, None | Some(Sense::Product { rank: 0, .. }));
        let is_known = segments.iter().all(tells) && self.doubt() < EXACT;
        let is_alone = self.named().chain(self.brand_category()).all(|named| named == kind.category);
        (is_own && is_known && is_alone).then_some(kind.category)
    }

    /// Returns the rank of the word that the line is about; 0 for weak ones such as "bar" and "mix".
    pub fn head_rank(&self) -> Option<u8> {
        match self.reading.segments[self.head?].sense {
            Some(Sense::Product { rank, .. }) => Some(rank),
            _ => None,
        }
    }

    /// Returns the number of words that name what the line is about.
    pub fn head_words(&self) -> usize {
        match self.head.map(|head| self.reading.segments[head].sense) {
            Some(Some(Sense::Product { term, .. })) => term.split(' ').count(),
            _ => 0,
        }
    }

    /// Returns the category of the word that the line is about, before anything changes it.
    pub fn head_category(&self) -> Option<Category> {
        match self.reading.segments[self.head?].sense {
            Some(Sense::Product { product, .. }) => category_of(product),
            _ => None,
        }
    }

    /// Returns the words that the line is about, if those name no food.
    pub fn household_term(&self) -> Option<&'static str> {
        match self.reading.segments[self.head?].sense {
            Some(Sense::Product { term, product, .. }) if !is_food(product) => Some(term),
            _ => None,
        }
    }

    /// Returns the categories of all products that the line names.
    pub fn named(&self) -> impl Iterator<Item = Category> {
        let segments = self.reading.segments.iter().filter(|segment| segment.doubt < GUESSED);
        segments.filter_map(|segment| match segment.sense {
            Some(Sense::Product { product, rank: 1.., .. }) => category_of(product),
            _ => None,
        })
    }

    /// Returns the line up to the preposition behind which nothing decides; none if all of it does.
    pub fn decisive_text(&self) -> Option<String> {
        let parts = &self.reading.parts;
        let noun = parts.iter().position(|part| matches!(part.role, Role::Noun | Role::Brand(_)))?;
        let link = noun + parts[noun..].iter().position(|part| part.role == Role::Linking)?;
        Some(parts[..link].iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" "))
    }

    /// Returns the category of what the brand usually makes.
    pub fn brand_category(&self) -> Option<Category> {
        category_of(LEXICON.product(self.brand()?.default?)?)
    }

    /// Returns true if a word of the line is in no vocabulary.
    pub fn has_unknown_word(&self) -> bool {
        self.reading.segments.iter().any(|segment| segment.sense.is_none())
    }

    /// Returns how far the print is from what tells the kind.
    pub fn doubt(&self) -> f32 {
        let tells = if self.product_of_brand().is_some() { self.brand } else { self.head.or(self.brand) };
        tells.map_or(1.0, |index| self.reading.segments[index].doubt)
    }

    /// Returns the kind of the last product of a category that the line names, which may not be its head.
    pub fn kind_of(&self, category: Category) -> Option<&'static Kind<'static>> {
        let products = self.reading.segments.iter().rev().filter(|segment| segment.doubt < GUESSED);
        let mut kinds = products.filter_map(|segment| match segment.sense {
            Some(Sense::Product { product, .. }) => LEXICON.kinds.get(shelf_life::products()[product].kind).copied(),
            _ => None,
        });
        kinds.find(|kind| kind.category == category)
    }
}

fn category_of(product: usize) -> Option<Category> {
    LEXICON.kinds.get(shelf_life::products()[product].kind).map(|kind| kind.category)
}

fn is_food(product: usize) -> bool {
    LEXICON.kinds.get(shelf_life::products()[product].kind).is_none_or(|kind| kind.food)
}

pub(super) fn brand_of(segment: &Segment) -> Option<&'static Brand<'static>> {
    match segment.sense {
        Some(Sense::Brand { brand, .. }) => LEXICON.brands.get(brand),
        _ => None,
    }
}
