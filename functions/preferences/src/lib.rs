//! Preferences, push subscriptions, a user's data as a whole (export, import, calendar, summary), tokens for programs,
//! and the service's health.

mod calendar;
mod check_notifications;
mod csv;
mod export;
mod get;
mod health;
mod import;
mod push_key;
mod statistics;
mod subscribe;
mod summary;
mod tokens;
mod unsubscribe;
mod update;
mod view;

pub use export::{Export, export_of};
pub use import::{GROCY_LISTS, Previewed, import_file, preview_file};

use service::deps::Deps;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest body that any of these routes takes, in bytes.
pub const MAX_BODY_BYTES: usize = MAX_IMPORT_BYTES;
/// A file that is imported, as a JSON text. A function is handed at most 6 MB.
const MAX_IMPORT_BYTES: usize = 5 * 1024 * 1024;

pub fn router() -> OpenApiRouter<Deps> {
    OpenApiRouter::new()
        .routes(routes!(get::get_preferences, update::update_preferences))
        .routes(routes!(check_notifications::check_notifications))
        .routes(routes!(push_key::get_push_key))
        .routes(routes!(subscribe::create_push_subscription, unsubscribe::delete_push_subscription))
        .routes(routes!(export::export_data))
        .routes(routes!(calendar::get_calendar, calendar::create_calendar, calendar::end_calendar))
        .routes(routes!(calendar::read_calendar))
        .routes(routes!(import::preview_import))
        .routes(routes!(import::get_last_import, import::import_data, import::undo_import))
        .routes(routes!(statistics::get_statistics))
        .routes(routes!(summary::get_summary))
        .routes(routes!(tokens::list_tokens, tokens::create_token))
        .routes(routes!(tokens::end_token))
        .routes(routes!(health::get_health))
}
