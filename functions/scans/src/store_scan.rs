//! Stores a scan: session, claims on text and picture, monthly counter, transcript and items.

use crate::scan_result::reply;
use crate::upload_limit::limit_reached;
use crate::{duplicates, tracked, transcript};
use api::{ApiError, Idempotency, MAX_ATTEMPTS, Reply};
use application::deps::Deps;
use chrono::TimeDelta;
use domain::calendar_day::LocalTime;
use domain::item::{Item, ItemStatus};
use domain::reminder::first_due;
use domain::scan::{ScanSession, Transcript, month};
use receipt_reader::Receipt;
use store::{CommitError, MAX_ITEM_WRITES, StoreError, Write, keys};

/// Longer than any request, so that an interrupted one blocks the next for two minutes at most.
const LEASE_TTL: TimeDelta = TimeDelta::minutes(2);

/// Stores a scan and returns its reply. Decides again if items change meanwhile, so that a reading of seconds is not
/// lost to a sweep. Without capacity for more active items, the scan is stored with archived ones.
pub async fn store_scan(
    deps: &Deps,
    mut session: ScanSession,
    receipt: &Receipt,
    idempotency: &Idempotency,
) -> Result<Reply, ApiError> {
    let user = session.user.clone();
    let transcript = transcript::of(receipt);
    let zone = deps.store.preferences_get(&user).await?.zone();
    let local = LocalTime { at: session.scanned_at, zone };
    let mut status = ItemStatus::Active;
    for _ in 0..MAX_ATTEMPTS {
        let mut items = tracked::items(deps, &session, zone, receipt, idempotency).await?;
        for item in &mut items {
            item.stored_status = status;
        }
        session.item_ids = items.iter().map(|item| item.id).collect();
        let reply = reply(&session, &items, receipt, &transcript, local);
        let refused = match commit(deps, &session, &transcript, items, local, idempotency, &reply).await {
            Ok(()) => return Ok(reply),
            Err(CommitError::Refused(row)) => row,
            Err(CommitError::Full) => {
                status = ItemStatus::Archived;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if refused == keys::quota(&user, &month(session.scanned_at)) {
            return Err(limit_reached(deps));
        }
        // Another scan of the same receipt may have been faster.
        let earlier = if refused == keys::image_claim(&user, &session.image_hash) {
            deps.store.image_claim_get(&user, &session.image_hash).await?
        } else if refused == keys::text_claim(&user, &session.text_hash) {
            deps.store.text_claim_get(&user, &session.text_hash).await?
        } else {
            continue;
        };
        return Err(match earlier {
            Some(earlier) => duplicates::error(deps, &user, earlier).await?,
            None => ApiError::lost_race(),
        });
    }
    Err(ApiError::lost_race())
}

/// Commits the rows of a scan. Items of a very long receipt that do not fit into the transaction of its session are
/// written before: a crash then leaves items without a session, which a repeated request overwrites.
async fn commit(
    deps: &Deps,
    session: &ScanSession,
    transcript: &Transcript,
    mut items: Vec<Item>,
    local: LocalTime,
    idempotency: &Idempotency,
    reply: &Reply,
) -> Result<(), CommitError> {
    let (user, now) = (&session.user, local.at);
    let active = items.iter().filter(|item| item.stored_status == ItemStatus::Active).count();
    let due = first_due(&items, local);
    let mut writes = vec![
        Write::session_create(session),
        Write::image_claim(session),
        Write::text_claim(session),
        Write::quota_take(user, &month(now), deps.config.monthly_uploads, now),
        Write::transcript_create(session, transcript),
        Write::pending_pictures_delete(user, session.id),
    ];
    // Restored items are in the session's transaction, because they must be restored only once.
    items.sort_by_key(tracked::is_new);
    let last = MAX_ITEM_WRITES - writes.len();
    let is_split = items.len() > last;
    writes.extend(items.iter().map(|item| tracked::write(item, is_split)));
    let lease = idempotency.key().filter(|_| is_split);
    if let Some(key) = lease
        && !deps.store.scan_lease_take(user, key, deps.now() + LEASE_TTL, deps.now()).await?
    {
        let detail = "another request with this key is storing the receipt".to_owned();
        return Err(StoreError::Unavailable { operation: "scan_lease_take", detail }.into());
    }
    let record = idempotency.record(reply);
    let committed = deps.store.commit_active_in_parts(user, active, due, writes, record, now).await;
    let is_not_made = !matches!(committed, Ok(()) | Err(CommitError::Unknown(_)));
    if is_split && is_not_made {
        // Items of the last transaction may be another request's, which has stored the receipt.
        let written = items[last..].iter().filter(|item| tracked::is_new(item)).map(|item| keys::item(user, item.id));
        let lease = lease.map(|key| keys::scan_lease(user, key));
        deps.store.row_delete_all(written.chain(lease).collect()).await?;
    }
    committed
}
