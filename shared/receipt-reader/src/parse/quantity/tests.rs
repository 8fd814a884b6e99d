//! Tests of quantities in rows of tills.

use super::super::tokens::split_words;
use super::*;
use crate::layout::rows::{Cell, Row};

fn tokens(row: &str) -> Vec<Token> {
    split_words(&Row { cells: vec![Cell::new(row, 0.0, 1.0, 1.0)], y: 0.0, height: 1.0 })
}

fn quantity(row: &str) -> Option<(f64, Measure, Option<Cents>, f64)> {
    find_quantity(&tokens(row)).map(|quantity| (quantity.count, quantity.measure, quantity.price, quantity.per))
}

#[test]
fn reads_counts_with_a_unit_price() {
    for row in [
        "2 @ 3.00",
        "2 x 3,00",
        "2 X 3,00",
        "2 Stk x 3,00",
        "2 @ $3.00 ea",
        "2 EA @ 3.00/EA",
        "2@3.00",
        "2x3,00",
        "2 * 3,00",
        "3,00 x 2",
        "3,00 € x 2",
        "2 x 3,00 EUR",
        "2 [$3.00 ea",
        "2 1$3.00 ea",
        "2 0 $3.00 ea",
        "2 8 3.00",
        "2 0 3,00",
        "2 5tk x 3,00",
        "25tkx 3,00",
        "2 Stk× 3,00",
        "2 KPL 3,00 €/KPL",
        "2 szt x3,00",
        "2 ks 3,00",
    ] {
        assert_eq!(quantity(row), Some((2.0, Measure::Piece, Some(300), 1.0)), "{row}");
    }
}

#[test]
fn reads_counts_with_a_price_for_several() {
    assert_eq!(quantity("1 qty @ 2 / 5.00"), Some((1.0, Measure::Piece, Some(500), 2.0)));
    assert_eq!(quantity("4 @ 2/5.00"), Some((4.0, Measure::Piece, Some(500), 2.0)));
    assert_eq!(quantity("4 8 2/5.00"), Some((4.0, Measure::Piece, Some(500), 2.0)));
    assert_eq!(quantity("MILK 2 8 3.00"), None, "not beside a name");
    assert_eq!(quantity("4 @ 2 FOR 5.00"), Some((4.0, Measure::Piece, Some(500), 2.0)));
}

#[test]
fn reads_weights_and_misread_pounds() {
    for row in [
        "1.17 lb @ $0.79 /lb",
        "1.17 1b @ 0.79 /1b",
        "1.17 lb @ 1 lb / 0.79",
        "1.17 1b 8 1 1b / .79",
        "1.17lb @0.79/lb",
        "1.17 lb 0 .$0.79 /1b",
        "1.17 LB @ 0.79 / LB",
        "1.17 lb $0.79 /1b",
    ] {
        assert_eq!(quantity(row), Some((1.17, Measure::Pound, Some(79), 1.0)), "{row}");
    }
    for row in [
        "0,532 kg x 1,99 EUR/kg",
        "0,532 kg x 1,99 €/kg",
        "0,532 x 1,99 €/kg",
        "0,532kg x 1,99",
        "0,532 kg * 1,99 EUR / kg",
    ] {
        assert_eq!(quantity(row), Some((0.532, Measure::Kilogram, Some(199), 1.0)), "{row}");
    }
    assert_eq!(quantity("2,21*6,99"), Some((2.21, Measure::Kilogram, Some(699), 1.0)), "no unit");
    assert_eq!(quantity("1,2 x12,99"), Some((1.2, Measure::Kilogram, Some(1_299), 1.0)), "no unit");
    assert_eq!(quantity("0,532 kg"), Some((0.532, Measure::Kilogram, None, 1.0)));
}

#[test]
fn reads_counts_without_a_price() {
    assert_eq!(quantity("QTY 3"), Some((3.0, Measure::Piece, None, 1.0)));
    assert_eq!(quantity("2x Milch"), Some((2.0, Measure::Piece, None, 1.0)));
    assert_eq!(quantity("2 Stk"), Some((2.0, Measure::Piece, None, 1.0)));
    assert_eq!(quantity("2 Stk x"), Some((2.0, Measure::Piece, None, 1.0)));
    assert_eq!(quantity("2 QTY SPAGHETTI"), Some((2.0, Measure::Piece, None, 1.0)));
}

#[test]
fn reads_a_net_weight_as_a_weight() {
    assert_eq!(quantity("0.842 kg NET @ $3.90/kg"), Some((0.842, Measure::Kilogram, Some(390), 1.0)));
}

#[test]
fn reads_columns_whose_product_is_the_amount() {
    let columns = |row: &str, amount| {
        parse_trailing(&tokens(row), amount).map(|(quantity, words)| (quantity.count, quantity.measure, words))
    };
    assert_eq!(columns("Nusszopf 2 2.95", 590), Some((2.0, Measure::Piece, 2)));
    assert_eq!(columns("Nusszopf 2.95 2", 590), Some((2.0, Measure::Piece, 2)));
    assert_eq!(columns("Truthahn 0.424 29.50", 1251), Some((0.424, Measure::Kilogram, 2)));
    assert_eq!(columns("Chips 2 4.95 3.95", 790), Some((2.0, Measure::Piece, 3)));
    assert_eq!(columns("Eier 12 2.95", 295), None);
    assert_eq!(columns("Brot 2.95", 590), None);
    assert_eq!(infer_count(159, 318).map(|quantity| quantity.count), Some(2.0));
    assert_eq!(infer_count(159, 320), None);
}

#[test]
fn reads_no_quantity_from_sizes_in_names() {
    for row in [
        "STOLZENFELS SEKT 0,2 L",
        "COKE 6 X 0,33 L",
        "SALAMI 2X80G",
        "MILK 1 GAL 3.5%",
        "EMERGENC 90C",
        "KIWI, VORGEREIFT, KL 1",
        "MORI-NU TOFU 12OZ",
        "4011",
        "365 PLAIN ALMOND YGRT",
        "KM BBQ-SALAD 350G",
        "5 LB BAG FLOUR",
        "BUY 2 GET 1",
        "7 UP",
        "Vollkornbrot 500g 1 2.20",
    ] {
        assert_eq!(quantity(row), None, "{row}");
    }
}
