//! The words by which an import understands headers, states, places and days, from `shared/data/import_words.json`.

use domain::shelf_life::Storage;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Field {
    Name,
    Brand,
    Category,
    Quantity,
    Unit,
    /// The day that it keeps until.
    Expires,
    /// The day that it was bought or put down.
    Added,
    /// The storage place, which also becomes a note.
    Location,
    Opened,
    Notes,
    ShelfLife,
    /// A state, of which some words tell that a row is done or gone: then it is left out.
    Status,
    /// Tells that a row is done or gone, by anything but a "no".
    Done,
    /// The weight or content of one of them, which becomes a note.
    Size,
    /// The product's barcode.
    Code,
}

/// What a file has that no import takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeftOut)]
pub enum OmittedKind {
    Recipes,
    Expenses,
    /// Shopping lists of which the file has the names and not the rows.
    ListNames,
    /// Things that a program knows, which are on no list.
    KnownItems,
    /// Rows that are bought or done.
    Completed,
    /// Items that were archived or deleted.
    Archived,
    /// Stock of which nothing is left.
    UsedUp,
    /// Lines of a task list that are no tasks.
    NoTasks,
    /// Links by which a list was shared.
    Shares,
}

/// Words are folded by [`domain::text::fold`] and separated by spaces, except those of days.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Words {
    /// Headers by field, the most specific of a field first.
    #[serde(borrow)]
    pub columns: Vec<(Field, &'static str)>,
    /// Parts of headers of expiry and purchase dates, if the cells are days.
    pub expiry_stems: &'static str,
    pub added_stems: &'static str,
    /// Headers of days that do not say which.
    pub dates: &'static str,
    /// Parts of headers of use-by and best-before dates.
    pub use_by: &'static str,
    pub best_before: &'static str,
    /// Words of headers and cells for rows that are done or gone.
    #[serde(borrow)]
    pub endings: Vec<(OmittedKind, &'static str)>,
    pub no: &'static str,
    pub yes: &'static str,
    /// States of rows that are open.
    pub open: &'static str,
    /// Prefixes that negate a word, as in "Not Finished".
    pub not: &'static str,
    /// Words in names of storage places.
    #[serde(borrow)]
    pub places: Vec<(Storage, &'static str)>,
    /// Beginnings of words in names of frozen food.
    pub frozen: &'static str,
    /// Texts that programs write instead of a day, and for food that never expires.
    pub no_day: &'static str,
    #[serde(borrow)]
    pub never: Vec<&'static str>,
    /// Words in a day without a meaning: ordinal endings, articles, the letters of an ISO time.
    pub fillers: &'static str,
    /// The beginnings and the ends of the days of the week.
    pub weekdays: &'static str,
    pub weekday_ends: &'static str,
}

pub static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../shared/data/import_words.json"))
        .expect("the built-in words are well-formed, a test reads them")
});
