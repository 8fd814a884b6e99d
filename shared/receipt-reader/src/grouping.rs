//! Which pieces of text stand on one row. On paper that curls, slants or was creased, a price may stand nearer to the line
//! above or below its own. So a few groupings are proposed, and the one is taken whose reading explains the receipt best.

use crate::layout::curve::CurveModel;
use crate::layout::rows::{Row, rows_along};
use crate::ocr::text_boxes::Word;
use crate::price_pairing;
use crate::structure::{self, Tagger, features};
use std::collections::HashSet;

/// A way to put the pieces of a page into rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    pub rows: Vec<Row>,
    /// What speaks against it before anything is read, as a logarithm of a probability.
    pub penalty: f32,
}

/// What it costs that the page lies flatter than the slopes of its pieces say, …
const FLATTER: f32 = 0.3;
/// … and that the column of prices is laid beside the lines by itself.
const PAIRED: f32 = 0.9;

/// The groupings worth reading, at most six, the likeliest first.
pub fn groupings(words: &[Word]) -> Vec<Grouping> {
    let curves = [(CurveModel::Curved, 0.0), (CurveModel::Straight, FLATTER), (CurveModel::Level, FLATTER)];
    let curved = curves.map(|(curve, penalty)| Grouping { rows: rows_along(words.to_vec(), curve), penalty });
    let paired = curves.into_iter().filter_map(|(curve, penalty)| {
        price_pairing::rows(words, curve).map(|rows| Grouping { rows, penalty: penalty + PAIRED })
    });
    let mut groupings: Vec<Grouping> = curved.into_iter().chain(paired).collect();
    let mut known = HashSet::new();
    groupings.retain(|grouping| known.insert(grouping.rows.iter().map(Row::text).collect::<Vec<_>>()));
    groupings
}

/// Groups what was read into rows, in the way that makes most sense.
pub fn rows(words: &[Word]) -> Vec<Row> {
    best_rows(structure::embedded(), words)
}

