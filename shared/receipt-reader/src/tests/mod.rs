//! Tests of the whole way, and of what it makes of input that nobody prints.

mod columns;
mod hostile;
mod product;
mod similarity;
pub mod structure;

/// Returns a picture of `testdata`.
pub fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}
