use super::candidates::{Candidate, CutEnds, candidates};
use super::grammar::{DateReading, find_dates, without_times};
use super::vote::{PassDate, is_settled, vote};
use super::{MAX_DATES, cut_ends, read};
use crate::ocr::models::Models;
use crate::ocr::session::Session;
use crate::ocr::text_box::Alternative;
use crate::ocr::text_box::TextBox;
use crate::tests::text_box;
use chrono::NaiveDate;
use domain::printed_date::{DatePrecision, DayOrder, PrintedDate, PrintedDateKind};
use domain::scan::PhotoArea;
use image::{Rgb, RgbImage};
use proptest::prelude::*;

const DMY: Option<DayOrder> = Some(DayOrder::DayFirst);
const MDY: Option<DayOrder> = Some(DayOrder::MonthFirst);
const YMD: Option<DayOrder> = Some(DayOrder::YearFirst);

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn today() -> NaiveDate {
    day("2026-11-27")
}

/// Returns a text box in a line; lines are 30 pixels apart, letters ten wide.
fn word(text: &str, left: f32, line: f32, confidence: f32) -> TextBox {
    let width = 10.0 * f32::from(u8::try_from(text.chars().count()).unwrap());
    text_box(text, [left, 30.0 * line, left + width, 30.0 * line + 20.0], confidence)
}

fn label(lines: &[&str]) -> Vec<TextBox> {
    lines.iter().zip([0.0, 1.0, 2.0, 3.0]).map(|(text, line)| word(text, 0.0, line, 0.97)).collect()
}

fn found(lines: &[&str], order: Option<DayOrder>) -> Vec<Candidate> {
    candidates(&label(lines), &[], today(), order)
}

/// The likeliest date and whether it is sure.
fn best(lines: &[&str], order: Option<DayOrder>) -> Option<(String, bool)> {
    found(lines, order).first().map(|best| (best.date.to_string(), best.is_sure))
}

#[test]
fn reads_dates_as_they_are_printed() {
    for (line, order, expected) in [
        ("MHD 26.03.27", DMY, "2027-03-26"),
        ("MHD: 26.03.2027", DMY, "2027-03-26"),
        ("26 . 03 . 2027", DMY, "2027-03-26"),
        ("26-03-2027", DMY, "2027-03-26"),
        ("26/03/2027", DMY, "2027-03-26"),
        ("26 03 2027", DMY, "2027-03-26"),
        ("26 03 20 27", DMY, "2027-03-26"),
        ("BEST BEFORE 26 03 27", DMY, "2027-03-26"),
        ("EXP 260327", DMY, "2027-03-26"),
        ("EXP 26032027", DMY, "2027-03-26"),
        ("EXP 20270326", DMY, "2027-03-26"),
        ("2027-03-26", DMY, "2027-03-26"),
        ("2027.03.26", MDY, "2027-03-26"),
        ("BB 27.03.26", YMD, "2027-03-26"),
        ("03/26/27", DMY, "2027-03-26"),
        ("BEST BY 03/04/27", MDY, "2027-03-04"),
        ("BEST BEFORE 03/04/27", DMY, "2027-04-03"),
        ("26 MAR 27", DMY, "2027-03-26"),
        ("26MAR2027", DMY, "2027-03-26"),
        ("MAR 26 27", MDY, "2027-03-26"),
        ("MAR/26/27", MDY, "2027-03-26"),
        ("MAR 26, 2027", MDY, "2027-03-26"),
        ("2027 MAR 26", DMY, "2027-03-26"),
        ("26 MÄRZ 2027", DMY, "2027-03-26"),
        ("26 mars 2027", DMY, "2027-03-26"),
        ("26 MARZO 2027", DMY, "2027-03-26"),
        ("26 MAART 2027", DMY, "2027-03-26"),
        ("26 marca 2027", DMY, "2027-03-26"),
        ("26 MARÇO 2027", DMY, "2027-03-26"),
        ("15 aoÛt 2027", DMY, "2027-08-15"),
        ("01 paź 2027", DMY, "2027-10-01"),
        ("10 0CT 27", DMY, "2027-10-10"),
        ("1O 5EP 27", DMY, "2027-09-10"),
        ("O1.O3.2O27 01.03.2027", DMY, "2027-03-01"),
        // A month lasts until its last day.
        ("THT 03.2027", DMY, "2027-03-31"),
        ("Ende 02/2028", DMY, "2028-02-29"),
        ("2027/04", DMY, "2027-04-30"),
        ("EXP 04/27", DMY, "2027-04-30"),
        ("EXP MAR 27", DMY, "2027-03-31"),
        ("MAR 2027", DMY, "2027-03-31"),
        // Times of day stick to dates, and are none.
        ("26.03.27 12:08", DMY, "2027-03-26"),
        ("26.03.2027 21:05:59 L2", DMY, "2027-03-26"),
        ("FEB 21 2710:48", MDY, "2027-02-21"),
        ("19.08.202708:27(22)J4", DMY, "2027-08-19"),
        ("USED BY MAR O7 27SJ", MDY, "2027-03-07"),
        ("26.03.20271048", DMY, "2027-03-26"),
        ("26.03.20271", DMY, "2027-03-26"),
        // Marks that were misread or not seen.
        ("26,03.27", DMY, "2027-03-26"),
        ("26/0327", DMY, "2027-03-26"),
        ("2603/2027", DMY, "2027-03-26"),
    ] {
        assert_eq!(best(&[line], order).map(|(date, _)| date).as_deref(), Some(expected), "{line}");
    }
}

