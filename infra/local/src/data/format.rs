//! The number of the data's format. A newer Larder brings older data up to date, an older one refuses newer data.
//!
//! Each step works on a copy of the database. Only after all steps does the copy replace the original
//! (`backup::replacement`), so that a kill leaves one or the other. A backup has the old data.

use crate::data::folder::FORMAT;
use std::path::Path;

/// A way from one format to the next: it changes the database in this folder.
pub type Step = fn(&Path) -> Result<(), String>;

/// From format 1 to 2, from 2 to 3, and so on. Released steps are never changed. Every change of a stored row adds one,
/// [`only_new_fields`] if older rows need no conversion: a test compares the rows with `tests/rows.json`.
pub const STEPS: &[Step] = &[only_new_fields, only_new_fields, only_new_fields];
/// The format this version writes. Data without a number has format 1, the first.
pub const CURRENT: u32 = after(STEPS);

/// Rows of the next format have more fields, and older ones are read as they are. The number is raised so that an older
/// Larder, which does not know all of them, refuses the data.
#[expect(clippy::unnecessary_wraps, reason = "it is a step")]
fn only_new_fields(_: &Path) -> Result<(), String> {
    Ok(())
}

/// The format that all of these steps lead to.
#[expect(clippy::cast_possible_truncation, reason = "nobody releases four billion formats")]
pub const fn after(steps: &[Step]) -> u32 {
    1 + steps.len() as u32
}

/// The format of a folder's data.
pub fn of(folder: &Path) -> u32 {
    std::fs::read_to_string(folder.join(FORMAT)).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(1)
}

/// Returns the number as it is written in its file.
pub fn text(format: u32) -> String {
    format!("{format}\n")
}
