//! A scripted reader: it returns the receipts that a test has set.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::NaiveDate;
use domain::printed_date::{DatePrecision, DayOrder, PrintedDate, PrintedDateKind};
use domain::scan::PhotoArea;
use receipt_reader::{ReadError, ReadItem, Receipt};
use scans::engine::{Engine, EngineError, LabelFuture, LabelReader, ReadLimits, ReadReceipt, ReceiptFuture};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

/// Returns a scripted response for a picture's bytes, and counts its calls.
#[derive(Default)]
pub struct ScriptedReader {
    pub receipts: Mutex<HashMap<Vec<u8>, Result<Receipt, ReadError>>>,
    pub asked: AtomicUsize,
    pub broken: AtomicBool,
    /// While a test holds it for writing, no reading ends.
    pub held: tokio::sync::RwLock<()>,
}

impl ScriptedReader {
    pub fn script(&self, picture: &[u8], outcome: Result<Receipt, ReadError>) {
        self.receipts.lock().unwrap().insert(picture.to_vec(), outcome);
    }

    /// Counts a call. Waits until no test holds the reader, and fails if a test has broken it.
    async fn begin(&self) -> Result<(), EngineError> {
        self.asked.fetch_add(1, SeqCst);
        let _free = self.held.read().await;
        if self.broken.load(SeqCst) { Err(EngineError::Engine("scripted to fail".into())) } else { Ok(()) }
    }
}

impl Engine for ScriptedReader {
    fn read(&self, pages: Vec<Vec<u8>>, _: ReadLimits) -> ReceiptFuture<'_> {
        Box::pin(async move {
            self.begin().await?;
            let outcome = self.receipts.lock().unwrap().get(&pages.concat()).cloned();
            let receipt = outcome.unwrap_or(Err(ReadError::NotAnImage))?;
            Ok(ReadReceipt { receipt, stored: pages })
        })
    }
}

impl LabelReader for ScriptedReader {
    /// Finds one date on every label, the day before the client's.
    fn dates(&self, _: Vec<u8>, today: NaiveDate, _: Option<DayOrder>) -> LabelFuture<'_> {
        Box::pin(async move {
            self.begin().await?;
            Ok(vec![PrintedDate {
                date: today.pred_opt().unwrap(),
                precision: DatePrecision::Day,
                kind: Some(PrintedDateKind::BestBefore),
                is_sure: false,
                text: "MHD".into(),
                place: PhotoArea { photo: 0, left: 0.1, top: 0.2, right: 0.9, bottom: 0.4 },
            }])
        })
    }
}

/// A line item as the reader would answer it.
pub fn line(raw_text: &str, name: &str, category: &str, shelf_life_days: u32) -> ReadItem {
    ReadItem {
        raw_text: raw_text.into(),
        name: name.into(),
        category: category.into(),
        quantity: 1.0,
        unit: "item".into(),
        shelf_life_days,
        storage: "fridge".into(),
        shelf_life_reason: "for a test".into(),
        price: Some(1.99),
        discount: None,
        food: category != "Household",
        confidence: 0.9,
        area: None,
    }
}

pub fn receipt(items: Vec<ReadItem>, lines: &[&str]) -> Receipt {
    Receipt {
        store: Some("Corner Market".into()),
        language: "en".into(),
        date: None,
        currency: receipt_reader::text::currency::detect(lines).map(str::to_owned),
        items,
        subtotal: None,
        total: None,
        balanced: None,
        off_by: None,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        cut_short: false,
        service_bill: false,
    }
}

/// The body of a request to read a picture.
pub fn picture_body(picture: &[u8]) -> Value {
    json!({"imageBase64": STANDARD.encode(picture)})
}

/// A small picture that is different for each seed and can be decoded.
pub fn picture(seed: u8) -> Vec<u8> {
    use receipt_reader::picture::strip;
    let mut bmp = Vec::new();
    // A 24-bit BMP of 40 × 40: simple enough to write by hand, and one of the formats that the site takes.
    let (width, height) = (40_u32, 40_u32);
    let pixels = width * height * 3;
    bmp.extend_from_slice(b"BM");
    bmp.extend_from_slice(&(54 + pixels).to_le_bytes());
    bmp.extend_from_slice(&[0; 4]);
    bmp.extend_from_slice(&54_u32.to_le_bytes());
    bmp.extend_from_slice(&40_u32.to_le_bytes());
    bmp.extend_from_slice(&width.to_le_bytes());
    bmp.extend_from_slice(&height.to_le_bytes());
    bmp.extend_from_slice(&[1, 0, 24, 0]);
    bmp.extend_from_slice(&[0; 24]);
    bmp.extend((0..pixels).map(|i| u8::try_from(i % 251).unwrap().wrapping_add(seed)));
    strip(&bmp).expect("the picture can be decoded");
    bmp
}
