//! What `rows keep` kept of photos, and which chain a receipt is of.

use receipt_reader::{Alternative, Point, Quad, Reading, Word};
use serde::Deserialize;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

/// A piece of text: its corners, what it says, how sure that is, and what else its digits may be.
type KeptWord = ([(f32, f32); 4], String, f32, Vec<(usize, char, f32)>);

#[derive(Deserialize)]
struct Kept {
    file: String,
    words: Vec<KeptWord>,
}

/// A photo whose text was recognised.
pub struct Photo {
    pub file: String,
    /// The file that tells what stands on it.
    pub truth: PathBuf,
    pub words: Vec<Word>,
}

/// The kept photos whose truth is in a folder.
pub fn photos(words: &Path, truths: &Path) -> Result<Vec<Photo>, Box<dyn Error>> {
    let mut photos = Vec::new();
    for line in BufReader::new(File::open(words)?).lines() {
        let Kept { file, words } = serde_json::from_str(&line?)?;
        let name = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let truth = truths.join(format!("{name}.json"));
        if truth.exists() {
            let word = |(corners, text, confidence, alternatives): KeptWord| {
                let alternative = |(at, digit, likelihood)| Alternative { at, digit, likelihood };
                let alternatives = alternatives.into_iter().map(alternative).collect();
                (Quad(corners.map(|(x, y)| Point::new(x, y))), Reading { text, confidence, alternatives })
            };
            photos.push(Photo { file, truth, words: words.into_iter().map(word).collect() });
        }
    }
    Ok(photos)
}

/// The chain of a shop: shops of one chain print alike. `id` is the receipt's, for one without a shop.
pub fn chain(store: Option<&str>, id: &str) -> String {
    let store = store.unwrap_or(id).to_lowercase();
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
