//! Work without a request: reminders, clean-up, and reports to the operator.

pub mod housekeeping;
pub mod receivers;
pub mod scheduler;
pub mod server_health;
pub mod steady_clock;
