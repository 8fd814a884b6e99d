//! Tests the job on the embedded table, with a fixed clock, a scripted push service, and injected crashes at any call.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may end so, and a replayed seed tells what happens"
)]

mod corrections;
mod crashes;
mod crowds;
mod devices;
mod digests;
mod faults;
mod simulation;
mod sns;
mod world;
