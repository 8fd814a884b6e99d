//! Compares `web/openapi.json` with the code. `make types` writes it.

use std::path::Path;

#[test]
fn openapi_json_matches_the_code() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let fresh = larder::openapi::text();
    if std::env::var_os("LARDER_WRITE").is_some() {
        std::fs::write(&file, fresh).unwrap();
    }
    let checked_in = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(checked_in == fresh, "web/openapi.json is stale: run `make types` and commit what it writes");
}

#[test]
fn every_operation_documents_security_and_errors() {
    let document = serde_json::to_value(larder::openapi::document()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/") || path.starts_with("/identity/"), "{path}");
        for (method, operation) in item.as_object().unwrap().iter().filter(|(name, _)| *name != "parameters") {
            let name = format!("{method} {path}");
            assert!(operation["operationId"].as_str().is_some_and(|id| id.contains('_')), "{name} is named verb_noun");
            assert!(operation["security"].is_array(), "{name}");
            // An operation documents 401 exactly if it needs a token.
            let secured = !operation["security"].as_array().unwrap().is_empty();
            assert_eq!(operation["responses"].get("401").is_some(), secured, "{name}");
            assert!(operation["responses"].as_object().unwrap().keys().any(|status| status.starts_with('2')), "{name}");
        }
    }
}
