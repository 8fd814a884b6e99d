//! Photographs a print as people do: at a slant, by hand, in bad light, on the kitchen table.

mod geometry;
mod jpeg;
mod light;
mod noise;
mod surroundings;

use image::{RgbImage, imageops};

pub use self::jpeg::encode;
use self::light::Frame;
use crate::Printed;
use crate::rng::Rng;

/// The overall quality of a photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// A flatbed scanner or an app that straightens pages.
    CleanScan,
    /// A careful photo: near, almost straight, well lit.
    GoodPhoto,
    /// Slanted, turned, curled, creased, shadowed, dark or blurred, several of these at once; still legible for a
    /// person.
    HardPhoto,
}

impl Severity {
    pub const ALL: [Self; 3] = [Self::CleanScan, Self::GoodPhoto, Self::HardPhoto];

    pub fn name(self) -> &'static str {
        match self {
            Self::CleanScan => "scan",
            Self::GoodPhoto => "good",
            Self::HardPhoto => "hard",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

/// The surface below the receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The white lid of a scanner.
    Scanner,
    DarkWood,
    LightWood,
    Plain,
    Checks,
    Marble,
    Dots,
}

/// Everything that happens between the paper and the file.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Pixels of the picture's longer side; more if a row of text had fewer than 20, which nobody could read, but at
    /// most 2,400 for that.
    pub long_side: u32,
    /// The picture is wider than high although the receipt is not; rare for long receipts.
    pub landscape: bool,
    /// Quarter turns clockwise that the whole picture is turned by, with nothing in the file that tells.
    pub quarter_turns: u8,
    /// The EXIF orientation that the file tells: the pixels are stored so that a viewer who obeys it sees the picture
    /// as it is without. 1, 3, 6 or 8.
    pub exif_orientation: Option<u8>,
    /// Degrees that the receipt lies turned on the table.
    pub tilt: f32,
    /// Degrees that the camera is off the vertical, about the picture's two axes.
    pub slant: (f32, f32),
    /// Curl of the ends: 0 is flat, 1 the strongest curl of a paper roll.
    pub curl: f32,
    /// Sharp folds right across, and smaller creases anywhere.
    pub folds: u8,
    pub creases: u8,
    /// 1 is as the eye sees it, 0.4 is dark.
    pub exposure: f32,
    /// Darkness of the shadow of hand or phone, 0 to 1.
    pub shadow: f32,
    /// Unevenness of the light, 0 to 1.
    pub uneven: f32,
    /// Red and blue gain of a wrong white balance.
    pub tint: (f32, f32),
    /// Deviation of the defocus, in pixels of the picture.
    pub blur: f32,
    /// Length of the shake, in pixels of the picture.
    pub shake: f32,
    /// Deviation of the sensor's noise, in levels of 255.
    pub noise: f32,
    pub table: Table,
    /// The number of fingers at the paper's edge. They never cover text of the truth.
    pub fingers: u8,
    /// The receipt's share of the picture's height or width.
    pub fill: f32,
    /// JPEG quality, 1 to 100.
    pub quality: u8,
}

impl Conditions {
    /// Conditions of a severity, as the seed decides.
    pub fn draw(seed: u64, severity: Severity) -> Self {
        let mut rng = Rng::new(seed, "conditions");
        match severity {
            Severity::CleanScan => Self::scan(&mut rng),
            Severity::GoodPhoto => Self::good(&mut rng),
            Severity::HardPhoto => Self::hard(&mut rng),
        }
    }

    fn scan(rng: &mut Rng) -> Self {
        Self {
            long_side: pixels(rng, 1800, 2600),
            landscape: false,
            quarter_turns: u8::from(rng.chance(0.08)),
            exif_orientation: None,
            tilt: rng.range(-0.8, 0.8),
            slant: (0.0, 0.0),
            curl: 0.0,
            folds: 0,
            creases: 0,
            exposure: rng.range(0.97, 1.03),
            shadow: 0.0,
            uneven: 0.02,
            tint: (1.0, 1.0),
            blur: rng.range(0.3, 0.7),
            shake: 0.0,
            noise: rng.range(0.5, 2.0),
            table: Table::Scanner,
            fingers: 0,
            fill: 0.985,
            quality: quality(rng, 80, 95),
        }
    }

    fn good(rng: &mut Rng) -> Self {
        Self {
            long_side: pixels(rng, 1700, 2100),
            landscape: false,
            quarter_turns: 0,
            exif_orientation: rng.chance(0.4).then(|| *rng.pick(&[1, 3, 6, 8])),
            tilt: rng.range(-4.0, 4.0),
            slant: (rng.range(-7.0, 7.0), rng.range(-7.0, 7.0)),
            curl: rng.range(0.0, 0.3),
            folds: u8::from(rng.chance(0.3)),
            creases: small(rng, 0, 3),
            exposure: rng.range(0.8, 1.0),
            shadow: if rng.chance(0.5) { rng.range(0.1, 0.35) } else { 0.0 },
            uneven: rng.range(0.05, 0.2),
            tint: tint(rng, 0.4),
            blur: rng.range(0.5, 0.9),
            shake: 0.0,
            noise: rng.range(1.5, 4.0),
            table: *rng.pick(&[Table::DarkWood, Table::LightWood, Table::Plain, Table::Marble]),
            fingers: u8::from(rng.chance(0.3)),
            fill: rng.range(0.86, 0.96),
            quality: quality(rng, 75, 92),
        }
    }

