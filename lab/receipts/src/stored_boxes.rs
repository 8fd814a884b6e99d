//! Stores the text boxes that the networks read on photos, so that rules can be tried on many photos within seconds.

use crate::truth::Truth;
use receipt_reader::{Alternative, Point, Quad, RecognisedText, TextBox};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

/// A text box: its corners, its text, the confidence, and alternative digits.
type StoredBox = ([(f32, f32); 4], String, f32, Vec<(usize, char, f32)>);

/// The text boxes of a photo: a line of a file.
#[derive(Serialize, Deserialize)]
pub struct PhotoBoxes {
    pub file: String,
    /// Empty if the picture cannot be read.
    words: Vec<StoredBox>,
    pub seconds: f64,
}

impl PhotoBoxes {
    pub fn new(file: String, boxes: Vec<TextBox>, seconds: f64) -> Self {
        let stored = |TextBox { quad: Quad(corners), recognised }: TextBox| {
            let alternatives = recognised.alternatives.iter().map(|other| (other.at, other.digit, other.likelihood));
            (corners.map(|point| (point.x, point.y)), recognised.text, recognised.confidence, alternatives.collect())
        };
        Self { file, words: boxes.into_iter().map(stored).collect(), seconds }
    }

    pub fn text_boxes(&self) -> Vec<TextBox> {
        let text_box = |(corners, text, confidence, alternatives): &StoredBox| {
            let alternative = |&(at, digit, likelihood): &(usize, char, f32)| Alternative { at, digit, likelihood };
            let alternatives = alternatives.iter().map(alternative).collect();
            let recognised = RecognisedText { text: text.clone(), confidence: *confidence, alternatives };
            TextBox { quad: Quad(corners.map(|(x, y)| Point::new(x, y))), recognised }
        };
        self.words.iter().map(text_box).collect()
    }
}

/// Reads the photos' boxes from a file.
pub fn read_photos(path: &Path) -> io::Result<impl Iterator<Item = io::Result<PhotoBoxes>>> {
    Ok(BufReader::new(File::open(path)?).lines().map(|line| Ok(serde_json::from_str(&line?)?)))
}

/// Reads the boxes of the photos whose truth is in a folder.
pub fn read_photos_with_truth(path: &Path, truths: &Path) -> Result<Vec<(PhotoBoxes, Truth)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for photo in read_photos(path)? {
        let photo = photo?;
        let name = Path::new(&photo.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let truth = truths.join(format!("{name}.json"));
        if truth.exists() {
            found.push((photo, serde_json::from_slice(&fs::read(truth)?)?));
        }
    }
    Ok(found)
}

impl Truth {
    /// Returns the chain of the store: stores of one chain print alike.
    pub fn chain(&self) -> String {
        let store = self.store.as_deref().unwrap_or(&self.id).to_lowercase();
        let store = store.split('\'').next().unwrap_or_default();
        match store {
            "tesco express" => "tesco",
            "real canadian superstore" | "no frills" => "loblaws",
            "hofer" => "aldi",
            "king soopers" => "kroger",
            "whole foods market" => "whole foods",
            store => store,
        }
        .to_owned()
    }
}
