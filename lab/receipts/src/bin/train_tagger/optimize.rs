//! Trains a linear-chain conditional random field by L-BFGS with an L2 penalty.

use receipt_reader::training::{Crf, Feature};
use std::collections::{HashMap, HashSet};

/// A receipt whose rows are tagged; rows without a tag are not learned from.
pub struct Sequence {
    /// Features that only one source has are left out.
    pub source: String,
    pub rows: Vec<Vec<Feature>>,
    pub labels: Vec<Option<usize>>,
}

/// The penalty of large weights.
const PENALTY: f64 = 2.0;
const ITERATIONS: usize = 70;
/// The number of steps from which the curvature is estimated.
const MEMORY: usize = 7;
const THREADS: usize = 2;

/// A stretch of rows that are all tagged, with features by index.
struct Stretch {
    rows: Vec<Vec<(u32, f32)>>,
    labels: Vec<usize>,
}

/// Learns weights of at most so many features.
pub fn train<const N: usize>(sequences: &[Sequence], max_features: usize) -> Crf<N> {
    let index = index(sequences);
    let stretches = stretches(sequences, &index);
    let count = index.len();
    let mut weights = vec![0.0_f64; count * N + N * N];
    minimize(&mut weights, |weights, gradient| objective::<N>(&stretches, count, weights, gradient));
    let at = |from: usize| -> [f32; N] {
        #[expect(clippy::cast_possible_truncation, reason = "weights need no more")]
        std::array::from_fn(|label| weights[from + label] as f32)
    };
    let mut kept: Vec<(u32, [f32; N])> =
        index.into_iter().map(|(hash, index)| (hash, at(index as usize * N))).collect();
    let size = |weights: &[f32; N]| weights.iter().fold(0.0_f32, |size, weight| size.max(weight.abs()));
    kept.sort_by(|a, b| size(&b.1).total_cmp(&size(&a.1)).then(a.0.cmp(&b.0)));
    kept.truncate(max_features);
    Crf { weights: kept.into_iter().collect(), transitions: std::array::from_fn(|from| at((count + from) * N)) }
}

/// The features that at least two sources have, in the order of their hashes.
fn index(sequences: &[Sequence]) -> HashMap<u32, u32> {
    let mut sources: HashMap<u32, HashSet<&str>> = HashMap::new();
    for sequence in sequences {
        for (hash, _) in sequence.rows.iter().flatten() {
            let sources = sources.entry(*hash).or_default();
            if sources.len() < 2 {
                sources.insert(&sequence.source);
            }
        }
    }
    let mut hashes: Vec<u32> =
        sources.into_iter().filter(|(_, sources)| sources.len() >= 2).map(|(hash, _)| hash).collect();
    hashes.sort_unstable();
    hashes.into_iter().zip(0..).collect()
}

fn stretches(sequences: &[Sequence], index: &HashMap<u32, u32>) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for sequence in sequences {
        let mut open: Option<Stretch> = None;
        for (row, label) in sequence.rows.iter().zip(&sequence.labels) {
            let Some(label) = label else {
                stretches.extend(open.take());
                continue;
            };
            let stretch = open.get_or_insert_with(|| Stretch { rows: Vec::new(), labels: Vec::new() });
            stretch.rows.push(row.iter().filter_map(|(hash, value)| Some((*index.get(hash)?, *value))).collect());
            stretch.labels.push(*label);
        }
        stretches.extend(open);
    }
    stretches
}

