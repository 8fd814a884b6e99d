//! Pairs a column of prices with rows of names that are higher or lower. Where paper curls or is creased, the offset
//! between the two varies and no slope shows it. But the prices are in the order of their names, and the offset changes
//! slowly down the page: so the column is aligned with the rows in order, with the least bend, and counts and weights
//! that explain a price hold it at its row.

use crate::layout::cell::LayoutBox;
use crate::layout::curve::CurveModel;
use crate::layout::rows::{Cell, Row, rows_and_column};
use crate::ocr::geometry::Point;
use crate::ocr::text_box::TextBox;
use crate::parse::row::{ParsedRow, parse_rows};
use crate::statistics::median;
use crate::structure::solve::solve_quantity;
use crate::text::money;
use crate::text::vocabulary::Topic;

/// The maximum distance of a price from its row, in row pitches.
const MAX_OFFSET: f32 = 1.3;
/// The cost of an offset, …
const OFFSET_COST: f32 = 0.4;
/// … of its change from price to price, divided by the number of rows between them, …
const BEND_COST: f32 = 6.0;
/// … of a price at a row without a product, …
const NO_PRODUCT_COST: f32 = 1.5;
/// … at a department's name, …
const HEADING_COST: f32 = 2.5;
/// … and at a row whose count or weight makes another amount. If it makes this one, the cost is negative.
const UNEXPLAINED_COST: f32 = 1.0;
/// The maximum distance of a price's right edge from that of the column, as a part of the page's width.
const MAX_EDGE_DISTANCE: f32 = 0.1;
/// The minimum number of prices of a column.
const MIN_PRICES: usize = 4;

/// Returns the rows with each price at the row that it belongs to, or none if there is no column of prices.
pub fn pair_prices(boxes: &[TextBox], curve: CurveModel) -> Option<Vec<Row>> {
    let is_in_column = price_column(boxes)?;
    let (mut rows, prices) = rows_and_column(boxes.to_vec(), curve, is_in_column);
    let row_of = align(&rows, &prices, row_pitch(&rows)?);
    let mut unpaired = Vec::new();
    for (price, row) in prices.into_iter().zip(row_of) {
        match row.and_then(|row| rows.get_mut(row)) {
            Some(row) => {
                row.cells.extend(price.cells);
                row.cells.sort_by(|a, b| a.left.total_cmp(&b.left));
            }
            None => unpaired.push(price),
        }
    }
    rows.extend(unpaired);
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    Some(rows)
}

/// Returns the boxes with the column of prices so many rows lower, or none if there is no column.
pub fn move_prices(boxes: &[TextBox], by: f32) -> Option<Vec<TextBox>> {
    let is_in_column = price_column(boxes)?;
    let (rows, _) = rows_and_column(boxes.to_vec(), CurveModel::Curved, &is_in_column);
    let step = by * row_pitch(&rows)?;
    let moved = boxes.iter().cloned().map(|mut text_box| {
        if is_in_column(&LayoutBox::new(text_box.clone()).cell) {
            text_box.quad = text_box.quad.map(|point| Point::new(point.x, point.y + step));
        }
        text_box
    });
    Some(moved.collect())
}

/// Returns a test for the cells of the column of prices: the amounts at its right edge, and the marks behind them.
fn price_column(boxes: &[TextBox]) -> Option<impl Fn(&Cell) -> bool> {
    let prices = boxes.iter().filter(|text_box| is_price(text_box.text()));
    let edges: Vec<f32> = prices.map(|text_box| text_box.quad.end().x).collect();
    let edge = if edges.len() < MIN_PRICES { None } else { median(edges) }?;
    let (left, right) = boxes.iter().fold((f32::MAX, f32::MIN), |(left, right), TextBox { quad, .. }| {
        (left.min(quad.start().x), right.max(quad.end().x))
    });
    let tolerance = MAX_EDGE_DISTANCE * (right - left);
    Some(move |cell: &Cell| {
        let is_at_edge = (cell.right - edge).abs() <= tolerance;
        is_at_edge && is_price(&cell.text) || cell.left > edge - tolerance / 4.0 && cell.text.chars().count() <= 3
    })
}

