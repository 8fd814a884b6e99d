//! The API through the real routers, on the embedded DynamoDB and S3. One file a route family; a test's name is its claim.

mod capacity;
mod endpoints;
mod identity;
mod items;
mod preferences;
mod scans;
mod sharing;
mod shopping_list;
mod user;
mod world;
