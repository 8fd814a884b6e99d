//! A table as other programs and spreadsheets write it: separated by commas, semicolons, tabs or bars, with or without a
//! line of headers and lines before it; or a JSON list of entries with named fields.

use super::columns::{self, Field};
use super::places;
use super::plan::{Column, DayReading, FileKind, LeftOut, Plan, Problem, ProblemCode, RowIds, Target, Unreadable};
use super::values::{self, DayOrder, DecimalSign, OrderEvidence};
use chrono::{DateTime, Datelike, TimeDelta, Utc};
use chrono_tz::Tz;
use domain::draft::Draft;
use domain::food_state::{DateKind, FoodState};
use domain::freshness::GRACE;
use domain::id::{ItemId, ListItemId, UserId};
use domain::item::{Item, ItemStatus, MAX_SHELF_LIFE_DAYS};
use domain::keeping::Keeps;
use domain::shelf_life::{self, Storage};
use domain::shopping::{self, ListItem};
use domain::timestamp::iso;
use serde_json::{Map, Value};

/// More rows than anybody has things.
const MAX_ROWS: usize = 5_000;
const MAX_COLUMNS: usize = 60;
const SAMPLES: usize = 3;
const MAX_SAMPLE_LENGTH: usize = 60;
/// Programs write at most so many lines before the headers.
const MAX_LINES_BEFORE_HEADERS: usize = 20;
/// The records by which the separator is told.
const SEPARATOR_SAMPLE: usize = 30;
/// The year of what is never due, as Grocy writes it.
const NEVER: i32 = 2999;
/// How deep the entries of a JSON list may nest.
const MAX_DEPTH: usize = 3;
/// What programs write for "no".
const NO: [&str; 12] = ["", "0", "false", "no", "n", "nein", "non", "faux", "falsch", "open", "offen", "-"];
/// Marks of lists that begin a line.
const BULLETS: [&str; 12] = ["- ", "* ", "+ ", "• ", "– ", "· ", "[ ] ", "☐ ", "□ ", "◯ ", "▢ ", "[] "];
const TICKS: [&str; 8] = ["[x] ", "[X] ", "☑ ", "☒ ", "✓ ", "✔ ", "✔️ ", "✅ "];

/// Options for reading a file.
pub struct Reading<'a> {
    pub user: &'a UserId,
    pub zone: Tz,
    pub now: DateTime<Utc>,
    /// A BCP 47 tag, which decides what the file leaves open; empty where it is not known.
    pub language: &'a str,
    /// Where the rows of a table go; by its kind where nothing is said.
    pub target: Option<Target>,
    /// The meaning of each column, if the user set it.
    pub fields: Option<&'a [Option<Field>]>,
    /// Whether the first line is headers, where somebody has said so.
    pub has_header: Option<bool>,
    /// The order of days that can be read in two ways, where somebody has said so.
    pub day_order: Option<DayOrder>,
}

struct Row {
    line: u64,
    cells: Vec<String>,
}

impl Row {
    fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }

    fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.trim().is_empty()).count()
    }
}

pub fn plan(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    plan_of(parse(text)?, reading)
}

/// A list of entries with named fields as a table; `None` where it is none.
pub fn plan_entries(entries: &[Value], reading: &Reading) -> Option<Result<Plan, Unreadable>> {
    let entries: Vec<Map<String, Value>> =
        entries.iter().filter_map(Value::as_object).take(MAX_ROWS + 1).map(flat).collect();
    let mut headers: Vec<&String> = Vec::new();
    for name in entries.iter().flat_map(Map::keys) {
        if !headers.contains(&name) && headers.len() <= MAX_COLUMNS {
            headers.push(name);
        }
    }
    if headers.is_empty() {
        return None;
    }
    let header = Row { line: 0, cells: headers.iter().map(|name| (*name).clone()).collect() };
    let rows = (1..).zip(&entries).map(|(line, entry)| {
        let cells = headers.iter().map(|name| entry.get(*name).map(cell_of).unwrap_or_default()).collect();
        Row { line, cells }
    });
    let rows: Vec<Row> = std::iter::once(header).chain(rows).collect();
    Some(plan_of(rows, &Reading { has_header: Some(true), ..*reading }))
}

