//! The text of a digest, in the household's language, for all that do not translate it as the site does.

use domain::calendar_day::LocalTime;
use domain::freshness::Freshness;
use domain::item::Item;
use domain::language::{Language, Value};
use domain::text;

/// The maximum number of items named in the text.
const MAX_NAMED: usize = 5;
/// Longer names are cut.
pub const MAX_NAME_LENGTH: usize = 60;

/// Returns the text of a digest. `due` has the most urgent items first, and may be empty.
pub fn digest_text(language: Language, due: &[&Item], now: LocalTime) -> String {
    let texts = language.texts();
    if due.is_empty() {
        return texts.none.clone();
    }
    let named = |item: &&Item| {
        let name = text::cut(&item.details.name, MAX_NAME_LENGTH);
        let days = usize::try_from(item.days_left(now)).unwrap_or(0);
        let message = match (item.freshness(now), item.is_best_before()) {
            (Freshness::Expired, true) => &texts.named_best_before,
            (Freshness::Expired, false) => &texts.named_expired,
            (Freshness::Fresh | Freshness::Soon, _) => &texts.named,
        };
        language.format(message, &[("name", Value::Text(&name)), ("days", Value::Count(days))])
    };
    let names: Vec<String> = due.iter().take(MAX_NAMED).map(named).collect();
    let more = Value::Count(due.len() - names.len());
    let names = names.join(", ");
    language.format(&texts.text, &[("count", Value::Count(due.len())), ("names", Value::Text(&names)), ("more", more)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use domain::calendar_day::Tz;
    use domain::id::{ItemId, UserId};
    use domain::timestamp;
    use domain::unchecked_item::UncheckedItem;
    use uuid::Uuid;

    /// The first item has expired, the second expires today, and so on.
    fn text(language: &str, count: i64) -> String {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let local = LocalTime { at: now, zone: "Europe/Berlin".parse::<Tz>().unwrap() };
        let item = |n: i64| {
            let expires_at = Some(timestamp::iso(local.end_after(n - 1)));
            let details = UncheckedItem { name: Some(format!("Nr. {n}")), expires_at, ..UncheckedItem::default() };
            Item::new(
                ItemId(Uuid::nil()),
                UserId::parse("u").unwrap(),
                None,
                details.for_new(now, Tz::UTC).unwrap(),
                now,
            )
        };
        let items: Vec<Item> = (0..count).map(item).collect();
        digest_text(language.parse().unwrap(), &items.iter().collect::<Vec<_>>(), local)
    }

    #[test]
    fn writes_digest_in_the_language_of_the_household() {
        assert_eq!(text("en", 2), "2 items to use up soon: Nr. 0 (expired), Nr. 1 (today)");
        assert_eq!(
            text("en", 7),
            "7 items to use up soon: Nr. 0 (expired), Nr. 1 (today), Nr. 2 (1 day left), \
             Nr. 3 (2 days left), Nr. 4 (3 days left) and 2 more"
        );
        assert_eq!(text("de", 1), "Bald aufzubrauchen: 1 Artikel: Nr. 0 (abgelaufen)");
        assert_eq!(
            text("de", 6),
            "Bald aufzubrauchen: 6 Artikel: Nr. 0 (abgelaufen), Nr. 1 (heute), Nr. 2 (noch 1 Tag), \
             Nr. 3 (noch 2 Tage), Nr. 4 (noch 3 Tage) und 1 weiterer"
        );
        assert_eq!(text("fr", 1), "À consommer bientôt (1 produit)\u{a0}: Nr. 0 (périmé)");
        assert_eq!(
            text("fr", 7),
            "À consommer bientôt (7 produits)\u{a0}: Nr. 0 (périmé), Nr. 1 (aujourd’hui), Nr. 2 (encore 1 jour), \
             Nr. 3 (encore 2 jours), Nr. 4 (encore 3 jours) et 2 autres"
        );
        assert_eq!(
            text("pl", 7),
            "Wkrótce do zużycia (7 produktów): Nr. 0 (po terminie), Nr. 1 (dzisiaj), Nr. 2 (jeszcze 1 dzień), \
             Nr. 3 (jeszcze 2 dni), Nr. 4 (jeszcze 3 dni) i jeszcze 2"
        );
        assert_eq!(text("de", 0), "Sonst muss nichts aufgebraucht werden.");
    }
}
