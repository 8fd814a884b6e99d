//! Maps the columns of a table by their headers, in common languages, and by their cells.

use super::endings;
use super::folding::fold;
use super::places;
use super::values;
use domain::amount::{self, DecimalSign};
use domain::food_state::DateKind;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::LazyLock;

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
    /// The storage place, which also becomes a note.
    Location,
    Opened,
    Notes,
    ShelfLife,
    /// A state, of which some words tell that a row is done or gone: then it is left out.
    Status,
    /// Tells that a row is done or gone, by anything but a "no".
    Done,
    /// What one of them weighs or holds, which becomes a note.
    Size,
}

/// Shorter stems are not searched for inside a header.
const MIN_STEM: usize = 6;
/// A longer word after a number is a name and no unit.
const MAX_UNIT_LENGTH: usize = 12;

/// Fields that several columns may have.
const SEVERAL: [Field; 8] = [
    Field::Name,
    Field::Quantity,
    Field::Unit,
    Field::Expires,
    Field::Added,
    Field::Location,
    Field::Status,
    Field::Done,
];

/// Headers by field, folded by [`fold`]; the most specific of a field first.
const SYNONYMS: [(Field, &str); 14] = [
    (
        Field::Name,
        "name item itemname product productname article title food foodname grocery groceryitem fooditem ingredient \
         content task taskname text summary what description artikel artikelname produkt produktname bezeichnung titel \
         lebensmittel zutat ware inhalt nome nomeprodotto nombredelproducto nazwaproduktu nom nomduproduit libelle designation aliment ingredient denree nombre naam \
         navn namn nazwa nazev nazov prodotto produto producto produit alimento",
    ),
    (
        Field::Brand,
        "brand brands brandname manufacturer marke hersteller marque fabricant marca merk variety itemvariety sorte \
         variete",
    ),
    (
        Field::Category,
        "category categories categoryname productgroup group foodgroup aisle department section labels label tags tag \
         kategorie gruppe produktgruppe warengruppe abteilung categorie rayon famille categoria kategoria",
    ),
    (
        Field::Quantity,
        "quantity qty qtty amount count stock stockamount currentstock currentamount number pieces howmany instock onhand menge \
         anzahl bestand stuckzahl vorrat quantite qte qt nombredunites nb cantidad quantita quantidade qtd aantal hoeveelheid ilosc \
         mnozstvi",
    ),
    (
        Field::Unit,
        "unit units quantityunit unitofmeasure uom measure einheit mengeneinheit me unite unites unitedemesure unidad unidade \
         unita eenheid jednostka jednotka",
    ),
    (
        Field::Expires,
        "expirydate expirationdate expiredate expiry expires expireson expiresat expiration expdate exp expires \
         bestbefore bestbeforedate bestbeforeenddate bbd bbe bb bestby bestbydate bestifusedby bestuntil goodthrough \
         gooduntil useby usebydate sellby sellbydate eatby eatbefore consumeby duedate nextduedate due mhd \
         mhddatum haltbarbis mindestenshaltbarbis mindesthaltbarkeit mindesthaltbarkeitsdatum ablaufdatum ablauf \
         verfallsdatum verfalldatum verfall verbrauchsdatum verbrauchenbis zuverbrauchenbis \
         zuverbrauchenbiszum verbrauchbis dateperemption datedeperemption peremption datelimite dlc ddm \
         dluo dlcddm dlcdluo datelimitedeconsommation datededurabiliteminimale \
         aconsommerjusquau aconsommeravant aconsommerdepreferenceavant dateexpiration datedexpiration expirele \
         caducidad fechadecaducidad fechacaducidad vencimiento scadenza datadiscadenza houdbaartot tht thtdatum \
         datumwaznosci datawaznosci spotreba spotrebujtedo trvanlivost validade datadevalidade bastforedatum holdbartil",
    ),
    (
        Field::Added,
        "added addedat addedon addeddate dateadded created createdat createdon datecreated purchased purchaseddate \
         purchasedon purchasedate purchasedat datepurchased dateofpurchase purchasetime bought boughton boughtat \
         datebought dateacquired hinzugefugt hinzugefugtam gekauft gekauftam kaufdatum einkaufsdatum eingekauftam \
         erstelltam dateachat datedachat achetele ajoutele datedajout fechadecompra datadiacquisto aankoopdatum",
    ),
    (
        Field::Location,
        "location locationname storage storagelocation storagearea place shelf whereisit where stored storedin ort \
         lagerort lager lagerplatz standort platz aufbewahrung aufbewahrungsort emplacement lieu endroit rangement \
         stockage ubicacion lugar posizione luogo posto sitio local locatie plaats miejsce lokalizacja umisteni",
    ),
    (
        Field::Opened,
        "openedat opened openedon openeddate dateopened geoffnet geoffnetam angebrochenam ouvertle dateouverture",
    ),
    (
        Field::Notes,
        "notes note comment comments remarks remark memo details description desc extra notiz notizen bemerkung \
         bemerkungen anmerkung anmerkungen kommentar beschreibung remarque remarques commentaire commentaires notas nota opmerking \
         opmerkingen notities notatki uwagi",
    ),
    (
        Field::ShelfLife,
        "shelflifedays shelflife daysgood haltbarkeit haltbarkeitstage haltbarkeitintagen dureedeconservation \
         conservationjours",
    ),
    (Field::Status, "itemstatus status state taskstatus statut etat zustand"),
    (
        Field::Done,
        "done checked ischecked completed iscompleted complete completedat datecompleted crossedoff ticked isdone \
         archived isarchived archivedat deleted isdeleted deletedat trashed istrashed erledigt abgehakt archiviert \
         geloscht fait coche termine archive supprime",
    ),
    (
        Field::Size,
        "netweight weight netcontent contents size volume packsize packagesize gewicht nettogewicht fullmenge \
         inhaltsmenge packungsgrosse poids poidsnet contenance taille",
    ),
];

