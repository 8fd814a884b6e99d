//! Photos taken in a dark kitchen, or in the shadow of a hand: paper that should be white is grey, and the networks
//! miss faint print on it.

use image::RgbImage;

/// Paper in good light is this bright, …
const PAPER: f32 = 240.0;
/// … and so much of a picture is at least as bright as its paper: a lamp's reflection is smaller, a receipt is larger.
const BRIGHTEST: f32 = 0.01;
/// Below this, more light changes nothing that the networks see, and the picture stays as it is.
const MIN_GAIN: f32 = 1.3;
/// Beyond this there is more noise than print.
const MAX_GAIN: f32 = 8.0;
/// Every thirteenth pixel is looked at: patterns seldom repeat in thirteens.
const SAMPLE: usize = 13;

/// A shadow is looked for in so many fields along the longer side: smaller than a shadow, larger than print.
const FIELDS: u32 = 24;
const SMALLEST_FIELD: u32 = 16;
/// How much of a field is at least as bright as the paper in it.
const BRIGHTEST_OF_FIELD: f32 = 0.1;
/// Paper in the shadow of a hand is darker than elsewhere by this at most. What is darker still is the table.
const DEEPEST_SHADOW: f32 = 2.2;

/// Makes a dark picture as bright as if its paper had been in good light, and tells whether it was dark.
pub fn brighten(mut picture: RgbImage) -> (RgbImage, bool) {
    let gain = paper_level(&picture).map_or(1.0, |paper| (PAPER / f32::from(paper.max(1))).min(MAX_GAIN));
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

/// Brightens the shadows of a bright picture, field by field, and takes away the noise that shows there.
pub fn lighten_shadows(mut picture: RgbImage) -> RgbImage {
    if picture.width() == 0 || picture.height() == 0 {
        return picture;
    }
    Shadows::of(&picture).lighten(&mut picture);
    smooth(&mut picture);
    picture
}

/// What each field of a picture has to be multiplied by.
struct Shadows {
    columns: usize,
    rows: usize,
    /// Side of a field, in pixels.
    field: u32,
    gains: Vec<f32>,
}

impl Shadows {
    fn of(picture: &RgbImage) -> Self {
        let (width, height) = picture.dimensions();
        let field = (width.max(height) / FIELDS).max(SMALLEST_FIELD);
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
            let paper = level_below(count, BRIGHTEST_OF_FIELD).unwrap_or(u8::MAX);
            (PAPER / f32::from(paper.max(1))).clamp(1.0, DEEPEST_SHADOW)
        };
        Self { columns, rows, field, gains: counts.iter().map(gain).collect() }
    }

    /// The gain goes from the middle of one field to the next without a step.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    fn lighten(&self, picture: &mut RgbImage) {
        let (width, height) = picture.dimensions();
        let across: Vec<_> = (0..width).map(|x| between(x, self.field, self.columns)).collect();
        let mut gains = vec![0.0_f32; self.columns];
        for (y, line) in (0..height).zip(picture.chunks_exact_mut(3 * width as usize)) {
            let (upper, lower, part) = between(y, self.field, self.rows);
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

/// Between the middles of which two fields a pixel lies, and how far towards the second.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "places within a picture, whose sides are below 2^24"
)]
fn between(at: u32, field: u32, fields: usize) -> (usize, usize, f32) {
    let place = ((at as f32 + 0.5) / field as f32 - 0.5).clamp(0.0, fields as f32 - 1.0);
    let first = place as usize;
    (first, (first + 1).min(fields - 1), place.fract())
}

/// Each pixel becomes a weighted mean with its eight neighbours. Those at the edge stay as they are.
fn smooth(picture: &mut RgbImage) {
    let stride = 3 * picture.width() as usize;
    let pixels: &mut [u8] = picture;
    // The rows above and here as they were: the one below has not been touched yet.
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

/// How bright the brightest hundredth of a picture is at least.
fn paper_level(picture: &RgbImage) -> Option<u8> {
    let mut count = [0_u32; 256];
    for pixel in picture.pixels().step_by(SAMPLE) {
        let [red, green, blue] = pixel.0;
        count[usize::from(red.max(green).max(blue))] += 1;
    }
    level_below(&count, BRIGHTEST)
}

/// The highest level that no more than a part of all pixels is above.
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
        let enough = here > above;
        above = above.saturating_sub(here);
        enough
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
    fn dark_paper_becomes_white_and_print_stays_apart_from_it() {
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
    fn brightens_black_only_so_far() {
        assert!(brighten(RgbImage::new(40, 40)).0.pixels().all(|pixel| pixel.0 == [0; 3]));
        let nearly = brighten(RgbImage::from_pixel(40, 40, Rgb([3; 3]))).0;
        assert_eq!(nearly.get_pixel(0, 0).0, [24; 3]);
    }

    /// Paper of which the right half lies in the shadow of a hand, which ends softly.
    fn half_in_shadow() -> RgbImage {
        RgbImage::from_fn(480, 240, |x, y| {
            let light = (1.0 - 0.5 * (f32::from(u16::try_from(x).unwrap()) - 220.0) / 40.0).clamp(0.5, 1.0);
            let level = if y % 12 < 2 && x % 3 == 0 { 40.0 } else { 240.0 };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "levels of a picture")]
            Rgb([(level * light) as u8; 3])
        })
    }

    #[test]
    fn paper_in_shadow_becomes_as_white_as_the_rest() {
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
    fn noise_becomes_less_and_no_size_is_too_small() {
        let noisy = RgbImage::from_fn(100, 100, |x, y| Rgb(if (x + y) % 2 == 0 { [240; 3] } else { [200; 3] }));
        let lit = lighten_shadows(noisy);
        let [a, b] = [lit.get_pixel(50, 50).0[0], lit.get_pixel(51, 50).0[0]];
        assert!(a.abs_diff(b) <= 2, "{a} {b}");
        for (width, height) in [(0, 0), (1, 1), (2, 1), (1, 5), (3, 2), (17, 3)] {
            assert_eq!(lighten_shadows(RgbImage::new(width, height)).dimensions(), (width, height));
        }
    }
}
