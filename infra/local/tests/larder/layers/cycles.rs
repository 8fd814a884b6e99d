//! No files or folders of a crate, and no files of the site, import each other, also not by others in between.

use super::{code, files};
use std::collections::{BTreeMap, BTreeSet};

/// A module path within its crate, such as `["store", "keys"]`; the crate's root is empty.
pub(super) type Module = Vec<String>;

pub(super) fn module_of(path: &str) -> Module {
    let inside = path.split("src/").nth(1).unwrap_or_default();
    let names = inside.trim_end_matches(".rs").split('/').map(str::to_owned);
    names.filter(|name| !matches!(name.as_str(), "mod" | "lib" | "main")).collect()
}

/// Returns the modules that a file's paths refer to: `crate::a::b::C`, `super::b::C`, `use super::{a, b::C}`.
pub(super) fn imports(module: &Module, text: &str, known: &BTreeSet<Module>) -> BTreeSet<Module> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let product: Vec<&str> = text.split("\n\n").filter(|part| !part.contains("#[cfg(test)]")).collect();
    let text = code(&product.join("\n\n"));
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

/// Returns modules of which each imports the next, and the last one the first; none if there is no such ring.
fn ring(mut graph: BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    loop {
        let (left, count) = (graph.clone(), graph.len());
        graph.retain(|_, targets| targets.iter().any(|target| left.contains_key(target)));
        if graph.len() == count {
            break;
        }
    }
    // Each module that is left imports another one that is left.
    let mut ring: Vec<&Module> = graph.keys().next().into_iter().collect();
    while let Some(next) = ring.last().and_then(|last| graph[*last].iter().find(|target| graph.contains_key(*target))) {
        if let Some(begin) = ring.iter().position(|module| *module == next) {
            ring.drain(..begin);
            break;
        }
        ring.push(next);
    }
    ring.into_iter().map(|module| module.join("::")).collect()
}

/// Returns the imports between files and folders of the same folder. A folder's file may use what is in the folder.
fn between_siblings(imports: impl Iterator<Item = (Module, BTreeSet<Module>)>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut graph: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, targets) in imports {
        for to in targets {
            let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            if shared < from.len().min(to.len()) {
                graph.entry(from[..=shared].to_vec()).or_default().insert(to[..=shared].to_vec());
            }
        }
    }
    graph
}

#[test]
fn finds_no_files_or_folders_of_a_crate_that_import_each_other() {
    let mut crates: BTreeMap<String, Vec<(Module, String)>> = BTreeMap::new();
    for (path, text) in ["shared", "functions", "infra/local", "lab"].iter().flat_map(|folder| files(folder, "rs")) {
        if let Some((name, _)) = path.split_once("/src/")
            && !["/tests/", "tests.rs", "test_support.rs"].iter().any(|test| path.contains(test))
        {
            crates.entry(name.to_owned()).or_default().push((module_of(&path), text));
        }
    }
    for (name, files) in crates {
        let known = files.iter().map(|(module, _)| module.clone()).collect();
        let imported = files.into_iter().map(|(module, text)| {
            let imported = imports(&module, &text, &known);
            (module, imported)
        });
        assert_eq!(ring(between_siblings(imported)), [] as [&str; 0], "{name}");
    }
}

#[test]
fn finds_no_files_of_the_site_that_import_each_other() {
    let sources = ["ts", "tsx"].into_iter().flat_map(|ending| files("web/src", ending));
    let sources: BTreeMap<String, String> = sources.filter(|(path, _)| !path.contains(".test.")).collect();
    let graph = sources.iter().map(|(path, text)| {
        // A screen that is loaded lazily may use the types of the file that loads it.
        let quoted = text.split("from \"").skip(1).chain(text.split("import \"").skip(1));
        let found = quoted.filter_map(|rest| rest.split('"').next().filter(|target| target.starts_with('.')));
        let found = found.filter_map(|target| {
            let mut parts: Vec<&str> = path.split('/').collect();
            parts.pop();
            for part in target.split('/') {
                match part {
                    "." => {}
                    ".." => drop(parts.pop()),
                    name => parts.push(name),
                }
            }
            let target = parts.join("/");
            let file = ["", ".ts", ".tsx", "/index.ts"].map(|ending| format!("{target}{ending}"));
            file.into_iter().find(|file| sources.contains_key(file)).map(|file| vec![file])
        });
        (vec![path.clone()], found.filter(|file| file[0] != *path).collect())
    });
    let graph: BTreeMap<Module, BTreeSet<Module>> = graph.collect();
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 1_000, "imports are recognised");
    assert_eq!(ring(graph), [] as [&str; 0]);
}

#[test]
fn finds_rings_of_any_length() {
    let path = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
    let graph = |edges: &[(&str, &str)]| {
        between_siblings(edges.iter().map(|(from, to)| (path(from), BTreeSet::from([path(to)]))))
    };
    assert_eq!(ring(graph(&[("z", "a"), ("a", "b::x"), ("b", "c"), ("c::y", "a::k")])), ["a", "b", "c"]);
    assert!(ring(graph(&[("a", "b"), ("b", "c"), ("a", "c"), ("a::x", "a"), ("a", "a::x")])).is_empty());
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
