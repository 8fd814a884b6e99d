//! The rows of one product, as a shop's habits have it.

use super::habits::{Code, Count, Flag, Habits};
use super::{Amount, Bought};
use crate::sheet::{At, Row};

/// Columns that an amount takes.
const PRICE: u16 = 10;
/// A name with less room than this has a row of its own.
const NARROWEST_NAME: u16 = 11;

type Cells = Vec<(At, String)>;

impl Habits {
    /// The right edge of the prices.
    pub fn right(&self) -> u16 {
        match self.flag {
            Flag::Behind | Flag::Glued => self.columns - 4,
            _ => self.columns,
        }
    }

    /// An amount at the right edge, with its mark.
    pub fn priced(&self, mut cells: Cells, cents: i64, kind: Option<usize>) -> Row {
        let amount = self.price(cents);
        let mark = kind.map_or("", |kind| self.flags[kind % 3].as_str());
        match self.flag {
            Flag::Glued if self.sign.is_none() => {
                let width = u16::try_from(mark.chars().count()).unwrap_or(1);
                cells.push((At::Right(self.right() + width), format!("{amount}{mark}")));
            }
            Flag::Behind | Flag::Glued => {
                cells.push((At::Right(self.right()), amount));
                cells.push((At::Left(self.right() + 1), mark.to_owned()));
            }
            _ => cells.push((At::Right(self.right()), amount)),
        }
        Row::cells(cells)
    }

    /// `2 x 1,49`, `0,532 kg x 1,99`; nothing where a single piece is not counted.
    fn note(&self, bought: &Bought) -> Option<String> {
        let each = self.price(bought.each);
        let sign = self.sign_word;
        let piece = if self.columns.is_multiple_of(2) { String::new() } else { format!("{} ", self.words.piece) };
        match bought.amount {
            Amount::One if !self.ones => None,
            Amount::One => Some(format!("1 {piece}{sign} {each}")),
            Amount::Count(count) => Some(format!("{count} {piece}{sign} {each}")),
            Amount::Weight(weight) => Some(format!("{} kg {sign} {each}{}", self.weight(weight), self.per())),
        }
    }

    fn per(&self) -> &'static str {
        if self.columns.is_multiple_of(3) { "/kg" } else { "" }
    }

    /// The row of a table without its name: everything that has a column of its own.
    fn columns_of(&self, bought: &Bought) -> (Cells, u16, u16) {
        let mut cells = Cells::new();
        let mut left = 0;
        let mut from_left = |text: String, width: u16| {
            cells.push((At::Left(left), text));
            left += width;
        };
        if self.numbered {
            from_left(format!("{}", bought.number), 4);
        }
        if self.flag == Flag::BeforeName {
            from_left(self.flags[bought.kind % 3].clone(), 4);
        }
        if self.code == Code::Front {
            from_left(bought.code(self.code_digits), u16::try_from(self.code_digits).unwrap_or(8) + 1);
        }
        if self.count == Count::Front {
            let count = match bought.amount {
                Amount::Weight(weight) => format!("{}kg", self.weight(weight)),
                Amount::Count(count) => count.to_string(),
                Amount::One => "1".to_owned(),
            };
            from_left(count, if self.weighs { 9 } else { 4 });
        }
        let mut right = self.right().saturating_sub(PRICE);
        let mut from_right = |text: String, width: u16| {
            cells.push((At::Right(right), text));
            right = right.saturating_sub(width);
        };
        if let Some(rates) = self.rates {
            from_right(rates[bought.kind % 2].to_owned(), 6);
        }
        if self.flag == Flag::BeforePrice {
            from_right(self.flags[bought.kind % 3].clone(), 4);
        }
        match self.count {
            Count::Table => {
                from_right(self.price(bought.each), PRICE);
                let count = match bought.amount {
                    Amount::Weight(weight) => self.weight(weight),
                    Amount::Count(count) => count.to_string(),
                    Amount::One => "1".to_owned(),
                };
                from_right(count, if self.weighs { 7 } else { 4 });
            }
            Count::Inside => {
                if let Some(note) = self.note(bought) {
                    let width = u16::try_from(note.chars().count()).unwrap_or(PRICE);
                    from_right(note, width + 2);
                }
            }
            _ => {}
        }
        if self.code == Code::Behind {
            from_right(bought.code(self.code_digits), u16::try_from(self.code_digits).unwrap_or(8) + 1);
        }
        (cells, left, right)
    }

    /// Prints an item and returns the line that contains its name.
    pub fn print(&self, rows: &mut Vec<Row>, bought: &Bought) -> String {
        let (cells, left, right) = self.columns_of(bought);
        let note = self.note(bought).filter(|_| matches!(self.count, Count::Above | Count::Below | Count::BelowPriced));
        let indented = |text: String| (At::Left(self.indent), text);
        if self.code == Code::RowAbove {
            rows.push(Row::left(bought.code(self.code_digits)));
        }
        if let Some(note) = note.clone().filter(|_| self.count == Count::Above) {
            rows.push(Row::cells(vec![indented(note)]));
        }
        let is_narrow = right < left + NARROWEST_NAME;
        let note_below = note.filter(|_| self.count != Count::Above);
        let note_has_price = self.count == Count::BelowPriced && note_below.is_some();
        let has_row_below = is_narrow || self.code == Code::RowBelow || note_has_price || self.price_below;
        let (at, width) = if is_narrow { (0, self.columns - 2) } else { (left, right - left) };
        let names = wrap(&bought.line, usize::from(self.wrap.unwrap_or(width).min(width)));
        let names = if self.wrap.is_some() { names } else { vec![bought.line.clone()] };
        let names: Vec<String> = names.iter().map(|name| cut(name, usize::from(width - self.indent.min(2)))).collect();
        let last = names.len() - 1;
        let priced_row = if self.price_first { 0 } else { last };
        let beside_price = if names.len() > 1 { behind(&cells) } else { cells.clone() };
        for (index, name) in names.iter().enumerate() {
            let indent = if index > 0 { self.indent.min(2) } else { 0 };
            let name = (At::Left(at + indent), name.clone());
            if has_row_below || index != priced_row {
                let beside = if index == 0 && !is_narrow { front(&cells) } else { Cells::new() };
                rows.push(Row::cells([beside, vec![name]].concat()));
            } else {
                let beside = if index == 0 { cells.clone() } else { beside_price.clone() };
                rows.push(self.priced([beside, vec![name]].concat(), bought.price, Some(bought.kind)));
            }
        }
        if has_row_below {
            let mut below = if is_narrow { cells } else { behind(&cells) };
            if self.code == Code::RowBelow {
                below.push((At::Left(0), bought.code(self.code_digits)));
            }
            if let Some(note) = note_below {
                let after_code = if self.code == Code::RowBelow { 14 } else { self.indent };
                below.push((At::Left(after_code), note));
            }
            rows.push(self.priced(below, bought.price, Some(bought.kind)));
        } else if let Some(note) = note_below {
            rows.push(Row::cells(vec![indented(note)]));
        }
        names.join(" ")
    }
}

/// Returns the text before a name.
fn front(cells: &[(At, String)]) -> Cells {
    cells.iter().filter(|(at, _)| matches!(at, At::Left(_))).cloned().collect()
}

fn behind(cells: &[(At, String)]) -> Cells {
    cells.iter().filter(|(at, _)| matches!(at, At::Right(_))).cloned().collect()
}

fn cut(text: &str, width: usize) -> String {
    text.chars().take(width.max(1)).collect::<String>().trim_end().to_owned()
}

/// A name over several rows of at most so many characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}
