//! A table as other programs and spreadsheets write it: separated by commas, semicolons, tabs or bars, with or without a
//! line of headers and lines before it; or a JSON list of entries with named fields.

use super::columns::{self, Field};
use super::endings;
use super::folding::fold;
use super::foods::Foods;
use super::lines::{self, Line};
use super::own_export;
use super::places;
use super::plan::{Column, DayReading, FileKind, OmittedKind, Plan, Problem, ProblemCode, RowIds, Target, Unreadable};
use super::reading::Reading;
use super::records::{MAX_ROWS, Row, parse, too_many_rows, unguarded};
use super::stock::StockRow;
use super::values::{self, DayOrder, OrderEvidence, thousandths};
use domain::amount::{self, Amount, DecimalSign, Entry};
use domain::food_state::DateKind;
use domain::id::ItemId;
use domain::item::Item;
use domain::own_place;
use domain::product_code::{LearntCode, UncheckedCode};
use domain::shelf_life::Storage;
use domain::shopping::UncheckedListItem;
use domain::unchecked_item::UncheckedItem;
use serde_json::{Map, Value};

const MAX_COLUMNS: usize = 60;
const SAMPLES: usize = 3;
const MAX_SAMPLE_LENGTH: usize = 60;
/// Programs write at most so many lines before the headers.
const MAX_LINES_BEFORE_HEADERS: usize = 20;
/// The maximum depth of the entries of a JSON list.
const MAX_DEPTH: usize = 3;

pub fn read_text(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    if lines::is_list(text) {
        return read_rows(lines_of(text), FileKind::Table, &Reading { has_header: Some(false), ..*reading });
    }
    let rows = parse(text)?;
    let separated = rows.iter().filter(|row| row.cells.len() > 1).count();
    // Commas in a few lines separate no columns, nor do those of "1,5 kg".
    let is_list = separated * 2 < rows.len() || has_decimal_commas_only(text);
    if separated > 0 && header_line(&rows).is_none() && is_list {
        return read_rows(lines_of(text), FileKind::Table, &Reading { has_header: Some(false), ..*reading });
    }
    if reading.fields.is_none()
        && let Some(plan) = own_table(&rows, reading)
    {
        return Ok(plan);
    }
    read_rows(rows, FileKind::Table, reading)
}

/// Returns true for a text without other separators than the commas of decimals.
fn has_decimal_commas_only(text: &str) -> bool {
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let mut commas = text.match_indices(',').map(|(at, _)| at);
    !text.contains([';', '\t', '|']) && commas.all(|at| at > 0 && is_digit(at - 1) && is_digit(at + 1))
}

/// Returns each line as a row of one cell. A line above indented ones is a heading.
fn lines_of(text: &str) -> Vec<Row> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).take(MAX_ROWS + 2);
    let lines: Vec<(u64, &str)> = lines.collect();
    let row = |at: usize| {
        let (line, text) = lines[at];
        let is_heading = lines.get(at + 1).is_some_and(|(_, next)| lines::is_heading_of(text, next));
        Row { line, cells: vec![if is_heading { format!("{text}:") } else { text.to_owned() }] }
    };
    (0..lines.len()).map(row).collect()
}

/// Reads our own table; `None` if a spreadsheet changed the format of its cells.
fn own_table(rows: &[Row], reading: &Reading) -> Option<Plan> {
    let header = rows.first().filter(|row| own_export::is_our_table(&row.cells))?;
    let rows = rows[1..].iter().filter(|row| !row.is_blank()).map(|row| (row.line, row.cells.as_slice()));
    let plan = own_export::read_table(&header.cells, rows, reading);
    (!plan.items.is_empty() || plan.problems.is_empty()).then_some(plan)
}

