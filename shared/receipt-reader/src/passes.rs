//! Reads a photo, and a second time if its text is small, dark or does not balance. The reading that balances is kept,
//! or else the one with more items and more certain text.

use crate::error::ReadError;
use crate::grouping;
use crate::layout::rows::Row;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::page::{self, FoundPage, Page};
use crate::ocr::session::Session;
use crate::ocr::text_boxes::{self, Word};
use crate::picture::{decode, exposure};
use crate::receipt::receipt;
use crate::stage::Stage;
use crate::structure;
use crate::structure::score::Balance;
use crate::text;
use image::{RgbImage, imageops};

/// The minimum confidence of text that counts as certain.
const CERTAIN: f32 = 0.9;
/// In letters and digits. A shop's name and address are longer, so with less than this the print was not found.
const MIN_CERTAIN: usize = 60;
/// A receipt of three items with its footer has as many letters and digits.
const FEW_CERTAIN: usize = 200;

/// The minimum median length of the words of a receipt in letters; shorter ones are fragments. With fewer words than
/// `MIN_FRAGMENTS`, the check is skipped.
const MIN_WORD_LENGTH: usize = 3;
const MIN_FRAGMENTS: usize = 20;

type Rows = Result<Vec<Row>, ReadError>;
type PageTextResult = Result<PageText, ReadError>;

/// The text of one page.
pub struct PageText {
    /// The text, with its positions on the page that was cut out of the photo.
    pub words: Vec<Word>,
    /// The position of each word on the photo, as fractions of its width and height.
    pub on_photo: Vec<Quad>,
    /// True if there is more print than was read.
    pub cut_short: bool,
}

/// The result of the first pass over a photo, by which the second one is decided.
struct FirstPass {
    text: PageTextResult,
    page: Result<FoundPage, ReadError>,
    was_dark: bool,
    cost: usize,
}

impl Session {
    /// Reads the rows of text on one photo.
    pub fn rows(&self, picture: RgbImage) -> Rows {
        rows_of(&self.page_text(picture))
    }

    /// Reads the text on one photo.
    pub fn page_text(&self, picture: RgbImage) -> PageTextResult {
        let (picture, first) = self.first_pass(picture);
        self.second_pass(picture, first)
    }

    /// Reads the text on each photo of one receipt. If the receipt balances after the first pass of all photos, none
    /// has a second one, which a part of a receipt would have only because it has no total. Otherwise each photo is
    /// decoded again, so that only one is in memory.
    pub fn page_texts(&self, photos: &[&[u8]], progress: &dyn Fn(Stage)) -> Result<Vec<PageText>, ReadError> {
        let decoded = |photo: &[u8]| {
            progress(Stage::Decode);
            let picture = decode::decode(photo);
            progress(Stage::Lines);
            picture
        };
        if let [photo] = photos {
            return Ok(vec![self.page_text(decoded(photo)?)?]);
        }
        let mut firsts = Vec::new();
        for (at, photo) in photos.iter().enumerate() {
            if at > 0 {
                self.allow_further_photo();
            }
            let first = self.first_pass(decoded(photo)?).1;
            let is_unread = self.is_late() && at > 0 && rows_of(&first.text) == Err(ReadError::NoText);
            if !is_unread {
                firsts.push(first);
            }
            // If the time is over, the text read so far is the receipt.
            if is_unread || self.is_late() && at + 1 < photos.len() {
                return merge_texts(firsts.into_iter().map(|first| first.text.map(PageText::cut)));
            }
        }
        let together: Vec<Vec<Row>> = firsts.iter().map(|first| rows_of(&first.text).unwrap_or_default()).collect();
        if receipt(&together).balanced == Some(true) {
            return merge_texts(firsts.into_iter().map(|first| first.text));
        }
        let again = |(photo, first): (&&[u8], FirstPass)| {
            let (picture, _) = exposure::brighten(decoded(photo)?);
            self.second_pass(picture, first)
        };
        merge_texts(photos.iter().zip(firsts).map(again))
    }

    fn first_pass(&self, picture: RgbImage) -> (RgbImage, FirstPass) {
        let (picture, was_dark) = exposure::brighten(picture);
        let before = self.spent();
        let page = page::find_page(self, &picture);
        let text = self.recognise_receipt(&page, &picture);
        let cost = self.spent() - before;
        (picture, FirstPass { text, page, was_dark, cost })
    }