/// Parts of headers of expiry dates, if the cells are days.
const EXPIRY_STEMS: &str = "expir bestbefore bestby useby sellby goodthrough mindesthaltbar haltbarbis verfall ablauf verbrauch peremption \
     datelimite aconsommer durabilite caduc venciment scadenza houdbaar waznosci trvanliv";
/// Parts of headers of purchase dates, if the cells are days.
const ADDED_STEMS: &str = "purchas bought added acquired gekauft kaufdatum achat compra";
/// Parts of headers of use-by dates.
const USE_BY: &str =
    "useby verbrauchsdatum verbrauchenbis verbrauchbis dlc datelimitedeconsommation aconsommerjusqu consumeby eatby";
/// Parts of headers of best-before dates.
const BEST_BEFORE: &str = "bestbefore bestby bestif mhd mindest haltbar ddm dluo durabilite preference tht bbd";

/// The headers by which `EverShelf`'s table is recognised.
const EVERSHELF: &str =
    "name brand category location quantity unit expirydate added openedat vacuumsealed barcode notes";

/// Returns the spellings by which a header is looked up: whole, without brackets, and its last part (`name` of `HB.name`).
fn spellings(header: &str) -> Vec<String> {
    let without = header.split(['(', '[']).next().unwrap_or(header);
    let last = header.rsplit(['.', ':', '/', '>']).next().unwrap_or(header);
    let mut spellings = vec![fold(header), fold(without), fold(last)];
    spellings.retain(|spelling| !spelling.is_empty());
    spellings.dedup();
    spellings
}

/// Returns true if a header is a synonym of any field.
pub fn is_known(header: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> =
        LazyLock::new(|| SYNONYMS.iter().flat_map(|(_, names)| names.split_whitespace()).collect());
    let spellings = spellings(header);
    spellings.iter().any(|own| KNOWN.contains(own.as_str()))
        || EXPIRY_STEMS
            .split(' ')
            .any(|stem| stem.len() >= MIN_STEM && spellings[..].iter().any(|own| own.contains(stem)))
}

/// Returns true if more than half of the filled cells satisfy a condition.
fn mostly(cells: &[&str], condition: impl Fn(&str) -> bool) -> bool {
    let filled = cells.iter().filter(|cell| !cell.trim().is_empty());
    let (matching, all) = filled.fold((0, 0), |(n, all), cell| (n + usize::from(condition(cell)), all + 1));
    matching * 2 > all
}

