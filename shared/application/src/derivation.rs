//! Derives secrets from a key of the server: HMAC-SHA-256 over a label and a context.

use aws_lc_rs::hmac::{HMAC_SHA256, Key, sign};
use system::ids::IdSource;

/// The server's secret key. Without it, derived values look random, also to a reader of the table.
#[derive(Clone)]
pub struct DerivationKey(Key);

impl std::fmt::Debug for DerivationKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DerivationKey")
    }
}

impl DerivationKey {
    /// The minimum length of a key, in bytes.
    pub const MIN_LENGTH: usize = 32;

    /// Returns `None` if the text is too short for a key.
    pub fn new(secret: &str) -> Option<Self> {
        (secret.len() >= Self::MIN_LENGTH).then(|| Self(Key::new(HMAC_SHA256, secret.as_bytes())))
    }

    /// Derives a secret of `length` base62 characters. Another label or another context gives another secret.
    pub fn token(&self, label: &str, context: &str, length: usize) -> String {
        let source: &dyn IdSource = &self.derive(label, context);
        source.token(length)
    }

    fn derive(&self, label: &str, context: &str) -> DerivedBytes {
        DerivedBytes { key: self.0.clone(), input: format!("larder/{label}/{context}") }
    }
}

/// Derived bytes, from the start at each call: one block of HMAC after the other.
#[derive(Debug)]
struct DerivedBytes {
    key: Key,
    input: String,
}

impl IdSource for DerivedBytes {
    fn fill(&self, bytes: &mut [u8]) {
        for (n, block) in bytes.chunks_mut(32).enumerate() {
            let tag = sign(&self.key, format!("{}/{n}", self.input).as_bytes());
            block.copy_from_slice(&tag.as_ref()[..block.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    fn derived(secret: &str, label: &str, context: &str) -> String {
        DerivationKey::new(secret).unwrap().token(label, context, 22)
    }

    #[test]
    fn depends_on_key_label_and_context() {
        let token = derived(SECRET, "share", "anna#1");
        assert_eq!(derived(SECRET, "share", "anna#1"), token, "a retry derives the same token");
        assert_ne!(derived("another key another key another!", "share", "anna#1"), token);
        assert_ne!(derived(SECRET, "calendar", "anna#1"), token);
        assert_ne!(derived(SECRET, "share", "anna#2"), token);
    }

    #[test]
    fn derives_different_blocks() {
        let mut bytes = [0; 64];
        DerivationKey::new(SECRET).unwrap().derive("share", "anna#1").fill(&mut bytes);
        assert_ne!(bytes[..32], bytes[32..]);
    }

    #[test]
    fn rejects_short_key() {
        assert!(DerivationKey::new("too short").is_none());
    }
}
