//! The table design, and the only code that creates keys.
//!
//! One table. `PK` and `SK` are its key. `LSI1` (on `LSI1SK`, strongly consistent) sorts a user's items by state and
//! time. `GSI1` (on `GSI1PK`, `GSI1SK`) is sparse: it has the users with something due, the accounts by their last
//! activity, unfinished jobs, and pictures whose scan is not stored yet.
//!
//! | row | PK | SK | also |
//! |---|---|---|---|
//! | preferences, due time | `U#<uid>` | `META` | `GSI1PK` `D#<shard>`, `GSI1SK` the due time, while something is due |
//! | capacity for active items | `U#<uid>` | `ROOM` | a counter that is never below their number |
//! | item | `U#<uid>` | `I#<id>` | `LSI1SK` `A#<sweep time>` active, `Z#<changed at>` archived or deleted |
//! | scan session | `U#<uid>` | `S#<uuid v7>` | newest last |
//! | a session's transcript | `U#<uid>` | `T#<session>` | what the receipt says except its items; TTL: as long as its pictures are kept |
//! | claim on a receipt's text | `U#<uid>` | `H#<text hash>` | names the session |
//! | claim on a picture's bytes | `U#<uid>` | `X#<image hash>` | names the session |
//! | a month's uploads | `U#<uid>` | `Q#<yyyy-mm>` | capped counter |
//! | list row | `U#<uid>` | `L#<id>` | |
//! | push subscription | `U#<uid>` | `P#<hash>` | `LSI1SK` `A!<hash>`: the query for what is due finds the subscriptions too |
//! | a day's notification | `U#<uid>` | `N#<local date>` | claim with a lease, then what was sent |
//! | own share | `U#<uid>` | `R#<token hash>` | |
//! | learnt correction | `U#<uid>` | `C#<hash of the line>` | a user's change to a receipt line |
//! | learnt code | `U#<uid>` | `B#<GTIN of 14 digits>` | a user's name for the product with a barcode |
//! | usage statistics | `U#<uid>` | `E#<time>#<id>` | TTL |
//! | idempotency | `U#<uid>` | `K#<key>` | TTL 30 days |
//! | pictures being stored | `U#<uid>` | `Y#<session>` | `GSI1PK` `Y#`; deleted when the session is stored, TTL 7 days |
//! | a long receipt being stored | `U#<uid>` | `J#<key>` | a lease of two minutes, TTL |
//! | shared list | `SH#<token hash>` | `SHARE` | a snapshot in one row, TTL |
//! | calendar | `CAL#<token hash>` | `CALENDAR` | its owner, and the number of content changes |
//! | own calendar | `U#<uid>` | `CALENDAR` | names the calendar above |
//! | token for a program | `U#<uid>` | `O#<token hash>` | its name and scopes; the token names the user |
//! | account | `ACC#<uid>` | `ACCOUNT` | `GSI1PK` `V#<shard>`, `GSI1SK` the time of its last activity, up to a week too early |
//! | tombstone: revoked tokens | `ACC#<uid>` | `GONE` | all tokens of a deleted account, or those that name no device; TTL: an id token's lifetime |
//! | refresh token family | `ACC#<uid>` | `RT#<family hash>` | names its device in a shared larder; TTL |
//! | device of a shared larder | `ACC#<uid>` | `DV#<uuid>` | TTL: 400 days after its last use |
//! | join credentials | `ACC#<uid>` | `HOUSEHOLD` | the hashes of the recovery code, the open link and the install passes; each change of the devices increments its version |
//! | job: an import, its undo, a deletion | `ACC#<uid>` | `JOB` | `GSI1PK` `J#` until it is finished, then TTL: 7 days, of a deletion 30 |
//! | join credential: a link, its typed code, a recovery code, an install pass, a set-up link | `RC#<secret hash>` | `RECOVERY` | names the user; recovery codes were the first; TTL of a link 5 minutes, of a pass 24 h |
//! | rate limit | `RL#<scope>#<subject hash>` | `W#<window>` | TTL |
//! | days of the reminders job | `JOB` | `DAYS` | the latest days on which it ran |
//!
//! A row that an import created has the import's id in `job`, until the row is changed.
//!
//! The index key of an active item has its *sweep* time (two days past expiry, or the end of a grace period), not its
//! expiry: so one key range has exactly the active items, and the rest of `A#` the swept ones. An item past its
//! best-before date is never swept: `A#KEPT#` and the end of its reminders sorts behind all times
//! (`docs/decisions/003-item-index.md`).