#[test]
fn reads_no_date_from_other_numbers() {
    for line in [
        "",
        "12:08",
        "L12345",
        "4006381 333931",
        "500 g",
        "1,5 kg 3.49",
        "31.02.2027",
        "26.13.27 L",
        "NR. 1234567890",
        "MARKE 12",
        "AUGUSTINER 12 27",
        "MARGARINE 26 03 27x",
        "01.01.1999",
        "26.03.2047",
        "+49 30 1234-567",
    ] {
        assert!(found(&[line], DMY).iter().all(|date| !date.is_sure), "{line}");
    }
    for line in ["", "12:08", "L12345", "4006381 333931", "31.02.2027", "MARKE 12", "01.01.1999", "26.03.2047"] {
        assert_eq!(found(&[line], DMY), [], "{line}");
    }
}

#[test]
fn reads_the_kind_of_date_in_each_language() {
    use PrintedDateKind::{BestBefore, UseBy};
    for (text, expected) in [
        ("Best before", Some(BestBefore)),
        ("BBE", Some(BestBefore)),
        ("Use by", Some(UseBy)),
        ("EXP", None),
        ("MHD", Some(BestBefore)),
        ("mindestens haltbar bis", Some(BestBefore)),
        ("zu verbrauchen bis", Some(UseBy)),
        ("DLC", Some(UseBy)),
        ("À consommer jusqu'au", Some(UseBy)),
        ("À consommer de préférence avant le", Some(BestBefore)),
        ("DDM", Some(BestBefore)),
        ("Consumir preferentemente antes de", Some(BestBefore)),
        ("Fecha de caducidad", Some(UseBy)),
        ("Da consumarsi preferibilmente entro", Some(BestBefore)),
        ("Da consumarsi entro", Some(UseBy)),
        ("scad.", Some(UseBy)),
        ("THT", Some(BestBefore)),
        ("ten minste houdbaar tot", Some(BestBefore)),
        ("TGT", Some(UseBy)),
        ("te gebruiken tot", Some(UseBy)),
        ("Najlepiej spożyć przed", Some(BestBefore)),
        ("Należy spożyć do", Some(UseBy)),
        ("Consumir de preferência antes de", Some(BestBefore)),
        ("Consumir até", Some(UseBy)),
        ("VAL.", None),
    ] {
        for lines in [vec![format!("{text}: 26.03.27")], vec![text.to_owned(), "26.03.27".to_owned()]] {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let found = found(&lines, DMY);
            assert_eq!((found[0].kind, found[0].is_sure), (expected, true), "{lines:?}");
        }
    }
    let frozen = found(&["Eingefroren am 20.11.2026"], DMY);
    assert_eq!((frozen[0].kind, frozen[0].is_sure), (Some(PrintedDateKind::FrozenOn), false));
}

