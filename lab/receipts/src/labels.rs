//! Printed dates of invented foods, photographed from close by: what is printed, and how it looks on a film or a lid.

use crate::paper;
use crate::rng::Rng;
use crate::sheet::{Row, Sheet};
use image::imageops::{self, FilterType};
use image::{GrayImage, Luma, Rgb, RgbImage};
use serde::{Deserialize, Serialize};

/// A picture of a date, and what is printed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Truth {
    pub file: String,
    /// `2027-03-26`, `2027-03` without a day, `--03-26` without a year.
    pub date: String,
    pub text: String,
    /// `printed`, `dot-matrix` or `embossed`.
    pub kind: String,
    pub language: String,
    /// The day that the picture was about taken.
    pub taken_about: String,
    /// Parts of the width and height, where the picture shows more than the date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_centre: Option<(f32, f32)>,
}

/// Words for a date: the language, the line, and the word for production.
const WORDS: [(&str, &str, &str); 16] = [
    ("de", "MHD", "Herst.:"),
    ("de", "Mindestens haltbar bis:", "hergestellt"),
    ("de", "Zu verbrauchen bis:", "verpackt am"),
    ("de", "mind. haltbar bis Ende:", "Abgepackt"),
    ("de", "", ""),
    ("fr", "DLC", "FAB"),
    ("fr", "A consommer de preference avant le", "EMB"),
    ("es", "Consumir pref. antes de", "ENVASADO"),
    ("it", "SCAD.", "PROD."),
    ("it", "Da consumarsi entro il", "CONF."),
    ("nl", "THT", "VERPAKT"),
    ("pl", "Należy spożyć do:", "Data produkcji"),
    ("pl", "Najlepiej spożyć przed:", "PROD"),
    ("pt", "VAL:", "FAB"),
    ("en", "BEST BEFORE", "PACKED"),
    ("en", "USE BY", "PKD"),
];
const MONTHS: [&str; 12] = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const TAKEN: &str = "2026-11-27";

/// The label of a seed, the same every time.
pub fn label(seed: u64) -> (RgbImage, Truth) {
    let mut rng = Rng::new(seed, "label");
    let (language, word, production) = *rng.pick(&WORDS);
    let (year, month, day) = (rng.between(2027, 2028), rng.between(1, 12), rng.between(1, 28));
    let two = |number: i64| format!("{number:02}");
    let is_month = rng.chance(0.15);
    let mark = *rng.pick(&[".", ".", "/", "-", " "]);
    let years = [year.to_string(), two(year - 2000)];
    let printed = match rng.between(0, 9) {
        _ if is_month => format!("{}{}{year}", two(month), if mark == " " { "." } else { mark }),
        0 if language == "en" => format!("{day} {} {}", MONTHS[usize::try_from(month - 1).unwrap_or(0)], years[1]),
        from => format!("{}{mark}{}{mark}{}", two(day), two(month), years[usize::from(from < 6)]),
    };
    let code = format!("L{} {}:{}", rng.between(1_000, 99_999), two(rng.between(0, 23)), two(rng.between(0, 59)));
    let mut lines = Vec::new();
    if !production.is_empty() && rng.chance(0.25) {
        lines.push(format!("{production} {}{mark}{}{mark}2026", two(rng.between(1, 25)), two(rng.between(9, 11))));
    }
    if word.len() > 12 || rng.chance(0.3) {
        lines.extend([word.to_owned(), printed]);
    } else {
        lines.push(format!("{word} {printed}").trim().to_owned());
    }
    if rng.chance(0.7) {
        lines.push(code);
    }
    lines.retain(|line| !line.is_empty());
    let is_dotted = rng.chance(0.6);
    let columns = lines.iter().map(|line| line.chars().count()).max().and_then(|most| u16::try_from(most).ok());
    let sheet = Sheet { columns: columns.unwrap_or(20), rows: lines.iter().map(Row::left).collect() };
    let mut page = paper::print(seed, &sheet);
    if is_dotted {
        dot(&mut page, rng.range(3.4, 4.6));
    }
    let date = if is_month { format!("{year}-{}", two(month)) } else { format!("{year}-{}-{}", two(month), two(day)) };
    let truth = Truth {
        file: format!("{seed:03}.jpg"),
        date,
        text: lines.join(" / "),
        kind: if is_dotted { "dot-matrix" } else { "printed" }.to_owned(),
        language: language.to_owned(),
        taken_about: TAKEN.to_owned(),
        date_centre: None,
    };
    (photographed(&page, &mut rng), truth)
}

/// Leaves dots of the print, as an ink-jet printer makes them, so far apart.
fn dot(page: &mut GrayImage, step: f32) {
    for (x, y, pixel) in page.enumerate_pixels_mut() {
        #[expect(clippy::cast_precision_loss, reason = "pixels of a page")]
        let from_dot = |at: u32| (at as f32 / step).fract() - 0.5;
        if from_dot(x).hypot(from_dot(y)) > 0.46 {
            pixel.0[0] = pixel.0[0].max(232);
        }
    }
}

/// A slanted page on a coloured film, unevenly lit, out of focus.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "pixels of a small picture"
)]
fn photographed(page: &GrayImage, rng: &mut Rng) -> RgbImage {
    let width = rng.range(300.0, 560.0);
    let scale = page.width() as f32 / (width * rng.range(0.7, 0.9));
    let page = imageops::blur(page, scale * rng.range(0.3, 1.1));
    let (sine, cosine) = rng.range(-0.08, 0.08).sin_cos();
    let height = width * rng.range(0.5, 0.75);
    let film: [f32; 3] = std::array::from_fn(|_| rng.range(0.55, 1.0));
    let (light, slope, noise) = (rng.range(0.55, 1.0), rng.range(-0.3, 0.3), rng.range(2.0, 10.0));
    let mut picture = RgbImage::new(width as u32, height as u32);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (across, down) = (x as f32 - width / 2.0, y as f32 - height / 2.0);
        let from_x = scale * (across * cosine + down * sine) + page.width() as f32 / 2.0;
        let from_y = scale * (down * cosine - across * sine) + page.height() as f32 / 2.0;
        let is_on_page = from_x >= 0.0 && from_y >= 0.0;
        let level = page
            .get_pixel_checked(from_x as u32, from_y as u32)
            .filter(|_| is_on_page)
            .map_or(240, |Luma([level])| *level);
        let lit = light * (1.0 + slope * across / width);
        *pixel =
            Rgb(film.map(|part| (f32::from(level) * part * lit + rng.range(-noise, noise)).clamp(0.0, 255.0) as u8));
    }
    imageops::resize(&picture, picture.width(), picture.height(), FilterType::Triangle)
}
