//! The words on receipts that are not products: what ends the list, what changes a price, what heads a section.
//!
//! A word counts only as a whole word, and most rows only if all their words are such words, so that a salad bar, a balance bread or a
//! "Total" yogurt stay products.

/// What a row is about, judged by its words alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// The sum before tax or before discounts; items may follow in some shops.
    Subtotal,
    /// The sum to be paid.
    Total,
    Tax,
    /// How it was paid, change, cards.
    Payment,
    /// Price reductions, coupons, savings.
    Discount,
    /// A former or regular price, printed for comparison.
    FormerPrice,
    /// Deposits for bottles and their return.
    Deposit,
    /// A line taken back.
    Void,
    /// Counts, tare weights and other remarks.
    Remark,
    /// A department's name over its products.
    Heading,
    Product,
}

const SUBTOTAL: &[&str] = &[
    "SUBTOTAL",
    "SUB-TOTAL",
    "SUBTOT",
    "ZWISCHENSUMME",
    "ZW-SUMME",
    "ZWSUMME",
    "ZWISCHENS",
    "NETTOSUMME",
    "SOUS-TOTAL",
    "WARENWERT",
    "ZWISCHENTOTAL",
    "SUBTOTALE",
    "SUBTOTAAL",
    "SOUS-TOT",
    "MELLANSUMMA",
];
const TOTAL: &[&str] = &[
    "TOTAL",
    "SUMME",
    "GESAMT",
    "GESAMTSUMME",
    "GESAMTBETRAG",
    "ENDSUMME",
    "BETRAG",
    "BALANCE",
    "ZAHLEN",
    "TOTALE",
    "TOTAAL",
    "SUMA",
    "GRANDTOTAL",
    "RECHNUNGSBETRAG",
    "ENDBETRAG",
    "ZAHLBETRAG",
    "TOTALS",
    "AMOUNT",
    "DUE",
    "ZU-ZAHLEN",
    "SALDO",
    "PAYER",
    "PAGAR",
    "PAGARE",
    "BETALEN",
    "BETALA",
    "BETALE",
    "RAZEM",
    "MONTANT",
    "IMPORTE",
    "TOTALT",
    "COMPLESSIVO",
    "ZAPŁATY",
    "ZAPLATY",
    "RECHNUNGSSUMME",
    "BRUTTOSUMME",
    "TOTALBETRAG",
    "ENDTOTAL",
    "GESAMTTOTAL",
    "KAUFBETRAG",
];
/// Words that may stand beside a word of a sum without making a product of it.
const BESIDE_SUM: &[&str] = &[
    "EUR",
    "EURO",
    "USD",
    "US",
    "GBP",
    "DUE",
    "AMOUNT",
    "TO",
    "PAY",
    "PAID",
    "THE",
    "OF",
    "SALE",
    "SALES",
    "TAX",
    "ZU",
    "ZAHLEN",
    "DER",
    "IN",
    "NET",
    "NETTO",
    "BRUTTO",
    "INKL",
    "INCL",
    "MWST",
    "ORDER",
    "PURCHASE",
    "TRANSACTION",
    "GRAND",
    "SUB",
    "ITEMS",
    "ITEM",
    "ARTIKEL",
    "POSTEN",
    "STK",
    "STÜCK",
    "TODAY",
    "YOUR",
    "CHF",
    "FOOD",
    "NEW",
    "PRE",
    "BEFORE",
    "AFTER",
    "AND",
    "UND",
    "BALANCE",
    "TOTAL",
    "SUMME",
    "GESAMT",
    "BETRAG",
    "VAT",
    "X",
    "À",
    "A",
    "TTC",
    "LE",
    "DE",
    "DI",
    "DA",
    "DO",
    "TE",
    "ATT",
    "KR",
    "SEK",
    "DKK",
    "NOK",
    "PLN",
    "CAD",
    "AUD",
    "EUROS",
    "DU",
    "ART",
    "INC",
    "GST",
    "FOR",
    "FR",
    "KAUF",
    "RM",
    "WARE",
    "EINKAUF",
    "GROSS",
    "INCLUDING",
];
const TAX: &[&str] = &[
    "TAX",
    "TAXES",
    "TAX1",
    "TAX2",
    "MWST",
    "UST",
    "VAT",
    "STEUER",
    "TVA",
    "MEHRWERTSTEUER",
    "UMSATZSTEUER",
    "STEUERBETRAG",
];
/// Taxes whose names are as short as an abbreviated product's last word: `TOM PST` is tomato paste.
const TAX_IN_FRONT: &[&str] = &["PST", "QST", "IVA", "BTW", "PTU", "MOMS", "GST", "HST", "TPS", "TVQ"];
/// Words whose whole-word presence makes a payment row, wherever it stands below the items.
const PAYMENT: &[&str] = &[
    "VISA",
    "MASTERCARD",
    "MAESTRO",
    "GIROCARD",
    "KREDITKARTE",
    "EC-KARTE",
    "EC-CASH",
    "ECCASH",
    "KARTENZAHLUNG",
    "RÜCKGELD",
    "RUECKGELD",
    "WECHSELGELD",
    "GEGEBEN",
    "GEG",
    "TENDER",
    "TENDERED",
    "CHANGE",
    "DEBIT",
    "CREDIT",
    "AMEX",
    "PAYPAL",
    "PAYMENT",
    "CHARGE",
    "APPROVED",
    "KUNDENBELEG",
    "DISCOVER",
    "AUTH",
    "BARGELD",
    "BARZAHLUNG",
    "KONTAKTLOS",
    "VPAY",
    "KARTE",
    "LASTSCHRIFT",
    "ZURÜCK",
    "ZURUECK",
    "ACCOUNT",
    "BEZAHLT",
    "AUTHCODE",
    "TERMINAL-ID",
    "ZAHLUNG",
    "VISADEBIT",
    "EFTPOS",
    "ESPECES",
    "ESPÈCES",
    "RENDU",
    "TARJETA",
    "EFECTIVO",
    "CAMBIO",
    "CONTANTE",
    "CONTANTI",
    "PINNEN",
    "WISSELGELD",
    "BETALING",
    "GOTÓWKA",
    "GOTOWKA",
    "RESZTA",
    "KONTANT",
    "VÄXEL",
    "BANCONTACT",
    "BANCAIRE",
    "TWINT",
    "POSTCARD",
    "CHIPKNIP",
    "BANKOMAT",
    "MCARD",
    "TENDERING",
    "CONTACTLESS",
    "EFT",
    "GIROPAY",
    "KLARNA",
    "POSTFINANCE",
    "CASHBACK",
];
/// Payment words that are also products' words: only when the row has nothing else.
const PAYMENT_ALONE: &[&str] = &[
    "SNAP",
    "EBT",
    "FOOD",
    "FOODSTAMPS",
    "BENEFIT",
    "BENEFITS",
    "TEND",
    "BAR",
    "CASH",
    "CARD",
    "CHECK",
    "EC",
    "GUTSCHEIN",
    "APPLE",
    "PAY",
    "GOOGLE",
    "GIFT",
    "US",
    "EUR",
    "EURO",
    "USD",
    "CHANGE",
    "DUE",
    "CHG",
    "CB",
    "CARTE",
    "PIN",
    "BANK",
    "BANKKORT",
    "RESTO",
    "KORT",
];
const DISCOUNT: &[&str] = &[
    "DISCOUNT",
    "COUPON",
    "COUPONS",
    "RABATT",
    "SAVINGS",
    "SAVING",
    "SAVED",
    "NACHLASS",
    "PREISVORTEIL",
    "VORTEIL",
    "REDUZIERT",
    "REDUZIERUNG",
    "PROMO",
    "PROMOTION",
    "REBATE",
    "ERMÄSSIGUNG",
    "ERSPARNIS",
    "GESPART",
    "MARKDOWN",
    "MARKDOWNS",
    "CPN",
    "AKTIONSRABATT",
    "MENGENRABATT",
    "PREISNACHLASS",
    "SPAREN",
    "SC",
    "MFR",
    "BONUSCOUPON",
    "LOYALTY",
    "CLUBCARD",
    "INSTORE",
    "REMISE",
    "DESCUENTO",
    "SCONTO",
    "KORTING",
    "RABAT",
    "OPUST",
    "RÉDUCTION",
    "MULTIBUY",
    "MULTISAVE",
];
const FORMER_PRICE: &[&str] = &["REGULAR", "REG", "WAS", "ORIG", "ORIGINAL", "STATT", "UVP", "LIST", "NOW", "JETZT"];
const BESIDE_FORMER_PRICE: &[&str] = &[
    "PRICE", "PREIS", "RETAIL", "NOW", "WAS", "REG", "REGULAR", "YOU", "PAY", "PAID", "ORIG", "ORIGINAL", "LIST",
    "NUR", "STATT", "JETZT", "EA", "EACH", "LB", "SALE", "CARD", "VALUE",
];
const DEPOSIT: &[&str] = &[
    "PFAND",
    "LEERGUT",
    "CRV",
    "DEPOSIT",
    "EINWEGPFAND",
    "MEHRWEGPFAND",
    "PFANDBON",
    "PFANDARTIKEL",
    "LEERG",
    "LEERGUTBON",
    "REDEMPTION",
    "PFANDRÜCKGABE",
    "PFANDRUECKGABE",
    "EINWEG",
    "MEHRWEG",
    "STATIEGELD",
    "EMBALLAGE",
    "CONSIGNE",
    "PANT",
    "KAUCJA",
    "REDEMP",
    "EWP",
    "EW-PFAND",
    "PFANDRÜCKG",
    "BTLDEP",
    "BOTDEP",
];
const VOID: &[&str] = &[
    "VOID",
    "VOIDED",
    "STORNO",
    "STORNIERT",
    "REFUND",
    "REFUNDED",
    "RETURN",
    "RETURNED",
    "SOFORTSTORNO",
    "ZEILENSTORNO",
    "CANCELLED",
    "CANCELED",
    "RÜCKNAHME",
    "WARENRÜCKNAHME",
    "POSTENSTORNO",
    "ARTIKELSTORNO",
];
const REMARK: &[&str] = &[
    "TARE",
    "TARA",
    "POSTEN",
    "CASHIER",
    "REGISTER",
    "LANE",
    "BED",
    "KASSE",
    "BON",
    "BON-NR",
    "BONNR",
    "UID",
    "TEL",
    "TELEFON",
    "PHONE",
    "WWW",
    "UST-ID",
    "UST-ID-NR",
    "STEUERNUMMER",
    "DATUM",
    "UHRZEIT",
    "UHR",
    "HANDEINGABE",
    "PUNKTE",
    "POINTS",
    "REWARDS",
    "MEMBER",
    "PAYBACK",
    "TRANS",
    "TERMINAL",
    "STORE",
    "FILIALE",
    "MARKT",
    "BELEG",
    "BELEG-NR",
    "BUY",
    "GET",
    "BUY3GET1",
    "GRUNDPREIS",
    "GMBH",
    "INVOICE",
    "OPERATOR",
    "CUSTOMER",
    "ANZAHL",
    "GESAMTPOSTEN",
    "KUNDE",
    "KUNDENNR",
    "RECEIPT",
    "TICKET",
    "STEUER-NR",
    "ÖFFNUNGSZEITEN",
    "OEFFNUNGSZEITEN",
    "DIRECTOR",
    "MANAGER",
    "CUMULUS",
    "SUPERPUNKTE",
    "PUNKTESTAND",
    "TREUEPUNKTE",
    "BONUSPUNKTE",
    "DEUTSCHLANDCARD",
    "VAT-NO",
    "ABN",
    "MITGLIED",
    "SIGNATUR",
    "TSE",
    "GENOSSENSCHAFT",
    "STORE-MANAGER",
];
/// Names of departments. They stand alone on a row; a small shop's till also prints its key's name for a thing sold: `PRODUCE 3.49 F`.
const DEPARTMENT: &[&str] = &[
    "GROCERY",
    "PRODUCE",
    "DAIRY",
    "MEAT",
    "SEAFOOD",
    "BAKERY",
    "DELI",
    "FROZEN",
    "FLORAL",
    "LIQUOR",
    "BEVERAGE",
    "BEVERAGES",
    "OBST",
    "GEMÜSE",
    "BULK",
    "MISC",
    "FOOD",
    "NON-FOOD",
    "NONFOOD",
    "GENERAL",
    "GEN",
    "MERCHANDISE",
    "MDSE",
    "AND",
    "&",
];
/// What else stands alone on a row: further words of departments, and the heads of columns.
const HEADING: &[&str] = &[
    "GROCERIES",
    "TAXABLE",
    "FOODS",
    "HBC",
    "HEALTH",
    "BEAUTY",
    "PHARMACY",
    "HOUSEHOLD",
    "REFRIG",
    "REFRIGERATED",
    "NATURAL",
    "EUR",
    "EURO",
    "USD",
    "PREIS",
    "PRICE",
    "ARTIKEL",
    "ITEM",
    "DESCRIPTION",
    "QTY",
    "BEZEICHNUNG",
    "MENGE",
    "WARE",
    "HOME",
    "CLEANING",
    "SUPPLIES",
    "FRESH",
    "REFRIG/FROZEN",
    "GM",
    "SERVICE",
    "DEPT",
    "DEPARTMENT",
    "NUTRITION",
    "WELLNESS",
    "AMOUNT",
    "BETRAG",
    "EINZELPREIS",
    "GESAMTPREIS",
    "NON",
    "CARE",
    "BAKED",
    "GOODS",
    "KG",
    "EUR/KG",
    "€/KG",
    "TOTAL/EUR",
    "MENGE/PREIS",
    "REDUCTION",
    "PRODUCTS",
    "BEZ",
    "EINZELPR",
    "GESAMT",
];

