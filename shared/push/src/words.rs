//! The text of a digest where no app translates it: English for browsers that cannot read the payload and for phones,
//! the operator's choice for other receivers.

use chrono::{DateTime, Utc};
use domain::freshness::days_left;
use domain::item::Item;
use domain::text;
use std::str::FromStr;

/// The number of items named in the text.
const NAMED: usize = 5;
/// Names are cut at this many characters.
pub const MAX_NAME_LENGTH: usize = 60;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    En,
    De,
    Fr,
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "en" => Ok(Self::En),
            "de" => Ok(Self::De),
            "fr" => Ok(Self::Fr),
            _ => Err(text.to_owned()),
        }
    }
}

impl Language {
    pub fn title(self) -> &'static str {
        match self {
            Self::En => "Use it before it spoils",
            Self::De => "Aufbrauchen, bevor es verdirbt",
            Self::Fr => "À consommer avant que ça ne se gâte",
        }
    }

    /// Returns the text of a message that shows that digests arrive.
    pub fn test(self) -> &'static str {
        match self {
            Self::En => "The daily reminder of Larder arrives here.",
            Self::De => "Die tägliche Erinnerung von Larder kommt hier an.",
            Self::Fr => "Le rappel quotidien de Larder arrive ici.",
        }
    }

    /// Returns the text about the due items, which are the most urgent first and may be none.
    pub fn digest(self, due: &[&Item], now: DateTime<Utc>) -> String {
        let names: Vec<String> = due.iter().take(NAMED).map(|item| self.named(item, now)).collect();
        let (count, more) = (due.len(), due.len() - names.len());
        let names = names.join(", ");
        match self {
            Self::En if count == 0 => "Nothing else needs using up.".to_owned(),
            Self::De if count == 0 => "Sonst muss nichts aufgebraucht werden.".to_owned(),
            Self::Fr if count == 0 => "Rien d’autre n’est à consommer.".to_owned(),
            Self::En => {
                let unit = if count == 1 { "item" } else { "items" };
                format!("{count} {unit} to use up soon: {names}{}", rest(more, " and", "more", "more"))
            }
            Self::De => {
                format!("Bald aufzubrauchen: {count} Artikel: {names}{}", rest(more, " und", "weiterer", "weitere"))
            }
            Self::Fr => {
                let unit = if count == 1 { "produit" } else { "produits" };
                format!("À consommer bientôt ({count} {unit}) : {names}{}", rest(more, " et", "autre", "autres"))
            }
        }
    }

    /// Returns the name and when the item expires, as in "Milk (2 days left)".
    fn named(self, item: &Item, now: DateTime<Utc>) -> String {
        let name = text::cut(&item.details.name, MAX_NAME_LENGTH);
        let left = match (self, days_left(item.details.expires_at, now)) {
            (Self::En, ..1) => "expired".to_owned(),
            (Self::En, 1) => "1 day left".to_owned(),
            (Self::En, days) => format!("{days} days left"),
            (Self::De, ..1) => "abgelaufen".to_owned(),
            (Self::De, 1) => "noch 1 Tag".to_owned(),
            (Self::De, days) => format!("noch {days} Tage"),
            (Self::Fr, ..1) => "périmé".to_owned(),
            (Self::Fr, 1) => "encore 1 jour".to_owned(),
            (Self::Fr, days) => format!("encore {days} jours"),
        };
        format!("{name} ({left})")
    }
}

fn rest(more: usize, and: &str, one: &str, several: &str) -> String {
    match more {
        0 => String::new(),
        1 => format!("{and} 1 {one}"),
        more => format!("{and} {more} {several}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use domain::draft::Draft;
    use domain::id::{ItemId, UserId};
    use domain::timestamp;
    use uuid::Uuid;

    /// The first item has expired, the second has a day left, and so on.
    fn digest(language: Language, count: i64) -> String {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let item = |n: i64| {
            let expires_at = Some(timestamp::iso(now + TimeDelta::days(n) - TimeDelta::hours(1)));
            let details = Draft { name: Some(format!("Nr. {n}")), expires_at, ..Draft::default() };
            Item::new(
                ItemId(Uuid::nil()),
                UserId::parse("u").unwrap(),
                None,
                details.for_new(now, domain::calendar_day::Tz::UTC).unwrap(),
                now,
            )
        };
        let items: Vec<Item> = (0..count).map(item).collect();
        language.digest(&items.iter().collect::<Vec<_>>(), now)
    }

    #[test]
    fn digests_are_in_the_language() {
        assert_eq!(digest(Language::En, 2), "2 items to use up soon: Nr. 0 (expired), Nr. 1 (1 day left)");
        assert_eq!(digest(Language::De, 1), "Bald aufzubrauchen: 1 Artikel: Nr. 0 (abgelaufen)");
        assert_eq!(
            digest(Language::De, 6),
            "Bald aufzubrauchen: 6 Artikel: Nr. 0 (abgelaufen), Nr. 1 (noch 1 Tag), Nr. 2 (noch 2 Tage), \
             Nr. 3 (noch 3 Tage), Nr. 4 (noch 4 Tage) und 1 weiterer"
        );
        assert_eq!(digest(Language::Fr, 1), "À consommer bientôt (1 produit) : Nr. 0 (périmé)");
        assert_eq!(
            digest(Language::Fr, 7),
            "À consommer bientôt (7 produits) : Nr. 0 (périmé), Nr. 1 (encore 1 jour), Nr. 2 (encore 2 jours), \
             Nr. 3 (encore 3 jours), Nr. 4 (encore 4 jours) et 2 autres"
        );
        assert_eq!(digest(Language::De, 0), "Sonst muss nichts aufgebraucht werden.");
    }
}
