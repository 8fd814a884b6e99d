//! Work without a request: reminders, jobs, and usage statistics.

pub(crate) mod due;
mod job_days;
pub(crate) mod jobs;
pub(crate) mod notifications;
mod usage;
