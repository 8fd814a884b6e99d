//! Which folder of a crate may use which.

use super::cycles::{Module, imports, module_of};
use super::files;
use std::collections::BTreeSet;

/// A folder and the others that it may use.
type Folder = (&'static str, &'static [&'static str]);

/// Each crate's folders.
const MAY_USE: [(&str, &[Folder]); 2] = [
    (
        "shared/store",
        &[
            ("table", &[]),
            ("food", &["table"]),
            ("people", &["table"]),
            ("receipts", &["table"]),
            ("work", &["food", "people", "table"]),
        ],
    ),
    (
        "infra/local",
        &[
            ("data", &[]),
            ("web", &["data"]),
            ("settings", &["web"]),
            ("schedule", &["data", "settings"]),
            ("commands", &["data", "schedule", "settings", "web"]),
            ("mcp", &["commands", "web"]),
        ],
    ),
];

#[test]
fn allows_listed_uses_between_folders_only() {
    for (name, folders) in MAY_USE {
        let files: Vec<(Module, String)> =
            files(&format!("{name}/src"), "rs").into_iter().map(|(path, text)| (module_of(&path), text)).collect();
        let known: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
        let is_folder = |folder: &str| known.iter().any(|module| module.len() > 1 && module[0] == folder);
        for (module, text) in &files {
            let Some(folder) = module.first().filter(|name| is_folder(name)) else { continue };
            let listed = folders.iter().find(|(known, _)| known == folder);
            let (_, allowed) = listed.unwrap_or_else(|| panic!("{name}: add the folder {folder} to MAY_USE"));
            for used in imports(module, text, &known) {
                let used = used.first().map_or("the root of the crate", String::as_str);
                assert!(used == folder || allowed.contains(&used), "{name}: {} uses {used}", module.join("::"));
            }
        }
    }
}
