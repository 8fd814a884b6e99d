//! Decides which text boxes form one row. On paper that curls, is skewed or creased, a price may be nearer to the row
//! above or below its own. So a few groupings are tried, and the one whose structure explains the receipt best is
//! taken.

use crate::layout::curve::CurveModel;
use crate::layout::rows::{Row, rows_along};
use crate::ocr::text_box::TextBox;
use crate::price_pairing::{move_prices, pair_prices};
use crate::structure::{self, Structure, Tagger, features};
use std::collections::HashSet;

/// One way to group the text boxes of a page into rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    pub rows: Vec<Row>,
    /// The negative logarithm of its probability before the rows are parsed.
    pub penalty: f32,
}

/// The penalty of a curve model that follows the slopes less, …
const FLAT_PENALTY: f32 = 0.3;
/// … and of pairing the column of prices with the rows separately.
const PAIRING_PENALTY: f32 = 0.9;
/// The penalty of a column of prices that is a row higher or lower than it is seen.
const MOVE_PENALTY: f32 = 0.5;

/// Returns the groupings to try, at most six, the likeliest first.
pub fn groupings(boxes: &[TextBox]) -> Vec<Grouping> {
    let curves = [(CurveModel::Curved, 0.0), (CurveModel::Straight, FLAT_PENALTY), (CurveModel::Level, FLAT_PENALTY)];
    let curved = curves.map(|(curve, penalty)| Grouping { rows: rows_along(boxes.to_vec(), curve), penalty });
    let paired = curves.into_iter().filter_map(|(curve, penalty)| {
        pair_prices(boxes, curve).map(|rows| Grouping { rows, penalty: penalty + PAIRING_PENALTY })
    });
    let mut groupings: Vec<Grouping> = curved.into_iter().chain(paired).collect();
    let mut known = HashSet::new();
    groupings.retain(|grouping| known.insert(grouping.rows.iter().map(Row::text).collect::<Vec<_>>()));
    groupings
}

/// Groups text boxes into the rows that explain the receipt best.
pub fn group_rows(boxes: &[TextBox]) -> Vec<Row> {
    group_rows_with_tagger(structure::embedded_tagger(), boxes)
}

/// Groups text boxes into rows by any tagger.
pub fn group_rows_with_tagger(tagger: &Tagger, boxes: &[TextBox]) -> Vec<Row> {
    let mut best: Option<(f32, Structure, Vec<Row>)> = None;
    for Grouping { rows, penalty } in groupings(boxes) {
        let structure = structure::read_structure(tagger, &features::extract_facts(&rows));
        if best.is_none() && structure.is_certain {
            return rows;
        }
        let score = structure.score - penalty;
        if best.as_ref().is_none_or(|(best, ..)| score > *best) {
            best = Some((score, structure, rows));
        }
    }
    let Some((score, structure, rows)) = best else { return Vec::new() };
    if structure.is_certain { rows } else { moved_rows(tagger, boxes, score, structure.priced()).unwrap_or(rows) }
}

