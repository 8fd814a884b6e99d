use super::*;
use chrono_tz::Tz;
use domain::id::{PlaceId, UserId};
use domain::own_place::OwnPlace;
use domain::timestamp::parse as time;

fn reading() -> Reading<'static> {
    let user = Box::leak(Box::new(UserId::parse("anna").unwrap()));
    Reading {
        language: "en-US",
        ..Reading::new(user, Tz::Europe__Berlin, time("now", "2026-11-23T10:00:00.000Z").unwrap())
    }
}

fn read_as<'a>(text: &str, change: impl FnOnce(&mut Reading<'a>)) -> Result<Plan, Unreadable> {
    let mut reading = reading();
    change(&mut reading);
    plan(text, &reading)
}

fn read(text: &str) -> Result<Plan, Unreadable> {
    read_as(text, |_| ())
}

/// Names, quantities with units, and the days that they keep until in Berlin.
fn rows(plan: &Plan) -> Vec<(String, String, String)> {
    let row = |item: &Item| {
        let details = &item.details;
        let day = details.expires_at.with_timezone(&Tz::Europe__Berlin).date_naive().to_string();
        (details.name.clone(), format!("{} {}", details.quantity.as_number(), details.unit), day)
    };
    plan.items.iter().map(row).collect()
}

fn days(text: &str, language: &'static str) -> Vec<String> {
    let plan = read_as(text, |reading| reading.language = language).unwrap();
    assert_eq!(plan.problems, [], "{text}");
    rows(&plan).into_iter().map(|(_, _, day)| day).collect()
}

#[test]
fn imports_a_table_of_evershelf() {
    let plan = read(
        "Name,Brand,Category,Location,Quantity,Unit,Expiry Date,Added,Opened At,Vacuum Sealed,Barcode,Notes\r\n\
         Spaghetti,Barilla,Pasta,Pantry,2,pcs,2027-03-31,2026-11-01,,0,8076800195057,\"for Sunday, with basil\"\r\n\
         Milk,,Dairy,Fridge,1.5,l,2026-11-30,2026-11-20,2026-11-22,0,,\r\n",
    )
    .unwrap();
    assert_eq!(plan.kind, FileKind::Evershelf);
    assert!(plan.problems.is_empty(), "{:?}", plan.problems);
    let [pasta, milk] = plan.items.as_slice() else { panic!("{:?}", plan.items) };
    assert_eq!(pasta.details.name, "Barilla Spaghetti");
    assert_eq!(iso(pasta.details.expires_at), "2027-03-31T21:59:59.999Z");
    assert_eq!(iso(pasta.created_at), "2026-11-01T11:00:00.000Z");
    assert_eq!(pasta.details.notes.as_deref(), Some("for Sunday, with basil, Pantry"));
    assert_eq!((milk.details.quantity.as_number(), milk.details.unit.as_str()), (1.5, "l"));
    assert_eq!(milk.details.notes.as_deref(), Some("Fridge, 2026-11-22"));
}

#[test]
fn names_the_line_of_what_cannot_be_imported() {
    let plan =
        read("Name,Quantity,Expiry\nMilk,1,2026-12-01\n,1,\nBread,some,\nHam,1,soon\nEggs,6\n\nSalt,0,\n").unwrap();
    let lines: Vec<u64> = plan.problems.iter().map(|problem| problem.line).collect();
    assert_eq!((plan.items.len(), lines), (3, vec![3, 5]));
    let wide = read("Name,Quantity\nMilk,1,2026-12-01\n").unwrap();
    assert!(wide.problems[0].message.contains("3 columns instead of 2"), "{:?}", wide.problems[0]);
    let long = read(&format!("Name\n{}\n", "x".repeat(500))).unwrap();
    assert_eq!(long.problems[0].line, 2);
}

