//! Tests stored rows: a change of attributes needs a new format number, and a version keeps the fields that it lacks.
//!
//! `tests/rows.json` lists the attributes of every kind of row, as full samples write them.

mod samples;

use crate::house::{household, install_pass, open_link, recovery_code, sign_up};
use crate::table::{TABLE, TableRow, all_rows, kind, put_row, start_in_memory};
use domain::household::Device;
use domain::item::{Details, Item};
use domain::join_credential::JoinCredential;
use domain::shopping::ListItem;
use dynoxide::Database;
use dynoxide::actions::delete_item::DeleteItemRequest;
use dynoxide::types::AttributeValue;
use larder::data::format;
use samples::{anna, now};
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserializer, Serialize, forward_to_deserialize_any};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use store::{RefreshFamily, Write};

/// Returns the names and types within a JSON value.
fn json_shape(value: &Value) -> Value {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "bool".into(),
        Value::Number(_) => "number".into(),
        Value::String(_) => "text".into(),
        Value::Array(list) => list.iter().map(json_shape).reduce(union).map_or(json!([]), |shape| json!([shape])),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), json_shape(value))).collect(),
    }
}

/// Returns the names and types within an attribute. Some texts are JSON.
fn shape(value: &AttributeValue) -> Value {
    match value {
        AttributeValue::S(text) => match serde_json::from_str(text) {
            Ok(json @ (Value::Object(_) | Value::Array(_))) => json!({"json": json_shape(&json)}),
            _ => "text".into(),
        },
        AttributeValue::N(_) => "number".into(),
        AttributeValue::BOOL(_) => "bool".into(),
        AttributeValue::SS(_) => "texts".into(),
        AttributeValue::L(list) => list.iter().map(shape).reduce(union).map_or(json!([]), |shape| json!([shape])),
        AttributeValue::M(fields) => fields.iter().map(|(name, value)| (name.clone(), shape(value))).collect(),
        _ => panic!("no row has such a type"),
    }
}

fn union(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            for (name, value) in other {
                let value = match one.remove(&name) {
                    Some(known) => union(known, value),
                    None => value,
                };
                one.insert(name, value);
            }
            Value::Object(one)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.into_iter().chain(other).reduce(union).map_or(json!([]), |shape| json!([shape]))
        }
        (one, _) => one,
    }
}

/// Returns the kinds that the table's documentation names.
pub fn documented_kinds() -> BTreeSet<String> {
    let file =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/store/src/table/keys.rs"));
    let first = |cell: &str| cell.trim().trim_matches('`').split('#').next().unwrap_or_default().to_owned();
    let rows = file.unwrap();
    let rows = rows.lines().filter_map(|line| line.strip_prefix("//! |")).skip(2);
    let kind = |row: &str| row.split('|').skip(1).take(2).map(first).collect::<Vec<_>>().join(" ");
    rows.map(kind).collect()
}

#[tokio::test]
async fn requires_a_new_format_number_when_a_row_changes() {
    let server = start_in_memory().await;
    let database = server.database();
    samples::write_all(&server).await;
    let mut kinds: BTreeMap<String, Value> = BTreeMap::new();
    for row in all_rows(database) {
        let shape: Map<String, Value> = row.iter().map(|(name, value)| (name.clone(), shape(value))).collect();
        let shape = Value::Object(shape);
        let known = kinds.remove(&kind(&row));
        kinds.insert(kind(&row), known.map_or(shape.clone(), |known| union(known, shape)));
    }
    assert_eq!(
        kinds.keys().cloned().collect::<BTreeSet<_>>(),
        documented_kinds(),
        "a kind has no sample, or no document"
    );

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rows.json");
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap_or_default()).unwrap_or_default();
    let (rows, format) = (json!(kinds), format::CURRENT);
    let is_raised = written["format"].as_u64().is_none_or(|before| before < u64::from(format));
    if is_raised && std::env::var_os("LARDER_WRITE").is_some() {
        let text = serde_json::to_string_pretty(&json!({"format": format, "rows": rows})).unwrap();
        return std::fs::write(&file, text + "\n").unwrap();
    }
    assert_eq!(
        (&written["rows"], written["format"].as_u64()),
        (&rows, Some(format.into())),
        "stored rows have changed: raise the number in data/format.rs, then make types writes rows.json"
    );
}

