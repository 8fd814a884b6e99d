//! `PATCH /api/household/devices/{id}`

use super::view::DeviceView;
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::household::{Device, DeviceDescription};
use domain::id::DeviceId;
use domain::invalid::Invalid;
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "Kitchen tablet", "person": "Anna"}))]
pub struct RenameDeviceRequest {
    /// 1 to 60 characters. Left out: the name stays.
    #[schema(max_length = 60)]
    pub name: Option<String>,
    /// The person who uses the device, at most 40 characters; blank for no person. Unchanged if left out.
    #[schema(max_length = 40)]
    pub person: Option<String>,
}

impl RenameDeviceRequest {
    /// Returns the changed description. The name is required unless the request has a person.
    fn apply_to(&self, before: &DeviceDescription) -> Result<DeviceDescription, Invalid> {
        let name = match (&self.name, &self.person) {
            (None, Some(_)) => before.name.clone(),
            (name, _) => DeviceDescription::checked_name("name", name.as_deref())?,
        };
        let person = match &self.person {
            Some(person) => DeviceDescription::checked_person("person", Some(person))?,
            None => before.person.clone(),
        };
        Ok(DeviceDescription { name, person, ..before.clone() })
    }
}

/// Changes the name of a device of the larder, or of the person who uses it.
#[utoipa::path(patch, path = "/api/household/devices/{id}", tag = "household",
    security(("bearer" = [])), params(("id" = Uuid, Path)),
    request_body = RenameDeviceRequest,
    responses((status = 200, body = DeviceView), (status = 409)))]
pub async fn rename_device(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<RenameDeviceRequest>,
) -> Result<Reply, ApiError> {
    let id = DeviceId::parse(&id).ok_or_else(ApiError::not_found)?;
    // Invalid input is refused whether or not the device exists.
    request.apply_to(&DeviceDescription::default())?;
    retry_lost_race(|| async {
        let household = caller.household(&deps).await?;
        let device = household.device(id).ok_or_else(ApiError::not_found)?;
        let description = request.apply_to(&device.description)?;
        let renamed = Device { description, version: device.version + 1, ..device.clone() };
        let reply = Reply::ok(&DeviceView::of(&renamed, &household, &caller));
        let writes = vec![Write::device_replace(&caller.user, &renamed)];
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        Ok(reply)
    })
    .await
}