#[test]
fn prefers_the_expiry_to_production_and_lot() {
    for (lines, expected) in [
        (vec!["PROD 19.09.2026 EXP 19.09.2027"], Some(("2027-09-19", true))),
        (vec!["PROD 19.09.2026", "EXP 19.09.2027"], Some(("2027-09-19", true))),
        (vec!["Hergestellt am 20.11.2026", "MHD 20.02.2027"], Some(("2027-02-20", true))),
        (vec!["P:20.11.2026 E:20.02.2027"], Some(("2027-02-20", true))),
        (vec!["20.11.2026", "20.02.2027"], Some(("2027-02-20", true))),
        (vec!["LOT 261127", "BB 26.03.27"], Some(("2027-03-26", true))),
        (vec!["PROD 19.09.2026"], None),
        (vec!["PRODUCED", "26.03.2027"], None),
        (vec!["MFG 02.05.26 BBF 02.01.27"], Some(("2027-01-02", true))),
        (vec!["MFG 02.05.27 BBF ?2.0?.Z"], None),
        (vec!["MFG/EXP", "02.05.26", "02.01.27"], Some(("2027-01-02", true))),
        (vec!["MFG/EXP 02.05.26 02.01.27"], Some(("2027-01-02", true))),
        (vec!["MFG/EXP 02.05.27"], None),
        (vec!["MFG DATE / EXP DATE", "02.05.27"], None),
        (vec!["PROD: L 4711", "02.05.2027"], Some(("2027-05-02", false))),
        (vec!["PRD", "02.05.2027 EXP"], Some(("2027-05-02", false))),
        (vec!["LOT 260327"], None),
        (vec!["ELAB. 02.05.27 VENC ?2.0?"], None),
        (vec!["FAB. 02.05.27 VENCE ?2.0?"], None),
        (vec!["PAKOWANO 02.05.27"], None),
        (vec!["VERPACKT AM 02.05.27"], None),
        (vec!["EMBALLE LE 02.05.27"], None),
        (vec!["ENVASADO 02.05.27"], None),
        (vec!["CONFEZIONATO IL 02.05.27"], None),
        (vec!["VERPAKT OP 02.05.27"], None),
        (vec!["WYPRODUKOWANO 02.05.27"], None),
        (vec!["EMBALADO EM 02.05.27"], None),
    ] {
        let expected = expected.map(|(date, is_sure)| (date.to_owned(), is_sure));
        assert_eq!(best(&lines, DMY), expected, "{lines:?}");
    }
}

#[test]
fn is_not_sure_of_ambiguous_dates() {
    for (lines, order, why) in [
        (vec!["260327"], DMY, "six digits without a word"),
        (vec!["26 03 27"], DMY, "numbers without a word"),
        (vec!["APR1127"], DMY, "four digits without a word"),
        (vec!["03.27"], DMY, "a price or a part of a number"),
        (vec!["8/2027"], DMY, "a day or a digit of the month is missing"),
        (vec!["THT 1X 08/2027"], DMY, "a day beside it"),
        (vec!["/08/2027"], DMY, "a mark of a day"),
        (vec!["MHD 26.03.20270"], DMY, "a digit behind it may be one of the year"),
        (vec!["26/0327"], DMY, "a mark is missing"),
        (vec!["USE BY 30 NOV"], DMY, "no year"),
        (vec!["EXP MAR 27"], MDY, "a year or a day"),
        (vec!["26.11.2026"], DMY, "past"),
        (vec!["MHD 26.03.2031"], DMY, "too far away"),
        (vec!["26.03.2027", "26.04.2027"], DMY, "two dates"),
        (vec!["BEST BEFORE 03/04/27"], None, "an unknown order"),
        (vec!["27.03.28"], DMY, "a year may stand first"),
    ] {
        assert!(found(&lines, order).iter().all(|date| !date.is_sure), "{lines:?}: {why}");
    }
    let doubtful = [word("MHD 26.03.27", 0.0, 0.0, 0.8)];
    assert!(!candidates(&doubtful, &[], today(), DMY)[0].is_sure, "a recogniser in doubt");
}

