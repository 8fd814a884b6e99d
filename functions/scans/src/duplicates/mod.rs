//! Is this receipt one that was read before? By its text to the letter, then by likeness.

mod amounts;
mod fingerprint;
mod goods;
mod printed_marks;

pub use fingerprint::Fingerprint;

use sha2::{Digest, Sha256};

/// The number of earlier sessions that a receipt is compared with.
pub const COMPARED_SESSIONS: usize = 60;

/// The same lines, the same hash.
pub fn text_hash(lines: &[String]) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    domain::digest::hex(&hash.finalize())
}
