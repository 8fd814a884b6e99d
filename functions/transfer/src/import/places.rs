//! Recognises storage places and frozen food by their names in several languages.

use super::words::WORDS;
use domain::own_place::{self, OwnPlace};
use domain::shelf_life::Storage;
use domain::text::fold;

/// Returns the storage place of a name; the freezer is first, for "freezer drawer in the kitchen fridge". `None` for
/// another name, such as that of a room or a shop.
pub fn storage_named(name: &str) -> Option<Storage> {
    let words: Vec<String> = name.split(|c: char| !c.is_alphanumeric()).map(fold).collect();
    let whole = fold(name);
    let means = |term: &str| match term.len() {
        // Short terms match whole words only: "TK", not "Schreibtischkasten".
        0..=3 => words.iter().any(|word| word == term),
        _ => words.iter().any(|word| word.starts_with(term)) || whole.ends_with(term),
    };
    WORDS.places.iter().find(|(_, terms)| terms.split(' ').any(means)).map(|(storage, _)| *storage)
}

/// A place as a file names it.
#[derive(Clone, Copy, Default)]
pub struct NamedPlace<'a> {
    /// The household's own place of this name.
    pub own: Option<&'a OwnPlace>,
    /// The storage place that it keeps food like.
    pub storage: Option<Storage>,
}

impl<'a> NamedPlace<'a> {
    pub fn find(name: &str, places: &'a [OwnPlace]) -> Self {
        let own = own_place::named(places, name);
        Self { own, storage: own.map(|place| place.storage).or_else(|| storage_named(name)) }
    }
}

/// Returns true if the name of a food says that it is frozen.
pub fn is_frozen(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric()).map(fold);
    words.any(|word| word == "tk" || WORDS.frozen.split(' ').any(|term| word.starts_with(term)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_storage_places_by_name() {
        for (name, storage) in [
            ("Freezer", Some(Storage::Freezer)),
            ("Deep freezer", Some(Storage::Freezer)),
            ("Tiefkühlschrank", Some(Storage::Freezer)),
            ("Gefrierschrank", Some(Storage::Freezer)),
            ("TK", Some(Storage::Freezer)),
            ("Congélateur", Some(Storage::Freezer)),
            ("Fridge", Some(Storage::Fridge)),
            ("Kitchen fridge", Some(Storage::Fridge)),
            ("Kühlschrank", Some(Storage::Fridge)),
            ("Réfrigérateur", Some(Storage::Fridge)),
            ("Pantry", Some(Storage::Pantry)),
            ("Vorratsschrank", Some(Storage::Pantry)),
            ("Küchenschrank", Some(Storage::Pantry)),
            ("Keller", Some(Storage::Pantry)),
            ("Placard", Some(Storage::Pantry)),
            ("Cupboard 2", Some(Storage::Pantry)),
            ("Fruit bowl", Some(Storage::Counter)),
            ("Obstschale", Some(Storage::Counter)),
            ("Kitchen", None),
            ("Laden", None),
            ("", None),
        ] {
            assert_eq!(storage_named(name), storage, "{name}");
        }
    }
}
