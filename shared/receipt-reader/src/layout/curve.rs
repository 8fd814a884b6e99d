//! Fits how the lines of a page run, from the slopes of its text boxes.

use super::cell::LayoutBox;
use crate::statistics::median;

/// The maximum deviation of a slope from the plane, in the first and in the second round.
const MAX_DEVIATIONS: [f32; 2] = [0.05, 0.025];
/// The minimum number of slopes of a plane; a few lines do not show a bend.
const MIN_SLOPES: usize = 6;
/// The ridge regularisation of the gradients, in square pixels: it keeps a single column of text from bending the page.
const RIDGE: f64 = 10_000.0;
/// The minimum length of a box whose slope counts, in its heights.
const MIN_LENGTH: f32 = 3.0;

/// How far the slopes of the text boxes are followed. Those of short boxes are inexact, and at a curled edge they are
/// misleading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CurveModel {
    /// Lines bend across the page, and their slope changes down the page.
    Curved,
    /// Lines are straight; their slope changes down the page.
    Straight,
    /// Lines are level; the slopes are ignored.
    Level,
}

/// The slope of the lines as a plane over the page: `base + across·x + down·y`, relative to the page's middle.
pub struct LineCurve {
    middle_x: f32,
    middle_y: f32,
    base: f32,
    across: f32,
    down: f32,
}

impl LineCurve {
    /// Fits a least-squares plane to the slopes, weighted by length, without the outliers in the second round.
    pub fn fit(boxes: &[LayoutBox], curve: CurveModel) -> Self {
        let total: f32 = boxes.iter().map(weight).sum::<f32>().max(1.0);
        let middle_x = boxes.iter().map(|text_box| weight(text_box) * text_box.center_x).sum::<f32>() / total;
        let middle_y = boxes.iter().map(|text_box| weight(text_box) * text_box.center_y).sum::<f32>() / total;
        let mut fitted = Self { middle_x, middle_y, base: median_slope(boxes), across: 0.0, down: 0.0 };
        for tolerance in MAX_DEVIATIONS {
            let close: Vec<&LayoutBox> = boxes
                .iter()
                .filter(|text_box| {
                    (text_box.slope - fitted.slope(text_box.center_x, text_box.center_y)).abs() < tolerance
                })
                .collect();
            fitted.fit_plane(&close);
        }
        match curve {
            CurveModel::Curved => {}
            CurveModel::Straight => fitted.across = 0.0,
            CurveModel::Level => (fitted.base, fitted.across, fitted.down) = (0.0, 0.0, 0.0),
        }
        fitted
    }

    fn slope(&self, x: f32, y: f32) -> f32 {
        self.base + self.across * (x - self.middle_x) + self.down * (y - self.middle_y)
    }

    /// Returns how much lower a line is at `x` than at the middle of the page.
    pub fn offset(&self, x: f32, y: f32) -> f32 {
        let x = x - self.middle_x;
        (self.base + self.down * (y - self.middle_y)) * x + self.across * x * x / 2.0
    }

    /// Fits the plane by the normal equations, or keeps it if there are too few slopes.
    fn fit_plane(&mut self, boxes: &[&LayoutBox]) {
        if boxes.len() < MIN_SLOPES {
            return;
        }
        let (mut matrix, mut target) = ([[0.0_f64; 3]; 3], [0.0_f64; 3]);
        let mut total = 0.0;
        for text_box in boxes {
            let weight = f64::from(weight(text_box));
            let basis =
                [1.0, f64::from(text_box.center_x - self.middle_x), f64::from(text_box.center_y - self.middle_y)];
            for i in 0..3 {
                for j in 0..3 {
                    matrix[i][j] += weight * basis[i] * basis[j];
                }
                target[i] += weight * basis[i] * f64::from(text_box.slope);
            }
            total += weight;
        }
        matrix[1][1] += total * RIDGE;
        matrix[2][2] += total * RIDGE;
        if let Some([base, across, down]) = solve(matrix, target) {
            #[expect(clippy::cast_possible_truncation, reason = "slopes need no more than f32")]
            let narrow = |value: f64| value as f32;
            (self.base, self.across, self.down) = (narrow(base), narrow(across), narrow(down));
        }
    }
}

/// Returns the weight of a slope: the length of its box, or 0 if the box is too short for a slope.
fn weight(text_box: &LayoutBox) -> f32 {
    let length = text_box.cell.width();
    if length < MIN_LENGTH * text_box.height { 0.0 } else { length }
}

fn median_slope(boxes: &[LayoutBox]) -> f32 {
    let slopes = boxes.iter().filter(|text_box| weight(text_box) > 0.0).map(|text_box| text_box.slope);
    median(slopes.collect()).unwrap_or(0.0)
}

/// Solves three linear equations by Gaussian elimination; none if they are singular.
fn solve(mut matrix: [[f64; 3]; 3], mut target: [f64; 3]) -> Option<[f64; 3]> {
    for pivot in 0..3 {
        let best = (pivot..3).max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()))?;
        matrix.swap(pivot, best);
        target.swap(pivot, best);
        if matrix[pivot][pivot].abs() < 1e-9 {
            return None;
        }
        for row in pivot + 1..3 {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (value, above) in matrix[row].iter_mut().zip(above).skip(pivot) {
                *value -= factor * above;
            }
            target[row] -= factor * target[pivot];
        }
    }
    let mut solution = [0.0; 3];
    for row in (0..3).rev() {
        let known: f64 = (row + 1..3).map(|column| matrix[row][column] * solution[column]).sum();
        solution[row] = (target[row] - known) / matrix[row][row];
    }
    Some(solution)
}
