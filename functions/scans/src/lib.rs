//! Receipts: reading them, and earlier scans.

mod add_to_shopping_list;
mod admission;
mod date_labels;
pub mod duplicates;
pub mod engine;
mod extract;
mod picture;
mod re_add;
mod receipts;
mod scan_result;
mod session_items;
mod session_picture;
mod session_purchase;
mod session_receipt;
mod sessions;
mod store_scan;
mod tracked;
mod transcript;
mod upload_limit;

use application::deps::Deps;
use axum::extract::FromRef;
use engine::{Engine, LabelReader};
use std::sync::Arc;
use store::receipts::Receipts;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum body of these routes in bytes: a picture of 10 MB in base64, with its JSON.
pub const MAX_BODY_BYTES: usize = 14 * 1024 * 1024;

/// The state of these routes.
#[derive(Clone, FromRef)]
pub struct ScansState {
    deps: Deps,
    receipts: Receipts,
    engine: Arc<dyn Engine>,
    labels: Arc<dyn LabelReader>,
    in_flight: date_labels::InFlight,
}

impl ScansState {
    pub fn new(deps: Deps, receipts: Receipts, engine: Arc<dyn Engine>, labels: Arc<dyn LabelReader>) -> Self {
        Self { deps, receipts, engine, labels, in_flight: date_labels::InFlight::default() }
    }
}

pub fn router() -> OpenApiRouter<ScansState> {
    OpenApiRouter::new()
        .routes(routes!(upload_limit::get_upload_limit))
        .routes(routes!(receipts::create_receipt_upload))
        .routes(routes!(extract::extract_receipt))
        .routes(routes!(date_labels::read_date_label))
        .routes(routes!(sessions::list_scan_sessions))
        .routes(routes!(session_purchase::change_scan_session))
        .routes(routes!(session_items::list_session_items))
        .routes(routes!(session_receipt::get_session_receipt))
        .routes(routes!(session_picture::get_session_picture))
        .routes(routes!(re_add::re_add_items))
        .routes(routes!(add_to_shopping_list::add_session_to_shopping_list))
}
