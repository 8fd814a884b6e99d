//! The reader: from photos and PDFs to a receipt.

use crate::MAX_PHOTOS;
use crate::dates;
use crate::error::{LoadError, ReadError};
use crate::layout::rows::Row;
use crate::ocr::geometry::Point;
use crate::ocr::models::Models;
use crate::ocr::session::Session;
use crate::ocr::text_box::TextBox;
use crate::passes::PageText;
use crate::pdf::{self, PdfPage};
use crate::photo_areas;
use crate::picture;
use crate::receipt::{Receipt, receipt_and_item_rows};
use crate::structure;
use chrono::NaiveDate;
use domain::printed_date::{DayOrder, PrintedDate};
use image::RgbImage;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// The JPEG quality of a PDF page that is read as a photo.
const PAGE_JPEG_QUALITY: u8 = 92;

/// Reads receipts. A copy is cheap and can be shared between threads.
#[derive(Clone, Copy)]
pub struct Reader {
    models: &'static Models,
}

impl Reader {
    /// Loads the models: a tenth of a second at the first call, nothing later.
    pub fn load() -> Result<Self, LoadError> {
        Ok(Self { models: Models::shared()? })
    }

    /// Reads the text boxes on one photo, from which [`crate::group_rows`] makes rows.
    pub fn read_text_boxes(self, picture: RgbImage) -> Result<Vec<TextBox>, ReadError> {
        Session::new(self.models).page_text(picture).map(|text| text.boxes)
    }

    /// Reads the dates on a small picture of a label that food may keep until, the likeliest first, at most three.
    /// Without an order of day and month, both orders are returned if both are possible.
    pub fn read_dates(
        self,
        picture: &RgbImage,
        today: NaiveDate,
        order: Option<DayOrder>,
    ) -> Result<Vec<PrintedDate>, ReadError> {
        dates::read(&Session::for_label(self.models), picture, today, order)
    }

    /// Reads one receipt from its photos or PDFs, which are given from top to bottom. Blocks for a second or more.
    pub fn read(self, files: &[&[u8]]) -> Result<Receipt, ReadError> {
        read(&Session::new(self.models), files)
    }

    /// Reads with a time limit: rows at the bottom that would take longer are left out, and [`Receipt::cut_short`] is
    /// set.
    pub fn read_within(self, files: &[&[u8]], time: Duration) -> Result<Receipt, ReadError> {
        read(&Session::new(self.models).with_time_limit(time), files)
    }
}

fn read(session: &Session, files: &[&[u8]]) -> Result<Receipt, ReadError> {
    if files.is_empty() {
        return Err(ReadError::Empty);
    }
    if files.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { max: MAX_PHOTOS });
    }
    let sources = split_into_pages(files, session.pdf_deadline())?;
    let texts = match read_sources(session, sources) {
        // The time limit passed before any text was read.
        Err(ReadError::NoText) if session.is_late() => return Err(ReadError::TooCostly),
        texts => texts?,
    };
    let photos: Vec<Vec<Row>> = texts.iter().map(|text| text.rows().unwrap_or_default()).collect();
    if photos.iter().all(Vec::is_empty) {
        return Err(ReadError::NoText);
    }
    let cut_short = texts.iter().any(|text| text.cut_short);
    let (mut receipt, item_rows) = receipt_and_item_rows(structure::embedded_tagger(), &photos);
    photo_areas::locate_items(&mut receipt.items, &item_rows, &photos, &texts);
    Ok(Receipt { cut_short, ..receipt })
}

/// A page of a receipt: a photo, or the text of a PDF page.
enum Source<'a> {
    Photo(Cow<'a, [u8]>),
    Text(PageText),
}

/// Splits PDFs into their pages.
fn split_into_pages<'a>(files: &[&'a [u8]], deadline: Option<Instant>) -> Result<Vec<Source<'a>>, ReadError> {
    let mut budget = pdf::Budget::new(deadline);
    let mut sources = Vec::new();
    for file in files {
        if pdf::is_pdf(file) {
            for page in pdf::read_pages(file, &mut budget)? {
                sources.push(pdf_source(page)?);
            }
        } else {
            sources.push(Source::Photo(Cow::Borrowed(file)));
        }
    }
    if sources.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { max: MAX_PHOTOS });
    }
    Ok(sources)
}

/// Returns the text of a PDF page, or its picture as a file: like photos, only one is in memory as pixels.
fn pdf_source(page: PdfPage) -> Result<Source<'static>, ReadError> {
    if page.boxes.is_empty() {
        return picture::jpeg(&page.picture, PAGE_JPEG_QUALITY).map(|jpeg| Source::Photo(Cow::Owned(jpeg)));
    }
    #[expect(clippy::cast_precision_loss, reason = "picture sides are below 2^24")]
    let (width, height) = (page.picture.width() as f32, page.picture.height() as f32);
    let part = |point: Point| Point::new(point.x / width, point.y / height);
    let on_photo = page.boxes.iter().map(|text_box| text_box.quad.map(part)).collect();
    Ok(Source::Text(PageText { boxes: page.boxes, on_photo, cut_short: false }))
}

/// Reads the text of each page, in their order.
fn read_sources(session: &Session, sources: Vec<Source>) -> Result<Vec<PageText>, ReadError> {
    let photos: Vec<&[u8]> = sources
        .iter()
        .filter_map(|source| if let Source::Photo(photo) = source { Some(photo.as_ref()) } else { None })
        .collect();
    if photos.len() == sources.len() {
        return session.page_texts(&photos);
    }
    let mut texts = if photos.is_empty() { Vec::new() } else { session.page_texts(&photos)? }.into_iter();
    let in_order = sources.into_iter().filter_map(|source| match source {
        Source::Photo(_) => texts.next(),
        Source::Text(text) => Some(text),
    });
    Ok(in_order.collect())
}
