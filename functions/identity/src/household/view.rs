//! Devices and links in the requests and answers of the API.

use chrono::{DateTime, NaiveDate, Utc};
use domain::household::{Device, DeviceDescription, Household, JoinedBy, Recovery, Role};
use domain::id::DeviceId;
use domain::invalid::Invalid;
use domain::join_credential::{JoinCredential, LinkState};
use domain::timestamp;
use serde::{Deserialize, Serialize};

/// A device's description of itself.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "iPhone, Safari", "platform": "iOS"}))]
pub struct DeviceDraft {
    /// 1 to 60 characters.
    #[schema(max_length = 60)]
    pub name: Option<String>,
    /// At most 60 characters.
    #[schema(max_length = 60)]
    pub platform: Option<String>,
}

impl DeviceDraft {
    pub fn checked(self) -> Result<DeviceDescription, Invalid> {
        DeviceDescription::checked(self.name.as_deref(), self.platform.as_deref())
    }
}

/// The body of requests in which a device may describe itself for the first time.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct DeviceRequest {
    pub device: Option<DeviceDraft>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceView {
    pub id: DeviceId,
    /// Empty if the first device never described itself.
    pub name: String,
    pub platform: String,
    /// The person who uses it, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    pub joined_by: JoinedBy,
    /// `member` may do everything, `looker` only looks and ticks rows of the shopping list.
    pub role: Role,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
    pub last_seen_on: NaiveDate,
    pub is_this_device: bool,
}

impl DeviceView {
    /// `role` is that of `Household::role_of`: in a larder without a member, stored lookers count as members.
    pub fn of(device: &Device, role: Role, is_this_device: bool) -> Self {
        let DeviceDescription { name, platform, person } = device.description.clone();
        Self {
            id: device.id,
            name,
            platform,
            person,
            joined_by: device.joined_by,
            role,
            created_at: device.created_at,
            last_seen_on: device.last_seen_on,
            is_this_device,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryView {
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
    /// True if a user confirmed that it was saved.
    pub is_confirmed: bool,
}

impl RecoveryView {
    pub fn of(recovery: &Recovery, household: &Household) -> Self {
        let is_confirmed = household.recovery.as_ref().is_some_and(|confirmed| confirmed.hash == recovery.hash);
        Self { created_at: recovery.created_at, is_confirmed }
    }
}

/// The name and platform of a device that requests to join.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct JoiningDeviceView {
    pub name: String,
    pub platform: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    pub state: LinkState,
    /// The device that requests to join, or null.
    pub device: Option<JoiningDeviceView>,
    /// The number of tries left for the digits.
    pub tries_left: u8,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
    /// With another identity provider: a token for the device that opened the link, so that its next tokens name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_token: Option<String>,
}

impl From<&JoinCredential> for LinkView {
    fn from(link: &JoinCredential) -> Self {
        let device = link.joining_device.as_ref().map(|joining| {
            let DeviceDescription { name, platform, .. } = joining.description.clone();
            JoiningDeviceView { name, platform }
        });
        let expires_at = link.expires_at.expect("a link is created with its expiry");
        Self { state: link.state, device, tries_left: link.tries_left, expires_at, custom_token: None }
    }
}
