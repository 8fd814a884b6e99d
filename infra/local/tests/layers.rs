//! Who may import whom, held by a test and not by people. `docs/ARCHITECTURE.md` draws the picture.

#![expect(clippy::unwrap_used, reason = "a test may end so")]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = vec![];
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    assert!(!files.is_empty(), "{} has files", folder.display());
    files
}

/// The code of a file, without its comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn members() -> Vec<String> {
    let functions = std::fs::read_dir(root().join("functions")).unwrap();
    functions.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn functions_know_the_shared_crate_and_never_each_other() {
    for function in members() {
        let manifest = std::fs::read_to_string(root().join("functions").join(&function).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
        for other in members().iter().filter(|other| **other != function) {
            assert!(
                !dependencies.lines().any(|line| line.starts_with(&format!("{other}."))),
                "{function} depends on {other}"
            );
        }
        assert!(!dependencies.contains("larder"), "{function} depends on infra/local");
    }
}

#[test]
fn the_shared_crate_knows_no_other_member() {
    let manifest = std::fs::read_to_string(root().join("shared/Cargo.toml")).unwrap();
    for member in members().iter().map(String::as_str).chain(["larder"]) {
        assert!(!manifest.lines().any(|line| line.starts_with(&format!("{member}."))), "shared depends on {member}");
    }
}

#[test]
fn the_domain_is_pure() {
    let forbidden = [
        "crate::store",
        "crate::http",
        "crate::deps",
        "crate::receipts",
        "crate::clock",
        "aws_sdk",
        "axum",
        "tokio",
        "async fn",
        ".await",
        "Utc::now",
        "std::fs",
        "std::env",
    ];
    for (path, text) in rust_files(&root().join("shared/src/domain")) {
        for word in forbidden {
            assert!(!code(&text).contains(word), "{} uses {word}", path.display());
        }
    }
}

#[test]
fn only_the_store_speaks_dynamodb_and_nothing_scans() {
    for folder in ["shared/src", "functions", "infra/local/src"] {
        for (path, text) in rust_files(&root().join(folder)) {
            let code = code(&text);
            assert!(!code.contains(".scan()") && !code.contains("operation::scan"), "{} scans", path.display());
            let place = path.to_string_lossy().replace('\\', "/");
            // Making a client is wiring, and belongs where a process starts: a function, the local server, a test or a measurement.
            let wiring = ["shared/src/aws.rs", "infra/local/src/parts.rs"].iter().any(|wiring| place.ends_with(wiring))
                || ["/tests/", "/benches/"].iter().any(|folder| place.contains(folder));
            if !place.contains("shared/src/store/") && !wiring {
                assert!(!code.contains("aws_sdk_dynamodb"), "{} speaks DynamoDB", path.display());
            }
        }
    }
}

#[test]
fn every_key_is_made_in_one_file() {
    for folder in ["shared/src", "functions"] {
        for (path, text) in rust_files(&root().join(folder)) {
            let place = path.to_string_lossy().replace('\\', "/");
            if place.ends_with("store/keys.rs") {
                continue;
            }
            for word in
                ["format!(\"U#", "format!(\"ACC#", "format!(\"SH#", "format!(\"RL#", "format!(\"I#", "format!(\"S#"]
            {
                assert!(!code(&text).contains(word), "{} makes a key: {word}", path.display());
            }
        }
    }
}
