//! Where the lines of a receipt stand on its photos, so that a person can look at each beside what was made of it.
//!
//! A line item is made of rows, joined photos and cleaned text, and no longer knows its pieces. They are found again by
//! what they say, from the top of the receipt to its bottom: a line that is printed twice stands at two places.

use crate::attempts::Look;
use crate::ocr::geometry::{Point, Quad};
use crate::receipt::ReadItem;
use domain::scan::Place;

/// So much of a line must stand in a piece of text to be found there.
const FOUND: f32 = 0.5;
/// Pieces whose middles are not further from a line's own course than this, in heights of it, are on that line.
const BESIDE: f32 = 0.6;
/// What is left around a line, in heights of it.
const MARGIN: f32 = 0.25;

/// A piece of text on a photo.
struct Piece {
    photo: usize,
    letters: Vec<char>,
    on_page: Quad,
    on_photo: Quad,
}

/// Notes at each item where its line stands.
pub fn find(items: &mut [ReadItem], looks: &[Look]) {
    let pieces = pieces(looks);
    let mut begin = 0;
    for item in items {
        let wanted = letters(&item.raw_text);
        let Some(at) = (begin..pieces.len()).find(|&at| is_of(&pieces[at].letters, &wanted)) else { continue };
        item.place = Some(place(&pieces, at));
        begin = at + 1;
    }
}

/// Every piece, from the first photo's top to the last one's bottom.
fn pieces(looks: &[Look]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (photo, look) in looks.iter().enumerate() {
        let words = look.words.iter().zip(&look.on_photo);
        let mut found: Vec<Piece> = words
            .map(|((on_page, reading), on_photo)| Piece {
                photo,
                letters: letters(&reading.text),
                on_page: *on_page,
                on_photo: *on_photo,
            })
            .collect();
        found.sort_by(|a, b| a.on_page.center().y.total_cmp(&b.on_page.center().y));
        pieces.append(&mut found);
    }
    pieces
}

fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Whether a piece has at least half of a line in it, or is at least half of one.
#[expect(clippy::cast_precision_loss, reason = "a line has some tens of letters")]
fn is_of(piece: &[char], line: &[char]) -> bool {
    let (short, long) = if piece.len() < line.len() { (piece, line) } else { (line, piece) };
    if short.len() < 2 || (short.len() as f32) < FOUND * line.len() as f32 {
        return false;
    }
    long.windows(short.len()).any(|part| part == short)
}

