//! `PUT /api/preferences`

use api::view::{PreferencesView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::own_place;
use domain::preferences::{UncheckedPreferences, move_aisles};
use store::Write;

/// Changes preferences; missing fields stay unchanged.
#[utoipa::path(put, path = "/api/preferences", tag = "preferences",
    security(("bearer" = [])), request_body = UncheckedPreferences,
    responses((status = 200, body = WithMessage<PreferencesView>)))]
pub async fn update_preferences(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(update): JsonBody<UncheckedPreferences>,
) -> Result<Reply, ApiError> {
    let checked = update.clone().checked()?;
    let UncheckedPreferences { changed_place, removed_place, moved_aisles, .. } = update;
    let user = &caller.user;
    retry_lost_race(|| async {
        let mut change = checked.clone();
        let before = deps.store.preferences_get(user).await?;
        let changes_places = changed_place.is_some() || removed_place.is_some();
        if changes_places {
            change.places = Some(own_place::changed(&before.places, changed_place.clone(), removed_place)?);
        }
        if let (Some(moved), Some(wanted)) = (&moved_aisles, &checked.aisles) {
            change.aisles = Some(move_aisles(&before.aisles, wanted, moved));
        }
        let write = if changes_places || moved_aisles.is_some() {
            Write::preferences_change_lists(user, &change, &before, deps.now())
        } else {
            Write::preferences_change(user, &change, deps.now())
        };
        let view = PreferencesView::of(user, &before.changed(&change)).with_lookup_allowed(deps.config.product_lookup);
        let reply = Reply::ok(&WithMessage::new(view, "Preferences saved."));
        deps.store.commit(vec![write], idempotency.record(&reply)).await?;
        Ok(reply)
    })
    .await
}
