//! Larder on one machine: every function's router, the site, an embedded DynamoDB and a folder of pictures, in one
//! process on one port.
//!
//! Of DynamoDB only the endpoint differs from AWS: the functions use the AWS SDK for it.

pub mod admin;
pub mod announcement;
pub mod app;
pub mod backup;
pub mod command_line;
pub mod command_result;
pub mod commands;
pub mod condition;
pub mod data_folder;
pub mod data_format;
pub mod database;
pub mod derivation_key;
pub mod digests;
pub mod disk;
pub mod embedded;
pub mod grocy;
pub mod housekeeping;
pub mod http_server;
pub mod log_limit;
pub mod mcp;
pub mod openapi;
pub mod own_hosts;
pub mod ownership;
pub mod picture_folder;
pub mod pictures;
pub mod private_file;
pub mod push_keys;
pub mod read;
pub mod scheduler;
pub mod serve;
pub mod set_up_link;
pub mod setting_names;
pub mod settings;
pub mod sign_up;
pub mod signing_keys;
pub mod site;
pub mod site_address;
pub mod site_files;
pub mod start_error;
pub mod steady_clock;
mod table_revision;
pub mod trusted_proxies;
pub mod upgrade;
pub mod uploads;
pub mod users;