/// The whole line that a piece is on: its name, its price and what stands between them.
fn place(pieces: &[Piece], at: usize) -> Place {
    let line = &pieces[at];
    let (center, height, slope) = (line.on_page.center(), line.on_page.height(), line.on_page.slope());
    let is_beside = |piece: &&Piece| {
        let Point { x, y } = piece.on_page.center();
        piece.photo == line.photo && (y - center.y - slope * (x - center.x)).abs() <= BESIDE * height
    };
    let corners: Vec<Point> = pieces.iter().filter(is_beside).flat_map(|piece| piece.on_photo.0).collect();
    let margin = MARGIN * line.on_photo.thickness();
    let edge = |of: fn(&Point) -> f32, pick: fn(f32, f32) -> f32, start: f32| corners.iter().map(of).fold(start, pick);
    Place {
        photo: line.photo,
        left: (edge(|p| p.x, f32::min, 1.0) - margin).max(0.0),
        top: (edge(|p| p.y, f32::min, 1.0) - margin).max(0.0),
        right: (edge(|p| p.x, f32::max, 0.0) + margin).min(1.0),
        bottom: (edge(|p| p.y, f32::max, 0.0) + margin).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::recognise::Reading;
    use crate::{Reader, picture};
    use receipt_printer::{Conditions, Layout, Order, Severity, photograph, print_order};

    /// Pieces on a page of 1,000 by 1,000 that is its own photo: text, left and top.
    fn look(pieces: &[(&str, f32, f32)]) -> Look {
        let words: Vec<_> = pieces
            .iter()
            .map(|(text, x, y)| {
                let corners = [(*x, *y), (x + 200.0, *y), (x + 200.0, y + 20.0), (*x, y + 20.0)];
                let reading = Reading { text: (*text).to_owned(), confidence: 0.9 };
                (Quad(corners.map(|(x, y)| Point::new(x, y))), reading)
            })
            .collect();
        let on_photo = words.iter().map(|(quad, _)| quad.map(|p| Point::new(p.x / 1_000.0, p.y / 1_000.0))).collect();
        Look { words, on_photo, cut_short: false }
    }

    fn item(raw_text: &str) -> ReadItem {
        let photo = vec![crate::Row {
            cells: [(raw_text, 0.0), ("1.00", 300.0)]
                .map(|(text, left)| crate::Cell { text: text.into(), left, right: left + 80.0, confidence: 0.9 })
                .to_vec(),
            y: 0.0,
            height: 10.0,
        }];
        crate::receipt(&[photo]).items.remove(0)
    }

    #[test]
    fn a_line_is_found_with_its_price_and_a_second_one_below_it() {
        let page = look(&[
            ("CORNER MARKET", 300.0, 20.0),
            ("BREAD", 50.0, 100.0),
            ("2.49", 700.0, 103.0),
            ("BREAD", 50.0, 140.0),
            ("2.49", 700.0, 143.0),
            ("TOTAL 4.98", 50.0, 200.0),
        ]);
        let mut items = [item("BREAD"), item("BREAD"), item("SALMON")];
        find(&mut items, &[page]);
        let [first, second] = [0, 1].map(|n| items[n].place.unwrap());
        assert!(first.left < 0.051 && first.right > 0.899 && (0.09..0.1).contains(&first.top), "{first:?}");
        assert!(second.top > first.top + 0.03 && first.bottom < 0.13, "{first:?} {second:?}");
        assert_eq!(items[2].place, None, "what is not there is nowhere");
    }

    #[test]
    fn a_line_of_the_second_photo_is_on_the_second_photo() {
        let photos = [look(&[("MILK 1.19", 50.0, 100.0)]), look(&[("EGGS 2.99", 50.0, 40.0)])];
        let mut items = [item("MILK"), item("EGGS")];
        find(&mut items, &photos);
        assert_eq!(items.map(|item| item.place.map(|place| place.photo)), [Some(0), Some(1)]);
    }

    #[test]
    fn what_is_cut_out_of_a_photo_at_a_line_reads_like_that_line() {
        let printed = print_order(5, Layout::UsFor, &Order { lines: Some(6), plain: true, ..Order::default() });
        let photo = photograph(&printed, 5, &Conditions { fingers: 0, ..Conditions::draw(5, Severity::GoodPhoto) });
        let upright = picture::decode(&photo.jpeg()).unwrap();
        // As it lies, and lying on its side.
        for photo in [upright.clone(), image::imageops::rotate270(&upright)] {
            let jpeg = picture::jpeg(&photo, 95).unwrap();
            let receipt = Reader::load().unwrap().read(&[&jpeg]).unwrap();
            let found: Vec<_> = receipt.items.iter().filter_map(|item| Some((item, item.place?))).collect();
            assert!(found.len() + 1 >= printed.truth.items.len(), "{} of {}", found.len(), printed.truth.items.len());
            let (item, place) = found[found.len() / 2];
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "small"
            )]
            let part = |part: f32, of: u32| (part * of as f32) as u32;
            let (left, top) = (part(place.left, photo.width()), part(place.top, photo.height()));
            let (right, bottom) = (part(place.right, photo.width()), part(place.bottom, photo.height()));
            let strip = image::imageops::crop_imm(&photo, left, top, right - left, bottom - top).to_image();
            let rows = Reader::load().unwrap().rows(strip).unwrap();
            let text = letters(&rows.iter().map(crate::Row::text).collect::<String>());
            assert!(is_of(&text, &letters(&item.raw_text)), "{text:?} for {:?}", item.raw_text);
        }
    }
}
