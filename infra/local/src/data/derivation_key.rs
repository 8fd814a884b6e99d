//! The key from which tokens are derived, on one machine: a file that only its owner can read, created at the first
//! start. It is part of each backup, because the devices' newest secrets are verified with it after a restore.

use crate::data::folder::DERIVATION_KEY as FILE;
use crate::data::private_file;
use crate::data::start_error::StartError;
use application::derivation::DerivationKey;
use std::path::Path;
use system::ids::IdSource;

/// Base62 characters, of 5.95 bits each.
const LENGTH: usize = 43;

pub fn open(folder: &Path, ids: &dyn IdSource) -> Result<DerivationKey, StartError> {
    let text = private_file::read_or_create(folder, FILE, || Ok(ids.token(LENGTH)))?;
    DerivationKey::new(text.trim())
        .ok_or_else(|| StartError::Damaged { file: folder.join(FILE), reason: "it is too short for a key".into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::ids::SystemIds;

    #[test]
    fn reads_the_key_of_the_first_start() {
        let folder = tempfile::tempdir().unwrap();
        let token = |key: DerivationKey| key.token("share", "anna", 22);
        let first = token(open(folder.path(), &SystemIds).unwrap());
        assert_eq!(token(open(folder.path(), &SystemIds).unwrap()), first);
    }

    #[test]
    fn rejects_a_damaged_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "").unwrap();
        assert!(matches!(open(folder.path(), &SystemIds), Err(StartError::Damaged { .. })));
    }
}
