//! A table as other programs and spreadsheets write it: separated by commas, semicolons, tabs or bars, with or without
//! a line of headers and lines before it; or a written list, whose lines are rows of one cell.

use super::cells::{Cells, Columns};
use super::columns::{self, Field};
use super::endings;
use super::lines;
use super::own_export;
use super::plan::{Column, MAX_SAMPLE_LENGTH, OmittedKind, Plan, Problem, ProblemCode, RowIds, Target, Unreadable};
use super::reading::Reading;
use super::records::{MAX_COLUMNS, MAX_ROWS, Row, parse, too_many_columns, too_many_rows};
use super::values;
use super::{FileKind, TABLES};
use domain::amount::{self, DecimalSign};
use domain::id::ItemId;
use domain::text::{cut, fold};

/// The maximum number of a column's values that are shown.
const MAX_SAMPLES: usize = 3;
/// Programs write at most so many lines before the headers.
const MAX_LINES_BEFORE_HEADERS: usize = 20;

/// A table of one program.
#[derive(Clone, Copy)]
pub struct TableFormat {
    pub kind: FileKind,
    /// The headers by which it is recognised, folded and separated by spaces; none if it is not recognised by them.
    pub headers: &'static str,
    /// The meaning of columns, by their folded headers, that another table uses in another way.
    pub columns: &'static [(&'static str, Option<Field>)],
    /// The header and the cell of the rows that are entries; others are left out.
    pub entries: Option<(&'static str, &'static str)>,
    /// True if its rows go on the shopping list.
    pub is_task_list: bool,
}

impl TableFormat {
    pub const fn of(kind: FileKind) -> Self {
        Self { kind, headers: "", columns: &[], entries: None, is_task_list: matches!(kind, FileKind::Tasks) }
    }

    fn of_headers(headers: &[&str]) -> Self {
        TABLES.iter().find(|format| format.has_headers(headers)).copied().unwrap_or(Self::of(FileKind::Table))
    }

    pub fn has_headers(&self, headers: &[&str]) -> bool {
        self.headers.split(' ').all(|name| Self::column(headers, name).is_some())
    }

    /// Returns the column of a folded header.
    fn column(headers: &[&str], name: &str) -> Option<usize> {
        headers.iter().position(|header| fold(header) == name)
    }

    /// Changes the meaning of its own columns.
    fn adapt(&self, headers: &[&str], mut fields: Vec<Option<Field>>) -> Vec<Option<Field>> {
        for (name, field) in self.columns {
            if let Some(at) = Self::column(headers, name) {
                fields.iter_mut().filter(|one| field.is_some() && **one == *field).for_each(|one| *one = None);
                fields[at] = *field;
            }
        }
        fields
    }

    fn is_entry(&self, headers: &[&str], row: &Row) -> bool {
        let column = self.entries.and_then(|(name, cell)| Some((Self::column(headers, name)?, cell)));
        column.is_none_or(|(at, cell)| row.cells[at].trim() == cell)
    }
}

pub fn read_text(text: &str, reading: &Reading) -> Result<Plan, Unreadable> {
    let table =
        if lines::is_list(text) { None } else { Some(parse(text)?).filter(|rows| !is_written_list(text, rows)) };
    let Some(rows) = table else {
        return read_rows(lines_of(text), FileKind::Table, &Reading { has_header: Some(false), ..*reading });
    };
    let own = if reading.fields.is_none() { own_table(&rows, reading) } else { None };
    own.map_or_else(|| read_rows(rows, FileKind::Table, reading), Ok)
}

/// Returns true for lines in which few commas, or only those of decimals such as "1,5 kg", separate something.
fn is_written_list(text: &str, rows: &[Row]) -> bool {
    let separated = rows.iter().filter(|row| row.cells.len() > 1).count();
    let is_list = separated * 2 < rows.len() || has_decimal_commas_only(text);
    separated > 0 && is_list && header_line(rows).is_none()
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
    (!plan.items.is_empty() || plan.problems.count == 0).then_some(plan)
}

/// The headers of a table, empty texts where it has none, and the rows below them, of which none is shorter.
struct Table {
    has_header: bool,
    headers: Vec<String>,
    rows: Vec<Row>,
}

impl Table {
    fn of(mut rows: Vec<Row>, reading: &Reading) -> Result<Self, Unreadable> {
        if rows.len() > MAX_ROWS + 1 {
            return Err(too_many_rows());
        }
        let Some(first) = rows.iter().position(|row| !row.is_blank()) else {
            return Err(Unreadable::new("empty", "This file is empty."));
        };
        let found = header_line(&rows[first..]).map(|at| at + first);
        let has_header = reading.has_header.unwrap_or(found.is_some() || !looks_like_data(&rows[first]));
        let headers = if has_header {
            rows.drain(..=found.unwrap_or(first)).next_back().map(|row| row.cells).unwrap_or_default()
        } else {
            vec![String::new(); rows.iter().map(|row| row.cells.len()).max().unwrap_or_default()]
        };
        if headers.len() > MAX_COLUMNS {
            return Err(too_many_columns());
        }
        rows.retain(|row| !row.is_blank());
        // Programs leave out the last cells of a row if they are empty.
        for row in rows.iter_mut().filter(|row| row.cells.len() < headers.len()) {
            row.cells.resize(headers.len(), String::new());
        }
        Ok(Self { has_header, headers, rows })
    }

