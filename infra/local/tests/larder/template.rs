//! Compares the deployment with the code: `template.yaml` and the stacks below `infra/` against routers, table,
//! settings and site.
//!
//! The templates are read line by line, for they are written that way: one route, one attribute, one variable a line. A
//! line that a test no longer recognises is missing in its comparison, and the test fails.

use crate::layers::{files, functions, root};
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

/// `ShoppingList` of `shopping-list`.
fn logical(function: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    function.split('-').map(capital).collect()
}

/// Each function that serves routes, with its paths.
fn routes() -> BTreeMap<&'static str, BTreeSet<String>> {
    let documents = [
        ("items", items::router().into_openapi()),
        ("scans", scans::router().into_openapi()),
        ("shopping-list", shopping_list::router().into_openapi()),
        ("sharing", sharing::router().into_openapi()),
        ("preferences", preferences::router().into_openapi()),
        ("transfer", transfer::router().into_openapi()),
        ("programs", programs::router().into_openapi()),
        ("identity", identity::router().into_openapi()),
    ];
    documents.into_iter().map(|(name, document)| (name, document.paths.paths.into_keys().collect())).collect()
}

/// The logical name of the function whose route takes a path, as API Gateway chooses: the exact route, else the longest
/// greedy one, else `$default`.
fn route_target<'a>(routes: &BTreeMap<&str, &'a str>, path: &str) -> &'a str {
    let greedy = routes.iter().filter(|(route, _)| route.strip_suffix("{proxy+}").is_some_and(|p| path.starts_with(p)));
    let longest = greedy.max_by_key(|(route, _)| route.len()).map(|(_, target)| *target);
    routes.get(path).copied().or(longest).unwrap_or(routes["$default"])
}

#[test]
fn routes_every_path_to_its_function() {
    let template = text("template.yaml");
    // RouteKey: "ANY /api/items", Target: !Sub "integrations/${ItemsIntegration}", …
    let keys = template.lines().filter_map(|line| between(line, "RouteKey: ", ", Target: "));
    let targets = template.lines().filter_map(|line| between(line, "integrations/${", "Integration}"));
    let routed: BTreeMap<&str, &str> =
        keys.map(|key| key.trim_matches('"').trim_start_matches("ANY ")).zip(targets).collect();
    assert_eq!(template.matches("Type: AWS::ApiGatewayV2::Route\n").count(), routed.len(), "a route twice, or unread");
    let mut seen = 0;
    for (function, paths) in routes() {
        let logical = logical(function);
        for path in &paths {
            assert_eq!(route_target(&routed, path), logical, "{path}");
        }
        seen += paths.len();
        assert!(
            resource(&template, &format!("{logical}Integration"))
                .contains(&format!("IntegrationUri: !Ref {logical}FunctionAliaslive")),
            "{function}"
        );
        assert!(
            resource(&template, &format!("{logical}Permission"))
                .contains(&format!("FunctionName: !Ref {logical}FunctionAliaslive")),
            "{function}"
        );
        let block = resource(&template, &format!("{logical}Function"));
        assert!(block.contains(&format!("CodeUri: target/lambda/{function}\n")), "{block}");
    }
    assert!(seen > 50, "the comparison saw {seen} paths");
}

