//! Receipts that shops send as PDF: the text of each page with its places, exactly, and a picture of the page.
//!
//! A page whose text is there needs no recogniser. One without text, such as a scan, is drawn and read as a photo. What
//! a file may cost is bounded before and while it is interpreted: pages, sides, decompressed bytes, drawn things.

mod canvas;
mod page;
mod streams;

use std::thread;

use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use image::RgbImage;

use crate::MAX_PHOTOS;
use crate::error::ReadError;
use crate::ocr::words::Word;

/// Nested structures of a file take stack; the parser bounds their depth.
const STACK_BYTES: usize = 64 << 20;
/// The header stands in the first kilobyte.
const HEADER_BYTES: usize = 1_024;

/// A page of a PDF.
pub struct PdfPage {
    /// Its pieces of text in pixels of the picture; none where the page is a scan.
    pub words: Vec<Word>,
    pub picture: RgbImage,
}

/// Returns whether a file is a PDF, by its header.
pub fn is_pdf(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(HEADER_BYTES)].windows(5).any(|window| window == b"%PDF-")
}

/// Reads and draws the pages of a PDF, at most [`MAX_PHOTOS`].
pub fn pages(bytes: &[u8]) -> Result<Vec<PdfPage>, ReadError> {
    streams::check(bytes)?;
    let data = bytes.to_vec();
    // On a thread of its own: of a damaged file no more than the thread ends.
    let work = thread::Builder::new().name("pdf".into()).stack_size(STACK_BYTES).spawn(move || read(data));
    let work = work.map_err(|_| ReadError::Engine)?;
    work.join().unwrap_or_else(|panic| {
        Err(if panic.is::<canvas::TooMuchWork>() { ReadError::TooCostly } else { ReadError::Corrupt })
    })
}

fn read(data: Vec<u8>) -> Result<Vec<PdfPage>, ReadError> {
    let pdf = Pdf::new(data).map_err(|error| match error {
        LoadPdfError::Decryption(_) => ReadError::Protected,
        LoadPdfError::Invalid => ReadError::Corrupt,
    })?;
    let pages = pdf.pages();
    if pages.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { most: MAX_PHOTOS });
    }
    if pages.is_empty() {
        return Err(ReadError::Corrupt);
    }
    let mut work = canvas::MAX_WORK;
    pages.iter().map(|page| page::read(page, &mut work)).collect()
}

#[cfg(test)]
mod tests;
