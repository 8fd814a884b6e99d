//! `POST /api/receipts`

use crate::picture::too_large;
use api::{ApiError, Caller, ClientAddress, Idempotency, JsonBody, RateLimit, Reply, rate_limit};
use application::deps::Deps;
use axum::extract::State;
use domain::scan::MAX_IMAGE_BYTES;
use serde::{Deserialize, Serialize};
use store::receipts::Receipts;

const PER_USER: RateLimit = RateLimit { scope: "receipt-upload", max: 60, seconds: 3_600 };
/// Accounts are free, so that many at one address share a limit: 3 GB a day.
const PER_ADDRESS: RateLimit = RateLimit { scope: "receipt-upload-address", max: 300, seconds: 86_400 };

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"length": 4_200_000}))]
pub struct UploadDraft {
    /// The exact size of the picture in bytes, at most 10 MB. No other size can be uploaded.
    #[schema(minimum = 1, maximum = 10_485_760)]
    pub length: Option<u64>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptUpload {
    /// The key for `POST /api/extract`.
    pub receipt_key: String,
    /// PUT the picture here within ten minutes.
    pub upload_url: String,
    pub message: String,
}

/// Returns an address to which the client uploads a picture that it cannot decode or that is too large for a request.
#[utoipa::path(post, path = "/api/receipts", tag = "scans",
    security(("bearer" = [])), request_body = UploadDraft,
    responses((status = 201, body = ReceiptUpload)))]
pub async fn create_receipt_upload(
    caller: Caller,
    State(deps): State<Deps>,
    State(receipts): State<Receipts>,
    address: ClientAddress,
    idempotency: Idempotency,
    JsonBody(draft): JsonBody<UploadDraft>,
) -> Result<Reply, ApiError> {
    let length = match draft.length {
        None | Some(0) => return Err(ApiError::invalid("length", "The size of the picture in bytes is missing.")),
        Some(length) if length > MAX_IMAGE_BYTES as u64 => return Err(too_large()),
        Some(length) => length,
    };
    rate_limit(&deps, PER_USER, caller.user.as_str()).await?;
    rate_limit(&deps, PER_ADDRESS, &address.0).await?;
    let now = deps.now();
    let id = idempotency.id(&deps, 0);
    let upload_url = receipts.sign_upload(&Receipts::upload_key(&caller.user, id), length, &address.0, now).await?;
    let reply = Reply::created(&ReceiptUpload {
        receipt_key: id.to_string(),
        upload_url,
        message: "Upload the picture, then have it read.".into(),
    });
    deps.store.commit(vec![], idempotency.record(&reply)).await?;
    Ok(reply)
}
