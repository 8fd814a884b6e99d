//! Preferences, push subscriptions, what is known of a user as a whole, and the service's health.

mod check_notifications;
mod csv;
mod export;
mod get;
mod health;
mod push_key;
mod statistics;
mod subscribe;
mod unsubscribe;
mod update;
mod view;

use service::deps::Deps;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest body that any of these routes takes, in bytes.
pub const LARGEST_BODY: usize = service::http::LARGEST_BODY;

pub fn router() -> OpenApiRouter<Deps> {
    OpenApiRouter::new()
        .routes(routes!(get::get_preferences, update::update_preferences))
        .routes(routes!(check_notifications::check_notifications))
        .routes(routes!(push_key::get_push_key))
        .routes(routes!(subscribe::create_push_subscription, unsubscribe::delete_push_subscription))
        .routes(routes!(export::export_data))
        .routes(routes!(statistics::get_statistics))
        .routes(routes!(health::get_health))
}
