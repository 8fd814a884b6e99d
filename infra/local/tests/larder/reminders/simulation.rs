//! Simulates weeks of households in virtual time, by seed: every time zone, daylight-saving changes, servers with
//! different clocks, schedulers that stop for days, repeated events, crashes at any call, failing tables and push
//! services.
//!
//! Computes the expected results from the rules of `docs/decisions/006-reminders.md`, without the tested code: the
//! local days on which something was due at the user's hour, and whether a run had everything it needed.
//!
//! `SEEDS=10000 cargo test --workspace --test larder reminders::simulation` runs more of them (`FROM=5000` leaves the
//! first ones out); `SEED=4711 … -- --nocapture` replays one and logs its events.

#![expect(clippy::print_stdout, reason = "a replayed seed logs its events")]

use super::world::{ONE_BY_ONE, World, user};
use crate::faults::Fault;
use crate::random::Random;
use chrono::{DateTime, NaiveDate, TimeDelta, TimeZone, Utc};
use domain::calendar_day::Tz;
use domain::id::ItemId;
use domain::reminder::INDEX_LAG;
use push::{DeliveryResult, Pusher};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::Write;

const SEEDS_IN_CI: u64 = 60;
const DAYS: i64 = 10;
/// A run this long after the hour sees all checks that were scheduled before it: they settle in a minute, and clocks
/// differ by half of one.
const SETTLING_TIME: TimeDelta = TimeDelta::minutes(3);
/// The maximum error of a server's clock.
const SKEW: TimeDelta = TimeDelta::seconds(30);
/// The time for which the claim of a crashed run lasts.
const LEASE: TimeDelta = TimeDelta::minutes(3);

/// An item, by the expected state.
struct Food {
    id: ItemId,
    expires_at: DateTime<Utc>,
    added_at: DateTime<Utc>,
    gone_at: Option<DateTime<Utc>>,
}

impl Food {
    fn is_due(&self, at: DateTime<Utc>) -> bool {
        self.added_at <= at
            && self.gone_at.is_none_or(|gone| at < gone)
            && at >= self.expires_at - TimeDelta::days(3)
            && at < self.expires_at + TimeDelta::days(2)
    }
}

struct Person {
    name: String,
    zone: Tz,
    hour: u32,
    foods: Vec<Food>,
    /// The number of digests per day.
    digests: BTreeMap<NaiveDate, usize>,
    /// Days on which an undisturbed run found something due, so that a digest is expected.
    expected: Vec<NaiveDate>,
    /// Days on which a run was disturbed: a message may have been sent twice, under one tag.
    disturbed: Vec<NaiveDate>,
}

impl Person {
    fn date(&self, at: DateTime<Utc>) -> NaiveDate {
        self.zone.local_time(at).date()
    }

    /// The wall clock's hour on a day. Between 06:00 and 21:00 no zone in use changes its clocks in the years that are
    /// simulated.
    fn hour_on(&self, date: NaiveDate) -> DateTime<Utc> {
        let local = date.and_hms_opt(self.hour, 0, 0).and_then(|local| self.zone.moment_of(local));
        local.unwrap_or_else(|| panic!("{:?} {date} {}: an hour that is not one", self.zone, self.hour))
    }

    fn was_due(&self, date: NaiveDate, now: DateTime<Utc>) -> bool {
        let hour = self.hour_on(date);
        now >= hour && self.foods.iter().any(|food| food.is_due(hour) && food.is_due(now))
    }
}

enum Event {
    Add(usize, TimeDelta),
    Eat(usize),
    Run,
}

struct Simulation {
    seed: u64,
    random: Random,
    world: World,
    people: Vec<Person>,
    now: DateTime<Utc>,
    disturbed_until: DateTime<Utc>,
    /// One seed is replayed with a log.
    is_logged: bool,
}

impl Simulation {
    async fn start(seed: u64) -> Self {
        let random = Random::new(seed);
        let world = World::seeded(seed).await;
        // Somewhere in four years, leap day included, so that clocks go forward in some seeds and back in others.
        let now =
            Utc.with_ymd_and_hms(2026, 1, 1, 0, 0, 0).unwrap() + TimeDelta::minutes(random.below(4 * 365 * 24 * 60));
        world.clock.set(now);
        let mut people = Vec::new();
        for n in 0..=random.below(3) {
            let zones = i64::try_from(Tz::all().count()).unwrap();
            let zone = Tz::all().nth(usize::try_from(random.below(zones)).unwrap()).unwrap();
            let hour = u32::try_from(6 + random.below(16)).unwrap();
            let name = format!("person-{n}");
            world.add_user(&name, zone.name(), &format!("{hour:02}:00")).await;
            let (digests, expected, disturbed) = (BTreeMap::new(), vec![], vec![]);
            people.push(Person { name, zone, hour, foods: vec![], digests, expected, disturbed });
        }
        Self { seed, random, world, people, now, disturbed_until: now, is_logged: number("SEED").is_some() }
    }

