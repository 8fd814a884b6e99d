//! A scan session: one receipt that was read, and its results.

use super::calendar_day::{Tz, day_of};
use super::id::{ItemId, SessionId, UserId};
use super::price::Price;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The default number of uploads per month.
pub const DEFAULT_MONTHLY_UPLOADS: u32 = 30;
/// §5: the largest receipt picture, in bytes.
pub const MAX_IMAGE_BYTES: usize = 10 * 1024 * 1024;
/// Receipt pictures are deleted after this time.
pub const PICTURES_TTL: TimeDelta = TimeDelta::days(90);

#[derive(Clone, Debug, PartialEq)]
pub struct ScanSession {
    pub id: SessionId,
    pub user: UserId,
    pub scanned_at: DateTime<Utc>,
    /// Hash of the receipt's text.
    pub text_hash: String,
    /// Hash of the picture's bytes.
    pub image_hash: String,
    /// Features to recognise another photo of the same receipt.
    pub fingerprint: String,
    pub store: Option<String>,
    pub item_ids: Vec<ItemId>,
    /// Items that the user created from skipped lines.
    pub added: Vec<ItemId>,
    pub purchase: PurchaseDate,
    /// The printed total, or else the subtotal. `None` also for a scan of an earlier version: see `Transcript`.
    pub total: Option<Price>,
    /// The number of its stored photos, until they are deleted after 90 days.
    pub photos: usize,
}

/// The day of the purchase, which shelf lives are counted from. It is stored as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurchaseDate {
    /// The printed day.
    #[serde(rename = "pr", default, skip_serializing_if = "Option::is_none")]
    pub printed_on: Option<NaiveDate>,
    /// The day that counts: the printed day if it is plausible, or the one that the user chose.
    #[serde(rename = "pd", default, skip_serializing_if = "Option::is_none")]
    pub purchased_on: Option<NaiveDate>,
}

/// The user has to confirm an older day.
const MAX_PURCHASE_AGE_DAYS: i64 = 60;

impl PurchaseDate {
    /// A printed day counts without confirmation unless it lies in the future or more than 60 days ago. A day ahead of
    /// UTC is today in some time zone.
    pub fn of_print(printed_on: Option<NaiveDate>, now: DateTime<Utc>) -> Self {
        let today = now.date_naive();
        let is_plausible = |day: &NaiveDate| (-1..=MAX_PURCHASE_AGE_DAYS).contains(&(today - *day).num_days());
        Self { printed_on, purchased_on: printed_on.filter(is_plausible) }
    }

    /// Returns the day of the purchase, at the latest the day of the scan, which is the default.
    pub fn day(&self, scanned_at: DateTime<Utc>, zone: Tz) -> NaiveDate {
        let scanned_on = day_of(scanned_at, zone);
        self.purchased_on.map_or(scanned_on, |day| day.min(scanned_on))
    }
}

impl ScanSession {
    /// Returns the items that were read and those that the user added.
    pub fn all_item_ids(&self) -> Vec<ItemId> {
        self.item_ids.iter().chain(&self.added).copied().collect()
    }

    /// Returns the number of its pictures that are still stored.
    pub fn pictures_at(&self, now: DateTime<Utc>) -> usize {
        if now < self.scanned_at + PICTURES_TTL { self.photos } else { 0 }
    }
}

/// A receipt's data except its items. It is stored as it is, prices and areas without the names of their fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Transcript {
    /// The total of a scan of an earlier version, which did not store it with the session.
    #[serde(rename = "t", with = "packed::price", default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Price>,
    /// The difference in cents between the printed total and the lines; negative if the lines are more. `None` without
    /// a printed total.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    pub off_by: Option<i64>,
    /// The position of each session item's line, in the items' order.
    #[serde(rename = "p", with = "packed::areas", default)]
    pub places: Vec<Option<PhotoArea>>,
    /// The lines that are neither food nor drink.
    #[serde(rename = "s", default)]
    pub skipped: Vec<SkippedLine>,
}

/// A line that became no item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkippedLine {
    #[serde(rename = "r")]
    pub raw_text: String,
    #[serde(rename = "n")]
    pub name: String,
    #[serde(rename = "c")]
    pub category: String,
    #[serde(rename = "q")]
    pub quantity: f64,
    #[serde(rename = "u")]
    pub unit: String,
    #[serde(rename = "d")]
    pub shelf_life_days: u32,
    #[serde(rename = "t", with = "packed::price", default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    #[serde(rename = "p", with = "packed::area", default, skip_serializing_if = "Option::is_none")]
    pub place: Option<PhotoArea>,
}

