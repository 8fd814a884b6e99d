//! How often a photo is read. Once, as a rule; what a person would bring closer or hold against the light is read
//! once more. The receipt's own arithmetic decides between the two readings, or else how much of each is
//! certain.

use crate::arrange;
use crate::error::ReadError;
use crate::layout::rows::Row;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::page::{self, FoundPage, Page};
use crate::ocr::session::Session;
use crate::ocr::words::{self, Word};
use crate::picture::{decode, exposure};
use crate::receipt::receipt;
use crate::stage::Stage;
use crate::structure;
use crate::structure::score::Balance;
use crate::text;
use image::{RgbImage, imageops};

/// What the network is as sure of as this is seldom wrong.
const CERTAIN: f32 = 0.9;
/// In letters and digits. The name and address of a shop are longer: with less than this, the print was not found.
const MIN_CERTAIN: usize = 60;
/// A receipt of three things has as much, with its foot.
const FEW_CERTAIN: usize = 200;

/// Half of the pieces of a receipt are longer than a scrap; of fewer pieces than this nothing is said.
const MIN_WORD_LENGTH: usize = 3;
const MIN_SCRAPS: usize = 20;

type Rows = Result<Vec<Row>, ReadError>;
type PageTextResult = Result<PageText, ReadError>;

/// The text of one page.
pub struct PageText {
    /// The pieces of text, where they are on the page that was cut out of the photo.
    pub words: Vec<Word>,
    /// Where each of them is on the photo: parts of its width and height.
    pub on_photo: Vec<Quad>,
    /// There is more print than was read.
    pub cut_short: bool,
}

/// The first pass over a photo, and what decides whether there is a second one.
struct FirstPass {
    text: PageTextResult,
    page: Result<FoundPage, ReadError>,
    was_dark: bool,
    cost: usize,
}

impl Session {
    /// The rows of text on one photo.
    pub fn rows(&self, picture: RgbImage) -> Rows {
        rows_of(&self.page_text(picture))
    }

    /// The pieces of text on one photo.
    pub fn page_text(&self, picture: RgbImage) -> PageTextResult {
        let (picture, first) = self.first_pass(picture);
        self.second_pass(picture, first)
    }

