//! Resolves the place of a request: a storage place, or one of the household's own.

use api::ApiError;
use application::deps::Deps;
use domain::id::{PlaceId, UserId};
use domain::own_place::OwnPlace;
use domain::shelf_life::Storage;
use uuid::Uuid;

/// Returns the storage place and the own place; an own place decides the storage place. A removed own place is ignored
/// if the request has a storage place too, so that a change made offline is not lost.
pub async fn resolve_place(
    deps: &Deps,
    user: &UserId,
    storage: Option<Storage>,
    place: Option<Uuid>,
) -> Result<(Option<Storage>, Option<PlaceId>), ApiError> {
    let Some(id) = place.map(PlaceId) else { return Ok((storage, None)) };
    let places = deps.store.preferences_get(user).await?.places;
    match places.into_iter().find(|place| place.id == id) {
        Some(OwnPlace { storage, .. }) => Ok((Some(storage), Some(id))),
        None if storage.is_some() => Ok((storage, None)),
        None => Err(ApiError::invalid("place", "There is no such place. Send a storage too, or add the place first.")),
    }
}
