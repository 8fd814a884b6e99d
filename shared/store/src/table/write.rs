//! A write to one row, and its condition.

use super::attribute::{number, text};
use super::keys::{JOB_ID, Key, PK, SK, TTL};
use super::store::{Attributes, to_row};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

/// The attribute with the id of the last conditional put or update, by which a repetition recognises its own.
pub(crate) const WRITE: &str = "w";

/// The condition of a write.
#[derive(Clone, Debug)]
pub enum Guard {
    Always,
    /// Only if the row does not exist.
    New,
    /// Only if the row does not exist or has expired (DynamoDB may delete days late).
    NewOrExpired(DateTime<Utc>),
    /// Only if the row has this version.
    Version(u64),
    /// Only if the row exists.
    Exists,
    /// Only if the row does not exist or its lease has expired.
    NewOrLapsed(DateTime<Utc>),
    /// Only if the row has this token hash.
    TokenHash(String),
    /// For an account's tombstone: only if the account was not deleted.
    NotDeleted,
    /// Only if this job created the row and nothing changed it since.
    MadeBy(Uuid),
}

#[derive(Clone, Debug)]
pub enum Write {
    Put {
        row: Attributes,
        guard: Guard,
    },
    Delete {
        key: Key,
        guard: Guard,
    },
    Update {
        key: Key,
        expression: String,
        condition: Option<String>,
        names: Vec<(String, String)>,
        values: Vec<(String, AttributeValue)>,
    },
    /// Writes nothing; the transaction is refused where the condition does not hold.
    Check {
        key: Key,
        guard: Guard,
    },
}

impl Write {
    /// Returns a put of a row with this key.
    pub(crate) fn put_row<T: Serialize>(key: Key, row: &T, guard: Guard) -> Self {
        let mut row = to_row(row);
        row.extend(key_map(key));
        Self::Put { row, guard }
    }

    /// Returns an update of one row, whose attributes must not be reserved words of DynamoDB.
    pub(crate) fn update_row<'a>(
        key: Key,
        expression: impl Into<String>,
        condition: Option<&str>,
        values: impl IntoIterator<Item = (&'a str, AttributeValue)>,
    ) -> Self {
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self::Update {
            key,
            expression: expression.into(),
            condition: condition.map(str::to_owned),
            names: vec![],
            values,
        }
    }
}

/// Returns the key of the row that a write changes.
pub fn key_of(write: &Write) -> Key {
    match write {
        Write::Put { row, .. } => {
            let read = |name| row.get(name).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default();
            Key { pk: read(PK), sk: read(SK) }
        }
        Write::Delete { key, .. } | Write::Update { key, .. } | Write::Check { key, .. } => key.clone(),
    }
}

/// Returns the condition expression of a guard and its values.
pub(super) fn condition(guard: &Guard) -> (Option<String>, Vec<(String, AttributeValue)>) {
    match guard {
        Guard::Always => (None, vec![]),
        Guard::New => (Some(format!("attribute_not_exists({PK})")), vec![]),
        Guard::Exists => (Some(format!("attribute_exists({PK})")), vec![]),
        Guard::Version(version) => (Some("v = :seen".into()), vec![(":seen".into(), number(version))]),
        Guard::TokenHash(hash) => (Some("token_hash = :seen".into()), vec![(":seen".into(), text(hash))]),
        Guard::NotDeleted => (
            Some(format!("attribute_not_exists({PK}) OR unnamed = :true")),
            vec![(":true".into(), AttributeValue::Bool(true))],
        ),
        Guard::MadeBy(job) => (
            Some(format!("{JOB_ID} = :job AND (attribute_not_exists(v) OR v = :first)")),
            vec![(":job".into(), text(job)), (":first".into(), number(1))],
        ),
        Guard::NewOrLapsed(now) => (
            Some(format!("attribute_not_exists({PK}) OR lease_until <= :now")),
            vec![(":now".into(), number(now.timestamp_millis()))],
        ),
        Guard::NewOrExpired(now) => (
            Some(format!("attribute_not_exists({PK}) OR #ttl <= :now")),
            vec![(":now".into(), number(now.timestamp()))],
        ),
    }
}

/// Returns the update expression that also sets the write's id.
pub(super) fn with_write_id(expression: &str) -> String {
    match expression.split_once("SET ") {
        Some((before, sets)) => format!("{before}SET {WRITE} = :w, {sets}"),
        None => format!("SET {WRITE} = :w {expression}"),
    }
}

/// Returns the attribute names of a guard's condition that are reserved words of DynamoDB.
pub(super) fn names(guard: &Guard) -> Option<std::collections::HashMap<String, String>> {
    matches!(guard, Guard::NewOrExpired(_)).then(|| [("#ttl".to_owned(), TTL.to_owned())].into())
}

/// Returns the values of an expression; `None` without any, because DynamoDB refuses an empty map.
pub(super) fn values(list: Vec<(String, AttributeValue)>) -> Option<Attributes> {
    (!list.is_empty()).then(|| list.into_iter().collect())
}

pub(crate) fn key_map(key: Key) -> Attributes {
    [(PK.to_owned(), AttributeValue::S(key.pk)), (SK.to_owned(), AttributeValue::S(key.sk))].into()
}
