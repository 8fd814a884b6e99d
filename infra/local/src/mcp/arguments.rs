//! The arguments of the tools, and their checks. JSON schemas are derived.

use crate::mcp::client::ToolError;
use domain::food_name::same_food_key;
use domain::text;
use rmcp::model::JsonObject;
use rmcp::schemars::{self, JsonSchema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

pub const MAX_DAYS: u32 = 3_650;
pub const DEFAULT_DAYS: u32 = 7;
/// The maximum number of rows of a list. A larder can have more items, up to 1,000.
const MAX_RESULTS: usize = 500;
const DEFAULT_RESULTS: usize = 50;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListExpiring {
    /// Calendar days from today. 0 lists what expires today or has expired; 3650 lists everything.
    #[schemars(range(min = 0, max = MAX_DAYS), extend("default" = DEFAULT_DAYS))]
    pub within_days: Option<u32>,
    /// The maximum number of results.
    #[schemars(range(min = 1, max = MAX_RESULTS), extend("default" = DEFAULT_RESULTS))]
    pub limit: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetList {
    /// Also lists rows that are ticked off.
    #[schemars(extend("default" = false))]
    pub include_ticked: Option<bool>,
    /// The maximum number of results.
    #[schemars(range(min = 1, max = MAX_RESULTS), extend("default" = DEFAULT_RESULTS))]
    pub limit: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// A name or a part of one, such as milk.
    #[schemars(length(min = 1, max = text::MAX_NAME))]
    pub query: String,
    /// The maximum number of results.
    #[schemars(range(min = 1, max = MAX_RESULTS), extend("default" = DEFAULT_RESULTS))]
    pub limit: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Add {
    #[schemars(length(min = 1, max = text::MAX_NAME))]
    pub name: String,
    /// The amount, with at most three decimal places.
    #[schemars(range(max = 100_000), extend("exclusiveMinimum" = 0, "default" = 1))]
    pub quantity: Option<f64>,
    /// Such as item, kg, l, bag.
    #[schemars(length(max = text::MAX_UNIT), extend("default" = "item"))]
    pub unit: Option<String>,
    #[schemars(length(max = text::MAX_NOTES))]
    pub notes: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tick {
    /// The row's id.
    #[schemars(with = "Option<String>", extend("format" = "uuid"))]
    pub id: Option<Uuid>,
    /// The row's name, if the id is not known.
    #[schemars(length(min = 1, max = text::MAX_NAME))]
    pub name: Option<String>,
    /// false makes the row pending again.
    #[schemars(extend("default" = true))]
    pub ticked: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsedUp {
    /// The item's id.
    #[schemars(with = "Option<String>", extend("format" = "uuid"))]
    pub id: Option<Uuid>,
    /// The item's name, if the id is not known.
    #[schemars(length(min = 1, max = text::MAX_NAME))]
    pub name: Option<String>,
    /// used: eaten or used up. tossed: thrown away.
    #[schemars(extend("default" = "used"))]
    pub outcome: Option<ItemOutcome>,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ItemOutcome {
    Used,
    Tossed,
}

/// An item or a row, by its id or its name.
pub enum Target {
    Id(Uuid),
    /// The name's key, which is equal for different spellings.
    Name(String),
}

impl Target {
    pub fn new(id: Option<Uuid>, name: Option<&str>) -> Result<Self, ToolError> {
        match (id, name.map(str::trim).filter(|name| !name.is_empty())) {
            (Some(id), None) => Ok(Self::Id(id)),
            (None, Some(name)) if name.chars().count() <= text::MAX_NAME => Ok(Self::Name(same_food_key(name))),
            (None, Some(_)) => Err(ToolError(format!("The name is too long: up to {} characters.", text::MAX_NAME))),
            _ => Err(ToolError::new("Give either the id or the name, and not both.")),
        }
    }
}

/// Parses a tool's arguments.
pub fn parse_arguments<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| ToolError(format!("The arguments are not valid: {error}. Nothing was changed.")))
}

/// Returns the maximum number of results, or the default one. Fails if it is out of range.
pub fn checked_limit(limit: Option<usize>) -> Result<usize, ToolError> {
    let limit = limit.unwrap_or(DEFAULT_RESULTS);
    if (1..=MAX_RESULTS).contains(&limit) {
        Ok(limit)
    } else {
        Err(ToolError(format!("limit must be a whole number from 1 to {MAX_RESULTS}.")))
    }
}
