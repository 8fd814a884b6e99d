//! Custom tokens, which a joining device exchanges for its own tokens. Larder signs and verifies them for its own
//! accounts; for those of another provider, the provider's service account signs them.

use crate::signer::Signer;
use api::ApiError;
use application::config::Config;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use serde::{Deserialize, Serialize};

const LIFETIME: TimeDelta = TimeDelta::minutes(5);
/// The audience of tokens that a service account signs.
const GOOGLE_AUDIENCE: &str =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

#[derive(Serialize, Deserialize)]
struct CustomClaims {
    iss: String,
    sub: String,
    aud: String,
    iat: i64,
    exp: i64,
    uid: String,
    /// Further claims of the id tokens.
    #[serde(rename = "claims")]
    custom: DeviceClaim,
}

#[derive(Serialize, Deserialize)]
struct DeviceClaim {
    device: DeviceId,
}

/// The audience differs from that of id tokens, so that neither is accepted as the other.
fn own_audience(config: &Config) -> String {
    format!("{}/v1/accounts:signInWithCustomToken", config.identity.issuer)
}

/// Signs a token with which a device signs in as a user.
pub fn custom_token(
    signer: &Signer,
    config: &Config,
    user: &UserId,
    device: DeviceId,
    now: DateTime<Utc>,
) -> Result<String, ApiError> {
    let claims = |issuer: &str, audience: String| CustomClaims {
        iss: issuer.to_owned(),
        sub: issuer.to_owned(),
        aud: audience,
        iat: now.timestamp(),
        exp: (now + LIFETIME).timestamp(),
        uid: user.as_str().to_owned(),
        custom: DeviceClaim { device },
    };
    if config.is_own_identity_provider() {
        return Ok(signer.encode(&claims(&config.identity.issuer, own_audience(config)), now));
    }
    let account = signer.service_account().ok_or_else(sharing_unavailable)?;
    Ok(account.encode(&claims(&account.client_email, GOOGLE_AUDIENCE.to_owned())))
}

/// Verifies one of our custom tokens.
pub fn verify(signer: &Signer, config: &Config, token: &str, now: DateTime<Utc>) -> Option<(UserId, DeviceId)> {
    let claims: CustomClaims = signer.decode(token, &config.identity.issuer, &own_audience(config))?;
    let user = UserId::parse(&claims.uid)?;
    (now.timestamp() < claims.exp).then_some((user, claims.custom.device))
}

/// Returns the error of a server without a service account for its identity provider.
pub fn sharing_unavailable() -> ApiError {
    ApiError::conflict("household_unavailable", "This server cannot share larders: it has no service account.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signer::{ServiceAccount, StoredKey, StoredKeys};
    use application::config::Environment;
    use jsonwebtoken::{Algorithm, DecodingKey, Validation};
    use std::collections::HashMap;

    struct TestEnvironment(HashMap<&'static str, String>);

    impl Environment for TestEnvironment {
        fn get(&self, name: &str) -> Option<String> {
            self.0.get(name).cloned()
        }
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn config(issuer: Option<&str>) -> Config {
        let mut settings = HashMap::new();
        if let Some(issuer) = issuer {
            settings.insert("LARDER_IDENTITY_ISSUER", issuer.to_owned());
            settings.insert("LARDER_SERVICE_ACCOUNT", "account.json".to_owned());
        }
        Config::from_environment(&TestEnvironment(settings), "https://larder.example").unwrap()
    }

    fn user_and_device() -> (UserId, DeviceId) {
        (UserId::parse("anna").unwrap(), DeviceId(uuid::Uuid::from_u128(7)))
    }

    #[test]
    fn verifies_only_its_own_unexpired_custom_tokens() {
        let stored = || StoredKeys { keys: vec![StoredKey::generate("k".into(), now())] };
        let (signer, config) = (Signer::from_stored(stored()).unwrap(), config(None));
        let (user, device) = user_and_device();
        let token = custom_token(&signer, &config, &user, device, now()).unwrap();
        assert_eq!(verify(&signer, &config, &token, now()), Some((user.clone(), device)));
        assert_eq!(verify(&signer, &config, &token, now() + LIFETIME), None);
        let identity = &config.identity;
        let id_token = signer.sign(&identity.issuer, &identity.audience, &user, Some(device), now(), now());
        assert_eq!(verify(&signer, &config, &id_token, now()), None, "an id token is not a custom token");
        assert!(signer.decode::<serde_json::Value>(&token, &identity.issuer, &identity.audience).is_none());
        let other = Signer::from_stored(stored()).unwrap();
        assert_eq!(verify(&other, &config, &token, now()), None, "another key by the same name");
    }

    #[test]
    fn signs_claims_by_service_account() {
        let key = StoredKey::generate("k".into(), now());
        let email = "firebase-adminsdk@project.iam.gserviceaccount.com";
        let file =
            serde_json::json!({"type": "service_account", "client_email": email, "private_key": key.private_key});
        let published = Signer::from_stored(StoredKeys { keys: vec![key] }).unwrap();
        let signer =
            Signer::without_keys().with_service_account(Some(ServiceAccount::from_json(&file.to_string()).unwrap()));
        let config = config(Some("https://securetoken.google.com/project"));
        let (user, device) = user_and_device();
        let token = custom_token(&signer, &config, &user, device, now()).unwrap();
        let header = jsonwebtoken::decode_header(&token).unwrap();
        assert_eq!((header.alg, header.typ.as_deref()), (Algorithm::RS256, Some("JWT")));
        let key = DecodingKey::from_jwk(&published.key_set().keys[0]).unwrap();
        let mut rules = Validation::new(Algorithm::RS256);
        rules.set_audience(&[GOOGLE_AUDIENCE]);
        rules.validate_exp = false;
        let claims: serde_json::Value = jsonwebtoken::decode(&token, &key, &rules).unwrap().claims;
        let expected = serde_json::json!({
            "iss": email, "sub": email, "aud": GOOGLE_AUDIENCE, "iat": 1_800_000_000, "exp": 1_800_000_300,
            "uid": "anna", "claims": {"device": device.to_string()},
        });
        assert_eq!(claims, expected);
    }

    #[test]
    fn requires_service_account_for_another_provider() {
        let config = config(Some("https://securetoken.google.com/project"));
        let (user, device) = user_and_device();
        assert!(custom_token(&Signer::without_keys(), &config, &user, device, now()).is_err());
    }
}
