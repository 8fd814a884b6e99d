//! What the text says: each piece is straightened into a strip of fixed height, and a CTC recogniser spells it.

use std::sync::Arc;

use rten::ThreadPool;
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use crate::error::ReadError;
use crate::ocr::line_image::{NARROWEST, STRIP_HEIGHT, Strip};
use crate::ocr::models::{self, Models};
use crate::ocr::session::Session;
use crate::text::money;

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

/// A digit is an alternative if the network takes it for at least so much as likely as what it reads, …
const MIN_LIKELIHOOD: f32 = 0.002;
/// … and only the likeliest ones of each character are kept.
const MAX_ALTERNATIVES: usize = 2;

/// What was read, and how sure the network is of it on average (0 to 1).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    pub text: String,
    pub confidence: f32,
    /// What else characters may be, where the text has an amount.
    pub alternatives: Vec<Alternative>,
}

impl Reading {
    /// A text without alternatives.
    pub fn new(text: impl Into<String>, confidence: f32) -> Self {
        Self { text: text.into(), confidence, alternatives: Vec::new() }
    }
}

/// Another digit that a character of a text may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The index of the character.
    pub at: usize,
    pub digit: char,
    /// How likely the digit is, as a part of how likely the character is that was read.
    pub likelihood: f32,
}

/// Reads strips, in the order given.
pub fn recognise(session: &Session, strips: &[Strip]) -> Result<Vec<Reading>, ReadError> {
    session.read(strips.iter().map(|strip| strip.width));
    let models = session.models;
    let mut readings = vec![Reading::default(); strips.len()];
    let batches = batches(strips);
    let read = |batch: &Vec<usize>, threads: &Arc<ThreadPool>| -> Result<Vec<(usize, Reading)>, ReadError> {
        let output: NdTensor<f32, 3> = models::run(&models.recognition, input(strips, batch), Some(threads))?;
        let spelt = batch.iter().enumerate().map(|(at, &index)| (index, spell(&output.slice(at), models)));
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

/// A character that was read, its probability, and how likely each digit is at its steps.
struct Glyph {
    character: char,
    probability: f32,
    digits: [f32; 10],
}

/// Greedy CTC: the best class of each step, repetitions and blanks left out.
fn spell(steps: &NdTensorView<f32, 2>, models: &Models) -> Reading {
    let (mut glyphs, mut last): (Vec<Glyph>, usize) = (Vec::new(), 0);
    for step in 0..steps.size(0) {
        let values = steps.slice(step);
        let (mut best, mut probability) = (0, f32::MIN);
        for (class, &value) in values.iter().enumerate() {
            if value > probability {
                (best, probability) = (class, value);
            }
        }
        if best != 0 && best != last {
            let character = models.characters.get(best - 1).copied().unwrap_or(' ');
            glyphs.push(Glyph { character, probability, digits: [0.0; 10] });
        }
        if best != 0
            && let Some(glyph) = glyphs.last_mut()
        {
            for (likelihood, class) in glyph.digits.iter_mut().zip(models.digits) {
                *likelihood = likelihood.max(values[[class]] / probability);
            }
        }
        last = best;
    }
    if glyphs.is_empty() {
        return Reading::default();
    }
    #[expect(clippy::cast_precision_loss, reason = "a text has some hundred characters")]
    let confidence = glyphs.iter().map(|glyph| glyph.probability).sum::<f32>() / glyphs.len() as f32;
    let text: String = glyphs.iter().map(|glyph| glyph.character).collect();
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let text = text.trim().to_owned();
    let alternatives = if has_amount(&text) { alternatives(&glyphs[indent..]) } else { Vec::new() };
    Reading { text, confidence, alternatives }
}

fn has_amount(text: &str) -> bool {
    text.split(' ').any(|word| money::amount(word).is_some())
}

/// The likeliest other digits of each character that is a digit.
fn alternatives(glyphs: &[Glyph]) -> Vec<Alternative> {
    let mut alternatives = Vec::new();
    for (at, glyph) in glyphs.iter().enumerate().filter(|(_, glyph)| glyph.character.is_ascii_digit()) {
        let digits = ('0'..='9').zip(glyph.digits).filter(|(digit, _)| *digit != glyph.character);
        let mut likely: Vec<(char, f32)> = digits.filter(|(_, likelihood)| *likelihood >= MIN_LIKELIHOOD).collect();
        likely.sort_by(|a, b| b.1.total_cmp(&a.1));
        let likely = likely.into_iter().take(MAX_ALTERNATIVES);
        alternatives.extend(likely.map(|(digit, likelihood)| Alternative { at, digit, likelihood }));
    }
    alternatives
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::models::Models;

    /// What is spelt where each step is a character with some probability, and another one with the rest.
    fn spelt(steps: &[(char, f32, char)]) -> Reading {
        let models = Models::shared().unwrap();
        let classes = models.characters.len() + 2;
        let class = |c: char| models.characters.iter().position(|other| *other == c).map_or(0, |at| at + 1);
        let mut data = vec![0.0; steps.len() * classes];
        for (step, (best, probability, other)) in data.chunks_exact_mut(classes).zip(steps) {
            step[class(*other)] = 1.0 - probability;
            step[class(*best)] = *probability;
        }
        spell(&NdTensor::from_data([steps.len(), classes], data).view(), models)
    }

    #[test]
    fn digits_of_amounts_have_alternatives() {
        let none = '\u{0}';
        let reading =
            spelt(&[('1', 0.9, '7'), ('.', 1.0, none), ('4', 1.0, none), (none, 1.0, none), ('8', 0.75, '3')]);
        assert_eq!(reading.text, "1.48");
        let alternatives: Vec<(usize, char)> =
            reading.alternatives.iter().map(|other| (other.at, other.digit)).collect();
        assert_eq!(alternatives, [(0, '7'), (3, '3')]);
        assert!((reading.alternatives[1].likelihood - 1.0 / 3.0).abs() < 1e-4);
        let name = spelt(&[('M', 0.9, '7'), ('I', 1.0, none), ('8', 0.6, '3')]);
        assert_eq!((name.text.as_str(), name.alternatives.len()), ("MI8", 0), "no amount");
    }

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
