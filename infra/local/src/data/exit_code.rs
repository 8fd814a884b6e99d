//! The exit codes of `larder`: those of `sysexits.h`, and one for a server that works but needs its operator.

pub const DEGRADED: u8 = 1;
pub const USAGE: u8 = 64;
pub const DATA_ERROR: u8 = 65;
pub const NO_INPUT: u8 = 66;
pub const UNAVAILABLE: u8 = 69;
pub const SOFTWARE: u8 = 70;
pub const CANNOT_CREATE: u8 = 73;
pub const PROTOCOL: u8 = 76;
pub const CONFIG: u8 = 78;
