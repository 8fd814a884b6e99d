//! The binary as a person starts and stops it.

mod attack;
mod backups;
mod durability;
mod larder;
mod reading;
mod serving;
mod starting;
