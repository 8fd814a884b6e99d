//! Finds the shop of a receipt.

use crate::layout::rows::Row;
use crate::text::vocabulary::{self, Topic};

/// Chains by the words that they print, usually in their logo, and their display names.
const CHAINS: &[(&str, &str)] = &[
    ("TRADER JOE", "Trader Joe's"),
    ("WHOLE FOODS", "Whole Foods Market"),
    ("COSTCO", "Costco Wholesale"),
    ("LUNDS", "Lunds & Byerlys"),
    ("WALMART", "Walmart"),
    ("WAL-MART", "Walmart"),
    ("KROGER", "Kroger"),
    ("SAFEWAY", "Safeway"),
    ("PUBLIX", "Publix"),
    ("WEGMANS", "Wegmans"),
    ("MEIJER", "Meijer"),
    ("ALBERTSONS", "Albertsons"),
    ("SPROUTS", "Sprouts Farmers Market"),
    ("FOOD LION", "Food Lion"),
    ("GIANT EAGLE", "Giant Eagle"),
    ("HARRIS TEETER", "Harris Teeter"),
    ("WINCO", "WinCo Foods"),
    ("SHOPRITE", "ShopRite"),
    ("STOP & SHOP", "Stop & Shop"),
    ("HY-VEE", "Hy-Vee"),
    ("HYVEE", "Hy-Vee"),
    ("FRED MEYER", "Fred Meyer"),
    ("RALPHS", "Ralphs"),
    ("VONS", "Vons"),
    ("SAM'S CLUB", "Sam's Club"),
    ("WINN-DIXIE", "Winn-Dixie"),
    ("FRESH THYME", "Fresh Thyme"),
    ("TARGET", "Target"),
    ("H-E-B", "H-E-B"),
    ("ALDI", "ALDI"),
    ("LIDL", "Lidl"),
    ("REWE", "REWE"),
    ("EDEKA", "EDEKA"),
    ("MARKTKAUF", "Marktkauf"),
    ("KAUFLAND", "Kaufland"),
    ("PENNY", "PENNY"),
    ("NETTO", "Netto"),
    ("NORMA", "NORMA"),
    ("ROSSMANN", "Rossmann"),
    ("DENNS", "denns Biomarkt"),
    ("DENNREE", "denns Biomarkt"),
    ("ALNATURA", "Alnatura"),
    ("TEGUT", "tegut"),
    ("GLOBUS", "Globus"),
    ("HIT MARKT", "HIT"),
    ("FAMILA", "famila"),
    ("COMBI", "Combi"),
    ("DM-DROGERIE", "dm"),
    ("DM DROGERIE", "dm"),
    ("MÜLLER", "Müller"),
    ("SPAR", "SPAR"),
    ("BILLA", "BILLA"),
    ("HOFER", "HOFER"),
    ("MIGROS", "Migros"),
    ("COOP", "Coop"),
    ("TESCO", "Tesco"),
    ("SAINSBURY", "Sainsbury's"),
    ("ASDA", "ASDA"),
    ("MORRISONS", "Morrisons"),
    ("WAITROSE", "Waitrose"),
    ("CARREFOUR", "Carrefour"),
    ("ALBERT HEIJN", "Albert Heijn"),
    ("CUB", "Cub Foods"),
    ("BASIC", "basic"),
    ("MERCADONA", "Mercadona"),
    ("BIEDRONKA", "Biedronka"),
    ("JERONIMO MARTINS POLSKA", "Biedronka"),
    ("REMA 1000", "REMA 1000"),
];
/// Chains whose word is also a part of products' names: `BRUSSEL SPROUTS`, `MÜLLER MILCHREIS`. They count only if a row
/// of the head begins with them and has no price.
const AMBIGUOUS: [&str; 2] = ["SPROUTS", "MÜLLER"];
/// Chains that only count in the head: `Netto` heads a column of every German tax table.
const HEAD_ONLY: [&str; 4] = ["NETTO", "TARGET", "BASIC", "COMBI"];
/// The number of rows of the head, which has the shop's name.
const HEAD_ROWS: usize = 8;

