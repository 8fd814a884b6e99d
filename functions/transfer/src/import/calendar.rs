//! The tasks of an iCalendar file.

use super::plan::{Plan, Unreadable};
use super::reading::Reading;
use super::records::MAX_ROWS;
use super::{FileKind, entries};
use icalendar::Component;
use serde_json::{Value, json};

pub fn read(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    let damaged = |error: String| Unreadable::new("damaged", format!("This calendar cannot be read: {error}."));
    let calendar: icalendar::Calendar = text.parse().map_err(damaged)?;
    let tasks: Vec<Value> = calendar
        .components
        .iter()
        .filter_map(icalendar::CalendarComponent::as_todo)
        // One more than a file may have, so that it is refused.
        .take(MAX_ROWS + 1)
        .map(|task| {
            let property = |name: &str| task.property_value(name).unwrap_or_default();
            let is_whole = property("PERCENT-COMPLETE") == "100";
            let status = if is_whole { "COMPLETED" } else { property("STATUS") };
            json!({"title": property("SUMMARY"), "notes": property("DESCRIPTION"), "status": status,
                "completed": property("COMPLETED"), "due": property("DUE")})
        })
        .collect();
    let none = || Err(Unreadable::new("calendar", "This calendar has no tasks. Larder takes to-do lists, not events."));
    entries::read(&[("", tasks.iter().collect())], FileKind::Tasks, reading).unwrap_or_else(none)
}