    fn hard(rng: &mut Rng) -> Self {
        let dark = rng.chance(0.35);
        Self {
            long_side: pixels(rng, 1500, 2000),
            landscape: rng.chance(0.12),
            quarter_turns: if rng.chance(0.35) { small(rng, 1, 3) } else { 0 },
            exif_orientation: rng.chance(0.3).then(|| *rng.pick(&[1, 3, 6, 8])),
            tilt: if rng.chance(0.25) { rng.range(-28.0, 28.0) } else { rng.range(-10.0, 10.0) },
            slant: (rng.range(-20.0, 20.0), rng.range(-16.0, 16.0)),
            curl: rng.range(0.2, 0.8),
            folds: small(rng, 0, 3),
            creases: small(rng, 2, 9),
            exposure: if dark { rng.range(0.4, 0.6) } else { rng.range(0.65, 1.0) },
            shadow: rng.range(0.2, 0.6),
            uneven: rng.range(0.15, 0.45),
            tint: tint(rng, 1.0),
            blur: rng.range(0.6, 1.15),
            shake: if rng.chance(0.3) { rng.range(1.0, 3.0) } else { 0.0 },
            noise: if dark { rng.range(5.0, 9.0) } else { rng.range(2.5, 6.0) },
            table: *rng.pick(&[
                Table::DarkWood,
                Table::LightWood,
                Table::Plain,
                Table::Checks,
                Table::Marble,
                Table::Dots,
            ]),
            fingers: small(rng, 0, 2),
            fill: rng.range(0.8, 0.96),
            quality: quality(rng, 60, 88),
        }
    }
}

/// Lamps are warmer than daylight and shade is colder: where red gains, blue loses.
fn tint(rng: &mut Rng, strength: f32) -> (f32, f32) {
    let warmth = rng.range(-0.35, 1.0) * strength;
    (1.0 + 0.12 * warmth, 1.0 - 0.28 * warmth)
}

fn pixels(rng: &mut Rng, from: i64, to: i64) -> u32 {
    u32::try_from(rng.between(from, to)).expect("a side has a positive length")
}

fn small(rng: &mut Rng, from: i64, to: i64) -> u8 {
    u8::try_from(rng.between(from, to)).expect("a small count")
}

fn quality(rng: &mut Rng, from: i64, to: i64) -> u8 {
    small(rng, from, to)
}

/// A picture, as the camera stores it.
#[derive(Clone, Debug)]
pub struct Photo {
    /// The pixels in the order of the file, before a viewer obeys the orientation.
    pub image: RgbImage,
    pub exif_orientation: Option<u8>,
    pub quality: u8,
}

impl Photo {
    pub fn jpeg(&self) -> Vec<u8> {
        encode(&self.image, self.quality, self.exif_orientation)
    }
}

/// Takes a picture of a print; the same seed and conditions give the same picture.
pub fn photograph(printed: &Printed, seed: u64, conditions: &Conditions) -> Photo {
    let mut rng = Rng::new(seed, "photograph");
    let (width, height) = frame_size(printed, conditions);
    let mut frame = Frame::new(width, height);
    let shape = geometry::Shape::draw(&mut rng, conditions, printed);
    let placed = shape.place(&mut rng, conditions, (width, height));
    surroundings::lay_table(&mut frame, &mut rng, conditions.table);
    if conditions.table != Table::Scanner {
        placed.cast_shadow(&mut frame, &mut rng);
    }
    placed.draw(&mut frame, &printed.image);
    for _ in 0..conditions.fingers {
        surroundings::put_finger(&mut frame, &mut rng, &placed, printed);
    }
    light::expose(&mut frame, &mut rng, conditions);
    let image = turned(frame.into_image(&mut rng, conditions.noise), conditions);
    Photo { image, exif_orientation: conditions.exif_orientation, quality: conditions.quality }
}

/// A table without a receipt.
pub fn bare_table(seed: u64, width: u32, height: u32) -> RgbImage {
    let mut rng = Rng::new(seed, "bare table");
    let mut frame = Frame::new(width, height);
    let table = *rng.pick(&[Table::DarkWood, Table::LightWood, Table::Marble, Table::Checks]);
    surroundings::lay_table(&mut frame, &mut rng, table);
    let conditions = Conditions::draw(seed, Severity::GoodPhoto);
    light::expose(&mut frame, &mut rng, &conditions);
    frame.into_image(&mut rng, 3.0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "sizes of pictures are small positive numbers"
)]
fn frame_size(printed: &Printed, conditions: &Conditions) -> (u32, u32) {
    let (width, height) = (printed.image.width() as f32, printed.image.height() as f32);
    let legible = height / printed.row_height * 20.0 / conditions.fill;
    let long = conditions.long_side.max(legible.min(2400.0) as u32);
    if conditions.table == Table::Scanner {
        // A scanner cuts the picture to the page.
        let ratio = width / height;
        return if ratio < 1.0 {
            ((long as f32 * ratio).max(1.0) as u32, long)
        } else {
            (long, (long as f32 / ratio).max(1.0) as u32)
        };
    }
    let short = long * 3 / 4;
    if conditions.landscape && height < width * 1.6 { (long, short) } else { (short, long) }
}

fn turned(image: RgbImage, conditions: &Conditions) -> RgbImage {
    let image = match conditions.quarter_turns % 4 {
        1 => imageops::rotate90(&image),
        2 => imageops::rotate180(&image),
        3 => imageops::rotate270(&image),
        _ => image,
    };
    // Orientation 6 tells the viewer to turn clockwise by 90°, so the pixels are stored turned the other way.
    match conditions.exif_orientation {
        Some(6) => imageops::rotate270(&image),
        Some(3) => imageops::rotate180(&image),
        Some(8) => imageops::rotate90(&image),
        _ => image,
    }
}
