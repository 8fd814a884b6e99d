//! `score DIR OUTPUT.jsonl`: scores what `larder read --json` printed against the truths in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use receipts::score::{Output, Score, score};
use receipts::truth::Truth;

const HELP: &str = "\
score: scores what a reader found on receipts against what was printed

usage: score [--misses] DIR OUTPUT.jsonl

Prints a row for each receipt, a row for each kind of receipt, and a last line of totals as JSON. --misses tells below each
receipt what went wrong.";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let misses = arguments.iter().any(|argument| argument == "--misses");
    arguments.retain(|argument| argument != "--misses");
    if let [directory, output] = &arguments[..] {
        match run(Path::new(directory), Path::new(output), misses) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                eprintln!("score: {problem}");
                ExitCode::FAILURE
            }
        }
    } else {
        eprintln!("{HELP}");
        ExitCode::FAILURE
    }
}

fn run(directory: &Path, output: &Path, tell_misses: bool) -> Result<(), String> {
    let truths = truths(directory)?;
    let outputs = outputs(output)?;
    let mut all = Score::default();
    let mut kinds: BTreeMap<String, Score> = BTreeMap::new();
    let mut missing = Vec::new();
    for truth in &truths {
        let Some(output) = outputs.get(&truth.id) else {
            missing.push(truth.id.as_str());
            continue;
        };
        let (score, misses) = score(truth, output);
        println!("{:28}  {}", truth.id, row(&score));
        if let Some(error) = &output.error {
            println!("    error: {error}");
        }
        if tell_misses {
            for miss in misses {
                println!("    {miss}");
            }
        }
        // A real receipt's kind is its shop, of which there may be several.
        if truth.kind.is_empty() {
            kinds.entry(format!("shop {}", truth.store.as_deref().unwrap_or("unknown"))).or_default().add(&score);
        }
        for kind in truth.kind.split(", ").filter(|kind| !kind.is_empty()) {
            kinds.entry(kind.to_owned()).or_default().add(&score);
        }
        all.add(&score);
    }
    if !missing.is_empty() {
        println!("no output for: {}", missing.join(", "));
    }
    for (kind, score) in &kinds {
        println!("{kind:28}  {}", row(score));
    }
    for (at, (count, sure, right)) in all.reliability().into_iter().enumerate().filter(|(_, bin)| bin.0 > 0) {
        println!("{:28}  {count:4} items, sure {sure:.3}, right {right:.3}", format!("confidence from 0.{at}"));
    }
    let totals = serde_json::to_string(&all.totals(missing.len())).map_err(|error| error.to_string())?;
    println!("{totals}");
    Ok(())
}

fn row(score: &Score) -> String {
    let totals = score.totals(0);
    format!(
        "F1 {:.3}  found {:4} of {:4}, read {:4}  price {:4}  quantity {:>7}  name {:4}  category {}/{}  days {}/{}  \
         food {}/{}  total {}/{}  {:.2} s",
        totals.f1,
        score.found,
        score.printed,
        score.output,
        score.price.right,
        totals.quantity_not_1,
        score.name.right,
        score.category.right,
        score.category.of,
        score.days.right,
        score.days.of,
        score.food.right,
        score.food.of,
        score.total.right,
        score.total.of,
        totals.seconds,
    )
}

fn truths(directory: &Path) -> Result<Vec<Truth>, String> {
    let problem = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut truths = Vec::new();
    for entry in fs::read_dir(directory).map_err(|error| problem(directory, &error))? {
        let path = entry.map_err(|error| problem(directory, &error))?.path();
        if path.extension().is_none_or(|extension| extension != "json")
            || path.file_name().is_some_and(|file| file == "sources.json")
        {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| problem(&path, &error))?;
        truths.push(serde_json::from_str::<Truth>(&text).map_err(|error| problem(&path, &error))?);
    }
    if truths.is_empty() {
        return Err(format!("{} holds no truth", directory.display()));
    }
    truths.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(truths)
}

fn outputs(path: &Path) -> Result<BTreeMap<String, Output>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut outputs = BTreeMap::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with('{')) {
        let output: Output =
            serde_json::from_str(line).map_err(|error| format!("{}, line {}: {error}", path.display(), index + 1))?;
        outputs.insert(output.id().to_owned(), output);
    }
    Ok(outputs)
}
