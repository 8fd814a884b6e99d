//! The source of ids and secrets. A seeded implementation makes tests and simulations repeatable.

use chrono::{DateTime, Utc};
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

pub trait IdSource: Send + Sync + std::fmt::Debug {
    /// Fills `bytes` with unpredictable values.
    fn fill(&self, bytes: &mut [u8]);
}

impl dyn IdSource + '_ {
    /// Returns a version 7 UUID, which sorts by its time.
    pub fn uuid(&self, now: DateTime<Utc>) -> Uuid {
        let mut random = [0; 10];
        self.fill(&mut random);
        let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }

    /// Returns `length` base62 characters of 5.95 bits each: 22 have 130 bits.
    pub fn token(&self, length: usize) -> String {
        const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let mut token = String::with_capacity(length);
        let mut bytes = [0; 64];
        while token.len() < length {
            self.fill(&mut bytes);
            // 248 is the largest multiple of 62 in a byte: with larger values, some letters would be more frequent.
            let letters =
                bytes.iter().filter(|byte| **byte < 248).map(|byte| char::from(ALPHABET[usize::from(byte % 62)]));
            token.extend(letters.take(length - token.len()));
        }
        token
    }
}

/// The operating system's randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemIds;

impl IdSource for SystemIds {
    fn fill(&self, bytes: &mut [u8]) {
        aws_lc_rs::rand::fill(bytes).expect("the operating system provides randomness");
    }
}

/// `SplitMix64` from a seed, for tests and simulations only.
#[derive(Debug)]
pub struct SeededIds(Mutex<u64>);

impl SeededIds {
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(seed))
    }
}

impl IdSource for SeededIds {
    fn fill(&self, bytes: &mut [u8]) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for chunk in bytes.chunks_mut(8) {
            *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            chunk.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes()[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn creates_different_tokens_of_requested_length() {
        let ids: &dyn IdSource = &SystemIds;
        let tokens: HashSet<_> = (0..1_000).map(|_| ids.token(22)).collect();
        assert_eq!(tokens.len(), 1_000);
        assert!(tokens.iter().all(|t| t.len() == 22 && t.bytes().all(|b| b.is_ascii_alphanumeric())));
    }

    #[test]
    fn creates_uuids_that_sort_by_time() {
        let ids: &dyn IdSource = &SeededIds::new(1);
        let at = |ms| DateTime::from_timestamp_millis(ms).unwrap();
        let (early, late) = (ids.uuid(at(1_000)), ids.uuid(at(2_000)));
        assert!(early < late);
        assert_eq!(early.get_version_num(), 7);
    }
}