#[test]
fn reports_that_it_is_no_table() {
    for (bad, says) in [
        ("", "is empty"),
        (" \n;;\n", "is empty"),
        ("\u{0}\u{1}PK", "not a text file"),
        ("Name,Notes\nMilk,\"open\nBread,\nHam,", "The quotation mark in line 2"),
    ] {
        assert!(read(bad).unwrap_err().message.contains(says), "{bad}");
    }
    assert!(read(&"a\n".repeat(6_000)).is_err());
    assert!(read(&"a,".repeat(100)).is_err());
    let unknown = read("Foo,Bar\n1,2\n").unwrap();
    assert!(unknown.items.is_empty() && unknown.columns.len() == 2, "somebody can say which column is which");
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
fn shows_what_expired_for_two_days() {
    let plan = read("Name,Expires\nJam,2020-01-01\n").unwrap();
    let now = time("now", "2026-11-23T10:00:00.000Z").unwrap();
    assert_eq!(plan.items[0].status_at(now), ItemStatus::Active);
    assert_eq!(iso(plan.items[0].details.expires_at), "2020-01-01T22:59:59.999Z");
}

#[test]
fn our_own_table_comes_back_without_its_guard() {
    let plan = read(
        "id,name,category,quantity,unit,shelfLifeDays,createdAt,expiresAt,status,itemStatus,outcome,scanSessionId,notes\r\n\
         00000000-0000-4000-8000-000000000001,'=1+1,Dairy,1,item,7,2026-11-20T08:00:00.000Z,2026-11-27T08:00:00.000Z,fresh,active,,,\r\n\
         00000000-0000-4000-8000-000000000002,Bread,Bakery,1,item,3,2026-11-20T08:00:00.000Z,2026-11-23T08:00:00.000Z,soon,archived,used,,\r\n",
    )
    .unwrap();
    assert_eq!((plan.kind, plan.problems), (FileKind::Larder, vec![]));
    let [sum, bread] = plan.items.as_slice() else { panic!("{:?}", plan.items) };
    assert_eq!((sum.details.name.as_str(), sum.details.shelf_life_days), ("=1+1", 7));
    assert_eq!(
        (bread.stored_status, bread.id),
        (ItemStatus::Archived, ItemId(uuid::Uuid::from_u128(0x4000_8000_0000_0000_0002)))
    );
}

#[test]
fn prefers_the_filled_one_of_two_columns() {
    let plan = read("Name,Best before,Use by\nMilk,2026-12-01,\nFish,,2026-11-25\n").unwrap();
    assert_eq!(rows(&plan).into_iter().map(|(.., day)| day).collect::<Vec<_>>(), ["2026-12-01", "2026-11-25"]);
    assert_eq!(plan.items[0].state.date_kind, DateKind::BestBefore);
    assert_eq!(plan.items[1].state.date_kind, DateKind::UseBy);
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
    assert_eq!(wrong.problems[0].line, 3, "the line of the file");
}

#[test]
fn days_follow_the_country_of_the_language_and_are_asked_for_where_it_says_nothing() {
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
    assert_eq!(read("Name,Expires\nMilk,2026-12-01\n").unwrap().days, None, "there is nothing to switch");
}

#[test]
fn decides_ambiguous_columns_by_a_decided_one() {
    let plan = read_as("Name,Added,Expires\nMilk,01/11/2026,25/12/2026\n", |reading| reading.language = "en");
    let plan = plan.unwrap();
    assert_eq!(iso(plan.items[0].created_at), "2026-11-01T11:00:00.000Z");
    assert_eq!(rows(&plan)[0].2, "2026-12-25");
    assert!(plan.days.is_none_or(|days| days.is_certain));
}

#[test]
fn does_not_take_a_first_row_of_data_for_a_header() {
    let text = "Sahne;200 g;Laden;2026-12-01\nReis;60 g;Laden;2026-12-02\n";
    let plan = read(text).unwrap();
    assert!(!plan.has_header && plan.columns[0].header.is_empty());
    let expected = [("Sahne", "200 g", "2026-12-01"), ("Reis", "60 g", "2026-12-02")];
    assert_eq!(rows(&plan), expected.map(|(name, amount, day)| (name.into(), amount.into(), day.into())));
    let fields = [Some(Field::Name), Some(Field::Quantity), None, Some(Field::Expires)];
    let chosen = read_as(text, |reading| reading.fields = Some(&fields)).unwrap();
    assert_eq!(rows(&chosen), rows(&plan), "also where somebody chose the columns");
    let said = read_as(text, |reading| reading.has_header = Some(true)).unwrap();
    assert!(said.has_header && said.columns[0].header == "Sahne");
    let unknown = read("Was,Wann\nMilch,bald\n").unwrap();
    assert!(unknown.has_header, "words alone are headers");
    let switched = read_as("Was\nMilch\n", |reading| reading.has_header = Some(true)).unwrap();
    assert_eq!((switched.columns[0].header.as_str(), switched.items.len()), ("Was", 0));
}

#[test]
fn accepts_line_ends_of_an_old_mac() {
    let mac = read("Name,Expires\rMilk,2026-12-24\rHam,x\r").unwrap();
    assert_eq!((mac.items.len(), mac.problems[0].line), (1, 3));
}

#[test]
fn tells_where_it_is_kept() {
    let plan = read("Name,Location\nPeas,Freezer\nMince,TK\nMilk,Kitchen\nFlour,Kühlschrank\n").unwrap();
    let places: Vec<Storage> = plan.items.iter().map(Item::storage).collect();
    let kept: Vec<_> = plan.items.iter().map(|item| item.state.storage).collect();
    assert_eq!(plan.items[0].details.name, "Peas");
    assert!(kept[0] == Some(Storage::Freezer) || places[0] == Storage::Freezer);
    assert_eq!((kept[1], kept[2], kept[3]), (Some(Storage::Freezer), None, Some(Storage::Fridge)));
    assert!(plan.items[1].details.shelf_life_days >= 30, "frozen mince keeps for months");
}

#[test]
fn knows_own_places_by_their_names() {
    let cellar = OwnPlace { id: PlaceId(uuid::Uuid::from_u128(1)), name: "Cellar".into(), storage: Storage::Fridge };
    let places = std::slice::from_ref(&cellar);
    let places: &'static [OwnPlace] = Box::leak(places.to_vec().into());
    let table = "Name,Location,Notes\nMince, cellar ,for Sunday\nFlour,Keller,\nMilk,fridge,\n";
    let plan = read_as(table, |reading| reading.places = places).unwrap();
    let [mince, flour, milk] = plan.items.as_slice() else { panic!("{:?}", plan.items) };
    assert_eq!((mince.state.own_place, mince.storage()), (Some(cellar.id), Storage::Fridge));
    assert_eq!(mince.details.notes.as_deref(), Some("for Sunday"), "the place is no note");
    assert_eq!((flour.state.own_place, flour.details.notes.as_deref()), (None, Some("Keller")));
    assert_eq!((milk.storage(), milk.details.notes.as_deref()), (Storage::Fridge, None), "our own export's word");
}

#[test]
fn lines_before_the_headers_and_tasks_that_are_done_are_left_out() {
    let tasks = "\"Date: 2026-11-23+0000\"\n\"Version: 7.1\"\n\"Status: \n0 Normal\n1 Completed\n2 Archived\"\n\
        \"Folder Name\",\"List Name\",\"Title\",\"Tags\",\"Content\",\"Is Check list\",\"Due Date\",\"Status\"\n\
        \"\",\"Groceries\",\"Milk\",\"\",\"two litres\",\"N\",\"\",\"0\"\n\
        \"\",\"Groceries\",\"Eggs\",\"\",\"\",\"N\",\"\",\"2\"\n";
    let plan = read(tasks).unwrap();
    assert_eq!((plan.kind, plan.target), (FileKind::Ticktick, Target::ShoppingList));
    let [milk] = plan.list.as_slice() else { panic!("{:?}", plan.list) };
    assert_eq!((milk.details.name.as_str(), milk.details.notes.as_deref()), ("Milk", Some("two litres")));
    assert_eq!(plan.left_out[0].kind, LeftOut::Completed);
    let sheet = read("My pantry\n\nExported,23.11.2026\nName,Quantity,Expires\nMilk,1,2026-12-01\n").unwrap();
    assert_eq!(rows(&sheet)[0].0, "Milk");
}

#[test]
fn entries_of_a_json_list_are_a_table() {
    let entries =
        serde_json::json!([{"product": {"name": "Milk"}, "amount": 2, "best_before": "2026-12-01", "tags": [1]}, 7]);
    let plan = plan_lists(&[("", entries.as_array().unwrap().iter().collect())], FileKind::Table, &reading())
        .unwrap()
        .unwrap();
    assert_eq!(rows(&plan), [("Milk".into(), "2 item".into(), "2026-12-01".into())]);
    assert!(plan_lists(&[("", vec![&Value::Null])], FileKind::Table, &reading()).is_none());
}
