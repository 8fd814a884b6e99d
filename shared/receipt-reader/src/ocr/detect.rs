//! Detects text: PP-OCR's differentiable-binarisation detector gives a probability for each pixel; connected areas
//! become quadrilaterals.

use std::ops::Range;

use image::RgbImage;
use rten_imageproc::{PointF, RetrievalMode, RotatedRect, find_contours, min_area_rect};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use crate::error::ReadError;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::models::Models;
use crate::ocr::parallel::run_parallel;
use crate::ocr::session::Session;

/// The sides of the input are multiples of this: the network halves them five times.
const STRIDE: u32 = 32;
/// Thresholds and the unclip ratio are those that the model was published with (`PaddleOCR`'s inference.yml).
const MIN_PIXEL_SCORE: f32 = 0.3;
const MIN_BOX_SCORE: f32 = 0.5;
const UNCLIP_RATIO: f32 = 1.6;
const MIN_SIDE: f32 = 3.0;
/// A large picture is processed in tiles, since the memory of the network grows with the pixels of its input.
const MAX_TILE_PIXELS: u32 = 300_000;
const MIN_TILE_HEIGHT: u32 = 4 * TILE_OVERLAP;
/// The overlap of two tiles in pixels: more than the height of a line, so that every line is complete in one of them.
const TILE_OVERLAP: u32 = 96;
/// Lines this close to the middle of an overlap, in pixels, belong to both tiles.
const SHARED_MARGIN: f32 = 4.0;
/// The number of tiles is a multiple of this as soon as each tile has `MIN_PART_HEIGHT` without its overlap: boxes are
/// taken out of one while the network works on another. It does not depend on this machine's cores, or a photo would be
/// read differently on another one.
const PARALLEL_TILES: u32 = 2;
const MIN_PART_HEIGHT: u32 = 2 * TILE_OVERLAP;

/// Detects the text boxes on a picture, in its pixels, in no particular order.
pub fn detect_text(session: &Session, picture: &RgbImage) -> Result<Vec<Quad>, ReadError> {
    let tiles = tiles(picture.width(), picture.height());
    session.count_detection(tiles.iter().map(|tile| tile.rows.len() * picture.width() as usize).sum());
    let models = session.models;
    let found = run_parallel(&tiles, |tile| detect_tile(models, picture, tile));
    let found: Result<Vec<Vec<Quad>>, ReadError> = found.into_iter().collect();
    Ok(found?.into_iter().fold(Vec::new(), add_new))
}

/// Adds the boxes that are not known yet: those between two tiles are found twice.
fn add_new(mut all: Vec<Quad>, found: Vec<Quad>) -> Vec<Quad> {
    let is_new = |quad: &Quad| !all.iter().any(|known| known.is_same_place(quad));
    let new: Vec<Quad> = found.into_iter().filter(is_new).collect();
    all.extend(new);
    all
}

/// A tile: some rows of a picture, and those whose lines it owns. Half of an overlap belongs to each tile, and the
/// middle to both, since each tile sees a line there a little nearer to the other one.
#[derive(Debug, PartialEq, Eq)]
struct Tile {
    rows: Range<u32>,
    owned: Range<u32>,
}

