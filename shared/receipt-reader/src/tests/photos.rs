//! A long receipt in several photos.

use crate::{Reader, Receipt};
use receipt_printer::{Conditions, Layout, Order, Printed, Severity, photograph, print_order};

/// A part of a print, from one row of text to another, photographed by itself.
fn photo_of(printed: &Printed, from: f32, to: f32, seed: u64) -> Vec<u8> {
    let height = printed.image.height();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a part of a picture's height"
    )]
    let row = |part: f32| (height as f32 * part) as u32;
    let (top, bottom) = (row(from), row(to));
    let image = image::imageops::crop_imm(&printed.image, 0, top, printed.image.width(), bottom - top).to_image();
    let footer_from = printed.footer_from.saturating_sub(top).min(image.height());
    let part = Printed { image, footer_from, ..printed.clone() };
    photograph(&part, seed, &Conditions { fingers: 0, ..Conditions::draw(seed, Severity::GoodPhoto) }).jpeg()
}

fn texts(receipt: &Receipt) -> Vec<(String, Option<f64>)> {
    receipt.items.iter().map(|item| (item.raw_text.clone(), item.price)).collect()
}

#[test]
#[ignore = "the model does not close the printed receipt with names over several rows"]
fn overlapping_photos_of_one_receipt_are_read_as_one() {
    let reader = Reader::load().unwrap();
    for (seed, layout) in [(3, Layout::LongEn), (4, Layout::LongDe)] {
        let printed = print_order(seed, layout, &Order { lines: Some(18), plain: true, ..Order::default() });
        let photos = [photo_of(&printed, 0.0, 0.58, 1), photo_of(&printed, 0.42, 1.0, 2)];
        let receipt = reader.read(&[&photos[0], &photos[1]]).unwrap();
        assert_eq!(receipt.balanced, Some(true), "{}: {:?}", layout.name(), texts(&receipt));
        assert_eq!(receipt.total, printed.truth.total, "{}", layout.name());
        assert_eq!(receipt.items.len(), printed.truth.items.len(), "{}: {:?}", layout.name(), texts(&receipt));
        let alone: usize =
            photos.iter().map(|photo| reader.read(&[photo]).map_or(0, |receipt| receipt.items.len())).sum();
        assert!(alone > receipt.items.len(), "{}: they do overlap ({alone})", layout.name());
    }
}
