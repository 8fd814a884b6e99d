//! Tests layer rules that the compiler does not enforce.

mod crates;
mod cycles;
mod folders;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the names of the functions, which are those of their folders.
pub fn functions() -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(root().join("functions")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap())
}

const MAX_LINES: usize = 550;

/// Returns the files below a folder with this ending, with their text.
pub fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut files = vec![];
    let mut open = vec![root().join(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let skipped = ["node_modules", "dist", "target"].iter().any(|name| path.ends_with(name));
            if !skipped {
                open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            }
        } else if path.extension().is_some_and(|found| found == ending) {
            let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            files.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    assert!(!files.is_empty(), "{folder} has .{ending} files");
    files.sort();
    files
}

/// Returns the code of a file without its comments, and without what is behind `//` in a string.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn scans_no_table() {
    for (path, text) in ["shared", "functions", "infra/local/src"].iter().flat_map(|folder| files(folder, "rs")) {
        let code = code(&text);
        assert!(!code.contains(".scan()") && !code.contains("operation::scan"), "{path} scans");
    }
}

/// Returns the key prefixes that begin a string of this code, such as `U#`.
fn key_prefixes(code: &str) -> BTreeSet<&str> {
    let strings = code.split('"').filter_map(|part| part.split_once('#'));
    strings.map(|(prefix, _)| prefix).filter(|prefix| is_key_prefix(prefix)).collect()
}

fn is_key_prefix(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

#[test]
fn makes_every_key_in_one_file() {
    let keys = std::fs::read_to_string(root().join("shared/store/src/table/keys.rs")).unwrap();
    let keys = code(&keys);
    let prefixes = key_prefixes(&keys);
    assert!(prefixes.len() > 20, "keys are recognised: {prefixes:?}");
    for (path, text) in ["shared", "functions", "infra/local/src"].iter().flat_map(|folder| files(folder, "rs")) {
        if !path.ends_with("store/src/table/keys.rs") {
            let code = code(&text);
            let made: Vec<_> = key_prefixes(&code).intersection(&prefixes).copied().collect();
            assert!(made.is_empty(), "{path} makes keys: {made:?}");
        }
    }
}

#[test]
fn limits_rust_and_python_files_to_550_lines() {
    let rust = ["shared", "functions", "infra", "lab"].iter().flat_map(|folder| files(folder, "rs"));
    let python = ["infra", "lab", "custom_components"].iter().flat_map(|folder| files(folder, "py"));
    let long = rust.chain(python).filter(|(_, text)| text.lines().count() > MAX_LINES);
    let long: Vec<String> = long.map(|(path, text)| format!("{path}: {} lines", text.lines().count())).collect();
    assert!(long.is_empty(), "{long:#?}");
}
