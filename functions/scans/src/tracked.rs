//! Converts receipt lines to items: new ones, and archived or deleted ones that are restored.

use api::Idempotency;
use application::deps::Deps;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::{Tz, end_of_day_after};
use domain::correction::{CorrectedFields, Correction};
use domain::food_state::FoodState;
use domain::id::ItemId;
use domain::item::{DEFAULT_CATEGORY, DEFAULT_UNIT, Details, Item, MAX_SHELF_LIFE_DAYS, ReceiptLine};
use domain::price::Price;
use domain::quantity::Quantity;
use domain::scan::ScanSession;
use domain::shelf_life::{self, Storage};
use domain::storage_guide;
use domain::text;
use receipt_reader::{ReadItem, Receipt};
use std::collections::{HashMap, VecDeque};
use store::{StoreError, Write};
use uuid::Uuid;

/// The maximum length of the stored text of a receipt's line.
pub const MAX_RAW_TEXT_LENGTH: usize = 200;

/// Returns true for an item that the scan creates, and false for one that it restores.
pub fn is_new(item: &Item) -> bool {
    item.version == 1
}

/// Returns the write of an item. A new one of a receipt that is split into transactions overwrites the same item of an
/// earlier attempt, which has the same id.
pub fn write(item: &Item, is_split: bool) -> Write {
    match (is_new(item), is_split) {
        (false, _) => Write::item_replace(item),
        (true, false) => Write::item_create(item),
        (true, true) => Write::item_put(item),
    }
}

/// Cuts text to the limits of items, because a receipt cannot be corrected and sent again.
pub fn fitting(text: &str, max_length: usize, default: &str) -> String {
    let cleaned: String = text.chars().filter(|c| !c.is_control()).take(max_length).collect();
    if cleaned.trim().is_empty() { default.to_owned() } else { cleaned.trim().to_owned() }
}

/// Applies the user's earlier corrections. Food or not stays the reader's decision, because untracked lines cannot be
/// edited.
pub fn correct(lines: &mut [ReadItem], corrections: &[Correction], now: DateTime<Utc>) {
    for line in lines {
        let Some(Correction { amended, .. }) = Correction::for_line(corrections, &line.raw_text, now) else { continue };
        let CorrectedFields { name, category, unit, shelf_life_days } = amended.clone();
        line.name = name.unwrap_or_else(|| std::mem::take(&mut line.name));
        line.category = category.unwrap_or_else(|| std::mem::take(&mut line.category));
        line.unit = unit.unwrap_or_else(|| std::mem::take(&mut line.unit));
        line.shelf_life_days = shelf_life_days.unwrap_or(line.shelf_life_days);
    }
}

/// Returns the details of a line's item. Its shelf life counts from the purchase.
fn details(line: &ReadItem, bought_on: NaiveDate, zone: Tz) -> Details {
    let shelf_life_days = line.shelf_life_days.clamp(1, MAX_SHELF_LIFE_DAYS);
    let expires_at = end_of_day_after(bought_on, i64::from(shelf_life_days), zone);
    Details {
        category: fitting(&line.category, text::MAX_CATEGORY, DEFAULT_CATEGORY),
        quantity: Quantity::nearest(line.quantity),
        unit: fitting(&line.unit, text::MAX_UNIT, DEFAULT_UNIT),
        shelf_life_days,
        ..Details::new(fitting(&line.name, text::MAX_NAME, "Item"), expires_at)
    }
}

/// Returns the price of a line. Refunds and free items have none.
pub fn price(units: Option<f64>, currency: Option<&str>) -> Option<Price> {
    Price::of_units(units?, currency.map(str::to_owned))
}

/// Returns the reader's storage place, unless it is the default.
fn storage(line: &ReadItem) -> Option<Storage> {
    let usual = storage_guide::usual_place(shelf_life::kind_of(&line.name), &line.category);
    Storage::named(&line.storage).filter(|storage| *storage != usual)
}

/// The maximum number of recently removed items that a scan may restore: half a year of twelve items a week, for some
/// 50 read units.
const MAX_RESTORABLE: usize = 300;

/// Returns the items of a receipt's food. Each archived or deleted item is restored at most once, the most recently
/// removed first.
pub async fn items(
    deps: &Deps,
    session: &ScanSession,
    zone: Tz,
    receipt: &Receipt,
    idempotency: &Idempotency,
) -> Result<Vec<Item>, StoreError> {
    let (user, now) = (&session.user, session.scanned_at);
    let bought_on = session.purchase.day(now, zone);
    let mut inactive: HashMap<String, VecDeque<Item>> = HashMap::new();
    for item in deps.store.item_list_inactive(user, now, MAX_RESTORABLE).await? {
        inactive.entry(text::name_key(&item.details.name)).or_default().push_back(item);
    }
    let item_of_line = |(n, line): (usize, &ReadItem)| {
        let details = details(line, bought_on, zone);
        let restored = inactive.get_mut(&text::name_key(&details.name)).and_then(VecDeque::pop_front);
        let item = if let Some(item) = restored {
            item.renew(Some(session.id), details, now)
        } else {
            // Another receipt under the same key, whose record has expired, gets other ids.
            let id = Uuid::new_v5(&idempotency.id(deps, n + 1), session.image_hash.as_bytes());
            Item::new(ItemId(id), user.clone(), Some(session.id), details, now)
        };
        let raw_text = fitting(&line.raw_text, MAX_RAW_TEXT_LENGTH, "");
        let item = Item {
            state: FoodState { storage: storage(line), ..FoodState::default() },
            price: price(line.price, receipt.currency.as_deref()),
            purchased_on: session.purchase.purchased_on,
            receipt_line: Some(ReceiptLine { raw_text, confidence: line.confidence.clamp(0.0, 1.0) }),
            ..item
        };
        item.with_grace_if_past(now)
    };
    Ok(receipt.items.iter().filter(|line| line.food).enumerate().map(item_of_line).collect())
}
