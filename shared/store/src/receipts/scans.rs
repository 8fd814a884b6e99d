//! Scan sessions, the claims that detect duplicates, and the monthly upload counter.

use crate::table::error::StoreError;
use crate::table::keys::{self, JOB_ID, Key, SESSION_PREFIX};
use crate::table::write::key_of;
use crate::table::{Attributes, Guard, Range, Store, Write, number, text};
use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{ItemId, SessionId, UserId};
use domain::price::Price;
use domain::scan::{PurchaseDate, ScanSession};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Item ids are packed as base64, which halves the row of a session with forty items.
#[derive(Serialize, Deserialize)]
struct SessionRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(rename = "a", with = "ts_milliseconds")]
    scanned_at: DateTime<Utc>,
    #[serde(rename = "th")]
    text_hash: String,
    #[serde(rename = "ih")]
    image_hash: String,
    #[serde(rename = "lk")]
    likeness: String,
    #[serde(rename = "st", default, skip_serializing_if = "Option::is_none")]
    store: Option<String>,
    #[serde(rename = "is")]
    item_ids: String,
    #[serde(rename = "ad", default, skip_serializing_if = "Vec::is_empty")]
    added: Vec<ItemId>,
    #[serde(flatten)]
    purchase: PurchaseDate,
    #[serde(flatten)]
    total: Option<Price>,
    #[serde(rename = "np", default, skip_serializing_if = "is_zero")]
    photos: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Serialize, Deserialize)]
struct ClaimRow {
    #[serde(rename = "i")]
    session: SessionId,
}

#[derive(Deserialize)]
struct QuotaRow {
    #[serde(rename = "uploadCount")]
    count: u32,
}

fn session_row(session: &ScanSession) -> SessionRow {
    let Key { pk, sk } = keys::session(&session.user, session.id);
    let item_ids: Vec<u8> = session.item_ids.iter().flat_map(|id| id.0.into_bytes()).collect();
    SessionRow {
        pk,
        sk,
        scanned_at: session.scanned_at,
        text_hash: session.text_hash.clone(),
        image_hash: session.image_hash.clone(),
        likeness: session.fingerprint.clone(),
        store: session.store.clone(),
        item_ids: URL_SAFE_NO_PAD.encode(item_ids),
        added: session.added.clone(),
        purchase: session.purchase,
        total: session.total.clone(),
        photos: session.photos,
    }
}

impl SessionRow {
    fn into_session(self) -> Result<ScanSession, StoreError> {
        let corrupt = |what: &str| StoreError::Corrupt(format!("session row: {what}"));
        let id = self.sk.strip_prefix(SESSION_PREFIX).and_then(SessionId::parse).ok_or_else(|| corrupt("SK"))?;
        let user = keys::user_of_pk(&self.pk).ok_or_else(|| corrupt("PK"))?;
        let ids = URL_SAFE_NO_PAD.decode(&self.item_ids).map_err(|_| corrupt("items"))?;
        let (ids, rest) = ids.as_chunks::<16>();
        if !rest.is_empty() {
            return Err(corrupt("items"));
        }
        Ok(ScanSession {
            id,
            user,
            scanned_at: self.scanned_at,
            text_hash: self.text_hash,
            image_hash: self.image_hash,
            fingerprint: self.likeness,
            store: self.store,
            item_ids: ids.iter().map(|id| ItemId(Uuid::from_bytes(*id))).collect(),
            added: self.added,
            purchase: self.purchase,
            total: self.total,
            photos: self.photos,
        })
    }
}

impl Write {
    pub fn session_create(session: &ScanSession) -> Self {
        Self::put_row(keys::session(&session.user, session.id), &session_row(session), Guard::New)
    }

    /// Adds an item that the user created from a skipped line; refused if the session does not exist.
    pub fn session_add_item(user: &UserId, session: SessionId, item: ItemId) -> Self {
        let items = AttributeValue::Ss(vec![item.to_string()]);
        Self::session_update(user, session, "ADD ad :items", (":items", items))
    }

    /// Stores the day of purchase that the user gave; refused if the session does not exist.
    pub fn session_set_purchase_day(user: &UserId, session: SessionId, day: NaiveDate) -> Self {
        Self::session_update(user, session, "SET pd = :day", (":day", text(day)))
    }

