//! Tests the job on the embedded table, with a fixed clock, a scripted push service, and injected crashes at any call.

mod corrections;
mod crashes;
mod devices;
mod digests;
mod many_users;
mod simulation;
mod world;
