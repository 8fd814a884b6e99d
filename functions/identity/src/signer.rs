//! The keys that sign id tokens. All keys are published; the newest one that was published long enough signs.

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use jsonwebtoken::jwk::{Jwk, JwkSet, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The lifetime of an id token.
pub const TOKEN_LIFETIME: TimeDelta = application::identity::ID_TOKEN_LIFETIME;
/// A key is published this long before it signs: an API gateway's authorizer may keep a key set for two hours.
const MIN_PUBLICATION: TimeDelta = TimeDelta::hours(3);

#[derive(Debug, thiserror::Error)]
pub enum SignerError {
    #[error("the signing keys are no valid JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("signing key {0} cannot be read")]
    Key(String),
    #[error("there is no signing key")]
    None,
}

/// The stored keys: a file on one machine, a secret on AWS.
#[derive(Serialize, Deserialize)]
pub struct StoredKeys {
    pub keys: Vec<StoredKey>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredKey {
    pub id: String,
    pub created_at: DateTime<Utc>,
    /// PKCS #8 in PEM.
    pub private_key: String,
}

pub struct Signer {
    keys: Vec<SigningKey>,
    published: JwkSet,
    /// Signs for joining devices if another provider creates the accounts.
    service_account: Option<ServiceAccount>,
}

struct SigningKey {
    id: String,
    created_at: DateTime<Utc>,
    key: EncodingKey,
}

/// The claims of an id token, as in Google's anonymous tokens.
#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    aud: &'a str,
    sub: &'a str,
    user_id: &'a str,
    iat: i64,
    exp: i64,
    auth_time: i64,
    provider_id: &'static str,
    firebase: SignIn,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<DeviceId>,
}

#[derive(Serialize)]
struct SignIn {
    identities: serde_json::Map<String, serde_json::Value>,
    sign_in_provider: &'static str,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signer")
            .field("keys", &self.keys.iter().map(|k| &k.id).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl StoredKey {
    /// Creates a 2,048-bit RSA key.
    pub fn generate(id: String, now: DateTime<Utc>) -> Self {
        let pair = KeyPair::generate(KeySize::Rsa2048).expect("the operating system provides randomness");
        let der = pair.as_der().expect("a new key can be encoded");
        let text = STANDARD.encode(der.as_ref());
        let mut pem = String::from("-----BEGIN PRIVATE KEY-----\n");
        // RFC 7468 has 64 characters a line.
        for line in text.as_bytes().chunks(64) {
            pem.push_str(std::str::from_utf8(line).expect("base64 is ASCII"));
            pem.push('\n');
        }
        pem.push_str("-----END PRIVATE KEY-----\n");
        Self { id, created_at: now, private_key: pem }
    }
}

impl Signer {
    pub fn from_json(text: &str) -> Result<Self, SignerError> {
        Self::from_stored(serde_json::from_str(text)?)
    }

    pub fn from_stored(stored: StoredKeys) -> Result<Self, SignerError> {
        let mut keys = Vec::new();
        let mut published = JwkSet { keys: Vec::new() };
        for StoredKey { id, created_at, private_key } in stored.keys {
            let unreadable = || SignerError::Key(id.clone());
            let key = EncodingKey::from_rsa_pem(private_key.as_bytes()).map_err(|_| unreadable())?;
            let mut jwk = Jwk::from_encoding_key(&key, Algorithm::RS256).map_err(|_| unreadable())?;
            jwk.common.key_id = Some(id.clone());
            jwk.common.public_key_use = Some(PublicKeyUse::Signature);
            jwk.common.key_algorithm = Some(KeyAlgorithm::RS256);
            published.keys.push(jwk);
            keys.push(SigningKey { id, created_at, key });
        }
        keys.sort_by_key(|key| key.created_at);
        if keys.is_empty() { Err(SignerError::None) } else { Ok(Self { keys, published, service_account: None }) }
    }

    /// Returns a signer without keys, which can describe the routes only.
    pub fn without_keys() -> Self {
        Self { keys: Vec::new(), published: JwkSet { keys: Vec::new() }, service_account: None }
    }

    #[must_use]
    pub fn with_service_account(self, service_account: Option<ServiceAccount>) -> Self {
        Self { service_account, ..self }
    }

    pub fn service_account(&self) -> Option<&ServiceAccount> {
        self.service_account.as_ref()
    }

    pub fn key_set(&self) -> &JwkSet {
        &self.published
    }

    fn current(&self, now: DateTime<Utc>) -> &SigningKey {
        let published = self.keys.iter().rev().find(|key| key.created_at + MIN_PUBLICATION <= now);
        published.unwrap_or_else(|| self.keys.first().expect("a signer has at least one key"))
    }

    /// Signs an id token for a user, and for a device if the larder is shared.
    pub fn sign(
        &self,
        issuer: &str,
        audience: &str,
        user: &UserId,
        device: Option<DeviceId>,
        signed_in_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> String {
        let claims = Claims {
            iss: issuer,
            aud: audience,
            sub: user.as_str(),
            user_id: user.as_str(),
            iat: now.timestamp(),
            exp: (now + TOKEN_LIFETIME).timestamp(),
            auth_time: signed_in_at.timestamp(),
            provider_id: "anonymous",
            firebase: SignIn { identities: serde_json::Map::new(), sign_in_provider: "anonymous" },
            device,
        };
        self.encode(&claims, now)
    }

    pub(crate) fn encode(&self, claims: &impl Serialize, now: DateTime<Utc>) -> String {
        let key = self.current(now);
        let header = Header { kid: Some(key.id.clone()), ..Header::new(Algorithm::RS256) };
        jsonwebtoken::encode(&header, claims, &key.key).expect("a valid key signs claims")
    }

    /// Verifies a token of one of these keys and returns its claims. The caller checks the time.
    pub(crate) fn decode<T: DeserializeOwned>(&self, token: &str, issuer: &str, audience: &str) -> Option<T> {
        let id = jsonwebtoken::decode_header(token).ok().filter(|header| header.alg == Algorithm::RS256)?.kid?;
        let key = DecodingKey::from_jwk(self.published.find(&id)?).ok()?;
        let mut rules = Validation::new(Algorithm::RS256);
        rules.set_issuer(&[issuer]);
        rules.set_audience(&[audience]);
        rules.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        rules.validate_exp = false;
        Some(jsonwebtoken::decode(token, &key, &rules).ok()?.claims)
    }
}

/// An account of another provider that can sign custom tokens: Google's JSON file.
#[derive(Deserialize)]
pub struct ServiceAccount {
    pub client_email: String,
    /// PKCS #8 in PEM.
    private_key: String,
}

impl std::fmt::Debug for ServiceAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServiceAccount").field("client_email", &self.client_email).finish_non_exhaustive()
    }
}

impl ServiceAccount {
    pub fn from_json(text: &str) -> Result<Self, SignerError> {
        let account: Self = serde_json::from_str(text)?;
        account.key()?;
        Ok(account)
    }

    fn key(&self) -> Result<EncodingKey, SignerError> {
        let key = EncodingKey::from_rsa_pem(self.private_key.as_bytes());
        key.map_err(|_| SignerError::Key(self.client_email.clone()))
    }

    pub(crate) fn encode(&self, claims: &impl Serialize) -> String {
        let key = self.key().expect("the key was parsed with the account");
        jsonwebtoken::encode(&Header::new(Algorithm::RS256), claims, &key).expect("a valid key signs claims")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::identity::{Verifier, VerifyError};
    use jsonwebtoken::jwk::AlgorithmParameters;

    #[test]
    fn publishes_new_key_before_signing_with_it() {
        let start = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let keys = vec![
            StoredKey::generate("old".into(), start),
            StoredKey::generate("new".into(), start + TimeDelta::days(90)),
        ];
        let signer = Signer::from_stored(StoredKeys { keys }).unwrap();
        assert_eq!(signer.key_set().keys.len(), 2);
        let signs = |at| signer.current(at).id.clone();
        assert_eq!(signs(start), "old");
        assert_eq!(signs(start + TimeDelta::days(90)), "old");
        assert_eq!(signs(start + TimeDelta::days(90) + MIN_PUBLICATION), "new");
    }

    #[tokio::test]
    async fn verifies_tokens_of_known_keys_without_fetch() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let keys = ["known", "other"].map(|id| StoredKeys { keys: vec![StoredKey::generate(id.into(), now)] });
        let [known, other] = keys.map(|stored| Signer::from_stored(stored).unwrap());
        let AlgorithmParameters::RSA(rsa) = &known.key_set().keys[0].algorithm else { panic!("an RSA key") };
        let verifier = Verifier::new("https://larder.example", "larder", "http://127.0.0.1:9/keys")
            .with_pinned(format!("known:{}", rsa.n).parse().unwrap());
        let user = UserId::parse("anna").unwrap();
        let sign = |signer: &Signer| signer.sign("https://larder.example", "larder", &user, None, now, now);
        verifier.prime(now).await;
        assert_eq!(verifier.verify(&sign(&known), now).await.unwrap().user, user);
        assert!(matches!(verifier.verify(&sign(&other), now).await, Err(VerifyError::NoKeys(_))));
    }

    #[test]
    fn names_damaged_key() {
        assert!(matches!(Signer::from_json("{"), Err(SignerError::Json(_))));
        assert!(matches!(Signer::from_json("{\"keys\":[]}"), Err(SignerError::None)));
        let broken = r#"{"keys":[{"id":"k1","createdAt":"2026-01-01T00:00:00Z","privateKey":"nonsense"}]}"#;
        assert!(matches!(Signer::from_json(broken), Err(SignerError::Key(id)) if id == "k1"));
        let account = ServiceAccount::from_json(r#"{"client_email":"a@b","private_key":"nonsense"}"#);
        assert!(matches!(account, Err(SignerError::Key(email)) if email == "a@b"));
    }
}