/// The fields of an entry, those of objects in it under `outer.inner`.
fn flat(entry: &Map<String, Value>) -> Map<String, Value> {
    fn add(fields: &mut Map<String, Value>, before: &str, entry: &Map<String, Value>, depth: usize) {
        for (name, value) in entry {
            let name = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
            match value {
                Value::Object(inner) if depth < MAX_DEPTH => add(fields, &name, inner, depth + 1),
                Value::Object(_) | Value::Array(_) => {}
                plain => {
                    fields.insert(name, plain.clone());
                }
            }
        }
    }
    let mut fields = Map::new();
    add(&mut fields, "", entry, 0);
    fields
}

fn cell_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn plan_of(mut rows: Vec<Row>, reading: &Reading) -> Result<Plan, Unreadable> {
    let Some(first) = rows.iter().position(|row| !row.is_blank()) else {
        return Err(Unreadable::new("empty", "This file is empty."));
    };
    let found = header_line(&rows[first..]).map(|at| at + first);
    let has_header = reading.has_header.unwrap_or(found.is_some() || !looks_like_data(&rows[first]));
    let headers = if has_header {
        let line = found.unwrap_or(first);
        rows.drain(..=line).next_back().map(|row| row.cells).unwrap_or_default()
    } else {
        let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        for row in &mut rows {
            row.cells.resize(width, String::new());
        }
        vec![String::new(); width]
    };
    if headers.len() > MAX_COLUMNS {
        let message = format!("This table has more than {MAX_COLUMNS} columns.");
        return Err(Unreadable::new("tooManyColumns", message));
    }
    let names: Vec<&str> = headers.iter().map(String::as_str).collect();
    let cells = |at: usize| rows.iter().filter_map(|row| row.cells.get(at).cloned()).collect::<Vec<_>>();
    let kind = kind_of(&names);
    let fields = match reading.fields {
        Some(fields) if fields.len() == headers.len() => fields.to_vec(),
        Some(_) => {
            let message = "The columns do not match this file.";
            return Err(Unreadable::new("otherColumns", message));
        }
        None if has_header => of_kind(kind, &names, columns::guess(&names, cells)),
        None => columns::guess_by_cells(headers.len(), cells),
    };
    let is_task_list = matches!(kind, FileKind::Ticktick | FileKind::Todoist);
    let mut plan = Plan::of(kind);
    plan.has_header = has_header;
    plan.target = reading.target.unwrap_or(if is_task_list { Target::ShoppingList } else { Target::Items });
    plan.columns = (0..headers.len()).map(|n| column(n, &headers, &fields, &rows)).collect();
    if !fields.contains(&Some(Field::Name)) {
        // Only the columns are shown, for the user to choose.
        return Ok(plan);
    }
    let columns = Columns::read(&fields, &rows, &names, reading);
    plan.days.clone_from(&columns.days);
    let mut ids = RowIds::of(reading.user);
    for row in &rows {
        if !row.is_blank() {
            take(row, &columns, kind, &names, reading, &mut ids, &mut plan);
        }
    }
    Ok(plan)
}

