use super::*;

fn by_header(headers: &[&str]) -> Vec<Option<Field>> {
    guess(headers, |_| vec![], DateTime::UNIX_EPOCH)
}

#[test]
fn understands_headers_of_other_programs() {
    let german = by_header(&["Artikel", "Menge", "Einheit", "Mindesthaltbarkeits-Datum", "Lagerort", "Geöffnet am"]);
    let expected = [Field::Name, Field::Quantity, Field::Unit, Field::Expires, Field::Location, Field::Opened];
    assert_eq!(german, expected.map(Some));
    let homebox =
        by_header(&["HB.location", "HB.labels", "HB.quantity", "HB.name", "HB.description", "HB.purchase_time"]);
    let expected = [Field::Location, Field::Notes, Field::Quantity, Field::Name, Field::Notes, Field::Added].map(Some);
    assert_eq!(homebox, expected);
    assert_eq!(
        by_header(&["item_variety", "date_purchased", "Exp Date"]),
        [Field::Name, Field::Added, Field::Expires].map(Some)
    );
    assert_eq!(
        by_header(&["item", "item_variety", "Quantity (g)"]),
        [Field::Name, Field::Notes, Field::Quantity].map(Some)
    );
}

#[test]
fn understands_headers_of_days_however_they_are_written() {
    for header in [
        "DLC/DDM",
        "À consommer jusqu'au",
        "Zu verbrauchen bis:",
        "MHD (Datum)",
        "Mindestens haltbar bis",
        "Exp. Date",
        "expirationDate",
        "Use-By Date",
        "Item Expiry",
        "Expiry (dd/mm/yyyy)",
    ] {
        let fields = guess(&["Name", header], |_| vec!["24/12/2026"], DateTime::UNIX_EPOCH);
        assert_eq!(fields, [Some(Field::Name), Some(Field::Expires)], "{header}");
    }
    assert_eq!(
        guess(&["Name", "Is expired"], |_| vec!["false"], DateTime::UNIX_EPOCH)[1],
        None,
        "the cells are no days"
    );
    for (header, kind) in [
        ("DLC", DateKind::UseBy),
        ("Verbrauchsdatum", DateKind::UseBy),
        ("Use by", DateKind::UseBy),
        ("DDM", DateKind::BestBefore),
        ("MHD", DateKind::BestBefore),
        ("À consommer de préférence avant le", DateKind::BestBefore),
        ("Expiry Date", DateKind::Estimate),
    ] {
        assert_eq!(date_kind(header), kind, "{header}");
    }
}

#[test]
fn ranks_two_columns_of_one_meaning_by_their_headers() {
    assert_eq!(by_header(&["Produkt", "Name", "Foo"]), [Some(Field::Name), Some(Field::Name), None]);
    assert!(rank("Name", Field::Name) < rank("Produkt", Field::Name));
    assert_eq!(by_header(&["Name", "Description"]), [Some(Field::Name), Some(Field::Notes)]);
    assert_eq!(by_header(&["Description", "Quantity"]), [Some(Field::Name), Some(Field::Quantity)]);
}

#[test]
fn folds_every_synonym() {
    for (_, names) in &WORDS.columns {
        for name in names.split_whitespace() {
            assert_eq!(fold(name), *name);
        }
    }
}
