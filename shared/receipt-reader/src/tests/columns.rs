//! Tests of columns that are recognised by repetition: numbers, marks, counts, weights, headings, and characters that
//! are attached to an amount.

use super::structure::{items, names, read, rows};
use crate::layout::rows::Cell;
use crate::parse::ledger::Check;
use crate::tests::parse_ledger;

#[test]
fn ignores_line_numbers_before_names_and_counts() {
    let ledger = read("1 RICE | 2.99\n2 BEANS | 1.49\n3 LENTILS | 2.19\nTOTAL | 6.67");
    assert_eq!(items(&ledger), [("RICE", 1.0, 299), ("BEANS", 1.0, 149), ("LENTILS", 1.0, 219)]);
    // A column of counts behind the numbers.
    let ledger = read("1 2 RICE | 5.98\n2 1 BEANS | 1.49\n3 6 LENTILS | 13.14\n4 1 BARLEY | 2.00\nTOTAL | 22.61");
    assert_eq!(
        items(&ledger),
        [("RICE", 2.0, 598), ("BEANS", 1.0, 149), ("LENTILS", 6.0, 1_314), ("BARLEY", 1.0, 200)]
    );
    // A count on a row of its own is no line number.
    let ledger = read("1 MILK | 3.28\n2 TORTILLAS | 2.98\n3 LIMES\n6 Ea. @ 0.20 | 1.20\n4 SALSA | 3.48\nTOTAL | 10.94");
    assert_eq!(items(&ledger), [("MILK", 1.0, 328), ("TORTILLAS", 1.0, 298), ("LIMES", 6.0, 120), ("SALSA", 1.0, 348)]);
}

#[test]
fn reads_a_count_behind_the_article_number() {
    let ledger = read(
        "21146849 2 MASLO EXTRA | 16,98
        89814746 12 REKLAMOWKA | 5,88
        97886364 1 BANAN LUZ | 6,90
        RAZEM | 29,76",
    );
    assert_eq!(items(&ledger), [("MASLO EXTRA", 2.0, 1_698), ("REKLAMOWKA", 12.0, 588), ("BANAN LUZ", 1.0, 690)]);
}

#[test]
fn reads_the_count_of_a_name_above_before_the_article_number() {
    let ledger = read(
        "Vollkornbrot
        1 75615848 | 2,25 A
        Schweineschnitzel
        6 12142520 | 34,74 A
        Joghurt
        12 45082422 | 19,92 A
        zu zahlen | 56,91",
    );
    assert_eq!(
        items(&ledger),
        [("Vollkornbrot", 1.0, 225), ("Schweineschnitzel", 6.0, 3_474), ("Joghurt", 12.0, 1_992)]
    );
}

#[test]
fn reads_three_decimals_in_front_as_a_weight() {
    let ledger = read("1,610kg BACALHAU GRAUDO | 22,68\nESPARGUETE 500G | 0,97\nTOTAL | 23,65");
    assert_eq!(items(&ledger), [("BACALHAU GRAUDO", 1.61, 2_268), ("ESPARGUETE 500G", 1.0, 97)]);
    // A size has fewer.
    let ledger = read("1.5kg POTATOES | 2.68\nBREAD | 0.97\nTOTAL | 3.65");
    assert_eq!(items(&ledger)[0], ("1.5kg POTATOES", 1.0, 268));
}

#[test]
fn prefers_the_count_below_to_a_number_in_front() {
    let ledger = read(
        "4 PANE CASERECCIO | 3,19
        0,942 kg @ 3,39
        4 LATTE INTERO | 5,96
        4 pz @ 1,49
        4 SPAGHETTI | 3,87
        3 pz @ 1,29
        TOTALE | 13,02",
    );
    assert_eq!(items(&ledger), [("PANE CASERECCIO", 0.942, 319), ("LATTE INTERO", 4.0, 596), ("SPAGHETTI", 3.0, 387)]);
}

