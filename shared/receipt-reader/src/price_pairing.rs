//! A column of prices that stands higher or lower than its names, here more and there less: where paper curls or is
//! creased, no slope tells by how much. Prices are in the order of their names, and how much lower they stand changes
//! slowly down the page. So the column is laid beside the lines in the order-preserving way that bends it least, and
//! counts and weights that explain a price hold it in its place.

use crate::layout::curve::CurveModel;
use crate::layout::rows::{Cell, Row, rows_apart};
use crate::ocr::text_boxes::Word;
use crate::parse::row::{self, Line};
use crate::structure::solve::solve;
use crate::text::money;
use crate::text::vocabulary::Topic;

/// How far a price may stand from its line, in steps from line to line.
const FURTHEST: f32 = 1.3;
/// What it costs that prices stand off their lines, …
const OFF: f32 = 0.4;
/// … that the next one stands otherwise, for each line between them, …
const BEND: f32 = 6.0;
/// … that a price stands beside nothing that could cost it, …
const ALONE: f32 = 1.5;
/// … or beside a department's name, …
const HEADING: f32 = 2.5;
/// … and that the count or weight on its line makes something else. What it explains is a gain of as much.
const UNEXPLAINED: f32 = 1.0;
/// The prices of a column end within such a part of the page's width.
const COLUMN: f32 = 0.1;
/// Fewer prices are no column.
const MIN_EDGES: usize = 4;

/// The rows with the column of prices beside the lines that it belongs to; nothing where there is no such column.
pub fn rows(words: &[Word], curve: CurveModel) -> Option<Vec<Row>> {
    let is_price = is_in_column(words)?;
    let (lines, prices) = rows_apart(words.to_vec(), curve, is_price);
    let step = step(&lines)?;
    let read = row::lines(&lines);
    let lines_of = pair(&lines, &read, &prices, step);
    let mut rows = lines;
    let mut alone = Vec::new();
    for (price, line) in prices.into_iter().zip(lines_of) {
        match line.and_then(|line| rows.get_mut(line)) {
            Some(row) => {
                row.cells.extend(price.cells);
                row.cells.sort_by(|a, b| a.left.total_cmp(&b.left));
            }
            None => alone.push(price),
        }
    }
    rows.extend(alone);
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    Some(rows)
}

/// Tells which pieces belong to the column of prices: the amounts that end where most do, and the marks behind them.
fn is_in_column(words: &[Word]) -> Option<impl Fn(&Cell) -> bool> {
    let cells = || words.iter().filter(|(_, reading)| is_price(&reading.text));
    let mut edges: Vec<f32> = cells().map(|(quad, _)| quad.end().x).collect();
    edges.sort_by(f32::total_cmp);
    let edge = *edges.get(edges.len() / 2).filter(|_| edges.len() >= MIN_EDGES)?;
    let (left, right) = words
        .iter()
        .fold((f32::MAX, f32::MIN), |(left, right), (quad, _)| (left.min(quad.start().x), right.max(quad.end().x)));
    let tolerance = COLUMN * (right - left);
    Some(move |cell: &Cell| {
        let is_at_edge = (cell.right - edge).abs() <= tolerance;
        is_at_edge && is_price(&cell.text) || cell.left > edge - tolerance / 4.0 && cell.text.chars().count() <= 3
    })
}

/// Returns true if a piece is an amount with no more than its currency and marks.
fn is_price(text: &str) -> bool {
    let words = || text.split_whitespace();
    words().any(|word| money::amount(word).is_some())
        && words().all(|word| money::amount(word).is_some() || word.chars().count() <= 3)
}

/// How far it usually is from line to line.
fn step(lines: &[Row]) -> Option<f32> {
    let mut steps: Vec<f32> = lines.windows(2).map(|pair| pair[1].y - pair[0].y).collect();
    steps.sort_by(f32::total_cmp);
    steps.get(steps.len() / 2).copied().filter(|step| *step > 0.0)
}

