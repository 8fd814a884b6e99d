//! A world with a row of each kind: a user with 40 active items, 40 list rows, a scan, a share, a device and a program
//! token, and the calls of each operation.

use crate::api::household_rows::{Household, household_rows};
use crate::api::row::{MISSING_ID, Row, USER, long};
use crate::house::{subscription, text};
use crate::server::{TestServer, line, on_another_engine, picture, receipt};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use domain::id::{ItemId, ListItemId, UserId};
use domain::item::{Details, Item};
use domain::quantity::Quantity;
use domain::shopping::{self, ListItem};
use dynoxide::Database;
use http::Method;
use serde_json::{Value, json};
use store::Write;
use tempfile::TempDir;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// A user without any of these rows.
pub const STRANGER: &str = "ben";
const ENDPOINT: &str = "https://web.push.apple.com/x";

pub struct World {
    pub server: TestServer,
    pub(super) ids: Ids,
}

/// The ids and secrets of a world's rows.
#[derive(Clone)]
pub(super) struct Ids {
    token: String,
    session: String,
    id_token: String,
    refresh_token: String,
    pub(super) household: Household,
    calendar: String,
    program: String,
}

fn active() -> Uuid {
    Uuid::from_u128(1)
}

fn archived() -> Uuid {
    Uuid::from_u128(100)
}

fn listed() -> Uuid {
    Uuid::from_u128(201)
}

/// A world of which there are as many copies as it takes, because creating one takes many calls. Its table is written
/// to a file once, which each copy reads.
pub(super) struct Original {
    pub(super) world: World,
    folder: TempDir,
}

static ORIGINAL: OnceCell<Original> = OnceCell::const_new();
const TABLE: &str = "table.db";

impl Original {
    /// Creates a world, and adds what a test needs.
    pub(super) async fn with(add: impl AsyncFnOnce(&TestServer)) -> Self {
        let (table, folder) = (Database::memory().unwrap(), TempDir::new().unwrap());
        let world = World::on(table.clone()).await;
        add(&world.server).await;
        table.vacuum_into(folder.path().join(TABLE).to_str().unwrap()).unwrap();
        Self { world, folder }
    }

    /// Returns a copy of the table, in memory, as a disk would be waited for at each commit.
    pub(super) fn table(&self) -> Database {
        let table = Database::memory().unwrap();
        table.restore_from(self.folder.path().join(TABLE).to_str().unwrap()).unwrap();
        table
    }
}

impl World {
    pub async fn new() -> Self {
        if on_another_engine() {
            return Self::on(Database::memory().unwrap()).await;
        }
        let original = ORIGINAL.get_or_init(|| Original::with(async |_| {})).await;
        let (world, table) = (&original.world, original.table());
        Self { server: world.server.copy_onto(table).await, ids: world.ids.clone() }
    }

