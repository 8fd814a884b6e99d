//! The shopping list, the catalogue, and the barcodes that a larder has learned.

mod clear_all;
mod clear_completed;
mod codes;
mod common_items;
mod create;
mod delete;
mod list;
mod removed;
mod toggle;
mod update;

use application::deps::Deps;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn router() -> OpenApiRouter<Deps> {
    OpenApiRouter::new()
        .routes(routes!(list::list_list_items, create::create_list_item))
        .routes(routes!(clear_completed::clear_completed_list_items))
        .routes(routes!(clear_all::clear_list))
        .routes(routes!(update::update_list_item, delete::delete_list_item))
        .routes(routes!(toggle::toggle_list_item))
        .routes(routes!(common_items::list_common_items))
        .routes(routes!(codes::list_codes, codes::learn_code))
}
