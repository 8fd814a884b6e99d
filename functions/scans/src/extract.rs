//! `POST /api/extract`

use crate::ScansState;
use crate::admission::Admitted;
use crate::duplicates::{COMPARED_SESSIONS, Fingerprint, text_hash};
use crate::engine::{EngineError, READ_TIMEOUT, ReadLimits, ReadReceipt};
use crate::picture::{Pictures, no_items, not_groceries, refusal};
use crate::tracked::{self, Tracked};
use crate::transcript::{self, SkippedLineView};
use api::view::ItemView;
use api::{ApiError, Caller, Idempotency, JsonBody, RateLimit, Reply, rate_limit};
use application::config::ReaderEngine;
use application::deps::Deps;
use application::metrics;
use axum::extract::State;
use chrono::NaiveDate;
use chrono::TimeDelta;
use domain::calendar_day::LocalTime;
use domain::id::{SessionId, UserId};
use domain::item::{ItemStatus, MAX_ACTIVE};
use domain::reminder::first_due;
use domain::scan::{PurchaseDate, ScanSession, Transcript, month, seconds_to_next_month};
use http::StatusCode;
use receipt_reader::{ReadItem, Receipt};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::time::Instant;
use store::receipts::{Receipts, ReceiptsError};
use store::{CommitError, MAX_WRITES, StoreError, Write, keys};
use tracing::Instrument;

const DUPLICATE: &str = "duplicate_receipt";

/// The writes of a commit beside the items: session, claims on text and picture, counters of scans and active items,
/// transcript, the end of the pending pictures, idempotency record.
const OTHER_WRITES: usize = 8;

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExtractResult {
    pub session_id: SessionId,
    /// The receipt's food and drink, as items, each with `rawText` and `confidence`.
    pub items: Vec<ItemView>,
    pub item_count: usize,
    /// Lines that are neither food nor drink.
    pub skipped: Vec<SkippedLineView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// The day that is printed on the receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_on: Option<NaiveDate>,
    /// The day that shelf lives are counted from, if it is not the day of the scan: the printed one, unless it lies in
    /// the future or more than 60 days ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purchased_on: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// The difference between the printed total and the lines; negative if the lines are more. Missing without a
    /// printed total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_by: Option<f64>,
    /// There was no room for so many active items: the receipt is kept, and its items are archived. `re-add-items` makes
    /// them active once there is room.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub larder_full: bool,
    /// Some text was not read: too much for one scan, or the reader was too slow. Items further down may be missing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    pub message: String,
}

/// Reads a receipt and tracks its food. Counts towards the month only if it succeeds. A client that leaves does not end
/// it: the same request finds its result.
#[utoipa::path(post, path = "/api/extract", tag = "scans",
    security(("bearer" = [])), request_body = Pictures, responses((status = 200,
    body = ExtractResult), (status = 409), (status = 415)))]
pub async fn extract_receipt(
    caller: Caller,
    State(state): State<ScansState>,
    admitted: Admitted,
    idempotency: Idempotency,
    JsonBody(pictures): JsonBody<Pictures, { crate::MAX_BODY_BYTES }>,
) -> Result<Reply, ApiError> {
    let reading = async move {
        let _admitted = admitted;
        Box::pin(read_and_store(state, caller.user, idempotency, pictures)).await
    };
    tokio::spawn(reading.in_current_span()).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a reading ended");
        Err(ApiError::internal())
    })
}