/// Records the names of a struct's fields instead of reading them.
struct FieldNames(&'static [&'static str]);

impl<'de> Deserializer<'de> for &mut FieldNames {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("no struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! { bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
    unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any }
}

fn assert_full<T: Serialize + DeserializeOwned>(sample: &T) {
    let (mut names, written) = (FieldNames(&[]), json!(sample));
    assert!(T::deserialize(&mut names).is_err() && !names.0.is_empty());
    for name in names.0 {
        assert!(written.get(name).is_some_and(|value| !value.is_null()), "the sample has no {name}: {written}");
    }
}

/// A field without a value is not in the row, so that the test above would not see it.
#[test]
fn has_samples_with_a_value_of_each_optional_field() {
    let item = samples::item();
    assert_full(&item.details);
    assert_full(&item.state);
    assert_full(&samples::list_item().details);
    assert_full(&samples::preferences().choices);
}

/// A field that only a later version knows, in every object.
fn with_later_fields(value: &mut Value) -> usize {
    match value {
        Value::Object(fields) => {
            let within: usize = fields.values_mut().map(with_later_fields).sum();
            fields.insert("later".into(), json!({"of": 3}));
            within + 1
        }
        Value::Array(list) => list.iter_mut().map(with_later_fields).sum(),
        _ => 0,
    }
}

/// Adds the fields of a later version to each row of these kinds. Returns how many each row has then.
fn write_later_version(database: &Database, kinds: &[&str]) -> HashMap<String, usize> {
    let mut written = HashMap::new();
    for mut row in all_rows(database) {
        let kind = kind(&row);
        if !kinds.contains(&kind.as_str()) {
            continue;
        }
        let mut fields = 1;
        row.insert("later".into(), AttributeValue::S("attribute".into()));
        if let Some(AttributeValue::S(body)) = row.get_mut("b") {
            let mut json: Value = serde_json::from_str(body).unwrap();
            fields += with_later_fields(&mut json);
            *body = json.to_string();
        }
        written.insert(kind, fields);
        put_row(database, row);
    }
    written
}

fn later_fields(row: &TableRow) -> usize {
    let body = match row.get("b") {
        Some(AttributeValue::S(body)) => body.as_str(),
        _ => "",
    };
    usize::from(row.contains_key("later")) + body.matches("\"later\":{\"of\":3}").count()
}

/// During a deployment and after a rollback, two versions write the same rows.
#[tokio::test]
async fn keeps_fields_of_a_later_version_on_change() {
    let server = start_in_memory().await;
    let database = server.database();
    samples::write_all(&server).await;
    let kinds = ["U I", "U L", "ACC DV", "ACC HOUSEHOLD", "ACC RT", "RC RECOVERY"];
    let written = write_later_version(database, &kinds);
    assert_eq!(written.len(), kinds.len());
    assert!(written["U I"] > 5 && written["ACC HOUSEHOLD"] > 5, "{written:?}");

    let store = &server.deps.store;
    let item = store.item_get(&anna(), samples::item().id).await.unwrap().unwrap();
    let details = Details { name: "Oats".into(), ..item.details.clone() };
    let item = Item { details, version: item.version + 1, ..item };
    let row = store.list_item_get(&anna(), samples::list_item().id).await.unwrap().unwrap();
    let row = ListItem { completed_at: None, version: row.version + 1, ..row };
    let household = store.household_get(&anna(), now()).await.unwrap();
    let device = Device { redeems: None, version: household.devices[0].version + 1, ..household.devices[0].clone() };
    let link = store.join_credential_get(&samples::join_credential().hash, now()).await.unwrap().unwrap();
    let link = JoinCredential { tries_left: 1, version: link.version + 1, ..link };
    let writes = vec![
        Write::item_replace(&item),
        Write::list_item_replace(&row),
        Write::household_put(&household.next()),
        Write::device_replace(&anna(), &device),
        Write::join_credential_replace(&link),
    ];
    store.commit(writes, None).await.unwrap();
    let family = store.refresh_family_get(&anna(), &samples::family().family_hash).await.unwrap().unwrap();
    let family = RefreshFamily { issued_hashes: vec!["one".into()], version: family.version + 1, ..family };
    store.refresh_family_replace(&family).await.unwrap();

    for row in all_rows(database).iter().filter(|row| written.contains_key(&kind(row))) {
        assert_eq!(later_fields(row), written[&kind(row)], "{}", kind(row));
        assert!(!row.contains_key("others"), "what is known is replaced");
    }
    assert_eq!(store.item_get(&anna(), item.id).await.unwrap(), Some(item));
}

