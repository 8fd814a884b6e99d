//! Whole receipts as text: each in another shop's way of printing, with what has to come out.

use super::super::rows::{Cell, Row};
use super::items::{Check, Ledger};
use super::parse;

/// Lays text out as a till would, a letter being 10 wide; two spaces part the pieces that a detector would find.
fn rows(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut y = 0.0_f32;
    for line in text.lines() {
        y += 24.0;
        let mut cells = Vec::new();
        let mut at = 0;
        for part in line.split("  ") {
            let glyphs = part.chars().count();
            let lead = part.chars().take_while(|c| *c == ' ').count();
            if !part.trim().is_empty() {
                let place = |column: usize| f32::from(u16::try_from(column).unwrap()) * 10.0;
                cells.push(Cell { text: part.trim().to_owned(), left: place(at + lead), right: place(at + glyphs), confidence: 0.98 });
            }
            at += glyphs + 2;
        }
        if !cells.is_empty() {
            rows.push(Row { cells, y, height: 22.0 });
        }
    }
    rows
}

fn read(text: &str) -> Ledger {
    parse(&[rows(text)])
}

/// Asserts the items as `name quantity price-in-cents`.
fn assert_items(text: &str, expected: &[(&str, f64, i64)]) -> Ledger {
    let ledger = read(text);
    let found: Vec<(&str, f64, i64)> = ledger.items.iter().map(|item| (item.text.as_str(), item.quantity, item.price.unwrap_or(0))).collect();
    assert_eq!(found, expected);
    ledger
}

fn assert_balanced(ledger: &Ledger) {
    assert_eq!(ledger.check(), Check::Balanced, "{ledger:?}");
}

#[test]
fn quantities_below_their_item() {
    let ledger = assert_items(
        "\
FRSC TORTILLA CHIM  72963050010    2.50 F
    1 qty @ 2 / 5.00
GARLIC REGULAR      4608            .64 F
0.16 lb  @   1 lb /    3.99
PEPPER BELL RED     4688           4.00 F
    2 qty @ 2 / 4.00
SUBTOTAL                           7.14",
        &[("FRSC TORTILLA CHIM", 1.0, 250), ("GARLIC REGULAR", 0.16, 64), ("PEPPER BELL RED", 2.0, 400)],
    );
    assert_balanced(&ledger);
}

#[test]
fn quantities_above_their_item() {
    let ledger = assert_items(
        "\
1.76 lb @  1 lb /  2.99
BROCCOLI CROWNS     3082    5.26 FS
2.23 lb @  1 lb /   .63
BANANAS             4011    1.40 FS
EGGS                71514   3.59 FS
SUBTOTAL                   10.25",
        &[("BROCCOLI CROWNS", 1.76, 526), ("BANANAS", 2.23, 140), ("EGGS", 1.0, 359)],
    );
    assert_balanced(&ledger);
    assert_items(
        "\
                         EUR
2 X        1,15
LEERD CARACTERE 12      2,30 B
SALATBAR                2,42*B
SUMME  EUR              4,72",
        &[("LEERD CARACTERE 12", 2.0, 230), ("SALATBAR", 1.0, 242)],
    );
}

#[test]
fn a_quantity_that_fits_both_neighbours_goes_where_the_receipt_puts_them() {
    // The two prices are equal, so arithmetic alone cannot tell; the weight above settles the direction.
    assert_items(
        "\
BANANEN              1,06 B
0,532 kg x  1,99 EUR/kg
MILCH                2,98 B
2 x  1,49
JOGHURT              2,98 B
SUMME                7,02",
        &[("BANANEN", 0.532, 106), ("MILCH", 2.0, 298), ("JOGHURT", 1.0, 298)],
    );
}

#[test]
fn quantity_within_the_row() {
    let ledger = assert_items(
        "\
Premium Vodka     4,99 x   2   9,98 B
Balance Brot                   0,99 A
zu zahlen                     10,97",
        &[("Premium Vodka", 2.0, 998), ("Balance Brot", 1.0, 99)],
    );
    assert_balanced(&ledger);
}

