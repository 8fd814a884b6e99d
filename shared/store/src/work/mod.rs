//! Work without a request: reminders, long jobs, and usage counts.

pub(crate) mod due;
mod job_days;
pub(crate) mod jobs;
pub(crate) mod notifications;
mod usage;
