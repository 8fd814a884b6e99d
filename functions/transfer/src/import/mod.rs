//! Imports data from files: our own export, another app's table, a shopping list.
//!
//! A file is read into a [`plan::Plan`] and shown; the same file is sent again to carry it out. Nothing is kept in
//! between.

mod columns;
mod command;
mod folding;
pub(crate) mod grocy;
mod kitchenowl;
mod larder;
mod lists;
mod places;
mod plan;
mod routes;
mod table;
mod values;
mod write;

pub use command::{Previewed, import_file, preview_file};
pub use grocy::LISTS as GROCY_LISTS;
pub(crate) use routes::{__path_get_last_import, __path_import_data, __path_preview_import, __path_undo_import};
pub use routes::{get_last_import, import_data, preview_import, undo_import};
