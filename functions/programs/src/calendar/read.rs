//! `GET /api/calendar/{file}`

use super::document::{self, CalendarHeader};
use api::{ApiError, ClientAddress, IfNoneMatch, PathText, RateLimit, rate_limit_read};
use application::activity;
use application::deps::Deps;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::digest::{hash, short_hash};
use domain::sharing::is_token;
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use store::Calendar;

/// Calendar apps read at most every 15 minutes. Counted by calendar: Google and Apple read those of many households
/// from one address.
const PER_CALENDAR: RateLimit = RateLimit { scope: "calendar", max: 120, seconds: 3_600 };
const UNKNOWN_PER_ADDRESS: RateLimit = RateLimit { scope: "calendar-unknown", max: 120, seconds: 3_600 };
/// The number of digits of the token's hash that identify the calendar in its events: too few to find the calendar.
const ID_LENGTH: usize = 16;
/// The number of digits of a stored digest. With another number, every calendar would count as changed once.
const DIGEST_LENGTH: usize = 16;

/// Returns the calendar of expiry dates at its secret address. `file` is its token and `.ics`; unknown, deleted and
/// malformed ones get the same answer.
#[utoipa::path(get, path = "/api/calendar/{file}", tag = "calendar",
    security(), params(("file" = String, Path)),
    responses((status = 200, content_type = "text/calendar", body = String), (status = 304,
        description = "Not modified."), (status = 429)))]
pub async fn read_calendar(
    address: ClientAddress,
    State(deps): State<Deps>,
    PathText(file): PathText,
    if_none_match: IfNoneMatch,
) -> Result<Response, ApiError> {
    let found = match file.strip_suffix(".ics").filter(|token| is_token(token)) {
        Some(token) => deps.store.calendar_get(&hash(token)).await?,
        None => None,
    };
    let Some(calendar) = found else {
        rate_limit_read(&deps, UNKNOWN_PER_ADDRESS, &address.0).await?;
        return Err(ApiError::not_found());
    };
    rate_limit_read(&deps, PER_CALENDAR, &calendar.token_hash).await?;
    let now = deps.now();
    let (preferences, items) =
        tokio::try_join!(deps.store.preferences_get(&calendar.user), deps.store.item_list_active(&calendar.user, now))?;
    record_visit(&deps, &calendar, now.date_naive()).await;
    let zone = preferences.zone();
    let days = document::events_by_day(&items, zone, calendar.language);
    let mut digest = short_hash(format!("{days:?}"));
    digest.truncate(DIGEST_LENGTH);
    // The sequence number counts changes of content: calendar apps ignore an event unless its number is higher.
    let calendar = if digest == calendar.digest {
        calendar
    } else {
        deps.store.calendar_record_change(&calendar, digest, now).await?
    };
    let tag = format!("\"{}-{}\"", calendar.sequence, calendar.digest);
    let is_unchanged = if_none_match.matches(&tag);
    let headers = [(ETAG, tag), (CACHE_CONTROL, "private, no-cache".to_owned())];
    if is_unchanged {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let id = &calendar.token_hash[..ID_LENGTH];
    let calendar_header = CalendarHeader {
        id,
        language: calendar.language,
        sequence: calendar.sequence,
        changed_at: calendar.changed_at,
    };
    let document = document::write_document(&days, &calendar_header);
    Ok((headers, [(CONTENT_TYPE, "text/calendar; charset=utf-8")], document).into_response())
}

/// Records once a week that the account is in use.
async fn record_visit(deps: &Deps, calendar: &Calendar, today: NaiveDate) {
    if !activity::is_to_be_recorded(calendar.activity_recorded_on, today) {
        return;
    }
    let recorded = async {
        activity::record_activity(deps, &calendar.user).await?;
        deps.store.calendar_record_activity(&calendar.token_hash, today).await
    };
    if let Err(error) = recorded.await {
        tracing::warn!(%error, "the reading of a calendar was not counted as activity");
    }
}
