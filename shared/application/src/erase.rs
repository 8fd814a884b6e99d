//! Deletes everything that a user has.

use domain::id::UserId;
use push::{Outcome, Phones};
use std::sync::Arc;
use std::time::Duration;
use store::receipts::{Receipts, ReceiptsError};
use store::{Store, StoreError};
use system::Boxed;

/// A function has ten seconds for the whole.
const FORGET_TIMEOUT: Duration = Duration::from_secs(4);

/// Controls whether the count of this month's uploads is deleted as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uploads {
    /// The account stays, and so does its upload count: clearing does not reset the limit.
    StayCounted,
    Forgotten,
}

/// Why not everything was deleted.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Receipts(#[from] ReceiptsError),
    #[error("the phone stays at its push service: {0}")]
    Phone(String),
}

/// Deletes users from all places that have their data.
#[derive(Clone, Debug)]
pub struct Eraser {
    pub store: Store,
    pub receipts: Receipts,
    /// `None` where no phones are notified.
    pub phones: Option<Arc<dyn Phones>>,
}

impl Eraser {
    /// Deletes every row, claim, share and picture of a user; the account itself stays. Can be repeated after a failure
    /// halfway.
    #[inline(never)]
    pub fn erase_user<'a>(&'a self, user: &'a UserId, uploads: Uploads) -> Boxed<'a, Result<(), EraseError>> {
        Box::pin(async move {
            self.forget_phone(user).await?;
            self.receipts.delete_all_of(user).await?;
            let spared = (uploads == Uploads::StayCounted).then_some(store::keys::QUOTA_PREFIX);
            self.store.user_erase(user, spared).await?;
            Ok(())
        })
    }

    /// Deletes an account whose tokens are revoked, with its devices and all its data. The account's own row goes last,
    /// so that a deletion can resume after a crash.
    #[inline(never)]
    pub fn end_account<'a>(&'a self, user: &'a UserId) -> Boxed<'a, Result<(), EraseError>> {
        Box::pin(async move {
            self.store.account_end(user).await?;
            self.erase_user(user, Uploads::Forgotten).await?;
            Ok(self.store.account_delete(user).await?)
        })
    }

    /// SNS finds a phone by its token, which is deleted with the preferences: so this comes first.
    async fn forget_phone(&self, user: &UserId) -> Result<(), EraseError> {
        let Some(phones) = &self.phones else { return Ok(()) };
        let Some(token) = self.store.preferences_get(user).await?.fcm_token else { return Ok(()) };
        match tokio::time::timeout(FORGET_TIMEOUT, phones.forget(&token)).await {
            Ok(Outcome::Gone | Outcome::Taken) => Ok(()),
            Ok(Outcome::Failed(reason) | Outcome::Refused(reason)) => Err(EraseError::Phone(reason)),
            Err(_) => Err(EraseError::Phone("no answer in time".to_owned())),
        }
    }
}
