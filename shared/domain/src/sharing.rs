//! A shared list: a snapshot of the pending rows, readable by its token.

use super::id::{DeviceId, ListItemId, UserId};
use super::invalid::Invalid;
use super::shopping::{Details, ListItem};
use super::text;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use uuid::Uuid;

const DEFAULT_TITLE: &str = "My Shopping List";
const SHARE_TTL: TimeDelta = TimeDelta::days(30);
/// The number of base62 characters of a token: 130 random bits.
pub const TOKEN_LENGTH: usize = 22;
/// The maximum number of open shares of a user.
pub const MAX_SHARES: usize = 100;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ShareType {
    #[default]
    Full,
    Selected,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// SHA-256 of the token in hexadecimal: the token itself is not stored.
    #[serde(skip)]
    pub token_hash: String,
    pub owner: UserId,
    /// The device that created it; `None` if the larder was not shared yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceId>,
    pub owner_name: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub share_type: ShareType,
    pub is_active: bool,
    #[serde(with = "ts_milliseconds")]
    pub created_at: DateTime<Utc>,
    #[serde(with = "ts_milliseconds")]
    pub expires_at: DateTime<Utc>,
    pub item_count: usize,
    /// Hash of the request that created it, if that had an idempotency key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_hash: Option<String>,
}

/// A row of the snapshot. The names are short because a snapshot is one row of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedItem {
    #[serde(rename = "i")]
    pub id: Uuid,
    #[serde(rename = "o")]
    pub original_item_id: ListItemId,
    #[serde(flatten)]
    pub details: Details,
    #[serde(rename = "a", with = "ts_milliseconds")]
    pub added_at: DateTime<Utc>,
}

/// A request to share, unvalidated.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ShareRequest, example = json!({"shareType": "full", "title": "Saturday",
    "description": "For the barbecue", "ownerName": "Ada"})))]
#[serde(rename_all = "camelCase")]
pub struct UncheckedShare {
    /// `full` where it is left out.
    pub share_type: Option<ShareType>,
    /// At most 100 characters; "My Shopping List" where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 100))]
    pub title: Option<String>,
    /// At most 500 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 500))]
    pub description: Option<String>,
    /// 1 to 60 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 60))]
    pub owner_name: Option<String>,
    /// The ids of the rows, for `selected`. Completed or missing ones are skipped.
    pub selected_item_ids: Option<Vec<ListItemId>>,
}

/// A share's title and owner.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareHeading {
    pub share_type: ShareType,
    pub title: String,
    pub description: Option<String>,
    pub owner_name: String,
}

impl UncheckedShare {
    pub fn heading(&self) -> Result<ShareHeading, Invalid> {
        const NAME_MISSING: &str = "Please enter your name so others know who shared the list.";
        let owner_name =
            text::required("ownerName", self.owner_name.as_deref().unwrap_or(""), text::MAX_OWNER_NAME, NAME_MISSING)?;
        let title =
            text::optional("title", self.title.as_deref(), text::MAX_TITLE)?.unwrap_or_else(|| DEFAULT_TITLE.into());
        let description = text::paragraph("description", self.description.as_deref(), text::MAX_DESCRIPTION)?;
        let share_type = self.share_type.unwrap_or_default();
        Ok(ShareHeading { share_type, title, description, owner_name })
    }

    /// Returns the rows to share: pending ones only (§5). Missing or completed selected rows are skipped; an error if
    /// none is left.
    pub fn select_rows(&self, list: &[ListItem]) -> Result<Vec<ListItem>, Invalid> {
        let selected: HashSet<_> = self.selected_item_ids.iter().flatten().collect();
        let is_full = self.share_type != Some(ShareType::Selected);
        let is_selected = |item: &ListItem| is_full || selected.contains(&item.id);
        let rows: Vec<_> = list.iter().filter(|item| !item.is_completed() && is_selected(item)).cloned().collect();
        if !is_full && rows.is_empty() {
            return Err(Invalid::new("selectedItemIds", "Please select at least one item to share."));
        }
        Ok(rows)
    }
}

