//! Reads a stock from Grocy's API: `larder import grocy` puts its lists into one file, under the API's names.
//!
//! Grocy writes numbers as numbers or as texts, depending on the version and the database below it; both are read.

use super::places;
use super::plan::{FileKind, LeftOut, Plan, Problem, ProblemCode, RowIds, Unreadable};
use super::reading::Reading;
use super::table::category_of;
use super::values::{self, DayOrder};
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar_day::{day_of, end_of_day_after, last_moment_of};
use domain::food_state::{DateKind, FoodState};
use domain::freshness::GRACE;
use domain::id::{ItemId, ListItemId};
use domain::invalid::Invalid;
use domain::item::{Item, ItemStatus, MAX_SHELF_LIFE_DAYS};
use domain::own_place;
use domain::shelf_life::{self, Storage};
use domain::shopping::{self, ListItem};
use domain::timestamp::iso;
use domain::unchecked_item::UncheckedItem;
use serde_json::Value;
use std::collections::HashMap;

/// The lists that the file has, as Grocy's API calls them.
pub const LISTS: [&str; 6] = ["stock", "products", "quantity_units", "locations", "product_groups", "shopping_list"];
/// Grocy's number for a day after which something must not be eaten.
const USE_BY: i64 = 2;

pub fn is_its(value: &Value) -> bool {
    value.get("grocy").is_some_and(Value::is_object)
}

/// An entry of a list, with its fields by name.
#[derive(Clone, Copy)]
struct Entry<'a>(&'a Value);

impl<'a> Entry<'a> {
    fn text(self, field: &str) -> Option<&'a str> {
        self.0[field].as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    fn number(self, field: &str) -> Option<f64> {
        let value = &self.0[field];
        value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
    }

    #[expect(clippy::cast_possible_truncation, reason = "an id that is no whole number names nothing")]
    fn id(self, field: &str) -> Option<i64> {
        self.number(field).filter(|id| id.fract() == 0.0 && id.abs() < 1e15).map(|id| id as i64)
    }

    fn is_set(self, field: &str) -> bool {
        self.number(field).is_some_and(|number| number != 0.0) || self.0[field] == Value::Bool(true)
    }

    fn day(self, field: &str) -> Option<NaiveDate> {
        values::day(self.text(field)?, DayOrder::DayFirst)
    }
}

struct Grocy<'a> {
    lists: HashMap<&'static str, Vec<Entry<'a>>>,
    by_id: HashMap<(&'static str, i64), Entry<'a>>,
}

impl<'a> Grocy<'a> {
    fn read(value: &'a Value) -> Result<Self, Unreadable> {
        let mut grocy = Self { lists: HashMap::new(), by_id: HashMap::new() };
        for list in LISTS {
            let entries = match value["grocy"].get(list) {
                Some(Value::Array(entries)) => entries.iter().map(Entry).collect(),
                // A Grocy with disabled features may lack this list.
                None | Some(Value::Null) if list != "stock" && list != "products" => vec![],
                _ => {
                    let message = format!("This Grocy file has no list “{list}”.");
                    return Err(Unreadable::new("damaged", message));
                }
            };
            grocy.by_id.extend(entries.iter().filter_map(|entry: &Entry| Some(((list, entry.id("id")?), *entry))));
            grocy.lists.insert(list, entries);
        }
        Ok(grocy)
    }

