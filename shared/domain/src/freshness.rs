//! The freshness of an item at a given time. Computed whenever an item is read, so that an answer is never stale.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Freshness {
    Fresh,
    Soon,
    Expired,
}

/// An item is "soon" if at most this time is left.
pub const SOON: TimeDelta = TimeDelta::days(3);
/// An item that expired this long ago is swept: it reads as deleted.
pub const SWEEP_AFTER: TimeDelta = TimeDelta::days(2);
/// The grace period of a restored item before it is swept again.
pub const GRACE: TimeDelta = TimeDelta::days(2);

pub fn freshness(expires_at: DateTime<Utc>, now: DateTime<Utc>) -> Freshness {
    if now >= expires_at {
        Freshness::Expired
    } else if expires_at - now <= SOON {
        Freshness::Soon
    } else {
        Freshness::Fresh
    }
}

/// Returns when an active item is swept: later if a restore gave it a longer grace period.
pub fn sweep_at(expires_at: DateTime<Utc>, grace_until: Option<DateTime<Utc>>) -> DateTime<Utc> {
    let natural = expires_at + SWEEP_AFTER;
    grace_until.map_or(natural, |grace| grace.max(natural))
}

/// Returns the days left as displayed: the ceiling of the difference in days. Zero or less: days since expiry.
pub fn days_left(expires_at: DateTime<Utc>, now: DateTime<Utc>) -> i64 {
    const DAY: i64 = 86_400_000;
    let millis = (expires_at - now).num_milliseconds();
    millis.div_euclid(DAY) + i64::from(millis.rem_euclid(DAY) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(millis: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_800_000_000_000 + millis).unwrap()
    }

    #[test]
    fn changes_freshness_three_days_before_and_at_expiry() {
        let expires = at(0);
        let day = 86_400_000;
        for (now, expected) in [
            (-3 * day - 1, Freshness::Fresh),
            (-3 * day, Freshness::Soon),
            (-1, Freshness::Soon),
            (0, Freshness::Expired),
            (5 * day, Freshness::Expired),
        ] {
            assert_eq!(freshness(expires, at(now)), expected, "{now}");
        }
    }

    #[test]
    fn agrees_with_cases_shared_with_site() {
        #[derive(serde::Deserialize)]
        struct Case {
            left: i64,
            days: i64,
            status: Freshness,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../data/freshness.golden.json")).unwrap();
        for Case { left, days, status } in cases {
            assert_eq!((days_left(at(left), at(0)), freshness(at(left), at(0))), (days, status), "{left}");
        }
    }

    #[test]
    fn rounds_days_left_up() {
        let day = 86_400_000;
        for (left, days) in [(1, 1), (day, 1), (day + 1, 2), (3 * day, 3), (0, 0), (-1, 0), (-day, -1), (-day - 1, -1)]
        {
            assert_eq!(days_left(at(left), at(0)), days, "{left}");
        }
    }

    proptest! {
        #[test]
        fn never_improves_freshness_with_time(
            expires in -10_000_000_000_i64..10_000_000_000,
            a in -10_000_000_000_i64..10_000_000_000,
            later in 0_i64..1_000_000_000,
        ) {
            let rank = |f| match f { Freshness::Fresh => 0, Freshness::Soon => 1, Freshness::Expired => 2 };
            prop_assert!(rank(freshness(at(expires), at(a))) <= rank(freshness(at(expires), at(a + later))));
        }

        #[test]
        fn calls_one_to_three_days_left_soon(expires in 0_i64..10_000_000_000, now in 0_i64..10_000_000_000) {
            let left = days_left(at(expires), at(now));
            let soon = freshness(at(expires), at(now)) == Freshness::Soon;
            prop_assert_eq!(soon, (1..=3).contains(&left));
        }

        #[test]
        fn never_shortens_a_grace_period(expires in 0_i64..10_000_000_000, grace in 0_i64..10_000_000_000) {
            prop_assert!(sweep_at(at(expires), Some(at(grace))) >= sweep_at(at(expires), None));
        }
    }
}