#[test]
fn ignores_a_mark_read_as_a_digit_of_the_amount() {
    // A weight does not have six decimals; the other amounts show the position of the decimals.
    let ledger = read(
        "GOPI PANEER | 9.99 > R
        ROMA TOMATO | 5.99 > R
        BLACK GRAPE | 6.79 > R
        AVOCADOS | 4.69 > R
        TOTAL | 27.46",
    );
    assert_eq!(ledger.check(), Check::Balanced);
    let glued = |text: &str| {
        let mut rows = rows(text);
        for row in rows.iter_mut().take(4) {
            // The mark makes the amount longer to the right.
            let cell = row.cells.last_mut().unwrap();
            let marks = cell.text.chars().count() - cell.text.find('.').unwrap() - 3;
            let by = 10.0 * f32::from(u16::try_from(marks).unwrap());
            (cell.left, cell.right) = (cell.left + by, cell.right + by);
        }
        parse_ledger(&rows)
    };
    let ledger =
        glued("GOPI PANEER | 9.99A\nROMA TOMATO | 5.99A\nBLACK GRAPE | 6.79A\nAVOCADOS | 4.691208\nTOTAL | 27.46");
    assert_eq!((items(&ledger)[3], ledger.check()), (("AVOCADOS", 1.0, 469), Check::Balanced));
    let ledger = glued("STEINOFENPIZZA | 4.182\nNATURJOGHURT | 3.922\nNOUGAT | 3.493\nQUARK | 1.002\nTOTAL | 12.59");
    assert_eq!(ledger.check(), Check::Balanced);
}

#[test]
fn recognises_an_unknown_department_by_its_repetition() {
    let ledger = read(
        "QWRTZ
        BANAN LUZ | 6,99
        BNMXY
        MASLO EXTRA | 7,39
        SER GOUDA | 8,53
        QWRTZ
        OGOREK ZIELONY | 7,49
        BNMXY
        KEFIR | 2,00
        RAZEM | 32,40",
    );
    assert_eq!(names(&ledger), ["BANAN LUZ", "MASLO EXTRA", "SER GOUDA", "OGOREK ZIELONY", "KEFIR"]);
}

#[test]
fn reads_a_row_with_article_number_as_a_product_without_price() {
    let text = "MC CELERY 005210000218 | 2.98
        SHALLOTS 003784205600
        CHICKN BROTH 005100013279 | 1.98
        KETCHUP 001300000124 | 1.58
        PORT WINE 008894000001 | 5.00
        TOTAL | ";
    let ledger = read(&format!("{text}12.54"));
    assert_eq!(items(&ledger)[1], ("SHALLOTS", 1.0, 0));
    assert_eq!(ledger.items[1].price, None);
    // If the others balance, nothing is missing.
    assert_eq!(read(&format!("{text}11.54")).items.len(), 4);
}

#[test]
fn accepts_a_minus_behind_the_currency() {
    let ledger = read("TOMATEN | 2,46 EUR\nTOMATEN | 0,46 EUR-\nSUMME | 2,00 EUR");
    assert_eq!((ledger.check(), ledger.items.len()), (Check::Balanced, 1));
}

#[test]
fn completes_unread_kilograms_by_the_price() {
    let ledger = read("PINK LADY APPLES | 5.13\n316 kg NET @ $3.90/kg\nTOTAL | 5.13");
    assert_eq!(items(&ledger), [("PINK LADY APPLES", 1.316, 513)]);
}

#[test]
fn reads_a_department_of_one_word_as_the_heading_of_what_follows() {
    let ledger = read("NABIAŁ\nKEFIR | 2,00\nMASLO EXTRA | 7,39\nPIECZYWO\nCHLEB RAZOWY | 7,92\nRAZEM | 17,31");
    assert_eq!(names(&ledger), ["KEFIR", "MASLO EXTRA", "CHLEB RAZOWY"]);
    // Before its price, it is a product.
    let ledger = read("KÄSE\n1234567 | 2,00\nMASLO EXTRA | 7,39\nRAZEM | 9,39");
    assert_eq!(items(&ledger)[0], ("KÄSE", 1.0, 200));
}

#[test]
fn reads_a_short_word_behind_nearly_all_names_as_a_mark() {
    let ledger = read(
        "HEAVY CREAM NP | 3.39
        FLOUR ALMOND NP | 11.99
        HONEY BUTTER NP | 9.99
        BROTH CHICKEN NP | 2.19
        GROUND BEEF NP | 5.04
        RYE BREAD NP | 4.00
        TOTAL | 36.60",
    );
    assert_eq!(
        names(&ledger),
        ["HEAVY CREAM", "FLOUR ALMOND", "HONEY BUTTER", "BROTH CHICKEN", "GROUND BEEF", "RYE BREAD"]
    );
    // Behind a few names it is a part of them.
    let ledger = read(
        "EGGS XL | 3.39
        SHRIMP XL | 11.99
        HONEY BUTTER | 9.99
        BROTH CHICKEN | 2.19
        GROUND BEEF | 5.04
        RYE BREAD | 4.00
        TOTAL | 36.60",
    );
    assert_eq!(items(&ledger)[0].0, "EGGS XL");
}

