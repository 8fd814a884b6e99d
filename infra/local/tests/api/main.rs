//! The API through the real routers, on the embedded DynamoDB and S3. One file a route family; a test's name is its claim.

#![expect(clippy::unwrap_used, reason = "a test may end so")]

mod capacity;
mod endpoints;
mod identity;
mod items;
mod preferences;
mod scans;
mod server;
mod sharing;
mod shopping_list;
mod user;
mod world;
