//! One full sample of each kind of row: every field has a value, so that a new field has to be added here.

use crate::server::{TestServer, start};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::correction::{CorrectedFields, Correction};
use domain::ending::{Ending, ItemEnding};
use domain::food_state::{Because, DateKind, DatedState, ExpiryReason, FoodState, FractionLeft};
use domain::household::{Device, DeviceDescription, HashedCredential, Household, JoinedBy, OpenLink, Recovery, Role};
use domain::id::{DeviceId, ItemId, ListItemId, PlaceId, SessionId, UserId};
use domain::item::{self, Item, ItemStatus, Outcome, ReceiptLine};
use domain::join_credential::{CredentialKind, JoinCredential, JoiningDevice, LinkState};
use domain::notification::{Notification, NotificationType, NotifiedItem};
use domain::own_place::OwnPlace;
use domain::preferences::{Choices, Hour, Preferences, PreferencesChange};
use domain::price::Price;
use domain::product_code::{Gtin, LearntCode};
use domain::program::Scope;
use domain::quantity::Quantity;
use domain::reminder::FirstDue;
use domain::scan::{PhotoArea, PurchaseDate, ScanSession, SkippedLine, Transcript};
use domain::sharing::{Share, ShareType, SharedItem};
use domain::shelf_life::{self, Storage};
use domain::shopping::{self, ListItem};
use domain::storage_guide::Source;
use domain::stored::Stored;
use domain::subscription::Subscription;
use domain::usage::Usage;
use serde_json::json;
use store::{Account, Calendar, Job, JobKind, ProgramToken, RefreshFamily, RevokedTokens, Snapshot, Write, keys};
use uuid::Uuid;

pub fn now() -> DateTime<Utc> {
    start()
}

pub fn anna() -> UserId {
    UserId::parse("anna").unwrap()
}

fn later() -> DateTime<Utc> {
    now() + TimeDelta::days(1)
}

