//! Tests `larder` as a process: its commands, start, end, upgrades and backups. The module `larder` is a helper.

mod assistants;
mod attack;
mod backups;
mod durability;
mod grocy_import;
mod jobs;
mod larder;
mod owners;
mod reading;
mod serving;
mod starting;
mod test_digest;
mod upgrades;
