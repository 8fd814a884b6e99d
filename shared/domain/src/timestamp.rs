//! Times on the wire: ISO 8601 in UTC with milliseconds and `Z`, so that texts sort like times.

use super::invalid::Invalid;
use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, SubsecRound, Utc};
use serde::{Deserialize, Deserializer, de::Error};

/// A time with nanoseconds and an offset has 35 characters.
const MAX_LENGTH: usize = 40;

pub fn iso(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Parses a client's time: RFC 3339 with an offset, in the years 1970 to 9999 (four digits sort correctly).
pub fn parse(field: &str, text: &str) -> Result<DateTime<Utc>, Invalid> {
    let invalid = || Invalid::new(field, "This must be a time such as 2026-11-21T09:00:00.000Z.");
    if text.len() > MAX_LENGTH {
        return Err(invalid());
    }
    let time = DateTime::parse_from_rfc3339(text).map_err(|_| invalid())?.with_timezone(&Utc).trunc_subsecs(3);
    if !(1970..=9999).contains(&time.year()) {
        return Err(Invalid::new(field, "The year must be between 1970 and 9999."));
    }
    Ok(time)
}

/// Parses a calendar day, in the years 1970 to 9998: its end is stored as a moment.
pub fn calendar_day(field: &str, text: &str) -> Result<NaiveDate, Invalid> {
    let day = Some(text).filter(|text| text.len() == 10).and_then(|text| text.parse::<NaiveDate>().ok());
    day.filter(|day| (1970..=9998).contains(&day.year()))
        .ok_or_else(|| Invalid::new(field, "This must be a day such as 2026-11-21."))
}

/// Reads an optional day, for `#[serde(default, deserialize_with = "timestamp::deserialize_day")]`.
pub fn deserialize_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| calendar_day("day", &text).map_err(D::Error::custom)).transpose()
}

/// For `#[serde(with = "timestamp::wire")]`.
pub mod wire {
    use chrono::{DateTime, Utc};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::iso(*time))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
        super::parse("time", &String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The same for an optional time (`null`).
pub mod wire_option {
    use chrono::{DateTime, Utc};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(time: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.serialize_some(&super::iso(*time)),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| super::parse("time", &text).map_err(D::Error::custom)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_offsets_to_utc_with_milliseconds() {
        let time = parse("expiresAt", "2026-11-21T10:30:00.123456+02:00").unwrap();
        assert_eq!(iso(time), "2026-11-21T08:30:00.123Z");
    }

    #[test]
    fn accepts_years_up_to_9999() {
        assert!(parse("expiresAt", "9999-12-31T23:59:59.999Z").is_ok());
        for bad in [
            "+10000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999-01:00",
            "1969-12-31T23:59:59Z",
            "2026-13-01T00:00:00Z",
            "tomorrow",
            "",
            "2026-11-21",
        ] {
            assert_eq!(parse("expiresAt", bad).unwrap_err().field, "expiresAt", "{bad}");
        }
    }
}
