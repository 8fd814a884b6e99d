//! Reads receipts that shops send as PDF: the exact text of each page with its positions, and a picture of the page.
//!
//! A page with text needs no recogniser. A page without text, such as a scan, is drawn and read as a photo. The cost of
//! a file is limited before and while it is interpreted: pages, sides, decoded bytes, operators, drawn objects, time.

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
use crate::ocr::text_box::TextBox;

/// The stack for nested structures of a file, whose depth the parser limits.
const STACK_BYTES: usize = 64 << 20;
/// The part of a file that has the header.
const HEADER_BYTES: usize = 1_024;

/// A page of a PDF.
pub struct PdfPage {
    /// Its text boxes in pixels of the picture; none if the page is a scan.
    pub boxes: Vec<TextBox>,
    pub picture: RgbImage,
}

/// Returns true if a file is a PDF, by its header.
pub fn is_pdf(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(HEADER_BYTES)].windows(5).any(|window| window == b"%PDF-")
}

/// The remaining budget of all PDFs of one receipt. Work is counted, so that a file is read or refused alike on every
/// machine; the deadline is for unforeseen work.
#[derive(Clone, Copy)]
pub struct Budget {
    cost: u64,
    work: u64,
    deadline: Option<Instant>,
}

impl Budget {
    pub fn new(deadline: Option<Instant>) -> Self {
        Self { cost: cost::MAX_COST, work: canvas::MAX_WORK, deadline }
    }
}

/// Reads and draws the pages of a PDF, at most [`MAX_PHOTOS`]. After [`ReadError::TooCostly`] the thread may continue
/// until the process ends.
pub fn read_pages(bytes: &[u8], budget: &mut Budget) -> Result<Vec<PdfPage>, ReadError> {
    let (data, mut left) = (bytes.to_vec(), *budget);
    let time = left.deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
    if time.is_zero() {
        return Err(ReadError::TooCostly);
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    // On a separate thread, so that a panic about a damaged file ends only that.
    let work = thread::Builder::new().name("pdf".into()).stack_size(STACK_BYTES).spawn(move || {
        let pages = read_document(data, &mut left);
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

fn read_document(data: Vec<u8>, budget: &mut Budget) -> Result<Vec<PdfPage>, ReadError> {
    streams::check(&data)?;
    let pdf = Pdf::new(data).map_err(|error| match error {
        LoadPdfError::Decryption(_) => ReadError::Protected,
        LoadPdfError::Invalid => ReadError::Corrupt,
    })?;
    let pages = pdf.pages();
    if pages.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { max: MAX_PHOTOS });
    }
    if pages.is_empty() {
        return Err(ReadError::Corrupt);
    }
    let mut survey = cost::CostSurvey::new(pdf.xref(), &mut budget.cost);
    pages.iter().try_for_each(|page| survey.count_page(page))?;
    let cache = InterpreterCache::new();
    pages.iter().map(|page| page::read_page(page, &cache, &mut budget.work)).collect()
}

#[cfg(test)]
mod tests;
