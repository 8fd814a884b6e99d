//! `print FIRST COUNT DIR`: writes pictures of receipts of invented stores with their truth (`score.rs` reads it), by
//! seeds from the first, every second one: even ones are for finding mistakes, odd ones for scoring only.

use receipts::{paper, shops};
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, count, folder] = arguments.as_slice() else { return Err("usage: print FIRST COUNT DIR".into()) };
    let (first, count, folder): (u64, usize, _) = (first.parse()?, count.parse()?, Path::new(folder));
    fs::create_dir_all(folder)?;
    for seed in (first..).step_by(2).take(count) {
        let (sheet, mut truth) = shops::compose(seed);
        truth.id = format!("{seed:05}");
        fs::write(folder.join(format!("{}.jpg", truth.id)), paper::jpeg(&paper::print(seed, &sheet))?)?;
        fs::write(folder.join(format!("{}.json", truth.id)), serde_json::to_string_pretty(&truth)?)?;
    }
    Ok(())
}