    async fn log(&self, event: &Event) {
        let what = match event {
            Event::Add(person, shelf_life) => {
                format!("person-{person} adds what keeps {} min", shelf_life.num_minutes())
            }
            Event::Eat(person) => format!("person-{person} eats"),
            Event::Run => "a run".to_owned(),
        };
        println!("{} {what}", self.now);
        for person in &self.people {
            let due = self.world.deps.store.due_user(&user(&person.name)).await.unwrap();
            println!("    {} {:?} at {}: {due:?}", person.name, person.zone, person.hour);
        }
    }

    /// Returns the events in order: a run after each quarter near a user's hour, some at other times, and users who
    /// shop and eat.
    fn events(&mut self) -> Vec<(DateTime<Utc>, Event)> {
        let (start, end) = (self.now, self.now + TimeDelta::days(DAYS));
        let mut events = Vec::new();
        for (n, person) in self.people.iter().enumerate() {
            for _ in 0..=self.random.below(5) {
                let at = start + TimeDelta::seconds(self.random.below(DAYS * 86_400));
                events.push((at, Event::Add(n, TimeDelta::minutes(self.random.below(12 * 24 * 60) - 2 * 24 * 60))));
                if self.random.once_in(3) {
                    events.push((at + TimeDelta::seconds(1 + self.random.below(8 * 86_400)), Event::Eat(n)));
                }
            }
            for date in person.date(start).iter_days().take(usize::try_from(DAYS).unwrap() + 1) {
                for quarter in 0..=self.random.below(2) {
                    events.push((
                        person.hour_on(date) + TimeDelta::minutes(15 * quarter) + TimeDelta::seconds(1),
                        Event::Run,
                    ));
                }
            }
        }
        for _ in 0..DAYS / 2 {
            events.push((
                start + TimeDelta::minutes(15 * self.random.below(DAYS * 96)) + TimeDelta::seconds(2),
                Event::Run,
            ));
        }
        // Up to two times the scheduler is off for as long as eight days.
        for _ in 0..self.random.below(3) {
            let off = start + TimeDelta::hours(self.random.below(DAYS * 24));
            let on = off + TimeDelta::hours(1 + self.random.below(8 * 24));
            events.retain(|(at, event)| !(matches!(event, Event::Run) && (off..on).contains(at)));
        }
        events.retain(|(at, _)| (start..end).contains(at));
        events.sort_by_key(|(at, _)| *at);
        events
    }

    async fn run_events(&mut self) {
        for (at, event) in self.events() {
            self.now = at;
            if self.is_logged {
                self.log(&event).await;
            }
            match event {
                Event::Add(person, shelf_life) => self.add(person, shelf_life).await,
                Event::Eat(person) => self.eat(person).await,
                Event::Run => self.run().await,
            }
            if self.random.once_in(4) {
                self.assert_exact_reads().await;
            }
        }
    }

    async fn add(&mut self, person: usize, shelf_life: TimeDelta) {
        self.world.clock.set(self.now);
        let person = &mut self.people[person];
        let expires_at = self.now + shelf_life;
        let item = self.world.add(&person.name, "Milk", expires_at).await;
        person.foods.push(Food { id: item.id, expires_at, added_at: self.now, gone_at: None });
    }

    async fn eat(&mut self, person: usize) {
        self.world.clock.set(self.now);
        let person = &mut self.people[person];
        let now = self.now;
        let there =
            person.foods.iter_mut().filter(|food| food.gone_at.is_none() && now < food.expires_at + TimeDelta::days(2));
        for food in there.take(1) {
            let item =
                self.world.deps.store.item_get(&user(&person.name), food.id).await.unwrap().expect("it was added");
            self.world.write(Write::item_replace(&item.archive(None, now).unwrap())).await;
            food.gone_at = Some(now);
        }
    }

    async fn run(&mut self) {
        let disturbance = self.random.below(10);
        let skew = TimeDelta::seconds(self.random.below(2 * SKEW.num_seconds() - 1) - SKEW.num_seconds() + 1);
        let clock = self.now + skew;
        self.world.clock.set(clock);
        let before = self.world.service.deliveries().len();
        let mut disturbed = disturbance < 4;
        match disturbance {
            0 | 1 => {
                let fault = match (disturbance, self.random.once_in(2)) {
                    (0, true) => Fault::KilledBefore,
                    (0, false) => Fault::KilledAfter,
                    (_, true) => Fault::LateBefore,
                    (_, false) => Fault::Lost,
                };
                let call = usize::try_from(self.random.next() % 30).unwrap();
                let _ = self.world.try_run(Some((call, fault))).await;
            }
            2 => {
                for person in &self.people {
                    self.world.service.set_results(&person.name, &[DeliveryResult::Failed("503".into())]);
                }
                self.world.run().await;
                for person in &self.people {
                    self.world.service.set_results(&person.name, &[]);
                }
            }
            // The event comes three times: a second run begins while the first one sends, a third when both are over.
            3 => {
                let deps = self.world.deps.clone();
                let pusher: Arc<dyn Pusher> = self.world.service.clone();
                self.world.service.during_next_send(async move {
                    reminders::run(&deps, &pusher, ONE_BY_ONE).await.unwrap();
                });
                self.world.run().await;
                self.world.service.during_next_send(async {});
                self.world.run().await;
                disturbed = false;
            }
            _ => {
                self.world.run().await;
            }
        }
        self.check_messages(before, clock, disturbed);
    }