/// Words of streets in addresses, …
const STREET_WORDS: &str = "\
    STREET ST ROAD RD AVE AVENUE BLVD DRIVE DR HWY LANE STR STRASSE STRAßE RUE VIA CALLE AVDA UL UTCA UT GATAN RUA \
    IELA AVENIDA AV PLAZA PASEO CARRETERA CTRA CRTA PIAZZA CORSO VIALE BOULEVARD BD PLACE CHEMIN ULICA ALEJA LARGO \
    PRACA TRAVESSA C/";
/// … those that stand in front of a street's name, which then needs no number, …
const STREET_FRONTS: [&str; 12] =
    ["AVDA", "AVENIDA", "CALLE", "CTRA", "CARRETERA", "PIAZZA", "VIALE", "RUE", "RUA", "UL", "ULICA", "C/"];
/// … and the ends of a street's name that is one word.
const STREET_ENDS: [&str; 13] =
    ["STRASSE", "STRAßE", "STR", "GASSE", "WEG", "PLATZ", "ALLEE", "STRAAT", "LAAN", "PLEIN", "GATAN", "VAGEN", "VEJ"];
/// Titles of documents and words of registers, behind which a row has nothing of the shop's name.
const REGISTER_WORDS: [&str; 22] = [
    "C.I.F", "CIF", "N.I.F", "NIF", "P.IVA", "P.I", "PIVA", "IVA", "C.F", "SIRET", "SIREN", "TVA", "NIP", "NIPC",
    "CNPJ", "CUIT", "RUT", "RFC", "VAT", "ABN", "UID", "KVK",
];
/// The words of the titles of documents and of greetings, alone or with others of this list.
const TITLES: &str = "\
    FACTURA SIMPLIFICADA TICKET RECIBO BOLETA ELECTRONICA COMPRA DE VENTA RECHNUNG KASSENBON KASSENBELEG BON \
    QUITTUNG BELEG KUNDENBELEG INVOICE RECEIPT TAX SALES SCONTRINO DOCUMENTO COMMERCIALE FATTURA RICEVUTA VENDITA \
    PRESTAZIONE FACTURE RECU CAISSE FACTUUR KASSABON BONNETJE PARAGON FISKALNY FAKTURA NOTA FISCAL FATURA CUPOM \
    KVITTO KVITTERING ORDER SUMMARY YOUR COPY CUSTOMER DUPLICATE ORIGINAL WELCOME TO THANK YOU FOR SHOPPING WITH US \
    AT GUEST CHECK BILL STATEMENT DETAILS PURCHASE EBON EINKAUF IHR WILLKOMMEN HERZLICH BEI KUNDE KOPIE BIENVENIDO \
    BIENVENIDOS A GRACIAS POR SU COPIA CLIENTE BIENVENUE CHEZ MERCI VOTRE ACHAT COPIE CLIENT BENVENUTI BENVENUTO DA \
    GRAZIE WELKOM BIJ UW KLANT WITAMY W DZIEKUJEMY ZA ZAKUPY KOPIA KLIENTA BEM VINDO OBRIGADO VIA VALKOMMEN TILL \
    TACK VELKOMMEN TIL TAK TAKK TERVETULOA KUITTI UCTENKA DANOVY DOKLAD NYUGTA SZAMLA BLAGAJNICKI RACUN FIS BILGI \
    FISI PARAGONAS CEKS FACTUURNUMMER BESTELLUNG BESTELLING COMMANDE PEDIDO ORDINE ZAMOWIENIE ENCOMENDA";
/// The maximum digits of a number in a shop's name; rows with longer ones are addresses, telephone numbers or
/// registers.
const MAX_NAME_DIGITS: usize = 3;

