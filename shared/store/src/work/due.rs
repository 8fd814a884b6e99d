//! The due index: users that the scheduled job must check and when, and the reads and writes for each.
//!
//! Every change that makes an item due is announced here first ([`Store::due_bring_forward`]) and written then. The job
//! considers only announcements that are at least [`SETTLE`] old, and advances a user only if nothing was announced
//! meanwhile. So no announcement is lost, although the job reads eventually consistent. Reasons:
//! `docs/decisions/006-reminders.md`.

use crate::food::items::item_from_row;
use crate::people::preferences::PreferencesRow;
use crate::people::subscriptions::subscription_from_row;
use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, ACTIVE_END, GSI1PK, GSI1SK, Key, PK, SK, UNREACHABLE};
use crate::table::{Attributes, Guard, Range, Store, Write};
use crate::work::notifications::notification_row;
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::item::Item;
use domain::notification::Notification;
use domain::preferences::Preferences;
use domain::reminder::{FirstDue, INDEX_LAG};
use domain::subscription::Subscription;
use domain::timestamp::iso;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A user in the due index.
#[derive(Clone, Debug, PartialEq)]
pub struct DueUser {
    pub user: UserId,
    pub preferences: Preferences,
    /// The local date of the last digest.
    pub digest_sent_on: Option<NaiveDate>,
    /// The due time as read: a write that names it is refused after a new announcement.
    seen: String,
}

/// One page of a partition of the due index.
#[derive(Debug)]
pub struct DuePage {
    pub users: Vec<DueUser>,
    pub unreadable: usize,
    pub after: Option<Attributes>,
}

/// The rows of one check of a user.
#[derive(Debug, Default)]
pub struct CheckedRows {
    pub subscriptions: Vec<Subscription>,
    /// Active as stored, including swept items.
    pub items: Vec<Item>,
    pub unreadable: usize,
}

/// When to check a user again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NextCheck {
    /// For this hour.
    Hour(DateTime<Utc>),
    /// When something is announced.
    NothingDue,
    /// When the user is reachable again.
    Unreachable,
}

#[derive(Deserialize)]
struct DueRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "GSI1SK")]
    due_at: String,
    #[serde(default)]
    told_on: Option<NaiveDate>,
    #[serde(flatten)]
    preferences: PreferencesRow,
}

/// One row that cannot be read must not stop the rows beside it.
#[derive(Deserialize)]
#[serde(untagged)]
enum IndexRow {
    Due(DueRow),
    Unreadable(IgnoredAny),
}

fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// A due time as the index sorts it: five-digit years would sort first.
fn due_key(at: DateTime<Utc>) -> String {
    iso(at.min(keys::last_moment()))
}

