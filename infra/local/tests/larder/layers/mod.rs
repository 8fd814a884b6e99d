//! Tests layer rules that the compiler does not enforce.

mod crates;
mod cycles;
mod folders;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 550;
const SKIPPED_FOLDERS: [&str; 6] = ["target", "node_modules", "dist", ".git", ".tools", "__pycache__"];
/// Folders of the checkout's root that `make` and `larder` create.
const MADE_FOLDERS: [&str; 2] = ["models", "data"];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the names of the functions, which are those of their folders.
pub fn functions() -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(root().join("functions")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap())
}

/// Returns the paths of the checkout's files below a folder, in order.
pub fn paths(folder: &str) -> Vec<String> {
    let (root, mut open, mut files) = (root(), vec![PathBuf::from(folder)], vec![]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(root.join(&folder)).unwrap().map(Result::unwrap) {
            let path = folder.join(entry.file_name());
            let kind = entry.file_type().unwrap();
            let is_generated = SKIPPED_FOLDERS.iter().any(|name| entry.file_name() == *name)
                || MADE_FOLDERS.iter().any(|made| path == Path::new(made));
            if kind.is_dir() && !is_generated {
                open.push(path);
            } else if kind.is_file() {
                files.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// Returns the files below a folder with this ending, with their text.
pub fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let paths = paths(folder).into_iter().filter(|path| Path::new(path).extension().is_some_and(|own| own == ending));
    let files: Vec<_> = paths.map(|path| (path.clone(), std::fs::read_to_string(root().join(path)).unwrap())).collect();
    assert!(!files.is_empty(), "{folder} has .{ending} files");
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
