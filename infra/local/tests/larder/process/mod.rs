//! The binary as a person starts and stops it.

mod attack;
mod backups;
mod durability;
mod formats;
mod larder;
mod neighbours;
mod reading;
mod serving;
mod starting;
mod upgrades;