#[test]
fn price_on_the_row_below_with_the_quantity() {
    let ledger = assert_items(
        "\
KITHL UNSWEET ALMD YGRT
  3   @  $1.99 ea       $5.97 F
  *Sale*               -$0.60
RUSSET POTATO
  1.17 lb  @ $0.79 /lb  $0.92 F
  Tare Weight 0.01 lb
Subtotal:               $6.29",
        &[("KITHL UNSWEET ALMD YGRT", 3.0, 597), ("RUSSET POTATO", 1.17, 92)],
    );
    assert_balanced(&ledger);
}

#[test]
fn a_table_with_columns() {
    assert_items(
        "\
QTY     ITEM               PRICE   AMOUNT
2       POTATO CHIPS        2.99     5.98
1       2% MILK             3.90     3.90
1.17 lb ONIONS              0.79     0.92
TOTAL                               10.80",
        &[("POTATO CHIPS", 2.0, 598), ("2% MILK", 1.0, 390), ("ONIONS", 1.17, 92)],
    );
}

#[test]
fn codes_and_flags_are_not_names() {
    assert_items(
        "\
E    190235 HBO W/ALMNDS     5.99
E    0000229383 / 190235     2.20-
     720891 KS FACIAL UP    13.99 A
SUBTOTAL                    17.78",
        &[("HBO W/ALMNDS", 1.0, 599), ("KS FACIAL UP", 1.0, 1399)],
    );
    assert_items(
        "\
288072443 MAGNUM BAR      NF  $11.22
          3 @ $3.74 ea
          Regular Price $4.99
          Buy3Get1 Free
284031158 365 GRANOLA     T    $3.98
SUBTOTAL                     $15.20",
        &[("MAGNUM BAR", 3.0, 1122), ("365 GRANOLA", 1.0, 398)],
    );
}

#[test]
fn a_code_broken_by_a_stroke_is_still_a_code() {
    assert_items(
        "\
1249003  SPANISH EVOO     13.79
121  1288  ORG BELLAS      5.99
1390  881  BARILLA GF      9.49
1369848  KITEHILL YOG     10.99
SUBTOTAL                  40.26",
        &[("SPANISH EVOO", 1.0, 1379), ("ORG BELLAS", 1.0, 599), ("BARILLA GF", 1.0, 949), ("KITEHILL YOG", 1.0, 1099)],
    );
}

#[test]
fn names_over_several_rows() {
    assert_items(
        "\
Frozen Organic Wild
  Blueberries 32 oz Bag     9.69
Milk                        3.09
Plain Whole Milk Greek
  Yogurt 32 oz Tub          5.30
SUBTOTAL                   18.08",
        &[("Frozen Organic Wild Blueberries 32 oz Bag", 1.0, 969), ("Milk", 1.0, 309), ("Plain Whole Milk Greek Yogurt 32 oz Tub", 1.0, 530)],
    );
    assert_items(
        "\
Plain Whole Milk Greek      5.30
  Yogurt 32 oz Tub
Free Range Large Brown      6.59
  Eggs 12 Count
SUBTOTAL                   11.89",
        &[("Plain Whole Milk Greek Yogurt 32 oz Tub", 1.0, 530), ("Free Range Large Brown Eggs 12 Count", 1.0, 659)],
    );
}

#[test]
fn headings_are_no_part_of_names() {
    assert_items(
        "\
GROCERY
WATKINS VANILLA     5.49 FS
PRODUCE
GARLIC               .76 FS
SUBTOTAL            6.25",
        &[("WATKINS VANILLA", 1.0, 549), ("GARLIC", 1.0, 76)],
    );
}

#[test]
fn deposits_discounts_and_returns_change_the_sum_only() {
    let ledger = assert_items(
        "\
TONIC WATER        1,59 C
PFAND              0,25*C
MILCH              1,09 B
RABATT            -0,10
LEERGUT           -1,00
SUMME EUR          1,83",
        &[("TONIC WATER", 1.0, 159), ("MILCH", 1.0, 109)],
    );
    assert_balanced(&ledger);
    assert_eq!(ledger.adjustments, -85);
}

#[test]
fn what_was_voided_was_not_bought() {
    let ledger = assert_items(
        "\
EGGS               3.59 F
GRND BEEF 80/20    1.96 F
0.28 lb @ 6.99 /lb
VOID GRND BEEF 80/20    1.96-
SUBTOTAL           3.59",
        &[("EGGS", 1.0, 359)],
    );
    assert_balanced(&ledger);
}

