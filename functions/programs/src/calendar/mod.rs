//! A calendar feed of expiry dates at a secret address.

mod document;
mod manage;
mod read;

pub(crate) use manage::{__path_create_calendar, __path_end_calendar, __path_get_calendar};
pub use manage::{create_calendar, end_calendar, get_calendar};
pub(crate) use read::__path_read_calendar;
pub use read::read_calendar;
