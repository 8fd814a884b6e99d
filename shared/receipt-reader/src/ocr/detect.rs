//! Where text is: PP-OCR's differentiable-binarisation detector gives a probability for each pixel; connected areas
//! become quadrilaterals.

use std::ops::Range;
use std::sync::Arc;

use image::RgbImage;
use rten::ThreadPool;
use rten_imageproc::{PointF, RetrievalMode, RotatedRect, find_contours, min_area_rect};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use crate::error::ReadError;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::models::{self, Models};
use crate::ocr::session::Session;

/// The network halves the picture five times.
const STRIDE: u32 = 32;
/// Thresholds and the unclip ratio are those the model was published with (`PaddleOCR`'s inference.yml).
const PIXEL_IS_TEXT: f32 = 0.3;
const AREA_IS_TEXT: f32 = 0.5;
const UNCLIP: f32 = 1.6;
const SMALLEST_SIDE: f32 = 3.0;
/// The memory of the network grows with the pixels it sees at once (about 250 bytes for each), and each core has a
/// strip of its own.
const STRIP_PIXELS: u32 = 300_000;
const LOWEST_STRIP: u32 = 4 * STRIP_OVERLAP;
/// Strips overlap by this many pixels, more than a line is high, so that every line is whole in one of them.
const STRIP_OVERLAP: u32 = 96;
/// What is so many pixels from the middle of an overlap is between the strips.
const BETWEEN: f32 = 4.0;
/// Always an even number of strips, and two of them as soon as each is this high without its overlap: with fewer, one
/// of two cores waits. It is not the number of cores of this machine, or one photo would be read differently on
/// another.
const STRIPS_AT_ONCE: u32 = 2;
const LOWEST_PART: u32 = 2 * STRIP_OVERLAP;

/// Finds the pieces of text on a picture, in the picture's pixels, in no particular order.
pub fn detect(session: &Session, picture: &RgbImage) -> Result<Vec<Quad>, ReadError> {
    let strips = strips(picture.width(), picture.height());
    session.looked_at(strips.iter().map(|strip| strip.rows.len() * picture.width() as usize).sum());
    let models = session.models;
    let found = models::share_out(&strips, |strip, threads| detect_strip(models, picture, strip, threads));
    let found: Result<Vec<Vec<Quad>>, ReadError> = found.into_iter().collect();
    Ok(found?.into_iter().fold(Vec::new(), add_new))
}

/// What lies between two strips is found twice.
fn add_new(mut all: Vec<Quad>, found: Vec<Quad>) -> Vec<Quad> {
    let is_new = |quad: &Quad| !all.iter().any(|known| known.covers(quad));
    let new: Vec<Quad> = found.into_iter().filter(is_new).collect();
    all.extend(new);
    all
}

/// Some rows of a picture, and those of them whose lines are this strip's: where strips overlap, half of the overlap
/// belongs to each, and what is between the halves to both: each sees a line there a little nearer to the other, and it
/// would be neither's.
#[derive(Debug, PartialEq, Eq)]
struct RowStrip {
    rows: Range<u32>,
    owned: Range<u32>,
}

fn strips(width: u32, height: u32) -> Vec<RowStrip> {
    let highest = (STRIP_PIXELS / width.max(1)).max(LOWEST_STRIP);
    let step = highest - STRIP_OVERLAP;
    let height_to_share = height.saturating_sub(STRIP_OVERLAP);
    let is_shared = height_to_share >= STRIPS_AT_ONCE * LOWEST_PART;
    let count = height_to_share.div_ceil(step).next_multiple_of(if is_shared { STRIPS_AT_ONCE } else { 1 }).max(1);
    // All of one height, or the last core would wait for the others.
    let step = height_to_share.div_ceil(count).max(1);
    (0..count)
        .map(|n| {
            let rows = n * step..((n + 1) * step + STRIP_OVERLAP).min(height);
            let from = if n == 0 { 0 } else { rows.start + STRIP_OVERLAP / 2 };
            let to = if n + 1 == count { height } else { rows.end - STRIP_OVERLAP / 2 };
            RowStrip { rows, owned: from..to }
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
fn detect_strip(
    models: &Models,
    picture: &RgbImage,
    strip: &RowStrip,
    threads: &Arc<ThreadPool>,
) -> Result<Vec<Quad>, ReadError> {
    let Range { start: top, end: bottom } = strip.rows;
    let output: NdTensor<f32, 4> = models::run(&models.detection, input(picture, top, bottom), Some(threads))?;
    let (right, low) = (picture.width() as f32 - 1.0, (bottom - top) as f32 - 1.0);
    let is_last = strip.owned.end == picture.height();
    let owned = strip.owned.start as f32 - BETWEEN..strip.owned.end as f32 + BETWEEN;
    let quads = areas(output.slice((0, 0)))
        .into_iter()
        .map(|rect| Quad::around(&rect).map(|point| Point::new(point.x.clamp(0.0, right), point.y.clamp(0.0, low))))
        .filter(|quad| quad.width() >= 2.0 && quad.height() >= 2.0)
        .map(|quad| quad.map(|point| Point::new(point.x, point.y + top as f32)))
        .filter(|quad| owned.contains(&quad.center().y) || (is_last && quad.center().y >= owned.start));
    Ok(quads.collect())
}

/// The rows `top..bottom` as the network wants them: blue, green, red planes from -1 to 1, padded with grey to whole
/// strides.
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
            // The network marks the core of the text; the whole of it lies around that, the more the larger the area
            // for its edge.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_every_row_to_one_strip_that_sees_its_surroundings() {
        for (width, height) in [(32, 1), (600, 95), (600, 384), (600, 700), (900, 1_500), (700, 24_000), (8_000, 32)] {
            let strips = strips(width, height);
            let mut next = 0;
            for strip in &strips {
                assert_eq!(strip.owned.start, next, "{width}x{height}: {strips:?}");
                assert!(strip.rows.start <= strip.owned.start && strip.owned.end <= strip.rows.end);
                assert!(strip.owned.start == 0 || strip.owned.start - strip.rows.start == STRIP_OVERLAP / 2);
                assert!(u32::try_from(strip.rows.len()).unwrap() <= (STRIP_PIXELS / width).max(LOWEST_STRIP));
                next = strip.owned.end;
            }
            assert_eq!(next, height);
            assert!(height < 480 || strips.len().is_multiple_of(2), "one core would wait: {strips:?}");
        }
    }

    #[test]
    fn keeps_a_row_between_two_strips_once() {
        let line = |x: f32, y: f32| {
            Quad([(x, y), (x + 90.0, y), (x + 90.0, y + 12.0), (x, y + 12.0)].map(|(x, y)| Point::new(x, y)))
        };
        let upper = vec![line(0.0, 480.0), line(0.0, 497.0), line(200.0, 497.5)];
        let lower = vec![line(0.5, 498.0), line(190.0, 498.0), line(0.0, 512.0)];
        let all = add_new(upper.clone(), lower.clone());
        assert_eq!(all, [upper, lower[2..].to_vec()].concat());
    }
}
