//! What runs without a request: reminders, long jobs, and the counts of what was done.

pub(crate) mod due;
mod job_days;
pub(crate) mod jobs;
pub(crate) mod notifications;
mod usage;
