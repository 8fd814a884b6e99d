//! Reads a photo, and a second time if its text is in fragments, small, dark or does not balance. The text that
//! balances is kept, or else the one with more items and more certain characters.

use crate::error::ReadError;
use crate::grouping::group_rows;
use crate::layout::rows::Row;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::page::{self, FoundPage, Page};
use crate::ocr::session::Session;
use crate::ocr::text_box::TextBox;
use crate::picture::{decode, exposure};
use crate::receipt::receipt_from_rows;
use crate::structure;
use crate::structure::score::Balance;
use crate::text;
use image::{RgbImage, imageops};

/// The minimum confidence of text that counts as certain.
const MIN_CERTAIN_CONFIDENCE: f32 = 0.9;
/// The minimum number of certain letters and digits. A shop's name and address are longer, so with less than this the
/// print was not found.
const MIN_CERTAIN_CHARS: usize = 60;
/// The number of certain letters and digits of a receipt of three items with its footer.
const FEW_CERTAIN_CHARS: usize = 200;

/// The minimum median length of the texts of a receipt in letters and digits; shorter ones are fragments. With fewer
/// boxes than `MIN_BOXES`, the check is skipped.
const MIN_TEXT_LENGTH: usize = 3;
const MIN_BOXES: usize = 20;

type Rows = Result<Vec<Row>, ReadError>;
type PageTextResult = Result<PageText, ReadError>;

/// The text of one page.
pub struct PageText {
    /// The text boxes on the page that was cut out of the photo.
    pub boxes: Vec<TextBox>,
    /// The corners of each text box on the photo, as fractions of its width and height.
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
    #[cfg(test)]
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
    pub fn page_texts(&self, photos: &[&[u8]]) -> Result<Vec<PageText>, ReadError> {
        if let [photo] = photos {
            return Ok(vec![self.page_text(decode::decode(photo)?)?]);
        }
        let mut firsts = Vec::new();
        for (at, photo) in photos.iter().enumerate() {
            if at > 0 {
                self.allow_further_photo();
            }
            let first = self.first_pass(decode::decode(photo)?).1;
            let has_no_text = self.is_late() && at > 0 && rows_of(&first.text) == Err(ReadError::NoText);
            if !has_no_text {
                firsts.push(first);
            }
            // If the time is over, the text read so far is the receipt.
            if has_no_text || self.is_late() && at + 1 < photos.len() {
                return merge_texts(firsts.into_iter().map(|first| first.text.map(PageText::marked_cut_short)));
            }
        }
        let together: Vec<Vec<Row>> = firsts.iter().map(|first| rows_of(&first.text).unwrap_or_default()).collect();
        if receipt_from_rows(&together).balanced == Some(true) {
            return merge_texts(firsts.into_iter().map(|first| first.text));
        }
        let second_pass = |(photo, first): (&&[u8], FirstPass)| {
            let (picture, _) = exposure::brighten(decode::decode(photo)?);
            self.second_pass(picture, first)
        };
        merge_texts(photos.iter().zip(firsts).map(second_pass))
    }

    fn first_pass(&self, picture: RgbImage) -> (RgbImage, FirstPass) {
        let (picture, was_dark) = exposure::brighten(picture);
        let before = self.spent();
        let page = page::find_page(self, &picture);
        let text = self.read_found_page(&page, &picture);
        let cost = self.spent() - before;
        (picture, FirstPass { text, page, was_dark, cost })
    }

    /// Reads a photo again if that may help and the budget allows it:
    /// - fragments of text after a turn;
    /// - a dark photo that does not balance, or has no purchase time, without its shadows and in a finer overview;
    /// - next to no text in a finer overview;
    /// - other text that does not balance in a finer scale, since prices are lost where lines are close.
    fn second_pass(&self, mut picture: RgbImage, first: FirstPass) -> PageTextResult {
        let FirstPass { text: first, page, was_dark, cost } = first;
        if self.remaining() < cost {
            return first;
        }
        if first.as_ref().is_ok_and(|text| has_fragments(&text.boxes)) {
            let rotated = imageops::rotate90(&picture);
            let second = self.read_found_page(&page::find_page(self, &rotated), &rotated).map(PageText::rotated_back);
            return if is_better(&rows_of(&second), &rows_of(&first)) { second } else { first };
        }
        let rows = rows_of(&first);
        let second = if was_dark && !is_complete(&rows) {
            picture = exposure::lighten_shadows(picture);
            self.read_found_page(&page::find_page_in_finest_overview(self, &picture), &picture)
        } else if is_next_to_nothing(&rows) {
            self.read_found_page(&page::find_page_in_finest_overview(self, &picture), &picture)
        } else if let (false, Ok(page), Ok(text)) = (does_balance(&rows), page, &first) {
            // In the same pixels, what was certain is not read again.
            self.certain_boxes.replace(text.certain_boxes(&picture));
            let second = self.read_page(page.fine_receipt_page(self, &picture), &picture);
            self.certain_boxes.take();
            second
        } else {
            return first;
        };
        if is_better(&rows_of(&second), &rows) { second } else { first }
    }

