//! The arguments of the tools. [`schemas`](super::schemas) describes them to clients; what an argument must be is
//! checked here, or by the API.

use crate::mcp::client::ToolError;
use domain::text;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

pub const MAX_DAYS: u32 = 3_650;
pub const DEFAULT_DAYS: u32 = 7;
/// As many as a list has rows; of a larder's 1,000 items, those that are due first.
pub const MAX_RESULTS: usize = 500;
pub const DEFAULT_RESULTS: usize = 50;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListExpiring {
    pub within_days: Option<u32>,
    pub limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetList {
    pub include_ticked: Option<bool>,
    pub limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    pub query: String,
    pub limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Add {
    pub name: String,
    pub quantity: Option<f64>,
    pub unit: Option<String>,
    pub notes: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tick {
    pub id: Option<Uuid>,
    pub name: Option<String>,
    pub ticked: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedUp {
    pub id: Option<Uuid>,
    pub name: Option<String>,
    pub outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Used,
    Tossed,
}

impl Outcome {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Used => "used",
            Self::Tossed => "tossed",
        }
    }
}

/// An item or a row, by its id or its name.
pub enum Target {
    Id(Uuid),
    /// The key under which spellings of the name are equal.
    Name(String),
}

impl Target {
    pub fn new(id: Option<Uuid>, name: Option<&str>) -> Result<Self, ToolError> {
        match (id, name.map(str::trim).filter(|name| !name.is_empty())) {
            (Some(id), None) => Ok(Self::Id(id)),
            (None, Some(name)) if name.chars().count() <= text::NAME => Ok(Self::Name(text::same_food_key(name))),
            (None, Some(_)) => Err(ToolError(format!("The name is too long: up to {} characters.", text::NAME))),
            _ => Err(ToolError::new("Give either the id or the name, and not both.")),
        }
    }
}

/// Reads a tool's arguments.
pub fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| ToolError(format!("The arguments are not valid: {error}. Nothing was changed.")))
}

/// Checks the number of results that were asked for.
pub fn checked_limit(limit: Option<usize>) -> Result<usize, ToolError> {
    let limit = limit.unwrap_or(DEFAULT_RESULTS);
    if (1..=MAX_RESULTS).contains(&limit) {
        Ok(limit)
    } else {
        Err(ToolError(format!("limit must be a whole number from 1 to {MAX_RESULTS}.")))
    }
}
