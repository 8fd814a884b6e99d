//! The latest days on which the reminders job ran.

use crate::table::error::{CommitError, StoreError};
use crate::table::keys;
use crate::table::{Guard, Store, Write};
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of further stored days, in case that a wrong clock added some.
const SPARE_DAYS: usize = 31;

#[derive(Serialize, Deserialize)]
struct JobDaysRow {
    /// Day numbers, joined by spaces.
    days: String,
}

impl Store {
    /// Records that the job runs today. Returns the first of the last `count` days before today on which it ran; `None`
    /// if it ran on fewer. One write a day.
    pub async fn job_day_record(&self, today: NaiveDate, count: usize) -> Result<Option<NaiveDate>, StoreError> {
        let row: Option<JobDaysRow> = self.row_get(keys::job_days(), true).await?;
        let days = row.map(|row| row.days).unwrap_or_default();
        let mut days: BTreeSet<i32> = days.split_whitespace().filter_map(|day| day.parse().ok()).collect();
        let today = today.num_days_from_ce();
        if days.insert(today) {
            while days.len() > count + 1 + SPARE_DAYS {
                days.pop_first();
            }
            let days = days.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
            let write = Write::put_row(keys::job_days(), &JobDaysRow { days }, Guard::Always);
            self.commit(vec![write], None).await.map_err(CommitError::into_store_error)?;
        }
        Ok(days
            .range(..today)
            .nth_back(count.saturating_sub(1))
            .and_then(|day| NaiveDate::from_num_days_from_ce_opt(*day)))
    }
}
