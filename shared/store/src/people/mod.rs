//! The users of Larder: accounts, devices, their links and settings, and the programs they let in.

pub(crate) mod accounts;
pub(crate) mod calendars;
pub(crate) mod household;
mod links;
pub(crate) mod preferences;
pub(crate) mod programs;
pub(crate) mod subscriptions;
pub(crate) mod visits;
