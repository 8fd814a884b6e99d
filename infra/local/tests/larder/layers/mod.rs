//! Tests layer rules that the compiler does not enforce. [`crates`] compares the manifests with the drawing in
//! `docs/ARCHITECTURE.md`.

mod crates;
mod cycles;
mod rooms;

use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the names of the functions, which are those of their folders.
pub fn functions() -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(root().join("functions")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap())
}

/// The files below a folder with this ending, with their text.
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

/// The code of a file, without its comments.
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

#[test]
fn makes_every_key_in_one_file() {
    for (path, text) in ["shared", "functions"].iter().flat_map(|folder| files(folder, "rs")) {
        if path.ends_with("store/src/table/keys.rs") {
            continue;
        }
        for prefix in ["U#", "ACC#", "SH#", "RL#", "I#", "S#"] {
            assert!(!code(&text).contains(&format!("format!(\"{prefix}")), "{path} makes a key: {prefix}");
        }
    }
}

#[test]
fn limits_every_file_to_550_lines() {
    let long: Vec<String> = ["shared", "functions", "infra", "lab"]
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .chain(["infra", "lab"].iter().flat_map(|folder| files(folder, "py")))
        .filter(|(_, text)| text.lines().count() > 550)
        .map(|(path, text)| format!("{path}: {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}
