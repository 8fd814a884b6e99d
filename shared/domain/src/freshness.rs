//! The days left of an item, and the freshness that follows from them. Computed whenever an item is read, so that an
//! answer is never stale. `web/src/lib/domain/freshness.ts` counts the same (`shared/data/freshness.golden.json`).

use super::calendar_day::{LocalTime, Tz, day_ending_at, day_of, first_moment};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Freshness {
    Fresh,
    Soon,
    Expired,
}

/// An item is "soon" on its last day and on this many days before.
const SOON_DAYS: i64 = 3;
/// No item becomes "soon" earlier than this before its `expires_at`: three days, the last day, and one for a larder
/// that moved to another time zone.
pub const MAX_SOON: TimeDelta = TimeDelta::days(SOON_DAYS + 2);
/// An item that expired this long ago is swept: it reads as deleted.
pub const SWEEP_AFTER: TimeDelta = TimeDelta::days(2);
/// The grace period of a restored item before it is swept again.
pub const GRACE: TimeDelta = TimeDelta::days(2);
const DAY_MS: i64 = 86_400_000;

/// When an item expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expiry {
    /// At the end of a calendar day.
    On(NaiveDate),
    /// At a moment that a client sent.
    At(DateTime<Utc>),
}

impl Expiry {
    /// Returns the calendar day that was chosen or that ends at `expires_at`, or else the moment.
    pub fn new(expires_on: Option<NaiveDate>, expires_at: DateTime<Utc>, zone: Tz) -> Self {
        expires_on.or_else(|| day_ending_at(expires_at, zone)).map_or(Self::At(expires_at), Self::On)
    }

    pub fn day(self, zone: Tz) -> NaiveDate {
        match self {
            Self::On(day) => day,
            Self::At(moment) => day_of(moment, zone),
        }
    }

    /// Returns the days left: calendar days from today, 0 on the last day. For a moment the difference in days, rounded
    /// up (specification §4).
    pub fn days_left(self, now: LocalTime) -> i64 {
        match self {
            Self::On(day) => (day - now.today()).num_days(),
            Self::At(moment) => {
                let millis = (moment - now.at).num_milliseconds();
                millis.div_euclid(DAY_MS) + i64::from(millis.rem_euclid(DAY_MS) != 0)
            }
        }
    }

    pub fn freshness(self, now: LocalTime) -> Freshness {
        let is_past = match self {
            Self::On(day) => day < now.today(),
            Self::At(moment) => moment <= now.at,
        };
        if is_past {
            Freshness::Expired
        } else if self.days_left(now) <= SOON_DAYS {
            Freshness::Soon
        } else {
            Freshness::Fresh
        }
    }

    /// Returns the first moment at which it is "soon".
    pub fn soon_from(self, zone: Tz) -> DateTime<Utc> {
        match self {
            Self::At(moment) => moment.checked_sub_signed(TimeDelta::days(SOON_DAYS)).unwrap_or(moment),
            Self::On(day) => {
                let first_day = day.checked_sub_signed(TimeDelta::days(SOON_DAYS)).unwrap_or(day);
                first_moment(first_day, NaiveTime::MIN, zone).unwrap_or(DateTime::<Utc>::MAX_UTC)
            }
        }
    }
}

/// Returns when an active item is swept: later if a restore gave it a longer grace period.
pub fn sweep_at(expires_at: DateTime<Utc>, grace_until: Option<DateTime<Utc>>) -> DateTime<Utc> {
    let natural = expires_at.checked_add_signed(SWEEP_AFTER).unwrap_or(expires_at);
    grace_until.map_or(natural, |grace| grace.max(natural))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::zone;
    use proptest::prelude::*;

    fn at(millis: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_800_000_000_000 + millis).unwrap()
    }

    fn in_berlin(millis: i64) -> LocalTime {
        LocalTime { at: at(millis), zone: zone("Europe/Berlin") }
    }

    #[test]
    fn does_not_overflow_at_the_ends_of_the_calendar() {
        assert_eq!(Expiry::On(NaiveDate::MIN).soon_from(Tz::UTC), DateTime::<Utc>::MAX_UTC);
        assert_eq!(Expiry::At(DateTime::<Utc>::MIN_UTC).soon_from(Tz::UTC), DateTime::<Utc>::MIN_UTC);
        assert_eq!(sweep_at(DateTime::<Utc>::MAX_UTC, None), DateTime::<Utc>::MAX_UTC);
    }

    #[test]
    fn agrees_with_cases_shared_with_site() {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Case {
            now: DateTime<Utc>,
            zone: String,
            expires_at: DateTime<Utc>,
            expires_on: Option<NaiveDate>,
            days: i64,
            status: Freshness,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../data/freshness.golden.json")).unwrap();
        for Case { now, zone, expires_at, expires_on, days, status } in cases {
            let now = LocalTime { at: now, zone: zone.parse().unwrap() };
            let expiry = Expiry::new(expires_on, expires_at, now.zone);
            assert_eq!((expiry.days_left(now), expiry.freshness(now)), (days, status), "{expiry:?} at {now:?}");
        }
    }

    #[test]
    fn becomes_soon_at_the_start_of_a_day() {
        let monday = Expiry::On("2026-10-26".parse().unwrap());
        let soon_from = monday.soon_from(zone("Europe/Berlin"));
        assert_eq!(
            soon_from,
            "2026-10-22T22:00:00Z".parse::<DateTime<Utc>>().unwrap(),
            "the clock goes back on Sunday"
        );
        for (moment, expected) in
            [(soon_from - TimeDelta::milliseconds(1), Freshness::Fresh), (soon_from, Freshness::Soon)]
        {
            assert_eq!(monday.freshness(LocalTime { at: moment, zone: zone("Europe/Berlin") }), expected);
        }
        assert_eq!(Expiry::At(at(0)).soon_from(Tz::UTC), at(-3 * DAY_MS));
    }

    proptest! {
        #[test]
        fn never_improves_freshness_with_time(
            expires in -10_000_000_000_i64..10_000_000_000,
            is_day: bool,
            a in -10_000_000_000_i64..10_000_000_000,
            later in 0_i64..1_000_000_000,
        ) {
            let expiry = if is_day { Expiry::On(day_of(at(expires), zone("Europe/Berlin"))) } else { Expiry::At(at(expires)) };
            let rank = |f| match f { Freshness::Fresh => 0, Freshness::Soon => 1, Freshness::Expired => 2 };
            let freshness = |millis| rank(expiry.freshness(in_berlin(millis)));
            prop_assert!(freshness(a) <= freshness(a + later));
        }

        #[test]
        fn calls_a_moment_soon_in_its_last_three_days(expires in 0_i64..10_000_000_000, now in 0_i64..10_000_000_000) {
            let expiry = Expiry::At(at(expires));
            let soon = expiry.freshness(in_berlin(now)) == Freshness::Soon;
            prop_assert_eq!(soon, (1..=3).contains(&expiry.days_left(in_berlin(now))));
        }

        #[test]
        fn never_shortens_a_grace_period(expires in 0_i64..10_000_000_000, grace in 0_i64..10_000_000_000) {
            prop_assert!(sweep_at(at(expires), Some(at(grace))) >= sweep_at(at(expires), None));
        }
    }
}
