//! `PUT /api/preferences`

use api::view::PreferencesView;
use api::view::WithMessage;
use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::id::PlaceId;
use domain::own_place;
use domain::preferences::{UncheckedPreferences, move_aisles};
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"notificationTime": "18:00", "timeZone": "Europe/Berlin"}))]
pub struct PreferencesUpdate {
    pub push_notifications_enabled: Option<bool>,
    /// A full hour from 06:00 to 21:00, as `HH:00`.
    #[schema(pattern = "^(0[6-9]|1[0-9]|2[01]):00$")]
    pub notification_time: Option<String>,
    /// An IANA name.
    pub time_zone: Option<String>,
    /// A device's token for mobile push, at most 4096 characters; an empty one forgets it.
    #[schema(max_length = 4096)]
    pub fcm_token: Option<String>,
    /// The shopping list's categories in the household's own order, at most 40; none for the usual order.
    #[schema(max_items = 40)]
    pub aisles: Option<Vec<String>>,
    /// All of the household's own places, at most 8. Items in a place that is left out are in none, and keep their
    /// storage.
    #[schema(max_items = 8)]
    pub places: Option<Vec<own_place::UncheckedPlace>>,
    /// One own place, added or changed; the others stay as other devices have them.
    pub changed_place: Option<own_place::UncheckedPlace>,
    /// The id of an own place to remove.
    pub removed_place: Option<PlaceId>,
    /// The aisles that were moved: only these get their place in `aisles`, the others keep the order that another device
    /// may have given them.
    #[schema(max_items = 40)]
    pub moved_aisles: Option<Vec<String>>,
    /// True if used-up items go on the shopping list.
    pub list_used_up: Option<bool>,
    /// True if the household's devices may ask the product database about unknown barcodes.
    pub product_lookup: Option<bool>,
}

/// Changes preferences; missing fields stay unchanged.
#[utoipa::path(put, path = "/api/preferences", tag = "preferences", request_body = PreferencesUpdate,
    responses((status = 200, body = WithMessage<PreferencesView>)))]
pub async fn update_preferences(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(update): JsonBody<PreferencesUpdate>,
) -> Result<Reply, ApiError> {
    let PreferencesUpdate {
        push_notifications_enabled,
        notification_time,
        time_zone,
        fcm_token,
        aisles,
        places,
        changed_place,
        removed_place,
        moved_aisles,
        list_used_up,
        product_lookup,
    } = update;
    let draft = UncheckedPreferences {
        push_notifications_enabled,
        notification_time,
        time_zone,
        fcm_token,
        aisles,
        places,
        list_used_up,
        product_lookup,
    };
    let checked = draft.checked()?;
    let user = &caller.user;
    retry_lost_race(|| async {
        let mut change = checked.clone();
        let present = deps.store.preferences_get(user).await?;
        let mut write = Write::preferences_change(user, &change, deps.now());
        if changed_place.is_some() || removed_place.is_some() || moved_aisles.is_some() {
            if changed_place.is_some() || removed_place.is_some() {
                change.places = Some(own_place::changed(&present.places, changed_place.clone(), removed_place)?);
            }
            if let (Some(moved), Some(wanted)) = (&moved_aisles, &checked.aisles) {
                change.aisles = Some(move_aisles(&present.aisles, wanted, moved));
            }
            write = Write::preferences_change_lists(user, &change, &present, deps.now());
        }
        let view = PreferencesView::of(user, &present.changed(&change)).with_lookup_allowed(deps.config.product_lookup);
        let reply = Reply::ok(&WithMessage::new(view, "Preferences saved."));
        deps.store.commit(vec![write], idempotency.record(&reply)).await?;
        Ok(reply)
    })
    .await
}