    /// The entry of another list that a field names.
    fn named(&self, entry: Entry, field: &str, list: &'static str) -> Option<Entry<'a>> {
        self.by_id.get(&(list, entry.id(field)?)).copied()
    }

    fn unit(&self, product: Entry) -> Option<String> {
        self.named(product, "qu_id_stock", "quantity_units")?.text("name").map(str::to_owned)
    }

    fn group(&self, product: Entry) -> Option<String> {
        self.named(product, "product_group_id", "product_groups")?.text("name").map(str::to_owned)
    }

    fn item(&self, entry: Entry, reading: &Reading, id: ItemId) -> Result<Item, Problem> {
        let product = self.named(entry, "product_id", "products");
        let product = product.ok_or_else(|| {
            Problem::new(0, ProblemCode::ProductMissing, "The product of this row is not in the file.")
        })?;
        let name = product.text("name").unwrap_or_default();
        let known = shelf_life::for_name(name);
        let Reading { zone, now, .. } = *reading;
        let added = entry.day("purchased_date").and_then(|day| values::noon_of(day, zone)).unwrap_or(now).min(now);
        let due = entry.day("best_before_date");
        let never = values::is_never("", due);
        let expires = due.filter(|_| !never).and_then(|day| last_moment_of(day, zone));
        let keeps = if never { i64::from(MAX_SHELF_LIFE_DAYS) } else { i64::from(known.days) };
        let keeps = expires.map_or(keeps, |at| (at - added).num_days()).clamp(1, i64::from(MAX_SHELF_LIFE_DAYS));
        let place = ["location_id", "default_location_id"]
            .into_iter()
            .find_map(|field| self.named(entry, field, "locations"))
            .or_else(|| self.named(product, "location_id", "locations"));
        let place_name = place.and_then(|place| place.text("name"));
        let own_place = place_name.and_then(|name| own_place::named(reading.places, name));
        let notes: Vec<&str> =
            [entry.text("note"), place_name.filter(|_| own_place.is_none())].into_iter().flatten().collect();
        let draft = UncheckedItem {
            name: Some(name.to_owned()),
            category: Some(self.group(product).unwrap_or_else(|| category_of(&known))),
            quantity: entry.number("amount").map(thousandths),
            unit: self.unit(product),
            shelf_life_days: Some(keeps),
            expires_at: Some(iso(expires.unwrap_or_else(|| end_of_day_after(day_of(added, zone), keeps, zone)))),
            notes: (!notes.is_empty()).then(|| notes.join(", ")),
        };
        let item = Item::new(id, reading.user.clone(), None, draft.for_new(now, zone)?, now);
        let item = Item { created_at: added, ..item };
        let state = FoodState { expires_on: expires.and(due), ..state(&item, entry, product, place, reading) };
        let state = match own_place {
            Some(own) => FoodState { storage: Some(own.storage), own_place: Some(own.id), ..state },
            None => state,
        };
        // Long expired items are shown instead of being swept unseen.
        let past = item.status_at(now) != ItemStatus::Active;
        Ok(Item { grace_until: past.then(|| now + GRACE), state, ..item })
    }

    fn row(&self, entry: Entry) -> Result<shopping::Details, Invalid> {
        let product = self.named(entry, "product_id", "products");
        let (name, notes) = match product {
            Some(product) => (product.text("name"), entry.text("note")),
            // A row of free text.
            None => (entry.text("note"), None),
        };
        shopping::UncheckedListItem {
            name: name.map(str::to_owned),
            category: product.and_then(|product| self.group(product)),
            quantity: entry.number("amount").filter(|amount| *amount > 0.0).map(thousandths),
            unit: product.and_then(|product| self.unit(product)),
            notes: notes.map(str::to_owned),
        }
        .checked()
    }
}

/// Grocy counts finer than thousandths.
fn thousandths(amount: f64) -> f64 {
    (amount * 1_000.0).round() / 1_000.0
}

fn state(item: &Item, entry: Entry, product: Entry, place: Option<Entry>, reading: &Reading) -> FoodState {
    let noon = |field: &str| entry.day(field).and_then(|day| values::noon_of(day, reading.zone));
    let opened: Option<DateTime<Utc>> = entry.is_set("open").then(|| noon("opened_date").unwrap_or(reading.now));
    let frozen = place.is_some_and(|place| place.is_set("is_freezer")).then_some(Storage::Freezer);
    let named = || place.and_then(|place| places::storage_named(place.text("name")?));
    FoodState {
        storage: frozen.or_else(named).filter(|place| *place != item.storage()),
        date_kind: match (entry.day("best_before_date"), product.id("due_type")) {
            (None, _) => DateKind::Estimate,
            (Some(_), Some(USE_BY)) => DateKind::UseBy,
            (Some(_), _) => DateKind::BestBefore,
        },
        opened_at: opened.map(|at| at.clamp(item.created_at, reading.now)),
        ..FoodState::default()
    }
}

pub fn plan(value: &Value, reading: &Reading) -> Result<Plan, Unreadable> {
    let grocy = Grocy::read(value)?;
    let mut plan = Plan::of(FileKind::Grocy);
    let mut ids = RowIds::of(reading.user);
    for (nth, entry) in (1..).zip(&grocy.lists["stock"]) {
        if entry.number("amount").is_some_and(|amount| amount <= 0.0) {
            plan.leave_out(LeftOut::UsedUp, 1);
            continue;
        }
        // Its own name for one batch of a product, which stays when some of it is used.
        let batch = entry.text("stock_id").map_or_else(|| entry.0["id"].to_string(), str::to_owned);
        let id = ItemId(ids.next(&format!("grocy#stock#{batch}")));
        match grocy.item(*entry, reading, id) {
            Ok(item) => plan.items.push(item),
            Err(problem) => {
                let message = format!("stock: {}", problem.message);
                plan.problems.push(Problem { message, ..problem.at(nth) });
            }
        }
    }
    for (nth, entry) in (1..).zip(&grocy.lists["shopping_list"]) {
        if entry.is_set("done") {
            plan.leave_out(LeftOut::Completed, 1);
            continue;
        }
        let id = ListItemId(ids.next(&format!("grocy#list#{}", entry.0["id"])));
        match grocy.row(*entry) {
            Ok(details) => plan.list.push(ListItem::new(id, reading.user.clone(), details, reading.now)),
            Err(invalid) => {
                let message = format!("shopping_list: {}", invalid.message);
                plan.problems.push(Problem { message, ..Problem::of(nth, invalid) });
            }
        }
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Tz;
    use domain::id::UserId;
    use serde_json::json;

    /// As Grocy's own description of its API shows the entries: with texts for numbers, and with numbers.
    fn file() -> Value {
        json!({"grocy": {
            "products": [
                {"id": "1", "name": "Cookies", "qu_id_stock": "3", "product_group_id": "1", "location_id": "4",
                    "due_type": "1"},
                {"id": 2, "name": "Minced meat", "qu_id_stock": 2, "product_group_id": null, "due_type": 2},
                {"id": 3, "name": "Salt", "qu_id_stock": 3, "product_group_id": ""},
            ],
            "quantity_units": [{"id": 2, "name": "Gram"}, {"id": "3", "name": "Pack"}],
            "locations": [{"id": "4", "name": "Candy cupboard", "is_freezer": "0"}, {"id": 5, "name": "Freezer",
                "is_freezer": 1}],
            "product_groups": [{"id": 1, "name": "01 Sweets"}],
            "stock": [
                {"id": "77", "product_id": "1", "amount": "2", "best_before_date": "2026-12-07",
                    "purchased_date": "2026-11-03",
                    "stock_id": "5ccc6b2421979", "open": "0", "opened_date": null, "location_id": "4", "note": ""},
                {"id": 78, "product_id": 2, "amount": 500.00049, "best_before_date": "2026-11-25",
                    "purchased_date": "2026-11-22",
                    "stock_id": "b", "open": 1, "opened_date": "2026-11-23", "location_id": 5, "note": "for Sunday"},
                {"id": 79, "product_id": 3, "amount": 1, "best_before_date": "2999-12-31",
                    "purchased_date": "2026-11-01", "stock_id": "c"},
                {"id": 80, "product_id": 99, "amount": 1, "stock_id": "d"},
                {"id": 81, "product_id": 1, "amount": "0", "stock_id": "e"},
            ],
            "shopping_list": [
                {"id": 1, "product_id": "1", "amount": "3", "note": "the round ones", "done": "0"},
                {"id": 2, "product_id": null, "amount": 0, "note": "Candles", "done": 0},
                {"id": 3, "product_id": 1, "amount": 1, "done": 1},
                {"id": 4, "product_id": null, "amount": 1, "note": null},
            ],
        }})
    }

    fn read(value: &Value) -> Result<Plan, Unreadable> {
        let user = UserId::parse("anna").unwrap();
        let now = domain::timestamp::parse("now", "2026-11-24T10:00:00.000Z").unwrap();
        plan(value, &Reading { language: "en", ..Reading::new(&user, Tz::Europe__Berlin, now) })
    }

    #[test]
    fn imports_stock_with_dates_places_and_amounts() {
        assert!(is_its(&file()) && !is_its(&json!({"items": []})));
        let plan = read(&file()).unwrap();
        let [cookies, meat, salt] = plan.items.as_slice() else { panic!("{:?}", plan.items) };
        let details = &cookies.details;
        assert_eq!((details.name.as_str(), details.category.as_str()), ("Cookies", "01 Sweets"));
        assert_eq!((details.quantity.as_number(), details.unit.as_str()), (2.0, "Pack"));
        assert_eq!(iso(details.expires_at), "2026-12-07T22:59:59.999Z");
        assert_eq!(iso(cookies.created_at), "2026-11-03T11:00:00.000Z");
        assert_eq!(details.notes.as_deref(), Some("Candy cupboard"));
        assert_eq!((cookies.state.date_kind, cookies.state.opened_at), (DateKind::BestBefore, None));
        assert_eq!((meat.details.quantity.as_number(), meat.details.unit.as_str()), (500.0, "Gram"));
        assert_eq!(meat.details.notes.as_deref(), Some("for Sunday, Freezer"));
        assert_eq!((meat.state.date_kind, meat.state.storage), (DateKind::UseBy, Some(Storage::Freezer)));
        assert_eq!(meat.state.opened_at.map(iso).as_deref(), Some("2026-11-23T11:00:00.000Z"));
        assert_eq!(salt.details.shelf_life_days, MAX_SHELF_LIFE_DAYS, "what is never due");
        let problems: Vec<_> = plan.problems.iter().map(|problem| (problem.line, problem.message.as_str())).collect();
        assert_eq!(problems[0], (4, "stock: The product of this row is not in the file."));
        assert_eq!((problems.len(), problems[1].0), (2, 4), "{problems:?}");
    }

    #[test]
    fn imports_shopping_list_rows() {
        let plan = read(&file()).unwrap();
        let [cookies, candles] = plan.list.as_slice() else { panic!("{:?}", plan.list) };
        assert_eq!(
            (cookies.details.quantity.as_number(), cookies.details.notes.as_deref()),
            (3.0, Some("the round ones"))
        );
        assert_eq!((candles.details.name.as_str(), candles.details.quantity.as_number()), ("Candles", 1.0));
    }

    #[test]
    fn derives_the_same_ids_from_the_same_stock_whatever_is_left() {
        let mut later = file();
        later["grocy"]["stock"][0]["amount"] = json!(1);
        assert_eq!(read(&file()).unwrap().items[0].id, read(&later).unwrap().items[0].id);
    }

    #[test]
    fn rejects_other_files() {
        for bad in
            [json!({"grocy": {}}), json!({"grocy": {"stock": {}, "products": []}}), json!({"grocy": {"stock": []}})]
        {
            assert!(read(&bad).unwrap_err().message.contains("has no list"), "{bad}");
        }
        let odd = json!({"grocy": {"products": [1, null, {"id": "x"}], "stock": [null, "x", {"product_id": 1e300},
            {"amount": "much"}]}});
        assert_eq!(read(&odd).unwrap().problems.len(), 4);
    }

    #[test]
    fn location_with_the_name_of_an_own_place_is_that_place() {
        let user = UserId::parse("anna").unwrap();
        let now = domain::timestamp::parse("now", "2026-11-24T10:00:00.000Z").unwrap();
        let id = domain::id::PlaceId(uuid::Uuid::from_u128(1));
        let places = [own_place::OwnPlace { id, name: "Candy Cupboard".into(), storage: Storage::Counter }];
        let reading = Reading { places: &places, ..Reading::new(&user, Tz::UTC, now) };
        let cookies = &plan(&file(), &reading).unwrap().items[0];
        assert_eq!((cookies.state.own_place, cookies.storage()), (Some(id), Storage::Counter));
        assert_eq!(cookies.details.notes, None);
    }

    #[test]
    fn names_a_place_that_is_no_freezer() {
        let mut pantry = json!({"grocy": {
            "products": [{"id": 1, "name": "Flour", "product_group_id": 1, "location_id": 2}],
            "product_groups": [{"id": 1, "name": "03 Tinned food"}],
            "locations": [{"id": 1, "name": "Pantry", "is_freezer": 0}, {"id": 2, "name": "Kühlschrank"}],
            "stock": [{"id": 1, "product_id": 1, "amount": 1, "location_id": 1, "best_before_date": "2027-11-08"}],
        }});
        assert_eq!(read(&pantry).unwrap().items[0].storage(), Storage::Pantry);
        pantry["grocy"]["stock"][0]["location_id"] = Value::Null;
        assert_eq!(read(&pantry).unwrap().items[0].storage(), Storage::Fridge, "the product's own place");
    }
}
