//! Tests `/identity/…`: the protocol of the Identity Toolkit, as its clients use it.

use crate::house::{refresh_with, text};
use crate::listener::Listener;
use crate::server::TestServer;
use application::identity::{Verifier, VerifyError};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde_json::{Value, json};

async fn sign_up(server: &TestServer) -> Value {
    server.post("/identity/v1/accounts:signUp?key=any").json(&json!({"returnSecureToken": true})).expect(200).await
}

#[tokio::test]
async fn signs_up_with_a_token_that_the_api_accepts() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    assert_eq!(text(&account, "expiresIn"), "3600");
    server.get("/api/items").bearer(text(&account, "idToken")).expect(200).await;
    let found =
        server.post("/identity/v1/accounts:lookup").json(&json!({"idToken": account["idToken"]})).expect(200).await;
    assert_eq!(found["users"][0]["localId"], account["localId"]);
}

#[tokio::test]
async fn rotates_the_refresh_token_on_refresh() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    server.advance(TimeDelta::minutes(59));
    let refreshed = refresh_with(&server, text(&account, "refreshToken")).await.expect(200);
    assert_eq!(refreshed["user_id"], account["localId"]);
    assert_ne!(refreshed["refresh_token"], account["refreshToken"]);
    server.advance(TimeDelta::minutes(30));
    server.get("/api/items").bearer(text(&account, "idToken")).expect(401).await;
    server.get("/api/items").bearer(text(&refreshed, "access_token")).expect(200).await;
}

#[tokio::test]
async fn accepts_the_previous_token_if_an_answer_was_lost() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let first = text(&account, "refreshToken");
    refresh_with(&server, first).await.expect(200);
    // The response was lost; the client has only the first token.
    let again = refresh_with(&server, first).await.expect(200);
    refresh_with(&server, text(&again, "refresh_token")).await.expect(200);
}

#[tokio::test]
async fn rejects_an_old_secret_and_keeps_the_family() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let first = text(&account, "refreshToken");
    let second = refresh_with(&server, first).await.expect(200);
    let third = refresh_with(&server, text(&second, "refresh_token")).await.expect(200);
    assert_eq!(refresh_with(&server, first).await.expect(400)["error"]["message"], "TOKEN_EXPIRED");
    refresh_with(&server, text(&third, "refresh_token")).await.expect(200);
}

#[tokio::test]
async fn keeps_all_tabs_signed_in_that_refresh_at_once() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let first = text(&account, "refreshToken");
    let (one, two) = tokio::join!(refresh_with(&server, first), refresh_with(&server, first));
    let (one, two) = (one.expect(200), two.expect(200));
    // The page stored one of the two secrets; the other tab has the other one in memory.
    let later = refresh_with(&server, text(&two, "refresh_token")).await.expect(200);
    refresh_with(&server, text(&one, "refresh_token")).await.expect(200);
    refresh_with(&server, text(&later, "refresh_token")).await.expect(200);
}

#[tokio::test]
async fn keeps_token_families_when_the_clock_is_behind() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    server.advance(TimeDelta::days(-1_000));
    let behind = refresh_with(&server, text(&account, "refreshToken")).await.expect(200);
    server.advance(TimeDelta::days(1_300));
    refresh_with(&server, text(&behind, "refresh_token")).await.expect(200);
}

#[tokio::test]
async fn refreshes_valid_tokens_at_an_address_that_sends_invented_ones() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let made_up = format!("{}.{}.{}", "nobody", "f".repeat(22), "s".repeat(43));
    let mut refused = 0;
    for _ in 0..320 {
        refused += usize::from(refresh_with(&server, &made_up).await.status == 429);
    }
    assert!(refused > 0, "invented tokens are limited");
    refresh_with(&server, text(&account, "refreshToken")).await.expect(200);
}

#[tokio::test]
async fn names_an_expired_token() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let lookup = json!({"idToken": account["idToken"]});
    server.advance(TimeDelta::hours(1));
    let refused = server.post("/identity/v1/accounts:lookup").json(&lookup).expect(400).await;
    assert_eq!(refused["error"]["message"], "TOKEN_EXPIRED");
}

/// A clock may be off by five minutes.
#[tokio::test]
async fn rejects_tokens_from_the_future() {
    let server = TestServer::start().await;
    for (minutes, status) in [(4, 200), (6, 401)] {
        server.advance(TimeDelta::minutes(minutes));
        let token = server.token("anna");
        server.advance(TimeDelta::minutes(-minutes));
        assert_eq!(server.get("/api/items").bearer(&token).status().await, status, "{minutes} minutes");
    }
}

