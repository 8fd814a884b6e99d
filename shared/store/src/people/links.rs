//! Links being made: by the hash of the secret in the QR code, and by the hash of the code that is typed.

use crate::table::entity::{Entity, from_entity_row, to_entity_row};
use crate::table::error::StoreError;
use crate::table::keys::{self, Key, TTL};
use crate::table::{Attributes, Guard, Store, Write, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use domain::household::{DeviceDescription, OpenLink};
use domain::id::UserId;
use domain::link::{JoiningDevice, Link, LinkState};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct LinkBody {
    user: UserId,
    code_hash: String,
    opener: DeviceDescription,
    state: LinkState,
    asking: Option<JoiningDevice>,
    tries_left: u8,
    #[serde(rename = "ends_at", with = "chrono::serde::ts_milliseconds")]
    expires_at: DateTime<Utc>,
}

#[derive(Serialize, Deserialize)]
struct CodeRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    link: String,
    ttl: i64,
}

fn row(link: &Link) -> Attributes {
    let Link { user, hash, code_hash, opener, state, asking, tries_left, expires_at, version, stored } = link.clone();
    let body = LinkBody { user, code_hash, opener, state, asking, tries_left, expires_at };
    let mut row = to_entity_row(keys::link(&hash), version, &body, &stored);
    row.insert(TTL.to_owned(), AttributeValue::N(expires_at.timestamp().to_string()));
    row
}

impl Write {
    /// A new link and the code that names it. Refused where the code is taken, which among 2⁴⁰ hardly ever happens.
    pub fn link_create(link: &Link, now: DateTime<Utc>) -> [Self; 2] {
        let Key { pk, sk } = keys::link_code(&link.code_hash);
        let code = CodeRow { pk, sk, link: link.hash.clone(), ttl: link.expires_at.timestamp() };
        [
            Self::Put { row: row(link), guard: Guard::New },
            Self::Put { row: to_row(&code), guard: Guard::NewOrExpired(now) },
        ]
    }

    /// Writes the next state of a link; refused if another writer was first.
    pub fn link_replace(link: &Link) -> Self {
        Self::Put { row: row(link), guard: Guard::Version(link.version - 1) }
    }

    pub fn link_delete(link: &OpenLink) -> [Self; 2] {
        let delete = |key| Self::Delete { key, guard: Guard::Always };
        [delete(keys::link(&link.hash)), delete(keys::link_code(&link.code_hash))]
    }
}

impl Store {
    /// A link that is not over.
    pub async fn link_get(&self, hash: &str, now: DateTime<Utc>) -> Result<Option<Link>, StoreError> {
        let Some(mut row) = self.attributes_get(keys::link(hash), true).await? else { return Ok(None) };
        row.remove(TTL);
        let Entity { pk, version, body, stored, .. } = from_entity_row::<LinkBody>(row)?;
        let hash = pk.strip_prefix("LK#").ok_or_else(|| StoreError::Corrupt("link row: PK".into()))?.to_owned();
        let LinkBody { user, code_hash, opener, state, asking, tries_left, expires_at } = body;
        let link = Link { user, hash, code_hash, opener, state, asking, tries_left, expires_at, version, stored };
        Ok(Some(link).filter(|link| !link.is_expired(now)))
    }

    /// The link that a typed code names.
    pub async fn link_get_by_code(&self, code_hash: &str, now: DateTime<Utc>) -> Result<Option<Link>, StoreError> {
        let row: Option<CodeRow> = self.row_get(keys::link_code(code_hash), true).await?;
        match row {
            Some(row) => self.link_get(&row.link, now).await,
            None => Ok(None),
        }
    }
}
