//! Prints receipts with known truth, and photographs them badly, for tests and measurements.
//!
//! Everything is a function of its seed: the same seed gives the same bytes (to a grain of noise, where another maths
//! library rounds a sine differently). [`print`] gives a flat print with what is true about it, [`photograph`] a
//! picture of it as a phone would take it, and [`sample_jpeg`] both in small for tests that only need some receipt.

mod basket;
mod compose;
mod layouts;
mod lines;
mod margins;
mod money;
mod order;
pub mod pairs;
pub mod photo;
mod press;
mod products;
mod rng;
pub mod score;
mod sheet;
pub mod shops;
mod truth;
mod typeface;

use image::{Rgb, RgbImage, imageops};

pub use crate::layouts::Layout;
pub use crate::order::Order;
pub use crate::photo::{Conditions, Photo, Severity, photograph};
pub use crate::rng::Rng;
pub use crate::truth::{Truth, TruthItem};

use crate::compose::Composition;
use crate::press::Setting;
use crate::typeface::Typeface;

/// A printed receipt, flat and evenly lit.
#[derive(Clone, Debug)]
pub struct Printed {
    pub image: RgbImage,
    pub truth: Truth,
    /// The row of pixels below which nothing of the truth is printed.
    pub footer_from: u32,
    /// Pixels from one row of text to the next.
    pub row_height: f32,
}

/// Prints a receipt as the house style and the seed decide.
pub fn print(seed: u64, layout: Layout) -> Printed {
    print_order(seed, layout, &Order::default())
}

/// Prints a receipt with some things decided by the caller.
pub fn print_order(seed: u64, layout: Layout, order: &Order) -> Printed {
    // Paper and letters belong to the shop.
    set(seed, layout, order, setting(order.like.unwrap_or(seed)))
}

fn setting(seed: u64) -> Setting {
    let mut rng = Rng::new(seed, "setting");
    Setting {
        typeface: *rng.pick(&Typeface::ALL),
        cell_width: rng.range(17.0, 22.0),
        leading: rng.range(1.0, 1.22),
        margin: rng.range(1.2, 3.5),
        fading: if rng.chance(0.25) { rng.range(0.2, 0.6) } else { rng.range(0.0, 0.2) },
    }
}

/// Prints a receipt of a random store: the seed draws all its habits.
pub fn print_any_shop(seed: u64) -> Printed {
    press_composed(seed, "any", shops::compose(seed), setting(seed))
}

fn set(seed: u64, layout: Layout, order: &Order, setting: Setting) -> Printed {
    press_composed(seed, layout.name(), compose::compose(seed, layout, order), setting)
}

fn press_composed(seed: u64, style: &str, composed: Composition, setting: Setting) -> Printed {
    let paper = press::press(&composed.sheet, setting, &mut Rng::new(seed, "press"));
    let mut truth = composed.truth;
    truth.id = format!("{style}-{seed}");
    truth.file = format!("{}.jpg", truth.id);
    Printed { image: paper.image, truth, footer_from: paper.footer_from, row_height: paper.row_height }
}

/// A small, clean receipt of about six items as a JPEG: quick to make and quick to read. Even seeds are English, odd
/// ones German.
pub fn sample_jpeg(seed: u64) -> (Vec<u8>, Truth) {
    let layout = if seed.is_multiple_of(2) { Layout::UsFor } else { Layout::DeAfter };
    let order = Order { lines: Some(6), plain: true, ..Order::default() };
    let setting = Setting { typeface: Typeface::Mono, cell_width: 16.0, leading: 1.1, margin: 2.0, fading: 0.0 };
    let printed = set(seed, layout, &order, setting);
    (photo::encode(&printed.image, 88, None), printed.truth)
}

/// A picture without any text, as a JPEG: a table with nothing on it.
pub fn not_a_receipt(seed: u64) -> Vec<u8> {
    photo::encode(&photo::bare_table(seed, 640, 480), 85, None)
}

