//! Convolutions whose every channel is its own: a small window over one plane.

use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

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
        let [batch, channels, rows, columns] = input.shape();
        let [high, wide] = self.window;
        let out_rows = (rows + 2 * self.padding[0]).saturating_sub(high) / self.strides[0] + 1;
        let out_columns = (columns + 2 * self.padding[1]).saturating_sub(wide) / self.strides[1] + 1;
        let input = input.to_contiguous();
        let data = input.data();
        let mut out = vec![0.0_f32; batch * channels * out_rows * out_columns];
        // One row with zeros at both ends, so that the window never looks over an edge.
        let mut padded = vec![0.0_f32; columns + 2 * self.padding[1] + wide];
        let planes =
            data.chunks_exact((rows * columns).max(1)).zip(out.chunks_exact_mut((out_rows * out_columns).max(1)));
        for (at, (plane, out)) in planes.enumerate() {
            let channel = at % channels;
            let weights = &self.weights[channel * high * wide..][..high * wide];
            out.fill(self.bias[channel]);
            for (row, line) in plane.chunks_exact(columns.max(1)).enumerate() {
                padded[self.padding[1]..][..columns].copy_from_slice(line);
                // Each row is read once and given to all rows of the result that see it.
                for (down, weights) in weights.chunks_exact(wide).enumerate() {
                    let Some(above) = (row + self.padding[0]).checked_sub(down) else { continue };
                    let out_row = above / self.strides[0];
                    if above % self.strides[0] == 0 && out_row < out_rows {
                        self.add_row(&mut out[out_row * out_columns..][..out_columns], &padded, weights);
                    }
                }
            }
        }
        NdTensor::from_data([batch, channels, out_rows, out_columns], out)
    }

    /// The usual windows are written out: with their widths known, the compiler takes several columns at once.
    fn add_row(&self, out: &mut [f32], line: &[f32], weights: &[f32]) {
        let stride = self.strides[1];
        if stride == 1 {
            if let Ok(weights) = <&[f32; 3]>::try_from(weights) {
                return add_window(out, line, weights);
            }
            if let Ok(weights) = <&[f32; 7]>::try_from(weights) {
                return add_window(out, line, weights);
            }
        }
        for (at, value) in out.iter_mut().enumerate() {
            let seen = &line[at * stride..][..weights.len()];
            *value += seen.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f32>();
        }
    }
}

fn add_window<const WIDE: usize>(out: &mut [f32], line: &[f32], weights: &[f32; WIDE]) {
    let seen: [&[f32]; WIDE] = std::array::from_fn(|across| &line[across..][..out.len()]);
    for (at, value) in out.iter_mut().enumerate() {
        let mut sum = *value;
        for across in 0..WIDE {
            sum += seen[across][at] * weights[across];
        }
        *value = sum;
    }
}
