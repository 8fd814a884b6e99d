//! Join credentials: one row each, by the hash of its secret.

use crate::table::entity::merge_unrecognised_attributes;
use crate::table::error::StoreError;
use crate::table::keys::{self, SK};
use crate::table::read::from_row;
use crate::table::write::key_map;
use crate::table::{Guard, Store, Write, to_row};
use chrono::{DateTime, Utc};
use domain::join_credential::{CredentialKind, JoinCredential, LinkState};
use domain::stored::Stored;

impl Write {
    /// Refused if another credential has this hash, which is unlikely: there are 2⁴⁰ typed codes.
    pub fn join_credential_create(credential: &JoinCredential, now: DateTime<Utc>) -> Self {
        Self::join_credential_put(credential, Guard::NewOrExpired(now))
    }

    /// Writes the next state of a credential; refused if another writer was first.
    pub fn join_credential_replace(credential: &JoinCredential) -> Self {
        let guard = match credential.version - 1 {
            // A row of an earlier version has no number; the household's version is its guard.
            0 => Guard::Always,
            seen => Guard::Version(seen),
        };
        Self::join_credential_put(credential, guard)
    }

    pub fn join_credential_delete(hash: &str) -> Self {
        Self::Delete { key: keys::join_credential(hash), guard: Guard::Always }
    }

    fn join_credential_put(credential: &JoinCredential, guard: Guard) -> Self {
        let mut row = to_row(credential);
        row.extend(key_map(keys::join_credential(&credential.hash)));
        merge_unrecognised_attributes::<JoinCredential>(&mut row, &credential.stored);
        Self::Put { row, guard }
    }
}

impl Store {
    /// Returns a credential that has not expired.
    pub async fn join_credential_get(
        &self,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<JoinCredential>, StoreError> {
        let row = match self.attributes_get(keys::join_credential(hash), true).await? {
            Some(row) => Some(row),
            None => self.attributes_get(keys::earlier_install_pass(hash), true).await?,
        };
        let Some(row) = row else { return Ok(None) };
        let mut credential: JoinCredential = from_row(row.clone())?;
        hash.clone_into(&mut credential.hash);
        if credential.version == 0 {
            // Rows of earlier versions have neither a kind nor a state.
            if row[SK].as_s().is_ok_and(|sk| sk == keys::EARLIER_PASS) {
                credential.kind = CredentialKind::Install;
            }
            if credential.device.is_some() {
                credential.state = LinkState::Collected;
            }
        }
        credential.stored = Stored::new(row);
        Ok(Some(credential).filter(|credential| !credential.is_expired(now)))
    }
}
