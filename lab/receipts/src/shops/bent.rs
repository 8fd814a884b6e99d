//! Pieces of text on paper that is turned and bent, as a detector that makes no mistakes finds them.

use super::PlainRow;
use crate::rng::Rng;

/// The corners of a piece of text (top left, top right, bottom right, bottom left), and what it says.
pub type Piece = ([(f32, f32); 4], String);

/// Pixels from column to column.
const COLUMN: f32 = 10.0;
/// From row to row.
const PITCH: f32 = 24.0;

/// Turns the rows of a receipt into words on a bent page: slightly rotated, with curved lines whose right part is
/// higher or lower than the left, more in some places. A word's own slope is not exact.
pub fn bent(seed: u64, rows: &[PlainRow]) -> Vec<Piece> {
    let mut rng = Rng::new(seed, "bent paper");
    let turn = rng.range(-0.04, 0.04);
    let curl = rng.range(-0.000_006, 0.000_006);
    // The print's margins make its pieces higher than the rows are apart.
    let height = PITCH * rng.range(0.8, 1.5);
    let lift = PITCH * rng.range(-0.85, 0.85);
    let (middle, reach) = (rng.range(0.2, 0.8), rng.range(0.15, 0.6));
    let count = rows.len().max(1);
    let width = rows.iter().flatten().map(|cell| cell.1).fold(1.0, f32::max) * COLUMN;
    let mut pieces = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a receipt has few rows")]
        let (y, down) = (PITCH * at as f32, at as f32 / count as f32);
        let bump = (1.0 - ((down - middle) / reach).powi(2)).max(0.0);
        for (left, right, text) in row {
            let (left, right) = (COLUMN * left, COLUMN * right);
            let x = f32::midpoint(left, right);
            // Nothing on the left, all of it on the right.
            let share = ((x / width - 0.4) / 0.4).clamp(0.0, 1.0);
            let center = y + turn * x + curl * (x - width / 2.0).powi(2) + lift * bump * share + rng.range(-0.8, 0.8);
            let slope = turn + 2.0 * curl * (x - width / 2.0) + rng.range(-0.02, 0.02);
            let lean = slope * (right - left) / 2.0;
            let half = height / 2.0;
            let corners = [
                (left, center - lean - half),
                (right, center + lean - half),
                (right, center + lean + half),
                (left, center - lean + half),
            ];
            pieces.push((corners, text.clone()));
        }
    }
    pieces
}