    pub async fn on(database: Database) -> Self {
        let settings = [("LARDER_PUSH_KEY", "BNcRdreALRFXTkOOUHK1"), ("LARDER_READINGS_PER_ADDRESS", "1000000")];
        let server = TestServer::start_on(database, &settings).await;
        let now = server.deps.now();
        let user = UserId::parse(USER).unwrap();
        let details = |n: u128, days: i64| Details {
            category: "Dairy".into(),
            unit: "gallon".into(),
            shelf_life_days: 5,
            ..Details::new(format!("Whole milk {n}"), now + TimeDelta::days(days))
        };
        let item = |n: u128, days| Item::new(ItemId(Uuid::from_u128(n)), user.clone(), None, details(n, days), now);
        let mut items: Vec<Item> = (1..40).map(|n| item(n, 2 + i64::try_from(n).unwrap())).collect();
        items.push(item(100, 9).archive(None, now).unwrap());
        // As if they had been created and changed before: `Write::item_create` takes any version.
        server.deps.store.commit(items.iter().map(Write::item_create).collect(), None).await.unwrap();
        let row = |n: u128| {
            let details = shopping::Details {
                name: format!("Rolled oats {n}"),
                category: "Pantry Staples".into(),
                quantity: Quantity::ONE,
                unit: "bag".into(),
                notes: Some("the big one".into()),
            };
            let item = ListItem::new(ListItemId(Uuid::from_u128(200 + n)), user.clone(), details, None, now);
            if n > 38 { item.toggle(Some(true), now).unwrap() } else { item }
        };
        let rows: Vec<ListItem> = (1..=40).map(row).collect();
        let rows = rows.iter().map(Write::list_item_create).collect();
        server.deps.store.commit(rows, None).await.unwrap();
        let share = json!({"ownerName": "Ada", "shareType": "selected", "selectedItemIds": [listed()]});
        let share = server.create("/api/shopping-list/share", USER, &share).await;
        // The fortieth active item.
        server.reader.script(&picture(1), Ok(receipt(vec![line("BUTTER", "Butter", "Dairy", 30)], &["butter 2.49"])));
        let two = vec![line("BREAD", "Bread", "Bakery", 3), line("BAGS", "Bags", "Household", 365)];
        server.reader.script(&picture(2), Ok(receipt(two, &["corner shop", "bread 4.25", "bags 1.00"])));
        let scan = server.post("/api/extract").by(USER).json(&picture_body(1)).expect(200).await;
        server.create("/api/push-subscriptions", USER, &subscription(ENDPOINT)).await;
        server.put("/api/preferences").by(USER).json(&json!({"timeZone": "Europe/Berlin"})).expect(200).await;
        let learnt = json!({"line": "bb panck", "name": "Pancake mix", "correctedAt": "2026-11-20T08:00:00.000Z"});
        let file =
            json!({"userId": USER, "exportedAt": "2026-11-20T08:00:00.000Z", "items": [], "corrections": [learnt]});
        server.post("/api/user/import").by(USER).json(&json!({"text": file.to_string()})).expect(200).await;
        let calendar = server.create("/api/calendar", USER, &json!({})).await;
        let program = server.create("/api/tokens", USER, &json!({"name": "Home Assistant", "scopes": ["read"]})).await;
        let account = server.post("/identity/v1/accounts:signUp").json(&json!({})).expect(200).await;
        let ids = Ids {
            token: text(&share, "token").into(),
            session: text(&scan, "sessionId").into(),
            id_token: text(&account, "idToken").into(),
            refresh_token: text(&account, "refreshToken").into(),
            household: Household::new(&server).await,
            calendar: text(&calendar, "url").split("/api/").nth(1).unwrap().to_owned(),
            program: text(&program, "id").into(),
        };
        Self { server, ids }
    }
}

pub(super) fn picture_body(seed: u8) -> Value {
    json!({"imageBase64": STANDARD.encode(picture(seed))})
}

