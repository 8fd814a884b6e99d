//! Preferences, push subscriptions, statistics, and the service's health.

mod check_notifications;
mod get;
mod health;
mod push_key;
mod statistics;
mod subscribe;
mod unsubscribe;
mod update;

use application::deps::Deps;
use axum::extract::FromRef;
use push::Pusher;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The state of these routes.
#[derive(Clone, FromRef)]
pub struct PreferencesState {
    pub deps: Deps,
    /// `None` without push keys.
    pub pusher: Option<Arc<dyn Pusher>>,
}

pub fn router() -> OpenApiRouter<PreferencesState> {
    OpenApiRouter::new()
        .routes(routes!(get::get_preferences, update::update_preferences))
        .routes(routes!(check_notifications::check_notifications))
        .routes(routes!(push_key::get_push_key))
        .routes(routes!(subscribe::create_push_subscription, unsubscribe::delete_push_subscription))
        .routes(routes!(statistics::get_statistics))
        .routes(routes!(health::get_health))
}
