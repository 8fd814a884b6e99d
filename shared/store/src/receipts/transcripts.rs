//! The transcripts of receipts: one row per session, stored as long as its pictures.

use crate::table::error::StoreError;
use crate::table::keys;
use crate::table::{Guard, Store, Write};
use domain::id::{SessionId, UserId};
use domain::scan::{PICTURES_TTL, ScanSession, Transcript};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct TranscriptRow {
    ttl: i64,
    /// JSON: as attributes, the five numbers of a photo area would be mostly type names.
    #[serde(rename = "t")]
    text: String,
}

impl Write {
    /// Returns the write of a session's transcript, for the transaction that creates the session.
    pub fn transcript_create(session: &ScanSession, transcript: &Transcript) -> Self {
        let text = serde_json::to_string(transcript).expect("it has only text and finite numbers");
        let row = TranscriptRow { ttl: (session.scanned_at + PICTURES_TTL).timestamp(), text };
        Self::put_row(keys::transcript(&session.user, session.id), &row, Guard::Always)
    }
}

impl Store {
    /// Returns a session's transcript, also an expired one, which DynamoDB may delete days late; `None` if it is deleted or
    /// the session was imported.
    pub async fn transcript_get(&self, user: &UserId, id: SessionId) -> Result<Option<Transcript>, StoreError> {
        let row = self.row_get::<TranscriptRow>(keys::transcript(user, id), true).await?;
        let transcript = row.map(|row| serde_json::from_str(&row.text)).transpose();
        transcript.map_err(|error| StoreError::Corrupt(format!("transcript row: {error}")))
    }
}