    fn cells(&self, at: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |row| row.cells[at].as_str())
    }

    /// Returns the meaning of each column: as the user set it, or else by its header or its cells.
    fn fields(&self, format: &TableFormat, reading: &Reading) -> Result<Vec<Option<Field>>, Unreadable> {
        let (headers, cells) = (self.names(), |at: usize| self.cells(at).collect::<Vec<_>>());
        match reading.fields {
            Some(fields) if fields.len() == headers.len() => Ok(fields.to_vec()),
            Some(_) => Err(Unreadable::new("otherColumns", "The columns do not match this file.")),
            None if self.has_header => Ok(format.adapt(&headers, columns::guess(&headers, cells, reading.now))),
            None => Ok(columns::guess_by_cells(headers.len(), cells)),
        }
    }

    fn names(&self) -> Vec<&str> {
        self.headers.iter().map(String::as_str).collect()
    }

    /// Returns true for a table with a tick for each bought row, and for lines without headers: they have neither dates
    /// nor storage places.
    fn is_shopping_list(&self, fields: &[Option<Field>]) -> bool {
        let is_bought = |word: &str| endings::named(word) == Some(OmittedKind::Completed);
        let says_bought = |at: usize| match fields[at] {
            Some(Field::Done) => is_bought(&self.headers[at]),
            Some(Field::Status) => self.cells(at).any(is_bought),
            _ => false,
        };
        let is_stock = [Field::Expires, Field::Location].iter().any(|field| fields.contains(&Some(*field)));
        !self.has_header && fields.len() == 1 || !is_stock && (0..fields.len()).any(says_bought)
    }

    fn column(&self, at: usize, field: Option<Field>) -> Column {
        let values = self.cells(at).map(str::trim).filter(|cell| !cell.is_empty());
        let samples = values.take(MAX_SAMPLES).map(|cell| cut(cell, MAX_SAMPLE_LENGTH)).collect();
        Column { header: cut(self.headers[at].trim(), MAX_SAMPLE_LENGTH), field, samples }
    }
}

/// Reads the rows of a table. `kind` is [`FileKind::Table`] if its headers may tell more.
pub fn read_rows(rows: Vec<Row>, kind: FileKind, reading: &Reading) -> Result<Plan, Unreadable> {
    let table = Table::of(rows, reading)?;
    let headers = table.names();
    let format = if kind == FileKind::Table { TableFormat::of_headers(&headers) } else { TableFormat::of(kind) };
    let fields = table.fields(&format, reading)?;
    let is_list = format.is_task_list || table.is_shopping_list(&fields);
    let mut plan = Plan::of(format.kind);
    plan.has_header = table.has_header;
    plan.target = reading.target.unwrap_or(if is_list { Target::ShoppingList } else { Target::Items });
    plan.columns = fields.iter().enumerate().map(|(at, field)| table.column(at, *field)).collect();
    if !fields.contains(&Some(Field::Name)) {
        // Only the columns are shown, for the user to choose.
        return Ok(plan);
    }
    let columns = Columns::read(&fields, &table.rows, &headers, plan.target, reading);
    plan.days.clone_from(&columns.days);
    let mut ids = RowIds::of(reading.user);
    for row in &table.rows {
        if format.is_entry(&headers, row) {
            add_row(&Cells { row, columns: &columns }, reading, &mut ids, &mut plan);
        } else {
            plan.count_omitted(OmittedKind::NoTasks, 1);
        }
    }
    Ok(plan)
}

/// Adds a row to a plan: an item or list row, a problem, or a count of what is left out.
fn add_row(cells: &Cells, reading: &Reading, ids: &mut RowIds, plan: &mut Plan) {
    let (row, expected) = (cells.row, cells.columns.headers.len());
    if row.cells.iter().skip(expected).any(|cell| !cell.trim().is_empty()) {
        let width = row.cells.len();
        let message = format!("This line has {width} columns instead of {expected}.");
        let problem = Problem::new(row.line, ProblemCode::ColumnCount, message);
        plan.problems.add(Problem { value: Some(format!("{width}/{expected}")), ..problem });
        return;
    }
    if let Some(kind) = cells.omission() {
        return plan.count_omitted(kind, 1);
    }
    let id = ids.next(&row.cells.join("\u{1f}"));
    plan.codes.extend(cells.code(reading));
    match plan.target {
        Target::ShoppingList => reading.add_list_row(plan, row.line, id, cells.list_row()),
        Target::Items => match cells.item(ItemId(id), reading) {
            Ok(item) => plan.items.push(item),
            Err(problem) => plan.problems.add(Problem { line: row.line, ..problem }),
        },
    }
}

/// Returns the index of the line with known headers: the first one, or one after lines that describe the file and have
/// fewer cells.
fn header_line(rows: &[Row]) -> Option<usize> {
    let count_known = |row: &Row| first_cells(row).filter(|cell| columns::is_known(cell)).count();
    if count_known(rows.first()?) > 0 {
        return Some(0);
    }
    let mut widest = 0;
    for (at, row) in rows.iter().enumerate().take(MAX_LINES_BEFORE_HEADERS) {
        if count_known(row) >= 2 && row.filled() > widest {
            return Some(at);
        }
        widest = widest.max(row.filled());
    }
    None
}

/// Returns the cells of a row that a table may have: a line may consist of millions of commas.
fn first_cells(row: &Row) -> impl Iterator<Item = &String> {
    row.cells.iter().take(MAX_COLUMNS)
}

/// Returns true if a line without a known header is data: a column alone, or a day or an amount in it.
fn looks_like_data(row: &Row) -> bool {
    let is_amount = |cell: &str| amount::parse(cell, DecimalSign::UNKNOWN).is_some();
    row.cells.len() == 1 || first_cells(row).any(|cell| values::is_day(cell) || is_amount(cell))
}

#[cfg(test)]
mod tests;
