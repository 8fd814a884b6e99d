//! Reads a stock from Grocy's API: `larder import grocy` puts its lists into one file, under the API's names.
//!
//! Grocy writes numbers as numbers or as texts, depending on the version and the database below it; both are read.

use super::FileKind;
use super::places::NamedPlace;
use super::plan::{OmittedKind, Plan, Problem, ProblemCode, RowIds, Unreadable};
use super::reading::Reading;
use super::stock::StockRow;
use super::values::{self, DayOrder, thousandths};
use chrono::NaiveDate;
use domain::food_state::DateKind;
use domain::id::ItemId;
use domain::item::Item;
use domain::shelf_life::{self, Storage};
use domain::shopping::UncheckedListItem;
use domain::unchecked_item::UncheckedItem;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The lists that the file has, as Grocy's API calls them.
pub const LISTS: [&str; 6] = ["stock", "products", "quantity_units", "locations", "product_groups", "shopping_list"];
/// Up to here, `f64` has every whole number.
const MAX_ID: f64 = 1e15;
/// Grocy's number for a use-by date.
const USE_BY: i64 = 2;

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

    #[expect(clippy::cast_possible_truncation, reason = "only whole numbers are ids")]
    fn id(self, field: &str) -> Option<i64> {
        self.number(field).filter(|id| id.fract() == 0.0 && id.abs() < MAX_ID).map(|id| id as i64)
    }

    fn is_set(self, field: &str) -> bool {
        self.number(field).is_some_and(|number| number != 0.0) || self.0[field] == Value::Bool(true)
    }

    fn day(self, field: &str) -> Option<NaiveDate> {
        values::day(self.text(field)?, DayOrder::DayFirst)
    }
}

/// The lists of the file by name, and their entries by id.
struct Grocy<'a> {
    lists: HashMap<&'static str, Vec<Entry<'a>>>,
    by_id: HashMap<(&'static str, i64), Entry<'a>>,
}

