//! The binary as a person starts and stops it.

mod attack;
mod durability;
mod larder;
mod reading;
mod starting;
