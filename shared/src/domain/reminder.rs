//! What is due, and when somebody must be looked at for it.

use super::freshness::SOON;
use chrono::{DateTime, Utc};

/// When an item first gives a reason to remind: the moment it becomes "soon", or now if that is past.
pub fn first_due(expires_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
    (expires_at - SOON).max(now)
}
