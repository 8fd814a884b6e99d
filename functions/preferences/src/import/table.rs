//! A table as other programs and spreadsheets write it: separated by commas, semicolons, tabs or bars, with a line of
//! headers.

use super::columns::{self, Field};
use super::plan::{Column, FileKind, Plan, RowIds, Target, Unreadable};
use super::values::{self, DayOrder};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use domain::draft::Draft;
use domain::freshness::GRACE;
use domain::id::{ItemId, ListItemId, UserId};
use domain::invalid::Invalid;
use domain::item::{Item, ItemStatus, MAX_SHELF_LIFE_DAYS};
use domain::shelf_life;
use domain::shopping::{self, ListItem};
use domain::timestamp::iso;

/// The maximum number of rows.
const MAX_ROWS: usize = 5_000;
const MAX_COLUMNS: usize = 60;
const SAMPLES: usize = 3;
const MAX_SAMPLE_LENGTH: usize = 60;

/// Options for reading a table.
pub struct Reading<'a> {
    pub user: &'a UserId,
    pub zone: Tz,
    pub now: DateTime<Utc>,
    /// Days such as 3/4 have their month first.
    pub english: bool,
    pub target: Target,
    /// The meaning of each column, if the user set it.
    pub fields: Option<&'a [Option<Field>]>,
}

struct Row {
    line: u64,
    cells: Vec<String>,
}

pub fn plan(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    let (headers, rows) = parse(text)?;
    let names: Vec<&str> = headers.iter().map(String::as_str).collect();
    let kind = if columns::is_evershelf(&names) { FileKind::Evershelf } else { FileKind::Table };
    let fields = match reading.fields {
        Some(fields) if fields.len() == headers.len() => fields.to_vec(),
        Some(_) => return Err(Unreadable("The columns do not match this file.".into())),
        None => columns::guess(&names),
    };
    let mut plan = Plan::of(kind);
    plan.columns = (0..headers.len()).map(|n| column(n, &headers, &fields, &rows)).collect();
    if !fields.contains(&Some(Field::Name)) {
        // Only the columns are shown, for the user to choose.
        return Ok(plan);
    }
    let place = |field: Field| fields.iter().position(|one| *one == Some(field));
    let order = |field: Field| {
        let cells = place(field).map(|at| rows.iter().filter_map(move |row| row.cells.get(at).map(String::as_str)));
        cells.map_or(DayOrder::DayFirst, |cells| values::order(cells, reading.english))
    };
    let orders = (order(Field::Expires), order(Field::Added));
    let mut ids = RowIds::of(reading.user);
    for row in &rows {
        if row.cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if row.cells.len() != headers.len() {
            plan.problem(row.line, format!("This line has {} columns instead of {}.", row.cells.len(), headers.len()));
            continue;
        }
        let cells = Cells { row, fields: &fields };
        // Archived or deleted rows of our own table are skipped.
        if cells.get(Field::Status).is_some_and(|status| status != "active") {
            continue;
        }
        let id = ids.next(&row.cells.join("\u{1f}"));
        let taken = match reading.target {
            Target::Items => item(&cells, reading, orders).map(|mut item| {
                item.id = ItemId(id);
                plan.items.push(item);
            }),
            Target::ShoppingList => list_item(&cells).map(|details| {
                plan.list.push(ListItem::new(ListItemId(id), reading.user.clone(), details, reading.now));
            }),
        };
        if let Err(invalid) = taken {
            plan.problem(row.line, invalid.message);
        }
    }
    Ok(plan)
}

fn column(n: usize, headers: &[String], fields: &[Option<Field>], rows: &[Row]) -> Column {
    let values = rows.iter().filter_map(|row| row.cells.get(n)).filter(|cell| !cell.trim().is_empty());
    let samples = values.take(SAMPLES).map(|cell| domain::text::cut(cell.trim(), MAX_SAMPLE_LENGTH)).collect();
    Column { header: domain::text::cut(headers[n].trim(), MAX_SAMPLE_LENGTH), field: fields[n], samples }
}

