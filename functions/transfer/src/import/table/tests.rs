use super::*;
use domain::calendar_day::Tz;
use domain::id::UserId;
use domain::item::Item;
use domain::printed_date::DayOrder;

fn reading() -> Reading<'static> {
    let user = Box::leak(Box::new(UserId::parse("anna").unwrap()));
    Reading {
        language: "en-US",
        ..Reading::new(
            user,
            "Europe/Berlin".parse::<Tz>().unwrap(),
            domain::timestamp::parse("now", "2026-11-23T10:00:00.000Z").unwrap(),
        )
    }
}

fn read_as<'a>(text: &str, change: impl FnOnce(&mut Reading<'a>)) -> Result<Plan, Unreadable> {
    let mut reading = reading();
    change(&mut reading);
    read_text(text, &reading)
}

fn read(text: &str) -> Result<Plan, Unreadable> {
    read_as(text, |_| ())
}

/// Names, quantities with units, and the days that they keep until in Berlin.
fn rows(plan: &Plan) -> Vec<(String, String, String)> {
    let row = |item: &Item| {
        let details = &item.details;
        let day = "Europe/Berlin".parse::<Tz>().unwrap().local_time(details.expires_at).date().to_string();
        (details.name.clone(), format!("{} {}", details.quantity.as_number(), details.unit), day)
    };
    plan.items.iter().map(row).collect()
}

fn days(text: &str, language: &'static str) -> Vec<String> {
    let plan = read_as(text, |reading| reading.language = language).unwrap();
    assert_eq!(plan.problems.listed, [], "{text}");
    rows(&plan).into_iter().map(|(_, _, day)| day).collect()
}

#[test]
fn rejects_texts_that_are_no_table_or_too_large_a_one() {
    for (bad, says) in [
        ("", "is empty"),
        (" \n;;\n", "is empty"),
        ("\u{0}\u{1}PK", "not a text file"),
        ("Name,Notes\nMilk,\"open\nBread,\nHam,", "The quotation mark in line 2"),
    ] {
        assert!(read(bad).unwrap_err().message.contains(says), "{bad}");
    }
    for (large, reason) in
        [("a\n".repeat(MAX_ROWS + 2), "tooManyRows"), ("a,".repeat(MAX_COLUMNS + 1), "tooManyColumns")]
    {
        assert_eq!(read(&large).unwrap_err().reason, reason);
    }
}

#[test]
fn shows_the_columns_of_a_table_without_a_known_name_to_choose_from() {
    let unknown = read("Foo,Bar\n1,2\n").unwrap();
    assert!(unknown.items.is_empty() && unknown.columns.len() == 2);
}

#[test]
fn derives_the_same_ids_from_the_same_file_and_keeps_equal_rows_apart() {
    let text = "Name\nMilk\nMilk\n";
    let ids = |plan: Plan| plan.items.iter().map(|item| item.id).collect::<Vec<_>>();
    let (first, second) = (ids(read(text).unwrap()), ids(read(text).unwrap()));
    assert_eq!(first, second);
    assert_ne!(first[0], first[1]);
}

#[test]
fn skips_the_line_in_which_excel_names_its_separator() {
    for text in [
        "\u{feff}sep=;\r\nName;MHD\r\nMüsli;24.12.2026\r\n",
        "SEP=,\nName,MHD\nMüsli,24.12.2026\n",
        "\"sep=;\"\nName;MHD\nMüsli;24.12.2026\n",
        "sep=\t\nName\tMHD\nMüsli\t24.12.2026\n",
    ] {
        let plan = read(text).unwrap();
        assert_eq!(rows(&plan), [("Müsli".into(), "1 item".into(), "2026-12-24".into())], "{text}");
        assert_eq!((plan.columns.len(), plan.columns[0].header.as_str()), (2, "Name"), "{text}");
    }
    let wrong = read("sep=;\nName;MHD\nMüsli;soon\n").unwrap();
    assert_eq!(wrong.problems.listed[0].line, 3, "the line of the file");
}

#[test]
fn asks_for_the_order_of_days_only_where_the_language_leaves_it_open() {
    let text = "Item,Use by\nMince,02/12/2026\nMilk,01/12/2026\n";
    assert_eq!(days(text, "en-GB"), ["2026-12-02", "2026-12-01"]);
    assert_eq!(days(text, "en-US"), ["2026-02-12", "2026-01-12"]);
    let open = read_as(text, |reading| reading.language = "en").unwrap();
    let reading = open.days.unwrap();
    assert_eq!((reading.is_certain, reading.example.as_str()), (false, "02/12/2026"));
    let said = read_as(text, |reading| {
        (reading.language, reading.day_order) = ("en-US", Some(DayOrder::DayFirst));
    });
    let said = said.unwrap();
    assert_eq!((rows(&said)[0].2.as_str(), said.days.unwrap().is_certain), ("2026-12-02", true));
    assert_eq!(read("Name,Expires\nMilk,2026-12-01\n").unwrap().days, None, "no order to choose");
}

#[test]
fn tells_a_first_row_of_data_from_headers_unless_the_user_does() {
    let text = "Sahne;200 g;Laden;2026-12-01\nReis;60 g;Laden;2026-12-02\n";
    let plan = read(text).unwrap();
    assert!(!plan.has_header && plan.columns[0].header.is_empty());
    let expected = [("Sahne", "200 g", "2026-12-01"), ("Reis", "60 g", "2026-12-02")];
    assert_eq!(rows(&plan), expected.map(|(name, amount, day)| (name.into(), amount.into(), day.into())));
    let fields = [Some(Field::Name), Some(Field::Quantity), None, Some(Field::Expires)];
    let chosen = read_as(text, |reading| reading.fields = Some(&fields)).unwrap();
    assert_eq!(rows(&chosen), rows(&plan), "also with chosen columns");
    let said = read_as(text, |reading| reading.has_header = Some(true)).unwrap();
    assert!(said.has_header && said.columns[0].header == "Sahne");
    let unknown = read("Was,Wann\nMilch,bald\n").unwrap();
    assert!(unknown.has_header, "words alone are headers");
    let switched = read_as("Was\nMilch\n", |reading| reading.has_header = Some(true)).unwrap();
    assert_eq!((switched.columns[0].header.as_str(), switched.items.len()), ("Was", 0));
}
