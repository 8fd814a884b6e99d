//! The number of the data's format. A newer Larder brings older data up to date, an older one refuses newer data.
//!
//! Each step works on a copy of the database. Only after all steps does the copy replace the original
//! (`backup::replacement`), so that a kill leaves one or the other. A backup has the old data.

use crate::data::folder::FORMAT;
use std::path::Path;

/// A way from one format to the next: it changes the database in this folder.
pub type Step = fn(&Path) -> Result<(), String>;

/// The first format: data of a lower number, or without one, was written before any release and is refused.
pub const FIRST: u32 = 4;
/// From the first format to the next, and so on. Released steps are never changed. Every change of a stored row adds
/// one, `|_| Ok(())` if older rows are read as they are: the number is raised so that an older Larder, which does not
/// know all of the fields, refuses the data. A test compares the rows with `tests/rows.json`.
pub const STEPS: &[Step] = &[];
/// The format this version writes.
pub const CURRENT: u32 = after(STEPS);

/// The format that all of these steps lead to.
#[expect(clippy::cast_possible_truncation, reason = "there will never be four billion formats")]
pub const fn after(steps: &[Step]) -> u32 {
    FIRST + steps.len() as u32
}

/// The format of a folder's data, 0 if it does not say.
pub fn of(folder: &Path) -> u32 {
    std::fs::read_to_string(folder.join(FORMAT)).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

/// Returns the number as it is written in its file.
pub fn text(format: u32) -> String {
    format!("{format}\n")
}