use chrono::{DateTime, Utc};
use domain::id::{DeviceId, ItemId, ListItemId, SessionId, UserId};
use domain::timestamp::iso;

pub const PK: &str = "PK";
pub const SK: &str = "SK";
pub const LSI1: &str = "LSI1";
pub const LSI1SK: &str = "LSI1SK";
pub const GSI1: &str = "GSI1";
pub const GSI1PK: &str = "GSI1PK";
pub const GSI1SK: &str = "GSI1SK";
/// DynamoDB's time-to-live attribute, in seconds since 1970. DynamoDB may delete late:
/// a read that an expired row would mislead checks the time.
pub const TTL: &str = "ttl";

/// The attribute of a user who cannot be reached: push is off, or there is no device. Such a user is not in the due index.
pub const UNREACHABLE: &str = "unreachable";

/// The number of partitions of the due index. One partition accepts 1,000 writes a second.
pub const DUE_SHARDS: u8 = 8;

pub const META: &str = "META";
pub const ITEM_PREFIX: &str = "I#";
pub const SESSION_PREFIX: &str = "S#";
const TEXT_CLAIM_PREFIX: &str = "H#";
const IMAGE_CLAIM_PREFIX: &str = "X#";
const TRANSCRIPT_PREFIX: &str = "T#";
pub const LIST_PREFIX: &str = "L#";
pub const SUBSCRIPTION_PREFIX: &str = "P#";
pub const NOTIFICATION_PREFIX: &str = "N#";
pub const SHARE_PREFIX: &str = "R#";
pub const CORRECTION_PREFIX: &str = "C#";
pub const CODE_PREFIX: &str = "B#";
pub const USAGE_PREFIX: &str = "E#";
/// Tokens for other programs.
pub const PROGRAM_PREFIX: &str = "O#";
pub const QUOTA_PREFIX: &str = "Q#";
pub const PENDING_PICTURES_PREFIX: &str = "Y#";
pub const ACTIVE_PREFIX: &str = "A#";
pub const INACTIVE_PREFIX: &str = "Z#";
/// Begins the rest of the keys of active items that are never swept.
const UNSWEPT: &str = "KEPT#";
/// Greater than every key that starts with [`ACTIVE_PREFIX`].
pub const ACTIVE_END: &str = "A$";
pub const REFRESH_PREFIX: &str = "RT#";
pub const DEVICE_PREFIX: &str = "DV#";
/// Sorts after devices and before refresh tokens, so that one query reads a household.
pub const HOUSEHOLD: &str = "HOUSEHOLD";
const SHARED_LIST: &str = "SHARE";
pub const ACCOUNT: &str = "ACCOUNT";
/// Sorts after the rows of a household.
pub const JOB: &str = "JOB";
/// The index partition of unfinished jobs.
pub const JOBS: &str = "J#";
/// The attribute with the id of the job that created a row.
pub const JOB_ID: &str = "job";
const CALENDAR: &str = "CALENDAR";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub pk: String,
    pub sk: String,
}

fn user_key(user: &UserId, sk: String) -> Key {
    Key { pk: user_pk(user), sk }
}

pub fn user_pk(user: &UserId) -> String {
    format!("U#{user}")
}

/// Returns the user of a user's partition.
pub fn user_of_pk(pk: &str) -> Option<UserId> {
    pk.strip_prefix("U#").and_then(UserId::parse)
}

pub fn meta(user: &UserId) -> Key {
    user_key(user, META.into())
}

pub fn item_capacity(user: &UserId) -> Key {
    user_key(user, "ROOM".into())
}

pub fn item(user: &UserId, id: ItemId) -> Key {
    user_key(user, format!("{ITEM_PREFIX}{id}"))
}

pub fn session(user: &UserId, id: SessionId) -> Key {
    user_key(user, format!("{SESSION_PREFIX}{id}"))
}

pub fn transcript(user: &UserId, id: SessionId) -> Key {
    user_key(user, format!("{TRANSCRIPT_PREFIX}{id}"))
}