/// Returns true if a text is an amount with no more than its currency and marks.
fn is_price(text: &str) -> bool {
    let words = || text.split_whitespace();
    words().any(|word| money::parse_amount(word).is_some())
        && words().all(|word| money::parse_amount(word).is_some() || word.chars().count() <= 3)
}

/// Returns the median distance from row to row.
fn row_pitch(rows: &[Row]) -> Option<f32> {
    let steps = rows.windows(2).map(|pair| pair[1].y - pair[0].y);
    median(steps.collect()).filter(|step| *step > 0.0)
}

/// A step of the alignment: a price at a row, with the cost of the best path to it.
#[derive(Clone, Copy)]
struct Step {
    cost: f32,
    row: usize,
    offset: f32,
    /// The index of the step of the price above.
    previous: Option<usize>,
}

/// Returns the row of each price by the shortest path, in which each price has a row below that of the one before. A
/// price without a row near enough is left out.
fn align(rows: &[Row], prices: &[Row], pitch: f32) -> Vec<Option<usize>> {
    let parsed = parse_rows(rows);
    let mut paths: Vec<(usize, Vec<Step>)> = Vec::new();
    for (at, price) in prices.iter().enumerate() {
        let from = rows.partition_point(|row| row.y < price.y - MAX_OFFSET * pitch);
        let near = rows[from..].iter().take_while(|row| row.y <= price.y + MAX_OFFSET * pitch).count();
        let before = paths.last().map(|(_, steps)| steps.as_slice());
        let steps = (from..from + near).filter_map(|row| {
            let offset = (price.y - rows[row].y) / pitch;
            let own_cost = OFFSET_COST * offset * offset + mismatch_cost(&rows[row], &parsed[row], price);
            let Some(before) = before else { return Some(Step { cost: own_cost, row, offset, previous: None }) };
            let paths = before.iter().enumerate().filter(|(_, step)| step.row < row).map(|(index, step)| {
                #[expect(clippy::cast_precision_loss, reason = "a page has few rows")]
                let distance = (row - step.row) as f32;
                (step.cost + BEND_COST * (offset - step.offset) * (offset - step.offset) / distance, index)
            });
            let (cost, index) = paths.min_by(|a, b| a.0.total_cmp(&b.0))?;
            Some(Step { cost: cost + own_cost, row, offset, previous: Some(index) })
        });
        let steps: Vec<Step> = steps.collect();
        if !steps.is_empty() {
            paths.push((at, steps));
        }
    }
    let mut row_of = vec![None; prices.len()];
    let mut step =
        paths.last().and_then(|(_, steps)| (0..steps.len()).min_by(|a, b| steps[*a].cost.total_cmp(&steps[*b].cost)));
    for (price, steps) in paths.iter().rev() {
        let Some(taken) = step.map(|step| steps[step]) else { break };
        row_of[*price] = Some(taken.row);
        step = taken.previous;
    }
    row_of
}

/// Returns the cost of a price at a row, apart from their positions.
fn mismatch_cost(row: &Row, parsed: &ParsedRow, price: &Row) -> f32 {
    let text = price.text();
    let amount = text.split_whitespace().find_map(money::parse_amount).map(|amount| amount.cents);
    let has_unit_price = parsed.quantity.as_ref().map_or(parsed.amount.is_some(), |quantity| quantity.price.is_some());
    match amount.filter(|amount| *amount > 0 && has_unit_price) {
        Some(amount) => {
            let is_explained = parsed.amounts.last() == Some(&amount)
                || parsed.quantity.as_ref().is_some_and(|quantity| quantity.explains(amount))
                || solve_quantity(&row.text(), amount).is_some();
            if is_explained { -UNEXPLAINED_COST } else { UNEXPLAINED_COST }
        }
        None if parsed.topic == Topic::Heading => HEADING_COST,
        None if parsed.has_name() || parsed.quantity.is_some() => 0.0,
        None => NO_PRODUCT_COST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::text_box;

    #[test]
    fn pairs_nothing_without_a_column() {
        assert!(pair_prices(&[], CurveModel::Curved).is_none());
        let boxes =
            [("OAT MILK", 20.0), ("2.49", 400.0)].map(|(text, x)| text_box(text, [x, 3.0, x + 80.0, 37.0], 0.99));
        assert!(pair_prices(&boxes, CurveModel::Curved).is_none());
    }
}
