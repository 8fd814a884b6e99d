//! How often a photo is looked at. Once, as a rule; what a person would turn around, bring closer or hold
//! against the light is looked at again. The receipt's own arithmetic decides between the readings, or else how much of each is certain.

use super::error::ReadError;
use super::models::Models;
use super::page::{self, Page};
use super::parse::items::Check;
use super::rows::{self, Row};
use super::{Reader, exposure, parse, resize};
use image::{RgbImage, imageops};

/// What the network is as sure of as this is seldom wrong.
const CERTAIN: f32 = 0.9;
/// In letters and digits. The name and address of a shop are longer: with less than this, the print was not found.
const FEWEST_CERTAIN: usize = 60;
/// What is looked at again has at most so many pieces of text, or the longest receipts would take twice the time that they may.
const MOST_PIECES_AGAIN: usize = 300;

/// Two of the largest pictures at once would take more memory than a hostile one may.
const MOST_PIXELS_TURNED: f64 = 12_000_000.0;

/// A way to find the page on a picture.
type FindPage = fn(&Models, &RgbImage) -> Result<Page, ReadError>;
type Rows = Result<Vec<Row>, ReadError>;

impl Reader {
    /// The rows of text on one photo.
    ///
    /// Where next to nothing is found, it is turned, since print that lies on its side is easily overlooked, and if that does not help, looked at more
    /// closely. What is found on a dark photo and does not add up is read again without its shadows.
    pub fn rows(self, picture: RgbImage) -> Rows {
        let (mut picture, was_dark) = exposure::brighten(picture);
        let mut find: FindPage = page::find_page;
        let mut rows = self.rows_by(find, &picture);
        if is_next_to_nothing(&rows) {
            let turned = turned(&picture);
            let again = self.rows_by(find, &turned);
            if is_next_to_nothing(&again) {
                let closely = self.rows_by(page::find_page_closely, &picture);
                if certain(&closely) > certain(&rows) {
                    (rows, find) = (closely, page::find_page_closely);
                }
            } else {
                (rows, picture) = (again, turned);
            }
        }
        if was_dark && !adds_up(&rows) && pieces(&rows) <= MOST_PIECES_AGAIN {
            let again = self.rows_by(find, &exposure::lighten_shadows(picture));
            if adds_up(&again) || certain(&again) > certain(&rows) {
                rows = again;
            }
        }
        rows
    }

    fn rows_by(self, find: FindPage, picture: &RgbImage) -> Rows {
        let page = find(self.models, picture)?;
        let rows = rows::rows(self.words(&page)?);
        if rows.is_empty() { Err(ReadError::NoText) } else { Ok(rows) }
    }
}

/// By a quarter, clockwise.
fn turned(picture: &RgbImage) -> RgbImage {
    let pixels = f64::from(picture.width()) * f64::from(picture.height());
    if pixels > MOST_PIXELS_TURNED {
        imageops::rotate90(&resize::shrink(picture, (MOST_PIXELS_TURNED / pixels).sqrt()))
    } else {
        imageops::rotate90(picture)
    }
}

/// Whether the lines of one photo add up to a sum on it.
fn adds_up(rows: &Rows) -> bool {
    rows.as_ref().is_ok_and(|rows| parse::items::ledger(&parse::line::lines(rows)).check() == Check::Balanced)
}

/// Of a picture that can be read at all. A receipt without a single amount was cut off, or taken for a part of its table.
fn is_next_to_nothing(rows: &Rows) -> bool {
    match rows {
        Err(error) => *error == ReadError::NoText,
        Ok(read) => {
            let has_amounts = read.iter().flat_map(|row| &row.cells).any(|cell| parse::is_amount(&cell.text));
            !has_amounts || certain(rows) < FEWEST_CERTAIN
        }
    }
}

fn pieces(rows: &Rows) -> usize {
    rows.iter().flatten().map(|row| row.cells.len()).sum()
}