/// The same by any tagger.
pub fn best_rows(tagger: &Tagger, words: &[Word]) -> Vec<Row> {
    let mut best: Option<(f32, Vec<Row>)> = None;
    for Grouping { rows, penalty } in groupings(words) {
        let read = structure::read(tagger, &features::facts(&rows));
        if best.is_none() && read.is_certain {
            return rows;
        }
        let score = read.score - penalty;
        if best.as_ref().is_none_or(|(best, _)| score > *best) {
            best = Some((score, rows));
        }
    }
    best.map_or_else(Vec::new, |(_, rows)| rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::geometry::{Point, Quad};
    use crate::ocr::recognise::Reading;

    /// A piece of text whose own slope tells nothing, on paper that lies as `lie` says.
    fn word(text: &str, x: f32, y: f32, lie: impl Fn(f32) -> f32) -> Word {
        let width = 11.0 * f32::from(u16::try_from(text.len()).unwrap());
        let y = y + lie(x + width / 2.0);
        let corners = [(x, y - 17.0), (x + width, y - 17.0), (x + width, y + 17.0), (x, y + 17.0)];
        (Quad(corners.map(|(x, y)| Point::new(x, y))), Reading::new(text, 0.99))
    }

    const GOODS: [(&str, &str); 7] = [
        ("OAT MILK", "2.49"),
        ("BANANAS 1.50 lb @ 0.60/lb", "0.90"),
        ("CRISP APPLES", "3.99"),
        ("RYE BREAD 2 @ 2.25", "4.50"),
        ("", ""),
        ("BUTTER UNSALTED", "3.10"),
        ("TOTAL", "14.98"),
    ];

    fn paired(lie: impl Fn(f32) -> f32 + Copy) -> Vec<String> {
        let words: Vec<Word> = GOODS
            .iter()
            .zip(0_u8..)
            .flat_map(|((name, price), line)| {
                let y = 60.0 + 24.0 * f32::from(line);
                [word(name, 20.0, y, lie), word(price, 500.0, y, lie)]
            })
            .filter(|(_, reading)| !reading.text.is_empty())
            .collect();
        rows(&words).iter().map(Row::text).collect()
    }

    #[test]
    fn prices_on_a_curled_edge_belong_to_the_names_that_they_make_sense_with() {
        let expected: Vec<String> =
            GOODS.iter().filter(|(name, _)| !name.is_empty()).map(|(name, price)| format!("{name} {price}")).collect();
        assert_eq!(paired(|_| 0.0), expected);
        for lift in [-16.0, -13.0, 13.0, 16.0] {
            assert_eq!(paired(|x| if x > 450.0 { lift } else { 0.0 }), expected, "{lift}");
        }
    }

    const BENT_GOODS: [(&str, &str); 12] = [
        ("OAT MILK", "2.49"),
        ("RYE BREAD", "3.29"),
        ("BANANAS", ""),
        ("1.500 kg @ 0.60/kg", "0.90"),
        ("CRISP APPLES", "3.99"),
        ("GREEN TEA", "4.50"),
        ("POTATOES", ""),
        ("2.000 kg @ 1.10/kg", "2.20"),
        ("BUTTER UNSALTED", "3.10"),
        ("DARK CHOCOLATE", "1.99"),
        ("SPAGHETTI", "1.29"),
        ("TOTAL", "23.75"),
    ];

    fn printed(lift: impl Fn(f32) -> f32) -> Vec<Word> {
        let pieces = BENT_GOODS.iter().zip(0_u8..).flat_map(|((name, price), line)| {
            let y = 60.0 + 24.0 * f32::from(line);
            [word(name, 20.0, y, |_| 0.0), word(price, 400.0, y, |_| lift(f32::from(line)))]
        });
        pieces.filter(|(_, reading)| !reading.text.is_empty()).collect()
    }

    #[test]
    fn keeps_the_order_of_a_column_bent_in_the_middle() {
        let things = |most: f32| {
            // Flat at both ends, off by nearly a row between them.
            let lift = |line: f32| most * (1.0 - ((line - 5.5) / 5.5).powi(2)).max(0.0);
            let ledger = crate::parse::parse(&rows(&printed(lift)));
            (ledger.items.into_iter().map(|item| (item.text, item.price)).collect::<Vec<_>>(), ledger.total)
        };
        let flat = things(0.0);
        assert_eq!((flat.0.len(), flat.1), (9, Some(2_375)));
        for most in [-21.0, -14.0, 14.0, 21.0] {
            assert_eq!(things(most), flat, "{most}");
        }
    }

    #[test]
    fn count_times_price_decides_which_line_an_amount_belongs_to() {
        let goods = [
            ("OAT DRINK BARISTA", "", "", "2.49"),
            ("EDITION 1L", "", "", ""),
            ("WAFFLES", "2", "2.89", "5.78"),
            ("GREEN TEA", "3", "3.49", "10.47"),
            ("ROMAINE", "1", "3.19", "3.19"),
            ("MUSHROOMS", "4", "2.79", "11.16"),
            ("LENTILS", "2", "1.45", "2.90"),
            ("WHOLE GRAIN BREAD", "", "", "4.20"),
            ("SLICED 500G", "", "", ""),
            ("TOTAL", "", "", "40.19"),
        ];
        // The amounts between the first and the last row stand one row lower or higher.
        let pieces = |lift: f32| {
            let row = |((name, count, each, amount), line): (&(&str, &str, &str, &str), u8)| {
                let y = 60.0 + 24.0 * f32::from(line);
                let lift = if (1..9).contains(&line) { lift } else { 0.0 };
                [(*name, 20.0, 0.0), (*count, 220.0, 0.0), (*each, 280.0, 0.0), (*amount, 500.0, lift)]
                    .map(|(text, x, lift)| word(text, x, y, |_| lift))
            };
            let pieces = goods.iter().zip(0_u8..).flat_map(row);
            pieces.filter(|(_, reading)| !reading.text.is_empty()).collect::<Vec<Word>>()
        };
        let expected = [(1.0, 249), (2.0, 578), (3.0, 1_047), (1.0, 319), (4.0, 1_116), (2.0, 290), (1.0, 420)];
        for lift in [0.0, -22.0, 22.0] {
            let items = crate::parse::parse(&rows(&pieces(lift))).items;
            let found: Vec<_> = items.iter().map(|item| (item.quantity, item.price.unwrap_or(0))).collect();
            assert_eq!(found, expected, "{lift}");
        }
    }

    #[test]
    fn gives_no_price_to_a_heading() {
        let goods = [
            ("DAIRY", ""),
            ("OAT MILK", "2.49"),
            ("GREEK YOGURT", "3.29"),
            ("PRODUCE", ""),
            ("BANANAS", "0.90"),
            ("CRISP APPLES", "3.99"),
            ("BAKERY", ""),
            ("RYE BREAD", "4.50"),
            ("TOTAL", "15.17"),
        ];
        for lift in [0.0, -20.0, 20.0] {
            let pieces = goods.iter().zip(0_u8..).flat_map(|((name, price), line)| {
                let y = 60.0 + 24.0 * f32::from(line);
                [word(name, 20.0, y, |_| 0.0), word(price, 500.0, y, |_| lift)]
            });
            let pieces: Vec<Word> = pieces.filter(|(_, reading)| !reading.text.is_empty()).collect();
            let prices: Vec<_> = crate::parse::parse(&rows(&pieces)).items.iter().map(|item| item.price).collect();
            assert_eq!(prices, [249, 329, 90, 399, 450].map(Some), "{lift}");
        }
    }

    #[test]
    fn returns_nothing_for_nothing() {
        assert!(rows(&[]).is_empty());
    }
}