fn parse(text: &str) -> Result<(Vec<String>, Vec<Row>), Unreadable> {
    let text = text.trim_start_matches('\u{feff}');
    if text.contains('\0') {
        return Err(Unreadable("This file is not a text file.".into()));
    }
    let first = text.lines().next().unwrap_or_default();
    let outside: String = first.split('"').step_by(2).collect();
    let count = |separator: &u8| outside.bytes().filter(|byte| byte == separator).count();
    let separator = *b",;\t|".iter().rev().max_by_key(|separator| count(separator)).expect("there are some");
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator).flexible(true).has_headers(false).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let (mut counted, mut line) = (0, 1);
    for record in reader.records() {
        let record = record.map_err(|error| Unreadable(format!("This table cannot be read: {error}.")))?;
        // The row's first line; the reader's own count omits empty lines before it.
        let begins = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0));
        let begins = begins + text[begins..].len() - text[begins..].trim_start_matches(['\r', '\n']).len();
        line += text[counted..begins].bytes().filter(|byte| *byte == b'\n').count() as u64;
        counted = begins;
        if rows.len() > MAX_ROWS {
            return Err(Unreadable(format!("This table has more than {MAX_ROWS} rows.")));
        }
        rows.push(Row { line, cells: record.iter().map(str::to_owned).collect() });
    }
    // A quotation mark that nothing closes makes one cell of all that follows.
    if let Some(last) = rows.last().filter(|last| last.cells.iter().any(|cell| cell.contains('\n')))
        && text.matches('"').count() % 2 == 1
    {
        return Err(Unreadable(format!("The quotation mark in line {} is never closed.", last.line)));
    }
    if rows.is_empty() || rows[0].cells.iter().all(|cell| cell.trim().is_empty()) {
        return Err(Unreadable("This file has no header row.".into()));
    }
    let headers = rows.remove(0).cells;
    if headers.len() > MAX_COLUMNS {
        return Err(Unreadable(format!("This table has more than {MAX_COLUMNS} columns.")));
    }
    Ok((headers, rows))
}

struct Cells<'a> {
    row: &'a Row,
    fields: &'a [Option<Field>],
}

impl Cells<'_> {
    /// Returns the value in a field's column; blank values count as missing.
    fn get(&self, field: Field) -> Option<&str> {
        let place = self.fields.iter().position(|one| *one == Some(field))?;
        // Our own table guards formulas with an apostrophe.
        let text = self.row.cells.get(place)?.trim();
        let guarded = text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@']));
        Some(guarded.unwrap_or(text)).filter(|text| !text.is_empty())
    }

    fn day(&self, field: Field, order: DayOrder) -> Result<Option<chrono::NaiveDate>, Invalid> {
        let Some(text) = self.get(field) else { return Ok(None) };
        let unknown = || {
            let shown = domain::text::cut(text, MAX_SAMPLE_LENGTH);
            Invalid::new("expiresAt", format!("“{shown}” is not a date such as 2026-11-23 or 23.11.2026."))
        };
        values::day(text, order).map(Some).ok_or_else(unknown)
    }

    /// Returns the name, with the brand first unless it contains it.
    fn name(&self) -> Option<String> {
        let name = self.get(Field::Name)?;
        match self.get(Field::Brand) {
            Some(brand) if !name.to_lowercase().contains(&brand.to_lowercase()) => Some(format!("{brand} {name}")),
            _ => Some(name.to_owned()),
        }
    }

    fn amount(&self) -> Result<(Option<f64>, Option<String>), Invalid> {
        let unit = self.get(Field::Unit).map(str::to_owned);
        let Some(text) = self.get(Field::Quantity) else { return Ok((None, unit)) };
        let unknown = || {
            let shown = domain::text::cut(text, MAX_SAMPLE_LENGTH);
            Invalid::new("quantity", format!("“{shown}” is not a quantity such as 2, 1.5 or 500 g."))
        };
        let (number, with_it) = values::amount(text).ok_or_else(unknown)?;
        // Other programs count finer than thousandths.
        let number = (number * 1_000.0).round() / 1_000.0;
        Ok((Some(number), unit.or(Some(with_it).filter(|unit| !unit.is_empty()))))
    }

    /// Collects values without a field of their own as notes.
    fn notes(&self) -> Option<String> {
        let parts = [self.get(Field::Notes), self.get(Field::Location), self.get(Field::Opened)];
        let notes: Vec<&str> = parts.into_iter().flatten().filter(|part| *part != "0").collect();
        (!notes.is_empty()).then(|| notes.join(", "))
    }
}

fn item(cells: &Cells, reading: &Reading, orders: (DayOrder, DayOrder)) -> Result<Item, Invalid> {
    let Reading { zone, now, .. } = *reading;
    let name = cells.name();
    let known = shelf_life::for_name(name.as_deref().unwrap_or_default());
    let (quantity, unit) = cells.amount()?;
    let added = cells.day(Field::Added, orders.1)?.and_then(|day| values::noon_of(day, zone)).unwrap_or(now).min(now);
    let told: Option<i64> = cells.get(Field::ShelfLife).and_then(|days| days.parse().ok());
    let expires_on = cells.day(Field::Expires, orders.0)?;
    let expires = expires_on.and_then(|day| values::end_of(day, zone));
    let longest = i64::from(MAX_SHELF_LIFE_DAYS);
    let keeps = told
        .or_else(|| expires.map(|at| (at - added).num_days()))
        .unwrap_or_else(|| i64::from(known.days))
        .clamp(1, longest);
    let draft = Draft {
        name,
        category: Some(cells.get(Field::Category).map_or_else(|| category_of(&known), str::to_owned)),
        quantity,
        unit,
        shelf_life_days: Some(keeps),
        expires_at: Some(iso(expires.unwrap_or(added + TimeDelta::days(keeps)))),
        notes: cells.notes(),
    };
    let item = Item::new(ItemId(uuid::Uuid::nil()), reading.user.clone(), None, draft.for_new(now)?, now);
    let mut item = Item { created_at: added, ..item };
    item.state.expires_on = expires.and(expires_on);
    // Long expired items are shown instead of being swept unseen.
    let past = item.status_at(now) != ItemStatus::Active;
    Ok(Item { grace_until: past.then(|| now + GRACE), ..item })
}

