//! The context and options of reading a file.

use super::columns::Field;
use super::plan::{Plan, Problem, Target};
use super::values::DayOrder;
use chrono::{DateTime, Utc};
use domain::calendar_day::Tz;
use domain::id::{ListItemId, UserId};
use domain::own_place::OwnPlace;
use domain::shopping::{ListItem, UncheckedListItem};
use uuid::Uuid;

pub struct Reading<'a> {
    pub user: &'a UserId,
    pub zone: Tz,
    pub now: DateTime<Utc>,
    /// The user's language as a BCP 47 tag, which decides what the file leaves open; empty if unknown.
    pub language: &'a str,
    /// The destination of a table's rows, if the user set it.
    pub target: Option<Target>,
    /// The meaning of each column, if the user set it.
    pub fields: Option<&'a [Option<Field>]>,
    /// True if the first line is headers, if the user set it.
    pub has_header: Option<bool>,
    /// The order of ambiguous days, if the user set it.
    pub day_order: Option<DayOrder>,
    /// The list of a file with several, if the user chose one.
    pub list: Option<&'a str>,
    /// The household's own places, by whose names a file may refer to them.
    pub places: &'a [OwnPlace],
}

impl Reading<'_> {
    /// Adds a row to the list of a plan, or the reason why it is invalid to its problems.
    pub fn add_list_row(&self, plan: &mut Plan, line: u64, id: Uuid, draft: UncheckedListItem) {
        match draft.checked() {
            Ok(details) => plan.list.push(ListItem::new(ListItemId(id), self.user.clone(), details, None, self.now)),
            Err(invalid) => plan.problems.add(Problem::of(line, invalid)),
        }
    }
}

#[cfg(test)]
impl<'a> Reading<'a> {
    /// Sets no option of the user.
    pub fn new(user: &'a UserId, zone: Tz, now: DateTime<Utc>) -> Self {
        let (language, target, fields, has_header, day_order, list) = ("", None, None, None, None, None);
        Self { user, zone, now, language, target, fields, has_header, day_order, list, places: &[] }
    }
}
