//! Devices and links as the wire shows them.

use chrono::{DateTime, NaiveDate, Utc};
use domain::household::{Described, Device, Household, JoinedBy};
use domain::id::DeviceId;
use domain::invalid::Invalid;
use domain::link::{Link, LinkState};
use domain::timestamp;
use serde::{Deserialize, Serialize};
use service::http::Caller;

/// What a device says it is.
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
    pub fn checked(self) -> Result<Described, Invalid> {
        Described::checked(self.name.as_deref(), self.platform.as_deref())
    }
}

/// The body of what a device does that may be the first to say what it is.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct OfDevice {
    pub device: Option<DeviceDraft>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceView {
    pub id: DeviceId,
    /// Empty where the first device never said what it is.
    pub name: String,
    pub platform: String,
    pub joined_by: JoinedBy,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
    pub last_seen_on: NaiveDate,
    pub is_this_device: bool,
}

impl DeviceView {
    pub fn of(device: &Device, household: &Household, caller: &Caller) -> Self {
        let Described { name, platform } = device.described.clone();
        Self {
            id: device.id,
            name,
            platform,
            joined_by: device.joined_by,
            created_at: device.created_at,
            last_seen_on: device.last_seen_on,
            is_this_device: household.device_of(caller.device).is_some_and(|this| this.id == device.id),
        }
    }
}

/// What is known of the device that asks.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AskingView {
    pub name: String,
    pub platform: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    pub state: LinkState,
    /// Who asks; null while nobody does.
    pub device: Option<AskingView>,
    /// How often the digits may still be typed wrongly.
    pub tries_left: u8,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
    /// For the device that was in, where another provider makes the accounts: it signs in anew by this, to be known by
    /// its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_token: Option<String>,
}

impl From<&Link> for LinkView {
    fn from(link: &Link) -> Self {
        let device = link.asking.as_ref().map(|asking| {
            let Described { name, platform } = asking.described.clone();
            AskingView { name, platform }
        });
        let (tries_left, expires_at) = (link.tries_left, link.ends_at);
        Self { state: link.state, device, tries_left, expires_at, custom_token: None }
    }
}
