//! Measures duplicate detection on the pairs of pictures that `receipt-printer --pairs` made in DIR: `cargo run
//! --workspace --example pairs -- DIR`. Readings are stored in DIR/readings.jsonl, because reading takes
//! seconds; delete it to read again.

use receipt_printer::pairs::{Kind, Pair};
use receipt_reader::{Reader, Receipt};
use scans::duplicates::{Likeness, text_hash};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

/// The content of one picture; empty if it could not be read.
#[derive(Serialize, Deserialize)]
struct Reading {
    file: String,
    receipt: Option<Receipt>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: pairs DIR")?;
    let folder = Path::new(&folder);
    let pairs: Vec<Pair> = serde_json::from_reader(BufReader::new(File::open(folder.join("pairs.json"))?))?;
    let readings = readings(folder, &pairs)?;
    let unread = readings.values().filter(|receipt| receipt.is_none()).count();

    let known: HashMap<&str, (String, Likeness)> = readings
        .iter()
        .filter_map(|(file, receipt)| Some((file.as_str(), receipt.as_ref()?)))
        .map(|(file, receipt)| (file, (text_hash(&receipt.lines), Likeness::of(receipt))))
        .collect();
    let alike = |a: &str, b: &str| {
        known
            .get(a)
            .zip(known.get(b))
            .is_some_and(|((hash, likeness), (other_hash, other))| hash == other_hash || likeness.same_receipt(other))
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} pairs, {} pictures, {unread} of them unread", pairs.len(), readings.len())?;
    for kind in [Kind::SameReceipt, Kind::SameHouse, Kind::SameDay, Kind::AlmostSame, Kind::SameBasket] {
        let of_kind: Vec<&Pair> = pairs.iter().filter(|pair| pair.kind == kind).collect();
        let matched: Vec<&&Pair> = of_kind.iter().filter(|pair| alike(&pair.files[0], &pair.files[1])).collect();
        writeln!(out, "{kind:?}: {} of {} taken for one receipt", matched.len(), of_kind.len())?;
        for pair in of_kind.iter().filter(|pair| alike(&pair.files[0], &pair.files[1]) != pair.same) {
            writeln!(out, "  wrong: {} {}", pair.files[0], pair.files[1])?;
        }
    }
    // Every picture against every picture of another pair: none of these is a duplicate.
    let mut all: Vec<(usize, &str)> =
        pairs.iter().enumerate().flat_map(|(n, pair)| pair.files.iter().map(move |file| (n, file.as_str()))).collect();
    all.sort_unstable();
    let (mut compared, mut taken) = (0_u64, 0_u64);
    for (at, (pair, file)) in all.iter().enumerate() {
        for (_, other) in all[at + 1..].iter().filter(|(other, _)| other != pair) {
            compared += 1;
            if alike(file, other) {
                taken += 1;
                writeln!(out, "  wrong: {file} {other}")?;
            }
        }
    }
    writeln!(out, "across pairs: {taken} of {compared} taken for one receipt")?;
    Ok(())
}

/// Reads each picture that was not read yet.
fn readings(folder: &Path, pairs: &[Pair]) -> Result<HashMap<String, Option<Receipt>>, Box<dyn Error>> {
    let path = folder.join("readings.jsonl");
    let mut readings = HashMap::new();
    if path.exists() {
        for line in BufReader::new(File::open(&path)?).lines() {
            let reading: Reading = serde_json::from_str(&line?)?;
            readings.insert(reading.file, reading.receipt);
        }
    }
    let reader = Reader::load()?;
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    for name in pairs.iter().flat_map(|pair| &pair.files) {
        if readings.contains_key(name) {
            continue;
        }
        let bytes = std::fs::read(folder.join(name))?;
        let reading = Reading { file: name.clone(), receipt: reader.read(&[&bytes]).ok() };
        writeln!(file, "{}", serde_json::to_string(&reading)?)?;
        readings.insert(reading.file, reading.receipt);
    }
    // Readings of an earlier, larger set are none of this one's.
    readings.retain(|name, _| pairs.iter().any(|pair| pair.files.contains(name)));
    Ok(readings)
}
