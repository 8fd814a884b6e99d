//! Backups of a data folder in one file, written while Larder serves and checked before a restore.
//!
//! A backup is a compressed tar: `larder-backup.json` (format, version, time), the database, which `SQLite` copies in
//! one transaction, the keys, the pictures, and at the end `SHA256SUMS`, which marks a complete backup.

pub mod archive;
pub mod error;
pub mod nightly;
pub mod replacement;
pub mod restore;

pub use error::BackupError;
