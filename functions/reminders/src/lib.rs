//! Reminders: one digest a user and local day, at their hour, and only when something is due.
//!
//! [`run`] is one run of the scheduled job; [`end_abandoned`] deletes unused accounts. Runs may start at any time,
//! overlap, or stop anywhere: the next run completes them.

mod abandoned;
mod correction;
mod reach;
mod report;
mod run;
mod user;

pub use abandoned::{end_abandoned, hand_over_stalled_jobs};
pub use report::Report;
pub use run::{Budget, run};
