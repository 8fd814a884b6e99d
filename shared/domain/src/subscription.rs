//! A browser's push subscription: its endpoint and its keys.

use super::id::DeviceId;
use chrono::{DateTime, Utc};

/// The maximum number of subscriptions of a larder, one per device; the oldest is replaced.
pub const MAX_SUBSCRIPTIONS: usize = super::household::MAX_DEVICES;

#[derive(Clone, Debug, PartialEq)]
pub struct Subscription {
    /// The HTTPS address of a push service.
    pub endpoint: String,
    /// The public key: an uncompressed point on P-256.
    pub p256dh: [u8; 65],
    pub auth: [u8; 16],
    pub created_at: DateTime<Utc>,
    /// The device of a shared larder.
    pub device: Option<DeviceId>,
}
