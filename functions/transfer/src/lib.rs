//! A user's data as a whole: export as JSON or CSV, and import from our own export, other apps' tables and shopping
//! lists.

mod csv;
mod export;
mod import;

pub use export::{Export, export_of};
pub use import::{GROCY_LISTS, ImportPreview, import_file, preview_file, run_job};

use application::deps::Deps;
use application::erase::Eraser;
use application::jobs::Background;
use axum::extract::FromRef;
use std::sync::Arc;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum body of these routes in bytes: an imported file as JSON text. Lambda takes at most 6 MB; larger files
/// are uploaded.
pub const MAX_BODY_BYTES: usize = 5 * 1024 * 1024;

/// The state of these routes, and of all jobs, including deletions.
#[derive(Clone, FromRef)]
pub struct TransferState {
    pub deps: Deps,
    pub eraser: Eraser,
    pub background: Background,
    /// The slot of the upload that is being read.
    uploads: Arc<Semaphore>,
}

impl TransferState {
    pub fn new(deps: Deps, eraser: Eraser, background: Background) -> Self {
        Self { deps, eraser, background, uploads: Arc::new(Semaphore::new(1)) }
    }
}

pub fn router() -> OpenApiRouter<TransferState> {
    OpenApiRouter::new()
        .routes(routes!(export::export_data))
        .routes(routes!(import::create_import_upload))
        .routes(routes!(import::preview_import))
        .routes(routes!(import::get_last_import, import::import_data, import::undo_import))
}
