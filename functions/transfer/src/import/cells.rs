//! Reads the cells of a row as an item or a row of the list.

use super::columns::{self, Field};
use super::endings;
use super::foods::Foods;
use super::lines::{self, Line};
use super::places::{self, NamedPlace};
use super::plan::{DayReading, MAX_SAMPLE_LENGTH, OmittedKind, Problem, ProblemCode, Target};
use super::reading::Reading;
use super::records::{Row, unguarded};
use super::stock::StockRow;
use super::values::{self, ColumnOrder, DayOrder, OrderEvidence, thousandths};
use domain::amount::{self, Amount, DecimalSign, Entry};
use domain::food_state::DateKind;
use domain::id::ItemId;
use domain::item::Item;
use domain::product_code::{LearntCode, UncheckedCode};
use domain::shelf_life::Storage;
use domain::shopping::UncheckedListItem;
use domain::text::cut;
use domain::unchecked_item::UncheckedItem;

/// The meaning of a table's columns, and the formats of their cells.
pub struct Columns<'a> {
    pub headers: &'a [&'a str],
    fields: &'a [Option<Field>],
    /// The columns, the most specific headers first.
    by_rank: Vec<usize>,
    expires: DayOrder,
    added: DayOrder,
    decimal: DecimalSign,
    date_kinds: Vec<DateKind>,
    /// The units that headers name: `weight_g`.
    header_units: Vec<Option<&'static str>>,
    pub days: Option<DayReading>,
    foods: Foods,
    /// True for a shopping list.
    is_list: bool,
    /// True for a list in which only the names can have amounts.
    has_amounts_in_names: bool,
}

impl<'a> Columns<'a> {
    pub fn read(
        fields: &'a [Option<Field>],
        rows: &[Row],
        headers: &'a [&'a str],
        target: Target,
        reading: &Reading,
    ) -> Self {
        let cells = |field: Field| {
            let places = (0..fields.len()).filter(move |at| fields[*at] == Some(field));
            places.flat_map(|at| rows.iter().filter_map(move |row| row.cells.get(at).map(String::as_str)))
        };
        let rank = |at: &usize| fields[*at].map(|field| columns::rank(headers[*at], field));
        let mut by_rank: Vec<usize> = (0..fields.len()).collect();
        by_rank.sort_by_key(rank);
        let evidence = [Field::Expires, Field::Added].map(|field| OrderEvidence::of(cells(field), reading.now));
        let [expires, added] = column_orders(&evidence, reading);
        Self {
            headers,
            fields,
            by_rank,
            days: day_reading(evidence.iter().zip([expires, added])),
            expires: expires.order,
            added: added.order,
            decimal: DecimalSign::of_column(cells(Field::Quantity), reading.language),
            header_units: headers.iter().map(|header| columns::header_unit(header)).collect(),
            date_kinds: headers.iter().map(|header| columns::date_kind(header)).collect(),
            foods: Foods::of(cells(Field::Name), reading.language),
            is_list: target == Target::ShoppingList,
            has_amounts_in_names: target == Target::ShoppingList && !fields.contains(&Some(Field::Quantity)),
        }
    }
}

/// Returns the orders of two columns of days, of which one can decide for the other.
fn column_orders([first, second]: &[OrderEvidence; 2], reading: &Reading) -> [ColumnOrder; 2] {
    let language = values::order_of_language(reading.language);
    [(first, second), (second, first)].map(|(own, other)| own.order(reading.day_order, other.decided(), language))
}

/// Returns how those days were read that could be read in two ways, a guess before a certain order.
fn day_reading<'a>(columns: impl Iterator<Item = (&'a OrderEvidence, ColumnOrder)>) -> Option<DayReading> {
    let (evidence, read) =
        columns.filter(|(evidence, _)| evidence.is_open()).min_by_key(|(_, read)| read.is_certain)?;
    let ColumnOrder { order, is_certain } = read;
    Some(DayReading { order, is_certain, example: evidence.example.clone().unwrap_or_default() })
}

/// A row's amount, as far as its cells say it.
struct CellAmount {
    quantity: Option<f64>,
    unit: Option<String>,
    /// What is neither: the size of a package, or a text that is no amount.
    note: Option<String>,
}