impl<'a> Grocy<'a> {
    fn read(file: &'a Map<String, Value>) -> Result<Self, Unreadable> {
        let mut grocy = Self { lists: HashMap::new(), by_id: HashMap::new() };
        for list in LISTS {
            let entries = match file.get(list) {
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

    /// Returns the entry of another list to which a field refers.
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
        let due = entry.day("best_before_date");
        let never_expires = values::is_never("", due);
        let location = ["location_id", "default_location_id"]
            .into_iter()
            .find_map(|field| self.named(entry, field, "locations"))
            .or_else(|| self.named(product, "location_id", "locations"));
        let location_name = location.and_then(|location| location.text("name"));
        let place = location_name.map(|name| NamedPlace::find(name, reading.places)).unwrap_or_default();
        let is_freezer = location.is_some_and(|location| location.is_set("is_freezer"));
        let notes: Vec<&str> =
            [entry.text("note"), location_name.filter(|_| place.own.is_none())].into_iter().flatten().collect();
        let opened_at = || entry.day("opened_date").and_then(|day| values::noon_of(day, reading.zone));
        let row = StockRow {
            draft: UncheckedItem {
                name: Some(name.to_owned()),
                category: self.group(product),
                quantity: entry.number("amount").map(thousandths),
                unit: self.unit(product),
                notes: (!notes.is_empty()).then(|| notes.join(", ")),
                ..UncheckedItem::default()
            },
            shelf_life: shelf_life::for_name(name),
            added: entry.day("purchased_date"),
            expires_on: due.filter(|_| !never_expires),
            never_expires,
            shelf_life_days: None,
            date_kind: match (due, product.id("due_type")) {
                (None, _) => DateKind::Estimate,
                (Some(_), Some(USE_BY)) => DateKind::UseBy,
                (Some(_), _) => DateKind::BestBefore,
            },
            storage: if is_freezer && place.own.is_none() { Some(Storage::Freezer) } else { place.storage },
            own_place: place.own,
            opened_at: entry.is_set("open").then(|| opened_at().unwrap_or(reading.now)),
        };
        row.into_item(id, reading)
    }

    fn list_row(&self, entry: Entry) -> UncheckedListItem {
        let product = self.named(entry, "product_id", "products");
        let (name, notes) = match product {
            Some(product) => (product.text("name"), entry.text("note")),
            // A row of free text.
            None => (entry.text("note"), None),
        };
        UncheckedListItem {
            name: name.map(str::to_owned),
            category: product.and_then(|product| self.group(product)),
            quantity: entry.number("amount").filter(|amount| *amount > 0.0).map(thousandths),
            unit: product.and_then(|product| self.unit(product)),
            notes: notes.map(str::to_owned),
        }
    }

    fn plan(&self, reading: &Reading) -> Plan {
        let mut plan = Plan::of(FileKind::Grocy);
        let mut ids = RowIds::of(reading.user);
        for (nth, entry) in (1..).zip(&self.lists["stock"]) {
            if entry.number("amount").is_some_and(|amount| amount <= 0.0) {
                plan.count_omitted(OmittedKind::UsedUp, 1);
                continue;
            }
            // The id of the batch, which does not change when some of it is used.
            let batch = entry.text("stock_id").map_or_else(|| entry.0["id"].to_string(), str::to_owned);
            let id = ItemId(ids.next(&format!("grocy#stock#{batch}")));
            match self.item(*entry, reading, id) {
                Ok(item) => plan.items.push(item),
                Err(problem) => {
                    let message = format!("stock: {}", problem.message);
                    plan.problems.add(Problem { line: nth, message, ..problem });
                }
            }
        }
        let stock_problems = plan.problems.listed.len();
        for (nth, entry) in (1..).zip(&self.lists["shopping_list"]) {
            if entry.is_set("done") {
                plan.count_omitted(OmittedKind::Completed, 1);
                continue;
            }
            let id = ids.next(&format!("grocy#list#{}", entry.0["id"]));
            reading.add_list_row(&mut plan, nth, id, self.list_row(*entry));
        }
        for problem in &mut plan.problems.listed[stock_problems..] {
            problem.message.insert_str(0, "shopping_list: ");
        }
        plan
    }
}

pub fn read(value: &Value, reading: &Reading) -> Option<Result<Plan, Unreadable>> {
    let file = value.get("grocy")?.as_object()?;
    Some(Grocy::read(file).map(|grocy| grocy.plan(reading)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use domain::calendar_day::Tz;
    use domain::id::{PlaceId, UserId};
    use domain::own_place::OwnPlace;
    use serde_json::json;
    use uuid::Uuid;

    fn read(value: &Value) -> Result<Plan, Unreadable> {
        let user = UserId::parse("anna").unwrap();
        let places = [OwnPlace { id: PlaceId(Uuid::nil()), name: "Cellar".into(), storage: Storage::Freezer }];
        let reading = Reading::new(&user, "Europe/Berlin".parse::<Tz>().unwrap(), DateTime::UNIX_EPOCH);
        super::read(value, &Reading { places: &places, ..reading }).unwrap()
    }

    fn one_batch(product: &Value, location: &Value, batch: &Value) -> Value {
        json!({"grocy": {"products": [product], "locations": [location], "stock": [batch]}})
    }

    #[test]
    fn derives_the_id_of_a_batch_independently_of_its_amount() {
        let product = json!({"id": 1, "name": "Cookies"});
        let id = |amount: u32| {
            let batch = json!({"id": 77, "product_id": 1, "amount": amount, "stock_id": "5ccc6b2421979"});
            read(&one_batch(&product, &Value::Null, &batch)).unwrap().items[0].id
        };
        assert_eq!(id(2), id(1));
    }

    #[test]
    fn rejects_a_file_without_stock_or_products() {
        for bad in
            [json!({"grocy": {}}), json!({"grocy": {"stock": {}, "products": []}}), json!({"grocy": {"stock": []}})]
        {
            assert!(read(&bad).unwrap_err().message.contains("has no list"), "{bad}");
        }
    }

    #[test]
    fn reports_entries_that_are_no_stock() {
        let odd = json!({"grocy": {"products": [1, null, {"id": "x"}], "stock": [null, "x", {"product_id": 1e300},
            {"amount": "much"}]}});
        assert_eq!(read(&odd).unwrap().problems.count, 4);
    }

    #[test]
    fn falls_back_to_the_products_own_location() {
        let product = json!({"id": 1, "name": "Flour", "location_id": 2});
        let location = json!({"id": 2, "name": "Kühlschrank"});
        let flour = one_batch(&product, &location, &json!({"id": 1, "product_id": 1, "amount": 1}));
        assert_eq!(read(&flour).unwrap().items[0].storage(), Storage::Fridge);
    }

    #[test]
    fn counts_the_shelf_life_in_a_place_of_the_household() {
        let product = json!({"id": 1, "name": "Minced meat"});
        let expiry = |location: &str| {
            let batch = json!({"id": 1, "product_id": 1, "amount": 1, "location_id": 2});
            let stock = one_batch(&product, &json!({"id": 2, "name": location}), &batch);
            read(&stock).unwrap().items[0].details.expires_at
        };
        assert_eq!(expiry("Cellar"), expiry("Freezer"));
    }
}
