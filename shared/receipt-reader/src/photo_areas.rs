//! Where the line items stand on the photos, so that a person can look at each beside what was made of it: on the row that
//! an item begins on, whose pieces are those of the page.

use crate::layout::join_photos;
use crate::layout::rows::{Cell, Row};
use crate::ocr::geometry::{Point, Quad};
use crate::passes::PageText;
use crate::receipt::ReadItem;
use domain::scan::PhotoArea;

/// What is left around a line, in heights of it.
const MARGIN: f32 = 0.25;

/// Notes at each item where its row is. `rows` tells the row of each item, `photos` has the rows of each look.
pub fn locate(items: &mut [ReadItem], rows: &[join_photos::PageRow], photos: &[Vec<Row>], texts: &[PageText]) {
    for (item, at) in items.iter_mut().zip(rows) {
        let row = photos.get(at.page).and_then(|rows| rows.get(at.row));
        let quads = row.zip(texts.get(at.page)).map(|(row, text)| pieces(row, text)).unwrap_or_default();
        item.place = place(at.page, &quads);
    }
}

/// The pieces of a row on the photo. A cell keeps the ends and the text of the piece that it was made from; of several
/// pieces like that, the one at the height of the row is meant.
fn pieces(row: &Row, text: &PageText) -> Vec<Quad> {
    let is_of = |cell: &Cell, quad: &Quad, text: &str| {
        cell.left.to_bits() == quad.start().x.to_bits()
            && cell.right.to_bits() == quad.end().x.to_bits()
            && cell.text == text
    };
    let piece = |cell: &Cell| {
        let words = text.words.iter().zip(&text.on_photo);
        let same = words.filter(|((quad, reading), _)| is_of(cell, quad, &reading.text));
        let distance = |quad: &Quad| (quad.center().y - row.y).abs();
        same.min_by(|((a, _), _), ((b, _), _)| distance(a).total_cmp(&distance(b))).map(|(_, on_photo)| *on_photo)
    };
    row.cells.iter().filter_map(piece).collect()
}

/// The part of a photo that some pieces of text are on, with a margin.
pub fn place(photo: usize, quads: &[Quad]) -> Option<PhotoArea> {
    let margin = MARGIN * quads.iter().map(Quad::thickness).fold(0.0, f32::max);
    let corners = || quads.iter().flat_map(|quad| quad.0);
    let edge =
        |of: fn(&Point) -> f32, pick: fn(f32, f32) -> f32, start: f32| corners().map(|p| of(&p)).fold(start, pick);
    (!quads.is_empty()).then(|| PhotoArea {
        photo,
        left: (edge(|p| p.x, f32::min, 1.0) - margin).max(0.0),
        top: (edge(|p| p.y, f32::min, 1.0) - margin).max(0.0),
        right: (edge(|p| p.x, f32::max, 0.0) + margin).min(1.0),
        bottom: (edge(|p| p.y, f32::max, 0.0) + margin).min(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::recognise::Reading;
    use crate::tests::fixture;
    use crate::{Reader, picture};

    /// Pieces on a page of 1,000 by 1,000 that is its own photo: text, left and top.
    fn page_text(pieces: &[(&str, f32, f32)]) -> PageText {
        let words: Vec<_> = pieces
            .iter()
            .map(|(text, x, y)| {
                let corners = [(*x, *y), (x + 200.0, *y), (x + 200.0, y + 20.0), (*x, y + 20.0)];
                let reading = Reading::new(*text, 0.9);
                (Quad(corners.map(|(x, y)| Point::new(x, y))), reading)
            })
            .collect();
        let on_photo = words.iter().map(|(quad, _)| quad.map(|p| Point::new(p.x / 1_000.0, p.y / 1_000.0))).collect();
        PageText { words, on_photo, cut_short: false }
    }

    /// The places of items that begin on these rows of pages.
    fn located(rows: &[(usize, usize)], texts: &[PageText]) -> Vec<Option<PhotoArea>> {
        let photos: Vec<Vec<Row>> = texts.iter().map(|text| text.rows().unwrap()).collect();
        let item = ReadItem {
            raw_text: String::new(),
            name: String::new(),
            category: String::new(),
            quantity: 1.0,
            unit: String::new(),
            shelf_life_days: 1,
            storage: String::new(),
            shelf_life_reason: String::new(),
            price: None,
            discount: None,
            food: true,
            confidence: 1.0,
            place: None,
        };
        let rows: Vec<join_photos::PageRow> =
            rows.iter().map(|(page, row)| join_photos::PageRow { page: *page, row: *row }).collect();
        let mut items = vec![item; rows.len()];
        locate(&mut items, &rows, &photos, texts);
        items.into_iter().map(|item| item.place).collect()
    }

    #[test]
    fn finds_an_item_at_its_row_among_equal_texts() {
        let page = page_text(&[
            ("BREAD", 50.0, 100.0),
            ("2.49", 700.0, 103.0),
            ("BUTTER", 50.0, 140.0),
            ("3.49", 700.0, 143.0),
            ("BREAD", 60.0, 200.0),
            ("2.49", 710.0, 203.0),
        ]);
        let places = located(&[(0, 0), (0, 1), (0, 2), (0, 9)], &[page]);
        let [first, second, third] = [0, 1, 2].map(|at| places[at].unwrap());
        assert!(first.left < 0.051 && first.right > 0.899, "{first:?}");
        assert!(second.top > first.top + 0.03 && first.bottom < 0.135, "{second:?}");
        assert!(third.top > second.top + 0.03, "{third:?}");
        assert_eq!(places[3], None, "a row that is not there");
    }

    #[test]
    fn places_an_item_of_the_second_photo_on_it() {
        let photos = [page_text(&[("MILK 1.19", 50.0, 100.0)]), page_text(&[("EGGS 2.99", 50.0, 40.0)])];
        let places = located(&[(0, 0), (1, 0)], &photos);
        assert_eq!(places.iter().map(|place| place.map(|place| place.photo)).collect::<Vec<_>>(), [Some(0), Some(1)]);
    }

    #[test]
    fn reads_a_line_cut_out_of_a_photo_alike() {
        let upright = picture::decode(&fixture("photo.jpg")).unwrap();
        // As it lies, and lying on its side.
        for photo in [upright.clone(), image::imageops::rotate270(&upright)] {
            let jpeg = picture::jpeg(&photo, 95).unwrap();
            let receipt = Reader::load().unwrap().read(&[&jpeg]).unwrap();
            let found: Vec<_> = receipt.items.iter().filter_map(|item| Some((item, item.place?))).collect();
            assert!(found.len() >= 9, "{} of 10", found.len());
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
            let letters = |text: &str| text.to_uppercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            let text = letters(&rows.iter().map(crate::Row::text).collect::<String>());
            assert!(text.contains(&letters(&item.raw_text)), "{text:?} for {:?}", item.raw_text);
        }
    }
}
