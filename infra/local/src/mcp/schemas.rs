//! The tools as clients see them: names, descriptions, JSON schemas, annotations.

use crate::mcp::arguments::{Add, GetList, ListExpiring, Search, Tick, UsedUp};
use crate::mcp::tools::{ADD, GET_LIST, LIST_EXPIRING, SEARCH, TICK, USED_UP};
use crate::mcp::views::{Answer, ChangedItem, ChangedRow, Found, Items, Rows};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rmcp::schemars::JsonSchema;
use std::sync::LazyLock;

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(create_tools);

pub fn tools() -> &'static [Tool] {
    &TOOLS
}

pub fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

fn create_tools() -> Vec<Tool> {
    let reads = || ToolAnnotations::new().read_only(true);
    let changes = || ToolAnnotations::new().read_only(false).destructive(false);
    vec![
        tool_of::<ListExpiring, Items>(
            LIST_EXPIRING,
            "List expiring items",
            "Lists the food in the larder that expires within a number of calendar days (daysLeft 0 is today), expired food included, the most urgent first. Needs the token's scope \"read\".",
            reads(),
        ),
        tool_of::<GetList, Rows>(
            GET_LIST,
            "Get the shopping list",
            "Lists the rows of the shopping list, the oldest first. Needs the token's scope \"read\".",
            reads(),
        ),
        tool_of::<Search, Found>(
            SEARCH,
            "Search items and the shopping list",
            "Finds food in the larder and rows of the shopping list whose name contains the query. Case, accents and plural do not matter. Needs the token's scope \"read\".",
            reads(),
        ),
        tool_of::<Add, ChangedRow>(
            ADD,
            "Add to the shopping list",
            "Adds a food to the shopping list. If a row has this food in this unit, the amount is added to it; a ticked row becomes pending again. Needs the token's scope \"list\".",
            changes().idempotent(false),
        ),
        tool_of::<Tick, ChangedRow>(
            TICK,
            "Tick a row of the shopping list",
            "Ticks a row of the shopping list off, or makes it pending again. Give its id, or its exact name. Needs the token's scope \"list\"; by name also \"read\".",
            changes().idempotent(true),
        ),
        tool_of::<UsedUp, ChangedItem>(
            USED_UP,
            "Mark an item as used up",
            "Removes an item from the larder because it was used up or thrown away. Give its id, or its exact name: of several with the same name, the one that expires first is taken. The user can restore it in the app. Needs the token's scope \"write\"; by name also \"read\".",
            changes().destructive(true).idempotent(false),
        ),
    ]
}

fn tool_of<Arguments: JsonSchema + 'static, Content: JsonSchema + 'static>(
    name: &'static str,
    title: &str,
    description: &'static str,
    annotations: ToolAnnotations,
) -> Tool {
    Tool::new(name, description, JsonObject::new())
        .with_title(title)
        .with_input_schema::<Arguments>()
        .with_output_schema::<Answer<Content>>()
        .with_annotations(annotations.open_world(false))
}
