//! How far it is from one line of print to the next, measured on the picture itself: where lines are printed closer
//! together than the detector can tell apart, the heights of what it finds say nothing.

use image::RgbImage;

/// The page is measured in so many columns: in one that is narrow, lines that are not quite level do not blur.
const COLUMNS: u32 = 8;
/// From one line to the next, in heights of what was found: the least and the most that is looked for.
const MIN_STEP: f32 = 0.3;
const MAX_STEP: f32 = 2.5;
/// How much more alike the rows of a page are at that distance than at a shorter one. Every second or third line may be
/// more alike still, but is further away.
const MIN_RISE: f32 = 0.05;

/// The distance in pixels between lines of print, or nothing where they do not repeat.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "page sides are below 2^16"
)]
pub fn pitch(page: &RgbImage, line_height: f32) -> Option<f32> {
    let least = ((MIN_STEP * line_height) as usize).max(4);
    let most = ((MAX_STEP * line_height).ceil() as usize).min(page.height() as usize / 4);
    let mut sums = vec![0.0_f64; most + 1];
    let mut energy = 0.0_f64;
    for column in 0..COLUMNS {
        let profile = flat(&edges(page, column), (1.5 * line_height) as usize + 1);
        energy += profile.iter().map(|value| f64::from(value * value)).sum::<f64>();
        for (lag, sum) in sums.iter_mut().enumerate().skip(least.saturating_sub(1)) {
            *sum += profile.iter().zip(&profile[lag..]).map(|(a, b)| f64::from(a * b)).sum::<f64>();
        }
    }
    let alike = |lag: usize| (sums[lag] / energy.max(1.0)) as f32;
    let mut trough = f32::MAX;
    (least..most)
        .find(|&lag| {
            trough = trough.min(alike(lag));
            let is_peak = alike(lag) > alike(lag - 1) && alike(lag) >= alike(lag + 1);
            is_peak && alike(lag) - trough > MIN_RISE
        })
        .map(|lag| lag as f32)
}

/// How much the brightness changes along each row of a column.
fn edges(page: &RgbImage, column: u32) -> Vec<f32> {
    let (from, to) = (page.width() * column / COLUMNS, page.width() * (column + 1) / COLUMNS);
    let green = |x: u32, y: u32| f32::from(page.get_pixel(x, y).0[1]);
    (0..page.height()).map(|y| (from + 1..to).map(|x| (green(x, y) - green(x - 1, y)).abs()).sum()).collect()
}

/// A profile without what changes slowly in it.
fn flat(profile: &[f32], reach: usize) -> Vec<f32> {
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

    /// Lines of print of a height, at a distance from each other; of every second one there is only half.
    fn print(height: u32, step: u32) -> RgbImage {
        RgbImage::from_fn(320, 40 * step, |x, y| {
            let (line, down) = (y / step, y % step);
            let is_printed = down < height && (line.is_multiple_of(2) || x < 160);
            if is_printed && (x / 3).is_multiple_of(2) { Rgb([40; 3]) } else { Rgb([230; 3]) }
        })
    }

    #[test]
    fn tells_lines_apart_that_are_taken_for_one() {
        for (height, step, found_height) in [(9, 13_u8, 28.0), (9, 13, 20.0), (20, 30, 40.0), (30, 60, 45.0)] {
            let pitch = pitch(&print(height, u32::from(step)), found_height).unwrap();
            assert!((pitch - f32::from(step)).abs() <= 1.0, "{pitch} of {step}");
        }
    }

    #[test]
    fn says_nothing_where_nothing_repeats() {
        let plain = RgbImage::from_pixel(200, 400, Rgb([220; 3]));
        assert_eq!(pitch(&plain, 20.0), None);
        assert_eq!(pitch(&print(9, 13), 0.0), None, "no height was found");
        assert_eq!(pitch(&RgbImage::new(1, 1), 20.0), None);
        assert_eq!(pitch(&RgbImage::new(40, 0), 20.0), None);
    }
}
