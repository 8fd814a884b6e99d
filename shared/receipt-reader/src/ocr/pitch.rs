//! Measures the line pitch, the distance from one line of print to the next, on the picture itself: lines that are
//! closer together than the detector can separate are not measured by its boxes.

use image::RgbImage;

/// The number of columns in which a page is measured: in a narrow one, lines that are not quite level do not blur.
const COLUMNS: u32 = 8;
/// The range of the line pitch, in heights of a detected line.
const MIN_PITCH: f32 = 0.3;
const MAX_PITCH: f32 = 2.5;
/// The minimum rise of the autocorrelation from a shorter distance to a peak. Every second or third line may have a
/// higher peak, but at a longer distance.
const MIN_RISE: f32 = 0.05;

/// Returns the line pitch in pixels, or none if lines do not repeat: the first peak of the autocorrelation of the rows.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "page sides are below 2^16"
)]
pub fn measure_pitch(page: &RgbImage, line_height: f32) -> Option<f32> {
    let least = ((MIN_PITCH * line_height) as usize).max(4);
    let most = ((MAX_PITCH * line_height).ceil() as usize).min(page.height() as usize / 4);
    let mut sums = vec![0.0_f64; most + 1];
    let mut energy = 0.0_f64;
    for column in 0..COLUMNS {
        let profile = high_pass(&edges(page, column), (1.5 * line_height) as usize + 1);
        energy += profile.iter().map(|value| f64::from(value * value)).sum::<f64>();
        for (lag, sum) in sums.iter_mut().enumerate().skip(least.saturating_sub(1)) {
            *sum += profile.iter().zip(&profile[lag..]).map(|(a, b)| f64::from(a * b)).sum::<f64>();
        }
    }
    let correlation = |lag: usize| (sums[lag] / energy.max(1.0)) as f32;
    let mut trough = f32::MAX;
    (least..most)
        .find(|&lag| {
            trough = trough.min(correlation(lag));
            let is_peak = correlation(lag) > correlation(lag - 1) && correlation(lag) >= correlation(lag + 1);
            is_peak && correlation(lag) - trough > MIN_RISE
        })
        .map(|lag| lag as f32)
}

/// Returns how much the brightness changes along each row of a column.
fn edges(page: &RgbImage, column: u32) -> Vec<f32> {
    let (from, to) = (page.width() * column / COLUMNS, page.width() * (column + 1) / COLUMNS);
    let green = |x: u32, y: u32| f32::from(page.get_pixel(x, y).0[1]);
    (0..page.height()).map(|y| (from + 1..to).map(|x| (green(x, y) - green(x - 1, y)).abs()).sum()).collect()
}

/// Subtracts the moving mean of a profile.
fn high_pass(profile: &[f32], reach: usize) -> Vec<f32> {
    let mut sums = vec![0.0_f64];
    for value in profile {
        sums.push(sums.last().copied().unwrap_or(0.0) + f64::from(*value));
    }
    let mean = |at: usize| {
        let (from, to) = (at.saturating_sub(reach), (at + reach + 1).min(profile.len()));
        #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a mean of a page's rows")]
        let mean = ((sums[to] - sums[from]) / (to - from) as f64) as f32;
        mean
    };
    profile.iter().enumerate().map(|(at, value)| value - mean(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// Returns a picture of lines; every second one is half as long.
    fn print(height: u32, step: u32) -> RgbImage {
        RgbImage::from_fn(320, 40 * step, |x, y| {
            let (line, down) = (y / step, y % step);
            let is_printed = down < height && (line.is_multiple_of(2) || x < 160);
            if is_printed && (x / 3).is_multiple_of(2) { Rgb([40; 3]) } else { Rgb([230; 3]) }
        })
    }

    #[test]
    fn measures_lines_that_are_detected_as_one() {
        for (height, step, found_height) in [(9, 13_u8, 28.0), (9, 13, 20.0), (20, 30, 40.0), (30, 60, 45.0)] {
            let pitch = measure_pitch(&print(height, u32::from(step)), found_height).unwrap();
            assert!((pitch - f32::from(step)).abs() <= 1.0, "{pitch} of {step}");
        }
    }

    #[test]
    fn measures_nothing_without_repetition() {
        let plain = RgbImage::from_pixel(200, 400, Rgb([220; 3]));
        assert_eq!(measure_pitch(&plain, 20.0), None);
        assert_eq!(measure_pitch(&print(9, 13), 0.0), None, "no height was found");
        assert_eq!(measure_pitch(&RgbImage::new(1, 1), 20.0), None);
        assert_eq!(measure_pitch(&RgbImage::new(40, 0), 20.0), None);
    }
}