#[test]
fn leaves_marks_around_names_out_of_them() {
    for (text, expected) in [
        (
            "T PAM BIO BORLOTTI 10,00% | 0,99
            T TOTAL FAGE 10,00% | 3,99
            T CETRIOLI 4,00% | 0,74
            T POMODORO RAMATO 4,00% | 3,11
            TOTALE | 8,83",
            &["PAM BIO BORLOTTI", "TOTAL FAGE", "CETRIOLI", "POMODORO RAMATO"] as &[&str],
        ),
        (
            "21.0 PK TENTO | 29.90
            15.0 *BANANY PREMIUM | 8.80
            15.0 TVAROH MADETA | 23.90
            15.0 RETRO SUNKA | 65.60
            Celkem | 128.20",
            &["PK TENTO", "BANANY PREMIUM", "TVAROH MADETA", "RETRO SUNKA"],
        ),
        (
            "A CHUSTECZKI BLOOM | 7,98A
            CSEREK TWOJ SMAK | 4,39C
            C PUDING PROTEIN | 9,98C
            C RZODKIEWKA | 2,49C
            SUMA PLN | 24,84",
            &["CHUSTECZKI BLOOM", "SEREK TWOJ SMAK", "PUDING PROTEIN", "RZODKIEWKA"],
        ),
        (
            "LAIT DEMI ECREME 1L 5,5% | 1,15
            YAOURT 0% 5,5% | 2,20
            LIQUIDE VAISSELLE 20% | 2,49
            BEURRE DOUX 250G 5,5% | 2,89
            TOTAL A PAYER | 8,73",
            &["LAIT DEMI ECREME 1L", "YAOURT 0%", "LIQUIDE VAISSELLE", "BEURRE DOUX 250G"],
        ),
        (
            "WT CAULIFLOWER | 3.47 B
            WT RED ONIONS | 1.20 B
            SNDWCH BREAD WT | 2.79 B
            WT WATCHERS BREAD | 3.49 B
            TOTAL | 10.95",
            &["CAULIFLOWER", "RED ONIONS", "SNDWCH BREAD WT", "WT WATCHERS BREAD"],
        ),
        (
            "LECHE ENTERA 3,6% | 0,95
            PAN MOLDE 4,00% | 1,35
            AGUA 10,00% | 0,65
            JABON LIQUIDO 21% B | 2,10
            TOTAL | 5,05",
            &["LECHE ENTERA 3,6%", "PAN MOLDE", "AGUA", "JABON LIQUIDO"],
        ),
        (
            "STO TOFU | 1.67 F
            STO SPINACH | 3.49 F
            KRO BREAD | 4.29 F
            KRO HUMMUS | 2.19 F
            KRO YOGURT | 1.00 F
            TOTAL | 12.64",
            &["STO TOFU", "STO SPINACH", "KRO BREAD", "KRO HUMMUS", "KRO YOGURT"],
        ),
        (
            "(C) ARROZ AGULHA | 1,29
            (C) ATUM POSTA AZEITE | 3,57
            (A) MACA GALA | 1,29
            (A) LEITE MEIO GORDO | 5,16
            TOTAL A PAGAR | 11,31",
            &["ARROZ AGULHA", "ATUM POSTA AZEITE", "MACA GALA", "LEITE MEIO GORDO"],
        ),
        (
            "A00 UHT TEJ 2,8% | 459
            B00 KENYER FEHER | 799
            B00 TRAPPISTA SAJT | 1 302
            C00 MOSOGATOSZER | 1 298
            OSSZESEN | 3 858",
            &["UHT TEJ 2,8%", "KENYER FEHER", "TRAPPISTA SAJT", "MOSOGATOSZER"],
        ),
        // The class is behind the amount, too.
        (
            "MLEKO UHT A 3 x3,49 | 10,47A
            BANAN LUZ C 0,845 x5,99 | 5,06C
            CHLEB ZYTNI C 1 x4,29 | 4,29C
            SUMA PLN | 19,82",
            &["MLEKO UHT", "BANAN LUZ", "CHLEB ZYTNI"],
        ),
    ] {
        let ledger = read(text);
        assert_eq!(names(&ledger), expected);
    }
    // The mark of weighed products is left of the names.
    let mut weighed = rows(
        "PINEAPPLE | 2.79 B
        CARROTS CLIP TOP | 0.64 B
        GINGER ROOT | 0.55 B
        TWIN TEA | 8.49 B
        BALANCE | 12.47",
    );
    weighed[1].cells.insert(0, Cell::new("WT", -80.0, -60.0, 0.9));
    assert_eq!(items(&parse_ledger(&weighed))[1].0, "CARROTS CLIP TOP");
    // A brand's letters are a part of its names.
    let ledger = read("KS WATER | 3.99\nKS ALMONDS | 9.99\nKS EGGS | 4.50\nBANANAS | 1.99\nTOTAL | 20.47");
    assert_eq!(items(&ledger)[0].0, "KS WATER");
}

