//! `GET /api/user/export`

use crate::csv;
use api::view::{CodeView, ItemView, ListItemView, PreferencesView, SessionView, ShareView};
use api::{ApiError, Caller, QueryOf, RateLimit, rate_limit_read};
use application::deps::Deps;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::calendar_day::LocalTime;
use domain::correction::{CorrectedFields, Correction};
use domain::id::{ItemId, UserId};
use domain::item::Item;
use domain::notification::{Notification, NotificationType, NotifiedItem};
use domain::own_place::OwnPlace;
use domain::scan::ScanSession;
use domain::timestamp;
use domain::usage::Usage;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{StoreError, Write};
use uuid::Uuid;

/// An export reads all rows of a larder. Nobody needs one a minute.
const PER_USER: RateLimit = RateLimit { scope: "export", max: 60, seconds: 3_600 };

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportFormat {
    /// `json` (everything) or `csv` (the items); `json` where it is left out.
    #[param(required = false, example = "json")]
    pub format: Option<String>,
}

/// Everything that the caller has.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    #[schema(value_type = String)]
    pub user_id: UserId,
    #[serde(with = "timestamp::wire")]
    pub exported_at: DateTime<Utc>,
    pub preferences: PreferencesView,
    /// Active, archived and deleted.
    pub items: Vec<ItemView>,
    /// The receipts that were read, the newest first; `items` have their `scanSessionId`.
    pub scan_sessions: Vec<ExportedSession>,
    /// The caller's corrections of receipt lines; the next receipt with such a line uses them.
    pub corrections: Vec<CorrectionView>,
    /// The caller's names of barcodes.
    pub codes: Vec<CodeView>,
    pub shopping_list: Vec<ListItemView>,
    /// Without their tokens, which only their readers know.
    pub shares: Vec<ShareView>,
    /// The addresses at which devices are notified.
    pub push_subscriptions: Vec<String>,
    pub notifications: Vec<NotificationView>,
    pub usage: Vec<Usage>,
}

/// A scan with all that an import needs to know the same receipt again.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedSession {
    #[serde(flatten)]
    pub session: SessionView,
    pub image_hash: String,
    pub likeness: String,
    pub item_ids: Vec<ItemId>,
}

#[derive(Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrectionView {
    /// The line's letters and digits.
    pub line: String,
    pub name: Option<String>,
    pub category: Option<String>,
    pub unit: Option<String>,
    pub shelf_life_days: Option<u32>,
    #[serde(with = "timestamp::wire")]
    pub corrected_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationView {
    pub id: Uuid,
    #[schema(value_type = String)]
    pub user_id: UserId,
    pub item_id: ItemId,
    pub notification_type: NotificationType,
    #[serde(with = "timestamp::wire")]
    pub sent_at: DateTime<Utc>,
    #[serde(with = "timestamp::wire")]
    pub expiry_date: DateTime<Utc>,
}

/// Returns a copy of everything the caller has, or of the items as a table for spreadsheets.
#[utoipa::path(get, path = "/api/user/export", tag = "user",
    security(("bearer" = [])), params(ExportFormat),
    responses((status = 200, content((Export = "application/json"), (String = "text/csv")))))]
pub async fn export_data(
    caller: Caller,
    State(deps): State<Deps>,
    QueryOf(query): QueryOf<ExportFormat>,
) -> Result<Response, ApiError> {
    rate_limit_read(&deps, PER_USER, caller.user.as_str()).await?;
    let now = deps.now();
    let (extension, response) = match query.format.as_deref() {
        None | Some("" | "json") => ("json", Json(Box::pin(export_of(&deps, &caller.user)).await?).into_response()),
        Some("csv") => {
            let table = item_table(
                &Box::pin(exported_items(&deps, &caller.user, now)).await?,
                &deps.store.preferences_get(&caller.user).await?.places,
            );
            ("csv", ([(CONTENT_TYPE, "text/csv; charset=utf-8; header=present")], table).into_response())
        }
        Some(_) => return Err(ApiError::invalid("format", "The format must be json or csv.")),
    };
    let usage = Usage::new(deps.ids.uuid(now), &caller.user, "export", json!({"format": extension}), now);
    // The export works even if nothing can be written, such as on a full disk.
    if let Err(error) = deps.store.commit(vec![Write::usage(&usage)], None).await {
        tracing::warn!(%error, "an export was not counted");
    }
    let file = format!("attachment; filename=\"larder-{}.{extension}\"", now.format("%Y-%m-%d"));
    Ok(([(CONTENT_DISPOSITION, file)], response).into_response())
}

