//! The number of the data's format. A newer Larder brings older data up to date, an older one refuses newer data.
//!
//! Each step works on a copy of the database. Only after all steps does the copy replace the original
//! (`backup::replacement`), so that a kill leaves one or the other. A backup has the old data.

use crate::data_folder::FORMAT;
use std::path::Path;

/// A way from one format to the next: it changes the database in this folder.
pub type Step = fn(&Path) -> Result<(), String>;

/// From format 1 to 2, from 2 to 3, and so on. Released steps are never changed.
pub const STEPS: &[Step] = &[];
/// The format this version writes. Data without a number has format 1, the first.
pub const CURRENT: u32 = after(STEPS);

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
