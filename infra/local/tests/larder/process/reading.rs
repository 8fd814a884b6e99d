//! Tests the output of `larder read`, which other programs parse.

use serde_json::Value;
use std::process::Command;
use tempfile::TempDir;

/// A receipt of six items.
pub const RECEIPT: &[u8] = include_bytes!("../../../../../shared/receipt-reader/testdata/english.jpg");

fn read(arguments: &[&str]) -> (Option<i32>, Vec<Value>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_larder")).arg("read").args(arguments).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let values = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    (output.status.code(), values, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn reads_a_printed_receipt_line_by_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("receipt.jpg");
    std::fs::write(&file, RECEIPT).unwrap();
    let (code, lines, said) = read(&["--json", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{said}");
    let receipt = &lines[0];
    assert_eq!(receipt["file"].as_str(), file.to_str());
    assert!(receipt["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    let items = receipt["items"].as_array().unwrap();
    for field in ["rawText", "name", "category", "quantity", "unit", "shelfLifeDays", "food", "confidence"] {
        assert!(items.iter().all(|item| !item[field].is_null()), "{field}");
    }
    assert_eq!(items.len(), 6, "{items:?}");
}

#[test]
fn names_the_library_that_the_system_lacks() {
    let folder = TempDir::new().unwrap();
    // The loader takes this for the library.
    std::fs::write(folder.path().join("libstdc++.so.6"), "").unwrap();
    let mut larder = Command::new(env!("CARGO_BIN_EXE_larder"));
    let output = larder.args(["read", "receipt.jpg"]).env("LD_LIBRARY_PATH", folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(70), "{said}");
    assert!(said.contains("ONNX Runtime") && said.contains("libstdc++.so.6: file too short"), "{said}");
}

#[test]
fn reports_an_unreadable_file_and_reads_the_others() {
    let folder = TempDir::new().unwrap();
    let (good, bad, missing) =
        (folder.path().join("good.jpg"), folder.path().join("bad.jpg"), folder.path().join("missing.jpg"));
    std::fs::write(&good, RECEIPT).unwrap();
    std::fs::write(&bad, "no picture").unwrap();
    let (code, lines, _) = read(&["--json", bad.to_str().unwrap(), missing.to_str().unwrap(), good.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["error"].is_string() && lines[1]["error"].is_string());
    assert!(lines[2]["items"].as_array().is_some_and(|items| !items.is_empty()));
}