fn day() -> NaiveDate {
    now().date_naive()
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

#[expect(clippy::unnecessary_wraps, reason = "for fields that may be missing")]
fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn price() -> Price {
    Price { cents: 199, currency: text("EUR") }
}

fn own_place() -> OwnPlace {
    OwnPlace { id: PlaceId(id(1)), name: "Cellar".into(), storage: Storage::Pantry }
}

fn food_state(before: Option<Box<DatedState>>) -> FoodState {
    FoodState {
        storage: Some(Storage::Fridge),
        own_place: Some(PlaceId(id(1))),
        date_kind: DateKind::UseBy,
        expires_on: Some(day()),
        opened_at: Some(now()),
        frozen_at: Some(now()),
        thawed_at: Some(now()),
        left: FractionLeft::of_quarters(2),
        expires_before_freezing: Some(now()),
        reason: Some(ExpiryReason {
            because: Because::Opened,
            days: 3,
            storage: Storage::Fridge,
            source: Source::Usda,
        }),
        changed_at: Some(now()),
        before,
    }
}

pub fn item() -> Item {
    let ended = |cents| ItemEnding {
        at: now(),
        end: Ending::Used,
        price: Some(Price { cents, ..price() }),
        left: FractionLeft::of_quarters(1),
    };
    Item {
        id: ItemId(id(2)),
        user: anna(),
        scan_session_id: Some(SessionId(id(3))),
        details: item::Details {
            name: "Milk".into(),
            category: "Dairy".into(),
            quantity: Quantity::ONE,
            unit: "bottle".into(),
            shelf_life_days: 7,
            expires_at: later(),
            notes: text("for the cake"),
        },
        kind: shelf_life::kind_of("Milk"),
        state: food_state(Some(Box::new(DatedState { state: food_state(None), expires_at: later() }))),
        price: Some(price()),
        created_at: now(),
        purchased_on: Some(day()),
        stored_status: ItemStatus::Active,
        changed_at: now(),
        grace_until: Some(later()),
        is_exempt_from_sweep: true,
        outcome: Some(Outcome::Used),
        past: vec![ended(150), ended(160)],
        receipt_line: Some(ReceiptLine { raw_text: "MLK".into(), confidence: 0.5 }),
        version: 1,
        stored: Stored::default(),
    }
}

pub fn list_item() -> ListItem {
    ListItem {
        id: ListItemId(id(4)),
        user: anna(),
        details: shopping::Details {
            name: "Oats".into(),
            category: "Pantry".into(),
            quantity: Quantity::ONE,
            unit: "box".into(),
            notes: text("the big one"),
        },
        added_at: now(),
        completed_at: Some(now()),
        changed_by: Some(DeviceId(id(5))),
        version: 1,
        stored: Stored::default(),
    }
}

fn device_description() -> DeviceDescription {
    DeviceDescription { name: "Phone".into(), platform: "test".into(), person: text("Ada") }
}

fn device() -> Device {
    Device {
        id: DeviceId(id(5)),
        description: device_description(),
        joined_by: JoinedBy::Recovery,
        role: Role::Member,
        created_at: now(),
        last_seen_on: day(),
        redeems: text("hash"),
        version: 1,
        stored: Stored::default(),
    }
}

/// A looker, which is one only beside a member.
fn other_device() -> Device {
    Device { id: DeviceId(id(15)), role: Role::Looker, ..device() }
}

fn household() -> Household {
    let recovery = |hash: &str| Recovery { hash: hash.into(), created_at: now(), by: Some(DeviceId(id(5))) };
    Household {
        user: anna(),
        devices: vec![],
        recovery: Some(recovery("confirmed")),
        unconfirmed: vec![recovery("one"), recovery("other")],
        link: Some(OpenLink { hash: "link".into(), code_hash: "code".into() }),
        passes: vec![HashedCredential { hash: "pass".into(), expires_at: later() }],
        first: Some(device_description()),
        version: 1,
        stored: Stored::default(),
    }
}

/// A link by which a device asks to join.
pub fn join_credential() -> JoinCredential {
    let joining =
        JoiningDevice { description: device_description(), digits: "42".into(), ticket_hash: "ticket".into() };
    JoinCredential {
        state: LinkState::Requested,
        role: Role::Looker,
        device: Some(DeviceId(id(6))),
        joining_device: Some(joining),
        // A typed code has it.
        link: Some("link".into()),
        tries_left: 2,
        ..JoinCredential::new(CredentialKind::Link, "link".into(), anna()).expiring(later())
    }
}

pub fn family() -> RefreshFamily {
    RefreshFamily {
        user: anna(),
        family_hash: "family".into(),
        device: Some(DeviceId(id(5))),
        confirmed_hash: text("confirmed"),
        issued_hashes: vec!["one".into(), "two".into()],
        issued_count: 3,
        activity_recorded_at: Some(now()),
        signed_in_at: now(),
        refreshed_at: now(),
        expires_at: later(),
        version: 1,
        stored: Stored::default(),
    }
}

fn session() -> ScanSession {
    ScanSession {
        id: SessionId(id(3)),
        user: anna(),
        scanned_at: now(),
        text_hash: "text".into(),
        image_hash: "image".into(),
        fingerprint: "likeness".into(),
        store: text("Corner Market"),
        item_ids: vec![ItemId(id(2))],
        added: vec![ItemId(id(7))],
        purchase: PurchaseDate { printed_on: Some(day()), purchased_on: Some(day()) },
        total: Some(price()),
        photos: 2,
    }
}

fn transcript() -> Transcript {
    let place = PhotoArea { photo: 1, left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 };
    let skipped = SkippedLine {
        raw_text: "SPNG".into(),
        name: "Sponge".into(),
        category: "Household".into(),
        quantity: 1.0,
        unit: "item".into(),
        shelf_life_days: 7,
        price: Some(price()),
        place: Some(place),
    };
    Transcript { total: Some(price()), off_by: Some(1), places: vec![Some(place)], skipped: vec![skipped] }
}

fn snapshot() -> Snapshot {
    let share = Share {
        token_hash: "share".into(),
        owner: anna(),
        device: Some(DeviceId(id(5))),
        owner_name: "Ada".into(),
        title: "List".into(),
        description: text("for Saturday"),
        share_type: ShareType::Full,
        is_active: true,
        created_at: now(),
        expires_at: later(),
        item_count: 1,
        request_hash: text("request"),
    };
    let item = SharedItem::of(list_item(), id(8));
    Snapshot { share, items: vec![item] }
}

pub fn preferences() -> Preferences {
    Preferences {
        push_notifications_enabled: true,
        notification_time: Hour::default(),
        time_zone: Some("Europe/Berlin".parse().unwrap()),
        language: Some("de".parse().unwrap()),
        last_notification_check: Some(now()),
        last_delivered: Some(now()),
        fcm_token: text("phone"),
        aisles: vec!["Dairy".into()],
        places: vec![own_place()],
        choices: Choices { list_used_up: Some(true), product_lookup: Some(true) },
    }
}

fn preferences_change() -> PreferencesChange {
    let Preferences {
        push_notifications_enabled,
        notification_time,
        time_zone,
        language,
        last_notification_check: _,
        last_delivered: _,
        fcm_token,
        aisles,
        places,
        choices,
    } = preferences();
    PreferencesChange {
        push_notifications_enabled: Some(push_notifications_enabled),
        notification_time: Some(notification_time),
        time_zone,
        language,
        fcm_token: Some(fcm_token),
        aisles: Some(aisles),
        places: Some(places),
        choices,
    }
}

fn notification() -> Notification {
    let notified = NotifiedItem {
        item_id: ItemId(id(2)),
        notification_type: NotificationType::Soon,
        expiry_date: later(),
        is_removed: true,
    };
    Notification { user: anna(), local_date: day(), lease_until: later(), sent_at: Some(now()), items: vec![notified] }
}

fn calendar() -> Calendar {
    Calendar {
        token_hash: "calendar".into(),
        user: anna(),
        device: Some(DeviceId(id(5))),
        language: "de".parse().unwrap(),
        created_at: now(),
        sequence: 1,
        digest: "digest".into(),
        changed_at: now(),
        activity_recorded_on: Some(day()),
    }
}

fn program() -> ProgramToken {
    ProgramToken {
        hash: "program".into(),
        name: "Doorbell".into(),
        scopes: vec![Scope::Read],
        device: Some(DeviceId(id(5))),
        created_at: now(),
        last_used_on: Some(day()),
    }
}

/// Writes a row of each kind, and reads back what a change replaces.
pub async fn write_all(server: &TestServer) {
    let (store, user, session) = (&server.deps.store, anna(), session());
    let amended =
        CorrectedFields { name: text("Milk"), category: text("Dairy"), unit: text("l"), shelf_life_days: Some(7) };
    let correction = Correction { line: "mlk".into(), amended, corrected_at: now() };
    let gtin = Gtin::parse("4006381333931").unwrap();
    let code = LearntCode {
        code: gtin,
        name: "Oats".into(),
        category: "Pantry".into(),
        quantity: Quantity::nearest(6.0),
        unit: "box".into(),
        learnt_at: now(),
    };
    let subscription = Subscription {
        endpoint: "https://push.example/x".into(),
        p256dh: [4; 65],
        auth: [7; 16],
        created_at: now(),
        device: Some(DeviceId(id(5))),
    };
    let usage = Usage::new(id(10), &user, "share", json!({}), now());
    let mut writes = vec![
        Write::item_create(&item()).made_by(id(13)),
        Write::list_item_create(&list_item()),
        Write::device_create(&user, &device()),
        Write::device_create(&user, &other_device()),
        Write::household_put(&household()),
        Write::join_credential_create(&join_credential(), now()),
        Write::session_create(&session),
        Write::text_claim(&session),
        Write::image_claim(&session),
        Write::transcript_create(&session, &transcript()),
        Write::quota_take(&user, "2026-11", 30, now()),
        Write::subscription_put(&user, &subscription),
        Write::correction_create(&user, &correction),
        Write::code_learn(&user, &code),
        Write::program_create(&user, &program()),
        Write::usage(&usage),
        Write::preferences_change(&user, &preferences_change(), now()),
    ];
    writes.extend(Write::share_create(&snapshot()).unwrap());
    store.commit(writes, None).await.unwrap();
    store.commit_active(&user, 1, None, vec![], None, now()).await.unwrap();
    store.account_create(&Account { user: user.clone(), created_at: now() }, &family()).await.unwrap();
    let check = Write::household_check(&store.household_get(&user, now()).await.unwrap());
    store.calendar_create(&calendar(), None, check).await.unwrap();
    store.pending_pictures_create(&session).await.unwrap();
    let mut job = Job::begin(&user, None, id(13), JobKind::Import, now());
    job.state.file = Some(json!({"fileKey": "file", "columns": ["name"]}));
    job.preferences = Some(store.preferences_written(&user, &preferences_change()).await.unwrap());
    let finished = Job::begin(&UserId::parse("ben").unwrap(), None, id(14), JobKind::ClearData, now());
    for job in [&job, &Job { version: 1, ..finished.finished(now()) }] {
        store.job_step(vec![], vec![], job).await.unwrap();
    }
    assert!(store.digest_claim(&notification(), now()).await.unwrap());
    assert!(store.scan_lease_take(&user, id(11), later(), now()).await.unwrap());
    assert!(store.rate_count(keys::rate_limit("sign-up", "hash", 1), 1, 1).await.unwrap());
    assert!(store.job_day_record(day(), 1).await.unwrap().is_none());
    store.due_add_receivers(&user).await.unwrap();
    store.due_schedule_check(&user, FirstDue { at: later(), now: now() }).await.unwrap();
    let due = store.due_user(&user).await.unwrap().unwrap();
    store.due_advance(&due, store::NextCheck::Hour(later()), Some(day()), now()).await.unwrap();
    // A row of a user without a reachable device, with an idempotency record beside it.
    let row = json!({"name": "Oats"});
    server.post("/api/shopping-list").by("ben").key(id(12)).json(&row).expect(201).await;
    let ben = UserId::parse("ben").unwrap();
    store.due_schedule_check(&ben, FirstDue { at: later(), now: now() }).await.unwrap();
    let due = store.due_user(&ben).await.unwrap().unwrap();
    store.due_advance(&due, store::NextCheck::Unreachable, None, now()).await.unwrap();
    // Tombstones last, of both kinds.
    let refused = |user, refused| vec![Write::tokens_revoke(user, refused, Some(later()))];
    store.commit(refused(&ben, RevokedTokens::WithoutDevice), None).await.unwrap();

    assert_eq!(store.item_get(&user, item().id).await.unwrap(), Some(item()));
    assert_eq!(store.list_item_get(&user, list_item().id).await.unwrap(), Some(list_item()));
    let devices = vec![device(), other_device()];
    assert_eq!(store.household_get(&user, now()).await.unwrap(), Household { devices, ..household() });
    assert_eq!(store.join_credential_get("link", now()).await.unwrap(), Some(join_credential()));
    assert_eq!(store.refresh_family_get(&user, "family").await.unwrap(), Some(family()));
    assert_eq!(store.session_get(&user, session.id).await.unwrap(), Some(session.clone()));
    assert_eq!(store.snapshot_get("share").await.unwrap(), Some(snapshot()));
    assert_eq!(store.notification_get(&user, day()).await.unwrap(), Some(notification()));
    assert_eq!(store.calendar_get("calendar").await.unwrap(), Some(calendar()));
    assert_eq!(store.program_get(&user, "program").await.unwrap(), Some(program()));
    assert_eq!(store.code_list(&user).await.unwrap(), [code]);
    assert_eq!(store.correction_list(&user).await.unwrap(), [correction]);
    assert_eq!(store.subscription_list(&user).await.unwrap(), [subscription]);
    assert_eq!(store.usage_list(&user, now()).await.unwrap(), [usage]);
    assert_eq!(store.preferences_get(&user).await.unwrap(), preferences());
    assert_eq!(store.job_get(&user).await.unwrap(), Some(job));
}
