//! What stands on a page: all pieces of text, found and read.

use crate::error::ReadError;
use crate::ocr::detect;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::line_image;
use crate::ocr::models;
use crate::ocr::page::Page;
use crate::ocr::recognise::{self, Reading};
use crate::ocr::session::{self, Session};
use crate::text;
use crate::text::normal_form;
use image::RgbImage;

/// Reading goes down the page in parts, so that it can stop below the total.
const READING_PARTS: usize = 4;
const MIN_PIECES_AT_ONCE: usize = 24;
/// Taxes, payment, date and time follow the total; then come thanks and advertising. So much below the total is read,
/// in heights of a line, and some more where neither the day nor the time was seen: without them, a receipt looks like
/// another one of the same goods.
const LINES_BELOW_TOTAL: f32 = 14.0;
const MAX_LINES_BELOW_TOTAL: f32 = 28.0;

/// What looking at a wider page costs, at most, of what looking at the page did. What was found has to be read, too.
const WIDER: usize = 3;

/// So much of the width of what is found was read before, or it is new.
const MOSTLY: f32 = 0.7;
/// From one line to the next, in heights of a line as it is found, with its margin; and how much longer than high a
/// line is that tells where others are.
const LINE_STEP: f32 = 0.85;
const LONG_LINE: f32 = 4.0;

/// A piece higher than so many lines, of which so little is certain, is several lines taken for one. They are looked at
/// again this high, …
const TANGLED_LINES: f32 = 1.6;
const TANGLED: f32 = 0.5;
const CLOSE_LINE: f32 = 40.0;
/// … and no more than so many: a pattern may look like that, too.
const MAX_TANGLES: usize = 12;

/// A piece of text and where it is, in the page's pixels.
pub type Word = (Quad, Reading);

impl Session {
    /// All pieces of text on a page, from its top to some lines below its total, or as many of them as may be read.
    pub fn words(&self, page: &Page, mut quads: Vec<Quad>) -> Result<Vec<Word>, ReadError> {
        quads.sort_by(|a, b| a.center().y.total_cmp(&b.center().y));
        let mut words: Vec<Word> = Vec::with_capacity(quads.len());
        let part = quads.len().div_ceil(READING_PARTS).max(MIN_PIECES_AT_ONCE);
        for quads in quads.chunks(part) {
            // Most of a long footer is advertising, and reading is what costs most: some lines below the total suffice.
            let end =
                total_level(&words).map_or(f32::MAX, |level| level + lines_below_total(&words) * page.line_height);
            let quads: Vec<Quad> = quads.iter().filter(|quad| quad.center().y < end).copied().collect();
            let read = self.read_first(page, &quads)?;
            let are_all_read = read.len() == quads.len();
            words.extend(read);
            if !are_all_read {
                self.note_cut(true);
                tracing::info!(pieces = words.len(), "a page has more text than is read of one");
                return Ok(words);
            }
        }
        let untangled = self.untangled(page, &words)?;
        words.extend(untangled);
        let Some(level) = total_level(&words) else { return Ok(words) };
        if !any_tells_when(&words) {
            let overlooked = self.overlooked(page, level, &words)?;
            words.extend(overlooked);
        }
        if !any_tells_when(&words) {
            let hidden = self.hidden(page, level, &words)?;
            words.extend(hidden);
        }
        Ok(words)
    }

    /// What stands in pieces that are several lines high and say nothing. Where lines are printed close together, the
    /// detector takes the end of some for one piece: a whole column of prices may be lost. Looked at more closely, they
    /// are apart.
    fn untangled(&self, page: &Page, words: &[Word]) -> Result<Vec<Word>, ReadError> {
        let is_tangled = |(quad, reading): &&Word| {
            reading.confidence < TANGLED
                && quad.height() > TANGLED_LINES * page.line_height
                && quad.width() > page.line_height
        };
        let mut found = Vec::new();
        for (tangle, _) in words.iter().filter(is_tangled).take(MAX_TANGLES) {
            let (part, factor, corner) = page.around(tangle, CLOSE_LINE, self.left() / 8);
            let quads = detect::detect(self, &part)?;
            let on_page = |point: Point| Point::new(point.x / factor + corner.x, point.y / factor + corner.y);
            let quads = quads.iter().map(|quad| quad.map(on_page));
            let is_line = |quad: &Quad| quad.height() < TANGLED_LINES * page.line_height && tangle.covers(quad);
            let lines: Vec<Quad> = quads.filter(is_line).collect();
            found.extend(if lines.is_empty() { cut(tangle, page.line_height, page.pitch) } else { lines });
        }
        self.read_first(page, &found)
    }

