//! Larder on one machine: every function's router, the site, an embedded DynamoDB and a folder of pictures, in one
//! process on one port.
//!
//! Of DynamoDB only the endpoint differs from AWS: the functions use the AWS SDK for it.

pub mod app;
pub mod commands;
pub mod data;
pub mod log_limit;
pub mod mcp;
pub mod schedule;
pub mod serve;
pub mod settings;
pub mod web;