pub fn list_item(user: &UserId, id: ListItemId) -> Key {
    user_key(user, format!("{LIST_PREFIX}{id}"))
}

pub fn pending_pictures(user: &UserId, session: SessionId) -> Key {
    user_key(user, format!("{PENDING_PICTURES_PREFIX}{session}"))
}

pub fn text_claim(user: &UserId, text_hash: &str) -> Key {
    user_key(user, format!("{TEXT_CLAIM_PREFIX}{text_hash}"))
}

/// Returns true for the key of a claim, which lives as long as the session that it names.
pub fn is_claim(key: &Key) -> bool {
    [TEXT_CLAIM_PREFIX, IMAGE_CLAIM_PREFIX].iter().any(|prefix| key.sk.starts_with(prefix))
}

pub fn image_claim(user: &UserId, image_hash: &str) -> Key {
    user_key(user, format!("{IMAGE_CLAIM_PREFIX}{image_hash}"))
}

pub fn quota(user: &UserId, month: &str) -> Key {
    user_key(user, format!("{QUOTA_PREFIX}{month}"))
}

pub fn subscription(user: &UserId, hash: &str) -> Key {
    user_key(user, format!("{SUBSCRIPTION_PREFIX}{hash}"))
}

pub fn subscription_index(hash: &str) -> String {
    format!("A!{hash}")
}

pub fn notification(user: &UserId, local_date: &str) -> Key {
    user_key(user, format!("{NOTIFICATION_PREFIX}{local_date}"))
}

pub fn share(user: &UserId, token_hash: &str) -> Key {
    user_key(user, format!("{SHARE_PREFIX}{token_hash}"))
}

pub fn correction(user: &UserId, line_hash: &str) -> Key {
    user_key(user, format!("{CORRECTION_PREFIX}{line_hash}"))
}

pub fn code(user: &UserId, gtin: &str) -> Key {
    user_key(user, format!("{CODE_PREFIX}{gtin}"))
}

pub fn usage(user: &UserId, time: DateTime<Utc>, id: uuid::Uuid) -> Key {
    user_key(user, format!("{USAGE_PREFIX}{}#{id}", iso(time)))
}

pub fn job(user: &UserId) -> Key {
    Key { pk: account_pk(user), sk: JOB.into() }
}

pub fn idempotency(user: &UserId, key: uuid::Uuid) -> Key {
    user_key(user, format!("K#{key}"))
}

pub fn scan_lease(user: &UserId, key: uuid::Uuid) -> Key {
    user_key(user, format!("J#{key}"))
}

pub fn shared_list(token_hash: &str) -> Key {
    Key { pk: format!("SH#{token_hash}"), sk: SHARED_LIST.into() }
}

pub fn calendar(token_hash: &str) -> Key {
    Key { pk: format!("CAL#{token_hash}"), sk: CALENDAR.into() }
}

pub fn own_calendar(user: &UserId) -> Key {
    user_key(user, CALENDAR.into())
}

pub fn program(user: &UserId, token_hash: &str) -> Key {
    user_key(user, format!("{PROGRAM_PREFIX}{token_hash}"))
}

pub fn account_pk(user: &UserId) -> String {
    format!("ACC#{user}")
}

/// Returns the user of an account's partition.
pub fn user_of_account_pk(pk: &str) -> Option<UserId> {
    pk.strip_prefix("ACC#").and_then(UserId::parse)
}

pub fn account(user: &UserId) -> Key {
    Key { pk: account_pk(user), sk: ACCOUNT.into() }
}

pub fn account_tombstone(user: &UserId) -> Key {
    Key { pk: account_pk(user), sk: "GONE".into() }
}

pub fn refresh_family(user: &UserId, family_hash: &str) -> Key {
    Key { pk: account_pk(user), sk: format!("{REFRESH_PREFIX}{family_hash}") }
}

pub fn device(user: &UserId, id: DeviceId) -> Key {
    Key { pk: account_pk(user), sk: format!("{DEVICE_PREFIX}{id}") }
}

pub fn household(user: &UserId) -> Key {
    Key { pk: account_pk(user), sk: HOUSEHOLD.into() }
}

pub fn join_credential(secret_hash: &str) -> Key {
    Key { pk: format!("RC#{secret_hash}"), sk: "RECOVERY".into() }
}