/// Adds what a row brings to a plan.
fn take(
    row: &Row,
    columns: &Columns,
    kind: FileKind,
    names: &[&str],
    reading: &Reading,
    ids: &mut RowIds,
    plan: &mut Plan,
) {
    let (width, expected) = (row.cells.len(), names.len());
    let rest_is_blank = row.cells.iter().skip(expected).all(|cell| cell.trim().is_empty());
    if width < expected || !rest_is_blank {
        let message = format!("This line has {width} columns instead of {expected}.");
        let problem = Problem::new(row.line, ProblemCode::ColumnCount, message);
        plan.problems.push(Problem { value: Some(format!("{width}/{expected}")), ..problem });
        return;
    }
    let cells = Cells { row, columns };
    if kind == FileKind::Todoist
        && names.iter().position(|name| columns::fold(name) == "type").is_some_and(|at| row.cells[at].trim() != "task")
    {
        return plan.leave_out(LeftOut::NoTasks, 1);
    }
    // Archived or deleted rows of our own table are skipped.
    if cells.get(Field::Status).is_some_and(|status| status != "active") {
        return plan.leave_out(LeftOut::Archived, 1);
    }
    let is_done = cells.get(Field::Done).is_some_and(|done| !NO.contains(&done.to_lowercase().as_str()));
    if is_done || cells.is_ticked() {
        return plan.leave_out(LeftOut::Completed, 1);
    }
    let id = ids.next(&row.cells.join("\u{1f}"));
    let taken = match plan.target {
        Target::Items => item(&cells, reading).map(|item| plan.items.push(Item { id: ItemId(id), ..item })),
        Target::ShoppingList => list_item(&cells).map(|details| {
            plan.list.push(ListItem::new(ListItemId(id), reading.user.clone(), details, reading.now));
        }),
    };
    if let Err(problem) = taken {
        plan.problems.push(problem.at(row.line));
    }
}

fn column(n: usize, headers: &[String], fields: &[Option<Field>], rows: &[Row]) -> Column {
    let values = rows.iter().filter_map(|row| row.cells.get(n)).filter(|cell| !cell.trim().is_empty());
    let samples = values.take(SAMPLES).map(|cell| domain::text::cut(cell.trim(), MAX_SAMPLE_LENGTH)).collect();
    Column { header: domain::text::cut(headers[n].trim(), MAX_SAMPLE_LENGTH), field: fields[n], samples }
}

/// Where the line of headers is, by the headers that are known: the first line, or one behind lines that say something
/// of the file and have fewer cells.
fn header_line(rows: &[Row]) -> Option<usize> {
    let known = |row: &Row| row.cells.iter().filter(|cell| columns::is_known(cell)).count();
    if known(rows.first()?) > 0 {
        return Some(0);
    }
    let mut widest = 0;
    for (at, row) in rows.iter().enumerate().take(MAX_LINES_BEFORE_HEADERS) {
        if known(row) >= 2 && row.filled() > widest {
            return Some(at);
        }
        widest = widest.max(row.filled());
    }
    None
}

/// Whether a line without a known header is data: a column alone, or a day or an amount in it.
fn looks_like_data(row: &Row) -> bool {
    let decimal = DecimalSign::of_language("");
    row.cells.len() == 1 || row.cells.iter().any(|cell| values::is_day(cell) || values::amount(cell, decimal).is_some())
}

fn kind_of(headers: &[&str]) -> FileKind {
    let folded: Vec<String> = headers.iter().map(|header| columns::fold(header)).collect();
    let has = |names: &[&str]| names.iter().all(|name| folded.iter().any(|header| header == name));
    if columns::is_evershelf(headers) {
        FileKind::Evershelf
    } else if has(&["listname", "title", "ischecklist", "status"]) || has(&["foldername", "listname", "title"]) {
        FileKind::Ticktick
    } else if has(&["type", "content", "priority"]) {
        FileKind::Todoist
    } else {
        FileKind::Table
    }
}

/// What the columns of a task list mean besides.
fn of_kind(kind: FileKind, headers: &[&str], mut fields: Vec<Option<Field>>) -> Vec<Option<Field>> {
    let own: &[(&str, Option<Field>)] = match kind {
        FileKind::Ticktick => &[
            ("title", Some(Field::Name)),
            ("content", Some(Field::Notes)),
            ("status", Some(Field::Done)),
            ("tags", None),
            ("duedate", None),
        ],
        FileKind::Todoist => &[("content", Some(Field::Name)), ("description", Some(Field::Notes)), ("labels", None)],
        _ => &[],
    };
    for (name, field) in own {
        if let Some(at) = headers.iter().position(|header| columns::fold(header) == *name) {
            fields.iter_mut().filter(|one| field.is_some() && **one == *field).for_each(|one| *one = None);
            fields[at] = *field;
        }
    }
    fields
}