    /// The pieces of text on each photo of one receipt. Where its lines add up at one look at each, that is enough: a
    /// part of a receipt has no total of its own, and would be looked at again for that alone. Otherwise each is
    /// decoded once more, so that only one is in memory.
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
            // The time ended within this photo, or before the next one: what was read until then is the receipt.
            if is_unread || self.is_late() && at + 1 < photos.len() {
                return legible(firsts.into_iter().map(|first| first.text.map(PageText::cut)));
            }
        }
        let together: Vec<Vec<Row>> = firsts.iter().map(|first| rows_of(&first.text).unwrap_or_default()).collect();
        if receipt(&together).balanced == Some(true) {
            return legible(firsts.into_iter().map(|first| first.text));
        }
        let again = |(photo, first): (&&[u8], FirstPass)| {
            let (picture, _) = exposure::brighten(decoded(photo)?);
            self.second_pass(picture, first)
        };
        legible(photos.iter().zip(firsts).map(again))
    }

    fn first_pass(&self, picture: RgbImage) -> (RgbImage, FirstPass) {
        let (picture, was_dark) = exposure::brighten(picture);
        let before = self.spent();
        let page = page::find_page(self, &picture);
        let text = self.recognise_receipt(&page, &picture);
        let cost = self.spent() - before;
        (picture, FirstPass { text, page, was_dark, cost })
    }

    /// What is found on a dark photo and does not add up, or does not tell when it was bought, is looked at again
    /// without its shadows; what is next to nothing, as it is; both more closely. What does not add up otherwise is
    /// looked at in a finer scale: prices may be lost where lines stand close together. What took more than is left is
    /// not looked at again.
    fn second_pass(&self, mut picture: RgbImage, first: FirstPass) -> PageTextResult {
        let FirstPass { text: first, page, was_dark, cost } = first;
        if self.left() < cost {
            return first;
        }
        if first.as_ref().is_ok_and(|text| is_in_scraps(&text.words)) {
            let on_its_side = imageops::rotate90(&picture);
            let turned =
                self.recognise_receipt(&page::find_page(self, &on_its_side), &on_its_side).map(PageText::turned_back);
            return if is_better(&rows_of(&turned), &rows_of(&first)) { turned } else { first };
        }
        let rows = rows_of(&first);
        let again = if was_dark && !is_whole(&rows) {
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
    /// The rows that the pieces of text stand in.
    pub fn rows(&self) -> Rows {
        let rows = arrange::rows(&self.words);
        if rows.is_empty() { Err(ReadError::NoText) } else { Ok(rows) }
    }

    /// The same, of which more could have been read.
    fn cut(self) -> Self {
        Self { cut_short: true, ..self }
    }

    /// The text of a photo that was turned clockwise, on the photo as it was.
    fn turned_back(self) -> Self {
        let back = |Point { x, y }: Point| Point::new(y, 1.0 - x);
        Self { on_photo: self.on_photo.iter().map(|quad| quad.map(back)).collect(), ..self }
    }
}

/// The text of several photos. One without any text says nothing of the others; only if all are so, there is none.
fn legible(text: impl Iterator<Item = PageTextResult>) -> Result<Vec<PageText>, ReadError> {
    let blank = || PageText { words: Vec::new(), on_photo: Vec::new(), cut_short: false };
    let texts: Vec<PageText> = text
        .map(|text| match text {
            Err(ReadError::NoText) => Ok(blank()),
            text => text,
        })
        .collect::<Result<_, _>>()?;
    if texts.iter().all(|text| text.words.is_empty()) { Err(ReadError::NoText) } else { Ok(texts) }
}

/// Whether most of what was read is a letter or two: of lines that lie on their side and close together, the letters of
/// neighbours are taken for words.
fn is_in_scraps(words: &[Word]) -> bool {
    let mut lengths: Vec<usize> =
        words.iter().map(|(_, reading)| reading.text.chars().filter(|c| c.is_alphanumeric()).count()).collect();
    lengths.sort_unstable();
    lengths.len() >= MIN_SCRAPS && lengths[lengths.len() / 2] < MIN_WORD_LENGTH
}

fn rows_of(text: &PageTextResult) -> Rows {
    text.as_ref().map_err(ReadError::clone)?.rows()
}

/// Returns true if nothing is missing that a second look would be taken for.
fn is_whole(rows: &Rows) -> bool {
    adds_up(rows) && tells_when(rows)
}

/// Returns true if the lines of one photo add up to a sum on it.
fn adds_up(rows: &Rows) -> bool {
    rows.as_ref().is_ok_and(|rows| structure::read_rows(rows).balance == Balance::Closes)
}

/// Whether the time or the day of the purchase is among the rows: it stands at the end, which a shadow may hide while
/// all that costs something adds up.
fn tells_when(rows: &Rows) -> bool {
    rows.iter().flatten().any(|row| words::tells_when(&row.text()))
}

/// Returns true if the second of two readings is to be kept.
fn is_better(again: &Rows, first: &Rows) -> bool {
    match (adds_up(again), adds_up(first)) {
        (true, true) => tells_when(again) && !tells_when(first),
        (false, false) => (things(again), certain(again)) > (things(first), certain(first)),
        (adds_up, _) => adds_up,
    }
}

/// Of a picture that can be read at all. A receipt without a single amount was cut off, or taken for a part of its
/// table; of one that does not add up there is more, as a rule, than a few lines.
fn is_next_to_nothing(rows: &Rows) -> bool {
    match rows {
        Err(error) => *error == ReadError::NoText,
        Ok(read) => {
            let has_amounts = read.iter().flat_map(|row| &row.cells).any(|cell| text::is_amount(&cell.text));
            let certain = certain(rows);
            !has_amounts || certain < MIN_CERTAIN || certain < FEW_CERTAIN && !adds_up(rows)
        }
    }
}

/// How many things the rows name, with what they cost.
fn things(rows: &Rows) -> usize {
    rows.as_ref().map_or(0, |rows| structure::read_rows(rows).ledger.items.len())
}

/// How many letters and digits were read for certain.
fn certain(rows: &Rows) -> usize {
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
    fn letters_of_neighbouring_lines_are_scraps() {
        let word = |text: &str| {
            let quad = Quad([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(|(x, y)| Point::new(x, y)));
            (quad, Reading::new(text, 0.9))
        };
        let words = |texts: &[&str], times: usize| -> Vec<Word> { texts.repeat(times).into_iter().map(word).collect() };
        assert!(is_in_scraps(&words(&["A", "8", "P5", "BB", "TOTAL"], 6)));
        assert!(!is_in_scraps(&words(&["MILK", "1.49", "B", "BREAD", "2.99"], 6)));
        assert!(!is_in_scraps(&words(&["A", "8", "P5"], 3)), "too few");
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
        let texts = legible([text(&["MILK 1.49"]), Err(ReadError::NoText)].into_iter()).unwrap();
        assert_eq!(texts.iter().map(|text| text.words.len()).collect::<Vec<_>>(), [1, 0]);
        let none = || Err(ReadError::NoText);
        assert_eq!(legible([none(), none()].into_iter()).err(), Some(ReadError::NoText));
        assert_eq!(legible([none(), Err(ReadError::NotAnImage)].into_iter()).err(), Some(ReadError::NotAnImage));
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