/// Returns the shop's name: a chain in the head, a chain in any row without a product, or the first row above the
/// products that may be a name. `is_product` tells which rows are products.
pub fn find_store(rows: &[Row], is_product: impl Fn(usize) -> bool) -> Option<String> {
    let others: Vec<usize> = (0..rows.len()).filter(|at| !is_product(*at)).collect();
    let above = (0..rows.len()).take_while(|at| !is_product(*at)).take(HEAD_ROWS);
    let texts: Vec<String> = others.iter().map(|at| rows[*at].text().to_uppercase()).collect();
    let head: Vec<&String> =
        texts.iter().zip(&others).filter(|(_, at)| **at < HEAD_ROWS).map(|(text, _)| text).collect();
    let joined = head.iter().map(|text| text.as_str()).collect::<Vec<_>>().join(" ");
    let begins_row = |word: &str| head.iter().any(|text| text.starts_with(word) && !has_price(text));
    let in_head = |word: &str| has_word(&joined, word) && (!AMBIGUOUS.contains(&word) || begins_row(word));
    let is_unambiguous = |word: &str| !AMBIGUOUS.contains(&word) && !HEAD_ONLY.contains(&word);
    let elsewhere = |text: &String| CHAINS.iter().find(|(word, _)| is_unambiguous(word) && has_word(text, word));
    let chain = CHAINS.iter().find(|(word, _)| in_head(word)).or_else(|| texts.iter().find_map(elsewhere));
    let is_certain = |at: &usize| rows[*at].cells.iter().all(|cell| cell.confidence > 0.8);
    // The shop's name may be beside its register number.
    let name = |at: usize| {
        let text = rows[at].text();
        let front = before_register(&text).trim_end_matches([' ', ',', '-', '·', '|']).to_owned();
        (!vocabulary::is_never_product(&text) && may_be_name(&front)).then_some(front)
    };
    let first = || above.filter(is_certain).find_map(name);
    chain.map(|(_, name)| (*name).to_owned()).or_else(first)
}

/// Returns the text before the first word of a register.
fn before_register(text: &str) -> &str {
    let mut end = 0;
    for word in text.split(' ') {
        let plain = vocabulary::to_plain_capitals(word.trim_end_matches(['.', ':']));
        if end > 0 && REGISTER_WORDS.contains(&plain.as_str()) {
            break;
        }
        end += word.len() + 1;
    }
    &text[..end.saturating_sub(1).min(text.len())]
}

/// Returns true unless a row above the products is the title of the document, the head of a column, an address, or
/// advertising.
fn may_be_name(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let words = vocabulary::words(text);
    let has_number = words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let is_long_number = |digits: &str| digits.chars().filter(char::is_ascii_digit).count() > MAX_NAME_DIGITS;
    let is_street = |word: &String| {
        is_one_of(STREET_WORDS, word) || STREET_ENDS.iter().any(|end| word.len() > end.len() && word.ends_with(end))
    };
    let is_address = text.split(char::is_whitespace).any(is_long_number)
        || has_number && words.iter().any(is_street)
        || words.len() > 1 && words.first().is_some_and(|word| STREET_FRONTS.contains(&word.as_str()));
    let is_title = words.iter().filter(|word| word.contains(char::is_alphabetic)).all(|word| is_one_of(TITLES, word));
    let ends_sentence = |word: &&str| word.chars().count() > 4 && word.ends_with(['.', '!', '?']);
    // `SUNNYVALE, CA`; `di vendita o prestazione` continues the row above.
    let is_city = text.rsplit_once(',').is_some_and(|(_, state)| state.trim().len() == 2);
    let goes_on = words.len() > 2 && text.starts_with(char::is_lowercase);
    let is_advert = text.ends_with(['!', '?']) || text.split(' ').filter(ends_sentence).count() > 1;
    letters >= 3
        && letters * 2 > text.chars().count()
        && vocabulary::classify_label(text) == Topic::Product
        && !(is_title || is_address || is_city || goes_on || is_advert || has_price(text) || text.contains('/'))
}