    /// Reads a photo again if that may help and the budget allows it: text in fragments after a turn; a dark photo that
    /// does not balance or has no purchase time without its shadows and in a finer overview; next to no text in a finer
    /// overview; other text that does not balance in a finer scale, since prices are lost where lines are close.
    fn second_pass(&self, mut picture: RgbImage, first: FirstPass) -> PageTextResult {
        let FirstPass { text: first, page, was_dark, cost } = first;
        if self.left() < cost {
            return first;
        }
        if first.as_ref().is_ok_and(|text| is_in_fragments(&text.words)) {
            let on_its_side = imageops::rotate90(&picture);
            let turned =
                self.recognise_receipt(&page::find_page(self, &on_its_side), &on_its_side).map(PageText::turned_back);
            return if is_better(&rows_of(&turned), &rows_of(&first)) { turned } else { first };
        }
        let rows = rows_of(&first);
        let again = if was_dark && !is_complete(&rows) {
            picture = exposure::lighten_shadows(picture);
            self.recognise_receipt(&page::find_page_closely(self, &picture), &picture)
        } else if is_next_to_nothing(&rows) {
            self.recognise_receipt(&page::find_page_closely(self, &picture), &picture)
        } else if let (false, Ok(page)) = (adds_up(&rows), page) {
            self.recognise_page(page.receipt_finely(self, &picture), &picture)
        } else {
            return first;
        };
        if is_better(&rows_of(&again), &rows) { again } else { first }
    }

    fn recognise_receipt(&self, page: &Result<FoundPage, ReadError>, picture: &RgbImage) -> PageTextResult {
        let page = page.as_ref().map_err(ReadError::clone)?;
        self.recognise_page(page.receipt(self, picture), picture)
    }

    /// Reads the page that was found on a picture.
    fn recognise_page(&self, page: Page, picture: &RgbImage) -> PageTextResult {
        let (page, quads) = self.page_and_pieces(page, picture)?;
        self.note_cut(false);
        let words = self.words(&page, quads)?;
        let cut_short = self.was_cut_short();
        #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let part = |point: Point| {
            let Point { x, y } = page.on_picture(point);
            Point::new(x / width, y / height)
        };
        let on_photo = words.iter().map(|(quad, _)| quad.map(part)).collect();
        Ok(PageText { words, on_photo, cut_short })
    }
}

impl PageText {
    /// Returns the rows of the text.
    pub fn rows(&self) -> Rows {
        let rows = grouping::rows(&self.words);
        if rows.is_empty() { Err(ReadError::NoText) } else { Ok(rows) }
    }

    /// Marks the text as cut short.
    fn cut(self) -> Self {
        Self { cut_short: true, ..self }
    }

    /// Converts the positions on a photo that was turned clockwise to those on the photo before.
    fn turned_back(self) -> Self {
        let back = |Point { x, y }: Point| Point::new(y, 1.0 - x);
        Self { on_photo: self.on_photo.iter().map(|quad| quad.map(back)).collect(), ..self }
    }
}

/// Returns the text of several photos. Fails only if none of them has text.
fn merge_texts(text: impl Iterator<Item = PageTextResult>) -> Result<Vec<PageText>, ReadError> {
    let blank = || PageText { words: Vec::new(), on_photo: Vec::new(), cut_short: false };
    let texts: Vec<PageText> = text
        .map(|text| match text {
            Err(ReadError::NoText) => Ok(blank()),
            text => text,
        })
        .collect::<Result<_, _>>()?;
    if texts.iter().all(|text| text.words.is_empty()) { Err(ReadError::NoText) } else { Ok(texts) }
}

/// Returns true if most words have one or two letters. This happens if the lines are sideways and close together:
/// letters of neighbouring lines are then read as words.
fn is_in_fragments(words: &[Word]) -> bool {
    let mut lengths: Vec<usize> =
        words.iter().map(|(_, reading)| reading.text.chars().filter(|c| c.is_alphanumeric()).count()).collect();
    lengths.sort_unstable();
    lengths.len() >= MIN_FRAGMENTS && lengths[lengths.len() / 2] < MIN_WORD_LENGTH
}

