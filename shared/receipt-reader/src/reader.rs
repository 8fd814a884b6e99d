//! The way from photos to a receipt.

use crate::MAX_PHOTOS;
use crate::dates;
use crate::error::{LoadError, ReadError};
use crate::layout::rows::Row;
use crate::ocr::geometry::Point;
use crate::ocr::models::Models;
use crate::ocr::session::Session;
use crate::ocr::text_boxes::Word;
use crate::passes::PageText;
use crate::pdf::{self, PdfPage};
use crate::photo_areas;
use crate::picture;
use crate::receipt::{Receipt, receipt_with_rows};
use crate::stage::Stage;
use crate::structure;
use chrono::NaiveDate;
use domain::printed_date::{DayOrder, PrintedDate};
use image::RgbImage;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// How well a page of a PDF is kept that has to be read as a photo.
const PAGE_QUALITY: u8 = 92;

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
        Session::new(self.models).page_text(picture).map(|text| text.words)
    }

    /// The dates on a small picture of a label that food may keep until, the likeliest first, at most three. Without an
    /// order of day and month, both are offered where both may be meant.
    pub fn dates(
        self,
        picture: &RgbImage,
        today: NaiveDate,
        order: Option<DayOrder>,
    ) -> Result<Vec<PrintedDate>, ReadError> {
        dates::read(&Session::of_label(self.models), picture, today, order)
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
    let files = expanded(pages, session.pdf_deadline(), progress)?;
    let texts = match read_sources(session, files, progress) {
        // Nothing was read of it before the time ended.
        Err(ReadError::NoText) if session.is_late() => return Err(ReadError::TooCostly),
        texts => texts?,
    };
    let photos: Vec<Vec<Row>> = texts.iter().map(|text| text.rows().unwrap_or_default()).collect();
    if photos.iter().all(Vec::is_empty) {
        return Err(ReadError::NoText);
    }
    progress(Stage::Items);
    let cut_short = texts.iter().any(|text| text.cut_short);
    let (mut receipt, rows) = receipt_with_rows(structure::embedded(), &photos);
    photo_areas::locate(&mut receipt.items, &rows, &photos, &texts);
    Ok(Receipt { cut_short, ..receipt })
}

/// A page of a receipt: a photo to be read, or text that is there already.
enum Source<'a> {
    Photo(Cow<'a, [u8]>),
    Text(PageText),
}

/// Takes PDFs apart into their pages.
fn expanded<'a>(
    files: &[&'a [u8]],
    deadline: Option<Instant>,
    progress: &dyn Fn(Stage),
) -> Result<Vec<Source<'a>>, ReadError> {
    let mut budget = pdf::Budget::until(deadline);
    let mut sources = Vec::new();
    for file in files {
        if pdf::is_pdf(file) {
            progress(Stage::Decode);
            for page in pdf::pages(file, &mut budget)? {
                sources.push(source(page)?);
            }
        } else {
            sources.push(Source::Photo(Cow::Borrowed(file)));
        }
    }
    if sources.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { most: MAX_PHOTOS });
    }
    Ok(sources)
}

/// A drawn page is kept as a file, as photos are, so that only one is in memory as pixels.
fn source(page: PdfPage) -> Result<Source<'static>, ReadError> {
    if page.words.is_empty() {
        return picture::jpeg(&page.picture, PAGE_QUALITY).map(|jpeg| Source::Photo(Cow::Owned(jpeg)));
    }
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let (width, height) = (page.picture.width() as f32, page.picture.height() as f32);
    let part = |point: Point| Point::new(point.x / width, point.y / height);
    let on_photo = page.words.iter().map(|(quad, _)| quad.map(part)).collect();
    Ok(Source::Text(PageText { words: page.words, on_photo, cut_short: false }))
}

/// What is seen on each page, in their order.
fn read_sources(session: &Session, sources: Vec<Source>, progress: &dyn Fn(Stage)) -> Result<Vec<PageText>, ReadError> {
    let photos: Vec<&[u8]> = sources
        .iter()
        .filter_map(|source| if let Source::Photo(photo) = source { Some(photo.as_ref()) } else { None })
        .collect();
    if photos.len() == sources.len() {
        return session.page_texts(&photos, progress);
    }
    let mut texts = if photos.is_empty() { Vec::new() } else { session.page_texts(&photos, progress)? }.into_iter();
    let in_order = sources.into_iter().filter_map(|source| match source {
        Source::Photo(_) => texts.next(),
        Source::Text(text) => Some(text),
    });
    Ok(in_order.collect())
}
