//! The row of an entity: its keys and its version as attributes, and everything else as one JSON text.
//!
//! No condition or index uses the other fields. As separate attributes each would be a map entry in the table, the SDK
//! and the deserialiser: a list of 200 items took three times as long.

use super::Attributes;
use super::error::StoreError;
use super::keys::{Key, PK, SK};

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

const BODY: &str = "b";
/// The attribute that [`super::Guard::Version`] compares.
const VERSION: &str = "v";

#[derive(Debug)]
pub(super) struct Entity<T> {
    pub pk: String,
    pub sk: String,
    pub version: u64,
    pub body: T,
}

pub(super) fn to_entity_row<T: Serialize>(key: Key, version: u64, body: &T) -> Attributes {
    let body = serde_json::to_string(body).expect("a body holds texts, numbers and lists of them");
    [
        (PK.to_owned(), AttributeValue::S(key.pk)),
        (SK.to_owned(), AttributeValue::S(key.sk)),
        (VERSION.to_owned(), AttributeValue::N(version.to_string())),
        (BODY.to_owned(), AttributeValue::S(body)),
    ]
    .into()
}

/// Rows of earlier versions of Larder have each field as an attribute, by the same names; they are read as well.
pub(super) fn from_entity_row<T: DeserializeOwned>(mut row: Attributes) -> Result<Entity<T>, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("an entity's row: {what}"));
    let mut text = |name: &str| match row.remove(name) {
        Some(AttributeValue::S(text)) => Some(text),
        _ => None,
    };
    let (pk, sk, body) = (text(PK), text(SK), text(BODY));
    let pk = pk.ok_or_else(|| corrupt("PK"))?;
    let sk = sk.ok_or_else(|| corrupt("SK"))?;
    let version = match row.get(VERSION) {
        Some(AttributeValue::N(number)) => number.parse().ok(),
        _ => None,
    };
    let version = version.ok_or_else(|| corrupt("version"))?;
    let body = match body {
        Some(body) => serde_json::from_str(&body).map_err(|e| corrupt(&e.to_string()))?,
        None => serde_dynamo::from_item(row).map_err(|e| corrupt(&e.to_string()))?,
    };
    Ok(Entity { pk, sk, version, body })
}
