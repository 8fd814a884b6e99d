//! An item as a client sends it, for creation and for editing.

use crate::place::resolve_place;
use api::ApiError;
use application::deps::Deps;
use domain::calendar_day::last_moment_of;
use domain::food_state::{DateKind, FoodState, FractionLeft};
use domain::id::UserId;
use domain::item::StorageAndDate;
use domain::price::Price;
use domain::shelf_life::Storage;
use domain::timestamp;
use domain::unchecked_item::{UncheckedItem, calendar_day};
use serde::Deserialize;
use uuid::Uuid;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"name": "Whole milk", "category": "Dairy", "quantity": 1, "unit": "gallon",
    "shelfLifeDays": 5, "expiresAt": "2026-11-26T08:00:00.000Z", "scanSessionId": null}))]
pub struct ItemDraft {
    /// A client-made id, so that a creation can be repeated safely. Ignored by an update.
    pub id: Option<Uuid>,
    /// The scan session to which the item belongs, if it is one of its skipped lines. Ignored by an update.
    #[schema(format = Uuid)]
    pub scan_session_id: Option<Uuid>,
    /// 1 to 200 characters.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// At most 50 characters. Default of a creation: "Other".
    #[schema(max_length = 50)]
    pub category: Option<String>,
    /// More than 0, at most 100,000, at most three decimal places. Default of a creation: 1.
    #[schema(exclusive_minimum = 0, maximum = 100_000)]
    pub quantity: Option<f64>,
    /// Is added to the quantity: two devices that each use one use two. An item of which nothing is left is archived as
    /// used up. Ignored by a creation.
    #[schema(minimum = -100_000, maximum = 100_000)]
    pub quantity_delta: Option<f64>,
    /// At most 30 characters. Default of a creation: "item".
    #[schema(max_length = 30)]
    pub unit: Option<String>,
    /// Days, 1 to 3650. Default of a creation: 7.
    #[schema(minimum = 1, maximum = 3650)]
    pub shelf_life_days: Option<i64>,
    /// A time with an offset. Stored as sent, also in the past. Default of a creation: the end of the day on which the
    /// shelf life ends.
    #[schema(format = DateTime)]
    pub expires_at: Option<String>,
    /// The calendar day on which it expires, which is the same on every device. `expiresAt`
    /// is then the end of that day in the time zone of the preferences, or else in the client's.
    #[schema(format = Date)]
    pub expires_on: Option<String>,
    /// At most 500 characters.
    #[schema(max_length = 500)]
    pub notes: Option<String>,
    /// The storage place; by default its kind's usual one.
    pub storage: Option<Storage>,
    /// The household's own place, by its id in `places` of the preferences. It decides the storage.
    pub place: Option<Uuid>,
    /// For an item that is added again: when it was opened. Ignored by an update, as are `frozenAt`, `thawedAt`, `left`
    /// and `expiresBeforeFreezing`.
    #[schema(format = DateTime)]
    pub opened_at: Option<String>,
    #[schema(format = DateTime)]
    pub frozen_at: Option<String>,
    #[schema(format = DateTime)]
    pub thawed_at: Option<String>,
    /// The share left: 0.25, 0.5 or 0.75.
    pub left: Option<f64>,
    /// For a frozen item: its expiry date before freezing.
    #[schema(format = DateTime)]
    pub expires_before_freezing: Option<String>,
    /// The kind of date in `expiresAt`. Without it, a new item has an estimate.
    pub date_kind: Option<DateKind>,
    /// The price of the receipt's skipped line: more than 0, less than 1,000,000, in whole cents. Ignored by an update.
    #[schema(exclusive_minimum = 0, exclusive_maximum = 1_000_000)]
    pub price: Option<f64>,
    /// The price's currency, ISO 4217.
    #[schema(min_length = 3, max_length = 3)]
    pub currency: Option<String>,
    /// The version that the client saw: an edit is refused where another one came since. Ignored by a creation.
    pub version: Option<u64>,
}

/// A validated draft.
pub struct ResolvedDraft {
    pub details: UncheckedItem,
    pub storage_and_date: StorageAndDate,
    pub quantity_delta: Option<f64>,
    /// The state of a restored item.
    pub state: FoodState,
    pub price: Option<Price>,
}

impl ItemDraft {
    /// Resolves the chosen day in the larder's time zone, and the place.
    pub async fn resolve(self, deps: &Deps, user: &UserId) -> Result<ResolvedDraft, ApiError> {
        let expires_on = self.expires_on.as_deref().map(|day| calendar_day("expiresOn", day)).transpose()?;
        let expires_at = match expires_on {
            Some(day) => {
                let preferences = deps.store.preferences_get(user).await?;
                let end = || last_moment_of(day, preferences.zone()).map(timestamp::iso);
                self.expires_at.filter(|_| preferences.time_zone.is_none()).or_else(end)
            }
            None => self.expires_at,
        };
        let (storage, own_place) = resolve_place(deps, user, self.storage, self.place).await?;
        let time = |field: &str, text: Option<String>| {
            text.map(|text| timestamp::parse(field, &text))
                .transpose()
                .map(|time| time.map(|time| time.min(deps.now())))
        };
        Ok(ResolvedDraft {
            quantity_delta: self.quantity_delta,
            state: FoodState {
                opened_at: time("openedAt", self.opened_at)?,
                frozen_at: time("frozenAt", self.frozen_at)?,
                thawed_at: time("thawedAt", self.thawed_at)?,
                left: self.left.and_then(FractionLeft::of_share),
                expires_before_freezing: self
                    .expires_before_freezing
                    .map(|at| timestamp::parse("expiresBeforeFreezing", &at))
                    .transpose()?,
                ..FoodState::default()
            },
            price: Price::checked(self.price, self.currency.as_deref())?,
            storage_and_date: StorageAndDate { storage, own_place, date_kind: self.date_kind, expires_on },
            details: UncheckedItem {
                name: self.name,
                category: self.category,
                quantity: self.quantity,
                unit: self.unit,
                shelf_life_days: self.shelf_life_days,
                expires_at,
                notes: self.notes,
            },
        })
    }
}