/// How many letters and digits were read for certain.
fn certain(rows: &Rows) -> usize {
    let cells = rows.iter().flatten().flat_map(|row| &row.cells).filter(|cell| cell.confidence >= CERTAIN);
    cells.map(|cell| cell.text.chars().filter(|c| c.is_alphanumeric()).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{Receipt, decode, receipt};
    use super::*;
    use receipt_printer::{Conditions, Layout, Order, Severity, Truth, photograph, print_order};

    fn photo(seed: u64, change: impl Fn(Conditions) -> Conditions) -> (RgbImage, Truth) {
        let printed = print_order(seed, Layout::UsFor, &Order { lines: Some(10), plain: true, ..Order::default() });
        let conditions = change(Conditions { fingers: 0, ..Conditions::draw(seed, Severity::GoodPhoto) });
        (decode::decode(&photograph(&printed, seed, &conditions).jpeg()).unwrap(), printed.truth)
    }

    fn found(rows: Rows) -> Option<Receipt> {
        rows.ok().map(|rows| receipt(&[rows]))
    }

    #[test]
    fn what_is_next_to_nothing_is_looked_at_more_closely() {
        let row = |text: &str, confidence| {
            let cell = rows::Cell { text: text.into(), left: 0.0, right: 1.0, confidence };
            Row { cells: vec![cell], y: 0.0, height: 1.0 }
        };
        let rows = |text: &str, confidence, count| -> Rows { Ok(vec![row(text, confidence); count]) };
        assert!(is_next_to_nothing(&rows("OODDD", 0.95, 3)));
        assert!(is_next_to_nothing(&rows("WHOLE MILK 3.49", 0.6, 9)), "nothing of it is certain");
        assert!(!is_next_to_nothing(&rows("WHOLE MILK 3.49", 0.95, 9)));
        assert!(is_next_to_nothing(&rows("WHOLE MILK", 0.95, 9)), "not one price");
        assert!(is_next_to_nothing(&Err(ReadError::NoText)));
        assert!(!is_next_to_nothing(&Err(ReadError::NotAnImage)), "no second look helps");
    }

    #[test]
    fn what_lies_in_the_dark_and_in_shadow_is_read() {
        let reader = Reader::load().unwrap();
        let (picture, truth) =
            photo(28, |good| Conditions { exposure: 0.3, shadow: 0.6, uneven: 0.45, noise: 11.0, ..good });
        let once = found(reader.rows_by(page::find_page, &exposure::brighten(picture.clone()).0));
        assert!(once.is_none_or(|once| once.balanced != Some(true)), "it needs the second attempt");
        let read = found(reader.rows(picture)).unwrap();
        assert_eq!((read.items.len(), read.balanced), (truth.items.len(), Some(true)));
    }

    #[test]
    fn what_lies_on_its_side_and_is_overlooked_is_turned() {
        let reader = Reader::load().unwrap();
        let order = Order { lines: Some(10), plain: true, ..Order::default() };
        let printed = print_order(17, Layout::UsFor, &order);
        let conditions = Conditions { fingers: 0, quarter_turns: 1, ..Conditions::draw(17, Severity::HardPhoto) };
        let picture = decode::decode(&photograph(&printed, 17, &conditions).jpeg()).unwrap();
        let once = reader.rows_by(page::find_page, &exposure::brighten(picture.clone()).0);
        assert!(is_next_to_nothing(&once), "it needs another attempt");
        let read = found(reader.rows(picture)).unwrap();
        assert_eq!((read.items.len(), read.balanced), (printed.truth.items.len(), Some(true)));
    }

    #[test]
    fn a_table_with_nothing_on_it_stays_empty() {
        let reader = Reader::load().unwrap();
        let picture = decode::decode(&receipt_printer::not_a_receipt(1)).unwrap();
        assert_eq!(reader.rows(picture), Err(ReadError::NoText));
    }
}
