//! The signing keys on one machine: a file that only its owner can read, created at the first start.

use crate::data::folder::SIGNING_KEYS as FILE;
use crate::data::private_file;
use crate::data::start_error::StartError;
use application::config::{ConfigError, Environment};
use chrono::{DateTime, Utc};
use identity::signer::{ServiceAccount, Signer, StoredKey, StoredKeys};
use std::path::Path;
use system::ids::IdSource;

/// Reads the service account of another identity provider, if `LARDER_SERVICE_ACCOUNT` is set.
pub fn service_account(env: &impl Environment) -> Result<Option<ServiceAccount>, StartError> {
    const NAME: &str = "LARDER_SERVICE_ACCOUNT";
    let file = env.text(NAME, "");
    if file.is_empty() {
        return Ok(None);
    }
    let wrong = || ConfigError {
        name: NAME,
        value: file.clone(),
        expected: "it must be the JSON file of a service account".into(),
    };
    let text = std::fs::read_to_string(&file).map_err(|_| wrong())?;
    Ok(Some(ServiceAccount::from_json(&text).map_err(|_| wrong())?))
}

/// Returns true if this folder was used before: the keys are created at its first start.
pub fn exist(folder: &Path) -> bool {
    folder.join(FILE).exists()
}

pub fn open(folder: &Path, ids: &dyn IdSource, now: DateTime<Utc>) -> Result<Signer, StartError> {
    let text = private_file::read_or_create(folder, FILE, || {
        let stored = StoredKeys { keys: vec![StoredKey::generate(ids.token(12), now)] };
        Ok(serde_json::to_string_pretty(&stored).expect("the keys are plain data"))
    })?;
    Signer::from_json(&text).map_err(|e| StartError::Damaged { file: folder.join(FILE), reason: e.to_string() })
}
