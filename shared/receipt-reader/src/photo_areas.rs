//! Finds the areas of the line items on the photos, so that a user can compare each with its print: the area of the row
//! that an item begins on.

use crate::layout::join_photos::RowRef;
use crate::layout::rows::{Cell, Row};
use crate::ocr::geometry::{Point, Quad};
use crate::ocr::text_box::TextBox;
use crate::passes::PageText;
use crate::receipt::ReadItem;
use domain::scan::PhotoArea;

/// The margin around a line, in heights of it.
const MARGIN: f32 = 0.25;

/// Sets the area of each item. `item_rows` is the row of each item, `photos` are the rows of each photo.
pub fn locate_items(items: &mut [ReadItem], item_rows: &[RowRef], photos: &[Vec<Row>], texts: &[PageText]) {
    for (item, at) in items.iter_mut().zip(item_rows) {
        let row = photos.get(at.page).and_then(|rows| rows.get(at.row));
        let quads = row.zip(texts.get(at.page)).map(|(row, text)| quads_on_photo(row, text)).unwrap_or_default();
        item.area = bounding_area(at.page, &quads);
    }
}

/// Returns the boxes of a row on the photo. A cell has the edges and the text of its box; of several such boxes, the
/// one nearest to the row is taken.
fn quads_on_photo(row: &Row, text: &PageText) -> Vec<Quad> {
    let is_box_of = |cell: &Cell, TextBox { quad, recognised }: &TextBox| {
        cell.left.to_bits() == quad.start().x.to_bits()
            && cell.right.to_bits() == quad.end().x.to_bits()
            && cell.text == recognised.text
    };
    let quad = |cell: &Cell| {
        let boxes = text.boxes.iter().zip(&text.on_photo);
        let same = boxes.filter(|(text_box, _)| is_box_of(cell, text_box));
        let distance = |text_box: &TextBox| (text_box.quad.center().y - row.y).abs();
        same.min_by(|(a, _), (b, _)| distance(a).total_cmp(&distance(b))).map(|(_, on_photo)| *on_photo)
    };
    row.cells.iter().filter_map(quad).collect()
}

/// Returns the area around some text boxes of a photo, with a margin.
pub fn bounding_area(photo: usize, quads: &[Quad]) -> Option<PhotoArea> {
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
    use crate::tests::{fixture, text_box};
    use crate::{Reader, group_rows, picture};

    /// Returns text boxes, each with its left and top, on a page of 1,000 by 1,000 that is its own photo.
    fn page_text(boxes: &[(&str, f32, f32)]) -> PageText {
        let boxes = boxes.iter().map(|(text, x, y)| text_box(text, [*x, *y, x + 200.0, y + 20.0], 0.9));
        let boxes: Vec<TextBox> = boxes.collect();
        let on_photo =
            boxes.iter().map(|text_box| text_box.quad.map(|p| Point::new(p.x / 1_000.0, p.y / 1_000.0))).collect();
        PageText { boxes, on_photo, cut_short: false }
    }

    /// Returns the areas of items that begin on these rows of pages.
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
            area: None,
        };
        let rows: Vec<RowRef> = rows.iter().map(|(page, row)| RowRef { page: *page, row: *row }).collect();
        let mut items = vec![item; rows.len()];
        locate_items(&mut items, &rows, &photos, texts);
        items.into_iter().map(|item| item.area).collect()
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
        let areas = located(&[(0, 0), (0, 1), (0, 2), (0, 9)], &[page]);
        let [first, second, third] = [0, 1, 2].map(|at| areas[at].unwrap());
        assert!(first.left < 0.051 && first.right > 0.899, "{first:?}");
        assert!(second.top > first.top + 0.03 && first.bottom < 0.135, "{second:?}");
        assert!(third.top > second.top + 0.03, "{third:?}");
        assert_eq!(areas[3], None, "no such row");
    }

    #[test]
    fn finds_an_item_on_the_second_photo() {
        let photos = [page_text(&[("MILK 1.19", 50.0, 100.0)]), page_text(&[("EGGS 2.99", 50.0, 40.0)])];
        let areas = located(&[(0, 0), (1, 0)], &photos);
        assert_eq!(areas.iter().map(|area| area.map(|area| area.photo)).collect::<Vec<_>>(), [Some(0), Some(1)]);
    }

    #[test]
    fn reads_the_text_of_an_item_in_its_area() {
        let upright = picture::decode(&fixture("photo.jpg")).unwrap();
        // Upright and sideways.
        for photo in [upright.clone(), image::imageops::rotate270(&upright)] {
            let jpeg = picture::jpeg(&photo, 95).unwrap();
            let receipt = Reader::load().unwrap().read(&[&jpeg]).unwrap();
            let found: Vec<_> = receipt.items.iter().filter_map(|item| Some((item, item.area?))).collect();
            assert!(found.len() >= 9, "{} of 10", found.len());
            let (item, area) = found[found.len() / 2];
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "small"
            )]
            let pixels = |fraction: f32, of: u32| (fraction * of as f32) as u32;
            let (left, top) = (pixels(area.left, photo.width()), pixels(area.top, photo.height()));
            let (right, bottom) = (pixels(area.right, photo.width()), pixels(area.bottom, photo.height()));
            let strip = image::imageops::crop_imm(&photo, left, top, right - left, bottom - top).to_image();
            let rows = group_rows(&Reader::load().unwrap().read_text_boxes(strip).unwrap());
            let letters = |text: &str| text.to_uppercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            let text = letters(&rows.iter().map(crate::Row::text).collect::<String>());
            assert!(text.contains(&letters(&item.raw_text)), "{text:?} for {:?}", item.raw_text);
        }
    }
}
