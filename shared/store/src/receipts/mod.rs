//! Receipts: their pictures, and the rows of what was read from them.

pub(crate) mod pending_pictures;
mod pictures;
#[cfg(feature = "s3")]
mod s3;
mod scan_leases;
mod scans;
mod transcripts;

pub use pictures::*;
#[cfg(feature = "s3")]
pub use s3::S3Pictures;
