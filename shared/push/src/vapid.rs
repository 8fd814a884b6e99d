//! The server's key pair, by which push services identify it (RFC 8292).

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// RFC 8292 allows a day; half of it tolerates inaccurate clocks.
const AUTHORIZATION_TTL: TimeDelta = TimeDelta::hours(12);

pub struct VapidKeys {
    pair: EcdsaKeyPair,
    private: String,
    public: String,
    contact: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredKeys {
    public_key: String,
    private_key: String,
}

impl std::fmt::Debug for VapidKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VapidKeys")
            .field("public", &self.public)
            .field("contact", &self.contact)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VapidError {
    #[error(
        "VAPID keys are a publicKey and a privateKey in base64url, as `npx web-push generate-vapid-keys --json` prints them"
    )]
    Key,
    #[error("the contact must begin with mailto: or https://")]
    Contact,
}

impl VapidKeys {
    /// `private` is the scalar in base64url; `contact` is the operator's address for push services.
    pub fn new(private: &str, contact: &str) -> Result<Self, VapidError> {
        if !["mailto:", "https://"].iter().any(|scheme| contact.len() > scheme.len() && contact.starts_with(scheme)) {
            return Err(VapidError::Contact);
        }
        let private = private.trim();
        let scalar: [u8; 32] =
            URL_SAFE_NO_PAD.decode(private).ok().and_then(|bytes| bytes.try_into().ok()).ok_or(VapidError::Key)?;
        let key = PrivateKey::from_private_key(&ECDH_P256, &scalar).map_err(|_| VapidError::Key)?;
        let public = key.compute_public_key().map_err(|_| VapidError::Key)?;
        let pair =
            EcdsaKeyPair::from_private_key_and_public_key(&ECDSA_P256_SHA256_FIXED_SIGNING, &scalar, public.as_ref());
        Ok(Self {
            pair: pair.map_err(|_| VapidError::Key)?,
            private: private.to_owned(),
            public: URL_SAFE_NO_PAD.encode(public.as_ref()),
            contact: contact.to_owned(),
        })
    }

    /// Parses the format of `npx web-push generate-vapid-keys --json`.
    pub fn from_json(text: &str, contact: &str) -> Result<Self, VapidError> {
        let stored: StoredKeys = serde_json::from_str(text).map_err(|_| VapidError::Key)?;
        let keys = Self::new(&stored.private_key, contact)?;
        if keys.public == stored.public_key { Ok(keys) } else { Err(VapidError::Key) }
    }

    /// Formats the keys for storage.
    pub fn to_json(&self) -> String {
        let stored = StoredKeys { public_key: self.public.clone(), private_key: self.private.clone() };
        serde_json::to_string_pretty(&stored).expect("texts always serialise")
    }

    /// Creates a key pair from random bytes.
    pub fn generate(random: [u8; 32], contact: &str) -> Result<Self, VapidError> {
        Self::new(&URL_SAFE_NO_PAD.encode(random), contact)
    }

    /// Returns the public key that browsers subscribe with: 65 bytes in base64url.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// Returns the `Authorization` header for a push service. `audience` is its origin, such as
    /// `https://fcm.googleapis.com`.
    pub fn authorization(&self, audience: &str, now: DateTime<Utc>) -> String {
        let header = URL_SAFE_NO_PAD.encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({"aud": audience, "exp": (now + AUTHORIZATION_TTL).timestamp(), "sub": self.contact});
        let signed = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).expect("a valid key can sign");
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.as_ref()), self.public)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    /// The private key of RFC 8291's example, which also has the public key.
    const PRIVATE: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const PUBLIC: &str = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const CONTACT: &str = "mailto:a@example.org";

    #[test]
    fn derives_the_public_key_from_the_private_one() {
        assert_eq!(VapidKeys::new(PRIVATE, CONTACT).unwrap().public(), PUBLIC);
    }

    #[test]
    fn signs_the_token_for_its_audience() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let header = VapidKeys::new(PRIVATE, CONTACT).unwrap().authorization("https://web.push.apple.com", now);
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, PUBLIC);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = URL_SAFE_NO_PAD.decode(key).unwrap();
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public).verify(signed.as_bytes(), &signature).unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://web.push.apple.com", "exp": 1_800_043_200, "sub": "mailto:a@example.org"})
        );
    }

    #[test]
    fn rejects_invalid_key_or_contact() {
        let json = VapidKeys::new(PRIVATE, CONTACT).unwrap().to_json();
        assert_eq!(VapidKeys::from_json(&json, CONTACT).unwrap().public(), PUBLIC);
        let mixed = json.replace(PUBLIC, &PUBLIC.replace("BP4z", "BP4y"));
        assert_eq!(VapidKeys::from_json(&mixed, CONTACT).unwrap_err(), VapidError::Key, "keys of two pairs");
        assert_eq!(VapidKeys::new("short", CONTACT).unwrap_err(), VapidError::Key);
        assert_eq!(VapidKeys::generate([0; 32], CONTACT).unwrap_err(), VapidError::Key);
        assert_eq!(VapidKeys::generate([255; 32], CONTACT).unwrap_err(), VapidError::Key);
        for contact in ["", "mailto:", "a@example.org", "http://example.org"] {
            assert_eq!(VapidKeys::new(PRIVATE, contact).unwrap_err(), VapidError::Contact, "{contact}");
        }
    }
}
