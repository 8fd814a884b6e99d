//! `POST /api/date-labels`

use crate::ScansState;
use crate::engine::{EngineError, LabelReader};
use crate::picture::{self, MISSING, refusal};
use api::{ApiError, Caller, ClientAddress, Idempotency, JsonBody, RateLimit, rate_limit};
use application::deps::Deps;
use axum::Json;
use axum::extract::{FromRef, FromRequestParts, State};
use chrono::{Datelike, NaiveDate};
use domain::id::{DeviceId, UserId};
use domain::printed_date::{DayOrder, PrintedDate};
use http::StatusCode;
use http::request::Parts;
use receipt_reader::ReadError;
use receipt_reader::picture::jpeg_dimensions;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

const FIELD: &str = "imageBase64";
/// A client sends a label that it cut from a frame of the camera.
const MAX_LABEL_BYTES: usize = 64 * 1024;
const MAX_LABEL_SIDE_PX: u32 = 640;
/// The picture in base64, with its JSON.
const MAX_BODY_BYTES: usize = 90 * 1024;
/// A camera sends a frame as soon as the one before is read.
const PER_USER: RateLimit = RateLimit { scope: "date-labels", max: 60, seconds: 60 };
/// Accounts are free, so that many at one address share a limit.
const PER_ADDRESS: RateLimit = RateLimit { scope: "date-labels-address", max: 300, seconds: 60 };
/// The years of a client's day: others are a wrong clock.
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2100;

/// A picture of the date that is printed on food.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"imageBase64": "data:image/jpeg;base64,/9j/4AAQSkZJRg…", "today": "2026-11-27", "order": "dayFirst"}))]
pub struct DateLabel {
    /// A JPEG in base64, bare or as a data URL; at most 64 kB and 640 pixels a side.
    pub image_base64: Option<String>,
    /// The client's day.
    pub today: Option<NaiveDate>,
    /// The order of dates in the household's region. Without it, both readings of `03/04/27` are offered.
    pub order: Option<DayOrder>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrintedDates {
    /// The likeliest first, at most three.
    pub dates: Vec<PrintedDate>,
}

/// A device of a shared larder, or a user.
type DeviceKey = (UserId, Option<DeviceId>);

/// The devices whose picture is being read.
#[derive(Clone, Debug, Default)]
pub struct InFlight(Arc<Mutex<HashSet<DeviceKey>>>);

/// Admits a request before its body is read, if its device has no other picture in reading and is within the limits. A
/// label does not count as a receipt.
pub struct LabelPermit {
    in_flight: InFlight,
    device: DeviceKey,
}

impl Drop for LabelPermit {
    fn drop(&mut self) {
        self.in_flight.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.device);
    }
}

impl FromRequestParts<ScansState> for LabelPermit {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ScansState) -> Result<Self, ApiError> {
        let Caller { user, device, .. } = Caller::from_request_parts(parts, state).await?;
        let in_flight = state.in_flight.clone();
        let device = (user, device);
        if !in_flight.0.lock().unwrap_or_else(PoisonError::into_inner).insert(device.clone()) {
            return Err(ApiError::rate_limited(1));
        }
        let permit = Self { in_flight, device };
        let deps = Deps::from_ref(state);
        rate_limit(&deps, PER_USER, permit.device.0.as_str()).await?;
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, state).await;
        rate_limit(&deps, PER_ADDRESS, &address).await?;
        Ok(permit)
    }
}

/// Reads the date that is printed on food from a small picture of it. Nothing is stored: with a key, too, a repeated
/// request reads again.
#[utoipa::path(post, path = "/api/date-labels", tag = "scans",
    security(("bearer" = [])), request_body = DateLabel, responses((status = 200,
    body = PrintedDates), (status = 415)))]
pub async fn read_date_label(
    _permit: LabelPermit,
    State(labels): State<Arc<dyn LabelReader>>,
    _idempotency: Idempotency,
    JsonBody(label): JsonBody<DateLabel, MAX_BODY_BYTES>,
) -> Result<Json<PrintedDates>, ApiError> {
    let today = label.today.filter(|today| YEARS.contains(&today.year()));
    let today = today.ok_or_else(|| ApiError::invalid("today", "The day of today must be one from 2000 to 2100."))?;
    let text = label.image_base64.ok_or_else(|| ApiError::invalid(FIELD, MISSING))?;
    let picture = checked(picture::decode(FIELD, &text)?)?;
    match labels.dates(picture, today, label.order).await {
        Ok(dates) => Ok(Json(PrintedDates { dates })),
        Err(EngineError::Picture(ReadError::NoText)) => Ok(Json(PrintedDates { dates: Vec::new() })),
        Err(EngineError::Picture(error)) => Err(label_refusal(&error)),
        Err(EngineError::Busy) => Err(ApiError::busy()),
        Err(EngineError::Engine(reason)) => {
            tracing::warn!(reason, "a label could not be read");
            Err(ApiError::unavailable())
        }
    }
}

/// Returns the refusal of a picture, with sentences about the date instead of a receipt.
fn label_refusal(error: &ReadError) -> ApiError {
    let message = match error {
        ReadError::TooSmall { .. } => "The picture is too small to hold a date. Hold the camera closer to it.",
        ReadError::TooCostly => {
            "Reading the date took too long. Hold the camera closer, so that it shows the date alone."
        }
        error => return refusal(error),
    };
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "unreadable_image", message).with("field", FIELD)
}

/// Refuses anything but a small JPEG by its header, before it is decoded.
fn checked(picture: Vec<u8>) -> Result<Vec<u8>, ApiError> {
    if picture.is_empty() {
        return Err(ApiError::invalid(FIELD, MISSING));
    }
    if picture.len() > MAX_LABEL_BYTES {
        return Err(ApiError::too_large("The picture of a date must be at most 64 kB."));
    }
    let Some((width, height)) = jpeg_dimensions(&picture) else {
        let message = "Unsupported file type. The picture of a date must be a JPEG.";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_image", message));
    };
    if width.max(height) > MAX_LABEL_SIDE_PX {
        return Err(ApiError::too_large("The picture of a date must be at most 640 pixels wide and high."));
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_of_the_date_where_a_label_cannot_be_read() {
        for error in [ReadError::TooCostly, ReadError::TooSmall { width: 3, height: 3 }] {
            let refusal = label_refusal(&error);
            let message = refusal.message();
            assert_eq!(refusal.status(), StatusCode::UNPROCESSABLE_ENTITY);
            assert!(message.contains("date") && !message.contains("receipt"), "{message}");
        }
    }
}
