//! What the text says: each piece is straightened into a strip of fixed height, and a CTC recogniser spells it.

use std::sync::Arc;

use image::RgbImage;
use rten::ThreadPool;
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use super::error::ReadError;
use super::eyes::Eyes;
use super::geometry::Quad;
use super::models;

/// The height that the recogniser was trained with.
pub const STRIP_HEIGHT: usize = 48;
const NARROWEST: usize = 16;
const WIDEST: usize = 2400;
const STRIDE: usize = 16;
/// How wide a strip is drawn, against its width at [`STRIP_HEIGHT`]. The network reads narrowed letters as well, and its work grows with
/// every column.
const NARROWING: f32 = 0.75;
const DIRECTION_WIDTH: usize = 192;
/// Strips of similar width are read together, so many that what the network holds of them stays near the processor: batches of twelve took a
/// seventh more of its time, and left one core waiting for the other at the end of each part of a page.
const BATCH_COLUMNS: usize = 1000;
const BATCH_STRIPS: usize = 4;
/// A strip that is narrower than this part of the widest of its batch would be filled up with nothing, which costs as much as print and which the
/// network takes into account.
const ALIKE: f32 = 0.9;

/// A piece of text straightened to [`STRIP_HEIGHT`] rows: three planes (blue, green, red) from -1 to 1.
pub struct Strip {
    width: usize,
    planes: Vec<f32>,
}

/// What was read, and how sure the network is of it on average (0 to 1).
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub text: String,
    pub confidence: f32,
}

/// The columns of the strip that a piece of text is straightened to.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to a small range"
)]
pub fn strip_width(quad: &Quad) -> usize {
    let (long, high) = (quad.width(), quad.height().max(1.0));
    ((NARROWING * STRIP_HEIGHT as f32 * long / high).ceil() as usize).clamp(NARROWEST, WIDEST)
}