/// Reads the lists of a JSON file as a table. Entries are names or have named fields; `None` if there are neither.
pub fn read_lists(
    lists: &[(&str, Vec<&Value>)],
    kind: FileKind,
    reading: &Reading,
) -> Option<Result<Plan, Unreadable>> {
    let is_chosen = |name: &str| reading.list.is_none_or(|list| list == name);
    let mut entries: Vec<Map<String, Value>> = Vec::new();
    for (name, list) in lists.iter().filter(|(name, _)| is_chosen(name)) {
        for entry in list.iter().take(MAX_ROWS + 1) {
            let mut fields = match entry {
                Value::Object(entry) => flat(entry),
                Value::String(name) => Map::from_iter([("name".to_owned(), Value::from(name.as_str()))]),
                _ => continue,
            };
            // Lists may be called "pantry" or "freezer".
            if places::storage_named(name).is_some() {
                fields.entry(columns::LIST_NAME).or_insert_with(|| Value::from(*name));
            }
            entries.push(fields);
        }
    }
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
    let plan = read_rows(rows, kind, &Reading { has_header: Some(true), ..*reading });
    let names = lists.iter().map(|(name, _)| (*name).to_owned()).filter(|_| lists.len() > 1);
    Some(plan.map(|plan| Plan { lists: names.collect(), ..plan }))
}

/// Returns the fields of an entry; those of nested objects are called `outer.inner`.
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

fn read_rows(mut rows: Vec<Row>, kind: FileKind, reading: &Reading) -> Result<Plan, Unreadable> {
    if rows.len() > MAX_ROWS + 1 {
        return Err(too_many_rows());
    }
    let Some(first) = rows.iter().position(|row| !row.is_blank()) else {
        return Err(Unreadable::new("empty", "This file is empty."));
    };
    let found = header_line(&rows[first..]).map(|at| at + first);
    let has_header = reading.has_header.unwrap_or(found.is_some() || !looks_like_data(&rows[first]));
    let headers = if has_header {
        let line = found.unwrap_or(first);
        rows.drain(..=line).next_back().map(|row| row.cells).unwrap_or_default()
    } else {
        vec![String::new(); rows.iter().map(|row| row.cells.len()).max().unwrap_or_default()]
    };
    // Programs leave out the last cells of a row if they are empty.
    for row in rows.iter_mut().filter(|row| row.cells.len() < headers.len()) {
        row.cells.resize(headers.len(), String::new());
    }
    if headers.len() > MAX_COLUMNS {
        let message = format!("This table has more than {MAX_COLUMNS} columns.");
        return Err(Unreadable::new("tooManyColumns", message));
    }
    let names: Vec<&str> = headers.iter().map(String::as_str).collect();
    let cells = |at: usize| rows.iter().filter_map(|row| row.cells.get(at).cloned()).collect::<Vec<_>>();
    let kind = if kind == FileKind::Table { kind_of(&names) } else { kind };
    let fields = match reading.fields {
        Some(fields) if fields.len() == headers.len() => fields.to_vec(),
        Some(_) => {
            let message = "The columns do not match this file.";
            return Err(Unreadable::new("otherColumns", message));
        }
        None if has_header => of_kind(kind, &names, columns::guess(&names, cells, reading.now)),
        None => columns::guess_by_cells(headers.len(), cells),
    };
    let has = |field: Field| fields.contains(&Some(field));
    let is_task_list = matches!(kind, FileKind::Ticktick | FileKind::Todoist | FileKind::Tasks);
    let is_bought = |word: &str| endings::named(word) == Some(OmittedKind::Completed);
    let says_bought = |at: usize| match fields[at] {
        Some(Field::Done) => is_bought(names[at]),
        Some(Field::Status) => cells(at).iter().any(|cell| is_bought(cell)),
        _ => false,
    };
    // A table with a tick for each bought row is a shopping list.
    // So are lines without headers: they have neither dates nor places.
    let is_list = !has_header && headers.len() == 1
        || !has(Field::Expires) && !has(Field::Location) && (0..fields.len()).any(says_bought);
    let mut plan = Plan::of(kind);
    plan.has_header = has_header;
    plan.target = reading.target.unwrap_or(if is_task_list || is_list { Target::ShoppingList } else { Target::Items });
    plan.columns = (0..headers.len()).map(|n| column(n, &headers, &fields, &rows)).collect();
    if !fields.contains(&Some(Field::Name)) {
        // Only the columns are shown, for the user to choose.
        return Ok(plan);
    }
    let columns = Columns::read(&fields, &rows, &names, plan.target, reading);
    plan.days.clone_from(&columns.days);
    let mut ids = RowIds::of(reading.user);
    for row in &rows {
        if !row.is_blank() {
            add_row(row, &columns, kind, &names, reading, &mut ids, &mut plan);
        }
    }
    Ok(plan)
}

