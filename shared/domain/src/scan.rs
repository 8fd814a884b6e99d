//! A scan session: one receipt that was read, and what came of it.

use super::id::{ItemId, SessionId, UserId};
use chrono::{DateTime, Utc};

/// Uploads a month unless the deployment says otherwise.
pub const DEFAULT_MONTHLY_UPLOADS: u32 = 30;
/// §5: the largest receipt picture, in bytes.
pub const LARGEST_IMAGE: usize = 10 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq)]
pub struct ScanSession {
    pub id: SessionId,
    pub user: UserId,
    pub scanned_at: DateTime<Utc>,
    /// Hash of the receipt's text; the same receipt read twice has the same one.
    pub text_hash: String,
    /// Hash of the picture's bytes.
    pub image_hash: String,
    /// What another photo of the same receipt is recognised by; written and read by the scans function alone.
    pub likeness: String,
    pub store: Option<String>,
    pub item_ids: Vec<ItemId>,
    /// Where the picture lies in the receipts bucket, until it is dropped after 90 days.
    pub image_key: Option<String>,
}

/// The calendar month in UTC that an upload counts towards, as `2026-11`.
pub fn month(now: DateTime<Utc>) -> String {
    now.format("%Y-%m").to_string()
}

/// Seconds until the next month begins, for `Retry-After`.
pub fn seconds_to_next_month(now: DateTime<Utc>) -> u64 {
    use chrono::{Datelike, Months, NaiveTime};
    let first = now.date_naive().with_day(1).expect("every month has a first day");
    let next = first.checked_add_months(Months::new(1)).expect("the clock is far from the end of the calendar");
    u64::try_from((next.and_time(NaiveTime::MIN).and_utc() - now).num_seconds()).unwrap_or(0).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_ends_where_utc_says() {
        let last = DateTime::parse_from_rfc3339("2026-12-31T23:59:59Z").unwrap().to_utc();
        assert_eq!(month(last), "2026-12");
        assert_eq!(seconds_to_next_month(last), 1);
        assert_eq!(month(last + chrono::TimeDelta::seconds(1)), "2027-01");
    }
}
