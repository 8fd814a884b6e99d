//! Everything that a user has, gone.

use crate::deps::Deps;
use crate::http::ApiError;
use domain::id::UserId;
use platform::Boxed;

/// Whether what was used of the month's uploads goes as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uploads {
    /// The account stays, and with it what it has used: clearing is no way to more.
    StayCounted,
    Forgotten,
}

/// Remove every row, claim, share and picture of a user; the account itself stays. Can be repeated after a failure halfway.
#[inline(never)]
pub fn erase_user<'a>(deps: &'a Deps, user: &'a UserId, uploads: Uploads) -> Boxed<'a, Result<(), ApiError>> {
    Box::pin(async move {
        deps.receipts.delete_all_of(user).await?;
        let spared = (uploads == Uploads::StayCounted).then_some(store::keys::QUOTA_PREFIX);
        deps.store.user_erase(user, spared).await?;
        Ok(())
    })
}
