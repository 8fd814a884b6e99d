//! Feeds each parser bytes and texts that are made to break it, the same in every run.

use crate::layout::rows::{Cell, Row};
use crate::parse::ledger::Ledger;
use crate::picture::decode;
use crate::receipt::{Receipt, receipt_from_rows};
use crate::tests::parse_ledger;
use crate::text::money::{self, MAX_WHOLE_AMOUNT};
use image::{ImageFormat, Rgb, RgbImage};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::io::Cursor;

/// Returns a configuration with the same cases in every run; a failure is reported, not written to a file.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20_261_121),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

const FORMATS: [ImageFormat; 6] =
    [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif, ImageFormat::Bmp, ImageFormat::Tiff];

/// Returns a small picture as a file of this format.
fn file(format: ImageFormat) -> Vec<u8> {
    let level = |n: u32| u8::try_from(n % 256).expect("a remainder of 256 is a byte");
    let picture = RgbImage::from_fn(33, 21, |x, y| Rgb([level(x * 7), level(y * 11), level(x * y)]));
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, format).expect("a picture can be written in each of these");
    out.into_inner()
}

fn assert_bounded(bytes: &[u8]) {
    if let Ok(picture) = decode::decode(bytes) {
        let (width, height) = picture.dimensions();
        assert!((8..=20_000).contains(&width) && (8..=20_000).contains(&height));
        assert!(u64::from(width) * u64::from(height) <= 50_000_000);
        assert_eq!(picture.as_raw().len() as u64, 3 * u64::from(width) * u64::from(height));
    }
}

/// Words that the parsers recognise, and some that none expects.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&[
            "TOTAL", "SUBTOTAL", "SUMME", "MwSt", "TAX", "VOID", "STORNO", "PFAND", "COUPON", "2", "x", "@", "3 for", "1.17", "lb", "kg", "/lb", "EUR", "$",
            "-", "0,532", "2,49-A", "1b", "St", "QTY", "VISA", "MILK", "ÄPFEL", "was", "99.99", "1,49", "0.00", "-5.00", "12/24/2026", "17:42", "4011",
        ][..]).prop_map(str::to_owned),
        2 => "[0-9]{1,7}[.,][0-9]{2}[A-Z*-]{0,2}",
        2 => "[A-Za-zÄÖÜß0OlI1.&/%-]{1,14}",
        1 => "\\PC{0,6}",
        1 => "[\u{0}\u{7}\u{202e}\u{200b}\u{fffd}\u{301}٣०]{1,4}",
    ]
}

fn row() -> impl Strategy<Value = Row> {
    let position =
        prop_oneof![9 => -50.0_f32..900.0, 1 => prop::sample::select(&[f32::NAN, f32::INFINITY, -1e30, 0.0][..])];
    let cell = (prop::collection::vec(word(), 1..4), position.clone(), 0.0_f32..300.0, 0.0_f32..1.0)
        .prop_map(|(words, left, width, confidence)| Cell::new(words.join(" "), left, left + width, confidence));
    (prop::collection::vec(cell, 0..4), position, 0.0_f32..60.0).prop_map(|(cells, y, height)| Row { cells, y, height })
}

/// Returns the letters and digits of a text, with zeros as the letter O.
fn glyphs(text: &str) -> String {
    let same = |c: char| if matches!(c, '0' | 'o') { 'o' } else { c };
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).map(same).collect()
}

/// Asserts that each word of an item is in the rows.
fn assert_printed(texts: &[&str], rows: &[Row]) {
    let printed: Vec<String> = rows.iter().map(|row| glyphs(&row.text())).collect();
    for text in texts {
        for word in text.split_whitespace().map(glyphs) {
            assert!(printed.iter().any(|row| row.contains(&word)), "{word:?} of {text:?} is printed nowhere");
        }
    }
}

fn assert_sound(ledger: &Ledger, rows: usize) {
    assert!(ledger.items.len() <= rows);
    for item in &ledger.items {
        assert!(item.quantity.is_finite() && item.quantity > 0.0 && item.quantity <= 1_000.0, "{item:?}");
        assert!(item.price.is_none_or(|cents| (0..=MAX_WHOLE_AMOUNT).contains(&cents)), "{item:?}");
        assert!((0.0..=1.0).contains(&item.confidence), "{item:?}");
    }
    assert!(ledger.subtotal.into_iter().chain(ledger.total).all(|cents| (1..=MAX_WHOLE_AMOUNT).contains(&cents)));
}

