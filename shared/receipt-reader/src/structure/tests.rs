//! Tests of parsing and reconciling tagged rows, without the learned model.

use super::features::extract_facts;
use super::grammar::{DetailSide, ParsedReceipt, parse_tags};
use super::names::NameFormat;
use super::score::{Balance, reconcile};
use super::solve::solve_quantity;
use super::tag::RowTag::{
    self, Continuation, Deposit, Discount, Item, ItemName, Other, Payment, PriceOnly, Quantity, Subtotal, Tax, Total,
    Void,
};
use super::{build_item, build_ledger};
use crate::parse::ledger::{Check, Ledger};
use crate::parse::measure::Measure;
use crate::tests::structure::rows;

fn parsed(text: &str, tags: &[RowTag], side: DetailSide) -> ParsedReceipt {
    parse_tags(&extract_facts(&rows(text)), tags, side)
}

fn read(text: &str, tags: &[RowTag]) -> (Ledger, Balance) {
    let facts = extract_facts(&rows(text));
    let parsed = parse_tags(&facts, tags, DetailSide::Below);
    let sums = reconcile(&parsed);
    let format = NameFormat::detect(&facts, &parsed.drafts);
    let items = parsed.drafts.iter().filter_map(|draft| build_item(&facts, draft, &format)).collect();
    (build_ledger(items, &sums), sums.balance)
}

fn items(ledger: &Ledger) -> Vec<(&str, f64, Option<i64>)> {
    ledger.items.iter().map(|item| (item.text.as_str(), item.quantity, item.price)).collect()
}

#[test]
fn keeps_the_total_beside_a_tax_of_nearly_the_same_amount() {
    let (ledger, balance) =
        read("BREAD | 2.40\nMILK | 1.60\nTOTAL | 4.00\nTAX INCLUDED | 3.75", &[Item, Item, Total, Tax]);
    assert_eq!((ledger.total, balance, ledger.check()), (Some(400), Balance::Exact, Check::Balanced));
}

#[test]
fn rejects_a_right_subtotal_with_a_wrong_total() {
    let (ledger, balance) =
        read("BREAD | 2.40\nMILK | 1.60\nSUBTOTAL | 4.00\nTOTAL | 9.00", &[Item, Item, Subtotal, Total]);
    assert_eq!((ledger.check(), balance), (Check::Off, Balance::SubtotalOnly));
    let (ledger, balance) = read(
        "BREAD | 2.40\nMILK | 1.60\nSUBTOTAL | 4.00\nTAX | 0.32\nTOTAL | 4.32",
        &[Item, Item, Subtotal, Tax, Total],
    );
    assert_eq!((ledger.check(), balance), (Check::Balanced, Balance::Exact));
}

#[test]
fn subtracts_a_discount_with_or_without_a_minus() {
    for amount in ["-0.50", "0.50", "0.50-"] {
        let (ledger, balance) =
            read(&format!("BREAD | 2.40\nDISCOUNT | {amount}\nTOTAL | 1.90"), &[Item, Discount, Total]);
        assert_eq!((ledger.adjustments, balance), (-50, Balance::Exact), "{amount}");
        assert_eq!(ledger.check(), Check::Balanced);
    }
}

#[test]
fn reads_a_sum_that_repeats_the_price_after_a_reduction() {
    for tag in [Subtotal, Total, Payment] {
        let (ledger, balance) = read("BREAD | 2.40\nDISCOUNT | -0.40\nEUR | 2.00", &[Item, Discount, tag]);
        let sum = ledger.total.or(ledger.subtotal);
        assert_eq!((items(&ledger), sum), (vec![("BREAD", 1.0, Some(240))], Some(200)), "{tag:?}");
        assert_eq!((ledger.adjustments, balance), (-40, Balance::Exact), "{tag:?}");
    }
}

#[test]
fn ignores_a_discount_that_the_prices_include() {
    let (ledger, balance) = read("BREAD | 2.40\nYOU SAVED | 0.50\nTOTAL | 2.40", &[Item, Discount, Total]);
    assert_eq!((ledger.adjustments, balance), (0, Balance::Exact));
}

#[test]
fn keeps_products_without_a_charge() {
    let (ledger, balance) = read("BREAD | 2.40\nFREE TOTE | 0.00\nTOTAL | 2.40", &[Item, Item, Total]);
    assert_eq!(items(&ledger), [("BREAD", 1.0, Some(240)), ("FREE TOTE", 1.0, Some(0))]);
    assert_eq!(balance, Balance::Exact);
}

