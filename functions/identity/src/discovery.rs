//! `/identity/.well-known/`: the public keys and the discovery document.

use crate::signer::Signer;
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use http::header::CACHE_CONTROL;
use serde::Serialize;
use std::sync::Arc;

/// Ten minutes: a new key is published hours before it signs.
const CACHE_POLICY: &str = "public, max-age=600";

#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "the schema of the document that the signer returns")]
pub struct KeySet {
    keys: Vec<std::collections::HashMap<String, String>>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct Configuration {
    issuer: String,
    jwks_uri: String,
    token_endpoint: String,
    response_types_supported: [&'static str; 1],
    subject_types_supported: [&'static str; 1],
    id_token_signing_alg_values_supported: [&'static str; 1],
    grant_types_supported: [&'static str; 1],
}

/// Returns the public keys of id tokens (RFC 7517).
#[utoipa::path(get, path = "/identity/.well-known/jwks.json", tag = "identity",
    security(), responses((status = 200,
    body = KeySet)))]
pub async fn get_key_set(State(signer): State<Arc<Signer>>) -> impl IntoResponse {
    ([(CACHE_CONTROL, CACHE_POLICY)], Json(signer.key_set().clone()))
}

/// Returns the OpenID Connect discovery document, as far as an anonymous provider has one.
#[utoipa::path(get, path = "/identity/.well-known/openid-configuration", tag = "identity",
    security(), responses((status = 200,
    body = Configuration)))]
pub async fn get_configuration(State(deps): State<Deps>) -> impl IntoResponse {
    let identity = &deps.config.identity;
    let document = Configuration {
        issuer: identity.issuer.clone(),
        jwks_uri: identity.keys_url.clone(),
        token_endpoint: format!("{}/v1/token", identity.issuer),
        response_types_supported: ["id_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        grant_types_supported: ["refresh_token"],
    };
    ([(CACHE_CONTROL, CACHE_POLICY)], Json(document))
}