/// The stored form of prices and areas: lists, because the names of their fields would be most of a transcript.
#[expect(clippy::ref_option, reason = "serde passes a reference")]
mod packed {
    use super::{PhotoArea, Price};

    /// The photo, then left, top, right and bottom in ten-thousandths.
    type PackedArea = (usize, [u16; 4]);

    const SCALE: f32 = 10_000.0;

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before the cast")]
    fn pack(area: &PhotoArea) -> PackedArea {
        let PhotoArea { photo, left, top, right, bottom } = *area;
        (photo, [left, top, right, bottom].map(|edge| (edge.clamp(0.0, 1.0) * SCALE).round() as u16))
    }

    fn unpack((photo, edges): PackedArea) -> PhotoArea {
        let [left, top, right, bottom] = edges.map(|edge| f32::from(edge) / SCALE);
        PhotoArea { photo, left, top, right, bottom }
    }

    pub mod area {
        use super::{PackedArea, PhotoArea, pack, unpack};
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub fn serialize<S: Serializer>(area: &Option<PhotoArea>, serializer: S) -> Result<S::Ok, S::Error> {
            area.as_ref().map(pack).serialize(serializer)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PhotoArea>, D::Error> {
            Ok(Option::<PackedArea>::deserialize(deserializer)?.map(unpack))
        }
    }

    pub mod areas {
        use super::{PackedArea, PhotoArea, pack, unpack};
        use serde::{Deserialize, Deserializer, Serializer};

        pub fn serialize<S: Serializer>(areas: &[Option<PhotoArea>], serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(areas.iter().map(|area| area.as_ref().map(pack)))
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Option<PhotoArea>>, D::Error> {
            let areas = Vec::<Option<PackedArea>>::deserialize(deserializer)?;
            Ok(areas.into_iter().map(|area| area.map(unpack)).collect())
        }
    }

    pub mod price {
        use super::Price;
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub fn serialize<S: Serializer>(price: &Option<Price>, serializer: S) -> Result<S::Ok, S::Error> {
            price.as_ref().map(|price| (price.cents, &price.currency)).serialize(serializer)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Price>, D::Error> {
            let packed = Option::<(i64, Option<String>)>::deserialize(deserializer)?;
            Ok(packed.map(|(cents, currency)| Price { cents, currency }))
        }
    }
}

/// A line's position on the photos of its receipt, as fractions (0 to 1) of the upright photo's width and height.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhotoArea {
    /// The photo's index.
    pub photo: usize,
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

/// Returns the calendar month (UTC) of an upload, such as `2026-11`.
pub fn month(now: DateTime<Utc>) -> String {
    now.format("%Y-%m").to_string()
}

/// Returns the seconds until the next month, for `Retry-After`.
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
    fn uses_a_printed_day_unless_it_is_future_or_old() {
        let now = DateTime::parse_from_rfc3339("2026-11-25T07:00:00Z").unwrap().to_utc();
        for (printed, counts, days) in [
            ("2026-11-25", true, 0),
            ("2026-11-26", true, 0),
            ("2026-11-27", false, 0),
            ("2026-11-04", true, 21),
            ("2026-09-26", true, 60),
            ("2026-09-25", false, 0),
            ("2025-11-25", false, 0),
        ] {
            let purchase = PurchaseDate::of_print(printed.parse().ok(), now);
            assert_eq!(purchase.purchased_on.is_some(), counts, "{printed}");
            let day = now.date_naive() - TimeDelta::days(days);
            assert_eq!(purchase.day(now, Tz::UTC), day, "{printed}");
        }
    }

    #[test]
    fn stores_areas_in_ten_thousandths_of_the_photo() {
        let area = PhotoArea { photo: 3, left: 0.05, top: 0.1234, right: 0.9, bottom: 1.7 };
        let stored = serde_json::to_string(&Transcript { places: vec![Some(area), None], ..Transcript::default() });
        assert_eq!(stored.unwrap(), r#"{"p":[[3,[500,1234,9000,10000]],null],"s":[]}"#);
    }

    #[test]
    fn ends_a_month_in_utc() {
        let last = DateTime::parse_from_rfc3339("2026-12-31T23:59:59Z").unwrap().to_utc();
        assert_eq!(month(last), "2026-12");
        assert_eq!(seconds_to_next_month(last), 1);
        assert_eq!(month(last + chrono::TimeDelta::seconds(1)), "2027-01");
    }
}
