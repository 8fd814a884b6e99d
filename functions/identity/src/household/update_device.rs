//! `PATCH /api/household/devices/{id}`

use super::end_device::last_member_error;
use super::view::DeviceView;
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply, retry_lost_race};
use application::deps::Deps;
use application::household::{drop_cached_members, restrict_device};
use axum::extract::State;
use domain::household::{Device, DeviceDescription, Role};
use domain::id::DeviceId;
use domain::invalid::Invalid;
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "Kitchen tablet", "person": "Anna"}))]
pub struct UpdateDeviceRequest {
    /// 1 to 60 characters. Unchanged if left out.
    #[schema(max_length = 60)]
    pub name: Option<String>,
    /// The person who uses the device, at most 40 characters; blank for no person. Unchanged if left out.
    #[schema(max_length = 40)]
    pub person: Option<String>,
    /// What the device may do. Unchanged if left out.
    pub role: Option<Role>,
}

impl UpdateDeviceRequest {
    /// Returns the changed description. The name is required unless the request has something else.
    fn apply_to(&self, before: &DeviceDescription) -> Result<DeviceDescription, Invalid> {
        let name = match (&self.name, &self.person) {
            (None, person) if person.is_some() || self.role.is_some() => before.name.clone(),
            (name, _) => DeviceDescription::checked_name("name", name.as_deref())?,
        };
        let person = match &self.person {
            Some(person) => DeviceDescription::checked_person("person", Some(person))?,
            None => before.person.clone(),
        };
        Ok(DeviceDescription { name, person, ..before.clone() })
    }
}

/// Changes the name of a device of the larder, the person who uses it, or what it may do. A device that may only look
/// from now on loses its programs' tokens and the recovery codes that it created, and can change only its own name and
/// person. One device always keeps all rights.
#[utoipa::path(patch, path = "/api/household/devices/{id}", tag = "household",
    security(("bearer" = []), ("looker" = [])), params(("id" = Uuid, Path)),
    request_body = UpdateDeviceRequest,
    responses((status = 200, body = DeviceView), (status = 409)))]
pub async fn update_device(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<UpdateDeviceRequest>,
) -> Result<Reply, ApiError> {
    let id = DeviceId::parse(&id).ok_or_else(ApiError::not_found)?;
    // Invalid input is refused whether or not the device exists.
    request.apply_to(&DeviceDescription::default())?;
    retry_lost_race(|| async {
        let (household, caller_role) = caller.household_and_role(&deps).await?;
        let this = household.device_of(caller.device).map(|this| this.id);
        // A looker can change only the name and person of its own device.
        if !caller_role.is_member() && (this != Some(id) || request.role.is_some()) {
            return Err(ApiError::device_restricted().into());
        }
        let device = household.device(id).ok_or_else(ApiError::not_found)?;
        let description = request.apply_to(&device.description)?;
        let mut changed = Device { description, version: device.version + 1, ..device.clone() };
        let mut next = household.next();
        let mut writes = vec![];
        if let Some(role) = request.role.filter(|role| *role != household.role_of(device)) {
            changed.role = role;
            if !role.is_member() {
                if !household.has_member_beside(id) {
                    return Err(last_member_error().into());
                }
                let remaining = household.unstored_members().filter(|member| member.id != id);
                writes.extend(remaining.map(|member| Write::device_replace(&caller.user, &member)));
                writes.extend(restrict_device(&deps, &mut next, &mut changed, deps.now()).await?);
            }
            // Writes the household's version too, so that two concurrent role changes conflict.
            writes.push(Write::household_put(&next));
        }
        writes.push(Write::device_replace(&caller.user, &changed));
        let role = request.role.unwrap_or_else(|| household.role_of(device));
        let reply = Reply::ok(&DeviceView::of(&changed, role, this == Some(id)));
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        drop_cached_members(&deps, &next, &[id]);
        Ok(reply)
    })
    .await
}
