//! The lines of real receipts as the reader finds them, with what a person says that each is.

use domain::category::Category;
use receipt_reader::product::{Language, detect_language};
use receipt_reader::training::{self, name_similarity};
use receipt_reader::{Row, group_rows};
use receipts::stored_boxes;
use receipts::truth::TruthItem;
use std::error::Error;
use std::path::Path;

/// A line of a receipt.
pub struct ReceiptLine {
    pub receipt: String,
    pub chain: String,
    pub language: Language,
    pub store: Option<String>,
    pub text: String,
    pub heading: Option<String>,
    /// The categories that a person accepts, the likeliest first.
    pub categories: Vec<Category>,
}

/// The categories that a person accepts, the likeliest first.
fn categories(item: &TruthItem) -> Vec<Category> {
    if !item.food {
        return vec![Category::Household];
    }
    let names = item.category.iter().chain(&item.category_ok);
    names.filter_map(|name| Category::ALL.into_iter().find(|category| category.as_str() == name)).collect()
}

/// Texts that are less alike are different lines.
const MIN_LIKENESS: f64 = 0.8;

/// Reads the stored text boxes of receipts whose truth is in a folder. Lines without a category are left out.
pub fn lines(words: &Path, truths: &Path) -> Result<Vec<ReceiptLine>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for (photo, truth) in stored_boxes::read_photos_with_truth(words, truths)? {
        let rows = group_rows(&photo.text_boxes());
        let texts: Vec<String> = rows.iter().map(Row::text).collect();
        let language = detect_language(&texts);
        let mut left: Vec<&TruthItem> = truth.items.iter().collect();
        for (text, heading) in training::item_lines(&rows) {
            let best = (0..left.len()).max_by(|a, b| {
                name_similarity(&left[*a].raw_text, &text).total_cmp(&name_similarity(&left[*b].raw_text, &text))
            });
            let Some(best) = best.filter(|best| name_similarity(&left[*best].raw_text, &text) >= MIN_LIKENESS) else {
                continue;
            };
            let categories = categories(left.remove(best));
            if !categories.is_empty() {
                lines.push(ReceiptLine {
                    receipt: truth.id.clone(),
                    chain: truth.chain(),
                    language,
                    store: truth.store.clone(),
                    text,
                    heading: heading.map(|at| texts[at].clone()),
                    categories,
                });
            }
        }
    }
    lines.sort_by(|a, b| a.receipt.cmp(&b.receipt));
    Ok(lines)
}
