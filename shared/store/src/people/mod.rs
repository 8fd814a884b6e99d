//! Users: accounts, devices, links, preferences, and program tokens.

pub(crate) mod accounts;
pub(crate) mod activity;
pub(crate) mod calendars;
pub(crate) mod household;
mod join_credentials;
pub(crate) mod preferences;
pub(crate) mod programs;
pub(crate) mod subscriptions;
