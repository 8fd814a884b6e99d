//! A linear-chain conditional random field: scores of labels from sparse features, the likeliest labelings, and how
//! likely each is.

use std::collections::HashMap;

/// A feature of a row: a hash of its name, and its value.
pub type Feature = (u32, f32);

/// Weights of features and transitions, for `N` labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Crf<const N: usize> {
    pub weights: HashMap<u32, [f32; N]>,
    pub transitions: [[f32; N]; N],
}

/// A labeling and the logarithm of its probability.
#[derive(Debug, Clone, PartialEq)]
pub struct Labeling {
    pub log_probability: f32,
    pub labels: Vec<usize>,
}

/// The maximum number of partial labelings of a page, which bounds those of each row.
const MAX_PARTIAL: usize = 20_000;

impl<const N: usize> Crf<N> {
    /// Reads weights as [`Crf::to_bytes`] writes them; nothing if they are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (scale, mut rest) = bytes.split_first_chunk::<4>()?;
        let scale = f32::from_le_bytes(*scale);
        let mut transitions = [[0.0; N]; N];
        for weight in transitions.iter_mut().flatten() {
            let (value, behind) = rest.split_first_chunk::<4>()?;
            (*weight, rest) = (f32::from_le_bytes(*value), behind);
        }
        let records = rest.chunks_exact(4 + N);
        if !records.remainder().is_empty() {
            return None;
        }
        let record = |record: &[u8]| {
            let (hash, values) = record.split_first_chunk::<4>()?;
            let mut weights = [0.0; N];
            for (weight, value) in weights.iter_mut().zip(values) {
                *weight = f32::from(i8::from_le_bytes([*value])) * scale;
            }
            Some((u32::from_le_bytes(*hash), weights))
        };
        Some(Self { weights: records.map(record).collect::<Option<_>>()?, transitions })
    }

    /// Writes the weights as eight-bit integers with one scale, in the order of their hashes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let largest = self.weights.values().flatten().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
        let scale = largest.max(f32::MIN_POSITIVE) / 127.0;
        let mut bytes = scale.to_le_bytes().to_vec();
        bytes.extend(self.transitions.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        let mut records: Vec<_> = self.weights.iter().collect();
        records.sort_by_key(|(hash, _)| **hash);
        for (hash, weights) in records {
            let quantized = weights.map(|weight| {
                #[expect(clippy::cast_possible_truncation, reason = "the scale bounds it by 127")]
                let value = (weight / scale).round() as i8;
                value
            });
            if quantized.iter().any(|weight| *weight != 0) {
                bytes.extend(hash.to_le_bytes());
                bytes.extend(quantized.iter().flat_map(|weight| weight.to_le_bytes()));
            }
        }
        bytes
    }

    /// Returns the score of each label of each row, without transitions.
    pub fn scores(&self, rows: &[Vec<Feature>]) -> Vec<[f32; N]> {
        let score = |features: &Vec<Feature>| {
            let mut scores = [0.0; N];
            for (hash, value) in features {
                if let Some(weights) = self.weights.get(hash) {
                    for (score, weight) in scores.iter_mut().zip(weights) {
                        *score += weight * value;
                    }
                }
            }
            scores
        };
        rows.iter().map(score).collect()
    }

    /// Returns the logarithm of the sum over all labelings.
    fn log_partition(&self, scores: &[[f32; N]]) -> f32 {
        let Some((first, rest)) = scores.split_first() else { return 0.0 };
        let mut forward = *first;
        for score in rest {
            let mut next = [0.0; N];
            for (to, next) in next.iter_mut().enumerate() {
                let into: [f32; N] = std::array::from_fn(|from| forward[from] + self.transitions[from][to]);
                *next = log_sum(&into) + score[to];
            }
            forward = next;
        }
        log_sum(&forward)
    }

    /// Returns the likeliest labelings, at most `count`, the best first.
    pub fn best(&self, rows: &[Vec<Feature>], count: usize) -> Vec<Labeling> {
        let scores = self.scores(rows);
        let Some((first, rest)) = scores.split_first() else { return Vec::new() };
        let count = count.min(MAX_PARTIAL / rows.len()).max(1);
        // The best partial labelings that end in each label: their score, the label before, and its rank there.
        let mut ends: Vec<Vec<f32>> = first.iter().map(|score| vec![*score]).collect();
        let mut back: Vec<Vec<Vec<(usize, usize)>>> = Vec::with_capacity(rest.len());
        for score in rest {
            let mut next = Vec::with_capacity(N);
            let mut steps = Vec::with_capacity(N);
            for (to, own) in score.iter().enumerate() {
                let (mut best, mut from_of) = (Vec::with_capacity(count), Vec::with_capacity(count));
                let mut ranks = [0_usize; N];
                while best.len() < count {
                    let candidate = |from: usize| Some(ends[from].get(ranks[from])? + self.transitions[from][to]);
                    let offers = (0..N).filter_map(|from| candidate(from).map(|score| (score, from)));
                    let Some((score, from)) = offers.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
                    best.push(score + own);
                    from_of.push((from, ranks[from]));
                    ranks[from] += 1;
                }
                next.push(best);
                steps.push(from_of);
            }
            ends = next;
            back.push(steps);
        }
        let partition = self.log_partition(&scores);
        let mut last: Vec<(f32, usize, usize)> = ends
            .iter()
            .enumerate()
            .flat_map(|(label, scores)| scores.iter().enumerate().map(move |(rank, score)| (*score, label, rank)))
            .collect();
        last.sort_by(|a, b| b.0.total_cmp(&a.0));
        last.truncate(count);
        let labeling = |(score, mut label, mut rank): (f32, usize, usize)| {
            let mut labels = vec![label];
            for steps in back.iter().rev() {
                (label, rank) = steps[label][rank];
                labels.push(label);
            }
            labels.reverse();
            Labeling { log_probability: score - partition, labels }
        };
        last.into_iter().map(labeling).collect()
    }
}