    /// Compares the messages of a run with the rules.
    fn check_messages(&mut self, before: usize, clock: DateTime<Utc>, disturbed: bool) {
        let seed = self.seed;
        let deliveries = self.world.service.deliveries().split_off(before);
        for person in &mut self.people {
            let date = person.date(clock);
            let mine: Vec<_> = deliveries.iter().filter(|delivery| delivery.to == person.name).collect();
            if disturbed {
                person.disturbed.push(date);
            }
            for message in &mine {
                assert_eq!(message.message.tag, format!("due-{date}"), "seed {seed}: {} at {clock}", person.name);
                let digests = person.digests.entry(date).or_default();
                if message.message.payload.contains("\"correction\":true") {
                    assert!(*digests > 0, "seed {seed}: {} got a correction at {clock} without a digest", person.name);
                    continue;
                }
                *digests += 1;
                assert!(
                    person.was_due(date, clock),
                    "seed {seed}: {} got a digest at {clock}, and nothing was due",
                    person.name
                );
            }
            // For a server with a fast clock the day may be over, and the user already advanced.
            let is_same_day = person.date(self.now + SKEW) == date;
            // A new item keeps the job away until it has settled.
            let settled = person.foods.iter().all(|food| self.now >= food.added_at + INDEX_LAG + SKEW);
            let is_expected = clock >= person.hour_on(date) + SETTLING_TIME
                && is_same_day
                && settled
                && self.now >= self.disturbed_until;
            if is_expected && !disturbed && person.was_due(date, clock) {
                person.expected.push(date);
            }
        }
        if disturbed {
            self.disturbed_until = self.now + LEASE + TimeDelta::minutes(1);
        }
    }

    /// Asserts that reads are exact, whether or not any job ran.
    async fn assert_exact_reads(&self) {
        for person in &self.people {
            let there = person.foods.iter().filter(|food| {
                food.gone_at.is_none_or(|gone| self.now < gone) && self.now < food.expires_at + TimeDelta::days(2)
            });
            let read = self.world.deps.store.item_list_active(&user(&person.name), self.now).await.unwrap();
            assert_eq!(read.len(), there.count(), "seed {}: {} at {}", self.seed, person.name, self.now);
        }
    }

    fn check_days(&self) {
        for person in &self.people {
            let whose = format!("seed {}: {} in {} at {}", self.seed, person.name, person.zone.name(), person.hour);
            for date in &person.expected {
                assert!(person.digests.get(date).is_some_and(|times| *times > 0), "{whose} missed {date}");
            }
            for (date, times) in &person.digests {
                // Two messages of one day carry one tag, so that one is seen; and only a disturbance sends two.
                assert!(*times <= 1 || person.disturbed.contains(date), "{whose} got {times} digests on {date}");
            }
        }
    }
}

/// Returns the number of sent and of expected digests.
async fn simulate(seed: u64) -> (usize, usize) {
    let mut simulation = Simulation::start(seed).await;
    simulation.run_events().await;
    simulation.check_days();
    let people = &simulation.people;
    (
        people.iter().map(|p| p.digests.values().filter(|n| **n > 0).count()).sum(),
        people.iter().map(|p| p.expected.len()).sum(),
    )
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

#[test]
fn simulates_households_in_virtual_time() {
    let from = number("FROM").unwrap_or(0);
    let seeds: Vec<u64> =
        number("SEED").map_or_else(|| (from..number("SEEDS").unwrap_or(SEEDS_IN_CI)).collect(), |seed| vec![seed]);
    let (mut sent, mut expected) = (0, 0);
    for seed in &seeds {
        // A runtime per seed, so that its table is dropped with it.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (more, needed) = runtime.block_on(simulate(*seed));
        (sent, expected) = (sent + more, expected + needed);
    }
    // A simulation in which nothing happens proves nothing.
    assert!(
        sent >= seeds.len() && expected >= seeds.len() / 2,
        "{sent} sent, {expected} expected, in {} seeds",
        seeds.len()
    );
}
