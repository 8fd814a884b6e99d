use super::*;

fn ymd(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month, day)
}

fn now() -> DateTime<Utc> {
    domain::timestamp::parse("now", "2026-11-25T10:00:00.000Z").unwrap()
}

fn decide(cells: &[&str], language: &str) -> (DayOrder, bool) {
    let evidence = OrderEvidence::of(cells.iter().copied(), now());
    let ColumnOrder { order, is_certain } = evidence.order(None, None, order_of_language(language));
    (order, is_certain)
}

#[test]
fn reads_a_day_in_every_common_spelling() {
    for text in [
        "2026-11-23",
        "2026-11-23T08:00:00.000Z",
        "2026-11-23 08:00",
        "2026/11/23",
        "20261123",
        "2026年11月23日",
        "23.11.2026",
        "23. 11. 2026",
        "23.11.2026 00:00",
        "08:00 23.11.2026",
        "23.11.26",
        "23/11/2026",
        "23-11-2026",
        "Mo., 23.11.2026",
        "23 Nov 26",
        "23-Nov-26",
        "23. November 2026",
        "23 novembre 2026",
        "lundi 23 novembre 2026",
        "November 23, 2026",
        "Nov 23rd, 2026",
        "Mon Nov 23 2026 00:00:00 GMT+0100 (CET)",
        "'23.11.2026",
        "46349",
    ] {
        assert_eq!(day(text, DayOrder::DayFirst), ymd(2026, 11, 23), "{text}");
    }
    assert_eq!(day("11/23/2026", DayOrder::MonthFirst), ymd(2026, 11, 23));
    assert_eq!(day("11/23/2026 12:00:00 AM", DayOrder::MonthFirst), ymd(2026, 11, 23));
    assert_eq!(day("26-11-23", DayOrder::YearFirst), ymd(2026, 11, 23));
    for bad in [
        "",
        "soon",
        "2026-13-01",
        "31.02.2026",
        "2026",
        "1.2",
        "99999-1-1",
        "-1-2-3",
        "1.2.3.4",
        "24 Dez",
        "12/26",
        "milk 2026-11-23",
        "3 packs 2026",
    ] {
        assert_eq!(day(bad, DayOrder::DayFirst), None, "{bad}");
    }
}

#[test]
fn reads_names_of_months_in_three_languages() {
    for (text, month) in [
        ("01 Dez 26", 12),
        ("01 déc. 26", 12),
        ("1er décembre 2026", 12),
        ("01 Mär 26", 3),
        ("1. März 2026", 3),
        ("1 mars 2026", 3),
        ("1 Mai 2026", 5),
        ("1 août 2026", 8),
        ("1 juin 2026", 6),
        ("1 juillet 2026", 7),
        ("1 Jänner 2026", 1),
        ("1 févr. 2026", 2),
        ("1 Sept 2026", 9),
        ("1-Oct-2026", 10),
    ] {
        assert_eq!(day(text, DayOrder::MonthFirst), ymd(2026, month, 1), "{text}");
    }
}

#[test]
fn reads_a_month_without_day_as_its_last_day() {
    for text in ["12/2026", "12.2026", "2026-12", "Dez 2026", "December 2026", "Dec-26"] {
        assert_eq!(day(text, DayOrder::DayFirst), ymd(2026, 12, 31), "{text}");
    }
    assert_eq!(day("02/2028", DayOrder::DayFirst), ymd(2028, 2, 29));
}

#[test]
fn prefers_the_columns_order_to_the_languages() {
    assert_eq!(decide(&["03/04/2026", "25/12/2026"], "en-US"), (DayOrder::DayFirst, true));
    assert_eq!(decide(&["03/04/2026", "12/25/2026"], "de"), (DayOrder::MonthFirst, true));
    assert_eq!(decide(&["03.04.2026"], "en-US"), (DayOrder::DayFirst, true));
    assert_eq!(decide(&["26-12-31"], "en-US"), (DayOrder::YearFirst, true));
    assert_eq!(decide(&["24-12-26", "02-01-27"], "nl"), (DayOrder::DayFirst, true));
    assert!(decide(&["31/12/2026", "12/31/2026"], "en").1, "no cell is two days, so that nothing can be asked");
    assert_eq!(decide(&["31/12/27"], "en"), (DayOrder::DayFirst, true));
    assert_eq!(decide(&["31-12-27"], "en"), (DayOrder::DayFirst, true));
    assert_eq!(decide(&["26/12/31"], "ja"), (DayOrder::YearFirst, true));
    assert_eq!(decide(&["12/31/27"], "de"), (DayOrder::MonthFirst, true));
    assert!(decide(&["2026-04-03", "01/01/2027", "1 May 2026"], "en").1, "there is nothing to decide");
}

#[test]
fn decides_by_language_only_where_it_can() {
    for (tag, order) in [
        ("en-US", (DayOrder::MonthFirst, true)),
        ("en-GB", (DayOrder::DayFirst, true)),
        ("en-AU", (DayOrder::DayFirst, true)),
        ("de", (DayOrder::DayFirst, true)),
        ("fr-FR", (DayOrder::DayFirst, true)),
        ("en", (DayOrder::DayFirst, false)),
        ("en-CA", (DayOrder::DayFirst, false)),
        ("", (DayOrder::DayFirst, false)),
    ] {
        assert_eq!(decide(&["02/12/2026", "01/12/2026"], tag), order, "{tag}");
    }
}

#[test]
fn rejects_other_digits_than_ascii_in_a_day() {
    for text in ["1½", "2026-12-0½", "1.²2.2026", "12 ٣ 2026", "1 Ⅻ 2026"] {
        assert!(!is_day(text), "{text}");
    }
}
