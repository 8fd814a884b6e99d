//! The records of a table: separated by commas, semicolons, tabs or bars.

use super::plan::Unreadable;

/// The maximum number of rows: more than any household has.
pub const MAX_ROWS: usize = 5_000;
pub const MAX_COLUMNS: usize = 60;
/// The separators of a table that names none. The last one, the comma, wins a tie.
const SEPARATORS: &[u8; 4] = b"|\t;,";
/// The maximum number of separators in a text: ten times those of the largest table. The reader stores the position of
/// each, in 8 bytes.
pub const MAX_SEPARATORS: usize = 3_000_000;
/// The number of records from which the separator is guessed.
const SEPARATOR_SAMPLE: usize = 30;

pub struct Row {
    /// The number of its first line in the file.
    pub line: u64,
    pub cells: Vec<String>,
}

impl Row {
    pub fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }

    pub fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.trim().is_empty()).count()
    }
}

/// Splits a text into its records.
pub fn parse(text: &str) -> Result<Vec<Row>, Unreadable> {
    let text = text.trim_start_matches('\u{feff}');
    if text.contains('\0') {
        return Err(Unreadable::new("notText", "This file is not a text file."));
    }
    let stated = stated_separator(text);
    let is_separator = |byte: &u8| stated.map_or(SEPARATORS.contains(byte), |(separator, _)| *byte == separator);
    if text.bytes().filter(is_separator).count() > MAX_SEPARATORS {
        return Err(too_many_columns());
    }
    let (separator, skipped) = stated.unwrap_or_else(|| (guess_separator(text), 0));
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
            return Err(too_many_rows());
        }
        rows.push(Row { line, cells: record.iter().take(MAX_COLUMNS + 1).map(cell_text).collect() });
    }
    // An unclosed quotation mark makes one cell of the rest of the file.
    if let Some(last) = rows.last().filter(|last| last.cells.iter().any(|cell| cell.contains('\n')))
        && text.matches('"').count() % 2 == 1
    {
        let message = format!("The quotation mark in line {} is never closed.", last.line);
        return Err(Unreadable { line: Some(last.line), ..Unreadable::new("openQuote", message) });
    }
    Ok(rows)
}

pub fn too_many_columns() -> Unreadable {
    Unreadable::new("tooManyColumns", format!("This table has more than {MAX_COLUMNS} columns."))
}

pub fn too_many_rows() -> Unreadable {
    Unreadable::new("tooManyRows", format!("This table has more than {MAX_ROWS} rows."))
}

fn reader(separator: u8, text: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(separator).flexible(true).has_headers(false).from_reader(text.as_bytes())
}

/// Returns a cell with `\n` for every line end.
fn cell_text(cell: &str) -> String {
    cell.replace("\r\n", "\n").replace('\r', "\n")
}

fn line_ends(text: &str) -> u64 {
    let returns = text.matches('\r').count() - text.matches("\r\n").count();
    (text.matches('\n').count() + returns) as u64
}

/// Returns the separator of Excel's first line (`sep=;`), and the length of that line.
fn stated_separator(text: &str) -> Option<(u8, usize)> {
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

/// Returns the separator with which most records have the same number of columns, at least two.
fn guess_separator(text: &str) -> u8 {
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
    SEPARATORS.iter().copied().max_by_key(|separator| score(*separator)).unwrap_or(b',')
}

/// Removes the apostrophe with which another program prevents a formula.
pub fn unguarded(cell: &str) -> &str {
    let text = cell.trim();
    text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@'])).unwrap_or(text)
}
