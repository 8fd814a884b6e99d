//! Converts receipt lines to items: new ones, and archived or deleted ones that are restored.

use api::Idempotency;
use application::deps::Deps;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::{Tz, end_of_day_after};
use domain::correction::{CorrectedFields, Correction};
use domain::food_state::FoodState;
use domain::id::ItemId;
use domain::item::{DEFAULT_CATEGORY, DEFAULT_UNIT, Details, Item, ItemStatus, MAX_SHELF_LIFE_DAYS, ReceiptLine};
use domain::price::{MAX_CENTS, Price};
use domain::quantity::Quantity;
use domain::scan::ScanSession;
use domain::shelf_life::{self, Storage};
use domain::storage_guide;
use domain::text;
use receipt_reader::ReadItem;
use std::collections::HashMap;
use store::{StoreError, Write};

/// An item after the scan, and whether it was there before.
pub struct Tracked {
    pub item: Item,
    pub restored: bool,
}

impl Tracked {
    pub fn write(&self) -> Write {
        if self.restored { Write::item_replace(&self.item) } else { Write::item_create(&self.item) }
    }

    /// Returns the write for a retry, which overwrites an item of the first try.
    pub fn write_over(&self) -> Write {
        if self.restored { Write::item_replace(&self.item) } else { Write::item_put(&self.item) }
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
pub fn details(line: &ReadItem, bought_on: NaiveDate, zone: Tz) -> Details {
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
    #[expect(clippy::cast_possible_truncation, reason = "a saturated price is filtered")]
    let cents = (units? * 100.0).round() as i64;
    (1..MAX_CENTS).contains(&cents).then(|| Price { cents, currency: currency.map(str::to_owned) })
}

/// Returns the reader's storage place, unless it is the default.
fn storage(line: &ReadItem) -> Option<Storage> {
    let usual = storage_guide::usual_place(shelf_life::kind_of(&line.name), &line.category);
    Storage::named(&line.storage).filter(|storage| *storage != usual)
}

/// The maximum number of recently removed items that a scan may restore: half a year of a household, for some 50 read
/// units.
const MAX_RESTORABLE: usize = 300;

/// Returns the items of a receipt's food. Each archived or deleted item is restored at most once, the most recently
/// removed first.
pub async fn items(
    deps: &Deps,
    session: &ScanSession,
    zone: Tz,
    food: &[&ReadItem],
    currency: Option<&str>,
    idempotency: &Idempotency,
) -> Result<Vec<Tracked>, StoreError> {
    let (user, now) = (&session.user, session.scanned_at);
    let bought_on = session.purchase.day(now, zone);
    let mut gone: HashMap<String, Vec<Item>> = HashMap::new();
    for item in deps.store.item_list_inactive(user, now, MAX_RESTORABLE).await? {
        gone.entry(text::name_key(&item.details.name)).or_default().push(item);
    }
    let tracked = food.iter().enumerate().map(|(n, line)| {
        let details = details(line, bought_on, zone);
        let receipt_line =
            ReceiptLine { raw_text: fitting(&line.raw_text, 200, ""), confidence: line.confidence.clamp(0.0, 1.0) };
        let back =
            gone.get_mut(&text::name_key(&details.name)).filter(|list| !list.is_empty()).map(|list| list.remove(0));
        let (item, restored) = if let Some(item) = back {
            debug_assert_ne!(item.status_at(now), ItemStatus::Active, "only inactive items are listed");
            (item.renew(Some(session.id), details, now), true)
        } else {
            (Item::new(ItemId(idempotency.id(deps, n + 1)), user.clone(), Some(session.id), details, now), false)
        };
        let item = Item {
            state: FoodState { storage: storage(line), ..FoodState::default() },
            price: price(line.price, currency),
            purchased_on: session.purchase.purchased_on,
            receipt_line: Some(receipt_line),
            ..item
        };
        Tracked { item: item.with_grace_if_past(now), restored }
    });
    Ok(tracked.collect())
}
