//! Tests of the layout and arithmetic of receipts, whatever their words are.

use crate::layout::rows::{Cell, Row};
use crate::parse::ledger::{Check, Ledger};
use crate::tests::parse_ledger;

/// Returns rows of separate cells: each ` | ` begins the next column, the last one ends at the right edge, and the text
/// behind ` > ` is behind it.
pub fn rows(text: &str) -> Vec<Row> {
    let width = |text: &str| 10.0 * f32::from(u16::try_from(text.chars().count()).unwrap());
    let row = |(line, text): (u16, &str)| {
        let (text, behind) = text.split_once(" > ").map_or((text, None), |(text, behind)| (text, Some(behind)));
        let columns: Vec<&str> = text.split(" | ").map(str::trim).collect();
        let last = columns.len() - 1;
        let mut cells = Vec::new();
        for (at, text) in columns.into_iter().enumerate() {
            let left = match at {
                0 => 0.0,
                at if at == last => 480.0 - width(text),
                at => 480.0 - 110.0 * f32::from(u16::try_from(last - at).unwrap()) - width(text),
            };
            cells.push(Cell::new(text, left, left + width(text), 0.98));
        }
        cells.extend(behind.map(|text| Cell::new(text, 500.0, 500.0 + width(text), 0.98)));
        Row { cells, y: 26.0 * f32::from(line), height: 22.0 }
    };
    (0..).zip(text.lines().map(str::trim).filter(|line| !line.is_empty())).map(row).collect()
}

pub fn items(ledger: &Ledger) -> Vec<(&str, f64, i64)> {
    ledger.items.iter().map(|item| (item.text.as_str(), item.quantity, item.price.unwrap_or(0))).collect()
}

pub fn read(text: &str) -> Ledger {
    parse_ledger(&rows(text))
}

pub fn names(ledger: &Ledger) -> Vec<&str> {
    ledger.items.iter().map(|item| item.text.as_str()).collect()
}

#[test]
fn ignores_marks_right_of_the_amounts() {
    let ledger = read(
        "GREEN BEANS | $7.98 > SALE
        APPLE JUICE | $4.99 > SALE
        RYE BREAD | $2.99
        TOTAL | $15.96",
    );
    assert_eq!(items(&ledger), [("GREEN BEANS", 1.0, 798), ("APPLE JUICE", 1.0, 499), ("RYE BREAD", 1.0, 299)]);
}

#[test]
fn recognises_a_sum_by_its_amount_alone() {
    let ledger = read(
        "PIENAS | 1,29
        DUONA | 2,10
        SVIESTAS | 3,05
        QWRTZ | 6,44
        VISA | 6,44",
    );
    assert_eq!(ledger.items.len(), 3);
    assert_eq!((ledger.total, ledger.check()), (Some(644), Check::Balanced));
    // A product may cost as much as the two before it.
    let ledger = read("ONE THING | 1.20\nANOTHER | 1.20\nA THIRD | 2.40\nA FOURTH | 3.15");
    assert_eq!(ledger.items.len(), 4);
}

#[test]
fn assigns_the_count_of_a_deposit_to_no_product() {
    let ledger = read(
        "LIMONADE | 2,38
        2 Stk x 1,19
        PFAND 0,25 | 0,50
        2 Stk x 0,25
        BUTTER | 2,29
        LEERGUT | -3,25
        13 Stk x 0,25
        SUMME | 1,92",
    );
    assert_eq!(items(&ledger), [("LIMONADE", 2.0, 238), ("BUTTER", 1.0, 229)]);
    assert_eq!(ledger.check(), Check::Balanced);
}

#[test]
fn accepts_a_unit_price_with_its_currency_first() {
    for row in ["0,502 kg @ CHF 2,69/kg", "0.502 kg x EUR 2.69/kg"] {
        let ledger = read(&format!("Bananen | 1.35\n{row}\nBrot | 1.80\nTotal | 3.15"));
        assert_eq!(items(&ledger), [("Bananen", 0.502, 135), ("Brot", 1.0, 180)], "{row}");
    }
}

#[test]
fn completes_a_weight_without_point_by_the_amount() {
    let ledger = read("VINE TOMATOES | 1.15\n58 lb @ 1.99 /lb\nTOTAL | 1.15");
    assert_eq!(items(&ledger), [("VINE TOMATOES", 0.58, 115)]);
}

