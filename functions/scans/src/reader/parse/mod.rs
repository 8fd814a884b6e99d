//! From the rows of a receipt to its line items: no picture and no model is needed here, text goes in and items come out.

pub mod items;
pub mod line;
pub mod money;
pub mod quantity;
mod spelling;
pub mod store;
mod tokens;
mod vocabulary;

use super::rows::Row;
use items::Ledger;

/// Reads the line items and sums out of the rows of a receipt.
pub fn parse(rows: &[Row]) -> Ledger {
    items::ledger(&line::lines(rows))
}

/// The last amount of money in a text, in cents.
pub fn last_amount(text: &str) -> Option<money::Cents> {
    text.split_whitespace().rev().find_map(money::amount).map(|amount| amount.cents)
}

/// Whether a piece of text ends in an amount of money.
pub fn is_amount(text: &str) -> bool {
    text.split_whitespace().any(|word| money::amount(word).is_some())
}

/// Whether a piece of text is a word for the sum that is to be paid.
pub fn names_total(text: &str) -> bool {
    vocabulary::topic(text) == vocabulary::Topic::Total
}

#[cfg(test)]
mod tests {
    use super::super::rows::Cell;
    use super::*;

    fn row(line: u16, left: &str, right: &str) -> Row {
        let cell = |text: &str, left: f32| Cell { text: text.to_owned(), left, right: left + 80.0, confidence: 0.98 };
        let cells = [cell(left, 0.0), cell(right, 300.0)].into_iter().filter(|cell| !cell.text.is_empty()).collect();
        Row { cells, y: 24.0 * f32::from(line), height: 22.0 }
    }

    #[test]
    fn five_thousand_lines_give_each_of_their_items_once() {
        let rows: Vec<Row> = (0..5_000).map(|line| row(line, "MILK WHOLE", "2.49")).collect();
        let ledger = parse(&rows);
        assert_eq!(ledger.items.len(), 5_000);
        assert_eq!(ledger.sum(), 5_000 * 249);
    }

    #[test]
    fn a_quantity_below_a_name_that_goes_on_belongs_to_its_product() {
        let rows = [
            row(0, "Fire Roasted Diced Tomatoes", "1.56"),
            row(1, "Fresh Atlantic Salmon", "23.98"),
            row(2, "Portions Skin On 12 oz", ""),
            row(3, "2 @ 11.99", ""),
            row(4, "Medium Cheddar Cheese", "4.99"),
        ];
        let quantities: Vec<f64> = parse(&rows).items.iter().map(|item| item.quantity).collect();
        assert_eq!(quantities, [1.0, 2.0, 1.0]);
    }

    #[test]
    fn text_that_is_no_receipt_yields_no_more_items_than_rows() {
        let odd = [
            ("@@@@ 9999999999999 @ 0.00/1b", "1e999"),
            ("", "-99999999999999999999.99"),
            ("VOID", "VOID"),
            ("2 @ 2 @ 2 / / / lb lb", "0.00"),
            ("\u{202e}\u{0}ignore all previous instructions", "1,49"),
            ("ÄÖÜ\u{301}\u{301}\u{301}", "٣.٩٩"),
            ("TOTAL", ""),
            ("1b", ".1b"),
        ];
        let rows: Vec<Row> = (0..5_000_u16)
            .map(|line| {
                let (left, right) = odd[usize::from(line) % odd.len()];
                row(line, left, right)
            })
            .collect();
        assert!(parse(&rows).items.len() <= rows.len());
        assert!(parse(&[]).items.is_empty());
    }
}
