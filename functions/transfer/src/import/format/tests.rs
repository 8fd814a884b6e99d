use super::super::TABLES;
use super::super::records::{MAX_COLUMNS, MAX_ROWS, MAX_SEPARATORS, parse};
use super::super::table::TableFormat;
use super::*;
use chrono::{DateTime, Utc};
use domain::calendar_day::Tz;
use domain::food_state::DateKind;
use domain::id::{PlaceId, UserId};
use domain::item::ItemStatus;
use domain::own_place::OwnPlace;
use domain::shelf_life::Storage;
use domain::text::fold;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use uuid::Uuid;

fn reading(language: &str) -> Reading<'_> {
    let user = Box::leak(Box::new(UserId::parse("anna").unwrap()));
    let now = domain::timestamp::parse("now", "2026-11-27T10:00:00.000Z").unwrap();
    let zone = "Europe/Berlin".parse::<Tz>().unwrap();
    let cellar = OwnPlace { id: PlaceId(Uuid::nil()), name: "Cellar".into(), storage: Storage::Fridge };
    Reading { language, places: Box::leak(Box::new([cellar])), ..Reading::new(user, zone, now) }
}

/// Returns the result of an import as text.
fn report(text: &str, language: &str) -> String {
    let reading = reading(language);
    let Reading { zone, now, .. } = reading;
    let day_of = |time: DateTime<Utc>| zone.local_time(time).date();
    let plan = match read(text, &reading) {
        Ok(plan) => plan,
        Err(refused) => return format!("  refused: {}\n", refused.reason),
    };
    let mut report = if plan.kind == FileKind::Table { String::new() } else { format!("  {:?}\n", plan.kind) };
    for item in &plan.items {
        let details = &item.details;
        let state = &item.state;
        let mut marks = vec![];
        marks.extend(state.own_place.map(|_| "Cellar".to_owned()));
        marks.extend((state.date_kind != DateKind::Estimate).then(|| format!("{:?}", state.date_kind)));
        marks.extend((item.created_at != now).then(|| format!("added {}", item.created_at.format("%F %H:%M"))));
        marks.extend(state.opened_at.map(|at| format!("opened {}", at.format("%F %H:%M"))));
        marks.extend((item.status_at(now) != ItemStatus::Active).then(|| format!("{:?}", item.status_at(now))));
        marks.extend(details.notes.clone());
        let (quantity, place) = (details.quantity.as_number(), item.storage());
        let (unit, name, category, day) = (&details.unit, &details.name, &details.category, day_of(details.expires_at));
        let row = format!("  {quantity} {unit} {name}, {category}, {place:?}, {day} {}", marks.join(" "));
        writeln!(report, "{}", row.trim_end()).unwrap();
    }
    for row in &plan.list {
        let details = &row.details;
        let (quantity, notes) = (details.quantity.as_number(), details.notes.as_deref().unwrap_or_default());
        let (unit, name, category) = (&details.unit, &details.name, &details.category);
        writeln!(report, "{}", format!("  list: {quantity} {unit} {name}, {category} {notes}").trim_end()).unwrap();
    }
    for one in &plan.omitted {
        writeln!(report, "  left out: {} {:?}", one.count, one.kind).unwrap();
    }
    for code in &plan.codes {
        writeln!(report, "  code: {} {}", code.code.as_str(), code.name).unwrap();
    }
    for problem in &plan.problems.listed {
        writeln!(report, "  line {}: {}", problem.line, problem.message).unwrap();
    }
    if plan.days.is_some_and(|days| !days.is_certain) {
        report.push_str("  asks: the order of days\n");
    }
    if !plan.lists.is_empty() {
        writeln!(report, "  lists: {}", plan.lists.join(", ")).unwrap();
    }
    report
}

fn sample_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/import/samples")
}

/// Returns the text of each sample by its name.
fn samples() -> BTreeMap<String, String> {
    fs::read_dir(sample_folder())
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .filter(|(name, _)| name != "answers.txt")
        .collect()
}

