//! Scores the reading of dates that are printed on food.
//!
//! `cargo run --bin dates -- score FOLDER [-v]` reads the pictures of `FOLDER/truth.json` and prints how many dates
//! were sure or proposed, right or wrong, and the time of a processor for each; -v tells what was not sure and right. A
//! picture that shows more than the date is cut to 0.55 of its width around it, as the site cuts it. `… -- print COUNT
//! FOLDER` makes pictures of invented labels.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use domain::printed_date::{DatePrecision, DayOrder, PrintedDate};
use image::RgbImage;
use image::imageops;
use receipt_reader::Reader;
use receipt_reader::picture::{decode, jpeg, shrink};
use receipts::labels::{Truth, label};

/// The part of a picture's width that is cut out around the date, in both directions.
const CROP: f32 = 0.55;
/// As the site sends a frame: the longer side, and the quality of the JPEG.
const SIDE: f64 = 640.0;
const QUALITY: u8 = 75;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["score", folder, ref flags @ ..] => score(Path::new(folder), flags.contains(&"-v")),
        ["print", count, folder] => print(count.parse()?, Path::new(folder)),
        _ => Err("usage: dates score FOLDER [-v] | dates print COUNT FOLDER".into()),
    }
}

fn print(count: u64, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut truths = Vec::new();
    for seed in 1..=count {
        let (picture, truth) = label(seed);
        fs::write(folder.join(&truth.file), jpeg(&picture, QUALITY)?)?;
        truths.push(truth);
    }
    Ok(fs::write(folder.join("truth.json"), serde_json::to_vec_pretty(&truths)?)?)
}

fn score(folder: &Path, is_verbose: bool) -> Result<(), Box<dyn Error>> {
    let truths: Vec<Truth> = serde_json::from_slice(&fs::read(folder.join("truth.json"))?)?;
    let reader = Reader::load()?;
    let mut counts: BTreeMap<String, BTreeMap<&str, u32>> = BTreeMap::new();
    let mut seconds = 0.0;
    for truth in &truths {
        let picture = frame(&decode(&fs::read(folder.join(&truth.file))?)?, truth.date_centre)?;
        let order = match truth.language.as_str() {
            "en-us" => DayOrder::MonthFirst,
            "ko" => DayOrder::YearFirst,
            _ => DayOrder::DayFirst,
        };
        let before = processor_seconds()?;
        let dates = reader.read_dates(&picture, truth.taken_about.parse()?, Some(order))?;
        seconds += processor_seconds()? - before;
        let outcome = outcome(truth, &dates);
        for group in ["all", &truth.kind, &truth.language] {
            *counts.entry(group.to_owned()).or_default().entry(outcome).or_default() += 1;
        }
        if is_verbose && outcome != "sure right" {
            let found: Vec<String> = dates.iter().map(|date| format!("{} ({})", date.date, date.text)).collect();
            println!("{outcome:15} {} {} {} | {}", truth.file, truth.date, truth.text, found.join(", "));
        }
    }
    for (group, counts) in &counts {
        println!("{group:12} {:4} {counts:?}", counts.values().sum::<u32>());
    }
    #[expect(clippy::cast_precision_loss, reason = "some hundred pictures")]
    let each = seconds / truths.len().max(1) as f64;
    println!("{each:.2} s of a processor for each");
    Ok(())
}

/// The part of a picture that a camera's frame shows.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "within the picture"
)]
fn frame(picture: &RgbImage, date_centre: Option<(f32, f32)>) -> Result<RgbImage, Box<dyn Error>> {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let cut = date_centre.map(|(x, y)| {
        let (wide, high) = (CROP * width, (CROP * width).min(height));
        let left = (x * width - wide / 2.0).clamp(0.0, width - wide);
        let top = (y * height - high / 2.0).clamp(0.0, height - high);
        imageops::crop_imm(picture, left as u32, top as u32, wide as u32, high as u32).to_image()
    });
    let picture = cut.unwrap_or_else(|| picture.clone());
    let factor = SIDE / f64::from(picture.width().max(picture.height()));
    let small = if factor < 1.0 { shrink(&picture, factor) } else { picture };
    Ok(decode(&jpeg(&small, QUALITY)?)?)
}

fn outcome(truth: &Truth, dates: &[PrintedDate]) -> &'static str {
    let Some(best) = dates.first() else { return "none" };
    let printed = match best.precision {
        DatePrecision::Day => best.date.to_string(),
        DatePrecision::Month => best.date.format("%Y-%m").to_string(),
    };
    match (best.is_sure, printed == truth.date) {
        (true, true) => "sure right",
        (true, false) => "sure wrong",
        (false, true) => "proposed right",
        (false, false) => "proposed wrong",
    }
}

/// The time that the processors have worked for this process.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    const TICKS: f64 = 100.0;
    let line = fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = line.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let [user, system] = [11, 12].map(|at| fields.get(at).and_then(|ticks| ticks.parse::<f64>().ok()));
    Ok((user.unwrap_or(0.0) + system.unwrap_or(0.0)) / TICKS)
}
