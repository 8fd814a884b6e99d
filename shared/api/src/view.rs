//! Entities as the API returns them: the fields of specification §3 in camelCase.

use application::config::ProductLookup;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::LocalTime;
use domain::ending::{Ending, ItemEnding};
use domain::food_state::{DateKind, Effects, ExpiryReason, FractionLeft};
use domain::freshness::{Expiry, Freshness};
use domain::id::{DeviceId, ItemId, ListItemId, PlaceId, SessionId, UserId};
use domain::item::{Details, Item, ItemStatus, Outcome};
use domain::language::Language;
use domain::own_place::OwnPlace;
use domain::preferences::{Choices, Preferences};
use domain::price::Price;
use domain::product_code::LearntCode;
use domain::scan::ScanSession;
use domain::sharing::{Share, ShareType};
use domain::shelf_life::Storage;
use domain::shopping::ListItem;
use domain::storage_guide::{Range, Source};
use domain::timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// An item at a moment: `status` and `itemStatus` are computed when it is read.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemView {
    pub id: ItemId,
    #[schema(value_type = String)]
    pub user_id: UserId,
    #[schema(value_type = Option<Uuid>)]
    pub scan_session_id: Option<SessionId>,
    pub name: String,
    pub category: String,
    /// More than 0, at most 100,000, at most three decimal places.
    pub quantity: f64,
    pub unit: String,
    /// Days, 1 to 3650.
    pub shelf_life_days: u32,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
    /// The calendar day on which it expires: picked, printed or computed, and the same on every device. Missing if a
    /// client sent only a moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_on: Option<NaiveDate>,
    /// The day of the receipt that its shelf life is counted from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purchased_on: Option<NaiveDate>,
    /// Calendar days from today in the larder's time zone: 0 on the last day, negative after it. Without `expiresOn`
    /// the days until `expiresAt`, rounded up.
    pub days_left: i64,
    /// fresh, soon (at most three days left, or the last day) or expired.
    pub status: Freshness,
    /// An item that expired two or more days ago reads as deleted, unless its date is a best-before date.
    pub item_status: ItemStatus,
    /// True if it was deleted on its own, two days after its date.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub swept: bool,
    /// When it was last archived, deleted or restored.
    #[serde(with = "timestamp::wire")]
    pub changed_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// How the item ended, if the user said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The receipt's own line, for what came from a receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_text: Option<String>,
    /// The reader's confidence, 0 to 1; 1 after an edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The vocabulary's kind, such as `milk`: the key of its shelf lives (`shared/data`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The storage place. For an own place, the one that it keeps food like.
    pub storage: Storage,
    /// The household's own place that it is in, by its id in `places` of the preferences. An id that is not there means
    /// none: the place was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceId>,
    /// The kind of date in `expiresAt`; an estimate if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_kind: Option<DateKind>,
    #[serde(with = "timestamp::wire_option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub opened_at: Option<DateTime<Utc>>,
    #[serde(with = "timestamp::wire_option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub frozen_at: Option<DateTime<Utc>>,
    #[serde(with = "timestamp::wire_option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub thawed_at: Option<DateTime<Utc>>,
    /// The share left, if not all: 0.25, 0.5 or 0.75.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// For a frozen item: its expiry date before freezing.
    #[serde(with = "timestamp::wire_option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub expires_before_freezing: Option<DateTime<Utc>>,
    /// The reason of the date, if opening, freezing, thawing or moving changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expiry_reason: Option<ExpiryReason>,
    /// The price of the receipt's line, in the receipt's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// ISO 4217, if the receipt shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Earlier endings, one for each time it was bought again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<EndingView>,
    /// Counts the changes of the item; an edit can name the version that it is about.
    pub version: u64,
    /// Only in the list of active items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guide: Option<GuideView>,
}

/// The usual shelf life of an item, and the effect of each change of its state on the date.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuideView {
    pub usual: UsualView,
    pub effects: Effects,
    /// It is one package: using a part of it opens it.
    pub opens_when_used: bool,
    /// Freezing spoils its quality.
    pub freezes_badly: bool,
}

/// The usual storage place, and the days there from the purchase if its kind is known.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UsualView {
    pub storage: Storage,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<u16>,
    /// The source's range, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    pub source: Source,
}

impl GuideView {
    fn of(item: &Item) -> Self {
        let guide = item.storage_guide();
        Self {
            effects: item.state.effects(&guide),
            opens_when_used: item.is_one_package(),
            freezes_badly: guide.freezes_badly,
            usual: UsualView { storage: guide.storage, days: guide.days, range: guide.range, source: guide.source },
        }
    }
}

/// How an item once left the larder, and its price.
#[derive(Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[schema(as = EndedView)]
pub struct EndingView {
    #[serde(with = "timestamp::wire")]
    pub at: DateTime<Utc>,
    pub end: Ending,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
}