/// Adds a row to a plan: an item or list row, a problem, or a count of what is left out.
fn add_row(
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
    if !rest_is_blank {
        let message = format!("This line has {width} columns instead of {expected}.");
        let problem = Problem::new(row.line, ProblemCode::ColumnCount, message);
        plan.problems.push(Problem { value: Some(format!("{width}/{expected}")), ..problem });
        return;
    }
    let cells = Cells { row, columns };
    if kind == FileKind::Todoist
        && names.iter().position(|name| fold(name) == "type").is_some_and(|at| row.cells[at].trim() != "task")
    {
        return plan.count_omitted(OmittedKind::NoTasks, 1);
    }
    if let Some(kind) = cells.omission(names) {
        return plan.count_omitted(kind, 1);
    }
    let id = ids.next(&row.cells.join("\u{1f}"));
    plan.codes.extend(cells.code(reading));
    match plan.target {
        Target::ShoppingList => reading.add_list_row(plan, row.line, id, list_row(&cells)),
        Target::Items => match item(&cells, ItemId(id), reading) {
            Ok(item) => plan.items.push(item),
            Err(problem) => plan.problems.push(Problem { line: row.line, ..problem }),
        },
    }
}

fn column(n: usize, headers: &[String], fields: &[Option<Field>], rows: &[Row]) -> Column {
    let values = rows.iter().filter_map(|row| row.cells.get(n)).filter(|cell| !cell.trim().is_empty());
    let samples = values.take(SAMPLES).map(|cell| domain::text::cut(cell.trim(), MAX_SAMPLE_LENGTH)).collect();
    Column { header: domain::text::cut(headers[n].trim(), MAX_SAMPLE_LENGTH), field: fields[n], samples }
}

/// Returns the index of the line with known headers: the first one, or one after lines that describe the file and have
/// fewer cells.
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

/// Changes the meaning of those columns that a task list uses in its own way.
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

/// The meaning of a table's columns, and the formats of their cells.
struct Columns<'a> {
    fields: &'a [Option<Field>],
    /// The columns, the most specific headers first.
    by_rank: Vec<usize>,
    expires: DayOrder,
    added: DayOrder,
    decimal: DecimalSign,
    date_kinds: Vec<DateKind>,
    /// The units that headers name: `weight_g`.
    header_units: Vec<Option<&'static str>>,
    days: Option<DayReading>,
    foods: Foods,
    /// True for a shopping list.
    is_list: bool,
    /// True for a list in which only the names can have amounts.
    has_amounts_in_names: bool,
}

impl<'a> Columns<'a> {
    fn read(fields: &'a [Option<Field>], rows: &[Row], headers: &[&str], target: Target, reading: &Reading) -> Self {
        let cells = |field: Field| {
            let places = (0..fields.len()).filter(move |at| fields[*at] == Some(field));
            places.flat_map(|at| rows.iter().filter_map(move |row| row.cells.get(at).map(String::as_str)))
        };
        let rank = |at: &usize| fields[*at].map(|field| columns::rank(headers[*at], field));
        let mut by_rank: Vec<usize> = (0..fields.len()).collect();
        by_rank.sort_by_key(rank);
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
            by_rank,
            expires: expires_order.0,
            added: added_order.0,
            decimal: DecimalSign::of_column(cells(Field::Quantity), reading.language),
            header_units: headers.iter().map(|header| columns::header_unit(header)).collect(),
            date_kinds: headers.iter().map(|header| columns::date_kind(header)).collect(),
            days,
            foods: Foods::of(cells(Field::Name), reading.language),
            is_list: target == Target::ShoppingList,
            has_amounts_in_names: target == Target::ShoppingList && !fields.contains(&Some(Field::Quantity)),
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
        self.column(field).map(|at| self.cell(at))
    }

