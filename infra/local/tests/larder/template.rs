//! Compares the deployment with the server's own table, headers and pages: the table of `template.yaml`, and those of
//! `infra/cdn`. `infra/deploy/code_test.py` compares the rest, as text.
//!
//! The templates are read line by line, for they are written that way: one attribute, one variable a line. A line that a
//! test no longer recognises is missing in its comparison, and the test fails.

use crate::layers::root;
use application::config::ProductLookup;
use aws_sdk_dynamodb::types::KeySchemaElement;
use axum::body::Body;
use http::{Request, StatusCode, header};
use larder::data::embedded;
use larder::web::site_files::SiteFiles;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use system::ids::SeededIds;
use tower::ServiceExt;

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The block of a resource: from its name to the next name on the same level.
fn resource(template: &str, name: &str) -> String {
    let mut lines = template.lines().skip_while(|line| *line != format!("  {name}:"));
    let first = lines.next().unwrap_or_else(|| panic!("the template has no {name}"));
    let block = lines.take_while(|line| line.is_empty() || line.starts_with("    ") || line.starts_with("  #"));
    std::iter::once(first).chain(block).collect::<Vec<_>>().join("\n")
}

/// Returns the text between two marks on a line.
fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

fn schema(elements: &[KeySchemaElement]) -> Vec<String> {
    elements.iter().map(|part| format!("{} {}", part.attribute_name(), part.key_type().as_str())).collect()
}

#[tokio::test]
async fn creates_the_table_of_the_code() {
    let database = dynoxide::Database::memory().unwrap();
    embedded::open_store(&database, "larder", Arc::new(SeededIds::new(1))).await.unwrap();
    let client = aws_sdk_dynamodb::Client::from_conf(embedded::table_config(&database).build());
    let made = client.describe_table().table_name("larder").send().await.unwrap().table.unwrap();
    let ttl =
        client.describe_time_to_live().table_name("larder").send().await.unwrap().time_to_live_description.unwrap();

    let block = resource(&text("template.yaml"), "Table");
    let attributes: BTreeSet<_> = block
        .lines()
        .filter_map(|line| between(line, "{AttributeName: ", ", AttributeType: S}"))
        .map(str::to_owned)
        .collect();
    assert_eq!(attributes, made.attribute_definitions().iter().map(|a| a.attribute_name().to_owned()).collect());

    // The table's own key first, then each index's, in the order of the template.
    let mut keys: Vec<(String, Vec<String>)> = vec![("table".into(), vec![])];
    for line in block.lines() {
        if let Some(name) = line.trim().strip_prefix("- IndexName: ") {
            keys.push((name.to_owned(), vec![]));
        } else if let Some((name, kind)) =
            between(line, "{AttributeName: ", "}").and_then(|part| part.split_once(", KeyType: "))
        {
            keys.last_mut().unwrap().1.push(format!("{name} {kind}"));
        }
    }
    let mut expected = vec![("table".to_owned(), schema(made.key_schema()))];
    expected.extend(
        made.local_secondary_indexes().iter().map(|i| (i.index_name().unwrap().to_owned(), schema(i.key_schema()))),
    );
    expected.extend(
        made.global_secondary_indexes().iter().map(|i| (i.index_name().unwrap().to_owned(), schema(i.key_schema()))),
    );
    assert_eq!(keys, expected);
    assert_eq!(
        block.matches("Projection: {ProjectionType: ALL}").count(),
        expected.len() - 1,
        "every index holds whole rows"
    );
    assert_eq!(between(&block, "TimeToLiveSpecification: {AttributeName: ", ", Enabled: true}"), ttl.attribute_name());
    for wanted in [
        "BillingMode: PAY_PER_REQUEST",
        "DeletionProtectionEnabled: true",
        "PointInTimeRecoveryEnabled: true",
        "SSEEnabled: true",
        "DeletionPolicy: Retain",
    ] {
        assert!(block.contains(wanted), "{wanted}");
    }
}

