//! The checks of a commit that its account was not deleted.

use super::keys::{self, Key, PK, SK, TTL};
use super::store::Attributes;
use super::write::{Guard, Write};
use domain::id::UserId;

/// Returns the key of the tombstone that must not exist when this write is made: the write creates a permanent row,
/// which nothing would remove after the account's deletion. Rows with a time to live expire, and a change of an
/// existing row is refused once that row is deleted.
fn tombstone_to_check(write: &Write) -> Option<Key> {
    let read = |row: &Attributes, name: &str| row.get(name).and_then(|value| value.as_s().ok()).cloned();
    let (pk, sk, is_permanent) = match write {
        Write::Put { row, guard: Guard::Always | Guard::New | Guard::TokenHash(_) } => {
            (read(row, PK)?, read(row, SK)?, !row.contains_key(TTL))
        }
        Write::Update { key, condition, .. } if creates_rows(condition.as_deref()) => {
            (key.pk.clone(), key.sk.clone(), true)
        }
        _ => return None,
    };
    let user = match pk.split_once('#')? {
        ("U", user) => user,
        // A device's row grants access for more than a year. An account's row is created before anything can delete it.
        ("ACC", user) if sk.starts_with(keys::DEVICE_PREFIX) || [keys::HOUSEHOLD, keys::JOB].contains(&sk.as_str()) => {
            user
        }
        _ => return None,
    };
    let is_permanent = is_permanent || sk.starts_with(keys::DEVICE_PREFIX);
    UserId::parse(user).filter(|_| is_permanent).map(|user| keys::account_tombstone(&user))
}

/// Returns true if an update with this condition can create a row.
fn creates_rows(condition: Option<&str>) -> bool {
    condition.is_none_or(|text| text.contains("attribute_not_exists(") && !text.contains("attribute_exists("))
}

/// Returns a check of each tombstone that these writes need, unless they write it themselves.
pub(super) fn tombstone_checks(writes: &[Write]) -> Vec<Write> {
    let mut checked: Vec<Key> = vec![];
    for key in writes.iter().filter_map(tombstone_to_check) {
        if !checked.contains(&key) {
            checked.push(key);
        }
    }
    let is_written = |key: &Key| {
        writes.iter().any(|write| match write {
            Write::Put { row, .. } => {
                row.get(PK).is_some_and(|pk| pk.as_s() == Ok(&key.pk))
                    && row.get(SK).is_some_and(|sk| sk.as_s() == Ok(&key.sk))
            }
            _ => false,
        })
    };
    checked.retain(|key| !is_written(key));
    checked.into_iter().map(|key| Write::Check { key, guard: Guard::NotDeleted }).collect()
}
