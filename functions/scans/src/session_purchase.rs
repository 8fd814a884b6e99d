//! `PATCH /api/scan-sessions/{id}`

use api::view::{SessionView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, PathText, Reply, retry_lost_race, session_id};
use application::deps::Deps;
use axum::extract::State;
use chrono::NaiveDate;
use domain::calendar_day::{LocalTime, Tz, day_of};
use domain::item::Item;
use domain::reminder::first_due;
use domain::scan::{PurchaseDate, ScanSession};
use domain::timestamp::calendar_day;
use serde::Deserialize;
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"purchasedOn": "2026-11-20"}))]
pub struct SessionChange {
    /// The day of purchase, not in the future.
    #[schema(format = Date)]
    pub purchased_on: Option<String>,
}

/// Changes the day on which a receipt's items were bought. What is tracked of it counts its shelf life from that day,
/// unless it has a day of its own: a printed or chosen one, or that of opening, freezing or buying it again.
#[utoipa::path(patch, path = "/api/scan-sessions/{id}", tag = "scans",
    security(("bearer" = [])), params(("id" = Uuid, Path)),
    request_body = SessionChange,
    responses((status = 200, body = WithMessage<SessionView>), (status = 409)))]
pub async fn change_scan_session(
    caller: Caller,
    State(deps): State<Deps>,
    PathText(id): PathText,
    idempotency: Idempotency,
    JsonBody(change): JsonBody<SessionChange>,
) -> Result<Reply, ApiError> {
    let user = &caller.user;
    let local = deps.local_time(user).await?;
    let now = local.at;
    let missing = || ApiError::invalid("purchasedOn", "Say on which day it was bought.");
    let day = calendar_day("purchasedOn", &change.purchased_on.ok_or_else(missing)?)?;
    // A day ahead of the larder's is today on a device in another time zone.
    if (local.today() - day).num_days() < -1 {
        return Err(ApiError::invalid("purchasedOn", "The day of purchase cannot be in the future."));
    }
    let session = deps.store.session_get(user, session_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let purchase = PurchaseDate { purchased_on: Some(day), ..session.purchase };
    let after = SessionView::at(ScanSession { purchase, ..session.clone() }, now);
    let reply = Reply::ok(&WithMessage::new(after, "The day of purchase was changed."));
    // Decides again if another device changes an item meanwhile.
    retry_lost_race(|| async {
        let items = deps.store.item_batch_get(user, &session.all_item_ids()).await?;
        let of_session = items.iter().filter(|item| item.scan_session_id == Some(session.id));
        let moved: Vec<Item> = of_session.filter_map(|item| moved_item(item, &session, day, local)).collect();
        let mut writes = vec![Write::session_set_purchase_day(user, session.id, day)];
        writes.extend(moved.iter().map(Write::item_replace));
        let (due, record) = (first_due(&moved, local), idempotency.record(&reply));
        deps.store.commit_active_in_parts(user, 0, due, writes, record, now).await?;
        Ok(())
    })
    .await?;
    Ok(reply)
}

/// Returns an item with a new day of purchase of its receipt; `None` if that does not change it. It counts from its own
/// stored day, so that a retry after half of the items were written moves none twice.
fn moved_item(
    item: &Item,
    session: &ScanSession,
    day: NaiveDate,
    LocalTime { at: now, zone }: LocalTime,
) -> Option<Item> {
    if item.purchased_on == Some(day) || is_re_added(item, session, zone) {
        return None;
    }
    let counted_from =
        |purchased_on| PurchaseDate { purchased_on, ..PurchaseDate::default() }.day(session.scanned_at, zone);
    let days = (counted_from(Some(day)) - counted_from(item.purchased_on)).num_days();
    item.with_purchase_day(days, day, now, zone)
}

/// Returns true for an item that was bought again after its receipt, on another day.
fn is_re_added(item: &Item, session: &ScanSession, zone: Tz) -> bool {
    let is_renewed = item.changed_at > session.scanned_at.max(item.created_at);
    let receipt_day = session.purchase.day(session.scanned_at, zone);
    is_renewed && item.purchased_on == Some(day_of(item.changed_at, zone)) && item.purchased_on != Some(receipt_day)
}