#[test]
fn ignores_a_word_of_payment_in_a_name() {
    let ledger = read("ALPIA TENDER NUSS | 2,29 B\nHIMBEERSIRUP | 2,69 B\nSUMME | 4,98\nBAR | 20,00");
    assert_eq!(items(&ledger), [("ALPIA TENDER NUSS", 1.0, 229), ("HIMBEERSIRUP", 1.0, 269)]);
}

#[test]
fn reads_the_present_price_below_a_name() {
    let ledger = read(
        "GOUDA SLICES
        was 4.09 now | 1.89
        CRACKERS
        1 @ 2 / 4.00
        was 2.75 now | 2.00
        BREAD | 2.50
        TOTAL | 6.39",
    );
    assert_eq!(items(&ledger), [("GOUDA SLICES", 1.0, 189), ("CRACKERS", 1.0, 200), ("BREAD", 1.0, 250)]);
}

#[test]
fn leaves_article_numbers_below_names_out_of_them() {
    let ledger = read("DORADA | 3,60\nRef:2073514013604\nCALABACIN | 1,70\nTOTAL | 5,30");
    assert_eq!(items(&ledger), [("DORADA", 1.0, 360), ("CALABACIN", 1.0, 170)]);
}

#[test]
fn infers_the_count_from_a_price_that_divides_the_amount() {
    let ledger = read("HAVERMOUT | 2,39\nDE KOFFIE | 7,49 | 22,47\nTOTAAL | 24,86");
    assert_eq!(items(&ledger), [("HAVERMOUT", 1.0, 239), ("DE KOFFIE", 3.0, 2_247)]);
}

#[test]
fn leaves_former_prices_and_reductions_out_of_names() {
    let ledger = read(
        "GARAM MASALA | 3.99 | 2.79 B
        for you -1.20
        RADISHES | 1.49 | 1.49 B
        TOTAL | 4.28",
    );
    assert_eq!(items(&ledger), [("GARAM MASALA", 1.0, 279), ("RADISHES", 1.0, 149)]);
}

#[test]
fn assigns_a_count_above_a_name_whose_price_stands_below() {
    let ledger = read(
        "6 st à 43,59
        SMÖR NORMALSALTAT
        3395 | 261,54
        2 st à 64,75
        BRYGGKAFFE 450G
        5079 | 129,50
        GURKA
        3769 | 24,09
        1,717 kg à 28,15
        BANAN EKO
        2209 | 48,33
        ATT BETALA | 463,46",
    );
    let expected = [("SMÖR NORMALSALTAT", 6.0), ("BRYGGKAFFE 450G", 2.0), ("GURKA", 1.0), ("BANAN EKO", 1.717)];
    let found: Vec<(&str, f64)> = ledger.items.iter().map(|item| (item.text.as_str(), item.quantity)).collect();
    assert_eq!(found, expected);
}

