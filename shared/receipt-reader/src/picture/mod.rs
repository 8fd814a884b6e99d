//! Decodes pictures within limits, scales and brightens them, and encodes them for storage.

pub(crate) mod decode;
pub(crate) mod exposure;

pub use crate::resize::shrink;
pub use decode::{decode, jpeg, jpeg_dimensions, strip};
pub use image::RgbImage;

use crate::error::ReadError;
use crate::pdf;

/// Decodes the pictures of a file: one photo, or the pages of a PDF.
pub fn pictures(bytes: &[u8]) -> Result<Vec<RgbImage>, ReadError> {
    if pdf::is_pdf(bytes) {
        return Ok(pdf::read_pages(bytes, &mut pdf::Budget::new(None))?.into_iter().map(|page| page.picture).collect());
    }
    decode(bytes).map(|picture| vec![picture])
}

/// Encodes the pictures of a file as JPEGs that carry pixels and nothing else, as they are stored.
pub fn stored(bytes: &[u8]) -> Result<Vec<Vec<u8>>, ReadError> {
    pictures(bytes)?.into_iter().map(decode::stored_jpeg).collect()
}
