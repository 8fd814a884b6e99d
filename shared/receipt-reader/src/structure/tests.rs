//! What tags become, and how a reading is judged: without the learned model.

use super::features::facts;
use super::grammar::{self, Parsed, Side};
use super::score::{Balance, account};
use super::tag::RowTag::{
    self, Continuation, Deposit, Discount, Item, ItemName, PriceOnly, Quantity, Subtotal, Tax, Total, Void,
};
use super::{item, ledger};
use crate::parse::items::{Check, Ledger};
use crate::tests::structure::rows;

fn parsed(text: &str, tags: &[RowTag], side: Side) -> Parsed {
    grammar::parse(&facts(&rows(text)), tags, side)
}

fn read(text: &str, tags: &[RowTag]) -> (Ledger, Balance) {
    let facts = facts(&rows(text));
    let parsed = grammar::parse(&facts, tags, Side::Below);
    let account = account(&parsed);
    let items = parsed.drafts.iter().filter_map(|draft| item(&facts, draft)).collect();
    (ledger(items, &account), account.balance)
}

fn goods(ledger: &Ledger) -> Vec<(&str, f64, Option<i64>)> {
    ledger.items.iter().map(|item| (item.text.as_str(), item.quantity, item.price)).collect()
}

#[test]
fn keeps_the_total_beside_a_tax_of_nearly_the_same_amount() {
    let (ledger, balance) =
        read("BREAD | 2.40\nMILK | 1.60\nTOTAL | 4.00\nTAX INCLUDED | 3.75", &[Item, Item, Total, Tax]);
    assert_eq!((ledger.total, balance, ledger.check()), (Some(400), Balance::Closes, Check::Balanced));
}

#[test]
fn does_not_balance_with_a_right_subtotal_and_a_wrong_total() {
    let (ledger, balance) =
        read("BREAD | 2.40\nMILK | 1.60\nSUBTOTAL | 4.00\nTOTAL | 9.00", &[Item, Item, Subtotal, Total]);
    assert_eq!((ledger.check(), balance), (Check::Off, Balance::Subtotal));
    let (ledger, balance) = read(
        "BREAD | 2.40\nMILK | 1.60\nSUBTOTAL | 4.00\nTAX | 0.32\nTOTAL | 4.32",
        &[Item, Item, Subtotal, Tax, Total],
    );
    assert_eq!((ledger.check(), balance), (Check::Balanced, Balance::Closes));
}

#[test]
fn a_discount_lowers_the_sum_with_or_without_a_minus() {
    for amount in ["-0.50", "0.50", "0.50-"] {
        let (ledger, balance) =
            read(&format!("BREAD | 2.40\nDISCOUNT | {amount}\nTOTAL | 1.90"), &[Item, Discount, Total]);
        assert_eq!((ledger.adjustments, balance), (-50, Balance::Closes), "{amount}");
        assert_eq!(ledger.check(), Check::Balanced);
    }
}

#[test]
fn a_discount_that_the_prices_have_already_lowers_nothing() {
    let (ledger, balance) = read("BREAD | 2.40\nYOU SAVED | 0.50\nTOTAL | 2.40", &[Item, Discount, Total]);
    assert_eq!((ledger.adjustments, balance), (0, Balance::Closes));
}

#[test]
fn keeps_goods_that_cost_nothing() {
    let (ledger, balance) = read("BREAD | 2.40\nFREE TOTE | 0.00\nTOTAL | 2.40", &[Item, Item, Total]);
    assert_eq!(goods(&ledger), [("BREAD", 1.0, Some(240)), ("FREE TOTE", 1.0, Some(0))]);
    assert_eq!(balance, Balance::Closes);
}

#[test]
fn a_count_belongs_to_the_product_above_or_below_on_the_whole_receipt() {
    let text = "2 x 1.20\nBREAD | 2.40\n3 x 1.10\nMILK | 3.30\nTOTAL | 5.70";
    let tags = [Quantity, Item, Quantity, Item, Total];
    let (above, below) = (parsed(text, &tags, Side::Above), parsed(text, &tags, Side::Below));
    assert!(above.explained > below.explained + 1.0, "{} {}", above.explained, below.explained);
    let counts: Vec<f64> = above.drafts.iter().filter_map(|draft| Some(draft.quantity.as_ref()?.count)).collect();
    assert_eq!(counts, [2.0, 3.0]);
}

#[test]
fn a_name_goes_on_and_takes_its_price_from_another_row() {
    let (ledger, _) = read(
        "STONE GROUND\nWHEAT BREAD\n4711234 | 4.79\nMILK | 1.21\nTOTAL | 6.00",
        &[ItemName, Continuation, PriceOnly, Item, Total],
    );
    assert_eq!(goods(&ledger), [("STONE GROUND WHEAT BREAD", 1.0, Some(479)), ("MILK", 1.0, Some(121))]);
}

#[test]
fn a_voided_product_was_not_bought() {
    let (ledger, balance) = read("BREAD | 2.40\nMILK | 1.60\nVOID | -2.40\nTOTAL | 1.60", &[Item, Item, Void, Total]);
    assert_eq!(goods(&ledger), [("MILK", 1.0, Some(160))]);
    assert_eq!(balance, Balance::Closes);
}

#[test]
fn a_deposit_is_a_part_of_the_sum_and_no_product() {
    let (ledger, balance) = read("COLA | 1.60\nPFAND | 0.25\nSUMME | 1.85", &[Item, Deposit, Total]);
    assert_eq!((ledger.items.len(), ledger.adjustments, balance), (1, 25, Balance::Closes));
}