#[test]
fn reads_a_count_and_price_without_spaces() {
    let ledger = read(
        "ChlebPszen-Zyt550g | 1 ×1,99 1,99C
        Ser gouda 400g | x6,99 6,99C
        Mleko UHT 1,5 11 | x2,19 4,38C
        Olej Wyborny il | x3,99 3,99C
        PAPRYKA CZERWONA KG 1.2 ×1299 | 15,59C
        DOMATES 0,845 KGx29,90 TL/KG | 25,27
        SUMA PLN | 58,21",
    );
    assert_eq!(
        items(&ledger),
        [
            ("ChlebPszen-Zyt550g", 1.0, 199),
            ("Ser gouda 400g", 1.0, 699),
            ("Mleko UHT 1,5 11", 2.0, 438),
            ("Olej Wyborny il", 1.0, 399),
            ("PAPRYKA CZERWONA KG", 1.2, 1_559),
            ("DOMATES", 0.845, 2_527),
        ]
    );
}

#[test]
fn keeps_a_size_that_looks_like_a_column_with_its_name() {
    let ledger = read(
        "153094 APFELSAFT 1 L | 0,89 B
        153036 Eierlikör 0,71 | 3,49 B
        200518 Prosecco 0,375L | 2,99 B
        107064 Landjäger 200g | 2,49 A
        SUMME | 9,86",
    );
    assert_eq!(names(&ledger), ["APFELSAFT 1 L", "Eierlikör 0,71", "Prosecco 0,375L", "Landjäger 200g"]);
}

#[test]
fn reads_a_count_with_three_decimals() {
    for (row, count) in [("2,000 DB x 599,00", 2.0), ("2,000 X 599,00", 2.0), ("2.000 AD x 599.00", 2.0)] {
        let ledger = read(&format!("KARAJ | 1198,00\n{row}\nTARJA | 599,00\nTOTAL | 1797,00"));
        let measures: Vec<_> = ledger.items.iter().map(|item| (item.quantity, item.measure)).collect();
        assert_eq!(measures, [(count, crate::Measure::Piece), (1.0, crate::Measure::Piece)], "{row}");
    }
}

#[test]
fn keeps_sizes_in_names_beside_numbers_that_are_none() {
    for (text, expected) in [
        // A size is no unit price, …
        (
            "COCA-COLA 1.75L | 2.05
            EAU DE SOURCE 1.5L | 0.89
            JUS ORANGE 0.75L | 1.99
            TOTAL | 4.93",
            ["COCA-COLA 1.75L", "EAU DE SOURCE 1.5L", "JUS ORANGE 0.75L"],
        ),
        // … no article number, …
        (
            "33021 TOILET ROLL 10x200 | 3.95
            33022 LUX SOAP 3X150G | 1.20
            33023 YOGURT 1500G | 2.00
            TOTAL | 7.15",
            ["TOILET ROLL 10x200", "LUX SOAP 3X150G", "YOGURT 1500G"],
        ),
        // … and a share of fat no count.
        (
            "STEAK HACHE 5% X2 | 1 | 4,99 | 4,99
            EMMENTAL RAPE | 2 | 1,85 | 3,70
            YAOURT NATURE | 1 | 2,49 | 2,49
            TOTAL | 11,18",
            ["STEAK HACHE 5% X2", "EMMENTAL RAPE", "YAOURT NATURE"],
        ),
    ] {
        let ledger = read(text);
        assert_eq!(names(&ledger), expected);
    }
}

#[test]
fn subtracts_a_column_of_reductions_from_count_times_price() {
    let ledger = read(
        "VOLLMILCH | 2 | 1.65 | 3.30
        POULET BRUST | 0.312 | 35.00 | 2.20 | 8.72
        WASCHMITTEL | 1 | 12.90 | 12.90
        TOTAL CHF | 24.92",
    );
    assert_eq!(items(&ledger)[1], ("POULET BRUST", 0.312, 872));
}

