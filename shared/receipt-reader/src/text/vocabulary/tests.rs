//! Tests of the topics of labels.

use super::*;

#[test]
fn recognises_sums_by_all_their_words() {
    for label in [
        "TOTAL",
        "**** TOTAL",
        "SUMME EUR",
        "zu zahlen",
        "BALANCE DUE",
        "Gesamtbetrag",
        "TOTAL DUE",
        "**** BALANCE",
        "Summe",
    ] {
        assert_eq!(classify_label(label), Topic::Total, "{label}");
    }
    for label in ["SUBTOTAL", "Sub Total", "Zwischensumme", "SUBT0TAL"] {
        assert_eq!(classify_label(label), Topic::Subtotal, "{label}");
    }
    for label in ["SALES TAX", "STATE TAX 2", "MwSt 7%", "TAX"] {
        assert_eq!(classify_label(label), Topic::Tax, "{label}");
    }
}

#[test]
fn recognises_sums_and_payments_of_other_countries() {
    for label in [
        "TOTAL TTC",
        "A PAYER",
        "MONTANT DU",
        "TOTAL A PAGAR",
        "TOTALE COMPLESSIVO",
        "TE BETALEN",
        "DO ZAPŁATY",
        "TOTAL CHF",
        "TOTALT SEK",
    ] {
        assert_eq!(classify_label(label), Topic::Total, "{label}");
    }
    for label in ["EFTPOS", "CARTE BANCAIRE", "TARJETA", "CONTANTE", "Gotówka", "CB"] {
        assert_eq!(classify_label(label), Topic::Payment, "{label}");
    }
    assert_eq!(classify_label("Zwischentotal"), Topic::Subtotal);
    assert_eq!(classify_label("REMISE IMMEDIATE"), Topic::Discount);
    for label in ["CARTE D'OR VANILLE", "PIN NOIR MIEL", "PANTENE SHAMPOO", "LE RUSTIQUE", "A2 MILK"] {
        assert_eq!(classify_label(label), Topic::Product, "{label}");
    }
}

#[test]
fn recognises_sums_payments_and_deposits_without_accents() {
    for label in
        ["YHTEENSÄ", "YHTEENSA", "CELKEM", "K UHRADE", "OSSZESEN", "ÅT BETALE", "I ALT", "KOKKU", "MOKETI", "UKUPNO"]
    {
        assert_eq!(classify_label(label), Topic::Total, "{label}");
    }
    for label in ["PANTTI", "ZALOHA", "UZSTATAS", "BUTELKA ZWROTNA", "GARANTIE", "CONSIGNE"] {
        assert_eq!(classify_label(label), Topic::Deposit, "{label}");
    }
    for label in ["KORTTI", "HOTOVOST", "TROCO", "BYTTEPENGE", "RUCKGELD"] {
        assert_eq!(classify_label(label), Topic::Payment, "{label}");
    }
    assert_eq!(classify_label("TOTA(A)L"), Topic::Total);
    assert_eq!(classify_label("T O T A L"), Topic::Total);
    assert_eq!(classify_label("BOUCHERIE"), Topic::Heading);
    for label in ["CARTA IGIENICA", "SAC CAISSE", "SANS SUCRE", "KARTOFLER", "RESTES CHIPS"] {
        assert_eq!(classify_label(label), Topic::Product, "{label}");
    }
}

#[test]
fn keeps_products_with_words_of_tills() {
    for label in [
        "SALATBAR",
        "Balance Brot",
        "MAGNUM BAR",
        "BAR DARK CHOC NUTS",
        "TOTAL 0% YOGURT",
        "CASHEW",
        "NATURE VALLEY BAR",
        "VISAGE CREME",
        "BARILLA GF",
        "GIFT CARD HOLDER BOX",
        "FRESH PRODUCE BAG",
        "CHECKERS",
    ] {
        assert_eq!(classify_label(label), Topic::Product, "{label}");
    }
}

#[test]
fn takes_no_date_or_time_for_a_product() {
    for label in ["02 mai 2026 09:22", "21/11/2026 18:04", "2026-11-28", "Nov 28, 2026 5:10 PM", "09:22"] {
        assert!(is_never_product(label), "{label}");
    }
    for label in ["MAY CHERRIES", "SEPT 7", "21-11-2026 HAM", "12 EGGS", "1.99"] {
        assert!(!is_never_product(label), "{label}");
    }
}

