//! Scores [`receipt_reader::product`] on lines whose truth is known, without reading any picture.
//!
//! `cargo run --release -p receipt-reader --example product -- [-v] DIR|FILE.tsv…` takes folders of truth files (one
//! JSON a receipt with `store` and `items` of `raw_text`, `name`, `category`, `category_ok`, `days`, `food`) and golden
//! tables (see `src/tests/lines.tsv`), and prints the share that is right, and with `-v` every line that is not.

use std::{env, error::Error, fs, path::Path, process::ExitCode, time::Instant};

use receipt_reader::product::{Context, Language, detect_language, understand};
use serde::Deserialize;

#[path = "../src/tests/likeness.rs"]
mod likeness;

use likeness::likeness;

#[derive(Deserialize)]
struct Receipt {
    store: Option<String>,
    /// Left out where the lines themselves tell.
    language: Option<String>,
    items: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    raw_text: String,
    name: String,
    #[serde(default)]
    name_ok: Vec<String>,
    #[serde(default)]
    food: bool,
    category: Option<String>,
    #[serde(default)]
    category_ok: Vec<String>,
    days: Option<[u16; 2]>,
}

#[derive(Default)]
struct Score {
    lines: u32,
    name: u32,
    category: [u32; 2],
    days: [u32; 2],
    food: u32,
    seconds: f64,
}

fn main() -> ExitCode {
    let verbose = env::args().any(|argument| argument == "-v");
    let mut score = Score::default();
    for path in env::args().skip(1).filter(|argument| argument != "-v") {
        if let Err(error) = score_path(Path::new(&path), verbose, &mut score) {
            print(&format!("{path}: {error}"));
            return ExitCode::FAILURE;
        }
    }
    let share = |right: u32, all: u32| f64::from(right) / f64::from(all.max(1));
    print(&format!(
        "{} lines: name {:.3}, category {:.3}, days {:.3}, food or not {:.3}, {:.1} µs a line",
        score.lines,
        share(score.name, score.lines),
        share(score.category[0], score.category[1]),
        share(score.days[0], score.days[1]),
        share(score.food, score.lines),
        score.seconds * 1e6 / f64::from(score.lines.max(1)),
    ));
    ExitCode::SUCCESS
}

fn score_path(path: &Path, verbose: bool, score: &mut Score) -> Result<(), Box<dyn Error>> {
    if path.is_dir() {
        let mut files: Vec<_> =
            fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?.into_iter().map(|entry| entry.path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
            let Ok(receipt) = serde_json::from_str::<Receipt>(&fs::read_to_string(file)?) else { continue };
            let detected =
                detect_language(receipt.items.iter().map(|item| &item.raw_text).chain(receipt.store.as_ref()));
            let language = receipt.language.as_deref().map_or(Some(detected), Language::from_code);
            let language = language.unwrap_or(detected);
            for item in &receipt.items {
                score_item(item, language, receipt.store.as_deref(), verbose, score);
            }
        }
        return Ok(());
    }
    for line in fs::read_to_string(path)?.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [language, store, raw_text, name, categories, days] = fields[..] else {
            return Err(format!("not six fields: {line}").into());
        };
        let mut categories = categories.split('|').map(str::to_owned);
        let category = categories.next();
        let item = Item {
            raw_text: raw_text.to_owned(),
            name: name.to_owned(),
            name_ok: vec![],
            food: category.as_deref() != Some("Household"),
            category,
            category_ok: categories.collect(),
            days: days.split_once('-').and_then(|(from, to)| Some([from.parse().ok()?, to.parse().ok()?])),
        };
        let language = Language::from_code(language).ok_or("an unknown language")?;
        score_item(&item, language, Some(store).filter(|store| !store.is_empty()), verbose, score);
    }
    Ok(())
}

fn score_item(item: &Item, language: Language, store: Option<&str>, verbose: bool, score: &mut Score) {
    let context = Context { language: Some(language), store, heading: None };
    let start = Instant::now();
    let product = understand(&item.raw_text, &context);
    score.seconds += start.elapsed().as_secs_f64();
    score.lines += 1;
    let names = std::iter::once(&item.name).chain(&item.name_ok);
    let alike = names.map(|name| likeness(&product.name, name)).fold(0.0, f64::max);
    let mut wrong = String::new();
    if alike >= 0.8 {
        score.name += 1;
    } else {
        wrong.push_str(" name");
    }
    if product.food == item.food {
        score.food += 1;
    } else {
        wrong.push_str(" food");
    }
    if let Some(category) = item.category.as_ref().filter(|_| item.food) {
        score.category[1] += 1;
        if product.category.as_str() == category
            || item.category_ok.iter().any(|other| other == product.category.as_str())
        {
            score.category[0] += 1;
        } else {
            wrong.push_str(" category");
        }
    }
    if let Some([from, to]) = item.days.filter(|_| item.food) {
        score.days[1] += 1;
        if (from..=to).contains(&product.shelf_life_days) {
            score.days[0] += 1;
        } else {
            wrong.push_str(" days");
        }
    }
    if verbose && !wrong.is_empty() {
        print(&format!(
            "{} {:26} {:40} | {:40} {:10} {:4} {alike:.2} {wrong}",
            language.code(),
            item.raw_text,
            item.name,
            product.name,
            product.category.as_str(),
            product.shelf_life_days
        ));
    }
}

#[expect(clippy::print_stdout, reason = "a command that prints its result")]
fn print(line: &str) {
    println!("{line}");
}
