//! The place that a request names: a storage place, or one of the household's own.

use api::ApiError;
use application::deps::Deps;
use domain::id::{PlaceId, UserId};
use domain::own_place;
use domain::shelf_life::Storage;
use uuid::Uuid;

/// Returns the storage and the own place. The storage of an own place is the one that it keeps like, whatever was sent.
/// An own place that was removed meanwhile counts as none if a storage was sent too, so that a change made offline is
/// not lost.
pub async fn resolve_place(
    deps: &Deps,
    user: &UserId,
    storage: Option<Storage>,
    place: Option<Uuid>,
) -> Result<(Option<Storage>, Option<PlaceId>), ApiError> {
    let Some(id) = place.map(PlaceId) else { return Ok((storage, None)) };
    let places = deps.store.preferences_get(user).await?.places;
    match places.into_iter().find(|place| place.id == id) {
        Some(own_place::OwnPlace { storage, .. }) => Ok((Some(storage), Some(id))),
        None if storage.is_some() => Ok((storage, None)),
        None => Err(ApiError::invalid("place", "There is no such place. Send a storage too, or add the place first.")),
    }
}
