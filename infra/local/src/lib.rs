//! Larder on one machine: all functions, the site, an embedded DynamoDB and a folder of pictures, in one process on one
//! port. The functions call the embedded DynamoDB through the AWS SDK, as on AWS.

pub mod app;
pub mod commands;
pub mod data;
pub mod log_limit;
pub mod mcp;
pub mod schedule;
pub mod serve;
pub mod settings;
pub mod web;