    /// Returns the column that has the row's value of a field.
    fn column(&self, field: Field) -> Option<usize> {
        let of_field = |at: &&usize| self.columns.fields[**at] == Some(field) && !self.cell(**at).is_empty();
        self.columns.by_rank.iter().find(of_field).copied()
    }

    fn cell(&self, at: usize) -> &str {
        self.row.cells.get(at).map_or("", |cell| unguarded(cell))
    }

    /// Returns the reason to leave the row out, if a column has one.
    fn omission(&self, names: &[&str]) -> Option<OmittedKind> {
        if self.line_text().is_some_and(|text| lines::read(text) == Line::Done) {
            return Some(OmittedKind::Completed);
        }
        if self.line_text().is_some_and(|text| lines::read(text) == Line::Heading) {
            return Some(OmittedKind::NoTasks);
        }
        let of_column = |(at, field): (usize, &Option<Field>)| match field {
            Some(Field::Done) => endings::of_cell(names[at], self.cell(at)),
            Some(Field::Status) => endings::named(self.cell(at)),
            _ => None,
        };
        let of_columns = self.columns.fields.iter().enumerate().find_map(of_column);
        of_columns.or_else(|| self.amount().0.filter(|quantity| *quantity == 0.0).map(|_| OmittedKind::UsedUp))
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

    /// Returns the text of a line of a list, which has no other cell.
    fn line_text(&self) -> Option<&str> {
        self.get(Field::Name).filter(|_| self.row.cells.len() == 1)
    }

    /// Returns the amount and the name of a line of a list.
    fn line(&self) -> Option<Entry<'_>> {
        let text = match self.line_text().map(lines::read) {
            Some(Line::Entry(text)) => text,
            None if self.columns.has_amounts_in_names => self.get(Field::Name)?,
            _ => return None,
        };
        Some(amount::split(text, DecimalSign::UNKNOWN))
    }

    /// Returns the name, preceded by the brand unless it has it already.
    fn name(&self) -> Option<String> {
        let name = self.line().map(|entry| entry.name).or(self.get(Field::Name))?;
        match self.get(Field::Brand) {
            Some(brand) if !name.to_lowercase().contains(&brand.to_lowercase()) => Some(format!("{brand} {name}")),
            _ => Some(name.to_owned()),
        }
    }

    /// Returns quantity, unit and note. A cell that is no amount becomes a note.
    fn amount(&self) -> (Option<f64>, Option<String>, Option<String>) {
        let unit_of = |field: Field| self.column(field).and_then(|at| self.columns.header_units[at]);
        let unit = self.get(Field::Unit).or(unit_of(Field::Quantity)).map(str::to_owned);
        // With a package size, the unit belongs to the size and not to the count.
        let (unit, size) = match (self.get(Field::Size), unit) {
            (Some(_), unit) if unit_of(Field::Quantity).is_some() => (unit, None),
            (Some(size), unit) => {
                let unit = unit.or(unit_of(Field::Size).map(str::to_owned)).unwrap_or_default();
                (None, Some(format!("{size} {unit}").trim().to_owned()))
            }
            (None, unit) => (unit, None),
        };
        if let Some(Entry { amount, note, .. }) = self.line() {
            // Of "2-3" one is sure to be there, and the larger number is wanted.
            let quantity = |amount: &Amount| if self.columns.is_list { amount.max } else { amount.quantity };
            let unit = amount.as_ref().map(|amount| amount.unit.clone()).filter(|unit| !unit.is_empty()).or(unit);
            return (amount.as_ref().map(quantity).map(thousandths), unit, note.or(size));
        }
        let Some(text) = self.get(Field::Quantity) else { return (None, unit, size) };
        // The unit decides whether three digits after a sign are decimals.
        let with_unit = format!("{text} {}", unit.as_deref().unwrap_or_default());
        let is_number = text.ends_with(|c: char| c.is_ascii_digit());
        let read = |text: &str| amount::read(text, self.columns.decimal);
        let Some(amount) = read(if is_number { &with_unit } else { text }).or_else(|| read(text)) else {
            return (None, unit, Some(text.to_owned()));
        };
        let note = amount.note.map(|_| text.to_owned()).or(size);
        (Some(thousandths(amount.quantity)), unit.or(Some(amount.unit).filter(|unit| !unit.is_empty())), note)
    }

