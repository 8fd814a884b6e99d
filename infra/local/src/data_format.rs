//! The number of the data's format. A newer Larder brings older data up to date, an older one refuses newer data.
//!
//! A step works on a copy of the database. Only when all steps have succeeded does the copy take the place of the
//! original (`backup::replacement`), so that a kill at any moment leaves the one or the other. What was there before is
//! in a backup.

use crate::data_folder::FORMAT;
use std::path::Path;

/// A way from one format to the next: it changes the database in this folder.
pub type Step = fn(&Path) -> Result<(), String>;

/// From format 1 to 2, from 2 to 3, and so on. Released steps are never changed.
pub const STEPS: &[Step] = &[];
/// What this Larder writes. Data without a number is of format 1, the first.
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

/// The number as it stands in its file.
pub fn text(format: u32) -> String {
    format!("{format}\n")
}
