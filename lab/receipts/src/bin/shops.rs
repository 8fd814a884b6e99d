//! Scores the reading of receipts of shops that are drawn at random, as text, without paper, ink and networks:
//! thousands in seconds.
//!
//! `cargo run --bin shops -- FIRST COUNT [SHOW]`: so many seeds from the first, every
//! second one (even ones are for finding mistakes, odd ones for scoring only), and of so many receipts what went wrong,
//! with their rows. With `bent` behind the numbers, the pieces of text lie on paper that is turned and bent, and have
//! to be put together to rows first.

use std::error::Error;
use std::io::{self, Write as _};

use receipt_reader::{Cell, Point, Quad, RecognisedText, Row, TextBox, group_rows, receipt_from_rows};
use receipts::score::{Output, Score, score};
use receipts::shops::{self, PlainRow};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_bent = arguments.pop_if(|last| last == "bent").is_some();
    let numbers: Vec<u64> = arguments.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
    let [first, count, show @ ..] = numbers.as_slice() else {
        return Err("usage: shops FIRST COUNT [SHOW] [bent]".into());
    };
    let mut left = show.first().copied().unwrap_or(0);
    let mut out = io::stdout().lock();
    let mut all = Score::default();
    for seed in (*first..).step_by(2).take(usize::try_from(*count)?) {
        let (rows, truth) = shops::text(seed);
        let rows: Vec<Row> = if is_bent {
            group_rows(&shops::bent(seed, &rows).into_iter().map(text_box).collect::<Vec<_>>())
        } else {
            (0_u16..).zip(&rows).map(|(at, row)| row_of(at, row)).collect()
        };
        let mut output: Value = serde_json::to_value(receipt_from_rows(std::slice::from_ref(&rows)))?;
        output["file"] = json!(seed.to_string());
        let (scored, misses) = score(&truth, &serde_json::from_value::<Output>(output)?);
        let is_wrong = scored.found < scored.printed
            || scored.output > scored.found
            || misses.iter().any(|miss| is_structure(miss));
        if is_wrong && left > 0 {
            left -= 1;
            writeln!(out, "seed {seed}, {}", truth.kind)?;
            for row in &rows {
                writeln!(out, "    | {}", plain(row))?;
            }
            for miss in misses.iter().filter(|miss| is_structure(miss)) {
                writeln!(out, "  {miss}")?;
            }
        }
        all.add(&scored);
    }
    writeln!(out, "{}", serde_json::to_string(&all.totals(0))?)?;
    Ok(())
}

fn is_structure(miss: &str) -> bool {
    ["lost", "made up", "price", "quantity", "total"].iter().any(|kind| miss.starts_with(kind))
}

/// A row with its pieces at their places.
#[expect(clippy::cast_precision_loss, reason = "a row has few characters")]
fn plain(row: &Row) -> String {
    let mut line = String::new();
    for cell in &row.cells {
        while (line.chars().count() as f32) < cell.left / 10.0 {
            line.push(' ');
        }
        line.push_str(&cell.text);
    }
    line
}

fn text_box((corners, text): shops::Piece) -> TextBox {
    TextBox { quad: Quad(corners.map(|(x, y)| Point::new(x, y))), recognised: RecognisedText::new(text, 0.98) }
}

fn row_of(at: u16, row: &PlainRow) -> Row {
    let cell = |(left, right, text): &(f32, f32, String)| Cell::new(text.clone(), 10.0 * left, 10.0 * right, 0.98);
    Row { cells: row.iter().map(cell).collect(), y: 24.0 * f32::from(at), height: 20.0 }
}
