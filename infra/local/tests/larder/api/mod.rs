//! The API through the real routers, on the embedded DynamoDB and S3. One file a route family; a test's name is its claim.

mod calendars;
mod capacity;
mod codes;
mod endpoints;
mod files;
mod food_states;
mod household_bring;
mod household_devices;
mod household_keeping;
mod household_links;
mod household_list;
mod household_rows;
mod household_simulation;
mod identity;
mod importing;
mod items;
mod list_limits;
mod past_scans;
mod preferences;
mod receipts;
mod scan_races;
mod scans;
mod sharing;
mod shopping_list;
mod user;
mod world;