impl From<&ItemEnding> for EndingView {
    fn from(ItemEnding { at, end, price, left }: &ItemEnding) -> Self {
        let currency = price.as_ref().and_then(|price| price.currency.clone());
        Self {
            at: *at,
            end: *end,
            price: price.as_ref().map(Price::units),
            currency,
            left: left.map(FractionLeft::share),
        }
    }
}

impl ItemView {
    pub fn at(item: &Item, now: LocalTime) -> Self {
        let Details { name, category, quantity, unit, shelf_life_days, expires_at, notes } = item.details.clone();
        let expiry = item.expiry(now.zone);
        Self {
            id: item.id,
            user_id: item.user.clone(),
            scan_session_id: item.scan_session_id,
            name,
            category,
            quantity: quantity.as_number(),
            unit,
            shelf_life_days,
            created_at: item.created_at,
            expires_at,
            expires_on: if let Expiry::On(day) = expiry { Some(day) } else { None },
            purchased_on: item.purchased_on,
            days_left: expiry.days_left(now),
            status: expiry.freshness(now),
            item_status: item.status_at(now.at),
            swept: item.was_swept(now.at),
            changed_at: item.sweep(now.at).map_or(item.changed_at, |swept| swept.changed_at),
            notes,
            outcome: item.outcome,
            raw_text: item.receipt_line.as_ref().map(|r| r.raw_text.clone()),
            confidence: item.receipt_line.as_ref().map(|r| (f64::from(r.confidence) * 1e4).round() / 1e4),
            kind: item.kind.map(|kind| kind.id),
            storage: item.storage(),
            place: item.state.own_place,
            date_kind: Some(item.state.date_kind).filter(|kind| *kind != DateKind::Estimate),
            opened_at: item.state.opened_at,
            frozen_at: item.state.frozen_at,
            thawed_at: item.state.thawed_at,
            left: item.state.left.map(FractionLeft::share),
            expires_before_freezing: item.state.expires_before_freezing,
            expiry_reason: item.state.reason,
            price: item.price.as_ref().map(Price::units),
            currency: item.price.as_ref().and_then(|price| price.currency.clone()),
            past: item.past.iter().map(EndingView::from).collect(),
            version: item.version,
            guide: None,
        }
    }

    /// An active item, with the data for changes of its state.
    pub fn with_guide(item: &Item, now: LocalTime) -> Self {
        Self { guide: Some(GuideView::of(item)), ..Self::at(item, now) }
    }
}

/// A scan of a receipt.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub id: SessionId,
    #[schema(value_type = String)]
    pub user_id: UserId,
    #[serde(with = "timestamp::wire")]
    pub scanned_at: DateTime<Utc>,
    pub item_count: usize,
    pub text_hash: String,
    /// The store, if the receipt shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// The day that is printed on the receipt. If `purchasedOn` is missing beside it, the printed day lies in the
    /// future or more than 60 days ago, and a person has to confirm it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_on: Option<NaiveDate>,
    /// The day of purchase that shelf lives are counted from; the day of the scan where it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purchased_on: Option<NaiveDate>,
    /// The printed total, or else the subtotal, in the receipt's currency. Lists lack it for scans of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// ISO 4217, if the receipt shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The number of its stored pictures; none after 90 days.
    pub pictures: usize,
}

impl SessionView {
    pub fn at(session: ScanSession, now: DateTime<Utc>) -> Self {
        Self {
            pictures: session.pictures_at(now),
            id: session.id,
            user_id: session.user,
            scanned_at: session.scanned_at,
            item_count: session.item_ids.len(),
            text_hash: session.text_hash,
            store: session.store,
            total: session.total.as_ref().map(Price::units),
            currency: session.total.and_then(|total| total.currency),
            printed_on: session.purchase.printed_on,
            purchased_on: session.purchase.purchased_on,
        }
    }
}

/// A row of the shopping list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListItemView {
    pub id: ListItemId,
    #[schema(value_type = String)]
    pub user_id: UserId,
    pub name: String,
    pub category: String,
    /// More than 0, at most 100,000, at most three decimal places.
    pub quantity: f64,
    pub unit: String,
    pub is_completed: bool,
    #[serde(with = "timestamp::wire")]
    pub added_at: DateTime<Utc>,
    #[serde(with = "timestamp::wire_option")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub completed_at: Option<DateTime<Utc>>,
    pub notes: Option<String>,
    /// Counts the changes of the row; to make it pending again names the version that was seen.
    pub version: u64,
    /// The device of a shared larder that changed it last.
    pub changed_by: Option<DeviceId>,
}