#[test]
fn assigns_counts_above_names_to_the_products_whose_price_they_make() {
    let text = "2 x 1.20\nBREAD | 2.40\n3 x 1.10\nMILK | 3.30\nTOTAL | 5.70";
    for side in [DetailSide::Above, DetailSide::Below] {
        let parsed = parsed(text, &[Quantity, Item, Quantity, Item, Total], side);
        let counts: Vec<f64> = parsed.drafts.iter().filter_map(|draft| Some(draft.quantity.as_ref()?.count)).collect();
        assert_eq!(counts, [2.0, 3.0], "{side:?}");
    }
}

#[test]
fn continues_a_name_and_takes_the_price_of_another_row() {
    let (ledger, _) = read(
        "STONE GROUND\nWHEAT BREAD\n4711234 | 4.79\nMILK | 1.21\nTOTAL | 6.00",
        &[ItemName, Continuation, PriceOnly, Item, Total],
    );
    assert_eq!(items(&ledger), [("STONE GROUND WHEAT BREAD", 1.0, Some(479)), ("MILK", 1.0, Some(121))]);
}

#[test]
fn gives_a_name_no_second_size() {
    let text = "VOLLMILCH 1L\nJOGHURT MILD 500g | 0.79\nBROT | 2.49\nTOTAL | 4.43";
    let (ledger, _) = read(text, &[ItemName, Continuation, Item, Total]);
    let expected = [("VOLLMILCH 1L", 1.0, None), ("JOGHURT MILD 500g", 1.0, Some(79)), ("BROT", 1.0, Some(249))];
    assert_eq!(items(&ledger), expected);
    let (ledger, _) = read("VOLLMILCH\nFRISCH 1L | 1.29\nTOTAL | 1.29", &[ItemName, Continuation, Total]);
    assert_eq!(items(&ledger), [("VOLLMILCH FRISCH 1L", 1.0, Some(129))]);
}

#[test]
fn joins_a_name_without_a_price_only_to_the_rest_of_the_name() {
    for (name, product, expected) in [
        ("STONE GROUND", "WHEAT BREAD", vec![vec![0, 1]]),
        ("PRODUCE", "BANANAS", vec![vec![1]]),
        ("VOLLMILCH 1L", "JOGHURT MILD 500g", vec![vec![0], vec![1]]),
    ] {
        let facts = extract_facts(&rows(&format!("{name}\n{product} | 0.79\nTOTAL | 0.79")));
        let mut parsed = parse_tags(&facts, &[ItemName, Item, Total], DetailSide::Below);
        parsed.join_unpriced(&facts);
        let names: Vec<_> = parsed.drafts.into_iter().map(|draft| draft.name).collect();
        assert_eq!(names, expected, "{name}");
    }
}

#[test]
fn leaves_out_a_voided_product() {
    let (ledger, balance) = read("BREAD | 2.40\nMILK | 1.60\nVOID | -2.40\nTOTAL | 1.60", &[Item, Item, Void, Total]);
    assert_eq!(items(&ledger), [("MILK", 1.0, Some(160))]);
    assert_eq!(balance, Balance::Exact);
}

#[test]
fn counts_a_deposit_in_the_sum_and_not_as_a_product() {
    let (ledger, balance) = read("COLA | 1.60\nPFAND | 0.25\nSUMME | 1.85", &[Item, Deposit, Total]);
    assert_eq!((ledger.items.len(), ledger.adjustments, balance), (1, 25, Balance::Exact));
}

#[test]
fn cancels_a_product_by_its_negative_price_or_its_name() {
    for tag in [Item, Discount] {
        let (ledger, balance) =
            read("BREAD | 2.40\nMILK | 1.60\nBREAD | -2.40\nTOTAL | 1.60", &[Item, Item, tag, Total]);
        assert_eq!((items(&ledger), balance), (vec![("MILK", 1.0, Some(160))], Balance::Exact), "{tag:?}");
    }
}

#[test]
fn ignores_savings_above_the_first_product() {
    let text = "TOTAL SAVINGS | 5.00\nBREAD | 2.40\nDISCOUNT | 0.50\nTOTAL | 1.90";
    let (ledger, balance) = read(text, &[Discount, Item, Discount, Total]);
    assert_eq!((ledger.adjustments, balance), (-50, Balance::Exact));
}

#[test]
fn reads_a_count_that_contradicts_the_price_as_a_deposit() {
    let (ledger, balance) = read("WATER | 2.30\n2 x 0.50 | 1.00\nTOTAL | 3.30", &[Item, Quantity, Total]);
    assert_eq!((ledger.items.len(), ledger.adjustments, balance), (1, 100, Balance::Exact));
}

