//! The lines of real receipts as the reader finds them, with what a person says that each is.

use domain::category::Category;
use receipt_reader::product::{Language, detect_language};
use receipt_reader::training;
use receipt_reader::{Row, rows};
use serde::Deserialize;
use std::error::Error;
use std::fs;
use std::path::Path;

use super::kept;
use super::likeness::likeness;

/// A line of a receipt.
pub struct ReceiptLine {
    pub receipt: String,
    pub chain: String,
    pub language: Language,
    pub store: Option<String>,
    pub text: String,
    pub heading: Option<String>,
    /// What a person accepts.
    pub categories: Vec<Category>,
}

#[derive(Deserialize)]
struct Truth {
    id: String,
    #[serde(default)]
    store: Option<String>,
    items: Vec<TrueItem>,
}

#[derive(Deserialize)]
struct TrueItem {
    raw_text: String,
    food: bool,
    category: Option<String>,
    #[serde(default)]
    category_ok: Vec<String>,
}

impl TrueItem {
    fn categories(&self) -> Vec<Category> {
        if !self.food {
            return vec![Category::Household];
        }
        let names = || self.category.iter().chain(&self.category_ok);
        Category::ALL.into_iter().filter(|category| names().any(|name| name == category.as_str())).collect()
    }
}

/// Texts that are less alike are different lines.
const MIN_LIKENESS: f64 = 0.8;

/// Reads the kept words of receipts whose truth is in a folder. Lines without a category are left out.
pub fn lines(words: &Path, truths: &Path) -> Result<Vec<ReceiptLine>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for kept::Photo { truth, words, .. } in kept::photos(words, truths)? {
        let truth: Truth = serde_json::from_slice(&fs::read(truth)?)?;
        let rows = rows(&words);
        let texts: Vec<String> = rows.iter().map(Row::text).collect();
        let language = detect_language(&texts);
        let mut left: Vec<&TrueItem> = truth.items.iter().collect();
        for (text, heading) in training::lines(&rows) {
            let best = (0..left.len())
                .max_by(|a, b| likeness(&left[*a].raw_text, &text).total_cmp(&likeness(&left[*b].raw_text, &text)));
            let Some(best) = best.filter(|best| likeness(&left[*best].raw_text, &text) >= MIN_LIKENESS) else {
                continue;
            };
            let categories = left.remove(best).categories();
            if !categories.is_empty() {
                lines.push(ReceiptLine {
                    receipt: truth.id.clone(),
                    chain: kept::chain(truth.store.as_deref(), &truth.id),
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