/// `samples/answers.txt` has the report for each file of `samples`; `make types` writes it.
#[test]
fn reads_samples_as_the_answers_show() {
    let answers: Vec<String> =
        samples().iter().map(|(name, text)| format!("{name}\n{}", report(text, language_of(name)))).collect();
    let answers = answers.concat();
    let expected = sample_folder().join("answers.txt");
    if std::env::var_os("LARDER_WRITE").is_some() {
        fs::write(&expected, &answers).unwrap();
    }
    let expected = fs::read_to_string(expected).unwrap();
    let lines = |text: &str, other: &str, sign: &str| -> Vec<String> {
        let missing = text.lines().filter(|line| !other.lines().any(|one| one == *line));
        missing.map(|line| format!("{sign}{line}")).collect()
    };
    let differing = [lines(&expected, &answers, "-"), lines(&answers, &expected, "+")].concat();
    assert!(answers == expected, "`make types` writes what files are read as:\n{}", differing.join("\n"));
}

/// Without a sample, a file that nothing recognises any more would be read as a table, without an error.
#[test]
fn has_a_sample_of_every_kind() {
    let answers = include_str!("../samples/answers.txt");
    let schema = serde_json::to_value(<FileKind as utoipa::PartialSchema>::schema()).unwrap();
    let kinds = schema["enum"].as_array().unwrap().iter().map(|kind| kind.as_str().unwrap());
    for kind in kinds.filter(|kind| *kind != "table") {
        assert!(answers.lines().any(|line| line.trim().eq_ignore_ascii_case(kind)), "{kind} has no sample");
    }
}

/// Returns the number of programs whose file this could be.
fn count_json_programs(text: &str) -> usize {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return 0 };
    JSON_READERS.iter().filter(|read| read(&value, &reading("en")).is_some()).count()
}

/// Returns the programs whose table this could be.
fn programs_of_table(text: &str) -> Vec<FileKind> {
    let rows = parse(text).unwrap_or_default();
    let has_headers = |format: &TableFormat| {
        let lines = rows.iter().map(|row| row.cells.iter().map(String::as_str).collect::<Vec<_>>());
        lines.into_iter().any(|headers| format.has_headers(&headers))
    };
    let mut kinds: Vec<FileKind> = TABLES.into_iter().filter(has_headers).map(|format| format.kind).collect();
    kinds.dedup();
    kinds
}

/// A table's sample begins with the name of its program, if it is of one.
#[test]
fn takes_no_file_for_that_of_two_programs() {
    for (name, text) in samples() {
        assert!(count_json_programs(&text) <= 1, "{name}");
        let kinds = programs_of_table(&text);
        let is_named = |kind: &FileKind| name.starts_with(&format!("{kind:?}").to_lowercase());
        assert!(kinds.len() <= 1 && kinds.iter().all(is_named), "{name} could be of {kinds:?}");
    }
    for other in [
        r#"{"items": [{"name": "Milk", "quantity": 1}]}"#,
        r#"{"items": []}"#,
        r#"{"items": [1]}"#,
        r#"[{"name": "x"}]"#,
        "[[]]",
        "[]",
        "{}",
        "null",
    ] {
        assert_eq!(count_json_programs(other), 0, "{other}");
    }
}

#[test]
fn gives_the_reason_why_a_file_of_another_kind_is_refused() {
    for (text, reason) in [
        ("BEGIN:VCARD\nFN:Anna\nEND:VCARD\n", "contacts"),
        ("BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nSUMMARY:Party\nEND:VEVENT\nEND:VCALENDAR\n", "calendar"),
        ("---\nname: Milk\namount: 2\n", "yaml"),
        ("- name: Milk\n  amount: 2\n- name: Eggs\n", "yaml"),
        ("items:\n  - name: Milk\n", "yaml"),
        ("[freezer]\npeas = { quantity = \"500%g\" }\n", "toml"),
        ("[1, 2]", "unknownJson"),
        ("{\"a\": 1", "brokenJson"),
    ] {
        assert_eq!(report(text, "en"), format!("  refused: {reason}\n"), "{text}");
    }
}