/// The penalized negative log-likelihood and its gradient.
fn objective<const N: usize>(stretches: &[Stretch], count: usize, weights: &[f64], gradient: &mut [f64]) -> f64 {
    let parts = stretches.chunks(stretches.len().div_ceil(THREADS).max(1));
    let sums: Vec<(f64, Vec<f64>)> = std::thread::scope(|scope| {
        let run = |part: &[Stretch]| {
            let mut gradient = vec![0.0; weights.len()];
            let loss = part.iter().map(|stretch| add_gradient::<N>(stretch, count, weights, &mut gradient)).sum();
            (loss, gradient)
        };
        let handles: Vec<_> = parts.map(|part| scope.spawn(move || run(part))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no part panics")).collect()
    });
    let mut loss = PENALTY * weights.iter().map(|weight| weight * weight).sum::<f64>();
    for (slope, weight) in gradient.iter_mut().zip(weights) {
        *slope = 2.0 * PENALTY * weight;
    }
    for (part, slopes) in sums {
        loss += part;
        for (sum, slope) in gradient.iter_mut().zip(slopes) {
            *sum += slope;
        }
    }
    loss
}

/// Adds what one stretch contributes to the gradient; returns its negative log-likelihood.
fn add_gradient<const N: usize>(stretch: &Stretch, count: usize, weights: &[f64], gradient: &mut [f64]) -> f64 {
    let transitions = &weights[count * N..];
    let steps: Vec<f64> = transitions.iter().map(|weight| weight.exp()).collect();
    let mut loss = 0.0;
    let potentials: Vec<[f64; N]> = stretch
        .rows
        .iter()
        .zip(&stretch.labels)
        .map(|(row, label)| {
            let mut scores = [0.0; N];
            for (feature, value) in row {
                let from = *feature as usize * N;
                for (score, weight) in scores.iter_mut().zip(&weights[from..from + N]) {
                    *score += weight * f64::from(*value);
                }
            }
            loss -= scores[*label];
            let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            loss += largest;
            scores.map(|score| (score - largest).exp())
        })
        .collect();
    let length = potentials.len();
    let mut forward: Vec<[f64; N]> = Vec::with_capacity(length);
    for (at, potential) in potentials.iter().enumerate() {
        let mut alpha: [f64; N] = match at.checked_sub(1) {
            None => *potential,
            Some(before) => std::array::from_fn(|to| {
                potential[to] * (0..N).map(|from| forward[before][from] * steps[from * N + to]).sum::<f64>()
            }),
        };
        let sum: f64 = alpha.iter().sum();
        loss += sum.ln();
        for value in &mut alpha {
            *value /= sum;
        }
        forward.push(alpha);
        if at > 0 {
            loss -= transitions[stretch.labels[at - 1] * N + stretch.labels[at]];
        }
    }
    let mut backward = [1.0; N];
    for at in (0..length).rev() {
        let product: [f64; N] = std::array::from_fn(|label| forward[at][label] * backward[label]);
        let sum: f64 = product.iter().sum();
        let mut excess = product.map(|value| value / sum);
        excess[stretch.labels[at]] -= 1.0;
        for (feature, value) in &stretch.rows[at] {
            let from = *feature as usize * N;
            for (slope, excess) in gradient[from..from + N].iter_mut().zip(&excess) {
                *slope += excess * f64::from(*value);
            }
        }
        let Some(before) = at.checked_sub(1) else { break };
        let ahead: [f64; N] = std::array::from_fn(|to| potentials[at][to] * backward[to]);
        let mut pairs = 0.0;
        for from in 0..N {
            pairs += forward[before][from] * (0..N).map(|to| steps[from * N + to] * ahead[to]).sum::<f64>();
        }
        for from in 0..N {
            for to in 0..N {
                gradient[count * N + from * N + to] += forward[before][from] * steps[from * N + to] * ahead[to] / pairs;
            }
        }
        gradient[count * N + stretch.labels[before] * N + stretch.labels[at]] -= 1.0;
        backward = std::array::from_fn(|from| (0..N).map(|to| steps[from * N + to] * ahead[to]).sum());
        let sum: f64 = backward.iter().sum();
        for value in &mut backward {
            *value /= sum;
        }
    }
    loss
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// L-BFGS with a line search that halves its step.
fn minimize(weights: &mut Vec<f64>, mut objective: impl FnMut(&[f64], &mut [f64]) -> f64) {
    let mut gradient = vec![0.0; weights.len()];
    let mut loss = objective(weights, &mut gradient);
    let mut memory: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::new();
    for iteration in 0..ITERATIONS {
        let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
        let mut shares = Vec::new();
        for (step, change, curvature) in memory.iter().rev() {
            let share = dot(step, &direction) / curvature;
            direction.iter_mut().zip(change).for_each(|(value, change)| *value -= share * change);
            shares.push(share);
        }
        if let Some((_, change, curvature)) = memory.last() {
            let scale = curvature / dot(change, change);
            for value in &mut direction {
                *value *= scale;
            }
        }
        for ((step, change, curvature), share) in memory.iter().zip(shares.into_iter().rev()) {
            let other = dot(change, &direction) / curvature;
            direction.iter_mut().zip(step).for_each(|(value, step)| *value += (share - other) * step);
        }
        let slope = dot(&direction, &gradient);
        let mut size = if iteration == 0 { 1.0 / dot(&gradient, &gradient).sqrt().max(1e-9) } else { 1.0 };
        let mut next_gradient = vec![0.0; weights.len()];
        let (next, next_loss) = loop {
            let next: Vec<f64> = weights.iter().zip(&direction).map(|(weight, step)| weight + size * step).collect();
            let next_loss = objective(&next, &mut next_gradient);
            if next_loss <= loss + 1e-4 * size * slope {
                break (next, next_loss);
            }
            size /= 2.0;
            if size < 1e-8 {
                return;
            }
        };
        let step: Vec<f64> = next.iter().zip(weights.iter()).map(|(new, old)| new - old).collect();
        let change: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(new, old)| new - old).collect();
        let curvature = dot(&step, &change);
        if curvature > 1e-10 {
            memory.push((step, change, curvature));
            if memory.len() > MEMORY {
                memory.remove(0);
            }
        }
        let gain = (loss - next_loss) / loss.abs().max(1.0);
        (*weights, gradient, loss) = (next, next_gradient, next_loss);
        if gain < 1e-5 {
            return;
        }
    }
}
