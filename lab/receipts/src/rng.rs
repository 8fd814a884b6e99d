//! A seeded random number generator. Own code, so that no dependency's next version changes a picture or a model.

use std::ops::Range;

/// `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Streams of different purposes with the same seed do not share their numbers.
    pub fn new(seed: u64, purpose: &str) -> Self {
        let mut state = seed ^ 0x9e37_79b9_7f4a_7c15;
        for byte in purpose.bytes() {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        let mut rng = Self { state };
        rng.bits();
        rng
    }

    pub fn from_state(state: u64) -> Self {
        Self { state }
    }

    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Uniform in `[0, 1)`.
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit an f32 exactly")]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Uniform in `[from, to)`.
    pub fn range(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.unit()
    }

    /// Uniform in `from..=to`; `from` where the range is empty.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        let span = to.saturating_sub(from).saturating_add(1);
        let Ok(span) = u64::try_from(span) else { return from };
        if span == 0 {
            return from;
        }
        from.saturating_add(i64::try_from(self.bits() % span).unwrap_or(0))
    }

    pub fn chance(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// Uniform in a range; its start where it is empty.
    pub fn index(&mut self, range: Range<usize>) -> usize {
        range.start + usize::try_from(self.bits() % range.len().max(1) as u64).unwrap_or(0)
    }

    /// Returns one element of a list.
    ///
    /// # Panics
    /// Panics if the list is empty.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(0..choices.len())]
    }
}
