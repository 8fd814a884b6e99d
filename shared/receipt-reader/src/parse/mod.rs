//! Splits rows of text into name, quantity and amount, and finds the receipt's format: columns, marks and article
//! numbers.

mod codes;
mod glued_marks;
mod leading_numbers;
pub mod ledger;
mod lexeme;
pub mod measure;
mod name_marks;
mod price_column;
pub mod quantity;
mod reductions;
pub mod row;
mod spelling;
pub mod store;
pub mod tokens;
mod whole_amounts;

#[cfg(test)]
use crate::layout::rows::Row;
#[cfg(test)]
use ledger::Ledger;

/// Reads the line items and sums of rows.
#[cfg(test)]
pub fn parse_ledger(rows: &[Row]) -> Ledger {
    crate::structure::read_rows(rows).ledger
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows::Cell;

    fn row(line: u16, left: &str, right: &str) -> Row {
        let cell = |text: &str, left: f32| Cell::new(text, left, left + 80.0, 0.98);
        let cells = [cell(left, 0.0), cell(right, 300.0)].into_iter().filter(|cell| !cell.text.is_empty()).collect();
        Row { cells, y: 24.0 * f32::from(line), height: 22.0 }
    }

    #[test]
    fn reads_each_of_five_thousand_lines_once() {
        let rows: Vec<Row> = (0..5_000).map(|line| row(line, "MILK WHOLE", "2.49")).collect();
        let ledger = parse_ledger(&rows);
        assert_eq!(ledger.items.len(), 5_000);
        assert_eq!(ledger.sum(), 5_000 * 249);
    }

    #[test]
    fn assigns_a_quantity_below_a_continued_name_to_its_product() {
        let rows = [
            row(0, "Fire Roasted Diced Tomatoes", "1.56"),
            row(1, "Fresh Atlantic Salmon", "23.98"),
            row(2, "Portions Skin On 12 oz", ""),
            row(3, "2 @ 11.99", ""),
            row(4, "Medium Cheddar Cheese", "4.99"),
        ];
        let quantities: Vec<f64> = parse_ledger(&rows).items.iter().map(|item| item.quantity).collect();
        assert_eq!(quantities, [1.0, 2.0, 1.0]);
    }

    fn texts(rows: &[Row]) -> Vec<(String, f64, Option<i64>)> {
        parse_ledger(rows).items.into_iter().map(|item| (item.text, item.quantity, item.price)).collect()
    }

    fn named(rows: &[Row]) -> Vec<String> {
        texts(rows).into_iter().map(|(text, ..)| text).collect()
    }

    #[test]
    fn leaves_a_department_out_of_a_name() {
        let rows = [
            row(0, "Bio Landbutter", "2,49 B"),
            row(1, "FLEISCH & FISCH", ""),
            row(2, "Hähnchen-Minutenschnitzel", "6,47 B"),
            row(3, "TIEFGEKÜHLTES & EIS", ""),
            row(4, "Himbeeren und Brombeeren", "3,49 B"),
            row(5, "SUMME", "12,45"),
        ];
        assert_eq!(named(&rows), ["Bio Landbutter", "Hähnchen-Minutenschnitzel", "Himbeeren und Brombeeren"]);
        // If all rows are in capitals, the department is known by its words.
        let rows = [
            row(0, "BIO LANDBUTTER", "2,49 B"),
            row(1, "FLEISCH & FISCH", ""),
            row(2, "HÄHNCHENSCHNITZEL NATUR", "6,47 B"),
            row(3, "SUMME", "8,96"),
        ];
        assert_eq!(named(&rows), ["BIO LANDBUTTER", "HÄHNCHENSCHNITZEL NATUR"]);
    }

    #[test]
    fn reads_an_amount_without_point_in_the_price_column() {
        let mut rows: Vec<Row> = (0..8).map(|line| row(line, "VOLLMILCH", "1,15 B")).collect();
        rows.push(row(8, "TK ERBSEN 450G", "1 09 B"));
        assert_eq!(texts(&rows).pop(), Some(("TK ERBSEN 450G".to_owned(), 1.0, Some(109))));
        // Close to the name, two numbers are a part of it.
        rows.push(row(9, "WEIN 2 09", ""));
        assert_eq!(parse_ledger(&rows).items.len(), 9);
    }

    #[test]
    fn takes_no_shop_or_number_above_the_products_for_one() {
        let rows = [
            row(0, "The Corner Grocery and Delicatessen", ""),
            row(1, "ST# 0100 OP# 9044 TE# 44 TR# 1301", ""),
            row(2, "BANANAS", "1.24"),
            row(3, "WHOLE MILK", "3.12"),
            row(4, "TOTAL", "4.36"),
        ];
        assert_eq!(named(&rows), ["BANANAS", "WHOLE MILK"]);
    }

    #[test]
    fn ignores_line_numbers_in_counts_and_names() {
        let rows = [
            row(0, "1 WHOLE MILK", "3.28"),
            row(1, "2 TORTILLAS", "2.98"),
            row(2, "3 LIMES", ""),
            row(3, "6 Ea. @ 0.20", "1.20"),
            row(4, "4 SALSA", "3.48"),
            row(5, "TOTAL", "10.94"),
        ];
        let expected = [("WHOLE MILK", 1.0, 328), ("TORTILLAS", 1.0, 298), ("LIMES", 6.0, 120), ("SALSA", 1.0, 348)];
        assert_eq!(texts(&rows), expected.map(|(text, count, price)| (text.to_owned(), count, Some(price))));
    }

    #[test]
    fn assigns_a_count_in_the_amount_column_to_the_product_it_multiplies_to() {
        let rows = [
            row(0, "Toast", "1,19"),
            row(1, "2 x", "1,39"),
            row(2, "Eisbergsalat", "2,78"),
            row(3, "Brot", "2,29"),
            row(4, "Summe", "6,26"),
        ];
        let expected = [("Toast", 1.0, 119), ("Eisbergsalat", 2.0, 278), ("Brot", 1.0, 229)];
        assert_eq!(texts(&rows), expected.map(|(text, count, price)| (text.to_owned(), count, Some(price))));
    }

    #[test]
    fn reads_no_decimal_point_from_an_abbreviation() {
        let rows = [row(0, "Geflügel-Bratw. 1,79 x 3", "5,37"), row(1, "Summe", "5,37")];
        assert_eq!(texts(&rows), [("Geflügel-Bratw".to_owned(), 3.0, Some(537))]);
    }

    #[test]
    fn reads_columns_of_counts_and_prices_and_infers_a_missing_count() {
        let rows = [
            row(0, "Waffles 2 2.89", "5.78"),
            row(1, "Green Tea 3.49", "10.47"),
            row(2, "Romaine 3.19", "3.19"),
            row(3, "Mushrooms 1 2.79", "2.79"),
            row(4, "TOTAL", "22.23"),
        ];
        let expected =
            [("Waffles", 2.0, 578), ("Green Tea", 3.0, 1047), ("Romaine", 1.0, 319), ("Mushrooms", 1.0, 279)];
        assert_eq!(texts(&rows), expected.map(|(text, count, price)| (text.to_owned(), count, Some(price))));
    }

    #[test]
    fn leaves_marks_and_split_article_numbers_out_of_names() {
        let rows = [
            row(0, "123 4567 OAT MILK", "3.12"),
            row(1, "1234567 EGGS 007874203151 F", "4.26"),
            row(2, "1234568 RICE", "1.42"),
            row(3, "1234569 HONEY", "4.10"),
            row(4, "TOTAL", "12.90"),
        ];
        assert_eq!(named(&rows), ["OAT MILK", "EGGS", "RICE", "HONEY"]);
    }

    #[test]
    fn keeps_a_number_that_a_name_behind_its_count_begins_with() {
        let rows = [
            row(0, "1 QUITAGRASAS LIMON", "1,45"),
            row(1, "2 ARROZ REDONDO", "1,96"),
            row(2, "1 PIMIENTA MOLIDA", "1,20"),
            row(3, "1 6 CROQUETAS JAMON", "2,35"),
            row(4, "TOTAL", "6,96"),
        ];
        assert_eq!(texts(&rows).pop(), Some(("6 CROQUETAS JAMON".to_owned(), 1.0, Some(235))));
    }

    #[test]
    fn keeps_a_word_that_ends_several_short_names() {
        let names = ["BBQ SCE", "SOY SCE", "HOT SCE", "WHOLE MILK"];
        let rows: Vec<Row> = names.iter().zip(0..).map(|(name, line)| row(line, name, "1.00")).collect();
        assert_eq!(named(&rows), names);
    }

    #[test]
    fn reads_on_after_a_levy_among_the_products() {
        let rows = [
            row(0, "COLA", "2.49"),
            row(1, "BEVERAGE TAX", "0.30"),
            row(2, "BREAD", "2.99"),
            row(3, "SUGAR SNAP PEAS", "2.50"),
            row(4, "BAG CHARGE", "0.10"),
            row(5, "SUBTOTAL", "8.38"),
            row(6, "TOTAL", "8.38"),
        ];
        assert!(named(&rows).ends_with(&["BREAD", "SUGAR SNAP PEAS", "BAG CHARGE"].map(str::to_owned)));
    }

    #[test]
    fn reads_on_after_a_running_sum_between_the_products() {
        let rows = [
            row(0, "CHICKEN BREAST", "9.43"),
            row(1, "SUBTOTAL", "9.43"),
            row(2, "CELERY", "2.98"),
            row(3, "KETCHUP", "1.58"),
            row(4, "SUBTOTAL", "13.99"),
            row(5, "TAX 1", "0.50"),
            row(6, "TOTAL", "14.49"),
        ];
        assert_eq!(named(&rows), ["CHICKEN BREAST", "CELERY", "KETCHUP"]);
        assert_eq!(parse_ledger(&rows).subtotal, Some(1_399));
    }

    #[test]
    fn leaves_repeated_marks_and_numbered_departments_out_of_names() {
        let rows: Vec<Row> = [
            ("21-GROCERY", "", ""),
            ("05719730610 RICE SCENTED", "RJ", "13.88"),
            ("06038301842 CANOLA OIL", "RJ", "8.88"),
            ("22-DAIRY", "", ""),
            ("056100001 LARGE", "RJ", "4.88"),
            ("055300110 BEATRICE MILK", "RQ", "3.37"),
            ("27-PRODUCE", "", ""),
            ("06148303491 PEACH ORG", "", "2.88"),
            ("SUBTOTAL", "", "33.89"),
        ]
        .into_iter()
        .zip(0..)
        .map(|((name, mark, price), line)| {
            let mut row = row(line, name, price);
            #[expect(clippy::cast_precision_loss, reason = "names are short")]
            let width = 7.0 * name.len() as f32;
            row.cells[0].right = width;
            if !mark.is_empty() {
                row.cells.insert(1, Cell::new(mark.to_owned(), 200.0, 220.0, 0.98));
            }
            row
        })
        .collect();
        assert_eq!(named(&rows), ["RICE SCENTED", "CANOLA OIL", "LARGE", "BEATRICE MILK", "PEACH ORG"]);
    }

    #[test]
    fn reads_rows_with_article_numbers_as_products() {
        let rows = [
            row(0, "BREAD 007225003712", "2.88"),
            row(1, "FOLGERS 002550000377", "10.48"),
            row(2, "SC TWIST UP 007874222682", "0.84"),
            row(3, "EGGS 060538871459", "1.88"),
            row(4, "SC STORE SAVINGS", "0.50"),
            row(5, "SUBTOTAL", "16.08"),
        ];
        assert_eq!(named(&rows), ["BREAD", "FOLGERS", "SC TWIST UP", "EGGS"]);
    }

    #[test]
    fn keeps_a_product_with_the_price_of_a_returned_one() {
        let rows = [
            row(0, "POMEGRANATE SEEDS", "3.99"),
            row(1, "CELERY HEARTS", "2.29"),
            row(2, "REFUND", ""),
            row(3, "BUTTER PEANUT CREAMY", "-3.99"),
            row(4, "TOTAL", "2.29"),
        ];
        assert_eq!(named(&rows), ["POMEGRANATE SEEDS", "CELERY HEARTS"]);
    }
}
