//! Where text is: PP-OCR's differentiable-binarisation detector gives a probability for each pixel; connected areas become quadrilaterals.

use image::RgbImage;
use rten_imageproc::{PointF, RetrievalMode, RotatedRect, find_contours, min_area_rect};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use super::error::ReadError;
use super::geometry::{Point, Quad};
use super::models::{self, Models};

/// The network halves the picture five times.
const STRIDE: u32 = 32;
/// Thresholds and the unclip ratio are those the model was published with (`PaddleOCR`'s inference.yml).
const PIXEL_IS_TEXT: f32 = 0.3;
const AREA_IS_TEXT: f32 = 0.5;
const UNCLIP: f32 = 1.6;
const SMALLEST_SIDE: f32 = 3.0;
/// The memory of the network grows with the pixels it sees at once (about 250 bytes for each), so tall pages go through in strips.
const STRIP_PIXELS: u32 = 800_000;
/// Strips overlap by this many pixels, more than a line is high, so that every line is whole in one of them.
const STRIP_OVERLAP: u32 = 96;

/// Finds the pieces of text on a picture, in the picture's pixels, in no particular order.
pub fn detect(models: &Models, picture: &RgbImage) -> Result<Vec<Quad>, ReadError> {
    let (width, height) = picture.dimensions();
    let strip = (STRIP_PIXELS / width.max(1)).max(4 * STRIP_OVERLAP);
    let mut found = Vec::new();
    let mut top = 0;
    loop {
        let bottom = (top + strip).min(height);
        // A strip owns the lines whose middle lies in its inner part: the overlap is shared out evenly.
        let owned_from = if top == 0 { 0 } else { top + STRIP_OVERLAP / 2 };
        let owned_to = if bottom == height { height } else { bottom - STRIP_OVERLAP / 2 };
        #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
        let (offset, owned) = (top as f32, owned_from as f32..owned_to as f32);
        let quads = detect_strip(models, picture, top, bottom)?;
        found.extend(
            quads.into_iter().map(|quad| quad.map(|point| Point::new(point.x, point.y + offset))).filter(|quad| {
                owned.contains(&quad.center().y) || (bottom == height && quad.center().y >= owned.start)
            }),
        );
        if bottom == height {
            tracing::debug!(width, height, pieces = found.len(), "looked for text");
            return Ok(found);
        }
        top = bottom - STRIP_OVERLAP;
    }
}

fn detect_strip(models: &Models, picture: &RgbImage, top: u32, bottom: u32) -> Result<Vec<Quad>, ReadError> {
    let output: NdTensor<f32, 4> = models::run(&models.detection, input(picture, top, bottom), None)?;
    let probabilities = output.slice((0, 0));
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let (right, low) = (picture.width() as f32 - 1.0, (bottom - top) as f32 - 1.0);
    let quads = areas(probabilities)
        .into_iter()
        .map(|rect| Quad::around(&rect).map(|point| Point::new(point.x.clamp(0.0, right), point.y.clamp(0.0, low))));
    Ok(quads.filter(|quad| quad.width() >= 2.0 && quad.height() >= 2.0).collect())
}

/// The rows `top..bottom` as the network wants them: blue, green, red planes from -1 to 1, padded with grey to whole strides.
fn input(picture: &RgbImage, top: u32, bottom: u32) -> NdTensor<f32, 4> {
    let (width, height) = (picture.width() as usize, (bottom - top) as usize);
    let padded_width = picture.width().next_multiple_of(STRIDE) as usize;
    let padded_height = (bottom - top).next_multiple_of(STRIDE) as usize;
    let plane = padded_width * padded_height;
    let mut data = vec![0.0_f32; 3 * plane];
    let rows = picture.as_raw().chunks_exact(3 * width).skip(top as usize).take(height);
    for (y, row) in rows.enumerate() {
        for (x, pixel) in row.chunks_exact(3).enumerate() {
            let at = y * padded_width + x;
            for channel in 0..3 {
                data[channel * plane + at] = f32::from(pixel[2 - channel]) / 127.5 - 1.0;
            }
        }
    }
    NdTensor::from_data([1, 3, padded_height, padded_width], data)
}

fn areas(probabilities: NdTensorView<f32, 2>) -> Vec<RotatedRect> {
    let mask = mask(&probabilities);
    let contours = find_contours(mask.view(), RetrievalMode::External);
    contours
        .iter()
        .filter_map(|contour| {
            let points: Vec<PointF> = contour.iter().map(|point| point.to_f32()).collect();
            let rect = min_area_rect(&points)?;
            if rect.width().min(rect.height()) < SMALLEST_SIDE || mean_inside(&probabilities, &rect) < AREA_IS_TEXT {
                return None;
            }
            // The network marks the core of the text; the whole of it lies around that, the more the larger the area for its edge.
            let margin = rect.area() * UNCLIP / (rect.width() + rect.height());
            Some(rect.expanded(margin, margin))
        })
        .collect()
}

/// Text pixels, grown by one to the right and down as the published post-processing does.
fn mask(probabilities: &NdTensorView<f32, 2>) -> NdTensor<bool, 2> {
    let (height, width) = (probabilities.size(0), probabilities.size(1));
    let mut mask = NdTensor::<bool, 2>::zeros([height, width]);
    for y in 0..height {
        for x in 0..width {
            if probabilities[[y, x]] > PIXEL_IS_TEXT {
                for (y, x) in [(y, x), (y + 1, x), (y, x + 1), (y + 1, x + 1)] {
                    if y < height && x < width {
                        mask[[y, x]] = true;
                    }
                }
            }
        }
    }
    mask
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to the picture, whose sides are below 2^24"
)]
fn mean_inside(probabilities: &NdTensorView<f32, 2>, rect: &RotatedRect) -> f32 {
    let corners = rect.corners();
    let range = |of: fn(&PointF) -> f32, size: usize| {
        let low = corners.iter().map(of).fold(f32::MAX, f32::min).max(0.0) as usize;
        let high = corners.iter().map(of).fold(0.0, f32::max) as usize;
        low..=high.min(size - 1)
    };
    let (mut sum, mut count) = (0.0, 0.0);
    for y in range(|point| point.y, probabilities.size(0)) {
        for x in range(|point| point.x, probabilities.size(1)) {
            if rect.contains(PointF::from_yx(y as f32, x as f32)) {
                sum += probabilities[[y, x]];
                count += 1.0;
            }
        }
    }
    if count == 0.0 { 0.0 } else { sum / count }
}