/// Recovery codes of earlier versions are valid for ever, and install passes for a day.
#[tokio::test]
async fn redeems_credentials_of_earlier_versions() {
    let server = start_in_memory().await;
    let database = server.database();
    let laptop = sign_up(&server).await;
    let code = recovery_code(&server, &laptop.id_token).await;
    let pass = install_pass(&server, &laptop.id_token).await;
    for row in all_rows(database).into_iter().filter(|row| kind(row) == "RC RECOVERY") {
        let key = |row: &TableRow| HashMap::from(["PK", "SK"].map(|name| (name.to_owned(), row[name].clone())));
        let request = DeleteItemRequest { table_name: TABLE.into(), key: key(&row), ..DeleteItemRequest::default() };
        database.delete_item(request).unwrap();
        let is_pass = row.contains_key("ttl");
        let mut item: TableRow =
            row.into_iter().filter(|(name, _)| ["PK", "SK", "user", "ttl"].contains(&name.as_str())).collect();
        if is_pass {
            let AttributeValue::S(pk) = &item["PK"] else { panic!("a key is a text") };
            let keys = [("PK", pk.replace("RC#", "IP#")), ("SK", "PASS".to_owned())];
            item.extend(keys.map(|(name, value)| (name.to_owned(), AttributeValue::S(value))));
        }
        put_row(database, item);
    }
    // By the routes of clients of these versions.
    let earlier = |path: &str, body: Value| server.post(&format!("/api/household/{path}")).json(&body);
    let device = json!({"name": "Phone", "platform": "test"});
    for _ in 0..2 {
        earlier("recover", json!({"code": code, "device": device})).expect(200).await;
        earlier("install", json!({"pass": pass, "device": device})).expect(200).await;
    }
    assert_eq!(household(&server, &laptop.id_token).await["devices"].as_array().unwrap().len(), 3);
    let opened = open_link(&server, &laptop.id_token, "Laptop").await;
    let asked = earlier("links/ask", json!({"secret": opened.secret, "device": device})).expect(200).await;
    let waiting = earlier("links/collect", json!({"ticket": asked["ticket"]})).expect(200).await;
    assert_eq!(waiting, json!({"state": "asked"}));
}

/// A field of a later version is removed together with the object that has it.
#[tokio::test]
async fn drops_later_fields_of_removed_parts() {
    let server = start_in_memory().await;
    let database = server.database();
    samples::write_all(&server).await;
    let written = write_later_version(database, &["U I", "ACC HOUSEHOLD"]);
    let store = &server.deps.store;
    let item = store.item_get(&anna(), samples::item().id).await.unwrap().unwrap();
    let without_past = Item { past: item.past[1..].to_vec(), version: item.version + 1, ..item };
    let mut household = store.household_get(&anna(), now()).await.unwrap().next();
    household.link = None;
    household.unconfirmed.remove(0);
    let writes = vec![Write::item_replace(&without_past), Write::household_put(&household)];
    store.commit(writes, None).await.unwrap();
    for row in all_rows(database) {
        match kind(&row).as_str() {
            kind @ "U I" => assert_eq!(later_fields(&row), written[kind] - 1, "{kind}"),
            kind @ "ACC HOUSEHOLD" => assert_eq!(later_fields(&row), written[kind] - 2, "{kind}"),
            _ => {}
        }
    }
    assert_eq!(store.household_get(&anna(), now()).await.unwrap(), household);
}
