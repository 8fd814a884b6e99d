//! The API through the real routers, on the embedded DynamoDB and S3. One file a route family; a test's name is its claim.

mod capacity;
mod endpoints;
mod identity;
mod importing;
mod items;
mod list_limits;
mod past_scans;
mod preferences;
mod scans;
mod sharing;
mod shopping_list;
mod user;
mod world;
