//! The keys of Web Push on one machine: a file that only its owner can read, created at the first start. Subscriptions
//! are valid only with these keys, so they are never replaced.

use crate::data::folder::PUSH_KEYS as FILE;
use crate::data::private_file;
use crate::data::start_error::StartError;
use application::config::Environment;
use push::{VapidError, VapidKeys};
use std::path::Path;
use system::ids::IdSource;

/// The contact for push services, unless `LARDER_PUSH_CONTACT` is set. Apple rejects it.
pub const DEFAULT_CONTACT: &str = "mailto:larder@localhost.localdomain";

/// Returns the contact for push services: the setting, or the site's address if it is https.
pub fn contact(env: &impl Environment, site: &str) -> String {
    let site = Some(site).filter(|site| site.starts_with("https://"));
    env.text("LARDER_PUSH_CONTACT", site.unwrap_or(DEFAULT_CONTACT))
}

/// Returns true if a contact is an address on the public internet. Apple rejects messages with any other.
pub fn is_public_contact(contact: &str) -> bool {
    let address = contact.strip_prefix("mailto:").or_else(|| contact.strip_prefix("https://")).unwrap_or_default();
    let host = address.rsplit('@').next().unwrap_or_default().split(['/', ':', '?']).next().unwrap_or_default();
    let ending = host.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let private_endings = ["localhost", "localdomain", "local", "internal", "home", "lan", "invalid", "test"];
    host.contains('.')
        && !private_endings.contains(&ending.as_str())
        && !ending.is_empty()
        && ending.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
}

pub fn open(folder: &Path, ids: &dyn IdSource, contact: &str) -> Result<VapidKeys, StartError> {
    let wrong = |error: VapidError| match error {
        VapidError::Contact => StartError::Refused(format!("LARDER_PUSH_CONTACT is {contact:?}: {error}")),
        VapidError::Key => StartError::Damaged { file: folder.join(FILE), reason: error.to_string() },
    };
    let text = private_file::read_or_create(folder, FILE, || {
        loop {
            let mut random = [0; 32];
            ids.fill(&mut random);
            match VapidKeys::generate(random, contact) {
                // One in four billion numbers is not a valid key.
                Err(VapidError::Key) => {}
                keys => return Ok(keys.map_err(wrong)?.to_json()),
            }
        }
    })?;
    VapidKeys::from_json(&text, contact).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use system::ids::SystemIds;

    #[test]
    fn reads_the_keys_of_the_first_start() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path(), &SystemIds, DEFAULT_CONTACT).unwrap();
        assert_eq!(open(folder.path(), &SystemIds, DEFAULT_CONTACT).unwrap().public(), first.public());
        let mode = std::fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn distinguishes_public_contacts_from_others() {
        for public in ["mailto:you@example.org", "https://larder.example.org", "https://larder.example.org:8443/x"] {
            assert!(is_public_contact(public), "{public}");
        }
        for other in
            [DEFAULT_CONTACT, "mailto:me@localhost", "https://larder.local", "https://192.168.1.5", "mailto:", "x"]
        {
            assert!(!is_public_contact(other), "{other}");
        }
    }

    #[test]
    fn rejects_a_damaged_file_without_changing_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "{}").unwrap();
        assert!(matches!(open(folder.path(), &SystemIds, DEFAULT_CONTACT), Err(StartError::Damaged { .. })));
        assert_eq!(std::fs::read_to_string(folder.path().join(FILE)).unwrap(), "{}");
    }
}
