//! Everything that a user has, gone.

use crate::deps::Deps;
use domain::id::UserId;
use crate::http::ApiError;

/// Remove every row, claim, share and picture of a user; the account itself stays. Can be repeated after a failure halfway.
pub async fn erase_user(deps: &Deps, user: &UserId) -> Result<(), ApiError> {
    deps.receipts.delete_all_of(user).await?;
    deps.store.user_erase(user).await?;
    Ok(())
}
