//! Work without a request: reminders, digests, clean-up, and reports to the operator.

pub mod condition;
pub mod digests;
pub mod housekeeping;
pub mod scheduler;
pub mod steady_clock;
