//! The receipts: reading them, and what was read before.

pub mod reader;