fn tiles(width: u32, height: u32) -> Vec<Tile> {
    let max_height = (MAX_TILE_PIXELS / width.max(1)).max(MIN_TILE_HEIGHT);
    let step = max_height - TILE_OVERLAP;
    let height_to_share = height.saturating_sub(TILE_OVERLAP);
    let is_shared = height_to_share >= PARALLEL_TILES * MIN_PART_HEIGHT;
    let count = height_to_share.div_ceil(step).next_multiple_of(if is_shared { PARALLEL_TILES } else { 1 }).max(1);
    // All tiles have one height, or the last core would wait for the others.
    let step = height_to_share.div_ceil(count).max(1);
    (0..count)
        .map(|n| {
            let rows = n * step..((n + 1) * step + TILE_OVERLAP).min(height);
            let from = if n == 0 { 0 } else { rows.start + TILE_OVERLAP / 2 };
            let to = if n + 1 == count { height } else { rows.end - TILE_OVERLAP / 2 };
            Tile { rows, owned: from..to }
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
fn detect_tile(models: &Models, picture: &RgbImage, tile: &Tile) -> Result<Vec<Quad>, ReadError> {
    let Range { start: top, end: bottom } = tile.rows;
    let output: NdTensor<f32, 4> = models.detection.run(input(picture, top, bottom))?;
    let (right, low) = (picture.width() as f32 - 1.0, (bottom - top) as f32 - 1.0);
    let is_last = tile.owned.end == picture.height();
    let owned = tile.owned.start as f32 - SHARED_MARGIN..tile.owned.end as f32 + SHARED_MARGIN;
    let quads = text_areas(output.slice((0, 0)))
        .into_iter()
        .map(|rect| Quad::around(&rect).map(|point| Point::new(point.x.clamp(0.0, right), point.y.clamp(0.0, low))))
        .filter(|quad| quad.width() >= 2.0 && quad.height() >= 2.0)
        .map(|quad| quad.map(|point| Point::new(point.x, point.y + top as f32)))
        .filter(|quad| owned.contains(&quad.center().y) || (is_last && quad.center().y >= owned.start));
    Ok(quads.collect())
}

/// Returns the rows `top..bottom` as the network's input: blue, green, red planes from -1 to 1, padded with grey to
/// whole strides.
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

fn text_areas(probabilities: NdTensorView<f32, 2>) -> Vec<RotatedRect> {
    let mask = mask(&probabilities);
    let contours = find_contours(mask.view(), RetrievalMode::External);
    contours
        .iter()
        .filter_map(|contour| {
            let points: Vec<PointF> = contour.iter().map(|point| point.to_f32()).collect();
            let rect = min_area_rect(&points)?;
            if rect.width().min(rect.height()) < MIN_SIDE || mean_probability(&probabilities, &rect) < MIN_BOX_SCORE {
                return None;
            }
            // The network marks the core of a text; the text extends beyond it in proportion to area over perimeter.
            let margin = rect.area() * UNCLIP_RATIO / (rect.width() + rect.height());
            Some(rect.expanded(margin, margin))
        })
        .collect()
}

/// Returns the text pixels, dilated by one to the right and down as in the published post-processing.
fn mask(probabilities: &NdTensorView<f32, 2>) -> NdTensor<bool, 2> {
    let (height, width) = (probabilities.size(0), probabilities.size(1));
    let mut mask = NdTensor::<bool, 2>::zeros([height, width]);
    for y in 0..height {
        for x in 0..width {
            if probabilities[[y, x]] > MIN_PIXEL_SCORE {
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
fn mean_probability(probabilities: &NdTensorView<f32, 2>, rect: &RotatedRect) -> f32 {
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
    fn gives_every_row_to_one_tile_that_sees_its_surroundings() {
        for (width, height) in [(32, 1), (600, 95), (600, 384), (600, 700), (900, 1_500), (700, 24_000), (8_000, 32)] {
            let tiles = tiles(width, height);
            let mut next = 0;
            for tile in &tiles {
                assert_eq!(tile.owned.start, next, "{width}x{height}: {tiles:?}");
                assert!(tile.rows.start <= tile.owned.start && tile.owned.end <= tile.rows.end);
                assert!(tile.owned.start == 0 || tile.owned.start - tile.rows.start == TILE_OVERLAP / 2);
                assert!(u32::try_from(tile.rows.len()).unwrap() <= (MAX_TILE_PIXELS / width).max(MIN_TILE_HEIGHT));
                next = tile.owned.end;
            }
            assert_eq!(next, height);
            assert!(height < 480 || tiles.len().is_multiple_of(2), "one core would wait: {tiles:?}");
        }
    }

    #[test]
    fn keeps_a_row_between_two_tiles_once() {
        let line = |x: f32, y: f32| crate::tests::quad([x, y, x + 90.0, y + 12.0]);
        let upper = vec![line(0.0, 480.0), line(0.0, 497.0), line(200.0, 497.5)];
        let lower = vec![line(0.5, 498.0), line(190.0, 498.0), line(0.0, 512.0)];
        let all = add_new(upper.clone(), lower.clone());
        assert_eq!(all, [upper, lower[2..].to_vec()].concat());
    }
}
