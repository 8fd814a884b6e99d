//! Reminders: one digest a user and local day, at their hour, and only when something is due.
//!
//! [`run`] is one run of the scheduled job; [`end_abandoned`] is what it does besides. It may be started at any time,
//! twice at once, or stopped anywhere: what it left is found by the next.

mod abandoned;
mod correction;
mod reach;
mod report;
mod run;
mod user;

pub use abandoned::end_abandoned;
pub use report::Report;
pub use run::{Budget, run};
