//! The link by which the first person comes in where nobody signs up by themselves: `LARDER_SIGN_UP=link`. It is good once, and only its hash is kept.

use crate::data_folder::SET_UP_LINK;
use crate::private_file;
use crate::site_address::SiteAddress;
use domain::sharing::token_hash;
use platform::ids::IdSource;
use std::io;
use std::path::Path;

/// 256 random bits.
const SECRET_LENGTH: usize = 43;

/// Make a link; an earlier one leads nowhere from then on.
pub fn make(folder: &Path, site: &SiteAddress, ids: &dyn IdSource) -> io::Result<String> {
    let secret = ids.token(SECRET_LENGTH);
    keep(folder, &secret)?;
    // A fragment reaches no log.
    Ok(format!("{}/#setup={secret}", site.as_str()))
}

/// Let this secret be good.
pub fn keep(folder: &Path, secret: &str) -> io::Result<()> {
    private_file::write(folder, SET_UP_LINK, &token_hash(secret))
}

/// Whether this secret was good until now. Of two at once only one removes the file.
pub fn spend(folder: &Path, secret: &str) -> bool {
    let file = folder.join(SET_UP_LINK);
    std::fs::read_to_string(&file).is_ok_and(|hash| hash == token_hash(secret)) && std::fs::remove_file(&file).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::ids::SeededIds;

    #[test]
    fn a_link_is_good_once_and_the_next_one_ends_it() {
        let folder = tempfile::tempdir().unwrap();
        let site = SiteAddress::parse("https://larder.example.org").unwrap();
        let ids = SeededIds::new(7);
        let secret = || make(folder.path(), &site, &ids).unwrap().split_once("#setup=").unwrap().1.to_owned();
        let (first, second) = (secret(), secret());
        assert!(!std::fs::read_to_string(folder.path().join(SET_UP_LINK)).unwrap().contains(&second));
        assert!(!spend(folder.path(), &first), "a newer one ended it");
        assert!(!spend(folder.path(), ""));
        assert!(spend(folder.path(), &second) && !spend(folder.path(), &second));
        keep(folder.path(), &second).unwrap();
        assert!(spend(folder.path(), &second), "what could not be used is good again");
    }
}
