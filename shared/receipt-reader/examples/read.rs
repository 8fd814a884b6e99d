//! `cargo run --release -p receipt-reader --example read -- --json IMAGE…`: what the reader finds, one line of JSON for
//! each image.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use receipt_reader::{Reader, Receipt};
use serde::Serialize;

#[derive(Serialize)]
struct Output {
    file: String,
    #[serde(flatten)]
    receipt: Option<Receipt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    seconds: f64,
}

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--json").collect();
    let mut out = std::io::stdout().lock();
    let reader = match Reader::load() {
        Ok(reader) => reader,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut failed = false;
    for file in files {
        let start = Instant::now();
        let read = std::fs::read(&file)
            .map_err(|error| error.to_string())
            .and_then(|bytes| reader.read(&[&bytes]).map_err(|error| error.to_string()));
        let seconds = start.elapsed().as_secs_f64();
        let (receipt, error) = match read {
            Ok(receipt) => (Some(receipt), None),
            Err(error) => (None, Some(error)),
        };
        failed |= error.is_some();
        let line = serde_json::to_string(&Output { file, receipt, error, seconds }).unwrap_or_default();
        if writeln!(out, "{line}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