/// The sort key of an install pass of format 7, which is valid for a day after an update.
pub const EARLIER_PASS: &str = "PASS";

pub fn earlier_install_pass(pass_hash: &str) -> Key {
    Key { pk: format!("IP#{pass_hash}"), sk: EARLIER_PASS.into() }
}

pub fn rate_limit(scope: &str, subject_hash: &str, window: i64) -> Key {
    Key { pk: format!("RL#{scope}#{subject_hash}"), sk: format!("W#{window}") }
}

pub fn job_days() -> Key {
    Key { pk: "JOB".into(), sk: "DAYS".into() }
}

pub fn active_index(sweep_at: DateTime<Utc>) -> String {
    // A sweep time may be two days past the year 9999, and five-digit years would sort first.
    format!("{ACTIVE_PREFIX}{}", iso(sweep_at.min(max_sortable_time())))
}

/// Returns the index key of an active item that is never swept: it sorts behind all sweep times.
pub fn unswept_index(reminders_end_at: DateTime<Utc>) -> String {
    format!("{ACTIVE_PREFIX}{UNSWEPT}{}", iso(reminders_end_at.min(max_sortable_time())))
}

/// Returns true if the item of this index key is swept at the key's time.
pub fn is_sweepable_key(key: &str) -> bool {
    key.strip_prefix(ACTIVE_PREFIX).is_some_and(|rest| !rest.starts_with(UNSWEPT))
}

/// Returns the last time whose text sorts correctly.
pub fn max_sortable_time() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(253_402_300_799_999).expect("the last millisecond of year 9999 exists")
}

pub fn inactive_index(changed_at: DateTime<Utc>) -> String {
    format!("{INACTIVE_PREFIX}{}", iso(changed_at))
}

/// Returns the partition of a user in the due index.
pub fn due_shard(user: &UserId) -> String {
    due_shard_pk(shard(user))
}

pub fn due_shard_pk(shard: u8) -> String {
    format!("D#{shard:02}")
}

/// Returns the partition of an account in the index by last activity.
pub fn activity_shard(user: &UserId) -> String {
    activity_shard_pk(shard(user))
}

pub fn activity_shard_pk(shard: u8) -> String {
    format!("V#{shard:02}")
}

/// Returns the user's shard by FNV-1a, which distributes users evenly and never changes.
fn shard(user: &UserId) -> u8 {
    let hash = user
        .as_str()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    u8::try_from(hash % u64::from(DUE_SHARDS)).expect("a remainder is below its divisor")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A range by prefix must not contain rows of two kinds.
    #[test]
    fn gives_each_kind_of_row_its_own_prefix() {
        // A test of the samples compares this file's table with the rows that are stored.
        let rows = include_str!("keys.rs").lines().filter_map(|line| line.strip_prefix("//! |")).skip(2);
        let prefix = |cell: &str| cell.trim().trim_matches('`').split('#').next().unwrap_or_default().to_owned();
        let kinds: Vec<Vec<String>> = rows.map(|row| row.split('|').skip(1).take(2).map(prefix).collect()).collect();
        assert!(kinds.len() > 25, "{kinds:?}");
        let distinct: std::collections::HashSet<_> = kinds.iter().collect();
        assert_eq!(distinct.len(), kinds.len(), "{kinds:?}");
    }

    #[test]
    fn sorts_index_keys_by_time() {
        let at = |text: &str| DateTime::parse_from_rfc3339(text).unwrap().to_utc();
        let keys = ["1970-01-01T00:00:00Z", "2026-11-21T08:00:00.001Z", "9999-12-31T23:59:59.999Z"]
            .map(|t| active_index(at(t)));
        assert!(keys.is_sorted());
        let latest = active_index(at("9999-12-31T23:59:59Z") + chrono::TimeDelta::days(2));
        assert!(latest >= keys[2] && latest.as_str() < ACTIVE_END);
    }

    #[test]
    fn spreads_users_over_every_shard() {
        let shards: std::collections::HashSet<_> =
            (0..200).map(|n| due_shard(&UserId::parse(&format!("user{n}")).unwrap())).collect();
        assert_eq!(shards.len(), usize::from(DUE_SHARDS));
    }
}
