//! Receipts: pictures, scan sessions and transcripts.

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
