//! The API for the trainers of `lab/receipts`: features, and reading with other weights than the embedded ones.

pub use crate::grouping::{Grouping, group_rows_with_tagger, groupings};
pub use crate::parse::measure::Quantity;
pub use crate::product::category::{Evidence, Verdict, Weights, evidence, verdict};
pub use crate::receipt::receipt_with_tagger;
pub use crate::similarity::{name_similarity, similarity};
pub use crate::structure::crf::{Crf, Feature, Labeling};
pub use crate::structure::features::{RowFacts, extract_facts, extract_features};
pub use crate::structure::item_lines;
pub use crate::structure::solve::solve_quantity;
pub use crate::structure::tag::RowTag;
pub use crate::structure::{Structure, Tagger, embedded_tagger, read_structure};

/// The letter model, which classifies products by their letters.
pub mod letters {
    pub use crate::product::letters::{CATEGORIES, LetterModel, PLACES, places, words};
}
