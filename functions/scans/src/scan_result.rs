//! The response to a scan.

use crate::transcript::TranscriptView;
use api::Reply;
use api::view::ItemView;
use chrono::NaiveDate;
use domain::calendar_day::LocalTime;
use domain::id::SessionId;
use domain::item::{Item, ItemStatus, MAX_ACTIVE};
use domain::price::Price;
use domain::scan::{ScanSession, Transcript};
use receipt_reader::Receipt;
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExtractResult {
    pub session_id: SessionId,
    /// The receipt's food and drink, as items, each with `rawText` and `confidence`.
    pub items: Vec<ItemView>,
    pub item_count: usize,
    #[serde(flatten)]
    pub transcript: TranscriptView,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// The day that is printed on the receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_on: Option<NaiveDate>,
    /// The day that shelf lives are counted from, if it is not the day of the scan: the printed one, unless it lies in
    /// the future or more than 60 days ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purchased_on: Option<NaiveDate>,
    /// The printed total, or else the subtotal, in the receipt's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// There was no room for so many active items: the receipt is kept, and its items are archived. `re-add-items`
    /// makes them active once there is room.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub larder_full: bool,
    /// Some text was not read: too much for one scan, or the reader was too slow. Items further down may be missing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    pub message: String,
}

/// Returns the reply for a scan with these items.
pub fn reply(
    session: &ScanSession,
    items: &[Item],
    receipt: &Receipt,
    transcript: &Transcript,
    now: LocalTime,
) -> Reply {
    let count = items.len();
    let larder_full = items.iter().any(|item| item.stored_status != ItemStatus::Active);
    Reply::ok(&ExtractResult {
        session_id: session.id,
        items: items.iter().map(|item| ItemView::at(item, now)).collect(),
        item_count: count,
        transcript: TranscriptView::from(transcript),
        store: receipt.store.clone(),
        printed_on: session.purchase.printed_on,
        purchased_on: session.purchase.purchased_on,
        total: session.total.as_ref().map(Price::units),
        larder_full,
        cut_short: receipt.cut_short,
        message: message(count, larder_full, receipt.cut_short),
    })
}

fn message(count: usize, larder_full: bool, cut_short: bool) -> String {
    if larder_full {
        return format!(
            "The receipt is kept. You can have {MAX_ACTIVE} items: archive some, then add these from the scan history."
        );
    }
    let added = if count == 1 { "1 item added.".into() } else { format!("{count} items added.") };
    if cut_short {
        return format!("{added} The photo was too long to read completely: items at the bottom may be missing.");
    }
    added
}
