//! The text that the networks saw on photos, kept so that rules can be tried on many of them within seconds.

use crate::truth::Truth;
use receipt_reader::{Alternative, Point, Quad, Reading, Word};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

/// A piece of text: its corners, what it says, how sure that is, and what else its digits may be.
type KeptWord = ([(f32, f32); 4], String, f32, Vec<(usize, char, f32)>);

/// A photo whose text was recognised: a line of a file.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    pub file: String,
    /// Nothing where the picture cannot be read.
    words: Vec<KeptWord>,
    pub seconds: f64,
}

impl Kept {
    pub fn new(file: String, words: Vec<Word>, seconds: f64) -> Self {
        let word = |(Quad(corners), reading): Word| {
            let alternatives = reading.alternatives.iter().map(|other| (other.at, other.digit, other.likelihood));
            (corners.map(|point| (point.x, point.y)), reading.text, reading.confidence, alternatives.collect())
        };
        Self { file, words: words.into_iter().map(word).collect(), seconds }
    }

    pub fn words(&self) -> Vec<Word> {
        let word = |(corners, text, confidence, alternatives): &KeptWord| {
            let alternative = |&(at, digit, likelihood): &(usize, char, f32)| Alternative { at, digit, likelihood };
            let alternatives = alternatives.iter().map(alternative).collect();
            let reading = Reading { text: text.clone(), confidence: *confidence, alternatives };
            (Quad(corners.map(|(x, y)| Point::new(x, y))), reading)
        };
        self.words.iter().map(word).collect()
    }
}

/// Reads a file of kept photos.
pub fn kept(path: &Path) -> io::Result<impl Iterator<Item = io::Result<Kept>>> {
    Ok(BufReader::new(File::open(path)?).lines().map(|line| Ok(serde_json::from_str(&line?)?)))
}

/// Reads the kept photos whose truth is in a folder.
pub fn with_truth(path: &Path, truths: &Path) -> Result<Vec<(Kept, Truth)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for kept in kept(path)? {
        let kept = kept?;
        let name = Path::new(&kept.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let truth = truths.join(format!("{name}.json"));
        if truth.exists() {
            found.push((kept, serde_json::from_slice(&fs::read(truth)?)?));
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