fn rows_of(text: &PageTextResult) -> Rows {
    text.as_ref().map_err(ReadError::clone)?.rows()
}

/// Returns true if the receipt balances and has its purchase time, so that a second pass is not needed.
fn is_complete(rows: &Rows) -> bool {
    adds_up(rows) && has_purchase_time(rows)
}

/// Returns true if the lines of one photo add up to a sum on it.
fn adds_up(rows: &Rows) -> bool {
    rows.as_ref().is_ok_and(|rows| structure::read_rows(rows).balance == Balance::Closes)
}

/// Returns true if a row has the time or day of the purchase. It is often in the last rows, which a shadow may hide.
fn has_purchase_time(rows: &Rows) -> bool {
    rows.iter().flatten().any(|row| text_boxes::tells_when(&row.text()))
}

/// Returns true if the second of two readings is better.
fn is_better(again: &Rows, first: &Rows) -> bool {
    match (adds_up(again), adds_up(first)) {
        (true, true) => has_purchase_time(again) && !has_purchase_time(first),
        (false, false) => {
            (item_count(again), certain_char_count(again)) > (item_count(first), certain_char_count(first))
        }
        (adds_up, _) => adds_up,
    }
}

/// Returns true if a picture has so little text that most of its print was probably not found: no amount, little
/// certain text, or a few lines that do not balance.
fn is_next_to_nothing(rows: &Rows) -> bool {
    match rows {
        Err(error) => *error == ReadError::NoText,
        Ok(read) => {
            let has_amounts = read.iter().flat_map(|row| &row.cells).any(|cell| text::is_amount(&cell.text));
            let certain = certain_char_count(rows);
            !has_amounts || certain < MIN_CERTAIN || certain < FEW_CERTAIN && !adds_up(rows)
        }
    }
}

/// Returns the number of items with a price.
fn item_count(rows: &Rows) -> usize {
    rows.as_ref().map_or(0, |rows| structure::read_rows(rows).ledger.items.len())
}

