//! (being written)

use shared::deps::Deps;
use utoipa_axum::router::OpenApiRouter;

pub const LARGEST_BODY: usize = shared::http::LARGEST_BODY;

pub fn router() -> OpenApiRouter<Deps> {
    OpenApiRouter::new()
}
