//! Sends one message on all channels of a user in parallel.

use super::{DeliveryResult, Message, Pusher, Receiver, Route, Sending};
use domain::subscription::Subscription;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// For the reminders job: shorter than the lease on a day, so that no two runs send the same digest.
pub const DELIVERY_TIMEOUT: Duration = Duration::from_mins(1);

/// The destinations of a user's messages.
#[derive(Clone, Debug, Default)]
pub struct Recipients {
    pub subscriptions: Vec<Subscription>,
    pub phone: Option<String>,
    pub receivers: Vec<Receiver>,
}

impl Recipients {
    pub fn is_empty(&self) -> bool {
        self.subscriptions.is_empty() && self.phone.is_none() && self.receivers.is_empty()
    }
}

/// The results of a message to all devices of a user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deliveries {
    pub accepted: usize,
    /// Endpoints of subscriptions to delete.
    pub gone: Vec<String>,
    pub phone_gone: bool,
    pub failed: Vec<String>,
    /// Reasons of refusals, which a retry would get again.
    pub refused: Vec<String>,
}

impl Deliveries {
    fn count(&mut self, endpoint: Option<String>, outcome: DeliveryResult) {
        match (outcome, endpoint) {
            (DeliveryResult::Accepted, _) => self.accepted += 1,
            (DeliveryResult::Gone, Some(endpoint)) => self.gone.push(endpoint),
            (DeliveryResult::Gone, None) => self.phone_gone = true,
            (DeliveryResult::Failed(reason), _) => self.failed.push(reason),
            (DeliveryResult::Refused(reason), _) => self.refused.push(reason),
        }
    }
}

/// Sends to all in parallel, so that a slow one does not delay the others. Each fails after `timeout`.
pub async fn deliver(
    pusher: &Arc<dyn Pusher>,
    recipients: Recipients,
    message: Message,
    timeout: Duration,
) -> Deliveries {
    let message = Arc::new(message);
    let mut sending = JoinSet::new();
    for subscription in recipients.subscriptions {
        let (pusher, message) = (pusher.clone(), message.clone());
        sending.spawn(async move {
            let outcome = send_within(pusher.send(Route::Browser(&subscription), &message), timeout).await;
            (Some(subscription.endpoint), outcome)
        });
    }
    for receiver in recipients.receivers {
        let (pusher, message) = (pusher.clone(), message.clone());
        sending.spawn(
            async move { (None, send_within(pusher.send(Route::Receiver(&receiver), &message), timeout).await) },
        );
    }
    if let Some(token) = recipients.phone {
        let (pusher, message) = (pusher.clone(), message.clone());
        sending.spawn(async move { (None, send_within(pusher.send(Route::Phone(&token), &message), timeout).await) });
    }
    let mut deliveries = Deliveries::default();
    while let Some(joined) = sending.join_next().await {
        match joined {
            Ok((endpoint, outcome)) => deliveries.count(endpoint, outcome),
            Err(error) => deliveries.failed.push(error.to_string()),
        }
    }
    deliveries
}

async fn send_within(sending: Sending<'_>, timeout: Duration) -> DeliveryResult {
    tokio::time::timeout(timeout, sending).await.unwrap_or_else(|_| DeliveryResult::Failed("no answer in time".into()))
}
