//! A table as other programs and spreadsheets write it: separated by commas, semicolons, tabs or bars, with or without a
//! line of headers and lines before it; or a JSON list of entries with named fields.

use super::columns::{self, Field};
use super::folding::fold;
use super::places;
use super::plan::{Column, DayReading, FileKind, LeftOut, Plan, Problem, ProblemCode, RowIds, Target, Unreadable};
use super::values::{self, DayOrder, OrderEvidence};
use chrono::{DateTime, Datelike, Utc};
use chrono_tz::Tz;
use domain::amount::{self, DecimalSign};
use domain::calendar_day::{day_of, end_of_day_after, last_moment_of};
use domain::draft::Draft;
use domain::food_state::{DateKind, FoodState};
use domain::freshness::GRACE;
use domain::id::{ItemId, ListItemId, UserId};
use domain::item::{Item, ItemStatus, MAX_SHELF_LIFE_DAYS};
use domain::own_place::{self, OwnPlace};
use domain::shelf_life::{self, Storage};
use domain::shopping::{self, ListItem};
use domain::storage_guide::StorageGuide;
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
    /// True if the first line is headers, where somebody has said so.
    pub has_header: Option<bool>,
    /// The order of days that can be read in two ways, where somebody has said so.
    pub day_order: Option<DayOrder>,
    /// The household's own places, which a table names.
    pub places: &'a [OwnPlace],
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
        && names.iter().position(|name| fold(name) == "type").is_some_and(|at| row.cells[at].trim() != "task")
    {
        return plan.leave_out(LeftOut::NoTasks, 1);
    }
    // Archived or deleted rows of our own table are skipped.
    if cells.get(Field::Status).is_some_and(|status| status != "active") {
        return plan.leave_out(LeftOut::Archived, 1);
    }
    if cells.amount().0.is_some_and(|quantity| quantity == 0.0) {
        return plan.leave_out(LeftOut::UsedUp, 1);
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

/// Returns true if a line without a known header is data: a column alone, or a day or an amount in it.
fn looks_like_data(row: &Row) -> bool {
    let is_amount = |cell: &str| amount::read(cell, DecimalSign::UNKNOWN).is_some();
    row.cells.len() == 1 || row.cells.iter().any(|cell| values::is_day(cell) || is_amount(cell))
}

fn kind_of(headers: &[&str]) -> FileKind {
    let folded: Vec<String> = headers.iter().map(|header| fold(header)).collect();
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
        if let Some(at) = headers.iter().position(|header| fold(header) == *name) {
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

    /// Quantity, unit and note: words that are no amount become a note.
    fn amount(&self) -> (Option<f64>, Option<String>, Option<String>) {
        let unit = self.get(Field::Unit).map(str::to_owned);
        let Some(text) = self.get(Field::Quantity) else { return (None, unit, None) };
        let beside = unit.as_deref().unwrap_or_default();
        // The unit of its own column may say what three digits behind a sign are.
        let with_unit = if text.ends_with(|c: char| c.is_ascii_digit()) { &format!("{text} {beside}") } else { text };
        let read = amount::read(with_unit, self.columns.decimal).or_else(|| amount::read(text, self.columns.decimal));
        let Some(amount) = read else { return (None, unit, Some(text.to_owned())) };
        // Other programs count finer than thousandths.
        let number = (amount.quantity * 1_000.0).round() / 1_000.0;
        let note = amount.note.map(|_| text.to_owned());
        (Some(number), unit.or(Some(amount.unit).filter(|unit| !unit.is_empty())), note)
    }

    /// Collects values without a field of their own as notes.
    fn notes(&self, amount: Option<&str>, location: Option<&str>) -> Option<String> {
        let parts = [amount, self.get(Field::Notes), location, self.get(Field::Opened)];
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
    let (quantity, unit, note) = cells.amount();
    let added = cells.day(Field::Added, columns.added)?.and_then(|day| values::noon_of(day, zone));
    let added = added.unwrap_or(now).min(now);
    let told: Option<i64> = cells.get(Field::ShelfLife).and_then(|days| days.parse().ok());
    let due = cells.day(Field::Expires, columns.expires)?;
    let is_never_due = due.is_some_and(|day| day.year() >= NEVER);
    let expires_on = due.filter(|_| !is_never_due);
    let expires = expires_on.and_then(|day| last_moment_of(day, zone));
    let location = cells.get(Field::Location);
    let own_place = location.and_then(|name| own_place::named(reading.places, name));
    let place = own_place.map(|place| place.storage).or_else(|| location.and_then(places::storage_named));
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
        expires_at: Some(iso(expires.unwrap_or_else(|| end_of_day_after(day_of(added, zone), keeps, zone)))),
        notes: cells
            .notes(note.as_deref(), location.filter(|name| own_place.is_none() && Storage::named(name).is_none())),
    };
    let item = Item::new(ItemId(uuid::Uuid::nil()), reading.user.clone(), None, draft.for_new(now, zone)?, now);
    let item = Item { created_at: added, ..item };
    let state = FoodState {
        storage: place.filter(|place| own_place.is_some() || *place != item.storage()),
        own_place: own_place.map(|place| place.id),
        date_kind: if expires.is_some() { columns.date_kind } else { DateKind::Estimate },
        expires_on: expires.and(expires_on),
        ..FoodState::default()
    };
    // Long expired items are shown instead of being swept unseen.
    let past = item.status_at(now) != ItemStatus::Active;
    Ok(Item { grace_until: past.then(|| now + GRACE), state, ..item })
}

/// The days that something of a name keeps in a place, or where it is usually kept.
fn days_in(place: Option<Storage>, name: &str, category: &str, known: &shelf_life::ShelfLife) -> u16 {
    let keeps = StorageGuide::of(shelf_life::kind_of(name), category);
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
    let (quantity, unit, note) = cells.amount();
    let category = cells.get(Field::Category).map(str::to_owned);
    let notes = cells.notes(note.as_deref(), cells.get(Field::Location));
    Ok(shopping::Draft { name: cells.name(), category, quantity, unit, notes }.checked()?)
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
