//! `/api/calendar`

use api::view::Message;
use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::digest::hash;
use domain::language::Language;
use domain::sharing::TOKEN_LENGTH;
use domain::timestamp;
use serde::{Deserialize, Serialize};
use store::{Calendar, Write};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"language": "en"}))]
pub struct CalendarRequest {
    /// The language of the events; `en` if left out.
    #[schema(inline)]
    pub language: Option<Language>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarCreated {
    pub message: String,
    /// The address for calendar apps. Returned once: only its hash is stored.
    pub url: String,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarView {
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
    #[schema(inline)]
    pub language: Language,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CalendarAnswer)]
pub struct CalendarResult {
    pub calendar: Option<CalendarView>,
}

/// Returns the caller's calendar, if there is one.
#[utoipa::path(get, path = "/api/calendar", tag = "calendar",
    security(("bearer" = [])), responses((status = 200, body = CalendarResult)))]
pub async fn get_calendar(caller: Caller, State(deps): State<Deps>) -> Result<Json<CalendarResult>, ApiError> {
    let own = deps.store.calendar_get_own(&caller.user).await?;
    let view = |own: Calendar| CalendarView { created_at: own.created_at, language: own.language };
    Ok(Json(CalendarResult { calendar: own.map(view) }))
}

/// Creates the address of a calendar. An earlier address stops working.
#[utoipa::path(post, path = "/api/calendar", tag = "calendar",
    security(("bearer" = [])), request_body = CalendarRequest,
    responses((status = 201, body = CalendarCreated), (status = 409)))]
pub async fn create_calendar(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<CalendarRequest>,
) -> Result<Reply, ApiError> {
    let now = deps.now();
    // The response contains the token, which must not be stored, so it is not recorded: a retry derives the same token.
    let token = idempotency.secret(&deps, "calendar", TOKEN_LENGTH);
    let created = |created_at| {
        Reply::created(&CalendarCreated {
            message: "Calendar link created.".into(),
            url: format!("{}/api/calendar/{token}.ics", deps.config.site_url),
            created_at,
        })
    };
    let calendar = Calendar {
        token_hash: hash(&token),
        device: caller.device,
        user: caller.user.clone(),
        language: request.language.unwrap_or_default(),
        created_at: now,
        sequence: 0,
        digest: String::new(),
        changed_at: now,
        activity_recorded_on: Some(now.date_naive()),
    };
    retry_lost_race(|| async {
        let household = caller.household(&deps).await?;
        let before = deps.store.calendar_get_own(&calendar.user).await?;
        if let Some(made) = before.as_ref().filter(|before| before.token_hash == calendar.token_hash) {
            return Ok(created(made.created_at));
        }
        deps.store.calendar_create(&calendar, before.as_ref(), Write::household_check(&household)).await?;
        Ok(created(now))
    })
    .await
}

/// Deletes the calendar: its address is answered like one that never existed.
#[utoipa::path(delete, path = "/api/calendar", tag = "calendar",
    security(("bearer" = [])),
    responses((status = 200, body = Message), (status = 404)))]
pub async fn end_calendar(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
) -> Result<Reply, ApiError> {
    retry_lost_race(|| async {
        let own = deps.store.calendar_get_own(&caller.user).await?.ok_or_else(ApiError::not_found)?;
        let reply = Reply::ok(&Message::new("The calendar was turned off."));
        deps.store.commit(Write::calendar_delete(&own).into(), idempotency.record(&reply)).await?;
        Ok(reply)
    })
    .await
}
