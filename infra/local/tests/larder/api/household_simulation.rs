//! Simulates four phones by seed: they link, copy, remove each other, leave and recover; clocks jump, answers are lost,
//! and two processes answer. Acknowledged changes exist once, and a removed device changes nothing after 30 seconds.
//!
//! `LARDER_HOUSEHOLDS` sets the number of seeds (100), `LARDER_HOUSEHOLD_FIRST` the first one.

use crate::house::{Phone, described, refresh, sign_in, sign_up, text};
use crate::model::random::Random;
use crate::server::{Answer, Call, TestServer};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

const STEPS: usize = 60;
const PHONES: usize = 4;

/// An acknowledged row.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// The name given by the device that added it, however often it was copied.
    name: Uuid,
    done: bool,
    version: u64,
}

#[derive(Default)]
struct Larder {
    rows: BTreeMap<Uuid, Row>,
    code: Option<String>,
}

struct Holder {
    phone: Phone,
    larder: usize,
    /// Since when it is out.
    ended: Option<DateTime<Utc>>,
}

struct World {
    servers: [TestServer; 2],
    random: Random,
    larders: Vec<Larder>,
    phones: Vec<Holder>,
    story: Vec<String>,
}

impl World {
    async fn new(seed: u64) -> Self {
        let first = TestServer::start().await;
        let second = first.elsewhere().await;
        let mut world = Self {
            servers: [first, second],
            random: Random::new(seed),
            larders: vec![],
            phones: vec![],
            story: vec![],
        };
        for _ in 0..PHONES {
            let holder = world.fresh().await;
            world.phones.push(holder);
        }
        world
    }

    async fn fresh(&mut self) -> Holder {
        self.larders.push(Larder::default());
        Holder { phone: sign_up(&self.servers[0]).await, larder: self.larders.len() - 1, ended: None }
    }

    fn now(&self) -> DateTime<Utc> {
        self.servers[0].deps.now()
    }

    fn any_server(&mut self) -> usize {
        self.random.below(2)
    }

    /// Send it, and where the answer is lost, the same once more: to any process.
    async fn send(&mut self, make: impl Fn(&TestServer) -> Call<'_>) -> Answer {
        let (one, two) = (self.any_server(), self.any_server());
        if self.random.once_in(3) {
            make(&self.servers[one]).send().await;
        }
        make(&self.servers[two]).send().await
    }

    /// As a site does: a 401 is one new token and one more try.
    async fn call(
        &mut self,
        who: usize,
        make: impl Fn(&TestServer, &str) -> (Uuid, http::Method, String, Value),
    ) -> Answer {
        let mut answer = None;
        for _ in 0..2 {
            let token = self.phones[who].phone.id_token.clone();
            let sent = self
                .send(|server| {
                    let (key, method, path, body) = make(server, &token);
                    server.call(method, &path).bearer(&token).key(key).json(&body)
                })
                .await;
            if sent.status != 401 {
                return sent;
            }
            answer = Some(sent);
            let at = self.any_server();
            let refreshed = refresh(&self.servers[at], &self.phones[who].phone).await;
            if refreshed.status != 200 {
                break;
            }
            // Sometimes this answer is lost too, and the old token stays in use.
            let again = if self.random.once_in(4) {
                refresh(&self.servers[1 - at], &self.phones[who].phone).await.expect(200)
            } else {
                refreshed.json()
            };
            self.phones[who].phone = Phone {
                id_token: text(&again, "id_token").into(),
                refresh_token: text(&again, "refresh_token").into(),
            };
        }
        answer.expect("there was an answer")
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{what}\n{}", self.story.join("\n"))
    }

    /// Returns true if the answer must be 401.
    fn is_out(&self, who: usize, answer: &Answer) -> bool {
        let ended = self.phones[who].ended;
        if answer.status == 401 {
            if ended.is_none() {
                self.fail(&format!("phone {who} is in and was refused: {}", String::from_utf8_lossy(&answer.bytes)));
            }
            return true;
        }
        if ended.is_some_and(|at| self.now() - at >= TimeDelta::seconds(30)) {
            self.fail(&format!("phone {who} was ended at {ended:?}, and was answered {} now", answer.status));
        }
        false
    }

