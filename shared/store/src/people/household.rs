//! The devices and join credentials of a shared larder: one row per device, and one for the household, whose version
//! increases with every change.

use crate::table::entity::{Entity, from_entity_row, to_entity_row};
use crate::table::error::StoreError;
use crate::table::keys::{self, DEVICE_PREFIX, HOUSEHOLD, Key, SK, TTL};
use crate::table::{Attributes, Guard, Range, Store, Write, number};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use domain::household::{Device, Household, JoinedBy, Role};
use domain::id::{DeviceId, UserId};

fn device_row(user: &UserId, device: &Device) -> Attributes {
    let mut row = to_entity_row(keys::device(user, device.id), device.version, device, &device.stored);
    row.insert(TTL.to_owned(), number(device.expires_at().timestamp()));
    row
}

fn device_from_row(mut row: Attributes) -> Result<Device, StoreError> {
    row.remove(TTL);
    let Entity { sk, version, body, stored, .. } = from_entity_row::<Device>(row)?;
    let id = sk.strip_prefix(DEVICE_PREFIX).and_then(DeviceId::parse);
    let id = id.ok_or_else(|| StoreError::Corrupt("device row: SK".into()))?;
    Ok(Device { id, version, stored, ..body })
}

/// Returns the keys of the join credentials that a household's row names.
pub(crate) fn join_credential_keys(row: Attributes) -> Result<Vec<Key>, StoreError> {
    let Household { recovery, unconfirmed, link, passes, .. } = from_entity_row::<Household>(row)?.body;
    let recovery = recovery.into_iter().chain(unconfirmed).map(|recovery| recovery.hash);
    let link = link.into_iter().flat_map(|link| [link.hash, link.code_hash]);
    let hashes = recovery.chain(link).chain(passes.into_iter().map(|pass| pass.hash));
    Ok(hashes.map(|hash| keys::join_credential(&hash)).collect())
}

impl Write {
    /// Writes the next version of the household; refused if another writer was first.
    pub fn household_put(household: &Household) -> Self {
        let Household { user, version, stored, .. } = household;
        let guard = if *version == 1 { Guard::New } else { Guard::Version(version - 1) };
        Self::Put { row: to_entity_row(keys::household(user), *version, household, stored), guard }
    }

    /// Refuses a transaction if the household changed since.
    pub fn household_check(household: &Household) -> Self {
        let guard = if household.version == 0 { Guard::New } else { Guard::Version(household.version) };
        Self::Check { key: keys::household(&household.user), guard }
    }

    pub fn device_create(user: &UserId, device: &Device) -> Self {
        Self::Put { row: device_row(user, device), guard: Guard::New }
    }

    pub fn device_replace(user: &UserId, device: &Device) -> Self {
        Self::Put { row: device_row(user, device), guard: Guard::Version(device.version - 1) }
    }

    /// Refused if the device does not exist.
    pub fn device_delete(user: &UserId, id: DeviceId) -> Self {
        Self::Delete { key: keys::device(user, id), guard: Guard::Exists }
    }
}

impl Store {
    /// Reads devices and join credentials in one strongly consistent query.
    pub async fn household_get(&self, user: &UserId, now: DateTime<Utc>) -> Result<Household, StoreError> {
        let range = Range::between(keys::account_pk(user), DEVICE_PREFIX.into(), HOUSEHOLD.into());
        let mut household = Household::empty(user.clone());
        for row in self.attributes_list(range).await? {
            let sk = match row.get(SK) {
                Some(AttributeValue::S(sk)) => sk.clone(),
                _ => String::new(),
            };
            if sk.starts_with(DEVICE_PREFIX) {
                household.devices.push(device_from_row(row)?);
            } else if sk == HOUSEHOLD {
                let Entity { version, body, stored, .. } = from_entity_row::<Household>(row)?;
                household = Household { user: household.user, devices: household.devices, version, stored, ..body };
            }
        }
        // DynamoDB may delete expired rows days late.
        household.devices.retain(|device| now < device.expires_at());
        household.passes.retain(|pass| now < pass.expires_at);
        household.devices.sort_by_key(|device| (device.created_at, device.joined_by != JoinedBy::First, device.id));
        Ok(household)
    }

    pub async fn device_get(&self, user: &UserId, id: DeviceId) -> Result<Option<Device>, StoreError> {
        self.attributes_get(keys::device(user, id), true).await?.map(device_from_row).transpose()
    }

    /// Returns the role of a device of the larder; `None` if it does not belong to it. Costs half a read unit, at most
    /// once in 30 s; one more if the row is missing, because a new row may not have reached every replica, and the
    /// household of a looker, which is one only beside a member.
    pub async fn device_role(
        &self,
        user: &UserId,
        id: DeviceId,
        now: DateTime<Utc>,
    ) -> Result<Option<Role>, StoreError> {
        let holder = (user.clone(), Some(id));
        if let Some(role) = self.revocation.get(&holder, now) {
            return Ok(Some(role));
        }
        let mut device = self.attributes_get(keys::device(user, id), false).await?;
        if device.is_none() {
            device = self.attributes_get(keys::device(user, id), true).await?;
        }
        let device = device.map(device_from_row).transpose()?.filter(|device| now < device.expires_at());
        let mut role = device.map(|device| device.role);
        if role == Some(Role::Looker) {
            let household = self.household_get(user, now).await?;
            role = household.device(id).map(|device| household.role_of(device));
        }
        if let Some(role) = role {
            self.revocation.insert(holder, role, now);
        }
        Ok(role)
    }

    /// Removes a device from the cache, or an account's tokens that name no device.
    pub fn revocation_cache_remove(&self, user: &UserId, device: Option<DeviceId>) {
        self.revocation.remove(&(user.clone(), device));
    }

    /// Writes a device after it was seen, and deletes the credential that it used. Concurrent calls are harmless.
    pub async fn device_record_seen(&self, user: &UserId, before: &Device, after: &Device) -> Result<(), StoreError> {
        let used = before.redeems.as_deref().map(Write::join_credential_delete);
        let writes = [Write::device_replace(user, after)].into_iter().chain(used).collect();
        self.write_if_allowed(writes).await.map(|_| ())
    }
}
