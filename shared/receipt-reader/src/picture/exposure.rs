//! Brightens dark photos and shadows: on grey paper, the networks miss faint print.

use image::RgbImage;

/// The brightness of paper in good light.
const PAPER_LEVEL: f32 = 240.0;
/// The part of a picture that is at least as bright as its paper: a lamp's reflection is smaller, a receipt is larger.
const BRIGHTEST_PART: f32 = 0.01;
/// The minimum gain; less makes no difference to the networks.
const MIN_GAIN: f32 = 1.3;
/// The maximum gain; more amplifies noise.
const MAX_GAIN: f32 = 8.0;
/// The sampling step in pixels: patterns seldom repeat in thirteens.
const SAMPLE_STEP: usize = 13;

/// The number of fields along the longer side: a field is smaller than a shadow and larger than print.
const FIELDS: u32 = 24;
const MIN_FIELD_PX: u32 = 16;
/// The part of a field that is at least as bright as its paper.
const BRIGHTEST_FIELD_PART: f32 = 0.1;
/// The maximum gain for a shadow; darker areas are the table.
const MAX_SHADOW_GAIN: f32 = 2.2;

/// Brightens a dark picture to paper in good light. Returns true if it was dark.
pub fn brighten(mut picture: RgbImage) -> (RgbImage, bool) {
    let gain = paper_level(&picture).map_or(1.0, |paper| (PAPER_LEVEL / f32::from(paper.max(1))).min(MAX_GAIN));
    if gain < MIN_GAIN {
        return (picture, false);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let levels: [u8; 256] = std::array::from_fn(|level| {
        let level = u8::try_from(level).unwrap_or(u8::MAX);
        (f32::from(level) * gain).round().clamp(0.0, 255.0) as u8
    });
    for value in picture.iter_mut() {
        *value = levels[usize::from(*value)];
    }
    (picture, true)
}

/// Brightens the shadows of a picture field by field, and reduces the noise there.
pub fn lighten_shadows(mut picture: RgbImage) -> RgbImage {
    if picture.width() == 0 || picture.height() == 0 {
        return picture;
    }
    Shadows::measure(&picture).lighten(&mut picture);
    smooth(&mut picture);
    picture
}

/// The gain of each field of a picture.
struct Shadows {
    columns: usize,
    rows: usize,
    /// Side of a field, in pixels.
    field: u32,
    gains: Vec<f32>,
}

impl Shadows {
    fn measure(picture: &RgbImage) -> Self {
        let (width, height) = picture.dimensions();
        let field = (width.max(height) / FIELDS).max(MIN_FIELD_PX);
        let (columns, rows) = (width.div_ceil(field) as usize, height.div_ceil(field) as usize);
        let mut counts = vec![[0_u32; 256]; columns * rows];
        for (y, line) in (0..height).zip(picture.rows()).step_by(3) {
            let row = (y / field) as usize * columns;
            for (x, pixel) in (0..width).zip(line).step_by(3) {
                let [red, green, blue] = pixel.0;
                counts[row + (x / field) as usize][usize::from(red.max(green).max(blue))] += 1;
            }
        }
        let gain = |count: &[u32; 256]| {
            let paper = level_below(count, BRIGHTEST_FIELD_PART).unwrap_or(u8::MAX);
            (PAPER_LEVEL / f32::from(paper.max(1))).clamp(1.0, MAX_SHADOW_GAIN)
        };
        Self { columns, rows, field, gains: counts.iter().map(gain).collect() }
    }

    /// Applies the gains, interpolated between the centres of fields.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    fn lighten(&self, picture: &mut RgbImage) {
        let (width, height) = picture.dimensions();
        let across: Vec<_> = (0..width).map(|x| neighbours(x, self.field, self.columns)).collect();
        let mut gains = vec![0.0_f32; self.columns];
        for (y, line) in (0..height).zip(picture.chunks_exact_mut(3 * width as usize)) {
            let (upper, lower, part) = neighbours(y, self.field, self.rows);
            let fields = self.gains[upper * self.columns..].iter().zip(&self.gains[lower * self.columns..]);
            for (gain, (upper, lower)) in gains.iter_mut().zip(fields) {
                *gain = upper + (lower - upper) * part;
            }
            for (pixel, &(left, right, part)) in line.chunks_exact_mut(3).zip(&across) {
                let gain = gains[left] + (gains[right] - gains[left]) * part;
                for value in pixel {
                    *value = (f32::from(*value) * gain).round().min(255.0) as u8;
                }
            }
        }
    }
}

/// Returns the two fields between whose centres a pixel is, and the part of the way to the second.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "positions within a picture, whose sides are below 2^24"
)]
fn neighbours(at: u32, field: u32, fields: usize) -> (usize, usize, f32) {
    let place = ((at as f32 + 0.5) / field as f32 - 0.5).clamp(0.0, fields as f32 - 1.0);
    let first = place as usize;
    (first, (first + 1).min(fields - 1), place.fract())
}