async fn read_and_store(
    ScansState { deps, receipts, engine, .. }: ScansState,
    user: UserId,
    idempotency: Idempotency,
    pictures: Pictures,
) -> Result<Reply, ApiError> {
    let uploads = pictures.uploads();
    let pages = pictures.load(&receipts, &user).await?;
    let image_hash = image_hash(&pages);
    if let Some(session) = deps.store.image_claim_get(&user, &image_hash).await? {
        return Err(duplicate(&deps, &user, session).await?);
    }
    let limit = deps.config.monthly_uploads;
    if deps.store.quota_used(&user, &month(deps.now())).await? >= limit {
        return Err(limit_reached(&deps));
    }
    let id = SessionId(deps.ids.uuid(deps.now()));
    let bytes = pages.iter().map(Vec::len).sum();
    receipts.reserve(&Receipts::picture_key(&user, id, 0), bytes, "", deps.now()).await?;
    let began = Instant::now();
    let limits = ReadLimits {
        until: tokio::time::Instant::now() + READ_TIMEOUT,
        allows_paid_model: within_bedrock_budget(&deps).await?,
    };
    let reading = tokio::time::timeout_at(limits.until, engine.read(pages, limits));
    let outcome = reading.await.unwrap_or(Err(EngineError::Busy));
    let ReadReceipt { receipt, stored } = match outcome {
        Ok(read) => read,
        Err(EngineError::Picture(error)) => return Err(refusal(&error)),
        Err(EngineError::Busy) => return Err(ApiError::busy()),
        Err(EngineError::Engine(reason)) => {
            tracing::warn!(reason, "a receipt could not be read");
            return Err(ApiError::unavailable().retry_after(10));
        }
    };
    if receipt.service_bill {
        return Err(not_groceries());
    }
    let mut receipt = log_reading(receipt, began);
    tracked::correct(&mut receipt.items, &deps.store.correction_list(&user).await?, deps.now());
    let food: Vec<&ReadItem> = receipt.items.iter().filter(|line| line.food).collect();
    if food.is_empty() {
        return Err(no_items(
            "No groceries found in this photo. Try again with the whole receipt in view, flat and well lit.".into(),
        ));
    }
    let text_hash = text_hash(&receipt.lines);
    let fingerprint = Fingerprint::of(&receipt);
    if let Some(session) = find_duplicate(&deps, &user, &text_hash, &fingerprint).await? {
        return Err(duplicate(&deps, &user, session).await?);
    }
    let now = deps.now();
    let photos = stored.len();
    let mut session = ScanSession {
        id,
        user: user.clone(),
        scanned_at: now,
        text_hash,
        image_hash,
        fingerprint: fingerprint.encode(),
        store: receipt.store.clone(),
        item_ids: vec![],
        added: vec![],
        purchase: PurchaseDate::of_print(receipt.date, now),
        photos,
    };
    let outcome = match store_pictures(&deps, &receipts, &session, stored).await {
        Ok(()) => store_scan(&deps, &mut session, &receipt, &food, &idempotency).await,
        Err(error) => Err(error),
    };
    // Deletes the pictures of a scan that was not stored: an original photo may contain its location.
    let is_refused = outcome.as_ref().is_err_and(|error| !error.is_outcome_unknown());
    let unused_pictures = (0..photos).map(|photo| Receipts::picture_key(&user, id, photo)).filter(|_| is_refused);
    // An uploaded photo is no longer needed once it was read, now or before.
    let is_read = outcome.as_ref().map_or_else(|error| error.code() == DUPLICATE, |_| true);
    let uploads = uploads.into_iter().map(|upload| Receipts::upload_key(&user, upload)).filter(|_| is_read);
    for picture_key in unused_pictures {
        log_failure(receipts.delete(&picture_key).await);
    }
    for upload_key in uploads {
        log_failure(receipts.delete(&upload_key).await);
    }
    outcome
}

async fn store_pictures(
    deps: &Deps,
    receipts: &Receipts,
    session: &ScanSession,
    stored: Vec<Vec<u8>>,
) -> Result<(), ApiError> {
    deps.store.pending_pictures_create(session).await?;
    for (photo, jpeg) in stored.into_iter().enumerate() {
        receipts.put(&Receipts::picture_key(&session.user, session.id, photo), jpeg).await?;
    }
    Ok(())
}

fn log_failure(deleted: Result<(), ReceiptsError>) {
    if let Err(error) = deleted {
        tracing::warn!(%error, "an unused picture was not deleted and stays until its lifecycle ends");
    }
}

/// Returns true if the model on Bedrock may be called again today. Counts before the call: failures cost as much.
async fn within_bedrock_budget(deps: &Deps) -> Result<bool, ApiError> {
    if deps.config.reader != ReaderEngine::Bedrock {
        return Ok(false);
    }
    let all = RateLimit { scope: "bedrock", max: deps.config.bedrock_daily, seconds: 86_400 };
    match rate_limit(deps, all, "everybody").await {
        Ok(()) => Ok(true),
        Err(error) if error.status() == StatusCode::TOO_MANY_REQUESTS => Ok(false),
        Err(error) => Err(error),
    }
}