    async fn change(&mut self, who: usize) {
        let larder = self.phones[who].larder;
        let known: Vec<Uuid> = self.larders[larder].rows.keys().copied().collect();
        let key = Uuid::from_u64_pair(self.random.next(), self.random.next());
        let id = if known.is_empty() { key } else { self.random.one(&known) };
        let kind = if known.is_empty() { 0 } else { self.random.below(4) };
        let done = kind == 1;
        // Sometimes the version of a while ago.
        let behind = u64::from(self.random.once_in(3));
        let seen = self.larders[larder].rows.get(&id).map_or(0, |row| row.version).saturating_sub(behind);
        let answer = self
            .call(who, |_, _| match kind {
                0 => (
                    key,
                    http::Method::POST,
                    "/api/shopping-list".into(),
                    json!({"id": key, "name": format!("Row {key}")}),
                ),
                3 => (key, http::Method::DELETE, format!("/api/shopping-list/{id}"), json!({})),
                _ => {
                    let body = json!({"isCompleted": done, "version": seen});
                    (key, http::Method::PATCH, format!("/api/shopping-list/{id}/toggle"), body)
                }
            })
            .await;
        self.story.push(format!("phone {who} of {larder}: change {kind} of {id} seen {seen}: {}", answer.status));
        if self.is_out(who, &answer) {
            return;
        }
        let rows = &mut self.larders[larder].rows;
        let ok = match kind {
            0 => answer.status == 201 && rows.insert(key, Row { name: key, done: false, version: 1 }).is_none(),
            3 => answer.status == 200 && rows.remove(&id).is_some(),
            _ => {
                let row = rows.get_mut(&id).expect("it is known");
                if !done && row.done && seen != row.version {
                    answer.status == 409
                } else {
                    row.version += u64::from(row.done != done);
                    row.done = done;
                    answer.status == 200 && answer.json()["version"] == row.version
                }
            }
        };
        if !ok {
            self.fail(&format!("change {kind}: {}", String::from_utf8_lossy(&answer.bytes)));
        }
    }

    /// Adds another phone, which copies its data or leaves it.
    async fn link(&mut self, who: usize, other: usize) {
        if who == other || self.phones[who].larder == self.phones[other].larder || self.phones[who].ended.is_some() {
            return;
        }
        let key = Uuid::from_u64_pair(self.random.next(), self.random.next());
        let body = json!({"device": described(&format!("Phone {who}"))});
        let opened =
            self.call(who, |_, _| (key, http::Method::POST, "/api/household/links".into(), body.clone())).await;
        if opened.status == 409 {
            return;
        }
        let opened = opened.expect(201);
        let ask = json!({"secret": opened["secret"], "device": described(&format!("Phone {other}"))});
        let asked = self.send(|server| server.post("/api/household/links/ask").key(key).json(&ask)).await.expect(200);
        let path = format!("/api/household/links/{}/confirm", text(&opened, "id"));
        let digits = json!({"digits": asked["digits"]});
        self.call(who, |_, _| (key, http::Method::POST, path.clone(), digits.clone())).await.expect(200);
        let ticket = json!({"ticket": asked["ticket"]});
        let collected = self.send(|server| server.post("/api/household/links/collect").json(&ticket)).await.expect(200);
        let at = self.any_server();
        let joined = sign_in(&self.servers[at], &collected).await;
        let (from, into) = (self.phones[other].larder, self.phones[who].larder);
        let old = std::mem::replace(&mut self.phones[other], Holder { phone: joined, larder: into, ended: None });
        self.story.push(format!("phone {who} of {into} lets phone {other} of {from} in"));
        if old.ended.is_none() && self.random.once_in(2) {
            let bring = json!({"idToken": old.phone.id_token});
            let brought =
                self.call(other, |_, _| (key, http::Method::POST, "/api/household/bring".into(), bring.clone())).await;
            // A token of an hour ago is refused like none.
            if brought.status == 200 {
                let there: BTreeSet<Uuid> = self.larders[into].rows.values().map(|row| row.name).collect();
                for (id, row) in self.larders[from].rows.clone() {
                    let copy = Uuid::new_v5(&id, old.phone.refresh_token.split('.').next().unwrap().as_bytes());
                    if !there.contains(&row.name) {
                        self.larders[into].rows.insert(copy, Row { version: 1, ..row });
                    }
                }
            }
            self.story.push(format!("and brings along: {}", brought.status));
        }
    }

    async fn end(&mut self, who: usize, other: usize) {
        let larder = self.phones[who].larder;
        if self.phones[who].ended.is_some() || self.phones[other].larder != larder || self.phones[other].ended.is_some()
        {
            return;
        }
        let household = self.call_get(who).await;
        let name = format!("Phone {other}");
        let devices = household["devices"].as_array().unwrap().clone();
        // Of several with this name the one that is this phone is the latest.
        let Some(device) = devices.iter().rfind(|device| device["name"] == name.as_str()) else { return };
        let (id, key) = (text(device, "id").to_owned(), Uuid::from_u64_pair(self.random.next(), self.random.next()));
        let path = format!("/api/household/devices/{id}");
        let answer = self.call(who, |_, _| (key, http::Method::DELETE, path.clone(), json!({}))).await;
        self.story.push(format!("phone {who} ends phone {other} of {larder}: {}", answer.status));
        match answer.status.as_u16() {
            200 => self.phones[other].ended = Some(self.now()),
            // A device that left and lost the answer gets 401 at the second try.
            401 if who == other => self.phones[other].ended = Some(self.now()),
            409 => {}
            _ => self.fail(&String::from_utf8_lossy(&answer.bytes)),
        }
    }

