//! Scores naming and categories on lines that the model was not made from: the rows of the tables that `HOLD_OUT=1 …
//! learn` leaves out (with the model that is kept, which learns them, they are too good), and tables that are only for
//! measuring.
//!
//! `cargo run --release -p receipt-reader --example unseen -- PRODUCTS [-v]` prints a row for each language and source;
//! -v tells what went wrong. Names of products are damaged as a till would print them, always in the same way; then the
//! name is compared with the whole one.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use domain::category::Category;
use receipt_reader::product::{Context, Language, understand};

#[path = "../src/tests/likeness.rs"]
mod likeness;
#[path = "support/tables.rs"]
#[expect(dead_code, reason = "how tables are learnt concerns `learn`")]
mod tables;

use likeness::likeness;
use tables::{Fields, TABLES};

/// Where lines come from: their columns with the language of each, and whether they are names to be damaged.
struct Source {
    file: &'static str,
    columns: &'static [(&'static str, &'static str)],
    shop: Option<&'static str>,
    is_damaged: bool,
}

const SIX: [(&str, &str); 6] = [("en", "en"), ("de", "de"), ("fr", "fr"), ("es", "es"), ("it", "it"), ("nl", "nl")];
const SOURCES: [Source; 6] = [
    Source { file: "fr_receipt_lines_insee.tsv", columns: &[("text", "fr")], shop: Some("shop"), is_damaged: false },
    Source { file: "us_products_grocerydb.tsv", columns: &[("name", "en")], shop: Some("store"), is_damaged: true },
    Source {
        file: "de_at_products_heissepreise.tsv",
        columns: &[("name", "de")],
        shop: Some("store"),
        is_damaged: true,
    },
    Source { file: "odbl/off_products_labelled.tsv", columns: &[("name", "lang")], shop: None, is_damaged: true },
    Source { file: "odbl/tandoor_foods_6lang.tsv", columns: &SIX, shop: None, is_damaged: false },
    Source { file: "odbl/off_categories_6lang.tsv", columns: &SIX, shop: None, is_damaged: true },
];
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
    print("source\tlines\tcategory\tsaid Other\tfood or not\tname like the whole\tline like it\tname better\tworse");
    for (source, score) in scores.iter().filter(|(_, score)| score.lines >= 20) {
        let share = |count: u32| f64::from(count) / f64::from(score.lines);
        let mean = |sum: f64| sum / f64::from(score.lines);
        print(&format!(
            "{source}\t{}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{:.3}",
            score.lines,
            share(score.category),
            share(score.unknown),
            share(score.food),
            mean(score.alike),
            mean(score.line_alike),
            share(score.better),
            share(score.worse)
        ));
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
    let product = understand(&line, &Context { language: Some(language), store: store.as_deref() });
    let (alike, line_alike) = (likeness(&product.name, text), likeness(&line, text));
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
        print(&format!(
            "{} {line:30} {text:40} | {:40} {} for {category} {:.2} {what}",
            language.code(),
            product.name,
            product.category,
            product.confidence
        ));
    }
}

/// Wider than a till's column of names.
const WIDEST: usize = 26;

/// A name as a till may print it, always in the same way: in capitals; as long as it is too wide, its longest word is
/// cut off or loses its vowels. A name that would still be too wide is none of a till's.
fn damaged(name: &str) -> Option<String> {
    let seed = name.bytes().fold(7_usize, |seed, letter| seed.wrapping_mul(31).wrapping_add(usize::from(letter)));
    let words = name.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')')).filter(|word| !word.is_empty());
    let mut words: Vec<Vec<char>> = words.map(|word| word.to_uppercase().chars().collect()).collect();
    let width = WIDEST - seed % 9;
    let wide = |words: &[Vec<char>]| words.iter().map(|word| word.len() + 1).sum::<usize>() > width + 1;
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(words[*at].len()));
    for (nth, at) in order.into_iter().enumerate() {
        if !wide(&words) {
            break;
        }
        let word = &mut words[at];
        let letters = word.len();
        match (seed >> (nth % 16)) % 3 {
            0 => word.truncate(4),
            _ if letters >= 4 => {
                let mut place = 0..;
                word.retain(|c| {
                    let at = place.next().unwrap_or(0);
                    at == 0 || at + 1 == letters || !"AEIOUÄÖÜÉÈ".contains(*c)
                });
            }
            _ => {}
        }
    }
    (!wide(&words)).then(|| words.iter().map(|word| word.iter().collect::<String>()).collect::<Vec<_>>().join(" "))
}

#[expect(clippy::print_stdout, reason = "a command that prints its result")]
fn print(line: &str) {
    println!("{line}");
}