#[test]
fn rejects_json_of_more_values_than_memory_holds() {
    let refused = |text: &str| read(text, &reading("en")).err().map(|refused| refused.message);
    let many = format!("[{}0]", "0,".repeat(MAX_VALUES));
    assert_eq!(refused(&many).as_deref(), Some("This JSON file has too many values."));
    assert!(!is_json_of_too_many_values(&many[1..]), "a table may have as many commas");
}

/// A file of a few megabytes can have millions of rows or cells, of which a table has at most some thousands.
#[test]
fn limits_rows_and_cells_before_a_table_is_made_of_them() {
    let list = format!(r#"{{"title": "a", "items": [{}{{}}]}}"#, "{},".repeat(MAX_ROWS / 2));
    assert_eq!(report(&format!("[{list},{list}]"), "en"), "  refused: tooManyRows\n");
    let empty = r#"{"title": "a", "items": []},"#.repeat(MAX_ROWS);
    assert_eq!(
        report(&format!(r#"[{empty}{{"title": "b", "items": [{{"name": "Milk"}}]}}]"#), "en"),
        "  refused: tooManyRows\n"
    );
    assert_eq!(parse(&",".repeat(100_000)).unwrap()[0].cells.len(), MAX_COLUMNS + 1);
    for text in [",".repeat(MAX_SEPARATORS + 1), format!("sep=x\n{}", "x".repeat(MAX_SEPARATORS + 1))] {
        assert_eq!(parse(&text).err().map(|refused| refused.reason), Some("tooManyColumns"));
    }
}

/// Returns the browser's language for a sample, which decides what the file leaves open.
fn language_of(name: &str) -> &'static str {
    match name {
        name if name.starts_with("french") => "fr",
        name if name.starts_with("german") => "de",
        name if name.starts_with("spanish") => "es",
        "italian.csv" => "it",
        "dutch.csv" => "nl",
        "polish.csv" => "pl",
        "portuguese.csv" => "pt",
        _ => "en",
    }
}

#[test]
fn lists_the_first_of_many_problems() {
    let text = format!(r#"{{"exportedAt": "x", "userId": "x", "items": [{}]}}"#, ["0"; 200].join(","));
    let problems = read(&text, &reading("en")).unwrap().problems;
    assert_eq!((problems.listed.len(), problems.count), (50, 200));
}

#[test]
fn leaves_out_the_names_of_lists_that_a_request_cannot_choose() {
    let long = "x".repeat(201);
    let lists = ["Shop", long.as_str(), "a\u{1}"].map(|title| json!({"title": title, "items": [{"name": "Milk"}]}));
    assert_eq!(read(&json!(lists).to_string(), &reading("en")).unwrap().lists, ["Shop"]);
}

#[test]
fn refuses_calendars_that_are_too_deep_or_too_long() {
    for line in ["BEGIN:A\n", "begin:a\r\n", "BEG\n IN:A\n", "X:1\n"] {
        let text = format!("BEGIN:VCALENDAR\n{}", line.repeat(500_000));
        assert_eq!(read(&text, &reading("en")).unwrap_err().reason, "damaged", "{line:?}");
    }
}

/// A misspelt one would change nothing: the column keeps its usual meaning.
#[test]
fn has_a_sample_with_each_header_and_mark_of_a_table() {
    for format in TABLES {
        let mark = format.entries.into_iter().flat_map(|(header, cell)| [header, cell]);
        for text in format.columns.iter().map(|(header, _)| *header).chain(mark) {
            let has_cell = |sample: &String| {
                let is_of_program = programs_of_table(sample).contains(&format.kind);
                is_of_program && parse(sample).unwrap().iter().flat_map(|row| &row.cells).any(|cell| fold(cell) == text)
            };
            assert!(samples().values().any(has_cell), "no sample of {:?} has {text}", format.kind);
        }
    }
}
