//! The due index: users that the scheduled job must check and when, and the reads and writes for each.
//!
//! A change that makes an item due schedules a check first ([`Store::due_schedule_check`]), and writes the item then.
//! The job reads only users whose time is at least [`INDEX_LAG`] ago, and advances a user only if no check was
//! scheduled meanwhile. So no check is lost, although the index is eventually consistent
//! (`docs/decisions/006-reminders.md`).

use crate::food::items::item_from_row;
use crate::people::subscriptions::subscription_from_row;
use crate::table::error::{CommitError, StoreError};
use crate::table::keys::{self, ACTIVE_END, GSI1PK, GSI1SK, PK, SK, UNREACHABLE};
use crate::table::read::{IndexPage, from_row};
use crate::table::{Attributes, Guard, Range, Store, Write, number, text};
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

/// A user in the due index.
#[derive(Clone, Debug, PartialEq)]
pub struct DueUser {
    pub user: UserId,
    pub preferences: Preferences,
    /// The local date of the last digest.
    pub digest_sent_on: Option<NaiveDate>,
    /// True if the reminders also go to ntfy and Gotify.
    pub has_receivers: bool,
    /// The due time as it was read: a write on this condition is refused if a check was scheduled meanwhile.
    due_at: String,
}

/// The rows that one check of a user reads.
#[derive(Debug, Default)]
pub struct CheckedRows {
    pub subscriptions: Vec<Subscription>,
    /// The items that are stored as active, including swept ones.
    pub items: Vec<Item>,
    pub unreadable: usize,
}

/// When to check a user again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NextCheck {
    /// At this hour.
    Hour(DateTime<Utc>),
    /// When a change schedules a check.
    NothingDue,
    /// When the user can be reached again.
    Unreachable,
}

#[derive(Deserialize)]
struct DueRow {
    #[serde(rename = "PK")]
    pk: String,
    /// Missing in the row of a user who is not in the index.
    #[serde(rename = "GSI1SK", default)]
    due_at: String,
    #[serde(default)]
    told_on: Option<NaiveDate>,
    #[serde(default)]
    receivers: bool,
    #[serde(flatten)]
    preferences: Preferences,
}

/// Returns the sort key of a due time, limited because five-digit years would sort first.
fn due_key(at: DateTime<Utc>) -> String {
    iso(at.min(keys::max_sortable_time()))
}

/// Returns an update that schedules a check now.
fn check_now(user: &UserId, condition: Option<&str>, now: DateTime<Utc>) -> Write {
    let values = [(":shard", text(keys::due_shard(user))), (":now", text(due_key(now)))];
    let expression = format!("SET {GSI1PK} = :shard, {GSI1SK} = :now REMOVE {UNREACHABLE}");
    Write::update_row(keys::meta(user), expression, condition, values)
}

impl Store {
    /// Schedules a check of this user at `due.at` at the latest. Is called before the due item is written, so that a
    /// crash between the two causes a needless check, never a missing reminder. Costs one write unit if nothing
    /// changes, two more if the index row moves.
    pub async fn due_schedule_check(&self, user: &UserId, due: FirstDue) -> Result<(), StoreError> {
        let write = |condition: &str| {
            let values = [(":shard", text(keys::due_shard(user))), (":at", text(due_key(due.at)))];
            let expression = format!("SET {GSI1PK} = :shard, {GSI1SK} = :at");
            Write::update_row(keys::meta(user), expression, Some(condition), values)
        };
        let is_later = format!(
            "attribute_exists({PK}) AND attribute_not_exists({UNREACHABLE}) AND (attribute_not_exists({GSI1SK}) OR {GSI1SK} > :at)"
        );
        if self.schedule_or_touch(user, write(&is_later), due.now).await? {
            return Ok(());
        }
        match self.commit(vec![write(&format!("attribute_not_exists({PK})"))], None).await {
            Ok(()) | Err(CommitError::AccountDeleted) => Ok(()),
            // Another request created the row between the two writes.
            Err(CommitError::Refused(_)) => Box::pin(self.due_schedule_check(user, due)).await,
            Err(error) => Err(error.into_store_error()),
        }
    }

    /// Schedules a check now if checks had stopped because the user was unreachable.
    pub async fn due_resume_checks(&self, user: &UserId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let write = check_now(user, Some(&format!("attribute_exists({UNREACHABLE})")), now);
        self.schedule_or_touch(user, write, now).await.map(|_| ())
    }

