//! Scores naming and categories on lines that the model was not made from: the rows of the tables that `learn …
//! held-out` leaves out (with the model that is kept, which learns them, they are too good), and tables that are only
//! for measuring.
//!
//! `cargo run --bin unseen -- PRODUCTS [-v]` prints a row for each language and source;
//! -v tells what went wrong. Names of products are damaged as a till would print them, always in the same way; then the
//! name is compared with the whole one.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use domain::category::Category;
use receipt_reader::product::{Context, Language, understand};
use receipt_reader::training::name_similarity;
use receipts::products::tables::{self, Fields, TABLES};
use receipts::products::{SOURCES, Source, damaged};

/// A name is better or worse than its line where it is nearer to the whole name, or further, by so much.
const MARGIN: f64 = 0.02;

#[derive(Default)]
struct Score {
    lines: u32,
    category: u32,
    /// Lines of which the reader says that it does not know what they are.
    unknown: u32,
    food: u32,
    alike: f64,
    line_alike: f64,
    better: u32,
    worse: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, flags @ ..] = arguments.as_slice() else { return Err("usage: unseen PRODUCTS [-v]".into()) };
    let is_verbose = flags.iter().any(|flag| flag == "-v");
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for source in SOURCES {
        // Rows of what is learnt from count only where they are kept apart; the other tables are never learnt.
        let table = TABLES.into_iter().find(|table| table.file == source.file);
        tables::rows(Path::new(folder), source.file, |fields| {
            if table.as_ref().is_some_and(|table| !fields.is_held_out(table)) {
                return;
            }
            let Some(category) = fields.category() else { return };
            for (column, language) in source.columns {
                let text = fields.get(column).split(" | ").next().unwrap_or_default();
                let code = if *language == "lang" { fields.get("lang") } else { language };
                let Some(language) = Language::from_code(code).filter(|_| text.len() >= 3) else { continue };
                let key = format!("{code} {}", source.file.trim_end_matches(".tsv"));
                let score = scores.entry(key).or_default();
                score_line(text, &source, fields, category, language, is_verbose, score);
            }
        })?;
    }
    println!("source\tlines\tcategory\tsaid Other\tfood or not\tname like the whole\tline like it\tname better\tworse");
    for (source, score) in scores.iter().filter(|(_, score)| score.lines >= 20) {
        let share = |count: u32| f64::from(count) / f64::from(score.lines);
        let mean = |sum: f64| sum / f64::from(score.lines);
        println!(
            "{source}\t{}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{:.3}",
            score.lines,
            share(score.category),
            share(score.unknown),
            share(score.food),
            mean(score.alike),
            mean(score.line_alike),
            share(score.better),
            share(score.worse)
        );
    }
    Ok(())
}

fn score_line(
    text: &str,
    source: &Source,
    fields: &Fields,
    category: Category,
    language: Language,
    is_verbose: bool,
    score: &mut Score,
) {
    let Some(line) = (if source.is_damaged { damaged(text) } else { Some(text.to_owned()) }) else { return };
    let store = source.shop.map(|column| fields.get(column).to_lowercase()).filter(|shop| !shop.is_empty());
    let product = understand(&line, &Context { language: Some(language), store: store.as_deref(), heading: None });
    let (alike, line_alike) = (name_similarity(&product.name, text), name_similarity(&line, text));
    let is_right = product.category == category;
    let is_worse = alike < line_alike - MARGIN;
    score.lines += 1;
    score.category += u32::from(is_right);
    score.unknown += u32::from(product.category == Category::Other);
    score.food += u32::from(product.food == category.is_food());
    score.alike += alike;
    score.line_alike += line_alike;
    score.better += u32::from(alike > line_alike + MARGIN);
    score.worse += u32::from(is_worse);
    if is_verbose && (!is_right || is_worse) {
        let what = match (is_right, is_worse) {
            (false, true) => "category name",
            (false, false) => "category",
            _ => "name",
        };
        println!(
            "{} {line:30} {text:40} | {:40} {} for {category} {:.2} {what}",
            language.code(),
            product.name,
            product.category,
            product.confidence
        );
    }
}
