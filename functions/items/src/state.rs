//! `PATCH /api/items/{id}/state`

use crate::change::{ItemChange, change_item};
use crate::place::resolve_place;
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply};
use application::deps::Deps;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::food_state::{Event, FractionLeft};
use domain::id::PlaceId;
use domain::shelf_life::Storage;
use domain::timestamp;
use serde::Deserialize;
use uuid::Uuid;

/// What happened to the food.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventName {
    Opened,
    Frozen,
    Thawed,
    Moved,
    Used,
    /// Undoes the last change.
    Undone,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"event": "frozen"}))]
pub struct StateChange {
    pub event: Option<EventName>,
    /// The new storage place.
    pub storage: Option<Storage>,
    /// The household's own place that it was moved to, by its id in `places` of the preferences. It decides the
    /// storage; `storage` counts if the place was removed meanwhile.
    pub place: Option<Uuid>,
    /// The share left after use: 0.25, 0.5, 0.75, or 1 for all of it.
    pub left: Option<f64>,
    /// When it happened, for changes sent later; the current time by default. A future time counts as now, one before
    /// the item as its beginning. With `undone`: the `at` of the change to undo, so that no other one is undone.
    #[schema(format = DateTime)]
    pub at: Option<String>,
}

impl StateChange {
    /// Returns the event, with the storage place and the own place that it was resolved to, and its requested time.
    fn event(
        &self,
        storage: Option<Storage>,
        own_place: Option<PlaceId>,
        requested_at: Option<DateTime<Utc>>,
    ) -> Result<Event, ApiError> {
        let missing = || ApiError::invalid("event", "The event must be opened, frozen, thawed, moved, used or undone.");
        Ok(match self.event.ok_or_else(missing)? {
            EventName::Opened => Event::Opened,
            EventName::Frozen => Event::Frozen,
            EventName::Thawed => Event::Thawed,
            EventName::Undone => Event::Undone { at: requested_at },
            EventName::Moved => {
                let missing =
                    || ApiError::invalid("storage", "The storage must be fridge, freezer, pantry or counter.");
                Event::Moved { storage: storage.ok_or_else(missing)?, own_place }
            }
            EventName::Used => {
                // A missing share is refused like 0.
                let share = self.left.unwrap_or_default();
                Event::Used { left: FractionLeft::checked(share)?, opens: true }
            }
        })
    }
}

/// Changes the food state of an active item: opened, frozen, thawed, moved, partly used, or undo. Returns the new date
/// and its reason (`expiryReason`). A repeated change does nothing.
#[utoipa::path(patch, path = "/api/items/{id}/state", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), params(("id" = Uuid, Path)),
    request_body = StateChange,
    responses((status = 200, body = WithMessage<ItemView>), (status = 409)))]
pub async fn change_item_state(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(change): JsonBody<StateChange>,
) -> Result<Reply, ApiError> {
    let place = change.place.filter(|_| matches!(change.event, Some(EventName::Moved)));
    let (storage, own_place) = resolve_place(&deps, &caller.user, change.storage, place).await?;
    let requested_at = change.at.as_deref().map(|at| timestamp::parse("at", at)).transpose()?;
    let event = change.event(storage, own_place, requested_at)?;
    let at = requested_at.unwrap_or_else(|| deps.now());
    change_item(&deps, &caller, &id, &idempotency, |item, now| {
        Ok(ItemChange { item: item.apply_event(event, at, now)?, message: message(event), learnt: None })
    })
    .await
}

fn message(event: Event) -> &'static str {
    match event {
        Event::Opened => "Item opened.",
        Event::Frozen => "Item frozen.",
        Event::Thawed => "Item thawed.",
        Event::Moved { .. } => "Item moved.",
        Event::Used { .. } => "Item used.",
        Event::Undone { .. } => "The last change was undone.",
    }
}
