//! `cargo run --release -p receipt-reader --example text -- FILE…`: what the reader makes of receipts that are text
//! already, one receipt a file.
//!
//! Shows whether rules hold for shops of which there is only a text: no picture is decoded. A file has one row of the
//! receipt a line. Where columns matter they are set apart by two spaces or more, or by `|`; a row's last column ends
//! at the right edge, as prices do.

use std::{env, fs, io::Write as _, process::ExitCode};

use receipt_reader::{Cell, Row, receipt};

const GLYPH: f32 = 10.0;
const RIGHT: f32 = 480.0;
const HEIGHT: f32 = 22.0;
const PITCH: f32 = 26.0;

fn main() -> ExitCode {
    let mut out = std::io::stdout().lock();
    for file in env::args().skip(1) {
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "{file}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let rows: Vec<Row> = (0_u16..).zip(text.lines()).filter_map(|(at, line)| row(at, line)).collect();
        let read = receipt(&[rows]);
        let sum: f64 = read.items.iter().filter_map(|item| item.price).sum();
        let _ = writeln!(
            out,
            "{file}: {} {} balanced {:?}, sum {sum:.2}, subtotal {:?}, total {:?}",
            read.store.as_deref().unwrap_or("-"),
            read.language,
            read.balanced,
            read.subtotal,
            read.total
        );
        for item in &read.items {
            let _ = writeln!(
                out,
                "  {:>7.3} {:4} {:>7} | {:34} | {:44} {:10} {:4} {}",
                item.quantity,
                item.unit.chars().take(4).collect::<String>(),
                item.price.map_or_else(String::new, |price| format!("{price:.2}")),
                item.raw_text,
                item.name,
                item.category,
                item.shelf_life_days,
                item.storage
            );
        }
    }
    ExitCode::SUCCESS
}

/// A line of text as the row it would be on paper.
fn row(at: u16, line: &str) -> Option<Row> {
    let indent = line.chars().take_while(|c| *c == ' ').count();
    let line = line.replace('|', "   ");
    let pieces: Vec<&str> = line.split("  ").map(str::trim).filter(|piece| !piece.is_empty()).collect();
    let last = pieces.len().checked_sub(1)?;
    let width = |text: &str| GLYPH * f32::from(u16::try_from(text.chars().count()).unwrap_or(u16::MAX));
    let cells = pieces.iter().enumerate().map(|(index, piece)| {
        let left = match index {
            0 if pieces.len() > 1 || indent < 12 => width(&" ".repeat(indent.min(12))),
            _ if index == last => RIGHT - width(piece),
            _ => RIGHT - width(piece) - 90.0 * f32::from(u16::try_from(last - index).unwrap_or(1)),
        };
        Cell::new(*piece, left, left + width(piece), 0.97)
    });
    Some(Row { cells: cells.collect(), y: PITCH * f32::from(at), height: HEIGHT })
}
