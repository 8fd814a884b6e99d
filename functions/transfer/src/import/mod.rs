//! Imports data from files: our own export, another app's table, a shopping list.
//!
//! A file is read into a [`plan::Plan`] and shown; the same file is sent (or named) again to carry it out, as a job.

mod calendar;
mod cells;
mod columns;
mod command;
mod endings;
mod entries;
mod file;
mod foods;
mod format;
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

pub use command::{import_file, preview_file};
pub use grocy::LISTS as GROCY_LISTS;
pub use job::run_job;
pub(crate) use routes::{
    __path_create_import_upload, __path_get_last_import, __path_import_data, __path_preview_import, __path_undo_import,
};
pub use routes::{ImportPreview, create_import_upload, get_last_import, import_data, preview_import, undo_import};

use columns::Field;
use plan::{Plan, Unreadable};
use reading::Reading;
use table::TableFormat;

/// The format of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// Our own export.
    Larder,
    /// `EverShelf`'s table.
    Evershelf,
    /// `KitchenOwl`'s export of a household.
    Kitchenowl,
    /// The lists of Grocy's API.
    Grocy,
    /// A shopping list of Mealie's API.
    Mealie,
    /// The shopping list of Tandoor's API.
    Tandoor,
    /// A list of Bring!.
    Bring,
    /// A note of Google Keep, from Google Takeout.
    Keep,
    /// `TickTick`'s table of tasks.
    Ticktick,
    /// Todoist's table of a project.
    Todoist,
    /// Tasks of an iCalendar file, Google Tasks or Microsoft To Do.
    Tasks,
    /// Any table.
    #[default]
    Table,
}

/// Reads a JSON file of one program, which it recognises by what no other program writes; `None` for other files.
type JsonReader = fn(&serde_json::Value, &Reading) -> Option<Result<Plan, Unreadable>>;

/// The readers of other programs' JSON files.
const JSON_READERS: [JsonReader; 6] = [
    grocy::read,
    |value, reading| lists::read(&lists::MEALIE, value, reading),
    |value, reading| lists::read(&lists::TANDOOR, value, reading),
    |value, reading| lists::read(&lists::BRING, value, reading),
    |value, reading| lists::read(&lists::KEEP, value, reading),
    kitchenowl::read,
];

/// The tables of other programs. One that is not among them is read by the usual names of columns.
const TABLES: [TableFormat; 4] = [
    TableFormat {
        headers: "name brand category location quantity unit expirydate added openedat vacuumsealed barcode notes",
        ..TableFormat::of(FileKind::Evershelf)
    },
    TICKTICK,
    // Its earlier versions.
    TableFormat { headers: "foldername listname title", ..TICKTICK },
    TableFormat {
        headers: "type content priority",
        columns: &[("content", Some(Field::Name)), ("description", Some(Field::Notes)), ("labels", None)],
        entries: Some(("type", "task")),
        is_task_list: true,
        ..TableFormat::of(FileKind::Todoist)
    },
];

const TICKTICK: TableFormat = TableFormat {
    headers: "listname title ischecklist status",
    columns: &[
        ("title", Some(Field::Name)),
        ("content", Some(Field::Notes)),
        ("status", Some(Field::Done)),
        ("tags", None),
        ("duedate", None),
    ],
    is_task_list: true,
    ..TableFormat::of(FileKind::Ticktick)
};
