//! The column of amounts.

use super::tokens::Token;
use crate::layout::rows::Row;
use crate::text::money;

/// Where the prices stand: the right edge of the column of amounts, as a straight line down the page.
#[derive(Debug, Clone, Copy)]
pub struct PriceColumn {
    right: f32,
    drift: f32,
    pub tolerance: f32,
}

impl PriceColumn {
    /// Finds the edge that most amounts agree on, the column being allowed to lean.
    pub fn find(rows: &[Row], split: &[Vec<Token>]) -> Option<Self> {
        let mut edges: Vec<(f32, f32, f32)> = Vec::new();
        for (row, tokens) in rows.iter().zip(split) {
            let Some((_, token)) =
                tokens.iter().enumerate().rev().find(|(_, token)| money::amount(&token.text).is_some())
            else {
                continue;
            };
            edges.push((row.y, digits_end(token), row.height));
        }
        let height = median(edges.iter().map(|edge| edge.2).collect())?;
        // Hypotheses from pairs of amounts that are some rows apart, and vertical columns through each amount.
        let mut best: Option<(usize, Self)> = None;
        let step = (edges.len() / 40).max(1);
        for (at, &(y, right, _)) in edges.iter().enumerate().step_by(step) {
            let drifts = edges[at + 1..]
                .iter()
                .step_by(step)
                .filter(|other| other.0 - y > 6.0 * height)
                .map(|other| (other.1 - right) / (other.0 - y));
            for drift in drifts.filter(|drift| drift.abs() < 0.12).chain([0.0]) {
                let column = Self { right: right - drift * y, drift, tolerance: 1.1 * height };
                let agreeing = edges.iter().filter(|edge| column.holds(edge.0, edge.1)).count();
                // Of equal columns the one further right is that of the amounts; unit prices stand to its left.
                let better = best.as_ref().is_none_or(|(most, best)| {
                    agreeing > *most || (agreeing == *most && column.at(y) > best.at(y) + height)
                });
                if better {
                    best = Some((agreeing, column));
                }
            }
        }
        best.map(|(_, column)| column)
    }

    pub fn at(&self, y: f32) -> f32 {
        self.right + self.drift * y
    }

    pub fn holds(&self, y: f32, right: f32) -> bool {
        (self.at(y) - right).abs() <= self.tolerance
    }

    /// Returns true if an amount belongs to the column: it may stand a little off, but hardly to its left.
    pub fn accepts(&self, y: f32, right: f32) -> bool {
        right >= self.at(y) - 2.6 * self.tolerance
    }
}

/// The right end of a word's digits: a tax mark behind them does not move the column.
pub fn digits_end(token: &Token) -> f32 {
    let length = token.text.chars().count();
    let behind = token.text.chars().rev().take_while(|c| !c.is_ascii_digit()).count();
    #[expect(clippy::cast_precision_loss, reason = "words are short")]
    let part = behind as f32 / length.max(1) as f32;
    token.right - (token.right - token.left) * part
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
