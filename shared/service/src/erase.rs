//! Everything that a user has, gone.

use crate::deps::Deps;
use crate::http::ApiError;
use domain::id::UserId;
use platform::Boxed;

/// Remove every row, claim, share and picture of a user; the account itself stays. Can be repeated after a failure halfway.
#[inline(never)]
pub fn erase_user<'a>(deps: &'a Deps, user: &'a UserId) -> Boxed<'a, Result<(), ApiError>> {
    Box::pin(async move {
        deps.receipts.delete_all_of(user).await?;
        deps.store.user_erase(user).await?;
        Ok(())
    })
}
