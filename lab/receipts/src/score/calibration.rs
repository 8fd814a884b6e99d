//! Compares the reader's confidence with its accuracy.

use super::Score;

impl Score {
    /// Returns for each tenth of confidence the number of items, their mean confidence, and the share that is right.
    #[expect(clippy::cast_precision_loss, reason = "counts of items are far below 2^52")]
    pub fn reliability(&self) -> Vec<(usize, f64, f64)> {
        let bin = |at: u8| {
            let (from, to) = (f64::from(at) / 10.0, f64::from(at + 1) / 10.0);
            let all: Vec<&(f64, bool)> = self
                .sure
                .iter()
                .filter(|(sure, _)| (from <= *sure && *sure < to) || (at == 9 && *sure >= 1.0))
                .collect();
            let count = all.len().max(1) as f64;
            let sure = all.iter().map(|(sure, _)| sure).sum::<f64>() / count;
            (all.len(), sure, all.iter().filter(|(_, right)| *right).count() as f64 / count)
        };
        (0..10).map(bin).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of items are far below 2^52")]
    pub(super) fn calibration_error(&self) -> f64 {
        let apart: f64 =
            self.reliability().iter().map(|(count, sure, right)| *count as f64 * (sure - right).abs()).sum();
        apart / self.sure.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_overconfidence_as_an_error() {
        let sure = [(0.95, true), (0.95, false), (0.45, true), (0.45, false)];
        let score = Score { sure: sure.to_vec(), ..Score::default() };
        assert_eq!(score.reliability()[9].0, 2);
        assert!((score.calibration_error() - 0.25).abs() < 1e-9, "{}", score.calibration_error());
    }
}
