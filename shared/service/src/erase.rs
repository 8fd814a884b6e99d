//! Everything that a user has, gone.

use crate::deps::Deps;
use crate::http::ApiError;
use domain::id::UserId;
use platform::Boxed;
use push::Outcome;
use std::time::Duration;

/// A function has ten seconds for the whole.
const FORGET_TIMEOUT: Duration = Duration::from_secs(4);

/// Controls whether the count of this month's uploads is deleted as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uploads {
    /// The account stays, and so does its upload count: clearing does not reset the limit.
    StayCounted,
    Forgotten,
}

/// Remove every row, claim, share and picture of a user; the account itself stays. Can be repeated after a failure
/// halfway.
#[inline(never)]
pub fn erase_user<'a>(deps: &'a Deps, user: &'a UserId, uploads: Uploads) -> Boxed<'a, Result<(), ApiError>> {
    Box::pin(async move {
        forget_phone(deps, user).await?;
        deps.receipts.delete_all_of(user).await?;
        let spared = (uploads == Uploads::StayCounted).then_some(store::keys::QUOTA_PREFIX);
        deps.store.user_erase(user, spared).await?;
        Ok(())
    })
}

/// Deletes an account whose tokens are revoked, with its devices and all its data. The account's own row goes last, so
/// that a deletion can resume after a crash.
#[inline(never)]
pub fn end_account<'a>(deps: &'a Deps, user: &'a UserId) -> Boxed<'a, Result<(), ApiError>> {
    Box::pin(async move {
        deps.store.account_end(user).await?;
        erase_user(deps, user, Uploads::Forgotten).await?;
        Ok(deps.store.account_delete(user).await?)
    })
}

/// SNS finds a phone by its token, which is deleted with the preferences: so this comes first.
async fn forget_phone(deps: &Deps, user: &UserId) -> Result<(), ApiError> {
    let Some(push) = deps.push.as_ref().filter(|push| push.has_phones()) else { return Ok(()) };
    let Some(token) = deps.store.preferences_get(user).await?.fcm_token else { return Ok(()) };
    let forgetting = tokio::time::timeout(FORGET_TIMEOUT, push.forget_phone(&token));
    let reason = match forgetting.await {
        Ok(Outcome::Gone | Outcome::Taken) => return Ok(()),
        Ok(Outcome::Failed(reason) | Outcome::Refused(reason)) => reason,
        Err(_) => "no answer in time".to_owned(),
    };
    tracing::warn!(reason, "a phone could not be made forgotten");
    Err(ApiError::unavailable())
}
