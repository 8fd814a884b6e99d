//! Scan sessions, the claims that make duplicates visible, and the month's counter.

use crate::table::error::StoreError;
use crate::table::keys::{self, JOB_ID, Key, SESSION_PREFIX};
use crate::table::{Guard, Range, Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{ItemId, SessionId, UserId};
use domain::scan::{PurchaseDate, ScanSession};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Ids and hashes are packed: a session of forty items would otherwise be two thirds hyphens and hexadecimal.
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
    #[serde(rename = "pr", default, skip_serializing_if = "Option::is_none")]
    printed_on: Option<NaiveDate>,
    #[serde(rename = "pd", default, skip_serializing_if = "Option::is_none")]
    purchased_on: Option<NaiveDate>,
    #[serde(rename = "np", default, skip_serializing_if = "is_zero")]
    photos: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Serialize, Deserialize)]
struct ClaimRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(rename = "i")]
    session: SessionId,
}

#[derive(Deserialize)]
struct QuotaRow {
    #[serde(rename = "uploadCount")]
    count: u32,
}

fn pack(bytes: impl Iterator<Item = u8>) -> String {
    URL_SAFE_NO_PAD.encode(bytes.collect::<Vec<_>>())
}

fn session_row(session: &ScanSession) -> SessionRow {
    let Key { pk, sk } = keys::session(&session.user, session.id);
    SessionRow {
        pk,
        sk,
        scanned_at: session.scanned_at,
        text_hash: session.text_hash.clone(),
        image_hash: session.image_hash.clone(),
        likeness: session.fingerprint.clone(),
        store: session.store.clone(),
        item_ids: pack(session.item_ids.iter().flat_map(|id| id.0.into_bytes())),
        added: session.added.clone(),
        printed_on: session.purchase.printed_on,
        purchased_on: session.purchase.purchased_on,
        photos: session.photos,
    }
}

impl SessionRow {
    fn into_session(self) -> Result<ScanSession, StoreError> {
        let corrupt = |what: &str| StoreError::Corrupt(format!("session row: {what}"));
        let id = self.sk.strip_prefix(SESSION_PREFIX).and_then(SessionId::parse).ok_or_else(|| corrupt("SK"))?;
        let user = self.pk.strip_prefix("U#").and_then(UserId::parse).ok_or_else(|| corrupt("PK"))?;
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
            purchase: PurchaseDate { printed_on: self.printed_on, purchased_on: self.purchased_on },
            photos: self.photos,
        })
    }
}

impl Write {
    pub fn session_create(session: &ScanSession) -> Self {
        Self::Put { row: to_row(&session_row(session)), guard: Guard::New }
    }

    /// A person made an item of a skipped line; refused if the session is gone.
    pub fn session_add(user: &UserId, session: SessionId, item: ItemId) -> Self {
        Self::Update {
            key: keys::session(user, session),
            // It is no longer as an import made it.
            expression: format!("ADD ad :items REMOVE {JOB_ID}"),
            condition: Some("attribute_exists(PK)".into()),
            names: vec![],
            values: vec![(":items".into(), AttributeValue::Ss(vec![item.to_string()]))],
        }
    }

    /// The day of purchase that a person gave; refused if the session is gone.
    pub fn session_purchased(user: &UserId, session: SessionId, day: NaiveDate) -> Self {
        Self::Update {
            key: keys::session(user, session),
            expression: format!("SET pd = :day REMOVE {JOB_ID}"),
            condition: Some("attribute_exists(PK)".into()),
            names: vec![],
            values: vec![(":day".into(), AttributeValue::S(day.to_string()))],
        }
    }

    /// The receipt with this text belongs to this session; refused where another scan of it was faster.
    pub fn text_claim(session: &ScanSession) -> Self {
        Self::claim(keys::text_claim(&session.user, &session.text_hash), session.id)
    }

    /// The picture with these bytes belongs to this session; refused where another scan of it was faster.
    pub fn image_claim(session: &ScanSession) -> Self {
        Self::claim(keys::image_claim(&session.user, &session.image_hash), session.id)
    }

    /// A session from elsewhere, with its claims.
    pub fn session_with_claims(session: &ScanSession) -> Vec<Self> {
        let image = (!session.image_hash.is_empty()).then(|| Self::image_claim(session));
        [Self::session_create(session), Self::text_claim(session)].into_iter().chain(image).collect()
    }

    fn claim(key: Key, session: SessionId) -> Self {
        Self::Put { row: to_row(&ClaimRow { pk: key.pk, sk: key.sk, session }), guard: Guard::New }
    }

    /// One more upload in the month; refused where the limit is reached.
    pub fn quota_take(user: &UserId, month: &str, limit: u32, now: DateTime<Utc>) -> Self {
        Self::Update {
            key: keys::quota(user, month),
            expression: "ADD uploadCount :one SET lastUpload = :now".into(),
            // A row that is not there counts as zero, which is below any limit but zero.
            condition: Some("(attribute_not_exists(uploadCount) AND :zero < :limit) OR uploadCount < :limit".into()),
            names: vec![],
            values: vec![
                (":one".into(), AttributeValue::N("1".into())),
                (":zero".into(), AttributeValue::N("0".into())),
                (":limit".into(), AttributeValue::N(limit.to_string())),
                (":now".into(), AttributeValue::N(now.timestamp_millis().to_string())),
            ],
        }
    }
}

impl Store {
    pub async fn session_get(&self, user: &UserId, id: SessionId) -> Result<Option<ScanSession>, StoreError> {
        self.row_get::<SessionRow>(keys::session(user, id), true).await?.map(SessionRow::into_session).transpose()
    }

    /// The user's sessions, the newest first.
    pub async fn session_list(&self, user: &UserId, max: usize) -> Result<Vec<ScanSession>, StoreError> {
        let range = Range::prefix(keys::user_pk(user), SESSION_PREFIX).newest_first().at_most(max);
        let rows: Vec<SessionRow> = self.row_list(range).await?;
        rows.into_iter().map(SessionRow::into_session).collect()
    }

    /// The session that a picture with these bytes was read in.
    pub async fn image_claim_get(&self, user: &UserId, image_hash: &str) -> Result<Option<SessionId>, StoreError> {
        Ok(self.row_get::<ClaimRow>(keys::image_claim(user, image_hash), true).await?.map(|row| row.session))
    }

    /// The session that a receipt with this text was read in.
    pub async fn text_claim_get(&self, user: &UserId, text_hash: &str) -> Result<Option<SessionId>, StoreError> {
        Ok(self.row_get::<ClaimRow>(keys::text_claim(user, text_hash), true).await?.map(|row| row.session))
    }

    /// Returns the month's number of uploads.
    pub async fn quota_used(&self, user: &UserId, month: &str) -> Result<u32, StoreError> {
        Ok(self.row_get::<QuotaRow>(keys::quota(user, month), true).await?.map_or(0, |row| row.count))
    }
}
