//! Randomness that a seed repeats (`SplitMix64`).

#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to below `bound`.
    pub fn below<N: TryInto<u64> + TryFrom<u64>>(&mut self, bound: N) -> N {
        let bound = bound.try_into().unwrap_or_else(|_| panic!("the bound is negative"));
        N::try_from(self.next() % bound).unwrap_or_else(|_| unreachable!("it is below the bound"))
    }

    /// Returns true once in `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    pub fn maybe<T>(&mut self, value: T) -> Option<T> {
        (self.next() & 1 == 0).then_some(value)
    }
}