    fn read_found_page(&self, page: &Result<FoundPage, ReadError>, picture: &RgbImage) -> PageTextResult {
        let page = page.as_ref().map_err(ReadError::clone)?;
        self.read_page(page.receipt_page(self, picture), picture)
    }

    /// Detects and recognises the text of a page.
    fn read_page(&self, page: Page, picture: &RgbImage) -> PageTextResult {
        let (page, quads) = self.detect_page(page, picture)?;
        self.set_cut_short(false);
        let boxes = self.read_boxes(&page, quads)?;
        let cut_short = self.is_cut_short();
        #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let part = |point: Point| {
            let Point { x, y } = page.to_picture(point);
            Point::new(x / width, y / height)
        };
        let on_photo = boxes.iter().map(|text_box| text_box.quad.map(part)).collect();
        Ok(PageText { boxes, on_photo, cut_short })
    }
}

impl PageText {
    pub fn rows(&self) -> Rows {
        let rows = group_rows(&self.boxes);
        if rows.is_empty() { Err(ReadError::NoText) } else { Ok(rows) }
    }

    /// Returns what was read with certainty, in pixels of the picture.
    fn certain_boxes(&self, picture: &RgbImage) -> Vec<TextBox> {
        #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let on_picture = |quad: &Quad| quad.map(|point| Point::new(point.x * width, point.y * height));
        let boxes = self.boxes.iter().zip(&self.on_photo);
        boxes
            .filter(|(text_box, _)| text_box.recognised.confidence >= MIN_CERTAIN_CONFIDENCE)
            .map(|(text_box, quad)| TextBox { quad: on_picture(quad), recognised: text_box.recognised.clone() })
            .collect()
    }

    fn marked_cut_short(self) -> Self {
        Self { cut_short: true, ..self }
    }

    /// Converts the positions on a photo that was rotated clockwise to those on the original.
    fn rotated_back(self) -> Self {
        let back = |Point { x, y }: Point| Point::new(y, 1.0 - x);
        Self { on_photo: self.on_photo.iter().map(|quad| quad.map(back)).collect(), ..self }
    }
}

/// Returns the text of several photos. Fails only if none of them has text.
fn merge_texts(text: impl Iterator<Item = PageTextResult>) -> Result<Vec<PageText>, ReadError> {
    let blank = || PageText { boxes: Vec::new(), on_photo: Vec::new(), cut_short: false };
    let texts: Vec<PageText> = text
        .map(|text| match text {
            Err(ReadError::NoText) => Ok(blank()),
            text => text,
        })
        .collect::<Result<_, _>>()?;
    if texts.iter().all(|text| text.boxes.is_empty()) { Err(ReadError::NoText) } else { Ok(texts) }
}

/// Returns true if most texts have one or two characters. This happens if the lines are sideways and close together:
/// letters of neighbouring lines are then detected as one box.
fn has_fragments(boxes: &[TextBox]) -> bool {
    let mut lengths: Vec<usize> = boxes.iter().map(|text_box| count_alphanumeric(text_box.text())).collect();
    lengths.sort_unstable();
    lengths.len() >= MIN_BOXES && lengths[lengths.len() / 2] < MIN_TEXT_LENGTH
}

fn rows_of(text: &PageTextResult) -> Rows {
    text.as_ref().map_err(ReadError::clone)?.rows()
}

/// Returns true if the receipt balances and has its purchase time, so that a second pass is not needed.
fn is_complete(rows: &Rows) -> bool {
    does_balance(rows) && has_purchase_time(rows)
}

/// Returns true if the items of one photo add up to a sum on it.
fn does_balance(rows: &Rows) -> bool {
    rows.as_ref().is_ok_and(|rows| structure::read_rows(rows).balance == Balance::Exact)
}

/// Returns true if a row has the time or day of the purchase. It is often in the last rows, which a shadow may hide.
fn has_purchase_time(rows: &Rows) -> bool {
    rows.iter().flatten().any(|row| text::has_timestamp(&row.text()))
}

/// Returns true if the second pass gave a better text.
fn is_better(second: &Rows, first: &Rows) -> bool {
    match (does_balance(second), does_balance(first)) {
        (true, true) => has_purchase_time(second) && !has_purchase_time(first),
        (false, false) => {
            (item_count(second), certain_char_count(second)) > (item_count(first), certain_char_count(first))
        }
        (is_better, _) => is_better,
    }
}

/// Returns true if so little text was read that most print was probably not found: no amount, few certain characters,
/// or a few items that do not balance.
fn is_next_to_nothing(rows: &Rows) -> bool {
    match rows {
        Err(error) => *error == ReadError::NoText,
        Ok(found) => {
            let has_amounts = found.iter().flat_map(|row| &row.cells).any(|cell| text::has_amount(&cell.text));
            let certain = certain_char_count(rows);
            !has_amounts || certain < MIN_CERTAIN_CHARS || certain < FEW_CERTAIN_CHARS && !does_balance(rows)
        }
    }
}

