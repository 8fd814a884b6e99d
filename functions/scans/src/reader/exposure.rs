//! Photos taken in a dark kitchen: paper that should be white is grey, and the networks miss faint print on it.

use image::RgbImage;

/// Paper in good light is this bright, …
const PAPER: f32 = 240.0;
/// … and so much of a picture is at least as bright as its paper: a lamp's reflection is smaller, a receipt is larger.
const BRIGHTEST: f32 = 0.01;
/// Below this, more light changes nothing that the networks see, and the picture stays as it is.
const LEAST_GAIN: f32 = 1.3;
/// Beyond this there is more noise than print.
const LARGEST_GAIN: f32 = 8.0;
/// Every thirteenth pixel is looked at: patterns seldom repeat in thirteens.
const SAMPLE: usize = 13;

/// Makes a dark picture as bright as if its paper had been in good light.
pub fn brighten(mut picture: RgbImage) -> RgbImage {
    let Some(paper) = paper_level(&picture) else { return picture };
    let gain = (PAPER / f32::from(paper.max(1))).min(LARGEST_GAIN);
    if gain < LEAST_GAIN {
        return picture;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let levels: [u8; 256] = std::array::from_fn(|level| {
        let level = u8::try_from(level).unwrap_or(u8::MAX);
        (f32::from(level) * gain).round().clamp(0.0, 255.0) as u8
    });
    for value in picture.iter_mut() {
        *value = levels[usize::from(*value)];
    }
    picture
}

/// How bright the brightest hundredth of a picture is at least.
fn paper_level(picture: &RgbImage) -> Option<u8> {
    let mut count = [0_u32; 256];
    let mut all = 0_u32;
    for pixel in picture.pixels().step_by(SAMPLE) {
        let [red, green, blue] = pixel.0;
        count[usize::from(red.max(green).max(blue))] += 1;
        all += 1;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a hundredth of the pixels of a picture"
    )]
    let mut left = (all as f32 * BRIGHTEST) as u32;
    (0..=u8::MAX).rev().find(|level| {
        let here = count[usize::from(*level)];
        let enough = here > left;
        left = left.saturating_sub(here);
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
        let bright = brighten(receipt(70, 20));
        let (paper, print) = (bright.get_pixel(100, 5).0[0], bright.get_pixel(60, 0).0[0]);
        assert_eq!(paper, 240);
        assert!((60..80).contains(&print), "{print}");
    }

    #[test]
    fn a_picture_in_good_light_stays_as_it_is() {
        for picture in [receipt(200, 40), receipt(255, 0), RgbImage::new(0, 0)] {
            assert_eq!(brighten(picture.clone()), picture);
        }
    }

    #[test]
    fn a_lamp_in_the_corner_is_not_the_paper() {
        let mut picture = receipt(70, 20);
        for at in 0..100 {
            picture.put_pixel(at % 10, at / 10, Rgb([255; 3]));
        }
        assert_eq!(brighten(picture).get_pixel(100, 5).0[0], 240);
    }

    #[test]
    fn what_is_black_is_brightened_only_so_far() {
        assert!(brighten(RgbImage::new(40, 40)).pixels().all(|pixel| pixel.0 == [0; 3]));
        let nearly = brighten(RgbImage::from_pixel(40, 40, Rgb([3; 3])));
        assert_eq!(nearly.get_pixel(0, 0).0, [24; 3]);
    }
}
