//! The set-up link for the first device, with `LARDER_SIGN_UP=link`. It is valid until a device has signed up with it and
//! uses its account. Only its hash is stored.

use crate::data::folder::SET_UP_LINK;
use crate::data::private_file;
use crate::web::site_address::SiteAddress;
use domain::digest;
use domain::id::UserId;
use std::io;
use std::path::Path;
use system::ids::IdSource;

/// 256 random bits.
const SECRET_LENGTH: usize = 43;

/// Creates a link, which replaces an earlier one. The use of one of the accounts `unused`, created by earlier links, makes
/// it invalid.
pub fn create(folder: &Path, site: &SiteAddress, ids: &dyn IdSource, unused: &[UserId]) -> io::Result<String> {
    let secret = ids.token(SECRET_LENGTH);
    store(folder, &secret, unused)?;
    // Browsers do not send a fragment, so that it is in no log.
    Ok(format!("{}/#setup={secret}", site.as_str()))
}

/// Stores the hash of a secret, and the accounts whose use makes it invalid.
pub fn store(folder: &Path, secret: &str, unused: &[UserId]) -> io::Result<()> {
    let lines: Vec<String> =
        std::iter::once(digest::hash(secret)).chain(unused.iter().map(UserId::to_string)).collect();
    private_file::write(folder, SET_UP_LINK, &lines.join("\n"))
}

pub fn is_valid(folder: &Path, secret: &str) -> bool {
    read(folder).is_some_and(|(hash, _)| hash == digest::hash(secret))
}

/// Returns the accounts that were created by the link and not used since, because their device may not have received the
/// answer.
pub fn unused(folder: &Path) -> Vec<UserId> {
    read(folder).map(|(_, unused)| unused).unwrap_or_default()
}

/// Makes the link invalid, once its account is used.
pub fn delete(folder: &Path) -> io::Result<()> {
    std::fs::remove_file(folder.join(SET_UP_LINK))
}

fn read(folder: &Path) -> Option<(String, Vec<UserId>)> {
    let text = std::fs::read_to_string(folder.join(SET_UP_LINK)).ok()?;
    let mut lines = text.lines();
    Some((lines.next()?.to_owned(), lines.filter_map(UserId::parse).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::ids::SeededIds;

    #[test]
    fn accepts_a_link_until_it_is_used_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let site = SiteAddress::parse("https://larder.example.org").unwrap();
        let ids = SeededIds::new(7);
        let secret = || create(folder, &site, &ids, &[]).unwrap().split_once("#setup=").unwrap().1.to_owned();
        let (first, second) = (secret(), secret());
        assert!(!std::fs::read_to_string(folder.join(SET_UP_LINK)).unwrap().contains(&second));
        assert!(!is_valid(folder, &first), "a newer one replaced it");
        assert!(!is_valid(folder, ""));
        assert!(is_valid(folder, &second) && unused(folder).is_empty());
        let users = ["anna", "ben"].map(|user| UserId::parse(user).unwrap());
        store(folder, &second, &users).unwrap();
        assert!(is_valid(folder, &second) && unused(folder) == users, "no account was used");
        delete(folder).unwrap();
        assert!(!is_valid(folder, &second) && unused(folder).is_empty());
    }
}
