//! Imports data from files: our own export, another app's table, a shopping list.
//!
//! A file is read into a [`plan::Plan`] and shown; the same file is sent (or named) again to carry it out, as a job.

mod columns;
mod command;
mod endings;
mod file;
mod folding;
mod foods;
pub(crate) mod grocy;
mod job;
mod kitchenowl;
mod lines;
mod lists;
mod own_export;
mod places;
mod plan;
mod reading;
mod records;
mod routes;
mod stock;
mod table;
mod values;
mod words;

pub use command::{Previewed, import_file, preview_file};
pub use grocy::LISTS as GROCY_LISTS;
pub use job::run_job;
pub(crate) use routes::{
    __path_create_import_upload, __path_get_last_import, __path_import_data, __path_preview_import, __path_undo_import,
};
pub use routes::{create_import_upload, get_last_import, import_data, preview_import, undo_import};
