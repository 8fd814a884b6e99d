//! What the trainers of `lab/receipts` need of the reader: features, and reading by weights that are not part of the
//! program.

pub use crate::grouping::{Grouping, best_rows, groupings};
pub use crate::parse::measure::Quantity;
pub use crate::product::category::{Evidence, Verdict, Weights, evidence, verdict};
pub use crate::receipt::receipt_by;
pub use crate::structure::crf::{Crf, Feature, Labeling};
pub use crate::structure::features::{RowFacts, facts, features};
pub use crate::structure::lines;
pub use crate::structure::solve::solve;
pub use crate::structure::tag::RowTag;
pub use crate::structure::{Structure, Tagger, embedded, read};

/// The model of letters.
pub mod letters {
    pub use crate::product::letters::{CATEGORIES, LetterModel, PLACES, places, words};
}