#[test]
fn reads_the_months_of_canada_and_days_without_a_year() {
    use PrintedDateKind::{BestBefore, UseBy};
    for (line, expected, kind) in [
        ("BB/MA 2027 MA 12", "2027-05-12", Some(BestBefore)),
        ("MEILLEUR AVANT 2027 AL 02", "2027-04-02", Some(BestBefore)),
        ("2027JN30", "2027-06-30", None),
        ("26 DE 15", "2026-12-15", None),
        ("BB 27SE01", "2027-09-01", Some(BestBefore)),
        ("PACKED 20 NOV  USE BY 30 NOV", "2026-11-30", Some(UseBy)),
        ("USE BY NOV 28", "2028-11-30", Some(UseBy)),
        ("ZU VERBRAUCHEN BIS: 30.11.", "2026-11-30", Some(UseBy)),
        ("À CONSOMMER JUSQU'AU 3 JANV.", "2027-01-03", Some(UseBy)),
        ("CONSUMIR PREF. ANTES DEL 15/01/27", "2027-01-15", Some(BestBefore)),
        ("DA CONSUMARSI PREF. ENTRO FINE 12-2026", "2026-12-31", Some(BestBefore)),
        ("BBF02.01.27", "2027-01-02", Some(BestBefore)),
    ] {
        let found = found(&[line], DMY);
        let best = found.first().map(|best| (best.date.to_string(), best.kind));
        assert_eq!(best, Some((expected.to_owned(), kind)), "{line}");
    }
    assert_eq!(
        found(&["USE BY NOV 28"], MDY)[0].alternatives[0].date,
        day("2026-11-28"),
        "the other reading is offered"
    );
    for line in ["30.11.", "PRICE 12.05", "26 MAR 2O27x", "12 MARKE", "1 DE 4"] {
        assert_eq!(found(&[line], DMY), [], "{line}");
    }
}

#[test]
fn is_not_sure_of_a_date_that_the_edge_of_the_picture_cuts() {
    let is_sure = |text: &str, cut: CutEnds| candidates(&label(&[text]), &[cut], today(), DMY)[0].is_sure;
    let (start, end) = (CutEnds { start: true, end: false }, CutEnds { start: false, end: true });
    assert!(is_sure("08.08.2027", CutEnds::default()));
    assert!(!is_sure("08.08.2027", start) && !is_sure("08.08.2027", end));
    assert!(is_sure("MHD 08.08.2027", start) && !is_sure("MHD 08.08.2027", end), "the word is cut");
    let quad = |left, right| crate::tests::quad([left, 0.4, right, 0.5]);
    assert!(cut_ends(&quad(0.0, 0.5)).start && !cut_ends(&quad(0.0, 0.5)).end && cut_ends(&quad(0.5, 1.0)).end);
}

#[test]
fn is_not_sure_of_a_digit_that_may_be_another() {
    let mut boxes = label(&["MHD 08.08.2027"]);
    let sure = |boxes: &[TextBox]| candidates(boxes, &[], today(), DMY)[0].is_sure;
    boxes[0].recognised.alternatives = vec![Alternative { at: 5, digit: '3', likelihood: 0.02 }];
    assert!(sure(&boxes));
    boxes[0].recognised.alternatives[0].likelihood = 0.6;
    assert!(!sure(&boxes));
}