    /// Pieces of text below the total that were not found, in another scale: the detector misses a line now and then,
    /// and the day and the time of the purchase usually stand in one.
    fn overlooked(&self, page: &Page, total: f32, words: &[Word]) -> Result<Vec<Word>, ReadError> {
        let is_new = |quad: &Quad| quad.center().y > total && !is_known(quad, words);
        let new: Vec<Quad> = self.pieces_below(page, total)?.into_iter().filter(is_new).collect();
        self.read_first(page, &new)
    }

    /// The line that tells when, if it stands where there is room for one between others below the total: the detector
    /// may see nothing there in any scale. What is read in a gap and tells nothing is a barcode, or paper.
    fn hidden(&self, page: &Page, total: f32, words: &[Word]) -> Result<Vec<Word>, ReadError> {
        let below: Vec<Quad> = words.iter().map(|(quad, _)| *quad).filter(|quad| quad.center().y > total).collect();
        let read = self.read_first(page, &gaps(&below))?;
        Ok(read.into_iter().filter(|(_, reading)| tells_when(&reading.text)).collect())
    }

    /// Reads the first of some pieces of text, all of them where that is not too much.
    pub fn read_first(&self, page: &Page, quads: &[Quad]) -> Result<Vec<Word>, ReadError> {
        let quads = self.affordable(quads, 1);
        let strips = models::share_out(quads, |quad, _| Ok(line_image::straighten(&page.pixels, quad)));
        let strips: Vec<_> = strips.into_iter().collect::<Result<_, ReadError>>()?;
        let readings = recognise::recognise(self, &strips)?;
        Ok(quads.iter().copied().zip(readings).collect())
    }

    /// Where all text on the page of a picture is, in pixels of the page that then shows it.
    pub fn page_and_pieces(&self, mut page: Page, picture: &RgbImage) -> Result<(Page, Vec<Quad>), ReadError> {
        if let Some(quads) = page.quads.take() {
            return Ok((page, quads));
        }
        let before = self.spent();
        let quads = self.pieces(&page)?;
        if self.left() < session::reading(&quads) + WIDER * (self.spent() - before) {
            return Ok((page, quads));
        }
        let Some((wider, seen)) = page.wider(picture, &quads) else { return Ok((page, quads)) };
        page = wider;
        let mut quads = self.pieces(&page)?;
        // What is faint may be found in one of two looks only.
        let missed = seen.iter().filter(|seen| !quads.iter().any(|quad| quad.covers(seen)));
        let missed: Vec<Quad> = missed.copied().collect();
        quads.extend(missed);
        Ok((page, quads))
    }

    /// Where the text of a page is, in the page's pixels.
    fn pieces(&self, page: &Page) -> Result<Vec<Quad>, ReadError> {
        let (picture, factor) = page.for_detection(self.left() / 2);
        self.pieces_on_page(&picture, factor, 0.0)
    }

    fn pieces_below(&self, page: &Page, level: f32) -> Result<Vec<Quad>, ReadError> {
        let (picture, factor, top) = page.below(level, self.left() / 2);
        self.pieces_on_page(&picture, factor, top)
    }

    /// What is found on a scaled part of a page, in the page's pixels.
    fn pieces_on_page(&self, picture: &RgbImage, factor: f32, top: f32) -> Result<Vec<Quad>, ReadError> {
        let quads = detect::detect(self, picture)?;
        let on_page = |quad: &Quad| quad.map(|point| Point::new(point.x / factor, point.y / factor + top));
        Ok(quads.iter().map(on_page).collect())
    }
}

/// A piece cut into lines of even height.
fn cut(tangle: &Quad, line_height: f32, pitch: Option<f32>) -> Vec<Quad> {
    let step = pitch.unwrap_or(line_height).clamp(0.5 * line_height, line_height);
    let mut lines = Vec::new();
    let mut top = 0.0;
    while top + line_height <= tangle.height() + 0.3 * step && lines.len() < MAX_TANGLES {
        let part = |at: f32| (at / tangle.height()).clamp(0.0, 1.0);
        let [left, right, low_right, low_left] = tangle.0;
        let (from, to) = (part(top), part(top + line_height));
        lines.push(Quad([
            left.towards(low_left, from),
            right.towards(low_right, from),
            right.towards(low_right, to),
            left.towards(low_left, to),
        ]));
        top += step;
    }
    lines
}