#[test]
fn joins_the_rows_of_a_name() {
    for (text, expected) in [
        (
            "Pienas | 1,29 A\nDuona BOCIU tamsi,\nsupjaustyta, 350 g | 1,09 A\nSviestas | 2,49 A\nMokėti | 4,87",
            ["Pienas", "Duona BOCIU tamsi supjaustyta, 350 g", "Sviestas"],
        ),
        (
            "Maslo ekstra | 7,99 C\nJogurt naturalny\ngesty 3% 400g | 3,49 C\nChleb | 5,99 C\nSuma PLN | 17,47",
            ["Maslo ekstra", "Jogurt naturalny gesty 3% 400g", "Chleb"],
        ),
        (
            "Milch | 1,15 A\nGeriebener Gouda für\nPizza und Auflauf | 1,69 A\nButter | 2,49 A\nSumme | 5,33",
            ["Milch", "Geriebener Gouda für Pizza und Auflauf", "Butter"],
        ),
        (
            "WHOLE MILK | 1.20\nSTONE GROUND WHEAT BREAD\nsliced and wrapped | 2.40\nEGGS | 3.00\nTOTAL | 6.60",
            ["WHOLE MILK", "STONE GROUND WHEAT BREAD sliced and wrapped", "EGGS"],
        ),
        // A row with nothing but a size belongs to the product, not to its name.
        (
            "VOLLMILCH | 1,20\nBAUERNBROT GESCHNITTEN\n750 g | 2,40\nEIER | 3,00\nSUMME | 6,60",
            ["VOLLMILCH", "BAUERNBROT GESCHNITTEN", "EIER"],
        ),
        (
            "LAIT ENTIER | 1,20\nPAIN DE CAMPAGNE TRANCHE\n6x125g | 2,40\nOEUFS | 3,00\nTOTAL | 6,60",
            ["LAIT ENTIER", "PAIN DE CAMPAGNE TRANCHE", "OEUFS"],
        ),
        (
            "Melk | 1,20\nJumbo Volkoren\nbrood heel 800 g | 2,40\nEieren | 3,00\nTOTAAL | 6,60",
            ["Melk", "Jumbo Volkoren brood heel 800 g", "Eieren"],
        ),
        // All names may go on in lower case, …
        (
            "Bananas | 1.20\nOrganic Valley Grassmilk\nwhole milk 64 fl oz | 5.99
            Simple Truth Organic\nbaby spinach 5 oz | 3.49\nTOTAL | 10.68",
            ["Bananas", "Organic Valley Grassmilk whole milk 64 fl oz", "Simple Truth Organic baby spinach 5 oz"],
        ),
        // … or be in lower case below headings in capitals.
        ("Dairy\nmilk 1 l | 1.20\nbutter | 2.40\nBakery\nbread | 3.00\nTOTAL | 6.60", ["milk 1 l", "butter", "bread"]),
    ] {
        assert_eq!(names(&read(text)), expected);
    }
}

#[test]
fn reads_the_second_row_of_a_deposit_as_no_product() {
    let ledger =
        read("Pienas | 1,29 A\nUžstatas - vienkartinė\nplastiko pakuotė | 0,10 E\nDuona | 1,09 A\nMokėti | 2,48");
    assert_eq!((names(&ledger), ledger.adjustments), (vec!["Pienas", "Duona"], 10));
}

#[test]
fn subtracts_a_reduction_whose_minus_was_not_read() {
    let ledger = read(
        "OATMILK | $3.99 F
        Prime Extra 10% | -$0.40
        TOFU | $2.50 F
        Prime Extra 10% | $0.25
        CILANTRO | $1.29 F
        Prime Extra 10% | -$0.13
        TOTAL | $7.00",
    );
    assert_eq!(items(&ledger), [("OATMILK", 1.0, 399), ("TOFU", 1.0, 250), ("CILANTRO", 1.0, 129)]);
    // Nor the letters of its name.
    let ledger = read("MILCH | 1,19 B\nBUTTER | 2,49 B\nRabait | 0,50 B\nBROT | 1,99 B\nSUMME | 5,17");
    assert_eq!(items(&ledger), [("MILCH", 1.0, 119), ("BUTTER", 1.0, 249), ("BROT", 1.0, 199)]);
}

#[test]
fn leaves_out_cancelled_products() {
    for (text, kept) in [
        ("BRØD | 25,00\nKORR. TID.:BROD | -25,00\nMELK | 18,90\nSUM | 18,90", "MELK"),
        ("PAO DE FORMA | 1,99\nLEITE | 0,89\nESTORNO PAO DE FORMA | -1,99\nTOTAL | 0,89", "LEITE"),
        ("PANE CASERECCIO | 3,19\nLATTE | 1,49\nRESO PANE CASERECCIO | -3,19\nTOTALE | 1,49", "LATTE"),
        ("CHLEB RAZOWY | 4,99\nANULOWANO CHLEB RAZOWY | -4,99\nMASŁO | 7,49\nSUMA PLN | 7,49", "MASŁO"),
    ] {
        let ledger = read(text);
        assert_eq!(names(&ledger), [kept], "{text}");
    }
}

#[test]
fn keeps_a_bag_whose_price_is_called_a_deposit() {
    for text in [
        "MILCH | 1,15 B\nMEHRWEG TASCHE | 0,25 A\nBROT | 2,49 B\nSUMME | 3,89",
        "MILK | 3.49\nBAG FEE | 0.10\nBREAD | 2.99\nTOTAL | 6.58",
        "LATTE | 1,49\nCAUZIONE SHOPPER | 0,20\nPANE | 2,19\nTOTALE | 3,88",
        "MELK | 1,19\nSTATIEGELD TAS | 0,50\nKAAS | 4,99\nTOTAAL | 6,68",
    ] {
        let ledger = read(text);
        assert_eq!((ledger.items.len(), ledger.adjustments), (3, 0), "{:?}", items(&ledger));
    }
}

