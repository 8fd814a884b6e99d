//! Finds category, storage and shelf life of foods by their names, in the language of the file.

use domain::category::Category;
use domain::shelf_life::{self, ShelfLife};
use receipt_reader::product::{self, Context, Language};

/// A category of lower confidence is not used.
const MIN_CONFIDENCE: f32 = 0.5;

pub struct Foods {
    language: Language,
}

impl Foods {
    /// Detects the language of the names. `tag` is the user's language, which counts if nothing but English was found.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>, tag: &str) -> Self {
        let found = product::detect_language(names);
        let own = Language::from_code(tag).filter(|_| found == Language::ENGLISH);
        Self { language: own.unwrap_or(found) }
    }

    /// Returns [`shelf_life::UNKNOWN`] for an unknown food.
    pub fn shelf_life(&self, name: &str) -> ShelfLife {
        let own = shelf_life::for_name(name);
        // The vocabulary of the domain has both languages.
        if [Language::ENGLISH, Language::GERMAN].contains(&self.language) {
            return own;
        }
        let meant = product::understand(name, &Context { language: Some(self.language), ..Context::default() });
        if meant.category == Category::Other || meant.confidence < MIN_CONFIDENCE {
            return own;
        }
        let product::Product { category, shelf_life_days: days, storage, reason, .. } = meant;
        ShelfLife { days, category, storage, reason, ..shelf_life::UNKNOWN }
    }
}