/// Returns a call of every operation of the API. A test fails if the API document has one that is not here.
#[expect(clippy::too_many_lines, reason = "a table has as many rows as there are operations")]
pub fn rows(world: &World) -> Vec<Row> {
    const ITEM: &str = "/api/items/{}";
    let delete = Method::DELETE;
    let (get, post, put, patch) = (Method::GET, Method::POST, Method::PUT, Method::PATCH);
    let Ids { token, session, id_token, refresh_token, calendar, program, .. } = &world.ids;
    let mut household = household_rows(world);
    let (active, archived, listed) = (active().to_string(), archived().to_string(), listed().to_string());
    let hash = domain::digest::hash(token);
    let other_token = "0123456789ABCDEFGHIJKL";
    let item = json!({"name": "Oat milk", "category": "Beverages", "quantity": 1, "unit": "box", "shelfLifeDays": 90,
        "expiresAt": "2027-02-01T08:00:00.000Z", "scanSessionId": null});
    let list_item = json!({"name": "Oat milk", "category": "Beverages", "quantity": 1, "unit": "box", "notes": ""});
    let code = json!({"code": "4006381333931", "name": "Oat milk", "category": "Beverages", "unit": "box"});
    let with = |body: &Value, name: &str, value: Value| {
        let mut body = body.clone();
        body[name] = value;
        body
    };
    let share = json!({"shareType": "full", "title": "Saturday", "description": "", "ownerName": "Ada"});
    let import = json!({"items": [list_item.clone()], "sharedBy": "Ada", "sharedAt": "11/21/2026"});
    let table = json!({"text": "Name,Quantity,Expiry Date\nOats,1,2027-02-01\n", "target": "items", "language": "en"});
    let hour = json!({"notificationTime": "18:00"});
    let protocol = |body: Value| (body, 400, "");
    let places = |n: u128, length: usize| -> Vec<Value> {
        let name = |n: u128| format!("{n}{}", "x".repeat(length - 1));
        (0..n).map(|n| json!({"id": Uuid::from_u128(n), "name": name(n), "storage": "freezer"})).collect()
    };
    let mut rows = vec![
        Row::new("get_health", get.clone(), "/api/health"),
        Row::new("list_common_items", get.clone(), "/api/common-items"),
        Row::new("list_items", get.clone(), "/api/items"),
        Row::new("list_archived_items", get.clone(), "/api/items/archived"),
        Row::new("create_item", post.clone(), "/api/items").body(item.clone()).created().limit_cases([
            (with(&item, "name", json!(long(200))), 201, ""),
            (with(&item, "name", json!(long(201))), 422, "name"),
            (with(&item, "name", json!(" \u{200B}")), 422, "name"),
            (with(&item, "name", json!(5)), 422, "name"),
            (with(&item, "id", json!("no-uuid")), 422, "id"),
            (with(&item, "quantity", json!(0.001)), 201, ""),
            (with(&item, "quantity", json!(100_000)), 201, ""),
            (with(&item, "quantity", json!(100_000.001)), 422, "quantity"),
            (with(&item, "quantity", json!(-1)), 422, "quantity"),
            (with(&item, "quantity", json!(0.12345)), 422, "quantity"),
            (with(&item, "quantity", json!("1")), 422, "quantity"),
            (with(&item, "shelfLifeDays", json!(3_650)), 201, ""),
            (with(&item, "shelfLifeDays", json!(i64::MAX)), 422, "shelfLifeDays"),
            (with(&item, "expiresAt", json!("9999-12-31T23:59:59.999Z")), 201, ""),
            (with(&item, "shelfLifeDays", json!(1.5)), 422, "shelfLifeDays"),
            (with(&item, "expiresAt", json!("1970-01-01T00:00:00.000Z")), 201, ""),
            (with(&item, "expiresAt", json!("10000-01-01T00:00:00Z")), 422, "expiresAt"),
            (with(&item, "expiresAt", json!("tomorrow")), 422, "expiresAt"),
            (with(&item, "price", json!(999_999.99)), 201, ""),
            (with(&item, "price", json!(1_000_000)), 422, "price"),
            (with(&item, "price", json!(0)), 422, "price"),
            (with(&item, "currency", json!("euro")), 422, "currency"),
            (with(&item, "place", json!(MISSING_ID)), 422, "place"),
            (with(&item, "place", json!("cellar")), 422, "place"),
        ]),
        Row::of("update_item", put.clone(), ITEM, &active, MISSING_ID).body(item.clone()).limit_cases([
            (with(&item, "name", json!("")), 422, "name"),
            (with(&item, "category", Value::Null), 422, "category"),
            (with(&item, "category", json!(long(50))), 200, ""),
            (with(&item, "category", json!(long(51))), 422, "category"),
            (with(&item, "quantity", json!(0)), 422, "quantity"),
            (with(&item, "shelfLifeDays", json!(0)), 422, "shelfLifeDays"),
            (with(&item, "shelfLifeDays", json!(1)), 200, ""),
        ]),
        Row::of("change_item", patch.clone(), ITEM, &active, MISSING_ID).body(json!({"name": "Oat milk"})).limit_cases(
            [
                (json!({}), 200, ""),
                (json!({"name": ""}), 422, "name"),
                (json!({"category": long(51)}), 422, "category"),
                (json!({"expiresOn": "9998-12-31"}), 200, ""),
                (json!({"expiresOn": "9999-12-31"}), 422, "expiresOn"),
                (json!({"version": 0}), 409, ""),
                (json!({"version": -1}), 422, "version"),
            ],
        ),
        Row::of("archive_item", patch.clone(), "/api/items/{}/archive", &active, MISSING_ID)
            .body(json!({"outcome": "used"}))
            .limit_cases([(json!({"outcome": "eaten"}), 422, "outcome")]),
        Row::of("delete_item", patch.clone(), "/api/items/{}/delete", &active, MISSING_ID)
            .body(json!({"outcome": "tossed"}))
            .limit_cases([(json!({"outcome": 1}), 422, "outcome")]),
        Row::of("change_item_state", patch.clone(), "/api/items/{}/state", &active, MISSING_ID)
            .body(json!({"event": "frozen"}))
            .limit_cases([
                (json!({"event": "eaten"}), 422, "event"),
                (json!({}), 422, "event"),
                (json!({"event": "moved", "storage": "cellar"}), 422, "storage"),
                (json!({"event": "moved"}), 422, "storage"),
                (json!({"event": "moved", "place": MISSING_ID}), 422, "place"),
                (json!({"event": "opened", "at": "yesterday"}), 422, "at"),
                (json!({"event": "moved", "storage": "pantry"}), 200, ""),
                (json!({"event": "thawed"}), 409, ""),
            ]),
        Row::of("restore_item", patch.clone(), "/api/items/{}/restore", &archived, MISSING_ID),
        Row::new("delete_all_items_by_status", delete.clone(), "/api/items/delete-all-by-status")
            .body(json!({"status": "all"}))
            .limit_cases([(json!({}), 422, "status"), (json!({"status": "FRESH"}), 422, "status")]),
        Row::new("get_upload_limit", get.clone(), "/api/upload-limit"),
        Row::new("create_receipt_upload", post.clone(), "/api/receipts")
            .body(json!({"length": 1_000}))
            .created()
            .limit_cases(super::receipts::upload_limit_cases()),
        Row::new("extract_receipt", post.clone(), "/api/extract")
            .body(picture_body(2))
            .limit_cases(super::receipts::picture_limit_cases(MISSING_ID)),
        Row::new("read_date_label", post.clone(), "/api/date-labels")
            .body(super::date_labels::body(&super::date_labels::jpeg(320, 240)))
            .limit_cases(super::date_labels::limit_cases()),
        Row::new("list_scan_sessions", get.clone(), "/api/scan-sessions"),
        Row::of("change_scan_session", patch.clone(), "/api/scan-sessions/{}", session, MISSING_ID)
            .body(json!({"purchasedOn": "2026-11-20"}))
            .limit_cases([
                (json!({}), 422, "purchasedOn"),
                (json!({"purchasedOn": "20.11.2026"}), 422, "purchasedOn"),
                (json!({"purchasedOn": "2026-11-23"}), 422, "purchasedOn"),
                (json!({"purchasedOn": "2026-11-22"}), 200, ""),
            ]),
        Row::of("list_session_items", get.clone(), "/api/scan-sessions/{}/all-items", session, MISSING_ID),
        Row::of("get_session_receipt", get.clone(), "/api/scan-sessions/{}/receipt", session, MISSING_ID),
        Row::of("get_session_picture", get.clone(), "/api/scan-sessions/{}/pictures/0", session, MISSING_ID),
        Row::of(
            "add_session_to_shopping_list",
            post.clone(),
            "/api/scan-sessions/{}/add-to-shopping-list",
            session,
            MISSING_ID,
        ),
        Row::new("re_add_items", post.clone(), "/api/re-add-items").body(json!({"sessionId": session})).limit_cases([
            (json!({}), 422, "sessionId"),
            (json!({"sessionId": MISSING_ID}), 404, ""),
            (json!({"sessionId": "nonsense"}), 404, ""),
        ]),
        Row::new("list_codes", get.clone(), "/api/codes"),
        Row::new("learn_code", put.clone(), "/api/codes").body(code.clone()).limit_cases([
            (with(&code, "code", json!("96385074")), 200, ""),
            (with(&code, "code", json!("4006381333932")), 422, "code"),
            (with(&code, "code", json!("2012345678903")), 422, "code"),
            (with(&code, "name", json!("")), 422, "name"),
            (with(&code, "name", json!(long(200))), 200, ""),
            (with(&code, "name", json!(long(201))), 422, "name"),
            (with(&code, "unit", json!(long(31))), 422, "unit"),
            (with(&code, "category", json!(long(51))), 422, "category"),
        ]),
        Row::new("list_list_items", get.clone(), "/api/shopping-list"),
        Row::new("create_list_item", post.clone(), "/api/shopping-list").body(list_item.clone()).created().limit_cases(
            [
                (with(&list_item, "name", json!("")), 422, "name"),
                (with(&list_item, "name", json!(long(10_000))), 422, "name"),
                (with(&list_item, "name", json!("👩‍🍳 soup, حليب")), 201, ""),
                (with(&list_item, "id", json!("7")), 422, "id"),
                (with(&list_item, "unit", json!(long(30))), 201, ""),
                (with(&list_item, "unit", json!(long(31))), 422, "unit"),
                (with(&list_item, "notes", json!(long(500))), 201, ""),
                (with(&list_item, "notes", json!(long(501))), 422, "notes"),
                (with(&list_item, "notes", json!("bell \u{7}")), 422, "notes"),
                (with(&list_item, "category", json!(long(51))), 422, "category"),
                (with(&list_item, "isCompleted", json!(1)), 422, "isCompleted"),
                (with(&list_item, "quantity", json!(0.0001)), 422, "quantity"),
                (with(&list_item, "quantity", json!(1e300)), 422, "quantity"),
                (with(&list_item, "addedAt", json!("yesterday")), 422, "addedAt"),
            ],
        ),
        Row::of("toggle_list_item", patch.clone(), "/api/shopping-list/{}/toggle", &listed, MISSING_ID)
            .body(json!({"isCompleted": true}))
            .limit_cases([(json!({"isCompleted": "yes"}), 422, "isCompleted"), (json!({}), 200, "")]),
        Row::of("update_list_item", patch.clone(), "/api/shopping-list/{}", &listed, MISSING_ID)
            .body(json!({"quantity": 2, "notes": "the ripe ones"}))
            .limit_cases([
                (json!({"name": ""}), 422, "name"),
                (json!({"name": long(200)}), 200, ""),
                (json!({"name": long(201)}), 422, "name"),
                (json!({"quantity": 0}), 422, "quantity"),
                (json!({"unit": long(31)}), 422, "unit"),
                (json!({"notes": long(501)}), 422, "notes"),
                (json!({}), 200, ""),
            ]),
        Row::of("delete_list_item", delete.clone(), "/api/shopping-list/{}", &listed, MISSING_ID).succeeds_if_missing(),
        Row::new("clear_completed_list_items", delete.clone(), "/api/shopping-list/completed"),
        Row::new("clear_list", delete.clone(), "/api/shopping-list/all"),
        Row::new("create_share", post.clone(), "/api/shopping-list/share").body(share.clone()).created().limit_cases([
            (with(&share, "ownerName", json!("")), 422, "ownerName"),
            (with(&share, "ownerName", json!(long(60))), 201, ""),
            (with(&share, "ownerName", json!(long(61))), 422, "ownerName"),
            (with(&share, "title", json!(long(101))), 422, "title"),
            (with(&share, "description", json!(long(501))), 422, "description"),
            (with(&share, "selectedItemIds", json!("x")), 422, "selectedItemIds"),
            (with(&share, "selectedItemIds", json!(["x"])), 422, "selectedItemIds[0]"),
            (with(&share, "shareType", json!("selected")), 422, "selectedItemIds"),
            (with(&share, "shareType", json!("none")), 422, "shareType"),
        ]),
        Row::new("list_shares", get.clone(), "/api/shopping-list/shares"),
        Row::of("revoke_share", delete.clone(), "/api/shopping-list/share/{}", token, other_token),
        Row::of("revoke_share_by_id", delete.clone(), "/api/shopping-list/shares/{}", &hash, &"0".repeat(64)),
        Row::new("get_shared_list", get.clone(), format!("/api/shared-list/{token}")),
        Row::new("import_shared_items", post.clone(), "/api/shopping-list/import-shared")
            .body(import.clone())
            .limit_cases([
                (json!({}), 422, "items"),
                (with(&import, "items", json!("Oats")), 422, "items"),
                (with(&import, "items", json!([])), 422, "items"),
                (with(&import, "items", json!(vec![list_item.clone(); 200])), 200, ""),
                (with(&import, "items", json!(vec![list_item.clone(); 201])), 422, "items"),
                (with(&import, "items", json!([list_item, {"name": ""}])), 422, "items[1].name"),
                (with(&import, "sharedBy", json!(long(61))), 422, "sharedBy"),
            ]),
        Row::new("get_preferences", get.clone(), "/api/preferences"),
        Row::new("update_preferences", put, "/api/preferences").body(hour).limit_cases([
            (json!({"notificationTime": "06:00"}), 200, ""),
            (json!({"notificationTime": "05:00"}), 422, "notificationTime"),
            (json!({"notificationTime": "22:00"}), 422, "notificationTime"),
            (json!({"notificationTime": "09:30"}), 422, "notificationTime"),
            (json!({"notificationTime": 9}), 422, "notificationTime"),
            (json!({"timeZone": "Mars/Olympus"}), 422, "timeZone"),
            (json!({"timeZone": ""}), 422, "timeZone"),
            (json!({"language": "pt"}), 200, ""),
            (json!({"language": "tlh"}), 422, "language"),
            (json!({"pushNotificationsEnabled": "yes"}), 422, "pushNotificationsEnabled"),
            (json!({"fcmToken": "f".repeat(4_096)}), 200, ""),
            (json!({"fcmToken": "f".repeat(4_097)}), 422, "fcmToken"),
            (json!({"aisles": vec!["Fruits"; 40], "listUsedUp": true, "productLookup": true}), 200, ""),
            (json!({"aisles": vec!["Fruits"; 41]}), 422, "aisles"),
            (json!({"aisles": [long(51)]}), 422, "aisles"),
            (json!({"places": places(8, 40)}), 200, ""),
            (json!({"places": places(9, 40)}), 422, "places"),
            (json!({"places": places(1, 41)}), 422, "places"),
            (json!({"places": [{"id": MISSING_ID, "storage": "pantry"}]}), 422, "places"),
            (json!({"places": [{"id": MISSING_ID, "name": "Cellar", "storage": "cellar"}]}), 422, "places[0].storage"),
        ]),
        Row::new("check_notifications", post.clone(), "/api/check-notifications"),
        Row::new("get_push_key", get.clone(), "/api/push-key"),
        Row::new("create_push_subscription", post.clone(), "/api/push-subscriptions")
            .body(subscription(ENDPOINT))
            .created()
            .limit_cases([
                (with(&subscription(ENDPOINT), "endpoint", json!("http://127.0.0.1/x")), 422, "endpoint"),
                (with(&subscription(ENDPOINT), "keys", json!({})), 422, "keys.p256dh"),
            ]),
        Row::new("delete_push_subscription", delete.clone(), "/api/push-subscriptions")
            .body(json!({"endpoint": ENDPOINT}))
            .limit_cases([
                (json!({}), 422, "endpoint"),
                (json!({"endpoint": "https://web.push.apple.com/y"}), 404, ""),
            ]),
        Row::new("export_data", get.clone(), "/api/user/export"),
        Row::new("get_calendar", get.clone(), "/api/calendar"),
        Row::new("create_calendar", post.clone(), "/api/calendar")
            .body(json!({"language": "de"}))
            .created()
            .limit_cases([(json!({}), 201, ""), (json!({"language": "xx"}), 422, "language")]),
        Row::new("end_calendar", delete.clone(), "/api/calendar"),
        Row::new("read_calendar", get.clone(), format!("/api/{calendar}")),
        Row::new("create_import_upload", post.clone(), "/api/user/import-upload")
            .body(json!({"length": 9}))
            .created()
            .limit_cases([
                (json!({"length": 0}), 422, "length"),
                (json!({"length": 32 * 1024 * 1024}), 201, ""),
                (json!({"length": 32 * 1024 * 1024 + 1}), 413, ""),
            ]),
        Row::new("preview_import", post.clone(), "/api/user/import-preview").body(table.clone()).limit_cases([
            (with(&table, "text", json!("")), 422, "text"),
            (with(&table, "text", json!("{\"items\":")), 422, "text"),
            (with(&table, "columns", json!(["name"])), 422, "text"),
            (with(&table, "columns", json!(["colour"])), 422, "columns[0]"),
            (with(&table, "target", json!("fridge")), 422, "target"),
        ]),
        Row::new("import_data", post.clone(), "/api/user/import").body(table.clone()).limit_cases([
            (json!({}), 422, "text"),
            (with(&table, "text", json!("Name,Notes\nMilk,\"open\nBread,")), 422, "text"),
        ]),
        Row::new("get_last_import", get.clone(), "/api/user/import"),
        Row::new("undo_import", delete.clone(), "/api/user/import"),
        Row::new("get_statistics", get.clone(), "/api/user/statistics"),
        Row::new("add_recipe", post.clone(), "/api/shopping-list/recipe")
            .body(json!({"name": "Pancakes", "recipeIngredient": ["200 g flour", "2 eggs"]}))
            .limit_cases([
                (json!({}), 422, "recipeIngredient"),
                (json!({"recipeIngredient": ["", "200", "---"]}), 422, "recipeIngredient"),
                (json!({"recipeIngredient": [7]}), 422, "recipeIngredient[0]"),
                (json!({"content": {"name": "Soup"}}), 422, "content.recipeIngredient"),
                (json!({"recipeIngredient": ["flour"], "recipeScale": 0}), 422, "recipeScale"),
                (json!({"recipeIngredient": vec!["flour"; 80]}), 200, ""),
                (json!({"recipeIngredient": vec!["flour"; 81]}), 422, "recipeIngredient"),
                (json!({"recipeIngredient": ["flour"], "recipeScale": 1_000}), 200, ""),
                (json!({"recipeIngredient": ["flour"], "recipeScale": 1_001}), 422, "recipeScale"),
            ]),
        Row::new("get_summary", get.clone(), "/api/summary"),
        Row::new("list_tokens", get.clone(), "/api/tokens"),
        Row::new("create_token", post.clone(), "/api/tokens")
            .body(json!({"name": "Doorbell", "scopes": ["read", "list", "write"]}))
            .created()
            .limit_cases([
                (json!({"scopes": ["read"]}), 422, "name"),
                (json!({"name": long(61), "scopes": ["read"]}), 422, "name"),
                (json!({"name": long(60), "scopes": ["read"]}), 201, ""),
                (json!({"name": "Doorbell", "scopes": []}), 422, "scopes"),
                (json!({"name": "Doorbell", "scopes": ["all"]}), 422, "scopes[0]"),
            ]),
        Row::of("end_token", delete.clone(), "/api/tokens/{}", program, &"0".repeat(64)),
        Row::new("clear_all_data", delete, "/api/user/clear-all-data"),
        Row::new("get_key_set", get.clone(), "/identity/.well-known/jwks.json"),
        Row::new("get_configuration", get, "/identity/.well-known/openid-configuration"),
        Row::new("sign_up", post.clone(), "/identity/v1/accounts:signUp")
            .body(json!({"returnSecureToken": true}))
            .limit_cases([protocol(json!({"email": "a@b.example"})), protocol(json!([]))]),
        Row::new("lookup_account", post.clone(), "/identity/v1/accounts:lookup")
            .body(json!({"idToken": id_token}))
            .limit_cases([protocol(json!({})), protocol(json!({"idToken": "nonsense"}))]),
        Row::new("delete_account", post.clone(), "/identity/v1/accounts:delete")
            .body(json!({"idToken": id_token}))
            .limit_cases([protocol(json!({})), protocol(json!({"idToken": "nonsense"}))]),
        Row::new("refresh_id_token", post, "/identity/v1/token")
            .body(json!({"grant_type": "refresh_token", "refresh_token": refresh_token}))
            .limit_cases([protocol(json!({})), protocol(json!({"grant_type": "password"}))]),
    ];
    rows.append(&mut household);
    rows
}
