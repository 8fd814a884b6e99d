//! Tests starting and stopping the binary.

mod assistants;
mod attack;
mod backups;
mod durability;
mod jobs;
mod larder;
mod neighbours;
mod owners;
mod reading;
mod serving;
mod starting;
mod upgrades;
