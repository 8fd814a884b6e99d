//! From pieces of text to the rows of a receipt.
//!
//! A receipt is hardly ever flat: it lies slanted, its edges curl, a crease bends it. So rows are not bands of equal
//! height on the page. The pieces' own slopes tell how the lines run at each place; along them the page is levelled,
//! pieces at one level become a row, and what the first rows show of the remaining bend is used to level once more.

pub use super::cell::Cell;
use super::cell::Piece;
use super::curve::{CurveModel, LineCurve};
use crate::ocr::geometry::Quad;
use crate::ocr::recognise::Reading;

/// Readings below this are specks, folds and the grain of a table.
const MIN_CONFIDENCE: f32 = 0.5;

/// Marks that mean nothing where there is nothing else: what checks, stars and dots are taken for.
const ORNAMENTS: &str = "*•·○●★☆.,:;'`´\"“”‘’^~°|_()[]{}<>/\\";
/// How wide a letter of wide or spaced print is at most, in heights of its line.
const MAX_GLYPH_WIDTH: f32 = 3.0;

/// Pieces of one row are at most so much of a letter's height apart …
const MAX_HEIGHT_FRACTION: f32 = 0.55;
/// … and so much of the way from row to row, …
const MAX_PITCH_FRACTION: f32 = 0.5;
/// … which so many pieces tell.
const MIN_STEPS: usize = 8;

/// One printed line, its pieces from left to right.
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

/// Groups what was read into rows as the slopes of the print say.
#[cfg(test)]
pub fn rows(words: Vec<(Quad, Reading)>) -> Vec<Row> {
    rows_along(words, CurveModel::Curved)
}

/// Groups what was read into rows, from the top of the page to its bottom, along lines of this model.
pub fn rows_along(words: Vec<(Quad, Reading)>, curve: CurveModel) -> Vec<Row> {
    rows_of_pieces(levelled(words, curve))
}

/// The same with a column kept apart, in rows of its own.
pub fn rows_apart(
    words: Vec<(Quad, Reading)>,
    curve: CurveModel,
    is_apart: impl Fn(&Cell) -> bool,
) -> (Vec<Row>, Vec<Row>) {
    let (column, others) = levelled(words, curve).into_iter().partition(|piece| is_apart(&piece.cell));
    (rows_of_pieces(others), rows_of_pieces(column))
}

/// The pieces that are print, with the levels that they have when the paper is laid flat.
fn levelled(words: Vec<(Quad, Reading)>, curve: CurveModel) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = words
        .into_iter()
        .filter(|(quad, reading)| is_legible(reading) && is_print(quad, reading))
        .map(|(quad, reading)| piece(&quad, reading))
        .collect();
    let lines = LineCurve::of(&pieces, curve);
    for piece in &mut pieces {
        piece.level = piece.center_y - lines.offset(piece.center_x, piece.center_y);
    }
    pieces
}

fn rows_of_pieces(mut pieces: Vec<Piece>) -> Vec<Row> {
    let max_gap = MaxRowGap { pitch: pitch(&pieces) };
    let mut groups = group(&pieces, max_gap);
    for _ in 0..2 {
        correct_levels(&mut pieces, &groups);
        groups = group(&pieces, max_gap);
    }
    let mut rows: Vec<Row> = groups.iter().map(|group| row(&pieces, group)).collect();
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    rows
}

fn is_legible(reading: &Reading) -> bool {
    let glyphs = reading.text.chars().filter(|c| !c.is_whitespace()).count();
    glyphs > 0 && (reading.confidence >= MIN_CONFIDENCE || (glyphs >= 5 && reading.confidence >= 0.35))
}

/// Returns false for the pattern of a tablecloth: only stars and dots, or two letters as wide as a line.
fn is_print(quad: &Quad, reading: &Reading) -> bool {
    let says = reading.text.chars().any(|c| !c.is_whitespace() && !ORNAMENTS.contains(c));
    let glyphs = reading.text.trim().chars().count();
    #[expect(clippy::cast_precision_loss, reason = "a line has some tens of letters")]
    let widest = MAX_GLYPH_WIDTH * quad.height() * glyphs as f32;
    says && quad.width() <= widest
}

fn piece(quad: &Quad, reading: Reading) -> Piece {
    let center = quad.center();
    Piece {
        center_x: center.x,
        center_y: center.y,
        height: quad.height(),
        slope: quad.slope(),
        level: center.y,
        cell: Cell {
            text: reading.text,
            left: quad.start().x,
            right: quad.end().x,
            confidence: reading.confidence,
            alternatives: reading.alternatives,
        },
    }
}

/// How far apart two pieces of one row may be: about half of a letter's height, and no more than half of the way to the
/// next row. The margins that the detector leaves around letters are higher than the rows of close print.
#[derive(Clone, Copy)]
struct MaxRowGap {
    pitch: Option<f32>,
}