/// Groups of goods that German shops print above them. Unlike a department's, such a name is a heading only where no amount stands beside it: a
/// butcher's till prints `WURST 3,49`.
const GROUP: &[&str] = &[
    "FLEISCH",
    "FISCH",
    "WURST",
    "KÄSE",
    "MILCH",
    "EIER",
    "BROT",
    "OBST",
    "GEMÜSE",
    "BACKWAREN",
    "GETRÄNKE",
    "MOLKEREI",
    "MOLKEREIPRODUKTE",
    "MILCHPRODUKTE",
    "KÜHLREGAL",
    "TIEFKÜHL",
    "TIEFKÜHLKOST",
    "KONSERVEN",
    "SÜSSWAREN",
    "SÜßWAREN",
    "HAUSHALT",
    "DROGERIE",
    "NON",
    "FOOD",
    "UND",
    "&",
];

/// Whether a label without an amount is nothing but the name of a group of goods. One word may be a product whose price comes next.
pub fn is_group(label: &str) -> bool {
    let upper = label.to_uppercase().replace('&', " & ").replace('/', " ");
    let words = words(&upper);
    words.len() > 1 && words.iter().all(|word| GROUP.contains(&word.as_str()))
}

/// Whether a label is nothing but a department's name.
pub fn is_department(label: &str) -> bool {
    let words = words(label);
    !words.is_empty() && words.iter().all(|word| DEPARTMENT.contains(&word.as_str()))
}

