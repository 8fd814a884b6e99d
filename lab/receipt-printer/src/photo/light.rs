//! Simulates light and sensor: shadows, uneven and coloured light, defocus, shake, noise.

use image::{Rgb, RgbImage};

use super::Conditions;
use crate::rng::Rng;

/// A picture before it is quantised: levels from 0 to 255.
pub struct Frame {
    width: usize,
    height: usize,
    levels: Vec<[f32; 3]>,
}

impl Frame {
    pub fn new(width: u32, height: u32) -> Self {
        let (width, height) = (width as usize, height as usize);
        Self { width, height, levels: vec![[0.0; 3]; width * height] }
    }

    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    pub fn set(&mut self, x: usize, y: usize, level: [f32; 3]) {
        if x < self.width && y < self.height {
            self.levels[y * self.width + x] = level;
        }
    }

    /// Sets the pixels from their places, four at a time: what lies below a receipt needs no finer detail.
    pub fn fill_each(&mut self, color: impl Fn(usize, usize) -> [f32; 3]) {
        for y in (0..self.height).step_by(2) {
            for x in (0..self.width).step_by(2) {
                let color = color(x, y);
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    self.set(x + dx, y + dy, color);
                }
            }
        }
    }

    /// Multiplies every pixel.
    pub fn scale_each(&mut self, factor: impl Fn(usize, usize) -> f32) {
        for y in 0..self.height {
            for x in 0..self.width {
                let factor = factor(x, y);
                for level in &mut self.levels[y * self.width + x] {
                    *level *= factor;
                }
            }
        }
    }

    /// Lays a colour over a pixel with an opacity.
    pub fn blend(&mut self, x: usize, y: usize, color: [f32; 3], opacity: f32) {
        if x < self.width && y < self.height {
            for (level, new) in self.levels[y * self.width + x].iter_mut().zip(color) {
                *level += (new - *level) * opacity;
            }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "levels are clamped to a byte, and sizes fit"
    )]
    pub fn into_image(self, rng: &mut Rng, noise: f32) -> RgbImage {
        let mut image = RgbImage::new(self.width as u32, self.height as u32);
        for (pixel, level) in image.pixels_mut().zip(&self.levels) {
            // Most of a sensor's noise is brightness, a little is colour; dark places have more of it.
            let brightness = (level[0] + level[1] + level[2]) / 3.0;
            let strength = noise * (1.3 - 0.5 * brightness / 255.0);
            let (shared, own) = grains(rng);
            *pixel = Rgb(std::array::from_fn(|channel| {
                (level[channel] + (shared * 0.8 + own[channel] * 0.45) * strength).clamp(0.0, 255.0) as u8
            }));
        }
        image
    }
}

/// Four nearly normal numbers (mean 0, deviation 1) out of one draw: a picture needs ten million of them.
fn grains(rng: &mut Rng) -> (f32, [f32; 3]) {
    let bytes = rng.bits().to_le_bytes();
    // The sum of two uniform bytes has a deviation of 104.5.
    let sum = |first: usize| (f32::from(bytes[first]) + f32::from(bytes[first + 1]) - 255.0) / 104.5;
    (sum(0), [sum(2), sum(4), sum(6)])
}