    /// Sends the user's reminders to ntfy and Gotify from now on.
    pub async fn due_add_receivers(&self, user: &UserId) -> Result<(), CommitError> {
        let values = [(":yes", AttributeValue::Bool(true))];
        self.commit(vec![Write::update_row(keys::meta(user), "SET receivers = :yes", None, values)], None).await
    }

    /// Schedules a check. If the user is due already, updates the due time, so that a job that is checking the user at
    /// this moment notices the change. Returns false if the user has no row.
    async fn schedule_or_touch(&self, user: &UserId, write: Write, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let Some(existing) = self.update_or_get(write).await.map_err(CommitError::into_store_error)? else {
            return Ok(true);
        };
        let soon = due_key(now + INDEX_LAG);
        if !matches!(existing.get(GSI1SK), Some(AttributeValue::S(at)) if *at <= soon) {
            return Ok(!existing.is_empty());
        }
        let touch = Write::update_row(
            keys::meta(user),
            format!("SET {GSI1SK} = :now"),
            Some(&format!("{GSI1SK} <= :soon")),
            [(":now", text(due_key(now))), (":soon", text(soon))],
        );
        if !self.write_if_allowed(vec![touch]).await? {
            // The job advanced the user, or marked them unreachable, between the two writes.
            match self.commit(vec![check_now(user, None, now)], None).await {
                Ok(()) | Err(CommitError::AccountDeleted) => {}
                Err(error) => return Err(error.into_store_error()),
            }
        }
        Ok(true)
    }

    /// Returns a page of one shard's users who were due by `now` less [`INDEX_LAG`], the longest waiting first.
    pub async fn due_page(
        &self,
        shard: u8,
        now: DateTime<Utc>,
        rows: usize,
        after: Option<Attributes>,
    ) -> Result<IndexPage<DueUser>, StoreError> {
        let range =
            Range::between(keys::due_shard_pk(shard), "0".into(), due_key(now - INDEX_LAG)).by_due().at_most(rows);
        self.index_page(&range, after, due_user_from_row).await
    }

    /// Returns a user, who may not be in the index.
    pub async fn due_user(&self, user: &UserId) -> Result<Option<DueUser>, StoreError> {
        self.attributes_get(keys::meta(user), true).await?.map(due_user_from_row).transpose()
    }

    /// Reads a user's subscriptions and the active items whose reminders end by `horizon`, eventually consistent.
    pub async fn due_rows(
        &self,
        user: &UserId,
        now: DateTime<Utc>,
        horizon: DateTime<Utc>,
    ) -> Result<CheckedRows, StoreError> {
        let read = |from, until| {
            self.attributes_list(Range::between(keys::user_pk(user), from, until).by_state().eventually())
        };
        let (expiring, unswept) = tokio::try_join!(
            read(keys::subscription_index(""), keys::active_index(horizon)),
            read(keys::unswept_index(now), keys::unswept_index(horizon)),
        )?;
        let mut rows = CheckedRows::default();
        for row in expiring.into_iter().chain(unswept) {
            let is_item = matches!(row.get(SK), Some(AttributeValue::S(sk)) if sk.starts_with(keys::ITEM_PREFIX));
            let is_readable = if is_item {
                item_from_row(row).map(|item| rows.items.push(item)).is_ok()
            } else {
                subscription_from_row(row).map(|subscription| rows.subscriptions.push(subscription)).is_ok()
            };
            rows.unreadable += usize::from(!is_readable);
        }
        Ok(rows)
    }

    /// Returns the active item whose reminders end first after `horizon`: the next one to become due.
    pub async fn due_first_item(&self, user: &UserId, horizon: DateTime<Utc>) -> Result<Option<Item>, StoreError> {
        let after = horizon + chrono::TimeDelta::milliseconds(1);
        let first = |from, until| {
            let range = Range::between(keys::user_pk(user), from, until);
            self.attributes_list(range.by_state().eventually().at_most(1))
        };
        let (expiring, unswept) = tokio::try_join!(
            first(keys::active_index(after), keys::active_index(keys::max_sortable_time())),
            first(keys::unswept_index(after), ACTIVE_END.into()),
        )?;
        let items = expiring.into_iter().chain(unswept).map(item_from_row).collect::<Result<Vec<_>, _>>()?;
        Ok(items.into_iter().min_by_key(Item::reminders_end_at))
    }

