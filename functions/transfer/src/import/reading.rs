//! Options for reading a file.

use super::columns::Field;
use super::plan::Target;
use super::values::DayOrder;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use domain::id::UserId;
use domain::own_place::OwnPlace;

/// Options for reading a file.
pub struct Reading<'a> {
    pub user: &'a UserId,
    pub zone: Tz,
    pub now: DateTime<Utc>,
    /// A BCP 47 tag, which decides what the file leaves open; empty where it is not known.
    pub language: &'a str,
    /// Where the rows of a table go; by its kind where nothing is said.
    pub target: Option<Target>,
    /// The meaning of each column, if the user set it.
    pub fields: Option<&'a [Option<Field>]>,
    /// True if the first line is headers, where somebody has said so.
    pub has_header: Option<bool>,
    /// The order of days that can be read in two ways, where somebody has said so.
    pub day_order: Option<DayOrder>,
    /// The list of a file with several, if the user chose one.
    pub list: Option<&'a str>,
    /// The household's own places, which a table names.
    pub places: &'a [OwnPlace],
}

#[cfg(test)]
impl<'a> Reading<'a> {
    /// Leaves all that the user can choose to the file.
    pub fn new(user: &'a UserId, zone: Tz, now: DateTime<Utc>) -> Self {
        let (language, target, fields, has_header, day_order, list) = ("", None, None, None, None, None);
        Self { user, zone, now, language, target, fields, has_header, day_order, list, places: &[] }
    }
}
