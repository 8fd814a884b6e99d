//! Recognises the text of lines: crops of a fixed height are read by a CTC recogniser.

use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use crate::error::ReadError;
use crate::ocr::line_image::{IMAGE_HEIGHT, LineImage, MIN_WIDTH};
use crate::ocr::models::Models;
use crate::ocr::parallel::run_parallel;
use crate::ocr::session::Session;
use crate::ocr::text_box::{Alternative, RecognisedText};
use crate::text;

/// The widths of the recogniser's input are multiples of this, in pixels.
const STRIDE: usize = 16;
/// The width of the direction classifier's input, in pixels.
const DIRECTION_WIDTH: usize = 192;
/// Images of similar width are read in one batch, whose tensors have to fit the processor's cache: batches of twelve
/// took a seventh more time, and left one of two cores waiting at the end of each part of a page.
const MAX_BATCH_COLUMNS: usize = 1000;
const MAX_BATCH_IMAGES: usize = 4;
/// The minimum width of an image, as a part of the widest of its batch. The padding of a narrower one would cost as
/// much as print, and the network takes padding into account.
const MIN_WIDTH_RATIO: f32 = 0.9;
/// The minimum likelihood of an alternative digit, relative to the recognised character.
const MIN_LIKELIHOOD: f32 = 0.002;
/// The minimum number of digits of a date with a month's name.
const MIN_DATE_DIGITS: usize = 3;
/// The likeliest alternatives of each character are kept.
const MAX_ALTERNATIVES: usize = 2;

/// Recognises the text of line images, in their order.
pub fn recognise_lines(session: &Session, images: &[LineImage]) -> Result<Vec<RecognisedText>, ReadError> {
    session.count_recognition(images.iter().map(|image| image.width));
    let models = session.models;
    let mut texts = vec![RecognisedText::default(); images.len()];
    let batches = batches(images);
    let read = |batch: &Vec<usize>| -> Result<Vec<(usize, RecognisedText)>, ReadError> {
        let output: NdTensor<f32, 3> = models.recognition.run(input(images, batch))?;
        let decoded = batch.iter().enumerate().map(|(at, &index)| (index, decode(&output.slice(at), models)));
        Ok(decoded.collect())
    };
    let results = run_parallel(&batches, read);
    for result in results {
        for (index, text) in result? {
            texts[index] = text;
        }
    }
    let columns: usize = images.iter().map(|image| image.width).sum();
    tracing::debug!(images = images.len(), columns, batches = batches.len(), "recognised text");
    Ok(texts)
}

/// Groups images of similar width, the widest first, so that no core is left with a long batch at the end.
fn batches(images: &[LineImage]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..images.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(images[index].width));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for index in order {
        match batches.last_mut() {
            Some(batch) if fits_batch(images[index].width, images[batch[0]].width, batch.len()) => batch.push(index),
            _ => batches.push(vec![index]),
        }
    }
    batches
}

/// Returns true if an image of this width can be added to a batch of so many images.
#[expect(clippy::cast_precision_loss, reason = "at most MAX_WIDTH")]
fn fits_batch(width: usize, widest: usize, count: usize) -> bool {
    count < MAX_BATCH_IMAGES
        && (count + 1) * widest <= MAX_BATCH_COLUMNS
        && width as f32 >= MIN_WIDTH_RATIO * widest as f32
}

fn input(images: &[LineImage], batch: &[usize]) -> NdTensor<f32, 4> {
    let width = batch.iter().map(|&index| images[index].width).max().unwrap_or(MIN_WIDTH).next_multiple_of(STRIDE);
    let mut data = vec![0.0_f32; batch.len() * 3 * IMAGE_HEIGHT * width];
    for (rows, &index) in data.chunks_exact_mut(3 * IMAGE_HEIGHT * width).zip(batch) {
        let image = &images[index];
        for (to, from) in rows.chunks_exact_mut(width).zip(image.planes.chunks_exact(image.width)) {
            to[..image.width].copy_from_slice(from);
        }
    }
    NdTensor::from_data([batch.len(), 3, IMAGE_HEIGHT, width], data)
}