/// How far down the page the total stands, once it was read: a word for it and an amount on one level, with amounts
/// above them.
fn total_level(words: &[Word]) -> Option<f32> {
    let amounts: Vec<f32> =
        words.iter().filter(|(_, reading)| text::is_amount(&reading.text)).map(|(quad, _)| quad.center().y).collect();
    words
        .iter()
        .filter(|(_, reading)| text::names_total(&reading.text))
        .map(|(quad, _)| (quad.center().y, quad.height()))
        .find(|(level, height)| {
            let beside = amounts.iter().any(|amount| (amount - level).abs() < 1.5 * height);
            beside && amounts.iter().any(|amount| *amount < level - 1.5 * height)
        })
        .map(|(level, _)| level)
}

/// Returns true if what is found is what was read, in one piece or in several.
fn is_known(quad: &Quad, words: &[Word]) -> bool {
    let known: f32 = words.iter().filter(|(known, _)| known.covers(quad)).map(|(known, _)| known.width()).sum();
    known > MOSTLY * quad.width()
}

/// Where lines would stand directly below and above long ones and nothing was found, as wide as all of them.
fn gaps(found: &[Quad]) -> Vec<Quad> {
    let left = found.iter().map(|quad| quad.start().x).fold(f32::MAX, f32::min);
    let right = found.iter().map(|quad| quad.end().x).fold(f32::MIN, f32::max);
    let beside = |line: &Quad, lines: f32| {
        let (center, half) = (line.center(), line.height() / 2.0);
        let at = |x: f32, edge: f32| {
            Point::new(x, center.y + line.slope() * (x - center.x) + lines * LINE_STEP * line.height() + edge)
        };
        Quad([at(left, -half), at(right, -half), at(right, half), at(left, half)])
    };
    let long = found.iter().filter(|quad| quad.width() > LONG_LINE * quad.height());
    let places = long.flat_map(|line| [beside(line, 1.0), beside(line, -1.0)]);
    let is_free = |place: &Quad, taken: &[Quad]| !taken.iter().any(|quad| quad.covers(place));
    places.filter(|place| is_free(place, found)).fold(Vec::new(), |mut gaps, place| {
        if is_free(&place, &gaps) {
            gaps.push(place);
        }
        gaps
    })
}

fn any_tells_when(words: &[Word]) -> bool {
    words.iter().any(|(_, reading)| tells_when(&reading.text))
}

fn lines_below_total(words: &[Word]) -> f32 {
    if any_tells_when(words) { LINES_BELOW_TOTAL } else { MAX_LINES_BELOW_TOTAL }
}

