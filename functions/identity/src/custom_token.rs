//! Custom tokens, which a joining device exchanges for its own tokens. With our own accounts we sign and verify them;
//! with another provider, its service account signs, as that provider documents ("Create custom tokens using a
//! third-party JWT library").

use crate::signer::Signer;
use api::ApiError;
use application::config::Config;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{DeviceId, UserId};
use serde::{Deserialize, Serialize};

const LIFETIME: TimeDelta = TimeDelta::minutes(5);
/// The audience of tokens that a service account signs.
const GOOGLE: &str = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

#[derive(Serialize, Deserialize)]
struct CustomClaims {
    iss: String,
    sub: String,
    aud: String,
    iat: i64,
    exp: i64,
    uid: String,
    /// The claims that id tokens contain beside the user.
    #[serde(rename = "claims")]
    custom: DeviceClaim,
}

#[derive(Serialize, Deserialize)]
struct DeviceClaim {
    device: DeviceId,
}

/// Another audience than an id token's, so that neither can be used as the other.
fn own_audience(config: &Config) -> String {
    format!("{}/v1/accounts:signInWithCustomToken", config.identity.issuer)
}

/// Signs a token with which the device signs in as the user.
pub fn custom_token(
    signer: &Signer,
    config: &Config,
    user: &UserId,
    device: DeviceId,
    now: DateTime<Utc>,
) -> Result<String, ApiError> {
    let claims = |by: &str, audience: String| CustomClaims {
        iss: by.to_owned(),
        sub: by.to_owned(),
        aud: audience,
        iat: now.timestamp(),
        exp: (now + LIFETIME).timestamp(),
        uid: user.as_str().to_owned(),
        custom: DeviceClaim { device },
    };
    if config.is_own_identity_provider() {
        return Ok(signer.encode(&claims(&config.identity.issuer, own_audience(config)), now));
    }
    let account = signer.service_account().ok_or_else(cannot_be_shared)?;
    Ok(account.encode(&claims(&account.client_email, GOOGLE.to_owned())))
}

/// Verifies one of our custom tokens and returns its content.
pub fn read(signer: &Signer, config: &Config, token: &str, now: DateTime<Utc>) -> Option<(UserId, DeviceId)> {
    let claims: CustomClaims = signer.decode(token, &config.identity.issuer, &own_audience(config))?;
    let user = UserId::parse(&claims.uid)?;
    (now.timestamp() < claims.exp).then_some((user, claims.custom.device))
}

/// The error if no key can sign for a device.
pub fn cannot_be_shared() -> ApiError {
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
        (UserId::parse("somebody").unwrap(), DeviceId(uuid::Uuid::from_u128(7)))
    }

    #[test]
    fn expires_an_own_custom_token_after_five_minutes() {
        let stored = || StoredKeys { keys: vec![StoredKey::generate("k".into(), now())] };
        let (signer, config) = (Signer::from_stored(stored()).unwrap(), config(None));
        let (user, device) = user_and_device();
        let token = custom_token(&signer, &config, &user, device, now()).unwrap();
        assert_eq!(read(&signer, &config, &token, now()), Some((user.clone(), device)));
        assert_eq!(read(&signer, &config, &token, now() + LIFETIME), None);
        let identity = &config.identity;
        let id_token = signer.sign_for(&identity.issuer, &identity.audience, (&user, Some(device)), now(), now());
        assert_eq!(read(&signer, &config, &id_token, now()), None, "an id token is no custom token");
        assert!(signer.decode::<serde_json::Value>(&token, &identity.issuer, &identity.audience).is_none());
        let other = Signer::from_stored(stored()).unwrap();
        assert_eq!(read(&other, &config, &token, now()), None, "another key by the same name");
    }

    #[test]
    fn signs_documented_claims_by_service_account() {
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
        rules.set_audience(&[GOOGLE]);
        rules.validate_exp = false;
        let claims: serde_json::Value = jsonwebtoken::decode(&token, &key, &rules).unwrap().claims;
        let expected = serde_json::json!({
            "iss": email, "sub": email, "aud": GOOGLE, "iat": 1_800_000_000, "exp": 1_800_000_300,
            "uid": "somebody", "claims": {"device": device.to_string()},
        });
        assert_eq!(claims, expected);
    }

    #[test]
    fn shares_no_larder_of_another_provider_without_a_service_account() {
        let config = config(Some("https://securetoken.google.com/project"));
        let (user, device) = user_and_device();
        assert!(custom_token(&Signer::without_keys(), &config, &user, device, now()).is_err());
        assert!(ServiceAccount::from_json("{\"client_email\":\"a\",\"private_key\":\"nonsense\"}").is_err());
    }
}