async fn exported_items(deps: &Deps, user: &UserId, now: DateTime<Utc>) -> Result<Vec<ItemView>, StoreError> {
    let (local, active, inactive) = tokio::try_join!(
        deps.local_time(user),
        deps.store.item_list_active(user, now),
        deps.store.item_list_inactive(user, now, usize::MAX)
    )?;
    Ok(active.iter().chain(&inactive).map(|item| exported_item(item, local)).collect())
}

/// Returns an item that names the kind of each chosen day: an import then knows the estimates, which have a day too.
fn exported_item(item: &Item, local: LocalTime) -> ItemView {
    let view = ItemView::at(item, local);
    let chosen = item.state.expires_on.map(|_| item.state.date_kind);
    ItemView { date_kind: chosen.or(view.date_kind), ..view }
}

/// Returns everything that a user has; also for operators, by `larder export`.
pub async fn export_of(deps: &Deps, user: &UserId) -> Result<Export, StoreError> {
    let now = deps.now();
    let store = &deps.store;
    let (preferences, sessions, corrections, codes, list, shares, subscriptions, notifications, usage) = tokio::try_join!(
        store.preferences_get(user),
        store.session_list(user, usize::MAX),
        store.correction_list(user),
        store.code_list(user),
        store.list_item_list(user),
        store.share_list(user),
        store.subscription_list(user),
        store.notification_list(user),
        store.usage_list(user, DateTime::UNIX_EPOCH),
    )?;
    Ok(Export {
        user_id: user.clone(),
        exported_at: now,
        preferences: PreferencesView::of(user, &preferences),
        items: Box::pin(exported_items(deps, user, now)).await?,
        scan_sessions: sessions.into_iter().map(|session| ExportedSession::at(session, now)).collect(),
        corrections: corrections.into_iter().map(CorrectionView::from).collect(),
        codes: codes.into_iter().map(CodeView::from).collect(),
        shopping_list: list.iter().map(ListItemView::from).collect(),
        shares: shares.iter().map(|share| ShareView::at(share, now)).collect(),
        push_subscriptions: subscriptions.into_iter().map(|subscription| subscription.endpoint).collect(),
        notifications: notifications.iter().flat_map(notification_views).collect(),
        usage,
    })
}

/// Returns one notification for each item of a digest (§3); none if the digest was not sent.
fn notification_views(digest: &Notification) -> Vec<NotificationView> {
    let Some(sent_at) = digest.sent_at else { return vec![] };
    let view = |item: &NotifiedItem| NotificationView {
        id: item.id(digest.local_date),
        user_id: digest.user.clone(),
        item_id: item.item_id,
        notification_type: item.notification_type,
        sent_at,
        expiry_date: item.expiry_date,
    };
    digest.items.iter().map(view).collect()
}

impl ExportedSession {
    fn at(session: ScanSession, now: DateTime<Utc>) -> Self {
        let (image_hash, likeness) = (session.image_hash.clone(), session.fingerprint.clone());
        Self { image_hash, likeness, item_ids: session.all_item_ids(), session: SessionView::at(session, now) }
    }
}

impl From<Correction> for CorrectionView {
    fn from(Correction { line, amended, corrected_at }: Correction) -> Self {
        let CorrectedFields { name, category, unit, shelf_life_days } = amended;
        Self { line, name, category, unit, shelf_life_days, corrected_at }
    }
}

/// The columns of the table: fields of the JSON export, and `location`, the storage place's name.
const COLUMNS: &str = "id name category quantity unit shelfLifeDays createdAt expiresAt expiresOn status itemStatus outcome \
     scanSessionId notes price currency location dateKind openedAt frozenAt thawedAt left expiresBeforeFreezing \
     expiryReason purchasedOn changedAt rawText confidence past";

fn item_table(items: &[ItemView], places: &[OwnPlace]) -> String {
    let line = |item: &ItemView| -> Vec<String> {
        let mut fields = json!(item);
        let own_place = places.iter().find(|place| Some(place.id) == item.place);
        fields["location"] = own_place.map_or_else(|| json!(item.storage), |place| json!(place.name));
        let cell = |name| match &fields[name] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            // 2, not 2.0
            Value::Number(number) => number.as_f64().unwrap_or_default().to_string(),
            Value::Array(all) if all.is_empty() => String::new(),
            other => other.to_string(),
        };
        COLUMNS.split(' ').map(cell).collect()
    };
    let lines: Vec<Vec<String>> = items.iter().map(line).collect();
    let header = std::iter::once(COLUMNS.split(' ').collect());
    csv::table(header.chain(lines.iter().map(|line| line.iter().map(String::as_str).collect())))
}
