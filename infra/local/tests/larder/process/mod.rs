//! The binary as a person starts and stops it.

mod durability;
mod larder;
mod reading;
mod starting;