fn is_one_of(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

fn has_price(text: &str) -> bool {
    text.split_whitespace().any(|word| word.contains(['.', ',']) && word.contains(|c: char| c.is_ascii_digit()))
}

/// The maximum length of a chain's word that has to end where a word of the text does: `CUB`, but no `CUBES`. What
/// begins with a longer one names the chain, too: `SAINSBURYS`.
const MAX_WHOLE_WORD: usize = 6;

/// Returns true if a text has this word, or a long one begins a word of it.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let begins_word = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let ends_word = text[at + word.len()..].chars().next().is_none_or(|c| !c.is_alphabetic());
        begins_word && (ends_word || word.len() > MAX_WHOLE_WORD)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows::Cell;

    fn rows(texts: &[&str]) -> Vec<Row> {
        texts.iter().map(|text| Row { cells: vec![Cell::new(*text, 0.0, 10.0, 0.9)], y: 0.0, height: 10.0 }).collect()
    }

    fn name_of(texts: &[&str], head_rows: usize) -> Option<String> {
        find_store(&rows(texts), |at| at >= head_rows)
    }

    #[test]
    fn returns_the_usual_name_of_a_chain() {
        for (texts, name) in [
            (&["TRADER JOE'S", "1041 Red Fox Rd"][..], "Trader Joe's"),
            (&["WHOLE", "FOODS", "MARKET"], "Whole Foods Market"),
            (&["Hofladen Meier", "Dorfstr. 1"], "Hofladen Meier"),
            (&["SPROUTS", "FARMERS MARKET"], "Sprouts Farmers Market"),
        ] {
            assert_eq!(name_of(texts, texts.len()).as_deref(), Some(name));
        }
        assert_eq!(name_of(&[], 0), None);
    }

    #[test]
    fn rejects_rows_that_are_no_shop_name() {
        let head = [
            "TAX INVOICE",
            "CUSTOMER COPY",
            "OMSCHRIJVING BEDRAG",
            "1092 E EL CAMINO REAL",
            "Via Oberdan 12",
            "SUNNYVALE, CA",
            "di vendita o prestazione",
            "Save money. Live better.",
        ];
        assert_eq!(name_of(&[&head[..], &["KEFIR ALDI 2.99"]].concat(), head.len()), None);
        assert_eq!(name_of(&[&head[3..], &["Hofladen Meier"]].concat(), 9).as_deref(), Some("Hofladen Meier"));
    }

    #[test]
    fn takes_no_title_street_or_head_of_columns_for_the_shop() {
        for (shop, others) in [
            (
                "Supermercados Ejemplo, S.A",
                ["C.I.F. A-00000000", "AVDA. EJEMPLO 1", "FACTURA SIMPLIFICADA", "Descripción P. Unit Importe"],
            ),
            ("Hofladen Meier", ["Hauptstrasse 12", "Rechnung", "Kassenbon", "Artikel Menge Preis"]),
            ("Corner Deli", ["Welcome to", "Order summary", "Customer copy", "Item Description Qty Price Net value"]),
            ("Chez Paulette", ["12 rue du Four", "TICKET DE CAISSE", "Désignation Qté Montant", "SIRET 123"]),
            ("Alimentari Rossi", ["Piazza Verdi", "DOCUMENTO COMMERCIALE", "DESCRIZIONE IVA Prezzo", "P.IVA 01"]),
            ("Sklep U Ani", ["ul. Polna 3", "PARAGON FISKALNY", "Nazwa Ilość Cena", "NIP 1"]),
        ] {
            assert_eq!(name_of(&others, others.len()), None, "{others:?}");
            let [first, rest @ ..] = others;
            let head = [&[first, shop][..], &rest].concat();
            assert_eq!(name_of(&head, head.len()).as_deref(), Some(shop));
        }
        let beside = ["SUPERMERCADOS EJEMPLO, S.A.   C.I.F. A-00000000", "AVDA. EJEMPLO 1  46000 VALENCIA"];
        assert_eq!(name_of(&beside, 2).as_deref(), Some("SUPERMERCADOS EJEMPLO, S.A."));
    }

    #[test]
    fn takes_no_product_for_a_chain() {
        let heads =
            [["BRUSSEL SPROUTS 2.99", "MILK 3.49"], ["2.99", "BEAN SPROUTS"], ["MÜLLER MILCHREIS 0,79", "BROT 2,49"]];
        for head in heads {
            assert_eq!(name_of(&head, 0), None, "{head:?}");
            let store = name_of(&head, 2).unwrap_or_default();
            assert!(!["Sprouts Farmers Market", "Müller"].contains(&store.as_str()), "{head:?}: {store}");
        }
    }
}
