//! An iCalendar document (RFC 5545): an all-day event for each day on which items expire.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::calendar_day::Tz;
use domain::item::Item;
use domain::language::{Language, Value};
use std::collections::BTreeMap;

/// Longer lines are folded, in octets without the line end.
const MAX_LINE_OCTETS: usize = 75;
/// The maximum number of names in an event's title.
const MAX_NAMED: usize = 4;

/// The content of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct DayEvent {
    date: NaiveDate,
    title: String,
    details: String,
}

/// Returns the days on which items expire in the user's time zone, the first one first.
pub fn events_by_day(items: &[Item], zone: Tz, language: Language) -> Vec<DayEvent> {
    let mut by_date: BTreeMap<NaiveDate, Vec<&Item>> = BTreeMap::new();
    for item in items {
        by_date.entry(item.expiry(zone).day(zone)).or_default().push(item);
    }
    by_date.into_iter().map(|(date, items)| day_event(date, &items, language)).collect()
}

fn day_event(date: NaiveDate, items: &[&Item], language: Language) -> DayEvent {
    let texts = language.texts();
    let names: Vec<&str> = items.iter().take(MAX_NAMED).map(|item| item.details.name.as_str()).collect();
    let (names, more) = (names.join(", "), items.len() - names.len());
    let line = |item: &&Item| {
        let details = &item.details;
        let amount = format!("{} {}", language.number(details.quantity.as_number()), details.unit);
        language.format(&texts.line, &[("name", Value::Text(&details.name)), ("amount", Value::Text(&amount))])
    };
    DayEvent {
        date,
        title: language.format(&texts.event, &[("names", Value::Text(&names)), ("more", Value::Count(more))]),
        details: items.iter().map(line).collect::<Vec<_>>().join("\n"),
    }
}

/// The data of a calendar apart from its events.
pub struct CalendarHeader<'a> {
    /// The part of the events' ids that identifies the calendar.
    pub id: &'a str,
    pub language: Language,
    /// The number of changes of the content, which calendar apps compare.
    pub sequence: u64,
    pub changed_at: DateTime<Utc>,
}

pub fn write_document(days: &[DayEvent], header: &CalendarHeader) -> String {
    let mut document = DocumentWriter::default();
    let name = &header.language.texts().calendar;
    let stamp = header.changed_at.format("%Y%m%dT%H%M%SZ").to_string();
    document.add("BEGIN", "VCALENDAR");
    document.add("VERSION", "2.0");
    document.add("PRODID", "-//Larder//Larder//EN");
    document.add("CALSCALE", "GREGORIAN");
    document.add("METHOD", "PUBLISH");
    document.add_text("NAME", name);
    document.add_text("X-WR-CALNAME", name);
    document.add("REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
    document.add("X-PUBLISHED-TTL", "PT1H");
    for DayEvent { date, title, details } in days {
        let Some(next) = date.checked_add_days(Days::new(1)) else { continue };
        document.add("BEGIN", "VEVENT");
        document.add("UID", &format!("{}-{}@larder", date.format("%Y%m%d"), header.id));
        document.add("DTSTAMP", &stamp);
        document.add("LAST-MODIFIED", &stamp);
        document.add("SEQUENCE", &header.sequence.to_string());
        document.add("DTSTART;VALUE=DATE", &date.format("%Y%m%d").to_string());
        document.add("DTEND;VALUE=DATE", &next.format("%Y%m%d").to_string());
        document.add_text("SUMMARY", title);
        document.add_text("DESCRIPTION", details);
        // The event does not make the user busy.
        document.add("TRANSP", "TRANSPARENT");
        document.add("END", "VEVENT");
    }
    document.add("END", "VCALENDAR");
    document.0
}

#[derive(Default)]
struct DocumentWriter(String);

impl DocumentWriter {
    fn add_text(&mut self, name: &str, text: &str) {
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\\' | ';' | ',' => escaped.extend(['\\', c]),
                '\n' => escaped.push_str("\\n"),
                // Other control characters are not allowed in a document.
                c if c.is_control() => escaped.push(' '),
                c => escaped.push(c),
            }
        }
        self.add(name, &escaped);
    }

    /// Folds long lines between characters; each continuation begins with a blank, which counts.
    fn add(&mut self, name: &str, value: &str) {
        let mut length = 0;
        for c in format!("{name}:{value}").chars() {
            if length + c.len_utf8() > MAX_LINE_OCTETS {
                self.0.push_str("\r\n ");
                length = 1;
            }
            self.0.push(c);
            length += c.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::{ItemId, UserId};
    use domain::unchecked_item::UncheckedItem;

    fn now() -> DateTime<Utc> {
        domain::timestamp::parse("now", "2026-11-20T10:00:00.000Z").unwrap()
    }

    fn items(given: &[(&str, &str)]) -> Vec<Item> {
        let item = |(name, expires): &(&str, &str)| {
            let draft = UncheckedItem {
                name: Some((*name).into()),
                expires_at: Some((*expires).into()),
                ..UncheckedItem::default()
            };
            let details = draft.for_new(now(), Tz::UTC).unwrap();
            Item::new(ItemId(uuid::Uuid::nil()), UserId::parse("u").unwrap(), None, details, now())
        };
        given.iter().map(item).collect()
    }

    fn document(given: &[(&str, &str)], language: &str) -> String {
        let language = language.parse().unwrap();
        let days = events_by_day(&items(given), "Europe/Berlin".parse::<Tz>().unwrap(), language);
        write_document(&days, &CalendarHeader { id: "abc", language, sequence: 3, changed_at: now() })
    }

    #[test]
    fn writes_one_event_per_day_in_time_zone() {
        let given = [
            ("Milk", "2026-11-23T22:59:59.999Z"),
            ("Ham", "2026-11-23T23:00:00.000Z"),
            ("Bread", "2026-11-23T08:00:00.000Z"),
        ];
        let text = document(&given, "en");
        assert_eq!(text.matches("BEGIN:VEVENT").count(), 2);
        assert!(text.contains("UID:20261123-abc@larder\r\n") && text.contains("UID:20261124-abc@larder\r\n"), "{text}");
        assert!(text.contains("SUMMARY:Use up: Milk\\, Bread\r\n"), "{text}");
        assert!(text.contains("DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261124\r\n"), "{text}");
        assert!(document(&given, "de").contains("SUMMARY:Läuft ab: Milk"));
        assert!(document(&given, "fr").contains("SUMMARY:À consommer\u{a0}: Milk"));
    }

    #[test]
    fn folds_long_lines_between_characters_and_escapes_signs() {
        let name = format!("a,b;c\\d {}", "👩‍🍳ä".repeat(20));
        let text = document(&[(&name, "2026-11-23T08:00:00.000Z")], "en");
        assert!(text.split("\r\n").all(|line| line.len() <= MAX_LINE_OCTETS), "{text}");
        let unfolded = text.replace("\r\n ", "");
        assert!(unfolded.contains("a\\,b\\;c\\\\d 👩‍🍳ä"), "{unfolded}");
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']));
    }

    #[test]
    fn counts_the_items_beyond_four_in_the_title() {
        let given = ["a", "b", "c", "d", "e", "f"].map(|name| (name, "2026-11-23T08:00:00.000Z"));
        assert!(document(&given, "en").contains("SUMMARY:Use up: a\\, b\\, c\\, d\\, and 2 more\r\n"));
    }

    #[test]
    fn writes_no_event_without_items() {
        assert!(!document(&[], "en").contains("VEVENT"));
    }
}
