//! Pictures: decoding with bounds, scaling, exposure, and what is stored of them.

pub(crate) mod decode;
pub(crate) mod exposure;
pub(crate) mod resize;

pub use decode::{decode, jpeg, jpeg_dimensions, strip};
pub use image::RgbImage;
pub use resize::shrink;

use crate::error::ReadError;
use crate::pdf;

/// Returns the pictures of a file: the photo that it is, or the pages of the PDF that it is.
pub fn pictures(bytes: &[u8]) -> Result<Vec<RgbImage>, ReadError> {
    if pdf::is_pdf(bytes) {
        return Ok(pdf::pages(bytes, &mut pdf::Budget::until(None))?.into_iter().map(|page| page.picture).collect());
    }
    decode(bytes).map(|picture| vec![picture])
}

/// Encodes the pictures of a file as JPEGs that carry pixels and nothing else, as they are stored.
pub fn stored(bytes: &[u8]) -> Result<Vec<Vec<u8>>, ReadError> {
    pictures(bytes)?.into_iter().map(decode::stored_jpeg).collect()
}
