//! The set-up link for the first user, with `LARDER_SIGN_UP=link`. It works until a device has joined with it; only its
//! hash is stored.

use crate::data::folder::SET_UP_LINK;
use crate::data::private_file;
use crate::web::site_address::SiteAddress;
use domain::digest::hash;
use domain::id::UserId;
use std::io;
use std::path::Path;
use system::ids::IdSource;

/// 256 random bits.
const SECRET_LENGTH: usize = 43;

/// Creates a link, which replaces an earlier one. `unused`: accounts of earlier links, whose use spends this one.
pub fn make(folder: &Path, site: &SiteAddress, ids: &dyn IdSource, unused: &[UserId]) -> io::Result<String> {
    let secret = ids.token(SECRET_LENGTH);
    keep(folder, &secret, unused)?;
    // A fragment reaches no log.
    Ok(format!("{}/#setup={secret}", site.as_str()))
}

/// Let this secret be good until one of these accounts is used.
pub fn keep(folder: &Path, secret: &str, unused: &[UserId]) -> io::Result<()> {
    let lines: Vec<String> = std::iter::once(hash(secret)).chain(unused.iter().map(UserId::to_string)).collect();
    private_file::write(folder, SET_UP_LINK, &lines.join("\n"))
}

/// Returns true if this secret is valid.
pub fn is_good(folder: &Path, secret: &str) -> bool {
    read(folder).is_some_and(|(hash, _)| hash == hash(secret))
}

/// Returns the accounts created by the link and not used since: their answer may have been lost.
pub fn unused(folder: &Path) -> Vec<UserId> {
    read(folder).map(|(_, unused)| unused).unwrap_or_default()
}

/// Marks the link as spent, once a device has joined.
pub fn spend(folder: &Path) -> io::Result<()> {
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
    fn accepts_link_until_used_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let site = SiteAddress::parse("https://larder.example.org").unwrap();
        let ids = SeededIds::new(7);
        let secret = || make(folder, &site, &ids, &[]).unwrap().split_once("#setup=").unwrap().1.to_owned();
        let (first, second) = (secret(), secret());
        assert!(!std::fs::read_to_string(folder.join(SET_UP_LINK)).unwrap().contains(&second));
        assert!(!is_good(folder, &first), "a newer one ended it");
        assert!(!is_good(folder, ""));
        assert!(is_good(folder, &second) && unused(folder).is_empty());
        let users = ["anna", "ben"].map(|user| UserId::parse(user).unwrap());
        keep(folder, &second, &users).unwrap();
        assert!(is_good(folder, &second) && unused(folder) == users, "their answers may be lost");
        spend(folder).unwrap();
        assert!(!is_good(folder, &second) && unused(folder).is_empty());
    }
}
