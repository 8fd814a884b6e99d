//! `GET /api/scan-sessions/{id}/receipt`

use crate::transcript::TranscriptView;
use api::view::SessionView;
use api::{ApiError, Caller, PathText, session_id};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::id::ItemId;
use domain::scan::{PICTURES_TTL, PhotoArea, ScanSession};
use domain::timestamp;
use serde::Serialize;

/// A receipt's data for its review.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptView {
    #[serde(flatten)]
    pub session: SessionView,
    /// When the pictures and this data are deleted.
    #[serde(with = "timestamp::wire")]
    pub kept_until: DateTime<Utc>,
    #[serde(flatten)]
    pub transcript: TranscriptView,
    /// The receipt's food and drink, in its order.
    pub lines: Vec<LineView>,
}

/// A line that became an item.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    pub item_id: ItemId,
    /// Its position on the photos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<PhotoArea>,
}

/// Returns the data of a scanned receipt except its items: its total and whether the lines match it, each line's
/// position on the photos, skipped lines.
#[utoipa::path(get, path = "/api/scan-sessions/{id}/receipt", tag = "scans",
    security(("bearer" = []), ("looker" = [])), params(("id" = Uuid, Path)),
    responses((status = 200, body = ReceiptView)))]
pub async fn get_session_receipt(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
) -> Result<Json<ReceiptView>, ApiError> {
    let session = deps.store.session_get(&caller.user, session_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let now = deps.now();
    let kept_until = session.scanned_at + PICTURES_TTL;
    let transcript = if now < kept_until { deps.store.transcript_get(&caller.user, session.id).await? } else { None };
    let transcript = transcript.unwrap_or_default();
    let places = transcript.places.iter().copied().chain(std::iter::repeat(None));
    Ok(Json(ReceiptView {
        kept_until,
        transcript: TranscriptView::from(&transcript),
        lines: session.item_ids.iter().zip(places).map(|(id, place)| LineView { item_id: *id, place }).collect(),
        session: SessionView::at(ScanSession { total: session.total.or(transcript.total), ..session }, now),
    }))
}