#[test]
fn reads_a_weight_that_contradicts_the_price_as_no_deposit() {
    let text = "SAUSAGE | 2.49\n0.908 kg x 1.99 | 1.81\nTOTAL | 4.30";
    assert_eq!(read(text, &[Item, Quantity, Total]).1, Balance::Off);
}

#[test]
fn corrects_tags_of_products_by_the_words_of_tills() {
    for (row, tag) in [
        ("SC STORE SAVINGS | 0.50", Item),
        ("Price you pay | 1.90", Item),
        ("PANTTI KMP 0.50 | 0.50", Item),
        ("TAX | 0.50", Item),
        ("Cc 1.00 | -0.50", PriceOnly),
    ] {
        let (ledger, _) = read(&format!("COLA | 2.40\n{row}\nMILK | 1.60\nTOTAL | 4.50"), &[Item, tag, Item, Total]);
        assert_eq!(items(&ledger), [("COLA", 1.0, Some(240)), ("MILK", 1.0, Some(160))], "{row}");
    }
    let (ledger, balance) = read("BREAD | 2.40\nSUB TOTAL | 2.40\nBALANCE DUE | 2.40", &[Item, Item, Item]);
    assert_eq!((ledger.items.len(), ledger.total, balance), (1, Some(240), Balance::Exact));
}

#[test]
fn reads_no_product_below_the_payment() {
    let text = "BREAD | 2.40\nTOTAL | 2.40\nVISA | 2.40\nOFFERS OF THE WEEK\nMILK | 0.99";
    assert_eq!(read(text, &[Item, Total, Payment, Other, Item]).0.items.len(), 1);
}

#[test]
fn begins_a_product_below_a_heading_that_was_tagged_as_its_name() {
    let (ledger, _) = read(
        "Bread / Cakes\nRye bread | 2.40\nCoffee / Tea / Spreads\nGreen tea | 3.75\nTOTAL | 6.15",
        &[ItemName, PriceOnly, ItemName, PriceOnly, Total],
    );
    assert_eq!(items(&ledger), [("Rye bread", 1.0, Some(240)), ("Green tea", 1.0, Some(375))]);
}

#[test]
fn continues_an_open_name_on_the_row_of_its_price() {
    let (ledger, _) = read("SPARKLING LEMON DRINK,\nVICHY FRESH | 0.59\nTOTAL | 0.59", &[ItemName, PriceOnly, Total]);
    assert_eq!(items(&ledger), [("SPARKLING LEMON DRINK VICHY FRESH", 1.0, Some(59))]);
}

#[test]
fn balances_with_a_tax_between_subtotal_and_total() {
    let text = "BREAD | 2.40\nSUBTOTAL | 2.40\nC-TAXABLE | 0.20\nTOTAL | 2.60";
    let (ledger, balance) = read(text, &[Item, Subtotal, Other, Total]);
    assert_eq!((ledger.total, ledger.check(), balance), (Some(260), Check::Balanced, Balance::Exact));
}

#[test]
fn reads_the_paid_amount_as_the_total_if_none_was_read() {
    let (ledger, balance) = read("BREAD | 2.40\nMILK | 1.60\nVISA | 4.00", &[Item, Item, Payment]);
    assert_eq!((ledger.total, balance), (Some(400), Balance::Exact));
}

#[test]
fn solves_the_numbers_of_a_row_for_the_price() {
    let count = |text: &str, price| solve_quantity(text, price).map(|found| (found.count, found.measure));
    assert_eq!(count("2 @ 1.49", 298), Some((2.0, Measure::Piece)));
    assert_eq!(count("20 1.49", 298), Some((2.0, Measure::Piece)), "a sign read as a digit");
    assert_eq!(count("302.49 7.47", 747), Some((3.0, Measure::Piece)), "and joined to the price");
    assert_eq!(count("20.84", 168), Some((2.0, Measure::Piece)));
    assert_eq!(count("6 0 S0.19", 114), Some((6.0, Measure::Piece)), "a dollar sign read as S");
    assert_eq!(count("0,562 KG 6,49", 365), Some((0.562, Measure::Kilogram)));
    assert_eq!(count("2 @ 1.49", 300), None);
    assert_eq!(count("", 0), None);
    assert_eq!(count("9999999999 . , 1.", i64::MAX), None);
}

#[test]
fn returns_the_nearest_heading_above_a_row() {
    let tags = [Item, RowTag::Heading, Item, Quantity, RowTag::Heading, Item];
    let above: Vec<Option<usize>> = [0, 2, 5].map(|row| super::heading_above(&tags, row)).into();
    assert_eq!(above, [None, Some(1), Some(4)]);
    assert_eq!(super::heading_above(&tags, 99), None);
}
