//! Groups text boxes into the rows of a receipt.
//!
//! A receipt is seldom flat: it is skewed, its edges curl, a crease bends it. So a row is not a band of equal height on
//! the page. The page is deskewed by the slopes of its boxes, boxes of one height become a row, and the bend that the
//! first rows still show is corrected twice.

use super::cell::LayoutBox;
use super::curve::{CurveModel, LineCurve};
use crate::ocr::text_box::TextBox;
use crate::statistics::median;

pub use super::cell::Cell;

/// The minimum confidence of a text; below it are specks, folds and the grain of a table.
const MIN_CONFIDENCE: f32 = 0.5;
/// The same for texts of at least `MIN_LONG_TEXT` characters.
const MIN_CONFIDENCE_LONG: f32 = 0.35;
const MIN_LONG_TEXT: usize = 5;

/// Marks that mean nothing alone; checks, stars and dots of a pattern are recognised as these.
const ORNAMENTS: &str = "*•·○●★☆.,:;'`´\"“”‘’^~°|_()[]{}<>/\\";
/// The maximum width of a character of wide or spaced print, in line heights.
const MAX_GLYPH_WIDTH: f32 = 3.0;

/// The maximum vertical distance of two boxes of one row, in heights of a letter …
const MAX_HEIGHT_FRACTION: f32 = 0.55;
/// … and as a part of the line pitch.
const MAX_PITCH_FRACTION: f32 = 0.5;
/// The minimum number of samples for a line pitch.
const MIN_PITCH_SAMPLES: usize = 8;

/// One printed line: its cells from left to right.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub y: f32,
    pub height: f32,
}