/// The words of a label: upper case, without the marks around them.
pub fn words(label: &str) -> Vec<String> {
    label
        .to_uppercase()
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ':' | ';' | '*' | '(' | ')' | '=' | '#' | '<' | '>' | '!' | '"' | '\'')
        })
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&' && c != '%').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn any(words: &[&str], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(word))
}

fn all(words: &[&str], list: &[&str]) -> bool {
    words.iter().all(|word| list.contains(word))
}

/// What a row with this label is about. `below_items` says that the sum or the payment was already seen.
pub fn topic(label: &str) -> Topic {
    let owned = words(label);
    let letters: Vec<&str> =
        owned.iter().map(String::as_str).filter(|word| word.chars().any(char::is_alphabetic)).collect();
    if letters.is_empty() {
        return Topic::Product;
    }
    let joined = letters.concat();
    if any(&letters, SUBTOTAL)
        || (letters.contains(&"SUB") && letters.contains(&"TOTAL"))
        || is_near(&joined, "SUBTOTAL")
        || is_near(&joined, "ZWISCHENSUMME")
    {
        return Topic::Subtotal;
    }
    if any(&letters, DEPOSIT) || joined.contains("PFAND") || joined.contains("LEERGUT") {
        return Topic::Deposit;
    }
    if any(&letters, VOID) {
        return Topic::Void;
    }
    let names_a_sum =
        any(&letters, TOTAL) && letters.iter().all(|word| TOTAL.contains(word) || BESIDE_SUM.contains(word));
    if names_a_sum && !any(&letters, TAX) && !any(&letters, TAX_IN_FRONT) {
        return if letters == ["ZAHLEN"] || letters == ["DUE"] || letters == ["AMOUNT"] {
            Topic::Remark
        } else {
            Topic::Total
        };
    }
    let names_a_tax = |word: &str| TAX.contains(&word) || TAX_IN_FRONT.contains(&word);
    if any(&letters, TAX)
        || letters.iter().position(|word| TAX_IN_FRONT.contains(word)).is_some_and(|at| {
            letters[..at].iter().all(|word| names_a_tax(word) || TOTAL.contains(word) || BESIDE_SUM.contains(word))
        })
    {
        return Topic::Tax;
    }
    // `20% OFF` takes off; what begins with the word is insect spray.
    let takes_off = letters.iter().skip(usize::from(owned.len() == letters.len())).any(|word| *word == "OFF");
    if any(&letters, DISCOUNT) || takes_off || joined.contains("RABATT") || joined.contains("COUPON") {
        return Topic::Discount;
    }
    let compares_prices = any(&letters, FORMER_PRICE) || letters.ends_with(&["YOU", "PAY"]);
    if compares_prices && all(&letters, BESIDE_FORMER_PRICE) {
        return Topic::FormerPrice;
    }
    // What a shop charges for is a thing: a bag, a delivery.
    if letters.last() == Some(&"CHARGE") && any(&letters, &["BAG", "BAGS", "DELIVERY", "SERVICE"]) {
        return Topic::Product;
    }
    if any(&letters, PAYMENT) || all(&letters, PAYMENT_ALONE) {
        return Topic::Payment;
    }
    if letters.iter().all(|word| DEPARTMENT.contains(word) || HEADING.contains(word)) {
        return Topic::Heading;
    }
    let tells_hours = any(&letters, &["OPEN", "AM", "PM", "HOURS"]) && label.contains(|c: char| c.is_ascii_digit());
    if any(&letters, REMARK) || tells_hours {
        return Topic::Remark;
    }
    Topic::Product
}

