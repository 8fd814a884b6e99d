//! The content of a file, before anything is written.

use super::columns::Field;
use domain::correction::Correction;
use domain::id::UserId;
use domain::item::Item;
use domain::preferences::Change;
use domain::product_code::LearntCode;
use domain::scan::ScanSession;
use domain::shopping::ListItem;
use domain::usage::Usage;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uuid::Uuid;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
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
    /// Any table.
    Table,
}

/// The destination of a table's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    #[default]
    Items,
    ShoppingList,
}

/// A column of a table, whose meaning the user can change.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Column {
    pub header: String,
    /// The assumed meaning; null if the column is skipped.
    pub field: Option<Field>,
    /// Up to three of its values.
    pub samples: Vec<String>,
}

/// A row that cannot be taken.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// Of the file, from 1 on; of a JSON file the place in its list.
    pub line: u64,
    pub message: String,
}

/// A file that cannot be read, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable(pub String);

#[derive(Clone, Debug)]
pub struct Plan {
    pub kind: FileKind,
    /// Of a table.
    pub columns: Vec<Column>,
    pub items: Vec<Item>,
    pub list: Vec<ListItem>,
    pub sessions: Vec<ScanSession>,
    pub corrections: Vec<Correction>,
    pub codes: Vec<LearntCode>,
    pub usage: Vec<Usage>,
    pub preferences: Option<Change>,
    pub problems: Vec<Problem>,
}

impl Plan {
    pub fn of(kind: FileKind) -> Self {
        Self {
            kind,
            columns: vec![],
            items: vec![],
            list: vec![],
            sessions: vec![],
            corrections: vec![],
            codes: vec![],
            usage: vec![],
            preferences: None,
            problems: vec![],
        }
    }

    pub fn problem(&mut self, line: u64, message: impl Into<String>) {
        self.problems.push(Problem { line, message: message.into() });
    }
}

/// Ids for rows that have none: the same file gives the same ones, so that a second import of it adds nothing twice.
pub struct RowIds {
    user: UserId,
    seen: HashMap<String, usize>,
}

impl RowIds {
    pub fn of(user: &UserId) -> Self {
        Self { user: user.clone(), seen: HashMap::new() }
    }

    /// Returns an id; equal rows get different ones.
    pub fn next(&mut self, content: &str) -> Uuid {
        let nth = self.seen.entry(content.to_owned()).or_default();
        *nth += 1;
        Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("import#{}#{nth}#{content}", self.user).as_bytes())
    }
}
