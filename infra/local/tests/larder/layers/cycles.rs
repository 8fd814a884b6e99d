//! No two files of a crate import each other.

use super::{code, files};
use std::collections::{BTreeMap, BTreeSet};

/// A module path within its crate, such as `["store", "keys"]`; the crate's root is empty.
type Module = Vec<String>;

fn module_of(path: &str) -> Module {
    let inside = path.split("src/").nth(1).unwrap_or_default();
    let names = inside.trim_end_matches(".rs").split('/').map(str::to_owned);
    names.filter(|name| !matches!(name.as_str(), "mod" | "lib" | "main")).collect()
}

/// Returns the modules that a file's paths refer to: `crate::a::b::C`, `super::b::C`, `use super::{a, b::C}`.
fn imports(module: &Module, text: &str, known: &BTreeSet<Module>) -> BTreeSet<Module> {
    let text = code(text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default());
    let mut found = BTreeSet::new();
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut base = if start == "crate::" { vec![] } else { module.clone() };
            let mut rest = &text[at..];
            while let Some(behind) = rest.strip_prefix("super::") {
                base.pop();
                rest = behind;
            }
            let rest = rest.strip_prefix("crate::").unwrap_or(rest);
            // A list in braces is several paths that begin alike.
            let (head, tails) = rest
                .split_once('{')
                // A brace further on belongs to another path.
                .filter(|(head, _)| (head.ends_with("::") || head.is_empty()) && path_prefix(head) == **head)
                .map_or((path_prefix(rest), vec![""]), |(head, tail)| {
                    (head.to_owned(), tail.split(['}', ';']).next().unwrap_or_default().split(',').collect())
                });
            for tail in tails {
                let whole = format!("{head}{}", path_prefix(tail.trim()));
                let names = whole.split("::").filter(|name| !name.is_empty()).map(str::to_owned);
                let target: Module = base.iter().cloned().chain(names).collect();
                // The longest part of the path that is a file: the rest names something inside it.
                let file = (0..=target.len()).rev().map(|length| target[..length].to_vec()).find(|m| known.contains(m));
                found.extend(file);
            }
        }
    }
    found.remove(module);
    found
}

fn path_prefix(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect()
}

#[test]
fn finds_no_two_files_that_import_each_other() {
    let mut crates: BTreeMap<String, Vec<(Module, String)>> = BTreeMap::new();
    for (path, text) in ["shared", "functions", "infra/local", "lab"].iter().flat_map(|folder| files(folder, "rs")) {
        if let Some((name, _)) = path.split_once("/src/") {
            crates.entry(name.to_owned()).or_default().push((module_of(&path), text));
        }
    }
    let mut mutual = vec![];
    for (name, files) in &crates {
        let known = files.iter().map(|(module, _)| module.clone()).collect();
        let imported: BTreeMap<_, _> =
            files.iter().map(|(module, text)| (module, imports(module, text, &known))).collect();
        for (from, targets) in &imported {
            for to in targets.iter().filter(|to| *from < *to && !to.starts_with(from)) {
                if imported.get(to).is_some_and(|back| back.contains(*from)) {
                    mutual.push(format!("{name}: {} and {}", from.join("::"), to.join("::")));
                }
            }
        }
    }
    assert!(mutual.is_empty(), "{mutual:#?}");
}

#[test]
fn finds_cycles_in_every_notation() {
    let known: BTreeSet<Module> =
        ["", "a", "b", "b::c"].map(|m| m.split("::").filter(|n| !n.is_empty()).map(str::to_owned).collect()).into();
    let module = |text: &str| text.split("::").map(str::to_owned).collect::<Module>();
    for (from, text, to) in [
        ("a", "use super::b::Thing;", "b"),
        ("a", "use crate::b::c::thing;", "b::c"),
        ("a", "use super::{b::Thing, other};", "b"),
        ("b::c", "fn f() { super::super::a::g() }", "a"),
        ("a", "use crate::b;\nuse crate::other::{Thing};", "b"),
    ] {
        assert!(imports(&module(from), text, &known).contains(&module(to)), "{text}");
    }
}
