//! Which crate of ours may use which.

use super::{functions, root};
use std::collections::BTreeSet;

/// Each crate and the crates of ours that it may use. Later crates may use earlier ones.
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
/// A route family: never another one, and never the whole. Only scans reads receipts.
const A_FUNCTION: &[&str] = &["api", "application", "domain", "lambda", "push", "store", "system"];

/// The crates of ours that a manifest names as dependencies of the program itself, not of its tests.
fn used(folder: &str) -> BTreeSet<String> {
    let manifest = std::fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("\n[dependencies]").nth(1).unwrap_or_default();
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    let names = dependencies.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    let ours = members();
    names.map(str::to_owned).filter(|name| ours.contains(name)).collect()
}

/// The names of our crates: a crate's folder has its name, but for the whole, which is `larder`.
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
            let reads_receipts = ["scans", "transfer"].contains(&function.as_str()) && name == "receipt-reader";
            assert!(A_FUNCTION.contains(&name.as_str()) || reads_receipts, "functions/{function} uses {name}");
            assert!(function != "reminders" || name != "api", "the job handles requests");
        }
    }
}

#[test]
fn lists_every_shared_crate() {
    for entry in std::fs::read_dir(root().join("shared")).unwrap() {
        let folder = format!("shared/{}", entry.unwrap().file_name().into_string().unwrap());
        if root().join(&folder).join("Cargo.toml").exists() {
            assert!(MAY_USE.iter().any(|(name, _)| *name == folder), "{folder} is not in the drawing");
        }
    }
}

#[test]
fn keeps_domain_pure_and_dynamodb_in_store() {
    let manifest = |folder: &str| std::fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    for impure in ["tokio", "axum", "hyper", "aws-", "tracing"] {
        assert!(!manifest("shared/domain").contains(&format!("\n{impure}")), "the domain uses {impure}");
    }
    for folder in ["shared/domain", "shared/system", "shared/push", "shared/application", "shared/api"] {
        assert!(!manifest(folder).contains("\naws-sdk-dynamodb"), "{folder} speaks DynamoDB");
    }
    for function in functions() {
        let manifest = manifest(&format!("functions/{function}"));
        let program = manifest.split("[dev-dependencies]").next().unwrap();
        assert!(!program.contains("\naws-sdk-dynamodb"), "{function} speaks DynamoDB");
    }
}