/// Returns the meaning of each column by its header. Where two columns have one meaning, a row's value is that of the
/// more specific header, if there is one ([`rank`]). `cells` are those of a column.
pub fn guess(headers: &[&str], cells: impl Fn(usize) -> Vec<String>) -> Vec<Option<Field>> {
    let spelt: Vec<Vec<String>> = headers.iter().map(|header| spellings(header)).collect();
    let are_mostly = |at: usize, condition: fn(&str) -> bool| {
        let cells = cells(at);
        mostly(&cells.iter().map(String::as_str).collect::<Vec<_>>(), condition)
    };
    // "Bought" can have days or flags.
    let has_flags = |at: usize| endings::named(headers[at]).is_some() && are_mostly(at, endings::is_flag);
    let mut fields: Vec<Option<Field>> = (0..headers.len()).map(|at| has_flags(at).then_some(Field::Done)).collect();
    // First gives each field one column, so that a second name does not take the column of the notes.
    for is_second in [false, true] {
        for (field, names) in SYNONYMS.iter().filter(|(field, _)| !is_second || SEVERAL.contains(field)) {
            for name in names.split_whitespace() {
                let named = |at: &usize| fields[*at].is_none() && spelt[*at].iter().any(|own| own == name);
                if let Some(at) = (0..headers.len()).find(named)
                    && (is_second || !fields.contains(&Some(*field)))
                {
                    fields[at] = Some(*field);
                }
            }
        }
    }
    for (field, stems) in [(Field::Expires, EXPIRY_STEMS), (Field::Added, ADDED_STEMS)] {
        let says = |at: usize| stems.split(' ').any(|stem| spelt[at].iter().any(|own| own.contains(stem)));
        let found = (0..headers.len()).find(|at| fields[*at].is_none() && says(*at) && are_mostly(*at, values::is_day));
        if let Some(at) = found.filter(|_| !fields.contains(&Some(field))) {
            fields[at] = Some(field);
        }
    }
    // A variety is the name if nothing else is.
    if !fields.contains(&Some(Field::Name))
        && let Some(at) = spelt.iter().position(|own| own.iter().any(|own| own.ends_with("variety")))
    {
        fields[at] = Some(Field::Name);
    }
    fields
}

/// Returns the rank of a header among the synonyms of its field; 0 is the most specific.
pub fn rank(header: &str, field: Field) -> usize {
    let names = SYNONYMS.iter().find(|(one, _)| *one == field).map_or("", |(_, names)| *names);
    let spelt = spellings(header);
    names.split_whitespace().position(|name| spelt.iter().any(|own| own == name)).unwrap_or(usize::MAX)
}

/// Returns the meaning of each column by its cells alone, for a table without headers.
pub fn guess_by_cells(columns: usize, cells: impl Fn(usize) -> Vec<String>) -> Vec<Option<Field>> {
    let is_amount = |cell: &str| {
        amount::read(cell, DecimalSign::UNKNOWN).is_some_and(|amount| amount.unit.chars().count() <= MAX_UNIT_LENGTH)
    };
    let meaning = |at: usize| {
        let cells = cells(at);
        let are =
            |condition: &dyn Fn(&str) -> bool| mostly(&cells.iter().map(String::as_str).collect::<Vec<_>>(), condition);
        match () {
            () if columns == 1 => Some(Field::Name),
            () if are(&values::is_day) => Some(Field::Expires),
            () if are(&amount::is_unit) => Some(Field::Unit),
            () if are(&is_amount) => Some(Field::Quantity),
            () if are(&|cell| places::storage_named(cell).is_some()) => Some(Field::Location),
            () if are(&|cell| cell.chars().any(char::is_alphabetic)) => Some(Field::Name),
            () => None,
        }
    };
    let mut fields: Vec<Option<Field>> = (0..columns).map(meaning).collect();
    // The first text is the name, and the last day the expiry date.
    for at in 0..columns {
        let others = if fields[at] == Some(Field::Expires) { at + 1..columns } else { 0..at };
        if fields[others].contains(&fields[at]) {
            fields[at] = None;
        }
    }
    fields
}

/// Returns the kind of date that a header names.
pub fn date_kind(header: &str) -> DateKind {
    let says = |words: &str| spellings(header).iter().any(|own| words.split(' ').any(|word| own.contains(word)));
    // "Verbrauch" occurs in both: best-before is the milder one.
    if says(BEST_BEFORE) {
        DateKind::BestBefore
    } else if says(USE_BY) {
        DateKind::UseBy
    } else {
        DateKind::Estimate
    }
}

pub fn is_evershelf(headers: &[&str]) -> bool {
    headers.iter().map(|header| fold(header)).eq(EVERSHELF.split(' '))
}

#[cfg(test)]
#[path = "columns_tests.rs"]
mod tests;
