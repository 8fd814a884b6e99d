//! Hashes in hexadecimal.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Formats bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the hash under which a secret or a code is stored.
pub fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// Returns true for a text that [`hash`] could have returned.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Returns the first half of a hash, which is enough to distinguish texts.
pub fn short_hash(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes)[..16])
}