fn parse(text: &str) -> Result<Vec<Row>, Unreadable> {
    let text = text.trim_start_matches('\u{feff}');
    if text.contains('\0') {
        return Err(Unreadable::new("notText", "This file is not a text file."));
    }
    let (separator, skipped) = match said_separator(text) {
        Some((separator, length)) => (separator, length),
        None => (separator_of(text), 0),
    };
    let (mut rows, mut counted, mut line) = (Vec::new(), 0, 1);
    let table = &text[skipped..];
    for record in reader(separator, table).records() {
        let record =
            record.map_err(|error| Unreadable::new("damaged", format!("This table cannot be read: {error}.")))?;
        // The row's first line; the reader's own count omits empty lines before it.
        let begins = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0)) + skipped;
        let begins = begins + text[begins..].len() - text[begins..].trim_start_matches(['\r', '\n']).len();
        line += line_ends(&text[counted..begins]);
        counted = begins;
        if rows.len() > MAX_ROWS {
            let message = format!("This table has more than {MAX_ROWS} rows.");
            return Err(Unreadable::new("tooManyRows", message));
        }
        rows.push(Row { line, cells: record.iter().map(cell_text).collect() });
    }
    // A quotation mark that nothing closes makes one cell of all that follows.
    if let Some(last) = rows.last().filter(|last| last.cells.iter().any(|cell| cell.contains('\n')))
        && text.matches('"').count() % 2 == 1
    {
        let message = format!("The quotation mark in line {} is never closed.", last.line);
        return Err(Unreadable { line: Some(last.line), ..Unreadable::new("openQuote", message) });
    }
    Ok(rows)
}

fn reader(separator: u8, text: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(separator).flexible(true).has_headers(false).from_reader(text.as_bytes())
}

/// One kind of line end, which notes may have.
fn cell_text(cell: &str) -> String {
    cell.replace("\r\n", "\n").replace('\r', "\n")
}

fn line_ends(text: &str) -> u64 {
    let returns = text.matches('\r').count() - text.matches("\r\n").count();
    (text.matches('\n').count() + returns) as u64
}

/// The separator that Excel's first line names (`sep=;`), and the length of that line.
fn said_separator(text: &str) -> Option<(u8, usize)> {
    let end = text.find(['\r', '\n']).unwrap_or(text.len());
    let line = text[..end].trim().trim_matches('"');
    let (name, sign) = line.split_once('=')?;
    let sign = match sign.as_bytes() {
        _ if !name.trim().eq_ignore_ascii_case("sep") => return None,
        [sign] if sign.is_ascii() => *sign,
        // A tab itself is trimmed away.
        b"\\t" | [] => b'\t',
        _ => return None,
    };
    Some((sign, end))
}

/// The separator with which most records have the same number of columns, more than one.
fn separator_of(text: &str) -> u8 {
    let score = |separator: u8| {
        let widths: Vec<usize> = reader(separator, text)
            .records()
            .take(SEPARATOR_SAMPLE)
            .filter_map(|record| Some(record.ok()?.len()))
            .filter(|width| *width > 1)
            .collect();
        let alike = |width: &usize| widths.iter().filter(|other| *other == width).count();
        widths.iter().map(|width| (alike(width), *width)).max().unwrap_or_default()
    };
    // The comma wins a tie.
    b"|\t;,".iter().copied().max_by_key(|separator| score(*separator)).unwrap_or(b',')
}

/// What the columns of a table are, and how their cells are read.
struct Columns<'a> {
    fields: &'a [Option<Field>],
    expires: DayOrder,
    added: DayOrder,
    decimal: DecimalSign,
    date_kind: DateKind,
    days: Option<DayReading>,
}

