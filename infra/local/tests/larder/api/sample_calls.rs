//! A call of each operation in a [`World`].

use super::household_sample_calls::household_sample_calls;
use super::sample_call::{MISSING_ID, SampleCall, long};
use super::sharing::UNKNOWN;
use super::world::{ENDPOINT, Ids, World, active, archived, listed};
use crate::house::subscription;
use crate::server::{picture, picture_body};
use http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

/// Returns a call of every operation of the API. A test fails if the API document has one that is not here.
#[expect(clippy::too_many_lines, reason = "it is a table of all operations")]
pub fn sample_calls(world: &World) -> Vec<SampleCall> {
    const ITEM: &str = "/api/items/{}";
    let delete = Method::DELETE;
    let (get, post, put, patch) = (Method::GET, Method::POST, Method::PUT, Method::PATCH);
    let Ids { token, session, id_token, refresh_token, calendar, program, .. } = &world.ids;
    let (active, archived, listed) = (active().to_string(), archived().to_string(), listed().to_string());
    let hash = domain::digest::hash(token);
    let item = json!({"name": "Oat milk", "category": "Beverages", "quantity": 1, "unit": "box", "shelfLifeDays": 90,
        "expiresAt": "2027-02-01T08:00:00.000Z", "scanSessionId": null});
    let list_item = json!({"name": "Oat milk", "category": "Beverages", "quantity": 1, "unit": "box", "notes": ""});
    let learnt_code = json!({"code": "4006381333931", "name": "Oat milk", "category": "Beverages", "unit": "box"});
    let with = |body: &Value, name: &str, value: Value| {
        let mut body = body.clone();
        body[name] = value;
        body
    };
    let share = json!({"shareType": "full", "title": "Saturday", "description": "", "ownerName": "Ada"});
    let import = json!({"items": [list_item.clone()], "sharedBy": "Ada", "sharedAt": "11/21/2026"});
    let import_table =
        json!({"text": "Name,Quantity,Expiry Date\nOats,1,2027-02-01\n", "target": "items", "language": "en"});
    let preferences = json!({"notificationTime": "18:00"});
    let refused_by_protocol = |body: Value| (body, 400, "");
    let places = |n: u128, length: usize| -> Vec<Value> {
        let name = |n: u128| format!("{n}{}", "x".repeat(length - 1));
        (0..n).map(|n| json!({"id": Uuid::from_u128(n), "name": name(n), "storage": "freezer"})).collect()
    };
    let mut samples = vec![
        SampleCall::new("get_health", get.clone(), "/api/health"),
        SampleCall::new("list_common_items", get.clone(), "/api/common-items"),
        SampleCall::new("list_items", get.clone(), "/api/items"),
        SampleCall::new("list_archived_items", get.clone(), "/api/items/archived"),
        SampleCall::new("create_item", post.clone(), "/api/items").body(item.clone()).created().limit_cases([
            (with(&item, "name", json!(long(200))), 201, ""),
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
        SampleCall::with_id("update_item", put.clone(), ITEM, &active, MISSING_ID).body(item.clone()).limit_cases([
            (with(&item, "name", json!("")), 422, "name"),
            (with(&item, "category", Value::Null), 422, "category"),
            (with(&item, "category", json!(long(50))), 200, ""),
            (with(&item, "quantity", json!(0)), 422, "quantity"),
            (with(&item, "shelfLifeDays", json!(0)), 422, "shelfLifeDays"),
            (with(&item, "shelfLifeDays", json!(1)), 200, ""),
        ]),
        SampleCall::with_id("change_item", patch.clone(), ITEM, &active, MISSING_ID)
            .body(json!({"name": "Oat milk"}))
            .limit_cases([
                (json!({}), 200, ""),
                (json!({"name": ""}), 422, "name"),
                (json!({"expiresOn": "9998-12-31"}), 200, ""),
                (json!({"expiresOn": "9999-12-31"}), 422, "expiresOn"),
                (json!({"version": 0}), 409, ""),
                (json!({"version": -1}), 422, "version"),
            ]),
        SampleCall::with_id("archive_item", patch.clone(), "/api/items/{}/archive", &active, MISSING_ID)
            .body(json!({"outcome": "used"}))
            .limit_cases([(json!({"outcome": "eaten"}), 422, "outcome")]),
        SampleCall::with_id("delete_item", patch.clone(), "/api/items/{}/delete", &active, MISSING_ID)
            .body(json!({"outcome": "tossed"}))
            .limit_cases([(json!({"outcome": 1}), 422, "outcome")]),
        SampleCall::with_id("change_item_state", patch.clone(), "/api/items/{}/state", &active, MISSING_ID)
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
        SampleCall::with_id("restore_item", patch.clone(), "/api/items/{}/restore", &archived, MISSING_ID),
        SampleCall::new("delete_all_items_by_status", delete.clone(), "/api/items/delete-all-by-status")
            .body(json!({"status": "all"}))
            .limit_cases([(json!({}), 422, "status"), (json!({"status": "FRESH"}), 422, "status")]),
        SampleCall::new("get_upload_limit", get.clone(), "/api/upload-limit"),
        SampleCall::new("create_receipt_upload", post.clone(), "/api/receipts")
            .body(json!({"length": 1_000}))
            .created()
            .limit_cases(super::receipts::upload_limit_cases()),
        SampleCall::new("extract_receipt", post.clone(), "/api/extract")
            .body(picture_body(&picture(2)))
            .limit_cases(super::receipts::picture_limit_cases(MISSING_ID)),
        SampleCall::new("read_date_label", post.clone(), "/api/date-labels")
            .body(super::date_labels::body(&super::date_labels::jpeg(320, 240)))
            .limit_cases(super::date_labels::LIMIT_CASES.clone()),
        SampleCall::new("list_scan_sessions", get.clone(), "/api/scan-sessions"),
        SampleCall::with_id("change_scan_session", patch.clone(), "/api/scan-sessions/{}", session, MISSING_ID)
            .body(json!({"purchasedOn": "2026-11-20"}))
            .limit_cases([
                (json!({}), 422, "purchasedOn"),
                (json!({"purchasedOn": "20.11.2026"}), 422, "purchasedOn"),
                (json!({"purchasedOn": "2026-11-23"}), 422, "purchasedOn"),
                (json!({"purchasedOn": "2026-11-22"}), 200, ""),
            ]),
        SampleCall::with_id("list_session_items", get.clone(), "/api/scan-sessions/{}/all-items", session, MISSING_ID),
        SampleCall::with_id("get_session_receipt", get.clone(), "/api/scan-sessions/{}/receipt", session, MISSING_ID),
        SampleCall::with_id(
            "get_session_picture",
            get.clone(),
            "/api/scan-sessions/{}/pictures/0",
            session,
            MISSING_ID,
        ),
        SampleCall::with_id(
            "add_session_to_shopping_list",
            post.clone(),
            "/api/scan-sessions/{}/add-to-shopping-list",
            session,
            MISSING_ID,
        ),
        SampleCall::new("re_add_items", post.clone(), "/api/re-add-items")
            .body(json!({"sessionId": session}))
            .limit_cases([
                (json!({}), 422, "sessionId"),
                (json!({"sessionId": MISSING_ID}), 404, ""),
                (json!({"sessionId": "nonsense"}), 404, ""),
            ]),
        SampleCall::new("list_codes", get.clone(), "/api/codes"),
        SampleCall::new("learn_code", put.clone(), "/api/codes").body(learnt_code.clone()).limit_cases([
            (with(&learnt_code, "code", json!("96385074")), 200, ""),
            (with(&learnt_code, "code", json!("4006381333932")), 422, "code"),
            (with(&learnt_code, "code", json!("2012345678903")), 422, "code"),
            (with(&learnt_code, "name", json!("")), 422, "name"),
            (with(&learnt_code, "name", json!(long(200))), 200, ""),
        ]),
        SampleCall::new("list_list_items", get.clone(), "/api/shopping-list"),
        SampleCall::new("create_list_item", post.clone(), "/api/shopping-list")
            .body(list_item.clone())
            .created()
            .limit_cases([
                (with(&list_item, "name", json!("")), 422, "name"),
                (with(&list_item, "name", json!(long(10_000))), 422, "name"),
                (with(&list_item, "name", json!("👩‍🍳 soup, حليب")), 201, ""),
                (with(&list_item, "id", json!("7")), 422, "id"),
                (with(&list_item, "unit", json!(long(30))), 201, ""),
                (with(&list_item, "notes", json!(long(500))), 201, ""),
                (with(&list_item, "notes", json!("bell \u{7}")), 422, "notes"),
                (with(&list_item, "isCompleted", json!(1)), 422, "isCompleted"),
                (with(&list_item, "quantity", json!(0.0001)), 422, "quantity"),
                (with(&list_item, "quantity", json!(1e300)), 422, "quantity"),
                (with(&list_item, "addedAt", json!("yesterday")), 422, "addedAt"),
            ]),
        SampleCall::with_id("toggle_list_item", patch.clone(), "/api/shopping-list/{}/toggle", &listed, MISSING_ID)
            .body(json!({"isCompleted": true}))
            .limit_cases([(json!({"isCompleted": "yes"}), 422, "isCompleted"), (json!({}), 200, "")]),
        SampleCall::with_id("update_list_item", patch.clone(), "/api/shopping-list/{}", &listed, MISSING_ID)
            .body(json!({"quantity": 2, "notes": "the ripe ones"}))
            .limit_cases([
                (json!({"name": ""}), 422, "name"),
                (json!({"name": long(200)}), 200, ""),
                (json!({"quantity": 0}), 422, "quantity"),
                (json!({}), 200, ""),
            ]),
        SampleCall::with_id("delete_list_item", delete.clone(), "/api/shopping-list/{}", &listed, MISSING_ID)
            .succeeds_if_missing(),
        SampleCall::new("clear_completed_list_items", delete.clone(), "/api/shopping-list/completed"),
        SampleCall::new("clear_list", delete.clone(), "/api/shopping-list/all"),
        SampleCall::new("create_share", post.clone(), "/api/shopping-list/share")
            .body(share.clone())
            .created()
            .limit_cases([
                (with(&share, "ownerName", json!("")), 422, "ownerName"),
                (with(&share, "ownerName", json!(long(60))), 201, ""),
                (with(&share, "selectedItemIds", json!("x")), 422, "selectedItemIds"),
                (with(&share, "selectedItemIds", json!(["x"])), 422, "selectedItemIds[0]"),
                (with(&share, "shareType", json!("selected")), 422, "selectedItemIds"),
                (with(&share, "shareType", json!("none")), 422, "shareType"),
            ]),
        SampleCall::new("list_shares", get.clone(), "/api/shopping-list/shares"),
        SampleCall::with_id("revoke_share", delete.clone(), "/api/shopping-list/share/{}", token, UNKNOWN),
        SampleCall::with_id(
            "revoke_share_by_id",
            delete.clone(),
            "/api/shopping-list/shares/{}",
            &hash,
            &"0".repeat(64),
        ),
        SampleCall::new("get_shared_list", get.clone(), format!("/api/shared-list/{token}")),
        SampleCall::new("import_shared_items", post.clone(), "/api/shopping-list/import-shared")
            .body(import.clone())
            .limit_cases([
                (json!({}), 422, "items"),
                (with(&import, "items", json!("Oats")), 422, "items"),
                (with(&import, "items", json!([])), 422, "items"),
                (with(&import, "items", json!(vec![list_item.clone(); 200])), 200, ""),
                (with(&import, "items", json!(vec![list_item.clone(); 201])), 422, "items"),
                (with(&import, "items", json!([list_item, {"name": ""}])), 422, "items[1].name"),
            ]),
        SampleCall::new("get_preferences", get.clone(), "/api/preferences"),
        SampleCall::new("update_preferences", put, "/api/preferences").body(preferences).limit_cases([
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
        SampleCall::new("check_notifications", post.clone(), "/api/check-notifications"),
        SampleCall::new("get_push_key", get.clone(), "/api/push-key"),
        SampleCall::new("create_push_subscription", post.clone(), "/api/push-subscriptions")
            .body(subscription(ENDPOINT))
            .created()
            .limit_cases([
                (with(&subscription(ENDPOINT), "endpoint", json!("http://127.0.0.1/x")), 422, "endpoint"),
                (with(&subscription(ENDPOINT), "keys", json!({})), 422, "keys.p256dh"),
            ]),
        SampleCall::new("delete_push_subscription", delete.clone(), "/api/push-subscriptions")
            .body(json!({"endpoint": ENDPOINT}))
            .limit_cases([
                (json!({}), 422, "endpoint"),
                (json!({"endpoint": "https://web.push.apple.com/y"}), 404, ""),
            ]),
        SampleCall::new("export_data", get.clone(), "/api/user/export"),
        SampleCall::new("get_calendar", get.clone(), "/api/calendar"),
        SampleCall::new("create_calendar", post.clone(), "/api/calendar")
            .body(json!({"language": "de"}))
            .created()
            .limit_cases([(json!({}), 201, ""), (json!({"language": "xx"}), 422, "language")]),
        SampleCall::new("end_calendar", delete.clone(), "/api/calendar"),
        SampleCall::new("read_calendar", get.clone(), format!("/api/{calendar}")),
        SampleCall::new("create_import_upload", post.clone(), "/api/user/import-upload")
            .body(json!({"length": 9}))
            .created()
            .limit_cases([
                (json!({"length": 0}), 422, "length"),
                (json!({"length": 32 * 1024 * 1024}), 201, ""),
                (json!({"length": 32 * 1024 * 1024 + 1}), 413, ""),
            ]),
        SampleCall::new("preview_import", post.clone(), "/api/user/import-preview")
            .body(import_table.clone())
            .limit_cases([
                (with(&import_table, "text", json!("")), 422, "text"),
                (with(&import_table, "text", json!("{\"items\":")), 422, "text"),
                (with(&import_table, "columns", json!(["name"])), 422, "text"),
                (with(&import_table, "columns", json!(["colour"])), 422, "columns[0]"),
                (with(&import_table, "target", json!("fridge")), 422, "target"),
            ]),
        SampleCall::new("import_data", post.clone(), "/api/user/import").body(import_table.clone()).limit_cases([
            (json!({}), 422, "text"),
            (with(&import_table, "text", json!("Name,Notes\nMilk,\"open\nBread,")), 422, "text"),
        ]),
        SampleCall::new("get_last_import", get.clone(), "/api/user/import"),
        SampleCall::new("undo_import", delete.clone(), "/api/user/import"),
        SampleCall::new("get_statistics", get.clone(), "/api/user/statistics"),
        SampleCall::new("add_recipe", post.clone(), "/api/shopping-list/recipe")
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
        SampleCall::new("get_summary", get.clone(), "/api/summary"),
        SampleCall::new("list_tokens", get.clone(), "/api/tokens"),
        SampleCall::new("create_token", post.clone(), "/api/tokens")
            .body(json!({"name": "Doorbell", "scopes": ["read", "list", "write"]}))
            .created()
            .limit_cases([
                (json!({"scopes": ["read"]}), 422, "name"),
                (json!({"name": long(60), "scopes": ["read"]}), 201, ""),
                (json!({"name": "Doorbell", "scopes": []}), 422, "scopes"),
                (json!({"name": "Doorbell", "scopes": ["all"]}), 422, "scopes[0]"),
            ]),
        SampleCall::with_id("end_token", delete.clone(), "/api/tokens/{}", program, &"0".repeat(64)),
        SampleCall::new("clear_all_data", delete, "/api/user/clear-all-data"),
        SampleCall::new("get_key_set", get.clone(), "/identity/.well-known/jwks.json"),
        SampleCall::new("get_configuration", get, "/identity/.well-known/openid-configuration"),
        SampleCall::new("sign_up", post.clone(), "/identity/v1/accounts:signUp")
            .body(json!({"returnSecureToken": true}))
            .limit_cases([refused_by_protocol(json!({"email": "a@b.example"})), refused_by_protocol(json!([]))]),
        SampleCall::new("lookup_account", post.clone(), "/identity/v1/accounts:lookup")
            .body(json!({"idToken": id_token}))
            .limit_cases([refused_by_protocol(json!({})), refused_by_protocol(json!({"idToken": "nonsense"}))]),
        SampleCall::new("delete_account", post.clone(), "/identity/v1/accounts:delete")
            .body(json!({"idToken": id_token}))
            .limit_cases([refused_by_protocol(json!({})), refused_by_protocol(json!({"idToken": "nonsense"}))]),
        SampleCall::new("refresh_id_token", post, "/identity/v1/token")
            .body(json!({"grant_type": "refresh_token", "refresh_token": refresh_token}))
            .limit_cases([refused_by_protocol(json!({})), refused_by_protocol(json!({"grant_type": "password"}))]),
    ];
    samples.extend(household_sample_calls(world));
    samples
}