#[test]
fn deploys_every_function_of_the_workspace() {
    let template = text("template.yaml");
    for name in functions() {
        assert!(template.contains(&format!("CodeUri: target/lambda/{name}\n")), "{name}");
    }
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

/// The Rust files below a folder, without their tests.
fn code(folder: &str) -> Vec<String> {
    files(folder, "rs")
        .iter()
        .map(|(_, text)| text.split("#[cfg(test)]").next().unwrap_or_default().to_owned())
        .collect()
}

/// Names of settings that the code below a folder reads.
fn settings_read(folder: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for code in code(folder) {
        names.extend(code.split('"').skip(1).step_by(2).filter(|quoted| is_setting(quoted)).map(str::to_owned));
    }
    // The compiler reads the path of the models, not the function.
    names.remove("LARDER_MODELS");
    // Tests read it to decide whether to write their expectations.
    names.remove("LARDER_WRITE");
    names
}

/// The name of a setting, and no sentence about one.
fn is_setting(quoted: &str) -> bool {
    quoted.starts_with("LARDER_") && quoted.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

fn settings_given(block: &str) -> BTreeSet<String> {
    let names = block.lines().filter_map(|line| line.trim().split_once(": ")).map(|(name, _)| name);
    names.filter(|name| name.starts_with("LARDER_")).map(str::to_owned).collect()
}

#[test]
fn reads_all_settings_that_are_given() {
    let template = text("template.yaml");
    let globals = template.split("\nGlobals:").nth(1).unwrap().split("\nResources:").next().unwrap();
    let (everywhere, shared) = (settings_given(globals), settings_read("shared"));
    let unread: Vec<_> = everywhere.difference(&shared).collect();
    assert!(unread.is_empty(), "given to every function and read by none: {unread:?}");
    let mut given = everywhere;
    for function in functions() {
        let own = settings_given(&resource(&template, &format!("{}Function", logical(&function))));
        let read: BTreeSet<_> = settings_read(&format!("functions/{function}/src")).into_iter().collect();
        let unread: Vec<_> = own.iter().filter(|name| !read.contains(*name) && !shared.contains(*name)).collect();
        assert!(unread.is_empty(), "{function} is given what it never reads: {unread:?}");
        let missing: Vec<_> = read.iter().filter(|name| !own.contains(*name) && !given.contains(*name)).collect();
        assert!(missing.is_empty(), "{function} reads what it is never given: {missing:?}");
        given.extend(own);
    }
    // Only development may send pushes elsewhere.
    let missing: Vec<_> = shared.iter().filter(|name| !given.contains(*name) && *name != "LARDER_PUSH_HOSTS").collect();
    assert!(missing.is_empty(), "read by the code and given to no function: {missing:?}");
}

/// Settings that hold a secret, and what a function's code calls if it uses the secret.
const SECRETS: [(&str, &[&str]); 3] = [
    ("LARDER_DERIVATION_KEY", &["idempotency.secret(", "config.derivation_key"]),
    ("LARDER_PUSH_KEYS", &["context.pusher()"]),
    // Serving routes: each request is checked.
    ("LARDER_CDN_SECRETS", &["serve(", "serve_with_jobs("]),
];

#[test]
fn passes_secrets_only_to_functions_that_use_them() {
    let template = text("template.yaml");
    let resolved = template.lines().filter(|line| line.contains("{{resolve:secretsmanager:"));
    let resolved: BTreeSet<&str> =
        resolved.filter_map(|line| line.trim().split_once(": ")).map(|(name, _)| name).collect();
    let known: BTreeSet<&str> = SECRETS.iter().map(|(name, _)| *name).chain(["CDN_SECRETS"]).collect();
    assert!(resolved.is_subset(&known), "a secret that this test does not know: {resolved:?}");
    let globals = template.split("\nGlobals:").nth(1).unwrap().split("\nResources:").next().unwrap();
    for (name, calls) in SECRETS {
        assert!(!globals.contains(name), "{name} reaches every function");
        let mut users = 0;
        for function in functions() {
            let block = resource(&template, &format!("{}Function", logical(&function)));
            let code = code(&format!("functions/{function}/src"));
            let is_used = code.iter().any(|code| calls.iter().any(|call| code.contains(call)));
            assert_eq!(settings_given(&block).contains(name), is_used, "{function}, {name}");
            users += usize::from(is_used);
        }
        assert!(users > 0, "{name}");
    }
}

/// The metrics that AWS documents for what Larder uses, with their dimensions: `CloudWatch` takes any name, and an
/// alarm on a wrong one never rings.
const METRICS: [(&str, &str, &str); 19] = [
    ("AWS/Lambda", "Errors", "FunctionName"),
    ("AWS/Lambda", "Throttles", "FunctionName"),
    ("AWS/Lambda", "Duration", "FunctionName"),
    ("AWS/Lambda", "Invocations", "FunctionName"),
    ("AWS/Lambda", "ConcurrentExecutions", "FunctionName"),
    ("AWS/ApiGateway", "Count", "ApiId"),
    ("AWS/ApiGateway", "4xx", "ApiId"),
    ("AWS/ApiGateway", "5xx", "ApiId"),
    ("AWS/ApiGateway", "Latency", "ApiId"),
    ("AWS/ApiGateway", "IntegrationLatency", "ApiId"),
    ("AWS/DynamoDB", "ReadThrottleEvents", "TableName"),
    ("AWS/DynamoDB", "WriteThrottleEvents", "TableName"),
    ("AWS/DynamoDB", "ConsumedReadCapacityUnits", "TableName"),
    ("AWS/DynamoDB", "ConsumedWriteCapacityUnits", "TableName"),
    ("AWS/DynamoDB", "TransactionConflict", "TableName"),
    ("AWS/SQS", "ApproximateNumberOfMessagesVisible", "QueueName"),
    ("AWS/SQS", "ApproximateAgeOfOldestMessage", "QueueName"),
    ("AWS/CloudFront", "Requests", "DistributionId"),
    ("AWS/CloudFront", "5xxErrorRate", "DistributionId"),
];

#[test]
fn names_existing_metrics_in_every_alarm_and_graph() {
    let mut seen = 0;
    let mut check = |place: &str, namespace: &str, metric: &str, dimension: &str| {
        assert!(METRICS.contains(&(namespace, metric, dimension)), "{place}: {namespace} {metric} by {dimension}");
        seen += 1;
    };
    for file in ["infra/alarms/function.yaml", "infra/alarms/service.yaml"] {
        let template = text(file);
        // One line: {Namespace: AWS/Lambda, MetricName: Errors, Dimensions: [{Name: FunctionName, …
        for line in template.lines().filter(|line| line.contains("Metric: {Namespace: ")) {
            let part = |before, after| between(line, before, after).unwrap_or_else(|| panic!("{file}: {line}"));
            check(file, part("Namespace: ", ","), part("MetricName: ", ","), part("{Name: ", ","));
        }
        // Several: Namespace, MetricName, then Dimensions.
        let lines: Vec<&str> = template.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            if let Some(namespace) = line.strip_prefix("Namespace: ") {
                let metric =
                    lines[at + 1].strip_prefix("MetricName: ").unwrap_or_else(|| panic!("{file}: {}", lines[at + 1]));
                check(file, namespace, metric, between(lines[at + 3], "{Name: ", ",").unwrap());
            }
        }
        assert_eq!(
            template.matches("Type: AWS::CloudWatch::Alarm").count(),
            template.matches("AlarmDescription: ").count(),
            "{file}: every alarm says what it means"
        );
    }
    let dashboard = text("infra/dashboards/template.yaml");
    for line in dashboard.lines().filter(|line| line.trim().starts_with("[\"AWS/")) {
        let words: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        check("infra/dashboards", words[0], words[1], words[2]);
    }
    assert!(seen > 35, "the comparison saw {seen} metrics");
}

#[test]
fn gives_every_function_its_alarms_and_its_canary() {
    let template = text("template.yaml");
    for function in functions() {
        let logical = logical(&function);
        assert!(
            resource(&template, &format!("{logical}Alarms"))
                .contains(&format!("FunctionName: !Sub ${{AWS::StackName}}-{function}\n")),
            "{function}"
        );
        assert!(
            resource(&template, &format!("{logical}Function"))
                .contains(&format!("Alarms: [!GetAtt {logical}Alarms.Outputs.Errors]")),
            "{function}"
        );
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

#[test]
fn passes_the_viewers_address_and_the_cdns_secret_under_known_names() {
    let cdn = text("infra/cdn/template.yaml");
    let address = between(&cdn, "request.headers['", "']").unwrap();
    assert!(
        text("shared/api/src/address.rs").contains(&format!("\"{address}\"")),
        "shared/api/src/address.rs does not read {address}"
    );
    let secret = between(&cdn, "HeaderName: ", "\n").unwrap();
    assert!(
        text("shared/api/src/cdn.rs").contains(&format!("\"{secret}\"")),
        "shared/api/src/cdn.rs does not read {secret}"
    );
}
