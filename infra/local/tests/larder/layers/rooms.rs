//! Which folder of a crate may use which.

use super::{code, files};

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
    for (name, rooms) in MAY_USE {
        for (path, text) in files(&format!("{name}/src"), "rs") {
            let Some((room, _)) = path.strip_prefix(&format!("{name}/src/")).unwrap().split_once('/') else { continue };
            let (_, allowed) =
                rooms.iter().find(|(known, _)| *known == room).unwrap_or_else(|| panic!("{path} is new"));
            let program = code(text.split("#[cfg(test)]\nmod tests").next().unwrap());
            for used in program.split("crate::").skip(1).map(|rest| rest.split("::").next().unwrap()) {
                assert!(used == room || allowed.contains(&used), "{path} uses {used}");
            }
        }
    }
}