/// Returns the number of letters and digits that were read with certainty.
fn certain_char_count(rows: &Rows) -> usize {
    let cells = rows.iter().flatten().flat_map(|row| &row.cells).filter(|cell| cell.confidence >= CERTAIN);
    cells.map(|cell| cell.text.chars().filter(|c| c.is_alphanumeric()).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Receipt;
    use crate::layout::rows::Cell;
    use crate::ocr::models::Models;
    use crate::ocr::recognise::Reading;
    use crate::picture::resize;
    use crate::tests::fixture;

    /// A photo of a receipt of ten items.
    fn photo() -> RgbImage {
        decode::decode(&fixture("photo.jpg")).unwrap()
    }

    /// The text that one pass finds.
    fn once(models: &'static Models, picture: &RgbImage) -> PageTextResult {
        let (session, picture) = (Session::new(models), exposure::brighten(picture.clone()).0);
        session.recognise_receipt(&page::find_page(&session, &picture), &picture)
    }

    fn found(rows: Rows) -> Option<Receipt> {
        rows.ok().map(|rows| receipt(&[rows]))
    }

    #[test]
    fn trusts_a_few_words_without_a_sum_very_little() {
        let row = |text: &str, confidence| {
            let cell = Cell::new(text, 0.0, 1.0, confidence);
            Row { cells: vec![cell], y: 0.0, height: 1.0 }
        };
        let rows = |text: &str, confidence, count| -> Rows { Ok(vec![row(text, confidence); count]) };
        assert!(is_next_to_nothing(&rows("OODDD", 0.95, 3)));
        assert!(is_next_to_nothing(&rows("WHOLE MILK 3.49", 0.6, 9)), "nothing of it is certain");
        assert!(!is_next_to_nothing(&rows("WHOLE MILK 3.49", 0.95, 20)));
        assert!(is_next_to_nothing(&rows("WHOLE MILK 3.49", 0.95, 9)), "a part, without a sum");
        assert!(is_next_to_nothing(&rows("WHOLE MILK", 0.95, 9)), "not one price");
        assert!(is_next_to_nothing(&Err(ReadError::NoText)));
        assert!(!is_next_to_nothing(&Err(ReadError::NotAnImage)), "no second look helps");
    }

    #[test]
    fn takes_letters_of_neighbouring_lines_for_fragments() {
        let word = |text: &str| {
            let quad = Quad([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(|(x, y)| Point::new(x, y)));
            (quad, Reading::new(text, 0.9))
        };
        let words = |texts: &[&str], times: usize| -> Vec<Word> { texts.repeat(times).into_iter().map(word).collect() };
        assert!(is_in_fragments(&words(&["A", "8", "P5", "BB", "TOTAL"], 6)));
        assert!(!is_in_fragments(&words(&["MILK", "1.49", "B", "BREAD", "2.99"], 6)));
        assert!(!is_in_fragments(&words(&["A", "8", "P5"], 3)), "too few");
    }

    #[test]
    fn reads_print_in_the_dark_and_in_shadow() {
        let models = Models::shared().unwrap();
        let picture = decode::decode(&fixture("dark.jpg")).unwrap();
        let once = found(rows_of(&once(models, &picture)));
        assert!(once.is_none_or(|once| once.balanced != Some(true)), "it needs the second attempt");
        let read = found(Session::new(models).rows(picture)).unwrap();
        assert_eq!((read.items.len(), read.balanced), (10, Some(true)));
    }

    /// The upper and the lower part of a receipt, with some lines on both.
    fn parts() -> [Vec<u8>; 2] {
        let paper = &photo();
        let (width, height) = paper.dimensions();
        let part = |top: f32, bottom: f32| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a picture's side"
            )]
            let [top, bottom] = [top, bottom].map(|at| (at * height as f32) as u32);
            let mut png = std::io::Cursor::new(Vec::new());
            imageops::crop_imm(paper, 0, top, width, bottom - top)
                .to_image()
                .write_to(&mut png, image::ImageFormat::Png)
                .unwrap();
            png.into_inner()
        };
        [part(0.0, 0.55), part(0.4, 1.0)]
    }

    #[test]
    fn parts_that_add_up_together_are_looked_at_once() {
        let models = Models::shared().unwrap();
        let parts = parts();
        let photos = parts.each_ref().map(Vec::as_slice);
        let session = Session::new(models);
        let texts = session.page_texts(&photos, &|_| {}).unwrap();
        let rows: Vec<Vec<Row>> = texts.iter().map(|text| text.rows().unwrap()).collect();
        let read = receipt(&rows);
        assert_eq!((read.items.len(), read.balanced), (10, Some(true)));
        let once: usize =
            photos.map(|photo| Session::new(models).first_pass(decode::decode(photo).unwrap()).1.cost).iter().sum();
        assert_eq!(session.spent(), once);
    }

    #[test]
    fn reads_the_other_photos_beside_a_blank_one() {
        let text = |text: &[&str]| {
            let quad = Quad([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(|(x, y)| Point::new(x, y)));
            let words = text.iter().map(|text| (quad, Reading::new(*text, 0.9))).collect();
            Ok(PageText { words, on_photo: vec![quad; text.len()], cut_short: false })
        };
        let texts = merge_texts([text(&["MILK 1.49"]), Err(ReadError::NoText)].into_iter()).unwrap();
        assert_eq!(texts.iter().map(|text| text.words.len()).collect::<Vec<_>>(), [1, 0]);
        let none = || Err(ReadError::NoText);
        assert_eq!(merge_texts([none(), none()].into_iter()).err(), Some(ReadError::NoText));
        assert_eq!(merge_texts([none(), Err(ReadError::NotAnImage)].into_iter()).err(), Some(ReadError::NotAnImage));
    }

    #[test]
    fn looks_more_closely_at_a_distant_receipt() {
        let models = Models::shared().unwrap();
        let picture = photo();
        let mut table = RgbImage::from_pixel(2_800, 2_100, *picture.get_pixel(2, 2));
        imageops::overlay(&mut table, &resize::shrink(&picture, 0.28), 900, 500);
        let once = rows_of(&once(models, &table));
        assert!(is_next_to_nothing(&once), "it needs another attempt");
        let read = found(Session::new(models).rows(table)).unwrap();
        assert_eq!((read.items.len(), read.balanced), (10, Some(true)));
    }

    #[test]
    fn leaves_an_empty_table_empty() {
        let models = Models::shared().unwrap();
        let picture = decode::decode(&fixture("table.jpg")).unwrap();
        assert_eq!(Session::new(models).rows(picture), Err(ReadError::NoText));
    }
}
