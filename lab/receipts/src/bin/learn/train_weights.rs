//! Trains the weights by which the evidence for a category is combined: multinomial logistic regression over the
//! features of [`Evidence`], with a penalty on large weights.

use domain::category::Category;
use receipt_reader::training::letters::CATEGORIES;
use receipt_reader::training::{Evidence, Verdict, Weights, verdict};

/// A line whose category is known.
pub struct Example {
    pub evidence: Evidence,
    /// The accepted categories, the likeliest first.
    pub categories: Vec<Category>,
    pub worth: f32,
}

const ROUNDS: usize = 300;
const RATE: f32 = 0.3;
/// The penalty of large weights; more for those of which there are few examples.
const PENALTY: f32 = 1.0;
const RARE_PENALTY: f32 = 8.0;
/// The extra weight of the first of several accepted categories: frozen spinach is kept as what is frozen, even if
/// "Vegetable" is no mistake.
const FIRST_WORTH: f32 = 3.0;

/// Learns by gradient descent on all examples, each weight with a step of its own (`AdaGrad`). The same input gives the
/// same weights.
pub fn train(examples: &[&Example]) -> Weights {
    let features: Vec<_> = examples.iter().map(|example| example.evidence.features()).collect();
    let worth: f32 = examples.iter().map(|example| example.worth).sum();
    let mut weights = vec![0.0_f32; Weights::COUNT];
    let mut seen = vec![1e-6_f32; Weights::COUNT];
    for _ in 0..ROUNDS {
        let current = Weights::new(weights.clone()).expect("as many weights as there are");
        let penalty = |at: usize| if at < Weights::RARE { PENALTY } else { RARE_PENALTY };
        let slopes = weights.iter().enumerate().map(|(at, weight)| penalty(at) * weight / worth.max(1.0));
        let mut slopes: Vec<f32> = slopes.collect();
        for (example, features) in examples.iter().zip(&features) {
            let likely = current.probabilities(&example.evidence);
            let is_right = |at: usize| example.categories.contains(&Category::ALL[at]);
            let first = example.categories.first();
            let share = |at: usize| likely[at] * if first == Some(&Category::ALL[at]) { FIRST_WORTH } else { 1.0 };
            let right: f32 = (0..CATEGORIES).filter(|at| is_right(*at)).map(share).sum();
            for (weight, category, value) in features {
                // The gradient of the logarithm of the probability that one of the accepted categories has.
                let target = if is_right(*category) { share(*category) / right.max(1e-6) } else { 0.0 };
                slopes[*weight] += (likely[*category] - target) * value * example.worth / worth;
            }
        }
        for ((weight, seen), slope) in weights.iter_mut().zip(&mut seen).zip(slopes) {
            *seen += slope * slope;
            *weight -= RATE * slope / seen.sqrt();
        }
    }
    let rounded = weights.into_iter().map(|weight| (weight * 1e4).round() / 1e4).collect();
    Weights::new(rounded).expect("as many weights as there are")
}

/// The quality of predictions.
#[derive(Debug, Default)]
pub struct Score {
    lines: u32,
    right: u32,
    /// Of each tenth of probability: lines, the sum of probabilities, and how many are right.
    tenths: [(u32, f32, u32); 10],
}

impl Score {
    pub fn add(&mut self, weights: &Weights, example: &Example) {
        let Verdict { category, probability, .. } = verdict(weights, &example.evidence);
        let is_right = example.categories.contains(&category);
        self.lines += 1;
        self.right += u32::from(is_right);
        // What is said to be unknown makes no claim.
        if probability > 0.0 {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a probability")]
            let (lines, sum, right) = &mut self.tenths[((probability * 10.0) as usize).min(9)];
            *lines += 1;
            *sum += probability;
            *right += u32::from(is_right);
        }
    }

    /// The expected calibration error, over tenths of probability.
    #[expect(clippy::cast_precision_loss, reason = "some thousand lines")]
    fn calibration_error(&self) -> f32 {
        let all: u32 = self.tenths.iter().map(|(lines, ..)| lines).sum();
        let gap = |(_, sum, right): &(u32, f32, u32)| (sum - *right as f32).abs();
        self.tenths.iter().map(gap).sum::<f32>() / all.max(1) as f32
    }
}

impl std::fmt::Display for Score {
    #[expect(clippy::cast_precision_loss, reason = "some thousand lines")]
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = self.right as f32 / self.lines.max(1) as f32;
        write!(f, "{} lines, {share:.3}, calibration error {:.3}", self.lines, self.calibration_error())
    }
}