impl<'a> Columns<'a> {
    fn read(fields: &'a [Option<Field>], rows: &[Row], headers: &[&str], reading: &Reading) -> Self {
        let place = |field: Field| fields.iter().position(|one| *one == Some(field));
        let cells = |field: Field| {
            let at = place(field);
            rows.iter().filter_map(move |row| row.cells.get(at?).map(String::as_str))
        };
        let expires = OrderEvidence::of(cells(Field::Expires), reading.now);
        let added = OrderEvidence::of(cells(Field::Added), reading.now);
        let language = values::order_of_language(reading.language);
        let expires_order = expires.order(reading.day_order, added.decided(), language);
        let added_order = added.order(reading.day_order, expires.decided(), language);
        let open = [(&expires, expires_order), (&added, added_order)].into_iter().filter(|(one, _)| one.is_open());
        let days = open.min_by_key(|(_, (_, is_certain))| *is_certain).map(|(evidence, (order, is_certain))| {
            DayReading { order, is_certain, example: evidence.example.clone().unwrap_or_default() }
        });
        Self {
            fields,
            expires: expires_order.0,
            added: added_order.0,
            decimal: DecimalSign::of(cells(Field::Quantity), reading.language),
            date_kind: place(Field::Expires).map_or(DateKind::Estimate, |at| columns::date_kind(headers[at])),
            days,
        }
    }
}

struct Cells<'a> {
    row: &'a Row,
    columns: &'a Columns<'a>,
}

