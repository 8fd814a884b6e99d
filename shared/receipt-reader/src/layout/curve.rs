//! How the lines of a page run: what their pieces' own slopes say, and what else may be.

use super::cell::Piece;

/// What is made of the slopes of the pieces. Those of short ones are not exact, and of a curled edge they say little.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CurveModel {
    /// Lines may bend across the page and turn down it.
    Curved,
    /// They may only turn.
    Straight,
    /// The page lies level, whatever they say.
    Level,
}

/// How lines run: their slope as a plane over the page, slope = base + across·x + down·y, around the page's middle.
pub struct LineCurve {
    middle_x: f32,
    middle_y: f32,
    base: f32,
    across: f32,
    down: f32,
}

impl LineCurve {
    /// A least-squares plane through the slopes of the pieces, long ones counting more, outliers left out in a second
    /// round.
    pub fn of(pieces: &[Piece], curve: CurveModel) -> Self {
        let total: f32 = pieces.iter().map(weight).sum::<f32>().max(1.0);
        let middle_x = pieces.iter().map(|piece| weight(piece) * piece.center_x).sum::<f32>() / total;
        let middle_y = pieces.iter().map(|piece| weight(piece) * piece.center_y).sum::<f32>() / total;
        let mut fitted = Self { middle_x, middle_y, base: median_slope(pieces), across: 0.0, down: 0.0 };
        for tolerance in [0.05, 0.025] {
            let close: Vec<&Piece> = pieces
                .iter()
                .filter(|piece| (piece.slope - fitted.slope(piece.center_x, piece.center_y)).abs() < tolerance)
                .collect();
            fitted.fit(&close);
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

    /// How much lower a line is at `x` than at the middle of the page.
    pub fn offset(&self, x: f32, y: f32) -> f32 {
        let x = x - self.middle_x;
        (self.base + self.down * (y - self.middle_y)) * x + self.across * x * x / 2.0
    }

    fn fit(&mut self, pieces: &[&Piece]) {
        // Few or short lines say nothing about a bend: then a slope for the whole page is all there is.
        if pieces.len() < 6 {
            return;
        }
        // The normal equations of the plane, solved by elimination; a touch of ridge keeps a single column of text from
        // bending the page.
        let (mut matrix, mut target) = ([[0.0_f64; 3]; 3], [0.0_f64; 3]);
        let mut total = 0.0;
        for piece in pieces {
            let weight = f64::from(weight(piece));
            let basis = [1.0, f64::from(piece.center_x - self.middle_x), f64::from(piece.center_y - self.middle_y)];
            for i in 0..3 {
                for j in 0..3 {
                    matrix[i][j] += weight * basis[i] * basis[j];
                }
                target[i] += weight * basis[i] * f64::from(piece.slope);
            }
            total += weight;
        }
        matrix[1][1] += total * 10_000.0;
        matrix[2][2] += total * 10_000.0;
        if let Some([base, across, down]) = solve(matrix, target) {
            #[expect(clippy::cast_possible_truncation, reason = "slopes need no more than f32")]
            let narrow = |value: f64| value as f32;
            (self.base, self.across, self.down) = (narrow(base), narrow(across), narrow(down));
        }
    }
}

/// The slope of a piece is only as good as it is long.
fn weight(piece: &Piece) -> f32 {
    let length = piece.cell.right - piece.cell.left;
    if length < 3.0 * piece.height { 0.0 } else { length }
}

fn median_slope(pieces: &[Piece]) -> f32 {
    let mut slopes: Vec<f32> = pieces.iter().filter(|piece| weight(piece) > 0.0).map(|piece| piece.slope).collect();
    slopes.sort_by(f32::total_cmp);
    slopes.get(slopes.len() / 2).copied().unwrap_or(0.0)
}

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