impl Store {
    /// Makes the job check this user at `due.at` at the latest. Written before the due item, so that a crash between
    /// the two costs one needless check and never a reminder. One write unit if nothing changes, two more if the index
    /// row moves.
    pub async fn due_bring_forward(&self, user: &UserId, due: FirstDue) -> Result<(), StoreError> {
        let write = |condition: String| Write::Update {
            key: keys::meta(user),
            expression: format!("SET {GSI1PK} = :shard, {GSI1SK} = :at"),
            condition: Some(condition),
            names: vec![],
            values: vec![(":shard".into(), text(keys::due_shard(user))), (":at".into(), text(due_key(due.at)))],
        };
        let later = format!(
            "attribute_exists({PK}) AND attribute_not_exists({UNREACHABLE}) AND (attribute_not_exists({GSI1SK}) OR {GSI1SK} > :at)"
        );
        if self.announce(user, write(later), due.now).await? {
            return Ok(());
        }
        match self.commit(vec![write(format!("attribute_not_exists({PK})"))], None).await {
            // An announcement for a deleted account is refused as well.
            Ok(()) | Err(CommitError::AccountDeleted) => Ok(()),
            // Another request made the row between the two writes.
            Err(CommitError::Refused(_)) => Box::pin(self.due_bring_forward(user, due)).await,
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// The user may be reachable now: due again, if checks had stopped.
    pub async fn due_recheck(&self, user: &UserId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let write = Write::Update {
            key: keys::meta(user),
            expression: format!("SET {GSI1PK} = :shard, {GSI1SK} = :now REMOVE {UNREACHABLE}"),
            condition: Some(format!("attribute_exists({UNREACHABLE})")),
            names: vec![],
            values: vec![(":shard".into(), text(keys::due_shard(user))), (":now".into(), text(due_key(now)))],
        };
        self.announce(user, write, now).await.map(|_| ())
    }

    /// If the announcement changes nothing because the user is due anyway, the job may be working on the user at this
    /// moment and must notice it. Returns false if the user has no row.
    async fn announce(&self, user: &UserId, write: Write, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let Some(before) = self.update_or_before(write).await.map_err(CommitError::into_store_error)? else {
            return Ok(true);
        };
        let pending = |row: &Attributes| matches!(row.get(GSI1SK), Some(AttributeValue::S(at)) if *at <= due_key(now + INDEX_LAG));
        if !pending(&before) {
            return Ok(!before.is_empty());
        }
        let touch = Write::Update {
            key: keys::meta(user),
            expression: format!("SET {GSI1SK} = :now"),
            condition: Some(format!("{GSI1SK} <= :soon")),
            names: vec![],
            values: vec![(":now".into(), text(due_key(now))), (":soon".into(), text(due_key(now + INDEX_LAG)))],
        };
        match self.commit(vec![touch], None).await {
            Ok(()) => {}
            // The job advanced the user, or marked them unreachable, between the two writes. The first one is valid
            // now.
            Err(CommitError::Refused(_)) => Box::pin(self.due_again(user, now)).await?,
            Err(error) => return Err(error.into_store_error()),
        }
        Ok(true)
    }

    /// Schedules a check, whatever the job has just decided.
    async fn due_again(&self, user: &UserId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let write = Write::Update {
            key: keys::meta(user),
            expression: format!("SET {GSI1PK} = :shard, {GSI1SK} = :now REMOVE {UNREACHABLE}"),
            condition: None,
            names: vec![],
            values: vec![(":shard".into(), text(keys::due_shard(user))), (":now".into(), text(due_key(now)))],
        };
        match self.commit(vec![write], None).await {
            Ok(()) | Err(CommitError::AccountDeleted) => Ok(()),
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// Returns a page of one shard's users whose due time had settled by `now`, the longest waiting first.
    pub async fn due_page(
        &self,
        shard: u8,
        now: DateTime<Utc>,
        rows: usize,
        after: Option<Attributes>,
    ) -> Result<DuePage, StoreError> {
        let range =
            Range::between(keys::due_shard_pk(shard), "0".into(), due_key(now - INDEX_LAG)).by_due().at_most(rows);
        let (rows, after) = self.row_page::<IndexRow>(&range, after).await?;
        let total = rows.len();
        let users: Vec<DueUser> = rows.into_iter().filter_map(IndexRow::into_user).collect();
        Ok(DuePage { unreadable: total - users.len(), users, after })
    }

    /// The user as the index would show them, whether they are in it or not.
    pub async fn due_user(&self, user: &UserId) -> Result<Option<DueUser>, StoreError> {
        #[derive(Deserialize)]
        struct MetaRow {
            #[serde(rename = "GSI1SK", default)]
            due_at: Option<String>,
            #[serde(default)]
            told_on: Option<NaiveDate>,
            #[serde(flatten)]
            preferences: PreferencesRow,
        }
        let row: Option<MetaRow> = self.row_get(keys::meta(user), true).await?;
        Ok(row.map(|row| DueUser {
            user: user.clone(),
            preferences: row.preferences.into_preferences(),
            digest_sent_on: row.told_on,
            seen: row.due_at.unwrap_or_default(),
        }))
    }

    /// Reads everything for a check of a user in one eventually consistent query: subscriptions, and active items swept
    /// by `horizon`.
    pub async fn due_rows(&self, user: &UserId, horizon: DateTime<Utc>) -> Result<CheckedRows, StoreError> {
        let range = Range::between(keys::user_pk(user), keys::subscription_index(""), keys::active_index(horizon))
            .by_state()
            .eventually();
        let mut seen = CheckedRows::default();
        for row in self.attributes_list(range).await? {
            let is_item = matches!(row.get(SK), Some(AttributeValue::S(sk)) if sk.starts_with(keys::ITEM_PREFIX));
            let readable = if is_item {
                item_from_row(row).map(|item| seen.items.push(item)).is_ok()
            } else {
                subscription_from_row(row).map(|subscription| seen.subscriptions.push(subscription)).is_ok()
            };
            seen.unreadable += usize::from(!readable);
        }
        Ok(seen)
    }

    /// The active item that is swept first after `horizon`: the next to become due, once nothing before it is.
    pub async fn due_first_item(&self, user: &UserId, horizon: DateTime<Utc>) -> Result<Option<Item>, StoreError> {
        let from = keys::active_index(horizon + chrono::TimeDelta::milliseconds(1));
        let range = Range::between(keys::user_pk(user), from, ACTIVE_END.into()).by_state().eventually().at_most(1);
        self.attributes_list(range).await?.into_iter().next().map(item_from_row).transpose()
    }

    /// Take a user's day. False where another run has it.
    pub async fn digest_claim(&self, digest: &Notification, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let claim = Write::Put { row: notification_row(digest), guard: Guard::NewOrLapsed(now) };
        match self.commit(vec![claim], None).await {
            Ok(()) => Ok(true),
            Err(CommitError::Refused(_)) => Ok(false),
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// Releases a day whose message failed: the next run may claim it at once, and exports do not list it as sent.
    pub async fn digest_release(&self, digest: &Notification, now: DateTime<Utc>) -> Result<(), StoreError> {
        let released = Notification { lease_until: now, sent_at: None, ..digest.clone() };
        let write = Write::Put { row: notification_row(&released), guard: Guard::Exists };
        match self.commit(vec![write], None).await {
            Ok(()) | Err(CommitError::Refused(_)) => Ok(()),
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// Ends a check: sets the next one, and whether a day was sent. Three write units, or four after an announcement
    /// meanwhile, whose next check then stays.
    pub async fn due_advance(
        &self,
        due: &DueUser,
        next: NextCheck,
        digest_sent_on: Option<NaiveDate>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let now = AttributeValue::N(now.timestamp_millis().to_string());
        let mut set = vec![("last_check", now.clone())];
        if let Some(date) = digest_sent_on {
            set.extend([("told_on", text(date.to_string())), ("last_delivered", now)]);
        }
        // The announcement's next check stays; the sent day is recorded anyway.
        let update = ConditionalUpdate {
            key: keys::meta(&due.user),
            set: set.clone(),
            remove: &[],
            only_if: (PK, text(keys::user_pk(&due.user))),
        };
        let mut remove: &[&str] = &[];
        match next {
            NextCheck::Hour(hour) => set.push((GSI1SK, text(due_key(hour - INDEX_LAG)))),
            NextCheck::NothingDue => remove = &[GSI1PK, GSI1SK],
            NextCheck::Unreachable => {
                set.push((UNREACHABLE, AttributeValue::Bool(true)));
                remove = &[GSI1PK, GSI1SK];
            }
        }
        let advance = ConditionalUpdate { key: keys::meta(&due.user), set, remove, only_if: (GSI1SK, text(&due.seen)) };
        match self.commit(vec![advance.into_write()], None).await {
            Ok(()) => return Ok(()),
            // A check that sent nothing records nothing: there will be another.
            Err(CommitError::Refused(_)) if digest_sent_on.is_none() => return Ok(()),
            Err(CommitError::Refused(_)) => {}
            Err(error) => return Err(error.into_store_error()),
        }
        match self.commit(vec![update.into_write()], None).await {
            Ok(()) | Err(CommitError::Refused(_)) => Ok(()),
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// Moves swept items to the deleted ones. They read as deleted anyway; this saves reading them in every check.
    /// Returns the number of moved items.
    pub async fn items_sweep(&self, items: &[Item], now: DateTime<Utc>) -> Result<usize, StoreError> {
        let mut moved = 0;
        for swept in items.iter().filter_map(|item| item.sweep(now)) {
            match self.item_replace(&swept, None).await {
                Ok(()) => moved += 1,
                // Its owner restored or edited it at this moment, which is as good.
                Err(CommitError::Refused(_)) => {}
                Err(error) => return Err(error.into_store_error()),
            }
        }
        Ok(moved)
    }
}

/// Attributes to set and remove, on condition that another one is unchanged.
struct ConditionalUpdate {
    key: Key,
    set: Vec<(&'static str, AttributeValue)>,
    remove: &'static [&'static str],
    only_if: (&'static str, AttributeValue),
}

impl ConditionalUpdate {
    fn into_write(self) -> Write {
        let mut values = vec![(":seen".to_owned(), self.only_if.1)];
        let set = self.set.into_iter().enumerate().map(|(n, (name, value))| {
            values.push((format!(":v{n}"), value));
            format!("{name} = :v{n}")
        });
        let set = set.collect::<Vec<_>>().join(", ");
        let remove = if self.remove.is_empty() { String::new() } else { format!(" REMOVE {}", self.remove.join(", ")) };
        Write::Update {
            key: self.key,
            expression: format!("SET {set}{remove}"),
            condition: Some(format!("{} = :seen", self.only_if.0)),
            names: vec![],
            values,
        }
    }
}

impl DueUser {
    /// Returns how long this user has been due.
    pub fn waited(&self, now: DateTime<Utc>) -> Option<std::time::Duration> {
        let due_at = DateTime::parse_from_rfc3339(&self.seen).ok()?;
        (now - due_at.to_utc()).to_std().ok()
    }

    /// Returns true if the user is in the due index.
    pub fn is_indexed(&self) -> bool {
        !self.seen.is_empty()
    }
}

impl IndexRow {
    fn into_user(self) -> Option<DueUser> {
        let Self::Due(row) = self else { return None };
        let user = row.pk.strip_prefix("U#").and_then(UserId::parse)?;
        Some(DueUser {
            user,
            preferences: row.preferences.into_preferences(),
            digest_sent_on: row.told_on,
            seen: row.due_at,
        })
    }
}
