//! Finds and reads all text boxes of a page.

use crate::error::ReadError;
use crate::ocr::detect::detect_text;
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::line_image;
use crate::ocr::page::Page;
use crate::ocr::parallel::run_parallel;
use crate::ocr::recognise::recognise_lines;
use crate::ocr::session::{self, Session};
use crate::ocr::text_box::{RecognisedText, TextBox};
use crate::text;
use image::RgbImage;

/// A page is read in parts, from top to bottom, so that reading can stop below the total.
const READING_PARTS: usize = 4;
const MIN_BOXES_OF_PART: usize = 24;
/// How far below the total a page is read, in line heights. Taxes, payment, date and time follow the total; then come
/// thanks and advertising. A page without a date or time is read further: without them, a receipt looks like another
/// one of the same products.
const LINES_BELOW_TOTAL: f32 = 14.0;
const MAX_LINES_BELOW_TOTAL: f32 = 28.0;

/// The maximum cost of detection on a wider page, as a multiple of that on the page: its text has to be read, too.
const MAX_WIDER_COST: usize = 3;

/// The part of a box's width that has to be read already, or the box is new.
const MIN_READ_PART: f32 = 0.7;
/// The distance of two lines, in heights of a detected line with its margin.
const LINE_STEP: f32 = 0.85;
/// The minimum ratio of width to height of a line beside which others are looked for.
const MIN_LINE_RATIO: f32 = 4.0;

/// A box that is higher than so many lines, with a lower confidence than this, is several lines that were detected as
/// one. It is enlarged to lines of `MERGED_LINE_HEIGHT` and detected again.
const MIN_MERGED_LINES: f32 = 1.6;
const MAX_MERGED_CONFIDENCE: f32 = 0.5;
const MERGED_LINE_HEIGHT: f32 = 40.0;
/// A pattern may look like merged lines, too.
const MAX_MERGED_BOXES: usize = 12;

impl Session {
    /// Reads the text boxes of a page, from its top to some lines below its total, as far as the budget allows.
    pub fn read_boxes(&self, page: &Page, mut quads: Vec<Quad>) -> Result<Vec<TextBox>, ReadError> {
        quads.sort_by(|a, b| a.center().y.total_cmp(&b.center().y));
        let mut boxes: Vec<TextBox> = Vec::with_capacity(quads.len());
        let part = quads.len().div_ceil(READING_PARTS).max(MIN_BOXES_OF_PART);
        for quads in quads.chunks(part) {
            // Most of a long footer is advertising, and recognition is what costs most.
            let end = total_y(&boxes).map_or(f32::MAX, |y| y + lines_below_total(&boxes) * page.line_height);
            let quads: Vec<Quad> = quads.iter().filter(|quad| quad.center().y < end).copied().collect();
            let read = self.recognise_affordable(page, &quads)?;
            let are_all_read = read.len() == quads.len();
            boxes.extend(read);
            if !are_all_read {
                self.set_cut_short(true);
                tracing::info!(boxes = boxes.len(), "a page has more text than is read of one");
                return Ok(boxes);
            }
        }
        let split = self.read_merged_lines(page, &boxes)?;
        boxes.extend(split);
        let Some(total) = total_y(&boxes) else { return Ok(boxes) };
        if !any_has_timestamp(&boxes) {
            let missed = self.read_missed_boxes(page, total, &boxes)?;
            boxes.extend(missed);
        }
        if !any_has_timestamp(&boxes) {
            let undetected = self.read_undetected_timestamp(page, total, &boxes)?;
            boxes.extend(undetected);
        }
        Ok(boxes)
    }

    /// Reads the lines of boxes that are several lines high. Where lines are printed close together, the detector may
    /// merge their ends, for example a whole column of prices; enlarged, they are separate.
    fn read_merged_lines(&self, page: &Page, boxes: &[TextBox]) -> Result<Vec<TextBox>, ReadError> {
        let is_merged = |TextBox { quad, recognised }: &&TextBox| {
            recognised.confidence < MAX_MERGED_CONFIDENCE
                && quad.height() > MIN_MERGED_LINES * page.line_height
                && quad.width() > page.line_height
        };
        let mut found = Vec::new();
        for TextBox { quad: merged, .. } in boxes.iter().filter(is_merged).take(MAX_MERGED_BOXES) {
            let (part, factor, corner) =
                page.around(&[*merged], page.line_height / 2.0, MERGED_LINE_HEIGHT, self.remaining() / 8);
            let quads = detect_text(self, &part)?;
            let on_page = |point: Point| Point::new(point.x / factor + corner.x, point.y / factor + corner.y);
            let quads = quads.iter().map(|quad| quad.map(on_page));
            let is_line =
                |quad: &Quad| quad.height() < MIN_MERGED_LINES * page.line_height && merged.is_same_place(quad);
            let lines: Vec<Quad> = quads.filter(is_line).collect();
            let split = || split_into_lines(merged, page.line_height, page.line_pitch);
            found.extend(if lines.is_empty() { split() } else { lines });
        }
        self.recognise_affordable(page, &found)
    }