#[test]
fn reads_the_unit_price_in_rands() {
    let ledger = read(
        "FRESH MILK | 34.99
        BANANAS LOOSE
        0.876kg @ R22.99/kg | 20.14
        TOTAL | 55.13",
    );
    assert_eq!(items(&ledger)[1], ("BANANAS LOOSE", 0.876, 2014));
}

#[test]
fn leaves_a_department_out_of_a_name() {
    let ledger = read(
        "Bio Landbutter | 2,49 B
        FLEISCH & FISCH
        Hähnchen-Minutenschnitzel | 6,47 B
        TIEFGEKÜHLTES & EIS
        Himbeeren und Brombeeren | 3,49 B
        SUMME | 12,45",
    );
    assert_eq!(names(&ledger), ["Bio Landbutter", "Hähnchen-Minutenschnitzel", "Himbeeren und Brombeeren"]);
    // If all rows are in capitals, the department is known by its words.
    let ledger = read("BIO LANDBUTTER | 2,49 B\nFLEISCH & FISCH\nHÄHNCHENSCHNITZEL NATUR | 6,47 B\nSUMME | 8,96");
    assert_eq!(names(&ledger), ["BIO LANDBUTTER", "HÄHNCHENSCHNITZEL NATUR"]);
}

#[test]
fn reads_an_amount_without_point_in_the_price_column() {
    let milk = "VOLLMILCH | 1,15 B\n".repeat(8);
    let ledger = read(&format!("{milk}TK ERBSEN 450G | 1 09 B"));
    assert_eq!(items(&ledger).pop(), Some(("TK ERBSEN 450G", 1.0, 109)));
    // Close to the name, two numbers are a part of it.
    assert_eq!(read(&format!("{milk}WEIN 2 09")).items.len(), 8);
}

#[test]
fn reads_columns_of_counts_and_prices_and_infers_a_missing_count() {
    let ledger = read(
        "Waffles 2 2.89 | 5.78
        Green Tea 3.49 | 10.47
        Romaine 3.19 | 3.19
        Mushrooms 1 2.79 | 2.79
        TOTAL | 22.23",
    );
    assert_eq!(
        items(&ledger),
        [("Waffles", 2.0, 578), ("Green Tea", 3.0, 1_047), ("Romaine", 1.0, 319), ("Mushrooms", 1.0, 279)]
    );
}

#[test]
fn leaves_marks_and_split_article_numbers_out_of_names() {
    let ledger = read(
        "123 4567 OAT MILK | 3.12
        1234567 EGGS 007874203151 F | 4.26
        1234568 RICE | 1.42
        1234569 HONEY | 4.10
        TOTAL | 12.90",
    );
    assert_eq!(names(&ledger), ["OAT MILK", "EGGS", "RICE", "HONEY"]);
}

#[test]
fn keeps_a_number_that_a_name_behind_its_count_begins_with() {
    let ledger = read(
        "1 QUITAGRASAS LIMON | 1,45
        2 ARROZ REDONDO | 1,96
        1 PIMIENTA MOLIDA | 1,20
        1 6 CROQUETAS JAMON | 2,35
        TOTAL | 6,96",
    );
    assert_eq!(items(&ledger).pop(), Some(("6 CROQUETAS JAMON", 1.0, 235)));
}

#[test]
fn keeps_a_word_that_ends_several_short_names() {
    let ledger = read("BBQ SCE | 1.00\nSOY SCE | 1.00\nHOT SCE | 1.00\nWHOLE MILK | 1.00");
    assert_eq!(names(&ledger), ["BBQ SCE", "SOY SCE", "HOT SCE", "WHOLE MILK"]);
}

#[test]
fn leaves_repeated_marks_and_numbered_departments_out_of_names() {
    let mut rows = rows(
        "21-GROCERY
        05719730610 RICE SCENTED | 13.88
        06038301842 CANOLA OIL | 8.88
        22-DAIRY
        056100001 LARGE | 4.88
        055300110 BEATRICE MILK | 3.37
        27-PRODUCE
        06148303491 PEACH ORG | 2.88
        SUBTOTAL | 33.89",
    );
    for (at, mark) in [(1, "RJ"), (2, "RJ"), (4, "RJ"), (5, "RQ")] {
        rows[at].cells.insert(1, Cell::new(mark, 300.0, 320.0, 0.98));
    }
    assert_eq!(names(&parse_ledger(&rows)), ["RICE SCENTED", "CANOLA OIL", "LARGE", "BEATRICE MILK", "PEACH ORG"]);
}