/// Returns the number of items, also of those without a price.
fn item_count(rows: &Rows) -> usize {
    rows.as_ref().map_or(0, |rows| structure::read_rows(rows).ledger.items.len())
}

/// Returns the number of letters and digits that were read with certainty.
fn certain_char_count(rows: &Rows) -> usize {
    let cells =
        rows.iter().flatten().flat_map(|row| &row.cells).filter(|cell| cell.confidence >= MIN_CERTAIN_CONFIDENCE);
    cells.map(|cell| count_alphanumeric(&cell.text)).sum()
}

fn count_alphanumeric(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Receipt;
    use crate::layout::rows::Cell;
    use crate::ocr::models::Models;
    use crate::resize;
    use crate::tests::{fixture, text_box};

    /// A photo of a receipt of ten items.
    fn photo() -> RgbImage {
        decode::decode(&fixture("photo.jpg")).unwrap()
    }

    /// Reads a picture in one pass.
    fn once(models: &'static Models, picture: &RgbImage) -> PageTextResult {
        let (session, picture) = (Session::new(models), exposure::brighten(picture.clone()).0);
        session.read_found_page(&page::find_page(&session, &picture), &picture)
    }

    fn found(rows: Rows) -> Option<Receipt> {
        rows.ok().map(|rows| receipt_from_rows(&[rows]))
    }

    #[test]
    fn finds_next_to_nothing_in_a_few_words_without_a_sum() {
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
        assert!(!is_next_to_nothing(&Err(ReadError::NotAnImage)), "a second pass does not help");
    }

    #[test]
    fn recognises_fragments_of_neighbouring_lines() {
        let boxes = |texts: &[&str], times: usize| -> Vec<TextBox> {
            texts.repeat(times).into_iter().map(|text| text_box(text, [0.0, 0.0, 9.0, 9.0], 0.9)).collect()
        };
        assert!(has_fragments(&boxes(&["A", "8", "P5", "BB", "TOTAL"], 6)));
        assert!(!has_fragments(&boxes(&["MILK", "1.49", "B", "BREAD", "2.99"], 6)));
        assert!(!has_fragments(&boxes(&["A", "8", "P5"], 3)), "too few");
    }

    #[test]
    fn reads_a_dark_photo_with_shadows() {
        let models = Models::shared().unwrap();
        let picture = decode::decode(&fixture("dark.jpg")).unwrap();
        let once = found(rows_of(&once(models, &picture)));
        assert!(once.is_none_or(|once| once.balanced != Some(true)), "it needs the second pass");
        let read = found(Session::new(models).rows(picture)).unwrap();
        assert_eq!((read.items.len(), read.balanced), (10, Some(true)));
    }

    /// Returns the upper and the lower part of a receipt, with some lines on both.
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
    fn reads_photos_that_balance_together_in_one_pass() {
        let models = Models::shared().unwrap();
        let parts = parts();
        let photos = parts.each_ref().map(Vec::as_slice);
        let session = Session::new(models);
        let texts = session.page_texts(&photos).unwrap();
        let rows: Vec<Vec<Row>> = texts.iter().map(|text| text.rows().unwrap()).collect();
        let read = receipt_from_rows(&rows);
        assert_eq!((read.items.len(), read.balanced), (10, Some(true)));
        let once: usize =
            photos.map(|photo| Session::new(models).first_pass(decode::decode(photo).unwrap()).1.cost).iter().sum();
        assert_eq!(session.spent(), once);
    }

    #[test]
    fn keeps_the_text_of_other_photos_beside_a_blank_one() {
        let milk = text_box("MILK 1.49", [0.0, 0.0, 9.0, 9.0], 0.9);
        let text = PageText { on_photo: vec![milk.quad], boxes: vec![milk], cut_short: false };
        let texts = merge_texts([Ok(text), Err(ReadError::NoText)].into_iter()).unwrap();
        assert_eq!(texts.iter().map(|text| text.boxes.len()).collect::<Vec<_>>(), [1, 0]);
        let none = || Err(ReadError::NoText);
        assert_eq!(merge_texts([none(), none()].into_iter()).err(), Some(ReadError::NoText));
        assert_eq!(merge_texts([none(), Err(ReadError::NotAnImage)].into_iter()).err(), Some(ReadError::NotAnImage));
    }

    #[test]
    fn reads_a_distant_receipt_in_a_finer_overview() {
        let models = Models::shared().unwrap();
        let picture = photo();
        let mut table = RgbImage::from_pixel(2_800, 2_100, *picture.get_pixel(2, 2));
        imageops::overlay(&mut table, &resize::shrink(&picture, 0.28), 900, 500);
        let once = rows_of(&once(models, &table));
        assert!(is_next_to_nothing(&once), "it needs another pass");
        let read = found(Session::new(models).rows(table)).unwrap();
        assert_eq!((read.items.len(), read.balanced), (10, Some(true)));
    }

    #[test]
    fn reads_no_text_from_an_empty_table() {
        let models = Models::shared().unwrap();
        let picture = decode::decode(&fixture("table.jpg")).unwrap();
        assert_eq!(Session::new(models).rows(picture), Err(ReadError::NoText));
    }
}
