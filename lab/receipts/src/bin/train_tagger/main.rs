//! Trains the model that tags the rows of receipts, and measures it on shops that it was not trained with:
//!
//! `cargo run --bin train_tagger -- WORDS.jsonl RECEIPTS ROWS weights` trains on all receipts and writes the reader's
//! `rows.weights`; `… folds` reads each receipt by weights of other chains, `… unseen` those added later by weights of
//! the others, and both print what `larder read --json` would; `… labels` tells how often the built-in weights tag the
//! rows of sets right that no weights are trained on. A fifth argument is a folder that keeps the weights of the folds,
//! so that what is made of the tags can be tried without training again. WORDS.jsonl is what `rows keep` wrote,
//! RECEIPTS the folder of photos with their truth, ROWS that of the public rows. The same input gives the same weights.

mod augment;
mod data;
mod gold;
mod optimize;

use data::Receipt;
use optimize::Sequence;
use receipt_reader::training::{
    RowTag, Tagger, embedded_tagger, extract_facts, extract_features, group_rows_with_tagger, read_structure,
    receipt_with_tagger,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// The number of variants of each real receipt.
const VARIANTS: u64 = 3;
const FOLDS: usize = 10;
/// Of one shop of a public set, so many receipts are taken.
const PER_SHOP: usize = 3;
/// So many receipts of invented shops are printed: they have what is rare on the others.
const PRINTED: u64 = 200;
const MAX_FEATURES: usize = 25_000;
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/receipt-reader/src/structure/rows.weights");

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [words, receipts, rows, command, cache @ ..] = arguments.as_slice() else {
        return Err("usage: train_tagger WORDS.jsonl RECEIPTS ROWS weights|folds|unseen|labels [CACHE]".into());
    };
    let cache = cache.first().map(Path::new);
    if command == "labels" {
        return labels(Path::new(rows));
    }
    let receipts = data::receipts(Path::new(words), Path::new(receipts))?;
    let outside = || outside(Path::new(rows));
    let all: Vec<&Receipt> = receipts.iter().collect();
    match command.as_str() {
        "weights" => {
            let bytes = train(&all, outside()?).to_bytes();
            fs::write(WEIGHTS, bytes)?;
        }
        "unseen" => {
            let (new, old): (Vec<&Receipt>, Vec<&Receipt>) =
                all.into_iter().partition(|receipt| receipt.truth.added.is_some());
            let chains: Vec<String> = new.iter().map(|receipt| receipt.truth.chain()).collect();
            let old: Vec<&Receipt> =
                old.into_iter().filter(|receipt| !chains.contains(&receipt.truth.chain())).collect();
            let tagger = cached(cache, "unseen", || Ok(train(&old, outside()?)))?;
            read(&tagger, &new)?;
        }
        "folds" => {
            for (number, test) in folds(&receipts).into_iter().enumerate() {
                let is_test = |receipt: &&Receipt| test.iter().any(|other| other.truth.id == receipt.truth.id);
                let others: Vec<&Receipt> = receipts.iter().filter(|receipt| !is_test(receipt)).collect();
                let tagger = cached(cache, &format!("fold{number}"), || Ok(train(&others, outside()?)))?;
                read(&tagger, &test)?;
            }
        }
        _ => return Err("the command is weights, folds, unseen or labels".into()),
    }
    Ok(())
}

/// The weights that a folder keeps under a name; trains and keeps them where it has none.
fn cached(
    folder: Option<&Path>,
    name: &str,
    train: impl FnOnce() -> Result<Tagger, Box<dyn Error>>,
) -> Result<Tagger, Box<dyn Error>> {
    let Some(path) = folder.map(|folder| folder.join(name)) else { return train() };
    if path.exists() {
        return Tagger::from_bytes(&fs::read(path)?).ok_or_else(|| "a kept model is damaged".into());
    }
    let tagger = train()?;
    fs::write(path, tagger.to_bytes())?;
    Ok(tagger)
}