    /// Reads boxes below the total that are detected only in another scale. The detector misses a line now and then,
    /// and the date and time of the purchase are usually in one line.
    fn read_missed_boxes(&self, page: &Page, total: f32, boxes: &[TextBox]) -> Result<Vec<TextBox>, ReadError> {
        let is_new = |quad: &Quad| quad.center().y > total && !is_read(quad, boxes);
        let new: Vec<Quad> = self.detect_below(page, total)?.into_iter().filter(is_new).collect();
        self.recognise_affordable(page, &new)
    }

    /// Reads the gaps between lines below the total, and keeps those with a date or time: the detector may miss such a
    /// line in every scale. Other text in a gap is a barcode or paper.
    fn read_undetected_timestamp(&self, page: &Page, total: f32, boxes: &[TextBox]) -> Result<Vec<TextBox>, ReadError> {
        let below: Vec<Quad> =
            boxes.iter().map(|text_box| text_box.quad).filter(|quad| quad.center().y > total).collect();
        let read = self.recognise_affordable(page, &line_gaps(&below))?;
        Ok(read.into_iter().filter(|text_box| text::has_timestamp(text_box.text())).collect())
    }

    /// Recognises the first boxes, as many as the budget allows. What an earlier pass read with certainty
    /// is not recognised again.
    pub fn recognise_affordable(&self, page: &Page, quads: &[Quad]) -> Result<Vec<TextBox>, ReadError> {
        let quads = self.affordable(quads, 1);
        let certain_boxes = self.certain_boxes.borrow();
        let certain_text = |quad: &Quad| {
            let on_picture = quad.map(|point| page.to_picture(point));
            let same = certain_boxes.iter().find(|certain| certain.quad.is_nearly(&on_picture));
            same.map(|certain| certain.recognised.clone())
        };
        let certain: Vec<Option<RecognisedText>> = quads.iter().map(certain_text).collect();
        let new: Vec<Quad> =
            quads.iter().zip(&certain).filter(|(_, certain)| certain.is_none()).map(|(quad, _)| *quad).collect();
        let images = run_parallel(&new, |quad| Ok(line_image::crop_line(&page.pixels, quad)));
        let images: Vec<_> = images.into_iter().collect::<Result<_, ReadError>>()?;
        let mut read = recognise_lines(self, &images)?.into_iter();
        let texts = certain.into_iter().filter_map(|certain| certain.or_else(|| read.next()));
        Ok(quads.iter().zip(texts).map(|(&quad, recognised)| TextBox { quad, recognised }).collect())
    }

    /// Detects all text on the page of a picture. Returns the page, which may have become wider, and the boxes in its
    /// pixels.
    pub fn detect_page(&self, mut page: Page, picture: &RgbImage) -> Result<(Page, Vec<Quad>), ReadError> {
        if let Some(quads) = page.quads.take() {
            return Ok((page, quads));
        }
        let before = self.spent();
        let quads = self.detect_boxes(&page)?;
        if self.remaining() < session::recognition_cost(&quads) + MAX_WIDER_COST * (self.spent() - before) {
            return Ok((page, quads));
        }
        let Some((wider, found)) = page.widen(picture, &quads) else { return Ok((page, quads)) };
        page = wider;
        let mut quads = self.detect_boxes(&page)?;
        // Faint text may be detected in only one of the two.
        let missed = found.iter().filter(|found| !quads.iter().any(|quad| quad.is_same_place(found)));
        let missed: Vec<Quad> = missed.copied().collect();
        quads.extend(missed);
        Ok((page, quads))
    }

    fn detect_boxes(&self, page: &Page) -> Result<Vec<Quad>, ReadError> {
        let (picture, factor) = page.for_detection(self.remaining() / 2);
        self.detect_scaled(&picture, factor, 0.0)
    }

    fn detect_below(&self, page: &Page, y: f32) -> Result<Vec<Quad>, ReadError> {
        let (picture, factor, top) = page.below(y, self.remaining() / 2);
        self.detect_scaled(&picture, factor, top)
    }

    /// Detects text on a scaled part of a page. Returns the boxes in the page's pixels.
    fn detect_scaled(&self, picture: &RgbImage, factor: f32, top: f32) -> Result<Vec<Quad>, ReadError> {
        let quads = detect_text(self, picture)?;
        let on_page = |quad: &Quad| quad.map(|point| Point::new(point.x / factor, point.y / factor + top));
        Ok(quads.iter().map(on_page).collect())
    }
}

