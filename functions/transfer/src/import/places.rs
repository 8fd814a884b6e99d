//! Recognises storage places and frozen food by their names in several languages.

use super::folding::fold;
use domain::shelf_life::Storage;

/// Words in names of storage places, folded. The freezer is first, for "freezer drawer in the kitchen fridge".
const PLACES: [(Storage, &str); 4] = [
    (
        Storage::Freezer,
        "freez frozen gefrier tiefkuhl eisfach tk truhe congel surgel vriez frys zamraz mraz mroz deepfreeze icebox",
    ),
    (
        Storage::Fridge,
        "fridge refrigerat kuhlschrank kuhl frigo refriger koel nevera heladera kyl lodowk lednic chiller geladeira",
    ),
    (
        Storage::Pantry,
        "pantry larder cupboard cabinet cellar basement storeroom storage shelf drawer garage dry vorrat speis keller \
         schrank regal schublade abstell gardemanger placard cave etagere reserve cellier tiroir despensa dispensa \
         kelder kast spizarni spiz armario",
    ),
    (
        Storage::Counter,
        "counter worktop fruitbowl breadbin breadbox bowl obstschale obstkorb brotkasten brotkorb arbeitsplatte theke \
         plandetravail corbeille comptoir corbeilleafruits",
    ),
];

/// Returns the storage place of a name; `None` for another name, such as that of a room or a shop.
pub fn storage_named(name: &str) -> Option<Storage> {
    let words: Vec<String> = name.split(|c: char| !c.is_alphanumeric()).map(fold).collect();
    let whole = fold(name);
    let means = |term: &str| match term.len() {
        // Short terms match whole words only: "TK", not "Schreibtischkasten".
        0..=3 => words.iter().any(|word| word == term),
        _ => words.iter().any(|word| word.starts_with(term)) || whole.ends_with(term),
    };
    PLACES.iter().find(|(_, terms)| terms.split(' ').any(means)).map(|(storage, _)| *storage)
}

/// Beginnings of words in names of frozen food, folded.
const FROZEN: &str =
    "frozen tiefkuhl tiefgekuhl gefroren surgel congel diepvries frys mroz mraz zamraz mirelit pakaste";

/// Returns true if the name of a food says that it is frozen.
pub fn is_frozen(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric()).map(fold);
    words.any(|word| word == "tk" || FROZEN.split(' ').any(|term| word.starts_with(term)))
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
