//! Records that an account is in use, because unused accounts are deleted. Requests of programs and of calendar apps
//! count too.

use crate::deps::Deps;
use chrono::{Datelike, NaiveDate};
use domain::id::UserId;
use store::{ACTIVITY_WRITE_INTERVAL, StoreError};

/// Returns true if activity of this day must be recorded: once a week.
pub fn is_to_be_recorded(last: Option<NaiveDate>, today: NaiveDate) -> bool {
    let week = |day: NaiveDate| i64::from(day.num_days_from_ce()).div_euclid(ACTIVITY_WRITE_INTERVAL.num_days());
    last.is_none_or(|last| week(last) < week(today))
}

/// Records activity in the account's row. Accounts of another provider have no row.
pub async fn record_activity(deps: &Deps, user: &UserId) -> Result<(), StoreError> {
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
    fn records_daily_use_once_a_week() {
        let first = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let days: Vec<NaiveDate> = first.iter_days().take(71).collect();
        let recorded = days.windows(2).filter(|pair| is_to_be_recorded(Some(pair[0]), pair[1])).count();
        assert_eq!(recorded, 10);
        assert!(is_to_be_recorded(None, first));
        assert!(!is_to_be_recorded(Some(first), first.pred_opt().unwrap()), "a clock that is behind");
    }
}