#[expect(clippy::cast_precision_loss, reason = "pixel positions are small")]
pub fn expose(frame: &mut Frame, rng: &mut Rng, conditions: &Conditions) {
    let (width, height) = (frame.width as f32, frame.height as f32);
    let diagonal = width.hypot(height);
    let from = rng.range(0.0, std::f32::consts::TAU);
    let (toward_x, toward_y) = (from.cos() / diagonal * 2.0, from.sin() / diagonal * 2.0);
    // The shadow of a hand or phone has one long soft edge, and often a second one.
    let edge = rng.range(0.0, std::f32::consts::TAU);
    let (edge_x, edge_y, edge_at) = (edge.cos(), edge.sin(), rng.range(-0.25, 0.25) * diagonal);
    let soft = rng.range(0.008, 0.06) * diagonal;
    let second = rng.chance(0.6).then(|| rng.range(0.15, 0.4) * diagonal);
    let (uneven, shadow, exposure) = (conditions.uneven, conditions.shadow, conditions.exposure);
    frame.scale_each(|x, y| {
        let (x, y) = (x as f32 - width / 2.0, y as f32 - height / 2.0);
        let slope = 1.0 - uneven * 0.5 + uneven * 0.5 * (x * toward_x + y * toward_y);
        let corner = 1.0 - uneven * 0.5 * (x.hypot(y) / diagonal * 2.0).powi(2);
        let off = x * edge_x + y * edge_y - edge_at;
        let mut inside = sigmoid(off / soft);
        if let Some(width) = second {
            inside *= sigmoid((width - off) / soft);
        }
        exposure * slope * corner * (1.0 - shadow * inside)
    });
    let (red, blue) = conditions.tint;
    for level in &mut frame.levels {
        level[0] *= red;
        level[2] *= blue;
    }
    blur(frame, conditions.blur);
    shake(frame, conditions.shake, rng.range(0.0, std::f32::consts::PI));
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn blur(frame: &mut Frame, deviation: f32) {
    if deviation < 0.2 {
        return;
    }
    let kernel = gaussian(deviation);
    let (width, height) = (frame.width, frame.height);
    let reach = kernel.len() / 2;
    let mut passed = vec![[0.0; 3]; frame.levels.len()];
    let mut padded = vec![[0.0; 3]; width + 2 * reach];
    for (row, out) in frame.levels.chunks_exact(width).zip(passed.chunks_exact_mut(width)) {
        padded[..reach].fill(row[0]);
        padded[reach..reach + width].copy_from_slice(row);
        padded[reach + width..].fill(row[width - 1]);
        for (step, weight) in kernel.iter().enumerate() {
            add_weighted(out, &padded[step..step + width], *weight);
        }
    }
    for (y, out) in frame.levels.chunks_exact_mut(width).enumerate() {
        out.fill([0.0; 3]);
        for (step, weight) in kernel.iter().enumerate() {
            let row = (y + step).saturating_sub(reach).min(height - 1);
            add_weighted(out, &passed[row * width..(row + 1) * width], *weight);
        }
    }
}

fn add_weighted(to: &mut [[f32; 3]], from: &[[f32; 3]], weight: f32) {
    for (to, from) in to.as_flattened_mut().iter_mut().zip(from.as_flattened()) {
        *to += weight * from;
    }
}

/// The camera moves while it takes the picture.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "pixel positions are small and clamped to the picture"
)]
fn shake(frame: &mut Frame, length: f32, angle: f32) {
    if length < 0.5 {
        return;
    }
    let steps = (length.ceil() as i32).max(2);
    let moves: Vec<(i32, i32)> = (0..=steps)
        .map(|step| (step as f32 / steps as f32 - 0.5) * length)
        .map(|off| ((off * angle.cos()).round() as i32, (off * angle.sin()).round() as i32))
        .collect();
    let (width, height) = (frame.width as i32, frame.height as i32);
    let source = frame.levels.clone();
    for y in 0..height {
        for x in 0..width {
            let mut sum = [0.0; 3];
            for (dx, dy) in &moves {
                let column = (x + dx).clamp(0, width - 1);
                let row = (y + dy).clamp(0, height - 1);
                let level = source[(row * width + column) as usize];
                for channel in 0..3 {
                    sum[channel] += level[channel];
                }
            }
            frame.levels[(y * width + x) as usize] = sum.map(|level| level / moves.len() as f32);
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a kernel has a few dozen places"
)]
fn gaussian(deviation: f32) -> Vec<f32> {
    let reach = (deviation * 3.0).ceil() as usize;
    let weights: Vec<f32> = (0..=2 * reach)
        .map(|place| (-(place as f32 - reach as f32).powi(2) / (2.0 * deviation * deviation)).exp())
        .collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Blurs a single plane by three running means, whose cost does not depend on the deviation.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes of pictures are small positive numbers"
)]
pub fn blur_plane(plane: &mut [f32], (width, height): (usize, usize), deviation: f32) {
    let reach = (deviation.round() as usize).max(1);
    for _ in 0..3 {
        for row in plane.chunks_exact_mut(width) {
            running_mean(row, reach);
        }
        let mut column = vec![0.0; height];
        for x in 0..width {
            for y in 0..height {
                column[y] = plane[y * width + x];
            }
            running_mean(&mut column, reach);
            for y in 0..height {
                plane[y * width + x] = column[y];
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a row of a picture is short")]
fn running_mean(values: &mut [f32], reach: usize) {
    let source = values.to_vec();
    let last = source.len() - 1;
    let size = (2 * reach + 1) as f32;
    let at = |index: usize| source[index.saturating_sub(reach).min(last)];
    let mut sum: f32 = (0..=2 * reach).map(at).sum();
    for (index, value) in values.iter_mut().enumerate() {
        *value = sum / size;
        sum += at(index + 2 * reach + 1) - at(index);
    }
}
