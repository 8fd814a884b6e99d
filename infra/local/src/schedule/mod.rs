//! What happens without a request: reminders, digests, clean-up, and what the operator must know.

pub mod condition;
pub mod digests;
pub mod housekeeping;
pub mod scheduler;
pub mod steady_clock;
