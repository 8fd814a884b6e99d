//! The way from photos to a receipt.

use crate::error::{LoadError, ReadError};
use crate::layout::rows::Row;
use crate::ocr::models::Models;
use crate::ocr::session::Session;
use crate::ocr::words::Word;
use crate::places;
use crate::receipt::{Receipt, receipt_with_rows};
use crate::stage::Stage;
use crate::structure;
use image::RgbImage;
use std::time::Duration;

/// How many photos may show one receipt.
pub const MAX_PHOTOS: usize = 8;

/// Reads receipts. Making one is cheap once the models are there; it can be shared between threads.
#[derive(Clone, Copy)]
pub struct Reader {
    models: &'static Models,
}

impl Reader {
    /// Makes the models ready, which takes some tens of milliseconds the first time and nothing after.
    pub fn load() -> Result<Self, LoadError> {
        Ok(Self { models: Models::shared()? })
    }

    /// The rows of text on one photo.
    pub fn rows(self, picture: RgbImage) -> Result<Vec<Row>, ReadError> {
        Session::new(self.models).rows(picture)
    }

    /// The pieces of text on one photo, which [`crate::rows`] makes rows of.
    pub fn words(self, picture: RgbImage) -> Result<Vec<Word>, ReadError> {
        Session::new(self.models).best_look(picture).map(|look| look.words)
    }

    /// Reads one receipt from the photos of it, from its top to its bottom. This blocks for a second or more.
    pub fn read(self, pages: &[&[u8]]) -> Result<Receipt, ReadError> {
        self.read_with(pages, &|_| {})
    }

    /// Reads for so long: what would take longer on this machine is left out, from the bottom, and the receipt says so
    /// ([`Receipt::cut_short`]).
    pub fn read_within(self, pages: &[&[u8]], time: Duration) -> Result<Receipt, ReadError> {
        read(&Session::new(self.models).within(time), pages, &|_| {})
    }

    /// Reads, and tells which stage begins.
    pub fn read_with(self, pages: &[&[u8]], progress: &dyn Fn(Stage)) -> Result<Receipt, ReadError> {
        read(&Session::new(self.models), pages, progress)
    }
}

fn read(session: &Session, pages: &[&[u8]], progress: &dyn Fn(Stage)) -> Result<Receipt, ReadError> {
    if pages.is_empty() {
        return Err(ReadError::Empty);
    }
    if pages.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { most: MAX_PHOTOS });
    }
    let looks = match session.best_looks(pages, progress) {
        // Nothing was read of it before the time ended.
        Err(ReadError::NoText) if session.is_late() => return Err(ReadError::TooCostly),
        looks => looks?,
    };
    let photos: Vec<Vec<Row>> = looks.iter().map(|look| look.rows().unwrap_or_default()).collect();
    if photos.iter().all(Vec::is_empty) {
        return Err(ReadError::NoText);
    }
    progress(Stage::Items);
    let cut_short = looks.iter().any(|look| look.cut_short);
    let (mut receipt, rows) = receipt_with_rows(structure::embedded(), &photos);
    places::locate(&mut receipt.items, &rows, &photos, &looks);
    Ok(Receipt { cut_short, ..receipt })
}
