//! Convolutions whose every channel is its own: a small window over one plane.

#![expect(clippy::inline_always, reason = "what is not inlined is compiled without the processor's vectors")]

use rten_simd::ops::{BitOps, NumOps};
use rten_simd::{Isa, SimdOp};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

/// So many vectors of columns are summed up at once: enough that no sum waits for the one before, and few enough to
/// stay in registers.
const VECTORS: usize = 4;
/// The numbers in a vector of the widest processors.
const MAX_LANES: usize = 16;

#[derive(Debug, Clone)]
pub struct Depthwise {
    /// A window of weights for each channel, row by row.
    pub weights: Vec<f32>,
    /// What is added to each channel.
    pub bias: Vec<f32>,
    pub window: [usize; 2],
    pub strides: [usize; 2],
    /// Rows of zeros above and columns of zeros on the left; below and on the right there are as many.
    pub padding: [usize; 2],
}

impl Depthwise {
    /// Batch, channels, rows, columns in; the same out, with rows and columns divided by the strides.
    pub fn run(&self, input: &NdTensorView<f32, 4>) -> NdTensor<f32, 4> {
        Run { conv: self, input }.dispatch()
    }
}

/// The work of one convolution, which is compiled once for each set of vector instructions; the processor's widest is
/// chosen when it runs.
struct Run<'a> {
    conv: &'a Depthwise,
    input: &'a NdTensorView<'a, f32, 4>,
}

impl SimdOp for Run<'_> {
    type Output = NdTensor<f32, 4>;

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) -> Self::Output {
        let conv = self.conv;
        let [batch, channels, rows, columns] = self.input.shape();
        let [high, wide] = conv.window;
        let out_rows = (rows + 2 * conv.padding[0]).saturating_sub(high) / conv.strides[0] + 1;
        let out_columns = (columns + 2 * conv.padding[1]).saturating_sub(wide) / conv.strides[1] + 1;
        let input = self.input.to_contiguous();
        let mut out = vec![0.0_f32; batch * channels * out_rows * out_columns];
        let mut plane = Plane::new(conv, rows, out_columns);
        let planes = input
            .data()
            .chunks_exact((rows * columns).max(1))
            .zip(out.chunks_exact_mut((out_rows * out_columns).max(1)));
        for (at, (pixels, out)) in planes.enumerate() {
            let channel = at % channels;
            let weights = &conv.weights[channel * high * wide..][..high * wide];
            plane.fill(pixels, columns);
            for (row, line) in out.chunks_exact_mut(out_columns).enumerate() {
                plane.convolve_row(isa, row * conv.strides[0], weights, conv.bias[channel], line);
            }
        }
        NdTensor::from_data([batch, channels, out_rows, out_columns], out)
    }
}

/// One plane with zeros around it. Where the window moves two columns at a time, the even and the odd columns stand
/// apart, so that what one place of the window sees is always side by side.
struct Plane {
    data: Vec<f32>,
    /// How many columns a row has in each of its parts.
    length: usize,
    rows: usize,
    /// What each place of a row of the window sees first, counted from the beginning of that row in the first part.
    places: Vec<usize>,
    /// How many columns the window moves at a time, which is how many parts there are.
    stride: usize,
    padding: [usize; 2],
}

impl Plane {
    #[inline(always)]
    fn new(conv: &Depthwise, rows: usize, out_columns: usize) -> Self {
        let stride = conv.strides[1];
        let length = out_columns.next_multiple_of(MAX_LANES) + conv.window[1].div_ceil(stride);
        let rows = (rows + 2 * conv.padding[0]).max(conv.window[0]);
        let data = vec![0.0; stride * rows * length];
        let places = (0..conv.window[1]).map(|across| across % stride * rows * length + across / stride).collect();
        Self { data, length, rows, places, stride, padding: conv.padding }
    }

    /// Puts the pixels of a plane in; the zeros around them stay.
    #[inline(always)]
    fn fill(&mut self, pixels: &[f32], columns: usize) {
        for (row, line) in pixels.chunks_exact(columns.max(1)).enumerate() {
            for first in 0..self.stride.min(columns) {
                let column = first + self.padding[1];
                let start = (column % self.stride * self.rows + row + self.padding[0]) * self.length;
                let to = &mut self.data[start + column / self.stride..start + self.length];
                let from = &line[first..];
                if self.stride == 1 {
                    let length = to.len().min(from.len());
                    to[..length].copy_from_slice(&from[..length]);
                } else {
                    to.iter_mut().zip(from.iter().step_by(self.stride)).for_each(|(to, from)| *to = *from);
                }
            }
        }
    }

    #[inline(always)]
    fn convolve_row<I: Isa>(&self, isa: I, top: usize, weights: &[f32], bias: f32, out: &mut [f32]) {
        let lanes = isa.f32().len();
        for (at, out) in out.chunks_mut(VECTORS * lanes).enumerate() {
            let first = at * VECTORS * lanes;
            match out.len().div_ceil(lanes) {
                1 => self.sum_up::<I, 1>(isa, top, first, weights, bias, out),
                2 => self.sum_up::<I, 2>(isa, top, first, weights, bias, out),
                3 => self.sum_up::<I, 3>(isa, top, first, weights, bias, out),
                _ => self.sum_up::<I, VECTORS>(isa, top, first, weights, bias, out),
            }
        }
    }

    /// What the window sums up to at columns side by side that fill `N` vectors, or all but a part of the last.
    #[inline(always)]
    fn sum_up<I: Isa, const N: usize>(
        &self,
        isa: I,
        top: usize,
        first: usize,
        weights: &[f32],
        bias: f32,
        out: &mut [f32],
    ) {
        let ops = isa.f32();
        let lanes = ops.len();
        let mut sums = [ops.splat(bias); N];
        for (down, weights) in weights.chunks_exact(self.places.len()).enumerate() {
            let row = &self.data[(top + down) * self.length + first..];
            for (&weight, &place) in weights.iter().zip(&self.places) {
                let seen = &row[place..][..N * lanes];
                let weight = ops.splat(weight);
                for (at, sum) in sums.iter_mut().enumerate() {
                    *sum = ops.mul_add(ops.load(&seen[at * lanes..]), weight, *sum);
                }
            }
        }
        for (out, sum) in out.chunks_mut(lanes).zip(sums) {
            if out.len() == lanes {
                ops.store(sum, out);
            } else {
                let mut whole = [0.0; MAX_LANES];
                ops.store(sum, &mut whole);
                out.copy_from_slice(&whole[..out.len()]);
            }
        }
    }
}