/// Returns true if the day or the time of a purchase is part of a text.
pub fn tells_when(text: &str) -> bool {
    let (times, dates) = text::timestamps::read(&normal_form(text));
    !times.is_empty() || !dates.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows;
    use crate::ocr::models::Models;
    use crate::ocr::page;
    use crate::picture::decode;
    use crate::tests::fixture;

    fn texts(words: Vec<Word>) -> Vec<String> {
        rows::rows(words).iter().map(|row| normal_form(&row.text())).collect()
    }

    fn picture(name: &str) -> RgbImage {
        decode::decode(&fixture(name)).unwrap()
    }

    #[test]
    fn finds_a_line_below_the_total_that_the_detector_missed() {
        let session = Session::new(Models::shared().unwrap());
        let picture = picture("date-above-footer.jpg");
        let page = page::find_page(&session, &picture).unwrap().receipt(&session, &picture);
        let quads = page.quads.clone().expect("it is legible at once");
        let is_date = |y: f32| (1_240.0..1_255.0).contains(&y);
        assert!(!quads.iter().any(|quad| is_date(quad.center().y)), "it needs the search");
        let lines = texts(session.words(&page, quads).unwrap());
        assert!(lines.contains(&"10.08.2025 21:52 filiale 1542 kasse 3".to_owned()), "{lines:?}");
    }

    #[test]
    fn print_beyond_what_the_overview_found_is_on_the_page() {
        let session = Session::new(Models::shared().unwrap());
        let (picture, _) = crate::picture::exposure::brighten(picture("beyond-overview.jpg"));
        let page = page::find_page(&session, &picture).unwrap().receipt(&session, &picture);
        let seen = session.pieces(&page).unwrap().len();
        let (width, height) = page.pixels.dimensions();
        let (page, quads) = session.page_and_pieces(page, &picture).unwrap();
        assert!(page.pixels.width() > width && page.pixels.height() >= height && quads.len() > seen);
        let lines = texts(session.words(&page, quads).unwrap());
        assert!(lines.iter().any(|line| line.starts_with("20.07.2026") && line.contains("09:33")), "{lines:?}");
    }

    #[test]
    fn reads_a_line_below_the_total_that_no_scale_shows() {
        let session = Session::new(Models::shared().unwrap());
        let picture = picture("undetected-date.jpg");
        let page = page::find_page(&session, &picture).unwrap().receipt(&session, &picture);
        let (page, quads) = session.page_and_pieces(page, &picture).unwrap();
        let words = session.words(&page, quads.clone()).unwrap();
        let (place, reading) = words.iter().find(|(_, reading)| tells_when(&reading.text)).unwrap();
        assert!(normal_form(&reading.text).contains("19.12.2024 13:13"), "{}", reading.text);
        let level = total_level(&words).unwrap();
        let found = [quads, session.pieces_below(&page, level).unwrap()].concat();
        assert!(!found.iter().any(|quad| quad.covers(place)), "it needs the search");
    }

    #[test]
    fn cuts_a_column_read_as_one_piece_into_lines() {
        let block = |left: f32, top: f32, right: f32, bottom: f32| {
            Quad([(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point::new(x, y)))
        };
        let lines = cut(&block(300.0, 100.0, 400.0, 242.0), 46.0, Some(32.0));
        assert_eq!(lines.iter().map(|line| line.start().y).collect::<Vec<_>>(), [123.0, 155.0, 187.0, 219.0]);
    }

    #[test]
    fn recognises_a_line_read_in_pieces() {
        let line = |left: f32, right: f32| {
            Quad([(left, 0.0), (right, 0.0), (right, 20.0), (left, 20.0)].map(|(x, y)| Point::new(x, y)))
        };
        let word = |quad: Quad| (quad, Reading::new("AUTH CODE", 0.99));
        let pieces = [word(line(0.0, 120.0)), word(line(140.0, 240.0))];
        assert!(is_known(&line(0.0, 240.0), &pieces));
        assert!(!is_known(&line(0.0, 240.0), &pieces[..1]), "there is more than was read");
    }

    #[test]
    fn finds_a_gap_where_a_line_has_room() {
        let line = |left: f32, right: f32, y: f32| {
            let corners = [(left, y - 10.0), (right, y - 10.0), (right, y + 10.0), (left, y + 10.0)];
            Quad(corners.map(|(x, y)| Point::new(x, y)))
        };
        let found =
            [line(0.0, 200.0, 100.0), line(0.0, 50.0, 118.0), line(260.0, 300.0, 118.0), line(40.0, 240.0, 155.0)];
        let gaps: Vec<(f32, f32, f32)> =
            gaps(&found).iter().map(|gap| (gap.start().x, gap.end().x, gap.center().y.round())).collect();
        assert_eq!(gaps, [(0.0, 300.0, 83.0), (0.0, 300.0, 172.0), (0.0, 300.0, 138.0)]);
    }

    #[test]
    fn reads_more_below_the_total_if_no_time_was_seen() {
        let word = |text: &str, y: f32| {
            let corners = [(0.0, y), (80.0, y), (80.0, y + 20.0), (0.0, y + 20.0)];
            (Quad(corners.map(|(x, y)| Point::new(x, y))), Reading::new(text, 0.99))
        };
        let words = [word("MILK", 0.0), word("1.49", 0.0), word("TOTAL", 60.0), word("1.49", 60.0)];
        assert_eq!(total_level(&words), Some(70.0));
        assert!(lines_below_total(&words) > lines_below_total(&[word("11/20/2026 17:42", 90.0)]));
        assert!(!tells_when("Mo - Sa 7:30 - 21:00"), "hours of a shop");
    }
}