/// A way to lay the prices so far beside the lines: what it costs, where the last one is, and which way it goes on.
#[derive(Clone, Copy)]
struct Way {
    cost: f32,
    line: usize,
    off: f32,
    before: Option<usize>,
}

/// The line of each price: a shortest path, each price being laid beside a further line than the one before.
fn pair(lines: &[Row], read: &[Line], prices: &[Row], step: f32) -> Vec<Option<usize>> {
    // Ways to lay each price that has a line near enough. Of the others nothing is known.
    let mut ways: Vec<(usize, Vec<Way>)> = Vec::new();
    for (at, price) in prices.iter().enumerate() {
        let from = lines.partition_point(|line| line.y < price.y - FURTHEST * step);
        let near = lines[from..].iter().take_while(|line| line.y <= price.y + FURTHEST * step).count();
        let before = ways.last().map(|(_, ways)| ways.as_slice());
        let reachable = (from..from + near).filter_map(|line| {
            let off = (price.y - lines[line].y) / step;
            let own = OFF * off * off + fit(&lines[line], &read[line], price);
            let Some(before) = before else { return Some(Way { cost: own, line, off, before: None }) };
            let best = before.iter().enumerate().filter(|(_, way)| way.line < line).map(|(index, way)| {
                #[expect(clippy::cast_precision_loss, reason = "a page has few lines")]
                let between = (line - way.line) as f32;
                (way.cost + BEND * (off - way.off) * (off - way.off) / between, index)
            });
            let (cost, index) = best.min_by(|a, b| a.0.total_cmp(&b.0))?;
            Some(Way { cost: cost + own, line, off, before: Some(index) })
        });
        let reachable: Vec<Way> = reachable.collect();
        if !reachable.is_empty() {
            ways.push((at, reachable));
        }
    }
    let mut line_of = vec![None; prices.len()];
    let last = ways.last().and_then(|(_, ways)| (0..ways.len()).min_by(|a, b| ways[*a].cost.total_cmp(&ways[*b].cost)));
    let mut way = last;
    for (price, ways) in ways.iter().rev() {
        let Some(taken) = way.map(|way| ways[way]) else { break };
        line_of[*price] = Some(taken.line);
        way = taken.before;
    }
    line_of
}

/// What it costs that a price belongs to a line, whatever their places.
fn fit(row: &Row, line: &Line, price: &Row) -> f32 {
    let text = price.text();
    let amount = text.split_whitespace().find_map(money::amount).map(|amount| amount.cents);
    let has_unit_price = line.quantity.as_ref().map_or(line.amount.is_some(), |quantity| quantity.price.is_some());
    match amount.filter(|amount| *amount > 0 && has_unit_price) {
        Some(amount) => {
            let is_explained = line.amounts.last() == Some(&amount)
                || line.quantity.as_ref().is_some_and(|quantity| quantity.explains(amount))
                || solve(&row.text(), amount).is_some();
            if is_explained { -UNEXPLAINED } else { UNEXPLAINED }
        }
        None if line.topic == Topic::Heading => HEADING,
        None if line.names_something() || line.quantity.is_some() => 0.0,
        None => ALONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::geometry::{Point, Quad};
    use crate::ocr::recognise::Reading;

    /// Print whose letters, with their margins, are higher than its rows are apart.
    fn word(text: &str, x: f32, y: f32) -> Word {
        let width = 11.0 * f32::from(u16::try_from(text.len()).unwrap());
        let corners = [(x, y - 17.0), (x + width, y - 17.0), (x + width, y + 17.0), (x, y + 17.0)];
        (Quad(corners.map(|(x, y)| Point::new(x, y))), Reading::new(text, 0.99))
    }

    #[test]
    fn pairs_nothing_without_a_column() {
        assert!(rows(&[], CurveModel::Curved).is_none());
        assert!(rows(&[word("OAT MILK", 20.0, 20.0), word("2.49", 400.0, 20.0)], CurveModel::Curved).is_none());
    }
}