    async fn call_get(&mut self, who: usize) -> Value {
        let key = Uuid::nil();
        let answer = self.call(who, |_, _| (key, http::Method::GET, "/api/household".into(), json!({}))).await;
        answer.expect(200)
    }

    async fn keep(&mut self, who: usize) {
        if self.phones[who].ended.is_some() {
            return;
        }
        let key = Uuid::from_u64_pair(self.random.next(), self.random.next());
        let made = self.call(who, |_, _| (key, http::Method::POST, "/api/household/recovery".into(), json!({}))).await;
        let larder = self.phones[who].larder;
        let code = text(&made.expect(201), "code").to_owned();
        if self.random.next().is_multiple_of(2) {
            let key = Uuid::from_u64_pair(self.random.next(), self.random.next());
            let path = "/api/household/recovery/confirm";
            self.call(who, |_, _| (key, http::Method::POST, path.into(), json!({"code": code}))).await.expect(200);
        }
        self.larders[larder].code = Some(code);
    }

    /// A phone that lost everything has its larder back, perhaps only at the second try.
    async fn recover(&mut self, who: usize) {
        let larder = self.phones[who].larder;
        let Some(code) = self.larders[larder].code.clone() else { return };
        let body = json!({"code": code, "device": described(&format!("Phone {who}"))});
        let answer = self.send(|server| server.post("/api/household/recover").json(&body)).await;
        self.story.push(format!("phone {who} recovers {larder}: {}", answer.status));
        if answer.status != 200 {
            // The device that made the code was ended since.
            self.larders[larder].code = None;
            return;
        }
        let answer = answer.json();
        let at = self.any_server();
        let phone = sign_in(&self.servers[at], &answer).await;
        self.phones[who] = Holder { phone, larder, ended: None };
        self.call_get(who).await;
        self.larders[larder].code = Some(text(&answer, "code").into());
    }

    async fn compare(&mut self) {
        for who in 0..PHONES {
            let key = Uuid::nil();
            let answer = self.call(who, |_, _| (key, http::Method::GET, "/api/shopping-list".into(), json!({}))).await;
            if self.phones[who].ended.is_some() {
                // Reads by the first device's last token end only with it.
                continue;
            }
            let listed = answer.expect(200);
            let row = |row: &Value| {
                let (done, version) = (row["isCompleted"].as_bool().unwrap(), row["version"].as_u64().unwrap());
                let name = Uuid::parse_str(text(row, "name").trim_start_matches("Row ")).unwrap();
                (Uuid::parse_str(text(row, "id")).unwrap(), Row { name, done, version })
            };
            let rows: BTreeMap<Uuid, Row> = listed.as_array().unwrap().iter().map(row).collect();
            if rows != self.larders[self.phones[who].larder].rows {
                self.fail(&format!(
                    "phone {who} sees {rows:#?} in place of {:#?}",
                    self.larders[self.phones[who].larder].rows
                ));
            }
        }
    }

    async fn step(&mut self) {
        let (who, other) = (self.random.below(PHONES), self.random.below(PHONES));
        match self.random.below(24) {
            0..=13 => self.change(who).await,
            14..=16 => self.link(who, other).await,
            17..=18 => self.end(who, other).await,
            19 => self.keep(who).await,
            20 => self.recover(who).await,
            21 => {
                let seconds = self.random.one(&[1, 27, 29, 31, 60, 301, 3_700, 90_000]);
                self.servers[0].advance(TimeDelta::seconds(seconds));
                self.story.push(format!("{seconds} s later"));
            }
            22 => {
                // A removed phone starts with a new larder.
                if self.phones[who].ended.is_some() {
                    self.phones[who] = self.fresh().await;
                }
            }
            _ => self.compare().await,
        }
        // Tries are counted by the minute, and these phones have one address.
        self.servers[0].advance(TimeDelta::seconds(20));
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name)
        .ok()
        .map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

#[tokio::test]
async fn acknowledged_changes_of_four_phones_hold() {
    let first = number("LARDER_HOUSEHOLD_FIRST", 0);
    for seed in first..first + number("LARDER_HOUSEHOLDS", 100) {
        let mut world = World::new(seed).await;
        world.story.push(format!("seed {seed}"));
        for _ in 0..STEPS {
            world.step().await;
        }
        world.compare().await;
    }
}