#[test]
fn reads_rows_of_a_reduction_and_its_result_as_no_products() {
    for (reduction, result, sum) in [("Rab.", "End", "SUMME"), ("Remise", "Net", "TOTAL"), ("0p. $", "", "TOTALE")] {
        let ledger = read(&format!(
            "JOGURT NATUR | 1,59
            {reduction} −0,40 {result} | 1,19
            BROT | 2,49
            KAESE 200G | 3,00
            {reduction} -1,00 {result} | 2,00
            {reduction} -0,50 {result} | 1,50
            {sum} | 5,18",
        ));
        let expected = [("JOGURT NATUR", 1.0, 159), ("BROT", 1.0, 249), ("KAESE 200G", 1.0, 300)];
        assert_eq!(items(&ledger), expected, "{reduction}");
        let discounts: Vec<_> = ledger.items.iter().map(|item| item.discount).collect();
        assert_eq!((discounts, ledger.check()), (vec![Some(40), None, Some(150)], Check::Balanced));
    }
    let glued = read("MILCH | 1,59\nRab. -0,40 End 1,19 BUTTER | 2,29\nSUMME | 3,48");
    assert_eq!(items(&glued), [("MILCH", 1.0, 159), ("BUTTER", 1.0, 229)]);
    // Behind a word for a reduction, the minus may be missing.
    let unsigned =
        read("SHAMPOO | 3,95\nRabatt 0,40 neu 3,55\nSEIFE | 1,45\nRabatt 0,20 neu 1,25\nBROT | 2,00\nSUMME | 6,80");
    assert_eq!(items(&unsigned), [("SHAMPOO", 1.0, 395), ("SEIFE", 1.0, 145), ("BROT", 1.0, 200)]);
    // A unit price beside an amount is none.
    let table = read("ROLLS | 1.50\nBREAD 2 0.50 | 1.00\nTOTAL | 2.50");
    assert_eq!(items(&table), [("ROLLS", 1.0, 150), ("BREAD", 2.0, 100)]);
}

#[test]
fn cuts_an_article_number_off_a_name_that_it_touches() {
    let ledger = read(
        "0124001234567890FROMAGE BLANC | 2,40
        4006381333931MILCH 1L | 1,15
        BIRNEN4006381333932 | 1,99
        TOTAL | 5,54",
    );
    assert_eq!(items(&ledger), [("FROMAGE BLANC", 1.0, 240), ("MILCH 1L", 1.0, 115), ("BIRNEN", 1.0, 199)]);
}

#[test]
fn reads_no_product_from_heads_net_values_and_identifiers() {
    let ledger = read(
        "Descripción P. Unit Importe | 1,00
        LECHE | 1,20
        PAN DE MOLDE | 2,40
        VALOR NETO | 3,24
        TOTAL | 3,60
        3F2504E0-4F89-11D3-9A0C-0305E82C3301 | 3,60",
    );
    assert_eq!(items(&ledger), [("LECHE", 1.0, 120), ("PAN DE MOLDE", 1.0, 240)]);
}

#[test]
fn leaves_a_plus_in_front_out_of_a_name() {
    let ledger = read("+WHOLE MILK | 3.49\n+ RYE BREAD | 2.99\nEGGS | 2.00\nTOTAL | 8.48");
    assert_eq!(items(&ledger), [("WHOLE MILK", 1.0, 349), ("RYE BREAD", 1.0, 299), ("EGGS", 1.0, 200)]);
}

#[test]
fn assigns_each_count_to_the_product_whose_price_it_makes() {
    // Weights are below the names, counts above them, the first one above all names.
    let ledger = read(
        "3 x 0.50
        ROLLS | 1.50
        BUTTER | 3.29
        2 x 1.79
        OAT DRINK | 3.58
        GRAPES
        0.512 kg x 3.99/kg | 2.04
        TOTAL | 10.41",
    );
    let counts: Vec<f64> = items(&ledger).into_iter().map(|item| item.1).collect();
    assert_eq!(counts, [3.0, 1.0, 2.0, 0.512]);
    assert_eq!(ledger.check(), Check::Balanced);
}