/// Replaces each pixel by a weighted mean with its eight neighbours, except at the edge.
fn smooth(picture: &mut RgbImage) {
    let stride = 3 * picture.width() as usize;
    let pixels: &mut [u8] = picture;
    // The original rows above and here; the row below is not changed yet.
    let (mut above, mut here) = (Vec::new(), pixels[..stride].to_vec());
    let rows = pixels.len() / stride;
    for y in 1..rows.saturating_sub(1) {
        (above, here) = (here, above);
        here.clear();
        here.extend_from_slice(&pixels[y * stride..(y + 1) * stride]);
        let (row, below) = pixels[y * stride..(y + 2) * stride].split_at_mut(stride);
        for at in 3..stride.saturating_sub(3) {
            let across = |row: &[u8]| u16::from(row[at - 3]) + 2 * u16::from(row[at]) + u16::from(row[at + 3]);
            let sum = across(&above) + 2 * across(&here) + across(below);
            row[at] = u8::try_from((sum + 8) / 16).unwrap_or(u8::MAX);
        }
    }
}

/// Returns the minimum brightness of the brightest hundredth of a picture.
fn paper_level(picture: &RgbImage) -> Option<u8> {
    let mut count = [0_u32; 256];
    for pixel in picture.pixels().step_by(SAMPLE_STEP) {
        let [red, green, blue] = pixel.0;
        count[usize::from(red.max(green).max(blue))] += 1;
    }
    level_below(&count, BRIGHTEST_PART)
}

/// Returns the lowest level that no more than a part of all pixels exceeds; none without pixels.
fn level_below(count: &[u32; 256], brightest: f32) -> Option<u8> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a part of the pixels of a picture"
    )]
    let mut above = (count.iter().sum::<u32>() as f32 * brightest) as u32;
    (0..=u8::MAX).rev().find(|level| {
        let here = count[usize::from(*level)];
        let is_enough = here > above;
        above = above.saturating_sub(here);
        is_enough
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn receipt(paper: u8, print: u8) -> RgbImage {
        RgbImage::from_fn(200, 100, |x, y| {
            let on_paper = (60..140).contains(&x);
            let printed = on_paper && y % 10 == 0 && x % 3 == 0;
            Rgb(if printed {
                [print; 3]
            } else if on_paper {
                [paper; 3]
            } else {
                [paper / 3; 3]
            })
        })
    }

    #[test]
    fn brightens_dark_paper_and_keeps_its_print() {
        let (bright, was_dark) = brighten(receipt(70, 20));
        assert!(was_dark);
        let (paper, print) = (bright.get_pixel(100, 5).0[0], bright.get_pixel(60, 0).0[0]);
        assert_eq!(paper, 240);
        assert!((60..80).contains(&print), "{print}");
    }

    #[test]
    fn leaves_a_picture_in_good_light_as_it_is() {
        for picture in [receipt(200, 40), receipt(255, 0), RgbImage::new(0, 0)] {
            assert_eq!(brighten(picture.clone()), (picture, false));
        }
    }

    #[test]
    fn does_not_take_a_lamp_in_the_corner_for_paper() {
        let mut picture = receipt(70, 20);
        for at in 0..100 {
            picture.put_pixel(at % 10, at / 10, Rgb([255; 3]));
        }
        assert_eq!(brighten(picture).0.get_pixel(100, 5).0[0], 240);
    }

    #[test]
    fn limits_the_gain_for_black() {
        assert!(brighten(RgbImage::new(40, 40)).0.pixels().all(|pixel| pixel.0 == [0; 3]));
        let nearly = brighten(RgbImage::from_pixel(40, 40, Rgb([3; 3]))).0;
        assert_eq!(nearly.get_pixel(0, 0).0, [24; 3]);
    }

    /// Returns paper whose right half is in the soft shadow of a hand.
    fn half_in_shadow() -> RgbImage {
        RgbImage::from_fn(480, 240, |x, y| {
            let light = (1.0 - 0.5 * (f32::from(u16::try_from(x).unwrap()) - 220.0) / 40.0).clamp(0.5, 1.0);
            let level = if y % 12 < 2 && x % 3 == 0 { 40.0 } else { 240.0 };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "levels of a picture")]
            Rgb([(level * light) as u8; 3])
        })
    }

    #[test]
    fn brightens_paper_in_a_shadow() {
        let lit = lighten_shadows(half_in_shadow());
        for x in [40, 220, 260, 440] {
            let (paper, print) = (lit.get_pixel(x / 3 * 3 + 1, 100).0[0], lit.get_pixel(x / 3 * 3, 108).0[0]);
            assert!(paper > 195, "{x}: {paper}");
            assert!(print < 190, "{x}: {print}");
        }
    }

    #[test]
    fn keeps_a_dark_table_darker_than_paper() {
        let picture = RgbImage::from_fn(480, 480, |x, _| Rgb(if x < 240 { [240; 3] } else { [50; 3] }));
        let lit = lighten_shadows(picture);
        assert_eq!(lit.get_pixel(100, 100).0[0], 240);
        assert!(lit.get_pixel(400, 100).0[0] <= 110);
    }

    #[test]
    fn reduces_noise_in_pictures_of_any_size() {
        let noisy = RgbImage::from_fn(100, 100, |x, y| Rgb(if (x + y) % 2 == 0 { [240; 3] } else { [200; 3] }));
        let lit = lighten_shadows(noisy);
        let [a, b] = [lit.get_pixel(50, 50).0[0], lit.get_pixel(51, 50).0[0]];
        assert!(a.abs_diff(b) <= 2, "{a} {b}");
        for (width, height) in [(0, 0), (1, 1), (2, 1), (1, 5), (3, 2), (17, 3)] {
            assert_eq!(lighten_shadows(RgbImage::new(width, height)).dimensions(), (width, height));
        }
    }
}