/// Whether a long word differs from another in at most two letters: sums are often printed bold or stretched and misread.
fn is_near(word: &str, known: &str) -> bool {
    let (word, known): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    word.len() == known.len() && word.iter().zip(&known).filter(|(a, b)| a != b).count() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_goods_are_told_from_goods() {
        for label in ["FLEISCH & FISCH", "Obst & Gemüse", "Käse/Wurst", "MILCH UND EIER"] {
            assert!(is_group(label), "{label}");
        }
        for label in ["KÄSE", "MILCH 3,8%", "FISCH STÄBCHEN", ""] {
            assert!(!is_group(label), "{label}");
        }
    }

    #[test]
    fn sums_are_recognised_by_all_their_words() {
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
            assert_eq!(topic(label), Topic::Total, "{label}");
        }
        for label in ["SUBTOTAL", "Sub Total", "Zwischensumme", "SUBT0TAL"] {
            assert_eq!(topic(label), Topic::Subtotal, "{label}");
        }
        for label in ["SALES TAX", "STATE TAX 2", "MwSt 7%", "TAX"] {
            assert_eq!(topic(label), Topic::Tax, "{label}");
        }
    }

    #[test]
    fn sums_and_payments_are_recognised_in_other_countries() {
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
            assert_eq!(topic(label), Topic::Total, "{label}");
        }
        for label in ["EFTPOS", "CARTE BANCAIRE", "TARJETA", "CONTANTE", "Gotówka", "CB"] {
            assert_eq!(topic(label), Topic::Payment, "{label}");
        }
        assert_eq!(topic("Zwischentotal"), Topic::Subtotal);
        assert_eq!(topic("REMISE IMMEDIATE"), Topic::Discount);
        for label in ["CARTE D'OR VANILLE", "PIN NOIR MIEL", "PANTENE SHAMPOO", "LE RUSTIQUE", "A2 MILK"] {
            assert_eq!(topic(label), Topic::Product, "{label}");
        }
    }

    #[test]
    fn products_with_such_words_stay_products() {
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
            assert_eq!(topic(label), Topic::Product, "{label}");
        }
    }

    #[test]
    fn adjustments_have_their_topics() {
        assert_eq!(topic("PFAND"), Topic::Deposit);
        assert_eq!(topic("EWP-Pfand 0,25"), Topic::Deposit);
        assert_eq!(topic("Price you pay"), Topic::FormerPrice);
        assert_eq!(topic("20% OFF"), Topic::Discount);
        assert_eq!(topic("MEMBER 10% OFF"), Topic::Discount);
        assert_eq!(topic("OPEN 8AM TO 10PM"), Topic::Remark);
        assert_eq!(topic("PST 7%"), Topic::Tax);
        assert_eq!(topic("TOTAL GST"), Topic::Tax);
        for label in ["SUGAR SNAP PEAS", "OFF BUG SPRAY", "OPEN NATURE HAM", "HUNTS TOM PST"] {
            assert_eq!(topic(label), Topic::Product, "{label}");
        }
        assert_eq!(topic("Non Foods"), Topic::Heading);
        assert_eq!(topic("BAG CHARGE"), Topic::Product);
        assert_eq!(topic("CA CRV"), Topic::Deposit);
        assert_eq!(topic("RABATT 20%"), Topic::Discount);
        assert_eq!(topic("Regular Price"), Topic::FormerPrice);
        assert_eq!(topic("STORNO"), Topic::Void);
        assert_eq!(topic("PRODUCE"), Topic::Heading);
        assert_eq!(topic("Tare Weight"), Topic::Remark);
        assert_eq!(topic("Geg. BAR"), Topic::Payment);
        assert_eq!(topic("BAR"), Topic::Payment);
    }
}
