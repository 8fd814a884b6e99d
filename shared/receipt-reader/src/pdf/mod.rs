//! Receipts that shops send as PDF: the text of each page with its places, exactly, and a picture of the page.
//!
//! A page whose text is there needs no recogniser. One without text, such as a scan, is drawn and read as a photo. What
//! a file may cost is bounded before and while it is interpreted: pages, sides, decoded bytes, operators, drawn things,
//! time.

mod canvas;
mod cost;
mod page;
mod streams;

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use hayro_interpret::InterpreterCache;
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use image::RgbImage;

use crate::MAX_PHOTOS;
use crate::error::ReadError;
use crate::ocr::text_boxes::Word;

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

/// What all PDFs of one receipt may still cost together. Work is counted, so that the same file is read or refused on
/// every machine; the time ends what was not foreseen.
#[derive(Clone, Copy)]
pub struct Budget {
    cost: u64,
    work: u64,
    until: Option<Instant>,
}

impl Budget {
    pub fn until(until: Option<Instant>) -> Self {
        Self { cost: cost::MAX_COST, work: canvas::MAX_WORK, until }
    }
}

/// Reads and draws the pages of a PDF, at most [`MAX_PHOTOS`]. After [`ReadError::TooCostly`] a thread may be at work
/// still, which only the end of the process ends.
pub fn pages(bytes: &[u8], budget: &mut Budget) -> Result<Vec<PdfPage>, ReadError> {
    let (data, mut left) = (bytes.to_vec(), *budget);
    let time = left.until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()));
    if time.is_zero() {
        return Err(ReadError::TooCostly);
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    // On a thread of its own: of a damaged file no more than the thread ends.
    let work = thread::Builder::new().name("pdf".into()).stack_size(STACK_BYTES).spawn(move || {
        let pages = read(data, &mut left);
        let _ = sender.send((pages, left));
    });
    let work = work.map_err(|_| ReadError::Engine)?;
    match receiver.recv_timeout(time) {
        Ok((pages, left)) => {
            *budget = left;
            pages
        }
        Err(RecvTimeoutError::Timeout) => Err(ReadError::TooCostly),
        Err(RecvTimeoutError::Disconnected) => Err(match work.join() {
            Err(panic) if panic.is::<canvas::TooMuchWork>() => ReadError::TooCostly,
            _ => ReadError::Corrupt,
        }),
    }
}

fn read(data: Vec<u8>, budget: &mut Budget) -> Result<Vec<PdfPage>, ReadError> {
    streams::check(&data)?;
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
    let mut survey = cost::Survey::new(pdf.xref(), &mut budget.cost);
    pages.iter().try_for_each(|page| survey.count_page(page))?;
    let cache = InterpreterCache::new();
    pages.iter().map(|page| page::read(page, &cache, &mut budget.work)).collect()
}

#[cfg(test)]
mod tests;
