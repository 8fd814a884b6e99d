//! `larder read [--json] IMAGE...`: prints a receipt's items without a server.

use crate::data::exit_code;
use receipt_reader::{ReadItem, Reader, Receipt};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// What was read of a file: one line of `--json`.
#[derive(Serialize)]
struct FileResult<'a> {
    file: &'a str,
    #[serde(flatten)]
    receipt: Option<&'a Receipt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    seconds: f64,
}

pub fn main(is_json: bool, files: &[PathBuf]) -> ExitCode {
    let reader = match Reader::load() {
        Ok(reader) => reader,
        Err(error) => {
            let _ = writeln!(io::stderr(), "larder: {error}");
            return exit_code::SOFTWARE.into();
        }
    };
    let mut all_read = true;
    for file in files {
        let started = Instant::now();
        let read = std::fs::read(file)
            .map_err(|e| e.to_string())
            .and_then(|bytes| reader.read(&[&bytes]).map_err(|e| e.to_string()));
        let seconds = (started.elapsed().as_secs_f64() * 1_000.0).round() / 1_000.0;
        all_read &= read.is_ok();
        let file = &file.to_string_lossy();
        let error = read.as_ref().err().map(String::as_str);
        let result = FileResult { file, receipt: read.as_ref().ok(), error, seconds };
        let written = if is_json { print_json(&result) } else { print_table(&result) };
        // A closed pipe is no error.
        if written.is_err() {
            return ExitCode::FAILURE;
        }
    }
    if all_read { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_json(result: &FileResult) -> io::Result<()> {
    let text = serde_json::to_string(result).expect("a receipt is plain data");
    writeln!(io::stdout().lock(), "{text}")
}

fn print_table(result: &FileResult) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{} ({:.1} s)", result.file, result.seconds)?;
    if let Some(error) = result.error {
        return writeln!(out, "  {error}\n");
    }
    let Some(receipt) = result.receipt else { return Ok(()) };
    if let Some(store) = &receipt.store {
        writeln!(out, "  {store}")?;
    }
    for item in &receipt.items {
        let ReadItem { name, quantity, unit, category, shelf_life_days, price, food, .. } = item;
        let price = price.map_or_else(String::new, |price| format!("{price:.2}"));
        let shelf_life = if *food { format!("{category}, {shelf_life_days} days") } else { "no food".to_owned() };
        writeln!(out, "  {quantity:>7} {unit:<9} {name:<36} {price:>8}  {shelf_life}")?;
    }
    match receipt.total {
        Some(total) => writeln!(out, "  total {total:.2}\n"),
        None => writeln!(out),
    }
}
