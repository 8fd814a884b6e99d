//! The tasks of an iCalendar file.

use super::plan::{Plan, Unreadable};
use super::reading::Reading;
use super::records::MAX_ROWS;
use super::{FileKind, entries};
use icalendar::Component;
use serde_json::{Value, json};

/// The maximum number of lines: eighty for each task. Each line needs some hundred bytes in memory.
const MAX_LINES: usize = 80 * MAX_ROWS;
/// The maximum depth of components, into which the parser descends by calling itself. An alarm of a task has three.
const MAX_DEPTH: usize = 8;

/// Refuses a file that would need too much memory, or more stack than a thread has.
fn check_size(text: &str) -> Result<(), Unreadable> {
    let mut depth = 0_usize;
    for (nth, line) in icalendar::parser::unfold(text).lines().enumerate() {
        let begins = |word: &str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if begins("BEGIN:") {
            depth += 1;
        } else if begins("END:") {
            depth = depth.saturating_sub(1);
        }
        if depth > MAX_DEPTH || nth >= MAX_LINES {
            let message = "This calendar cannot be read: it has too many lines, or components in too many others.";
            return Err(Unreadable::new("damaged", message));
        }
    }
    Ok(())
}

pub fn read(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    check_size(text)?;
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
