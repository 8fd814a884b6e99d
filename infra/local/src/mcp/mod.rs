//! Tools for assistants by the Model Context Protocol: `larder mcp` on the standard streams, and `/mcp` of
//! `larder serve`.
//!
//! Each tool calls the HTTP API with a program's token, so that scopes, limits and rules are the API's own.

pub mod access;
mod arguments;
mod client;
pub mod http;
pub mod remote;
mod schemas;
pub mod server;
pub mod stdio;
mod text;
mod tools;
mod views;
