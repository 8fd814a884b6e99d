//! The row of an entity: its keys and version as attributes, and all other fields as one JSON text.
//!
//! No condition or index uses the other fields. As separate attributes they made a list of 200 items three times as
//! slow.
//!
//! Two versions of Larder can write the same rows, during a deployment and after a rollback. So a write keeps the
//! fields that its version of Larder does not know: the row that was read stays with the entity ([`Stored`]), and is
//! merged into the row that is written.

use super::error::StoreError;
use super::keys::{JOB_ID, Key, PK, SK};
use super::read::from_row;
use super::store::{Attributes, to_row};
use super::write::WRITE;
use aws_sdk_dynamodb::types::AttributeValue;
use domain::stored::Stored;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

const BODY: &str = "b";
/// The attribute that [`super::write::Guard::Version`] compares.
const VERSION: &str = "v";

#[derive(Debug)]
pub(crate) struct Entity<T> {
    pub pk: String,
    pub sk: String,
    pub version: u64,
    pub body: T,
    pub stored: Stored,
}

/// The row that an entity was read from, without the attributes that every entity has.
struct EntityRow {
    body: String,
    attributes: Option<Attributes>,
}

const SERIALIZABLE: &str = "a body has texts, numbers and lists of them";

/// Returns the row of an entity. `stored` has the row that the entity was read from.
pub(crate) fn to_entity_row<T>(key: Key, version: u64, body: &T, stored: &Stored) -> Attributes
where
    T: Serialize + DeserializeOwned,
{
    let read = stored.get::<EntityRow>();
    let merged = read.and_then(|read| with_unrecognised_fields(body, &read.body));
    let body = merged.unwrap_or_else(|| serde_json::to_string(body).expect(SERIALIZABLE));
    let mut row = read.and_then(|read| read.attributes.clone()).unwrap_or_default();
    row.extend([
        (PK.to_owned(), AttributeValue::S(key.pk)),
        (SK.to_owned(), AttributeValue::S(key.sk)),
        (VERSION.to_owned(), AttributeValue::N(version.to_string())),
        (BODY.to_owned(), AttributeValue::S(body)),
    ]);
    row
}

/// Returns the body's JSON with the fields of `earlier` that `T` does not have; `None` if it has all.
fn with_unrecognised_fields<T: Serialize + DeserializeOwned>(body: &T, earlier: &str) -> Option<String> {
    let recognised: T = serde_json::from_str(earlier).ok()?;
    let recognised = serde_json::to_value(recognised).expect(SERIALIZABLE);
    let mut merged = serde_json::to_value(body).expect(SERIALIZABLE);
    let without = merged.clone();
    merge_unrecognised_fields(&mut merged, serde_json::from_str(earlier).ok()?, &recognised);
    (merged != without).then(|| merged.to_string())
}

/// Adds the fields of `earlier` that are not in `recognised` to `merged`, at all depths. An element of a list keeps
/// them only if it is otherwise unchanged.
fn merge_unrecognised_fields(merged: &mut Value, earlier: Value, recognised: &Value) {
    match (merged, earlier, recognised) {
        (Value::Object(merged), Value::Object(earlier), Value::Object(recognised)) => {
            let nothing = Value::Object(Map::new());
            for (name, value) in earlier {
                match (merged.get_mut(&name), recognised.get(&name)) {
                    (Some(merged), recognised) => {
                        merge_unrecognised_fields(merged, value, recognised.unwrap_or(&nothing));
                    }
                    (None, None) => {
                        merged.insert(name, value);
                    }
                    // Removed on purpose.
                    (None, Some(_)) => {}
                }
            }
        }
        (Value::Array(merged), Value::Array(earlier), Value::Array(recognised)) => {
            for (value, recognised) in earlier.into_iter().zip(recognised) {
                if let Some(merged) = merged.iter_mut().find(|merged| *merged == recognised) {
                    merge_unrecognised_fields(merged, value, recognised);
                }
            }
        }
        _ => {}
    }
}

/// Adds the attributes of the stored row that `T` does not have to the next version of a row without a JSON body.
pub(crate) fn merge_unrecognised_attributes<T>(row: &mut Attributes, stored: &Stored)
where
    T: Serialize + DeserializeOwned,
{
    let Some(earlier) = stored.get::<Attributes>() else { return };
    let Ok(recognised) = from_row::<T>(earlier.clone()) else { return };
    let recognised = to_row(&recognised);
    for (name, value) in earlier.iter().filter(|(name, _)| !recognised.contains_key(*name) && *name != WRITE) {
        row.entry(name.clone()).or_insert_with(|| value.clone());
    }
}

/// Reads an entity. The caller must have removed the attributes that it adds itself.
pub(crate) fn from_entity_row<T: DeserializeOwned>(mut row: Attributes) -> Result<Entity<T>, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("an entity's row: {what}"));
    let mut take = |name: &str| match row.remove(name) {
        Some(AttributeValue::S(text)) => Some(text),
        _ => None,
    };
    let (pk, sk, body) = (take(PK), take(SK), take(BODY));
    let pk = pk.ok_or_else(|| corrupt("PK"))?;
    let sk = sk.ok_or_else(|| corrupt("SK"))?;
    let version = match row.get(VERSION) {
        Some(AttributeValue::N(number)) => number.parse().ok(),
        _ => None,
    };
    let version = version.ok_or_else(|| corrupt("version"))?;
    let text = body.ok_or_else(|| corrupt("body"))?;
    let body = serde_json::from_str(&text).map_err(|e| corrupt(&e.to_string()))?;
    // The next version no longer belongs to the import that created the row.
    row.retain(|name, _| ![VERSION, WRITE, JOB_ID].contains(&name.as_str()));
    let stored = Stored::new(EntityRow { body: text, attributes: (!row.is_empty()).then_some(row) });
    Ok(Entity { pk, sk, version, body, stored })
}