#[test]
fn returns_both_orders_if_the_order_is_unknown() {
    let found = found(&["BEST BEFORE 03/04/2027"], None);
    assert_eq!(found[0].date, day("2027-04-03"));
    assert!(found[0].is_ambiguous);
    assert_eq!(found[0].alternatives.iter().map(|other| other.date).collect::<Vec<_>>(), [day("2027-03-04")]);
    assert_eq!(best(&["BEST BEFORE 26/03/2027"], None), Some(("2027-03-26".into(), true)), "one order is possible");
}

#[test]
fn joins_the_boxes_of_a_line() {
    let words = [word("MHD", 0.0, 0.0, 0.97), word("26.03.", 50.0, 0.05, 0.97), word("2027", 120.0, 0.1, 0.97)];
    let found = candidates(&words, &[], today(), DMY);
    assert_eq!((found[0].date, found[0].is_sure), (day("2027-03-26"), true));
    assert_eq!((found[0].text.as_str(), &found[0].boxes[..]), ("MHD 26.03. 2027", &[1, 2][..]));
}

fn pass(date: &str, is_sure: bool) -> Vec<PassDate> {
    let place = PhotoArea { photo: 0, left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
    let (precision, text) = (DatePrecision::Day, date.to_owned());
    let printed = PrintedDate { date: day(date), precision, kind: None, is_sure, text, place };
    vec![PassDate { printed, is_ambiguous: false, alternatives: Vec::new() }]
}

#[test]
fn is_sure_only_if_two_passes_agree() {
    let (sure, other) = (|| pass("2027-03-26", true), || pass("2028-03-26", false));
    let is_sure = |passes: &[Vec<PassDate>]| vote(passes, MAX_DATES)[0].is_sure;
    assert!(is_sure(&[sure(), sure()]) && is_settled(&[sure(), sure()]));
    assert!(is_sure(&[pass("2027-03-26", false), sure()]));
    assert!(!is_sure(&[sure()]), "one pass");
    assert!(!is_sure(&[sure(), other()]) && !is_settled(&[sure(), other()]), "contradicted");
    assert!(!is_sure(&[sure(), sure(), pass("2028-03-26", true)]), "contradicted for certain");
    assert!(!is_sure(&[pass("2027-03-26", false), pass("2027-03-26", false)]), "none is sure");
    let both = || [pass("2027-03-26", true), pass("2026-03-26", false)].concat();
    assert!(is_sure(&[both(), pass("2026-03-26", false), both()]), "one saw only the date of production");
    assert!(!is_sure(&[both(), pass("2026-03-27", false), both()]), "another date");
    let dates = vote(&[other(), sure(), pass("2029-01-01", false), sure()], MAX_DATES);
    assert_eq!(
        dates.iter().map(|date| date.date.to_string()).collect::<Vec<_>>(),
        ["2027-03-26", "2028-03-26", "2029-01-01"]
    );
    assert_eq!(vote(&[], MAX_DATES), []);
    assert_eq!(vote(&[Vec::new(), Vec::new()], MAX_DATES), []);
}

#[test]
fn reads_no_date_from_empty_pictures_of_any_size() {
    let session = || Session::new(Models::shared().unwrap());
    for (width, height) in [(1, 1), (640, 1), (1, 640), (64, 64)] {
        let picture = RgbImage::from_pixel(width, height, Rgb([200; 3]));
        assert_eq!(read(&session(), &picture, today(), DMY).unwrap(), [], "{width}x{height}");
    }
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(96, 64, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([state.to_be_bytes()[0]; 3])
    });
    assert!(read(&session(), &noise, today(), None).unwrap().iter().all(|date| !date.is_sure));
}

proptest! {
    #[test]
    fn reads_any_text(lines in proptest::collection::vec("[0-9A-Z./: ,äł☃-]{0,40}|\\PC{0,30}", 0..4)) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for candidate in found(&lines, None) {
            prop_assert!(!candidate.is_sure || candidate.date >= today());
        }
        for line in lines {
            let line: Vec<char> = line.to_uppercase().chars().collect();
            for date in find_dates(&without_times(&line), today()) {
                prop_assert!(date.at.start < date.at.end && date.at.end <= line.len());
                let _: Vec<DateReading> = date.readings;
            }
        }
    }
}
