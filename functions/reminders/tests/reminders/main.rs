//! The job on the embedded table, with a clock that stands still, a scripted push service, and a process that can die
//! at any call.

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
