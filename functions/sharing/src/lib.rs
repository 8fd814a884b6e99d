//! Shares the shopping list by a link, and imports shared lists.

mod import;
mod read;
mod revoke;
mod share;
mod shares;

use application::deps::Deps;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest body that any of these routes takes, in bytes: 200 rows with the longest notes in the widest letters.
pub const MAX_BODY_BYTES: usize = 1024 * 1024;

pub fn router() -> OpenApiRouter<Deps> {
    OpenApiRouter::new()
        .routes(routes!(share::create_share))
        .routes(routes!(shares::list_shares))
        .routes(routes!(revoke::revoke_share))
        .routes(routes!(revoke::revoke_share_by_id))
        .routes(routes!(read::get_shared_list))
        .routes(routes!(import::import_shared_items))
}