#[test]
fn savings_that_are_only_told_change_nothing() {
    let ledger = assert_items(
        "\
FINGERLING POTATO     3.49 FS
YOU SAVED              .50
SUBTOTAL              3.49
TAX                    .00
TOTAL                 3.49",
        &[("FINGERLING POTATO", 1.0, 349)],
    );
    assert_balanced(&ledger);
}

#[test]
fn payment_and_tax_tables_are_no_products() {
    let ledger = assert_items(
        "\
SUPPENGRUEN           0,99 B
SUMME          EUR    0,99
Geg. BAR       EUR    2,00
Rückgeld BAR   EUR    1,01
Steuer %  Netto  Steuer  Brutto
B= 7,0%   0,93   0,06    0,99",
        &[("SUPPENGRUEN", 1.0, 99)],
    );
    assert_eq!(ledger.total, Some(99));
}

#[test]
fn a_cut_off_receipt_keeps_its_items() {
    let ledger = assert_items("LEMONS    4053    .99 F\nHASS AVOCADO LRG    4225    3.00 F", &[("LEMONS", 1.0, 99), ("HASS AVOCADO LRG", 1.0, 300)]);
    assert_eq!(ledger.check(), Check::Unknown);
}

#[test]
fn an_item_whose_price_was_lost_gets_what_the_sum_lacks() {
    let ledger = assert_items(
        "\
EGGS               3.59 F
SWT ONIONS
MILK               2.00 F
SUBTOTAL          13.88",
        &[("EGGS", 1.0, 359), ("SWT ONIONS", 1.0, 829), ("MILK", 1.0, 200)],
    );
    assert_balanced(&ledger);
}

#[test]
fn a_misread_price_is_put_right_by_its_quantity_and_the_sum() {
    let ledger = assert_items(
        "\
EGGS               3.59 F
YOGURT             8.97 F
3 @ 1.99 EA
SUBTOTAL           9.56",
        &[("EGGS", 1.0, 359), ("YOGURT", 3.0, 597)],
    );
    assert_balanced(&ledger);
}

#[test]
fn two_photos_of_one_receipt_are_read_as_one() {
    let first = "\
CORNER MARKET
EGGS               3.59 F
MILK               2.00 F
BREAD              2.49 F
BUTTER             4.99 F";
    let second = "\
MILK               2.00 F
BREAD              2.49 F
BUTTER             4.99 F
APPLES             1.50 F
SUBTOTAL          14.57
TOTAL             14.57";
    let ledger = parse(&[rows(first), rows(second)]);
    assert_eq!(ledger.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>(), ["EGGS", "MILK", "BREAD", "BUTTER", "APPLES"]);
    assert_balanced(&ledger);
    // Photos that do not overlap are simply one below the other.
    let ledger = parse(&[rows("EGGS    3.59 F\nMILK    2.00 F"), rows("BREAD    2.49 F\nTOTAL    8.08")]);
    assert_eq!(ledger.items.len(), 3);
    assert_balanced(&ledger);
}

#[test]
fn five_thousand_lines_are_no_problem() {
    let text: String = (0..5_000).map(|line| format!("ITEM NUMBER {}    {}.99 F\n2 @ 3.00\n", line % 97, line % 40)).collect();
    assert_eq!(read(&text).items.len(), 5_000);
}

proptest::proptest! {
    #[test]
    fn any_rows_are_read_without_a_panic(lines in proptest::collection::vec(proptest::collection::vec(("[ -~€äß0-9.,@x/$-]{0,24}", -50.0_f32..900.0, 0.0_f32..400.0), 0..5), 0..30)) {
        let rows: Vec<Row> = lines
            .into_iter()
            .enumerate()
            .map(|(index, cells)| Row {
                cells: cells.into_iter().map(|(text, left, width)| Cell { text, left, right: left + width, confidence: 0.9 }).collect(),
                y: f32::from(u16::try_from(index).unwrap()) * 20.0,
                height: 20.0,
            })
            .collect();
        let half = rows.len() / 2;
        let _ = parse(&[rows.clone()]);
        let _ = parse(&[rows[..half].to_vec(), rows[half..].to_vec()]);
    }
}
