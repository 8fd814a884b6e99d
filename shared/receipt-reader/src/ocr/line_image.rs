//! The image of a text box as the recogniser takes it: straightened, and scaled to one height.

use crate::ocr::geometry::Quad;
use image::RgbImage;

/// The height that the recogniser was trained with.
pub const IMAGE_HEIGHT: usize = 48;
pub const MIN_WIDTH: usize = 16;
const MAX_WIDTH: usize = 2400;
/// The width of an image relative to that in proportion to its height. The network reads narrowed letters as well, and
/// its work grows with every column.
const WIDTH_FACTOR: f32 = 0.75;

/// A text box of [`IMAGE_HEIGHT`] rows: three planes (blue, green, red) from -1 to 1.
pub struct LineImage {
    pub width: usize,
    pub planes: Vec<f32>,
}

/// Returns the width of the image of a text box.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to a small range"
)]
pub fn image_width(quad: &Quad) -> usize {
    let (long, high) = (quad.width(), quad.height().max(1.0));
    ((WIDTH_FACTOR * IMAGE_HEIGHT as f32 * long / high).ceil() as usize).clamp(MIN_WIDTH, MAX_WIDTH)
}

/// Cuts a text box out of a picture, straightened.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to small ranges"
)]
pub fn crop_line(picture: &RgbImage, quad: &Quad) -> LineImage {
    let [top_left, top_right, bottom_right, bottom_left] = quad.0;
    let (width, high) = (image_width(quad), quad.height().max(1.0));
    // A finer picture is averaged over several samples, or thin print would break up.
    let samples = ((high / IMAGE_HEIGHT as f32).round() as usize).clamp(1, 4);
    let weight = 1.0 / (samples * samples) as f32;
    let plane = IMAGE_HEIGHT * width;
    let mut planes = vec![0.0_f32; 3 * plane];
    for row in 0..IMAGE_HEIGHT {
        for column in 0..width {
            let mut sum = [0.0_f32; 3];
            for sample in 0..samples * samples {
                let down = ((sample / samples) as f32 + 0.5) / samples as f32;
                let across = ((sample % samples) as f32 + 0.5) / samples as f32;
                let down = (row as f32 + down) / IMAGE_HEIGHT as f32;
                let across = (column as f32 + across) / width as f32;
                let point = top_left.lerp(top_right, across).lerp(bottom_left.lerp(bottom_right, across), down);
                let colour = sample_at(picture, point.x - 0.5, point.y - 0.5);
                for channel in 0..3 {
                    sum[channel] += colour[channel];
                }
            }
            for channel in 0..3 {
                planes[channel * plane + row * width + column] = sum[2 - channel] * weight / 127.5 - 1.0;
            }
        }
    }
    LineImage { width, planes }
}

/// Returns the colour at a position between four pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to the picture"
)]
pub fn sample_at(picture: &RgbImage, x: f32, y: f32) -> [f32; 3] {
    let (last_x, last_y) = (picture.width() as usize - 1, picture.height() as usize - 1);
    let (x, y) = (x.clamp(0.0, last_x as f32), y.clamp(0.0, last_y as f32));
    let (left, top) = (x as usize, y as usize);
    let (right, low) = ((left + 1).min(last_x), (top + 1).min(last_y));
    let (part_x, part_y) = (x - left as f32, y - top as f32);
    let raw = picture.as_raw();
    let row = (last_x + 1) * 3;
    let mut colour = [0.0; 3];
    for (channel, value) in colour.iter_mut().enumerate() {
        let at = |x: usize, y: usize| f32::from(raw[y * row + x * 3 + channel]);
        let upper = at(left, top) * (1.0 - part_x) + at(right, top) * part_x;
        let lower = at(left, low) * (1.0 - part_x) + at(right, low) * part_x;
        *value = upper * (1.0 - part_y) + lower * part_y;
    }
    colour
}