/// Splits a box into lines of equal height.
fn split_into_lines(merged: &Quad, line_height: f32, line_pitch: Option<f32>) -> Vec<Quad> {
    let step = line_pitch.unwrap_or(line_height).clamp(0.5 * line_height, line_height);
    let mut lines = Vec::new();
    let mut top = 0.0;
    while top + line_height <= merged.height() + 0.3 * step && lines.len() < MAX_MERGED_BOXES {
        let part = |at: f32| (at / merged.height()).clamp(0.0, 1.0);
        let [left, right, low_right, low_left] = merged.0;
        let (from, to) = (part(top), part(top + line_height));
        lines.push(Quad([
            left.lerp(low_left, from),
            right.lerp(low_right, from),
            right.lerp(low_right, to),
            left.lerp(low_left, to),
        ]));
        top += step;
    }
    lines
}

/// Returns the vertical position of the total: a word for it beside an amount, with amounts above them.
fn total_y(boxes: &[TextBox]) -> Option<f32> {
    let amounts: Vec<f32> = boxes
        .iter()
        .filter(|text_box| text::has_amount(text_box.text()))
        .map(|text_box| text_box.quad.center().y)
        .collect();
    boxes
        .iter()
        .filter(|text_box| text::is_total_label(text_box.text()))
        .map(|text_box| (text_box.quad.center().y, text_box.quad.height()))
        .find(|(y, height)| {
            let has_amount = amounts.iter().any(|amount| (amount - y).abs() < 1.5 * height);
            has_amount && amounts.iter().any(|amount| *amount < y - 1.5 * height)
        })
        .map(|(y, _)| y)
}

/// Returns true if a detected box was read already, as one box or several.
fn is_read(quad: &Quad, boxes: &[TextBox]) -> bool {
    let same_place = boxes.iter().map(|text_box| &text_box.quad).filter(|read| read.is_same_place(quad));
    same_place.map(Quad::width).sum::<f32>() > MIN_READ_PART * quad.width()
}

/// Returns quads for the lines directly below and above long ones where nothing was detected, as wide as all of them.
fn line_gaps(found: &[Quad]) -> Vec<Quad> {
    let left = found.iter().map(|quad| quad.start().x).fold(f32::MAX, f32::min);
    let right = found.iter().map(|quad| quad.end().x).fold(f32::MIN, f32::max);
    let neighbour = |line: &Quad, lines: f32| {
        let (center, half) = (line.center(), line.height() / 2.0);
        let at = |x: f32, edge: f32| {
            Point::new(x, center.y + line.slope() * (x - center.x) + lines * LINE_STEP * line.height() + edge)
        };
        Quad([at(left, -half), at(right, -half), at(right, half), at(left, half)])
    };
    let long = found.iter().filter(|quad| quad.width() > MIN_LINE_RATIO * quad.height());
    let candidates = long.flat_map(|line| [neighbour(line, 1.0), neighbour(line, -1.0)]);
    let is_free = |gap: &Quad, taken: &[Quad]| !taken.iter().any(|quad| quad.is_same_place(gap));
    candidates.filter(|gap| is_free(gap, found)).fold(Vec::new(), |mut gaps, gap| {
        if is_free(&gap, &gaps) {
            gaps.push(gap);
        }
        gaps
    })
}

fn any_has_timestamp(boxes: &[TextBox]) -> bool {
    boxes.iter().any(|text_box| text::has_timestamp(text_box.text()))
}

