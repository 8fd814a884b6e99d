//! What the text says: each piece is straightened into a strip of fixed height, and a CTC recogniser spells it.

use std::sync::Arc;

use rten::ThreadPool;
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use crate::error::ReadError;
use crate::ocr::models;
use crate::ocr::session::Session;
use crate::ocr::strip::{NARROWEST, STRIP_HEIGHT, Strip};

const STRIDE: usize = 16;
const DIRECTION_WIDTH: usize = 192;
/// Strips of similar width are read together, so many that what the network holds of them stays near the processor:
/// batches of twelve took a seventh more of its time, and left one core waiting for the other at the end of each part
/// of a page.
const BATCH_COLUMNS: usize = 1000;
const BATCH_STRIPS: usize = 4;
/// A strip that is narrower than this part of the widest of its batch would be filled up with nothing, which costs as
/// much as print and which the network takes into account.
const ALIKE: f32 = 0.9;

/// What was read, and how sure the network is of it on average (0 to 1).
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub text: String,
    pub confidence: f32,
}

/// Reads strips, in the order given.
pub fn recognise(session: &Session, strips: &[Strip]) -> Result<Vec<Reading>, ReadError> {
    session.read(strips.iter().map(|strip| strip.width));
    let models = session.models;
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

/// Returns true if a strip goes into a batch of so many, the widest of which is given.
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
