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
/// The top of a receipt, where its name stands.
const HEAD: usize = 8;

/// The shop's name: a chain named at the top, one named anywhere, or the first line of letters.
pub fn store(rows: &[Row]) -> Option<String> {
    let texts: Vec<String> = rows.iter().map(|row| row.text().to_uppercase()).collect();
    let head = &texts[..texts.len().min(HEAD)];
    let joined = head.join(" ");
    let named = |text: &str| CHAINS.iter().find(|(word, _)| has_word(text, word)).map(|(_, name)| (*name).to_owned());
    // Below the head only an unmistakable name counts: `Netto` heads a column of every German tax table.
    let elsewhere =
        |text: &str| named(text).filter(|name| !matches!(name.as_str(), "Netto" | "Target" | "basic" | "Combi"));
    named(&joined).or_else(|| texts.iter().find_map(|text| elsewhere(text))).or_else(|| {
        let first = rows.iter().take(HEAD).find(|row| {
            let text = row.text();
            let letters = text.chars().filter(|c| c.is_alphabetic()).count();
            letters >= 3 && letters * 2 > text.chars().count() && row.cells.iter().all(|cell| cell.confidence > 0.8)
        })?;
        Some(first.text())
    })
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
        texts
            .iter()
            .map(|text| Row {
                cells: vec![Cell { text: (*text).to_owned(), left: 0.0, right: 10.0, confidence: 0.9 }],
                y: 0.0,
                height: 10.0,
            })
            .collect()
    }

    #[test]
    fn chains_are_named_the_way_people_do() {
        assert_eq!(store(&rows(&["TRADER JOE'S", "1041 Red Fox Rd"])).as_deref(), Some("Trader Joe's"));
        assert_eq!(store(&rows(&["WHOLE", "FOODS", "MARKET"])).as_deref(), Some("Whole Foods Market"));
        assert_eq!(store(&rows(&["Hofladen Meier", "Dorfstr. 1"])).as_deref(), Some("Hofladen Meier"));
        assert_eq!(store(&[]), None);
    }
}
