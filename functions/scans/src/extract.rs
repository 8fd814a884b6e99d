//! `POST /api/extract`

use crate::ScansState;
use crate::admission::Admitted;
use crate::duplicates::{self, Fingerprint, image_hash, text_hash};
use crate::engine::{EngineError, READ_TIMEOUT, ReadLimits, ReadReceipt};
use crate::picture::{Pictures, no_items, not_groceries, refusal};
use crate::scan_result::ExtractResult;
use crate::store_scan::store_scan;
use crate::tracked;
use crate::upload_limit::limit_reached;
use api::{ApiError, Caller, Idempotency, JsonBody, RateLimit, Reply, rate_limit};
use application::config::ReaderEngine;
use application::deps::Deps;
use application::metrics;
use axum::extract::State;
use domain::id::{SessionId, UserId};
use domain::scan::{PurchaseDate, ScanSession, month};
use http::StatusCode;
use std::fmt::Display;
use std::time::Instant;
use store::receipts::Receipts;
use tracing::Instrument;
use uuid::Uuid;

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
        Box::pin(read_and_store(&state, caller.user, idempotency, pictures)).await
    };
    tokio::spawn(reading.in_current_span()).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a reading ended");
        Err(ApiError::internal())
    })
}

async fn read_and_store(
    state: &ScansState,
    user: UserId,
    idempotency: Idempotency,
    pictures: Pictures,
) -> Result<Reply, ApiError> {
    let ScansState { deps, receipts, .. } = state;
    let uploads = pictures.uploads();
    let pages = pictures.load(receipts, &user).await?;
    let image_hash = image_hash(&pages);
    if let Some(session) = deps.store.image_claim_get(&user, &image_hash).await? {
        return Err(duplicates::error(deps, &user, session).await?);
    }
    if deps.store.quota_used(&user, &month(deps.now())).await? >= deps.config.monthly_uploads {
        return Err(limit_reached(deps));
    }
    let id = SessionId(deps.ids.uuid(deps.now()));
    let bytes = pages.iter().map(Vec::len).sum();
    receipts.reserve(&Receipts::picture_key(&user, id, 0), bytes, "", deps.now()).await?;
    let ReadReceipt { receipt, stored } = read_groceries(state, &user, pages).await?;
    let (text_hash, fingerprint) = (text_hash(&receipt.lines), Fingerprint::of(&receipt));
    if let Some(session) = duplicates::find(&deps.store, &user, &text_hash, &fingerprint).await? {
        return Err(duplicates::error(deps, &user, session).await?);
    }
    let now = deps.now();
    let session = ScanSession {
        id,
        user,
        scanned_at: now,
        text_hash,
        image_hash,
        fingerprint: fingerprint.encode(),
        store: receipt.store.clone(),
        item_ids: vec![],
        added: vec![],
        purchase: PurchaseDate::of_print(receipt.date, now),
        total: tracked::price(receipt.total.or(receipt.subtotal), receipt.currency.as_deref()),
        photos: stored.len(),
    };
    let outcome = match store_pictures(deps, receipts, &session, stored).await {
        Ok(()) => store_scan(deps, session.clone(), &receipt, &idempotency).await,
        Err(error) => Err(error),
    };
    delete_unneeded_pictures(receipts, &session, uploads, &outcome).await;
    outcome
}

/// Reads a receipt within the time of a request, and applies the user's earlier corrections. Fails if no line is food.
async fn read_groceries(state: &ScansState, user: &UserId, pages: Vec<Vec<u8>>) -> Result<ReadReceipt, ApiError> {
    let ScansState { deps, engine, .. } = state;
    let began = Instant::now();
    let limits = ReadLimits {
        until: tokio::time::Instant::now() + READ_TIMEOUT,
        allows_paid_model: within_bedrock_budget(deps).await?,
    };
    let reading = tokio::time::timeout_at(limits.until, engine.read(pages, limits));
    let mut read = match reading.await.unwrap_or(Err(EngineError::Busy)) {
        Ok(read) => read,
        Err(EngineError::Picture(error)) => return Err(refusal(&error)),
        Err(EngineError::Busy) => return Err(ApiError::busy()),
        Err(EngineError::Engine(reason)) => {
            tracing::warn!(reason, "a receipt could not be read");
            return Err(ApiError::unavailable().retry_after(10));
        }
    };
    let receipt = &mut read.receipt;
    if receipt.service_bill {
        return Err(not_groceries());
    }
    tracing::debug!(
        target: metrics::TARGET,
        ReadingInMilliseconds = began.elapsed().as_secs_f64() * 1_000.0,
        Lines = receipt.items.len(),
        Unbalanced = receipt.balanced == Some(false),
    );
    tracked::correct(&mut receipt.items, &deps.store.correction_list(user).await?, deps.now());
    if !receipt.items.iter().any(|line| line.food) {
        return Err(no_items(
            "No groceries found in this photo. Try again with the whole receipt in view, flat and well lit.".into(),
        ));
    }
    Ok(read)
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

/// Deletes the pictures of a scan that was not stored, and the uploads of one that was: an original photo may contain
/// its location. A refused request keeps its uploads, so that its repetition gets the same answer.
async fn delete_unneeded_pictures(
    receipts: &Receipts,
    session: &ScanSession,
    uploads: Vec<Uuid>,
    outcome: &Result<Reply, ApiError>,
) {
    let is_refused = outcome.as_ref().is_err_and(|error| !error.is_outcome_unknown());
    for photo in (0..session.photos).filter(|_| is_refused) {
        log_failure(receipts.delete(&Receipts::picture_key(&session.user, session.id, photo)).await);
    }
    for upload in uploads.into_iter().filter(|_| outcome.is_ok()) {
        log_failure(receipts.delete(&Receipts::upload_key(&session.user, upload)).await);
    }
}

fn log_failure(outcome: Result<(), impl Display>) {
    if let Err(error) = outcome {
        tracing::warn!(%error, "an unused picture was not deleted and stays until its lifecycle ends");
    }
}
