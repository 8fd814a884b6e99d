//! Sends notifications: Web Push to browsers, and to phones' apps through [`Phones`].

mod authorizations;
mod delivery;
mod encryption;
mod message;
mod subscription;
mod vapid;
mod web;
mod words;

pub use delivery::{DELIVERY_TIMEOUT, Deliveries, deliver};
pub use message::Message;
pub use subscription::subscription;
pub use vapid::{VapidError, VapidKeys};
pub use web::WebPush;
pub use words::digest;

use domain::subscription::Subscription;
use std::future::Future;
use std::pin::Pin;

/// The destination of a message.
#[derive(Clone, Copy, Debug)]
pub enum Route<'a> {
    Browser(&'a Subscription),
    /// A registration token of Firebase Cloud Messaging.
    Phone(&'a str),
}

/// The result of a message on one route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryResult {
    /// The push service has taken it.
    Accepted,
    /// The subscription no longer exists, or is invalid: delete it.
    Gone,
    /// Not now, with the reason for the log. Another try may work.
    Failed(String),
    /// Not this message and not in this way, with the reason for the log: another try would be refused as well, and yet
    /// the device may be there.
    Refused(String),
}

pub type Sending<'a> = Pin<Box<dyn Future<Output = DeliveryResult> + Send + 'a>>;

/// The way to push services: the real one, or a test's.
pub trait Pusher: Send + Sync + std::fmt::Debug {
    /// Returns true if phones are supported.
    fn has_phones(&self) -> bool;

    /// Tries for a bounded time.
    fn send<'a>(&'a self, route: Route<'a>, message: &'a Message) -> Sending<'a>;
}

/// The way to a phone's app. On AWS it is SNS (the crate `sns`); on one machine there is none.
pub trait Phones: Send + Sync + std::fmt::Debug {
    fn send<'a>(&'a self, token: &'a str, message: &'a Message) -> Sending<'a>;

    /// Deletes a token at the provider. Returns [`DeliveryResult::Gone`] if done.
    fn forget<'a>(&'a self, token: &'a str) -> Sending<'a>;
}

/// Browsers through Web Push, phones where there is a way to them.
#[derive(Debug)]
pub struct Push {
    pub web: WebPush,
    pub mobile: Option<Box<dyn Phones>>,
}

impl Pusher for Push {
    fn has_phones(&self) -> bool {
        self.mobile.is_some()
    }

    fn send<'a>(&'a self, route: Route<'a>, message: &'a Message) -> Sending<'a> {
        match (route, &self.mobile) {
            (Route::Browser(subscription), _) => Box::pin(self.web.send(subscription, message)),
            (Route::Phone(token), Some(mobile)) => mobile.send(token, message),
            (Route::Phone(_), None) => {
                Box::pin(async { DeliveryResult::Failed("mobile push is not set up here".into()) })
            }
        }
    }
}