fn log_sum(values: &[f32]) -> f32 {
    let largest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    largest + values.iter().map(|value| (value - largest).exp()).sum::<f32>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a model of three labels with pseudo-random weights.
    fn crf() -> Crf<3> {
        let value = |at: u32| (f32::from(u16::try_from(at.wrapping_mul(40_503) % 997).unwrap()) - 498.0) / 250.0;
        let weights =
            (0..6).map(|hash| (hash, std::array::from_fn(|label| value(hash * 3 + [1, 2, 3][label])))).collect();
        let transitions =
            std::array::from_fn(|from| std::array::from_fn(|to| value([20, 30, 40][from] + [1, 2, 3][to])));
        Crf { weights, transitions }
    }

    #[test]
    fn returns_the_best_labelings_in_order_with_probabilities_that_sum_to_one() {
        let crf = crf();
        let rows: Vec<Vec<Feature>> =
            vec![vec![(0, 1.0), (1, 0.5)], vec![(2, 1.0)], vec![(3, 1.0), (9, 1.0)], vec![(4, 2.0)]];
        let all = crf.best(&rows, 81);
        assert_eq!(all.len(), 81);
        let sum: f32 = all.iter().map(|labeling| labeling.log_probability.exp()).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        assert!(all.windows(2).all(|pair| pair[0].log_probability >= pair[1].log_probability));
        assert_eq!(crf.best(&rows, 5), all[..5]);
        let distinct: std::collections::HashSet<_> = all.iter().map(|labeling| labeling.labels.clone()).collect();
        assert_eq!(distinct.len(), 81);
    }

    #[test]
    fn reads_the_weights_that_it_wrote() {
        let crf = crf();
        let read = Crf::<3>::from_bytes(&crf.to_bytes()).unwrap();
        assert_eq!(read.transitions, crf.transitions);
        for (hash, weights) in &crf.weights {
            for (one, other) in weights.iter().zip(read.weights[hash]) {
                assert!((one - other).abs() < 0.01);
            }
        }
        assert_eq!(Crf::<3>::from_bytes(&crf.to_bytes()[..50]), None);
        assert_eq!(Crf::<3>::from_bytes(&[]), None);
    }

    #[test]
    fn labels_an_empty_and_a_very_long_page() {
        assert!(crf().best(&[], 32).is_empty());
        let long = vec![vec![(0, 1.0)]; 30_000];
        assert_eq!(crf().best(&long, 32).len(), 1);
    }
}