#[test]
fn recognises_adjustments_taxes_and_remarks() {
    assert_eq!(classify_label("PFAND"), Topic::Deposit);
    assert_eq!(classify_label("EWP-Pfand 0,25"), Topic::Deposit);
    assert_eq!(classify_label("Price you pay"), Topic::FormerPrice);
    assert_eq!(classify_label("20% OFF"), Topic::Discount);
    assert_eq!(classify_label("MEMBER 10% OFF"), Topic::Discount);
    assert_eq!(classify_label("OPEN 8AM TO 10PM"), Topic::Remark);
    assert_eq!(classify_label("PST 7%"), Topic::Tax);
    assert_eq!(classify_label("TOTAL GST"), Topic::Tax);
    for label in ["SUGAR SNAP PEAS", "OFF BUG SPRAY", "OPEN NATURE HAM", "HUNTS TOM PST"] {
        assert_eq!(classify_label(label), Topic::Product, "{label}");
    }
    assert_eq!(classify_label("Non Foods"), Topic::Heading);
    assert_eq!(classify_label("BAG CHARGE"), Topic::Product);
    assert_eq!(classify_label("CA CRV"), Topic::Deposit);
    assert_eq!(classify_label("RABATT 20%"), Topic::Discount);
    assert_eq!(classify_label("Regular Price"), Topic::FormerPrice);
    assert_eq!(classify_label("STORNO"), Topic::Void);
    assert_eq!(classify_label("PRODUCE"), Topic::Heading);
    assert_eq!(classify_label("Tare Weight"), Topic::Remark);
    assert_eq!(classify_label("Geg. BAR"), Topic::Payment);
    assert_eq!(classify_label("BAR"), Topic::Payment);
}

#[test]
fn keeps_priced_products_with_words_of_tills() {
    for label in [
        "PROMO JUS DE POMME",
        "(PROMO) CHABRIOR SUCRE VANILLE",
        "PRIX GARANTIE SIROP",
        "PR!X Garantie Mozzarella",
        "FARINE CARREFOUR DISCOUNT",
        "TERRINE RETOUR DES VERGERS",
        "ARTICLE DIVERS",
        "BON MAMAN ABRICOT",
        "CAFFE SOTTO VUOTO",
        "YOGURT MAGRO IN PEZZI",
        "BOMBONES CAJA ROJA",
        "BEEF TENDER ROAST",
        "SEEDS OF CHANGE RICE",
        "MAESTRO PEANUTS",
        "BALSAMIC REDUCTION",
        "RAW SHRIMP TAIL OFF",
        "MEMBER'S MARK WALNUTS",
        "OPEN NATURE HAM 12OZ",
        "CADBURY CRUNCHIE 40G PM 55P",
        "TEMPURA BATTER MIX",
        "VIDEO CAMERA BATTERIES",
        "VOLVIC APFEL 0,5L INKL. PFAND",
        "COLA 1,5L + PFAND",
        "Zurück zum Ursprung Milch",
        "Hotové jídlo",
        "Äpple",
    ] {
        assert_eq!(classify_priced_label(label), Topic::Product, "{label}");
    }
}

#[test]
fn recognises_rows_of_tills_with_an_amount() {
    for (label, topic) in [
        ("PROMO", Topic::Discount),
        ("PROMO 40.01 %", Topic::Discount),
        ("MITARBEITERRABATT 5%", Topic::Discount),
        ("SC STORE SAVINGS", Topic::Discount),
        ("MEMBER 10% OFF", Topic::Discount),
        ("GARANTIE SGR PET", Topic::Deposit),
        ("EINWEGPFAND", Topic::Deposit),
        ("Inkl. Pfand 0,25 EUR", Topic::Deposit),
        ("RETOUR", Topic::Void),
        ("CASH TENDER", Topic::Payment),
        ("CHANGE DUE", Topic::Payment),
        ("MAESTRO KARTENZAHLUNG", Topic::Payment),
        ("APPLE PAY", Topic::Payment),
        ("ZURÜCK", Topic::Payment),
        ("BON 123", Topic::Remark),
        ("NOMBRE ARTICLES", Topic::Remark),
    ] {
        assert_eq!(classify_priced_label(label), topic, "{label}");
    }
}
