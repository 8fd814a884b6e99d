//! Sends one message on all channels of a user in parallel.

use super::{DeliveryResult, Message, Pusher, Receiver, Route};
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

enum Recipient {
    Browser(Subscription),
    Phone(String),
    Receiver(Receiver),
}

impl Recipient {
    fn route(&self) -> Route<'_> {
        match self {
            Self::Browser(subscription) => Route::Browser(subscription),
            Self::Phone(token) => Route::Phone(token),
            Self::Receiver(receiver) => Route::Receiver(receiver),
        }
    }
}

impl Deliveries {
    fn count(&mut self, recipient: Recipient, result: DeliveryResult) {
        match (result, recipient) {
            (DeliveryResult::Accepted, _) => self.accepted += 1,
            (DeliveryResult::Gone, Recipient::Browser(subscription)) => self.gone.push(subscription.endpoint),
            (DeliveryResult::Gone, Recipient::Phone(_)) => self.phone_gone = true,
            // Only its operator can remove a receiver.
            (DeliveryResult::Gone, Recipient::Receiver(receiver)) => {
                self.refused.push(format!("{} is gone", receiver.name()));
            }
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
    let Recipients { subscriptions, phone, receivers } = recipients;
    let browsers = subscriptions.into_iter().map(Recipient::Browser);
    let recipients = browsers.chain(phone.map(Recipient::Phone)).chain(receivers.into_iter().map(Recipient::Receiver));
    let mut sending = JoinSet::new();
    for recipient in recipients {
        let (pusher, message) = (pusher.clone(), message.clone());
        sending.spawn(async move {
            let sent = tokio::time::timeout(timeout, pusher.send(recipient.route(), &message)).await;
            let result = sent.unwrap_or_else(|_| DeliveryResult::Failed("no answer in time".into()));
            (recipient, result)
        });
    }
    let mut deliveries = Deliveries::default();
    while let Some(joined) = sending.join_next().await {
        match joined {
            Ok((recipient, result)) => deliveries.count(recipient, result),
            Err(error) => deliveries.failed.push(error.to_string()),
        }
    }
    deliveries
}
