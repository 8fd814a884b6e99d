//! Which shop a receipt is from, and in which language.

use crate::layout::rows::Row;

/// Chains by the words they print, most of them on their logo, and the name to show.
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
];
/// Chains whose word also begins or ends the names of products: `BRUSSEL SPROUTS`, `MÜLLER MILCHREIS`. They count where
/// a row of the head begins with them and has no price.
const AMBIGUOUS: [&str; 2] = ["SPROUTS", "MÜLLER"];
/// Chains that only count in the head: `Netto` heads a column of every German tax table.
const HEAD_ONLY: [&str; 4] = ["NETTO", "TARGET", "BASIC", "COMBI"];
/// The top of a receipt, where its name stands.
const HEAD: usize = 8;

/// The shop's name: a chain named at the top, one named anywhere, or the first line of letters.
pub fn store(rows: &[Row]) -> Option<String> {
    let texts: Vec<String> = rows.iter().map(|row| row.text().to_uppercase()).collect();
    let head = &texts[..texts.len().min(HEAD)];
    let joined = head.join(" ");
    let begins_row = |word: &str| head.iter().any(|text| text.starts_with(word) && !has_price(text));
    let in_head = |word: &str| has_word(&joined, word) && (!AMBIGUOUS.contains(&word) || begins_row(word));
    let is_unmistakable = |word: &str| !AMBIGUOUS.contains(&word) && !HEAD_ONLY.contains(&word);
    let elsewhere = |text: &String| CHAINS.iter().find(|(word, _)| is_unmistakable(word) && has_word(text, word));
    let chain = CHAINS.iter().find(|(word, _)| in_head(word)).or_else(|| texts.iter().find_map(elsewhere));
    chain.map(|(_, name)| (*name).to_owned()).or_else(|| {
        let first = rows.iter().take(HEAD).find(|row| {
            let text = row.text();
            let letters = text.chars().filter(|c| c.is_alphabetic()).count();
            letters >= 3 && letters * 2 > text.chars().count() && row.cells.iter().all(|cell| cell.confidence > 0.8)
        })?;
        Some(first.text())
    })
}

fn has_price(text: &str) -> bool {
    text.split_whitespace().any(|word| word.contains(['.', ',']) && word.contains(|c: char| c.is_ascii_digit()))
}

/// Whether a text has a word that begins with this one: `LUNDS` and `LUNDS&BYERLYS`, but not `TARGETED` in the middle
/// of a word.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let starts = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let ends = text[at + word.len()..].chars().next().is_none_or(|c| !c.is_alphabetic());
        starts && (ends || word.len() > 6)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows::Cell;

    fn rows(texts: &[&str]) -> Vec<Row> {
        texts.iter().map(|text| Row { cells: vec![Cell::new(*text, 0.0, 10.0, 0.9)], y: 0.0, height: 10.0 }).collect()
    }

    #[test]
    fn chains_are_named_the_way_people_do() {
        assert_eq!(store(&rows(&["TRADER JOE'S", "1041 Red Fox Rd"])).as_deref(), Some("Trader Joe's"));
        assert_eq!(store(&rows(&["WHOLE", "FOODS", "MARKET"])).as_deref(), Some("Whole Foods Market"));
        assert_eq!(store(&rows(&["Hofladen Meier", "Dorfstr. 1"])).as_deref(), Some("Hofladen Meier"));
        assert_eq!(store(&rows(&["SPROUTS", "FARMERS MARKET"])).as_deref(), Some("Sprouts Farmers Market"));
        assert_eq!(store(&[]), None);
    }

    #[test]
    fn product_is_no_chain() {
        let heads =
            [["BRUSSEL SPROUTS 2.99", "MILK 3.49"], ["2.99", "BEAN SPROUTS"], ["MÜLLER MILCHREIS 0,79", "BROT 2,49"]];
        for head in heads {
            let store = store(&rows(&head)).unwrap_or_default();
            assert!(!["Sprouts Farmers Market", "Müller"].contains(&store.as_str()), "{head:?}: {store}");
        }
    }
}