/// Prints the share of rows whose tag is right in the sets that are kept for measuring, for the likeliest labeling and
/// for the one that arithmetic chooses, and for each tag.
fn labels(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for name in ["wildreceipt", "tnorlund", "nacoposzlo"] {
        let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
        for (rows, tags) in data::outside(&folder.join(format!("{name}.jsonl")), usize::MAX)? {
            let facts = extract_facts(&rows);
            let alone = embedded_tagger().best(&extract_features(&facts), 1);
            let alone = alone.first().map_or(&[][..], |labeling| &labeling.labels);
            let chosen = read_structure(embedded_tagger(), &facts).tags;
            for ((tag, label), chosen) in tags.iter().zip(alone).zip(chosen) {
                let Some(tag) = tag else { continue };
                for name in ["all", tag.name()] {
                    let [rows, by_tagger, by_arithmetic] = counts.entry(name).or_default();
                    *rows += 1;
                    *by_tagger += usize::from(RowTag::ALL[*label] == *tag);
                    *by_arithmetic += usize::from(chosen == *tag);
                }
            }
        }
        for (tag, [rows, by_tagger, by_arithmetic]) in counts {
            #[expect(clippy::cast_precision_loss, reason = "some ten thousand rows")]
            let share = |right: usize| right as f64 / rows as f64;
            let (alone, chosen) = (share(by_tagger), share(by_arithmetic));
            writeln!(out, "{name} {tag}: {rows} rows, tagger {alone:.3}, with arithmetic {chosen:.3}")?;
        }
    }
    Ok(())
}

/// Receipts in folds, those of one chain together.
fn folds(receipts: &[Receipt]) -> Vec<Vec<&Receipt>> {
    let mut chains: BTreeMap<String, Vec<&Receipt>> = BTreeMap::new();
    for receipt in receipts {
        chains.entry(receipt.truth.chain()).or_default().push(receipt);
    }
    let mut chains: Vec<Vec<&Receipt>> = chains.into_values().collect();
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
    let mut folds: Vec<Vec<&Receipt>> = vec![Vec::new(); FOLDS];
    for chain in chains {
        if let Some(smallest) = folds.iter_mut().min_by_key(|fold| fold.len()) {
            smallest.extend(chain);
        }
    }
    folds
}

fn outside(folder: &Path) -> Result<Vec<Sequence>, Box<dyn Error>> {
    let mut sequences = Vec::new();
    for (name, per_shop) in [("sroie", PER_SHOP), ("rewe_ebon", usize::MAX)] {
        for (at, (rows, tags)) in (0..).zip(data::outside(&folder.join(format!("{name}.jsonl")), per_shop)?) {
            sequences.push(sequence(format!("{name}{at}"), &rows, &tags));
        }
    }
    for seed in 0..PRINTED {
        let (rows, tags) = data::printed(seed);
        sequences.push(sequence(format!("printed{seed}"), &rows, &tags));
    }
    Ok(sequences)
}

fn sequence(source: String, rows: &[receipt_reader::Row], tags: &[Option<RowTag>]) -> Sequence {
    let labels = tags.iter().map(|tag| tag.map(label)).collect();
    Sequence { source, rows: extract_features(&extract_facts(rows)), labels }
}

fn label(tag: RowTag) -> usize {
    RowTag::ALL.iter().position(|other| *other == tag).expect("every tag is in the list")
}

fn train(receipts: &[&Receipt], outside: Vec<Sequence>) -> Tagger {
    let mut sequences = outside;
    for (number, receipt) in (0..).zip(receipts) {
        let id = &receipt.truth.id;
        let Some((rows, facts, gold)) = receipt.groupings.first() else { continue };
        // A second grouping that shows the items as well.
        let others = receipt.groupings[1..].iter().find(|(.., other)| other.score > gold.score - 0.5);
        for (_, facts, gold) in [Some(&receipt.groupings[0]), others].into_iter().flatten() {
            let labels = gold.tags.iter().map(|tag| tag.map(label)).collect();
            sequences.push(Sequence { source: id.clone(), rows: extract_features(facts), labels });
        }
        for variant in 0..VARIANTS {
            if let Some(tagged) = augment::augment(rows, facts, &gold.tags, number * 1_000 + variant) {
                let (rows, tags): (Vec<_>, Vec<_>) = tagged.into_iter().unzip();
                sequences.push(sequence(id.clone(), &rows, &tags));
            }
        }
    }
    let tagger: Tagger = optimize::train(&sequences, MAX_FEATURES);
    // What is shipped is read from bytes: so is what is measured.
    Tagger::from_bytes(&tagger.to_bytes()).expect("weights are written whole")
}

fn read(tagger: &Tagger, receipts: &[&Receipt]) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for receipt in receipts {
        let rows = group_rows_with_tagger(tagger, &receipt.boxes);
        let mut output = serde_json::to_value(receipt_with_tagger(tagger, &[rows]))?;
        output["file"] = receipt.file.clone().into();
        writeln!(out, "{output}")?;
    }
    Ok(())
}
