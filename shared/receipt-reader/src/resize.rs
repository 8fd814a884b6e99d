//! Scales pictures with SIMD instructions.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{FilterType, ResizeAlg, ResizeOptions, Resizer};
use image::{RgbImage, imageops};

/// Scales a picture down by averaging, which keeps thin print legible.
pub fn shrink(picture: &RgbImage, factor: f64) -> RgbImage {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the factor is at most 1 and the sides are at least 1"
    )]
    let side = |length: u32| ((f64::from(length) * factor).round() as u32).clamp(1, length.max(1));
    scale(picture, side(picture.width()), side(picture.height()), FilterType::Box)
}

/// Scales a picture up or down. Lanczos keeps enlarged print sharp: with bilinear filtering, a column of close prices
/// runs together.
pub fn resize(picture: &RgbImage, width: u32, height: u32) -> RgbImage {
    let filter = if width > picture.width() { FilterType::Lanczos3 } else { FilterType::Bilinear };
    scale(picture, width, height, filter)
}

fn scale(picture: &RgbImage, width: u32, height: u32, filter: FilterType) -> RgbImage {
    let scaled = || {
        let mut scaled = RgbImage::new(width, height);
        let from = TypedImageRef::<U8x3>::from_buffer(picture.width(), picture.height(), picture.as_raw()).ok()?;
        let mut to = TypedImage::<U8x3>::from_buffer(width, height, &mut scaled).ok()?;
        let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(filter));
        // The untyped `resize` compiles the library's vector code for all pixel types: minutes, and 6 MB of code.
        Resizer::new().resize_typed(&from, &mut to, &options).ok()?;
        drop(to);
        Some(scaled)
    };
    // The library rejects only pictures without pixels, which do not occur.
    scaled().unwrap_or_else(|| imageops::thumbnail(picture, width, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn keeps_the_left_edge_white_in_every_size() {
        let picture = RgbImage::from_fn(64, 48, |x, _| if x < 32 { Rgb([255; 3]) } else { Rgb([0, 0, 90]) });
        for scaled in [shrink(&picture, 0.5), shrink(&picture, 0.001), resize(&picture, 80, 60), resize(&picture, 9, 7)]
        {
            let (width, height) = scaled.dimensions();
            assert_eq!(scaled.as_raw().len(), (width * height * 3) as usize);
            if width > 1 {
                assert_eq!(scaled.get_pixel(0, height / 2), &Rgb([255; 3]));
                assert_eq!(scaled.get_pixel(width - 1, height / 2), &Rgb([0, 0, 90]));
            }
        }
        assert_eq!(shrink(&picture, 0.5).dimensions(), (32, 24));
        assert_eq!(shrink(&picture, 0.001).dimensions(), (1, 1));
    }
}