impl MaxRowGap {
    fn of(self, height: f32) -> f32 {
        let max_gap = MAX_HEIGHT_FRACTION * height.max(1.0);
        self.pitch.map_or(max_gap, |pitch| max_gap.min(MAX_PITCH_FRACTION * pitch))
    }
}

/// How far it usually is from a piece to the next one below it; nothing where there are too few to tell.
fn pitch(pieces: &[Piece]) -> Option<f32> {
    let mut order: Vec<&Piece> = pieces.iter().collect();
    order.sort_by(|a, b| a.level.total_cmp(&b.level));
    let below = |(at, piece): (usize, &&Piece)| {
        let apart = |other: &&&Piece| other.level - piece.level;
        let next = order[at + 1..].iter().take_while(|other| apart(other) < 2.0 * piece.height);
        let mut next = next.filter(|other| overlap_horizontally(&piece.cell, &other.cell, 0.5));
        next.find(|other| apart(other) > 0.2 * piece.height).map(|other| apart(&other))
    };
    let mut steps: Vec<f32> = order.iter().enumerate().filter_map(below).collect();
    steps.sort_by(f32::total_cmp);
    (steps.len() >= MIN_STEPS).then(|| steps[steps.len() / 2])
}

/// Joins pieces into rows, the closest levels first, as long as no two pieces of a row stand above each other.
fn group(pieces: &[Piece], max_gap: MaxRowGap) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|&a, &b| pieces[a].level.total_cmp(&pieces[b].level));
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (at, &one) in order.iter().enumerate() {
        for &other in &order[at + 1..] {
            let apart = pieces[other].level - pieces[one].level;
            if apart > MAX_HEIGHT_FRACTION * pieces[one].height {
                break;
            }
            let max_gap = max_gap.of(pieces[one].height.min(pieces[other].height));
            if apart <= max_gap && !overlap(&pieces[one].cell, &pieces[other].cell) {
                pairs.push((apart / max_gap, one, other));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut member_of: Vec<usize> = (0..pieces.len()).collect();
    let mut groups: Vec<Vec<usize>> = (0..pieces.len()).map(|index| vec![index]).collect();
    for (_, one, other) in pairs {
        let (a, b) = (member_of[one], member_of[other]);
        if a == b || !fit_together(pieces, &groups[a], &groups[b], max_gap) {
            continue;
        }
        let moved = std::mem::take(&mut groups[b]);
        for &index in &moved {
            member_of[index] = a;
        }
        groups[a].extend(moved);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn fit_together(pieces: &[Piece], one: &[usize], other: &[usize], max_gap: MaxRowGap) -> bool {
    let clash = one.iter().any(|&a| other.iter().any(|&b| overlap(&pieces[a].cell, &pieces[b].cell)));
    let mean = |group: &[usize]| {
        #[expect(clippy::cast_precision_loss, reason = "a row has few pieces")]
        let count = group.len() as f32;
        group.iter().map(|&index| pieces[index].level).sum::<f32>() / count
    };
    let height = one.iter().chain(other).map(|&index| pieces[index].height).fold(f32::MAX, f32::min);
    !clash && (mean(one) - mean(other)).abs() <= max_gap.of(height)
}

/// Whether two pieces stand above each other rather than side by side. The margins around neighbours may overlap by
/// half of a letter.
fn overlap(a: &Cell, b: &Cell) -> bool {
    overlap_horizontally(a, b, 0.6)
}

/// Returns true if two pieces have more than a part of the shorter one's width in common.
fn overlap_horizontally(a: &Cell, b: &Cell, part: f32) -> bool {
    let common = a.right.min(b.right) - a.left.max(b.left);
    common > part * (a.right - a.left).min(b.right - b.left)
}

/// Moves every piece by what its neighbourhood is off its rows: the part of a curl or crease that a plane of slopes
/// cannot follow.
fn correct_levels(pieces: &mut [Piece], groups: &[Vec<usize>]) {
    let mut offsets: Vec<(f32, f32, f32)> = Vec::new();
    for group in groups.iter().filter(|group| group.len() > 1) {
        // A row is as high as its longest piece says: the others are measured against it.
        let Some(&anchor) = group.iter().max_by(|&&a, &&b| length(&pieces[a]).total_cmp(&length(&pieces[b]))) else {
            continue;
        };
        for &index in group.iter().filter(|&&index| index != anchor) {
            offsets.push((pieces[index].center_x, pieces[index].level, pieces[index].level - pieces[anchor].level));
        }
    }
    offsets.sort_by(|a, b| a.1.total_cmp(&b.1));
    let corrections: Vec<f32> = pieces.iter().map(|piece| local_offset(&offsets, piece)).collect();
    for (piece, correction) in pieces.iter_mut().zip(corrections) {
        piece.level -= correction;
    }
}

fn length(piece: &Piece) -> f32 {
    piece.cell.right - piece.cell.left
}

/// The median offset among the nearest pieces above and below in the same part of the page's width.
fn local_offset(offsets: &[(f32, f32, f32)], piece: &Piece) -> f32 {
    let near = 2.5 * piece.height;
    let from = offsets.partition_point(|offset| offset.1 < piece.level - 6.0 * piece.height);
    let mut close: Vec<f32> = offsets[from..]
        .iter()
        .take_while(|offset| offset.1 <= piece.level + 6.0 * piece.height)
        .filter(|offset| (offset.0 - piece.center_x).abs() < near)
        .map(|offset| offset.2)
        .collect();
    if close.len() < 3 {
        return 0.0;
    }
    close.sort_by(f32::total_cmp);
    close[close.len() / 2]
}

#[expect(clippy::cast_precision_loss, reason = "a row has few pieces")]
fn row(pieces: &[Piece], group: &[usize]) -> Row {
    let count = group.len() as f32;
    let mut cells: Vec<Cell> = group.iter().map(|&index| pieces[index].cell.clone()).collect();
    cells.sort_by(|a, b| a.left.total_cmp(&b.left));
    Row {
        y: group.iter().map(|&index| pieces[index].level).sum::<f32>() / count,
        height: group.iter().map(|&index| pieces[index].height).sum::<f32>() / count,
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::geometry::Point;

    /// A piece of text at a place, on a page where `level(x, y)` says how the paper lies.
    fn word(text: &str, x: f32, y: f32, width: f32, lie: impl Fn(f32, f32) -> f32) -> (Quad, Reading) {
        let corner = |x: f32, y: f32| Point::new(x, lie(x, y));
        let quad =
            Quad([corner(x, y - 11.0), corner(x + width, y - 11.0), corner(x + width, y + 11.0), corner(x, y + 11.0)]);
        (quad, Reading::new(text, 0.99))
    }

    fn receipt(lie: impl Fn(f32, f32) -> f32 + Copy) -> Vec<(Quad, Reading)> {
        (0_u8..20)
            .flat_map(|line| {
                let y = 60.0 + 24.0 * f32::from(line);
                [word(&format!("ITEM {line}"), 40.0, y, 180.0, lie), word(&format!("{line}.99"), 400.0, y, 50.0, lie)]
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
        let mut words = receipt(flat);
        for line in 0_u8..20 {
            let y = 60.0 + 24.0 * f32::from(line);
            words.extend([
                word("*", 560.0, y, 24.0, flat),
                word("..", 600.0, y, 24.0, flat),
                word("99", 700.0, y, 400.0, flat),
            ]);
        }
        assert_paired(&rows(words));
    }

    #[test]
    fn flat_lines_become_rows() {
        assert_paired(&rows(receipt(|_, y| y)));
    }

    #[test]
    fn slanted_lines_become_rows_although_they_cross_each_others_height() {
        assert_paired(&rows(receipt(|x, y| y + 0.09 * x)));
        assert_paired(&rows(receipt(|x, y| y - 0.09 * x)));
    }

    #[test]
    fn lines_that_turn_down_the_page_become_rows() {
        assert_paired(&rows(receipt(|x, y| y - x * y * 0.0001)));
    }

    #[test]
    fn keeps_the_prices_at_a_curled_edge() {
        assert_paired(&rows(receipt(|x, y| y + 0.00006 * (x - 60.0) * (x - 60.0))));
    }

    #[test]
    fn specks_are_left_out_and_nothing_gives_nothing() {
        assert!(rows(Vec::new()).is_empty());
        let (quad, mut reading) = word("~", 10.0, 10.0, 20.0, |_, y| y);
        reading.confidence = 0.2;
        assert!(rows(vec![(quad, reading)]).is_empty());
    }

    proptest::proptest! {
        /// Wherever the pieces lie, even at places that are none, each legible one that may be print is in one row, and
        /// nothing else is.
        #[test]
        fn puts_every_legible_piece_into_one_row(
            pieces in proptest::collection::vec((-100.0_f32..2_000.0, -100.0_f32..3_000.0, 0.0_f32..400.0, -40.0_f32..60.0, 0.0_f32..1.0, 0_u8..12), 0..60),
        ) {
            let place = |value: f32, odd: u8| match odd { 0 => f32::NAN, 1 => f32::INFINITY, _ => value };
            let words: Vec<(Quad, Reading)> = (0_u32..).zip(&pieces).map(|(n, &(x, y, width, skew, confidence, odd))| {
                let corner = |x: f32, y: f32| Point::new(place(x, odd), y);
                let quad = Quad([corner(x, y), corner(x + width, y + skew), corner(x + width, y + skew + 20.0), corner(x, y + 20.0)]);
                (quad, Reading::new(format!("W{n}"), confidence))
            }).collect();
            let mut expected: Vec<String> = words.iter().filter(|(quad, reading)| is_legible(reading) && is_print(quad, reading)).map(|(_, reading)| reading.text.clone()).collect();
            let mut found: Vec<String> = rows(words).iter().flat_map(|row| row.cells.iter().map(|cell| cell.text.clone())).collect();
            expected.sort();
            found.sort();
            proptest::prop_assert_eq!(found, expected);
        }
    }
}