/// The cells of a row.
pub struct Cells<'a> {
    pub row: &'a Row,
    pub columns: &'a Columns<'a>,
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
    pub fn omission(&self) -> Option<OmittedKind> {
        match self.line_text().map(lines::read) {
            Some(Line::Done) => return Some(OmittedKind::Completed),
            Some(Line::Heading) => return Some(OmittedKind::NoTasks),
            Some(Line::Entry(_)) | None => {}
        }
        let of_column = |(at, field): (usize, &Option<Field>)| match field {
            Some(Field::Done) => endings::of_cell(self.columns.headers[at], self.cell(at)),
            Some(Field::Status) => endings::named(self.cell(at)),
            _ => None,
        };
        let of_columns = self.columns.fields.iter().enumerate().find_map(of_column);
        of_columns.or_else(|| (self.amount().quantity == Some(0.0)).then_some(OmittedKind::UsedUp))
    }

    fn day(&self, field: Field, order: DayOrder) -> Result<Option<chrono::NaiveDate>, Problem> {
        let Some(text) = self.get(field).filter(|text| !values::is_no_day(text)) else { return Ok(None) };
        let unknown = || {
            let shown = cut(text, MAX_SAMPLE_LENGTH);
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

    fn amount(&self) -> CellAmount {
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
            return CellAmount { quantity: amount.as_ref().map(quantity).map(thousandths), unit, note: note.or(size) };
        }
        let Some(text) = self.get(Field::Quantity) else { return CellAmount { quantity: None, unit, note: size } };
        // The unit decides whether three digits after a sign are decimals.
        let with_unit = format!("{text} {}", unit.as_deref().unwrap_or_default());
        let is_number = text.ends_with(|c: char| c.is_ascii_digit());
        let read = |text: &str| amount::parse(text, self.columns.decimal);
        let Some(amount) = read(if is_number { &with_unit } else { text }).or_else(|| read(text)) else {
            return CellAmount { quantity: None, unit, note: Some(text.to_owned()) };
        };
        let note = amount.note.map(|_| text.to_owned()).or(size);
        let unit = unit.or(Some(amount.unit).filter(|unit| !unit.is_empty()));
        CellAmount { quantity: Some(thousandths(amount.quantity)), unit, note }
    }

    /// Returns the product's code with the row's name, which the household learns.
    pub fn code(&self, reading: &Reading) -> Option<LearntCode> {
        let CellAmount { quantity, unit, .. } = self.amount();
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

    pub fn item(&self, id: ItemId, reading: &Reading) -> Result<Item, Problem> {
        let columns = self.columns;
        let name = self.name().unwrap_or_default();
        let shelf_life = columns.foods.shelf_life(&name);
        let CellAmount { quantity, unit, note } = self.amount();
        let added = self.day(Field::Added, columns.added)?;
        let date_cell = self.get(Field::Expires).unwrap_or_default();
        let due = if values::is_never(date_cell, None) { None } else { self.day(Field::Expires, columns.expires)? };
        let never_expires = values::is_never(date_cell, due);
        let expires_on = due.filter(|_| !never_expires);
        let location = self.get(Field::Location);
        let place = location.map(|name| NamedPlace::find(name, reading.places)).unwrap_or_default();
        let frozen = places::is_frozen(&name).then_some(Storage::Freezer);
        let location_note = location.filter(|name| place.own.is_none() && Storage::named(name).is_none());
        let row = StockRow {
            draft: UncheckedItem {
                notes: self.notes(note.as_deref(), location_note),
                name: Some(name),
                category: self.get(Field::Category).map(str::to_owned),
                quantity,
                unit,
                ..UncheckedItem::default()
            },
            shelf_life,
            added,
            expires_on,
            never_expires,
            shelf_life_days: self.get(Field::ShelfLife).and_then(|days| days.parse().ok()),
            date_kind: self
                .column(Field::Expires)
                .filter(|_| expires_on.is_some())
                .map_or(DateKind::Estimate, |at| columns.date_kinds[at]),
            storage: place.storage.or(frozen),
            own_place: place.own,
            opened_at: None,
        };
        row.into_item(id, reading)
    }

    pub fn list_row(&self) -> UncheckedListItem {
        let CellAmount { quantity, unit, note } = self.amount();
        let category = self.get(Field::Category).map(str::to_owned);
        let notes = self.notes(note.as_deref(), self.get(Field::Location));
        UncheckedListItem { name: self.name(), category, quantity, unit, notes }
    }
}
