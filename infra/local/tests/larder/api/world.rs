//! A world with a row of each kind: a user with 40 active items, 40 list rows, a scan, a share, a device and a program
//! token.

use crate::api::household_sample_calls::Household;
use crate::api::sample_call::USER;
use crate::house::{subscription, text};
use crate::server::{TestServer, line, on_another_engine, picture, picture_body, receipt};
use chrono::TimeDelta;
use domain::id::{ItemId, ListItemId, UserId};
use domain::item::{Details, Item};
use domain::quantity::Quantity;
use domain::shopping::{self, ListItem};
use dynoxide::Database;
use serde_json::json;
use store::Write;
use tempfile::TempDir;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// A user without any of these rows.
pub const STRANGER: &str = "ben";
pub(super) const ENDPOINT: &str = "https://web.push.apple.com/x";

pub struct World {
    pub server: TestServer,
    pub(super) ids: Ids,
}

/// The ids and secrets of a world's rows.
#[derive(Clone)]
pub(super) struct Ids {
    pub(super) token: String,
    pub(super) session: String,
    pub(super) id_token: String,
    pub(super) refresh_token: String,
    pub(super) household: Household,
    pub(super) calendar: String,
    pub(super) program: String,
}

pub(super) fn active() -> Uuid {
    Uuid::from_u128(1)
}

pub(super) fn archived() -> Uuid {
    Uuid::from_u128(100)
}

pub(super) fn listed() -> Uuid {
    Uuid::from_u128(201)
}

/// A world that tests copy, because creating one takes many calls. Its table is written to a file once, which each copy
/// reads.
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
            // The last two are completed.
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
        let scan = server.post("/api/extract").by(USER).json(&picture_body(&picture(1))).expect(200).await;
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
