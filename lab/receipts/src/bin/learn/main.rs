//! Trains what tells a line's category: the model of letters (`categories.bin` of the reader) and the weights by which
//! it is combined with the vocabulary, brands and headings (`category_weights.json` beside it):
//!
//! `cargo run --bin learn -- PRODUCTS WORDS.jsonl RECEIPTS COMMAND`. PRODUCTS is a folder
//! of product names and till lines with the category of each (`products/tables.rs`; NOTICE names their sources),
//! WORDS.jsonl is what `rows keep` wrote, RECEIPTS the folder of photos with their truth. `all` trains and writes both
//! files; `held-out` leaves one in eight of the shops and brands out of the letters, so that `unseen` can
//! score them; `folds` writes nothing and scores receipts by weights of other chains. The weights are learnt with
//! letters that did not see the lines. It takes a minute, and the same input gives the same files.

mod lines;
mod train_letters;
mod train_weights;
use domain::category::Category;
use lines::ReceiptLine;
use receipt_reader::product::{Context, Language};
use receipt_reader::training::evidence;
use receipt_reader::training::letters::LetterModel;
use receipts::products::tables::{self, TABLES};
use receipts::products::{SOURCES, damaged};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use train_letters::Rows;
use train_weights::{Example, Score, train};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/receipt-reader/src/product/data");
const FOLDS: usize = 10;
/// Of each table at most so many lines count, each as much as so many of a receipt.
const TABLE_LINES: usize = 2_000;
const TABLE_WORTH: f32 = 0.1;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [products, words, receipts, command] = arguments.as_slice() else {
        return Err("usage: learn PRODUCTS WORDS.jsonl RECEIPTS all|held-out|folds".into());
    };
    let products = Path::new(products);
    let apart = train_letters::train(&train_letters::examples(products, Rows::WithoutHeldOut)?);
    let letters = LetterModel::from_bytes(&apart).ok_or("the model has another length")?;
    let tables = from_tables(products, &letters)?;
    let lines = lines::lines(Path::new(words), Path::new(receipts))?;
    let lines: Vec<(&ReceiptLine, Example)> = lines.iter().map(|line| (line, from_receipt(line, &letters))).collect();
    match command.as_str() {
        "folds" => {
            score_folds(&lines, &tables);
            return Ok(());
        }
        "held-out" => fs::write(format!("{DATA}/categories.bin"), &apart)?,
        "all" => {
            let whole = train_letters::train(&train_letters::examples(products, Rows::All)?);
            fs::write(format!("{DATA}/categories.bin"), whole)?;
        }
        _ => return Err("the command is all, held-out or folds".into()),
    }
    let all: Vec<&Example> = lines.iter().map(|(_, example)| example).chain(&tables).collect();
    let weights = train(&all);
    fs::write(format!("{DATA}/category_weights.json"), serde_json::to_string(&weights)? + "\n")?;
    let mut score = Score::default();
    for (_, example) in &lines {
        score.add(&weights, example);
    }
    println!("the same receipts: {score}");
    Ok(())
}

fn from_receipt(line: &ReceiptLine, letters: &LetterModel) -> Example {
    let ReceiptLine { language, store, heading, .. } = line;
    let context = Context { language: Some(*language), store: store.as_deref(), heading: heading.as_deref() };
    Example { evidence: evidence(letters, &line.text, &context), categories: line.categories.clone(), worth: 1.0 }
}

/// Lines of the tables that the letters were not learnt from, of each table equally many.
fn from_tables(folder: &Path, letters: &LetterModel) -> Result<Vec<Example>, Box<dyn Error>> {
    let mut examples = Vec::new();
    for source in SOURCES {
        let Some(table) = TABLES.into_iter().find(|table| table.file == source.file) else { continue };
        let mut found = Vec::new();
        tables::rows(folder, source.file, |fields| {
            let Some(category) = fields.category().filter(|_| fields.is_held_out(&table)) else { return };
            for (column, code) in source.columns {
                let text = fields.get(column);
                let line = if source.is_damaged { damaged(text) } else { Some(text.to_owned()) };
                let Some(line) = line.filter(|line| line.len() >= 3) else { continue };
                let shop = source.shop.map(|column| fields.get(column)).filter(|shop| !shop.is_empty());
                let context = Context { language: Language::from_code(code), store: shop, heading: None };
                let evidence = evidence(letters, &line, &context);
                found.push(Example { evidence, categories: vec![category], worth: TABLE_WORTH });
            }
        })?;
        let step = found.len().div_ceil(TABLE_LINES).max(1);
        examples.extend(found.into_iter().step_by(step));
    }
    Ok(examples)
}

/// Scores each receipt by weights of other chains.
fn score_folds(lines: &[(&ReceiptLine, Example)], tables: &[Example]) {
    let mut chains: BTreeMap<&str, usize> = BTreeMap::new();
    for (line, _) in lines {
        let next = chains.len();
        chains.entry(&line.chain).or_insert(next);
    }
    let (mut score, mut food) = (Score::default(), Score::default());
    for fold in 0..FOLDS {
        let is_test = |line: &ReceiptLine| chains.get(line.chain.as_str()).is_some_and(|at| at % FOLDS == fold);
        let learnt = lines.iter().filter(|(line, _)| !is_test(line)).map(|(_, example)| example).chain(tables);
        let weights = train(&learnt.collect::<Vec<_>>());
        for (line, example) in lines.iter().filter(|(line, _)| is_test(line)) {
            score.add(&weights, example);
            if line.categories != [Category::Household] {
                food.add(&weights, example);
            }
        }
    }
    println!("receipts by weights of other chains: {score}; food alone: {food}");
}
