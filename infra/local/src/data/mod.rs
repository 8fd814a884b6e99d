//! The data folder: the table, pictures, keys, and backups.

pub mod backup;
pub mod database;
pub mod derivation_key;
pub mod disk;
pub mod embedded;
pub mod exit_code;
pub mod folder;
pub mod format;
pub mod ownership;
pub mod picture_folder;
pub mod pictures;
pub mod private_file;
pub mod push_keys;
pub mod signing_keys;
pub mod start_error;
mod table_revision;
pub mod upgrade;
pub mod upload_space;
pub mod users;
