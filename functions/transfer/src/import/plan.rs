//! The content of a file, before anything is written.

use super::FileKind;
use super::values::DayOrder;
use super::words::Field;
pub use super::words::OmittedKind;
use domain::correction::Correction;
use domain::id::UserId;
use domain::invalid::Invalid;
use domain::item::Item;
use domain::preferences::PreferencesChange;
use domain::product_code::LearntCode;
use domain::scan::ScanSession;
use domain::shopping::ListItem;
use domain::usage::Usage;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uuid::Uuid;

/// The destination of a table's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    #[default]
    Items,
    ShoppingList,
}

/// The maximum length of a cell that is shown, in characters.
pub const MAX_SAMPLE_LENGTH: usize = 60;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Column {
    /// Empty where the file has no line of headers.
    pub header: String,
    /// The assumed meaning; null if the column is skipped.
    pub field: Option<Field>,
    /// Up to three of its values.
    pub samples: Vec<String>,
}

/// Why a row cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ProblemCode {
    /// It has another number of columns than the first line.
    ColumnCount,
    /// A cell is no day.
    NotADay,
    /// The name is missing or too long.
    Name,
    Category,
    /// The quantity is zero, negative or too large.
    Quantity,
    Unit,
    Notes,
    ShelfLife,
    /// A moment is none, or not within the years 1970 to 9999.
    Date,
    /// A stock entry whose product is not in the file.
    ProductMissing,
    /// Another field breaks a rule.
    Other,
}

/// A row that cannot be taken.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// Of the file, from 1 on; of a JSON file the place in its list.
    pub line: u64,
    pub code: ProblemCode,
    /// What stands there, where that helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// A sentence in English.
    pub message: String,
}

/// The maximum number of problems that are listed.
const MAX_LISTED_PROBLEMS: usize = 50;

/// The rows that cannot be taken: the first of them, and the number of all. A file can have millions.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    pub listed: Vec<Problem>,
    pub count: usize,
}

impl Problems {
    pub fn add(&mut self, problem: Problem) {
        self.count += 1;
        if self.listed.len() < MAX_LISTED_PROBLEMS {
            self.listed.push(problem);
        }
    }
}

/// How many of a kind are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = LeftOutCount)]
pub struct OmittedCount {
    pub kind: OmittedKind,
    pub count: usize,
}

/// How the days of a table were read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayReading {
    pub order: DayOrder,
    /// False where neither the file nor the language says whether the day or the month is first: an import asks for
    /// `dayOrder`.
    pub is_certain: bool,
    /// One of the days that could be read in two ways.
    pub example: String,
}

/// Why a file cannot be read at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable {
    /// A code, for which clients have a text in the user's language.
    pub reason: &'static str,
    /// A sentence in English.
    pub message: String,
    pub line: Option<u64>,
}

impl Unreadable {
    pub fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), line: None }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub kind: FileKind,
    /// Of a table.
    pub columns: Vec<Column>,
    /// True if the first line of a table is its headers.
    pub has_header: bool,
    /// The destination of a table's rows.
    pub target: Target,
    /// None where no day of a table could be read in two ways.
    pub days: Option<DayReading>,
    pub items: Vec<Item>,
    pub list: Vec<ListItem>,
    pub sessions: Vec<ScanSession>,
    pub corrections: Vec<Correction>,
    pub codes: Vec<LearntCode>,
    pub usage: Vec<Usage>,
    pub preferences: Option<PreferencesChange>,
    pub problems: Problems,
    pub omitted: Vec<OmittedCount>,
    /// The names of the lists in a file that has several.
    pub lists: Vec<String>,
}

impl Plan {
    pub fn of(kind: FileKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Adds to the count of omitted rows of this kind.
    pub fn count_omitted(&mut self, kind: OmittedKind, count: usize) {
        if count == 0 {
            return;
        }
        match self.omitted.iter_mut().find(|one| one.kind == kind) {
            Some(one) => one.count += count,
            None => self.omitted.push(OmittedCount { kind, count }),
        }
    }
}

impl Problem {
    pub fn new(line: u64, code: ProblemCode, message: impl Into<String>) -> Self {
        Self { line, code, value: None, message: message.into() }
    }

    /// A row that breaks a rule of the product.
    pub fn of(line: u64, invalid: Invalid) -> Self {
        let code = match invalid.field.as_str() {
            "name" => ProblemCode::Name,
            "category" => ProblemCode::Category,
            "quantity" => ProblemCode::Quantity,
            "unit" => ProblemCode::Unit,
            "notes" => ProblemCode::Notes,
            "shelfLifeDays" => ProblemCode::ShelfLife,
            "expiresAt" | "time" => ProblemCode::Date,
            _ => ProblemCode::Other,
        };
        Self::new(line, code, invalid.message)
    }
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::of(0, invalid)
    }
}

/// Derives ids for rows without one from their content, so that a second import of the same file adds nothing twice.
pub struct RowIds {
    user: UserId,
    seen: HashMap<String, usize>,
}

impl RowIds {
    pub fn of(user: &UserId) -> Self {
        Self { user: user.clone(), seen: HashMap::new() }
    }

    /// Returns different ids for two rows of the same content.
    pub fn next(&mut self, content: &str) -> Uuid {
        let nth = self.seen.entry(content.to_owned()).or_default();
        *nth += 1;
        Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("import#{}#{nth}#{content}", self.user).as_bytes())
    }
}
