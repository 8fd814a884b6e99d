//! `GET /api/common-items`

use axum::Json;
use axum::response::IntoResponse;
use domain::catalogue;
use domain::shelf_life::Storage;
use http::header::CACHE_CONTROL;
use serde::Serialize;

/// Five minutes (specification §9), for browsers and shared caches.
const CACHE_POLICY: &str = "public, max-age=300";

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CommonCategory {
    #[schema(example = "Dairy & Eggs")]
    pub category: &'static str,
    pub items: Vec<CommonItem>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommonItem {
    pub name: &'static str,
    pub name_de: &'static str,
    pub unit: &'static str,
    /// Days from purchase, 1 to 365, if stored as `storage` says.
    pub shelf_life_days: u16,
    pub storage: Storage,
}

/// Returns the catalogue of common products, by category. It is the same for everybody, so no token is needed.
#[utoipa::path(get, path = "/api/common-items", tag = "shopping-list",
    security(), responses((status = 200,
    body = Vec<CommonCategory>)))]
pub async fn list_common_items() -> impl IntoResponse {
    let item = |entry: &'static catalogue::CatalogueEntry| CommonItem {
        name: entry.name,
        name_de: entry.name_de,
        unit: entry.unit,
        shelf_life_days: entry.shelf_life_days,
        storage: entry.storage,
    };
    let categories: Vec<_> = catalogue::by_category()
        .map(|(category, entries)| CommonCategory { category, items: entries.map(item).collect() })
        .collect();
    ([(CACHE_CONTROL, CACHE_POLICY)], Json(categories))
}
