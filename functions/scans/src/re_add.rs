//! `POST /api/re-add-items`

use api::view::ItemView;
use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race, session_id};
use application::deps::Deps;
use axum::extract::State;
use domain::item::{Details, Item, ItemStatus, Outcome};
use domain::reminder::first_due;
use serde::{Deserialize, Serialize};
use store::Write;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"sessionId": "0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f"}))]
pub struct ReAddRequest {
    #[schema(format = Uuid)]
    pub session_id: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReAddResult {
    pub message: String,
    /// The items that are in the larder again, dated from now.
    pub items: Vec<ItemView>,
}

/// Tracks the items of a past scan again, as if they were bought now. Those that are still active stay as they are.
#[utoipa::path(post, path = "/api/re-add-items", tag = "scans",
    security(("bearer" = [])), request_body = ReAddRequest, responses((status = 200,
    body = ReAddResult), (status = 404), (status = 409)))]
pub async fn re_add_items(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(which): JsonBody<ReAddRequest>,
) -> Result<Reply, ApiError> {
    let user = caller.user;
    let id = which.session_id.ok_or_else(|| ApiError::invalid("sessionId", "The sessionId is missing."))?;
    let session = deps.store.session_get(&user, session_id(&id)?).await?.ok_or_else(ApiError::not_found)?;
    let local = deps.local_time(&user).await?;
    let now = local.at;
    // Decides again if another device restores an item meanwhile. A repetition of a request that was cut adds the rest
    // of a very long receipt, and names only these.
    retry_lost_race(|| async {
        let items = deps.store.item_batch_get(&user, &session.all_item_ids()).await?;
        let renewed: Vec<Item> = items
            .iter()
            .filter(|item| item.status_at(now) != ItemStatus::Active && item.outcome != Some(Outcome::Misread))
            .map(|item| {
                let expires_at = local.end_after(i64::from(item.details.shelf_life_days));
                let details = Details { expires_at, ..item.details.clone() };
                // It is the same receipt, so its line and price stay.
                let (price, receipt_line) = (item.price.clone(), item.receipt_line.clone());
                let renewed = item.renew(Some(session.id), details, now);
                Item { price, receipt_line, purchased_on: Some(local.today()), ..renewed }
            })
            .collect();
        let message = match renewed.len() {
            0 => "All items of this scan are already in your larder.".to_owned(),
            1 => "1 item is in your larder again.".to_owned(),
            n => format!("{n} items are in your larder again."),
        };
        let views = renewed.iter().map(|item| ItemView::at(item, local)).collect();
        let reply = Reply::ok(&ReAddResult { message, items: views });
        let (due, writes) = (first_due(&renewed, local), renewed.iter().map(Write::item_replace).collect());
        let record = idempotency.record(&reply);
        deps.store.commit_active_in_parts(&user, renewed.len(), due, writes, record, now).await?;
        Ok(reply)
    })
    .await
}
