//! The receipts to learn from: stored text boxes of photos with their truth, and rows of public data sets.

use super::gold::{self, Gold};
use receipt_reader::training::{RowFacts, RowTag, extract_facts, groupings};
use receipt_reader::{Cell, Row, TextBox};
use receipts::truth::Truth;
use receipts::{shops, stored_boxes};
use serde::Deserialize;
use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

/// A real receipt: what was read of its photo, and ways to put it into rows with their tags.
pub struct Receipt {
    pub truth: Truth,
    pub file: String,
    pub boxes: Vec<TextBox>,
    /// The best grouping first.
    pub groupings: Vec<(Vec<Row>, Vec<RowFacts>, Gold)>,
}

/// The rows of a receipt and their tags, as far as they are known.
pub type TaggedRows = (Vec<Row>, Vec<Option<RowTag>>);

/// Reads the stored text boxes of the receipts whose truth is in a folder, sorted by name.
pub fn receipts(words: &Path, truths: &Path) -> Result<Vec<Receipt>, Box<dyn Error>> {
    let mut receipts = Vec::new();
    for (photo, truth) in stored_boxes::read_photos_with_truth(words, truths)? {
        let boxes = photo.text_boxes();
        let mut tagged: Vec<(Vec<Row>, Vec<RowFacts>, Gold)> = groupings(&boxes)
            .into_iter()
            .map(|grouping| {
                let facts = extract_facts(&grouping.rows);
                let gold = gold::tag(&facts, &truth);
                (grouping.rows, facts, gold)
            })
            .collect();
        tagged.sort_by(|a, b| b.2.score.total_cmp(&a.2.score));
        receipts.push(Receipt { truth, file: photo.file, boxes, groupings: tagged });
    }
    receipts.sort_by(|a, b| a.truth.id.cmp(&b.truth.id));
    Ok(receipts)
}

/// The rows of a printed receipt of an invented shop, with their tags.
pub fn printed(seed: u64) -> TaggedRows {
    let (rows, truth) = shops::text(seed);
    let cell = |(left, right, text): &(f32, f32, String)| Cell::new(text.clone(), 10.0 * left, 10.0 * right, 0.95);
    let rows: Vec<Row> = (0_u16..)
        .zip(&rows)
        .map(|(at, row)| Row { cells: row.iter().map(cell).collect(), y: 24.0 * f32::from(at), height: 20.0 })
        .collect();
    let tags = gold::tag(&extract_facts(&rows), &truth).tags;
    (rows, tags)
}

#[derive(Deserialize)]
struct OutsideReceipt {
    lines: Vec<OutsideLine>,
}

#[derive(Deserialize)]
struct OutsideLine {
    text: String,
    #[serde(rename = "box")]
    place: Option<[f32; 4]>,
    role: Option<String>,
    #[serde(default)]
    words: Vec<OutsideWord>,
}

#[derive(Deserialize)]
struct OutsideWord {
    text: String,
    #[serde(rename = "box")]
    place: Option<Vec<f32>>,
}

/// The rows of a public data set with their tags, by receipt. Of one shop, at most so many.
pub fn outside(path: &Path, per_shop: usize) -> Result<Vec<TaggedRows>, Box<dyn Error>> {
    let mut shops: HashMap<String, usize> = HashMap::new();
    let mut receipts = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        let OutsideReceipt { lines } = serde_json::from_str(&line?)?;
        let mut rows: Vec<(Row, Option<RowTag>)> = (0_u16..)
            .zip(&lines)
            .filter_map(|(at, line)| {
                let row = row(line, at);
                let role = line.role.as_deref().map(|role| if role == "price" { "price_only" } else { role });
                (!row.cells.is_empty()).then(|| (row, role.and_then(RowTag::from_name)))
            })
            .collect();
        if rows.len() < 4 {
            continue;
        }
        let shop: String = rows[0].0.text().to_lowercase().chars().filter(|c| c.is_alphanumeric()).take(12).collect();
        let known = shops.entry(shop).or_default();
        *known += 1;
        if *known > per_shop {
            continue;
        }
        rows.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        receipts.push(rows.into_iter().unzip());
    }
    Ok(receipts)
}

#[expect(clippy::cast_precision_loss, reason = "short texts")]
fn row(line: &OutsideLine, at: u16) -> Row {
    let cell = |text: &str, left: f32, right: f32| Cell::new(text, left, right, 0.95);
    let Some([_, top, _, bottom]) = line.place.filter(|_| !line.words.is_empty()) else {
        // Text of an electronic receipt: the columns are those of its letters.
        let text = line.text.trim();
        let width = |text: &str| 10.0 * text.chars().count() as f32;
        let indent = match line.role.as_deref() {
            Some("header") => (200.0 - width(text) / 2.0).max(0.0),
            Some("quantity") => 60.0,
            _ => 0.0,
        };
        let columns = text.rmatch_indices(' ').map(|(at, _)| (text[..at].trim_end(), &text[at + 1..]));
        let is_amount = |word: &str| {
            word.split(' ').next().is_some_and(|first| {
                first.len() > 3
                    && first.trim_start_matches('-').chars().all(|c| c.is_ascii_digit() || c == ',')
                    && first.contains(',')
            })
        };
        let split = columns.take(3).find(|(_, behind)| is_amount(behind));
        let cells = match split {
            Some((name, amount)) => {
                let first = width(amount.split(' ').next().unwrap_or_default());
                vec![
                    cell(name, indent, indent + width(name)),
                    cell(amount, 420.0 - first, 420.0 - first + width(amount)),
                ]
            }
            None => vec![cell(text, indent, indent + width(text))],
        };
        return Row {
            cells: cells.into_iter().filter(|cell| !cell.text.is_empty()).collect(),
            y: 20.0 * f32::from(at),
            height: 16.0,
        };
    };
    let height = (bottom - top).max(1.0);
    let place = |word: &OutsideWord| match word.place.as_deref() {
        Some([left, _, right, _]) => (*left, *right),
        Some([left, ..]) => (*left, left + 0.5 * height * word.text.chars().count() as f32),
        _ => (0.0, 0.0),
    };
    let words = line.words.iter().filter(|word| !word.text.trim().is_empty());
    let mut heights: Vec<f32> = words
        .clone()
        .filter_map(
            |word| if let Some([_, top, _, bottom]) = word.place.as_deref() { Some(bottom - top) } else { None },
        )
        .collect();
    heights.sort_by(f32::total_cmp);
    let height = heights.get(heights.len() / 2).copied().unwrap_or(height).max(1.0);
    let cells = words
        .map(|word| {
            let (left, right) = place(word);
            cell(word.text.trim(), left, right)
        })
        .collect();
    Row { cells, y: f32::midpoint(top, bottom), height }
}
