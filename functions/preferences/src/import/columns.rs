//! Maps the columns of a table by their headers, in common languages.

use serde::{Deserialize, Serialize};

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Field {
    Name,
    Brand,
    Category,
    Quantity,
    Unit,
    /// The day that it keeps until.
    Expires,
    /// The day that it was bought or put down.
    Added,
    /// The storage place, which becomes a note.
    Location,
    Opened,
    Notes,
    ShelfLife,
    /// The status in our own table: only active items are imported.
    Status,
}

/// Headers by field, folded as [`fold`] does it; the most telling of a field first.
const SYNONYMS: [(Field, &[&str]); 12] = [
    (
        Field::Name,
        &[
            "name",
            "item",
            "itemname",
            "product",
            "productname",
            "article",
            "title",
            "food",
            "foodname",
            "grocery",
            "artikel",
            "artikelname",
            "produkt",
            "produktname",
            "bezeichnung",
            "titel",
            "lebensmittel",
            "nom",
            "nombre",
            "naam",
            "navn",
            "namn",
            "nazwa",
            "nazev",
            "prodotto",
            "produto",
            "producto",
            "produit",
        ],
    ),
    (Field::Brand, &["brand", "brands", "manufacturer", "marke", "hersteller", "marque", "marca", "merk"]),
    (
        Field::Category,
        &[
            "category",
            "categories",
            "productgroup",
            "group",
            "kategorie",
            "gruppe",
            "produktgruppe",
            "warengruppe",
            "categorie",
            "categoria",
            "kategoria",
        ],
    ),
    (
        Field::Quantity,
        &[
            "quantity",
            "qty",
            "amount",
            "count",
            "stock",
            "stockamount",
            "currentstock",
            "number",
            "menge",
            "anzahl",
            "bestand",
            "stuckzahl",
            "quantite",
            "cantidad",
            "quantita",
            "aantal",
        ],
    ),
    (
        Field::Unit,
        &["unit", "units", "quantityunit", "measure", "einheit", "mengeneinheit", "unite", "unidad", "eenheid"],
    ),
    (
        Field::Expires,
        &[
            "expirydate",
            "expirationdate",
            "expiry",
            "expires",
            "expireson",
            "expiresat",
            "expiration",
            "bestbefore",
            "bestbeforedate",
            "bestby",
            "useby",
            "usebydate",
            "duedate",
            "nextduedate",
            "mhd",
            "haltbarbis",
            "mindestenshaltbarbis",
            "mindesthaltbarkeit",
            "mindesthaltbarkeitsdatum",
            "ablaufdatum",
            "ablauf",
            "verfallsdatum",
            "verfall",
            "datelimite",
            "caducidad",
            "scadenza",
            "houdbaartot",
        ],
    ),
    (
        Field::Added,
        &[
            "added",
            "addedat",
            "addedon",
            "dateadded",
            "created",
            "createdat",
            "purchased",
            "purchaseddate",
            "purchasedate",
            "bought",
            "boughton",
            "hinzugefugt",
            "gekauft",
            "gekauftam",
            "kaufdatum",
            "einkaufsdatum",
        ],
    ),
    (
        Field::Location,
        &["location", "storage", "storagelocation", "place", "shelf", "ort", "lagerort", "lager", "standort", "platz"],
    ),
    (Field::Opened, &["openedat", "opened", "openedon", "openeddate", "geoffnet", "geoffnetam"]),
    (
        Field::Notes,
        &[
            "notes",
            "note",
            "comment",
            "comments",
            "description",
            "notiz",
            "notizen",
            "bemerkung",
            "kommentar",
            "beschreibung",
        ],
    ),
    (Field::ShelfLife, &["shelflifedays", "shelflife", "haltbarkeit", "haltbarkeitstage", "haltbarkeitintagen"]),
    (Field::Status, &["itemstatus"]),
];

/// The headers of `EverShelf`'s table, by which it is called by its name.
const EVERSHELF: [&str; 12] = [
    "name",
    "brand",
    "category",
    "location",
    "quantity",
    "unit",
    "expirydate",
    "added",
    "openedat",
    "vacuumsealed",
    "barcode",
    "notes",
];

/// Letters and digits, without accents and case: `Mindesthaltbarkeits-Datum` and `mindesthaltbarkeitsdatum` are one.
fn fold(header: &str) -> String {
    let plain = |c: char| match c {
        'ä' | 'á' | 'à' | 'â' | 'ã' | 'å' => 'a',
        'ö' | 'ó' | 'ò' | 'ô' | 'õ' | 'ø' => 'o',
        'ü' | 'ú' | 'ù' | 'û' => 'u',
        'é' | 'è' | 'ê' | 'ë' | 'ě' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ç' => 'c',
        other => other,
    };
    header.chars().flat_map(char::to_lowercase).map(plain).filter(|c| c.is_alphanumeric()).collect()
}

/// Returns the meaning of each column by its header. No two columns have the same: the more specific header wins.
pub fn guess(headers: &[&str]) -> Vec<Option<Field>> {
    let folded: Vec<String> = headers.iter().map(|header| fold(header)).collect();
    let mut fields = vec![None; headers.len()];
    for (field, names) in SYNONYMS {
        let place = names.iter().find_map(|name| folded.iter().position(|header| header == name));
        if let Some(place) = place {
            fields[place] = Some(field);
        }
    }
    fields
}

pub fn is_evershelf(headers: &[&str]) -> bool {
    headers.iter().map(|header| fold(header)).eq(EVERSHELF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_other_programs_are_understood() {
        let evershelf = [
            "Name",
            "Brand",
            "Category",
            "Location",
            "Quantity",
            "Unit",
            "Expiry Date",
            "Added",
            "Opened At",
            "Vacuum Sealed",
            "Barcode",
            "Notes",
        ];
        assert!(is_evershelf(&evershelf));
        let fields = guess(&evershelf);
        assert_eq!(fields[0], Some(Field::Name));
        assert_eq!(fields[6..10], [Some(Field::Expires), Some(Field::Added), Some(Field::Opened), None]);
        let german = guess(&["Artikel", "Menge", "Einheit", "Mindesthaltbarkeits-Datum", "Lagerort", "Geöffnet am"]);
        let expected = [Field::Name, Field::Quantity, Field::Unit, Field::Expires, Field::Location, Field::Opened];
        assert_eq!(german, expected.map(Some));
    }

    #[test]
    fn no_two_columns_mean_the_same() {
        assert_eq!(guess(&["Produkt", "Name", "Foo"]), [None, Some(Field::Name), None]);
        assert_eq!(guess(&["Name", "Name"]), [Some(Field::Name), None]);
    }

    #[test]
    fn every_synonym_is_folded() {
        for (_, names) in SYNONYMS {
            for name in names {
                assert_eq!(fold(name), *name);
            }
        }
    }
}
