//! Rows of any kind: keys, reads, writes, consumed capacity, errors.

mod attempts;
mod attribute;
pub(crate) mod client;
mod commit;
mod definition;
pub(crate) mod entity;
mod entity_list;
pub(crate) mod erase;
pub(crate) mod error;
pub mod keys;
mod limits;
mod meter;
mod pacer;
mod range;
pub(crate) mod read;
mod revocation;
pub(crate) mod row_cache;
mod store;
mod tombstone;
pub(crate) mod write;

pub(crate) use attribute::{number, text};
pub use commit::MAX_WRITES;
pub use error::{CommitError, StoreError};
pub use meter::{CapacityUnits, Meter};
pub use range::Range;
pub use store::{Attributes, Store, to_row};
pub use write::{Guard, Write, key_of};
