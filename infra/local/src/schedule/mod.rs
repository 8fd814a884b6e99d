//! Work without a request: reminders, digests, clean-up, and reports to the operator.

pub mod digests;
pub mod housekeeping;
pub mod scheduler;
pub mod server_health;
pub mod steady_clock;