    /// Claims a user's day for its digest. Returns false if another run has claimed it.
    pub async fn digest_claim(&self, digest: &Notification, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let claim = Write::Put { row: notification_row(digest), guard: Guard::NewOrLapsed(now) };
        self.write_if_allowed(vec![claim]).await
    }

    /// Releases a day whose message failed: the next run can claim it at once, and exports do not list it as sent.
    pub async fn digest_release(&self, digest: &Notification, now: DateTime<Utc>) -> Result<(), StoreError> {
        let released = Notification { lease_until: now, sent_at: None, ..digest.clone() };
        let write = Write::Put { row: notification_row(&released), guard: Guard::Exists };
        self.write_if_allowed(vec![write]).await.map(|_| ())
    }

    /// Ends a check: sets the next one, and the day of a sent digest. Costs three write units, or four if a check was
    /// scheduled meanwhile, which then stays.
    pub async fn due_advance(
        &self,
        due: &DueUser,
        next: NextCheck,
        digest_sent_on: Option<NaiveDate>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let key = keys::meta(&due.user);
        let mut checked = "SET last_check = :now".to_owned();
        let mut values = vec![(":now", number(now.timestamp_millis()))];
        if let Some(day) = digest_sent_on {
            checked.push_str(", told_on = :day, last_delivered = :now");
            values.push((":day", text(day)));
        }
        let (more, next_value) = match next {
            NextCheck::Hour(hour) => (format!(", {GSI1SK} = :next"), Some((":next", text(due_key(hour - INDEX_LAG))))),
            NextCheck::NothingDue => (format!(" REMOVE {GSI1PK}, {GSI1SK}"), None),
            NextCheck::Unreachable => {
                let removed = format!(", {UNREACHABLE} = :true REMOVE {GSI1PK}, {GSI1SK}");
                (removed, Some((":true", AttributeValue::Bool(true))))
            }
        };
        let seen = (":seen", text(&due.due_at));
        let all_values = values.iter().cloned().chain(next_value).chain([seen]);
        let condition = format!("{GSI1SK} = :seen");
        let advance = Write::update_row(key.clone(), format!("{checked}{more}"), Some(&condition), all_values);
        if self.write_if_allowed(vec![advance]).await? || digest_sent_on.is_none() {
            return Ok(());
        }
        // A check was scheduled meanwhile: records only that the digest was sent.
        let sent = Write::update_row(key, checked, Some(&format!("attribute_exists({PK})")), values);
        self.write_if_allowed(vec![sent]).await.map(|_| ())
    }

    /// Stores swept items as deleted, so that later checks do not read them, and gives older rows that are exempt from
    /// sweeping the key of such items. Returns the number of both.
    pub async fn items_sweep(&self, items: &[Item], now: DateTime<Utc>) -> Result<usize, StoreError> {
        let mut moved = 0;
        for changed in items.iter().filter_map(|item| item.sweep(now).or_else(|| item.exempt_from_sweep(now))) {
            match self.commit(vec![Write::item_replace(&changed)], None).await {
                Ok(()) => moved += 1,
                // The user changed the item in the meantime.
                Err(CommitError::Refused(_)) => {}
                Err(error) => return Err(error.into_store_error()),
            }
        }
        Ok(moved)
    }
}

impl DueUser {
    /// Returns the time since this user became due.
    pub fn waited(&self, now: DateTime<Utc>) -> Option<std::time::Duration> {
        let due_at = DateTime::parse_from_rfc3339(&self.due_at).ok()?;
        (now - due_at.to_utc()).to_std().ok()
    }

    /// Returns true if the user is in the due index.
    pub fn is_indexed(&self) -> bool {
        !self.due_at.is_empty()
    }
}

fn due_user_from_row(row: Attributes) -> Result<DueUser, StoreError> {
    let row: DueRow = from_row(row)?;
    let user = keys::user_of_pk(&row.pk);
    Ok(DueUser {
        user: user.ok_or_else(|| StoreError::Corrupt("due row: PK".into()))?,
        preferences: row.preferences,
        digest_sent_on: row.told_on,
        has_receivers: row.receivers,
        due_at: row.due_at,
    })
}