/// A page full of print: long receipts side by side, each of so many lines, as in a newspaper. No receipt has as much
/// text.
pub fn newspaper(seed: u64, columns: u64, lines: usize) -> RgbImage {
    let order = Order { lines: Some(lines), ..Order::default() };
    let columns: Vec<RgbImage> =
        (0..columns).map(|column| print_order(seed.wrapping_add(column), Layout::UsBefore, &order).image).collect();
    let width = columns.iter().map(RgbImage::width).sum();
    let height = columns.iter().map(RgbImage::height).max().unwrap_or(0);
    let mut page = RgbImage::from_pixel(width, height, Rgb([250; 3]));
    let mut left = 0;
    for column in columns {
        imageops::overlay(&mut page, &column, left, 0);
        left += i64::from(column.width());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_prints_and_photographs_the_same_bytes() {
        for severity in Severity::ALL {
            let take = || {
                let printed = print(7, Layout::LongDe);
                let conditions = Conditions { long_side: 800, ..Conditions::draw(7, severity) };
                (photograph(&printed, 7, &conditions).jpeg(), printed.truth)
            };
            assert!(take() == take(), "{}", severity.name());
        }
        assert_ne!(print(7, Layout::Club).truth, print(8, Layout::Club).truth);
    }

    #[test]
    fn every_receipt_adds_up() {
        for layout in Layout::ALL {
            for seed in 0..40 {
                let truth = compose::compose(seed, layout, &Order::default()).truth;
                assert!(!truth.items.is_empty());
                let lines: f64 = truth.items.iter().filter_map(|item| item.price).sum();
                let subtotal = truth.subtotal.expect("always printed");
                let total = truth.total.expect("always printed");
                assert!((lines + truth.adjustments - subtotal).abs() < 0.005, "{} {seed}", layout.name());
                assert!(total >= subtotal - 0.005, "{} {seed}", layout.name());
                if layout.locale() != layouts::Locale::Us {
                    assert!((total - subtotal).abs() < 0.005, "tax is contained: {} {seed}", layout.name());
                }
            }
        }
    }

    /// The digits of every price and total stand on the sheet; without the outline of a picture nothing else can tell.
    #[test]
    fn prints_every_item_of_the_truth() {
        for layout in Layout::ALL {
            for seed in 0..12 {
                let composed = compose::compose(seed, layout, &Order::default());
                let text: Vec<String> = composed
                    .sheet
                    .rows
                    .iter()
                    .flat_map(|row| if let sheet::Row::Text { cells, .. } = row { cells.clone() } else { Vec::new() })
                    .map(|cell| cell.text)
                    .collect();
                let has = |wanted: &str| text.iter().any(|cell| cell.contains(wanted));
                for item in &composed.truth.items {
                    let first = item.raw_text.split(' ').next().unwrap_or_default();
                    assert!(has(first), "{} {seed}: {}", layout.name(), item.raw_text);
                    let mut price = format!("{:.2}", item.price.expect("always printed"));
                    if layout.locale() == layouts::Locale::De {
                        price = price.replace('.', ",");
                    }
                    assert!(has(&price), "{} {seed}: {price}", layout.name());
                }
            }
        }
    }

    #[test]
    fn pictures_have_the_size_that_was_asked_for() {
        let printed = print_order(3, Layout::Uk, &Order { lines: Some(3), plain: true, ..Order::default() });
        assert!(printed.footer_from <= printed.image.height());
        let conditions = Conditions { long_side: 900, quarter_turns: 1, ..Conditions::draw(3, Severity::GoodPhoto) };
        let photo = photograph(&printed, 3, &Conditions { exif_orientation: None, ..conditions.clone() });
        assert_eq!(photo.image.dimensions(), (900, 675), "a portrait turned by a quarter is wide");
        let stored = photograph(&printed, 3, &Conditions { exif_orientation: Some(6), ..conditions });
        assert_eq!(stored.image.dimensions(), (675, 900), "and stored turned back where the file tells so");
    }

    #[test]
    fn applying_the_orientation_restores_the_picture() {
        let printed = print(4, Layout::UsFor);
        let conditions = Conditions { long_side: 600, ..Conditions::draw(4, Severity::GoodPhoto) };
        let plain = photograph(&printed, 4, &Conditions { exif_orientation: None, ..conditions.clone() }).image;
        for (orientation, obey) in [
            (3, image::metadata::Orientation::Rotate180),
            (6, image::metadata::Orientation::Rotate90),
            (8, image::metadata::Orientation::Rotate270),
        ] {
            let told = Conditions { exif_orientation: Some(orientation), ..conditions.clone() };
            let mut seen = image::DynamicImage::ImageRgb8(photograph(&printed, 4, &told).image);
            seen.apply_orientation(obey);
            assert!(seen.to_rgb8() == plain, "orientation {orientation}");
        }
    }

    #[test]
    fn samples_are_small_and_come_in_two_languages() {
        let (english, truth) = sample_jpeg(2);
        assert!(english.len() < 300_000, "{} bytes", english.len());
        assert_eq!(truth.items.len(), 6);
        let (_, german) = sample_jpeg(3);
        assert_eq!(german.items.len(), 6);
        assert_eq!(german.subtotal, german.total);
        assert!(image::load_from_memory(&not_a_receipt(1)).is_ok());
    }
}
