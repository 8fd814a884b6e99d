//! Encrypts a message for a subscribed browser (RFC 8291), as one record of RFC 8188's `aes128gcm`. Alternatives to
//! `aws-lc-rs` are in `docs/decisions/006-reminders.md`.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey, UnparsedPublicKey, agree};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};

/// Push services accept a body of 4,096 bytes, including header, padding delimiter and tag.
const MAX_PLAINTEXT_BYTES: usize = 4_096 - HEADER_BYTES - 1 - 16;
/// Salt, record size, length of the key, key.
const HEADER_BYTES: usize = 16 + 4 + 1 + 65;
/// The padding delimiter of the last record.
const LAST_RECORD: u8 = 2;
const RECORD_SIZE: u32 = 4_096;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncryptionError {
    #[error("the subscription's key is not a point on the curve")]
    Key,
    #[error("the message is too long for push services")]
    TooLong,
    #[error("the message could not be encrypted")]
    Failed,
}

/// Returns the body for a push service. `key` and `auth` are the subscription's.
pub fn encrypt(message: &[u8], key: &[u8; 65], auth: &[u8; 16]) -> Result<Vec<u8>, EncryptionError> {
    let mut salt = [0; 16];
    aws_lc_rs::rand::fill(&mut salt).map_err(|_| EncryptionError::Failed)?;
    let own = PrivateKey::generate(&ECDH_P256).map_err(|_| EncryptionError::Failed)?;
    encrypt_with(message, key, auth, &own, salt)
}

fn encrypt_with(
    message: &[u8],
    key: &[u8; 65],
    auth: &[u8; 16],
    own: &PrivateKey,
    salt: [u8; 16],
) -> Result<Vec<u8>, EncryptionError> {
    if message.len() > MAX_PLAINTEXT_BYTES {
        return Err(EncryptionError::TooLong);
    }
    let failed = |_| EncryptionError::Failed;
    let public = own.compute_public_key().map_err(failed)?;
    let peer = UnparsedPublicKey::new(&ECDH_P256, key.as_slice());
    let secret = agree(own, peer, EncryptionError::Key, |secret| Ok(Salt::new(HKDF_SHA256, auth).extract(secret)))?;
    let input: [u8; 32] = expand(&secret, &[b"WebPush: info\0", key, public.as_ref()])?;
    let pseudorandom = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let content_key: [u8; 16] = expand(&pseudorandom, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&pseudorandom, &[b"Content-Encoding: nonce\0"])?;

    let mut record = message.to_vec();
    record.push(LAST_RECORD);
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key).map_err(failed)?);
    cipher.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).map_err(failed)?;

    let mut body = Vec::with_capacity(HEADER_BYTES + record.len());
    body.extend_from_slice(&salt);
    body.extend_from_slice(&RECORD_SIZE.to_be_bytes());
    body.push(65);
    body.extend_from_slice(public.as_ref());
    body.extend_from_slice(&record);
    Ok(body)
}

/// The number of bytes to derive.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(secret: &Prk, info: &[&[u8]]) -> Result<[u8; N], EncryptionError> {
    let mut out = [0; N];
    let derived = secret.expand(info, Length(N)).and_then(|key| key.fill(&mut out));
    derived.map(|()| out).map_err(|_| EncryptionError::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        URL_SAFE_NO_PAD.decode(text).unwrap().try_into().unwrap()
    }

    /// The example of RFC 8291, appendix A.
    #[test]
    fn matches_the_rfc_example() {
        let key = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let own = PrivateKey::from_private_key(&ECDH_P256, &bytes::<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
            .unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let body = encrypt_with(b"When I grow up, I want to be a watermelon", &key, &auth, &own, salt).unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn rejects_key_off_the_curve() {
        let mut key = [7; 65];
        key[0] = 4;
        assert_eq!(encrypt(b"hello", &key, &[0; 16]), Err(EncryptionError::Key));
    }

    #[test]
    fn fits_the_longest_message_into_the_largest_body() {
        let own = PrivateKey::generate(&ECDH_P256).unwrap();
        let key: [u8; 65] = own.compute_public_key().unwrap().as_ref().try_into().unwrap();
        assert_eq!(encrypt(&[0; MAX_PLAINTEXT_BYTES], &key, &[0; 16]).unwrap().len(), 4_096);
        assert_eq!(encrypt(&[0; MAX_PLAINTEXT_BYTES + 1], &key, &[0; 16]), Err(EncryptionError::TooLong));
    }
}
