//! Visits of an account. Accounts without a visit for a long time are deleted; the use of a program token or of the
//! calendar counts as a visit.

use crate::deps::Deps;
use chrono::{Datelike, NaiveDate};
use domain::id::UserId;
use store::{ACTIVITY_WRITE_INTERVAL, StoreError};

/// Returns whether a use on this day must be written, given the day of the last one written: once a week.
pub fn is_to_be_noted(last: Option<NaiveDate>, today: NaiveDate) -> bool {
    let week = |day: NaiveDate| i64::from(day.num_days_from_ce()).div_euclid(ACTIVITY_WRITE_INTERVAL.num_days());
    last.is_none_or(|last| week(last) < week(today))
}

/// Notes a visit in the account's row. Another provider's accounts are not deleted here, and have no row.
pub async fn note(deps: &Deps, user: &UserId) -> Result<(), StoreError> {
    if deps.config.is_own_identity_provider() {
        deps.store.account_record_activity(user, deps.now()).await
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_a_daily_use_once_a_week() {
        let first = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let days: Vec<NaiveDate> = first.iter_days().take(71).collect();
        let noted = days.windows(2).filter(|pair| is_to_be_noted(Some(pair[0]), pair[1])).count();
        assert_eq!(noted, 10);
        assert!(is_to_be_noted(None, first));
        assert!(!is_to_be_noted(Some(first), first.pred_opt().unwrap()), "a clock that is behind notes nothing");
    }
}
