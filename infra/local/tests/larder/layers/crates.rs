//! Which crate of ours may use which.

use super::{functions, root};
use std::collections::BTreeSet;

/// Each crate and the crates of ours that it may use, as `docs/ARCHITECTURE.md` draws them: whoever changes one of the
/// two changes the other. Later crates may use earlier ones.
const MAY_USE: [(&str, &[&str]); 9] = [
    ("shared/domain", &[]),
    ("shared/system", &[]),
    ("shared/receipt-reader", &["domain"]),
    ("shared/store", &["domain", "system"]),
    ("shared/push", &["domain", "system"]),
    ("shared/application", &["domain", "push", "store", "system"]),
    ("shared/api", &["application", "domain", "store", "system"]),
    ("shared/lambda", &["api", "application", "domain", "push", "store", "system"]),
    (
        "infra/local",
        &[
            "api",
            "application",
            "domain",
            "push",
            "receipt-reader",
            "store",
            "system",
            "identity",
            "items",
            "preferences",
            "programs",
            "reminders",
            "scans",
            "sharing",
            "shopping-list",
            "transfer",
        ],
    ),
];
/// The crates that a route family may use: never another family, and never the whole. [`READER_USERS`] may use the
/// reader too.
const FUNCTION_MAY_USE: &[&str] = &["api", "application", "domain", "lambda", "push", "store", "system"];
/// `scans` reads receipts, `transfer` uses the reader's words for products.
const READER_USERS: [&str; 2] = ["scans", "transfer"];

fn manifest(folder: &str) -> String {
    std::fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap()
}

/// Returns the crates of ours that a manifest names as dependencies of the program itself, not of its tests.
fn used(folder: &str) -> BTreeSet<String> {
    let manifest = manifest(folder);
    let dependencies = manifest.split("\n[dependencies]").nth(1).expect("[dependencies]");
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let names = dependencies.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    let ours = members();
    let used: BTreeSet<String> = names.map(str::to_owned).filter(|name| ours.contains(name)).collect();
    let has_none = ["shared/domain", "shared/system"].contains(&folder);
    assert_eq!(used.is_empty(), has_none, "{folder}: its dependencies are recognised");
    used
}

/// Returns the names of our crates: a crate's folder has its name, but for the whole, which is `larder`.
fn members() -> BTreeSet<String> {
    let inside = |folder: &str| {
        let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let crates = entries.filter(|path| path.join("Cargo.toml").exists());
        crates.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    inside("shared").into_iter().chain(inside("functions")).chain(["larder".to_owned()]).collect()
}

#[test]
fn allows_listed_dependencies_of_crates_only() {
    for (folder, allowed) in MAY_USE {
        for name in used(folder) {
            assert!(allowed.contains(&name.as_str()), "{folder} uses {name}");
        }
    }
    for function in functions() {
        for name in used(&format!("functions/{function}")) {
            let is_reader = name == "receipt-reader" && READER_USERS.contains(&function.as_str());
            assert!(FUNCTION_MAY_USE.contains(&name.as_str()) || is_reader, "functions/{function} uses {name}");
            assert!(function != "reminders" || name != "api", "the job handles requests");
        }
    }
}

/// Returns the folders of the crates below `shared`.
fn shared_crates() -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(root().join("shared")).unwrap();
    let folders = entries.map(|entry| format!("shared/{}", entry.unwrap().file_name().into_string().unwrap()));
    folders.filter(|folder| root().join(folder).join("Cargo.toml").exists())
}

#[test]
fn lists_every_shared_crate() {
    for folder in shared_crates() {
        assert!(MAY_USE.iter().any(|(name, _)| *name == folder), "{folder}: add it to MAY_USE and to ARCHITECTURE.md");
    }
}

/// `infra/local` has the SDK too, because its embedded table is a transport of it.
#[test]
fn keeps_domain_pure_and_dynamodb_in_store() {
    for impure in ["tokio", "axum", "hyper", "aws-", "tracing"] {
        assert!(!manifest("shared/domain").contains(&format!("\n{impure}")), "the domain uses {impure}");
    }
    for folder in shared_crates().chain(functions().map(|function| format!("functions/{function}"))) {
        let has_sdk = manifest(&folder).contains("\naws-sdk-dynamodb");
        assert_eq!(has_sdk, folder == "shared/store", "{folder} and the SDK of DynamoDB");
    }
}