/// Longer than any request, so that an interrupted one blocks the next for two minutes at most.
const LEASE_TTL: TimeDelta = TimeDelta::minutes(2);

/// The number of tries if items change meanwhile, so that a reading of seconds is not lost to a sweep.
const MAX_ATTEMPTS: usize = 5;

async fn store_scan(
    deps: &Deps,
    session: &mut ScanSession,
    receipt: &Receipt,
    food: &[&ReadItem],
    idempotency: &Idempotency,
) -> Result<Reply, ApiError> {
    let user = session.user.clone();
    let currency = receipt.currency.as_deref();
    let transcript = transcript::of(receipt, currency);
    let zone = deps.store.preferences_get(&user).await?.zone();
    let local = LocalTime { at: session.scanned_at, zone };
    let mut status = ItemStatus::Active;
    for _ in 0..MAX_ATTEMPTS {
        let mut tracked = tracked::items(deps, session, zone, food, currency, idempotency).await?;
        for tracked in &mut tracked {
            tracked.item.stored_status = status;
        }
        session.item_ids = tracked.iter().map(|t| t.item.id).collect();
        let reply = reply(session, &tracked, receipt, &transcript, local);
        match save(deps, session, &transcript, tracked, local, idempotency, &reply).await {
            Ok(()) => return Ok(reply),
            Err(CommitError::Full) => status = ItemStatus::Archived,
            Err(CommitError::Refused(row)) if row == keys::image_claim(&user, &session.image_hash) => {
                let earlier = deps.store.image_claim_get(&user, &session.image_hash).await?;
                return duplicate_of(deps, &user, earlier).await;
            }
            Err(CommitError::Refused(row)) if row == keys::text_claim(&user, &session.text_hash) => {
                let earlier = deps.store.text_claim_get(&user, &session.text_hash).await?;
                return duplicate_of(deps, &user, earlier).await;
            }
            Err(CommitError::Refused(row)) if row == keys::quota(&user, &month(session.scanned_at)) => {
                return Err(limit_reached(deps));
            }
            Err(CommitError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::lost_race())
}

fn log_reading(receipt: Receipt, began: Instant) -> Receipt {
    tracing::debug!(
        target: metrics::TARGET,
        ReadingInMilliseconds = began.elapsed().as_secs_f64() * 1_000.0,
        Lines = receipt.items.len(),
        Unbalanced = receipt.balanced == Some(false),
    );
    receipt
}

/// Returns the error if another scan of the same receipt was faster.
async fn duplicate_of(deps: &Deps, user: &UserId, session: Option<SessionId>) -> Result<Reply, ApiError> {
    match session {
        Some(session) => Err(duplicate(deps, user, session).await?),
        None => Err(ApiError::lost_race()),
    }
}

/// Saves session, claims, counter and items in one transaction. New items of a very long receipt that do not fit are
/// written before: a crash then leaves items without a session, which a retry overwrites.
async fn save(
    deps: &Deps,
    session: &ScanSession,
    transcript: &Transcript,
    mut tracked: Vec<Tracked>,
    local: LocalTime,
    idempotency: &Idempotency,
    reply: &Reply,
) -> Result<(), CommitError> {
    let now = local.at;
    let is_active = |tracked: &&Tracked| tracked.item.stored_status == ItemStatus::Active;
    let more = tracked.iter().filter(is_active).count();
    let due = first_due(tracked.iter().map(|tracked| &tracked.item), local);
    // Restored items come first into the transaction, because they must be restored only once.
    tracked.sort_by_key(|t| !t.restored);
    let rest = tracked.split_off(tracked.len().min(MAX_WRITES - OTHER_WRITES));
    let lease = idempotency.key().filter(|_| !rest.is_empty());
    if let Some(key) = lease
        && !deps.store.scan_lease_take(&session.user, key, deps.now() + LEASE_TTL, deps.now()).await?
    {
        let detail = "another request with this key is storing the receipt".to_owned();
        return Err(StoreError::Unavailable { operation: "scan_lease_take", detail }.into());
    }
    for chunk in rest.chunks(MAX_WRITES) {
        deps.store.commit(chunk.iter().map(Tracked::write_over).collect(), None).await?;
    }
    let mut writes = vec![
        Write::session_create(session),
        Write::image_claim(session),
        Write::text_claim(session),
        Write::quota_take(&session.user, &month(now), deps.config.monthly_uploads, now),
        Write::transcript_create(session, transcript),
        Write::pending_pictures_delete(&session.user, session.id),
    ];
    writes.extend(tracked.iter().map(Tracked::write));
    let record = idempotency.record(reply);
    let committed = deps.store.commit_active(&session.user, more, due, writes, record, now).await;
    let is_not_made = !matches!(committed, Ok(()) | Err(CommitError::Unknown(_)));
    if is_not_made {
        let new = rest.iter().filter(|t| !t.restored).map(|t| keys::item(&session.user, t.item.id));
        let lease = lease.map(|key| keys::scan_lease(&session.user, key));
        deps.store.row_delete_all(new.chain(lease).collect()).await?;
    }
    committed
}

fn reply(
    session: &ScanSession,
    tracked: &[Tracked],
    receipt: &Receipt,
    transcript: &Transcript,
    now: LocalTime,
) -> Reply {
    let count = tracked.len();
    let larder_full = tracked.iter().any(|t| t.item.stored_status != ItemStatus::Active);
    Reply::ok(&ExtractResult {
        session_id: session.id,
        items: tracked.iter().map(|t| ItemView::at(&t.item, now)).collect(),
        item_count: count,
        skipped: transcript.skipped.iter().map(SkippedLineView::from).collect(),
        store: receipt.store.clone(),
        printed_on: session.purchase.printed_on,
        purchased_on: session.purchase.purchased_on,
        total: receipt.total,
        off_by: receipt.off_by,
        larder_full,
        cut_short: receipt.cut_short,
        message: message(count, larder_full, receipt.cut_short),
    })
}

fn message(count: usize, larder_full: bool, cut_short: bool) -> String {
    if larder_full {
        return format!(
            "The receipt is kept. You can have {MAX_ACTIVE} items: archive some, then add these from the scan history."
        );
    }
    let added = if count == 1 { "1 item added.".into() } else { format!("{count} items added.") };
    if cut_short {
        return format!("{added} The photo was too long to read completely: items at the bottom may be missing.");
    }
    added
}

fn image_hash(pages: &[Vec<u8>]) -> String {
    let mut hash = Sha256::new();
    for page in pages {
        hash.update(page.len().to_le_bytes());
        hash.update(page);
    }
    domain::digest::hex(&hash.finalize())
}

async fn find_duplicate(
    deps: &Deps,
    user: &UserId,
    text_hash: &str,
    fingerprint: &Fingerprint,
) -> Result<Option<SessionId>, ApiError> {
    if let Some(session) = deps.store.text_claim_get(user, text_hash).await? {
        return Ok(Some(session));
    }
    let sessions = deps.store.session_list(user, COMPARED_SESSIONS).await?;
    let is_duplicate = |session: &&ScanSession| {
        Fingerprint::decode(&session.fingerprint).is_some_and(|other| fingerprint.same_receipt(&other))
    };
    Ok(sessions.iter().find(is_duplicate).map(|session| session.id))
}

/// Returns the error for a duplicate, with the earlier scan (§8).
async fn duplicate(deps: &Deps, user: &UserId, session: SessionId) -> Result<ApiError, ApiError> {
    let now = deps.local_time(user).await?;
    let ids = deps.store.session_get(user, session).await?.map(|session| session.item_ids).unwrap_or_default();
    let items = deps.store.item_batch_get(user, &ids).await?;
    let items: Vec<ItemView> = items.iter().map(|item| ItemView::at(item, now)).collect();
    let error = ApiError::conflict(DUPLICATE, "You have scanned this receipt before.");
    Ok(error.with("existingSessionId", session).with("existingItems", items))
}

fn limit_reached(deps: &Deps) -> ApiError {
    let message = "You've reached your monthly limit of receipt scans.";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "Monthly upload limit reached", message)
        .retry_after(seconds_to_next_month(deps.now()))
        .with("remainingUploads", 0)
        .with("monthlyLimit", deps.config.monthly_uploads)
}
