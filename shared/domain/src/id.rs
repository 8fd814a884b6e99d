//! Newtype ids, so that an item's id cannot be passed for a session's.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A user's id: the `sub` of the verified token. Larder's own have 28 base62 characters; other providers' may differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(String);

impl UserId {
    /// OpenID Connect allows 255 characters; Firebase's ids have at most 128.
    pub const MAX_LENGTH: usize = 128;

    /// Parses a subject. It is part of keys, so it must not contain their separators or invisible characters.
    pub fn parse(subject: &str) -> Option<Self> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '|' | '@');
        let is_valid = !subject.is_empty() && subject.len() <= Self::MAX_LENGTH && subject.chars().all(is_allowed);
        is_valid.then(|| Self(subject.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for UserId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
        pub struct $name(pub Uuid);

        impl $name {
            /// Parses an id from a path or key. Accepts the hyphenated form only, in upper or lower case; it is written
            /// in lower case.
            pub fn parse(text: &str) -> Option<Self> {
                (text.len() == 36).then(|| Uuid::try_parse(text).ok()).flatten().map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

uuid_id!(
    /// An item.
    ItemId
);
uuid_id!(
    /// One scan of a receipt. Made as a version 7 UUID, so that a user's sessions sort by time.
    SessionId
);
uuid_id!(
    /// A row of the shopping list.
    ListItemId
);
uuid_id!(
    /// One of the devices that share a larder.
    DeviceId
);
uuid_id!(
    /// A place of the household's own, such as a cellar.
    PlaceId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_key_separators_in_user_id() {
        for bad in ["", "a#b", "a b", "a/b", "ä", &"x".repeat(129)] {
            assert_eq!(UserId::parse(bad), None, "{bad}");
        }
        assert!(UserId::parse("u8Zk3nPq").is_some());
    }

    #[test]
    fn writes_an_id_in_one_way() {
        let id = "0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f";
        for spelling in [id, &id.to_uppercase()] {
            assert_eq!(ItemId::parse(spelling).map(|i| i.to_string()).as_deref(), Some(id));
        }
        assert_eq!(ItemId::parse("0192f0c45b7e7c3a9d556a1b2c3d4e5f"), None);
        assert_eq!(ItemId::parse("{0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f}"), None);
    }
}
