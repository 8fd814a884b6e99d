//! Finds the column of amounts.

use super::tokens::Token;
use crate::layout::rows::Row;
use crate::statistics::median;
use crate::text::money;

/// The right edge of the column of amounts, as a straight line down the page.
#[derive(Debug, Clone, Copy)]
pub struct PriceColumn {
    right: f32,
    slope: f32,
    pub tolerance: f32,
}

/// The right edge of the last amount of a row.
struct Edge {
    y: f32,
    right: f32,
    height: f32,
}

impl PriceColumn {
    /// Finds the edge that most amounts share; it may be slanted.
    pub fn find(rows: &[Row], tokens: &[Vec<Token>]) -> Option<Self> {
        let edge = |(row, tokens): (&Row, &Vec<Token>)| {
            let last = tokens.iter().rev().find(|token| money::parse_amount(&token.text).is_some())?;
            Some(Edge { y: row.y, right: digits_right(last), height: row.height })
        };
        let edges: Vec<Edge> = rows.iter().zip(tokens).filter_map(edge).collect();
        let height = median(edges.iter().map(|edge| edge.height).collect())?;
        // Candidates from pairs of amounts that are some rows apart, and vertical columns through each amount.
        let mut best: Option<(usize, Self)> = None;
        let step = (edges.len() / 40).max(1);
        for (at, &Edge { y, right, .. }) in edges.iter().enumerate().step_by(step) {
            let slopes = edges[at + 1..]
                .iter()
                .step_by(step)
                .filter(|other| other.y - y > 6.0 * height)
                .map(|other| (other.right - right) / (other.y - y));
            for slope in slopes.filter(|slope| slope.abs() < 0.12).chain([0.0]) {
                let column = Self { right: right - slope * y, slope, tolerance: 1.1 * height };
                let agreeing = edges.iter().filter(|edge| column.is_at_edge(edge.y, edge.right)).count();
                // Of equal columns the right one has the amounts; unit prices are to its left.
                let is_better = best.as_ref().is_none_or(|(most, best)| {
                    agreeing > *most || (agreeing == *most && column.right_at(y) > best.right_at(y) + height)
                });
                if is_better {
                    best = Some((agreeing, column));
                }
            }
        }
        best.map(|(_, column)| column)
    }

    pub fn right_at(&self, y: f32) -> f32 {
        self.right + self.slope * y
    }

    pub fn is_at_edge(&self, y: f32, right: f32) -> bool {
        (self.right_at(y) - right).abs() <= self.tolerance
    }

    /// Returns true unless an amount ends clearly to the left of the column.
    pub fn may_contain(&self, y: f32, right: f32) -> bool {
        right >= self.right_at(y) - 2.6 * self.tolerance
    }
}

/// Returns the right edge of a token's digits, without a tax mark behind them.
pub fn digits_right(token: &Token) -> f32 {
    let length = token.text.chars().count();
    let behind = token.text.chars().rev().take_while(|c| !c.is_ascii_digit()).count();
    #[expect(clippy::cast_precision_loss, reason = "words are short")]
    let part = behind as f32 / length.max(1) as f32;
    token.right - (token.right - token.left) * part
}