/// Returns the left ends of images, in the one size that the direction classifier takes.
pub fn direction_input(images: &[LineImage]) -> NdTensor<f32, 4> {
    let mut data = vec![0.0_f32; images.len() * 3 * IMAGE_HEIGHT * DIRECTION_WIDTH];
    for (rows, image) in data.chunks_exact_mut(3 * IMAGE_HEIGHT * DIRECTION_WIDTH).zip(images) {
        let width = image.width.min(DIRECTION_WIDTH);
        for (to, from) in rows.chunks_exact_mut(DIRECTION_WIDTH).zip(image.planes.chunks_exact(image.width)) {
            to[..width].copy_from_slice(&from[..width]);
        }
    }
    NdTensor::from_data([images.len(), 3, IMAGE_HEIGHT, DIRECTION_WIDTH], data)
}

/// A recognised character, its probability, and the likelihood of each digit at its time steps.
struct Glyph {
    character: char,
    probability: f32,
    digits: [f32; 10],
}

/// Decodes CTC output greedily: the best class of each time step, without repetitions and blanks.
fn decode(steps: &NdTensorView<f32, 2>, models: &Models) -> RecognisedText {
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
        return RecognisedText::default();
    }
    #[expect(clippy::cast_precision_loss, reason = "a text has some hundred characters")]
    let confidence = glyphs.iter().map(|glyph| glyph.probability).sum::<f32>() / glyphs.len() as f32;
    let text: String = glyphs.iter().map(|glyph| glyph.character).collect();
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let text = text.trim().to_owned();
    let alternatives =
        if text::has_amount(&text) || may_have_date(&text) { alternatives(&glyphs[indent..]) } else { Vec::new() };
    RecognisedText { text, confidence, alternatives }
}

/// Returns true if a text has enough digits for a date.
fn may_have_date(text: &str) -> bool {
    text.chars().filter(char::is_ascii_digit).count() >= MIN_DATE_DIGITS
}

/// Returns the likeliest other digits of each digit.
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

    /// Decodes steps of a character, its probability, and a character that has the rest.
    fn decoded(steps: &[(char, f32, char)]) -> RecognisedText {
        let models = Models::shared().unwrap();
        let classes = models.characters.len() + 2;
        let class = |c: char| models.characters.iter().position(|other| *other == c).map_or(0, |at| at + 1);
        let mut data = vec![0.0; steps.len() * classes];
        for (step, (best, probability, other)) in data.chunks_exact_mut(classes).zip(steps) {
            step[class(*other)] = 1.0 - probability;
            step[class(*best)] = *probability;
        }
        decode(&NdTensor::from_data([steps.len(), classes], data).view(), models)
    }

    #[test]
    fn gives_alternatives_for_digits_of_amounts() {
        let none = '\u{0}';
        let text = decoded(&[('1', 0.9, '7'), ('.', 1.0, none), ('4', 1.0, none), (none, 1.0, none), ('8', 0.75, '3')]);
        assert_eq!(text.text, "1.48");
        let alternatives: Vec<(usize, char)> = text.alternatives.iter().map(|other| (other.at, other.digit)).collect();
        assert_eq!(alternatives, [(0, '7'), (3, '3')]);
        assert!((text.alternatives[1].likelihood - 1.0 / 3.0).abs() < 1e-4);
        let name = decoded(&[('M', 0.9, '7'), ('I', 1.0, none), ('8', 0.6, '3')]);
        assert_eq!((name.text.as_str(), name.alternatives.len()), ("MI8", 0), "no amount");
    }

    #[test]
    fn batches_images_of_similar_width() {
        let images = |widths: &[usize]| -> Vec<LineImage> {
            widths.iter().map(|&width| LineImage { width, planes: vec![0.0; 3 * IMAGE_HEIGHT * width] }).collect()
        };
        let widths = [64, 480, 60, 62, 200, 61, 470, 63, 110];
        let batches = batches(&images(&widths));
        let batches: Vec<Vec<usize>> =
            batches.iter().map(|batch| batch.iter().map(|&at| widths[at]).collect()).collect();
        assert_eq!(batches, [vec![480, 470], vec![200], vec![110], vec![64, 63, 62, 61], vec![60]]);
    }
}
