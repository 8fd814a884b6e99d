//! Tests the job on the embedded table, with a fixed clock, a scripted push service, and injected crashes at any call.

mod corrections;
mod crashes;
mod crowds;
mod devices;
mod digests;
mod simulation;
mod world;
