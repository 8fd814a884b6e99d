//! `POST /api/items`

use crate::draft;
use api::view::{ItemView, WithMessage};
use api::{ApiError, Caller, Idempotency, JsonBody, Reply};
use application::deps::Deps;
use axum::extract::State;
use domain::id::{ItemId, SessionId};
use domain::item::Item;
use domain::price::Price;
use domain::reminder::first_due;
use domain::unchecked_item::UncheckedItem;
use store::{CommitError, Write, keys};

/// Creates an item.
#[utoipa::path(post, path = "/api/items", tag = "items",
    security(("bearer" = []), ("program" = ["write"])), request_body = UncheckedItem,
    responses((status = 201, body = WithMessage<ItemView>), (status = 200, body = WithMessage<ItemView>,
        description = "An item with this id and the same name, category, amount, date and notes already exists."), (status = 409)))]
pub async fn create_item(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<UncheckedItem>,
) -> Result<Reply, ApiError> {
    let local = deps.local_time(&caller.user).await?;
    let now = local.at;
    let id = ItemId(draft.id.unwrap_or_else(|| idempotency.id(&deps, 0)));
    let session = match draft.scan_session_id.map(SessionId) {
        Some(id) => deps.store.session_get(&caller.user, id).await?,
        None => None,
    };
    let (draft, stated) = draft::resolve(draft, &deps, &caller.user).await?;
    let item = Item {
        state: draft.state(stated, now)?,
        price: Price::checked(draft.price, draft.currency.as_deref())?,
        purchased_on: session.as_ref().and_then(|session| session.purchase.purchased_on),
        ..Item::new(id, caller.user, session.as_ref().map(|session| session.id), draft.for_new(now, local.zone)?, now)
    };
    let reply = Reply::created(&WithMessage::new(ItemView::at(&item, local), "Item added."));
    let mut writes = vec![Write::item_create(&item)];
    writes.extend(session.map(|session| Write::session_add_item(&item.user, session.id, id)));
    let due = first_due([&item], local);
    match deps.store.commit_active(&item.user, 1, due, writes, idempotency.record(&reply), now).await {
        Ok(()) => Ok(reply),
        Err(CommitError::Refused(row)) if row == keys::item(&item.user, id) => {
            // The id exists: an earlier request created the item, and its response was lost. Without a date, the same
            // request has another one on the next day.
            let existing =
                deps.store.item_get(&item.user, id).await?.filter(|existing| existing.details == item.details);
            let existing =
                existing.ok_or_else(|| ApiError::conflict("id_taken", "A different item already has this id."))?;
            Ok(Reply::existing(&WithMessage::new(ItemView::at(&existing, local), "This item already exists.")))
        }
        Err(error) => Err(error.into()),
    }
}
