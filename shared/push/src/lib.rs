//! Sends notifications: Web Push to browsers, to phones' apps through [`Phones`], and to ntfy and Gotify.

mod authorizations;
mod delivery;
mod digest_text;
mod encryption;
mod message;
mod receiver;
mod subscription;
mod vapid;
mod web;

pub use delivery::{DELIVERY_TIMEOUT, Deliveries, Recipients, deliver};
pub use message::Message;
pub use receiver::{PostError, Receiver, Receivers};
pub use subscription::parse_subscription;
pub use vapid::{VapidError, VapidKeys};
pub use web::WebPush;

use domain::id::UserId;
use domain::subscription::Subscription;
use std::sync::Arc;
use system::Boxed;

/// The destination of a message.
#[derive(Clone, Copy, Debug)]
pub enum Route<'a> {
    Browser(&'a Subscription),
    /// A registration token of Firebase Cloud Messaging.
    Phone(&'a str),
    Receiver(&'a Receiver),
}

/// The result of a message on one route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryResult {
    /// The push service accepted it.
    Accepted,
    /// The subscription no longer exists or is invalid: delete it.
    Gone,
    /// It failed, with the reason for the log. A retry may succeed.
    Failed(String),
    /// The push service refused it, with the reason for the log. A retry would be refused too, but the subscription may
    /// be valid.
    Refused(String),
}

pub type Sending<'a> = Boxed<'a, DeliveryResult>;

/// Sends messages; tests have their own implementation.
pub trait Pusher: Send + Sync + std::fmt::Debug {
    /// Returns true if phones are supported.
    fn has_phones(&self) -> bool;

    /// Returns the receivers of a larder's reminders beside its devices.
    fn receivers(&self, _user: &UserId) -> Vec<Receiver> {
        vec![]
    }

    /// Sends a message within a limited time.
    fn send<'a>(&'a self, route: Route<'a>, message: &'a Message) -> Sending<'a>;
}

/// Sends to apps on phones: through SNS on AWS, not supported on one machine.
pub trait Phones: Send + Sync + std::fmt::Debug {
    fn send<'a>(&'a self, token: &'a str, message: &'a Message) -> Sending<'a>;

    /// Deletes a token at the provider. Returns [`DeliveryResult::Gone`] if done.
    fn forget<'a>(&'a self, token: &'a str) -> Sending<'a>;
}

/// Sends to browsers through Web Push, to phones if supported, and to the operator's receivers.
#[derive(Debug)]
pub struct Push {
    pub web: WebPush,
    pub mobile: Option<Box<dyn Phones>>,
    pub receivers: Arc<Receivers>,
}

impl Pusher for Push {
    fn has_phones(&self) -> bool {
        self.mobile.is_some()
    }

    fn receivers(&self, user: &UserId) -> Vec<Receiver> {
        self.receivers.of(user)
    }

    fn send<'a>(&'a self, route: Route<'a>, message: &'a Message) -> Sending<'a> {
        match (route, &self.mobile) {
            (Route::Browser(subscription), _) => Box::pin(self.web.send(subscription, message)),
            (Route::Receiver(receiver), _) => Box::pin(self.receivers.send(receiver, message)),
            (Route::Phone(token), Some(mobile)) => mobile.send(token, message),
            (Route::Phone(_), None) => {
                Box::pin(async { DeliveryResult::Failed("mobile push is not set up here".into()) })
            }
        }
    }
}