/// Clients could invent key ids: requests here must not cause requests to the provider.
#[tokio::test]
async fn fetches_the_key_set_once_in_ten_seconds() {
    let server = TestServer::start().await;
    let set = serde_json::to_string(server.signer.key_set()).unwrap();
    let provider = Listener::start(move |_, _| Some((200, set.clone())));
    let verifier = Verifier::new("issuer", "audience", &format!("http://{}/keys", provider.address));
    let now = server.deps.now();
    for (seconds, fetches) in [(0, 1), (9, 1), (11, 2)] {
        for n in 0..20 {
            let header = URL_SAFE_NO_PAD.encode(format!(r#"{{"alg":"RS256","kid":"invented-{n}"}}"#));
            let refused = verifier.verify(&format!("{header}.e30.AAAA"), now + TimeDelta::seconds(seconds)).await;
            assert!(matches!(refused, Err(VerifyError::Refused("unknown key"))), "{refused:?}");
        }
        assert_eq!(provider.received().len(), fetches, "after {seconds} seconds");
    }
}

#[tokio::test]
async fn rejects_cross_site_sign_up() {
    let server = TestServer::start().await;
    let from = |site: &str| {
        server
            .post("/identity/v1/accounts:signUp")
            .header("sec-fetch-site", site)
            .header("content-type", "text/plain")
            .raw("{}")
    };
    assert_eq!(from("cross-site").expect(403).await["error"]["message"], "CROSS_SITE_REQUEST");
    from("same-origin").expect(200).await;
}

#[tokio::test]
async fn ends_data_and_tokens_with_the_account() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let token = text(&account, "idToken");
    server.post("/api/items").bearer(token).json(&json!({"name": "Milk"})).expect(201).await;
    server.post("/identity/v1/accounts:delete").json(&json!({"idToken": token})).expect(200).await;
    assert_eq!(server.get("/api/items").bearer(token).expect(200).await, json!([]));
    server.post("/api/items").bearer(token).json(&json!({"name": "Milk"})).expect(401).await;
    assert_eq!(
        refresh_with(&server, text(&account, "refreshToken")).await.expect(400)["error"]["message"],
        "USER_NOT_FOUND"
    );
    let gone = server.post("/identity/v1/accounts:lookup").json(&json!({"idToken": token})).expect(400).await;
    assert_eq!(gone["error"]["message"], "USER_NOT_FOUND");
}

#[tokio::test]
async fn rejects_forged_tokens() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let token = text(&account, "idToken");
    let parts: Vec<&str> = token.split('.').collect();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
    let with = |name: &str, value: Value| {
        let mut claims = claims.clone();
        claims[name] = value;
        URL_SAFE_NO_PAD.encode(claims.to_string())
    };
    let none = URL_SAFE_NO_PAD.encode(json!({"alg": "none", "typ": "JWT"}).to_string());
    let header: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts[0]).unwrap()).unwrap();
    // The public key as an HMAC secret: the classic confusion of algorithms.
    let keys = server.get("/identity/.well-known/jwks.json").expect(200).await;
    let secret = jsonwebtoken::EncodingKey::from_secret(keys["keys"][0]["n"].as_str().unwrap().as_bytes());
    let mut hmac = jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256);
    hmac.kid = header["kid"].as_str().map(str::to_owned);
    let confused = jsonwebtoken::encode(&hmac, &claims, &secret).unwrap();
    for forged in [
        format!("{none}.{}.", parts[1]),
        format!("{}.{}.{}", parts[0], with("sub", json!("somebody-else")), parts[2]),
        format!("{}.{}.{}", parts[0], with("exp", json!(9_999_999_999_i64)), parts[2]),
        format!("{}.{}", parts[0], parts[1]),
        confused,
        "a".repeat(10_000),
    ] {
        server.get("/api/items").bearer(&forged).expect(401).await;
    }
}

#[tokio::test]
async fn rejects_a_token_for_another_audience_or_issuer() {
    let server = TestServer::start().await;
    let identity = &server.deps.config.identity;
    let (user, now) = (domain::id::UserId::parse("anna").unwrap(), server.deps.now());
    for (issuer, audience) in
        [(identity.issuer.as_str(), "another"), ("https://elsewhere.example", identity.audience.as_str())]
    {
        let token = server.signer.sign(issuer, audience, &user, None, now, now);
        server.get("/api/items").bearer(&token).expect(401).await;
    }
}

#[tokio::test]
async fn returns_the_error_codes_of_the_protocol() {
    let server = TestServer::start().await;
    for (path, body, message) in [
        ("accounts:lookup", "{}", "MISSING_ID_TOKEN"),
        ("accounts:lookup", "{\"idToken\":\"x\"}", "INVALID_ID_TOKEN"),
        ("accounts:delete", "{\"idToken\":\"x\"}", "INVALID_ID_TOKEN"),
        ("accounts:lookup", "[\"x\"]", "INVALID_JSON_PAYLOAD"),
        ("accounts:signUp", "{", "INVALID_JSON_PAYLOAD"),
        ("accounts:signUp", "{\"email\":\"a@b.c\",\"password\":\"secret\"}", "OPERATION_NOT_ALLOWED"),
        ("token", "grant_type=password", "INVALID_GRANT_TYPE"),
        ("token", "grant_type=refresh_token", "MISSING_REFRESH_TOKEN"),
        ("token", "grant_type=refresh_token&refresh_token=a.b.c", "INVALID_REFRESH_TOKEN"),
        ("token", "", "MISSING_GRANT_TYPE"),
    ] {
        let response = server.post(&format!("/identity/v1/{path}")).raw(body).expect(400).await;
        assert_eq!(response["error"]["message"], message, "{path} {body}");
        assert_eq!(response["error"]["code"], 400);
    }
}

#[tokio::test]
async fn stores_secrets_hashed() {
    let server = TestServer::start().await;
    let account = sign_up(&server).await;
    let refresh_token = text(&account, "refreshToken");
    let (rest, secret) = refresh_token.rsplit_once('.').unwrap();
    let (uid, family) = rest.rsplit_once('.').unwrap();
    let user = domain::id::UserId::parse(uid).unwrap();
    let rows = server.partition(store::keys::account_pk(&user)).await;
    let stored = format!("{rows:?}");
    assert_eq!(rows.len(), 2);
    assert!(!stored.contains(secret) && !stored.contains(family), "{stored}");
}
