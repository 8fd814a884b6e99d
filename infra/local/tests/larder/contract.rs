//! Compares `web/openapi.json` with the code, and the responses in tests with it. `make types` writes it.

use http::{Method, StatusCode};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(larder::web::openapi::json()).unwrap());

/// The operations of the document with their methods and paths.
pub fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    let paths = DOCUMENT["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(|(method, operation)| (method.as_str(), path.as_str(), operation))
    })
}

/// Panics if the document does not name this status for the operation. It names statuses of any operation as ranges: 403
/// for requests that bypass the CDN or come from another site, and 5xx. Paths and methods without an operation pass.
pub fn assert_documented(method: &Method, uri: &str, status: StatusCode) {
    let segments: Vec<&str> = uri.split('?').next().unwrap_or_default().split('/').collect();
    let is_variable = |part: &str| part.starts_with('{');
    let has_path = |path: &str| {
        path.split('/').count() == segments.len()
            && path.split('/').zip(&segments).all(|(part, segment)| is_variable(part) || part == *segment)
    };
    // A literal path wins over one with a variable part, as in the router.
    let paths = operations().map(|(_, path, _)| path).filter(|path| has_path(path));
    let Some(path) = paths.min_by_key(|path| path.split('/').filter(|part| is_variable(part)).count()) else { return };
    let is_called = |(its_method, its_path, _): &(&str, &str, &Value)| {
        *its_path == path && its_method.eq_ignore_ascii_case(method.as_str())
    };
    let Some((_, _, operation)) = operations().find(is_called) else { return };
    let responses = operation["responses"].as_object().unwrap();
    let is_named_as_range = status == StatusCode::FORBIDDEN || status.is_server_error();
    let is_documented = is_named_as_range || responses.contains_key(status.as_str());
    assert!(is_documented, "the contract names no {status} for {method} {path}");
}

/// Returns the text fields of an operation's body with their maximum lengths.
pub fn max_lengths(operation: &str) -> Vec<(&'static str, usize)> {
    let (_, _, operation) = operations().find(|(_, _, one)| one["operationId"] == operation).unwrap();
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) else { return vec![] };
    let max_length = |field: &Value| field["maxLength"].as_u64().and_then(|max| usize::try_from(max).ok());
    let fields = DOCUMENT["components"]["schemas"][name]["properties"].as_object().unwrap().iter();
    fields.filter_map(|(name, field)| Some((name.as_str(), max_length(field)?))).collect()
}

#[test]
fn matches_openapi_json_to_the_code() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let fresh = larder::web::openapi::json();
    if std::env::var_os("LARDER_WRITE").is_some() {
        std::fs::write(&file, fresh).unwrap();
    }
    let checked_in = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(checked_in == fresh, "web/openapi.json is stale: run `make types` and commit what it writes");
}

#[test]
fn documents_security_and_errors_of_every_operation() {
    let shared = DOCUMENT["components"]["responses"].as_object().unwrap();
    let mut used = BTreeSet::new();
    for (method, path, operation) in operations() {
        assert!(path.starts_with("/api/") || path.starts_with("/identity/"), "{path}");
        let name = format!("{method} {path}");
        assert!(operation["operationId"].as_str().is_some_and(|id| id.contains('_')), "{name} is named verb_noun");
        assert!(operation["security"].is_array(), "{name}");
        let responses = operation["responses"].as_object().unwrap();
        // An operation documents 401 exactly if it needs a token.
        let secured = !operation["security"].as_array().unwrap().is_empty();
        assert_eq!(responses.contains_key("401"), secured, "{name}");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{name}");
        assert!(responses.contains_key("4XX") && responses.contains_key("5XX"), "{name}");
        for (status, refusal) in responses.iter().filter(|(status, _)| status.starts_with(['4', '5'])) {
            let shared_name = refusal["$ref"].as_str().and_then(|to| to.strip_prefix("#/components/responses/"));
            used.insert(shared_name.unwrap_or_else(|| panic!("{name} words its own {status}")));
        }
    }
    assert_eq!(used, shared.keys().map(String::as_str).collect());
}