fn assert_sound_receipt(receipt: &Receipt) {
    for item in &receipt.items {
        assert!((0.0..=1.0).contains(&item.confidence), "{item:?}");
        assert!(!item.name.trim().is_empty() && !item.category.is_empty() && !item.unit.is_empty(), "{item:?}");
        assert!((1..=3_650).contains(&item.shelf_life_days), "{item:?}");
    }
}

#[test]
fn rejects_or_reads_truncated_pictures() {
    for whole in FORMATS.map(file) {
        for length in 0..whole.len() {
            assert_bounded(&whole[..length]);
        }
    }
}

#[test]
fn stores_a_picture_alone_of_a_file_with_more_behind_it() {
    for first in FORMATS.map(file) {
        for second in FORMATS.map(file).into_iter().chain([
            b"PK\x03\x04".to_vec(),
            b"%PDF-1.7".to_vec(),
            b"<svg onload=alert(1)>".to_vec(),
        ]) {
            let both = [first.as_slice(), &second].concat();
            assert_bounded(&both);
            if let Ok(stored) = decode::strip(&both) {
                assert!(
                    stored.starts_with(&[0xFF, 0xD8]) && stored.ends_with(&[0xFF, 0xD9]),
                    "a picture and nothing else is kept"
                );
            }
        }
    }
}

#[test]
fn rejects_dimensions_that_are_too_large_or_too_small() {
    let png = |width: u32, height: u32| {
        let mut file = file(ImageFormat::Png);
        file[16..20].copy_from_slice(&width.to_be_bytes());
        file[20..24].copy_from_slice(&height.to_be_bytes());
        file
    };
    for (width, height) in
        [(u32::MAX, u32::MAX), (60_000, 60_000), (30_000, 10), (10, 30_000), (20_000, 20_000), (1, 1), (0, 5), (7, 9)]
    {
        assert!(decode::decode(&png(width, height)).is_err(), "{width}x{height}");
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn rejects_or_reads_damaged_pictures(format in 0_usize..6, hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut bytes = file(FORMATS[format]);
        for (at, byte) in hits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        assert_bounded(&bytes);
    }

    #[test]
    fn rejects_or_reads_noise_behind_a_known_beginning(format in 0_usize..6, kept in 2_usize..64, noise in prop::collection::vec(any::<u8>(), 0..400)) {
        let whole = file(FORMATS[format]);
        assert_bounded(&[&whole[..kept.min(whole.len())], &noise].concat());
    }

    #[test]
    fn reads_a_word_as_a_bounded_amount_or_none(word in prop_oneof![word(), "\\PC{0,12}", "[-+$€]{0,2}[0-9OlSB.,']{0,12}[-*A-Z€]{0,3}"]) {
        prop_assert!(money::parse_amount(&word).is_none_or(|amount| amount.cents.abs() <= MAX_WHOLE_AMOUNT));
    }

    #[test]
    fn reads_sound_items_from_any_rows(rows in prop::collection::vec(row(), 0..40)) {
        let ledger = parse_ledger(&rows);
        assert_sound(&ledger, rows.len());
        assert_printed(&ledger.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>(), &rows);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn reads_any_photos_as_a_sound_receipt(photos in prop::collection::vec(prop::collection::vec(row(), 0..25), 0..4)) {
        let receipt = receipt_from_rows(&photos);
        assert_sound_receipt(&receipt);
        let rows = photos.concat();
        prop_assert!(receipt.items.len() <= rows.len());
        assert_printed(&receipt.items.iter().map(|item| item.raw_text.as_str()).collect::<Vec<_>>(), &rows);
    }
}

/// The longest names that a row can hold, and as many rows as a roll of paper.
#[test]
fn reads_very_long_lines_and_receipts() {
    let long = |text: &str| Row { cells: vec![Cell::new(text, 0.0, 800.0, 0.9)], y: 0.0, height: 20.0 };
    let rows: Vec<Row> =
        ["1 2 3 4 @ x lb / ".repeat(600), "A".repeat(20_000), "9".repeat(20_000), "9.99 ".repeat(4_000)]
            .iter()
            .map(|text| long(text))
            .collect();
    let receipt = receipt_from_rows(&[rows]);
    assert!(receipt.items.len() <= 4);
    let roll: Vec<Row> = (0..5_000_u16)
        .map(|n| Row { y: 24.0 * f32::from(n), ..long(&format!("YOGURT {} {}.99", n % 97, n % 7)) })
        .collect();
    assert!(receipt_from_rows(&[roll]).items.len() <= 5_000);
}