/// Straightens what a quadrilateral encloses.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to small ranges"
)]
pub fn straighten(picture: &RgbImage, quad: &Quad) -> Strip {
    let [top_left, top_right, bottom_right, bottom_left] = quad.0;
    let (width, high) = (strip_width(quad), quad.height().max(1.0));
    // Where the picture is finer than the strip, several samples are averaged, or thin print would break up.
    let samples = ((high / STRIP_HEIGHT as f32).round() as usize).clamp(1, 4);
    let weight = 1.0 / (samples * samples) as f32;
    let plane = STRIP_HEIGHT * width;
    let mut planes = vec![0.0_f32; 3 * plane];
    for row in 0..STRIP_HEIGHT {
        for column in 0..width {
            let mut sum = [0.0_f32; 3];
            for sample in 0..samples * samples {
                let down = ((sample / samples) as f32 + 0.5) / samples as f32;
                let across = ((sample % samples) as f32 + 0.5) / samples as f32;
                let down = (row as f32 + down) / STRIP_HEIGHT as f32;
                let across = (column as f32 + across) / width as f32;
                let point =
                    top_left.towards(top_right, across).towards(bottom_left.towards(bottom_right, across), down);
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
    Strip { width, planes }
}

/// The colour between four pixels.
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

/// Reads strips, in the order given.
pub fn recognise(eyes: &Eyes, strips: &[Strip]) -> Result<Vec<Reading>, ReadError> {
    eyes.read(strips.iter().map(|strip| strip.width));
    let models = eyes.models;
    let mut readings = vec![Reading { text: String::new(), confidence: 0.0 }; strips.len()];
    let batches = batches(strips);
    let read = |batch: &Vec<usize>, threads: &Arc<ThreadPool>| -> Result<Vec<(usize, Reading)>, ReadError> {
        let output: NdTensor<f32, 3> = models::run(&models.recognition, input(strips, batch), Some(threads))?;
        let spelt = batch.iter().enumerate().map(|(at, &index)| (index, spell(&output.slice(at), &models.characters)));
        Ok(spelt.collect())
    };
    let results = models::share_out(&batches, read);
    for result in results {
        for (index, reading) in result? {
            readings[index] = reading;
        }
    }
    let columns: usize = strips.iter().map(|strip| strip.width).sum();
    tracing::debug!(strips = strips.len(), columns, batches = batches.len(), "read text");
    Ok(readings)
}

/// Groups strips of similar width, the widest first so that no core is left with a long one at the end.
fn batches(strips: &[Strip]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..strips.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(strips[index].width));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for index in order {
        match batches.last_mut() {
            Some(batch) if is_room_for(strips[index].width, strips[batch[0]].width, batch.len()) => batch.push(index),
            _ => batches.push(vec![index]),
        }
    }
    batches
}

/// Whether a strip goes into a batch of so many, the widest of which is given.
#[expect(clippy::cast_precision_loss, reason = "at most WIDEST")]
fn is_room_for(width: usize, widest: usize, strips: usize) -> bool {
    strips < BATCH_STRIPS && (strips + 1) * widest <= BATCH_COLUMNS && width as f32 >= ALIKE * widest as f32
}

fn input(strips: &[Strip], batch: &[usize]) -> NdTensor<f32, 4> {
    let width = batch.iter().map(|&index| strips[index].width).max().unwrap_or(NARROWEST).next_multiple_of(STRIDE);
    let mut data = vec![0.0_f32; batch.len() * 3 * STRIP_HEIGHT * width];
    for (rows, &index) in data.chunks_exact_mut(3 * STRIP_HEIGHT * width).zip(batch) {
        let strip = &strips[index];
        for (to, from) in rows.chunks_exact_mut(width).zip(strip.planes.chunks_exact(strip.width)) {
            to[..strip.width].copy_from_slice(from);
        }
    }
    NdTensor::from_data([batch.len(), 3, STRIP_HEIGHT, width], data)
}

/// The beginnings of strips, in the one size that the direction classifier takes.
pub fn direction_input(strips: &[Strip]) -> NdTensor<f32, 4> {
    let mut data = vec![0.0_f32; strips.len() * 3 * STRIP_HEIGHT * DIRECTION_WIDTH];
    for (rows, strip) in data.chunks_exact_mut(3 * STRIP_HEIGHT * DIRECTION_WIDTH).zip(strips) {
        let width = strip.width.min(DIRECTION_WIDTH);
        for (to, from) in rows.chunks_exact_mut(DIRECTION_WIDTH).zip(strip.planes.chunks_exact(strip.width)) {
            to[..width].copy_from_slice(&from[..width]);
        }
    }
    NdTensor::from_data([strips.len(), 3, STRIP_HEIGHT, DIRECTION_WIDTH], data)
}

/// Greedy CTC: the best class of each step, repetitions and blanks left out.
fn spell(steps: &NdTensorView<f32, 2>, characters: &[char]) -> Reading {
    let (mut text, mut sure, mut count, mut last) = (String::new(), 0.0, 0.0, 0);
    for step in 0..steps.size(0) {
        let (mut best, mut probability) = (0, f32::MIN);
        for (class, &value) in steps.slice(step).iter().enumerate() {
            if value > probability {
                (best, probability) = (class, value);
            }
        }
        if best != 0 && best != last {
            text.push(characters.get(best - 1).copied().unwrap_or(' '));
            sure += probability;
            count += 1.0;
        }
        last = best;
    }
    Reading { text: text.trim().to_owned(), confidence: if count == 0.0 { 0.0 } else { sure / count } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_of_one_width_are_read_together() {
        let strips = |widths: &[usize]| -> Vec<Strip> {
            widths.iter().map(|&width| Strip { width, planes: vec![0.0; 3 * STRIP_HEIGHT * width] }).collect()
        };
        let widths = [64, 480, 60, 62, 200, 61, 470, 63, 110];
        let batches = batches(&strips(&widths));
        let batches: Vec<Vec<usize>> =
            batches.iter().map(|batch| batch.iter().map(|&at| widths[at]).collect()).collect();
        assert_eq!(batches, [vec![480, 470], vec![200], vec![110], vec![64, 63, 62, 61], vec![60]]);
    }
}
