//! Tokens for programs such as Home Assistant: their format and scopes.

use super::digest::hash;
use super::id::UserId;
use super::invalid::Invalid;
use super::text;
use serde::{Deserialize, Serialize};

/// The prefix of every token, for secret scanners.
const PREFIX: &str = "larder_pat_";
/// The number of base62 characters of a secret: 256 random bits.
pub const SECRET_LENGTH: usize = 43;
/// The maximum number of tokens of a larder.
pub const MAX_TOKENS: usize = 20;
/// The maximum length of a token's name, in characters.
const MAX_NAME: usize = 60;

/// The permissions of a program. Scopes are independent: writing the list does not include reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Read items, shopping list and summary.
    Read,
    /// Change the shopping list.
    List,
    /// Change the items.
    Write,
}

/// Formats a token. It contains its owner, so that its row is found without an index.
pub fn format_token(user: &UserId, secret: &str) -> String {
    format!("{PREFIX}{user}.{secret}")
}

/// Returns true if a bearer token has the format of a program's token.
pub fn is_program_token(bearer: &str) -> bool {
    bearer.starts_with(PREFIX)
}

/// Returns a token's owner and hash; `None` for another format.
pub fn parse_token(bearer: &str) -> Option<(UserId, String)> {
    let (user, secret) = bearer.strip_prefix(PREFIX)?.rsplit_once('.')?;
    let is_well_formed = secret.len() == SECRET_LENGTH && secret.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let user = UserId::parse(user).filter(|_| is_well_formed)?;
    Some((user, hash(bearer)))
}

/// Validates the name and the scopes of a new token.
pub fn checked(name: Option<&str>, scopes: Option<Vec<Scope>>) -> Result<(String, Vec<Scope>), Invalid> {
    let name = text::required("name", name.unwrap_or(""), MAX_NAME, "Please enter a name for the token.")?;
    let mut scopes = scopes.unwrap_or_default();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Invalid::new("scopes", "Please choose what the program can do."));
    }
    Ok((name, scopes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_token_by_its_owner_and_hash() {
        let user = UserId::parse("a.b").unwrap();
        let text = format_token(&user, &"x".repeat(SECRET_LENGTH));
        assert!(is_program_token(&text));
        assert_eq!(parse_token(&text), Some((user, hash(&text))));
        for bad in [
            "",
            "larder_pat_",
            "larder_pat_u.",
            "larder_pat_.x",
            "u.x",
            &text[..text.len() - 1],
            &text.replace('x', "-"),
        ] {
            assert_eq!(parse_token(bad), None, "{bad}");
        }
    }

    #[test]
    fn requires_name_and_scope_of_token() {
        let all = vec![Scope::Write, Scope::Read, Scope::Write];
        assert_eq!(checked(Some(" HA "), Some(all)), Ok(("HA".into(), vec![Scope::Read, Scope::Write])));
        assert_eq!(checked(Some("HA"), None).unwrap_err().field, "scopes");
        assert_eq!(checked(Some(" "), Some(vec![Scope::Read])).unwrap_err().field, "name");
        assert_eq!(checked(Some(&"x".repeat(61)), Some(vec![Scope::Read])).unwrap_err().field, "name");
    }
}