impl Row {
    pub fn text(&self) -> String {
        self.cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Groups text boxes into rows, from the top of the page to its bottom, along lines of this model.
pub fn rows_along(boxes: Vec<TextBox>, curve: CurveModel) -> Vec<Row> {
    group_into_rows(deskew(boxes, curve))
}

/// Groups text boxes into rows, and those of a column into rows of their own.
pub fn rows_and_column(
    boxes: Vec<TextBox>,
    curve: CurveModel,
    is_in_column: impl Fn(&Cell) -> bool,
) -> (Vec<Row>, Vec<Row>) {
    let (column, others) = deskew(boxes, curve).into_iter().partition(|text_box| is_in_column(&text_box.cell));
    (group_into_rows(others), group_into_rows(column))
}

/// Returns the boxes that are print, with their deskewed positions.
fn deskew(boxes: Vec<TextBox>, curve: CurveModel) -> Vec<LayoutBox> {
    let mut boxes: Vec<LayoutBox> = boxes.into_iter().filter(is_print).map(LayoutBox::new).collect();
    let lines = LineCurve::fit(&boxes, curve);
    for text_box in &mut boxes {
        text_box.deskewed_y = text_box.center_y - lines.offset(text_box.center_x, text_box.center_y);
    }
    boxes
}

fn group_into_rows(mut boxes: Vec<LayoutBox>) -> Vec<Row> {
    let max_gap = MaxRowGap { line_pitch: line_pitch(&boxes) };
    let mut groups = group(&boxes, max_gap);
    for _ in 0..2 {
        correct_bend(&mut boxes, &groups);
        groups = group(&boxes, max_gap);
    }
    let mut rows: Vec<Row> = groups.iter().map(|group| row(&boxes, group)).collect();
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    rows
}

/// Returns false for uncertain text, and for the pattern of a tablecloth: only stars and dots, or two letters as wide as
/// a line.
fn is_print(TextBox { quad, recognised }: &TextBox) -> bool {
    let glyphs = recognised.text.chars().filter(|c| !c.is_whitespace()).count();
    let min_confidence = if glyphs >= MIN_LONG_TEXT { MIN_CONFIDENCE_LONG } else { MIN_CONFIDENCE };
    let has_meaning = recognised.text.chars().any(|c| !c.is_whitespace() && !ORNAMENTS.contains(c));
    #[expect(clippy::cast_precision_loss, reason = "a line has some tens of letters")]
    let max_width = MAX_GLYPH_WIDTH * quad.height() * recognised.text.trim().chars().count() as f32;
    has_meaning && recognised.confidence >= min_confidence && quad.width() <= max_width
}

/// The maximum vertical distance of two boxes of one row. Half of a letter's height alone would be too much: the
/// margins that the detector adds around letters are higher than the rows of close print.
#[derive(Clone, Copy)]
struct MaxRowGap {
    line_pitch: Option<f32>,
}

impl MaxRowGap {
    fn for_height(self, height: f32) -> f32 {
        let max_gap = MAX_HEIGHT_FRACTION * height.max(1.0);
        self.line_pitch.map_or(max_gap, |pitch| max_gap.min(MAX_PITCH_FRACTION * pitch))
    }
}

/// Returns the median distance from a box to the next one below it, or none if there are too few samples.
fn line_pitch(boxes: &[LayoutBox]) -> Option<f32> {
    let mut order: Vec<&LayoutBox> = boxes.iter().collect();
    order.sort_by(|a, b| a.deskewed_y.total_cmp(&b.deskewed_y));
    let below = |(at, upper): (usize, &&LayoutBox)| {
        let distance = |lower: &&&LayoutBox| lower.deskewed_y - upper.deskewed_y;
        let next = order[at + 1..].iter().take_while(|lower| distance(lower) < 2.0 * upper.height);
        let mut next = next.filter(|lower| overlap_by(&upper.cell, &lower.cell, 0.5));
        next.find(|lower| distance(lower) > 0.2 * upper.height).map(|lower| distance(&lower))
    };
    let steps: Vec<f32> = order.iter().enumerate().filter_map(below).collect();
    if steps.len() < MIN_PITCH_SAMPLES { None } else { median(steps) }
}

/// Joins boxes into rows, the closest first, as long as no two boxes of a row are above each other.
fn group(boxes: &[LayoutBox], max_gap: MaxRowGap) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| boxes[a].deskewed_y.total_cmp(&boxes[b].deskewed_y));
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (at, &upper) in order.iter().enumerate() {
        for &lower in &order[at + 1..] {
            let gap = boxes[lower].deskewed_y - boxes[upper].deskewed_y;
            if gap > MAX_HEIGHT_FRACTION * boxes[upper].height {
                break;
            }
            let max_gap = max_gap.for_height(boxes[upper].height.min(boxes[lower].height));
            if gap <= max_gap && !overlap(&boxes[upper].cell, &boxes[lower].cell) {
                pairs.push((gap / max_gap, upper, lower));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut group_of: Vec<usize> = (0..boxes.len()).collect();
    let mut groups: Vec<Vec<usize>> = (0..boxes.len()).map(|index| vec![index]).collect();
    for (_, upper, lower) in pairs {
        let (a, b) = (group_of[upper], group_of[lower]);
        if a == b || !fit_together(boxes, &groups[a], &groups[b], max_gap) {
            continue;
        }
        let moved = std::mem::take(&mut groups[b]);
        for &index in &moved {
            group_of[index] = a;
        }
        groups[a].extend(moved);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn fit_together(boxes: &[LayoutBox], first: &[usize], second: &[usize], max_gap: MaxRowGap) -> bool {
    let has_overlap = first.iter().any(|&a| second.iter().any(|&b| overlap(&boxes[a].cell, &boxes[b].cell)));
    let height = first.iter().chain(second).map(|&index| boxes[index].height).fold(f32::MAX, f32::min);
    let gap = mean(first, |index| boxes[index].deskewed_y) - mean(second, |index| boxes[index].deskewed_y);
    !has_overlap && gap.abs() <= max_gap.for_height(height)
}

#[expect(clippy::cast_precision_loss, reason = "a row has few boxes")]
fn mean(group: &[usize], value: impl Fn(usize) -> f32) -> f32 {
    group.iter().map(|&index| value(index)).sum::<f32>() / group.len() as f32
}

/// Returns true if two boxes are above each other rather than side by side. The margins around neighbours may overlap
/// by half of a letter.
fn overlap(a: &Cell, b: &Cell) -> bool {
    overlap_by(a, b, 0.6)
}

/// Returns true if two boxes share more than this part of the narrower one's width.
fn overlap_by(a: &Cell, b: &Cell, part: f32) -> bool {
    let common = a.right.min(b.right) - a.left.max(b.left);
    common > part * a.width().min(b.width())
}

/// Moves each box by the median offset of the boxes around it from their rows: corrects the curls and creases that the
/// fitted curve does not follow.
fn correct_bend(boxes: &mut [LayoutBox], groups: &[Vec<usize>]) {
    let mut offsets: Vec<Offset> = Vec::new();
    for group in groups.iter().filter(|group| group.len() > 1) {
        // The widest box of a row is the reference for the others.
        let width = |index: usize| boxes[index].cell.width();
        let Some(&reference) = group.iter().max_by(|&&a, &&b| width(a).total_cmp(&width(b))) else { continue };
        for &index in group.iter().filter(|&&index| index != reference) {
            let (x, y) = (boxes[index].center_x, boxes[index].deskewed_y);
            offsets.push(Offset { x, y, dy: y - boxes[reference].deskewed_y });
        }
    }
    offsets.sort_by(|a, b| a.y.total_cmp(&b.y));
    let corrections: Vec<f32> = boxes.iter().map(|text_box| local_offset(&offsets, text_box)).collect();
    for (text_box, correction) in boxes.iter_mut().zip(corrections) {
        text_box.deskewed_y -= correction;
    }
}

/// The vertical offset of a box at a position from its row.
struct Offset {
    x: f32,
    y: f32,
    dy: f32,
}

/// Returns the median offset of the boxes near this one, or 0 if there are fewer than three.
fn local_offset(offsets: &[Offset], text_box: &LayoutBox) -> f32 {
    let height = text_box.height;
    let from = offsets.partition_point(|other| other.y < text_box.deskewed_y - 6.0 * height);
    let near: Vec<f32> = offsets[from..]
        .iter()
        .take_while(|other| other.y <= text_box.deskewed_y + 6.0 * height)
        .filter(|other| (other.x - text_box.center_x).abs() < 2.5 * height)
        .map(|other| other.dy)
        .collect();
    if near.len() < 3 { 0.0 } else { median(near).unwrap_or(0.0) }
}

fn row(boxes: &[LayoutBox], group: &[usize]) -> Row {
    let mut cells: Vec<Cell> = group.iter().map(|&index| boxes[index].cell.clone()).collect();
    cells.sort_by(|a, b| a.left.total_cmp(&b.left));
    Row { y: mean(group, |index| boxes[index].deskewed_y), height: mean(group, |index| boxes[index].height), cells }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::geometry::{Point, Quad};
    use crate::ocr::text_box::RecognisedText;

    fn rows(boxes: Vec<TextBox>) -> Vec<Row> {
        rows_along(boxes, CurveModel::Curved)
    }

    /// Returns a text box on a page that is bent: `bend(x, y)` is the vertical position of a point.
    fn text_box(text: &str, x: f32, y: f32, width: f32, bend: impl Fn(f32, f32) -> f32) -> TextBox {
        let corner = |x: f32, y: f32| Point::new(x, bend(x, y));
        let quad =
            Quad([corner(x, y - 11.0), corner(x + width, y - 11.0), corner(x + width, y + 11.0), corner(x, y + 11.0)]);
        TextBox { quad, recognised: RecognisedText::new(text, 0.99) }
    }

    fn receipt(bend: impl Fn(f32, f32) -> f32 + Copy) -> Vec<TextBox> {
        (0_u8..20)
            .flat_map(|line| {
                let y = 60.0 + 24.0 * f32::from(line);
                [
                    text_box(&format!("ITEM {line}"), 40.0, y, 180.0, bend),
                    text_box(&format!("{line}.99"), 400.0, y, 50.0, bend),
                ]
            })
            .collect()
    }

    fn assert_paired(rows: &[Row]) {
        assert_eq!(
            rows.iter().map(Row::text).collect::<Vec<_>>(),
            (0..20).map(|line| format!("ITEM {line} {line}.99")).collect::<Vec<_>>()
        );
    }

    #[test]
    fn ignores_the_pattern_of_a_tablecloth() {
        let flat = |_: f32, y: f32| y;
        let mut boxes = receipt(flat);
        for line in 0_u8..20 {
            let y = 60.0 + 24.0 * f32::from(line);
            boxes.extend([
                text_box("*", 560.0, y, 24.0, flat),
                text_box("..", 600.0, y, 24.0, flat),
                text_box("99", 700.0, y, 400.0, flat),
            ]);
        }
        assert_paired(&rows(boxes));
    }

    #[test]
    fn groups_flat_lines() {
        assert_paired(&rows(receipt(|_, y| y)));
    }

    #[test]
    fn groups_skewed_lines_that_cross_each_others_height() {
        assert_paired(&rows(receipt(|x, y| y + 0.09 * x)));
        assert_paired(&rows(receipt(|x, y| y - 0.09 * x)));
    }

    #[test]
    fn groups_lines_whose_slope_changes_down_the_page() {
        assert_paired(&rows(receipt(|x, y| y - x * y * 0.0001)));
    }

    #[test]
    fn keeps_the_prices_at_a_curled_edge() {
        assert_paired(&rows(receipt(|x, y| y + 0.00006 * (x - 60.0) * (x - 60.0))));
    }

    #[test]
    fn leaves_out_specks() {
        assert!(rows(Vec::new()).is_empty());
        let mut speck = text_box("~", 10.0, 10.0, 20.0, |_, y| y);
        speck.recognised.confidence = 0.2;
        assert!(rows(vec![speck]).is_empty());
    }

    proptest::proptest! {
        /// Also with positions that are not finite.
        #[test]
        fn puts_every_printed_box_into_one_row(
            inputs in proptest::collection::vec((-100.0_f32..2_000.0, -100.0_f32..3_000.0, 0.0_f32..400.0, -40.0_f32..60.0, 0.0_f32..1.0, 0_u8..12), 0..60),
        ) {
            let position = |value: f32, odd: u8| match odd { 0 => f32::NAN, 1 => f32::INFINITY, _ => value };
            let boxes: Vec<TextBox> = (0_u32..).zip(&inputs).map(|(n, &(x, y, width, skew, confidence, odd))| {
                let corner = |x: f32, y: f32| Point::new(position(x, odd), y);
                let quad = Quad([corner(x, y), corner(x + width, y + skew), corner(x + width, y + skew + 20.0), corner(x, y + 20.0)]);
                TextBox { quad, recognised: RecognisedText::new(format!("W{n}"), confidence) }
            }).collect();
            let mut expected: Vec<String> = boxes.iter().filter(|text_box| is_print(text_box)).map(|text_box| text_box.recognised.text.clone()).collect();
            let mut found: Vec<String> = rows(boxes).iter().flat_map(|row| row.cells.iter().map(|cell| cell.text.clone())).collect();
            expected.sort();
            found.sort();
            proptest::prop_assert_eq!(found, expected);
        }
    }
}
