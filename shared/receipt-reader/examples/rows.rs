//! Keeps what the networks see, so that rules can be tried on many pictures within seconds:
//!
//! `cargo run --release -p receipt-reader --example rows -- keep ROWS.jsonl IMAGE…` reads the rows of text on each picture that ROWS.jsonl does not have
//! yet; `… -- read ROWS.jsonl` prints what the rules make of them, as `larder read --json` does.

use std::collections::HashSet;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::time::Instant;

use receipt_reader::picture::decode;
use receipt_reader::{Cell, Reader, Receipt, Row, receipt};
use serde::{Deserialize, Serialize};

/// A piece of text: what it says, from where to where, and how sure that is.
type KeptCell = (String, f32, f32, f32);

#[derive(Serialize, Deserialize)]
struct Kept {
    file: String,
    /// Place down the page, height, pieces; nothing where the picture cannot be read.
    rows: Vec<(f32, f32, Vec<KeptCell>)>,
    seconds: f64,
}

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
        _ => Err("usage: rows keep ROWS.jsonl IMAGE… | rows read ROWS.jsonl".into()),
    }
}

fn keep(path: &Path, images: &[String]) -> Result<(), Box<dyn Error>> {
    let known: HashSet<String> = if path.exists() {
        kept(path)?.map(|kept| Ok(kept?.file)).collect::<Result<_, io::Error>>()?
    } else {
        HashSet::new()
    };
    let reader = Reader::load()?;
    let mut out = OpenOptions::new().create(true).append(true).open(path)?;
    for file in images.iter().filter(|file| !known.contains(*file)) {
        let start = Instant::now();
        let rows = decode(&fs::read(file)?).and_then(|picture| reader.rows(picture)).unwrap_or_default();
        let cell = |cell: Cell| (cell.text, cell.left, cell.right, cell.confidence);
        let rows = rows.into_iter().map(|row| (row.y, row.height, row.cells.into_iter().map(cell).collect()));
        let kept = Kept { file: file.clone(), rows: rows.collect(), seconds: start.elapsed().as_secs_f64() };
        writeln!(out, "{}", serde_json::to_string(&kept)?)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for kept in kept(path)? {
        let Kept { file, rows, seconds } = kept?;
        let cell = |(text, left, right, confidence)| Cell { text, left, right, confidence };
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|(y, height, cells)| Row { cells: cells.into_iter().map(cell).collect(), y, height })
            .collect();
        let output = Output { file: &file, receipt: receipt(&[rows]), seconds };
        writeln!(out, "{}", serde_json::to_string(&output)?)?;
    }
    Ok(())
}

fn kept(path: &Path) -> io::Result<impl Iterator<Item = io::Result<Kept>>> {
    Ok(BufReader::new(File::open(path)?).lines().map(|line| Ok(serde_json::from_str(&line?)?)))
}