    /// Returns the product's code with the row's name, which the household learns.
    fn code(&self, reading: &Reading) -> Option<LearntCode> {
        let (quantity, unit, _) = self.amount();
        let draft = UncheckedCode {
            code: self.get(Field::Code).map(str::to_owned),
            name: self.name(),
            category: self.get(Field::Category).map(str::to_owned),
            quantity,
            unit,
        };
        draft.checked(reading.now).ok()
    }

    /// Collects values without a field of their own as notes.
    fn notes(&self, amount: Option<&str>, location: Option<&str>) -> Option<String> {
        let columns = (0..self.columns.fields.len()).filter(|at| self.columns.fields[*at] == Some(Field::Notes));
        let own = columns.map(|at| self.cell(at)).filter(|cell| !cell.is_empty());
        let parts = amount.into_iter().chain(own).chain(location).chain(self.get(Field::Opened));
        let notes: Vec<&str> = parts.filter(|part| *part != "0").collect();
        (!notes.is_empty()).then(|| notes.join(", "))
    }
}

fn item(cells: &Cells, id: ItemId, reading: &Reading) -> Result<Item, Problem> {
    let columns = cells.columns;
    let name = cells.name().unwrap_or_default();
    let known = columns.foods.known(&name);
    let (quantity, unit, amount_note) = cells.amount();
    let added = cells.day(Field::Added, columns.added)?;
    let date_cell = cells.get(Field::Expires).unwrap_or_default();
    let due = if values::is_never(date_cell, None) { None } else { cells.day(Field::Expires, columns.expires)? };
    let never_expires = values::is_never(date_cell, due);
    let expires_on = due.filter(|_| !never_expires);
    let location = cells.get(Field::Location);
    let own_place = location.and_then(|name| own_place::named(reading.places, name));
    let frozen = places::is_frozen(&name).then_some(Storage::Freezer);
    let storage = own_place.map(|place| place.storage).or_else(|| location.and_then(places::storage_named)).or(frozen);
    let location_note = location.filter(|name| own_place.is_none() && Storage::named(name).is_none());
    let row = StockRow {
        draft: UncheckedItem {
            notes: cells.notes(amount_note.as_deref(), location_note),
            name: Some(name),
            category: cells.get(Field::Category).map(str::to_owned),
            quantity,
            unit,
            ..UncheckedItem::default()
        },
        known,
        added,
        expires_on,
        never_expires,
        shelf_life_days: cells.get(Field::ShelfLife).and_then(|days| days.parse().ok()),
        date_kind: cells
            .column(Field::Expires)
            .filter(|_| expires_on.is_some())
            .map_or(DateKind::Estimate, |at| columns.date_kinds[at]),
        storage,
        own_place,
        opened_at: None,
    };
    row.into_item(id, reading)
}

fn list_row(cells: &Cells) -> UncheckedListItem {
    let (quantity, unit, note) = cells.amount();
    let category = cells.get(Field::Category).map(str::to_owned);
    let notes = cells.notes(note.as_deref(), cells.get(Field::Location));
    UncheckedListItem { name: cells.name(), category, quantity, unit, notes }
}

#[cfg(test)]
mod tests;