fn lines_below_total(boxes: &[TextBox]) -> f32 {
    if any_has_timestamp(boxes) { LINES_BELOW_TOTAL } else { MAX_LINES_BELOW_TOTAL }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::curve::CurveModel;
    use crate::layout::rows::rows_along;
    use crate::ocr::models::Models;
    use crate::ocr::page;
    use crate::picture::decode;
    use crate::tests::{fixture, quad, text_box};
    use crate::text::normal_form;

    fn texts(boxes: Vec<TextBox>) -> Vec<String> {
        rows_along(boxes, CurveModel::Curved).iter().map(|row| normal_form(&row.text())).collect()
    }

    fn picture(name: &str) -> RgbImage {
        decode::decode(&fixture(name)).unwrap()
    }

    #[test]
    fn finds_a_line_below_the_total_that_the_detector_missed() {
        let session = Session::new(Models::shared().unwrap());
        let picture = picture("date-above-footer.jpg");
        let page = page::find_page(&session, &picture).unwrap().receipt_page(&session, &picture);
        let quads = page.quads.clone().expect("it is legible at once");
        let is_date = |y: f32| (1_240.0..1_255.0).contains(&y);
        assert!(!quads.iter().any(|quad| is_date(quad.center().y)), "it needs the search");
        let lines = texts(session.read_boxes(&page, quads).unwrap());
        assert!(lines.contains(&"10.08.2025 21:52 filiale 1542 kasse 3".to_owned()), "{lines:?}");
    }

    #[test]
    fn widens_the_page_to_print_beyond_the_overview() {
        let session = Session::new(Models::shared().unwrap());
        let (picture, _) = crate::picture::exposure::brighten(picture("beyond-overview.jpg"));
        let page = page::find_page(&session, &picture).unwrap().receipt_page(&session, &picture);
        let count_before = session.detect_boxes(&page).unwrap().len();
        let (width, height) = page.pixels.dimensions();
        let (page, quads) = session.detect_page(page, &picture).unwrap();
        assert!(page.pixels.width() > width && page.pixels.height() >= height && quads.len() > count_before);
        let lines = texts(session.read_boxes(&page, quads).unwrap());
        assert!(lines.iter().any(|line| line.starts_with("20.07.2026") && line.contains("09:33")), "{lines:?}");
    }

    #[test]
    fn reads_a_line_below_the_total_that_no_scale_detects() {
        let session = Session::new(Models::shared().unwrap());
        let picture = picture("undetected-date.jpg");
        let page = page::find_page(&session, &picture).unwrap().receipt_page(&session, &picture);
        let (page, quads) = session.detect_page(page, &picture).unwrap();
        let boxes = session.read_boxes(&page, quads.clone()).unwrap();
        let timestamp = boxes.iter().find(|text_box| text::has_timestamp(text_box.text())).unwrap();
        assert!(normal_form(timestamp.text()).contains("19.12.2024 13:13"), "{}", timestamp.text());
        let total = total_y(&boxes).unwrap();
        let found = [quads, session.detect_below(&page, total).unwrap()].concat();
        assert!(!found.iter().any(|quad| quad.is_same_place(&timestamp.quad)), "it needs the search");
    }

    #[test]
    fn recognises_no_line_again_that_was_certain() {
        let session = Session::new(Models::shared().unwrap());
        let picture = picture("english.jpg");
        let page = page::find_page(&session, &picture).unwrap().receipt_page(&session, &picture);
        let (page, quads) = session.detect_page(page, &picture).unwrap();
        let boxes = session.recognise_affordable(&page, &quads[..4]).unwrap();
        let on_picture = |text_box: &TextBox| TextBox {
            quad: text_box.quad.map(|point| page.to_picture(point)),
            recognised: text_box.recognised.clone(),
        };
        session.certain_boxes.replace(boxes[..3].iter().map(on_picture).collect());
        let before = session.spent();
        assert_eq!(session.recognise_affordable(&page, &quads[..4]).unwrap(), boxes);
        assert_eq!(session.spent() - before, session::recognition_cost(&quads[3..4]));
    }

    #[test]
    fn splits_a_column_detected_as_one_box_into_lines() {
        let lines = split_into_lines(&quad([300.0, 100.0, 400.0, 242.0]), 46.0, Some(32.0));
        assert_eq!(lines.iter().map(|line| line.start().y).collect::<Vec<_>>(), [123.0, 155.0, 187.0, 219.0]);
    }

    #[test]
    fn recognises_a_line_that_was_read_as_two_boxes() {
        let boxes = [(0.0, 120.0), (140.0, 240.0)];
        let boxes = boxes.map(|(left, right)| text_box("AUTH CODE", [left, 0.0, right, 20.0], 0.99));
        let line = quad([0.0, 0.0, 240.0, 20.0]);
        assert!(is_read(&line, &boxes));
        assert!(!is_read(&line, &boxes[..1]), "there is more than was read");
    }

    #[test]
    fn finds_gaps_that_are_high_enough_for_a_line() {
        let line = |left: f32, right: f32, y: f32| quad([left, y - 10.0, right, y + 10.0]);
        let found =
            [line(0.0, 200.0, 100.0), line(0.0, 50.0, 118.0), line(260.0, 300.0, 118.0), line(40.0, 240.0, 155.0)];
        let gaps: Vec<(f32, f32, f32)> =
            line_gaps(&found).iter().map(|gap| (gap.start().x, gap.end().x, gap.center().y.round())).collect();
        assert_eq!(gaps, [(0.0, 300.0, 83.0), (0.0, 300.0, 172.0), (0.0, 300.0, 138.0)]);
    }

    #[test]
    fn reads_more_below_the_total_without_a_time() {
        let line = |text: &str, y: f32| text_box(text, [0.0, y, 80.0, y + 20.0], 0.99);
        let boxes = [line("MILK", 0.0), line("1.49", 0.0), line("TOTAL", 60.0), line("1.49", 60.0)];
        assert_eq!(total_y(&boxes), Some(70.0));
        assert!(lines_below_total(&boxes) > lines_below_total(&[line("11/20/2026 17:42", 90.0)]));
    }
}