    /// Returns an update after which the row no longer belongs to the import that created it.
    fn session_update(user: &UserId, session: SessionId, change: &str, value: (&str, AttributeValue)) -> Self {
        let (key, expression) = (keys::session(user, session), format!("{change} REMOVE {JOB_ID}"));
        Self::update_row(key, expression, Some("attribute_exists(PK)"), [value])
    }

    /// Assigns the receipt with this text to this session; refused if another scan of it was first.
    pub fn text_claim(session: &ScanSession) -> Self {
        Self::claim(keys::text_claim(&session.user, &session.text_hash), session.id)
    }

    /// Assigns the picture with these bytes to this session; refused if another scan of it was first.
    pub fn image_claim(session: &ScanSession) -> Self {
        Self::claim(keys::image_claim(&session.user, &session.image_hash), session.id)
    }

    /// Creates an imported session with its claims.
    pub fn session_with_claims(session: &ScanSession) -> Vec<Self> {
        let image = (!session.image_hash.is_empty()).then(|| Self::image_claim(session));
        [Self::session_create(session), Self::text_claim(session)].into_iter().chain(image).collect()
    }

    /// Deletes a session that this job created and nothing changed since, with its claims.
    pub fn session_with_claims_delete(session: &ScanSession, job: Uuid) -> Vec<Self> {
        let claims =
            Self::session_with_claims(session).into_iter().skip(1).map(|claim| Self::row_delete(key_of(&claim)));
        std::iter::once(Self::made_by_delete(keys::session(&session.user, session.id), job)).chain(claims).collect()
    }

    fn claim(key: Key, session: SessionId) -> Self {
        Self::put_row(key, &ClaimRow { session }, Guard::New)
    }

    /// Counts an upload of the month; refused at the limit.
    pub fn quota_take(user: &UserId, month: &str, limit: u32, now: DateTime<Utc>) -> Self {
        Self::update_row(
            keys::quota(user, month),
            "ADD uploadCount :one SET lastUpload = :now",
            // A missing row counts as zero.
            Some("(attribute_not_exists(uploadCount) AND :zero < :limit) OR uploadCount < :limit"),
            [
                (":one", number(1)),
                (":zero", number(0)),
                (":limit", number(limit)),
                (":now", number(now.timestamp_millis())),
            ],
        )
    }
}

impl Store {
    pub async fn session_get(&self, user: &UserId, id: SessionId) -> Result<Option<ScanSession>, StoreError> {
        self.row_get::<SessionRow>(keys::session(user, id), true).await?.map(SessionRow::into_session).transpose()
    }

    /// Returns the user's sessions, the newest first.
    pub async fn session_list(&self, user: &UserId, max: usize) -> Result<Vec<ScanSession>, StoreError> {
        let range = Range::prefix(keys::user_pk(user), SESSION_PREFIX).newest_first().at_most(max);
        let rows: Vec<SessionRow> = self.row_list(range).await?;
        rows.into_iter().map(SessionRow::into_session).collect()
    }

    /// Returns a page of the sessions that a job created and nothing changed since, and the start of the next page.
    pub async fn session_page_made_by(
        &self,
        user: &UserId,
        job: Uuid,
        after: Option<Attributes>,
    ) -> Result<(Vec<ScanSession>, Option<Attributes>), StoreError> {
        let range = Range::prefix(keys::user_pk(user), SESSION_PREFIX).made_by(job);
        let (rows, after) = self.row_page::<SessionRow>(&range, after).await?;
        Ok((rows.into_iter().map(SessionRow::into_session).collect::<Result<_, _>>()?, after))
    }

    /// Returns the session of the picture with these bytes.
    pub async fn image_claim_get(&self, user: &UserId, image_hash: &str) -> Result<Option<SessionId>, StoreError> {
        Ok(self.row_get::<ClaimRow>(keys::image_claim(user, image_hash), true).await?.map(|row| row.session))
    }

    /// Returns the session of the receipt with this text.
    pub async fn text_claim_get(&self, user: &UserId, text_hash: &str) -> Result<Option<SessionId>, StoreError> {
        Ok(self.row_get::<ClaimRow>(keys::text_claim(user, text_hash), true).await?.map(|row| row.session))
    }

    /// Returns the month's number of uploads.
    pub async fn quota_used(&self, user: &UserId, month: &str) -> Result<u32, StoreError> {
        Ok(self.row_get::<QuotaRow>(keys::quota(user, month), true).await?.map_or(0, |row| row.count))
    }
}
