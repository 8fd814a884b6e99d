//! Keeps the text boxes that the networks read, so that rules can be tried on many pictures within seconds:
//!
//! `cargo run --bin rows -- keep WORDS.jsonl IMAGE…` reads the text boxes of each picture that WORDS.jsonl does not
//! have yet; `… -- read WORDS.jsonl` prints the receipts, as `larder read --json` does, and `… -- show WORDS.jsonl
//! [NAME…]` the rows. `… -- cost READ.jsonl` prints the time of a receipt in such output, and that of naming a line,
//! which is measured again.

use std::collections::HashSet;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::time::Instant;

use receipt_reader::picture::decode;
use receipt_reader::product::{Context, understand};
use receipt_reader::{Reader, Receipt, group_rows, receipt_from_rows};
use receipts::stored_boxes::{PhotoBoxes, read_photos};
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
struct Output<'a> {
    file: &'a str,
    #[serde(flatten)]
    receipt: Receipt,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [command, path, images @ ..] if command == "keep" => keep(Path::new(path), images),
        [command, path] if command == "read" => read(Path::new(path)),
        [command, path] if command == "cost" => cost(Path::new(path)),
        [command, path, names @ ..] if command == "show" => show(Path::new(path), names),
        _ => Err("usage: rows keep WORDS.jsonl IMAGE… | rows read WORDS.jsonl | rows show WORDS.jsonl [NAME…] | rows cost READ.jsonl".into()),
    }
}

fn keep(path: &Path, images: &[String]) -> Result<(), Box<dyn Error>> {
    let known: HashSet<String> = if path.exists() {
        read_photos(path)?.map(|photo| Ok(photo?.file)).collect::<Result<_, io::Error>>()?
    } else {
        HashSet::new()
    };
    let reader = Reader::load()?;
    let mut out = OpenOptions::new().create(true).append(true).open(path)?;
    for file in images.iter().filter(|file| !known.contains(*file)) {
        let start = Instant::now();
        let boxes = decode(&fs::read(file)?).and_then(|picture| reader.read_text_boxes(picture)).unwrap_or_default();
        let photo = PhotoBoxes::new(file.clone(), boxes, start.elapsed().as_secs_f64());
        writeln!(out, "{}", serde_json::to_string(&photo)?)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for photo in read_photos(path)? {
        let photo = photo?;
        let receipt = receipt_from_rows(&[group_rows(&photo.text_boxes())]);
        let output = Output { file: &photo.file, receipt, seconds: photo.seconds };
        writeln!(out, "{}", serde_json::to_string(&output)?)?;
    }
    Ok(())
}

fn show(path: &Path, names: &[String]) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for photo in read_photos(path)? {
        let photo = photo?;
        if !names.is_empty() && !names.iter().any(|name| photo.file.contains(name)) {
            continue;
        }
        writeln!(out, "{}", photo.file)?;
        for row in group_rows(&photo.text_boxes()) {
            let cells = row.cells.iter().map(|cell| format!("{} ({:.0}-{:.0})", cell.text, cell.left, cell.right));
            writeln!(out, "{:5.0} {:3.0}  {}", row.y, row.height, cells.collect::<Vec<_>>().join(" | "))?;
        }
    }
    Ok(())
}

/// A receipt that was read, as far as its cost is concerned.
#[derive(Deserialize)]
struct Done {
    #[serde(default)]
    items: Vec<DoneItem>,
    seconds: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DoneItem {
    raw_text: String,
}

#[expect(clippy::cast_precision_loss, reason = "nobody has so many receipts")]
fn cost(path: &Path) -> Result<(), Box<dyn Error>> {
    let done = BufReader::new(File::open(path)?).lines();
    let done: Vec<Done> = done.map(|line| Ok(serde_json::from_str(&line?)?)).collect::<io::Result<_>>()?;
    let lines: Vec<&str> = done.iter().flat_map(|done| &done.items).map(|item| item.raw_text.as_str()).collect();
    // The first line waits for the vocabulary to be made ready.
    understand("MILK", &Context::default());
    let start = Instant::now();
    for line in &lines {
        understand(line, &Context::default());
    }
    let naming = start.elapsed().as_secs_f64() * 1e6 / lines.len().max(1) as f64;
    let reading = done.iter().map(|done| done.seconds).sum::<f64>() * 1e3 / done.len().max(1) as f64;
    let (receipts, lines) = (done.len(), lines.len());
    writeln!(
        io::stdout(),
        "time: {reading:.0} ms a receipt ({receipts}); to name and classify a line {naming:.0} µs ({lines})"
    )?;
    Ok(())
}
