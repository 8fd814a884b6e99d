//! Tests that everything that the documents name exists: files, constants, tests, `make` targets and settings.

use crate::layers::{paths, root};
use std::collections::HashSet;

/// Names that need not exist: of other programs, of files that a reader creates, and of code at the time of a decision.
const FOREIGN: [&str; 14] = [
    ".vscode/mcp.json",
    "FOLDER/truth.json",
    "REQUESTS_CA_BUNDLE",
    "RUSTFLAGS",
    "SQLITE_SECURE_DELETE",
    "UPDATE_ROLLBACK_FAILED",
    "claude_desktop_config.json",
    "controller_group_recipe_actions.py",
    "language.json",
    "mcp.json",
    "mealie/app.py",
    "service-account.json",
    "stock_default_purchase_amount",
    "x.json",
];
const FILE_ENDINGS: [&str; 11] = ["rs", "ts", "tsx", "mjs", "py", "sh", "json", "yaml", "md", "service", "toml"];

fn is_document(path: &str) -> bool {
    let is_page =
        |folder: &str| path.starts_with(folder) && path.rsplit_once('.').is_some_and(|(_, ending)| ending == "md");
    ["README.md", "CONTRIBUTING.md", "lab/README.md", "web/DESIGN.md"].contains(&path) || is_page("docs/")
}

/// Returns the inline code of a document, without its blocks.
fn code_spans(text: &str) -> Vec<&str> {
    let mut spans = vec![];
    for (n, block) in text.split("```").enumerate() {
        if n % 2 == 0 {
            spans.extend(block.lines().flat_map(|line| line.split('`').skip(1).step_by(2)));
        }
    }
    spans
}

fn is_made_of(text: &str, others: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

fn is_file_name(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    is_made_of(word, "_./-") && ending.is_some_and(|ending| FILE_ENDINGS.contains(&ending))
}

/// Returns true for `MAX_BYTES` and for `name_of_a_test`.
fn is_identifier(word: &str) -> bool {
    let is_constant = word.len() > 3 && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let is_long = word.matches('_').count() > 1 && !word.contains(char::is_uppercase);
    is_made_of(word, "_") && !word.starts_with('_') && !word.ends_with('_') && (is_constant || is_long)
}

#[test]
fn documents_name_only_what_exists() {
    let files = paths("");
    let read = |path: &String| std::fs::read_to_string(root().join(path)).unwrap_or_default();
    let is_source = |path: &&String| !is_document(path) && !path.ends_with("/documents.rs");
    let sources: Vec<String> = files.iter().filter(is_source).map(read).collect();
    let words: HashSet<&str> =
        sources.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')).collect();
    let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap();
    let has_target = |name: &str| {
        makefile
            .lines()
            .any(|line| line.split_once(':').is_some_and(|(names, _)| names.split(' ').any(|one| one == name)))
    };
    let mut missing = vec![];
    for document in files.iter().filter(|path| is_document(path)) {
        let text = read(document);
        for span in code_spans(&text) {
            let word = span.split([' ', ':']).next().unwrap_or_default();
            let name = word.trim_start_matches("./");
            // A path from the root is one of the reader's machine, or of the site.
            let exists = if FOREIGN.contains(&word) || word.starts_with('/') {
                true
            } else if is_file_name(word) {
                files.iter().any(|file| file == name || file.ends_with(&format!("/{name}")))
            } else if let Some(target) = span.strip_prefix("make ") {
                has_target(target.split(' ').next().unwrap_or_default())
            } else {
                !is_identifier(span) || words.contains(span)
            };
            if !exists {
                missing.push(format!("{document}: {span}"));
            }
        }
    }
    assert!(missing.is_empty(), "these do not exist: {missing:#?}");
}

#[test]
fn describes_every_setting() {
    let names = std::fs::read_to_string(root().join("infra/local/src/settings/names.rs")).unwrap();
    let (_, list) = names.split_once("const SETTINGS").unwrap();
    let settings: Vec<&str> = list.split("];").next().unwrap().split('"').skip(1).step_by(2).collect();
    assert!(settings.len() > 30, "{settings:?}");
    let page = std::fs::read_to_string(root().join("docs/CONFIGURATION.md")).unwrap();
    // `LARDER_IDENTITY_ISSUER`, `_AUDIENCE`
    let is_described = |name: &&&str| {
        page.contains(**name)
            || name.rfind('_').is_some_and(|at| page.contains(&format!("`{}`", &name[at..])))
            || name.strip_prefix("LARDER_IDENTITY").is_some_and(|rest| page.contains(&format!("`{rest}`")))
    };
    let missing: Vec<_> = settings.iter().filter(|name| !is_described(name)).collect();
    assert!(missing.is_empty(), "docs/CONFIGURATION.md lacks {missing:?}");
}