/// The name of the category that something of this kind is usually in.
pub fn category_of(known: &shelf_life::ShelfLife) -> String {
    serde_json::to_value(known.category).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

fn list_item(cells: &Cells) -> Result<shopping::Details, Invalid> {
    let (quantity, unit) = cells.amount()?;
    let category = cells.get(Field::Category).map(str::to_owned);
    shopping::Draft { name: cells.name(), category, quantity, unit, notes: cells.notes() }.checked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::timestamp::parse as time;

    fn read(text: &str) -> Result<Plan, Unreadable> {
        let user = UserId::parse("anna").unwrap();
        let now = time("now", "2026-11-23T10:00:00.000Z").unwrap();
        let reading =
            Reading { user: &user, zone: Tz::Europe__Berlin, now, english: true, target: Target::Items, fields: None };
        plan(text, &reading)
    }

    #[test]
    fn imports_evershelf_table() {
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
    fn imports_spreadsheets_of_any_country() {
        for text in ["Artikel;Menge;MHD\nJoghurt;4;24.12.2026\n", "\u{feff}Artikel\tMenge\tMHD\nJoghurt\t4\t24.12.26\n"]
        {
            let plan = read(text).unwrap();
            let details = &plan.items[0].details;
            assert_eq!((details.name.as_str(), details.quantity.as_number()), ("Joghurt", 4.0));
            assert_eq!(iso(details.expires_at), "2026-12-24T22:59:59.999Z");
            assert_eq!(details.category, "Dairy", "known by its name");
        }
        assert_eq!(read("Name\nSalt\nPepper\n").unwrap().items.len(), 2, "a column of names is enough");
    }

    #[test]
    fn reports_problems_by_line() {
        let plan =
            read("Name,Quantity,Expiry\nMilk,1,2026-12-01\n,1,\nBread,some,\nHam,1,soon\nEggs,6\n\nSalt,0,\n").unwrap();
        let lines: Vec<u64> = plan.problems.iter().map(|problem| problem.line).collect();
        assert_eq!((plan.items.len(), lines), (1, vec![3, 4, 5, 6, 8]));
        assert!(plan.problems[3].message.contains("2 columns instead of 3"), "{:?}", plan.problems[3]);
        let long = read(&format!("Name\n{}\n", "x".repeat(500))).unwrap();
        assert_eq!(long.problems[0].line, 2);
    }

    #[test]
    fn rejects_files_that_are_no_table() {
        for (bad, says) in [
            ("", "no header row"),
            ("\u{0}\u{1}PK", "not a text file"),
            ("Name,Notes\nMilk,\"open\nBread,\nHam,", "The quotation mark in line 2"),
        ] {
            assert!(read(bad).unwrap_err().0.contains(says), "{bad}");
        }
        assert!(read(&"a\n".repeat(6_000)).is_err());
        assert!(read(&"a,".repeat(100)).is_err());
        let unknown = read("Foo,Bar\n1,2\n").unwrap();
        assert!(unknown.items.is_empty() && unknown.columns.len() == 2, "somebody can say which column is which");
    }

    #[test]
    fn same_file_gives_same_ids_and_equal_rows_two_items() {
        let text = "Name\nMilk\nMilk\n";
        let ids = |plan: Plan| plan.items.iter().map(|item| item.id).collect::<Vec<_>>();
        let (first, second) = (ids(read(text).unwrap()), ids(read(text).unwrap()));
        assert_eq!(first, second);
        assert_ne!(first[0], first[1]);
    }

    #[test]
    fn long_expired_items_are_shown_for_two_days() {
        let plan = read("Name,Expires\nJam,2020-01-01\n").unwrap();
        let now = time("now", "2026-11-23T10:00:00.000Z").unwrap();
        assert_eq!(plan.items[0].status_at(now), ItemStatus::Active);
        assert_eq!(iso(plan.items[0].details.expires_at), "2020-01-01T22:59:59.999Z");
    }

    #[test]
    fn own_table_is_imported_without_formula_guard() {
        let plan = read(
            "id,name,category,quantity,unit,shelfLifeDays,createdAt,expiresAt,status,itemStatus,outcome,scanSessionId,notes\r\n\
             x,'=1+1,Dairy,1,item,7,2026-11-20T08:00:00.000Z,2026-11-27T08:00:00.000Z,fresh,active,,,\r\n\
             y,Bread,Bakery,1,item,3,2026-11-20T08:00:00.000Z,2026-11-23T08:00:00.000Z,soon,archived,used,,\r\n",
        )
        .unwrap();
        assert_eq!(plan.items.len(), 1);
        assert_eq!(plan.items[0].details.name, "=1+1");
        assert_eq!(plan.items[0].details.shelf_life_days, 7);
    }
}
