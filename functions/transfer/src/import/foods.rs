//! What the names of a file mean, in the language of the file.

use domain::category::Category;
use domain::shelf_life::{self, ShelfLife};
use receipt_reader::product::{self, Context, Language};

/// Below this probability a name's meaning is a guess.
const MIN_SURE: f32 = 0.5;

pub struct Foods {
    language: Language,
}

impl Foods {
    /// The language of the names, or the reader's (a BCP 47 tag) where they do not tell: English needs no evidence.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>, tag: &str) -> Self {
        let found = product::detect_language(names);
        let own = Language::from_code(tag).filter(|_| found == Language::ENGLISH);
        Self { language: own.unwrap_or(found) }
    }

    /// Category, place and shelf life by name; [`shelf_life::UNKNOWN`] where nothing knows it.
    pub fn known(&self, name: &str) -> ShelfLife {
        let own = shelf_life::for_name(name);
        // The vocabulary of these two has them all.
        if [Language::ENGLISH, Language::GERMAN].contains(&self.language) {
            return own;
        }
        let meant = product::understand(name, &Context { language: Some(self.language), ..Context::default() });
        if meant.category == Category::Other || meant.confidence < MIN_SURE {
            return own;
        }
        let product::Product { category, shelf_life_days: days, storage, reason, .. } = meant;
        ShelfLife { days, category, storage, reason, ..shelf_life::UNKNOWN }
    }
}
