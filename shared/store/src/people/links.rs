//! Open links, by the hash of the secret in the QR code and by the hash of the typed code.

use crate::table::entity::{Entity, from_entity_row, to_entity_row};
use crate::table::error::StoreError;
use crate::table::keys::{self, TTL};
use crate::table::{Attributes, Guard, Store, Write, number};
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
    #[serde(rename = "asking")]
    joining_device: Option<JoiningDevice>,
    tries_left: u8,
    #[serde(rename = "ends_at", with = "chrono::serde::ts_milliseconds")]
    expires_at: DateTime<Utc>,
}

#[derive(Serialize, Deserialize)]
struct CodeRow {
    link: String,
    ttl: i64,
}

fn row(link: &Link) -> Attributes {
    let Link { user, hash, code_hash, opener, state, joining_device, tries_left, expires_at, version, stored } =
        link.clone();
    let body = LinkBody { user, code_hash, opener, state, joining_device, tries_left, expires_at };
    let mut row = to_entity_row(keys::link(&hash), version, &body, &stored);
    row.insert(TTL.to_owned(), number(expires_at.timestamp()));
    row
}

impl Write {
    /// Creates a link and its code. Refused if the code exists already, which is unlikely: there are 2⁴⁰ codes.
    pub fn link_create(link: &Link, now: DateTime<Utc>) -> [Self; 2] {
        let code = CodeRow { link: link.hash.clone(), ttl: link.expires_at.timestamp() };
        [
            Self::Put { row: row(link), guard: Guard::New },
            Self::put_row(keys::link_code(&link.code_hash), &code, Guard::NewOrExpired(now)),
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
    /// Returns a link that has not expired.
    pub async fn link_get(&self, hash: &str, now: DateTime<Utc>) -> Result<Option<Link>, StoreError> {
        let Some(mut row) = self.attributes_get(keys::link(hash), true).await? else { return Ok(None) };
        row.remove(TTL);
        let Entity { pk, version, body, stored, .. } = from_entity_row::<LinkBody>(row)?;
        let hash = pk.strip_prefix("LK#").ok_or_else(|| StoreError::Corrupt("link row: PK".into()))?.to_owned();
        let LinkBody { user, code_hash, opener, state, joining_device, tries_left, expires_at } = body;
        let link =
            Link { user, hash, code_hash, opener, state, joining_device, tries_left, expires_at, version, stored };
        Ok(Some(link).filter(|link| !link.is_expired(now)))
    }

    pub async fn link_get_by_code(&self, code_hash: &str, now: DateTime<Utc>) -> Result<Option<Link>, StoreError> {
        let row: Option<CodeRow> = self.row_get(keys::link_code(code_hash), true).await?;
        match row {
            Some(row) => self.link_get(&row.link, now).await,
            None => Ok(None),
        }
    }
}