#[test]
fn reads_the_price_after_a_reduction_as_no_further_reduction() {
    let ledger = read(
        "PIWO 6 x2,99 | 17,94A
        Rabat | -3,00
        14,94A
        MASLO | 6,49A
        SUMA PLN | 21,43",
    );
    let read: Vec<_> = ledger.items.iter().map(|item| (item.text.as_str(), item.price, item.discount)).collect();
    assert_eq!(read, [("PIWO", Some(1794), Some(300)), ("MASLO", Some(649), None)]);
}

#[test]
fn reads_a_counted_deposit_as_no_product() {
    let ledger = read(
        "BONI MELK | 6 | 0,99 | 5,94
        BANANEN | 1 | 1,65 | 1,65
        JUPILER | 1 | 17,99 | 17,99
        LEEGGOED | 1 | 4,50 | 4,50
        TOTAAL | 30,08",
    );
    assert_eq!(names(&ledger), ["BONI MELK", "BANANEN", "JUPILER"]);
}

#[test]
fn reads_each_of_five_thousand_lines_once() {
    let ledger = read(&"MILK WHOLE | 2.49\n".repeat(5_000));
    assert_eq!((ledger.items.len(), ledger.sum()), (5_000, 5_000 * 249));
}

#[test]
fn assigns_a_quantity_below_a_continued_name_to_its_product() {
    let ledger = read(
        "Fire Roasted Diced Tomatoes | 1.56
        Fresh Atlantic Salmon | 23.98
        Portions Skin On 12 oz
        2 @ 11.99
        Medium Cheddar Cheese | 4.99",
    );
    assert_eq!(ledger.items.iter().map(|item| item.quantity).collect::<Vec<_>>(), [1.0, 2.0, 1.0]);
}

#[test]
fn takes_no_shop_or_number_above_the_products_for_one() {
    let ledger = read(
        "The Corner Grocery and Delicatessen
        ST# 0100 OP# 9044 TE# 44 TR# 1301
        BANANAS | 1.24
        WHOLE MILK | 3.12
        TOTAL | 4.36",
    );
    assert_eq!(names(&ledger), ["BANANAS", "WHOLE MILK"]);
}

#[test]
fn assigns_a_count_in_the_amount_column_to_the_product_it_multiplies_to() {
    let ledger = read("Toast | 1,19\n2 x | 1,39\nEisbergsalat | 2,78\nBrot | 2,29\nSumme | 6,26");
    assert_eq!(items(&ledger), [("Toast", 1.0, 119), ("Eisbergsalat", 2.0, 278), ("Brot", 1.0, 229)]);
}

#[test]
fn reads_no_decimal_point_from_an_abbreviation() {
    let ledger = read("Geflügel-Bratw. 1,79 x 3 | 5,37\nSumme | 5,37");
    assert_eq!(items(&ledger), [("Geflügel-Bratw", 3.0, 537)]);
}

#[test]
fn reads_on_after_a_levy_among_the_products() {
    let ledger = read(
        "COLA | 2.49
        BEVERAGE TAX | 0.30
        BREAD | 2.99
        SUGAR SNAP PEAS | 2.50
        BAG CHARGE | 0.10
        SUBTOTAL | 8.38
        TOTAL | 8.38",
    );
    assert_eq!(names(&ledger), ["COLA", "BREAD", "SUGAR SNAP PEAS", "BAG CHARGE"]);
}

#[test]
fn reads_on_after_a_running_sum_between_the_products() {
    let ledger = read(
        "CHICKEN BREAST | 9.43
        SUBTOTAL | 9.43
        CELERY | 2.98
        KETCHUP | 1.58
        SUBTOTAL | 13.99
        TAX 1 | 0.50
        TOTAL | 14.49",
    );
    assert_eq!((names(&ledger), ledger.subtotal), (vec!["CHICKEN BREAST", "CELERY", "KETCHUP"], Some(1_399)));
}

#[test]
fn keeps_a_product_with_the_price_of_a_returned_one() {
    let ledger =
        read("POMEGRANATE SEEDS | 3.99\nCELERY HEARTS | 2.29\nREFUND\nBUTTER PEANUT CREAMY | -3.99\nTOTAL | 2.29");
    assert_eq!(names(&ledger), ["POMEGRANATE SEEDS", "CELERY HEARTS"]);
}