/// Returns the rows with the whole column of prices one row higher or lower, if only then the receipt adds up: on a
/// wide picture, a slope of half a degree is a row. A product that loses its price by it shows that it was right.
fn moved_rows(tagger: &Tagger, boxes: &[TextBox], score: f32, priced: usize) -> Option<Vec<Row>> {
    let moved = [-1.0, 1.0].into_iter().filter_map(|by| move_prices(boxes, by));
    let scored = moved.flat_map(|boxes| groupings(&boxes)).filter_map(|Grouping { rows, penalty }| {
        let read = structure::read_structure(tagger, &features::extract_facts(&rows));
        (read.is_certain && read.priced() >= priced).then_some((read.score - penalty - MOVE_PENALTY, rows))
    });
    scored.filter(|(moved, _)| *moved > score).max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, rows)| rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::parse_ledger;
    use crate::tests::text_box;

    /// Returns a level text box with margins that are higher than the rows are apart.
    fn level_box(text: &str, x: f32, y: f32) -> TextBox {
        let width = 11.0 * f32::from(u16::try_from(text.len()).unwrap());
        text_box(text, [x, y - 17.0, x + width, y + 17.0], 0.99)
    }

    /// Groups the boxes that have a text.
    fn grouped(boxes: impl IntoIterator<Item = TextBox>) -> Vec<Row> {
        let boxes: Vec<TextBox> = boxes.into_iter().filter(|text_box| !text_box.text().is_empty()).collect();
        group_rows(&boxes)
    }

    const PRODUCTS: [(&str, &str); 7] = [
        ("OAT MILK", "2.49"),
        ("BANANAS 1.50 lb @ 0.60/lb", "0.90"),
        ("CRISP APPLES", "3.99"),
        ("RYE BREAD 2 @ 2.25", "4.50"),
        ("", ""),
        ("BUTTER UNSALTED", "3.10"),
        ("TOTAL", "14.98"),
    ];

    fn row_texts(lift: f32) -> Vec<String> {
        let boxes = PRODUCTS.iter().zip(0_u8..).flat_map(|((name, price), line)| {
            let y = 60.0 + 24.0 * f32::from(line);
            [level_box(name, 20.0, y), level_box(price, 500.0, y + lift)]
        });
        grouped(boxes).iter().map(Row::text).collect()
    }

    #[test]
    fn pairs_prices_at_a_curled_edge_by_their_arithmetic() {
        let expected: Vec<String> = PRODUCTS
            .iter()
            .filter(|(name, _)| !name.is_empty())
            .map(|(name, price)| format!("{name} {price}"))
            .collect();
        for lift in [0.0, -16.0, -13.0, 13.0, 16.0] {
            assert_eq!(row_texts(lift), expected, "{lift}");
        }
    }

    const BENT_COLUMN: [(&str, &str); 12] = [
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

    fn bent_rows(lift: impl Fn(f32) -> f32) -> Vec<Row> {
        grouped(BENT_COLUMN.iter().zip(0_u8..).flat_map(|((name, price), line)| {
            let y = 60.0 + 24.0 * f32::from(line);
            [level_box(name, 20.0, y), level_box(price, 400.0, y + lift(f32::from(line)))]
        }))
    }

    #[test]
    fn keeps_the_order_of_a_column_bent_in_the_middle() {
        let items = |max_lift: f32| {
            // Flat at both ends; in the middle nearly a row too low or high.
            let lift = |line: f32| max_lift * (1.0 - ((line - 5.5) / 5.5).powi(2)).max(0.0);
            let ledger = parse_ledger(&bent_rows(lift));
            (ledger.items.into_iter().map(|item| (item.text, item.price)).collect::<Vec<_>>(), ledger.total)
        };
        let flat = items(0.0);
        assert_eq!((flat.0.len(), flat.1), (9, Some(2_375)));
        for max_lift in [-21.0, -14.0, 14.0, 21.0] {
            assert_eq!(items(max_lift), flat, "{max_lift}");
        }
    }

    #[test]
    fn pairs_amounts_by_count_times_price() {
        let products = [
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
        // The amounts between the first and the last row are one row too low or too high.
        let read = |lift: f32| {
            let row = |((name, count, each, amount), line): (&(&str, &str, &str, &str), u8)| {
                let y = 60.0 + 24.0 * f32::from(line);
                let lift = if (1..9).contains(&line) { lift } else { 0.0 };
                [(*name, 20.0, 0.0), (*count, 220.0, 0.0), (*each, 280.0, 0.0), (*amount, 500.0, lift)]
                    .map(|(text, x, lift)| level_box(text, x, y + lift))
            };
            parse_ledger(&grouped(products.iter().zip(0_u8..).flat_map(row))).items
        };
        let expected = [(1.0, 249), (2.0, 578), (3.0, 1_047), (1.0, 319), (4.0, 1_116), (2.0, 290), (1.0, 420)];
        for lift in [0.0, -22.0, 22.0] {
            let found: Vec<_> = read(lift).iter().map(|item| (item.quantity, item.price.unwrap_or(0))).collect();
            assert_eq!(found, expected, "{lift}");
        }
    }

    #[test]
    fn gives_no_price_to_a_heading() {
        let products = [
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
            let boxes = products.iter().zip(0_u8..).flat_map(|((name, price), line)| {
                let y = 60.0 + 24.0 * f32::from(line);
                [level_box(name, 20.0, y), level_box(price, 500.0, y + lift)]
            });
            let prices: Vec<_> = parse_ledger(&grouped(boxes)).items.iter().map(|item| item.price).collect();
            assert_eq!(prices, [249, 329, 90, 399, 450].map(Some), "{lift}");
        }
    }

    #[test]
    fn moves_a_column_of_prices_by_one_row_if_only_then_it_adds_up() {
        // Rows are not evenly spaced: a moved price may lie between two of them.
        let read = |lift: f32| {
            let named = PRODUCTS.iter().filter(|(name, _)| !name.is_empty());
            let boxes = named.zip(0_u8..).flat_map(|((name, price), line)| {
                let y = 60.0 + 44.0 * f32::from(line) + if line > 2 { 30.0 } else { 0.0 };
                [level_box(name, 20.0, y), level_box(price, 900.0, y + 44.0 * lift)]
            });
            let ledger = parse_ledger(&grouped(boxes));
            (ledger.items.iter().map(|item| item.price.unwrap_or(0)).collect::<Vec<_>>(), ledger.total)
        };
        for lift in [0.0, 1.0, -1.0] {
            assert_eq!(read(lift), (vec![249, 90, 399, 450, 310], Some(1_498)), "{lift}");
        }
    }

    #[test]
    fn moves_no_column_by_which_a_product_loses_its_price() {
        let named = PRODUCTS.iter().filter(|(name, _)| !name.is_empty());
        let boxes = named.zip(0_u8..).flat_map(|((name, price), line)| {
            let y = 60.0 + 44.0 * f32::from(line);
            [level_box(name, 20.0, y), level_box(price, 900.0, y + 44.0)]
        });
        let boxes: Vec<TextBox> = boxes.collect();
        let moved = |priced| moved_rows(structure::embedded_tagger(), &boxes, f32::MIN, priced);
        assert!(moved(5).is_some() && moved(6).is_none());
    }

    #[test]
    fn returns_no_rows_without_boxes() {
        assert!(group_rows(&[]).is_empty());
    }
}
