//! What the letters of a line tell of its category: the groups of three to five letters in its words, hashed into a
//! fixed number of places. Short and cut-off words have most of their groups in common with the whole ones.

use domain::category::Category;
use domain::shelf_life::words::fold;

/// The places that groups of letters are hashed into.
pub const PLACES: usize = 1 << 16;
pub const CATEGORIES: usize = Category::ALL.len();
/// No line is about more words, and no word about more letters.
const MAX_WORDS: usize = 12;
const MAX_WORD_BYTES: usize = 24;

/// Returns the words of a line that have letters enough to say something, in small ASCII letters.
pub fn words(line: &str) -> Vec<String> {
    let words = line.split(|c: char| !c.is_alphabetic() && c != '\'').map(fold);
    words.filter(|word| word.len() >= 2 && word.is_ascii()).take(MAX_WORDS).collect()
}

/// Returns the places of all groups of letters in some words, as often as they occur.
pub fn places(words: &[String]) -> Vec<usize> {
    let mut places = Vec::new();
    for word in words {
        let word = format!("<{}>", &word[..word.len().min(MAX_WORD_BYTES)]);
        let word = word.as_bytes();
        places.push(place(word, 1));
        for size in 3..=5 {
            places.extend(word.windows(size).map(|letters| place(letters, 2)));
        }
    }
    places
}

/// Returns the place of some letters by FNV-1a, which is the same on every machine.
fn place(letters: &[u8], seed: u64) -> usize {
    let mix = |hash: u64, letter: &u8| (hash ^ u64::from(*letter)).wrapping_mul(0x0100_0000_01b3);
    let hash = letters.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, mix);
    usize::try_from((hash ^ (hash >> 29)) % PLACES as u64).unwrap_or(0)
}

/// A linear model over the places: how far one step of a weight is, the bias of each category, and a byte for each
/// place and category.
#[derive(Debug, Clone, Copy)]
pub struct LetterModel<'a> {
    step: f32,
    bias: [f32; CATEGORIES],
    weights: &'a [u8],
}

impl<'a> LetterModel<'a> {
    /// Reads a model from its file; none if the file has another length.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (numbers, weights) = bytes.split_at_checked(4 * (1 + CATEGORIES))?;
        let number = |at: usize| {
            numbers.get(4 * at..4 * at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0.0, f32::from_le_bytes)
        };
        let bias = std::array::from_fn(|at| number(1 + at));
        (weights.len() == PLACES * CATEGORIES).then_some(Self { step: number(0), bias, weights })
    }

    /// Returns the logarithm of the probability of each category.
    pub fn log_probabilities(&self, line: &str) -> [f32; CATEGORIES] {
        let places = places(&words(line));
        #[expect(clippy::cast_precision_loss, reason = "a line has some hundred groups of letters")]
        let step = self.step / (places.len().max(1) as f32).sqrt();
        let mut sums = [0_i32; CATEGORIES];
        for place in places {
            for (sum, weight) in sums.iter_mut().zip(&self.weights[place * CATEGORIES..]) {
                *sum += i32::from(weight.cast_signed());
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "some hundred bytes add up to less than 2^24")]
        log_softmax(std::array::from_fn(|at| self.bias[at] + step * sums[at] as f32))
    }
}

/// Converts scores to logarithms of probabilities.
pub fn log_softmax(scores: [f32; CATEGORIES]) -> [f32; CATEGORIES] {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = scores.iter().map(|score| (score - most).exp()).sum();
    scores.map(|score| score - most - total.ln())
}