impl From<&ListItem> for ListItemView {
    fn from(item: &ListItem) -> Self {
        let details = &item.details;
        Self {
            id: item.id,
            user_id: item.user.clone(),
            name: details.name.clone(),
            category: details.category.clone(),
            quantity: details.quantity.as_number(),
            unit: details.unit.clone(),
            is_completed: item.is_completed(),
            added_at: item.added_at,
            completed_at: item.completed_at,
            notes: details.notes.clone(),
            version: item.version,
            changed_by: item.changed_by,
        }
    }
}

/// A share as its owner sees it. The token is returned only once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareView {
    /// The token's hash: enough to end the share, not to read it.
    pub id: String,
    #[schema(value_type = String)]
    pub owner_id: UserId,
    pub owner_name: String,
    pub title: String,
    pub description: Option<String>,
    pub share_type: ShareType,
    pub is_active: bool,
    #[serde(with = "timestamp::wire")]
    pub created_at: DateTime<Utc>,
    #[serde(with = "timestamp::wire")]
    pub expires_at: DateTime<Utc>,
    pub item_count: usize,
}

impl ShareView {
    pub fn at(share: &Share, now: DateTime<Utc>) -> Self {
        Self {
            id: share.token_hash.clone(),
            owner_id: share.owner.clone(),
            owner_name: share.owner_name.clone(),
            title: share.title.clone(),
            description: share.description.clone(),
            share_type: share.share_type,
            is_active: share.is_open(now),
            created_at: share.created_at,
            expires_at: share.expires_at,
            item_count: share.item_count,
        }
    }
}

/// An entity and a sentence about what happened to it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WithMessage<T> {
    #[serde(flatten)]
    pub entity: T,
    pub message: String,
}

impl<T> WithMessage<T> {
    pub fn new(entity: T, message: impl Into<String>) -> Self {
        Self { entity, message: message.into() }
    }
}

/// Only a sentence about what happened.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Message {
    pub message: String,
}

impl Message {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

/// A larder's name for a barcode.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeView {
    /// The GTIN with 14 digits.
    #[schema(example = "09506000134352")]
    pub code: String,
    pub name: String,
    pub category: String,
    pub quantity: f64,
    pub unit: String,
    #[serde(with = "timestamp::wire")]
    pub learnt_at: DateTime<Utc>,
}

impl From<LearntCode> for CodeView {
    fn from(LearntCode { code, name, category, quantity, unit, learnt_at }: LearntCode) -> Self {
        Self { code: code.as_str().to_owned(), name, category, quantity: quantity.as_number(), unit, learnt_at }
    }
}

/// A user's preferences.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreferencesView {
    /// One for each user, and always the same.
    pub id: Uuid,
    #[schema(value_type = String)]
    pub user_id: UserId,
    pub push_notifications_enabled: bool,
    /// A full hour from 06:00 to 21:00, local to `timeZone`.
    #[schema(example = "09:00")]
    pub notification_time: String,
    /// The IANA name; UTC counts while it is null.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: Option<&'static str>,
    /// The language of reminders: two letters; missing until a device has sent one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "de")]
    pub language: Option<&'static str>,
    #[serde(with = "timestamp::wire_option")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub last_notification_check: Option<DateTime<Utc>>,
    /// When a push service last accepted a digest; null if none ever did.
    #[serde(with = "timestamp::wire_option")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub last_delivered_at: Option<DateTime<Utc>>,
    /// The shopping list's categories in the household's own order; left out while it is the usual one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aisles: Vec<String>,
    /// The household's own places, such as a cellar; left out while there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<OwnPlace>,
    /// True if used-up items go on the shopping list; missing until the user has chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_used_up: Option<bool>,
    /// True if the household's devices may ask the product database about unknown barcodes; missing until the household
    /// has chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_lookup: Option<bool>,
    /// True if this server's operator allows product lookups; missing otherwise, and in an export.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub product_lookup_allowed: bool,
}

impl PreferencesView {
    pub fn of(user: &UserId, preferences: &Preferences) -> Self {
        let Choices { list_used_up, product_lookup } = preferences.choices.clone();
        Self {
            id: Uuid::new_v5(&Uuid::NAMESPACE_OID, user.as_str().as_bytes()),
            user_id: user.clone(),
            push_notifications_enabled: preferences.push_notifications_enabled,
            notification_time: preferences.notification_time.to_string(),
            time_zone: preferences.time_zone.map(domain::calendar_day::Tz::name),
            language: preferences.language.map(Language::code),
            last_notification_check: preferences.last_notification_check,
            last_delivered_at: preferences.last_delivered,
            aisles: preferences.aisles.clone(),
            places: preferences.places.clone(),
            list_used_up,
            product_lookup,
            product_lookup_allowed: false,
        }
    }

    #[must_use]
    pub fn with_lookup_allowed(self, setting: ProductLookup) -> Self {
        Self { product_lookup_allowed: setting.origin().is_some(), ..self }
    }
}
