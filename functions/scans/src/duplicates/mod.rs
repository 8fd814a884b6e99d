//! Finds the earlier scan of a receipt: by equal bytes, by equal text, then by similarity.

mod amounts;
mod fingerprint;
mod printed_marks;
mod products;

pub use fingerprint::Fingerprint;

use api::ApiError;
use api::view::ItemView;
use application::deps::Deps;
use domain::id::{SessionId, UserId};
use domain::scan::ScanSession;
use sha2::{Digest, Sha256};
use store::{Store, StoreError};

/// The number of earlier sessions that a receipt is compared with.
const COMPARED_SESSIONS: usize = 60;

/// Returns the hash by which equal pictures are found.
pub fn image_hash(pages: &[Vec<u8>]) -> String {
    let mut hash = Sha256::new();
    for page in pages {
        hash.update(page.len().to_le_bytes());
        hash.update(page);
    }
    domain::digest::hex(&hash.finalize())
}

/// Returns the hash by which an equal text is found.
pub fn text_hash(lines: &[String]) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    domain::digest::hex(&hash.finalize())
}

/// Returns the user's earlier scan with this text, or else with a similar one.
pub async fn find(
    store: &Store,
    user: &UserId,
    text_hash: &str,
    fingerprint: &Fingerprint,
) -> Result<Option<SessionId>, StoreError> {
    if let Some(session) = store.text_claim_get(user, text_hash).await? {
        return Ok(Some(session));
    }
    let sessions = store.session_list(user, COMPARED_SESSIONS).await?;
    let is_duplicate = |session: &&ScanSession| {
        Fingerprint::decode(&session.fingerprint).is_some_and(|other| fingerprint.is_same_receipt(&other))
    };
    Ok(sessions.iter().find(is_duplicate).map(|session| session.id))
}

/// Returns the error for a duplicate, with the earlier scan (§8).
pub async fn error(deps: &Deps, user: &UserId, session: SessionId) -> Result<ApiError, ApiError> {
    let now = deps.local_time(user).await?;
    let ids = deps.store.session_get(user, session).await?.map(|session| session.item_ids).unwrap_or_default();
    let items = deps.store.item_batch_get(user, &ids).await?;
    let items: Vec<ItemView> = items.iter().map(|item| ItemView::at(item, now)).collect();
    let error = ApiError::conflict("duplicate_receipt", "You have scanned this receipt before.");
    Ok(error.with("existingSessionId", session).with("existingItems", items))
}
