//! The tools of the MCP server.

use crate::mcp::arguments::{
    Add, DEFAULT_DAYS, GetList, ItemOutcome, ListExpiring, MAX_DAYS, Search, Target, Tick, UsedUp, checked_limit,
    parse_arguments,
};
use crate::mcp::client::{Client, ToolError};
use crate::mcp::views::{Answer, ApiItem, ApiListRow, ChangedItem, ChangedRow, Found, Item, Items, ListRow, Rows};
use domain::food_name::same_food_key;
use domain::text;
use http::Method;
use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

const ITEMS: &str = "/api/items";
const LIST: &str = "/api/shopping-list";

pub const LIST_EXPIRING: &str = "list_expiring_items";
pub const GET_LIST: &str = "get_shopping_list";
pub const SEARCH: &str = "search";
pub const ADD: &str = "add_to_shopping_list";
pub const TICK: &str = "tick_shopping_list_row";
pub const USED_UP: &str = "mark_item_used_up";

/// Runs a tool; `None` for an unknown one.
pub async fn run_tool(client: &Client, name: &str, arguments: JsonObject) -> Option<Result<Value, ToolError>> {
    Some(match name {
        LIST_EXPIRING => list_expiring(client, arguments).await.map(to_answer),
        GET_LIST => get_list(client, arguments).await.map(to_answer),
        SEARCH => search(client, arguments).await.map(to_answer),
        ADD => add_row(client, arguments).await.map(to_answer),
        TICK => tick_row(client, arguments).await.map(to_answer),
        USED_UP => remove_item(client, arguments).await.map(to_answer),
        _ => return None,
    })
}

fn to_answer(content: impl Serialize) -> Value {
    json!(Answer::new(content))
}

async fn list_expiring(client: &Client, arguments: JsonObject) -> Result<Items, ToolError> {
    let ListExpiring { within_days, limit } = parse_arguments(arguments)?;
    let (days, limit) = (within_days.unwrap_or(DEFAULT_DAYS), checked_limit(limit)?);
    if days > MAX_DAYS {
        return Err(ToolError(format!("withinDays must be a whole number from 0 to {MAX_DAYS}.")));
    }
    let mut items = list_items(client).await?;
    items.retain(|item| item.days_left <= i64::from(days));
    let total = items.len();
    items.truncate(limit);
    Ok(Items { total, items })
}

async fn get_list(client: &Client, arguments: JsonObject) -> Result<Rows, ToolError> {
    let GetList { include_ticked, limit } = parse_arguments(arguments)?;
    let limit = checked_limit(limit)?;
    let mut rows = list_rows(client).await?;
    rows.retain(|row| include_ticked.unwrap_or_default() || !row.ticked);
    let total = rows.len();
    rows.truncate(limit);
    Ok(Rows { total, rows })
}

async fn search(client: &Client, arguments: JsonObject) -> Result<Found, ToolError> {
    let Search { query, limit } = parse_arguments(arguments)?;
    let limit = checked_limit(limit)?;
    let wanted = same_food_key(&query);
    if wanted.is_empty() || query.chars().count() > text::MAX_NAME {
        return Err(ToolError(format!("query must have 1 to {} characters.", text::MAX_NAME)));
    }
    let (mut items, mut rows) = tokio::try_join!(list_items(client), list_rows(client))?;
    let matches = |name: &str| same_food_key(name).contains(&wanted);
    items.retain(|item| matches(&item.name));
    rows.retain(|row| matches(&row.name));
    let total = items.len() + rows.len();
    items.truncate(limit);
    rows.truncate(limit);
    Ok(Found { total, items, shopping_list_rows: rows })
}

async fn add_row(client: &Client, arguments: JsonObject) -> Result<ChangedRow, ToolError> {
    let Add { name, quantity, unit, notes } = parse_arguments(arguments)?;
    let body = json!({"name": name, "quantity": quantity, "unit": unit, "notes": notes});
    let row: ApiListRow = client.change(Method::POST, LIST, &body).await?;
    Ok(ChangedRow { row: row.into() })
}

async fn tick_row(client: &Client, arguments: JsonObject) -> Result<ChangedRow, ToolError> {
    let Tick { id, name, ticked } = parse_arguments(arguments)?;
    let ticked = ticked.unwrap_or(true);
    let id = match Target::new(id, name.as_deref())? {
        Target::Id(id) => id,
        Target::Name(key) => find_row(client, &key, ticked).await?,
    };
    let body = json!({"isCompleted": ticked});
    let row: ApiListRow = client.change(Method::PATCH, &format!("{LIST}/{id}/toggle"), &body).await?;
    Ok(ChangedRow { row: row.into() })
}

/// Returns the only row with this name. Prefers rows that a change to `ticked` changes.
async fn find_row(client: &Client, name_key: &str, ticked: bool) -> Result<Uuid, ToolError> {
    let mut rows = list_rows(client).await?;
    rows.retain(|row| same_food_key(&row.name) == name_key);
    if rows.iter().any(|row| row.ticked != ticked) {
        rows.retain(|row| row.ticked != ticked);
    }
    match rows.as_slice() {
        [row] => Ok(row.id),
        [] => Err(ToolError(format!(
            "No row of the shopping list has this name. Use {SEARCH} or {GET_LIST}, and give the id."
        ))),
        _ => Err(ToolError(format!(
            "Several rows of the shopping list have this name. Use {SEARCH} to see them, ask the user which one is meant, and give its id."
        ))),
    }
}

async fn remove_item(client: &Client, arguments: JsonObject) -> Result<ChangedItem, ToolError> {
    let UsedUp { id, name, outcome } = parse_arguments(arguments)?;
    let id = match Target::new(id, name.as_deref())? {
        Target::Id(id) => id,
        Target::Name(wanted) => {
            // The API lists items by expiry, the earliest first.
            let items = list_items(client).await?;
            let item = items.iter().find(|item| same_food_key(&item.name) == wanted);
            item.map(|item| item.id).ok_or_else(|| {
                ToolError(format!("No item in the larder has this name. Use {SEARCH}, and give the id."))
            })?
        }
    };
    let outcome = outcome.unwrap_or(ItemOutcome::Used);
    // Used-up items are archived, others are deleted; either can be restored.
    let route = match outcome {
        ItemOutcome::Used => "archive",
        ItemOutcome::Tossed => "delete",
    };
    let item: ApiItem =
        client.change(Method::PATCH, &format!("{ITEMS}/{id}/{route}"), &json!({"outcome": outcome})).await?;
    Ok(ChangedItem { item: item.into() })
}

async fn list_items(client: &Client) -> Result<Vec<Item>, ToolError> {
    let items: Vec<ApiItem> = client.get(ITEMS).await?;
    Ok(items.into_iter().map(Item::from).collect())
}

async fn list_rows(client: &Client) -> Result<Vec<ListRow>, ToolError> {
    let rows: Vec<ApiListRow> = client.get(LIST).await?;
    Ok(rows.into_iter().map(ListRow::from).collect())
}
