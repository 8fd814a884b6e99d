//! The version of the data's format. A newer Larder upgrades older data, an older one refuses newer data.
//!
//! Each step changes a copy of the database, which replaces the original after the last step (`backup::replacement`). A
//! backup keeps the old data.

use crate::data::folder::FORMAT;
use std::path::Path;

/// Upgrades the database in a folder from one format to the next.
pub type Step = fn(&Path) -> Result<(), String>;

/// The first released format. Data of a lower format, or without one, is refused.
pub const FIRST: u32 = 4;
/// The steps from the first format to the current one. Released steps are never changed. Every change of a stored row
/// adds a step, `|_| Ok(())` if older rows can still be read, so that an older Larder, which does not know all fields,
/// refuses the data. A test compares the rows with `tests/rows.json`.
pub const STEPS: &[Step] = &[
    // 5: a device's refresh tokens are counted; shares and calendars name the device that created them; a job keeps the
    // items that it owes and the keys that it ends; an idempotency record can be unfinished.
    |_| Ok(()),
    // 6: an item with a best-before date has an index key behind all sweep times.
    |_| Ok(()),
    // 7: preferences have a language; a household may be the one whose reminders go to ntfy and Gotify.
    |_| Ok(()),
    // 8: links, typed codes, install passes and set-up links are rows like recovery codes, with a kind.
    |_| Ok(()),
    // 9: a learnt code has an amount.
    |_| Ok(()),
    // 10: a device and a link have a role.
    |_| Ok(()),
    // 11: a scan session has its receipt's total.
    |_| Ok(()),
];
/// The format that this version writes.
pub const CURRENT: u32 = after(STEPS);

/// Returns the format after these steps.
#[expect(clippy::cast_possible_truncation, reason = "there will never be four billion formats")]
pub const fn after(steps: &[Step]) -> u32 {
    FIRST + steps.len() as u32
}

/// Reads the format of a folder's data, 0 if it is unknown.
pub fn read(folder: &Path) -> u32 {
    std::fs::read_to_string(folder.join(FORMAT)).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// Returns the content of the format's file.
pub fn text(format: u32) -> String {
    format!("{format}\n")
}
