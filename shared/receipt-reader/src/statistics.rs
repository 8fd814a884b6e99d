//! Statistics of measured values.

/// Returns the median of some values, the upper one of an even number.
pub fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
