//! Everything that a data folder holds, in one file: made while Larder serves, checked before it replaces anything.
//!
//! A backup is a compressed tar that any other program can open as well: `larder-backup.json` (format, version, time),
//! the database as `SQLite` copies it within one transaction, the keys, the pictures, and at the end `SHA256SUMS`,
//! without which it is not whole.

pub mod archive;
pub mod error;
pub mod nightly;
pub mod replacement;
pub mod restore;

pub use error::BackupError;
