//! Finds duplicates of a receipt: by equal text, then by similarity.

mod amounts;
mod fingerprint;
mod printed_marks;
mod products;

pub use fingerprint::Fingerprint;

use sha2::{Digest, Sha256};

/// The number of earlier sessions that a receipt is compared with.
pub const COMPARED_SESSIONS: usize = 60;

/// Returns the hash by which an equal text is found.
pub fn text_hash(lines: &[String]) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    domain::digest::hex(&hash.finalize())
}