impl Share {
    pub fn new(
        token_hash: String,
        owner: UserId,
        heading: ShareHeading,
        item_count: usize,
        now: DateTime<Utc>,
    ) -> Self {
        let ShareHeading { share_type, title, description, owner_name } = heading;
        Self {
            token_hash,
            owner,
            device: None,
            owner_name,
            title,
            description,
            share_type,
            is_active: true,
            created_at: now,
            expires_at: now + SHARE_TTL,
            item_count,
            request_hash: None,
        }
    }

    /// Returns true unless the owner stopped it or it has expired.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.is_active && now < self.expires_at
    }
}

impl SharedItem {
    pub fn of(item: ListItem, id: Uuid) -> Self {
        Self { id, original_item_id: item.id, details: item.details, added_at: item.added_at }
    }
}

/// Returns true if a text has the format of a token.
pub fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::super::shopping;
    use super::*;
    use crate::test_support::now;

    fn row(n: u128) -> ListItem {
        let details =
            shopping::UncheckedListItem { name: Some(format!("row {n}")), ..shopping::UncheckedListItem::default() }
                .checked()
                .unwrap();
        ListItem::new(ListItemId(Uuid::from_u128(n)), UserId::parse("u").unwrap(), details, None, now())
    }

    fn ids(rows: &[ListItem]) -> Vec<u128> {
        rows.iter().map(|r| r.id.0.as_u128()).collect()
    }

    #[test]
    fn requires_owner_name_and_defaults_title() {
        let error = UncheckedShare::default().heading().unwrap_err();
        assert_eq!(error, Invalid::new("ownerName", "Please enter your name so others know who shared the list."));
        let heading =
            UncheckedShare { owner_name: Some("Ada".into()), title: Some(" ".into()), ..UncheckedShare::default() }
                .heading()
                .unwrap();
        assert_eq!((heading.title.as_str(), heading.share_type), ("My Shopping List", ShareType::Full));
    }

    #[test]
    fn shares_only_pending_rows() {
        let list = vec![row(1), row(2).toggle(None, now()).unwrap(), row(3)];
        assert_eq!(ids(&UncheckedShare::default().select_rows(&list).unwrap()), [1, 3]);
        let selected = |ids: &[u128]| UncheckedShare {
            share_type: Some(ShareType::Selected),
            selected_item_ids: Some(ids.iter().map(|n| ListItemId(Uuid::from_u128(*n))).collect()),
            ..UncheckedShare::default()
        };
        assert_eq!(ids(&selected(&[3, 2, 9]).select_rows(&list).unwrap()), [3]);
        for none in [&[][..], &[2], &[9]] {
            let error = selected(none).select_rows(&list).unwrap_err();
            assert_eq!(error, Invalid::new("selectedItemIds", "Please select at least one item to share."));
        }
        assert!(UncheckedShare::default().select_rows(&[]).unwrap().is_empty(), "a whole list may be an empty one");
    }

    #[test]
    fn closes_share_after_thirty_days_or_by_its_owner() {
        let heading = UncheckedShare { owner_name: Some("Ada".into()), ..UncheckedShare::default() }.heading().unwrap();
        let share = Share::new("hash".into(), UserId::parse("u").unwrap(), heading, 0, now());
        let later = now() + TimeDelta::days(30);
        assert!(share.is_open(later - TimeDelta::milliseconds(1)) && !share.is_open(later));
        assert!(!Share { is_active: false, ..share }.is_open(now()));
    }

    #[test]
    fn accepts_tokens_of_22_letters_and_digits_only() {
        assert!(is_token("0123456789ABCDEFGHIJab"));
        for bad in ["", "0123456789ABCDEFGHIJa", "0123456789ABCDEFGHIJabc", "0123456789ABCDEFGHIJa-", "äääääääääää"]
        {
            assert!(!is_token(bad), "{bad}");
        }
    }
}
