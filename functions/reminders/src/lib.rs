//! Reminders: at most one digest per user and local day, at the user's hour, only if items are due.
//!
//! [`run`] is one run of the scheduled job; [`delete_abandoned`] deletes unused accounts. Runs may start at any time,
//! overlap, or stop anywhere: the next run completes them.

mod abandoned;
mod correction;
mod day;
mod report;
mod run;
mod user;

pub use abandoned::delete_abandoned;
pub use report::Report;
pub use run::{Budget, run};