impl Cells<'_> {
    /// Returns the value in a field's column; blank values count as missing.
    fn get(&self, field: Field) -> Option<&str> {
        let place = self.columns.fields.iter().position(|one| *one == Some(field))?;
        // Our own table guards what a spreadsheet would run with an apostrophe.
        let text = self.row.cells.get(place)?.trim();
        let guarded = text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@']));
        Some(guarded.unwrap_or(text)).filter(|text| !text.is_empty())
    }

    fn day(&self, field: Field, order: DayOrder) -> Result<Option<chrono::NaiveDate>, Problem> {
        let Some(text) = self.get(field).filter(|text| !values::is_no_day(text)) else { return Ok(None) };
        let unknown = || {
            let shown = domain::text::cut(text, MAX_SAMPLE_LENGTH);
            let message = format!("“{shown}” is not a date such as 2026-11-23 or 23.11.2026.");
            Problem { value: Some(shown), ..Problem::new(self.row.line, ProblemCode::NotADay, message) }
        };
        values::day(text, order).map(Some).ok_or_else(unknown)
    }

    /// The only text of a line of a list, without the marks that begin it.
    fn line_text(&self) -> Option<&str> {
        self.get(Field::Name).filter(|_| self.row.cells.len() == 1)
    }

    fn is_ticked(&self) -> bool {
        let ticked = |text: &str| TICKS.iter().any(|tick| text.starts_with(tick));
        self.line_text().is_some_and(|text| ticked(text) || ticked(without_bullet(text)))
    }

    /// The name, with its brand before it unless it says so itself.
    fn name(&self) -> Option<String> {
        let name = self.line_text().map(|text| without_bullet(without_bullet(text))).or(self.get(Field::Name))?;
        match self.get(Field::Brand) {
            Some(brand) if !name.to_lowercase().contains(&brand.to_lowercase()) => Some(format!("{brand} {name}")),
            _ => Some(name.to_owned()),
        }
    }

    fn amount(&self) -> Result<(Option<f64>, Option<String>), Problem> {
        let unit = self.get(Field::Unit).map(str::to_owned);
        let Some(text) = self.get(Field::Quantity) else { return Ok((None, unit)) };
        let unknown = || {
            let shown = domain::text::cut(text, MAX_SAMPLE_LENGTH);
            let message = format!("“{shown}” is not a quantity such as 2, 1.5 or 500 g.");
            Problem { value: Some(shown), ..Problem::new(self.row.line, ProblemCode::NotAQuantity, message) }
        };
        let (number, with_it) = values::amount(text, self.columns.decimal).ok_or_else(unknown)?;
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

fn without_bullet(text: &str) -> &str {
    BULLETS.iter().find_map(|bullet| text.strip_prefix(bullet)).unwrap_or(text).trim()
}

fn item(cells: &Cells, reading: &Reading) -> Result<Item, Problem> {
    let Reading { zone, now, .. } = *reading;
    let columns = cells.columns;
    let name = cells.name();
    let known = shelf_life::for_name(name.as_deref().unwrap_or_default());
    let category = cells.get(Field::Category).map_or_else(|| category_of(&known), str::to_owned);
    let (quantity, unit) = cells.amount()?;
    let added = cells.day(Field::Added, columns.added)?.and_then(|day| values::noon_of(day, zone));
    let added = added.unwrap_or(now).min(now);
    let told: Option<i64> = cells.get(Field::ShelfLife).and_then(|days| days.parse().ok());
    let due = cells.day(Field::Expires, columns.expires)?;
    let is_never_due = due.is_some_and(|day| day.year() >= NEVER);
    let expires = due.filter(|_| !is_never_due).and_then(|day| values::end_of(day, zone));
    let place = cells.get(Field::Location).and_then(places::storage_named);
    let longest = i64::from(MAX_SHELF_LIFE_DAYS);
    let keeps = told
        .or_else(|| expires.map(|at| (at - added).num_days()))
        .or_else(|| is_never_due.then_some(longest))
        .unwrap_or_else(|| i64::from(days_in(place, name.as_deref().unwrap_or_default(), &category, &known)))
        .clamp(1, longest);
    let draft = Draft {
        name,
        category: Some(category),
        quantity,
        unit,
        shelf_life_days: Some(keeps),
        expires_at: Some(iso(expires.unwrap_or(added + TimeDelta::days(keeps)))),
        notes: cells.notes(),
    };
    let item = Item::new(ItemId(uuid::Uuid::nil()), reading.user.clone(), None, draft.for_new(now)?, now);
    let item = Item { created_at: added, ..item };
    let state = FoodState {
        storage: place.filter(|place| *place != item.storage()),
        date_kind: if expires.is_some() { columns.date_kind } else { DateKind::Estimate },
        ..FoodState::default()
    };
    // Long expired items are shown instead of being swept unseen.
    let past = item.status_at(now) != ItemStatus::Active;
    Ok(Item { grace_until: past.then(|| now + GRACE), state, ..item })
}

/// The days that something of a name keeps in a place, or where it is usually kept.
fn days_in(place: Option<Storage>, name: &str, category: &str, known: &shelf_life::ShelfLife) -> u16 {
    let keeps = Keeps::of(shelf_life::kind_of(name), category);
    match place {
        Some(Storage::Freezer) if keeps.storage != Storage::Freezer => keeps.frozen.days,
        Some(place) => keeps.days_in(place).unwrap_or(known.days),
        None => known.days,
    }
}

/// The name of the category that something of this kind is usually in.
pub fn category_of(known: &shelf_life::ShelfLife) -> String {
    serde_json::to_value(known.category).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

fn list_item(cells: &Cells) -> Result<shopping::Details, Problem> {
    let (quantity, unit) = cells.amount()?;
    let category = cells.get(Field::Category).map(str::to_owned);
    Ok(shopping::Draft { name: cells.name(), category, quantity, unit, notes: cells.notes() }.checked()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::timestamp::parse as time;

    fn read_as<'a>(text: &str, change: impl FnOnce(&mut Reading<'a>)) -> Result<Plan, Unreadable> {
        let user = Box::leak(Box::new(UserId::parse("anna").unwrap()));
        let now = time("now", "2026-11-23T10:00:00.000Z").unwrap();
        let mut reading = Reading {
            user,
            zone: Tz::Europe__Berlin,
            now,
            language: "en-US",
            target: None,
            fields: None,
            has_header: None,
            day_order: None,
        };
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
    fn a_table_of_evershelf_comes_in() {
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
    fn a_spreadsheet_of_any_country_comes_in() {
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
    fn what_cannot_be_taken_is_named_by_its_line() {
        let plan =
            read("Name,Quantity,Expiry\nMilk,1,2026-12-01\n,1,\nBread,some,\nHam,1,soon\nEggs,6\n\nSalt,0,\n").unwrap();
        let lines: Vec<u64> = plan.problems.iter().map(|problem| problem.line).collect();
        assert_eq!((plan.items.len(), lines), (1, vec![3, 4, 5, 6, 8]));
        assert!(plan.problems[3].message.contains("2 columns instead of 3"), "{:?}", plan.problems[3]);
        let long = read(&format!("Name\n{}\n", "x".repeat(500))).unwrap();
        assert_eq!(long.problems[0].line, 2);
    }

    #[test]
    fn what_is_no_table_is_told() {
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
    fn the_same_file_makes_the_same_ids_and_equal_rows_are_two_things() {
        let text = "Name\nMilk\nMilk\n";
        let ids = |plan: Plan| plan.items.iter().map(|item| item.id).collect::<Vec<_>>();
        let (first, second) = (ids(read(text).unwrap()), ids(read(text).unwrap()));
        assert_eq!(first, second);
        assert_ne!(first[0], first[1]);
    }

    #[test]
    fn what_went_off_long_ago_is_shown_for_two_days() {
        let plan = read("Name,Expires\nJam,2020-01-01\n").unwrap();
        let now = time("now", "2026-11-23T10:00:00.000Z").unwrap();
        assert_eq!(plan.items[0].status_at(now), ItemStatus::Active);
        assert_eq!(iso(plan.items[0].details.expires_at), "2020-01-01T22:59:59.999Z");
    }

    #[test]
    fn our_own_table_comes_back_without_its_guard() {
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
    fn a_decided_column_decides_the_others_of_the_file() {
        let plan = read_as("Name,Added,Expires\nMilk,01/11/2026,25/12/2026\n", |reading| reading.language = "en");
        let plan = plan.unwrap();
        assert_eq!(iso(plan.items[0].created_at), "2026-11-01T11:00:00.000Z");
        assert_eq!(rows(&plan)[0].2, "2026-12-25");
        assert!(plan.days.is_none_or(|days| days.is_certain));
    }

    #[test]
    fn numbers_with_groups_and_fractions_are_read_or_named() {
        let plan = read("Name;Menge\nMehl;1 234,56\nZucker;1/2\nReis;1'234.56\nNudeln;1 1/2\nTee;2 /3\n").unwrap();
        let amounts: Vec<String> = rows(&plan).into_iter().map(|(_, amount, _)| amount).collect();
        assert_eq!(amounts, ["1234.56 item", "0.5 item", "1234.56 item", "1.5 item"]);
        let problem = &plan.problems[0];
        assert_eq!(
            (problem.line, problem.code, problem.value.as_deref()),
            (6, ProblemCode::NotAQuantity, Some("2 /3"))
        );
    }

    #[test]
    fn a_first_line_of_data_is_no_header() {
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
    fn headers_of_days_are_understood_in_other_languages() {
        for header in ["Date de péremption", "DLC", "DDM", "Verbrauchsdatum", "zu verbrauchen bis", "Best By Date"] {
            let plan = read(&format!("Produit;Quantité;{header}\nLait;2;24/12/2026\n")).unwrap();
            assert_eq!(rows(&plan), [("Lait".into(), "2 item".into(), "2026-12-24".into())], "{header}");
        }
        let dlc = read("Produit;DLC\nLait;24/12/2026\n").unwrap();
        assert_eq!(dlc.items[0].state.date_kind, DateKind::UseBy);
        let homebox = read("HB.name,HB.quantity,HB.location\nSoup,3,Pantry\n").unwrap();
        assert_eq!(rows(&homebox)[0].1, "3 item");
        let variety = read("item_variety,date_purchased,Exp Date\nGala,2026-11-20,2026-12-01\n").unwrap();
        assert_eq!(
            (rows(&variety)[0].2.as_str(), iso(variety.items[0].created_at).as_str()),
            ("2026-12-01", "2026-11-20T11:00:00.000Z")
        );
    }

    #[test]
    fn names_of_months_and_years_that_come_first_are_read() {
        let text = "Name;Verbrauchsdatum\nHackfleisch;01 Dez 26\nKäse;15 Mär 27\n";
        assert_eq!(days(text, "de"), ["2026-12-01", "2027-03-15"]);
        assert_eq!(days("Nom;DLC\nLait;15 déc. 26\nBeurre;1er août 2027\n", "fr"), ["2026-12-15", "2027-08-01"]);
        assert_eq!(days("Name,Expires\nMilk,26-12-31\n", "en-US"), ["2026-12-31"]);
        assert_eq!(days("Name,Expires\nSalt,12/2027\nTea,-\n", "en")[0], "2027-12-31");
    }

    #[test]
    fn a_line_break_within_a_cell_is_taken_however_it_is_written() {
        let plan = read("Name,Quantity,Notes\nMilk,1,\"for\r\nSunday\"\nTea,1,\"a\rb\"\n").unwrap();
        assert_eq!(plan.problems, []);
        assert_eq!(plan.items[0].details.notes.as_deref(), Some("for\nSunday"));
        let mac = read("Name,Quantity\rMilk,2\rHam,x\r").unwrap();
        assert_eq!((mac.items.len(), mac.problems[0].line), (1, 3), "line ends of an old Mac");
    }

    #[test]
    fn the_location_says_where_it_is_kept() {
        let plan = read("Name,Location\nPeas,Freezer\nMince,TK\nMilk,Kitchen\nFlour,Kühlschrank\n").unwrap();
        let places: Vec<Storage> = plan.items.iter().map(Item::storage).collect();
        let kept: Vec<_> = plan.items.iter().map(|item| item.state.storage).collect();
        assert_eq!(plan.items[0].details.name, "Peas");
        assert!(kept[0] == Some(Storage::Freezer) || places[0] == Storage::Freezer);
        assert_eq!((kept[1], kept[2], kept[3]), (Some(Storage::Freezer), None, Some(Storage::Fridge)));
        assert!(plan.items[1].details.shelf_life_days >= 30, "frozen mince keeps for months");
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
        let todoist = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n\
            section,Fridge,,,,,,,,\ntask,Butter,salted,4,1,,,,en,\n";
        let plan = read(todoist).unwrap();
        assert_eq!((plan.kind, plan.list.len()), (FileKind::Todoist, 1));
        assert_eq!(plan.list[0].details.name, "Butter");
        let sheet = read("My pantry\n\nExported,23.11.2026\nName,Quantity,Expires\nMilk,1,2026-12-01\n").unwrap();
        assert_eq!(rows(&sheet)[0].0, "Milk");
    }

    #[test]
    fn a_plain_list_of_lines_is_read_without_its_marks() {
        let plan = read("- [ ] Milk\n- [x] Eggs\n• Bread\n").unwrap();
        let names: Vec<_> = plan.items.iter().map(|item| item.details.name.as_str()).collect();
        assert_eq!((names, plan.left_out[0].count), (vec!["Milk", "Bread"], 1));
    }

    #[test]
    fn entries_of_a_json_list_are_a_table() {
        let user = UserId::parse("anna").unwrap();
        let now = time("now", "2026-11-23T10:00:00.000Z").unwrap();
        let reading = Reading {
            user: &user,
            zone: Tz::UTC,
            now,
            language: "",
            target: None,
            fields: None,
            has_header: None,
            day_order: None,
        };
        let entries = serde_json::json!([{"product": {"name": "Milk"}, "amount": 2, "best_before": "2026-12-01", "tags": [1]}, 7]);
        let plan = plan_entries(entries.as_array().unwrap(), &reading).unwrap().unwrap();
        assert_eq!(rows(&plan), [("Milk".into(), "2 item".into(), "2026-12-02".into())]);
        assert!(plan_entries(&[], &reading).is_none() && plan_entries(&[Value::Null], &reading).is_none());
    }
}
