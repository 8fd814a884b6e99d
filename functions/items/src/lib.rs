//! Items: list, create, edit, change their state, archive, delete, restore.

mod archive;
mod archived;
mod change;
mod create;
mod delete;
mod delete_all;
mod draft;
mod list;
mod place;
mod restore;
mod state;
mod update;

use application::deps::Deps;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn router() -> OpenApiRouter<Deps> {
    OpenApiRouter::new()
        .routes(routes!(list::list_items, create::create_item))
        .routes(routes!(archived::list_archived_items))
        .routes(routes!(delete_all::delete_all_items_by_status))
        .routes(routes!(update::update_item, update::change_item))
        .routes(routes!(archive::archive_item))
        .routes(routes!(state::change_item_state))
        .routes(routes!(delete::delete_item))
        .routes(routes!(restore::restore_item))
}