/// The value behind `key: ` in a response headers policy, on its line or folded over the next ones.
fn policy_text(template: &str, policy: &str) -> String {
    let block = resource(template, policy);
    let (_, rest) = block.split_once("ContentSecurityPolicy: ").unwrap();
    match rest.split_once(">-\n") {
        Some((start, folded)) if start.lines().count() <= 2 => {
            let indent = folded.len() - folded.trim_start().len();
            let lines = folded.lines().take_while(|line| line.len() - line.trim_start().len() == indent);
            lines.map(str::trim).collect::<Vec<_>>().join(" ")
        }
        _ => rest.lines().next().unwrap().trim_matches('"').to_owned(),
    }
}

#[tokio::test]
async fn matches_cdn_headers_to_the_local_server() {
    let cdn = text("infra/cdn/template.yaml");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<!doctype html>").unwrap();
    std::fs::create_dir(folder.path().join("assets")).unwrap();
    std::fs::write(folder.path().join("assets/shrink.worker-1.js"), "1").unwrap();
    let files = SiteFiles::Folder(folder.path().into());
    let served = |lookup| larder::web::site::service(files.clone(), "http://127.0.0.1:8080", None, lookup);
    let site = served(ProductLookup::None);
    let get = |path: &str| site.clone().oneshot(Request::get(path).body(Body::empty()).unwrap());

    let page = get("/").await.unwrap();
    let local = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    // The only difference: where uploads go.
    let expected = local.replace("http://127.0.0.1:8080", "https://${UploadHost}");
    assert_ne!(expected, local);
    let nested = cdn.replace("          ContentSecurityPolicy:\n            Override: true\n", "");
    let template = policy_text(&nested, "PageHeaders");
    assert_eq!(template.replace("${ProductOrigin}", ""), expected);
    // The condition adds the same origin as the setting does on one machine.
    let origin = between(&cdn, "ProductOrigin: !If [AsksOpenFoodFacts, \"", "\", \"\"]").unwrap();
    let asking = Request::get("/").body(Body::empty()).unwrap();
    let asking = served(ProductLookup::OpenFoodFacts).oneshot(asking).await.unwrap();
    let local = asking.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert_eq!(
        template.replace("${ProductOrigin}", origin),
        local.replace("http://127.0.0.1:8080", "https://${UploadHost}")
    );
    assert!(cdn.contains("  AsksOpenFoodFacts: !Equals [!Ref ProductLookup, openfoodfacts]\n"));
    let worker = get("/assets/shrink.worker-1.js").await.unwrap();
    assert_eq!(
        policy_text(&nested, "WorkerHeaders"),
        worker.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap()
    );
    for policy in ["PageHeaders", "WorkerHeaders"] {
        let block = resource(&cdn, policy);
        assert!(
            block.contains("StrictTransportSecurity: {Override: true, AccessControlMaxAgeSec: 63072000"),
            "{policy}"
        );
        for name in ["cross-origin-opener-policy", "cross-origin-resource-policy", "permissions-policy"] {
            let value = page.headers()[name].to_str().unwrap();
            let line = block
                .lines()
                .find(|line| line.contains(&format!("Header: {name},")))
                .unwrap_or_else(|| panic!("{policy} has no {name}"));
            assert!(line.contains(value), "{policy}: {line} is not {value}");
        }
    }

    // Pages of the edge function are pages here, and nothing else is.
    let pages: Vec<String> = between(&cdn, "var PAGES = [", "]")
        .unwrap()
        .split(", ")
        .map(|page| page.trim_matches('\'').to_owned())
        .collect();
    for page in pages.iter().map(String::as_str).chain(["/shared/AbC123"]) {
        assert_eq!(get(page).await.unwrap().status(), StatusCode::OK, "{page}");
    }
    for path in ["/shared/", "/shared/a/b", "/nonsense", "/settings/x"] {
        assert_eq!(get(path).await.unwrap().status(), StatusCode::NOT_FOUND, "{path}");
    }
    let routes: BTreeMap<String, String> = serde_json::from_str(&text("shared/data/routes.json")).unwrap();
    let fixed: BTreeSet<&str> = routes.values().map(String::as_str).filter(|route| !route.contains(':')).collect();
    assert_eq!(pages.iter().map(String::as_str).collect::<BTreeSet<_>>(), fixed, "a page that only one of them knows");
}
